import { assert, assertEquals, assertRejects } from "@std/assert";
import { MemoryAdapter } from "../../../../adapters/memory.ts";
import { AccountPage } from "../../../../src/capabilities/account/mod.ts";
import { fromBase64url } from "../../../../src/base/crypto/bytes.ts";
import { ACR_MFA } from "../../../../src/capabilities/oauth_server/acr.ts";
import {
  OAuthServer,
  type OAuthServerOptions,
} from "../../../../src/capabilities/oauth_server/mod.ts";
import { defineAccess, Organizations } from "../../../../src/capabilities/organizations/mod.ts";
import { AuthError } from "../../../../src/errors.ts";
import { defineAuth } from "../../../../src/frameworks/server.ts";
import { tokenFor } from "../../../../src/tools/testing/token.ts";

const decoder = new TextDecoder();
const ADA = { email: "ada@app.example" };
const ISSUER = "https://app.example";
const MCP = `${ISSUER}/mcp`;
const FILES = `${ISSUER}/files`;
const READ = { resource: MCP, scopes: ["project:read"] };

/** An app that is an authorization server, and the addresses that got an email. */
function createApp(options: Partial<OAuthServerOptions> = {}) {
  const sent: string[] = [];
  const access = defineAccess({
    permissions: { project: ["read", "write"] },
    roles: { admin: { project: ["read", "write"] }, guest: { project: ["read"] } },
  });
  const auth = defineAuth({
    providers: [],
    adapter: MemoryAdapter(),
    session: { revocation: {} },
    account: AccountPage(),
    organizations: Organizations({ access }),
    oauthServer: OAuthServer({
      issuer: ISSUER,
      resources: {
        [MCP]: { scopes: ["project:read", "project:write"] },
        [FILES]: { scopes: ["file:read"], requiresDpop: true },
      },
      clients: {
        partner: { name: "Partner", redirectUris: ["https://partner.example/callback"] },
        job: { secret: "a-secret-of-at-least-32-characters", grants: ["client-credentials"] },
        reader: { redirectUris: ["http://127.0.0.1/"], scopes: ["project:read"] },
      },
      ...options,
    }),
    sendMail: ({ to }) => void sent.push(to),
    theme: { name: "Acme" },
    logger: { error() {} },
    secret: "a-secret-of-at-least-32-characters",
    trustHost: true,
  });
  const ask = (headers: Headers, url = MCP) =>
    auth.authenticate(new Request(url, { headers }), { accept: ["token"], resource: url });
  return { auth, ask, sent };
}

Deno.test("tokenFor() makes a token that `authenticate` accepts, within its scopes, and sends no email", async () => {
  const { auth, ask, sent } = createApp();
  const { accessToken, headers, user, client, grant } = await tokenFor(auth, ADA, READ);
  assertEquals(headers.get("authorization"), `Bearer ${accessToken}`);
  const who = await ask(headers);
  assert(who.ok && who.via === "token");
  assertEquals([who.id, who.client], [user.id!, client]);
  assertEquals([who.can("project:read"), who.can("project:write")], [true, false]);
  const grants = await auth.oauthServer.listGrants(who.id);
  assertEquals(grants.map(({ id, name, scopes }) => [id, name, scopes]), [
    [grant, "Test", { [MCP]: ["project:read"] }],
  ]);
  assertEquals(sent, []);
  assertEquals((await ask(headers, FILES)).ok, false, "another resource");
  assert(await auth.oauthServer.revokeGrant(who.id, grant));
  assertEquals((await ask(headers)).ok, false, "a grant that has ended");
});

Deno.test("tokenFor() makes a token of a client of the config, with all scopes that it may have", async () => {
  const { auth, ask } = createApp();
  const scopesOf = async (client: string) => {
    const made = await tokenFor(auth, ADA, { resource: MCP, scopes: "all", client });
    const who = await ask(made.headers);
    assert(who.ok && who.via === "token");
    assertEquals([who.client, made.client], [client, client]);
    return [...who.scopes === "all" ? [] : who.scopes];
  };
  assertEquals(await scopesOf("partner"), ["project:read", "project:write"]);
  assertEquals(await scopesOf("reader"), ["project:read"]);
});

Deno.test("tokenFor() makes a token for the organization that the user chooses, with the role there", async () => {
  const { auth, ask } = createApp({ organization: "choose" });
  const membership = { organization: "tea", role: "guest" } as const;
  const options = { resource: MCP, scopes: "all" as const, membership };
  for (const organization of ["tea", undefined]) {
    const chosen = organization === undefined ? {} : { organization };
    const { headers } = await tokenFor(auth, ADA, { ...options, ...chosen });
    const who = await ask(headers);
    assert(who.ok);
    assertEquals([who.organization?.slug, who.organization?.role], ["tea", "guest"]);
    assertEquals([who.can("project:read"), who.can("project:write")], [true, false]);
  }
});

