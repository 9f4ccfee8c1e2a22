/**
 * What apps that the command `move` moves have in common.
 *
 * @module
 */

import type { MovedBuild } from "./_moved_rows.ts";

/** Sessions of next-auth 4, made by its own function. */
export const tokensOfNextAuth4 = `import { writeFileSync } from "node:fs";
import { encode } from "next-auth/jwt";

const ada = { sub: "1", name: "Ada Lovelace", email: "ada@example.com", picture: null };
const cookie = async (secret, token) =>
  "next-auth.session-token=" + await encode({ token: { ...ada, ...token }, secret });
writeFileSync("cookies.json", JSON.stringify({
  mine: await cookie(process.env.NEXTAUTH_SECRET, { role: "admin" }),
  lesser: await cookie(process.env.NEXTAUTH_SECRET, { role: "guest" }),
  strange: await cookie("the-secret-of-another-app-altogether", { role: "admin" }),
}));
`;

/** Sessions of Auth.js v5, made by its own function. */
export const authJs = (module: string) =>
  `import { writeFileSync } from "node:fs";
import { encode } from "${module}";

const salt = "authjs.session-token";
const cookie = async (secret, role) => {
  const token = { sub: "1", name: "Ada Lovelace", email: "ada@example.com", picture: null, role };
  return salt + "=" + await encode({ token, secret, salt });
};
writeFileSync("cookies.json", JSON.stringify({
  mine: await cookie(process.env.AUTH_SECRET, "admin"),
  lesser: await cookie(process.env.AUTH_SECRET, "guest"),
  strange: await cookie("the-secret-of-another-app-altogether", "admin"),
}));
`;

/** A session in a database with Drizzle, by the adapter that the app has. */
export const databaseSession = (cookie: string): string =>
  `import { writeFileSync } from "node:fs";
import { createClient } from "@libsql/client";
import { DrizzleAdapter } from "@auth/drizzle-adapter";
import { drizzle } from "drizzle-orm/libsql";

const client = createClient({ url: "file:app.db" });
await client.executeMultiple(\`
  create table user (id text primary key, name text, email text unique, emailVerified integer, image text);
  create table account (userId text not null references user(id) on delete cascade, type text not null,
    provider text not null, providerAccountId text not null, refresh_token text, access_token text,
    expires_at integer, token_type text, scope text, id_token text, session_state text,
    primary key (provider, providerAccountId));
  create table session (sessionToken text primary key, userId text not null references user(id) on delete cascade,
    expires integer not null);
  create table verificationToken (identifier text not null, token text not null, expires integer not null,
    primary key (identifier, token));
\`);
const adapter = DrizzleAdapter(drizzle(client));
const user = await adapter.createUser({
  id: "1", name: "Ada Lovelace", email: "ada@example.com", emailVerified: new Date(),
});
const sessionToken = crypto.randomUUID();
const expires = new Date(Date.now() + 86_400_000);
await adapter.createSession({ sessionToken, userId: user.id, expires });
const cookie = (token) => "${cookie}=" + token;
writeFileSync("cookies.json", JSON.stringify({
  mine: cookie(sessionToken),
  strange: cookie(crypto.randomUUID()),
}));
`;

/** The migration of the adapter of Drizzle, which the plan asks for. */
export const migrated: MovedBuild["after"] = {
  files: {
    "setup.mjs": `import { createClient } from "@libsql/client";
import { DrizzleAdapter } from "@x/auth/drizzle";
import { drizzle } from "drizzle-orm/libsql";

await DrizzleAdapter(drizzle(createClient({ url: "file:app.db" }))).setup();
`,
  },
  run: ["node", "setup.mjs"],
};

export const manifest = (
  dependencies: Record<string, string>,
  devDependencies: Record<string, string>,
  scripts: Record<string, string> = {},
) =>
  JSON.stringify(
    {
      ...{ name: "app", private: true, type: "module", scripts, dependencies, devDependencies },
      // The package `node` has a script that npm runs only if it is allowed.
      ...dependencies.node ? { allowScripts: { node: true } } : {},
    },
    null,
    2,
  ) + "\n";

export const NODE_TSCONFIG = JSON.stringify({
  compilerOptions: {
    strict: true,
    target: "ES2022",
    module: "nodenext",
    moduleResolution: "nodenext",
    outDir: "dist",
    skipLibCheck: true,
  },
  include: ["src"],
});

