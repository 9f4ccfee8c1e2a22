import { assert, assertEquals, assertFalse, assertMatch } from "@std/assert";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { Auth, type AuthConfig, customFetch, type Profile, type Provider } from "../../mod.ts";
import Apple from "../../src/providers/apple.ts";
import Asgardeo from "../../src/providers/asgardeo.ts";
import AzureAD from "../../src/providers/azure_ad.ts";
import BankIDNorway from "../../src/providers/bankid_no.ts";
import Descope from "../../src/providers/descope.ts";
import Frontegg from "../../src/providers/frontegg.ts";
import FusionAuth from "../../src/providers/fusionauth.ts";
import LINE from "../../src/providers/line.ts";
import LinkedIn from "../../src/providers/linkedin.ts";
import {
  createBrowser,
  createIdp,
  type HostileModes,
  type Idp,
} from "../../src/tools/testing/mod.ts";
import { SECRET } from "./_rig.ts";
import { APP } from "./_site.ts";

type Options = { clientId: string; clientSecret: string; [customFetch]: typeof fetch };
type HostileAnswer = NonNullable<NonNullable<HostileModes["answer"]>["token"]>;

interface Site {
  issuer: string;
  hostile?: HostileModes;
  /** Responses that replace those of the test server. */
  elsewhere?: (request: Request, idp: Idp) => Promise<Response | undefined> | Response | undefined;
  /** Request that the site refuses to start with. */
  refuses?: (asked: URLSearchParams) => boolean;
  config?: Partial<AuthConfig>;
}

/** An app and a site with its own issuer; a browser can sign in repeatedly. */
async function openSite(
  { issuer, hostile, elsewhere, refuses, config }: Site,
  create: (options: Options) => Provider,
) {
  const idp = await createIdp({ issuer, issuerParameter: false });
  Object.assign(idp.hostile, hostile);
  const errors: Error[] = [];
  const profiles: (Profile | undefined)[] = [];
  /** `Authorization` headers of token requests. */
  const authorizations: (string | null)[] = [];
  const provider = create({
    clientId: idp.clientId,
    clientSecret: idp.clientSecret,
    [customFetch]: async (input, init) => {
      const request = new Request(input, init);
      if (request.method === "POST") authorizations.push(request.headers.get("authorization"));
      return await elsewhere?.(request, idp) ?? await idp.fetch(request);
    },
  }) as { id: string; options?: { id?: string } };
  const id = provider.options?.id ?? provider.id;
  const effective: AuthConfig = {
    providers: [provider as Provider],
    secret: SECRET,
    trustHost: true,
    logger: { error: (error) => void errors.push(error) },
    callbacks: {
      signIn({ profile }) {
        profiles.push(profile);
        return true;
      },
    },
    ...config,
  };
  const browser = createBrowser(APP, {
    [APP]: (request) =>
      new URL(request.url).pathname.startsWith("/auth/")
        ? Auth(request, effective)
        : new Response("app"),
    [new URL(issuer).origin]: (request) =>
      refuses?.(new URL(request.url).searchParams)
        ? new Response("invalid_request", { status: 400 })
        : idp.handler(request),
  });
  const signIn = async () => {
    const start = await browser.start(id, { callbackUrl: "/after" });
    const landing = await browser.visit(start);
    const user = (await browser.session())?.user;
    return { landing, user, start: new URL(start) };
  };
  return { idp, browser, errors, profiles, authorizations, signIn };
}

type Opened = Awaited<ReturnType<typeof openSite>>;

async function assertSignsIn(site: Opened) {
  const outcome = await site.signIn();
  assertEquals(outcome.landing.url.href, `${APP}/after`, site.errors.map(String).join("\n"));
  return outcome;
}

async function assertRefused(site: Opened, reason: RegExp) {
  const { landing, user } = await site.signIn();
  assertEquals(user, undefined);
  assertFalse(landing.url.href.startsWith(`${APP}/after`));
  const told = site.errors.map((error) => {
    const { err } = (error.cause ?? {}) as { err?: Error };
    return [error.name, error.message, err?.message].join(" ");
  });
  assertMatch(told.join("\n"), reason);
}

