/**
 * Client authentication: one method for a client, one method in a request, and one answer for
 * everything that is not it.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { SignJWT } from "jose";
import {
  asserted,
  authenticate,
  basic,
  callOf,
  DOCUMENT_URL,
  type Sent,
  signer,
  strangers,
  TOKEN_URL,
} from "./_clients.ts";
import { GOOD } from "./_authorize.ts";
import { assertRefused, CALLBACK, createServer, ISSUER, SECRET, type ServerRig } from "./_rig.ts";
import { clientStands } from "../../../src/capabilities/oauth_server/clients.ts";

const KEYS_URL = "https://client.example/jwks.json";
const PAR_URL = `${ISSUER}/auth/oauth/par`;
const [KEY, OTHER, EDWARDS, RSA] = await Promise.all([
  signer("k1"),
  signer("k2"),
  signer("k3", "Ed25519"),
  signer("k4", "RS256"),
]);
const SPECIAL = "pässword with spaces: + & % = 100% and more";

const CLIENTS = {
  web: { name: "Partner", redirectUris: [CALLBACK], secret: SECRET },
  rolling: { redirectUris: [CALLBACK], secret: [SECRET, `${SECRET}-next`] },
  cli: { redirectUris: ["http://127.0.0.1/callback"] },
  signs: { redirectUris: [CALLBACK], jwks: { keys: [KEY.jwk, EDWARDS.jwk, RSA.jwk] } },
  remote: { redirectUris: [CALLBACK], jwksUri: KEYS_URL },
  special: { redirectUris: [CALLBACK], secret: SPECIAL },
};

function server(options: Parameters<typeof createServer>[0] = {}, config = {}): ServerRig {
  return createServer({ clients: CLIENTS, ...options }, { logger: { error() {} }, ...config });
}

async function assertAccepted(rig: ServerRig, sent: Sent, id: string): Promise<void> {
  const response = await authenticate(rig, sent);
  const body = await response.json();
  assertEquals([response.status, body.id], [200, id], JSON.stringify(body));
}

async function refusalOf(rig: ServerRig, sent: Sent, error = "invalid_client") {
  return await assertRefused(await authenticate(rig, sent), error);
}

Deno.test("client authentication: the secret counts in the header and in the body", async () => {
  const rig = server();
  await assertAccepted(rig, { headers: basic("web", SECRET) }, "web");
  await assertAccepted(rig, { headers: basic("web", SECRET), form: { client_id: "web" } }, "web");
  await assertAccepted(rig, { form: { client_id: "web", client_secret: SECRET } }, "web");
});

Deno.test("client authentication: both parts of the header are decoded as in a form", async () => {
  const rig = server();
  await assertAccepted(rig, { headers: basic("special", SPECIAL) }, "special");
  // Not encoded: the text of the header means another secret.
  const raw = `Basic ${btoa(`web:${SECRET}%41`)}`;
  await refusalOf(rig, { headers: { authorization: raw } });
});

Deno.test("client authentication: every secret of a list counts, so that one can be replaced", async () => {
  const rig = server();
  await assertAccepted(rig, { headers: basic("rolling", SECRET) }, "rolling");
  await assertAccepted(rig, { headers: basic("rolling", `${SECRET}-next`) }, "rolling");
  await refusalOf(rig, { headers: basic("rolling", `${SECRET}-other`) });
});

Deno.test("client authentication: a wrong secret and an unknown client are one answer", async () => {
  const rig = server();
  const answers = await Promise.all([
    { headers: basic("web", `${SECRET}x`) },
    { headers: basic("unknown", SECRET) },
    { headers: basic("cli", SECRET) },
    { headers: basic("signs", SECRET) },
  ].map(async (sent) => {
    const response = await authenticate(rig, sent);
    assertEquals(response.headers.get("www-authenticate")?.split(" ")[0], "Basic");
    return await assertRefused(response, "invalid_client");
  }));
  assertEquals(new Set(answers.map((answer) => JSON.stringify(answer))).size, 1);
  const posted = await refusalOf(rig, { form: { client_id: "web", client_secret: "wrong" } });
  assertEquals(posted, answers[0]);
});

Deno.test("client authentication: a client that has a secret and sends none is refused", async () => {
  const rig = server();
  await refusalOf(rig, { form: { client_id: "web" } });
  await refusalOf(rig, { form: { client_id: "web", client_secret: "" } });
  await refusalOf(rig, { headers: { authorization: `Basic ${btoa("web:")}` } });
  await refusalOf(rig, { form: { client_id: "signs" } });
  await refusalOf(rig, { form: { client_id: "remote" } });
});

Deno.test("client authentication: a public client sends its id, and nothing else", async () => {
  const rig = server();
  await assertAccepted(rig, { form: { client_id: "cli" } }, "cli");
  await refusalOf(rig, { form: { client_id: "cli", client_secret: "anything" } });
  await refusalOf(rig, { headers: basic("cli", "anything") });
  await refusalOf(rig, { headers: { authorization: `Basic ${btoa("cli:")}` } });
});

Deno.test("client authentication: a request without a client is refused", async () => {
  const rig = server();
  await refusalOf(rig, {});
  await refusalOf(rig, { form: { client_id: "" } });
  await refusalOf(rig, { form: { client_secret: SECRET } });
  for (const authorization of ["Basic", "Basic !", `Basic ${btoa("web")}`, `Bearer ${SECRET}`]) {
    await refusalOf(rig, { headers: { authorization } });
  }
  await refusalOf(rig, { headers: { authorization: `Basic ${btoa("web:%zz")}` } });
  await refusalOf(rig, { headers: { authorization: `Basic ${btoa("web:\xff\xfe")}` } });
});

Deno.test("client authentication: two methods in one request are refused, although both are right", async () => {
  const rig = server();
  const form = { client_id: "web", client_secret: SECRET };
  await refusalOf(rig, { headers: basic("web", SECRET), form }, "invalid_request");
  const signed = asserted(await KEY.assertion("signs"));
  await refusalOf(rig, { ...signed, headers: basic("web", SECRET) }, "invalid_request");
  await refusalOf(
    rig,
    asserted(await KEY.assertion("signs"), { client_secret: SECRET }),
    "invalid_request",
  );
});

Deno.test("client authentication: two clients in one request are refused", async () => {
  const rig = server();
  const sent = { headers: basic("web", SECRET), form: { client_id: "cli" } };
  await refusalOf(rig, sent, "invalid_request");
  await refusalOf(rig, asserted(await KEY.assertion("signs"), { client_id: "cli" }));
});

Deno.test("client authentication: nothing of it is accepted in the URL", async () => {
  const rig = server();
  const query = `?client_id=web&client_secret=${SECRET}`;
  await refusalOf(rig, { query }, "invalid_request");
  await refusalOf(rig, { query: "?client_id=cli" });
  const assertion = await KEY.assertion("signs");
  await refusalOf(rig, { query: `?client_assertion=${assertion}` }, "invalid_request");
  await refusalOf(rig, { query: "?client_secret=", form: { client_id: "cli" } }, "invalid_request");
});

Deno.test("client authentication: a repeated parameter is refused", async () => {
  const rig = server({}, { logger: { error() {} } });
  const response = await authenticate(rig, { query: "?client_secret=a&client_secret=b" });
  await assertRefused(response, "invalid_request");
});

Deno.test("client authentication: no answer repeats a secret or an id of the request", async () => {
  const rig = server();
  const id = "an-unknown-client";
  for (
    const sent of [
      { headers: basic(id, SECRET) },
      { form: { client_id: id, client_secret: SECRET } },
      { form: { client_id: id, client_secret: SECRET }, headers: basic(id, SECRET) },
      asserted(await KEY.assertion(id)),
    ]
  ) {
    const text = JSON.stringify(await (await authenticate(rig, sent)).json());
    assert(!text.includes(SECRET) && !text.includes(id) && !text.includes("eyJ"), text);
  }
});

Deno.test("client authentication: wrong secrets count against the limit of the address, and a /64 is one address (CVE-2026-45364)", async () => {
  const rig = server({}, {
    logger: { error() {} },
    limits: {
      perAddress: 10,
      clientAddress: (request: Request) => request.headers.get("x-address"),
    },
  });
  const statuses = new Set<number>();
  for (let i = 1; i <= 12; i++) {
    const headers = { ...basic("web", `${SECRET}${i}`), "x-address": `2001:db8:1:3::${i}` };
    const response = await authenticate(rig, { headers });
    await response.body?.cancel();
    statuses.add(response.status);
  }
  assertEquals([...statuses], [401, 429]);
});

Deno.test("client authentication: the id of a public client, which anyone can send, counts too", async () => {
  const limits = { perAddress: 3, clientAddress: () => "203.0.113.22" };
  const rig = server({}, { logger: { error() {} }, limits });
  const statuses: number[] = [];
  for (let times = 0; times < 5; times++) {
    const response = await authenticate(rig, { form: { client_id: "cli" } });
    await response.body?.cancel();
    statuses.push(response.status);
  }
  assertEquals(statuses, [200, 200, 200, 429, 429]);
});

Deno.test("client authentication: a server that authenticates is not counted, however often it comes from one address", async () => {
  const rig = server({}, {
    logger: { error() {} },
    limits: { perAddress: 3, clientAddress: () => "203.0.113.23" },
  });
  for (let i = 0; i < 8; i++) {
    const response = await authenticate(rig, { headers: basic("web", SECRET) });
    assertEquals(response.status, 200);
    await response.body?.cancel();
  }
  const statuses = [];
  for (let i = 0; i < 5; i++) {
    const response = await authenticate(rig, { form: { client_id: "cli" } });
    statuses.push(response.status);
    await response.body?.cancel();
  }
  assertEquals(statuses, [200, 200, 200, 429, 429]);
});

Deno.test("private_key_jwt: an assertion counts for the issuer, and for the URL of the token endpoint", async () => {
  const rig = server();
  await assertAccepted(rig, asserted(await KEY.assertion("signs")), "signs");
  await assertAccepted(rig, asserted(await KEY.assertion("signs", { aud: TOKEN_URL })), "signs");
  await assertAccepted(rig, asserted(await KEY.assertion("signs", { aud: [ISSUER] })), "signs");
  const named = asserted(await KEY.assertion("signs"), { client_id: "signs" });
  await assertAccepted(rig, named, "signs");
  await assertAccepted(rig, asserted(await EDWARDS.assertion("signs")), "signs");
  await assertAccepted(rig, asserted(await RSA.assertion("signs")), "signs");
});

Deno.test("private_key_jwt: an assertion counts for the URL that is called, and for a list of this server's", async () => {
  const rig = server();
  const push = async (aud: string | string[]) => {
    const { form } = asserted(await KEY.assertion("signs", { aud }));
    return (await rig.post("oauth/par", { ...GOOD, client_id: undefined, ...form })).status;
  };
  for (const aud of [PAR_URL, TOKEN_URL, ISSUER, [PAR_URL, TOKEN_URL], [ISSUER, ISSUER]]) {
    assertEquals(await push(aud), 201, String(aud));
  }
  assertEquals(await push([PAR_URL, "https://other.example/par"]), 401);
  const lists = [[ISSUER, TOKEN_URL], [TOKEN_URL, PAR_URL], [ISSUER, PAR_URL]];
  for (const aud of lists) {
    await assertAccepted(rig, asserted(await KEY.assertion("signs", { aud })), "signs");
  }
  const long = await KEY.assertion("signs", { exp: now() + 600 });
  await assertAccepted(rig, asserted(long), "signs");
  // As long as it could count again.
  using time = new FakeTime();
  time.tick(655_000);
  await refusalOf(rig, asserted(long));
});

/** What the log says, by what is wrong. */
const LOGGED: Readonly<Record<string, readonly [sent: () => Promise<Sent>, part: string]>> = {
  "a secret that is wrong": [
    () => Promise.resolve({ headers: basic("web", `${SECRET}x`) }),
    "its secret is wrong",
  ],
  "a secret of a client that signs": [
    () => Promise.resolve({ headers: basic("signs", SECRET) }),
    "it sent a secret, and is known with an assertion",
  ],
  "an id alone": [
    () => Promise.resolve({ form: { client_id: "web" } }),
    "it sent its id alone, and is known with a secret",
  ],
  "another `client_id`": [
    async () => asserted(await KEY.assertion("signs"), { client_id: "web" }),
    "`client_id` is another client",
  ],
  "an issuer that is no client": [
    async () => asserted(await KEY.assertion("signs", { iss: ISSUER }), { client_id: "signs" }),
    "`iss` of its assertion is not its id",
  ],
  "a wrong audience": [
    async () => asserted(await KEY.assertion("signs", { aud: `${ISSUER}/` })),
    `\`aud\` is neither ${ISSUER} nor ${TOKEN_URL} alone`,
  ],
  "another subject": [async () => asserted(await KEY.assertion("signs", { sub: "x" })), "`sub` is"],
  "no `jti`": [async () => asserted(await KEY.assertion("signs", { jti: undefined })), "`jti` is"],
  "an expiry that is over": [
    async () => asserted(await KEY.assertion("signs", { exp: now() - 90 })),
    "`exp` is over",
  ],
  "an expiry that is far": [
    async () => asserted(await KEY.assertion("signs", { exp: now() + 900 })),
    "`exp` is in more than 600 seconds",
  ],
  "a time in the future": [
    async () => asserted(await KEY.assertion("signs", { iat: now() + 90 })),
    "`iat` is in the future",
  ],
  "another key": [
    async () => asserted(await OTHER.assertion("signs", {}, { kid: "k1" })),
    "no key has signed it",
  ],
  "an unknown key": [async () => asserted(await OTHER.assertion("signs")), "no key fits"],
  "another type": [
    async () => asserted(await KEY.assertion("signs", {}, { typ: "at+jwt" })),
    "typ",
  ],
  "keys that cannot be read": [
    async () => asserted(await KEY.assertion("remote")),
    "the keys at `jwksUri` cannot be read",
  ],
};

