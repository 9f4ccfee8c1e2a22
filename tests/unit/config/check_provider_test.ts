import { assertEquals, assertStringIncludes } from "@std/assert";
import {
  algorithmOf,
  errorOfUrl,
  findFault,
  mayUseHttp,
  shownUrl,
} from "../../../src/config/check_provider.ts";
import { resolveProvider } from "../../../src/config/providers.ts";
import Nodemailer from "../../../src/providers/nodemailer.ts";
import Passkey from "../../../src/capabilities/passkeys/passkey_provider.ts";
import Resend from "../../../src/providers/resend.ts";
import type { Provider } from "../../../src/types/provider.ts";
import { OAuth1 } from "../../../src/capabilities/oauth1/mod.ts";
import type { SigningKey } from "../../../src/types/mod.ts";
import type { ResolvedOAuthProvider } from "../../../src/types/resolved_provider.ts";

const oauth = {
  id: "acme",
  name: "Acme",
  type: "oauth",
  clientId: "c",
  authorization: "https://acme.example/authorize",
  token: "https://acme.example/token",
  userinfo: "https://acme.example/me",
};
const op = { id: "my-op", name: "OP", type: "oidc", issuer: "https://op", clientId: "c" };
const credentials = { id: "pass", name: "Pass", type: "credentials", authorize: () => null };
const email = { id: "mail", name: "Mail", type: "email", sendVerificationRequest: () => {} };

const without = (...names: string[]) =>
  Object.fromEntries(Object.entries(oauth).filter(([name]) => !names.includes(name)));

function faultOf(provider: unknown) {
  // Its type may be invalid.
  return findFault(resolveProvider(provider as Provider, { providers: [] }));
}

const good: [string, unknown][] = [
  ["a complete provider of each type", oauth],
  ["an issuer in place of endpoints", op],
  ["a discovery URL in place of endpoints", {
    ...without("authorization", "token", "userinfo"),
    wellKnown: "https://op/.well-known/openid-configuration",
  }],
  ["a userinfo request in place of its URL", { ...oauth, userinfo: { request: () => ({}) } }],
  ["an id with dots, tildes, digits and capitals", { ...oauth, id: "42-A_b.c~d" }],
  ["an issuer on a loopback origin", { ...op, issuer: "http://[::1]:1/a" }],
  ["plain http in the network of a loopback issuer, as with containers", {
    ...op,
    issuer: "http://localhost:8080/realms/a",
    wellKnown: "http://keycloak:8080/realms/a/.well-known/openid-configuration",
    token: "http://keycloak:8080/token",
    jwks_endpoint: "http://keycloak:8080/keys",
  }],
  ["endpoints on a loopback origin without an issuer", {
    ...oauth,
    authorization: "http://localhost:1/a",
    token: "http://127.0.0.1:2/t",
    userinfo: "http://[::1]:3/u",
  }],
  ["an endpoint on a loopback origin of a provider with an https issuer", {
    ...oauth,
    issuer: "https://acme.example",
    token: "http://localhost:1/t",
  }],
  ["an issuer that is only a name", {
    ...oauth,
    issuer: "http://acme.example",
    wellKnown: "https://acme.example/meta",
  }],
  ["credentials", credentials],
  ["a mail provider", email],
  ["a mail provider with its key", Resend({ apiKey: "k", from: "a@b.example" })],
  ["passkeys", Passkey()],
];
for (const [what, provider] of good) {
  Deno.test(`findFault() accepts ${what}`, () => {
    assertEquals(faultOf(provider), undefined);
  });
}

