import { assert, assertEquals, assertNotEquals, assertRejects, assertThrows } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { EncryptJWT } from "jose";
import { deriveKey } from "../../src/base/crypto/keys.ts";
import { MissingSecret } from "../../src/errors.ts";
import { CHUNK_SIZE } from "../../src/http/cookie.ts";
import { decode, encode, getToken, openToken, toSecrets } from "../../src/jwt.ts";
import { encryptJwe, TokenError } from "../../src/base/crypto/jwe.ts";

const secret = "a-secret-of-at-least-32-characters";
const salt = "authjs.session-token";
const UNREAD = "no secret has its key id";
const START = new Date("2026-03-04T05:06:07.890Z");
const NOW = Math.floor(START.getTime() / 1000);

/** A token with exactly these claims, valid or not. */
const seal = async (claims: unknown, purpose = salt) =>
  await encryptJwe(
    typeof claims === "string" ? claims : JSON.stringify(claims),
    await deriveKey(secret, purpose, "A256CBC-HS512"),
  );

Deno.test("encode() sets iat, exp and jti over those of the claims", async () => {
  using _time = new FakeTime(START);
  const claims = { sub: "42", name: null, iat: 1, exp: 2, jti: "mine", nested: { a: [1] } };
  const token = await encode({ token: claims, secret, salt });
  const decoded = await decode({ token, secret, salt });
  const { jti, ...rest } = decoded!;
  assertEquals(rest, {
    sub: "42",
    name: null,
    nested: { a: [1] },
    iat: NOW,
    exp: NOW + 30 * 24 * 60 * 60,
  });
  assert(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(jti!));
});

Deno.test("encode() does not change its claims, and treats missing ones as an empty object", async () => {
  const claims = Object.freeze({ sub: "42" });
  await encode({ token: claims, secret, salt });
  assertEquals(claims, { sub: "42" });
  const bare = await decode({ token: await encode({ secret, salt }), secret, salt });
  assertEquals(Object.keys(bare!).sort(), ["exp", "iat", "jti"]);
});

Deno.test("encode() never returns the same token twice", async () => {
  const make = () => encode({ token: { sub: "42" }, secret, salt });
  const [first, second] = await Promise.all([make(), make()]);
  assertNotEquals(first, second);
  const ids = await Promise.all([first, second].map((token) => decode({ token, secret, salt })));
  assertNotEquals(ids[0]?.jti, ids[1]?.jti);
});

Deno.test("decode() returns null without a token", async () => {
  assertEquals(await decode({ secret, salt }), null);
  assertEquals(await decode({ token: "", secret, salt }), null);
});

Deno.test("decode() reads with any secret of a list, encode() writes with the first", async () => {
  const old = await encode({ token: { sub: "42" }, secret: "old", salt });
  const listed = await encode({ token: { sub: "42" }, secret: ["new", "old"], salt });
  assertEquals((await decode({ token: old, secret: ["new", "old"], salt }))?.sub, "42");
  assertEquals((await decode({ token: listed, secret: "new", salt }))?.sub, "42");
  await assertRejects(() => decode({ token: listed, secret: "old", salt }), TokenError, UNREAD);
  const newer = ["new", "newer"];
  await assertRejects(() => decode({ token: old, secret: newer, salt }), TokenError, UNREAD);
  assertEquals((await openToken(old, ["new", "old"], salt)).index, 1);
});

Deno.test("decode() rejects tokens of another purpose", async () => {
  const token = await encode({ token: { sub: "42" }, secret, salt: "encodedState" });
  await assertRejects(() => decode({ token, secret, salt }), TokenError, UNREAD);
  await assertRejects(() => decode({ token, secret, salt: "" }), TokenError, UNREAD);
});

const times: [string, Record<string, unknown>, string | null][] = [
  ["a token without times", {}, null],
  ["a token until the last second of tolerance", { exp: NOW - 14 }, null],
  ["an expired token", { exp: NOW - 15 }, "JWTExpired"],
  ["a token that expired long ago", { exp: 0 }, "JWTExpired"],
  ["a token with an exp before the epoch", { exp: -1e300 }, "JWTExpired"],
  ["a token within the tolerance of its nbf", { nbf: NOW + 15 }, null],
  ["a token before its nbf", { nbf: NOW + 16 }, "JWTClaimValidationFailed"],
  ["an exp that is a string", { exp: String(NOW + 60) }, "JWTClaimValidationFailed"],
  ["an exp that is null", { exp: null }, "JWTClaimValidationFailed"],
  ["an exp that is a list", { exp: [NOW + 60] }, "JWTClaimValidationFailed"],
  ["an nbf that is a string", { nbf: "0" }, "JWTClaimValidationFailed"],
  ["an iat that is a string", { iat: "0" }, "JWTClaimValidationFailed"],
  ["an iat in the future", { iat: NOW + 3600 }, null],
];
for (const [what, claims, refusal] of times) {
  Deno.test(`decode() ${refusal ? `refuses ${what} as ${refusal}` : `accepts ${what}`}`, async () => {
    using _time = new FakeTime(START);
    const token = await seal(claims);
    if (refusal === null) return assertEquals(await decode({ token, secret, salt }), claims);
    const error = await assertRejects(() => decode({ token, secret, salt }), TokenError);
    assertEquals(error.name, refusal);
  });
}

