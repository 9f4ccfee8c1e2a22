/**
 * Clients in the store: the list, changes, the rotation of a secret, and clients of organizations.
 *
 * @module
 */

import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import { clients } from "../../../src/capabilities/oauth_server/kinds.ts";
import { AuthError } from "../../../src/errors.ts";
import type { AuthConfig } from "../../../src/types/config.ts";
import { ownerOfApp, ownerOfOrg } from "../../../src/records/owner.ts";
import { withPostgres } from "../../adapters/_postgres.ts";
import { LOCAL_STORES, type OpenDumpStore, postgresStore } from "../../flows/_factor_stores.ts";
import { slowed } from "../../flows/_organization_site.ts";
import { approve, ask, GOOD, open, press, questionIn, toldIn } from "./_authorize.ts";
import { callOf } from "./_clients.ts";
import { assertRefused, CALLBACK, createServer, FILES, MCP, type ServerRig } from "./_rig.ts";
import { createServiceServer } from "./_services.ts";
import { codeFields, refresh, tokensOf } from "./_tokens.ts";

const PARTNER = {
  name: "Partner",
  redirectUris: [CALLBACK],
  idTokenAlgorithm: "ES256",
  hasSecret: true,
} as const;

/** Returns `true` when the client authenticates with the secret. */
async function takes(rig: ServerRig, client_id: string, client_secret: string): Promise<boolean> {
  const response = await rig.post("oauth/par", {
    ...GOOD,
    ...{ client_id, client_secret },
  });
  if (response.status === 201) return true;
  await assertRefused(response, "invalid_client");
  return false;
}

Deno.test("listClients() has the clients of the app, a page at a time, and no secret", async () => {
  const rig = createServer({ registration: { dynamic: "open" } });
  const { oauthServer } = rig.auth;
  const made = [];
  for (let index = 0; index < 5; index++) {
    made.push(await oauthServer.registerClient({ ...PARTNER, name: `Partner ${index}` }));
  }
  const body = JSON.stringify({ redirect_uris: [CALLBACK] });
  const headers = { "content-type": "application/json" };
  const stranger = await (await rig.send("oauth/register", { method: "POST", headers, body }))
    .json();
  const found: string[] = [];
  let after: string | undefined;
  do {
    const page = await oauthServer.listClients({ after, limit: 2 });
    assert(page.clients.length <= 2);
    found.push(...page.clients.map(({ id }) => id));
    after = page.next;
  } while (after !== undefined);
  assertEquals(found.sort(), made.map(({ id }) => id).sort());
  const text = JSON.stringify((await oauthServer.listClients()).clients);
  const { data: { hash } } = (await clients.get(callOf(rig).config.records, made[0]!.id))!;
  assert(!text.includes(hash!) && made.every(({ secret }) => !text.includes(secret!)), text);
  // It is not listed, and can be read.
  const { isSelfRegistered, organization } = (await oauthServer.getClient(stranger.client_id))!;
  assertEquals({ isSelfRegistered, organization }, { isSelfRegistered: true, organization: null });
  for (const id of ["", "web", "x".repeat(5000), "A".repeat(22)]) {
    assertEquals(await oauthServer.getClient(id), null);
    assertEquals(await oauthServer.removeClient(id), false);
    assertEquals(await oauthServer.updateClient(id, {}), null);
    assertEquals(await oauthServer.rotateClientSecret(id), null);
  }
  for (const limit of [0, 101, 1.5, NaN]) {
    await assertRejects(() => oauthServer.listClients({ limit }), RangeError, "limit");
  }
  const bad: object[] = [{ after: "x".repeat(5000) }, { after: "" }];
  for (const options of bad) {
    await assertRejects(() => oauthServer.listClients(options), RangeError, "after");
  }
  // A list of an organization never becomes that of the app.
  for (const organization of [undefined, null, ""]) {
    await assertRejects(
      () => oauthServer.listClients({ organization } as never),
      TypeError,
      "organization",
    );
  }
});

