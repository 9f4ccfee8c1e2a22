/**
 * Requests for authorization that are not valid: where there is no place for an answer, a page; else
 * an error for the client.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import {
  approve,
  ask,
  type Asked,
  assertPage,
  assertTold,
  CLI,
  codeIn,
  GOOD,
  hasCode,
  OLD,
  open,
  post,
  press,
  questionIn,
  toldIn,
  toPairs,
} from "./_authorize.ts";
import { CALLBACK, createServer, FILES, ISSUER, MCP } from "./_rig.ts";
import { redeem, refresh, WEB } from "./_tokens.ts";

/** Requests that get a page, by what is wrong. */
const PAGES: Readonly<Record<string, Asked>> = {
  "no client": { client_id: undefined },
  "an unknown client": { client_id: "nobody" },
  "a client named twice": { client_id: ["web", "web"] },
  "the name of a member of every object": { client_id: "constructor" },
  "no redirect URI, with OpenID Connect": { redirect_uri: undefined, scope: "openid project:read" },
  "no redirect URI of a client with several": { redirect_uri: undefined, client_id: "own" },
  "no redirect URI of a program on any port": { redirect_uri: undefined, client_id: "cli" },
  "an empty redirect URI of a client with several": { redirect_uri: "", client_id: "own" },
  "a redirect URI that is not registered": { redirect_uri: "https://evil.example/callback" },
  "a redirect URI with another path": { redirect_uri: `${CALLBACK}/x` },
  "a redirect URI with a query": { redirect_uri: `${CALLBACK}?x=1` },
  "a redirect URI in other letters": { redirect_uri: CALLBACK.toUpperCase() },
  "a redirect URI with a fragment": { redirect_uri: `${CALLBACK}#x` },
  "two redirect URIs": { redirect_uri: [CALLBACK, "https://evil.example/"] },
  "twice the same redirect URI": { redirect_uri: [CALLBACK, CALLBACK] },
  "the redirect URI of another client": { redirect_uri: "http://127.0.0.1/callback" },
  "a pushed request that does not exist": {
    request_uri: `urn:ietf:params:oauth:request_uri:${"A".repeat(43)}`,
  },
  "a pushed request without an id": { request_uri: "urn:ietf:params:oauth:request_uri:" },
};

for (const [name, change] of Object.entries(PAGES)) {
  Deno.test(`oauth/authorize: ${name}: a page, and no redirect`, async () => {
    const rig = createServer();
    const browser = await open(rig);
    assertPage(await ask(browser, { ...GOOD, ...change }));
    // A request that must show no page does not change that.
    assertPage(await ask(browser, { ...GOOD, ...change, prompt: "none" }));
    const posted = await post(browser, "oauth/authorize", { ...GOOD, ...change }, { csrf: false });
    assertPage(posted);
  });
}

Deno.test("oauth/authorize: the only redirect URI may be left out, at `oauth/par` too", async () => {
  const rig = createServer();
  const browser = await open(rig);
  for (const redirect_uri of [undefined, ""]) {
    const asked = { ...GOOD, redirect_uri, prompt: "consent" };
    const told = toldIn(await approve(browser, asked));
    assertEquals([told.to, told.state], [CALLBACK, "state-1"]);
    await redeem(rig, told.code!, { ...WEB, redirect_uri });
    const pushed = await rig.post("oauth/par", { ...asked, ...WEB });
    const { request_uri } = await pushed.json();
    const again = toldIn(await approve(browser, { client_id: "web", request_uri }));
    await redeem(rig, again.code!, { ...WEB, redirect_uri: CALLBACK });
  }
  // An error goes there too, and nowhere else.
  assertTold(
    await ask(browser, { ...GOOD, redirect_uri: undefined, response_type: "token" }),
    "unsupported_response_type",
  );
});

const LONG = "x".repeat(2049);

