/**
 * Calls of the store for each credential of a request: few reads, no write, and none at all for text
 * that only looks like a key.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { counted } from "./_counted_store.ts";
import { ask, createCredentialApp, headersOf, issue, type Wanted } from "./_credential_app.ts";
import type { Credential } from "./_credential_cases.ts";
import { STRATEGIES, type Strategy } from "./_strategies.ts";

/** Calls of the store for a request, without an organization and with one. */
const CALLS: Readonly<Record<Credential, readonly [alone: number, within: number]>> = {
  "cookie": [1, 3],
  "bearer": [1, 3],
  "dpop": [2, 4],
  "user-key": [2, 4],
  "member-key": [4, 4],
  "org-key": [2, 2],
  "service-key": [3, 3],
};

/** A session in the store is read with its user, and its proof from its record. */
const moreOf = (strategy: Strategy, credential: string) =>
  strategy === "database" && !credential.endsWith("-key") ? 1 : 0;

/** The one write of a request: the `jti` of a proof is taken. */
const WRITES: Partial<Record<Credential, readonly string[]>> = { "dpop": ["records.put"] };

const isWrite = (name: string) => !/^(?:records\.)?(?:get|list)/.test(name);

for (const strategy of STRATEGIES) {
  for (const [credential, calls] of Object.entries(CALLS)) {
    const [alone, within] = calls.map((number) => number + moreOf(strategy, credential)) as [
      number,
      number,
    ];
    Deno.test(`credential reads, ${strategy}, ${credential}: ${alone} calls of the store, ${within} for an organization`, async () => {
      const names: string[] = [];
      const { store } = counted(MemoryAdapter(), (name) => void names.push(name));
      const app = createCredentialApp(strategy, store);
      const issued = await issue(app, credential as Credential);
      const measure = async (wanted: Wanted) => {
        const headers = await headersOf(issued);
        names.length = 0;
        assert((await ask(app, headers, wanted)).isAccepted);
        return [...names];
      };
      // The first use of a key is noted, and then one in five minutes.
      await measure({});
      for (const [wanted, most] of [[{}, alone], [{ organization: issued.org }, within]] as const) {
        const seen = await measure(wanted);
        assertEquals(seen.filter(isWrite), WRITES[credential as Credential] ?? []);
        assertEquals(seen.length, most, seen.join(", "));
      }
    });
  }
}

Deno.test("credential reads: 10,000 texts that differ from a key in one character are refused without a read", async () => {
  const names: string[] = [];
  const { store } = counted(MemoryAdapter(), (name) => void names.push(name));
  const app = createCredentialApp("jwt", store);
  const { secret } = await issue(app, "user-key");
  const prefix = "acme_k1_";
  const body = secret.slice(prefix.length);
  const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  names.length = 0;
  for (let index = 0; index < 10_000; index++) {
    const at = index % body.length;
    const other = letters[(letters.indexOf(body[at]!) + 1 + index % 61) % 62];
    const text = body.slice(0, at) + other + body.slice(at + 1);
    const seen = await ask(app, { authorization: `Bearer ${prefix}${text}` });
    assertEquals([seen.status, seen.reason], [401, "unknown"]);
  }
  assertEquals(names, []);
});
