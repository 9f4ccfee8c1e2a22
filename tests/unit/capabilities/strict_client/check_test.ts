import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { capability } from "../../../../src/symbols.ts";
import { exportJWK, generateKeyPair } from "jose";
import { customFetch, type OIDCConfig, type Profile } from "../../../../mod.ts";
import type { ResolvedOAuthProvider } from "../../../../src/types/resolved_provider.ts";
import type { PrivateJwk } from "../../../../src/types/mod.ts";
import { oauth1Code } from "../../../../src/capabilities/oauth1/capability.ts";
import { StrictClient } from "../../../../src/capabilities/strict_client/mod.ts";
import { createConfig } from "../../_context.ts";

async function createJwk(alg: string): Promise<PrivateJwk> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  return { ...await exportJWK(privateKey), alg } as PrivateJwk;
}

const ps256 = await createJwk("PS256");
const es256 = await createJwk("ES256");
const es384 = await createJwk("ES384");
const curve = { name: "ECDSA", namedCurve: "P-256" };
const pair = await crypto.subtle.generateKey(curve, false, ["sign", "verify"]) as CryptoKeyPair;
const rsa = {
  name: "RSASSA-PKCS1-v1_5",
  hash: "SHA-256",
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
};
const rs256 = await crypto.subtle.generateKey(rsa, false, ["sign", "verify"]) as CryptoKeyPair;
const secret = await crypto.subtle.generateKey({ name: "HMAC", hash: "SHA-256" }, false, ["sign"]);

const OP: OIDCConfig<Profile> = {
  id: "op",
  name: "OP",
  type: "oidc",
  issuer: "https://op.example",
  clientId: "client",
};

type Provider = Omit<Partial<OIDCConfig<Profile>>, "profile"> & { profile?: unknown };

/** The error of a provider, or an empty text; the provider as it was resolved. */
function resolve(members: Provider): { problem: string; provider: ResolvedOAuthProvider } {
  const { config } = createConfig({
    providers: [
      {
        ...StrictClient(OP),
        ...members,
      } as OIDCConfig<Profile>,
    ],
  });
  return {
    problem: config.unusable.get("op")?.message ?? "",
    provider: config.providers.get("op") as ResolvedOAuthProvider,
  };
}

const STRICT: Provider = {
  securityProfile: "fapi2",
  token: { clientPrivateKey: ps256 },
  dpop: es256,
};
const MTLS: Provider = {
  securityProfile: "fapi2",
  client: {
    token_endpoint_auth_method: "tls_client_auth",
    tls_client_certificate_bound_access_tokens: true,
  },
  [customFetch]: fetch,
};

Deno.test("securityProfile turns on pushed requests, PKCE and private_key_jwt", () => {
  const { problem, provider } = resolve(STRICT);
  assertEquals(problem, "");
  assertEquals([provider.par, provider.checks], [true, ["pkce"]]);
  assertEquals(provider.client, { token_endpoint_auth_method: "private_key_jwt" });
});

Deno.test("securityProfile with mTLS turns on the endpoint aliases", () => {
  const { problem, provider } = resolve(MTLS);
  assertEquals(problem, "");
  assertEquals(provider.client?.use_mtls_endpoint_aliases, true);
  const dpop = resolve({
    ...MTLS,
    dpop: pair,
    client: { ...MTLS.client, use_mtls_endpoint_aliases: false },
  });
  assertEquals([dpop.problem, dpop.provider.client?.use_mtls_endpoint_aliases], ["", false]);
});

Deno.test("without a security profile, nothing of it is turned on", () => {
  const { problem, provider } = resolve({});
  assertEquals([problem, provider.par, provider.client], ["", undefined, undefined]);
});

const usable: [string, Provider][] = [
  ["a pair of `CryptoKey` objects", { ...STRICT, dpop: pair }],
  ["a `CryptoKey` with its id", {
    ...STRICT,
    token: { clientPrivateKey: { key: pair.privateKey, kid: "1" } },
  }],
  ["signed requests", { ...STRICT, requestObject: true }],
  ["parameters of the authorization request", {
    ...STRICT,
    authorization: { params: { scope: "openid", prompt: "login" } },
  }],
  ["an algorithm of ID tokens", { ...STRICT, client: { id_token_signed_response_alg: "ES256" } }],
];
for (const [name, members] of usable) {
  Deno.test(`securityProfile accepts ${name}`, () => assertEquals(resolve(members).problem, ""));
}

