import { assert, assertEquals, assertThrows } from "@std/assert";
import { MemoryAdapter } from "../../../../adapters/memory.ts";
import { ApiKeys } from "../../../../src/capabilities/keys/mod.ts";
import {
  OAuthServer,
  type OAuthServerOptions,
} from "../../../../src/capabilities/oauth_server/mod.ts";
import { defineAccess, Organizations } from "../../../../src/capabilities/organizations/mod.ts";
import { AuthError, MissingAdapter } from "../../../../src/errors.ts";
import { defineAuth } from "../../../../src/frameworks/define.ts";
import { requireConfig } from "../../../../src/server/environment.ts";
import type { AuthConfig } from "../../../../src/types/config.ts";
import { signer } from "../../../conformance/oauth_server/_clients.ts";

const ISSUER = "https://app.example";
const MCP = `${ISSUER}/mcp`;
const SECRET = "a-client-secret-of-32-characters-or-more";
const CALLBACK = "https://client.example/callback";
const { jwk, privateKey } = await signer();
const SECRET_JWK = await crypto.subtle.exportKey("jwk", privateKey);

/** Checks a config as its first request does. */
function check(options: unknown, config: Partial<AuthConfig> = {}): void {
  const auth = defineAuth({
    providers: [],
    adapter: MemoryAdapter(),
    session: { strategy: "jwt", revocation: {} },
    secret: "a-secret-of-at-least-32-characters",
    trustHost: true,
    limits: false,
    logger: { error() {} },
    ...config,
    oauthServer: OAuthServer(options as OAuthServerOptions),
  } as AuthConfig);
  requireConfig(auth.config);
}

const client = (one: unknown) => ({ issuer: ISSUER, clients: { web: one } });
const resource = (url: string, one: unknown) => ({ issuer: ISSUER, resources: { [url]: one } });
const registration = (one: unknown) => ({ issuer: ISSUER, registration: one });
const CLIENT = "oauthServer.clients.web";
const RESOURCE = `oauthServer.resources[${JSON.stringify(MCP)}]`;
const own = { redirectUris: [CALLBACK] };