Deno.test("decode() accepts a token for its lifetime and 15 seconds", async () => {
  using time = new FakeTime(START);
  const token = await encode({ token: { sub: "42" }, secret, salt, maxAge: 60 });
  time.tick(74_000);
  assertEquals((await decode({ token, secret, salt }))?.sub, "42");
  time.tick(1_000);
  assertEquals(
    (await assertRejects(() => decode({ token, secret, salt }), TokenError)).name,
    "JWTExpired",
  );
});

for (const content of ["", "{", "null", "[]", "[1]", '"text"', "7", "true"]) {
  Deno.test(`decode() refuses the content ${JSON.stringify(content)} as JWTInvalid`, async () => {
    const token = await seal(content);
    const error = await assertRejects(() => decode({ token, secret, salt }), TokenError);
    assertEquals(error.name, "JWTInvalid");
  });
}

Deno.test("decode() ignores a __proto__ claim", async () => {
  const token = await seal('{"__proto__":{"admin":true},"sub":"42"}');
  const claims = await decode<Record<string, unknown>>({ token, secret, salt });
  assertEquals(claims?.admin, undefined);
  assertEquals(({} as Record<string, unknown>).admin, undefined);
});

Deno.test("decode() reads tokens of jose with both encryptions, and jose reads tokens of encode()", async () => {
  for (const enc of ["A256CBC-HS512", "A256GCM"] as const) {
    const { bytes, kid } = await deriveKey(secret, salt, enc);
    const token = await new EncryptJWT({ sub: "42" }).setProtectedHeader({ alg: "dir", enc, kid })
      .setExpirationTime("1h").encrypt(bytes);
    assertEquals((await decode({ token, secret, salt }))?.sub, "42");
  }
});

Deno.test("toSecrets() wraps a secret in a list, and returns a list unchanged", () => {
  assertEquals(toSecrets("a"), ["a"]);
  assertEquals(toSecrets(["b", "a"]), ["b", "a"]);
});

for (const bad of [undefined, "", [], [""], ["", "a"], ["a", ""], ["a", undefined], [7]]) {
  Deno.test(`toSecrets() refuses ${JSON.stringify(bad)}`, async () => {
    const secrets = bad as string | string[];
    assertThrows(() => toSecrets(secrets), MissingSecret);
    await assertRejects(() => encode({ secret: secrets, salt }), MissingSecret);
    await assertRejects(() => decode({ token: "x", secret: secrets, salt }), MissingSecret);
  });
}

Deno.test("decode() rejects a token of an empty secret, even if the list has one", async () => {
  const forged = await encryptJwe('{"sub":"1"}', await deriveKey("", salt, "A256CBC-HS512"));
  await assertRejects(() => decode({ token: forged, secret: [secret, ""], salt }), MissingSecret);
});

const requestWith = (headers: Record<string, string>) =>
  new Request("https://app.example", { headers });
const cookieOf = (token: string, name = salt) => ({ cookie: `a=1; ${name}=${token}; b=2` });

Deno.test("getToken() reads the session cookie", async () => {
  const token = await encode({ token: { sub: "42" }, secret, salt });
  const claims = await getToken({ req: requestWith(cookieOf(token)), secret });
  assertEquals(claims?.sub, "42");
  assertEquals(await getToken({ req: requestWith({}), secret }), null);
  assertEquals(await getToken({ req: requestWith({ cookie: `${salt}=` }), secret }), null);
});

Deno.test("getToken() reads chunks in order and ignores other cookies", async () => {
  const token = await encode({ token: { sub: "42", text: "x".repeat(9000) }, secret, salt });
  const chunks = token.match(new RegExp(`.{1,${CHUNK_SIZE}}`, "g"))!;
  assert(chunks.length > 2);
  const cookie = [
    `${salt}-other=x`,
    `${salt}=stale`,
    ...chunks.map((chunk, i) => `${salt}.${i}=${chunk}`).reverse(),
  ].join("; ");
  assertEquals((await getToken({ req: requestWith({ cookie }), secret }))?.sub, "42");
  assertEquals(await getToken({ req: requestWith({ cookie }), raw: true }), token);
});

Deno.test("getToken() uses secureCookie, cookieName and salt, and infers nothing", async () => {
  const secure = "__Secure-authjs.session-token";
  const ofSecure = await encode({ token: { sub: "secure" }, secret, salt: secure });
  const ofMine = await encode({ token: { sub: "mine" }, secret, salt: "mine" });
  const ofPurpose = await encode({ token: { sub: "purpose" }, secret, salt: "purpose" });
  const subject = async (params: Omit<Parameters<typeof getToken>[0], "secret">) =>
    (await getToken({ ...params, secret, raw: false }))?.sub;
  const req = requestWith(cookieOf(ofSecure, secure));
  assertEquals(await subject({ req }), undefined, "https alone says nothing");
  assertEquals(await subject({ req, secureCookie: true }), "secure");
  assertEquals(await subject({ req, cookieName: secure }), "secure");
  assertEquals(await subject({ req, cookieName: secure, secureCookie: false }), "secure");
  const mine = requestWith(cookieOf(ofMine, "mine"));
  assertEquals(await subject({ req: mine, cookieName: "mine" }), "mine");
  assertEquals(await subject({ req: mine, cookieName: "mine", secureCookie: true }), "mine");
  assertEquals(await subject({ req: mine, cookieName: "mine", salt: "other" }), undefined);
  const purpose = requestWith(cookieOf(ofPurpose));
  assertEquals(await subject({ req: purpose, salt: "purpose" }), "purpose");
});