Deno.test("updateClient() changes a client as a whole, and what users gave at its host stays", async () => {
  const rig = createServer();
  const { oauthServer } = rig.auth;
  const { id, secret } = await oauthServer.registerClient(PARTNER);
  const browser = await open(rig);
  const asked = { ...GOOD, client_id: id };
  const as = { client_id: id, client_secret: secret! };
  const code = toldIn(await approve(browser, asked)).code!;
  const tokens = await tokensOf(await rig.post("oauth/token", codeFields(code, as)));
  const other = "https://other.example/callback";
  const changed = await oauthServer.updateClient(id, {
    name: "Partner & Co",
    redirectUris: [CALLBACK, `${CALLBACK}/second`, other],
    logoUri: "https://partner.example/logo.png",
  });
  assertEquals(changed!.name, "Partner & Co");
  assertEquals(await oauthServer.getClient(id), changed);
  assert(await takes(rig, id, secret!), "the secret stays");
  // At the host that is known, nobody is asked; at a new one, the user is.
  const second = await ask(browser, { ...asked, redirect_uri: `${CALLBACK}/second` });
  assert(toldIn(second).code);
  const page = await ask(browser, { ...asked, redirect_uri: other });
  questionIn(page);
  assertStringIncludes(page.html, "Partner &amp; Co");
  // A page that waits leads to no URI that was taken away.
  await oauthServer.updateClient(id, { redirectUris: [CALLBACK], logoUri: null });
  const late = await press(browser, page, "allow");
  assertEquals(late.status, 400, late.location);
  assertEquals((await oauthServer.getClient(id))!.logoUri, undefined);
  // Scopes narrow at the next refresh.
  await oauthServer.updateClient(id, { scopes: ["project:write"] });
  const response = await rig.post("oauth/token", {
    ...as,
    ...{ grant_type: "refresh_token", refresh_token: tokens.refresh_token },
  });
  await assertRefused(response, "invalid_scope");
  await oauthServer.updateClient(id, { scopes: null });
  await refresh(rig, tokens.refresh_token, as);
});

const KEY = {
  kty: "EC",
  crv: "P-256",
  x: "MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4",
  y: "4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM",
};

Deno.test("updateClient() refuses what registerClient() refuses, and changes nothing", async () => {
  const { auth: { oauthServer } } = createServer();
  const { id } = await oauthServer.registerClient(PARTNER);
  const known = await oauthServer.getClient(id);
  const cases: [object, string][] = [
    [{ redirectUris: [] }, "redirectUris"],
    [{ redirectUris: ["http://partner.example/"] }, "redirectUris"],
    [{ redirectUris: ["javascript:alert(1)"] }, "redirectUris"],
    [{ redirectUris: null }, "redirectUris"],
    [{ name: null }, "name"],
    [{ name: "" }, "name"],
    [{ name: "x".repeat(65) }, "name"],
    [{ logoUri: "http://partner.example/" }, "logoUri"],
    [{ grants: ["password"] }, "grants"],
    [{ scopes: ["project:delete"] }, "scopes"],
    [{ resources: ["https://other.example/"] }, "resources"],
    [{ jwks: { keys: [{ ...KEY, d: "private" }] } }, "jwks"],
    [{ jwks: null }, "jwks"],
    [{ secret: "a-secret-of-at-least-32-characters" }, "secret"],
    [{ hasSecret: false }, "hasSecret"],
    [{ organization: "org" }, "organization"],
    [{ isStranger: true }, "isStranger"],
    [{ responseTypes: ["code"] }, "responseTypes"],
    [{ introspects: [MCP] }, "introspects"],
    [{ exchangesTo: [FILES] }, "exchangesTo"],
    [{ isFirstParty: "yes" }, "isFirstParty"],
  ];
  for (const [changes, member] of cases) {
    await assertRejects(
      () => oauthServer.updateClient(id, changes as never),
      TypeError,
      member,
      JSON.stringify(changes),
    );
  }
  assertEquals(await oauthServer.getClient(id), known);
  // What has no value is no change.
  assertEquals(await oauthServer.updateClient(id, { scopes: undefined } as never), known);
  // Keys take the place of a secret, and cannot be taken away.
  const signs = await oauthServer.updateClient(id, { jwks: { keys: [KEY] } });
  assertEquals([signs!.method, signs!.jwks], ["private_key_jwt", { keys: [KEY] }]);
  await assertRejects(() => oauthServer.rotateClientSecret(id), TypeError, "it has none");
  const moved = await oauthServer.updateClient(id, { jwksUri: "https://partner.example/jwks" });
  assertEquals([moved!.jwks, moved!.jwksUri], [undefined, "https://partner.example/jwks"]);
});

