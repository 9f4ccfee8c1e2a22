/**
 * A client that registered itself manages its registration (RFC 7592), and nobody else does.
 *
 * @module
 */

import { assert, assertEquals, assertMatch } from "@std/assert";
import { clients } from "../../../src/capabilities/oauth_server/kinds.ts";
import type { FullAdapter } from "../../../src/tools/testing/adapter/check.ts";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import { withPostgres } from "../../adapters/_postgres.ts";
import { LOCAL_STORES, type OpenDumpStore, postgresStore } from "../../flows/_factor_stores.ts";
import { slowed } from "../../flows/_organization_site.ts";
import { ask, open } from "./_authorize.ts";
import { authenticate, basic, callOf } from "./_clients.ts";
import { assertRefused, CALLBACK, createServer, ISSUER, type ServerRig } from "./_rig.ts";
import { assertAsked, grantTokens, refreshFields } from "./_tokens.ts";

const METADATA = {
  redirect_uris: [CALLBACK],
  grant_types: ["authorization_code", "refresh_token"],
  token_endpoint_auth_method: "none",
  client_name: "A client",
};

function server(options: object = {}, config: object = {}): ServerRig {
  return createServer({ registration: { dynamic: "open" }, ...options }, {
    logger: { error() {} },
    ...config,
  });
}

interface Registered {
  readonly id: string;
  readonly token: string;
  readonly secret: string | undefined;
  readonly url: string;
}

async function register(rig: ServerRig, metadata: object = METADATA): Promise<Registered> {
  const response = await rig.send("oauth/register", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(metadata),
  });
  const body = await response.json();
  assertEquals(response.status, 201, JSON.stringify(body));
  const { client_id: id, registration_access_token: token, client_secret: secret } = body;
  return { id, token, secret, url: body.registration_client_uri };
}

