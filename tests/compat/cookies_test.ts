import { assert, assertEquals } from "@std/assert";
import { Auth as PeerAuth, type AuthConfig as PeerConfig } from "@auth/core";
import * as peer from "@auth/core/jwt";
import { FakeTime } from "@std/testing/time";
import { CompactEncrypt } from "jose";
import { Auth, type AuthConfig } from "../../mod.ts";
import { deriveKey } from "../../src/base/crypto/keys.ts";
import * as ours from "../../src/jwt.ts";
import { getProof } from "../../src/frameworks/server.ts";

const SECRET = "a-secret-of-at-least-32-characters";
const OLD = "the-old-secret-of-at-least-32-characters";
const salt = "authjs.session-token";
const token = {
  name: "Ada",
  email: "ada@example.com",
  sub: "42",
  deep: { list: [1, "zwei", null] },
};
const quiet = { error: () => {}, warn: () => {}, debug: () => {} };

const config = (secret: string | string[]): AuthConfig => ({
  providers: [],
  secret,
  trustHost: true,
  logger: quiet,
});
const peerConfig = (secret: string | string[]): PeerConfig => ({
  providers: [],
  secret,
  trustHost: true,
  logger: quiet,
});

type Reader = (
  secret: string | string[],
  cookie: string,
) => Promise<{ user?: { name?: string } } | null>;

const url = "http://localhost/auth/session";
const readHere: Reader = async (secret, cookie) =>
  await (await Auth(new Request(url, { headers: { cookie } }), config(secret))).json();
const readThere: Reader = async (secret, cookie) =>
  await (await PeerAuth(new Request(url, { headers: { cookie } }), peerConfig(secret))).json();

/** One cookie, or chunks in the format of both implementations. */
function toCookie(value: string): string {
  if (value.length <= 3936) return `${salt}=${value}`;
  const chunks = value.match(/.{1,3936}/g)!;
  return chunks.map((chunk, index) => `${salt}.${index}=${chunk}`).join("; ");
}

const directions: [string, typeof peer.encode, Reader][] = [
  ["a session cookie of Auth.js, read by this library", peer.encode, readHere],
  [
    "a session cookie of this library, read by Auth.js",
    ours.encode as typeof peer.encode,
    readThere,
  ],
];

for (const [name, encode, read] of directions) {
  Deno.test(`${name}: plain`, async () => {
    const value = await encode({ token, secret: SECRET, salt });
    assertEquals((await read(SECRET, toCookie(value)))?.user?.name, "Ada");
    assertEquals(await read(OLD, toCookie(value)), null);
  });
  Deno.test(`${name}: in chunks`, async () => {
    const value = await encode({
      token: { ...token, big: "x".repeat(9000) },
      secret: SECRET,
      salt,
    });
    assert(toCookie(value).includes(`${salt}.2=`));
    assertEquals((await read(SECRET, toCookie(value)))?.user?.name, "Ada");
  });
  Deno.test(`${name}: after the secret rotated`, async () => {
    const value = await encode({ token, secret: [OLD], salt });
    assertEquals((await read([SECRET, OLD], toCookie(value)))?.user?.name, "Ada");
    const newest = await encode({ token, secret: [SECRET, OLD], salt });
    assertEquals((await read(SECRET, toCookie(newest)))?.user?.name, "Ada");
  });
}

Deno.test("a session cookie of Auth.js has a proof of unknown methods, which no renewal makes newer", async () => {
  using time = new FakeTime(1_900_000_000_000);
  let cookie = toCookie(await peer.encode({ token, secret: SECRET, salt }));
  const read = () => new Request(url, { headers: { cookie } });
  const unknown = { at: 1_900_000_000, methods: [], provider: null };
  const app = config(SECRET);
  assertEquals(await getProof(read(), app), unknown);
  for (let day = 1; day <= 3; day++) {
    time.tick(25 * 60 * 60 * 1000);
    const [renewed] = (await Auth(read(), app)).headers.getSetCookie();
    cookie = renewed!.split(";")[0]!;
    assertEquals(await getProof(read(), app), unknown, `after ${day} renewals`);
  }
});