Deno.test("rotateClientSecret() ends the secret at once, or after the overlap", async () => {
  const rig = createServer();
  const { oauthServer } = rig.auth;
  const { id, secret: first } = await oauthServer.registerClient(PARTNER);
  const second = (await oauthServer.rotateClientSecret(id))!.secret;
  assertEquals([await takes(rig, id, first!), await takes(rig, id, second)], [false, true]);
  const third = (await oauthServer.rotateClientSecret(id, { overlap: 3600 }))!.secret;
  assertEquals([await takes(rig, id, second), await takes(rig, id, third)], [true, true]);
  const until = (await oauthServer.getClient(id))!.previousSecretExpires!.valueOf() - Date.now();
  assert(until > 3_500_000 && until <= 3_600_000);
  // A change of the rest leaves both; what is older than two never counts.
  await oauthServer.updateClient(id, { name: "Other" });
  assert(await takes(rig, id, second));
  const fourth = (await oauthServer.rotateClientSecret(id, { overlap: 60 }))!.secret;
  assertEquals([await takes(rig, id, second), await takes(rig, id, third)], [false, true]);
  // The time of the overlap is over.
  const { records } = callOf(rig).config;
  const known = (await clients.get(records, id))!;
  const data = { ...known.data, previousUntil: Date.now() };
  await clients.replace(records, id, { userId: known.owner, expires: null, data }, known);
  assertEquals([await takes(rig, id, third), await takes(rig, id, fourth)], [false, true]);
  assertEquals((await oauthServer.getClient(id))!.previousSecretExpires, null);
  for (const overlap of [-1, NaN, Infinity, 2_592_001, "60"]) {
    const rotate = () => oauthServer.rotateClientSecret(id, { overlap } as never);
    await assertRejects(rotate, RangeError, "overlap");
  }
  for (const overlap of [undefined, null]) {
    const rotate = () => oauthServer.rotateClientSecret(id, { overlap } as never);
    await assertRejects(rotate, TypeError, "overlap");
  }
  assert(await takes(rig, id, fourth));
  const open = await oauthServer.registerClient({ name: "Open", redirectUris: [CALLBACK] });
  await assertRejects(() => oauthServer.rotateClientSecret(open.id), TypeError, "it has none");
});

Deno.test("updateClient() and rotateClientSecret() leave a client that registered itself alone", async () => {
  const rig = createServer({ registration: { dynamic: "open" } });
  const body = JSON.stringify({ redirect_uris: [CALLBACK] });
  const headers = { "content-type": "application/json" };
  const { client_id: id, client_secret: secret } = await (await rig.send("oauth/register", {
    ...{ method: "POST", headers, body },
  })).json();
  assertEquals(await rig.auth.oauthServer.updateClient(id, { isFirstParty: true }), null);
  assertEquals(await rig.auth.oauthServer.rotateClientSecret(id), null);
  assert(await takes(rig, id, secret));
});

Deno.test("updateClient(): a client of an earlier version works, and is listed once it is changed", async () => {
  const rig = createServer();
  const { oauthServer } = rig.auth;
  const { id, secret } = await oauthServer.registerClient(PARTNER);
  const { records } = callOf(rig).config;
  const known = (await clients.get(records, id))!;
  await clients.replace(records, id, { expires: null, data: known.data }, known);
  assertEquals((await oauthServer.listClients()).clients, []);
  assert(await takes(rig, id, secret!));
  await oauthServer.updateClient(id, {});
  assertEquals((await oauthServer.listClients()).clients.map((one) => one.id), [id]);
});

/** Rotates a secret fifty times at once, and changes a client from four processes. */
async function rotateAtOnce(openStore: OpenDumpStore): Promise<void> {
  const store = await openStore();
  try {
    const adapter = slowed(store.adapter, () => true);
    const rigs = Array.from({ length: 4 }, () => createServer({}, { adapter }));
    const [rig] = rigs as [ServerRig];
    const { id } = await rig.auth.oauthServer.registerClient(PARTNER);
    const results = await Promise.allSettled(
      Array.from(
        { length: 50 },
        (_, index) => rigs[index % 4]!.auth.oauthServer.rotateClientSecret(id, { overlap: 60 }),
      ),
    );
    const made = results.flatMap((one) => one.status === "fulfilled" ? [one.value!.secret] : []);
    for (const one of results) {
      if (one.status === "rejected") assertStringIncludes(one.reason.message, "call again");
    }
    // One whose read came after the write of another is a rotation after it.
    const counting = await Promise.all(made.map((one) => takes(rig, id, one)));
    assertEquals(counting.filter(Boolean).length, Math.min(made.length, 2), `${made.length} made`);
    const members = ["clientUri", "logoUri", "tosUri", "policyUri"] as const;
    await Promise.all(
      members.map((member, index) =>
        rigs[index]!.auth.oauthServer.updateClient(id, { [member]: "https://partner.example/" })
      ),
    );
    const found = (await rig.auth.oauthServer.getClient(id))!;
    for (const member of members) assertEquals(found[member], "https://partner.example/");
  } finally {
    await store.close();
  }
}

