/**
 * What anyone can make the server do is counted first: for an address whose limit is reached, no
 * endpoint that programs or strangers can call writes to the store, fetches a URL or verifies a
 * signature.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import { customFetch } from "../../../mod.ts";
import { NativeClients } from "../../../src/capabilities/native/mod.ts";
import { UNTRUSTED_GRANTS } from "../../../src/capabilities/oauth_server/client_metadata.ts";
import { countOpen, PER_NETWORK } from "../../../src/capabilities/oauth_server/open_records.ts";
import { oauthCall } from "../../../src/capabilities/oauth_server/settings.ts";
import { BackChannel, ProviderSignOut } from "../../../src/capabilities/sign_out/mod.ts";
import { countCall } from "../../../src/limits/request.ts";
import { requireConfig } from "../../../src/server/environment.ts";
import { createIdp } from "../../../src/tools/testing/mod.ts";
import type { RecordStore } from "../../../src/types/records.ts";
import { withPostgres } from "../../adapters/_postgres.ts";
import { stopClock } from "../../_clock.ts";
import { createProofKey } from "../../_dpop.ts";
import { providerAt } from "../../_idp.ts";
import { LOCAL_STORES, type OpenDumpStore, postgresStore } from "../../flows/_factor_stores.ts";
import { asserted, basic, signer } from "./_clients.ts";
import { CALLBACK, CHALLENGE, createServer, ISSUER, OPTIONS, type ServerRig } from "./_rig.ts";
import { codeFields, createUser } from "./_tokens.ts";

/** What a request made the server do. */
type Work = "fetch" | "verification" | "write";

const KEYS_URL = "https://keys.example/jwks.json";
const [KEY, OTHER, PROOF] = await Promise.all([signer("k1"), signer("k1"), createProofKey()]);

let networks = 0;

/** An address that no other test uses. */
const newAddress = () => `2001:db8:${(networks += 1).toString(16)}:1::1`;

let documents = 0;

/** URL of a document that was not read before. */
const newDocument = () => `https://client.example/${documents += 1}.json`;

/** Runs an act, and notes what it made the server do. */
async function watch<T>(work: Work[], act: () => Promise<T>): Promise<T> {
  const { verify } = crypto.subtle;
  crypto.subtle.verify = (...args: Parameters<SubtleCrypto["verify"]>) => {
    work.push("verification");
    return Reflect.apply(verify, crypto.subtle, args);
  };
  try {
    return await act();
  } finally {
    crypto.subtle.verify = verify;
  }
}

function watched(records: RecordStore, work: Work[]): RecordStore {
  return {
    ...records,
    put(...args) {
      work.push("write");
      return records.put(...args);
    },
    take(...args) {
      work.push("write");
      return records.take(...args);
    },
  };
}

/** Grants of a client that registers itself. */
const STRANGERS = UNTRUSTED_GRANTS.map(([name]) => name);

interface Rig extends ServerRig {
  readonly work: Work[];
  /** Secret of a client that registered itself. */
  readonly registered: { readonly id: string; readonly secret: string };
  /** Id of a client that registered itself, with keys. */
  readonly signing: string;
  /** An access token, and one with another signature. */
  readonly token: string;
  readonly forged: string;
  /** Id of the key of ID tokens. */
  readonly kid: string;
}

