/**
 * Registration by the client itself: what it can have, and what no request can give it.
 *
 * @module
 */

import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { clientStands, findClient } from "../../../src/capabilities/oauth_server/clients.ts";
import { giveGrant } from "../../../src/capabilities/oauth_server/grants.ts";
import { clients } from "../../../src/capabilities/oauth_server/kinds.ts";
import { LONG_PER_NETWORK } from "../../../src/capabilities/oauth_server/open_records.ts";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import type { RecordStore } from "../../../src/types/records.ts";
import { asserted, authenticate, basic, callOf, signer } from "./_clients.ts";
import { assertRefused, CALLBACK, createServer, MCP, type ServerRig, VERIFIER } from "./_rig.ts";

const TOKEN = "an-initial-access-token-of-32-characters";
const METADATA = {
  redirect_uris: [CALLBACK],
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  token_endpoint_auth_method: "none",
  client_name: "A client",
};

type Dynamic = "off" | "open" | { readonly token: string };

function server(dynamic: Dynamic = "open", config = {}): ServerRig {
  return createServer({ registration: { dynamic } }, config);
}

async function register(rig: ServerRig, metadata: unknown, headers = {}): Promise<Response> {
  return await rig.send("oauth/register", {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(metadata),
  });
}

// deno-lint-ignore no-explicit-any -- an answer of JSON
async function registered(rig: ServerRig, metadata: unknown = METADATA): Promise<any> {
  const response = await register(rig, metadata);
  const body = await response.json();
  assertEquals(response.status, 201, JSON.stringify(body));
  return body;
}

async function refusalOf(metadata: unknown, error = "invalid_client_metadata") {
  return await assertRefused(await register(server(), metadata), error);
}

Deno.test("registration: off by default, with nothing that answers", async () => {
  for (const rig of [createServer(), server("off")]) {
    const response = await register(rig, METADATA);
    await response.body?.cancel();
    assertEquals(response.status, 404);
  }
});

Deno.test("registration: a public client gets an id, a token for its registration, and no secret", async () => {
  const rig = server();
  const body = await registered(rig);
  assertMatch(body.client_id, /^[\w-]{22}$/);
  assertEquals(Object.keys(body).sort(), [
    "client_id",
    "client_id_issued_at",
    "client_name",
    "grant_types",
    "id_token_signed_response_alg",
    "redirect_uris",
    "registration_access_token",
    "registration_client_uri",
    "response_types",
    "token_endpoint_auth_method",
  ]);
  const response = await authenticate(rig, { form: { client_id: body.client_id } });
  assertEquals(await response.json(), {
    id: body.client_id,
    source: "registered",
    isStranger: true,
    isFirstParty: false,
    name: "A client",
  });
});

Deno.test("registration: the answer is kept by no cache, and any origin may read it", async () => {
  const response = await register(server(), METADATA);
  await response.body?.cancel();
  assertMatch(response.headers.get("cache-control") ?? "", /no-store/);
  assertEquals(response.headers.get("access-control-allow-origin"), "*");
  assertEquals(response.headers.get("set-cookie"), null);
});

Deno.test("registration: the secret is shown once, kept as a hash, and is the default (RFC 7591 §2)", async () => {
  const rig = server();
  const { redirect_uris } = METADATA;
  const body = await registered(rig, { redirect_uris });
  assertEquals(body.token_endpoint_auth_method, "client_secret_basic");
  // It is forgotten then at the earliest.
  assertEquals(body.client_secret_expires_at, body.client_id_issued_at + 90 * 86_400);
  assert(body.client_secret.length >= 43);
  const stored = await clients.get(callOf(rig).config.records, body.client_id);
  assert(!JSON.stringify(stored).includes(body.client_secret));
  const accepted = await authenticate(rig, { headers: basic(body.client_id, body.client_secret) });
  assertEquals((await accepted.json()).id, body.client_id);
  const wrong = basic(body.client_id, `${body.client_secret}x`);
  await assertRefused(await authenticate(rig, { headers: wrong }), "invalid_client");
  const without = { form: { client_id: body.client_id } };
  await assertRefused(await authenticate(rig, without), "invalid_client");
});

