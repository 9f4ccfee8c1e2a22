import { assert, assertEquals, assertFalse, assertMatch } from "@std/assert";
import * as oauth from "oauth4webapi";
import type { Account, OIDCConfig, Profile } from "../../mod.ts";
import { resolveConfig } from "../../src/config/resolve.ts";
import { clientOf, requireBoundTokens, sendAsClient } from "../../src/flows/oauth/client.ts";
import { getServer } from "../../src/flows/oauth/metadata.ts";
import type { ResolvedOAuthProvider } from "../../src/types/resolved_provider.ts";
import {
  claimsOf,
  clientKey,
  createKey,
  dpopKey,
  type FapiFlow,
  FEATURES,
  startFapi,
  toPublic,
} from "./_fapi.ts";
import { overNetwork } from "./_rig.ts";

type Provider = Partial<OIDCConfig<Profile>>;

/** `private_key_jwt` without a security profile. */
const KEY = { client: { token_endpoint_auth_method: "private_key_jwt" } };
const NO_PAR = { pushedAuthorizationRequests: { enabled: false } };
const NO_DPOP = { dPoP: { enabled: false } };
const PLAIN = { require_pushed_authorization_requests: false, dpop_bound_access_tokens: false };

/** Keeps the account of the sign-in, which only the first call of the callback has. */
function keepAccount() {
  const kept: { account?: Account } = {};
  return {
    kept,
    callbacks: {
      jwt({ token, account }: { token: Record<string, unknown>; account?: Account | null }) {
        kept.account ??= account ?? undefined;
        return token;
      },
    },
  };
}

async function assertSignsIn(flow: FapiFlow): Promise<void> {
  const landing = await flow.signIn();
  assertEquals(landing.url.href, `${flow.origin}/after`, flow.lines.join("\n"));
  assertEquals((await flow.browser.session())?.user?.name, "Ada Lovelace");
}

/** Paths and statuses of the exchange with the provider, without discovery and keys. */
function exchangesOf({ traffic }: FapiFlow): string[] {
  return traffic.requests
    .map(({ path }, index) => `${path} ${traffic.answers[index]!.status}`)
    .filter((line) => !/^\/(\.well-known|jwks)/.test(line));
}

function requestTo({ traffic }: FapiFlow, path: string) {
  return traffic.requests.findLast((request) => request.path === path)!;
}

Deno.test("FAPI 2.0: signs in at a real provider that requires it", async () => {
  const { kept, callbacks } = keepAccount();
  await using flow = await startFapi({ config: { callbacks } });
  await assertSignsIn(flow);
  assertEquals(kept.account?.token_type, "dpop");
  assert(kept.account?.access_token && kept.account.refresh_token);
});

Deno.test("FAPI 2.0: the browser carries the client id and the reference alone", async () => {
  await using flow = await startFapi();
  const url = new URL(await flow.browser.start("op", { query: { login_hint: "ada" } }));
  assertEquals([...url.searchParams.keys()], ["client_id", "request_uri"]);
  const pushed = new URLSearchParams(requestTo(flow, "/request").body);
  assertEquals(pushed.get("code_challenge_method"), "S256");
  assertEquals(pushed.get("login_hint"), "ada");
  assert(pushed.get("state") && pushed.get("dpop_jkt"));
});

Deno.test("FAPI 2.0: assertions name the issuer alone, as a string, and are used once", async () => {
  await using flow = await startFapi();
  await assertSignsIn(flow);
  const assertions = flow.traffic.requests
    .map(({ body }) => new URLSearchParams(body).get("client_assertion"))
    .filter((assertion) => assertion !== null);
  assertEquals(assertions.length, 3, "two pushed requests and an exchange");
  assertEquals(new Set(assertions.map((assertion) => claimsOf(assertion).jti)).size, 3);
  for (const assertion of assertions) {
    assertEquals(claimsOf(assertion).aud, flow.op.issuer);
    assertEquals(claimsOf(assertion, 0), { alg: "PS256", kid: "client-key" });
  }
});

Deno.test("FAPI 2.0: reads userinfo with a proof for the token", async () => {
  await using flow = await startFapi({ provider: { idToken: false } });
  await assertSignsIn(flow);
  const { headers } = requestTo(flow, "/me");
  assertMatch(headers.get("authorization")!, /^DPoP /);
  const { htm, htu, ath } = claimsOf(headers.get("dpop")!);
  assertEquals([htm, htu], ["GET", `${flow.op.issuer}/me`]);
  const digest = await crypto.subtle.digest(
    "SHA-256",
    new TextEncoder().encode(headers.get("authorization")!.slice(5)),
  );
  assertEquals(ath, new Uint8Array(digest).toBase64({ alphabet: "base64url", omitPadding: true }));
});

