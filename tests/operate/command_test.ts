/**
 * The command for people who run an app: what it prints, what it changes, and what it refuses.
 *
 * @module
 */

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { SqliteAdapter } from "../../adapters/sqlite.ts";
import { FakeTime } from "@std/testing/time";
import { merges } from "../../src/accounts/open_merges.ts";
import { AuditLog } from "../../src/capabilities/audit_log/mod.ts";
import { Webhooks } from "../../src/capabilities/webhooks/mod.ts";
import { isSuspended } from "../../src/server/users.ts";
import { main } from "../../src/tools/operate/command.ts";
import { columns, plain, toJson } from "../../src/tools/operate/terminal.ts";
import { runScript } from "../doctor/_run.ts";

const SECRET = "a-secret-of-at-least-32-characters";
const HOOK_SECRET = `whsec_${btoa("a-secret-of-32-random-characters")}`;
const PLANTED = "operate test: planted config";

function createApp() {
  const adapter = MemoryAdapter();
  const config = {
    providers: [],
    adapter,
    session: { strategy: "jwt" as const, revocation: {} },
    audit: AuditLog({ beforeAnswer: true }),
    secret: SECRET,
    trustHost: true,
  };
  const add = (name: string, more: object = {}) =>
    adapter.createUser({
      id: name,
      name,
      email: `${name}@example.com`,
      emailVerified: null,
      ...more,
    });
  return { adapter, config, add };
}