for (const [what, [sent, part]] of Object.entries(LOGGED)) {
  Deno.test(`client authentication: ${what}: the log names the part, and the answer is that for all`, async () => {
    const lines: string[] = [];
    const logger = { error: ({ message }: Error) => void lines.push(message) };
    const rig = server({ fetch: strangers({}).fetch }, { logger });
    const request = await sent();
    const told = await refusalOf(rig, request);
    assertEquals(told, await refusalOf(rig, { headers: basic("unknown", SECRET) }));
    assertEquals(lines.length, 1, lines.join());
    assert(/^Cannot authenticate the client "\w+": /.test(lines[0]!), lines[0]);
    assert(lines[0]!.includes(part), lines[0]);
    const { client_assertion = SECRET } = request.form ?? {};
    assert(!lines[0]!.includes(SECRET) && !lines[0]!.includes(client_assertion), lines[0]);
  });
}

Deno.test("client authentication: what strangers send is not in the log", async () => {
  const lines: string[] = [];
  const logger = { error: ({ message }: Error) => void lines.push(message) };
  const network = strangers({
    [DOCUMENT_URL]: {
      client_id: DOCUMENT_URL,
      redirect_uris: [CALLBACK],
      token_endpoint_auth_method: "private_key_jwt",
      jwks: { keys: [KEY.jwk] },
    },
  });
  const rig = server({
    fetch: network.fetch,
    registration: { metadataDocuments: "ask" },
  }, { logger });
  await assertAccepted(rig, asserted(await KEY.assertion(DOCUMENT_URL)), DOCUMENT_URL);
  await refusalOf(rig, asserted(await KEY.assertion(DOCUMENT_URL, { aud: "x" })));
  await refusalOf(rig, { headers: basic("unknown", SECRET) });
  // A line a minute for each fault, whatever the number of requests.
  for (let times = 0; times < 20; times++) await refusalOf(rig, { headers: basic("web", "x") });
  assertEquals(lines, ['Cannot authenticate the client "web": its secret is wrong']);
});

