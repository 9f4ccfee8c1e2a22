/**
 * The command line: exit codes, output, and faults of the folder in which it runs.
 *
 * @module
 */

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { main } from "../../src/tools/doctor/command.ts";
import { RECORD_STORES } from "../../src/config/record_stores.ts";
import { finding, FINDING_IDS } from "../../src/tools/doctor/finding.ts";
import { diagnose } from "../../src/tools/doctor/mod.ts";
import { REPOSITORY } from "../../src/tools/doctor/docs.ts";
import { anchorsOf } from "../_anchors.ts";
import { behindProxy, examine, healthy, PUBLIC, SECRET } from "./_rig.ts";
import { runDoctor, writeAppConfig } from "./_run.ts";
import { STARTERS } from "../../src/tools/doctor/starters.ts";

const HEALTHY = "tests/permissions/_app.ts";

/** Runs in a folder with these files. */
async function inFolder<T>(
  files: Record<string, string>,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await Deno.makeTempDir({ prefix: "auth-doctor-" });
  try {
    for (const [name, text] of Object.entries(files)) {
      await Deno.writeTextFile(`${folder}/${name}`, text);
    }
    return await use(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("command: a healthy app has exit code 0, and JSON is all that is printed", async () => {
  const { code, stdout } = await runDoctor([HEALTHY, "--json"], { env: { AUTH_SECRET: SECRET } });
  assertEquals(code, 0);
  assertEquals(JSON.parse(stdout), {
    subject: HEALTHY,
    errors: 0,
    warnings: 0,
    notes: 0,
    findings: [],
    isHealthy: true,
    redirectUris: {},
    permissions: ["--allow-net=127.0.0.1", "--allow-env=AUTH_SECRET"],
    unchecked: [
      {
        subject: "The running app, its pages, and the proxies in front of it",
        reason: "no URL was passed",
        cure: "Pass `--url https://app.example` while the app runs.",
      },
      {
        subject: "Faults of cookies, limits, stores and passkeys that a public URL alone brings",
        reason: "neither AUTH_URL nor --url names it",
        cure: "Set AUTH_URL to that of the deployed app, for this command.",
      },
    ],
  });
});

Deno.test("command: an error has exit code 1, a warning has 0", async () => {
  const without = await runDoctor(["doctor", HEALTHY, "--json"]);
  assertEquals([without.code, JSON.parse(without.stdout).errors], [1, 1]);
  const short = await runDoctor(["doctor", HEALTHY, "--json"], {
    env: { AUTH_SECRET: SECRET.slice(0, 20) },
  });
  assertEquals([short.code, JSON.parse(short.stdout).warnings], [0, 1]);
});

Deno.test("command: a wrong command line has exit code 2, and says the right one", async () => {
  const wrong = [
    [["--jsno"], "There is no option --jsno"],
    [["--url"], "--url needs a value"],
    [["--url", "app.example"], "--url needs the whole URL"],
    [["init", "--framework", "rails"], "There is no framework rails"],
    [["a.ts", "b.ts"], "Pass one module"],
  ] as const;
  for (const [args, words] of wrong) {
    const lines: string[] = [];
    assertEquals(await main(args, { print: (line) => void lines.push(line) }), 2);
    assertStringIncludes(lines.join("\n"), words);
    assertStringIncludes(lines.join("\n"), "Usage:");
  }
  const { code, stdout } = await runDoctor(["--help"], { flags: [] });
  assertEquals(code, 0);
  assertMatch(stdout, /--env-file/);
});

Deno.test("command: text has words for severities, cures and headings, and no colors", async () => {
  const { text, code } = await examine({ config: { providers: [] }, env: {} }, []);
  assertEquals(code, 1);
  assertMatch(text, /^Environment$/m);
  assertMatch(text, /^ {2}error secret-missing$/m);
  assertMatch(text, /^ {4}Cure: Set AUTH_SECRET/m);
  assertMatch(text, /^Not checked$/m);
  assertMatch(text, /^ {2}The running app.*: no URL was passed\. Pass$/m);
  assertMatch(text, /^1 error, 0 warnings, 3 not checked$/m);
  assert(!text.includes("\x1b"));
});

Deno.test("command: redirect URIs are those of the public URL and the base path", async () => {
  const { json } = await examine({
    config: healthy({
      providers: [{ id: "acme", name: "Acme", type: "oidc", issuer: "https://acme.example" }],
    }),
    env: {
      AUTH_URL: "https://app.example/api/auth",
      AUTH_ACME_ID: "4711",
      AUTH_ACME_SECRET: "9b1d3e7a5c",
    },
    args: ["--offline"],
  });
  assertEquals(json.redirectUris, { acme: "https://app.example/api/auth/callback/acme" });
});

Deno.test("command: redirect URIs have the port on which the app listens", async () => {
  const acme = `{ id: "acme", name: "Acme", type: "oauth", clientId: "4711", clientSecret: "9b1d3e",
    authorization: "https://acme.example/a", token: "https://acme.example/t",
    userinfo: "https://acme.example/u" }`;
  const config = `export const config = { providers: [${acme}] };`;
  const apps: [string, Record<string, string>][] = [
    ["http://localhost:8000", { "auth.ts": config }],
    ["http://localhost:4321", {
      "auth.ts": `${config} Deno.serve({ port: 4321 }, () => new Response());`,
    }],
    ["http://localhost:4322", {
      "auth.ts": `import { createServer } from "node:http"; ${config} createServer().listen(4322);`,
    }],
    ["http://localhost:3000", {
      "auth.ts": config,
      "package.json": '{ "dependencies": { "next": "*" } }',
    }],
    ["http://localhost:5173", {
      "auth.ts": config,
      "package.json": '{ "devDependencies": { "@sveltejs/kit": "*" } }',
    }],
  ];
  for (const [origin, files] of apps) {
    await inFolder(files, async (cwd) => {
      const { stdout, stderr } = await runDoctor(["auth.ts", "--json", "--offline"], {
        cwd,
        env: { AUTH_SECRET: SECRET },
      });
      assert(stdout.startsWith("{"), stderr);
      assertEquals(JSON.parse(stdout).redirectUris, { acme: `${origin}/auth/callback/acme` });
    });
  }
});

Deno.test("command: without a module, it takes one with a usual name", async () => {
  await inFolder({ "auth.ts": "export const config = { providers: [] };" }, async (cwd) => {
    const { stdout } = await runDoctor(["--json"], { cwd, env: { AUTH_SECRET: SECRET } });
    assertEquals([JSON.parse(stdout).subject, JSON.parse(stdout).errors], ["auth.ts", 0]);
  });
});

Deno.test("command: a config without records is told those that fit its adapter", async () => {
  const module = `
    import { ApiKeys } from "@x/auth/keys";
    const adapter = { getUser() {}, getUserByEmail() {} };
    export const config = {
      providers: [], adapter, keys: ApiKeys({ prefix: "acme", scopes: ["read"] }),
      session: { strategy: "jwt" },
    };`;
  const dependencies = (...names: string[]) =>
    JSON.stringify({ dependencies: Object.fromEntries(names.map((name) => [name, "1"])) });
  const general = /Set `records`, from @x\/auth\/records\/\{/;
  for (
    const [manifest, cure] of [
      [
        dependencies("@auth/upstash-redis-adapter"),
        /^Set `records: RedisRecords\(client\)`, from @x\/auth\/records\/redis, beside @auth\/upstash-redis-adapter, or use/,
      ],
      [dependencies("@auth/pg-adapter", "pg"), /`records: PostgresRecords\(pool\)`/],
      [
        dependencies("@auth/prisma-adapter"),
        /^Use `PrismaAdapter\(prisma\)`, from @x\/auth\/prisma, in place of @auth\/prisma-adapter/,
      ],
      [dependencies("@auth/mongodb-adapter"), general],
      [dependencies("@auth/pg-adapter", "@auth/d1-adapter"), general],
      [dependencies(), general],
    ] as const
  ) {
    await inFolder({ "auth.ts": module, "package.json": manifest }, async (folder) => {
      const lines: string[] = [];
      const print = (line: string) => void lines.push(line);
      const env = { AUTH_SECRET: SECRET };
      await main(["auth.ts", "--json", "--offline"], { print, env, folder });
      const { findings } = JSON.parse(lines.join(""));
      const asks = findings.filter(({ id }: { id: string }) => id === "config-refused");
      assert(asks.length > 0, manifest);
      for (const one of asks) assertMatch(one.cure, cure);
    });
  }
});

Deno.test("command: the records that it names are exported", async () => {
  for (const { make, module } of Object.values(RECORD_STORES)) {
    const exported = await import(`../../adapters/${module}.ts`);
    assertEquals(typeof exported[make.slice(0, make.indexOf("("))], "function", make);
  }
});

Deno.test("command: with --url alone, it visits the app", async () => {
  await using stack = new AsyncDisposableStack();
  const { fetch } = behindProxy(stack);
  const lines: string[] = [];
  await inFolder({}, async (folder) => {
    const print = (line: string) => void lines.push(line);
    const host = { print, fetch: fetch!, env: {}, folder };
    assertEquals(await main(["--url", PUBLIC, "--json"], host), 0);
  });
  assertEquals(JSON.parse(lines.join("")).findings, []);
});

Deno.test("command: env-file-unread: a variable is in .env, but not in the environment", async () => {
  const files = {
    // Lines without a value, as `init` writes them, are no variables.
    ".env": `AUTH_SECRET=${SECRET}\nAUTH_GITHUB_ID=\nAUTH_GITHUB_SECRET=\n`,
    "auth.ts": "export const config = { providers: [] };",
  };
  await inFolder(files, async (cwd) => {
    const { stdout, code } = await runDoctor(["auth.ts", "--json"], { cwd });
    const { findings } = JSON.parse(stdout);
    assertEquals(
      findings.map(({ id }: { id: string }) => id),
      ["secret-missing", "env-file-unread"],
    );
    assertStringIncludes(findings[1].message, ".env has AUTH_SECRET, but");
    assertStringIncludes(findings[1].cure, "--env-file");
    assertEquals(code, 1);
    assert(!stdout.includes(SECRET), "a secret was printed");
    const again = await runDoctor(["auth.ts", "--json", "--env-file", ".env"], { cwd });
    assertEquals([again.code, JSON.parse(again.stdout).findings], [0, []]);
  });
});

Deno.test("diagnose: hides secrets that an error of the app contains", async () => {
  const password = "hunter2-in-a-url";
  const { findings } = await diagnose(
    healthy({
      adapter: {
        getUserByEmail: () => Promise.reject(new Error(`cannot connect to ${password}@db`)),
      },
      session: { strategy: "jwt" },
    }),
    { env: { DATABASE_PASSWORD: password } },
  );
  assertEquals(findings.map(({ id }) => id), ["store-failed"]);
  assertStringIncludes(findings[0]!.message, "[hidden]@db");
});

Deno.test("command: hides secrets in the error of a module that cannot be loaded", async () => {
  const { text, json } = await examine({
    module: 'throw new Error("refused: postgres://app:s3cr3t-word@db/app and key-of-the-app");',
    env: { DATABASE_URL: "postgres://app:s3cr3t-word@db/app", API_KEY: "key-of-the-app" },
  });
  assertEquals(json.findings[0].id, "module-failed");
  assertStringIncludes(text, "postgres://app:[hidden]@db/app and [hidden]");
});

Deno.test("command: a file of variables that is not there has exit code 2", async () => {
  const lines: string[] = [];
  const host = { print: (line: string) => void lines.push(line) };
  assertEquals(await main(["--env-file", "nowhere/.env"], host), 2);
  assertStringIncludes(lines.join("\n"), "Cannot read the variables in nowhere/.env");
});

Deno.test("diagnose: leaves the config, its store and its log as they are", async () => {
  const { MemoryAdapter } = await import("@x/auth/adapters/memory");
  const adapter = MemoryAdapter();
  const lines: unknown[] = [];
  const logger = {
    error: (e: Error) => void lines.push(e),
    warn: (c: string) => void lines.push(c),
  };
  const config = Object.freeze({ providers: [], secret: "short", adapter, logger });
  const { findings } = await diagnose(config, { env: {} });
  assertEquals(findings.map(({ id }) => id), ["short-secret", "secret-guessable"]);
  assertEquals(lines, []);
  assertEquals(await adapter.records!.list("doctor", "doctor"), []);
});

Deno.test("diagnose: the callbacks run without event handlers and stores, and not at all when told so", async () => {
  const { MemoryAdapter } = await import("@x/auth/adapters/memory");
  const adapter = MemoryAdapter();
  const called: string[] = [];
  const note = (name: string) => void called.push(name);
  const config = healthy({
    adapter: { ...adapter, createUser: (user) => (note("createUser"), adapter.createUser(user)) },
    callbacks: {
      signIn: () => (note("signIn"), true),
      session: ({ session }) => (note("session"), session),
    },
    events: {
      signIn: () => note("event signIn"),
      session: () => note("event session"),
      audit: () => note("event audit"),
    },
  });
  await diagnose(config, { env: {} });
  // A first sign-in, and a later one.
  const both = ["signIn", "session", "signIn", "session"];
  assertEquals(called, both);
  await diagnose(config, { env: {}, callbacks: false });
  assertEquals(called, both);
  const { text } = await examine({
    module: `export const config = {
      providers: [{ id: "x", name: "X", type: "credentials", credentials: {}, authorize: () => null }],
      callbacks: { session() { throw new Error("needs the database"); } },
    };`,
    env: { AUTH_SECRET: SECRET },
    args: ["--no-callbacks"],
  });
  assert(!text.includes("needs the database"), text);
});

Deno.test("docs/troubleshooting.md: the diagnosis is that of the first app without its variables", async () => {
  const guide = await Deno.readTextFile("docs/troubleshooting.md");
  const sample = /```text ignore\n(Doctor of [\s\S]*?)```/.exec(guide)?.[1];
  await inFolder({ "main.ts": STARTERS.deno.files["main.ts"]! }, async (cwd) => {
    const config = await writeAppConfig(cwd);
    const env = { AUTH_URL: "https://app.example" };
    const { stdout, code } = await runDoctor(["main.ts"], { cwd, config, env });
    assertEquals(code, 1);
    assertEquals(stdout, sample);
  });
});

Deno.test("docs: every section that a finding links to is there", async () => {
  const links = FINDING_IDS.flatMap((id) => finding(id, "", "").docs ?? []);
  assert(links.length > 40);
  for (const link of links) {
    const [page = "", anchor] = link.split("#");
    assert(page.startsWith(`${REPOSITORY}/blob/HEAD/docs/`), link);
    const text = await Deno.readTextFile(page.slice(`${REPOSITORY}/blob/HEAD/`.length));
    if (anchor) assert(anchorsOf(text).includes(anchor), link);
  }
});