Deno.test("registration: a client that signs has public keys alone", async () => {
  const rig = server();
  const { jwk, assertion, privateKey } = await signer();
  const own = { ...METADATA, token_endpoint_auth_method: "private_key_jwt" };
  const { client_id } = await registered(rig, { ...own, jwks: { keys: [jwk] } });
  const response = await authenticate(rig, asserted(await assertion(client_id)));
  assertEquals((await response.json()).id, client_id);
  const secret = await crypto.subtle.exportKey("jwk", privateKey);
  for (
    const jwks of [
      { keys: [secret] },
      { keys: [jwk, secret] },
      { keys: [{ kty: "oct", k: "c2VjcmV0" }] },
      { keys: [] },
      { keys: "all" },
      { keys: [{ kty: "EC", crv: "P-256" }] },
      { keys: Array(21).fill(jwk) },
      [],
      "https://client.example/jwks.json",
    ]
  ) {
    await refusalOf({ ...own, jwks });
  }
  await refusalOf(own);
  const jwks_uri = "https://client.example/jwks.json";
  await refusalOf({ ...own, jwks: { keys: [jwk] }, jwks_uri });
});

const JWKS_URIS: readonly [what: string, uri: unknown][] = [
  ["the metadata of a cloud", "https://169.254.169.254/latest/meta-data/"],
  ["a loopback", "https://127.0.0.1/jwks"],
  ["localhost", "https://localhost/jwks"],
  ["IPv6", "https://[::1]/jwks"],
  ["a number", "https://2130706433/jwks"],
  ["http", "http://client.example/jwks"],
  ["a port", "https://client.example:8443/jwks"],
  ["a user name", "https://a:b@client.example/jwks"],
  ["a fragment", "https://client.example/jwks#a"],
  ["a name without a dot", "https://intranet/jwks"],
  ["a file", "file:///etc/passwd"],
  ["no text", 1],
];

for (const [what, jwks_uri] of JWKS_URIS) {
  Deno.test(`registration: keys at a URL with ${what} are refused (GHSA-5rr4-8452-hf4v)`, async () => {
    const own = { ...METADATA, token_endpoint_auth_method: "private_key_jwt" };
    await refusalOf({ ...own, jwks_uri });
    // Also where it would not be used.
    await refusalOf({ ...METADATA, jwks_uri });
  });
}

Deno.test("registration: no member makes a client more than a stranger (CVE-2025-61928, CVE-2026-27124)", async () => {
  const rig = server();
  const { client_id } = await registered(rig, {
    ...METADATA,
    ...{ client_id: "own", clientId: "own", id: "own", client_secret: TOKEN, hash: "a" },
    ...{ isStranger: false, is_stranger: false, isFirstParty: true, is_first_party: true },
    ...{ skip_consent: true, skipConsent: true, trusted: true, service: "billing" },
    ...{ user: "ada", userId: "ada", user_id: "ada", owner: "ada", reference_id: "acme" },
    ...{ organization: "acme", source: "config", resources: [], require_pkce: false },
    "__proto__": { isFirstParty: true },
  });
  assert(client_id !== "own");
  const client = await findClient(callOf(rig), client_id);
  assertEquals(client?.isUntrusted, true);
  assertEquals(client?.isFirstParty, false);
  assertEquals(client?.service, undefined);
  assertEquals(client?.source, "registered");
  const { records } = callOf(rig).config;
  const found = (await clients.get(records, client_id))!;
  assertEquals(found.owner, undefined);
  // Not even in the store.
  const { expires, data } = found;
  await clients.replace(
    records,
    client_id,
    { expires, data: { ...data, isFirstParty: true } },
    found,
  );
  assertEquals((await findClient(callOf(rig), client_id))?.isFirstParty, false);
});