async function manage(
  rig: ServerRig,
  method: string,
  { id, token }: Pick<Registered, "id" | "token">,
  body?: unknown,
  headers: HeadersInit = {},
): Promise<Response> {
  return await rig.send(`oauth/register/${id}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...body === undefined ? {} : { "content-type": "application/json" },
      ...headers,
    },
    ...body === undefined ? {} : { body: JSON.stringify(body) },
  });
}

async function assertClosed(response: Response): Promise<void> {
  const text = await response.text();
  assertEquals([response.status, JSON.parse(text).error], [401, "invalid_token"], text);
  assertMatch(response.headers.get("www-authenticate") ?? "", /^Bearer /);
}

Deno.test("own registration: it is read, replaced and removed with the token, at the URL of the answer", async () => {
  const rig = server();
  const own = await register(rig);
  assertEquals(own.url, `${ISSUER}/auth/oauth/register/${own.id}`);
  const shown = await rig.send(own.url, { headers: { authorization: `Bearer ${own.token}` } });
  assertMatch(shown.headers.get("cache-control")!, /no-store/);
  const read = await shown.json();
  assertEquals([read.client_id, read.client_name], [own.id, "A client"]);
  assertEquals(read.redirect_uris, [CALLBACK]);
  const uri = "https://client.example/other";
  const next = { ...METADATA, client_id: own.id, client_name: "Renamed", redirect_uris: [uri] };
  const replaced = await (await manage(rig, "PUT", own, next)).json();
  assertEquals([replaced.client_name, replaced.redirect_uris], ["Renamed", [uri]]);
  assertEquals(replaced.client_id_issued_at, read.client_id_issued_at);
  assertEquals((await (await manage(rig, "GET", own)).json()).client_name, "Renamed");
  // The URI of before counts no more.
  const browser = await open(rig);
  const asked = { client_id: own.id, redirect_uri: CALLBACK, response_type: "code" };
  assertEquals((await ask(browser, asked)).status, 400);
  const removed = await manage(rig, "DELETE", own);
  assertEquals([removed.status, await removed.text()], [204, ""]);
  for (const method of ["GET", "DELETE"]) await assertClosed(await manage(rig, method, own));
  await assertClosed(await manage(rig, "PUT", own, next));
});

Deno.test("own registration: what is left out is gone", async () => {
  const rig = server();
  const own = await register(rig, {
    ...METADATA,
    client_uri: "https://client.example/",
    post_logout_redirect_uris: ["https://client.example/bye"],
  });
  const { client_uri, post_logout_redirect_uris } = await (await manage(rig, "GET", own)).json();
  assert(client_uri && post_logout_redirect_uris);
  await manage(rig, "PUT", own, { ...METADATA, client_id: own.id });
  const after = await (await manage(rig, "GET", own)).json();
  assertEquals([after.client_uri, after.post_logout_redirect_uris], [undefined, undefined]);
});

Deno.test("own registration: what users gave ends with the removal", async () => {
  const rig = server();
  const own = await register(rig);
  const tokens = await grantTokens(rig, { client: own.id }, { client_id: own.id });
  await assertAsked(rig, tokens.access_token, 200);
  assertEquals((await manage(rig, "DELETE", own)).status, 204);
  await assertAsked(rig, tokens.access_token, 401);
  const fields = refreshFields(tokens.refresh_token, { client_id: own.id });
  await assertRefused(await rig.post("oauth/token", fields), "invalid_client");
});

Deno.test("own registration: no other token opens it, and a client without one has none", async () => {
  const rig = server();
  const [own, other] = [await register(rig), await register(rig)];
  const { oauthServer } = rig.auth;
  const made = await oauthServer.registerClient({ name: "Partner", redirectUris: [CALLBACK] });
  const { records } = callOf(rig).config;
  const before = await register(rig);
  await clients.update(records, before.id, (known) => {
    const { registrationHash: _, ...data } = known!.data;
    return { expires: known!.expires, data };
  });
  const wrong: Pick<Registered, "id" | "token">[] = [
    { id: own.id, token: other.token },
    { id: own.id, token: own.token.slice(1) },
    { id: own.id, token: "" },
    { id: made.id, token: own.token },
    { id: made.id, token: "" },
    { id: "web", token: own.token },
    { id: "A".repeat(22), token: own.token },
    { id: before.id, token: before.token },
    { id: before.id, token: "" },
  ];
  for (const one of wrong) {
    for (const method of ["GET", "DELETE"]) await assertClosed(await manage(rig, method, one));
    const next = { ...METADATA, client_id: one.id, client_name: "Taken" };
    await assertClosed(await manage(rig, "PUT", one, next));
  }
  // Neither in another scheme, nor in the URL, nor in the body.
  const authorization = `Basic ${btoa(`${own.id}:${own.token}`)}`;
  await assertClosed(await manage(rig, "GET", own, undefined, { authorization }));
  await assertClosed(await rig.send(`oauth/register/${own.id}?access_token=${own.token}`));
  assertEquals((await (await manage(rig, "GET", own)).json()).client_name, "A client");
  assertEquals((await oauthServer.getClient(made.id))!.name, "Partner");
});

Deno.test("own registration: the token is kept as a hash, and answers show it again, but no secret", async () => {
  const rig = server();
  const own = await register(rig, { redirect_uris: [CALLBACK] });
  const stored = JSON.stringify(await clients.get(callOf(rig).config.records, own.id));
  assert(!stored.includes(own.token) && !stored.includes(own.secret!));
  const next = { redirect_uris: [CALLBACK], client_id: own.id, client_secret: own.secret };
  for (const answer of [await manage(rig, "GET", own), await manage(rig, "PUT", own, next)]) {
    const text = await answer.text();
    assertEquals(answer.status, 200, text);
    assertEquals(JSON.parse(text).registration_access_token, own.token);
    assert(!text.includes(own.secret!), text);
  }
  assertEquals((await authenticate(rig, { headers: basic(own.id, own.secret!) })).status, 200);
  // It is none for anything else.
  await assertAsked(rig, own.token, 401);
});

/** What a replacement is refused for, with nothing changed. */
const REFUSED: Readonly<Record<string, readonly [change: object, error?: string]>> = {
  "no client_id": [{ client_id: undefined }],
  "another client_id": [{ client_id: "A".repeat(22) }],
  "a client_id that is no text": [{ client_id: ["x"] }, "invalid_request"],
  "the token": [{ registration_access_token: "x" }],
  "the URL": [{ registration_client_uri: "x" }],
  "the time of issue": [{ client_id_issued_at: 1 }],
  "the end of the secret": [{ client_secret_expires_at: 0 }],
  "another secret": [{ client_secret: "x".repeat(43) }],
  "no redirect URI": [{ redirect_uris: [] }, "invalid_redirect_uri"],
  "a redirect URI that runs something": [
    { redirect_uris: ["javascript:alert(1)"] },
    "invalid_redirect_uri",
  ],
  "a private host": [{ redirect_uris: ["https://10.0.0.1/cb"] }, "invalid_redirect_uri"],
  "a grant without a user": [{ grant_types: ["client_credentials"] }],
  "an unknown method": [{ token_endpoint_auth_method: "client_secret_jwt" }],
  "keys that are missing": [{ token_endpoint_auth_method: "private_key_jwt" }],
  "a name that changes how it reads": [{ client_name: "\u202Eevil" }],
  "too long": [{
    redirect_uris: Array(20).fill(0).map((_, i) => `${CALLBACK}/${i}${"a".repeat(900)}`),
  }],
};

Deno.test("own registration: a replacement passes the check of a registration, or changes nothing", async () => {
  const rig = server();
  const own = await register(rig);
  for (const [name, [change, error = "invalid_client_metadata"]] of Object.entries(REFUSED)) {
    const next = { ...METADATA, client_id: own.id, client_name: "New", ...change };
    const answer = await manage(rig, "PUT", own, next);
    const body = await answer.json();
    assertEquals([answer.status, body.error], [400, error], `${name}: ${JSON.stringify(body)}`);
  }
  const form = await rig.send(`oauth/register/${own.id}`, {
    method: "PUT",
    headers: { authorization: `Bearer ${own.token}` },
    body: new URLSearchParams({ client_id: own.id }),
  });
  await assertRefused(form, "invalid_client_metadata");
  await assertRefused(await manage(rig, "PUT", own), "invalid_client_metadata");
  assertEquals((await (await manage(rig, "GET", own)).json()).client_name, "A client");
});

Deno.test("own registration: nothing that only the app gives comes by it", async () => {
  const rig = server();
  const own = await register(rig);
  const more = { isFirstParty: true, isStranger: false, service: "s", pkce: "nonce", scopes: [] };
  const next = { ...METADATA, client_id: own.id, ...more, profile: "fapi2", organization: "o" };
  assertEquals((await manage(rig, "PUT", own, next)).status, 200);
  const client = await rig.auth.oauthServer.getClient(own.id);
  assertEquals([client!.isSelfRegistered, client!.isFirstParty, client!.service, client!.pkce], [
    ...[true, false, null, "required"],
  ]);
  assertEquals(client!.organization, null);
});

Deno.test("own registration: a new method makes a secret, which another one ends", async () => {
  const rig = server();
  const own = await register(rig);
  const secret = {
    ...METADATA,
    client_id: own.id,
    token_endpoint_auth_method: "client_secret_post",
  };
  const made = await (await manage(rig, "PUT", own, secret)).json();
  assert(made.client_secret && made.client_secret_expires_at > 0);
  assertEquals(
    (await authenticate(rig, { headers: basic(own.id, made.client_secret) })).status,
    200,
  );
  const again = await (await manage(rig, "PUT", own, secret)).json();
  assertEquals(again.client_secret, undefined);
  await manage(rig, "PUT", own, { ...METADATA, client_id: own.id });
  const shown = await authenticate(rig, { headers: basic(own.id, made.client_secret) });
  await assertRefused(shown, "invalid_client");
});

Deno.test("own registration: null is absent, and the method of the secret is shown as it was named", async () => {
  const rig = server();
  const named = {
    redirect_uris: [CALLBACK],
    ...{ token_endpoint_auth_method: "client_secret_post", client_name: "A" },
  };
  const own = await register(rig, { ...named, scope: null, jwks: null });
  const readMethod = async () =>
    (await (await manage(rig, "GET", own)).json()).token_endpoint_auth_method;
  assertEquals(await readMethod(), "client_secret_post");
  const nulls = Object.fromEntries(
    [
      ...["client_name", "grant_types", "response_types", "post_logout_redirect_uris", "jwks"],
      ...["jwks_uri", "logo_uri", "scope", "client_secret", "application_type", "software_id"],
      ...["backchannel_logout_uri", "backchannel_logout_session_required"],
      ...["id_token_signed_response_alg", "client_secret_expires_at"],
    ].map((name) => [name, null]),
  );
  const answer = await manage(rig, "PUT", own, { ...named, client_id: own.id, ...nulls });
  const body = await answer.json();
  assertEquals(answer.status, 200, JSON.stringify(body));
  assertEquals([body.grant_types, "jwks" in body], [["authorization_code"], false]);
  assert(body.client_name !== "A");
  assertEquals(await readMethod(), "client_secret_post");
  const basically = { ...named, client_id: own.id, token_endpoint_auth_method: null };
  assertEquals((await manage(rig, "PUT", own, basically)).status, 200);
  assertEquals(await readMethod(), "client_secret_basic");
  // Both ways count, whichever it named.
  assertEquals((await authenticate(rig, { headers: basic(own.id, own.secret!) })).status, 200);
});

Deno.test("own registration: without registration there is none, and a failing store is a 503", async () => {
  const adapter = MemoryAdapter() as FullAdapter;
  const rig = server({}, { adapter });
  const own = await register(rig);
  const off = createServer({}, { adapter });
  for (const method of ["GET", "DELETE"]) {
    assertEquals((await manage(off, method, own)).status, 404);
  }
  const { records } = adapter;
  const failing: FullAdapter = {
    ...adapter,
    records: { ...records, get: () => Promise.reject(new Error("the store is away")) },
  };
  const away = server({}, { adapter: failing });
  const next = { ...METADATA, client_id: own.id };
  for (const [method, body] of [["GET"], ["PUT", next], ["DELETE"]] as const) {
    const answer = await manage(away, method, own, body);
    assertEquals([answer.status, answer.headers.has("retry-after")], [503, true]);
  }
  assertEquals((await manage(rig, "GET", own)).status, 200);
});

/** Fifty replacements at once make one secret; with a removal among them, none brings it back. */
async function race(adapter: FullAdapter): Promise<void> {
  const slow = slowed(adapter, () => true);
  const rigs = Array.from({ length: 4 }, () => server({}, { adapter: slow }));
  const rig = rigs[0]!;
  const own = await register(rig);
  const next = { redirect_uris: [CALLBACK], client_id: own.id };
  const put = (index: number) => manage(rigs[index % 4]!, "PUT", own, next);
  const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => put(index)));
  const bodies = await Promise.all(answers.map((answer) => answer.json()));
  assertEquals(new Set(answers.map(({ status }) => status)), new Set([200]));
  const secrets = bodies.flatMap(({ client_secret: secret }) => secret ?? []);
  assertEquals(secrets.length, 1);
  assertEquals((await authenticate(rig, { headers: basic(own.id, secrets[0]) })).status, 200);
  const ends = await Promise.all(
    Array.from(
      { length: 50 },
      (_, index) => index % 2 ? put(index) : manage(rigs[index % 4]!, "DELETE", own),
    ),
  );
  await Promise.all(ends.map((answer) => answer.body?.cancel()));
  assertEquals(ends.filter(({ status }) => status === 204).length, 1);
  assertEquals(ends.filter(({ status }) => ![200, 204, 401].includes(status)).length, 0);
  assertEquals(await clients.get(adapter.records, own.id), null);
}

function registerRace(name: string, openStore: OpenDumpStore): void {
  Deno.test(`own registration, ${name}: of fifty changes at once, one makes the secret, and none outlives a removal`, async () => {
    const store = await openStore();
    try {
      await race(store.adapter);
    } finally {
      await store.close();
    }
  });
}

for (const [name, openStore] of Object.entries(LOCAL_STORES)) registerRace(name, openStore);
withPostgres(
  "own registration on PostgreSQL",
  (server) => registerRace("PostgreSQL", postgresStore(server)),
);