Deno.test("private_key_jwt: a clock that is wrong by less than a minute keeps no client out", async () => {
  const rig = server();
  for (const skew of [-55, -6, 6, 55]) {
    const at = now() + skew;
    const assertion = await KEY.assertion("signs", { iat: at, nbf: at, exp: at + 60 });
    await assertAccepted(rig, asserted(assertion), "signs");
    // It counts once all the same.
    await refusalOf(rig, asserted(assertion));
  }
});

const now = () => Math.floor(Date.now() / 1000);

const CLAIMS: readonly [what: string, claims: () => Record<string, unknown>][] = [
  ["another issuer", () => ({ iss: "web" })],
  ["another subject", () => ({ sub: "web" })],
  ["no issuer", () => ({ iss: undefined })],
  ["the audience of another server", () => ({ aud: "https://other.example" })],
  ["a second audience", () => ({ aud: [ISSUER, "https://other.example"] })],
  ["an audience that only begins like the issuer", () => ({ aud: `${ISSUER}.evil.example` })],
  ["the issuer with a slash", () => ({ aud: `${ISSUER}/` })],
  ["no audience", () => ({ aud: undefined })],
  ["a list without an audience", () => ({ aud: [] })],
  ["an audience that is no text", () => ({ aud: [1] as never })],
  ["the URL of an endpoint that was not called", () => ({ aud: PAR_URL })],
  ["a list of such URLs alone", () => ({ aud: [PAR_URL, `${ISSUER}/auth/oauth/revoke`] })],
  ["a URL of this server at which no client authenticates", () => ({
    aud: [ISSUER, `${ISSUER}/auth/signin`],
  })],
  ["an expiry that is over", () => ({ exp: now() - 62 })],
  ["an expiry in more than ten minutes", () => ({ exp: now() + 665 })],
  ["no expiry", () => ({ exp: undefined })],
  ["a time of issue in the future", () => ({ iat: now() + 65 })],
  ["a time before which it does not count", () => ({ nbf: now() + 65 })],
  ["no `jti`", () => ({ jti: undefined })],
  ["an empty `jti`", () => ({ jti: "" })],
  ["a `jti` that is no text", () => ({ jti: 1 })],
  ["a `jti` that is too long", () => ({ jti: "a".repeat(257) })],
];