Deno.test("FAPI 2.0: refreshes with the same client authentication and key", async () => {
  const { kept, callbacks } = keepAccount();
  await using flow = await startFapi({ config: { callbacks } });
  await assertSignsIn(flow);
  const provider = resolveConfig(flow.config).providers.get("op") as ResolvedOAuthProvider;
  const as = await getServer(provider, "token");
  const response = await sendAsClient(
    provider,
    "token",
    as.token_endpoint,
    ({ client, clientAuth, options }) =>
      oauth.refreshTokenGrantRequest(as, client, clientAuth, kept.account!.refresh_token!, options),
  );
  const tokens = await oauth.processRefreshTokenResponse(as, clientOf(provider), response);
  requireBoundTokens(provider, tokens);
  assertEquals(tokens.token_type, "dpop");
  assert(tokens.access_token !== kept.account!.access_token);
});

for (
  const [path, expected] of [
    ["/request", ["/request 400", "/request 201", "/token 200", "/me 200"]],
    ["/token", ["/request 201", "/token 400", "/token 200", "/me 200"]],
    ["/me", ["/request 201", "/token 200", "/me 401", "/me 200"]],
  ] as const
) {
  Deno.test(`DPoP: sends the request to ${path} again with the nonce that it asks for`, async () => {
    const key = await createKey("ES256");
    await using flow = await startFapi({
      provider: { idToken: false, dpop: key },
      configuration: {
        features: {
          ...FEATURES,
          dPoP: {
            ...FEATURES.dPoP,
            requireNonce: (ctx: { path: string }) => ctx.path === path,
          },
        },
      },
      // Other endpoints offer nonces as well; then none would have to be asked for.
      change(answering, response) {
        if (answering === path) return response;
        const headers = new Headers(response.headers);
        headers.delete("dpop-nonce");
        return new Response(response.body, { status: response.status, headers });
      },
    });
    await assertSignsIn(flow);
    assertEquals(exchangesOf(flow), [...expected]);
  });
}

Deno.test("DPoP: a nonce is used for the next sign-in", async () => {
  const key = await createKey("ES256");
  await using flow = await startFapi({ provider: { dpop: key } });
  await assertSignsIn(flow);
  await flow.browser.post("/signout");
  flow.traffic.requests.length = flow.traffic.answers.length = 0;
  const landing = await flow.browser.visit(await flow.browser.start("op"));
  assertEquals(landing.url.origin, flow.origin, flow.lines.join("\n"));
  assertEquals(exchangesOf(flow), ["/request 201", "/token 200"]);
});

const keys: [string, () => Promise<Provider>, string][] = [
  ["an ES256 key as JSON", async () => {
    const key = await createKey("ES256", "client-key");
    return { token: { clientPrivateKey: key }, dpop: key };
  }, "ES256"],
  ["an Ed25519 key as JSON", async () => {
    const { alg: _, ...key } = await createKey("Ed25519", "client-key");
    return { token: { clientPrivateKey: key }, dpop: key };
  }, "EdDSA"],
];
for (const [name, create, alg] of keys) {
  Deno.test(`FAPI 2.0: signs in with ${name}`, async () => {
    const provider = await create();
    const { clientPrivateKey } = provider.token as { clientPrivateKey: typeof clientKey };
    await using flow = await startFapi({
      provider,
      client: {
        jwks: { keys: [{ ...toPublic(clientPrivateKey), alg: undefined }] },
        token_endpoint_auth_signing_alg: alg,
      },
    });
    await assertSignsIn(flow);
    assertEquals(claimsOf(requestTo(flow, "/token").headers.get("dpop")!, 0).alg, alg);
  });
}