const bad: [string, unknown, string, string][] = [
  ["an id with a slash", { ...oauth, id: "a/b" }, "AuthError", '"a/b"'],
  ["an empty id", { ...oauth, id: "" }, "AuthError", '""'],
  ["an id with a space", { ...oauth, id: "a b" }, "AuthError", '"a b"'],
  ["no id", without("id"), "AuthError", "it has no `id`"],
  ["an unknown type", { ...oauth, type: "saml" }, "AuthError", "type"],
  ["no authorize", { ...credentials, authorize: undefined }, "MissingAuthorize", "authorize"],
  [
    "OpenID Connect without an issuer",
    { ...op, issuer: undefined },
    "InvalidEndpoints",
    "set `issuer` or AUTH_MY_OP_ISSUER",
  ],
  [
    "OpenID Connect without anything",
    { ...op, issuer: undefined, clientId: undefined },
    "InvalidEndpoints",
    "set `issuer`, `clientId` and `clientSecret`, or AUTH_MY_OP_ISSUER, AUTH_MY_OP_ID and " +
    "AUTH_MY_OP_SECRET",
  ],
  ["no authorization endpoint", without("authorization"), "InvalidEndpoints", "`authorization`"],
  ["no token endpoint", without("token"), "InvalidEndpoints", "`token`, or `issuer` or AUTH_ACME_"],
  ["no userinfo endpoint", without("userinfo"), "InvalidEndpoints", "`userinfo`"],
  ["several endpoints missing, in order", without("userinfo", "token"), "InvalidEndpoints", "`tok"],
  [
    "neither endpoints nor client",
    without("token", "clientId"),
    "InvalidEndpoints",
    "to discover it; set `clientId` and `clientSecret`, or AUTH_ACME_ID and AUTH_ACME_SECRET",
  ],
  [
    "an endpoint at the placeholder of Auth.js",
    { ...oauth, token: "https://authjs.dev" },
    "InvalidEndpoints",
    "`token`",
  ],
  ...["http://acme.example/x", "http://10.0.0.1/x", "javascript:alert(1)", "file:///etc/passwd"]
    .flatMap((url) =>
      ["authorization", "token", "userinfo", "jwks_endpoint", "wellKnown"].map((
        option,
      ): [string, unknown, string, string] => [
        `${url} as ${option}`,
        { ...oauth, [option]: url },
        "InvalidEndpoints",
        `in \`${option}\`, "${url}`,
      ])
    ),
  [
    "a plain http issuer that is not on this machine",
    { ...op, issuer: "http://op" },
    "InvalidEndpoints",
    'in `issuer`, "http://op/" is not an https: URL, and http: is accepted only where',
  ],
  [
    "a loopback host as part of another",
    { ...oauth, token: "http://localhost.evil.example/t" },
    "InvalidEndpoints",
    "in `token`",
  ],
  [
    "OAuth 1.0 without its code",
    { ...oauth, version: "1.0", clientSecret: "s" },
    "AuthError",
    "make it with OAuth1() of @x/auth/oauth1",
  ],
  [
    "a plain http request token URL",
    OAuth1({ ...oauth, clientSecret: "s", requestTokenUrl: "http://acme.example/r" }),
    "InvalidEndpoints",
    "in `requestTokenUrl`",
  ],
  [
    "no client id",
    { ...oauth, clientId: undefined, clientSecret: "s" },
    "AuthError",
    "set `clientId` or AUTH_ACME_ID",
  ],
  [
    "neither client id nor secret",
    { ...op, clientId: "" },
    "AuthError",
    "set `clientId` and `clientSecret`, or AUTH_MY_OP_ID and AUTH_MY_OP_SECRET",
  ],
  [
    "no way to send mail",
    { ...email, sendVerificationRequest: undefined },
    "AuthError",
    "`sendVerificationRequest`",
  ],
  [
    "a mail service without its key and a sender",
    Resend,
    "AuthError",
    "set `apiKey` or AUTH_RESEND_KEY, and `from` to an address of your domain",
  ],
  [
    "a mail server without a sender",
    Nodemailer({ server: "smtp://localhost" }),
    "AuthError",
    "set `from` to an address of your domain",
  ],
  [
    "a mailer of the app's own without a sender",
    Nodemailer({ server: { sendMail() {} } }),
    "AuthError",
    "set `from` to an address of your domain",
  ],
  [
    "a mail service without two of its options",
    { ...email, requiredOptions: ["apiKey", "domain"] },
    "AuthError",
    "set `apiKey` or AUTH_MAIL_KEY, and `domain`",
  ],
  [
    "passkeys whose fields have no autocomplete hint",
    Passkey({ formFields: false }),
    "MissingWebAuthnAutocomplete",
    "enableConditionalUI",
  ],
  [
    "a passkey provider without the code of its function",
    // Entries have no symbols.
    Object.fromEntries(Object.entries(Passkey())) as unknown as Provider,
    "AuthError",
    "the function of @x/auth/providers/passkey",
  ],
];
for (const [what, provider, type, words] of bad) {
  Deno.test(`findFault() finds ${what} and says what to do`, () => {
    const fault = faultOf(provider);
    assertEquals(fault?.type.type, type);
    assertStringIncludes(fault!.reason, words);
    assertEquals(fault!.type.direct, false, "a sign-in ends on a page");
  });
}

