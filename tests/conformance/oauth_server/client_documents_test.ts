/**
 * Clients that are known by a document: what the document may say, and which URLs the server asks.
 *
 * @module
 */

import { assert, assertEquals, assertMatch } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { clientStands, findClient } from "../../../src/capabilities/oauth_server/clients.ts";
import { waitUntil } from "../../_wait.ts";
import { asserted, authenticate, callOf, DOCUMENT_URL, signer, strangers } from "./_clients.ts";
import { assertRefused, CALLBACK, createServer, type ServerRig } from "./_rig.ts";

const DOCUMENT = {
  client_id: DOCUMENT_URL,
  client_name: "A client",
  redirect_uris: [CALLBACK, "http://127.0.0.1/callback"],
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  token_endpoint_auth_method: "none",
};

/** An app, a network, and what the app has logged. */
function scene(
  answers: Record<string, unknown> = { [DOCUMENT_URL]: DOCUMENT },
  metadataDocuments: "ask" | "off" | readonly string[] = "ask",
  issuer?: string,
) {
  const network = strangers(answers);
  const logged: string[] = [];
  const rig = createServer({
    ...issuer === undefined ? {} : { issuer },
    fetch: network.fetch,
    registration: { metadataDocuments },
  }, { logger: { error: (error: Error) => void logged.push(error.message) } });
  return { ...network, logged, rig, call: callOf(rig) };
}

/** A document cannot be used, and the log says why. */
async function assertUnknown(document: unknown, why: RegExp): Promise<void> {
  const { asked, logged, call } = scene({ [DOCUMENT_URL]: document });
  assertEquals(await findClient(call, DOCUMENT_URL), undefined);
  assertEquals(asked, [DOCUMENT_URL]);
  assertMatch(logged.join("\n"), why);
}

Deno.test("client documents: a client is what its document says, and a stranger", async () => {
  const { rig, call } = scene();
  const client = await findClient(call, DOCUMENT_URL);
  assertEquals(client, {
    id: DOCUMENT_URL,
    source: "document",
    isUntrusted: true,
    isKnown: false,
    exchangesTo: new Set<string>(),
    name: "A client",
    links: {},
    redirectUris: DOCUMENT.redirect_uris,
    postLogoutRedirectUris: [],
    backchannelLogoutUri: undefined,
    authentication: { method: "none" },
    grants: new Set(["code", "refresh"] as const),
    scopes: "all",
    resources: "all",
    isFirstParty: false,
    takesNonce: false,
    takesIdToken: false,
    isFapi2: false,
    endsWithSession: false,
    idTokenAlgorithm: "RS256",
  });
  const response = await authenticate(rig, { form: { client_id: DOCUMENT_URL } });
  assertEquals((await response.json()).id, DOCUMENT_URL);
});

Deno.test("client documents: without a name, the client has that of its host", async () => {
  const { call } = scene({ [DOCUMENT_URL]: { ...DOCUMENT, client_name: undefined } });
  assertEquals((await findClient(call, DOCUMENT_URL))?.name, "client.example");
});

Deno.test("client documents: off by default, and nothing is asked", async () => {
  const network = strangers({ [DOCUMENT_URL]: DOCUMENT });
  const call = callOf(createServer({ fetch: network.fetch }));
  assertEquals(await findClient(call, DOCUMENT_URL), undefined);
  assertEquals(await clientStands(call, DOCUMENT_URL), false);
  assertEquals(network.asked, []);
});

Deno.test("client documents: a list of hosts accepts those hosts, and asks no other", async () => {
  const others = [
    "https://evil.example/client.json",
    "https://client.example.evil.example/client.json",
    "https://sub.client.example/client.json",
    "https://evil.example/?https://client.example/client.json",
    "https://client.example@evil.example/client.json",
  ];
  const { asked, call } = scene(undefined, ["client.example"]);
  for (const url of others) {
    assertEquals(await findClient(call, url), undefined, url);
    assertEquals(await clientStands(call, url), false, url);
  }
  assertEquals(asked, []);
  assertEquals((await findClient(call, DOCUMENT_URL))?.id, DOCUMENT_URL);
  assertEquals(await clientStands(call, DOCUMENT_URL), true);
});

