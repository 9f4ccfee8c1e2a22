/**
 * Apps whose providers use optional packages, bundled by each tool: with and without the
 * packages. A mailer of the app's own needs none; what needs one says at its first use what
 * to install.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { waitForAnswer, watchChild } from "../_wait.ts";
import { appEnvironment } from "../_environment.ts";
import { freePort } from "../browser/_demo.ts";
import type { PackageStep, Run } from "./_package.ts";

const DEPENDENCIES = {
  "@rollup/plugin-commonjs": "^29.0.0",
  "@rollup/plugin-json": "^6.1.0",
  "@rollup/plugin-node-resolve": "^16.0.0",
  "bun": "^1.3.0",
  "esbuild": "^0.27.0",
  "next": "^15.5.0",
  "react": "^19.0.0",
  "react-dom": "^19.0.0",
  "rollup": "^4.0.0",
  "vite": "^7.0.0",
  "webpack": "^5.0.0",
  "webpack-cli": "^6.0.0",
};

const OPTIONAL = ["nodemailer", "@simplewebauthn/server"];

/** Sends by a mailer of the app's own, over SMTP to a port that is closed, and begins a passkey. */
const USES = `
import Nodemailer from "@x/auth/providers/nodemailer";
import Passkey from "@x/auth/providers/passkey";

const from = "App <no-reply@app.example>";
const mail = { to: "ada@example.com", subject: "Hello", text: "Hello" };
const sent = [];
const server = { sendMail: ({ to }) => void sent.push(to) };
export const own = Nodemailer({ id: "own", from, server });
export const smtp = Nodemailer({ from, server: "smtp://127.0.0.1:1" });
export const passkey = Passkey();

const reasonOf = ({ message, cause }) =>
  /npm install [^ \`]+|cannot be loaded in this runtime/.exec(message)?.[0] ?? cause?.code ?? message;
const connected = (error) => error.syscall === "connect" ? "loaded" : reasonOf(error);

export async function useAll() {
  await own.sendMail(mail, own);
  return {
    own: sent.at(-1),
    smtp: await smtp.sendMail(mail, smtp).then(() => "loaded", connected),
    passkey: await passkey.simpleWebAuthn.generateAuthenticationOptions({ rpID: "localhost" })
      .then(() => "loaded", reasonOf),
  };
}
`;

const MAIN = `
import { useAll } from "./uses.mjs";
useAll().then((found) => console.log(JSON.stringify(found)));
`;

const FILES: Record<string, string> = {
  "uses.mjs": USES,
  "main.mjs": MAIN,
  // A dependency of the passkey library expects this import where Bun bundles it.
  "main_bun.mjs": `try { await import("reflect-metadata"); } catch {}\n${MAIN}`,
  "rollup.config.mjs": `
import commonjs from "@rollup/plugin-commonjs";
import json from "@rollup/plugin-json";
import resolve from "@rollup/plugin-node-resolve";
export default {
  input: "main.mjs",
  plugins: [resolve({ preferBuiltins: true }), commonjs(), json()],
  output: { dir: "out/rollup", entryFileNames: "[name].mjs", chunkFileNames: "[name].mjs" },
};
`,
  "vite.config.mjs": `
export default {
  ssr: { noExternal: true },
  build: { ssr: "main.mjs", outDir: "out/vite", rollupOptions: {
    output: { entryFileNames: "[name].mjs", chunkFileNames: "[name].mjs" },
  } },
};
`,
  "webpack.config.mjs": `
export default {
  mode: "production",
  target: "node20",
  entry: "./main.mjs",
  experiments: { outputModule: true },
  optimization: { minimize: false },
  output: { path: import.meta.dirname + "/out/webpack", filename: "main.mjs", module: true },
};
`,
  "app/layout.js": "export default ({ children }) => <html><body>{children}</body></html>;\n",
  "app/page.js": "export default () => <p>Hello</p>;\n",
  "app/api/auth/[...nextauth]/route.js":
    'import { handlers } from "../../../../auth.mjs";\nexport const { GET, POST } = handlers;\n',
  "app/api/uses/route.js": `
import { useAll } from "../../../uses.mjs";
export const dynamic = "force-dynamic";
export const GET = async () => Response.json(await useAll());
`,
  "auth.mjs": `
import { MemoryAdapter } from "@x/auth/adapters/memory";
import NextAuth from "@x/auth/next";
import { own, passkey, smtp } from "./uses.mjs";

export const { auth, handlers } = NextAuth({
  providers: [own, smtp, passkey],
  adapter: MemoryAdapter(),
  session: { strategy: "jwt" },
  experimental: { enableWebAuthn: true },
  secret: "a-secret-of-at-least-32-characters",
  trustHost: true,
});
`,
  // Without a `runtime`, Next.js 15 runs it on the edge.
  "middleware.js": `
import { NextResponse } from "next/server";
import { auth } from "./auth.mjs";
import { useAll } from "./uses.mjs";

export default auth(async (request) => {
  if (request.nextUrl.pathname !== "/edge") return NextResponse.next();
  return Response.json({ ...await useAll(), session: request.auth });
});
`,
};

/** What the app has found. */
interface Found {
  own: string;
  smtp: string;
  passkey: string;
}

const WITHOUT: Found = {
  own: "ada@example.com",
  smtp: "npm install nodemailer",
  passkey: "npm install @simplewebauthn/server",
};