Deno.test("findFault() shows neither credentials nor query of a URL", () => {
  const token = "http://user:SECRET@acme.example/t?key=SECRET#SECRET";
  const { reason } = faultOf({ ...oauth, token })!;
  assertStringIncludes(reason, '"http://acme.example/t"');
  assertEquals(reason.includes("SECRET"), false);
});

const usages: KeyUsage[] = ["sign", "verify"];
const RSA = { modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) };
const algorithms: [string, RsaHashedKeyGenParams | EcKeyGenParams | Algorithm][] = [
  ["PS256", { name: "RSA-PSS", hash: "SHA-256", ...RSA }],
  ["PS384", { name: "RSA-PSS", hash: "SHA-384", ...RSA }],
  ["RS512", { name: "RSASSA-PKCS1-v1_5", hash: "SHA-512", ...RSA }],
  ["ES256", { name: "ECDSA", namedCurve: "P-256" }],
  ["ES384", { name: "ECDSA", namedCurve: "P-384" }],
  ["EdDSA", { name: "Ed25519" }],
];
for (const [expected, params] of algorithms) {
  Deno.test(`algorithmOf() returns ${expected} for its CryptoKey`, async () => {
    const { privateKey, publicKey } = await crypto.subtle.generateKey(
      params,
      true,
      usages,
    ) as CryptoKeyPair;
    assertEquals(algorithmOf(privateKey), expected);
    assertEquals(algorithmOf({ key: privateKey, kid: "1" }), expected);
    assertEquals(algorithmOf(publicKey), undefined);
    assertEquals(algorithmOf({ key: publicKey }), undefined);
  });
}

const jwks: [string, Record<string, unknown>, string | undefined][] = [
  ["an RSA key", { kty: "RSA", d: "x" }, "PS256"],
  ["an RSA key for RS256", { kty: "RSA", d: "x", alg: "RS256" }, "RS256"],
  ["a P-256 key", { kty: "EC", crv: "P-256", d: "x" }, "ES256"],
  ["a P-521 key", { kty: "EC", crv: "P-521", d: "x" }, "ES512"],
  ["an Ed25519 key", { kty: "OKP", crv: "Ed25519", d: "x" }, "EdDSA"],
  ["an Ed25519 key by its newer name", { kty: "OKP", d: "x", alg: "Ed25519" }, "Ed25519"],
  ["a public key", { kty: "EC", crv: "P-256" }, undefined],
  ["another curve", { kty: "EC", crv: "secp256k1", d: "x" }, undefined],
  ["a curve named like a member of objects", { kty: "EC", crv: "toString", d: "x" }, undefined],
  ["a key for encryption", { kty: "OKP", crv: "X25519", d: "x" }, undefined],
  ["the algorithm none", { kty: "EC", crv: "P-256", d: "x", alg: "none" }, undefined],
  ["a shared secret", { kty: "oct", k: "x", d: "x", alg: "HS256" }, undefined],
];
for (const [name, jwk, expected] of jwks) {
  Deno.test(`algorithmOf() returns ${expected} for a JWK: ${name}`, () => {
    assertEquals(algorithmOf(jwk as unknown as SigningKey), expected);
  });
}