Deno.test("FAPI 2.0: signs in with `CryptoKey` objects that cannot be exported", async () => {
  const algorithm = { name: "ECDSA", namedCurve: "P-256" };
  const generate = () => crypto.subtle.generateKey(algorithm, false, ["sign", "verify"]);
  const [own, dpop] = [await generate() as CryptoKeyPair, await generate() as CryptoKeyPair];
  const jwk = await crypto.subtle.exportKey("jwk", own.publicKey);
  await using flow = await startFapi({
    provider: { token: { clientPrivateKey: { key: own.privateKey, kid: "own" } }, dpop },
    client: {
      jwks: { keys: [{ kty: jwk.kty, crv: jwk.crv, x: jwk.x, y: jwk.y, kid: "own" }] },
      token_endpoint_auth_signing_alg: "ES256",
    },
  });
  await assertSignsIn(flow);
});

Deno.test("JAR: a real provider that requires signed requests accepts a pushed one", async () => {
  await using flow = await startFapi({
    provider: { requestObject: true },
    client: { require_signed_request_object: true, request_object_signing_alg: "PS256" },
  });
  await assertSignsIn(flow);
  const body = new URLSearchParams(requestTo(flow, "/request").body);
  assertEquals([...body.keys()].filter((name) => !name.startsWith("client_")), ["request"]);
  const claims = claimsOf(body.get("request")!);
  assertEquals([claims.aud, claims.iss], [flow.op.issuer, "demo"]);
  assert(claims.exp && claims.nbf && claims.state && claims.code_challenge && claims.dpop_jkt);
});

Deno.test("JAR: a real provider accepts a signed request that the browser carries", async () => {
  await using flow = await startFapi({
    provider: { securityProfile: undefined, dpop: undefined, requestObject: true, ...KEY },
    client: {
      ...PLAIN,
      require_signed_request_object: true,
      request_object_signing_alg: "PS256",
    },
    configuration: { features: { ...FEATURES, fapi: { enabled: false }, ...NO_PAR } },
  });
  const url = new URL(await flow.browser.start("op"));
  assertEquals([...url.searchParams.keys()], ["client_id", "request"]);
  await assertSignsIn(flow);
});

Deno.test("JAR: a real provider refuses a request that another key signed", async () => {
  await using flow = await startFapi({
    provider: { requestObject: true },
    client: { request_object_signing_alg: "ES256" },
  });
  await flow.signIn();
  assertEquals(await flow.browser.session(), null);
  assertMatch(
    flow.lines.join("\n"),
    /does not accept the signed request.*`token\.clientPrivateKey`/,
  );
});

Deno.test("DPoP: without a security profile, bearer tokens are accepted and used as such", async () => {
  const { kept, callbacks } = keepAccount();
  await using flow = await startFapi({
    provider: { securityProfile: undefined, idToken: false, ...KEY },
    config: { callbacks },
    client: PLAIN,
    configuration: { features: { ...FEATURES, fapi: { enabled: false }, ...NO_DPOP, ...NO_PAR } },
  });
  await assertSignsIn(flow);
  assertEquals(kept.account?.token_type, "bearer");
  const { headers } = requestTo(flow, "/me");
  assertMatch(headers.get("authorization")!, /^Bearer /);
  assertEquals(headers.get("dpop"), null);
});

Deno.test("PAR: works without a security profile, with a client secret", async () => {
  await using flow = await startFapi({
    provider: {
      securityProfile: undefined,
      dpop: undefined,
      token: undefined,
      par: true,
      clientSecret: "a-client-secret-of-the-app",
    },
    client: {
      ...PLAIN,
      client_secret: "a-client-secret-of-the-app",
      token_endpoint_auth_method: "client_secret_basic",
      token_endpoint_auth_signing_alg: undefined,
      jwks: undefined,
    },
    configuration: {
      clientAuthMethods: ["client_secret_basic"],
      features: { ...FEATURES, fapi: { enabled: false } },
    },
  });
  await assertSignsIn(flow);
  assertEquals(exchangesOf(flow), ["/request 201", "/token 200"]);
});

/** mTLS in place of `private_key_jwt` and DPoP. The provider reads the certificate from a header. */
const MTLS = {
  provider: {
    dpop: undefined,
    token: undefined,
    client: {
      token_endpoint_auth_method: "tls_client_auth",
      tls_client_certificate_bound_access_tokens: true,
    },
    idToken: false,
  },
  client: {
    token_endpoint_auth_method: "tls_client_auth",
    token_endpoint_auth_signing_alg: undefined,
    tls_client_auth_subject_dn: "CN=demo",
    tls_client_certificate_bound_access_tokens: true,
    dpop_bound_access_tokens: false,
    jwks: undefined,
  },
  configuration: {
    clientAuthMethods: ["tls_client_auth"],
    features: {
      ...FEATURES,
      ...NO_DPOP,
      mTLS: {
        enabled: true,
        tlsClientAuth: true,
        certificateBoundAccessTokens: true,
        certificateAuthorized: () => true,
        certificateSubjectMatches: () => true,
        getCertificate: (ctx: { get(name: string): string }) =>
          ctx.get("x-client-certificate") || undefined,
      },
    },
  },
};

