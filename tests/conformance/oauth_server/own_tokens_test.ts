/**
 * Tokens that the app makes for its own APIs, and tokens of other issuers: what must not work, and what
 * does.
 *
 * @module
 */

import { assert, assertEquals, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { generateKeyPair, SignJWT } from "jose";
import { AccessDenied, AuthError } from "../../../src/errors.ts";
import { suspend } from "../../../src/server/users.ts";
import { signInAs } from "../../../src/tools/testing/mod.ts";
import { assertRefused, createServer, FILES, ISSUER, MCP, SECRET, type ServerRig } from "./_rig.ts";
import { assertAsked, createProver, grantTokens, open, proven, tokensOf } from "./_tokens.ts";

/** A request of a user who is signed in. */
async function requestOf(rig: ServerRig, id = "ada", how = {}): Promise<Request> {
  return new Request(`${ISSUER}/`, { headers: await rig.signIn(id, how) });
}

async function issue(
  rig: ServerRig,
  request: Request,
  options: { resource: string; scopes?: readonly string[] } = { resource: MCP },
): Promise<string> {
  const issued = await rig.auth.oauthServer.issueToken(request, options);
  assert(issued);
  return issued.token;
}

async function reasonOf(
  rig: ServerRig,
  token: string,
  options: Partial<Parameters<ServerRig["auth"]["oauthServer"]["verifyToken"]>[1]> = {},
): Promise<string> {
  const who = await rig.auth.oauthServer.verifyToken(token, { resource: MCP, ...options });
  return who.ok ? "in" : who.reason;
}

Deno.test("issueToken(): a user's token for an API of the app", async () => {
  const rig = createServer();
  const request = await requestOf(rig);
  const issued = await rig.auth.oauthServer.issueToken(request, {
    ...{ resource: MCP, scopes: ["project:read"] },
  });
  assertEquals(issued?.expiresIn, 600);
  const { header, claims } = open(issued!.token);
  assertEquals([header.typ, header.alg], ["at+jwt", "EdDSA"]);
  const session = await rig.auth.sessions.identify(request);
  assertEquals([claims.sub, claims.client_id, claims.aud, claims.scope, claims.sid, claims.grant], [
    ...["ada", ISSUER, MCP, "project:read"],
    ...[session!.id, undefined],
  ]);
  const answer = await assertAsked(rig, issued!.token, 200);
  assertEquals(await answer.json(), { id: "ada", via: "token", scopes: ["project:read"] });
  const who = await rig.auth.oauthServer.verifyToken(issued!.token, { resource: MCP });
  assert(who.ok);
  assertEquals([who.id, who.client, who.issuer, [...who.scopes]], [
    ...["ada", ISSUER, ISSUER],
    ["project:read"],
  ]);
  // It is no app with access: the user has given nothing to anyone.
  assertEquals(await rig.auth.oauthServer.listGrants("ada"), []);
});

Deno.test("issueToken(): takes what names a session, when it is one of that user", async () => {
  const rig = createServer();
  const session = (await rig.auth.sessions.identify(await requestOf(rig)))!;
  const issue = async (by: { id: string; userId: string }) =>
    await rig.auth.oauthServer.issueToken(by, { resource: MCP });
  const issued = await issue(session);
  await assertAsked(rig, issued!.token, 200);
  assertEquals(await issue({ ...session, userId: "eve" }), null);
  assertEquals(await issue({ ...session, id: "x" }), null);
  assertEquals(await issue({ ...session, id: "x".repeat(5000) }), null);
  await rig.auth.sessions.revoke(session.userId, session.id);
  assertEquals(await issue(session), null);
});

Deno.test("issueToken(): without a session there is no token", async () => {
  const rig = createServer();
  const issue = async (request: Request) =>
    await rig.auth.oauthServer.issueToken(request, { resource: MCP });
  assertEquals(await issue(new Request(ISSUER)), null);
  const request = await requestOf(rig);
  const { access_token } = await grantTokens(rig);
  assertEquals(
    await issue(new Request(ISSUER, { headers: { authorization: `Bearer ${access_token}` } })),
    null,
  );
  const session = (await rig.auth.sessions.identify(request.clone()))!;
  await rig.auth.sessions.revoke("ada", session.id);
  assertEquals(await issue(new Request(request)), null);
});

Deno.test("issueToken(): a resource or a scope that is not one of the config is an error", async () => {
  const rig = createServer({
    resources: {
      [MCP]: { scopes: ["project:read"] },
      [FILES]: { scopes: ["file:read"], requiresDpop: true },
    },
  });
  const request = await requestOf(rig);
  for (
    const options of [
      { resource: "https://other.example/" },
      { resource: ISSUER },
      { resource: FILES },
      { resource: MCP, scopes: ["file:read"] },
      { resource: MCP, scopes: ["project:read", "openid"] },
      { resource: MCP, scopes: [] },
    ]
  ) {
    await assertRejects(
      () => rig.auth.oauthServer.issueToken(request, options),
      TypeError,
      "Cannot issue a token",
    );
  }
});

for (
  const [name, end] of Object.entries({
    "its session is revoked": async (rig: ServerRig, request: Request) => {
      const session = await rig.auth.sessions.identify(request);
      await rig.auth.sessions.revoke("ada", session!.id);
    },
    "all sessions are": (rig: ServerRig) => rig.auth.sessions.revokeAll("ada"),
    "the user is suspended": (rig: ServerRig) => suspend(rig.auth as never, "ada"),
    "the user is deleted": (rig: ServerRig) => rig.auth.users.delete("ada"),
    "the user signs out in the browser": async (rig: ServerRig, request: Request) => {
      await rig.auth.signOut(request);
    },
  })
) {
  for (const strategy of ["jwt", "database"] as const) {
    Deno.test(`issueToken(), ${strategy}: the token ends when ${name}`, async () => {
      const rig = createServer({}, { session: { strategy, revocation: {} } });
      const request = await requestOf(rig);
      const other = await requestOf(rig, "eve");
      const [token, theirs] = [await issue(rig, request), await issue(rig, other)];
      await assertAsked(rig, token, 200);
      await end(rig, new Request(request));
      await assertAsked(rig, token, 401);
      assert(["revoked", "suspended", "deleted"].includes(await reasonOf(rig, token)));
      await assertAsked(rig, theirs, 200);
    });
  }
}

Deno.test("issueToken(): one session of two ends, and the token of the other one stays", async () => {
  const rig = createServer();
  const [first, second] = [await requestOf(rig), await requestOf(rig)];
  const [one, two] = [await issue(rig, first), await issue(rig, second)];
  const session = await rig.auth.sessions.identify(first);
  await rig.auth.sessions.revoke("ada", session!.id);
  await assertAsked(rig, one, 401);
  await assertAsked(rig, two, 200);
});

Deno.test("issueToken(): a person who acts for the user gets no token", async () => {
  const rig = createServer();
  const request = await requestOf(rig, "ada", { proof: { actor: "support" } });
  await assertRejects(
    async () => await issue(rig, request),
    AccessDenied,
    "Cannot issue a token: another person acts for the user",
  );
});

Deno.test("issueToken(): the id of the app is no client that anyone can use", async () => {
  const rig = createServer({ registration: { metadataDocuments: "ask" } });
  for (const more of [{}, { client_secret: SECRET }]) {
    await assertRefused(
      await rig.post("oauth/token", {
        ...{ grant_type: "refresh_token", refresh_token: "x", client_id: ISSUER },
        ...more,
      }),
      "invalid_client",
    );
  }
});

Deno.test("issueToken(): the token can be exchanged, and what comes of it ends with the session", async () => {
  const rig = createServer({
    clients: { api: { secret: SECRET, grants: ["token-exchange"] } },
  });
  const request = await requestOf(rig);
  const tokens = await tokensOf(
    await rig.post("oauth/token", {
      grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
      ...{ client_id: "api", client_secret: SECRET, subject_token: await issue(rig, request) },
      subject_token_type: "urn:ietf:params:oauth:token-type:access_token",
    }),
  );
  const who = await rig.auth.oauthServer.verifyToken(tokens.access_token, { resource: MCP });
  assert(who.ok);
  assertEquals([who.id, who.client, who.actor], ["ada", "api", { id: "api" }]);
  await rig.auth.sessions.revokeAll("ada");
  await assertAsked(rig, tokens.access_token, 401);
});

Deno.test("verifyToken(): accepts what `authenticate` accepts, and refuses the rest with its reason", async () => {
  using time = new FakeTime();
  const rig = createServer();
  const { access_token, id_token, refresh_token, userId } = await grantTokens(rig, {
    targets: { [MCP]: ["project:read"], [ISSUER]: ["openid"] },
  });
  const who = await rig.auth.oauthServer.verifyToken(access_token, {
    ...{ resource: MCP, scopes: ["project:read"], issuer: ISSUER },
  });
  assert(who.ok);
  assertEquals([who.id, who.client], [userId, "own"]);
  assertEquals(
    await reasonOf(rig, access_token, { scopes: ["project:write"] }),
    "insufficient-scope",
  );
  assertEquals(await reasonOf(rig, access_token, { resource: FILES }), "wrong-audience");
  for (const text of ["", "x", id_token, refresh_token, `${access_token}x`]) {
    assertEquals(await reasonOf(rig, text), "unknown");
  }
  time.tick(601_000);
  assertEquals(await reasonOf(rig, access_token), "expired");
});

Deno.test("verifyToken(): a token that is bound to a key has no proof here", async () => {
  const rig = createServer();
  const key = await createProver();
  const code = await rig.code("ada").catch(async () => {
    await rig.signIn("ada");
    return await rig.code("ada");
  });
  const { access_token } = await tokensOf(
    await rig.post("oauth/token", {
      ...{ grant_type: "authorization_code", code, client_id: "own" },
      redirect_uri: "https://client.example/callback",
      code_verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
    }, await proven(key)),
  );
  assertEquals(await reasonOf(rig, access_token), "proof-missing");
});

Deno.test("verifyToken(): demands a strong or recent sign-in, as `authenticate` does", async () => {
  using time = new FakeTime();
  const rig = createServer();
  const acr = "urn:x-auth:mfa";
  const weak = (await grantTokens(rig)).access_token;
  const strong = (await grantTokens(rig, { methods: ["pwd", "otp", "mfa"] })).access_token;
  assertEquals(await reasonOf(rig, weak, { acr }), "proof-too-weak");
  const { verifyToken } = rig.auth.oauthServer;
  assert((await verifyToken(strong, { resource: MCP, acr, maxAge: 300 })).ok);
  time.tick(301_000);
  assertEquals(await reasonOf(rig, strong, { acr, maxAge: 300 }), "session-too-old");
  for (const wrong of [{ acr: "urn:other" }, { acr: "" }, { maxAge: -1 }, { maxAge: undefined }]) {
    const options = { resource: MCP, ...wrong } as { resource: string };
    await assertRejects(() => verifyToken(strong, options), TypeError, "Cannot verify the token");
  }
});

/** Another server, at a port of this machine, which counts its requests. */
function startIssuer() {
  const requests: string[] = [];
  let handle: (request: Request) => Promise<Response> | Response = () => new Response();
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, (request) => {
    requests.push(new URL(request.url).pathname);
    return handle(request);
  });
  const issuer = `http://127.0.0.1:${server.addr.port}`;
  const api = `${issuer}/api`;
  const rig = createServer({ issuer, resources: { [api]: { scopes: ["thing:read"] } } });
  handle = (request) => rig.auth.handler(request);
  const request = async () => {
    const { headers } = await signInAs(rig.auth, { id: "bob", email: "bob@example.com" }, {
      origin: issuer,
    });
    return new Request(`${issuer}/`, { headers });
  };
  return {
    ...{ issuer, api, requests, rig },
    token: async () => await issue(rig, await request(), { resource: api }),
    answer(next: typeof handle) {
      handle = next;
    },
    stop: async () => await server.shutdown(),
  };
}