Deno.test("client documents: a host of the list may have a port, and no other port of it is asked", async () => {
  const url = "https://client.example:8443/client.json";
  const keys = "https://client.example:8443/jwks.json";
  const signing = { jwks_uri: keys, token_endpoint_auth_method: "private_key_jwt" };
  const answers = { [url]: { ...DOCUMENT, ...signing, client_id: url } };
  const { asked, call } = scene(answers, ["client.example:8443"]);
  assertEquals((await findClient(call, url))?.id, url);
  assertEquals(await clientStands(call, url), true);
  for (
    const other of [
      DOCUMENT_URL,
      url.replace("8443", "8444"),
      url.replace("8443", "22"),
      url.replace("client.example", "evil.example"),
      url.replace("client.example", "127.0.0.1"),
      url.replace("https", "http"),
    ]
  ) {
    assertEquals(await findClient(call, other), undefined, other);
    assertEquals(await clientStands(call, other), false, other);
  }
  assertEquals(asked, [url]);
  // Nor are keys at another port.
  const elsewhere = { ...answers[url], jwks_uri: keys.replace("8443", "8444") };
  const moved = scene({ [url]: elsewhere }, ["client.example:8443"]);
  assertEquals(await findClient(moved.call, url), undefined);
  assertMatch(moved.logged.join(), /it has a port/);
  // The host alone is that at the port of https.
  const plain = scene(answers, ["client.example"]);
  assertEquals(await findClient(plain.call, url), undefined);
  assertEquals(plain.asked, []);
});

const URLS: readonly [what: string, url: string][] = [
  ["http", "http://client.example/client.json"],
  ["no path", "https://client.example/"],
  ["no path and no slash", "https://client.example"],
  ["dot segments", "https://client.example/a/../client.json"],
  ["escaped dot segments", "https://client.example/a/%2e%2e/client.json"],
  ["a single dot", "https://client.example/./client.json"],
  ["a fragment", `${DOCUMENT_URL}#a`],
  ["an empty fragment", `${DOCUMENT_URL}#`],
  ["a user name", "https://a@client.example/client.json"],
  ["a password", "https://a:b@client.example/client.json"],
  ["a port", "https://client.example:8443/client.json"],
  ["the port of https written out", "https://client.example:443/client.json"],
  ["capital letters in the host", "https://CLIENT.example/client.json"],
  ["a backslash", "https://client.example\\client.json"],
  ["a tab", "https://client.example/cl\tient.json"],
  ["a dot behind the host", "https://client.example./client.json"],
  ["a name without a dot", "https://intranet/client.json"],
  ["localhost (GHSA-5rr4-8452-hf4v)", "https://localhost/client.json"],
  ["an IPv4 address (GHSA-5rr4-8452-hf4v)", "https://169.254.169.254/latest/meta-data"],
  ["a public IPv4 address", "https://1.1.1.1/client.json"],
  ["an IPv4 address as a number", "https://2130706433/client.json"],
  ["an IPv4 address in octal", "https://0177.0.0.1/client.json"],
  ["an IPv6 address", "https://[::1]/client.json"],
  ["an IPv4 address as IPv6", "https://[::ffff:127.0.0.1]/client.json"],
  ["other letters that mean a host", "https://\u2460\u2461\u2466.0.0.1/client.json"],
  ["another protocol", "ftp://client.example/client.json"],
  ["too many characters", `https://client.example/${"a".repeat(1000)}`],
];

for (const [what, url] of URLS) {
  Deno.test(`client documents: a URL with ${what} is no client, and is not asked`, async () => {
    const { asked, rig, call } = scene({ [url]: { ...DOCUMENT, client_id: url } });
    assertEquals(await findClient(call, url), undefined);
    assertEquals(await clientStands(call, url), false);
    await assertRefused(await authenticate(rig, { form: { client_id: url } }), "invalid_client");
    assertEquals(asked, []);
  });
}

const IDS: readonly [what: string, id: unknown][] = [
  ["another client", "https://other.example/client.json"],
  ["another path", "https://client.example/oauth/other.json"],
  ["a slash more", `${DOCUMENT_URL}/`],
  ["a query more", `${DOCUMENT_URL}?a`],
  ["other letters in the host", "https://CLIENT.example/oauth/client.json"],
  ["an escaped letter", "https://client.example/oauth/%63lient.json"],
  ["a list", [DOCUMENT_URL]],
  ["nothing", undefined],
];