Deno.test("FAPI 2.0: signs in with mTLS for client authentication and bound tokens", async () => {
  const { kept, callbacks } = keepAccount();
  await using flow = await startFapi({ ...MTLS, certificate: "AAAA", config: { callbacks } });
  await assertSignsIn(flow);
  assertEquals(kept.account?.token_type, "bearer");
  assertEquals(exchangesOf(flow), ["/request 201", "/token 200", "/me 200"]);
});

Deno.test("FAPI 2.0: with mTLS, requests go to the endpoint aliases", async () => {
  await using flow = await startFapi({
    ...MTLS,
    certificate: "AAAA",
    async change(path, response) {
      if (!path.startsWith("/.well-known")) return response;
      const text = await response.text();
      const { pushed_authorization_request_endpoint, token_endpoint, userinfo_endpoint } = JSON
        .parse(text.replaceAll("127.0.0.1", "localhost"));
      return Response.json({
        ...JSON.parse(text),
        mtls_endpoint_aliases: {
          pushed_authorization_request_endpoint,
          token_endpoint,
          userinfo_endpoint,
        },
      });
    },
  });
  await assertSignsIn(flow);
  assertEquals(flow.traffic.requests.map(({ host, path }) => `${host}${path}`), [
    "127.0.0.1/.well-known/openid-configuration",
    "localhost/request",
    "localhost/token",
    "127.0.0.1/jwks",
    "localhost/me",
  ]);
});