Deno.test("verifyToken(): a token of another issuer, whose keys are read once", async () => {
  const other = startIssuer();
  try {
    const rig = createServer();
    const { issuer, api: resource } = other;
    const token = await other.token();
    for (let times = 0; times < 20; times++) {
      const who = await rig.auth.oauthServer.verifyToken(token, {
        ...{ resource, issuer, scopes: ["thing:read"] },
      });
      assert(who.ok, JSON.stringify(who));
      assertEquals([who.id, who.issuer, who.client, [...who.scopes]], [
        ...["bob", issuer, issuer],
        ["thing:read"],
      ]);
    }
    assertEquals(other.requests, ["/.well-known/oauth-authorization-server", "/auth/oauth/jwks"]);
    const reason = async (options: object, text = token) =>
      await reasonOf(rig, text, { resource, issuer, ...options });
    assertEquals(await reason({ resource: MCP }), "wrong-audience");
    assertEquals(await reason({ scopes: ["admin"] }), "insufficient-scope");
    assertEquals(await reason({}, `${token.slice(0, -6)}AAAAAA`), "unknown");
    assertEquals(await reason({}, "x"), "unknown");
    assertEquals(await reason({ acr: "urn:other" }), "proof-too-weak");
    const recent = await rig.auth.oauthServer.verifyToken(token, { resource, issuer, maxAge: 60 });
    assert(recent.ok);
    // It is none of this app.
    assertEquals(await reasonOf(rig, token, { resource }), "unknown");
    // And one of this app is none of the other.
    const own = await issue(rig, await requestOf(rig));
    assertEquals(await reason({ resource: MCP }, own), "unknown");
    // Only the document and the keys were asked for.
    assertEquals(other.requests.length, 2);
    const direct = await rig.auth.oauthServer.verifyToken(token, {
      ...{ resource, issuer, jwksUri: `${issuer}/auth/oauth/jwks` },
    });
    assert(direct.ok);
  } finally {
    await other.stop();
  }
});

