/**
 * Apps run, and sign users in, with exactly the permissions that the command prints.
 *
 * @module
 */

import { assert, assertEquals, assertMatch } from "@std/assert";
import { createBrowser, serveIdp, type TestBrowser } from "@x/auth/testing";
import { appEnvironment } from "../_environment.ts";
import { waitForText, watchChild } from "../_wait.ts";
import { freePort } from "../browser/_demo.ts";
import { SECRET } from "./_rig.ts";
import { withPostgres } from "../adapters/_postgres.ts";
import { runDoctor, writeAppConfig } from "./_run.ts";

const root = new URL("../../", import.meta.url).pathname;

/** App with a Deno KV database in a file, and with credentials. */
const WITH_DATABASE = `
import { DenoAuth } from "@x/auth/deno";
import { DenoKvAdapter } from "@x/auth/adapters/deno-kv";
import Credentials from "@x/auth/providers/credentials";
const { handler, auth } = DenoAuth({
  adapter: DenoKvAdapter(await Deno.openKv(Deno.env.get("DATABASE"))),
  providers: [Credentials({
    credentials: { username: {}, password: { type: "password" } },
    authorize: ({ username }) => ({ email: username + "@app.example", name: "Ada Lovelace" }),
  })],
});
Deno.serve(
  { port: Number(Deno.env.get("PORT")), hostname: "127.0.0.1" },
  handler(async (request) => new Response(\`Hello \${(await auth(request))?.user?.name}\`)),
);
`;

/** App with an OpenID Provider, which the environment names. */
const WITH_PROVIDER = `
import { DenoAuth } from "@x/auth/deno";
const { handler, auth } = DenoAuth({ providers: [{ id: "acme", name: "Acme", type: "oidc" }] });
Deno.serve(
  { port: Number(Deno.env.get("PORT")), hostname: "127.0.0.1" },
  handler(async (request) => new Response(\`Hello \${(await auth(request))?.user?.name}\`)),
);
`;

/** Users by password in any store, which the module `store.ts` makes. */
const WITH_STORE = `
import { DenoAuth } from "@x/auth/deno";
import Credentials from "@x/auth/providers/credentials";
import { adapter } from "./store.ts";
const { handler, auth } = DenoAuth({
  adapter,
  session: { revocation: {} },
  providers: [Credentials({
    credentials: { username: {}, password: { type: "password" } },
    authorize: ({ username }) => ({ email: username + "@app.example", name: "Ada Lovelace" }),
  })],
});
Deno.serve(
  { port: Number(Deno.env.get("PORT")), hostname: "127.0.0.1" },
  handler(async (request) => new Response(\`Hello \${(await auth(request))?.user?.name}\`)),
);
`;

/** Runs an app with the printed flags, and signs in to it. */
async function run(
  module: string,
  env: Record<string, string>,
  port: number,
  signIn: (browser: TestBrowser) => Promise<{ response: Response }>,
  others: readonly string[] = [],
): Promise<{ flags: string[]; text: string }> {
  const config = module.startsWith("/")
    ? await writeAppConfig(module.replace(/\/[^/]*$/, ""))
    : `${root}deno.json`;
  const { stdout, stderr, code } = await runDoctor([module], { env, config });
  assertEquals(code, 0, stdout + stderr);
  const [, printed] = /^Narrowest permissions\n {2}deno run (.*) \S+$/m.exec(stdout) ?? [];
  assert(printed !== undefined, stdout + stderr);
  const flags = printed.split(" ");
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", "--no-check", "--config", config, ...flags, module],
    clearEnv: true,
    env: appEnvironment(env),
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const watched = watchChild(child, child.stderr);
  try {
    await waitForText(/Listening/, watched);
    const origin = `http://localhost:${port}`;
    const server = `http://127.0.0.1:${port}`;
    const overNetwork = (request: Request) => fetch(request, { redirect: "manual" });
    const origins = Object.fromEntries(
      [origin, server, ...others].map((each) => [each, overNetwork]),
    );
    const browser = createBrowser(server, origins);
    await (await signIn(browser)).response.body?.cancel();
    return { flags, text: await (await browser.fetch("/")).text() };
  } finally {
    await watched.stop();
  }
}