Deno.test("FAPI 2.0: without the certificate, the provider refuses, and the log says what to check", async () => {
  await using flow = await startFapi(MTLS);
  await flow.signIn();
  assertEquals(await flow.browser.session(), null);
  assertMatch(flow.lines.join("\n"), /does not accept this app's credentials \(status 401/);
  assertMatch(flow.lines.join("\n"), /check the certificate that `\[customFetch\]` presents/);
});

/** Changes the discovery document. */
function announcing(members: Record<string, unknown>) {
  return async (path: string, response: Response) =>
    path.startsWith("/.well-known")
      ? Response.json({ ...await response.json(), ...members })
      : response;
}

const NO_BOUND_TOKENS = {
  ...MTLS.configuration,
  features: {
    ...MTLS.configuration.features,
    mTLS: { ...MTLS.configuration.features.mTLS, certificateBoundAccessTokens: false },
  },
};

const off: [string, Parameters<typeof startFapi>[0], RegExp][] = [
  [
    "no pushed authorization requests",
    {
      client: { require_pushed_authorization_requests: false },
      configuration: { features: { ...FEATURES, ...NO_PAR } },
    },
    /does not announce an endpoint for pushed authorization requests .*; turn that on/,
  ],
  [
    "no DPoP",
    {
      client: { dpop_bound_access_tokens: false },
      configuration: { features: { ...FEATURES, ...NO_DPOP } },
    },
    /does not announce DPoP with ES256/,
  ],
  [
    "bearer tokens although it announces DPoP",
    {
      client: { dpop_bound_access_tokens: false },
      configuration: { features: { ...FEATURES, ...NO_DPOP } },
      change: announcing({ dpop_signing_alg_values_supported: ["ES256"] }),
    },
    /the answer lacks "token_type": "DPoP"/,
  ],
  [
    "no PKCE",
    { change: announcing({ code_challenge_methods_supported: undefined }) },
    /does not announce PKCE with S256/,
  ],
  [
    "PKCE with the method plain only",
    { change: announcing({ code_challenge_methods_supported: ["plain"] }) },
    /does not announce PKCE with S256/,
  ],
  [
    "no `iss` announced",
    { change: announcing({ authorization_response_iss_parameter_supported: undefined }) },
    /does not announce the parameter `iss`/,
  ],
  [
    "no `iss` in its answer",
    {
      async atProvider(request) {
        const response = await overNetwork(request);
        const location = response.headers.get("location");
        if (!location?.includes("iss=")) return response;
        const url = new URL(location);
        url.searchParams.delete("iss");
        const headers = new Headers(response.headers);
        headers.set("location", url.href);
        await response.body?.cancel();
        return new Response(null, { status: response.status, headers });
      },
    },
    /answer: it has no `iss` \(RFC 9207\)/,
  ],
  [
    "ID tokens with RS256 only",
    {
      client: { id_token_signed_response_alg: "RS256" },
      configuration: { enabledJWA: { idTokenSigningAlgValues: ["RS256"] } },
    },
    /does not announce ID tokens signed with PS256, ES256 or EdDSA/,
  ],
  [
    "an ID token with RS256 for this app",
    { client: { id_token_signed_response_alg: "RS256" } },
    /it has the algorithm RS256, where `securityProfile` demands PS256, ES256 or EdDSA/,
  ],
  [
    "userinfo signed with RS256 for this app",
    {
      provider: { idToken: false },
      client: { userinfo_signed_response_alg: "RS256" },
      configuration: {
        features: { ...FEATURES, jwtUserinfo: { enabled: true } },
        enabledJWA: { userinfoSigningAlgValues: ["PS256", "RS256"] },
      },
    },
    /it has the algorithm RS256, where/,
  ],
  [
    "no private_key_jwt",
    {
      client: { token_endpoint_auth_method: "client_secret_basic", client_secret: "secret" },
      configuration: { clientAuthMethods: ["client_secret_basic"] },
    },
    /does not announce client authentication with private_key_jwt/,
  ],
  [
    "private_key_jwt with RS256 only",
    {
      client: { token_endpoint_auth_signing_alg: "RS256" },
      configuration: { enabledJWA: { clientAuthSigningAlgValues: ["RS256"] } },
    },
    /does not announce PS256 for client authentication/,
  ],
  [
    "no tokens that are bound to a certificate",
    {
      ...MTLS,
      client: { ...MTLS.client, tls_client_certificate_bound_access_tokens: undefined },
      configuration: NO_BOUND_TOKENS,
    },
    /does not announce tokens bound to a certificate/,
  ],
  [
    "request objects with RS256 only",
    {
      provider: { requestObject: true },
      configuration: { enabledJWA: { requestObjectSigningAlgValues: ["RS256"] } },
    },
    /does not announce request objects signed with PS256/,
  ],
  [
    "a registration with another key",
    { client: { jwks: { keys: [toPublic(dpopKey)] }, token_endpoint_auth_signing_alg: undefined } },
    /does not accept this app's credentials \(status 401, invalid_client\); check `token\.clientPrivateKey`/,
  ],
  [
    "no client authentication at all",
    {
      client: { token_endpoint_auth_method: "none" },
      configuration: { clientAuthMethods: ["none"] },
    },
    /does not announce client authentication with private_key_jwt/,
  ],
];
for (const [part, options, reason] of off) {
  Deno.test(`FAPI 2.0: a real provider with ${part} is refused with the reason`, async () => {
    await using flow = await startFapi(options);
    const landing = await flow.signIn();
    assertEquals(landing.url.origin, flow.origin);
    assertEquals(await flow.browser.session(), null);
    assertMatch(flow.lines.join("\n"), reason);
  });
}

Deno.test("FAPI 2.0: no private key, assertion or token leaves by log, page or client answer", async () => {
  const shown: string[] = [];
  await using flow = await startFapi({
    config: {
      debug: true,
      logger: {
        error: (error) => void shown.push(Deno.inspect(error, { depth: 10 })),
        warn: (...words) => void shown.push(words.join(" ")),
        debug: (...words) => void shown.push(Deno.inspect(words, { depth: 10 })),
      },
    },
  });
  await assertSignsIn(flow);
  for (const path of ["/auth/providers", "/auth/session", "/auth/signin"]) {
    const response = await flow.browser.fetch(flow.origin + path);
    shown.push(await response.text(), JSON.stringify([...response.headers]));
  }
  const tokens = flow.traffic.answers.filter(({ path }) => path === "/token")
    .flatMap(({ text }) => Object.entries(JSON.parse(text)))
    .filter(([name]) => name.endsWith("_token")).map(([, value]) => String(value));
  assertEquals(tokens.length, 3);
  const { d, p, q } = clientKey;
  for (const secret of [d, p!, q!, dpopKey.d, ...tokens]) {
    assertFalse(shown.join("\n").includes(secret));
  }
});