/** Discovery with members changed; `undefined` removes one. */
const discovery = (changes: Record<string, unknown>): HostileAnswer => async (response: Response) =>
  Response.json({ ...await response.json(), ...changes });

const lastForm = ({ idp }: Opened) =>
  new URLSearchParams(idp.requests.findLast(({ endpoint }) => endpoint === "token")!.body);

// ---- Apple ----

const ADA = JSON.stringify({
  name: { firstName: "Ada", lastName: "Lovelace" },
  email: "another-user@example.com",
});

/** Claims of Apple's ID token that its discovery document does not list. */
function apple(user?: string): Site {
  return {
    issuer: "https://appleid.apple.com",
    hostile: {
      answer: {
        discovery: discovery({
          userinfo_endpoint: undefined,
          response_modes_supported: ["query", "fragment", "form_post"],
          token_endpoint_auth_methods_supported: ["client_secret_post"],
        }),
      },
      authorization: (params) => void (user !== undefined && params.set("user", user)),
      idTokenClaims: (claims) => {
        delete claims.name;
        Object.assign(claims, { email: "ada@example.com", email_verified: "true" });
      },
    },
    // With a scope, Apple answers only with `form_post`.
    refuses: (asked) => asked.has("scope") && asked.get("response_mode") !== "form_post",
  };
}

Deno.test("Apple() reads the name that is posted at the first sign-in", async () => {
  const site = await openSite(apple(ADA), Apple);
  const { user, landing, start } = await assertSignsIn(site);
  assertEquals(user, { name: "Ada Lovelace", email: "ada@example.com", image: null });
  assertEquals(landing.trail[1]!.url, `${APP}/auth/callback/apple`);
  assertEquals(start.searchParams.get("scope"), "name email");
  assert(start.searchParams.has("nonce"));
  assertFalse(start.searchParams.has("code_challenge"));
  assertEquals(site.profiles[0]?.user, JSON.parse(ADA));
});

Deno.test("Apple() sends the client's credentials in the form", async () => {
  const site = await openSite(apple(ADA), Apple);
  await assertSignsIn(site);
  assertEquals(lastForm(site).get("client_secret"), site.idp.clientSecret);
  assertEquals(site.authorizations, [null]);
});

Deno.test("Apple() signs in without the name, which is only sent once", async () => {
  const site = await openSite(apple(), Apple);
  const { user } = await assertSignsIn(site);
  assertEquals(user?.name, "ada@example.com");
  assertEquals(site.profiles[0]?.user, undefined);
});

for (
  const claims of [
    { email: "x1@privaterelay.appleid.com", email_verified: "true" },
    { email: "ada@relay.example", email_verified: "true", is_private_email: true },
    { email: "ada@relay.example", email_verified: "true", is_private_email: "true" },
  ]
) {
  Deno.test(`Apple() calls nobody by a relay address: ${JSON.stringify(claims)}`, async () => {
    const { hostile = {}, ...site } = apple();
    const idTokenClaims = (all: Record<string, unknown>) => {
      delete all.name;
      Object.assign(all, claims);
    };
    const { user } = await assertSignsIn(
      await openSite({ ...site, hostile: { ...hostile, idTokenClaims } }, Apple),
    );
    assertEquals([user?.name, user?.email], [null, claims.email]);
  });
}

const broken = [
  "",
  "{",
  "null",
  "[]",
  '"Ada"',
  "{}",
  '{"name":null}',
  '{"name":"Ada"}',
  '{"name":{"firstName":{"toString":1},"lastName":[]}}',
  '{"__proto__":{"name":{"firstName":"Eve"}}}',
];

for (const user of broken) {
  Deno.test(`Apple() signs in when the posted name is ${JSON.stringify(user)}`, async () => {
    const outcome = await assertSignsIn(await openSite(apple(user), Apple));
    assertEquals(outcome.user?.name, "ada@example.com");
  });
}