Deno.test("token functions: each decodes the other's claims, and only with the right salt", async () => {
  for (const [encode, decode] of [[peer.encode, ours.decode], [ours.encode, peer.decode]]) {
    const value = await (encode as typeof peer.encode)({ token, secret: SECRET, salt, maxAge: 60 });
    const claims = await (decode as typeof peer.decode)({ token: value, secret: SECRET, salt });
    const { iat, exp, jti, ...rest } = claims!;
    assertEquals(rest as unknown, token);
    assertEquals(exp! - iat!, 60);
    assertEquals(jti!.length, 36);
    const other = await (decode as typeof peer.decode)({ token: value, secret: SECRET, salt: "x" })
      .catch(() => null);
    assertEquals(other, null);
  }
});

Deno.test("getToken: both find the same token in the same cookies and headers", async () => {
  const value = await ours.encode({ token, secret: SECRET, salt });
  const big = await ours.encode({
    token: { ...token, big: "x".repeat(9000) },
    secret: SECRET,
    salt,
  });
  const secure = await ours.encode({ token, secret: SECRET, salt: `__Secure-${salt}` });
  const requests: [Record<string, string>, boolean][] = [
    [{ cookie: toCookie(value) }, false],
    [{ cookie: toCookie(big) }, false],
    [{ cookie: `__Secure-${salt}=${secure}` }, true],
    [{ authorization: `Bearer ${value}` }, false],
    [{ authorization: `bearer ${value}` }, false],
    [{ authorization: "Bearer %E0%A4%A" }, false],
    [{ authorization: "Basic abc" }, false],
    [{}, false],
  ];
  for (const [headers, secureCookie] of requests) {
    const req = { headers: new Headers(headers) };
    const params = { req, secret: SECRET, secureCookie } as const;
    const [mine, theirs] = [await ours.getToken(params), await peer.getToken(params)];
    assertEquals(mine?.sub, theirs?.sub, JSON.stringify(headers).slice(0, 60));
    const raw = { ...params, raw: true } as const;
    assertEquals(await ours.getToken(raw), await peer.getToken(raw));
  }
});

Deno.test("older tokens with A256GCM: both read them", async () => {
  const { bytes, kid } = await deriveKey(SECRET, salt, "A256GCM");
  const now = Math.floor(Date.now() / 1000);
  const value = await new CompactEncrypt(
    new TextEncoder().encode(JSON.stringify({ ...token, iat: now, exp: now + 60 })),
  ).setProtectedHeader({ alg: "dir", enc: "A256GCM", kid }).encrypt(bytes);
  for (const decode of [ours.decode, peer.decode]) {
    assertEquals((await decode({ token: value, secret: SECRET, salt }))?.sub, "42");
  }
});

Deno.test("csrf cookies: each accepts the other's, with one secret and with several", async () => {
  for (const secret of [SECRET, [SECRET, OLD]]) {
    const mine = (request: Request) => Auth(request, config(secret));
    const theirs = (request: Request) => PeerAuth(request, peerConfig(secret)) as Promise<Response>;
    for (const [give, take] of [[mine, theirs], [theirs, mine]]) {
      const given = await give!(new Request("http://localhost/auth/csrf"));
      const cookie = given.headers.getSetCookie().find((line) => line.includes("csrf"))!.split(
        ";",
      )[0]!;
      const { csrfToken } = await given.json();
      const taken = await take!(
        new Request("http://localhost/auth/signout", {
          method: "POST",
          headers: { cookie },
          body: new URLSearchParams({ csrfToken, callbackUrl: "/bye" }),
        }),
      );
      assertEquals(taken.headers.get("location"), "http://localhost/bye");
      const again = await take!(new Request("http://localhost/auth/csrf", { headers: { cookie } }));
      assertEquals((await again.json()).csrfToken, csrfToken);
    }
  }
});