Deno.test("getToken() reads the bearer header when there is no cookie", async () => {
  const token = await encode({ token: { sub: "42" }, secret, salt });
  const other = await encode({ token: { sub: "7" }, secret, salt });
  const authorization = `Bearer ${token}`;
  assertEquals((await getToken({ req: requestWith({ authorization }), secret }))?.sub, "42");
  const both = requestWith({ authorization, ...cookieOf(other) });
  assertEquals((await getToken({ req: both, secret }))?.sub, "7");
  const broken = requestWith({ authorization, ...cookieOf("broken") });
  assertEquals(await getToken({ req: broken, secret }), null, "a bad cookie is not made up for");
});

for (
  const [header, expected] of [
    ["Bearer abc", "abc"],
    ["Bearer a%2Eb", "a.b"],
    ["Bearer abc def", "abc"],
    ["bearer abc", null],
    ["BEARER abc", null],
    ["Basic abc", null],
    ["Bearer", null],
    ["Bearer ", null],
    ["Bearer  abc", null],
    ["Bearer\tabc", null],
    ["abc", null],
    ["Bearer %", null],
    ["Bearer %zz", null],
    ["Bearer %E0%A4%A", null],
  ] as const
) {
  Deno.test(`getToken() finds ${JSON.stringify(expected)} in ${JSON.stringify(header)}`, async () => {
    const req = { headers: { authorization: header } };
    assertEquals(await getToken({ req, raw: true }), expected);
    assertEquals(await getToken({ req, secret }), null);
  });
}

Deno.test("getToken() with raw neither needs a secret nor decodes the token", async () => {
  const req = requestWith(cookieOf("anything"));
  assertEquals(await getToken({ req, raw: true }), "anything");
  assertEquals(await getToken({ req: requestWith({}), raw: true }), null);
});

Deno.test("getToken() requires a secret only when there is a token", async () => {
  assertEquals(await getToken({ req: requestWith({}) }), null);
  for (const bad of [undefined, "", [], [""], [secret, ""]]) {
    const error = await assertRejects(
      () => getToken({ req: requestWith(cookieOf("x")), secret: bad }),
      MissingSecret,
    );
    assert(!error.message.includes(secret));
  }
});

Deno.test("getToken() accepts any type of headers", async () => {
  const token = await encode({ token: { sub: "42" }, secret, salt });
  const cookie = `${salt}=${token}`;
  const kinds: unknown[] = [
    new Headers({ cookie }),
    { cookie },
    { Cookie: cookie },
    // Headers of Node servers with HTTP/2.
    { ":path": "/", ":authority": "app.example", cookie, authorization: undefined },
    { get: (name: string) => name === "cookie" ? cookie : null },
  ];
  for (const headers of kinds) {
    const req = { headers } as { headers: Headers };
    assertEquals((await getToken({ req, secret }))?.sub, "42");
  }
});

Deno.test("getToken() throws without a request", async () => {
  await assertRejects(() => getToken({ secret } as never), TypeError, "req");
});

Deno.test("getToken() returns null for an invalid token, and logs the reason at debug level", async () => {
  using time = new FakeTime(START);
  const lines: unknown[] = [];
  const logger = { debug: (...words: unknown[]) => void lines.push(words) };
  const token = await encode({ token: { sub: "42" }, secret, salt, maxAge: 60 });
  const ask = (value: string) => getToken({ req: requestWith(cookieOf(value)), secret, logger });
  time.tick(120_000);
  assertEquals(await ask(token), null);
  assertEquals(await ask("tampered"), null);
  assertEquals(lines, [
    ["Token not accepted", { reason: "JWTExpired" }],
    ["Token not accepted", { reason: "JWEInvalid" }],
  ]);
  assertEquals(await getToken({ req: requestWith(cookieOf("tampered")), secret }), null);
});

Deno.test("getToken() passes the token to the app's decode", async () => {
  let asked: unknown;
  const req = requestWith(cookieOf("abc", "mine"));
  const decode = (params: unknown) => {
    asked = params;
    return { sub: "own" };
  };
  const claims = await getToken({ req, secret: ["b", "a"], cookieName: "mine", decode });
  assertEquals(claims?.sub, "own");
  assertEquals(asked, { token: "abc", secret: ["b", "a"], salt: "mine" });
  const failing = () => Promise.reject(new Error("no"));
  assertEquals(await getToken({ req, secret, cookieName: "mine", decode: failing }), null);
});