async function createRig(): Promise<Rig> {
  const work: Work[] = [];
  const idp = await createIdp();
  const adapter = MemoryAdapter();
  const counted = (asked: typeof fetch): typeof fetch => (...args) => {
    work.push("fetch");
    return asked(...args);
  };
  const documents = ((url) =>
    Promise.resolve(Response.json(
      url === KEYS_URL ? { keys: [KEY.jwk] } : {
        client_id: url,
        redirect_uris: [CALLBACK],
        post_logout_redirect_uris: [CALLBACK],
      },
    ))) as typeof fetch;
  const provider = providerAt(idp, "idp");
  const rig = createServer({
    clients: {
      ...OPTIONS.clients,
      remote: { redirectUris: [CALLBACK], jwksUri: KEYS_URL },
      signs: { redirectUris: [CALLBACK], jwks: { keys: [KEY.jwk] } },
      tv: { grants: ["device", "refresh"] },
    },
    registration: { dynamic: "open", metadataDocuments: "ask" },
    fetch: counted(documents),
  }, {
    adapter: { ...adapter, records: watched(adapter.records, work) },
    providers: [{ ...provider, [customFetch]: counted(provider[customFetch]!) }],
    native: NativeClients({ redirectUris: [CALLBACK], idTokens: { idp: ["native"] } }),
    signOut: ProviderSignOut({ backChannel: BackChannel() }),
    limits: { perAddress: 50, clientAddress: ({ headers }) => headers.get("x-address") },
    logger: { error() {}, warn() {}, debug() {} },
  });
  const register = async (metadata: object) => {
    const response = await rig.send("oauth/register", {
      method: "POST",
      body: JSON.stringify({ redirect_uris: [CALLBACK], grant_types: STRANGERS, ...metadata }),
      headers: { "content-type": "application/json" },
    });
    return await response.json();
  };
  const { client_id: id, client_secret: secret } = await register({ client_name: "App" });
  const { client_id: signing } = await register({
    client_name: "Signing app",
    token_endpoint_auth_method: "private_key_jwt",
    jwks: { keys: [KEY.jwk] },
  });
  const userId = await createUser(rig);
  const answer = await rig.post("oauth/token", codeFields(await rig.code(userId)));
  const { access_token: token } = await answer.json();
  const [head, claims, signature] = token.split(".");
  // The first character has no bits that are passed over.
  const forged = [head, claims, (signature[0] === "A" ? "B" : "A") + signature.slice(1)].join(".");
  // The keys are made at their first use, once. Those of access tokens come first.
  const { keys } = await (await rig.send("oauth/jwks")).json();
  const { kid } = keys.filter(({ alg }: { alg: string }) => alg === "ES256").at(-1);
  return { ...rig, work, registered: { id, secret }, signing, token, forged, kid };
}

let shared: Promise<Rig> | undefined;

/** One rig for all: an RSA key takes long to make. */
const sharedRig = () => shared ??= createRig();

/** A request of a stranger. */
type Sent = RequestInit & { readonly path: string };

const form = (path: string, fields: Record<string, string>, headers = {}): Sent => ({
  path,
  method: "POST",
  body: new URLSearchParams(fields),
  headers,
});

const proof = async (path: string) => ({
  dpop: await PROOF.prove("POST", `${ISSUER}/auth/${path}`),
});

const json = (path: string, body: object, headers = {}): Sent => ({
  path,
  method: "POST",
  body: JSON.stringify(body),
  headers: { "content-type": "application/json", ...headers },
});

const REQUEST = {
  redirect_uri: CALLBACK,
  response_type: "code",
  code_challenge: CHALLENGE,
  code_challenge_method: "S256",
  scope: "project:read",
};

/** Ways in which anyone can say which client a request is of. */
const CLIENTS: Readonly<
  Record<string, (rig: Rig) => Promise<[fields: Record<string, string>, headers?: object]>>
> = {
  "a public client": () => Promise.resolve([{ client_id: "own" }]),
  "a document": () => Promise.resolve([{ client_id: newDocument() }]),
  "a registered client": ({ registered: { id, secret } }) =>
    Promise.resolve([{}, basic(id, secret)]),
  "a registered client that signs": async ({ signing }) => [
    asserted(await KEY.assertion(signing)).form,
  ],
  "the assertion of another": async () => [asserted(await OTHER.assertion("signs")).form],
  "the assertion of another, for keys at a URL": async () => [
    asserted(await OTHER.assertion("remote")).form,
  ],
};

/** The rest of a request at which clients authenticate: one that makes the server work. */
const CALLS: Readonly<Record<string, (rig: Rig) => Record<string, string>>> = {
  "oauth/par": () => REQUEST,
  "oauth/device": () => ({ scope: "project:read" }),
  "oauth/token": () => ({ grant_type: "refresh_token", refresh_token: "xo1_none" }),
  "oauth/revoke": ({ forged }) => ({ token: forged }),
  "oauth/introspect": ({ forged }) => ({ token: forged }),
};

/** Requests that do nothing but be refused, or that read alone. */
const IDLE: ReadonlySet<string> = new Set([
  "oauth/introspect by a public client",
  "GET of a registration",
]);

type Case = readonly [name: string, makes: (rig: Rig) => Promise<Sent>];