/** Requests of which the client learns. */
const TOLD: Readonly<Record<string, readonly [error: string, change: Asked]>> = {
  "no response type": ["invalid_request", { response_type: undefined }],
  "the implicit flow": ["unsupported_response_type", { response_type: "token" }],
  "the hybrid flow": ["unsupported_response_type", { response_type: "code id_token" }],
  "an ID token alone": ["unsupported_response_type", { response_type: "id_token" }],
  "a response type twice": ["invalid_request", { response_type: ["code", "code"] }],
  "an answer in the fragment": ["invalid_request", { response_mode: "fragment" }],
  "no challenge": ["invalid_request", { code_challenge: undefined }],
  "an empty challenge": ["invalid_request", { code_challenge: "" }],
  "a challenge without its method": ["invalid_request", { code_challenge_method: undefined }],
  "the method plain": ["invalid_request", { code_challenge_method: "plain" }],
  "the method in other letters": ["invalid_request", { code_challenge_method: "s256" }],
  "an unknown method": ["invalid_request", { code_challenge_method: "S512" }],
  "a challenge that is too short": ["invalid_request", { code_challenge: "A".repeat(42) }],
  "a challenge that is too long": ["invalid_request", { code_challenge: "A".repeat(44) }],
  "a challenge in another alphabet": ["invalid_request", { code_challenge: "+".repeat(43) }],
  "two challenges": ["invalid_request", { code_challenge: ["A".repeat(43), "B".repeat(43)] }],
  "no scope": ["invalid_scope", { scope: undefined }],
  "no scope that is known": ["invalid_scope", { scope: "admin phone" }],
  "no known scope of the resource": ["invalid_scope", { scope: "openid admin", resource: MCP }],
  "two scopes": ["invalid_request", { scope: ["project:read", "project:write"] }],
  "an unknown resource": ["invalid_target", { resource: "https://evil.example/" }],
  "a known resource and an unknown one": ["invalid_target", {
    resource: [MCP, "https://x.example"],
  }],
  "a resource without a scope of it": ["invalid_scope", { resource: [MCP, FILES] }],
  "a scope of another resource": ["invalid_scope", { resource: FILES }],
  "too many resources": ["invalid_request", { resource: Array(21).fill(MCP) }],
  "a request object": ["request_not_supported", { request: "e30.e30." }],
  "a request at a URL": ["request_uri_not_supported", { request_uri: "https://evil.example/r" }],
  "prompt none with another": ["invalid_request", { prompt: "none login" }],
  "an unknown prompt": ["invalid_request", { prompt: "register" }],
  "prompt none with a new account": ["invalid_request", { prompt: "none create" }],
  "two lists of languages": ["invalid_request", { ui_locales: ["de", "fr"] }],
  "two prompts": ["invalid_request", { prompt: ["none", "login"] }],
  "an age that is no number": ["invalid_request", { max_age: "soon" }],
  "a negative age": ["invalid_request", { max_age: "-1" }],
  "a nonce that is too long": ["invalid_request", { nonce: "x".repeat(513) }],
  "a thumbprint that is none": ["invalid_request", { dpop_jkt: "x" }],
  "two thumbprints": ["invalid_request", { dpop_jkt: ["A".repeat(43), "B".repeat(43)] }],
};

for (const [name, [error, change]] of Object.entries(TOLD)) {
  Deno.test(`oauth/authorize: ${name}: ${error} for the client`, async () => {
    const rig = createServer();
    const asked = { ...GOOD, ...change };
    // A session is of no account.
    for (const id of ["ada", null]) assertTold(await ask(await open(rig, id), asked), error);
    const posted = await post(await open(rig), "oauth/authorize", asked, { csrf: false });
    assertTold(posted, error);
  });
}

Deno.test("oauth/authorize: a state that is too long, or sent twice, does not come back", async () => {
  const browser = await open(createServer());
  for (const state of [LONG, ["a", "b"]]) {
    const answer = await ask(browser, { ...GOOD, state });
    assertTold(answer, "invalid_request", { ...GOOD, state: undefined });
  }
});

Deno.test("oauth/authorize: a client without the grant gets no code", async () => {
  const web = { redirectUris: [CALLBACK], grants: ["refresh"] } as const;
  const rig = createServer({ clients: { web } });
  assertTold(await ask(await open(rig)), "unauthorized_client");
});

Deno.test("oauth/authorize: a client asks for its own scopes and resources alone", async () => {
  const web = { redirectUris: [CALLBACK], scopes: ["file:read"], resources: [FILES] };
  const rig = createServer({ clients: { web } });
  const browser = await open(rig);
  assertTold(await ask(browser), "invalid_scope");
  assertTold(await ask(browser, { ...GOOD, scope: "file:read", resource: MCP }), "invalid_target");
  questionIn(await ask(browser, { ...GOOD, scope: "file:read", resource: FILES }));
});

Deno.test("oauth/authorize: scopes that are not known are passed over, and the answer names the others", async () => {
  const rig = createServer();
  const scope = "openid phone project:read groups roles admin";
  const asked = { ...GOOD, scope };
  const page = await ask(await open(rig), asked);
  for (const unknown of ["phone", "groups", "roles", "admin"]) {
    assert(!page.html.includes(`>${unknown}<`), unknown);
  }
  const browser = await open(rig);
  const answer = await press(browser, await ask(browser, asked), "allow");
  const { data: { targets } } = await codeIn(rig, answer);
  assertEquals(targets, { [ISSUER]: ["openid"], [MCP]: ["project:read"] });
  const { code } = toldIn(answer);
  const tokens = await redeem(rig, code!, { ...WEB, scope });
  assertEquals(tokens.scope, "openid project:read");
  // A client that asks for the same again gets the same.
  const again = await refresh(rig, tokens.refresh_token, { ...WEB, scope });
  assertEquals(again.scope, "openid project:read");
});

