/**
 * The door for every kind of credential: which kinds it lets in, that it looks at one of them alone,
 * and that other sites and guesses gain nothing.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { MemoryAdapter } from "../../adapters/memory.ts";
import type { CredentialKind } from "../../src/types/principal.ts";
import {
  API,
  APP,
  createCredentialApp,
  type CredentialApp,
  headersOf,
  issue,
} from "./_credential_app.ts";
import { type Credential, CREDENTIALS } from "./_credential_cases.ts";
import { STRATEGIES } from "./_strategies.ts";

const NAMES = Object.keys(CREDENTIALS) as Credential[];

const KINDS: readonly CredentialKind[] = ["session", "bearer", "key"];

/** Headers of a request that another site made the browser send. */
const OTHER_SITE = [["origin", "https://evil.example"], ["sec-fetch-site", "cross-site"]] as const;

const kindOf = (credential: Credential): CredentialKind =>
  credential === "cookie" ? "session" : credential.endsWith("-key") ? "key" : "bearer";

async function enter(
  { auth }: CredentialApp,
  headers: Record<string, string>,
  accept: readonly CredentialKind[] = KINDS,
  method = "GET",
): Promise<string> {
  const who = await auth.authenticate(new Request(API, { method, headers }), { accept });
  if (who.ok) return `${who.via} ${who.id}`;
  await who.response().body?.cancel();
  return `${who.status} ${who.reason}`;
}

for (const strategy of STRATEGIES) {
  for (const credential of NAMES) {
    Deno.test(`authenticate(), ${strategy}: ${credential} counts where its kind is accepted, and nowhere else`, async () => {
      const app = createCredentialApp(strategy, MemoryAdapter());
      const issued = await issue(app, credential);
      const own = kindOf(credential);
      for (const accept of KINDS) {
        const seen = await enter(app, await headersOf(issued), [accept]);
        const refused = credential === "cookie" ? "401 no-credential" : "401 not-accepted";
        if (accept === own) assert(seen.startsWith(`${own} `), seen);
        else assertEquals(seen, refused, accept);
      }
      const others = KINDS.filter((kind) => kind !== own);
      assert(!(await enter(app, await headersOf(issued), others)).startsWith(own));
    });
  }

  Deno.test(`authenticate(), ${strategy}: with Authorization, the cookie of another user neither counts nor helps`, async () => {
    const app = createCredentialApp(strategy, MemoryAdapter());
    const { person: eve } = await issue(app, "cookie");
    for (const credential of NAMES.filter((name) => name !== "cookie")) {
      const issued = await issue(app, credential);
      const alone = await enter(app, await headersOf(issued));
      const both = await enter(app, { ...await headersOf(issued), cookie: eve.cookie });
      assertEquals([both, both.includes(eve.id)], [alone, false], credential);
    }
    for (const authorization of ["Bearer none", "Basic YTpi", "", "Bearer", "DPoP none"]) {
      const seen = await enter(app, { authorization, cookie: eve.cookie });
      assert(seen.startsWith("401 "), `${authorization}: ${seen}`);
    }
  });

  Deno.test(`authenticate(), ${strategy}: another site can send cookies, and nothing else`, async () => {
    const app = createCredentialApp(strategy, MemoryAdapter());
    for (const credential of NAMES) {
      const issued = await issue(app, credential);
      if (credential === "dpop") continue; // Its proofs are for GET here.
      for (const [name, value] of OTHER_SITE) {
        const headers = { ...await headersOf(issued), [name]: value };
        const seen = await enter(app, headers, KINDS, "POST");
        if (credential === "cookie") assertEquals(seen, "403 cross-site");
        else assert(seen.startsWith(kindOf(credential)), seen);
      }
      const ours = await enter(app, { ...await headersOf(issued), origin: APP }, KINDS, "POST");
      assert(ours.startsWith(kindOf(credential)), ours);
    }
  });
}

Deno.test("authenticate(): every refusal of a credential is in the audit log, and a request without one is not", async () => {
  const app = createCredentialApp("jwt", MemoryAdapter());
  const issued = await issue(app, "user-key");
  app.entries.length = 0;
  assertEquals(await enter(app, {}), "401 no-credential");
  assertEquals(app.entries, []);
  await app.auth.keys.revoke(issued.person.id, issued.id);
  app.entries.length = 0;
  assertEquals(await enter(app, await headersOf(issued)), "401 revoked");
  const seen = app.entries.map(({ name, reason, credential }) => [name, reason, credential]);
  assertEquals(seen, [["credential.refused", "revoked", issued.id]]);
  assertEquals(JSON.stringify(app.entries).includes(issued.secret), false);
});

Deno.test("authenticate(): guesses are counted by their address, and valid keys of the same address are not", async () => {
  const app = createCredentialApp("jwt", MemoryAdapter(), {
    limits: { perAddress: 3, clientAddress: (request) => request.headers.get("x-from") },
  });
  const issued = await issue(app, "user-key");
  const from = { "x-from": "192.0.2.7" };
  const guess = () => enter(app, { authorization: "Bearer guess", ...from });
  const valid = async () => await enter(app, { ...await headersOf(issued), ...from });
  assertEquals(await Promise.all([guess(), guess(), guess()]), Array(3).fill("401 unknown"));
  assertEquals(await guess(), "429 too-many");
  assertEquals(await valid(), `key ${issued.person.id}`);
  assertEquals(
    await enter(app, { authorization: "Bearer guess", "x-from": "192.0.2.8" }),
    "401 unknown",
  );
  const request = new Request(API, { headers: { authorization: "Bearer guess", ...from } });
  const who = await app.auth.authenticate(request, { accept: ["key"] });
  assert(!who.ok);
  assert(Number(who.response().headers.get("retry-after")) > 0);
});