Deno.test("registration: a client of the config cannot be taken over (GHSA-j8v8-g9cx-5qf4)", async () => {
  const rig = server();
  const call = callOf(rig);
  await registered(rig, { ...METADATA, client_id: "own" });
  // Not even by a record of that id.
  const data = (await clients.get(call.config.records, (await registered(rig)).client_id))!.data;
  await clients.add(call.config.records, "own", { expires: null, data });
  assertEquals((await findClient(call, "own"))?.source, "config");
});

Deno.test("registration: with a token, only who has it registers; sessions and scopes of users are none (GHSA-xr8f-h2gw-9xh6, GHSA-gv74-j8m3-fg5f)", async () => {
  const rig = server({ token: TOKEN });
  const session = Object.fromEntries(await rig.signIn());
  const wrong: Record<string, string>[] = [
    {},
    session,
    { authorization: "Bearer" },
    { authorization: `Bearer ${TOKEN}x` },
    { authorization: `Bearer ${TOKEN.slice(1)}` },
    { authorization: `Basic ${btoa(`a:${TOKEN}`)}` },
    { authorization: TOKEN },
    { "x-initial-access-token": TOKEN },
  ];
  for (const headers of wrong) {
    const response = await register(rig, { ...METADATA, access_token: TOKEN }, headers);
    assertMatch(response.headers.get("www-authenticate") ?? "", /^Bearer/);
    await assertRefused(response, "invalid_token", 401);
  }
  const response = await register(rig, METADATA, { authorization: `Bearer ${TOKEN}` });
  assertEquals(response.status, 201);
  assertEquals((await response.json()).client_secret, undefined);
});

Deno.test("registration: no grant without a user can be had", async () => {
  const rig = server();
  const grant_types = [
    "authorization_code",
    "client_credentials",
    "implicit",
    "password",
    "urn:ietf:params:oauth:grant-type:token-exchange",
    "urn:ietf:params:oauth:grant-type:jwt-bearer",
  ];
  const body = await registered(rig, { ...METADATA, grant_types });
  assertEquals(body.grant_types, ["authorization_code"]);
  const { grants } = (await findClient(callOf(rig), body.client_id))!;
  assertEquals([...grants], ["code"]);
  for (const one of grant_types.slice(1)) await refusalOf({ ...METADATA, grant_types: [one] });
  await refusalOf({ ...METADATA, grant_types: ["refresh_token"] });
  await refusalOf({ ...METADATA, grant_types: [] });
  await refusalOf({ ...METADATA, grant_types: "authorization_code" });
});

Deno.test("registration: only the response type `code` is there", async () => {
  for (const response_types of [["token"], ["id_token"], ["none"], ["code token"], [], "code"]) {
    await refusalOf({ ...METADATA, response_types });
  }
});

Deno.test("registration: a method with a shared secret that signs, or an unknown one, is refused", async () => {
  for (const token_endpoint_auth_method of ["client_secret_jwt", "tls_client_auth", "NONE", 1]) {
    await refusalOf({ ...METADATA, token_endpoint_auth_method });
  }
});

Deno.test("registration: the type limits nothing, as editors send either, and another one is refused", async () => {
  const native = ["http://127.0.0.1/callback", "com.example.app:/callback"];
  const redirect_uris = [CALLBACK, ...native];
  for (const application_type of [undefined, "native", "web"]) {
    const body = await registered(server(), { ...METADATA, redirect_uris, application_type });
    assertEquals(body.redirect_uris, redirect_uris);
  }
  await refusalOf({ ...METADATA, application_type: "service" });
});

Deno.test("registration: URIs that cannot be used are left out, and the answer says which stay", async () => {
  const redirect_uris = [CALLBACK, "javascript:alert(1)", "http://10.0.0.1/", "myapp://callback"];
  const post_logout_redirect_uris = ["http://localhost:3000", "data:text/html,x"];
  const body = await registered(server(), {
    ...METADATA,
    redirect_uris,
    post_logout_redirect_uris,
  });
  assertEquals(body.redirect_uris, [CALLBACK, "myapp://callback"]);
  assertEquals(body.post_logout_redirect_uris, ["http://localhost:3000"]);
  const none = await registered(server(), {
    ...METADATA,
    post_logout_redirect_uris: ["javascript:alert(1)"],
  });
  assertEquals(none.post_logout_redirect_uris, undefined);
  await refusalOf(
    { ...METADATA, redirect_uris: redirect_uris.slice(1, 3) },
    "invalid_redirect_uri",
  );
});