async function run(config: object | undefined, ...args: string[]) {
  const folder = await Deno.makeTempDir({ prefix: "auth-operate-" });
  try {
    (globalThis as Record<symbol, unknown>)[Symbol.for(PLANTED)] = config;
    const text = `export const config = (globalThis as any)[Symbol.for("${PLANTED}")];\n`;
    await Deno.writeTextFile(`${folder}/auth.ts`, text);
    const [printed, warned]: string[][] = [[], []];
    const host = {
      print: (line: string) => void printed!.push(line),
      warn: (line: string) => void warned!.push(line),
      env: { AUTH_SECRET: SECRET },
      folder,
    };
    const code = await main(args, host);
    return { code, text: printed!.join("\n"), said: warned!.join("\n") };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("operate: users are listed, found and shown", async () => {
  const { config, add } = createApp();
  for (const name of ["ada", "adele", "bob"]) await add(name);
  const all = await run(config, "users", "list");
  assertEquals([all.code, all.text.split("\n").length], [0, 3]);
  assertMatch(all.text, /^ada +ada@example\.com +ada$/m);
  const page = await run(config, "users", "list", "--query", "AD", "--limit", "1");
  assertMatch(page.text, /^ada /);
  assertMatch(page.said, /^There are more: --after [\w-]+$/);
  const next = await run(
    config,
    "users",
    "list",
    "--query=ad",
    "--after",
    page.said.split(" ").at(-1)!,
  );
  assertMatch(next.text, /^adele /);
  const lines = (await run(config, "users", "list", "--all", "--json")).text.split("\n");
  assertEquals(lines.map((line) => JSON.parse(line).id), ["ada", "adele", "bob"]);
  assertEquals(
    (await run(config, "users", "list", "--query", "nobody")).said,
    "There is no such user.",
  );
  const shown = await run(config, "users", "show", "Ada@Example.com");
  assertMatch(shown.text, /^id +ada$/m);
  assertMatch(shown.text, /^suspended +-$/m);
  assertEquals(
    JSON.parse((await run(config, "users", "show", "bob", "--json")).text).user.id,
    "bob",
  );
});

Deno.test("operate: a user is suspended, resumed, signed out and deleted, and the log has it", async () => {
  const { config, adapter, add } = createApp();
  await add("ada");
  assertEquals((await run(config, "users", "suspend", "ada@example.com")).text, "ada: suspended");
  assert(await isSuspended(config, "ada"));
  assertMatch((await run(config, "users", "list")).text, /suspended$/);
  assertEquals((await run(config, "users", "resume", "ada")).code, 0);
  assert(!await isSuspended(config, "ada"));
  assertEquals((await run(config, "users", "sign-out", "ada")).code, 0);
  const asked = await run(config, "users", "delete", "ada");
  assertEquals([asked.code, asked.text], [2, ""]);
  assertStringIncludes(asked.said, "Nothing was deleted");
  assert(await adapter.getUser("ada"));
  assertEquals((await run(config, "users", "export", "ada")).code, 0);
  assertEquals((await run(config, "users", "delete", "ada", "--yes", "--json")).code, 0);
  assertEquals(await adapter.getUser("ada"), null);
  const names = (await run(config, "audit", "list")).text.split("\n").map((row) =>
    row.split(/ +/)[1]
  );
  assertEquals(names.slice(0, 2), ["user.deleted", "user.exported"]);
  assert(names.includes("user.suspended") && names.includes("user.resumed"));
  const [line] = (await run(config, "audit", "export", "--name", "user.deleted")).text.split("\n");
  assertEquals(JSON.parse(line!).name, "user.deleted");
  const whole = await run(config, "audit", "verify");
  assertEquals(whole.code, 0);
  assertStringIncludes(whole.text, "Nothing was changed or removed.");
  const [entry] = await adapter.records.list(
    `audit:${Math.floor(Date.now() / 86_400_000)}`,
    "audit.entry",
  );
  await adapter.records.take("audit.entry", entry!.id);
  const broken = await run(config, "audit", "verify");
  assertEquals(broken.code, 1);
  assertMatch(broken.text, /^missing: entries \d+ to \d+ of chain /m);
  // Who has only the database cannot hide the line.
  const planted = { ...entry!.data as object, chain: "x\x1b[2K\u202e" };
  await adapter.records.put({ ...entry!, data: planted }, null);
  const hidden = await run(config, "audit", "verify");
  assertEquals(hidden.code, 1);
  for (const args of [["verify"], ["verify", "--json"], ["export"], ["list", "--json"]]) {
    const { text } = await run(config, "audit", ...args);
    assert(!/[\p{Cc}\p{Cf}]/u.test(text.replaceAll("\n", "")), text);
  }
});

Deno.test("operate: a merge is shown first, and merges with --yes", async () => {
  const { adapter, config, add } = createApp();
  for (const name of ["old", "ada"]) await add(name);
  const account = { provider: "github", providerAccountId: "1", type: "oauth" as const };
  await adapter.linkAccount!({ userId: "old", ...account });
  const call = ["users", "merge", "old@example.com", "--into", "ada"];
  const shown = await run(config, ...call);
  assertEquals(shown.code, 0);
  assertMatch(shown.text, /^accounts that move +github$/m);
  assertStringIncludes(shown.said, "Nothing was changed");
  assertEquals((await adapter.getUserByAccount!(account))?.id, "old");
  for (
    const [args, said] of [
      [["users", "merge", "old"], "--into <user>"],
      [["users", "merge", "old", "--into", "nobody"], "There is no user nobody"],
      [["users", "merge", "nobody", "--into", "ada"], "There is no user nobody"],
      [["users", "merge", "old", "--into", "old", "--yes"], "both are the same"],
      [["users", "merge", "old", "--into"], "--into"],
    ] as const
  ) {
    const refused = await run(config, ...args);
    assertEquals(refused.code, 2, args.join(" "));
    assertStringIncludes(refused.said, said);
  }
  const done = await run(config, ...call, "--yes", "--json");
  assertEquals(done.code, 0);
  assertEquals(JSON.parse(done.text).done, true);
  assertEquals((await adapter.getUserByAccount!(account))?.id, "ada");
  assertEquals(await adapter.getUser!("old"), null);
  assertStringIncludes((await run(config, "users", "merges")).said, "Every merge is finished.");
  await merges.add(adapter.records!, "open", {
    expires: null,
    data: { open: [{ id: "other", from: "bob", into: "ada", at: 0, state: "moving", moving: [] }] },
  });
  assertMatch(
    (await run(config, "users", "merges")).text,
    /^1970-01-01T00:00:00Z +bob +ada +runs, or was killed +can be given up$/,
  );
});

Deno.test("operate: a merge that is not finished is given up with --cancel and --yes", async () => {
  const { adapter, config, add } = createApp();
  for (const name of ["old", "ada"]) await add(name);
  const call = ["users", "merge", "old", "--into", "ada", "--cancel"];
  const none = await run(config, ...call, "--yes");
  assertEquals(none.code, 2);
  assertStringIncludes(none.said, "There is no merge of old into ada to give up");
  const account = { provider: "github", providerAccountId: "1", type: "oauth" as const };
  await adapter.linkAccount!({ userId: "ada", ...account });
  const noted = { ...account, scope: null };
  const merge = { id: "m", from: "old", into: "ada", at: 0, moving: [], moved: [noted] };
  const openAs = async (state: "moving" | "ending") =>
    void await merges.update(adapter.records!, "open", () => ({
      expires: null,
      data: { open: [{ ...merge, state, stopped: "failed" as const }] },
    }));
  await openAs("ending");
  const late = await run(config, ...call, "--yes");
  assertEquals(late.code, 2);
  assertStringIncludes(late.said, "being deleted");
  assertMatch(
    (await run(config, "users", "merges")).text,
    /stopped: failed +only the end is left$/,
  );
  await openAs("moving");
  const shown = await run(config, ...call);
  assertMatch(shown.text, /^accounts that go back +github$/m);
  assertStringIncludes(shown.said, "Nothing was changed");
  assertEquals((await adapter.getUserByAccount!(account))?.id, "ada");
  const done = await run(config, ...call, "--yes", "--json");
  assertEquals([done.code, JSON.parse(done.text).done], [0, true]);
  assertEquals((await adapter.getUserByAccount!(account))?.id, "old");
  assertStringIncludes((await run(config, "users", "merges")).said, "Every merge is finished.");
});

Deno.test("operate: a user who is not there is never suspended or deleted, and a strange one is found", async () => {
  const { config, adapter, add } = createApp();
  await add("ada");
  const typos = ["eve", "eve@example.com", "org:acme", "app:oauth-clients", "audit:chains"];
  for (const named of typos) {
    for (const args of [["suspend"], ["resume"], ["sign-out"], ["delete", "--yes"]]) {
      const { code, text, said } = await run(config, "users", args[0]!, named, ...args.slice(1));
      assertEquals([code, text], [2, ""], `${args[0]} ${named}`);
      assertStringIncludes(said, "There is no user ");
    }
  }
  assertEquals((await run(config, "audit", "list")).said, "There is no such entry.");
  const long = `${"a".repeat(60)}@${"b".repeat(60)}.example.com`;
  await add("long", { email: long });
  await add("ldap:mary@corp", { email: "mary@example.com" });
  for (const [named, id] of [[long, "long"], ["ldap:mary@corp", "ldap:mary@corp"]] as const) {
    assertEquals((await run(config, "users", "suspend", named)).text, `${id}: suspended`);
    assert(await isSuspended(config, id));
  }
  assert(await adapter.getUser("ada"));
});

Deno.test("operate: webhooks that did not arrive are listed, and sent again", async () => {
  const { config, add } = createApp();
  await add("ada");
  let status = 500;
  const posts: string[] = [];
  const webhooks = Webhooks({
    endpoints: [{ url: "https://billing.example/hooks", secret: HOOK_SECRET }],
    fetch: (...sent: Parameters<typeof fetch>) => {
      posts.push(new Request(...sent).url);
      return Promise.resolve(new Response(null, { status }));
    },
  });
  const told = { ...config, webhooks, logger: { error() {}, warn() {} } };
  const empty = await run(told, "webhooks", "list");
  assertEquals([empty.code, empty.said], [0, "Every webhook has arrived, or is still tried."]);
  {
    using time = new FakeTime();
    await run(told, "users", "suspend", "ada");
    for (let hour = 0; hour < 26; hour++) {
      await time.tickAsync(60 * 60_000);
      await run(told, "webhooks", "deliver");
    }
    const listed = await run(told, "webhooks", "list");
    assertMatch(listed.text, /^\S+ +user\.suspended +billing\.example +\S+Z +\d+ tries$/);
    status = 200;
    const [id] = listed.text.split(" ");
    const before = posts.length;
    assertEquals((await run(told, "webhooks", "retry", id!)).text, `${id}: retried`);
    assertEquals(posts.length, before + 1, "it was sent by that command, once");
    assertEquals((await run(told, "webhooks", "list")).text, "");
    assertEquals((await run(told, "webhooks", "retry", "nothing")).code, 2);
  }
  assert(posts.length > 1);
  assertStringIncludes((await run(config, "webhooks", "list")).said, "Webhooks()");
});

Deno.test("operate: a wrong command line has exit code 2, prints nothing and changes nothing", async () => {
  const { config, add, adapter } = createApp();
  await add("ada");
  const wrong: [string[], string][] = [
    [["people"], "There is no command people: use users, audit, webhooks"],
    [["users"], "Say what to do with users: list, show"],
    [["users", "constructor"], "There is no command users constructor"],
    [["users", "show"], "users show needs a user"],
    [["users", "suspend", "ada", "auth.ts", "other.ts"], "Pass one module"],
    [["users", "suspend", "ada", "--yes"], "users suspend takes no --yes"],
    [["users", "list", "--limit"], "--limit needs a value"],
    [["users", "list", "--limit", "many"], "--limit needs a number"],
    [["users", "list", "--limit", "0"], "limit"],
    [["users", "list", "--state", "happy"], "state"],
    [["users", "list", "--all", "--limit", "5"], "Pass --all, or --limit"],
    [["users", "show", "eve"], "There is no user eve"],
    [["users", "suspend", "eve@example.com"], "There is no user with the address eve@example.com"],
    [["users", "suspend", "ad@example.com"], "There is no user with the address"],
    [["audit", "list", "--since", "yesterday"], "--since needs a time"],
    [["audit", "list", "--after", "x"], "Cannot read the audit log"],
    [["users", "list", "nowhere.ts"], "There is no file nowhere.ts"],
  ];
  for (const [args, words] of wrong) {
    const { code, text, said } = await run(config, ...args);
    assertEquals([code, text], [2, ""], args.join(" "));
    assertStringIncludes(said, words);
  }
  assert(await adapter.getUser("ada"));
  assert(!await isSuspended(config, "ada"));
  const { audit: _, ...without } = config;
  assertStringIncludes((await run(without, "audit", "list")).said, "add");
  const help = await run(config, "--help");
  assertEquals(help.code, 0);
  for (const word of ["users list", "users delete <user>", "audit verify"]) {
    assertStringIncludes(help.text, word);
  }
});

Deno.test("operate: each command says what it does, and what each of its options means", async () => {
  const all = await run(undefined, "--help");
  const titles = [...all.text.matchAll(/^ {2}(\w+ [\w-]+)/gm)].map(([, title]) => title!);
  assert(titles.length >= 14, `${titles}`);
  for (const title of titles) {
    const { code, text } = await run(undefined, ...title.split(" "), "--help");
    assertEquals(code, 0);
    assertMatch(text, new RegExp(`^Usage: ${title}( <\\w+>)? \\[module\\]\n\nIt \\w+`));
    const options = [...text.matchAll(/^ {2}(--[\w-]+)(.*)$/gm)];
    assert(options.length >= 2, title);
    for (const [, option, words] of options) assertMatch(words!, / {2}\S+/, `${title} ${option}`);
  }
  const one = await run(undefined, "users");
  assertStringIncludes(one.said, "users list [module]");
  assert(!one.said.includes("audit list"), one.said);
  const wrong = await run(undefined, "audit", "list", "--foo");
  assertStringIncludes(wrong.said, "--since <time>");
  assert(!wrong.said.includes("--query"), wrong.said);
});

Deno.test("operate: names of strangers move no cursor, and a secret is in no message", async () => {
  const { config, add } = createApp();
  await add("ada", { name: "\x1b[2J\u202egnp.exe\x07" });
  const { text } = await run(config, "users", "list");
  assert(!/[\p{Cc}\p{Cf}]/u.test(text.replaceAll("\n", "")), text);
  for (const args of [["list"], ["list", "--all"], ["show", "ada"], ["export", "ada"]]) {
    const json = (await run(config, "users", ...args, "--json")).text;
    assert(!/[\p{Cc}\p{Cf}]/u.test(json.replaceAll("\n", "")), json);
    assertStringIncludes(json, "\\u202egnp.exe");
  }
  assertEquals(JSON.parse(toJson({ a: "\u009b\u{e0041}\n李" })), { a: "\u009b\u{e0041}\n李" });
  assertMatch(toJson({ a: "\u009b\u{e0041}" }, 0), /^[ -~]+$/);
  assertEquals(plain("Zoë 李雷"), "Zoë 李雷");
  assertEquals(columns([["a", "b"], ["ccc", "d"]]), "a    b\nccc  d");
  const failing = {
    ...config,
    adapter: {
      ...config.adapter,
      listUsers: () => Promise.reject(new Error(`password ${SECRET} was refused`)),
    },
  };
  const { code, said } = await run(failing, "users", "list");
  assertEquals(code, 2);
  assert(!said.includes(SECRET), said);
});

Deno.test("operate: the command runs in a process of its own, on a file of SQLite", async () => {
  const folder = await Deno.makeTempDir({ prefix: "auth-operate-" });
  const adapter = SqliteAdapter(`${folder}/auth.db`);
  await adapter.createUser({ id: "1", email: "ada@example.com", emailVerified: null });
  adapter.close();
  await Deno.writeTextFile(
    `${folder}/auth.ts`,
    `import { SqliteAdapter } from "@x/auth/adapters/sqlite";
import { defineAuth } from "@x/auth/server";
export const auth = defineAuth({
  providers: [],
  adapter: SqliteAdapter(${JSON.stringify(`${folder}/auth.db`)}),
  session: { revocation: {} },
  secret: "${SECRET}",
});
`,
  );
  const args = ["users", "list", `${folder}/auth.ts`];
  const { code, stdout, stderr } = await runScript("src/tools/operate/mod.ts", args, {});
  assertEquals([code, stdout], [0, "1  ada@example.com  -\n"], stderr);
  await Deno.remove(folder, { recursive: true });
});
