import { StrictClient } from "../../src/capabilities/strict_client/mod.ts";
import { assert, assertEquals, assertFalse, assertMatch } from "@std/assert";
import { exportJWK, generateKeyPair } from "jose";
import { customFetch, type OIDCConfig, type Profile } from "../../mod.ts";
import type { HostileModes, IdpEndpoint } from "../../src/tools/testing/mod.ts";
import type { PrivateJwk } from "../../src/types/mod.ts";
import {
  APP,
  assertRefusal,
  assertRefused,
  assertSignsIn,
  attemptCookies,
  createRig,
  type Rig,
} from "./_rig.ts";

async function createKey(): Promise<PrivateJwk> {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  return await exportJWK(privateKey) as PrivateJwk;
}

const clientKey = await createKey();

/** An app with the security profile, and a server that demands it. Each has a new DPoP key. */
async function createStrictRig(
  { hostile, provider, nonces }: {
    hostile?: HostileModes;
    provider?: Partial<OIDCConfig<Profile>>;
    nonces?: boolean;
  } = {},
): Promise<Rig> {
  return await createRig({
    hostile,
    idp: { fapi2: { clientKey, nonces } },
    provider: StrictClient({
      securityProfile: "fapi2",
      clientSecret: undefined,
      token: { clientPrivateKey: clientKey },
      dpop: await createKey(),
      ...provider,
    } as OIDCConfig<Profile>),
  });
}

/** Asserts that a sign-in fails before the browser goes to the server. */
async function assertNotStarted(rig: Rig, reason: RegExp): Promise<void> {
  const landing = await rig.browser.signIn("test");
  assertEquals(landing.url.href, `${APP}/auth/error?error=Configuration`, rig.lines.join("\n"));
  assertEquals(attemptCookies(rig), [], "an attempt was begun");
  assertEquals(rig.idp.count("authorize"), 0);
  assertMatch(rig.lines.join("\n"), reason);
}

function proofsOf({ idp }: Rig, endpoint: IdpEndpoint): Record<string, unknown>[] {
  return idp.requests.filter((request) => request.endpoint === endpoint)
    .map(({ headers }) =>
      JSON.parse(atob(
        headers.get("dpop")!.split(".")[1]!.replaceAll("-", "+").replaceAll("_", "/"),
      ))
    );
}

const json = (body: unknown, status: number, headers: HeadersInit = {}) =>
  Response.json(body, { status, headers });

Deno.test("FAPI 2.0: signs in at a strict server, with userinfo", async () => {
  const rig = await createStrictRig({ provider: { idToken: false } });
  await assertSignsIn(rig);
  const { requests } = rig.idp;
  assertEquals(
    requests.map(({ endpoint }) => endpoint),
    ["discovery", "par", "par", "authorize", "token", "jwks", "userinfo"],
  );
  const { searchParams } = new URL(requests.find(({ endpoint }) => endpoint === "authorize")!.url);
  assertEquals([...searchParams.keys()], ["client_id", "request_uri"]);
});

Deno.test("FAPI 2.0: signs in at a server that asks for no nonce", async () => {
  const rig = await createStrictRig({ nonces: false, provider: { idToken: false } });
  await assertSignsIn(rig);
  const endpoints = ["par", "token", "userinfo"] as const;
  assertEquals(endpoints.map((endpoint) => rig.idp.count(endpoint)), [1, 1, 1]);
  for (const endpoint of endpoints) assertEquals(proofsOf(rig, endpoint)[0]!.nonce, undefined);
});

Deno.test("FAPI 2.0: signs in with signed requests", async () => {
  const rig = await createStrictRig({ provider: { requestObject: true } });
  await assertSignsIn(rig);
  const { body } = rig.idp.requests.find(({ endpoint }) => endpoint === "par")!;
  assertFalse(new URLSearchParams(body).has("redirect_uri"));
});

const REQUEST_URI = "urn:ietf:params:oauth:request_uri:1";