Deno.test("registration: a code needs a redirect URI", async () => {
  await refusalOf({ ...METADATA, redirect_uris: [] }, "invalid_redirect_uri");
  await refusalOf({ ...METADATA, redirect_uris: undefined }, "invalid_redirect_uri");
  await refusalOf({ ...METADATA, redirect_uris: CALLBACK }, "invalid_redirect_uri");
  await refusalOf(
    { ...METADATA, redirect_uris: Array.from({ length: 21 }, (_, i) => `${CALLBACK}/${i}`) },
    "invalid_redirect_uri",
  );
  const long = `https://client.example/${"a".repeat(1000)}`;
  await refusalOf({ ...METADATA, redirect_uris: [long] }, "invalid_redirect_uri");
});

Deno.test("registration: a name is short and visible, and cannot turn the text around it", async () => {
  const long = "a".repeat(70);
  const names = [
    "a".repeat(1025),
    `${long}\u202e`,
    " ",
    "\u200b",
    "Bank\u202e",
    "Bank\u2066",
    "a\u0000b",
  ];
  for (const client_name of [...names, 1, ["Bank"]]) await refusalOf({ ...METADATA, client_name });
  const { client_name } = await registered(server(), { ...METADATA, client_name: undefined });
  assertEquals(client_name, "client.example");
  const grant_types = ["urn:ietf:params:oauth:grant-type:device_code"];
  await refusalOf({ grant_types });
  await registered(server(), { grant_types, client_name: "Television" });
});

Deno.test("registration: a name of more than 64 characters is cut, and the answer says so", async () => {
  const rig = server();
  const rows: [string, string][] = [
    ["a".repeat(64), "a".repeat(64)],
    ["a".repeat(65), `${"a".repeat(63)}…`],
    [`${"a".repeat(62)}  ${"b".repeat(300)}`, `${"a".repeat(62)}…`],
    // Never within a character.
    ["😀".repeat(80), `${"😀".repeat(63)}…`],
    ["👩\u200d🚀".repeat(40), `${"👩\u200d🚀".repeat(21)}…`],
  ];
  for (const [client_name, kept] of rows) {
    const body = await registered(rig, { ...METADATA, client_name });
    assertEquals(body.client_name, kept);
    assertEquals((await findClient(callOf(rig), body.client_id))?.name, kept);
  }
});

Deno.test("registration: scopes that are named limit no later request, which the user decides about", async () => {
  const rig = server();
  const scope = "project:read admin openid project:read";
  const body = await registered(rig, { ...METADATA, scope });
  assertEquals(body.scope, "project:read openid");
  assertEquals((await findClient(callOf(rig), body.client_id))!.scopes, "all");
  assertEquals((await registered(rig, METADATA)).scope, undefined);
  await refusalOf({ ...METADATA, scope: ["project:read"] });
});

Deno.test("registration: an algorithm of ID tokens that this server lacks is refused", async () => {
  for (const id_token_signed_response_alg of ["none", "HS256", "EdDSA"]) {
    await refusalOf({ ...METADATA, id_token_signed_response_alg });
  }
});

Deno.test("registration: the body is a JSON object", async () => {
  const rig = server("open", { logger: { error() {} } });
  const rows: [type: string, body: string, error: string, status: number][] = [
    ["application/json", "[]", "invalid_request", 400],
    ["application/json", '"a"', "invalid_request", 400],
    ["application/json", "{", "invalid_request", 400],
    ["application/json", "", "invalid_client_metadata", 400],
    [
      "application/x-www-form-urlencoded",
      `redirect_uris=${CALLBACK}`,
      "invalid_client_metadata",
      400,
    ],
    ["text/plain", JSON.stringify(METADATA), "invalid_request", 415],
  ];
  for (const [type, body, error, status] of rows) {
    const init = { method: "POST", headers: { "content-type": type }, body };
    await assertRefused(await rig.send("oauth/register", init), error, status);
  }
});