const contradictions: [string, Provider, RegExp][] = [
  ["no issuer", { ...STRICT, issuer: undefined, wellKnown: "https://op.example/d" }, /`issuer`/],
  ["plain http", { ...STRICT, allowInsecureRequests: true }, /remove `allowInsecureRequests`/],
  ["`par: false`", { ...STRICT, par: false }, /remove `par: false`/],
  ["no PKCE", { ...STRICT, checks: ["state"] }, /add "pkce" to `checks`/],
  ["`checks: none`", { ...STRICT, checks: ["none"] }, /add "pkce" to `checks`/],
  ["an authorization URL", {
    ...STRICT,
    authorization: "https://op.example/a",
  }, /remove the URL from `authorization`/],
  ["a token URL", {
    ...STRICT,
    token: { clientPrivateKey: ps256, url: "https://op.example/t" },
  }, /remove the URL from `token`/],
  ["a URL of keys", { ...STRICT, jwks_endpoint: "https://op.example/k" }, /`jwks_endpoint`/],
  ["an exchange of the app", {
    ...MTLS,
    token: { request: () => ({ tokens: {} }) },
  }, /remove `token\.request`/],
  ["a hybrid response type", {
    ...STRICT,
    authorization: { params: { response_type: "code id_token" } },
  }, /remove `authorization\.params\.response_type`/],
  ["a client secret as authentication", {
    ...STRICT,
    clientSecret: "secret",
    client: { token_endpoint_auth_method: "client_secret_basic" },
  }, /to "private_key_jwt" or "tls_client_auth" instead of "client_secret_basic"/],
  ["a public client", {
    ...STRICT,
    client: { token_endpoint_auth_method: "none" },
  }, /instead of "none"/],
  ["no key of the client", { ...STRICT, token: undefined }, /set `token\.clientPrivateKey`/],
  ["no bound tokens", { ...STRICT, dpop: undefined }, /set `dpop`, or `client\.tls_client_cert/],
  ["certificates without a `fetch`", {
    ...STRICT,
    dpop: undefined,
    client: { tls_client_certificate_bound_access_tokens: true },
  }, /set `\[customFetch\]`/],
  ["a key for RS256", {
    ...STRICT,
    token: { clientPrivateKey: rs256.privateKey },
  }, /use PS256, ES256 or EdDSA in `token\.clientPrivateKey` instead of "RS256"/],
  ["a DPoP key for ES384", { ...STRICT, dpop: es384 }, /in `dpop` instead of "ES384"/],
  ["ID tokens with RS256", {
    ...STRICT,
    client: { id_token_signed_response_alg: "RS256" },
  }, /`client\.id_token_signed_response_alg` instead of "RS256"/],
  ["ID tokens with HS256", {
    ...STRICT,
    client: { id_token_signed_response_alg: "HS256" },
  }, /instead of "HS256"/],
  ["userinfo with RS256", {
    ...STRICT,
    client: { userinfo_signed_response_alg: "RS256" },
  }, /`client\.userinfo_signed_response_alg` instead of "RS256"/],
];
for (const [name, members, reason] of contradictions) {
  Deno.test(`securityProfile refuses ${name}`, () => {
    const { problem } = resolve(members);
    assertMatch(problem, reason);
    assertMatch(problem, /since `securityProfile: "fapi2"` is set$/);
  });
}

for (const [name, value] of Object.entries({ ...STRICT, par: true, requestObject: true })) {
  if (name === "token") continue;
  Deno.test(`a provider with \`${name}\` that StrictClient() did not make is refused`, () => {
    const { problem } = resolve({ [capability]: undefined, [name]: value } as Provider);
    assertMatch(
      problem,
      /pass it through `StrictClient\(\)` of @x\/auth\/strict-client, for its `/,
    );
    assertStringIncludes(problem, `\`${name}\``);
  });
}

const unusable: [string, Provider, RegExp][] = [
  ["`profile` as the security profile", { profile: "fapi2" }, /set `securityProfile: "fapi2"`/],
  ["an empty security profile", { securityProfile: "" as "fapi2" }, /is not "fapi2"/],
  ["an empty security profile without its code", {
    [capability]: undefined,
    securityProfile: "" as "fapi2",
  } as Provider, /pass it through `StrictClient\(\)`/],
  ["an unknown security profile", { securityProfile: "fapi1" as "fapi2" }, /is not "fapi2"/],
  [
    "a public key as DPoP key",
    { dpop: { ...es256, d: undefined } as never },
    /^.*`dpop` is neither/,
  ],
  ["a secret as DPoP key", { dpop: secret as never }, /`dpop` is neither/],
  ["a JWK for HS256 as DPoP key", {
    dpop: { kty: "oct", k: "AAAA", d: "", alg: "HS256" } as never,
  }, /`dpop` is neither/],
  ["a text as DPoP key", { dpop: "{}" as never }, /`dpop` is neither/],
  ["a pair without a public key", { dpop: { privateKey: pair.privateKey } as never }, /`dpop` is/],
  ["a public key as client key", {
    token: { clientPrivateKey: pair.publicKey },
  }, /`token\.clientPrivateKey` is not a private key/],
  ["a text as client key", {
    token: { clientPrivateKey: "-----BEGIN" as never },
  }, /`token\.clientPrivateKey` is not a private key/],
  ["`par` without an issuer", {
    par: true,
    issuer: undefined,
    authorization: "https://op.example/a",
    token: "https://op.example/t",
    userinfo: "https://op.example/u",
  }, /set `issuer`, since the endpoint for `par` is discovered/],
  ["signed requests without a key", { requestObject: true }, /set `token\.clientPrivateKey`/],
  ["signed requests without an issuer", {
    requestObject: true,
    issuer: undefined,
    wellKnown: "https://op.example/d",
    token: { clientPrivateKey: ps256 },
  }, /set `issuer`, since it is the audience/],
  ["an exchange of the app with DPoP", {
    dpop: es256,
    token: { request: () => ({ tokens: {} }) },
  }, /remove `token\.request`/],
  ["mTLS without a `fetch`", {
    client: { token_endpoint_auth_method: "self_signed_tls_client_auth" },
  }, /set `\[customFetch\]`/],
  ["DPoP with OAuth 1.0", {
    type: "oauth",
    version: "1.0",
    [capability]: oauth1Code,
    clientSecret: "secret",
    requestTokenUrl: "https://op.example/r",
    authorization: "https://op.example/a",
    token: "https://op.example/t",
    userinfo: "https://op.example/u",
    dpop: es256,
  } as unknown as Provider, /`dpop` has no meaning in OAuth 1\.0/],
];
for (const [name, members, reason] of unusable) {
  Deno.test(`a config with ${name} is refused`, () => {
    const { problem } = resolve(members);
    assertMatch(problem, reason);
    assertEquals(problem.includes(es256.d), false, "the key is shown");
  });
}