async function withModule<T>(
  text: string,
  use: (path: string, dir: string) => Promise<T>,
  store?: string,
) {
  const dir = await Deno.makeTempDir({ prefix: "auth-doctor-" });
  try {
    await Deno.writeTextFile(`${dir}/main.ts`, text);
    if (store) await Deno.writeTextFile(`${dir}/store.ts`, store);
    return await use(`${dir}/main.ts`, dir);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

Deno.test("doctor: the Hono example runs and signs in with exactly the printed permissions", async () => {
  const port = freePort();
  const env = { AUTH_SECRET: SECRET, PORT: String(port) };
  const { flags, text } = await run(
    "examples/hono.ts",
    env,
    port,
    (browser) => browser.signInWithCredentials({ username: "ada", password: "lovelace" }),
  );
  assertEquals(flags, [
    `--allow-net=0.0.0.0:${port}`,
    "--allow-env=AUTH_OP_ISSUER,AUTH_SECRET,PORT",
  ]);
  assertEquals(text, "Hello Ada Lovelace");
});

Deno.test("doctor: an app with a database file runs with exactly the printed permissions", async () => {
  const port = freePort();
  await withModule(WITH_DATABASE, async (module, dir) => {
    const env = { AUTH_SECRET: SECRET, PORT: String(port), DATABASE: `${dir}/auth.kv` };
    const { flags, text } = await run(
      module,
      env,
      port,
      (browser) => browser.signInWithCredentials({ username: "ada" }),
    );
    assertEquals(flags, [
      "--unstable-kv",
      `--allow-net=127.0.0.1:${port}`,
      "--allow-env=AUTH_SECRET,DATABASE,PORT",
      `--allow-read=${dir}/auth.kv`,
      `--allow-write=${dir}/auth.kv`,
    ]);
    assertEquals(text, "Hello Ada Lovelace");
  });
});

Deno.test("doctor: an app with a provider runs with exactly the printed permissions", async () => {
  const port = freePort();
  await using idp = await serveIdp({ user: { sub: "1", name: "Grace Hopper" } });
  await withModule(WITH_PROVIDER, async (module) => {
    const env = {
      AUTH_SECRET: SECRET,
      AUTH_ACME_ISSUER: idp.issuer,
      AUTH_ACME_ID: idp.clientId,
      AUTH_ACME_SECRET: idp.clientSecret,
      PORT: String(port),
    };
    const { flags, text } = await run(
      module,
      env,
      port,
      (browser) => browser.signIn("acme"),
      [idp.issuer],
    );
    assertEquals(flags, [
      `--allow-net=127.0.0.1:${port},${new URL(idp.issuer).host}`.split("=").map((part) =>
        part.split(",").sort().join(",")
      ).join("="),
      "--allow-env=AUTH_ACME_ID,AUTH_ACME_ISSUER,AUTH_ACME_SECRET,AUTH_SECRET,PORT",
    ]);
    assertEquals(text, "Hello Grace Hopper");
    assert(!flags.includes("-A"));
  });
});

Deno.test("doctor: an app with an SQLite file runs with exactly the printed permissions", async () => {
  const port = freePort();
  const store = `
    import { SqliteAdapter } from "@x/auth/adapters/sqlite";
    export const adapter = SqliteAdapter(Deno.env.get("DATABASE")!);
  `;
  await withModule(WITH_STORE, async (module, dir) => {
    const env = { AUTH_SECRET: SECRET, PORT: String(port), DATABASE: `${dir}/auth.db` };
    const { flags, text } = await run(
      module,
      env,
      port,
      (browser) => browser.signInWithCredentials({ username: "ada" }),
    );
    assertEquals(flags, [
      `--allow-net=127.0.0.1:${port}`,
      "--allow-env=AUTH_SECRET,DATABASE,PORT",
      `--allow-read=${dir}/auth.db`,
      `--allow-write=${dir}/auth.db`,
    ]);
    assertEquals(text, "Hello Ada Lovelace");
  }, store);
});

Deno.test("doctor: permissions that no config shows are found: of the system, of a package, of a callback", async () => {
  const store = `
    import { hostname } from "node:os";
    import { MemoryAdapter } from "@x/auth/adapters/memory";
    const name = "late";
    const { greeting } = await import(new URL("./" + name + ".ts", import.meta.url).href);
    process.env.APP_REGION;
    export const adapter = Object.assign(MemoryAdapter(), { about: hostname() + greeting });
  `;
  const module = WITH_STORE.replace(
    "adapter,",
    `adapter, callbacks: {
      session: ({ session }) => ({ ...session, seal: Deno.readTextFileSync("/etc/hostname") }),
    },`,
  );
  const port = freePort();
  await withModule(module, async (path, dir) => {
    await Deno.writeTextFile(`${dir}/late.ts`, "export const greeting = 'hello';");
    const { flags, text } = await run(
      path,
      { AUTH_SECRET: SECRET, PORT: String(port) },
      port,
      (browser) => browser.signInWithCredentials({ username: "ada" }),
    );
    assertEquals(flags, [
      `--allow-net=127.0.0.1:${port}`,
      "--allow-env=APP_REGION,AUTH_SECRET,PORT",
      "--allow-sys=hostname",
      `--allow-read=/etc/hostname,${dir}/late.ts`,
    ]);
    assertEquals(text, "Hello Ada Lovelace");
  }, store);
});

withPostgres("doctor: the permissions of an app with PostgreSQL", (server) => {
  Deno.test("doctor: an app with PostgreSQL runs with exactly the printed permissions", async () => {
    const port = freePort();
    const store = `
      import pg from "pg";
      import { PostgresAdapter } from "@x/auth/adapters/postgres";
      const pool = new pg.Pool({ connectionString: Deno.env.get("DATABASE_URL"), max: 2 });
      export const adapter = PostgresAdapter(pool);
      await adapter.setup();
    `;
    const { connectionString } = server();
    await withModule(WITH_STORE, async (module) => {
      const env = { AUTH_SECRET: SECRET, PORT: String(port), DATABASE_URL: connectionString };
      const { flags, text } = await run(
        module,
        env,
        port,
        (browser) => browser.signInWithCredentials({ username: "ada" }),
      );
      const [net = "", variables = ""] = flags;
      assert(net.split(/[=,]/).includes(new URL(connectionString).host), net);
      assertMatch(variables, /^--allow-env=AUTH_SECRET,DATABASE_URL,.*PGAPPNAME.*,PORT/);
      assertEquals(text, "Hello Ada Lovelace");
    }, store);
  });
});

Deno.test("doctor: without the permission to run Deno, it says that the flags were not tried", async () => {
  const { stdout } = await runDoctor(["tests/permissions/_app.ts"], {
    env: { AUTH_SECRET: SECRET },
    flags: ["--allow-read", "--allow-env", "--allow-net"],
  });
  assertMatch(stdout, /^Narrowest permissions, as far as the config shows them$/m);
});