for (const [what, claims] of CLAIMS) {
  Deno.test(`private_key_jwt: an assertion with ${what} is refused`, async () => {
    await refusalOf(server(), asserted(await KEY.assertion("signs", claims())));
  });
}

Deno.test("private_key_jwt: symmetric algorithms and `none` are refused, with the public key as secret too", async () => {
  const rig = server();
  const claims = { iss: "signs", sub: "signs", aud: ISSUER, exp: now() + 60, jti: "a" };
  const secrets = [SECRET, JSON.stringify(KEY.jwk), KEY.jwk.x!];
  for (const alg of ["HS256", "HS384", "HS512"]) {
    for (const secret of secrets) {
      const key = new TextEncoder().encode(secret.padEnd(64, "x"));
      const signed = await new SignJWT(claims).setProtectedHeader({ alg, kid: "k1" }).sign(key);
      await refusalOf(rig, asserted(signed));
    }
  }
  const encode = (value: unknown) =>
    btoa(JSON.stringify(value)).replaceAll("=", "").replaceAll("+", "-").replaceAll("/", "_");
  for (const alg of ["none", "None", "", undefined]) {
    await refusalOf(rig, asserted(`${encode({ alg })}.${encode(claims)}.`));
  }
});

Deno.test("private_key_jwt: the key of another client, one in the header, and another type are refused", async () => {
  const rig = server();
  await refusalOf(rig, asserted(await OTHER.assertion("signs")));
  await refusalOf(rig, asserted(await OTHER.assertion("signs", {}, { kid: "k1" })));
  await refusalOf(rig, asserted(await OTHER.assertion("signs", {}, { jwk: OTHER.jwk, kid: "k1" })));
  await refusalOf(rig, asserted(await KEY.assertion("signs", {}, { typ: "at+jwt" })));
  await refusalOf(rig, asserted(await KEY.assertion("signs", {}, { typ: "dpop+jwt" })));
  await refusalOf(rig, asserted(await KEY.assertion("web")));
  await refusalOf(rig, asserted(await KEY.assertion("unknown")));
});