/** Requests that anyone can send, by endpoint. A list that is empty: nothing but reads. */
const CASES: Readonly<Record<string, readonly Case[]>> = {
  ...Object.fromEntries(
    Object.entries(CALLS).map(([path, rest]) => [
      `POST ${path}`,
      Object.entries(CLIENTS).map(([client, fields]): Case => [
        `${path} by ${client}`,
        async (rig) => {
          const [own, headers = {}] = await fields(rig);
          const proven = path === "oauth/token" ? await proof(path) : {};
          return form(path, { ...rest(rig), ...own }, { ...headers, ...proven });
        },
      ]),
    ]),
  ),
  "POST oauth/device": Object.entries(CLIENTS).map(([client, fields]): Case => [
    `oauth/device by ${client}`,
    async (rig) => {
      const [own, headers] = await fields(rig);
      const tv = own.client_id === "own" ? { client_id: "tv" } : own;
      return form("oauth/device", { scope: "project:read", ...tv }, headers);
    },
  ]),
  "POST oauth/register": [["a registration", () =>
    Promise.resolve(json("oauth/register", {
      redirect_uris: [CALLBACK],
      client_name: "New",
    }))]],
  ...Object.fromEntries(
    ["GET", "PUT", "DELETE"].map((method) =>
      [`${method} oauth/register/{id}`, [[
        `${method} of a registration`,
        async (rig: Rig) => await managed(rig, method),
      ]]] as const
    ),
  ),
  ...Object.fromEntries(
    ["GET", "POST"].map((method) =>
      [`${method} oauth/userinfo`, [[
        `${method} oauth/userinfo with a forged token`,
        ({ forged }: Rig) =>
          Promise.resolve({
            path: "oauth/userinfo",
            method,
            headers: { authorization: `Bearer ${forged}` },
          }),
      ]]] as const
    ),
  ),
  "GET oauth/jwks": [],
  "GET oauth/authorize": [
    ["a document", () => {
      const query = new URLSearchParams({ ...REQUEST, client_id: newDocument() });
      return Promise.resolve({ path: `oauth/authorize?${query}` });
    }],
    ["a forged hint", async (rig) => ({ path: `oauth/authorize?${await hinted(rig)}` })],
    ["a request that is too long for the way back", () => {
      const query = new URLSearchParams({ ...REQUEST, client_id: "own", state: "s".repeat(2000) });
      return Promise.resolve({ path: `oauth/authorize?${query}` });
    }],
  ],
  "POST oauth/authorize": [["a posted request that is too long", () =>
    Promise.resolve(
      form("oauth/authorize", { ...REQUEST, client_id: "own", state: "s".repeat(2000) }),
    )]],
  "GET oauth/end-session": [
    ["a forged hint for a sign-out", async (rig) => ({
      path: `oauth/end-session?${await hinted(rig)}`,
    })],
    ["a document of a sign-out", () => {
      const own = { client_id: newDocument(), post_logout_redirect_uri: CALLBACK };
      return Promise.resolve({ path: `oauth/end-session?${new URLSearchParams(own)}` });
    }],
  ],
  "POST oauth/end-session": [[
    "a forged hint that is posted",
    async (rig) => form("oauth/end-session", Object.fromEntries(await hinted(rig))),
  ]],
  "GET apps": [],
  "POST apps": [],
  "GET device": [],
  "POST device": [],
  "GET native/authorize": [],
  "POST native/authorize": [],
  "POST native/call": [[
    "a call with a proof",
    async () => json("native/call", { path: "session", method: "GET" }, await proof("native/call")),
  ]],
  "POST native/token": [["native/token with a proof", async () =>
    form(
      "native/token",
      { grant_type: "refresh_token", refresh_token: "none" },
      await proof("native/token"),
    )]],
  "POST native/nonce": [["a nonce", () => Promise.resolve(json("native/nonce", {}))]],
  "POST native/id-token": [["an ID token", async () =>
    json("native/id-token", {
      provider: "idp",
      idToken: await OTHER.assertion("idp"),
      nonce: "none",
    }, await proof("native/id-token"))]],
  "POST native/revoke": [],
  "POST signout/{provider}": [["a logout token", async () =>
    form("signout/idp", {
      logout_token: await OTHER.assertion("idp", {}, { typ: "logout+jwt" }),
    })]],
};

/** A request of a client that has just registered itself, about that. */
async function managed(rig: Rig, method: string): Promise<Sent> {
  const metadata = { redirect_uris: [CALLBACK], client_name: "Managed" };
  const { headers, ...sent } = json("oauth/register", metadata);
  const made = await rig.send("oauth/register", {
    ...sent,
    headers: { ...headers as object, "x-address": newAddress() },
  });
  const { client_id, registration_access_token: token } = await made.json();
  const path = `oauth/register/${client_id}`;
  const authorization = `Bearer ${token}`;
  if (method !== "PUT") return { path, method, headers: { authorization } };
  const changed = json(path, { ...metadata, client_id }, { authorization });
  return { ...changed, method };
}

