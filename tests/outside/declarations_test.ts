/**
 * The npm package in a project that emits declarations, like packages of a
 * monorepo: every inferred type can be named, and the declarations keep the types
 * of the session and the ids. Transitive dependencies cannot be resolved, as with
 * pnpm.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { buildNpmPackage } from "../tools/npm.ts";
import { isChosen } from "../_stride.ts";
import { withNpm } from "./_project.ts";

/** The first compiler with TS2883, and the last with TS2742, which is slower. */
const COMPILERS = { typescript7: "npm:typescript@^7.0.0", typescript: "^5.9.0" };

const CALLBACKS = `callbacks: {
    jwt: ({ token, user, account, profile }) => ({ ...token, user, account, profile, plan: 1 }),
    session: ({ session, token, user }) => ({
      ...session,
      plan: token.plan,
      token,
      before: session,
      stored: user,
      account: token.account,
      profile: token.profile,
    }),
  },`;
const CONFIG = `{
  providers: [GitHub({ clientId: "id" }), { id: "acme", name: "Acme", type: "oidc", issuer: "https://acme.example" }],
  ${CALLBACKS}
}`;

/** One module per entry; its imports are the only files of the package in its program. */
const MODULES: Readonly<Record<string, string>> = {
  main: `import type { AuthConfig } from "@x/auth";
import Google from "@x/auth/providers/google";
import Resend from "@x/auth/providers/resend";
export const config = { providers: [GitHub, Google, Resend] } satisfies AuthConfig;`,
  define: `import { defineAuth } from "@x/auth/server";
export const auth = defineAuth(${CONFIG});
export const { config, getSession, getToken, signIn } = auth;
export const read = (request: Request) => auth.getSession(request);`,
  deno: `import { DenoAuth } from "@x/auth/deno";
export const auth = DenoAuth(${CONFIG});
export const lazy = DenoAuth(({ url }) => (${CONFIG.replace('"https://acme.example"', "url")}));
export const { handler, signIn } = auth;`,
  node: `import { NodeAuth } from "@x/auth/node";
export const auth = NodeAuth(${CONFIG});
export const { handler, handle, signIn } = auth;`,
  next: `import NextAuth from "@x/auth/next";
export const { handlers, auth, signIn, signOut, unstable_update } = NextAuth(${CONFIG});
export const whole = NextAuth(() => (${CONFIG}));`,
  sveltekit: `import { SvelteKitAuth } from "@x/auth/sveltekit";
export const { handle, auth, signIn, signOut } = SvelteKitAuth(${CONFIG});
export const whole = SvelteKitAuth(() => (${CONFIG}));`,
  hono: `import { HonoAuth } from "@x/auth/hono";
export const auth = HonoAuth(${CONFIG});
export const { getSession, signIn } = auth;`,
  fresh: `import { FreshAuth, type FreshAuthState } from "@x/auth/fresh";
export const auth = FreshAuth(${CONFIG});
export const state = {} as FreshAuthState<typeof auth>;`,
  express: `import { ExpressAuth, type ExpressAuthConfig, getSession } from "@x/auth/express";
export const config = { providers: [GitHub], ${
    CALLBACKS.replace(/jwt: .*\n/, "").replace("token.plan", "1")
  } } satisfies ExpressAuthConfig;
export const auth = ExpressAuth(config);
export const read = (request: Parameters<typeof getSession>[0]) => getSession(request, config);`,
  "solid-start": `import { getSession, SolidAuth, type SolidAuthConfig } from "@x/auth/solid-start";
export const config = { providers: [GitHub], ${
    CALLBACKS.replace(/jwt: .*\n/, "").replace("token.plan", "1")
  } } satisfies SolidAuthConfig;
export const { GET, POST } = SolidAuth(config);
export const read = (request: Request) => getSession(request, config);`,
};

/** Uses only the declarations; lines that end in \`// error\` do not compile. */
const CONSUMER = `
import { auth as defined, getToken, read } from "./out/define.js";
import { auth as deno, lazy } from "./out/deno.js";
import { auth as node } from "./out/node.js";
import { auth as next, signIn as nextSignIn, whole } from "./out/next.js";
import { auth as kit, handle } from "./out/sveltekit.js";
import { auth as hono } from "./out/hono.js";
import { auth as fresh, state } from "./out/fresh.js";
import { read as expressRead } from "./out/express.js";
import { read as solidRead } from "./out/solid-start.js";
import type { AuthLocals, SessionOf } from "@x/auth/sveltekit";

declare global {
  namespace App {
    interface Locals {
      auth: AuthLocals<SessionOf<typeof kit>>["auth"];
    }
  }
}
declare const locals: App.Locals;
declare const request: Request;
declare const any: any;
export const plans: (number | undefined)[] = [
  (await read(request))?.plan,
  (await getToken(request))?.plan,
  (await deno.auth(request))?.plan,
  (await lazy.auth(request))?.plan,
  (await node.auth(any))?.plan,
  (await next())?.plan,
  (await kit(any))?.plan,
  (await locals.auth())?.plan,
  (await hono.getSession(any))?.plan,
  state.auth?.plan,
  (await expressRead(any))?.plan,
  (await solidRead(request))?.plan,
  ({} as SessionOf<typeof next>).plan,
];
defined.signIn(request, "acme");
// An id that is made at run time.
for (const id of ["acme", "github"]) {
  defined.signIn(request, id);
  deno.signIn(request, id);
  lazy.signIn(request, id);
  node.signIn(any, any, id);
  nextSignIn(id);
  whole.signIn(id);
  hono.signIn(any, id);
  fresh.signIn(any, id);
}
(await read(request))?.plane; // error
(await next())?.plane; // error
(await kit(any))?.plane; // error
(await locals.auth())?.plane; // error
(await expressRead(any))?.plane; // error
handle(request); // error
`;

