import { StrictClient } from "../../../../src/capabilities/strict_client/mod.ts";
import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { type AuthConfig, customFetch, type OIDCConfig, type Profile } from "../../../../mod.ts";
import { sha256Base64url } from "../../../../src/base/crypto/hash.ts";
import { useAttempt } from "../../../../src/flows/oauth/attempt.ts";
import { authorizationUrl, makeRedirectUri } from "../../../../src/flows/oauth/authorization.ts";
import { createIdp } from "../../../../src/tools/testing/mod.ts";
import { ACME, APP, createTestContext, providerOf, toCookieHeader } from "../../_context.ts";

const offline: typeof fetch = () => Promise.reject(new TypeError("unexpected request"));

async function start(
  provider: Partial<OIDCConfig<Profile>> = {},
  query = "",
  config: Partial<AuthConfig> = {},
) {
  const providers = [{ ...ACME, type: "oidc" as const, [customFetch]: offline, ...provider }];
  const { ctx } = await createTestContext({
    path: `signin/acme${query}`,
    form: { callbackUrl: "/after" },
    config: { providers, ...config },
  });
  const url = new URL(await authorizationUrl(ctx, providerOf(ctx)));
  const back = await createTestContext({
    path: "callback/acme",
    cookie: toCookieHeader(ctx),
    config: { providers, ...config },
  });
  const attempt = await useAttempt(
    back.ctx,
    providerOf(back.ctx),
    url.searchParams.get("state") ?? undefined,
  );
  return { ctx, url, params: Object.fromEntries(url.searchParams), attempt };
}

/** The URL for a provider with keys, whose state is not in it. */
async function urlOf(provider: OIDCConfig<Profile>, query = "", origin = APP): Promise<URL> {
  const config = { providers: [StrictClient(provider)] };
  const { ctx } = await createTestContext({
    path: `signin/acme${query}`,
    form: {},
    origin,
    config,
  });
  return new URL(await authorizationUrl(ctx, providerOf(ctx)));
}

const CURVE = { name: "ECDSA", namedCurve: "P-256" };
const keys = await crypto.subtle.generateKey(CURVE, false, ["sign", "verify"]) as CryptoKeyPair;

Deno.test("authorizationUrl() requests a code for the client, and binds the answer to this browser", async () => {
  const { url, params, attempt } = await start({ checks: ["pkce", "state", "nonce"] });
  assertEquals(url.origin + url.pathname, ACME.authorization);
  const { state, nonce, code_challenge, ...rest } = params;
  assertEquals(rest, {
    response_type: "code",
    client_id: "client",
    redirect_uri: `${APP}/auth/callback/acme`,
    code_challenge_method: "S256",
    scope: "openid profile email",
  });
  for (const value of [state, nonce, code_challenge]) assertMatch(value!, /^[\w-]{43}$/);
  assertEquals(attempt.state, state);
  assertEquals(attempt.nonce, nonce);
  assertEquals(await sha256Base64url(attempt.verifier!), code_challenge);
  assertEquals(attempt.provider, "acme");
  assertEquals(attempt.callbackUrl, `${APP}/after`);
});

Deno.test("authorizationUrl() sends the parameters of the checks, and a state with each of them", async () => {
  const sent = async (checks: ("none" | "state" | "pkce" | "nonce")[]) => {
    const { params } = await start({ checks });
    return ["state", "nonce", "code_challenge"].filter((name) => name in params);
  };
  assertEquals(await sent(["state"]), ["state"]);
  assertEquals(await sent(["pkce"]), ["state", "code_challenge"]);
  assertEquals(await sent(["nonce"]), ["state", "nonce"]);
  assertEquals(await sent(["none"]), []);
});

Deno.test("authorizationUrl() passes extra members on, except those that bind the answer", async () => {
  const reserved = {
    client_id: "evil",
    redirect_uri: "https://evil.example",
    response_type: "token",
    response_mode: "fragment",
    state: "evil",
    nonce: "evil",
    code_challenge: "evil",
    code_challenge_method: "plain",
    dpop_jkt: "evil",
    client_assertion: "evil",
    client_assertion_type: "evil",
    request: "evil",
    request_uri: "https://evil.example",
    client_secret: "evil",
    callbackUrl: "/after",
  };
  const query = new URLSearchParams({ login_hint: "ada", scope: "openid", ...reserved });
  const { url, params } = await start({ checks: ["pkce", "state", "nonce"] }, `?${query}`);
  assertEquals(params.login_hint, "ada");
  assertEquals(params.scope, "openid");
  assertEquals(/evil|token|fragment|plain/.test(url.search), false);
});