Deno.test("verifyToken(): forged tokens of another issuer are refused", async () => {
  const other = startIssuer();
  try {
    const rig = createServer();
    const { issuer, api: resource } = other;
    const token = await other.token();
    const { header, claims } = open(token);
    const { privateKey } = await generateKeyPair("ES256");
    const sign = async (changes: object, head: object = {}) =>
      await new SignJWT({ ...claims, ...changes }).setProtectedHeader({ ...header, ...head })
        .sign(privateKey);
    const none = btoa(JSON.stringify({ ...header, alg: "none" })).replaceAll("=", "");
    const forged = [
      await sign({}),
      await sign({}, { kid: "other" }),
      await sign({}, { typ: "JWT" }),
      await sign({ iss: ISSUER }),
      await sign({ exp: undefined }),
      `${none}.${token.split(".")[1]}.${token.split(".")[2]}`,
    ];
    for (const text of forged) {
      assertEquals(await reasonOf(rig, text, { resource, issuer }), "unknown");
    }
    assertEquals(
      await reasonOf(rig, await sign({ exp: 1 }), { resource, issuer }),
      "expired",
    );
  } finally {
    await other.stop();
  }
});

Deno.test("verifyToken(): a token of another issuer that is bound to a key has no proof here", async () => {
  const other = startIssuer();
  try {
    const { issuer, api: resource, rig: { auth, adapter } } = other;
    await adapter.createUser!({ id: "bob", email: "bob@example.com", emailVerified: null });
    const code = await other.rig.code("bob", { targets: { [resource]: ["thing:read"] } });
    const url = `${issuer}/auth/oauth/token`;
    const body = new URLSearchParams({
      ...{ grant_type: "authorization_code", code, client_id: "own" },
      redirect_uri: "https://client.example/callback",
      code_verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
    });
    const headers = await proven(await createProver(), { url });
    const { access_token } = await tokensOf(
      await auth.handler(new Request(url, { method: "POST", body, headers })),
    );
    assertEquals(
      await reasonOf(createServer(), access_token, { resource, issuer }),
      "proof-missing",
    );
  } finally {
    await other.stop();
  }
});

