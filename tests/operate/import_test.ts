/**
 * The command that imports users: what it prints, on a terminal and without one, and its exit codes.
 *
 * @module
 */

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { gzipSync } from "node:zlib";
import { MemoryAdapter } from "../../adapters/memory.ts";
import Password from "../../src/capabilities/passwords/password_provider.ts";
import { findPassword } from "../../src/capabilities/passwords/records.ts";
import GitHub from "../../src/providers/github.ts";
import { requireStore } from "../../src/server/environment.ts";
import * as users from "../../src/server/users.ts";
import { main } from "../../src/tools/operate/command.ts";

const SECRET = "a-secret-of-at-least-32-characters";
const PLANTED = "import test: planted config";

function createApp() {
  const config = { providers: [], adapter: MemoryAdapter(), secret: SECRET, trustHost: true };
  return { config, list: async () => (await users.list(config)).users };
}

/** Runs `users import` on a file of the given text. */
async function run(
  config: object,
  file: string | Uint8Array,
  args: readonly string[],
  { name = "people.csv", isTerminal = false, files = {} as Record<string, string> } = {},
) {
  const folder = await Deno.makeTempDir({ prefix: "auth-import-" });
  try {
    (globalThis as Record<symbol, unknown>)[Symbol.for(PLANTED)] = config;
    const text = `export const config = (globalThis as any)[Symbol.for("${PLANTED}")];\n`;
    await Deno.writeTextFile(`${folder}/auth.ts`, text);
    const path = `${folder}/${name}`;
    for (const [file, text] of Object.entries(files)) {
      await Deno.writeTextFile(`${folder}/${file}`, text);
    }
    if (typeof file === "string") await Deno.writeTextFile(path, file);
    else await Deno.writeFile(path, file);
    const [printed, warned, bars]: string[][] = [[], [], []];
    const host = {
      print: (line: string) => void printed!.push(line),
      warn: (line: string) => void warned!.push(line),
      bar: isTerminal ? (text: string) => void bars!.push(text) : undefined,
      env: { AUTH_SECRET: SECRET },
      folder,
    };
    const inFolder = args.map((arg) => Object.hasOwn(files, arg) ? `${folder}/${arg}` : arg);
    const code = await main(["users", "import", path, ...inFolder], host);
    return { code, text: printed!.join("\n"), said: warned!.join("\n"), bars: bars! };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const CSV = `id,email,emailVerified,name
1,ada@example.com,yes,Ada
2\u001b[2J,no\u001b[2Jbody,yes,Bob
3,eve@example.com,maybe,Eve
`;

Deno.test("import: prints lines of what is wrong, and ends with 1", async () => {
  const { config, list } = createApp();
  const dry = await run(config, CSV, ["--from", "csv", "--dry-run"]);
  assertEquals([dry.code, (await list()).length], [1, 0]);
  assertStringIncludes(dry.text, "3 rows: 1 would be created");
  const found = await run(config, CSV, ["--from", "csv"]);
  assertEquals(found.code, 1);
  assertStringIncludes(found.text, "3 rows: 1 created");
  assertMatch(found.said, /^line 3: 2\ufffd\[2J: email: It is no address/m);
  assertMatch(found.said, /^line 4: 3: emailVerified: It is no time$/m);
  assert(!found.said.includes("\u001b"), "nothing that a terminal obeys");
  assertEquals((await list()).map(({ email }) => email), ["ada@example.com"]);
  const good = await run(config, CSV.split("\n").slice(0, 2).join("\n"), ["--from=csv"]);
  assertEquals([good.code, good.said], [0, ""]);
  assertStringIncludes(good.text, "1 rows: 0 created, 1 imported before");
});

Deno.test("import: as JSON, each row has a line with the id of its user", async () => {
  const { config, list } = createApp();
  const { code, text, said } = await run(config, CSV, ["--from", "csv", "--json"]);
  const lines = text.split("\n").map((line) => JSON.parse(line));
  assertEquals([code, said, lines.length], [1, "", 4]);
  const { created, refused, isComplete } = lines.pop();
  assertEquals([created, refused, isComplete], [1, 2, true]);
  const made = lines.find(({ outcome }) => outcome === "created");
  assertEquals([made.id, made.userId], ["1", (await list())[0]!.id]);
  assertEquals(
    lines.flatMap(({ problems }) => problems.map(({ field }: { field: string }) => field)).sort(),
    ["email", "emailVerified"],
  );
});

Deno.test("import: a terminal has a bar, and no terminal a line now and then", async () => {
  const { config } = createApp();
  const many = Array.from({ length: 10_001 }, (_, n) => `{"email":"p${n}@example.com"}`).join("\n");
  const options = { name: "people.jsonl", isTerminal: true };
  const seen = await run(config, many, ["--from", "jsonl"], options);
  assertMatch(seen.bars[0]!, /^\[#*-*\] +\d+ % {2}\d+ rows, \d+ created, 0 refused$/);
  assertEquals(seen.bars.at(-1), "", "the bar is gone at the end");
  const blind = await run(config, many, ["--from", "jsonl"], { name: "people.jsonl" });
  assertEquals(blind.said, "10000 rows, 0 created, 0 refused");
  const packed = gzipSync(new TextEncoder().encode(many));
  const again = await run(config, packed, ["--from", "jsonl"], { name: "people.jsonl.gz" });
  assertStringIncludes(again.text, "10001 rows: 0 created, 10001 imported before");
});

Deno.test("import: says what is wrong with the call, and changes nothing", async () => {
  const { config, list } = createApp();
  const wrong: [args: string[], message: string][] = [
    [[], "--from is one of auth0"],
    [["--from", "toString"], "--from is one of auth0"],
    [["--from", "csv", "--concurrency", "0"], "`concurrency` must be a whole number"],
    [["--from", "csv", "--concurrency", "many"], "--concurrency needs a number"],
    [["--from", "csv", "--providers", "github"], "--providers needs pairs"],
    [["--from", "csv", "--yes"], "takes no --yes"],
  ];
  for (const [args, message] of wrong) {
    const { code, said } = await run(config, CSV, args);
    assertEquals(code, 2);
    assertStringIncludes(said, message);
  }
  const unknown = await run(config, "email,role\na@example.com,admin\n", ["--from", "csv"]);
  assertEquals(unknown.code, 2);
  assertStringIncludes(unknown.said, 'there is no column "role"');
  const stopped = await run(config, "{}\n", ["--from", "jsonl", "--stop"]);
  assertEquals(stopped.code, 1);
  assertStringIncludes(stopped.said, "It has ended at the first row that is wrong");
  assertEquals(await list(), []);
});

/** An app with passwords of other systems, and an account of GitHub. */
function createPasswordApp() {
  const adapter = MemoryAdapter();
  const config = {
    providers: [
      Password({ page: false, verify: () => false }),
      GitHub({ clientId: "id", clientSecret: "secret" }),
    ],
    adapter,
    session: { revocation: {} },
    secret: SECRET,
    trustHost: true,
  };
  const hashOf = async (email: string) => {
    const user = await adapter.getUserByEmail(email);
    return user && (await findPassword(requireStore(config), user.id))?.hash;
  };
  return { config, hashOf };
}

const HASH = `$2b$10$${"x".repeat(53)}`;

Deno.test("import: Firebase needs the parameters of its console, and Auth0 takes a further file", async () => {
  const { config, hashOf } = createPasswordApp();
  const user = { localId: "1", email: "ada@example.com", emailVerified: true };
  const export1 = JSON.stringify({
    users: [{ ...user, passwordHash: "aGFzaA==", salt: "c2FsdA==" }],
  });
  const bare = await run(config, export1, ["--from", "firebase"]);
  assertEquals(bare.code, 2);
  assertStringIncludes(bare.said, "pass the hash parameters");
  const shown = "hash_config {\n  algorithm: SCRYPT,\n  base64_signer_key: c2VjcmV0,\n" +
    "  base64_salt_separator: Bw==,\n  rounds: 8,\n  mem_cost: 14,\n}\n";
  const json = '{"base64_salt_separator": "Bw==", "rounds": 8, "mem_cost": 14}';
  for (
    const text of ["", "rounds: 8", shown.replace("mem_cost", "cost"), " ".repeat(20_000) + shown]
  ) {
    const files = { "hash.txt": text };
    const wrong = await run(config, export1, ["--from", "firebase", "--hash-config", "hash.txt"], {
      files,
    });
    assertEquals(wrong.code, 2);
    assertStringIncludes(wrong.said, "--hash-config needs a file");
  }
  for (const [number, text] of [shown, json].entries()) {
    const email = `p${number}@example.com`;
    const rows = export1.replace("ada@example.com", email).replace('"1"', `"p${number}"`);
    const args = ["--from", "firebase", "--hash-config", "hash.txt"];
    const found = await run(config, rows, args, { files: { "hash.txt": text } });
    assertEquals(found.code, 0);
    assertEquals(await hashOf(email), "$firebase-scrypt$ln=14,r=8$c2FsdAc$aGFzaA");
  }
  const without = await run(config, export1, ["--from", "firebase", "--without-passwords"]);
  assertEquals([without.code, await hashOf("ada@example.com")], [0, undefined]);

  const auth0 = JSON.stringify({
    ...{ user_id: "auth0|1", email: "eve@example.com", email_verified: true },
    identities: [{ provider: "github", user_id: "7" }, { provider: "samlp", user_id: "x" }],
  });
  const files = { "hashes.ndjson": JSON.stringify({ _id: { $oid: "1" }, passwordHash: HASH }) };
  const args = ["--from", "auth0", "--passwords", "hashes.ndjson"];
  const unmapped = await run(config, auth0, args, { files });
  assertEquals(unmapped.code, 1);
  assertStringIncludes(unmapped.said, 'The config has no OAuth provider "samlp"');
  assertEquals((await run(config, auth0, [...args, "--providers", "samlp="], { files })).code, 0);
  assertEquals(await hashOf("eve@example.com"), HASH);
  const misplaced = await run(config, auth0, ["--from", "csv", "--passwords", "hashes.ndjson"]);
  assertStringIncludes(misplaced.said, "--passwords belongs to --from auth0");
});