for (const [name, openStore] of Object.entries(LOCAL_STORES)) {
  Deno.test(`rotateClientSecret() on ${name}: of fifty at once, the last two secrets count`, async () => {
    await rotateAtOnce(openStore);
  });
}

withPostgres("clients on PostgreSQL", (server) => {
  Deno.test("rotateClientSecret() on postgres: of fifty at once, the last two secrets count", async () => {
    await rotateAtOnce(postgresStore(server));
  });
});

Deno.test("rotateClientSecret(): of fifty that have read the same secret, one replaces it", async () => {
  const adapter = MemoryAdapter();
  const { records } = adapter;
  let isHeld = false;
  const waiting: (() => void)[] = [];
  const get: typeof records.get = async (kind, id) => {
    const found = await records.get(kind, id);
    if (isHeld && kind === "oauth.client") {
      const { promise, resolve } = Promise.withResolvers<void>();
      if (waiting.push(resolve) === 50) {
        isHeld = false;
        for (const go of waiting) go();
      }
      await promise;
    }
    return found;
  };
  const rig = createServer({}, { adapter: { ...adapter, records: { ...records, get } } as never });
  const { oauthServer } = rig.auth;
  const { id, secret } = await oauthServer.registerClient(PARTNER);
  isHeld = true;
  const results = await Promise.allSettled(
    Array.from({ length: 50 }, () => oauthServer.rotateClientSecret(id, { overlap: 60 })),
  );
  const made = results.flatMap((one) => one.status === "fulfilled" ? [one.value!.secret] : []);
  assertEquals(made.length, 1);
  assertEquals([await takes(rig, id, secret!), await takes(rig, id, made[0]!)], [true, true]);
});

const OF_ACME = { name: "Acme Sync", redirectUris: [CALLBACK], idTokenAlgorithm: "ES256" } as const;

Deno.test("registerClient({ organization }): the question names the organization, and the client ends with it", async () => {
  const { rig, organization, deleteOrganization } = await createServiceServer();
  const { oauthServer } = rig.auth;
  const { id, secret } = await oauthServer.registerClient({
    ...OF_ACME,
    ...{ organization, hasSecret: true },
  });
  assertEquals((await oauthServer.listClients()).clients, []);
  const listed = await oauthServer.listClients({ organization });
  assertEquals(listed.clients.map((one) => [one.id, one.organization]), [[id, organization]]);
  assertEquals((await oauthServer.listClients({ organization: "another" })).clients, []);
  const browser = await open(rig);
  const page = await ask(browser, { ...GOOD, client_id: id });
  assertStringIncludes(page.html, "<dt>Made by</dt><dd><bdi>Acme</bdi></dd>");
  const code = toldIn(await press(browser, page, "allow")).code!;
  const as = { client_id: id, client_secret: secret! };
  const tokens = await tokensOf(await rig.post("oauth/token", codeFields(code, as)));
  assertEquals((await rig.ask(tokens.access_token)).status, 200);
  // It stays one of the organization.
  await oauthServer.updateClient(id, { name: "Acme Sync 2" });
  assertEquals((await oauthServer.getClient(id))!.organization, organization);
  await deleteOrganization();
  assertEquals(await oauthServer.getClient(id), null);
  assertEquals((await rig.ask(tokens.access_token)).status, 401);
  assert(!await takes(rig, id, secret!));
});

Deno.test("registerClient({ organization }): with `maxLag`, an end in the same process counts at once", async () => {
  const { rig: { auth, adapter }, organization, deleteOrganization } = await createServiceServer();
  const { organizations, keys } = auth.config as AuthConfig;
  const rig = createServer({ maxLag: 60 }, { adapter, organizations, keys, sendMail: () => {} });
  const tokensFor = async (client: string) => {
    await rig.signIn();
    const code = await rig.code("ada", { client });
    const tokens = await tokensOf(
      await rig.post("oauth/token", codeFields(code, { client_id: client })),
    );
    assertEquals((await rig.ask(tokens.access_token)).status, 200);
    return tokens.access_token;
  };
  const register = async () =>
    (await rig.auth.oauthServer.registerClient({ ...OF_ACME, organization })).id;
  const removed = await register();
  const token = await tokensFor(removed);
  assert(await rig.auth.oauthServer.removeClient(removed));
  assertEquals((await rig.ask(token)).status, 401);
  const next = await tokensFor(await register());
  await deleteOrganization();
  assertEquals((await rig.ask(next)).status, 401);
});