Deno.test("private_key_jwt: the type of the assertion is needed, and is the one of JWTs", async () => {
  const rig = server();
  const client_assertion = await KEY.assertion("signs");
  await refusalOf(rig, { form: { client_assertion } });
  const client_assertion_type = "urn:ietf:params:oauth:client-assertion-type:saml2-bearer";
  await refusalOf(rig, { form: { client_assertion, client_assertion_type } });
  await refusalOf(rig, asserted(""));
  await refusalOf(rig, asserted("a.b.c"));
  await refusalOf(rig, asserted(await KEY.assertion("signs", { padding: "a".repeat(8192) })));
});

Deno.test("private_key_jwt: of fifty uses of an assertion at once, one counts", async () => {
  const rig = server();
  const sent = asserted(await KEY.assertion("signs"));
  const answers = await Promise.all(Array.from({ length: 50 }, () => authenticate(rig, sent)));
  const bodies = await Promise.all(answers.map((answer) => answer.json()));
  assertEquals(bodies.filter(({ id }) => id === "signs").length, 1);
  assertEquals(bodies.filter(({ error }) => error === "invalid_client").length, 49);
});

Deno.test("private_key_jwt: an assertion that is refused is not used up", async () => {
  const rig = server();
  const jti = crypto.randomUUID();
  await refusalOf(rig, asserted(await OTHER.assertion("signs", { jti }, { kid: "k1" })));
  await assertAccepted(rig, asserted(await KEY.assertion("signs", { jti })), "signs");
  await refusalOf(rig, asserted(await KEY.assertion("signs", { jti, exp: now() + 30 })));
});