for (const [what, client_id] of IDS) {
  Deno.test(`client documents: a document about ${what} is refused`, async () => {
    await assertUnknown({ ...DOCUMENT, client_id }, /its `client_id` is another URL/);
  });
}

Deno.test("client documents: a document with a secret, or a method that needs one, is refused", async () => {
  await assertUnknown({ ...DOCUMENT, client_secret: "a" }, /it has a secret/);
  await assertUnknown({ ...DOCUMENT, client_secret_expires_at: 0 }, /it has a secret/);
  for (const method of ["client_secret_basic", "client_secret_post", "client_secret_jwt", "x"]) {
    await assertUnknown({ ...DOCUMENT, token_endpoint_auth_method: method }, /auth_method/);
  }
});

Deno.test("client documents: a document with a private key is refused; with a public one, the client signs", async () => {
  const { jwk, privateKey, assertion } = await signer();
  const own = { ...DOCUMENT, token_endpoint_auth_method: "private_key_jwt" };
  const secret = await crypto.subtle.exportKey("jwk", privateKey);
  await assertUnknown({ ...own, jwks: { keys: [secret] } }, /not public/);
  await assertUnknown({ ...DOCUMENT, jwks: { keys: [secret] } }, /not public/);
  await assertUnknown(own, /needs/);
  const { rig } = scene({ [DOCUMENT_URL]: { ...own, jwks: { keys: [jwk] } } });
  const bare = { form: { client_id: DOCUMENT_URL } };
  await assertRefused(await authenticate(rig, bare), "invalid_client");
  const response = await authenticate(rig, asserted(await assertion(DOCUMENT_URL)));
  assertEquals((await response.json()).id, DOCUMENT_URL);
});

Deno.test("client documents: keys at a URL of a private network are not asked (GHSA-5rr4-8452-hf4v)", async () => {
  for (
    const jwks_uri of ["https://169.254.169.254/", "http://client.example/k", "https://localhost/k"]
  ) {
    const own = { ...DOCUMENT, token_endpoint_auth_method: "private_key_jwt", jwks_uri };
    await assertUnknown(own, /jwks_uri/);
  }
});

Deno.test("client documents: no member makes a client more than a stranger (CVE-2026-27124)", async () => {
  const { call } = scene({
    [DOCUMENT_URL]: {
      ...DOCUMENT,
      ...{ isFirstParty: true, skip_consent: true, isStranger: false, service: "billing" },
      grant_types: ["authorization_code", "client_credentials"],
    },
  });
  const client = (await findClient(call, DOCUMENT_URL))!;
  assertEquals([client.isUntrusted, client.isFirstParty, client.service], [true, false, undefined]);
  assertEquals([...client.grants], ["code"]);
});

const BODIES: readonly [what: string, answer: () => Response, why: RegExp][] = [
  ["a redirect", () => Response.redirect("https://169.254.169.254/", 302), /status is 302/],
  ["a permanent redirect", () => Response.redirect(DOCUMENT_URL, 308), /status is 308/],
  ["status 201", () => Response.json(DOCUMENT, { status: 201 }), /status is 201/],
  ["status 404", () => Response.json(DOCUMENT, { status: 404 }), /status is 404/],
  ["status 500", () => Response.json(DOCUMENT, { status: 500 }), /status is 500/],
  ["HTML", () => typed("text/html"), /content type/],
  ["plain text", () => typed("text/plain"), /content type/],
  ["JavaScript", () => typed("application/javascript"), /content type/],
  ["a type that only ends like JSON", () => typed("application/notjson"), /content type/],
  ["no type", () => new Response(new TextEncoder().encode("{}")), /content type/],
  ["no JSON", () => typed("application/json", "{"), /not JSON/],
  ["bytes that are no UTF-8", () => typed("application/json", latin1({ a: "\xff" })), /not JSON/],
  ["a list", () => Response.json([DOCUMENT]), /not a JSON object/],
  ["null", () => Response.json(null), /not a JSON object/],
  ["more than 10 KiB", () => Response.json({ ...DOCUMENT, a: "a".repeat(10_240) }), /longer/],
  ["a body without end", endless, /longer/],
  ["a failure", () => Promise.reject(new TypeError("no route")) as never, /no route/],
];

function typed(type: string, body: BodyInit = JSON.stringify(DOCUMENT)): Response {
  return new Response(body, { headers: { "content-type": type } });
}