Deno.test("verifyToken(): an issuer that does not answer is an error, which is not kept", async () => {
  const other = startIssuer();
  try {
    const rig = createServer();
    const { issuer, api: resource } = other;
    const token = await other.token();
    const verify = () => rig.auth.oauthServer.verifyToken(token, { resource, issuer });
    const handle = (request: Request) => other.rig.auth.handler(request);
    other.answer(() => new Response("down", { status: 503 }));
    await assertRejects(verify, AuthError, "issuer did not answer");
    // A document of another issuer is none.
    other.answer(() => Response.json({ issuer: ISSUER, jwks_uri: `${ISSUER}/keys` }));
    await assertRejects(verify, AuthError, "issuer did not answer");
    other.answer(handle);
    assert((await verify()).ok);
  } finally {
    await other.stop();
  }
});

Deno.test("verifyToken(): an issuer without https, or without a value, is an error", async () => {
  const rig = createServer();
  for (const issuer of ["http://issuer.example", "issuer", "file:///etc/passwd"]) {
    await assertRejects(
      () => rig.auth.oauthServer.verifyToken("x", { resource: MCP, issuer }),
      TypeError,
      "https",
    );
  }
  // One whose value got lost is not the issuer of this app.
  for (const [issuer, kind] of [["", "empty"], [undefined, "undefined"], [null, "null"]]) {
    await assertRejects(
      () => rig.auth.oauthServer.verifyToken("x", { resource: MCP, issuer: issuer as string }),
      TypeError,
      `\`issuer\` is ${kind}`,
    );
  }
});