/** Modules that SvelteKit's bundler provides. */
const AMBIENT = `
declare module "$app/environment" {
  export const building: boolean;
}
declare module "$app/paths" {
  export const base: string | undefined;
  export const resolve: ((path: string) => string) | undefined;
}
declare module "$env/dynamic/private" {
  export const env: Readonly<Record<string, string | undefined>>;
}
`;

await withNpm("declarations with the npm package", () => {
  let dir: string;
  Deno.test.beforeAll(async () => {
    dir = await createProject();
  });
  Deno.test.afterAll(() => Deno.remove(dir, { recursive: true }));

  for (const [index, compiler] of Object.keys(COMPILERS).entries()) {
    if (!isChosen(index, 2)) continue;
    Deno.test(`declarations by ${compiler}: every inferred type has a name`, async (t) => {
      for (const name of Object.keys(MODULES)) {
        await t.step(name, async () => {
          assertEquals(await compile(dir, compiler, [`${name}.ts`, "ambient.d.ts"]), []);
          const text = await Deno.readTextFile(`${dir}/out/${name}.d.ts`);
          assert(!text.includes("node_modules"), text);
        });
      }
    });

    Deno.test(`declarations by ${compiler}: keep the types of sessions and ids`, async () => {
      const lines = CONSUMER.split("\n");
      const marked = lines.flatMap((line, at) => line.endsWith("// error") ? [at + 1] : []);
      const found = await compile(dir, compiler, ["consumer.ts", "ambient.d.ts"]);
      assertEquals([...new Set(found.map((line) => Number(/\((\d+),/.exec(line)?.[1])))], marked);
      assertEquals(marked.length, 6);
    });
  }
});

/** A folder with the package, the frameworks and the modules. */
async function createProject(): Promise<string> {
  const dir = await Deno.makeTempDir({ prefix: "auth-declarations-" });
  const { tarball } = await buildNpmPackage(`${dir}/made`);
  const dependencies = { ...COMPILERS, "@x/auth": `file:${tarball}` };
  const manifest = { private: true, type: "module", dependencies };
  await Deno.writeTextFile(`${dir}/package.json`, JSON.stringify(manifest));
  const args = "install --install-strategy=linked --legacy-peer-deps --ignore-scripts --no-audit";
  const { code, output } = await run(dir, "npm", [...args.split(" "), "--prefer-offline"]);
  if (code !== 0) throw new Error(`Cannot install the package:\n${output}`);
  await addFrameworks(`${dir}/node_modules`);
  for (const [name, text] of Object.entries(MODULES)) {
    const imports = `import GitHub from "@x/auth/providers/github";\n`;
    await Deno.writeTextFile(`${dir}/${name}.ts`, imports + text);
  }
  await Deno.writeTextFile(`${dir}/consumer.ts`, CONSUMER);
  await Deno.writeTextFile(`${dir}/ambient.d.ts`, AMBIENT);
  return dir;
}

/** Links the frameworks like npm links peers: next to the package, and in the project. */
async function addFrameworks(modules: string): Promise<void> {
  const beside = (await Deno.realPath(`${modules}/@x/auth`)).replace(/\/@x\/auth$/, "");
  for (const [wrapper, name] of [["next", "next"], ["sveltekit", "@sveltejs/kit"]]) {
    const folder = `${beside}/${name}`;
    await Deno.mkdir(folder, { recursive: true });
    const source = new URL(`../../src/frameworks/${wrapper}/stand_ins/`, import.meta.url);
    for await (const file of Deno.readDir(source)) {
      await Deno.copyFile(new URL(file.name, source), `${folder}/${file.name}`);
    }
    await Deno.writeTextFile(`${folder}/package.json`, JSON.stringify({ name, types: "kit.d.ts" }));
    await Deno.mkdir(`${modules}/${name}`.replace(/\/[^/]+$/, ""), { recursive: true });
    await Deno.symlink(folder, `${modules}/${name}`);
  }
}

/** Writes the declarations of a program with these files; returns its errors, one per line. */
async function compile(dir: string, compiler: string, files: string[]): Promise<string[]> {
  const compilerOptions = {
    strict: true,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: ".",
    outDir: "out",
    skipLibCheck: true,
    module: "esnext",
    moduleResolution: "bundler",
    target: "es2022",
    lib: ["es2023", "dom", "dom.iterable"],
    types: [],
  };
  await Deno.writeTextFile(`${dir}/tsconfig.json`, JSON.stringify({ compilerOptions, files }));
  const { output } = await run(dir, "node", [`node_modules/${compiler}/bin/tsc`, "-p", "."]);
  return output.split("\n").filter((line) => /^\S/.test(line));
}

async function run(
  cwd: string,
  command: string,
  args: string[],
): Promise<{ code: number; output: string }> {
  const options = { cwd, args, env: { NO_COLOR: "1" } };
  const { code, stdout, stderr } = await new Deno.Command(command, options).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, output: text(stdout) + text(stderr) };
}