/** The document with members in another encoding. */
function latin1(more: object): Uint8Array<ArrayBuffer> {
  const text = JSON.stringify({ ...DOCUMENT, ...more });
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}

function endless(): Response {
  const body = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(1024)),
  });
  return new Response(body, { headers: { "content-type": "application/json" } });
}

for (const [what, answer, why] of BODIES) {
  Deno.test(`client documents: an answer with ${what} is refused, and is not kept`, async () => {
    const { asked, answers, logged, call } = scene({ [DOCUMENT_URL]: answer });
    assertEquals(await findClient(call, DOCUMENT_URL), undefined);
    assertMatch(logged.join("\n"), why);
    answers[DOCUMENT_URL] = DOCUMENT;
    assertEquals((await findClient(call, DOCUMENT_URL))?.id, DOCUMENT_URL);
    assertEquals(asked.length, 2);
  });
}

Deno.test("client documents: a type of JSON with a name of its own is taken", async () => {
  for (const type of ["application/client+json", "Application/JSON; charset=utf-8"]) {
    const { call } = scene({ [DOCUMENT_URL]: () => typed(type) });
    assertEquals((await findClient(call, DOCUMENT_URL))?.id, DOCUMENT_URL);
  }
});

Deno.test("client documents: the app's `fetch` is told to follow nothing and to send nothing", async () => {
  const seen: RequestInit[] = [];
  const fetch = ((_: string, init: RequestInit) => {
    seen.push(init);
    return Promise.resolve(Response.json(DOCUMENT));
  }) as typeof globalThis.fetch;
  const rig = createServer({ fetch, registration: { metadataDocuments: "ask" } });
  await findClient(callOf(rig), DOCUMENT_URL);
  const { redirect, credentials, headers, method, body } = seen[0]!;
  assertEquals([redirect, credentials, method, body], ["manual", "omit", "GET", undefined]);
  assertEquals(Object.keys(headers as object), ["Accept", "Accept-Encoding"]);
});

Deno.test("client documents: fifty requests at once ask once", async () => {
  const { asked, call } = scene();
  const found = await Promise.all(
    Array.from({ length: 50 }, () => findClient(call, DOCUMENT_URL)),
  );
  assertEquals(new Set(found.map((client) => client?.id)), new Set([DOCUMENT_URL]));
  assertEquals(asked.length, 1);
});

Deno.test("client documents: fifty requests at once for one that fails ask once", async () => {
  const { asked, call } = scene({});
  const found = await Promise.all(
    Array.from({ length: 50 }, () => findClient(call, DOCUMENT_URL)),
  );
  assertEquals(new Set(found), new Set([undefined]));
  assertEquals(asked.length, 1);
});

const KEPT: readonly [headers: Record<string, string>, seconds: number][] = [
  [{}, 300],
  [{ "cache-control": "max-age=600" }, 600],
  [{ "cache-control": "public, MAX-AGE=600" }, 600],
  [{ "cache-control": "max-age=600", "age": "100" }, 500],
  [{ "cache-control": "max-age=600, s-maxage=120" }, 120],
  [{ "cache-control": "max-age=0" }, 60],
  [{ "cache-control": "no-store" }, 60],
  [{ "cache-control": "no-cache, max-age=600" }, 60],
  [{ "cache-control": "max-age=31536000" }, 86_400],
  [{ "cache-control": "max-age=9999999999999999999999" }, 86_400],
  [{ "expires": "Thu, 01 Jan 1970 00:00:00 GMT" }, 60],
  [{ "expires": "soon" }, 60],
];

for (const [headers, seconds] of KEPT) {
  Deno.test(`client documents: with ${JSON.stringify(headers)}, kept for ${seconds} seconds`, async () => {
    using time = new FakeTime();
    const { asked, call } = scene({ [DOCUMENT_URL]: () => Response.json(DOCUMENT, { headers }) });
    await findClient(call, DOCUMENT_URL);
    time.tick(seconds * 1000 - 1);
    await findClient(call, DOCUMENT_URL);
    assertEquals(asked.length, 1);
    time.tick(1);
    await findClient(call, DOCUMENT_URL);
    assertEquals(asked.length, 2);
  });
}

