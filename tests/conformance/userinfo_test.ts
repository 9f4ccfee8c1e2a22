import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { customFetch, type OIDCConfig, type Profile } from "../../mod.ts";
import type { HostileModes, IdpOptions } from "../../src/tools/testing/mod.ts";
import { APP, assertRefused, assertSignsIn, createRig, type Rig } from "./_rig.ts";

const provider = { idToken: false };

Deno.test("userinfo: with `idToken: false`, the user is read from userinfo", async () => {
  const rig = await createRig({
    provider,
    hostile: { idTokenClaims: (claims) => void (claims.name = "Another User") },
  });
  await assertSignsIn(rig);
  assertEquals(rig.idp.count("userinfo"), 1);
});

Deno.test("userinfo: without `idToken: false`, the endpoint is not requested", async () => {
  const rig = await createRig();
  await assertSignsIn(rig);
  assertEquals(rig.idp.count("userinfo"), 0);
});

const refused: [string, () => Response, RegExp][] = [
  ["a swapped subject", () => Response.json({ sub: "another-user", name: "Eve" }), /"sub"/],
  ["no subject", () => Response.json({ name: "Eve" }), /"sub"/],
  ["status 500", () => new Response("oops", { status: 500 }), /CallbackRouteError/],
  [
    "HTML",
    () => new Response("<html>", { headers: { "content-type": "text/html" } }),
    /CallbackRouteError/,
  ],
  ["a redirect", () => Response.redirect("https://evil.example/", 302), /CallbackRouteError/],
  ["a list", () => Response.json([]), /CallbackRouteError/],
];

for (const [name, userinfo, reason] of refused) {
  Deno.test(`userinfo: ${name} is refused`, async () => {
    await assertRefused(await createRig({ provider, hostile: { answer: { userinfo } } }), reason);
  });
}

Deno.test("userinfo: with `idToken: false`, the ID token is still validated", async () => {
  await assertRefused(
    await createRig({ provider, hostile: { signature: "bad" } }),
    /signature verification failed/,
  );
});

Deno.test("userinfo: a swapped subject from `userinfo.request` is refused", async () => {
  const rig = await createRig({
    provider: {
      idToken: false,
      userinfo: { request: () => Promise.resolve({ sub: "another-user" }) },
    },
  });
  await assertRefused(rig, /subject/);
});

Deno.test("userinfo: the access token is sent in the header only", async () => {
  const requests: Request[] = [];
  const rig: Rig = await createRig({
    provider: {
      ...provider,
      [customFetch]: (input, init) => {
        const request = new Request(input, init);
        requests.push(request.clone());
        return rig.idp.fetch(request);
      },
    },
  });
  await assertSignsIn(rig);
  const [request] = requests.filter(({ url }) => url.includes("userinfo"));
  assertEquals(request!.url, `${rig.idp.issuer}/userinfo`);
  assertEquals(await request!.text(), "");
  assertMatch(request!.headers.get("authorization")!, /^Bearer [\w-]{20,}$/);
});

const signed = { ...provider, client: { userinfo_signed_response_alg: "ES256" } };
const signing = { algorithm: "ES256", signedUserinfo: true } as const;

Deno.test("userinfo: a signed answer is accepted, whether its algorithm is configured or announced", async () => {
  for (const client of [{ userinfo_signed_response_alg: "RS256" }, undefined]) {
    const userinfoClaims = (claims: Profile) => void (claims.name = "From userinfo");
    const rig = await createRig({
      provider: { ...provider, client },
      idp: { ...signing, algorithm: "RS256" },
      hostile: { userinfoClaims },
    });
    assertEquals((await userOf(rig)).name, "From userinfo");
  }
});

