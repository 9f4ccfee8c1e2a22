import { assertEquals, assertMatch, assertThrows } from "@std/assert";
import type { AuthorizationServer } from "oauth4webapi";
import type { OAuth2Config, Profile } from "../../../../mod.ts";
import { clientAuthOf, clientOf } from "../../../../src/flows/oauth/client.ts";
import { StrictClient } from "../../../../src/capabilities/strict_client/mod.ts";
import { ACME, createConfig } from "../../_context.ts";
import type { ResolvedOAuthProvider } from "../../../../src/types/resolved_provider.ts";

const AS: AuthorizationServer = {
  issuer: "https://acme.example",
  token_endpoint: "https://acme.example/token",
};

function resolve(overrides: Partial<OAuth2Config<Profile>> = {}): ResolvedOAuthProvider {
  const { config } = createConfig({ providers: [StrictClient({ ...ACME, ...overrides })] });
  return config.providers.get("acme") as ResolvedOAuthProvider;
}

/** Headers and form of a token request. */
async function authenticate(overrides: Partial<OAuth2Config<Profile>> = {}) {
  const provider = resolve(overrides);
  const body = new URLSearchParams();
  const headers = new Headers();
  await clientAuthOf(provider)(AS, clientOf(provider), body, headers);
  return { body: Object.fromEntries(body), authorization: headers.get("authorization") };
}

Deno.test("clientOf() returns the metadata with the client id, which metadata cannot replace", () => {
  const client = { token_endpoint_auth_method: "none", client_id: "other" };
  assertEquals(clientOf(resolve({ client })), {
    token_endpoint_auth_method: "none",
    client_id: "client",
  });
});

Deno.test("clientAuthOf() sends id and secret form-encoded in a header by default", async () => {
  const { body, authorization } = await authenticate({
    clientId: "a b:c",
    clientSecret: "p\u00e4ss+w%rd-_.!~*'()",
  });
  assertEquals(body, {});
  assertEquals(
    atob(authorization!.replace("Basic ", "")),
    "a+b%3Ac:p%C3%A4ss%2Bw%25rd-_.!~*'()",
  );
});

Deno.test("clientAuthOf() without a secret is a public client", async () => {
  assertEquals(await authenticate({ clientSecret: undefined }), {
    body: { client_id: "client" },
    authorization: null,
  });
});

Deno.test("clientAuthOf() sends the secret in the body with `client_secret_post`", async () => {
  const client = { token_endpoint_auth_method: "client_secret_post" };
  assertEquals(await authenticate({ client }), {
    body: { client_id: "client", client_secret: "client secret" },
    authorization: null,
  });
});

Deno.test("clientAuthOf() signs an assertion for issuer and token endpoint with a key", async () => {
  const pair = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, false, [
    "sign",
    "verify",
  ]) as CryptoKeyPair;
  const { body, authorization } = await authenticate({
    issuer: "https://acme.example",
    client: { token_endpoint_auth_method: "private_key_jwt" },
    token: { url: ACME.token, clientPrivateKey: { key: pair.privateKey, kid: "k1" } },
  });
  assertEquals(authorization, null);
  assertEquals(
    body.client_assertion_type,
    "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
  );
  const [header, claims] = body.client_assertion!.split(".").slice(0, 2)
    .map((part) => JSON.parse(atob(part.replaceAll("-", "+").replaceAll("_", "/"))));
  assertEquals([header.alg, header.kid], ["ES256", "k1"]);
  assertEquals(claims.aud, ["https://acme.example", "https://acme.example/token"]);
  assertEquals([claims.iss, claims.sub], ["client", "client"]);
});

const CURVE = { name: "ECDSA", namedCurve: "P-256" };
const audiences: [string, Partial<OAuth2Config<Profile>>, unknown][] = [
  ["the token endpoint without an issuer", {}, [ACME.token]],
  [
    "the discovered issuer with a discovery document elsewhere",
    { wellKnown: "https://acme.example/metadata" },
    ["https://acme.example", ACME.token],
  ],
  [
    "the issuer alone, as a string, with a security profile",
    { issuer: "https://acme.example", securityProfile: "fapi2" },
    "https://acme.example",
  ],
];
for (const [name, overrides, expected] of audiences) {
  Deno.test(`clientAuthOf() names ${name}`, async () => {
    const pair = await crypto.subtle.generateKey(CURVE, false, ["sign", "verify"]) as CryptoKeyPair;
    const { body } = await authenticate({
      ...overrides,
      client: { token_endpoint_auth_method: "private_key_jwt" },
      token: { url: ACME.token, clientPrivateKey: pair.privateKey },
    });
    assertEquals(JSON.parse(atob(body.client_assertion!.split(".")[1]!)).aud, expected);
  });
}

Deno.test("clientAuthOf() signs an assertion with the secret", async () => {
  const client = { token_endpoint_auth_method: "client_secret_jwt" };
  const { body } = await authenticate({ client });
  assertMatch(body.client_assertion!, /^[\w-]+\.[\w-]+\.[\w-]+$/);
  assertEquals(JSON.stringify(body).includes("client secret"), false);
});

const unusable: [string, Partial<OAuth2Config<Profile>>, string][] = [
  ["client_secret_basic", { clientSecret: undefined }, "`clientSecret`"],
  ["client_secret_post", { clientSecret: "" }, "`clientSecret`"],
  ["client_secret_jwt", { clientSecret: undefined }, "`clientSecret`"],
  ["private_key_jwt", {}, "`token.clientPrivateKey`"],
  ["tls_client_auth", {}, "`[customFetch]`"],
  ["basic", {}, 'unknown method "basic"'],
  ["constructor", {}, "unknown method"],
];
for (const [method, overrides, words] of unusable) {
  Deno.test(`clientAuthOf() throws an error that names the missing option of ${method}`, () => {
    const provider = resolve({ client: { token_endpoint_auth_method: method }, ...overrides });
    assertThrows(() => clientAuthOf(provider), TypeError, words);
  });
}