const pushedAnswers: [string, Response | (() => Response), RegExp][] = [
  [
    "a request_uri of another site",
    () => json({ request_uri: "https://evil.example/request", expires_in: 60 }, 201),
    /neither a URN nor a URL of the provider/,
  ],
  [
    "a request_uri of its host over http",
    () => json({ request_uri: "http://idp.example/request", expires_in: 60 }, 201),
    /neither a URN nor a URL of the provider/,
  ],
  [
    "a request_uri with the scheme data",
    () => json({ request_uri: "data:,request", expires_in: 60 }, 201),
    /neither a URN nor a URL of the provider/,
  ],
  [
    "a request_uri with a line break",
    () => json({ request_uri: `${REQUEST_URI}\r\nx`, expires_in: 60 }, 201),
    /not a URI of at most 1024 characters/,
  ],
  [
    "a request_uri of 2000 characters",
    () => json({ request_uri: `urn:${"a".repeat(2000)}`, expires_in: 60 }, 201),
    /not a URI of at most 1024 characters/,
  ],
  [
    "a request_uri that is no URI",
    () => json({ request_uri: "1", expires_in: 60 }, 201),
    /not a URI of at most 1024 characters/,
  ],
  ["no request_uri", () => json({ expires_in: 60 }, 201), /"request_uri" property/],
  ["an empty request_uri", () => json({ request_uri: "", expires_in: 60 }, 201), /"request_uri"/],
  ["a request_uri list", () => json({ request_uri: [REQUEST_URI], expires_in: 60 }, 201), /"req/],
  ["no expires_in", () => json({ request_uri: REQUEST_URI }, 201), /"expires_in" property/],
  [
    "an expires_in of 0",
    () => json({ request_uri: REQUEST_URI, expires_in: 0 }, 201),
    /`request_uri` of its answer has expired already/,
  ],
  [
    "a negative expires_in",
    () => json({ request_uri: REQUEST_URI, expires_in: -60 }, 201),
    /"expires_in" property/,
  ],
  [
    "an expires_in that is text",
    () => json({ request_uri: REQUEST_URI, expires_in: "soon" }, 201),
    /"expires_in" property/,
  ],
  [
    "status 200",
    () => json({ request_uri: REQUEST_URI, expires_in: 60 }, 200),
    /unexpected HTTP status code/,
  ],
  [
    "a redirect",
    () => new Response(null, { status: 302, headers: { location: "https://evil.example" } }),
    /it answered with an error \(status 302\)/,
  ],
  ["HTML", () => new Response("<p>", { status: 201 }), /"response" content-type must be/],
  ["no object", () => json([], 201), /"request_uri" property|top level object/],
  ["an error of the server", () => new Response("", { status: 503 }), /\(status 503\)/],
];
for (const [name, answer, reason] of pushedAnswers) {
  Deno.test(`PAR: an answer with ${name} ends the sign-in`, async () => {
    const par = answer instanceof Response ? () => answer : answer;
    const rig = await createStrictRig({ hostile: { answer: { par } } });
    await assertNotStarted(rig, reason);
    assertEquals(rig.idp.count("par"), 1);
  });
}

Deno.test("PAR: a request_uri may be a URL of the provider", async () => {
  const rig = await createStrictRig({
    hostile: {
      answer: {
        par: () => json({ request_uri: "https://idp.example/requests/1", expires_in: 60 }, 201),
      },
    },
  });
  const url = new URL(await rig.browser.start("test"));
  assertEquals(url.searchParams.get("request_uri"), "https://idp.example/requests/1");
});

Deno.test("PAR: an endpoint without https is not requested", async () => {
  const rig = await createStrictRig({
    hostile: {
      answer: {
        async discovery(response) {
          const members = { pushed_authorization_request_endpoint: "http://idp.example/par" };
          return json({ ...await response.json(), ...members }, 200);
        },
      },
    },
  });
  await assertNotStarted(rig, /is not an https: URL|only requests to HTTPS are allowed/);
  assertEquals(rig.idp.count("par"), 0);
});

Deno.test("PAR: without an endpoint, the missing part is named", async () => {
  const rig = await createRig({ provider: StrictClient({ par: true } as OIDCConfig<Profile>) });
  await assertNotStarted(rig, /no `pushed_authorization_request_endpoint`; remove `par`, or turn/);
});

const nonceAnswers: [IdpEndpoint, () => Response][] = [
  ["par", () => json({ error: "use_dpop_nonce" }, 400, { "dpop-nonce": crypto.randomUUID() })],
  ["token", () => json({ error: "use_dpop_nonce" }, 400, { "dpop-nonce": crypto.randomUUID() })],
  [
    "userinfo",
    () =>
      json({}, 401, {
        "www-authenticate": 'DPoP error="use_dpop_nonce"',
        "dpop-nonce": crypto.randomUUID(),
      }),
  ],
];
for (const [endpoint, answer] of nonceAnswers) {
  Deno.test(`DPoP: a server that always asks for another nonce at ${endpoint} is asked twice`, async () => {
    const rig = await createStrictRig({
      nonces: false,
      provider: { idToken: false },
      hostile: { answer: { [endpoint]: answer } },
    });
    await rig.browser.signIn("test");
    assertEquals(await rig.browser.session(), null);
    assertMatch(
      rig.lines.join("\n"),
      endpoint === "userinfo"
        ? /does not accept the access token with its DPoP proof \(status 401\)/
        : /asked for another DPoP nonce although/,
    );
    assertEquals(rig.idp.count(endpoint), 2);
    assert(proofsOf(rig, endpoint)[1]!.nonce, "the nonce of the first answer was not used");
  });
}

const challenges = [
  'DPoP error="use_dpop_nonce"',
  'dpop error="use_dpop_nonce"',
  'DPOP algs="ES256", error="use_dpop_nonce"',
  "DPoP error=use_dpop_nonce",
  'Bearer realm="api", DPoP realm="api", error="use_dpop_nonce"',
];
for (const challenge of challenges) {
  Deno.test(`DPoP: userinfo is asked again after the challenge ${challenge}`, async () => {
    const rig = await createStrictRig({ nonces: false, provider: { idToken: false } });
    rig.idp.hostile.answer = {
      userinfo: (response) =>
        rig.idp.count("userinfo") > 1
          ? response
          : json({}, 401, { "www-authenticate": challenge, "dpop-nonce": "n1" }),
    };
    await assertSignsIn(rig);
    assertEquals(proofsOf(rig, "userinfo").map(({ nonce }) => nonce), [undefined, "n1"]);
  });
}

const nonces: [string, string][] = [
  ["a quotation mark", 'a"b'],
  ["a backslash", "a\\b"],
  ["a space", "a b"],
  ["a letter beyond ASCII", "n\u00f6nce"],
  ["2000 characters", "a".repeat(2000)],
];
for (const [name, nonce] of nonces) {
  Deno.test(`DPoP: a nonce with ${name} is not sent back`, async () => {
    const rig = await createStrictRig({
      nonces: false,
      hostile: {
        answer: { par: () => json({ error: "use_dpop_nonce" }, 400, { "dpop-nonce": nonce }) },
      },
    });
    await assertNotStarted(rig, /asked for another DPoP nonce although/);
    assertEquals(rig.idp.count("par"), 2);
    assertEquals(proofsOf(rig, "par").map(({ nonce }) => nonce), [undefined, undefined]);
    // The next sign-in is not affected.
    rig.idp.hostile.answer = {};
    await assertSignsIn(rig);
  });
}

const withoutRetry: [string, IdpEndpoint, () => Response][] = [
  ["a nonce, but another error", "par", () => json({ error: "x" }, 400, { "dpop-nonce": "n" })],
  ["no nonce", "par", () => json({ error: "use_dpop_nonce" }, 400)],
  ["status 500", "par", () => json({ error: "use_dpop_nonce" }, 500, { "dpop-nonce": "n" })],
  [
    "a nonce, but another error",
    "userinfo",
    () => json({}, 401, { "www-authenticate": 'DPoP error="invalid_token"', "dpop-nonce": "n" }),
  ],
];
for (const [name, endpoint, answer] of withoutRetry) {
  Deno.test(`DPoP: a refusal at ${endpoint} with ${name} is final`, async () => {
    const rig = await createStrictRig({
      nonces: false,
      provider: { idToken: false },
      hostile: { answer: { [endpoint]: answer } },
    });
    await rig.browser.signIn("test");
    assertEquals(await rig.browser.session(), null);
    assertEquals(rig.idp.count(endpoint), 1);
  });
}

for (const error of ["invalid_dpop_proof", "invalid_request"]) {
  Deno.test(`DPoP: a server that demands it by ${error} leads to the missing option`, async () => {
    const answer = () => json({ error, error_description: "DPoP proof required" }, 400);
    const rig = await createRig({ hostile: { answer: { token: answer } } });
    await assertRefused(
      rig,
      new RegExp(`it demands DPoP \\(status 400, ${error}\\); set \`dpop\``),
    );
  });
}

Deno.test("DPoP: the nonce of one origin is not sent to another", async () => {
  const api: string[] = [];
  const rig = await createStrictRig({
    provider: { idToken: false },
    hostile: {
      answer: {
        async discovery(response) {
          const members = { userinfo_endpoint: "https://api.example/userinfo" };
          return json({ ...await response.json(), ...members }, 200);
        },
      },
    },
  });
  const provider = rig.config.providers[0] as OIDCConfig<Profile>;
  provider[customFetch] = (input, init) => {
    if (!String(input).startsWith("https://api.example")) return rig.idp.fetch(input, init);
    api.push(new Headers(init?.headers).get("dpop")!);
    return Promise.resolve(json(rig.idp.user, 200));
  };
  await assertSignsIn(rig);
  const [claims] = api.map((proof) => JSON.parse(atob(proof.split(".")[1]!)));
  assertEquals([claims.htu, claims.nonce], ["https://api.example/userinfo", undefined]);
});

/** Changes members of the token answer. */
function tokenWith(members: Record<string, unknown>): HostileModes {
  return {
    answer: {
      token: async (response) =>
        response.ok ? json({ ...await response.json(), ...members }, 200) : response,
    },
  };
}

for (const tokenType of ["Bearer", "bearer"]) {
  Deno.test(`FAPI 2.0: tokens of the type ${tokenType} are refused when DPoP was asked for`, async () => {
    const rig = await createStrictRig({ hostile: tokenWith({ token_type: tokenType }) });
    await assertRefused(
      rig,
      /not bound to the `dpop` key \(the answer lacks "token_type": "DPoP"\)/,
    );
  });
}

for (const tokenType of ["dpop", "DPOP", "DPoP"]) {
  Deno.test(`FAPI 2.0: the token type ${tokenType} is that of bound tokens`, async () => {
    const rig = await createStrictRig({
      provider: { idToken: false },
      hostile: tokenWith({ token_type: tokenType }),
    });
    await assertSignsIn(rig);
    assertMatch(
      rig.idp.requests.find(({ endpoint }) => endpoint === "userinfo")!.headers
        .get("authorization")!,
      /^DPoP /,
    );
  });
}

Deno.test("FAPI 2.0: tokens without a lifetime are accepted", async () => {
  await assertSignsIn(await createStrictRig({ hostile: tokenWith({ expires_in: undefined }) }));
});

Deno.test("FAPI 2.0: tokens of an unknown type are refused", async () => {
  const rig = await createStrictRig({ hostile: tokenWith({ token_type: "mac" }) });
  await assertRefused(rig, /unsupported `token_type` value/);
});

Deno.test("FAPI 2.0: an answer without `iss` is refused", async () => {
  const rig = await createStrictRig({
    hostile: { authorization: (params) => params.delete("iss") },
  });
  await assertRefused(rig, /it has no `iss` \(RFC 9207\), which `securityProfile` demands/);
  assertEquals(rig.idp.count("token"), 0);
});

Deno.test("FAPI 2.0: an answer of another issuer is refused", async () => {
  const rig = await createStrictRig({
    hostile: { authorization: (params) => params.set("iss", "https://evil.example") },
  });
  await assertRefused(rig, /unexpected "iss"/);
  assertEquals(rig.idp.count("token"), 0);
});

Deno.test("FAPI 2.0: an error without `iss` is refused as an answer without it", async () => {
  const rig = await createStrictRig({
    hostile: {
      authorization(params) {
        for (const name of ["iss", "code"]) params.delete(name);
        params.set("error", "access_denied");
      },
    },
  });
  await assertRefused(rig, /it has no `iss` \(RFC 9207\)/);
});

Deno.test("FAPI 2.0: a code that was pushed with another key cannot be exchanged", async () => {
  const rig = await createStrictRig();
  const answer = await rig.browser.start("test", { callbackUrl: "/after" });
  (rig.config.providers[0] as OIDCConfig<Profile>).dpop = await createKey();
  rig.config.providers = [...rig.config.providers];
  const landing = await rig.browser.visit(answer);
  await assertRefusal(rig, landing, /does not accept the code \(status 400, invalid_grant\)/);
});

const signatures = ["bad", "none", "foreign-key", "hmac-public-key", "unknown-kid"] as const;
for (const signature of signatures) {
  Deno.test(`FAPI 2.0: an ID token with the signature ${signature} is refused`, async () => {
    const rig = await createStrictRig({ hostile: { signature } });
    await assertRefused(rig, /signature|algorithm|alg|key/);
  });
}

const claims: [string, Record<string, unknown>][] = [
  ["another issuer", { iss: "https://evil.example" }],
  ["no issuer", { iss: undefined }],
  ["another audience", { aud: "other" }],
  ["no audience", { aud: undefined }],
  ["a second audience and no authorized party", { aud: ["test-client", "other"] }],
  ["an expiry in the past", { exp: 1 }],
  ["no expiry", { exp: undefined }],
  ["another nonce", { nonce: "other" }],
  ["no nonce", { nonce: undefined }],
];
for (const [name, changed] of claims) {
  Deno.test(`FAPI 2.0: an ID token with ${name} is refused`, async () => {
    const rig = await createStrictRig({
      provider: { checks: ["pkce", "nonce"] },
      hostile: { idTokenClaims: (claims) => void Object.assign(claims, changed) },
    });
    await assertRefused(rig, /JWT|ID token/i);
  });
}

Deno.test("FAPI 2.0: an ID token with this app as the one audience of a list is accepted", async () => {
  const rig = await createStrictRig({
    hostile: { idTokenClaims: (claims) => void (claims.aud = ["test-client"]) },
  });
  await assertSignsIn(rig);
});

const SECRET = "s3cret-in-a-description";
for (const endpoint of ["par", "token"] as const) {
  Deno.test(`FAPI 2.0: of an error at ${endpoint}, the code alone is logged`, async () => {
    for (const error of ["invalid_request", "invalid_client", `bad\n${SECRET}`, SECRET.repeat(9)]) {
      const rig = await createStrictRig({
        hostile: {
          answer: {
            [endpoint]: () => json({ error, error_description: SECRET, token: SECRET }, 400),
          },
        },
      });
      await rig.browser.signIn("test");
      assertMatch(rig.lines.join("\n"), /\(status 400/);
      assertEquals(await rig.browser.session(), null);
      const shown = rig.lines.join("\n");
      assertFalse(shown.includes(SECRET), shown);
      const sent = rig.idp.requests.flatMap(({ body }) => [...new URLSearchParams(body)])
        .filter(([name]) => /assertion$|verifier|request$|^code$/.test(name));
      for (const [name, value] of sent) assertFalse(shown.includes(value), name);
      for (const secret of [clientKey.d]) assertFalse(shown.includes(secret));
    }
  });
}