Deno.test("registration: metadata that no store would take is refused", async () => {
  const redirect_uris = Array.from({ length: 20 }, (_, i) => `${CALLBACK}/${i}${"a".repeat(900)}`);
  await refusalOf({ ...METADATA, redirect_uris });
});

Deno.test("registration: answers at the origin of the issuer alone", async () => {
  const rig = server();
  const response = await rig.send("https://other.example/auth/oauth/register", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(METADATA),
  });
  await response.body?.cancel();
  assertEquals(response.status, 404);
});

Deno.test("registration: requests count against the limit of the address", async () => {
  const limits = { perAddress: 5, clientAddress: () => "203.0.113.21" };
  const rig = server("open", { limits, logger: { error() {} } });
  const statuses: number[] = [];
  for (let i = 0; i < 7; i++) {
    const response = await register(rig, METADATA);
    await response.body?.cancel();
    statuses.push(response.status);
  }
  assertEquals(statuses, [201, 201, 201, 201, 201, 429, 429]);
});

async function grantTo(rig: ServerRig, client: string, userId = "ada"): Promise<void> {
  await rig.signIn(userId);
  await giveGrant(callOf(rig), { userId, client, organization: null }, {
    clientName: client,
    proof: { at: Math.floor(Date.now() / 1000), methods: ["pwd"], provider: null },
    targets: { [MCP]: ["project:read"] },
    host: "client.example",
  });
}

const DAY = 86_400_000;

/** Members of an answer. */
interface Registered {
  readonly client_id: string;
  readonly client_id_issued_at: number;
  readonly client_secret_expires_at: number;
}

Deno.test("registration: a client that no user knows is gone after 90 days, however often it is used", async () => {
  using time = new FakeTime();
  const rig = server();
  const { client_id } = await registered(rig);
  for (let day = 10; day < 90; day += 10) {
    time.tick(10 * DAY);
    const response = await authenticate(rig, { form: { client_id } });
    assertEquals((await response.json()).id, client_id);
  }
  assertEquals((await findClient(callOf(rig), client_id))?.isKnown, false);
  time.tick(10 * DAY);
  await assertRefused(await authenticate(rig, { form: { client_id } }), "invalid_client");
  assertEquals(await clientStands(callOf(rig), client_id), false);
});

Deno.test("registration: a client that a user knows stays for 90 days after its last use", async () => {
  using time = new FakeTime();
  const rig = server();
  const { client_id } = await registered(rig);
  await grantTo(rig, client_id);
  assertEquals((await findClient(callOf(rig), client_id))?.isKnown, true);
  for (let times = 1; times <= 10; times++) {
    time.tick(90 * DAY);
    const response = await authenticate(rig, { form: { client_id } });
    assertEquals((await response.json()).id, client_id, `after ${times} × 90 days`);
  }
  time.tick(181 * DAY);
  assertEquals(await clientStands(callOf(rig), client_id), false);
});

Deno.test("registration: a client that a user knows is not written for each use", async () => {
  using time = new FakeTime();
  const adapter = MemoryAdapter();
  const { records } = adapter;
  let writes = 0;
  const put: RecordStore["put"] = (entry, expected) => {
    if (entry.kind === "oauth.client") writes++;
    return records.put(entry, expected);
  };
  const rig = server("open", { adapter: { ...adapter, records: { ...records, put } } });
  const { client_id } = await registered(rig);
  await grantTo(rig, client_id);
  writes = 0;
  for (let day = 0; day < 360; day++) {
    time.tick(DAY);
    await (await authenticate(rig, { form: { client_id } })).body?.cancel();
  }
  assertEquals(writes, 4);
});

