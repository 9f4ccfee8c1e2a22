/**
 * Pushed requests (RFC 9126).
 *
 * @module
 */

import { assert, assertEquals, assertMatch } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import {
  ago,
  approve,
  ask,
  type Asked,
  assertPage,
  assertTold,
  backFromProof,
  CLI,
  codeIn,
  enter,
  get,
  GOOD,
  hasCode,
  open,
  post,
  press,
  questionIn,
  toldIn,
} from "./_authorize.ts";
import {
  assertRefused,
  CALLBACK,
  createServer,
  FILES,
  ISSUER,
  MCP,
  SECRET,
  type ServerRig,
} from "./_rig.ts";
import { codeFields, createProver, proven, tokensOf, WEB } from "./_tokens.ts";

const SHOWN = { client_secret: SECRET };

/** Pushes a request, and returns the request of the browser. */
async function push(rig: ServerRig, asked: Asked = {}): Promise<Asked> {
  const response = await rig.post("oauth/par", { ...GOOD, ...SHOWN, ...asked });
  const { request_uri, expires_in } = await response.json();
  assertEquals([response.status, expires_in], [201, 600]);
  assertEquals(response.headers.get("cache-control"), "private, no-cache, no-store");
  assertMatch(request_uri, /^urn:ietf:params:oauth:request_uri:[\w-]{43}$/);
  return { client_id: "web", request_uri };
}

Deno.test("oauth/par: the browser comes with the id, and the client gets a code for what it pushed", async () => {
  const rig = createServer();
  const asked = await push(rig, { scope: "project:read file:read", resource: [MCP, FILES] });
  const browser = await open(rig);
  // Nothing of the URL counts but the id.
  const more = { ...CLI, ...asked, scope: "project:write", state: "other", prompt: "none" };
  const { data } = await codeIn(rig, await approve(browser, more));
  assertEquals([data.redirectUri, data.targets], [
    CALLBACK,
    { [MCP]: ["project:read"], [FILES]: ["file:read"] },
  ]);
});

Deno.test("oauth/par: a request can be shown again, gives one code, and is then over", async () => {
  const rig = createServer();
  const asked = await push(rig);
  const browser = await open(rig);
  const [first, second] = [await ask(browser, asked), await ask(browser, asked)];
  assertEquals(toldIn(await press(browser, first, "allow")).state, "state-1");
  assertTold(await press(browser, second, "allow"), "invalid_request");
  assertPage(await ask(browser, asked));
});

Deno.test("oauth/par: of fifty browsers at once, one gets a code", async () => {
  const rig = createServer();
  const asked = await push(rig);
  const browser = await open(rig);
  toldIn(await approve(browser));
  const all = await Promise.all(Array.from({ length: 50 }, () => ask(browser, asked)));
  assertEquals(all.filter(hasCode).length, 1);
});

/** URL of the endpoint. */
const PAR_URL = `${ISSUER}/auth/oauth/par`;

/** Pushes a request with a proof, and returns the request of the browser. */
async function pushProven(
  rig: ServerRig,
  headers: Record<string, string>,
  more: Asked = {},
): Promise<Asked> {
  const answer = await rig.post("oauth/par", { ...GOOD, ...SHOWN, ...more }, headers);
  assertEquals(answer.status, 201, await answer.clone().text());
  return { client_id: "web", request_uri: (await answer.json()).request_uri };
}

Deno.test("oauth/par: the code of a request with a proof is bound to its key (RFC 9449 §10.1)", async () => {
  const rig = createServer();
  const browser = await open(rig);
  const [own, thief] = [await createProver(), await createProver()];
  const asked = { prompt: "consent" };
  const code = async () => {
    const pushed = await pushProven(rig, await proven(own, { url: PAR_URL }), asked);
    return toldIn(await approve(browser, pushed)).code!;
  };
  const exchange = async (headers: HeadersInit = {}) =>
    await rig.post("oauth/token", codeFields(await code(), WEB), headers);
  await assertRefused(await exchange(), "invalid_dpop_proof");
  await assertRefused(await exchange(await proven(thief)), "invalid_grant");
  assertEquals((await tokensOf(await exchange(await proven(own)))).token_type, "DPoP");
});

Deno.test("oauth/par: `dpop_jkt` is the key of the proof, or the request is refused", async () => {
  const rig = createServer();
  const [own, thief] = [await createProver(), await createProver()];
  const first = await pushProven(rig, await proven(own, { url: PAR_URL }));
  const { data: { jkt } } = await codeIn(rig, await approve(await open(rig), first));
  await pushProven(rig, await proven(own, { url: PAR_URL }), { dpop_jkt: jkt! });
  const fields = { ...GOOD, ...SHOWN, dpop_jkt: jkt! };
  const wrong = await rig.post("oauth/par", fields, await proven(thief, { url: PAR_URL }));
  await assertRefused(wrong, "invalid_request");
});

Deno.test("oauth/par: a proof for another URL or method, and one that was used, is refused", async () => {
  const rig = createServer();
  const prover = await createProver();
  const send = async (headers: HeadersInit, more: Asked = {}) =>
    await rig.post("oauth/par", { ...GOOD, ...SHOWN, ...more }, headers);
  for (
    const headers of [
      await proven(prover),
      await proven(prover, { url: PAR_URL, method: "GET" }),
      { dpop: "no proof" },
    ]
  ) await assertRefused(await send(headers), "invalid_dpop_proof");
  const once = await proven(prover, { url: PAR_URL });
  // What is refused for something else, or comes from no client, has not used it up.
  await assertRefused(await send(once, { code_challenge: undefined }), "invalid_request");
  await assertRefused(await send(once, { client_secret: "wrong" }), "invalid_client");
  await pushProven(rig, once);
  await assertRefused(await send(once), "invalid_dpop_proof");
});