export const NEXT_TSCONFIG = JSON.stringify(
  {
    compilerOptions: {
      strict: true,
      noEmit: true,
      target: "ES2022",
      lib: ["dom", "dom.iterable", "esnext"],
      module: "esnext",
      moduleResolution: "bundler",
      jsx: "react-jsx",
      allowJs: true,
      incremental: true,
      skipLibCheck: true,
      esModuleInterop: true,
      isolatedModules: true,
      resolveJsonModule: true,
      plugins: [{ name: "next" }],
      paths: { "@/*": ["./*"] },
    },
    include: [
      "next-env.d.ts",
      "**/*.ts",
      "**/*.tsx",
      ".next/types/**/*.ts",
      ".next/dev/types/**/*.ts",
    ],
    exclude: ["node_modules"],
  },
  null,
  2,
) + "\n";

export const NEXT = { next: "^16.0.0", react: "^19.0.0", "react-dom": "^19.0.0" };

export const TYPES_OF_NEXT = {
  "@types/node": "^24.0.0",
  "@types/react": "^19.0.0",
  "@types/react-dom": "^19.0.0",
  typescript: "^5.9.0",
};

/** The runner of an app's own tests. */
export const VITEST = { vitest: "^4.0.0" };

/** Its config, with the paths of the app. */
export const VITEST_CONFIG = `import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: { "@": fileURLToPath(new URL(".", import.meta.url)) } },
});
`;

export const DRIZZLE = {
  "@auth/drizzle-adapter": "^1.10.0",
  "@libsql/client": "^0.15.0",
  "drizzle-orm": "^0.45.0",
};

export const next = {
  build: ["next", "build"],
  startBefore: (port: number) => ["next", "dev", "-p", String(port)],
  start: (port: number) => ["next", "start", "-p", String(port)],
  open: "/",
  page: "/dashboard",
};

/** What an app of SvelteKit has besides its routes. */
export const SVELTEKIT = {
  "svelte.config.js": `import adapter from "@sveltejs/adapter-node";
export default { kit: { adapter: adapter() } };
`,
  "vite.config.ts": `import { sveltekit } from "@sveltejs/kit/vite";
import { defineConfig } from "vite";
export default defineConfig({ plugins: [sveltekit()] });
`,
  "tsconfig.json":
    '{ "extends": "./.svelte-kit/tsconfig.json", "compilerOptions": { "skipLibCheck": true } }\n',
  "src/app.html":
    "<!doctype html><html><head>%sveltekit.head%</head><body>%sveltekit.body%</body></html>\n",
};

/** Its packages for the development, and its scripts. */
export const SVELTEKIT_PACKAGES = [{
  "@sveltejs/adapter-node": "^5.0.0",
  "@sveltejs/kit": "^2.0.0",
  "@sveltejs/vite-plugin-svelte": "^6.0.0",
  "@types/node": "^24.0.0",
  svelte: "^5.0.0",
  "svelte-check": "^4.0.0",
  typescript: "^5.9.0",
  vite: "^7.0.0",
}, { check: "svelte-kit sync && svelte-check --output human" }] as const;

export const LAYOUT = `export default function Layout({ children }: { children: React.ReactNode }) {
  return <html lang="en"><body>{children}</body></html>;
}
`;

export const HOME = `export default function Home() {
  return <p>For everybody</p>;
}
`;

export const DATABASE = `import { createClient } from "@libsql/client";
import { drizzle } from "drizzle-orm/libsql";

export const db = drizzle(createClient({ url: "file:app.db" }));
`;

/** An example as it is with the packages of Auth.js, as other rows run it too. */
export function exampleWith(
  folder: string,
  change: {
    readonly imports: Readonly<Record<string, string>>;
    readonly texts?: Readonly<Record<string, string>>;
    readonly without?: readonly string[];
    readonly dependencies: Readonly<Record<string, string>>;
  },
): Record<string, string> {
  const root = new URL(`../../examples/${folder}/`, import.meta.url);
  const files: Record<string, string> = {};
  const replaced = { ...change.imports, ...change.texts };
  const read = (below: string) => {
    for (const { name, isDirectory } of Deno.readDirSync(new URL(below || ".", root))) {
      const path = below + name;
      if (isDirectory) read(`${path}/`);
      else if (!change.without?.includes(path) && /\.(tsx?|json)$/.test(name)) {
        let text = Deno.readTextFileSync(new URL(path, root));
        // The longer specifiers first.
        for (const [from, to] of Object.entries(replaced)) text = text.replaceAll(from, to);
        files[path] = text;
      }
    }
  };
  read("");
  const { "@x/auth": _, ...own } = JSON.parse(files["package.json"]!).dependencies;
  const whole = {
    ...JSON.parse(files["package.json"]!),
    dependencies: { ...own, ...change.dependencies },
  };
  files["package.json"] = JSON.stringify(whole, null, 2) + "\n";
  return files;
}