Deno.test("tokenFor() binds a token to a key, which each request proves", async () => {
  const { auth, ask } = createApp();
  const options = { resource: FILES, scopes: ["file:read"], dpop: true };
  const { headers, headersFor, accessToken } = await tokenFor(auth, ADA, options);
  assertEquals(headers.get("authorization"), `DPoP ${accessToken}`);
  assertEquals((await ask(await headersFor("GET", FILES), FILES)).ok, true);
  assertEquals((await ask(await headersFor("POST", FILES), FILES)).ok, false, "another request");
  assertEquals((await ask(headers, FILES)).ok, false, "no proof");
  const bearer = new Headers({ authorization: `Bearer ${accessToken}` });
  assertEquals((await ask(bearer, FILES)).ok, false, "as one that is not bound");
});

Deno.test("tokenFor() gives the headers of a request without a key, too", async () => {
  const { auth, ask } = createApp();
  const { headersFor } = await tokenFor(auth, ADA, READ);
  const headers = await headersFor("GET", MCP);
  assertEquals([(await ask(headers)).ok, headers.has("dpop")], [true, false]);
});

Deno.test("tokenFor() makes a token of OpenID Connect, which `oauth/userinfo` accepts", async () => {
  const { auth } = createApp();
  const options = { resource: ISSUER, scopes: ["openid", "email"] };
  const { headers, user } = await tokenFor(auth, ADA, options);
  const url = `${ISSUER}/auth/oauth/userinfo`;
  const answer = await auth.handler(new Request(url, { headers }));
  const { sub, email } = await answer.json();
  assertEquals([sub, email], [user.id, ADA.email]);
});

Deno.test("tokenFor() says how the user signed in", async () => {
  const { auth } = createApp();
  const at = 1_700_000_000;
  const { accessToken } = await tokenFor(auth, ADA, {
    ...READ,
    proof: { at, methods: ["pwd", "mfa"] },
  });
  const [, payload = ""] = accessToken.split(".");
  const { auth_time, acr } = JSON.parse(decoder.decode(fromBase64url(payload)));
  assertEquals([auth_time, acr], [at, ACR_MFA]);
});

Deno.test("tokenFor() says why a token is refused", async () => {
  const { auth } = createApp();
  const refused = async (
    options: Partial<Parameters<typeof tokenFor<typeof auth>>[2]>,
    words: string,
  ) => {
    const make = () => tokenFor(auth, ADA, { ...READ, ...options });
    return (await assertRejects(make, AuthError, words)).cause?.reason;
  };
  const unbound = { resource: FILES, scopes: ["file:read"] };
  assertEquals(await refused({ scopes: ["x"] }, "invalid_scope"), "invalid_scope");
  assertEquals(await refused({ resource: `${MCP}/other` }, "invalid_target"), "invalid_target");
  assertEquals(await refused(unbound, "DPoP proof"), "invalid_dpop_proof");
  assertEquals(
    await refused({ client: "reader", scopes: ["project:write"] }, "invalid_scope"),
    "invalid_scope",
  );
  await refused({ scopes: [] }, "name a scope");
  await refused({ client: "nothing" }, 'there is no client "nothing"');
  await refused({ client: "job" }, "no grant of users");
  await refused({ organization: "tea" }, 'cannot choose the organization "tea"');
});

Deno.test("tokenFor() leaves out what the user may not do in the organization", async () => {
  const { auth } = createApp({ organization: "choose" });
  const membership = { organization: "tea", role: "guest" } as const;
  const beyond = { resource: MCP, scopes: ["project:write"], membership };
  await assertRejects(() => tokenFor(auth, ADA, beyond), AuthError, "none of the scopes");
});

Deno.test("tokenFor() is refused in production, and for a config that cannot be used", async () => {
  const { auth } = createApp();
  const env = { NODE_ENV: "production" };
  await assertRejects(() => tokenFor(auth, ADA, { ...READ, env }), AuthError, "in production");
  const { auth: wrong } = createApp({ issuer: "app.example" });
  await assertRejects(() => tokenFor(wrong, ADA, READ), AuthError, "it is not a URL");
});

Deno.test("tokenFor() needs `oauthServer` in the config", async () => {
  const auth = defineAuth({
    providers: [],
    adapter: MemoryAdapter(),
    secret: "a-secret-of-at-least-32-characters",
    trustHost: true,
  });
  await assertRejects(
    () => tokenFor(auth, ADA, READ),
    AuthError,
    "set `oauthServer` in the config",
  );
});