Deno.test("oauth/par: a refusal uses the request up", async () => {
  const rig = createServer();
  const asked = await push(rig);
  const browser = await open(rig);
  assertTold(await press(browser, await ask(browser, asked), "deny"), "access_denied");
  assertPage(await ask(browser, asked));
});

Deno.test("oauth/par: a request is of its client alone, and over after ten minutes", async () => {
  using time = new FakeTime();
  const rig = createServer();
  const asked = await push(rig);
  const browser = await open(rig);
  for (const client_id of ["cli", "own", "nobody", undefined]) {
    assertPage(await ask(browser, { ...asked, client_id }));
  }
  questionIn(await ask(browser, asked));
  time.tick(601_000);
  assertPage(await ask(browser, asked));
});

Deno.test("oauth/par: the question of a page is no pushed request, nor the other way round", async () => {
  const rig = createServer();
  const browser = await open(rig);
  const { request } = questionIn(await ask(browser));
  const request_uri = `urn:ietf:params:oauth:request_uri:${request}`;
  assertPage(await ask(browser, { client_id: "web", request_uri }));
  const { request_uri: uri } = await push(rig);
  const id = (uri as string).split(":").at(-1)!;
  const answer = await post(browser, "oauth/authorize", { request: id, step: "allow" });
  assert(!hasCode(answer), answer.location);
  // It was not used up.
  questionIn(await ask(browser, { client_id: "web", request_uri: uri! }));
});

Deno.test("oauth/par: a client that does not authenticate pushes nothing", async () => {
  const rig = createServer();
  const wrong: Asked[] = [
    {},
    { client_secret: "wrong" },
    { client_id: "nobody", ...SHOWN },
    { client_id: undefined, ...SHOWN },
  ];
  for (const change of wrong) {
    await assertRefused(await rig.post("oauth/par", { ...GOOD, ...change }), "invalid_client");
  }
});

/** Requests that are refused, by what is wrong. */
const REFUSED: Readonly<Record<string, readonly [error: string, change: Asked]>> = {
  "a request within": ["invalid_request", { request_uri: "urn:ietf:params:oauth:request_uri:x" }],
  "a request object": ["request_not_supported", { request: "e30.e30." }],
  "another redirect URI": ["invalid_request", { redirect_uri: "https://evil.example/" }],
  "no redirect URI": ["invalid_request", { redirect_uri: undefined, scope: "openid project:read" }],
  "no challenge": ["invalid_request", { code_challenge: undefined }],
  "the method plain": ["invalid_request", { code_challenge_method: "plain" }],
  "no scope that is known": ["invalid_scope", { scope: "admin" }],
  "an unknown resource": ["invalid_target", { resource: "https://evil.example/" }],
  "a repeated parameter": ["invalid_request", { scope: ["project:read", "project:write"] }],
  "two states": ["invalid_request", { state: ["a", "b"] }],
  "another flow": ["unsupported_response_type", { response_type: "token" }],
};

for (const [name, [error, change]] of Object.entries(REFUSED)) {
  Deno.test(`oauth/par: ${name}: ${error}`, async () => {
    const rig = createServer();
    await assertRefused(await rig.post("oauth/par", { ...GOOD, ...SHOWN, ...change }), error);
  });
}

Deno.test("oauth/par: answers at the origin of the issuer alone, and to posts", async () => {
  const rig = createServer();
  const url = "https://other.example/auth/oauth/par";
  assertEquals((await rig.post(url, { ...GOOD, ...SHOWN })).status, 404);
  assertEquals((await rig.send("oauth/par")).status, 405);
});

Deno.test("oauth/par: a redirect URI that was removed meanwhile gets no answer", async () => {
  const before = createServer();
  const asked = await push(before);
  const web = { redirectUris: ["https://client.example/other"], secret: SECRET };
  const after = createServer({ clients: { web } }, { adapter: before.adapter });
  assertPage(await ask(await open(after), asked));
});

Deno.test("oauth/par: prompt=login needs a proof from after the push, whatever the URL says", async () => {
  using time = new FakeTime();
  const rig = createServer();
  toldIn(await approve(await open(rig)));
  const browser = await open(rig);
  time.tick(5000);
  const asked = await push(rig, { prompt: "login" });
  time.tick(5000);
  const back = backFromProof(await ask(browser, asked));
  for (const url of [back, back.replace(/proven_after=\d+/, "proven_after=0")]) {
    backFromProof(await get(browser, url));
  }
  backFromProof(await ask(browser, { ...asked, proven_after: String(ago(3600)) }));
  await enter(rig, browser, "ada");
  const { data } = await codeIn(rig, await get(browser, back));
  assertEquals(data.authTime, Math.floor(time.now / 1000));
});

Deno.test("oauth/par: prompt=login asks again in a session of the second of the push", async () => {
  using _time = new FakeTime();
  const rig = createServer();
  toldIn(await approve(await open(rig)));
  const browser = await open(rig);
  backFromProof(await ask(browser, await push(rig, { prompt: "login" })));
});