Deno.test("oauth/authorize: own scopes and own resources are limits of their own", async () => {
  const clients = {
    scoped: { redirectUris: [CALLBACK], scopes: ["project:read"] },
    placed: { redirectUris: [CALLBACK], resources: [FILES] },
  };
  const rig = createServer({ clients });
  const browser = await open(rig);
  const scoped = { ...GOOD, client_id: "scoped" };
  assertTold(await ask(browser, { ...scoped, scope: "project:write" }), "invalid_scope");
  // Without a scope, it asks for all of its own, and for none of a resource of others.
  const all = { ...scoped, scope: undefined };
  const { data: { targets } } = await codeIn(
    rig,
    await approve(browser, { ...all, resource: MCP }),
  );
  assertEquals(targets, { [MCP]: ["project:read"] });
  assertTold(await ask(browser, { ...all, resource: FILES }), "invalid_scope");
  const placed = { ...GOOD, client_id: "placed" };
  assertTold(await ask(browser, { ...placed, scope: "project:read" }), "invalid_scope");
  questionIn(await ask(browser, { ...placed, scope: "file:read" }));
});

Deno.test("oauth/authorize: what is asked for is in the code, to the letter", async () => {
  const rig = createServer();
  const browser = await open(rig, "ada", { proof: { methods: ["pwd", "otp", "mfa"] } });
  const jkt = "J".repeat(43);
  const asked = {
    ...GOOD,
    scope: "openid project:read file:read",
    resource: [MCP, FILES],
    nonce: "nonce-1",
    dpop_jkt: jkt,
    // Parameters without a value are absent (RFC 6749 §3.1), and unknown ones are passed over.
    prompt: "",
    claims: "{}",
  };
  const { owner, data } = await codeIn(rig, await approve(browser, asked));
  const { grant, authTime, ...rest } = data;
  assert(grant && authTime);
  assertEquals([owner, rest], ["ada", {
    client: "web",
    targets: { [ISSUER]: ["openid"], [MCP]: ["project:read"], [FILES]: ["file:read"] },
    nonce: "nonce-1",
    jkt,
    methods: ["pwd", "otp", "mfa"],
    redirectUri: CALLBACK,
    challenge: GOOD.code_challenge as string,
  }]);
});

Deno.test("oauth/authorize: a loopback address matches with any port, and a state with any text", async () => {
  const rig = createServer();
  const state = 'a b&c="<é>';
  const told = toldIn(await approve(await open(rig), { ...CLI, state }));
  assertEquals([told.to, told.state], [CLI.redirect_uri, state]);
});

Deno.test("oauth/authorize: answers at the origin of the issuer alone", async () => {
  const rig = createServer();
  const url = `https://other.example/auth/oauth/authorize?${toPairs(GOOD)}`;
  for (const path of [url, "https://other.example/auth/oauth/end-session"]) {
    const answer = await rig.send(path, { headers: { accept: "text/html" } });
    assertEquals(answer.status, 404);
    assertEquals((await rig.send(path)).status, 404);
    await answer.body?.cancel();
  }
});

Deno.test("oauth/authorize: a request that is posted is the same as one in the URL", async () => {
  const rig = createServer();
  const browser = await open(rig);
  const asked = {
    ...GOOD,
    scope: "project:read file:read",
    resource: [MCP, FILES],
    max_age: "9999",
  };
  const sent = await post(browser, "oauth/authorize", asked, { csrf: false });
  assertEquals(sent.status, 302);
  const url = new URL(sent.location);
  assertEquals(url.pathname, "/auth/oauth/authorize");
  const again = Object.fromEntries(
    [...new Set(url.searchParams.keys())].map((name) => [name, url.searchParams.getAll(name)]),
  );
  const same = Object.fromEntries(
    Object.entries(asked).map(([name, value]) => [name, [value].flat()]),
  );
  assertEquals(again, same);
});

Deno.test("oauth/authorize: a user who acts for another gives nothing", async () => {
  const rig = createServer();
  const browser = await open(rig, "ada", { proof: { actor: "support" } });
  assertTold(await ask(browser), "access_denied");
  assertTold(await ask(browser, { ...GOOD, prompt: "none" }), "access_denied");
  assertEquals(await rig.auth.oauthServer.listGrants("ada"), []);
});

Deno.test("oauth/authorize: a suspended user gets the sign-in page, and no code", async () => {
  const rig = createServer();
  const browser = await open(rig);
  const page = await ask(browser);
  await rig.auth.users.suspend("ada");
  assertEquals(new URL((await ask(browser)).location).pathname, "/auth/signin");
  const { request } = questionIn(page);
  const answer = await post(browser, "oauth/authorize", { request, step: "allow" });
  assert(!hasCode(answer), answer.location);
  assertEquals(await rig.auth.oauthServer.listGrants("ada"), []);
});

Deno.test("oauth/authorize: an error of a request says nothing of what it had", async () => {
  const browser = await open(createServer(), "ada", OLD);
  const told = toldIn(await ask(browser, { ...GOOD, scope: "secret-scope-of-mine" }));
  assert(!JSON.stringify(told).includes("secret-scope"), JSON.stringify(told));
});