/** A query with an ID token whose signature the server has to verify. */
async function hinted({ kid }: Rig): Promise<URLSearchParams> {
  const [, , signature] = (await OTHER.assertion("own")).split(".");
  const [head, claims] = [{ alg: "ES256", typ: "JWT", kid }, {
    iss: ISSUER,
    sub: "ada",
    aud: "own",
  }]
    .map((part) =>
      new TextEncoder().encode(JSON.stringify(part)).toBase64({
        alphabet: "base64url",
        omitPadding: true,
      })
    );
  const hint = [head, claims, signature].join(".");
  return new URLSearchParams({ ...REQUEST, client_id: "own", id_token_hint: hint });
}

async function send(rig: Rig, { path, ...init }: Sent, address: string) {
  const headers = new Headers(init.headers);
  headers.set("x-address", address);
  const response = await rig.send(path, { ...init, headers });
  await response.body?.cancel();
  return response.status;
}

/** Fills the limit of an address. */
async function fill(rig: Rig, address: string, times = 50): Promise<void> {
  const config = requireConfig(rig.auth.config);
  const request = new Request(ISSUER, { headers: { "x-address": address } });
  for (let i = 0; i < times; i++) await countCall({ config, request, origin: ISSUER });
}

for (const [endpoint, cases] of Object.entries(CASES)) {
  for (const [name, make] of cases) {
    Deno.test(`${endpoint}: ${name}: it is counted before the work`, async () => {
      const rig = await sharedRig();
      const sent = await make(rig);
      const address = newAddress();
      await fill(rig, address);
      rig.work.length = 0;
      await watch(rig.work, async () => {
        assertEquals([await send(rig, sent, address), rig.work], [429, []]);
        // From another address, it makes the server work.
        const status = await send(rig, sent, newAddress());
        assert(status !== 429 && status < 500, String(status));
        assertEquals(rig.work.length > 0, !IDLE.has(name), `${status} ${rig.work}`);
      });
    });
  }
}

Deno.test("every endpoint that programs can call, and every page of the server, has its requests here", async () => {
  const { endpoints } = requireConfig((await sharedRig()).auth.config);
  const PAGES = ["oauth/authorize", "oauth/end-session", "apps", "device", "native/authorize"];
  const all = [...endpoints].filter(([path]) => !path.startsWith("/")).flatMap(([path, list]) =>
    list.filter(({ kind }) => kind === "explicit" || PAGES.includes(path))
      .flatMap(({ methods }) => methods.map((method) => `${method} ${path}`))
  );
  assertEquals(all.sort(), Object.keys(CASES).sort());
});

Deno.test("documents, and endpoints without requests here, write nothing, fetch nothing and verify nothing", async () => {
  const rig = await sharedRig();
  const { endpoints } = requireConfig(rig.auth.config);
  const documents = [...endpoints.keys()].filter((path) => path.startsWith("/"));
  const others = Object.keys(CASES).filter((name) =>
    CASES[name]!.length === 0 && name.startsWith("GET")
  ).map((name) => name.slice(4));
  assert(documents.length > 3 && others.length > 3);
  rig.work.length = 0;
  await watch(rig.work, async () => {
    for (const path of [...documents, ...others]) await send(rig, { path }, newAddress());
    await send(rig, json("native/revoke", { token: "none" }), newAddress());
  });
  assertEquals(rig.work, []);
});

Deno.test("a resource: forged tokens are counted before their signature is verified", async () => {
  const rig = await sharedRig();
  // The limit frees a place each second.
  using _clock = stopClock();
  const ask = (address: string, token: string) => rig.ask(token, { "x-address": address });
  const work: Work[] = [];
  const address = newAddress();
  await watch(work, async () => {
    assertEquals((await ask(address, rig.forged)).status, 401);
    assertEquals(work, ["verification"]);
    await fill(rig, address, 49);
    work.length = 0;
    assertEquals((await ask(address, rig.forged)).status, 429);
    assertEquals(work, []);
  });
  assertEquals((await ask(newAddress(), rig.token)).status, 200);
});