const WITH: Found = { own: "ada@example.com", smtp: "loaded", passkey: "loaded" };

const EDGE: Found = {
  own: "ada@example.com",
  smtp: "cannot be loaded in this runtime",
  passkey: "cannot be loaded in this runtime",
};

/** How a tool makes its bundle, and how that is run where there are no packages. */
const TOOLS: Record<string, { build: string[]; start: string[] }> = {
  "esbuild": {
    build: [
      "node_modules/.bin/esbuild",
      ..."main.mjs --bundle --platform=node --format=esm --outfile=out/esbuild/main.mjs".split(" "),
    ],
    start: ["node", "esbuild/main.mjs"],
  },
  "Rollup": {
    build: ["node_modules/.bin/rollup", "-c", "rollup.config.mjs"],
    start: ["node", "rollup/main.mjs"],
  },
  "Vite": { build: ["node_modules/.bin/vite", "build"], start: ["node", "vite/main.mjs"] },
  "webpack": { build: ["node_modules/.bin/webpack"], start: ["node", "webpack/main.mjs"] },
  "bun build --compile": {
    build: [
      "node_modules/.bin/bun",
      "build",
      "--compile",
      "main_bun.mjs",
      "--outfile=out/bun/main",
    ],
    start: ["./bun/main"],
  },
};

const NEXT = "node_modules/next/dist/bin/next";
const NPM = ["--no-audit", "--no-fund", "--loglevel=error"];

/** Steps in a fresh folder, in their order. */
export function bundlerSteps(tarball: string, run: Run): PackageStep[] {
  const tools = (installed: string, expected: Found): PackageStep[] => [
    ...Object.entries(TOOLS).map(([tool, { build, start }]): PackageStep => ({
      name: `${tool}: bundles an app ${installed} the optional packages, which says so`,
      limit: "compile",
      async run(dir, signal) {
        await Deno.remove(`${dir}/out`, { recursive: true }).catch(() => {});
        const [command, ...args] = build;
        await run(dir, `${dir}/${command}`, args, signal);
        // Outside the project, so that only what is in the bundle can be found.
        const elsewhere = await Deno.makeTempDir({ prefix: "auth-bundle-" });
        try {
          for (const folder of ["esbuild", "rollup", "vite", "webpack", "bun"]) {
            await Deno.rename(`${dir}/out/${folder}`, `${elsewhere}/${folder}`).catch(() => {});
          }
          assertEquals(await outputOf(elsewhere, start), expected);
        } finally {
          await Deno.remove(elsewhere, { recursive: true });
        }
      },
    })),
    ...Object.entries({ webpack: [], Turbopack: ["--turbopack"] }).map(
      ([tool, options]): PackageStep => ({
        name:
          `Next.js 15 with ${tool}: builds ${installed} the optional packages, also its middleware`,
        limit: "compile",
        async run(dir, signal) {
          await Deno.remove(`${dir}/.next`, { recursive: true }).catch(() => {});
          await run(dir, "node", [NEXT, "build", ...options], signal, {
            NEXT_TELEMETRY_DISABLED: "1",
          });
          assertEquals(await visit(dir, signal), { route: expected, edge: EDGE });
        },
      }),
    ),
  ];
  return [
    {
      name: "installs without the optional packages",
      async run(dir, signal) {
        const manifest = {
          private: true,
          dependencies: { ...DEPENDENCIES, "@x/auth": `file:${tarball}` },
          allowScripts: { bun: true, esbuild: true },
        };
        await Deno.writeTextFile(`${dir}/package.json`, JSON.stringify(manifest));
        for (const [path, text] of Object.entries(FILES)) {
          await Deno.mkdir(`${dir}/${path.replace(/[^/]*$/, "")}`, { recursive: true });
          await Deno.writeTextFile(`${dir}/${path}`, text);
        }
        await run(dir, "npm", ["install", ...NPM], signal);
      },
    },
    ...tools("without", WITHOUT),
    {
      name: "installs the optional packages",
      run: (dir, signal) => run(dir, "npm", ["install", ...NPM, ...OPTIONAL], signal),
    },
    ...tools("with", WITH),
  ];
}

async function outputOf(cwd: string, [command, ...args]: string[]): Promise<Found> {
  const { code, stdout, stderr } = await new Deno.Command(command!, { args, cwd }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  if (code !== 0) throw new Error(text(stderr));
  return JSON.parse(text(stdout));
}

/** Starts the app of Next.js, and asks a route and the middleware. */
async function visit(dir: string, signal: AbortSignal): Promise<Record<string, Found>> {
  const port = freePort();
  const origin = `http://localhost:${port}`;
  const server = new Deno.Command("node", {
    args: [NEXT, "start", "-p", String(port)],
    cwd: dir,
    clearEnv: true,
    env: appEnvironment({ NEXT_TELEMETRY_DISABLED: "1" }),
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const child = watchChild(server, server.stdout, server.stderr);
  try {
    await waitForAnswer(origin, { child });
    const ask = async (path: string) => await (await fetch(origin + path, { signal })).json();
    const { session, ...edge } = await ask("/edge");
    assertEquals(session, null);
    return { route: await ask("/api/uses"), edge };
  } finally {
    await child.stop();
  }
}
