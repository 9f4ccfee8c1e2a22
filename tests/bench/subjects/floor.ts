/**
 * The honest lower bound: the same cipher and the same answer by the runtime,
 * without a library.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { SECRET, SESSION_COOKIE } from "../_users.ts";

/** The key of the session cookie, derived once: HMAC, then AES. */
const KEY = Buffer.from(
  hkdfSync(
    "sha256",
    SECRET,
    SESSION_COOKIE,
    `Auth.js Generated Encryption Key (${SESSION_COOKIE})`,
    64,
  ),
);
const [MAC_KEY, CIPHER_KEY] = [KEY.subarray(0, 32), KEY.subarray(32)];

/** Id of the key: its thumbprint (RFC 7638), as both libraries write it. */
const KID = createHash("sha512").update(`{"k":"${KEY.toString("base64url")}","kty":"oct"}`)
  .digest("base64url");

/** Protected header of a token. */
const HEADER = Buffer.from(JSON.stringify({ alg: "dir", enc: "A256CBC-HS512", kid: KID }))
  .toString("base64url");

const MAX_AGE = 30 * 24 * 60 * 60;

/** Claims of a session token. */
interface Claims {
  name: string;
  email: string;
  picture: string | null;
  sub: string;
  exp: number;
}

/** The first 32 bytes of HMAC-SHA512 over header, IV, ciphertext and the header's length in bits. */
function tagOf(header: string, iv: Uint8Array, ciphertext: Uint8Array): Buffer {
  const length = Buffer.alloc(8);
  length.writeUInt32BE(header.length * 8, 4);
  return createHmac("sha512", MAC_KEY).update(header).update(iv).update(ciphertext).update(length)
    .digest().subarray(0, 32);
}

/** Encrypts claims (RFC 7518 §5.2.5). */
export function seal(claims: object): string {
  const iat = Math.floor(Date.now() / 1000);
  const text = JSON.stringify({
    ...claims,
    iat,
    exp: iat + MAX_AGE,
    jti: crypto.randomUUID(),
  });
  const iv = randomBytes(16);
  const cipher = createCipheriv("aes-256-cbc", CIPHER_KEY, iv);
  const ciphertext = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  const tag = tagOf(HEADER, iv, ciphertext);
  const parts = [iv, ciphertext, tag].map((part) => part.toString("base64url"));
  return `${HEADER}..${parts.join(".")}`;
}

/** Decrypts a token. */
export function open(token: string): Claims {
  const [header, , iv, ciphertext, tag] = token.split(".");
  const [ivBytes, bytes, tagBytes] = [iv!, ciphertext!, tag!].map((part) =>
    Buffer.from(part, "base64url")
  );
  if (!timingSafeEqual(tagOf(header!, ivBytes!, bytes!), tagBytes!)) throw new Error("Wrong tag");
  const decipher = createDecipheriv("aes-256-cbc", CIPHER_KEY, ivBytes!);
  const claims = JSON.parse(decipher.update(bytes!, undefined, "utf8") + decipher.final("utf8"));
  if (claims.exp < Date.now() / 1000) throw new Error("Expired");
  return claims;
}

/** Value of the session cookie in a `cookie` header. */
export function tokenIn(cookie: string): string {
  const start = cookie.indexOf(`${SESSION_COOKIE}=`) + SESSION_COOKIE.length + 1;
  const end = cookie.indexOf(";", start);
  return end < 0 ? cookie.slice(start) : cookie.slice(start, end);
}

/** What a browser reads of a session. */
export function sessionOf({ name, email, picture: image, exp }: Claims) {
  return { user: { name, email, image }, expires: new Date(exp * 1000).toISOString() };
}

/** Answers with the session of a token cookie. */
export function answerSession(request: Request): Response {
  const claims = open(tokenIn(request.headers.get("cookie")!));
  return json(JSON.stringify(sessionOf(claims)));
}

/** The same, with the token sealed anew. */
export function answerRenewed(request: Request): Response {
  const claims = open(tokenIn(request.headers.get("cookie")!));
  const response = json(JSON.stringify(sessionOf(claims)));
  response.headers.append(
    "set-cookie",
    `${SESSION_COOKIE}=${seal(claims)}; Path=/; Max-Age=${MAX_AGE}; HttpOnly; SameSite=Lax`,
  );
  return response;
}

/** An answer of JSON. */
export function json(text: string): Response {
  return new Response(text, { headers: { "content-type": "application/json" } });
}