Deno.test("private_key_jwt: keys at a URL are read once, and again for a key that is new", async () => {
  const network = strangers({ [KEYS_URL]: { keys: [KEY.jwk] } });
  const rig = server({ fetch: network.fetch });
  await Promise.all(Array.from({ length: 20 }, async () => {
    await assertAccepted(rig, asserted(await KEY.assertion("remote")), "remote");
  }));
  assertEquals(network.asked, [KEYS_URL]);
  network.answers[KEYS_URL] = { keys: [KEY.jwk, OTHER.jwk] };
  // Not again within a minute: whoever sends assertions must not decide how often.
  await refusalOf(rig, asserted(await OTHER.assertion("remote")));
  assertEquals(network.asked.length, 1);
  using time = new FakeTime();
  time.tick(61_000);
  await assertAccepted(rig, asserted(await OTHER.assertion("remote")), "remote");
  await assertAccepted(rig, asserted(await KEY.assertion("remote")), "remote");
  assertEquals(network.asked.length, 2);
});

Deno.test("private_key_jwt: keys at a URL that cannot be read refuse the client", async () => {
  for (const answer of [undefined, { keys: [] }, [], { keys: [{ kty: "oct", k: "c2VjcmV0" }] }]) {
    const network = strangers(answer === undefined ? {} : { [KEYS_URL]: answer });
    const rig = server({ fetch: network.fetch });
    await refusalOf(rig, asserted(await KEY.assertion("remote")));
  }
});

Deno.test("clientStands(): a client of the config, and no other", async () => {
  const call = callOf(server());
  assertEquals(await clientStands(call, "web"), true);
  for (const id of ["unknown", "", "a".repeat(22), "https://client.example/a", "__proto__"]) {
    assertEquals(await clientStands(call, id), false, id);
  }
});
