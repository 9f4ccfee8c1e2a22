import { assertEquals, assertMatch, assertRejects, assertStringIncludes } from "@std/assert";
import { customFetch, type OAuth2Config, type Profile } from "../../../../mod.ts";
import { CallbackRouteError, InvalidAnswer, OAuthCallbackError } from "../../../../src/errors.ts";
import { exchange } from "../../../../src/flows/oauth/exchange.ts";
import { getServer } from "../../../../src/flows/oauth/metadata.ts";
import { createIdp, type HostileModes } from "../../../../src/tools/testing/mod.ts";
import { ACME, APP, createTestContext, providerOf } from "../../_context.ts";

const attempt = { provider: "acme", state: "s", verifier: "v".repeat(43), callbackUrl: APP };
const TOKENS = { access_token: "a", token_type: "Bearer", expires_in: 60 };

/** Exchanges a code at a token endpoint with a fixed response. */
async function run(
  answer: () => Response,
  overrides: Partial<OAuth2Config<Profile>> = {},
  params: Record<string, string> = { code: "the-code", state: "s" },
) {
  const requests: { url: string; headers: Headers; body: URLSearchParams }[] = [];
  const { ctx } = await createTestContext({
    path: "callback/acme",
    config: {
      providers: [{
        ...ACME,
        [customFetch]: async (input, init) => {
          const request = new Request(input, init);
          const body = new URLSearchParams(await request.text());
          requests.push({ url: request.url, headers: request.headers, body });
          return answer();
        },
        ...overrides,
      }],
    },
  });
  const provider = providerOf(ctx);
  const as = await getServer(provider, "token");
  const run = () => exchange(ctx, provider, as, attempt, params);
  return { run, requests };
}

Deno.test("exchange() posts code, verifier and redirect URI with the client authentication", async () => {
  const { run: go, requests } = await run(() => Response.json(TOKENS));
  assertEquals(await go(), { tokens: { ...TOKENS, token_type: "bearer" } });
  const [{ url, headers, body }] = requests as [typeof requests[number]];
  assertEquals(url, ACME.token);
  assertEquals(Object.fromEntries(body), {
    grant_type: "authorization_code",
    code: "the-code",
    code_verifier: attempt.verifier,
    redirect_uri: `${APP}/auth/callback/acme`,
  });
  assertMatch(headers.get("authorization")!, /^Basic /);
});

Deno.test("exchange() throws the provider's error without requesting tokens", async () => {
  const { run: go, requests } = await run(() => Response.json(TOKENS), {}, {
    error: "access_denied",
    error_description: "the person said no",
    state: "s",
  });
  const error = await assertRejects(go, OAuthCallbackError);
  assertEquals(error.cause?.error, "access_denied");
  assertEquals(error.cause?.provider, "acme");
  assertEquals(requests, []);
});

Deno.test("exchange() compares `iss` with a configured issuer, and ignores it without one", async () => {
  const params = { code: "c", state: "s", iss: "https://evil.example" };
  const { run: refused } = await run(() => Response.json(TOKENS), {
    issuer: "https://acme.example",
  }, params);
  await assertRejects(refused, InvalidAnswer, 'unexpected "iss"');
  const { run: accepted } = await run(() => Response.json(TOKENS), {}, params);
  assertEquals((await accepted()).tokens.access_token, "a");
});

Deno.test("exchange() keeps the ID token of a plain OAuth provider, but reads no claims from it", async () => {
  const { run: go } = await run(() => Response.json({ ...TOKENS, id_token: "not.even.read" }));
  const { tokens, claims } = await go();
  assertEquals(tokens.id_token, "not.even.read");
  assertEquals(claims, undefined);
});

const answers: [string, () => Response, words: string, refusal?: typeof CallbackRouteError][] = [
  [
    "an OAuth error",
    () => Response.json({ error: "invalid_grant" }, { status: 400 }),
    "status 400, invalid_grant",
    CallbackRouteError,
  ],
  [
    "an error with status 200",
    () => Response.json({ error: "invalid_grant" }),
    "status 200, invalid_grant",
    CallbackRouteError,
  ],
  [
    "a server error",
    () => new Response("oops", { status: 500 }),
    "status 500",
    CallbackRouteError,
  ],
  [
    "HTML",
    () => new Response("<h1>", { headers: { "content-type": "text/html" } }),
    "content-type must be application/json",
  ],
  [
    "a redirect",
    () => Response.redirect("https://evil.example"),
    "status 302",
    CallbackRouteError,
  ],
  ["no access token", () => Response.json({ token_type: "bearer" }), '"access_token" property'],
  [
    "a token that is not a string",
    () => Response.json({ ...TOKENS, access_token: 1 }),
    '"access_token" property',
  ],
  ["an empty object", () => Response.json({}), '"access_token" property'],
  ["null", () => Response.json(null), "must be a top level object"],
];