Deno.test("Apple() replaces no claim by members of the unsigned field", async () => {
  const user = JSON.stringify({ sub: "eve", email: "eve@example.com", email_verified: true });
  const site = await openSite(apple(user), Apple);
  const outcome = await assertSignsIn(site);
  assertEquals(outcome.user?.email, "ada@example.com");
  assertEquals(site.profiles[0]?.sub, "user-1");
  assertEquals(site.profiles[0]?.user, { name: {}, email: "eve@example.com" });
});

Deno.test("Apple() refuses the answer of another attempt", async () => {
  const { hostile = {}, ...site } = apple(ADA);
  const swap = (params: URLSearchParams) => params.set("state", "another");
  await assertRefused(
    await openSite({ ...site, hostile: { ...hostile, authorization: swap } }, Apple),
    /InvalidCheck/,
  );
  const nonce = (claims: Record<string, unknown>) => void (claims.nonce = "another");
  await assertRefused(
    await openSite({ ...site, hostile: { ...hostile, idTokenClaims: nonce } }, Apple),
    /nonce/,
  );
});

Deno.test("Apple() sets the attempt's cookie with SameSite=None, and uses no redirect proxy", async () => {
  const config = { redirectProxyUrl: "https://proxy.example/auth" };
  const { browser } = await openSite({ ...apple(), config }, Apple);
  const start = new URL(await browser.start("apple"));
  assertEquals(start.searchParams.get("redirect_uri"), `${APP}/auth/callback/apple`);
  const crossing = browser.cookies.list("app.example").filter(({ sameSite }) =>
    sameSite === "none"
  );
  assertEquals(crossing.length, 1);
  assertMatch(crossing[0]!.name, /^__Host-authjs\.state\./);
});

Deno.test("other providers ignore a field named `user`", async () => {
  const site = await openSite(apple(ADA), (options) => Apple({ ...options, id: "orchard" }));
  const { user } = await assertSignsIn(site);
  assertEquals(user?.name, "ada@example.com");
});

// ---- Azure Active Directory ----

const MICROSOFT = "https://login.microsoftonline.com";
const TENANT = "9122040d-6c67-4c5b-b112-36a304b66dad";

function entra(claims: Record<string, unknown> = {}, hostile: HostileModes["answer"] = {}): Site {
  return {
    issuer: `${MICROSOFT}/common/v2.0`,
    hostile: {
      answer: { discovery: discovery({ issuer: `${MICROSOFT}/{tenantid}/v2.0` }), ...hostile },
      idTokenClaims: (all) =>
        void Object.assign(all, { tid: TENANT, iss: `${MICROSOFT}/${TENANT}/v2.0`, ...claims }),
    },
    elsewhere: ({ url }) => {
      if (!url.startsWith("https://graph.microsoft.com/")) return;
      return url.endsWith("/me/photos/48x48/$value")
        ? new Response(new Uint8Array([255, 216, 255]))
        : new Response(null, { status: 404 });
    },
  };
}

Deno.test("AzureAD() signs in users of any tenant, with their picture", async () => {
  const { user } = await assertSignsIn(await openSite(entra(), AzureAD));
  assertEquals(user?.name, "Ada Lovelace");
  assertEquals(user?.image, "data:image/jpeg;base64,/9j/");
});

Deno.test("AzureAD() requests the configured size of the picture", async () => {
  const site = await openSite(
    entra(),
    (options) => AzureAD({ ...options, profilePhotoSize: 648 }),
  );
  assertFalse((await assertSignsIn(site)).user?.image, "there is a picture of 48 pixels only");
});

Deno.test("AzureAD() refuses a token whose issuer is not the tenant's", async () => {
  const iss = "https://evil.example/v2.0";
  await assertRefused(await openSite(entra({ iss }), AzureAD), /"iss"/);
  await assertRefused(await openSite(entra({ tid: "../x" }), AzureAD), /"tid"/);
});