Deno.test("client documents: a client that changes its document is another client after that", async () => {
  using time = new FakeTime();
  const { answers, call } = scene();
  await findClient(call, DOCUMENT_URL);
  answers[DOCUMENT_URL] = { ...DOCUMENT, redirect_uris: ["https://new.example/callback"] };
  time.tick(300_000);
  const client = await findClient(call, DOCUMENT_URL);
  assertEquals(client?.redirectUris, ["https://new.example/callback"]);
  answers[DOCUMENT_URL] = undefined;
  time.tick(300_000);
  assertEquals(await findClient(call, DOCUMENT_URL), undefined);
  // Tokens do not depend on the server of a stranger.
  assertEquals(await clientStands(call, DOCUMENT_URL), true);
});

Deno.test("client documents: a server that does not answer is given up after five seconds", async () => {
  for (
    const answer of [
      () => new Promise<Response>(() => {}),
      () =>
        new Response(new ReadableStream({}), { headers: { "content-type": "application/json" } }),
    ]
  ) {
    using time = new FakeTime();
    const { asked, logged, call } = scene({ [DOCUMENT_URL]: answer });
    const found = findClient(call, DOCUMENT_URL);
    while (asked.length === 0) await time.tickAsync(0);
    await time.tickAsync(4999);
    assertEquals(logged, []);
    await time.tickAsync(1);
    assertEquals(await found, undefined);
    assertMatch(logged.join(), /no answer in time/);
  }
});

Deno.test("client documents: one host is asked sixty times a minute at most, and other hosts go on", async () => {
  const { asked, call } = scene({});
  for (let i = 0; i < 80; i++) await findClient(call, `https://victim.example/${i}`);
  assertEquals(asked.length, 60);
  await findClient(call, "https://other.example/client.json");
  assertEquals(asked.length, 61);
});

Deno.test("client documents: a hundred URLs are asked at once at most", async () => {
  const waiting: ((response: Response) => void)[] = [];
  const fetch =
    (() =>
      new Promise<Response>((resolve) => void waiting.push(resolve))) as typeof globalThis.fetch;
  const rig: ServerRig = createServer(
    { fetch, registration: { metadataDocuments: "ask" } },
    { logger: { error() {} } },
  );
  const call = callOf(rig);
  const all = Array.from(
    { length: 150 },
    (_, i) => findClient(call, `https://host-${i}.example/client.json`),
  );
  let refused = 0;
  for (const one of all) void one.then((client) => refused += client ? 0 : 1);
  await waitUntil("every request", () => waiting.length + refused === 150);
  assertEquals([waiting.length, refused], [100, 50]);
  for (const answer of waiting) answer(new Response("", { status: 404 }));
  await Promise.all(all);
  assertEquals(waiting.length, 100);
});

Deno.test("client documents: a thousand are kept at most", async () => {
  const asked: string[] = [];
  const fetch = ((url: string) => {
    asked.push(url);
    return Promise.resolve(Response.json({ ...DOCUMENT, client_id: url }));
  }) as typeof globalThis.fetch;
  const rig = createServer({ fetch, registration: { metadataDocuments: "ask" } });
  const call = callOf(rig);
  const url = (i: number) => `https://host-${i}.example/client.json`;
  using time = new FakeTime();
  for (let i = 0; i <= 1000; i++) {
    if (i === 500) await time.tickAsync(60_000);
    assert(await findClient(call, url(i)));
  }
  await findClient(call, url(1000));
  assertEquals(asked.length, 1001);
  await findClient(call, url(0));
  assertEquals(asked.length, 1002);
});

Deno.test("client documents: a URL of this machine is a client of a server under development alone", async () => {
  for (
    const url of [
      "http://localhost:3000/client.json",
      "http://127.0.0.1:3000/client.json",
      "http://[::1]:3000/client.json",
    ]
  ) {
    const document = { ...DOCUMENT, client_id: url };
    const deployed = scene({ [url]: document });
    assertEquals(await findClient(deployed.call, url), undefined);
    assertEquals(deployed.asked, []);
    const own = scene({ [url]: document }, "ask", "http://localhost:8000");
    assertEquals((await findClient(own.call, url))?.id, url);
  }
  // Nothing else becomes possible there.
  for (
    const url of [
      "http://client.example/a",
      "https://10.0.0.1/a",
      "http://localhost.evil.example/a",
    ]
  ) {
    const own = scene({ [url]: { ...DOCUMENT, client_id: url } }, "ask", "http://localhost:8000");
    assertEquals(await findClient(own.call, url), undefined);
    assertEquals(own.asked, []);
  }
});