Deno.test("registerClient({ organization }): it has nothing that the app alone gives", async () => {
  const { rig, organization, service } = await createServiceServer();
  const { oauthServer } = rig.auth;
  const made = await oauthServer.registerClient({ ...OF_ACME, organization, hasSecret: true });
  const cases: [object, string][] = [
    [{ isFirstParty: true }, "isFirstParty"],
    [{ service }, "service"],
    [{ pkce: "nonce" }, "pkce"],
    [{ grants: ["code", "client-credentials"] }, "grants"],
    [{ grants: ["code", "token-exchange"] }, "grants"],
    [{ grants: ["code", "token-exchange"], exchangesTo: [FILES] }, "exchangesTo"],
    [{ grants: ["code", "jwt-bearer"] }, "grants"],
    [{ redirectUris: ["https://10.0.0.1/callback"] }, "redirectUris"],
    [{ redirectUris: ["https://router.local/callback"] }, "redirectUris"],
    [{ redirectUris: Array(21).fill(CALLBACK) }, "redirectUris"],
    [{ redirectUris: [`${CALLBACK}?${"x".repeat(1000)}`] }, "redirectUris"],
    [{ postLogoutRedirectUris: ["https://192.168.0.1/"] }, "postLogoutRedirectUris"],
  ];
  for (const [more, member] of cases) {
    const how = JSON.stringify(more);
    const register = () =>
      oauthServer.registerClient({ ...OF_ACME, hasSecret: true, organization, ...more });
    await assertRejects(register, TypeError, member, how);
    const update = () => oauthServer.updateClient(made.id, more);
    await assertRejects(update, TypeError, member, how);
  }
  for (const value of [undefined, null, "", 5]) {
    const register = () => oauthServer.registerClient({ ...OF_ACME, organization: value } as never);
    await assertRejects(register, TypeError, "organization");
  }
  const unknown = () => oauthServer.registerClient({ ...OF_ACME, organization: "another" });
  await assertRejects(unknown, AuthError, "no such organization");
  assertEquals((await oauthServer.listClients({ organization })).clients.length, 1);
  // A record that says more of itself gains nothing.
  const { config, config: { records }, settings } = callOf(rig);
  const known = (await clients.get(records, made.id))!;
  const data = { ...known.data, isFirstParty: true, service };
  await clients.replace(records, made.id, { userId: known.owner, expires: null, data }, known);
  const { findClient } = await import("../../../src/capabilities/oauth_server/clients.ts");
  const client = (await findClient({ config, settings }, made.id))!;
  assertEquals([client.isFirstParty, client.service], [false, undefined]);
  // Without organizations, there are none.
  const alone = createServer().auth.oauthServer;
  const register = () => alone.registerClient({ ...OF_ACME, organization });
  await assertRejects(register, AuthError, "organizations");
});

Deno.test("registerClient({ organization }): of sixty at once, fifty are written", async () => {
  const { rig, organization } = await createServiceServer();
  const results = await Promise.allSettled(
    Array.from(
      { length: 60 },
      () => rig.auth.oauthServer.registerClient({ ...OF_ACME, organization }),
    ),
  );
  const refused = results.filter((one) => one.status === "rejected");
  assertEquals(refused.length, 10);
  for (const { reason } of refused) assertStringIncludes(reason.message, "has 50 clients");
  const { records } = callOf(rig).config;
  assertEquals((await clients.list(records, ownerOfOrg(organization), { limit: 100 })).length, 50);
  assertEquals((await clients.list(records, ownerOfApp("oauth-clients"))).length, 0);
});

Deno.test("registerClient({ organization }): none stays of one that ends meanwhile", async () => {
  const { rig, organization, deleteOrganization } = await createServiceServer();
  const made = Promise.allSettled(
    Array.from(
      { length: 20 },
      () => rig.auth.oauthServer.registerClient({ ...OF_ACME, organization }),
    ),
  );
  await Promise.all([made, deleteOrganization()]);
  const { records } = callOf(rig).config;
  assertEquals(await clients.list(records, ownerOfOrg(organization)), []);
});