/** Answers that miss the standard by a member: the message names what repairs them. */
const repairable: [name: string, answer: object, member: string][] = [
  ["no token type", { access_token: "a" }, "token_type"],
  ["a token type that is null", { access_token: "a", token_type: null }, "token_type"],
  ["an expiry that is null", { ...TOKENS, expires_in: null }, "expires_in"],
  ["an expiry that is no number", { ...TOKENS, expires_in: "soon" }, "expires_in"],
  ["a scope that is a list", { ...TOKENS, scope: ["a"] }, "scope"],
  ["a refresh token that is null", { ...TOKENS, refresh_token: null }, "refresh_token"],
];
for (const [name, answer, member] of repairable) {
  Deno.test(`exchange() names \`token.conform\` for an answer with ${name}`, async () => {
    const { run: go } = await run(() => Response.json(answer));
    const { message } = await assertRejects(go, InvalidAnswer);
    assertStringIncludes(message, `"${member}" property`);
    assertStringIncludes(message, "`token.conform` of the provider can repair its answer");
  });
}

for (const [name, answer, words, refusal = InvalidAnswer] of answers) {
  Deno.test(`exchange() refuses ${name} from the token endpoint`, async () => {
    const { run: go } = await run(answer);
    await assertRejects(go, refusal, words);
  });
}

Deno.test("exchange() passes a response to `conform` before it is validated", async () => {
  const { run: go } = await run(() => Response.json({ token: "a" }), {
    token: {
      url: ACME.token,
      conform: async (response) =>
        Response.json({ access_token: (await response.json()).token, token_type: "bearer" }),
    },
  });
  assertEquals((await go()).tokens.access_token, "a");
  const { run: unchanged } = await run(() => Response.json(TOKENS), {
    token: { url: ACME.token, conform: () => Promise.resolve(undefined) },
  });
  assertEquals((await unchanged()).tokens.access_token, "a");
});

Deno.test("exchange() calls the app's `token.request` with all its parameters, and validates its result", async () => {
  const contexts: Record<string, unknown>[] = [];
  const { run: go, requests } = await run(() => Response.json({}), {
    token: {
      url: ACME.token,
      request: ({ params, checks, provider }) => {
        contexts.push({
          params,
          checks,
          urls: [provider.id, provider.signinUrl, provider.callbackUrl, provider.clientSecret],
        });
        return { tokens: TOKENS };
      },
    },
  });
  assertEquals((await go()).tokens.access_token, "a");
  assertEquals(requests, []);
  assertEquals(contexts, [{
    params: { code: "the-code", state: "s" },
    checks: { code_verifier: attempt.verifier, state: "s", nonce: undefined },
    urls: ["acme", `${APP}/auth/signin/acme`, `${APP}/auth/callback/acme`, "client secret"],
  }]);
  const { run: empty } = await run(() => Response.json(TOKENS), {
    token: { url: ACME.token, request: () => {} },
  });
  await assertRejects(empty, InvalidAnswer, '"access_token" property');
});

/** A whole code exchange with an OpenID Provider. */
async function runOIDC(hostile: HostileModes = {}, client?: Record<string, string>) {
  const idp = await createIdp({ issuerParameter: false });
  Object.assign(idp.hostile, hostile);
  const { ctx } = await createTestContext({
    path: "callback/test",
    config: {
      providers: [{
        id: "test",
        name: "Test",
        type: "oidc",
        issuer: idp.issuer,
        clientId: idp.clientId,
        clientSecret: idp.clientSecret,
        client,
        [customFetch]: idp.fetch,
      }],
    },
  });
  const url = new URL(`${idp.issuer}/authorize`);
  const redirectUri = `${APP}/auth/callback/test`;
  url.search = `${new URLSearchParams({
    client_id: idp.clientId,
    response_type: "code",
    redirect_uri: redirectUri,
    nonce: "the-nonce",
  })}`;
  const answer = new URL((await idp.handler(new Request(url))).headers.get("location")!);
  const provider = providerOf(ctx);
  const own = { provider: "test", nonce: "the-nonce", callbackUrl: APP };
  const as = await getServer(provider, "token", "keys");
  return await exchange(ctx, provider, as, own, Object.fromEntries(answer.searchParams));
}

Deno.test("exchange() returns the validated claims of an ID token", async () => {
  const { claims, tokens } = await runOIDC();
  assertEquals(claims?.sub, "user-1");
  assertEquals(tokens.id_token?.split(".").length, 3);
});

const claimsRefused: [string, claim: string, (claims: Record<string, unknown>) => void][] = [
  ["another nonce", "nonce", (claims) => claims.nonce = "other"],
  ["no nonce", "nonce", (claims) => delete claims.nonce],
  ["an empty subject", "sub", (claims) => claims.sub = ""],
  ["another authorized party", "azp", (claims) => claims.azp = "other"],
  ["a time of issue in the far future", "iat", (claims) => claims.iat = Date.now() / 1000 + 400],
];
for (const [name, claim, idTokenClaims] of claimsRefused) {
  Deno.test(`exchange() refuses an ID token with ${name}`, async () => {
    await assertRejects(() => runOIDC({ idTokenClaims }), InvalidAnswer, `"${claim}"`);
  });
}

Deno.test("exchange() accepts a time of issue from a slightly fast clock", async () => {
  const { claims } = await runOIDC({
    idTokenClaims: (claims) => claims.iat = Math.floor(Date.now() / 1000) + 200,
  });
  assertEquals(claims?.sub, "user-1");
});