Deno.test("registration: of a flood from one network, all but some are gone after a day", async () => {
  using time = new FakeTime();
  const limits = {
    perAddress: 1000,
    clientAddress: (request: Request) => request.headers.get("x-address"),
  };
  const rig = server("open", { limits, logger: { error() {} } });
  const send = async (address: string) => {
    const response = await register(rig, { redirect_uris: [CALLBACK] }, { "x-address": address });
    return await response.json();
  };
  const all: Registered[] = [];
  for (let number = 0; number < LONG_PER_NETWORK + 2; number++) {
    all.push(await send("203.0.113.30"));
  }
  const days = ({ client_secret_expires_at: until, client_id_issued_at: from }: Registered) =>
    (until - from) / 86_400;
  assertEquals(all.map(days), [...Array(LONG_PER_NETWORK).fill(90), 1, 1]);
  // Another network has its own.
  assertEquals(days(await send("203.0.113.31")), 90);
  // One of the flood that a user knows stays.
  const [known, other] = [all.at(-1)!.client_id, all.at(-2)!.client_id];
  await grantTo(rig, known);
  time.tick(DAY);
  assertEquals(await clientStands(callOf(rig), other), false);
  for (const id of [known, all[0]!.client_id]) {
    assertEquals(await clientStands(callOf(rig), id), true);
  }
});

Deno.test("registration: what the version before has registered counts as it did", async () => {
  using time = new FakeTime();
  const rig = server();
  const { records } = callOf(rig).config;
  const change = async (days: number) => {
    const { client_id } = await registered(rig);
    const found = (await clients.get(records, client_id))!;
    const expires = new Date(Date.now() + days * DAY);
    await clients.replace(records, client_id, { expires, data: found.data }, found);
    return client_id;
  };
  const [unused, used] = [await change(1), await change(180)];
  assertEquals((await findClient(callOf(rig), unused))?.isKnown, false);
  assertEquals((await findClient(callOf(rig), used))?.isKnown, true);
  time.tick(DAY);
  assertEquals(await findClient(callOf(rig), unused), undefined);
});

Deno.test("registerClient(): a client of the app stays, is no stranger, and can be of the first party", async () => {
  using time = new FakeTime();
  const rig = createServer();
  const { registerClient } = rig.auth.oauthServer;
  const { id, secret } = await registerClient({
    name: "Ours",
    redirectUris: [CALLBACK],
    hasSecret: true,
    isFirstParty: true,
  });
  const open = await registerClient({ name: "Open", redirectUris: [CALLBACK] });
  assertEquals(Object.keys(open), ["id"]);
  time.tick(1000 * DAY);
  const response = await authenticate(rig, { headers: basic(id, secret!) });
  assertEquals(await response.json(), {
    id,
    source: "registered",
    isStranger: false,
    isFirstParty: true,
    name: "Ours",
  });
});

Deno.test("registerClient(): options that cannot be used are refused by name", async () => {
  const { registerClient } = createServer().auth.oauthServer;
  const own = { name: "App", redirectUris: [CALLBACK] };
  const { jwk } = await signer();
  const rows: [string, Record<string, unknown>][] = [
    ["name", { ...own, name: undefined }],
    ["name", { ...own, name: "a\u202eb" }],
    ["secret", { ...own, secret: TOKEN }],
    ["redirectUris", { ...own, redirectUris: [] }],
    ["redirectUris", { ...own, redirectUris: ["http://client.example/"] }],
    ["postLogoutRedirectUris", { ...own, postLogoutRedirectUris: ["data:,"] }],
    ["jwksUri", { ...own, jwksUri: "https://10.0.0.1/keys" }],
    ["jwks", { ...own, jwks: { keys: [] } }],
    ["the client", { ...own, jwks: { keys: [jwk] }, hasSecret: true }],
    ["grants", { ...own, grants: ["client-credentials"], service: "billing" }],
    ["grants", { ...own, grants: ["password"] }],
    ["scopes", { ...own, scopes: ["admin"] }],
    ["resources", { ...own, resources: ["https://other.example/"] }],
  ];
  for (const [member, options] of rows) {
    const error = await assertRejects(
      () => registerClient(options as typeof own),
      TypeError,
      member,
    );
    assert(!error.message.includes(TOKEN));
  }
});