const forged: [string, HostileModes, RegExp, IdpOptions?][] = [
  ["invalid signature", { userinfoSignature: "bad" }, /signature verification failed/],
  ["foreign key", { userinfoSignature: "foreign-key" }, /signature verification failed/],
  ["missing signature", { userinfoSignature: "none" }, /alg|Invalid JWT/],
  ["HMAC with the public key", { userinfoSignature: "hmac-public-key" }, /"alg"/],
  ["HMAC with the client secret", { userinfoSignature: "hmac-client-secret" }, /"alg"/],
  [
    "wrong iss",
    { userinfoClaims: (claims) => void (claims.iss = "https://evil.example") },
    /"iss"/,
  ],
  ["wrong aud", { userinfoClaims: (claims) => void (claims.aud = "another-client") }, /"aud"/],
  ["wrong sub", { userinfoClaims: (claims) => void (claims.sub = "another-user") }, /"sub"/],
  ["plain JSON", {}, /JWT UserInfo Response expected/, { algorithm: "ES256" }],
];

for (const [name, hostile, reason, idp = signing] of forged) {
  Deno.test(`userinfo: ${name} where a signed answer is configured is refused`, async () => {
    await assertRefused(await createRig({ provider: signed, idp, hostile }), reason);
  });
}

Deno.test("userinfo: sources of aggregated and distributed claims are not requested", async () => {
  const asked: string[] = [];
  const userinfoClaims = (claims: Profile) => {
    claims._claim_names = { address: "a", credit_score: "d" };
    claims._claim_sources = {
      a: { JWT: "e30.e30." },
      d: { endpoint: "http://169.254.169.254/", access_token: "x" },
    };
  };
  const profiles: Profile[] = [];
  const rig: Rig = await createRig({
    hostile: { userinfoClaims },
    provider: {
      ...provider,
      profile(profile) {
        profiles.push(profile);
        return { id: profile.sub!, name: profile.name! };
      },
      [customFetch]: (input, init) => {
        const request = new Request(input, init);
        asked.push(new URL(request.url).origin);
        return rig.idp.fetch(request);
      },
    },
  });
  await assertSignsIn(rig);
  assertEquals([...new Set(asked)], [rig.idp.issuer]);
  assertEquals(profiles.map(({ address, credit_score }) => [address, credit_score]), [
    [undefined, undefined],
  ]);
});

/** An ID token with no claims about the user except `sub` (OpenID Connect Core §5.4). */
function bare(claims: Record<string, unknown>): void {
  for (const name of ["name", "email", "picture"]) delete claims[name];
}

const createBareRig = (
  provider: Partial<OIDCConfig<Profile>> = {},
  userinfo?: () => Response,
  idTokenClaims: (claims: Record<string, unknown>) => void = bare,
) =>
  createRig({
    provider: { authorization: { params: { scope: "openid profile email" } }, ...provider },
    hostile: { idTokenClaims, ...userinfo ? { answer: { userinfo } } : {} },
  });

/** Signs in; returns the user of the session. */
async function userOf({ browser, lines }: Rig) {
  const landing = await browser.signIn("test", { callbackUrl: "/after" });
  assertEquals(landing.url.href, `${APP}/after`, lines.join("\n"));
  const { name, email } = (await browser.session())!.user!;
  return { name, email };
}

const nameless = { name: undefined, email: undefined };
const ada = { name: "Ada Lovelace", email: "ada@example.com" };

Deno.test("userinfo: completes an ID token with neither name nor email", async () => {
  for (const scope of ["openid profile email", "openid profile", "email openid", undefined]) {
    const authorization = scope ? { params: { scope } } : undefined;
    const rig = await createBareRig({ authorization });
    assertEquals(await userOf(rig), ada);
    assertEquals(rig.idp.count("userinfo"), 1);
    assertEquals(rig.lines, []);
  }
});