Deno.test("AzureAD({ issuer }) signs in users of that tenant only", async () => {
  const issuer = `${MICROSOFT}/${TENANT}/v2.0`;
  const create = (options: Options) => AzureAD({ ...options, issuer });
  const site = { ...entra({}, { discovery: (response) => response }), issuer };
  await assertSignsIn(await openSite(site, create));
  const foreign = entra({ iss: `${MICROSOFT}/00000000-6c67-4c5b-b112-36a304b66dad/v2.0` }, {
    discovery: (response) => response,
  });
  await assertRefused(await openSite({ ...foreign, issuer }, create), /"iss"/);
});

Deno.test("AzureAD() refuses an error response with status 200", async () => {
  const token = () => Response.json({ error: "invalid_grant", error_description: "AADSTS54005" });
  await assertRefused(await openSite(entra({}, { token }), AzureAD), /OAuthCallbackError/);
});

// ---- LinkedIn ----

const linkedin: Site = {
  issuer: "https://www.linkedin.com/oauth",
  hostile: { idTokenClaims: (claims) => void (claims.email_verified = "true") },
  // The site supports neither.
  refuses: (asked) => asked.has("code_challenge") || asked.has("nonce"),
};

Deno.test("LinkedIn() sends neither challenge nor nonce, and sends its credentials in the form", async () => {
  const site = await openSite(linkedin, LinkedIn);
  const { user, start } = await assertSignsIn(site);
  assertEquals(user?.name, "Ada Lovelace");
  assert(start.searchParams.has("state"));
  assertEquals(lastForm(site).get("client_secret"), site.idp.clientSecret);
  assertEquals(site.authorizations, [null]);
  assertEquals(
    site.idp.requests[0]!.url,
    "https://www.linkedin.com/oauth/.well-known/openid-configuration",
  );
});

Deno.test("LinkedIn() refuses an answer without the state it sent", async () => {
  const authorization = (params: URLSearchParams) => params.delete("state");
  const site = await openSite({ ...linkedin, hostile: { authorization } }, LinkedIn);
  await assertRefused(site, /InvalidCheck/);
});

// ---- LINE ----

const line = (signature: HostileModes["signature"]): Site => ({
  issuer: "https://access.line.me",
  hostile: { signature },
});

Deno.test("LINE() verifies the ID token with the channel secret", async () => {
  const site = await openSite(line("hmac-client-secret"), LINE);
  assertEquals((await assertSignsIn(site)).user?.name, "Ada Lovelace");
  assertEquals(site.idp.count("jwks"), 0);
});

Deno.test("LINE() refuses other signatures", async () => {
  await assertRefused(await openSite(line("proper"), LINE), /"alg"/);
  await assertRefused(await openSite(line("none"), LINE), /JWT|"alg"/);
  await assertRefused(await openSite(line("hmac-public-key"), LINE), /signature/);
});

// ---- BankID ----

const rsa = await generateKeyPair("RS256");

/** Userinfo as a JWT. */
function bankid(
  claims: Record<string, unknown> = {},
  key: CryptoKey = rsa.privateKey,
  type = "application/jwt;charset=UTF-8",
): Site {
  return {
    issuer: "https://auth.bankid.no/auth/realms/prod",
    hostile: {
      answer: {
        discovery: discovery({ userinfo_signing_alg_values_supported: ["RS256"] }),
        jwks: async (response) => {
          const { keys } = await response.json();
          const jwk = { ...await exportJWK(rsa.publicKey), kid: "rsa", alg: "RS256", use: "sig" };
          return Response.json({ keys: [...keys, jwk] });
        },
        userinfo: async (response) => {
          const user = { ...await response.json(), ...claims };
          const jwt = await new SignJWT(user).setProtectedHeader({ alg: "RS256", kid: "rsa" })
            .sign(key);
          return new Response(jwt, { headers: { "content-type": type } });
        },
      },
    },
  };
}