Deno.test("fifty forged assertions at once: no more than the limit are verified", async () => {
  const rig = await sharedRig();
  // The limit frees a place each second.
  using _clock = stopClock();
  const address = newAddress();
  await fill(rig, address, 40);
  const sent = await Promise.all(Array.from({ length: 50 }, async () =>
    form("oauth/token", {
      grant_type: "refresh_token",
      refresh_token: "x",
      ...asserted(await OTHER.assertion("signs")).form,
    })));
  const work: Work[] = [];
  const statuses = await watch(
    work,
    () => Promise.all(sent.map((one) => send(rig, one, address))),
  );
  assertEquals(work.filter((one) => one === "verification").length, 10);
  assertEquals(statuses.filter((status) => status === 401).length, 10);
  assertEquals(statuses.filter((status) => status === 429).length, 40);
});

Deno.test("two hundred right assertions at once, from one address, are not counted", async () => {
  const rig = await sharedRig();
  const address = newAddress();
  await fill(rig, address, 45);
  const sent = await Promise.all(
    Array.from(
      { length: 200 },
      async () => form("oauth/par", { ...REQUEST, ...asserted(await KEY.assertion("signs")).form }),
    ),
  );
  const statuses = await Promise.all(sent.map((one) => send(rig, one, address)));
  assertEquals(new Set(statuses), new Set([201]));
});

for (
  const [name, fields] of [
    [
      "PAR by a client that registered itself",
      ({ registered: { id, secret } }: Rig) => form("oauth/par", REQUEST, basic(id, secret)),
    ],
    [
      "introspection by a client that registered itself",
      ({ registered, forged }: Rig) =>
        form("oauth/introspect", { token: forged }, basic(registered.id, registered.secret)),
    ],
  ] as const
) {
  Deno.test(`1,000 requests of one address in a minute: ${name}`, async () => {
    const rig = await sharedRig();
    // The limit frees a place each second.
    using _clock = stopClock();
    const address = newAddress();
    rig.work.length = 0;
    const statuses = await Promise.all(
      Array.from({ length: 1000 }, () => send(rig, fields(rig), address)),
    );
    assertEquals(statuses.filter((status) => status !== 429).length, 50);
    // The count of what is open, and the record.
    assert(rig.work.length <= 5 * 50, String(rig.work.length));
  });
}

/** Fifty strangers' requests at once, when one more record may be open. */
async function raceOpen(open: OpenDumpStore): Promise<void> {
  const store = await open();
  try {
    const rig = createServer({}, {
      adapter: store.adapter,
      logger: { error() {} },
      limits: { perAddress: 1_000_000, clientAddress: ({ headers }) => headers.get("x-address") },
    });
    const config = requireConfig(rig.auth.config);
    const address = newAddress();
    const request = new Request(ISSUER, { headers: { "x-address": address } });
    const call = oauthCall({ request, origin: ISSUER }, config);
    for (let i = 0; i < PER_NETWORK - 1; i++) await countOpen(call, "request");
    const statuses = await Promise.all(Array.from({ length: 50 }, async () => {
      const sent = form("oauth/par", { ...REQUEST, client_id: "own" });
      const response = await rig.send(sent.path, { ...sent, headers: { "x-address": address } });
      await response.body?.cancel();
      return response.status;
    }));
    assertEquals(statuses.filter((status) => status === 201).length, 1);
    assertEquals(statuses.filter((status) => status === 429).length, 49);
    // Another network is not in its way, and neither is a server that authenticates.
    const other = await rig.post("oauth/par", { ...REQUEST, client_id: "own" }, {
      "x-address": newAddress(),
    });
    assertEquals(other.status, 201);
    const partner = await rig.post("oauth/par", REQUEST, {
      ...basic("web", OPTIONS.clients.web.secret),
      "x-address": address,
    });
    assertEquals(partner.status, 201);
    await Promise.all([other.body?.cancel(), partner.body?.cancel()]);
  } finally {
    await store.close();
  }
}

for (const [name, open] of Object.entries(LOCAL_STORES)) {
  Deno.test(`open requests, ${name}: of fifty at once, those within the bound of the network are kept`, async () => {
    await raceOpen(open);
  });
}

withPostgres("open requests on PostgreSQL", (server) => {
  Deno.test("open requests, PostgreSQL: of fifty at once, those within the bound of the network are kept", async () => {
    await raceOpen(postgresStore(server));
  });
});