Deno.test("removeClient(): the client is unknown at the next request, within `maxLag` too", async () => {
  for (const maxLag of [0, 60]) {
    const rig = createServer({ maxLag });
    const { registerClient, removeClient } = rig.auth.oauthServer;
    const { id } = await registerClient({ name: "App", redirectUris: [CALLBACK] });
    assertEquals(await clientStands(callOf(rig), id), true);
    assertEquals(await removeClient(id), true);
    assertEquals(await clientStands(callOf(rig), id), false);
    assertEquals(await findClient(callOf(rig), id), undefined);
    await assertRefused(await authenticate(rig, { form: { client_id: id } }), "invalid_client");
    assertEquals(await removeClient(id), false);
  }
});

Deno.test("removeClient(): of twenty calls at once, one removes it", async () => {
  const { registerClient, removeClient } = createServer().auth.oauthServer;
  const { id } = await registerClient({ name: "App", redirectUris: [CALLBACK] });
  const done = await Promise.all(Array.from({ length: 20 }, () => removeClient(id)));
  assertEquals(done.filter(Boolean).length, 1);
});

Deno.test("clientStands(): with `maxLag`, a client is read once; another process counts that much later", async () => {
  using time = new FakeTime();
  const adapter = MemoryAdapter();
  const [here, there] = [createServer({ maxLag: 60 }, { adapter }), createServer({}, { adapter })];
  const { id } = await here.auth.oauthServer.registerClient({
    name: "App",
    redirectUris: [CALLBACK],
  });
  const records = callOf(here).config.records as RecordStore;
  assertEquals(await clientStands(callOf(here), id), true);
  await records.take(clients.name, id);
  assertEquals(await clientStands(callOf(there), id), false);
  assertEquals(await clientStands(callOf(here), id), true);
  time.tick(60_000);
  assertEquals(await clientStands(callOf(here), id), false);
});

Deno.test("removeClient(): what the client holds is refused at the next request", async () => {
  const rig = createServer();
  const { registerClient, removeClient } = rig.auth.oauthServer;
  const { id } = await registerClient({ name: "App", redirectUris: [CALLBACK] });
  await rig.signIn();
  const fields = { client_id: id, redirect_uri: CALLBACK, code_verifier: VERIFIER };
  const grant_type = "authorization_code";
  const [first, second] = [
    await rig.code("ada", { client: id }),
    await rig.code("ada", { client: id }),
  ];
  const answer = await rig.post("oauth/token", { ...fields, grant_type, code: first });
  const { access_token, refresh_token } = await answer.json();
  assertEquals((await rig.ask(access_token)).status, 200);
  assertEquals(await removeClient(id), true);
  assertEquals((await rig.ask(access_token)).status, 401);
  const code = await rig.post("oauth/token", { ...fields, grant_type, code: second });
  await assertRefused(code, "invalid_client");
  const refreshed = { client_id: id, grant_type: "refresh_token", refresh_token };
  await assertRefused(await rig.post("oauth/token", refreshed), "invalid_client");
});

Deno.test("registration: a client that registered itself exchanges a code, with its own method alone", async () => {
  const rig = server();
  const { client_id, client_secret } = await registered(rig, {
    ...METADATA,
    token_endpoint_auth_method: "client_secret_post",
  });
  await rig.signIn();
  const code = await rig.code("ada", { client: client_id });
  const fields = {
    ...{ client_id, redirect_uri: CALLBACK, code_verifier: VERIFIER },
    ...{ grant_type: "authorization_code", code },
  };
  // The code is not used up by a request without its client.
  await assertRefused(await rig.post("oauth/token", fields), "invalid_client");
  const answer = await rig.post("oauth/token", { ...fields, client_secret });
  const { access_token } = await answer.json();
  assertEquals((await rig.ask(access_token)).status, 200);
  const { expires } = (await clients.get(callOf(rig).config.records, client_id))!;
  assert(expires!.valueOf() - Date.now() > 100 * DAY);
});