Deno.test("BankIDNorway() reads the user from signed userinfo", async () => {
  const site = await openSite(bankid({ name: "Ada King" }), BankIDNorway);
  const { user, start } = await assertSignsIn(site);
  assertEquals(user?.name, "Ada King");
  assertEquals(start.searchParams.get("login_hint"), "BIS");
  assertEquals(start.searchParams.get("ui_locales"), "no");
  for (const check of ["state", "nonce", "code_challenge"]) assert(start.searchParams.has(check));
});

Deno.test("BankIDNorway() refuses userinfo that is forged, unsigned or of another user", async () => {
  const { privateKey } = await generateKeyPair("RS256");
  await assertRefused(await openSite(bankid({}, privateKey), BankIDNorway), /signature/);
  await assertRefused(await openSite(bankid({ sub: "eve" }), BankIDNorway), /"sub"/);
  const plain = bankid();
  delete plain.hostile!.answer!.userinfo;
  await assertRefused(await openSite(plain, BankIDNorway), /JWT/);
});

// ---- Others ----

Deno.test("FusionAuth() accepts an answer with a challenge", async () => {
  const token = async (response: Response) => {
    const headers = { "www-authenticate": 'Basic realm="fusionauth"' };
    return Response.json(await response.json(), { status: response.status, headers });
  };
  const site = { issuer: "https://acme.fusionauth.io", hostile: { answer: { token } } };
  // URLs on the test server.
  const elsewhere: Site["elsewhere"] = (request, idp) =>
    request.url === `${idp.issuer}/oauth2/token`
      ? idp.fetch(`${idp.issuer}/token`, request)
      : undefined;
  const create = (options: Options) =>
    FusionAuth({ ...options, issuer: site.issuer, tenantId: "tenant-1" });
  const { user, start } = await assertSignsIn(await openSite({ ...site, elsewhere }, create));
  assertEquals(user?.name, "Ada Lovelace");
  assertEquals(start.searchParams.get("tenantId"), "tenant-1");
  assertEquals(start.searchParams.get("scope"), "openid offline_access email profile");
  await assertRefused(
    await openSite(
      { ...site, elsewhere },
      (options) => create({ ...options, clientSecret: "wrong" }),
    ),
    /challenge|invalid_client/i,
  );
});

Deno.test("Frontegg() signs in without discovery", async () => {
  const issuer = "https://app-acme.frontegg.com";
  const elsewhere: Site["elsewhere"] = (request, idp) => {
    if (request.url === `${issuer}/oauth/token`) return idp.fetch(`${issuer}/token`, request);
    return request.url === `${issuer}/.well-known/jwks.json`
      ? idp.fetch(`${issuer}/jwks`)
      : undefined;
  };
  // The test server signs with another algorithm than the site.
  const client = { id_token_signed_response_alg: "ES256" };
  const site = await openSite(
    { issuer, elsewhere },
    (options) => Frontegg({ ...options, issuer, client }),
  );
  const start = new URL(await site.browser.start("frontegg", { callbackUrl: "/after" }));
  assertEquals(start.origin + start.pathname, `${issuer}/oauth/authorize`);
  start.pathname = "/authorize";
  const landing = await site.browser.visit(start.href);
  assertEquals(landing.url.href, `${APP}/after`, site.errors.map(String).join("\n"));
  assertEquals(site.idp.count("discovery"), 0);
});

Deno.test("Descope() derives its issuer from the client id", async () => {
  const issuer = "https://api.descope.com/test-client";
  const { start, user } = await assertSignsIn(await openSite({ issuer }, Descope));
  assertEquals(start.origin, "https://api.descope.com");
  assertEquals(user?.name, "Ada Lovelace");
});

Deno.test("Asgardeo() completes an issuer that is only an organization", async () => {
  const issuer = "https://api.asgardeo.io/t/acme/oauth2/token";
  for (
    const written of [
      issuer,
      `${issuer}/`,
      "https://api.asgardeo.io/t/acme",
      "https://api.asgardeo.io/t/acme/",
    ]
  ) {
    const site = await openSite({ issuer }, (options) => Asgardeo({ ...options, issuer: written }));
    assertEquals((await assertSignsIn(site)).user?.name, "Ada Lovelace");
  }
});