for (const value of [undefined, null, "key", 1, {}, [], { key: "key" }, { privateKey: {} }]) {
  Deno.test(`algorithmOf() returns undefined for ${JSON.stringify(value)}`, () => {
    assertEquals(algorithmOf(value as unknown as SigningKey), undefined);
  });
}

const of = (members: Record<string, unknown>) => members as unknown as ResolvedOAuthProvider;
const LOCAL = "http://localhost:8080";
const FAR = "https://idp.example";
const KEYCLOAK = "http://keycloak:8080";
const ALLOWED = { allowInsecureRequests: true };
const own = { token: { url: new URL(`${LOCAL}/token`) } };

const rows: [string, Record<string, unknown>, unknown, boolean][] = [
  ["https", {}, "https://a/x", true],
  ["https on any port", {}, "https://10.0.0.1:8443/x", true],
  ["http", {}, "http://a/x", false],
  ["http at an https issuer", { issuer: FAR }, "http://idp.example/x", false],
  ["http at a loopback issuer", { issuer: LOCAL }, "http://keycloak/x", true],
  [
    "http at a loopback issuer, which overrides `wellKnown`",
    {
      issuer: LOCAL,
      wellKnown: FAR,
    },
    "http://a/x",
    true,
  ],
  [
    "http at an https issuer with a loopback `wellKnown`",
    {
      issuer: FAR,
      wellKnown: `${LOCAL}/meta`,
    },
    "http://a/x",
    false,
  ],
  ["that `wellKnown` itself", { issuer: FAR, wellKnown: `${LOCAL}/meta` }, `${LOCAL}/meta`, true],
  ["http with only a loopback `wellKnown`", { wellKnown: `${LOCAL}/meta` }, "http://a/x", true],
  ["a configured loopback endpoint", { issuer: FAR, ...own }, `${LOCAL}/token`, true],
  ["another path of its origin", { issuer: FAR, ...own }, `${LOCAL}/x?y`, true],
  ["another port of its host", { issuer: FAR, ...own }, "http://localhost:8081/token", false],
  [
    "a configured endpoint elsewhere",
    { token: { url: new URL("http://a/t") } },
    "http://a/t",
    false,
  ],
  ["http at an allowed http issuer", { issuer: KEYCLOAK, ...ALLOWED }, "http://other/x", true],
  ["http at an allowed https issuer", { issuer: FAR, ...ALLOWED }, "http://idp.example/x", false],
  [
    "a configured endpoint that is allowed",
    { issuer: FAR, token: { url: new URL(`${KEYCLOAK}/t`) }, ...ALLOWED },
    `${KEYCLOAK}/t`,
    true,
  ],
  ["text instead of true", { issuer: KEYCLOAK, allowInsecureRequests: "true" }, KEYCLOAK, false],
  ["another scheme where http is allowed", { issuer: KEYCLOAK, ...ALLOWED }, "ftp://a/x", false],
  ["file", { issuer: LOCAL }, "file:///etc/passwd", false],
  ["a path", { issuer: LOCAL }, "/x", false],
  ["nothing", { issuer: LOCAL }, undefined, false],
  ["an object that converts to a URL", { issuer: LOCAL }, { toString: () => FAR }, false],
  ["an issuer that is not a URL", { issuer: "localhost" }, "http://localhost/x", false],
];
for (const [name, provider, url, allowed] of rows) {
  Deno.test(`errorOfUrl() ${allowed ? "accepts" : "refuses"} ${name}`, () => {
    assertEquals(errorOfUrl(of(provider), url) === undefined, allowed);
    const isHttp = String(url).startsWith("http:");
    assertEquals(mayUseHttp(of(provider), url as string), allowed && isHttp);
  });
}

Deno.test("shownUrl() shows neither credentials nor query, and shortens long URLs", () => {
  assertEquals(shownUrl("https://u:p@a.example/x?y#z"), "https://a.example/x");
  assertEquals(shownUrl(`data:,${"x".repeat(999)}`).length, 200);
  const problem = errorOfUrl(of({}), 'javascript:"\n')!;
  assertStringIncludes(problem, '"javascript:\\"\\n" is not an https: URL');
});
