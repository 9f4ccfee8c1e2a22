import { assertRefused, assertSignsIn, createRig } from "./_rig.ts";

type Claims = Record<string, unknown>;
const now = () => Math.floor(Date.now() / 1000);

const accepted: [string, (claims: Claims) => void][] = [
  ["aud as a list of one", (claims) => claims.aud = [claims.aud]],
  ["several aud with azp", (claims) => {
    claims.azp = claims.aud;
    claims.aud = [claims.aud, "https://api.example"];
  }],
  ["exp a few seconds ago", (claims) => claims.exp = now() - 5],
  ["iat a few seconds ahead", (claims) => claims.iat = now() + 5],
  ["nbf a few seconds ahead", (claims) => claims.nbf = now() + 5],
];

for (const [name, change] of accepted) {
  Deno.test(`ID token: ${name} is accepted`, async () => {
    await assertSignsIn(await createRig({ hostile: { idTokenClaims: change } }));
  });
}

const refused: [string, (claims: Claims) => void, RegExp][] = [
  ["wrong iss", (claims) => claims.iss = "https://evil.example", /"iss"/],
  ["iss with an additional slash", (claims) => claims.iss += "/", /"iss"/],
  ["missing iss", (claims) => delete claims.iss, /"iss"/],
  ["wrong aud", (claims) => claims.aud = "another-client", /"aud"/],
  ["missing aud", (claims) => delete claims.aud, /"aud"/],
  ["aud as an empty list", (claims) => claims.aud = [], /"aud"/],
  ["several aud without azp", (claims) => claims.aud = [claims.aud, "x"], /audience/],
  ["several aud with wrong azp", (claims) => {
    claims.azp = "x";
    claims.aud = [claims.aud, "x"];
  }, /"azp"/],
  ["one aud with wrong azp", (claims) => claims.azp = "x", /"azp"/],
  ["missing sub", (claims) => delete claims.sub, /"sub"/],
  ["empty sub", (claims) => claims.sub = "", /"sub"/],
  ["numeric sub", (claims) => claims.sub = 1, /"sub"/],
  ["missing iat", (claims) => delete claims.iat, /"iat"/],
  ["iat far ahead", (claims) => claims.iat = now() + 3600, /"iat"/],
  ["iat as a string", (claims) => claims.iat = String(now()), /"iat"/],
  ["missing exp", (claims) => delete claims.exp, /"exp"/],
  ["exp in the past", (claims) => claims.exp = now() - 3600, /"exp"/],
  ["nbf far ahead", (claims) => claims.nbf = now() + 3600, /"nbf"/],
  ["missing nonce", (claims) => delete claims.nonce, /"nonce"/],
  ["wrong nonce", (claims) => claims.nonce = "x", /"nonce"/],
];

for (const [name, change, reason] of refused) {
  Deno.test(`ID token: ${name} is refused`, async () => {
    const idTokenClaims = (claims: Claims) => void change(claims);
    await assertRefused(await createRig({ hostile: { idTokenClaims } }), reason);
  });
}

Deno.test("ID token: a nonce that the request did not have is refused", async () => {
  const rig = await createRig({
    provider: { checks: ["pkce", "state"] },
    hostile: { idTokenClaims: (claims) => void (claims.nonce = "x") },
  });
  await assertRefused(rig, /"nonce"/);
});

Deno.test("ID token: an old or missing auth_time is refused where the app configures the age", async () => {
  const provider = { client: { default_max_age: 300 } };
  const signedInAt = (seconds?: number) => (claims: Claims) => void (claims.auth_time = seconds);
  for (
    const [idTokenClaims, isRefused] of [
      [signedInAt(now() - 200), false],
      [signedInAt(now() - 600), true],
      [signedInAt(), true],
    ] as const
  ) {
    const rig = await createRig({ provider, hostile: { idTokenClaims } });
    if (isRefused) await assertRefused(rig, /auth_time|too much time/);
    else await assertSignsIn(rig);
  }
});