Deno.test("authorizationUrl() keeps the parameters of the provider's URL", async () => {
  const { params } = await start({
    authorization: {
      url: "https://acme.example/authorize?scope=own&response_type=code+id_token",
      params: { prompt: "consent", claims: { userinfo: { email: null } } },
    },
  });
  assertEquals(params.scope, "own");
  assertEquals(params.response_type, "code id_token");
  assertEquals(params.prompt, "consent");
  assertEquals(JSON.parse(params.claims!), { userinfo: { email: null } });
});

Deno.test("authorizationUrl() signs no request that could authenticate the app", async () => {
  const url = await urlOf({
    ...ACME,
    type: "oidc",
    issuer: "https://acme.example",
    requestObject: true,
    token: { url: ACME.token, clientPrivateKey: keys.privateKey },
    [customFetch]: offline,
  }, "?sub=client&iss=evil&aud=evil&jti=evil&exp=9999999999&login_hint=ada");
  assertEquals([...url.searchParams.keys()], ["client_id", "request"]);
  const [, payload] = url.searchParams.get("request")!.split(".");
  const claims = JSON.parse(atob(payload!.replaceAll("-", "+").replaceAll("_", "/")));
  assertEquals([claims.sub, claims.iss, claims.aud], [undefined, "client", "https://acme.example"]);
  assertEquals(claims.login_hint, "ada");
  assert(claims.jti !== "evil" && claims.exp < Date.now() / 1000 + 300);
});

Deno.test("authorizationUrl() with a security profile pushes no callback URL over http", async () => {
  const idp = await createIdp({
    fapi2: { clientKey: await crypto.subtle.exportKey("jwk", keys.publicKey) },
  });
  const provider: OIDCConfig<Profile> = {
    id: "acme",
    name: "Acme",
    type: "oidc",
    issuer: idp.issuer,
    clientId: idp.clientId,
    token: { clientPrivateKey: keys.privateKey },
    dpop: keys,
    securityProfile: "fapi2",
    [customFetch]: idp.fetch,
  };
  await assertRejects(
    () => urlOf(provider, "", "http://app.example"),
    TypeError,
    "the callback URL is not https, which `securityProfile` demands; set AUTH_URL",
  );
  assertEquals(idp.count("par"), 0);
  for (const origin of ["http://localhost:3000", "https://app.example"]) {
    assert((await urlOf(provider, "", origin)).searchParams.has("request_uri"), origin);
  }
});

Deno.test("authorizationUrl() throws when discovery names no authorization endpoint", async () => {
  const provider: Partial<OIDCConfig<Profile>> = {
    issuer: "https://silent.example",
    authorization: undefined,
    [customFetch]: () => Promise.resolve(Response.json({ issuer: "https://silent.example" })),
  };
  await assertRejects(() => start(provider), TypeError, 'at "acme": the discovery document has no');
});

Deno.test("redirectUriOf() returns the app's callback, or the proxy's on another deployment", async () => {
  const redirectUri = async (redirectProxyUrl?: string, origin?: string) => {
    const { ctx } = await createTestContext({
      path: "signin/acme",
      origin,
      config: { redirectProxyUrl },
    });
    return makeRedirectUri(ctx, providerOf(ctx));
  };
  assertEquals(await redirectUri(), `${APP}/auth/callback/acme`);
  const proxy = "https://stable.example/api/auth";
  assertEquals(await redirectUri(proxy), `${proxy}/callback/acme`);
  assertEquals(
    await redirectUri(proxy, "https://stable.example"),
    "https://stable.example/auth/callback/acme",
  );
});

Deno.test("authorizationUrl() seals the deployment's callback into the state for a redirect proxy", async () => {
  const { params, attempt } = await start({}, "", {
    redirectProxyUrl: "https://stable.example/auth",
  });
  assertEquals(params.redirect_uri, "https://stable.example/auth/callback/acme");
  assertEquals(params.state!.split(".").length, 5);
  assert(attempt.state === params.state);
});