/** Options that cannot be used, by the option that the error names. */
const REFUSED: readonly [option: string, options: unknown][] = [
  ["oauthServer.issuer", {}],
  ["oauthServer.issuer", { issuer: 1 }],
  ["oauthServer.issuer", { issuer: "app.example" }],
  ["oauthServer.issuer", { issuer: "http://app.example" }],
  ["oauthServer.issuer", { issuer: "ftp://app.example" }],
  ["oauthServer.issuer", { issuer: `${ISSUER}/` }],
  ["oauthServer.issuer", { issuer: `${ISSUER}/a/` }],
  ["oauthServer.issuer", { issuer: `${ISSUER}?a` }],
  ["oauthServer.issuer", { issuer: `${ISSUER}/a?` }],
  ["oauthServer.issuer", { issuer: `${ISSUER}#a` }],
  ["oauthServer.issuer", { issuer: "https://a:b@app.example" }],
  ["oauthServer.issuer", { issuer: "https://APP.example" }],
  ["oauthServer.issuer", { issuer: "https://app.example:443" }],
  ["oauthServer.issuer", { issuer: `${ISSUER}/a/../b` }],
  ["oauthServer.resources", { issuer: ISSUER, resources: [] }],
  ['oauthServer.resources["mcp"]', resource("mcp", { scopes: ["a"] })],
  ['oauthServer.resources["/mcp"]', resource("/mcp", { scopes: ["a"] })],
  [
    'oauthServer.resources["http://api.example/"]',
    resource("http://api.example/", { scopes: ["a"] }),
  ],
  [`oauthServer.resources["${MCP}#a"]`, resource(`${MCP}#a`, { scopes: ["a"] })],
  [`oauthServer.resources["${ISSUER}"]`, resource(ISSUER, { scopes: ["a"] })],
  ['oauthServer.resources["https://APP.example/"]', resource("https://APP.example/", {})],
  [RESOURCE, resource(MCP, undefined)],
  [`${RESOURCE}.scopes`, resource(MCP, {})],
  [`${RESOURCE}.scopes`, resource(MCP, { scopes: [] })],
  [`${RESOURCE}.scopes`, resource(MCP, { scopes: ["a b"] })],
  [`${RESOURCE}.scopes`, resource(MCP, { scopes: ['a"'] })],
  [`${RESOURCE}.scopes`, resource(MCP, { scopes: ["a", "a"] })],
  [`${RESOURCE}.scopes`, resource(MCP, { scopes: ["openid"] })],
  [`${RESOURCE}.scopes`, resource(MCP, { scopes: { a: "A" } })],
  [`${RESOURCE}.scopes`, resource(MCP, { scopes: [1] })],
  [`${RESOURCE}.accessTokenMaxAge`, resource(MCP, { scopes: ["a"], accessTokenMaxAge: 29 })],
  [`${RESOURCE}.accessTokenMaxAge`, resource(MCP, { scopes: ["a"], accessTokenMaxAge: 3601 })],
  [`${RESOURCE}.accessTokenMaxAge`, resource(MCP, { scopes: ["a"], accessTokenMaxAge: 60.5 })],
  [`${RESOURCE}.tokenAlgorithm`, resource(MCP, { scopes: ["a"], tokenAlgorithm: "RS256" })],
  [`${RESOURCE}.requiresDpop`, resource(MCP, { scopes: ["a"], requiresDpop: "yes" })],
  [`${RESOURCE}.name`, resource(MCP, { scopes: ["a"], name: " " })],
  ["oauthServer.clients", { issuer: ISSUER, clients: [] }],
  [CLIENT, client(undefined)],
  [CLIENT, client([])],
  [
    "oauthServer.clients.https://client.example/a",
    { issuer: ISSUER, clients: { "https://client.example/a": own } },
  ],
  ["oauthServer.clients.urn:a", { issuer: ISSUER, clients: { "urn:a": own } }],
  ["oauthServer.clients.a b", { issuer: ISSUER, clients: { "a b": own } }],
  ["oauthServer.clients.", { issuer: ISSUER, clients: { "": own } }],
  [`${CLIENT}.redirectUris`, client({})],
  [`${CLIENT}.redirectUris`, client({ redirectUris: [] })],
  [`${CLIENT}.redirectUris`, client({ redirectUris: CALLBACK })],
  [`${CLIENT}.redirectUris`, client({ redirectUris: ["http://client.example/"] })],
  [`${CLIENT}.postLogoutRedirectUris`, client({ ...own, postLogoutRedirectUris: ["a"] })],
  [`${CLIENT}.name`, client({ ...own, name: "" })],
  [`${CLIENT}.name`, client({ ...own, name: "a\u202eb" })],
  [`${CLIENT}.secret`, client({ ...own, secret: "short" })],
  [`${CLIENT}.secret`, client({ ...own, secret: "" })],
  [`${CLIENT}.secret`, client({ ...own, secret: [] })],
  [`${CLIENT}.secret`, client({ ...own, secret: [SECRET, "short"] })],
  [`${CLIENT}.secret`, client({ ...own, secret: 1 })],
  [CLIENT, client({ ...own, secret: SECRET, jwks: { keys: [jwk] } })],
  [CLIENT, client({ ...own, jwks: { keys: [jwk] }, jwksUri: "https://client.example/k" })],
  [`${CLIENT}.jwks`, client({ ...own, jwks: { keys: [] } })],
  [`${CLIENT}.jwks`, client({ ...own, jwks: { keys: [SECRET_JWK] } })],
  [`${CLIENT}.jwksUri`, client({ ...own, jwksUri: "http://client.example/k" })],
  [`${CLIENT}.jwksUri`, client({ ...own, jwksUri: "https://localhost/k" })],
  [`${CLIENT}.grants`, client({ ...own, grants: [] })],
  [`${CLIENT}.grants`, client({ ...own, grants: "code" })],
  [`${CLIENT}.grants`, client({ ...own, grants: ["password"] })],
  [`${CLIENT}.grants`, client({ grants: ["client-credentials"], service: "billing" })],
  [`${CLIENT}.grants`, client({ grants: ["token-exchange"] })],
  [
    `${CLIENT}.service`,
    client({ grants: ["client-credentials"], secret: SECRET, service: "billing" }),
  ],
  [`${CLIENT}.service`, client({ ...own, service: "" })],
  [`${CLIENT}.isFirstParty`, client({ ...own, isFirstParty: "yes" })],
  [`${CLIENT}.scopes`, client({ ...own, scopes: ["admin"] })],
  [`${CLIENT}.resources`, client({ ...own, resources: [MCP] })],
  [`${CLIENT}.exchangesTo`, client({ ...own, secret: SECRET, exchangesTo: [] })],
  [
    `${CLIENT}.exchangesTo`,
    client({ secret: SECRET, grants: ["token-exchange"], exchangesTo: [MCP] }),
  ],
  [`${CLIENT}.resources`, client({ ...own, resources: [ISSUER] })],
  [`${CLIENT}.idTokenAlgorithm`, client({ ...own, idTokenAlgorithm: "HS256" })],
  ["oauthServer.registration", registration("open")],
  ["oauthServer.registration.metadataDocuments", registration({ metadataDocuments: [] })],
  ["oauthServer.registration.metadataDocuments", registration({ metadataDocuments: "all" })],
  [
    "oauthServer.registration.metadataDocuments",
    registration({ metadataDocuments: ["https://a.example"] }),
  ],
  [
    "oauthServer.registration.metadataDocuments",
    registration({ metadataDocuments: ["*.a.example"] }),
  ],
  [
    "oauthServer.registration.metadataDocuments",
    registration({ metadataDocuments: ["A.example"] }),
  ],
  ["oauthServer.registration.dynamic", registration({ dynamic: true })],
  ["oauthServer.registration.dynamic", registration({ dynamic: { token: "short" } })],
  ["oauthServer.registration.dynamic", registration({ dynamic: { token: `${SECRET} a` } })],
  ["oauthServer.registration.dynamic", registration({ dynamic: {} })],
  ["oauthServer.organization", { issuer: ISSUER, organization: "ask" }],
  ["oauthServer.organization", { issuer: ISSUER, organization: "choose" }],
  ["oauthServer.claims", { issuer: ISSUER, claims: {} }],
  ["oauthServer.maxLag", { issuer: ISSUER, maxLag: -1 }],
  ["oauthServer.maxLag", { issuer: ISSUER, maxLag: "1" }],
  ["oauthServer.maxLag", { issuer: ISSUER, maxLag: Infinity }],
  ["oauthServer.fetch", { issuer: ISSUER, fetch: "fetch" }],
];

