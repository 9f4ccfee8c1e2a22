/**
 * The list of guards is in step with the sources and the tests.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { GUARDS } from "./_guards.ts";

const ROOT = new URL("../../../", import.meta.url);

/** Parts of "What cannot go wrong by construction", and files with a guard of each. */
const PARTS: readonly string[] = [
  ...["access_token", "authenticate_client", "claim", "codes", "device_page"],
  ...["documents", "evidence", "give_code", "grants", "issue", "question"],
  ...[
    "refresh",
    "refusal",
    "signing_keys",
    "consent_decision",
    "untrusted_url",
  ],
  ...["targets", "token_exchange"],
];

Deno.test("GUARDS: each stands in its file once, so that it can be taken out", async () => {
  const faults: string[] = [];
  for (const { name, file, code, without } of GUARDS) {
    const text = await Deno.readTextFile(new URL(`src/${file}`, ROOT));
    const times = text.split(code).length - 1;
    if (times !== 1 || code === without) faults.push(`${name}: ${times} times: ${code}`);
  }
  assertEquals(faults, []);
});

Deno.test("GUARDS: each has a name of its own, and a test", async () => {
  assertEquals(new Set(GUARDS.map(({ name }) => name)).size, GUARDS.length);
  for (const { name, test: [path, filter] } of GUARDS) {
    assert((await Deno.stat(new URL(path, ROOT))).isFile && filter.length > 3, name);
  }
});

Deno.test("GUARDS: every part of the server has one", () => {
  const files = new Set(GUARDS.map(({ file }) => file));
  assertEquals(
    PARTS.filter((part) => !files.has(`capabilities/oauth_server/${part}.ts`)),
    [],
  );
  assert(GUARDS.length > 250, `${GUARDS.length}`);
});