const unasked: [string, Partial<OIDCConfig<Profile>>, string[]][] = [
  ["with a name", {}, ["email"]],
  ["with an email", {}, ["name"]],
  ["when the scope requests neither", { authorization: { params: { scope: "openid" } } }, [
    "name",
    "email",
  ]],
  ["when the scope has these words only as parts", {
    authorization: { params: { scope: "openid user:email profile.read" } },
  }, ["name", "email"]],
  ["with `idToken: true`", { idToken: true }, ["name", "email"]],
];
for (const [name, overrides, missing] of unasked) {
  Deno.test(`userinfo: is not requested for an ID token ${name}`, async () => {
    const rig = await createBareRig(overrides, undefined, (claims) => {
      for (const member of missing) delete claims[member];
    });
    await userOf(rig);
    assertEquals(rig.idp.count("userinfo"), 0);
  });
}

Deno.test("userinfo: is not requested from a server without the endpoint", async () => {
  const rig = await createBareRig();
  rig.idp.hostile.answer = {
    discovery: async (response) =>
      Response.json({ ...await response.json(), userinfo_endpoint: undefined }),
  };
  assertEquals(await userOf(rig), nameless);
  assertEquals(rig.lines, []);
});

Deno.test("userinfo: claims of the ID token override those of userinfo, and an address keeps its own email_verified", async () => {
  const profiles: Profile[] = [];
  const rig = await createBareRig(
    {
      profile(profile) {
        profiles.push(profile);
        return { id: profile.sub! };
      },
    },
    () =>
      Response.json({
        sub: "user-1",
        nickname: "from userinfo",
        email: "ada@example.com",
        email_verified: false,
        iss: "https://evil.example",
      }),
    (claims) => {
      bare(claims);
      Object.assign(claims, { nickname: "from the token", email_verified: true });
    },
  );
  await userOf(rig);
  const [{ sub, nickname, email, email_verified, iss }] = profiles as [Profile];
  assertEquals({ sub, nickname, email, email_verified, iss }, {
    sub: "user-1",
    nickname: "from the token",
    email: "ada@example.com",
    email_verified: false,
    iss: "https://idp.example",
  });
});

const unreadable: [string, () => Response][] = [
  ["status 500", () => new Response("oops", { status: 500 })],
  [
    "a challenge",
    () => new Response("", { status: 401, headers: { "www-authenticate": "Bearer" } }),
  ],
  ["HTML", () => new Response("<html>", { headers: { "content-type": "text/html" } })],
  ["a redirect", () => Response.redirect("https://evil.example/", 302)],
  ["a list", () => Response.json([])],
  ["no subject", () => Response.json({ name: "Eve" })],
  [
    "an unsigned JWT",
    () =>
      new Response(`${btoa('{"alg":"none"}')}.${btoa('{"sub":"user-1","name":"Eve"}')}.`, {
        headers: { "content-type": "application/jwt" },
      }),
  ],
];
for (const [name, userinfo] of unreadable) {
  Deno.test(`userinfo: ${name} instead of a name keeps the claims of the ID token and is logged`, async () => {
    const rig = await createBareRig({}, userinfo);
    assertEquals(await userOf(rig), nameless);
    const log = rig.lines.join("\n");
    assertStringIncludes(log, 'at the userinfo endpoint of "test"');
    assertMatch(log, /\[auth\]\[cause\]: /);
    assertEquals(log.includes("Eve"), false);
  });
}

Deno.test("userinfo: another user's name is refused", async () => {
  const other = () => Response.json({ sub: "another-user", name: "Eve" });
  await assertRefused(await createBareRig({}, other), /"sub"/);
  await assertRefused(
    await createBareRig({ userinfo: { request: () => ({ sub: "another-user", name: "Eve" }) } }),
    /"sub"/,
  );
});

Deno.test("userinfo: the app's own `userinfo.request` completes an ID token too", async () => {
  const rig = await createBareRig({ userinfo: { request: () => ({ name: "Own" }) } });
  assertEquals(await userOf(rig), { name: "Own", email: undefined });
  assertEquals(rig.idp.count("userinfo"), 0);
});