for (const [option, options] of REFUSED) {
  Deno.test(`OAuthServer() refuses ${option} in ${JSON.stringify(options)?.slice(0, 120)}`, () => {
    const error = assertThrows(() => check(options), AuthError);
    assertEquals((error.cause as { option?: string } | undefined)?.option, option, error.message);
    assert(error.message.includes(`\`${option}\``), error.message);
    // A secret of the config is in no log.
    assert(!error.message.includes(SECRET), error.message);
  });
}

Deno.test("OAuthServer() takes options that can be used", () => {
  const taken: unknown[] = [
    { issuer: ISSUER },
    { issuer: `${ISSUER}/tenant` },
    { issuer: "https://app.example:8443" },
    { issuer: "http://localhost:8000" },
    {
      issuer: "http://127.0.0.1:8000",
      resources: { "http://127.0.0.1:8000/mcp": { scopes: ["a"] } },
    },
    resource("https://api.example", { scopes: ["a"] }),
    resource("https://api.example/", { scopes: ["a:b"], accessTokenMaxAge: 30 }),
    resource(`${MCP}?a=b`, { scopes: ["a"], accessTokenMaxAge: 3600, requiresDpop: true }),
    client(own),
    client({ redirectUris: ["http://localhost/callback", "com.example.app:/callback"] }),
    client({ ...own, secret: [SECRET, `${SECRET}2`], name: "Partner", isFirstParty: true }),
    client({ ...own, jwks: { keys: [jwk] }, idTokenAlgorithm: "ES256" }),
    client({ ...own, jwksUri: "https://client.example/jwks.json" }),
    client({ grants: ["device"] }),
    client({ grants: ["client-credentials"], secret: SECRET }),
    client({ ...own, scopes: ["openid", "email"] }),
    registration({}),
    registration({ metadataDocuments: "ask", dynamic: "open" }),
    registration({ metadataDocuments: ["client.example"], dynamic: { token: SECRET } }),
    { issuer: ISSUER, organization: "none", claims: () => ({}), maxLag: 0.5, fetch },
  ];
  for (const options of taken) check(options);
  const access = defineAccess({ permissions: { a: ["read"] }, roles: { member: { a: ["read"] } } });
  const organizations = Organizations({ access, invitationUrl: `${ISSUER}/join` });
  const keys = ApiKeys({ prefix: "acme", scopes: ["a"] });
  check(client({ grants: ["client-credentials"], secret: SECRET, service: "billing" }), { keys });
  check({ issuer: ISSUER, organization: "choose" }, { organizations, sendMail: () => {} });
});

Deno.test("OAuthServer() needs an adapter and a store of records", () => {
  const options = { issuer: ISSUER };
  const session = { strategy: "jwt" } as const;
  assertThrows(
    () => check(options, { adapter: undefined, session }),
    MissingAdapter,
    "oauthServer",
  );
  const { records: _, ...adapter } = MemoryAdapter();
  assertThrows(() => check(options, { session, adapter }), AuthError, "set `records`");
});
