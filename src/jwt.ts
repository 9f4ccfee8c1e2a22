/**
 * The token module: makes and reads the encrypted JWT of the session cookie.
 *
 * Tokens are meant for the app that issued them. Prefer the `auth` function
 * of your framework's wrapper for reading sessions.
 *
 * @example
 * ```ts
 * import { decode, encode } from "@x/auth/jwt";
 * import { assertEquals } from "@std/assert";
 *
 * const secret = "a-secret-of-at-least-32-characters";
 * const salt = "authjs.session-token";
 * const token = await encode({ token: { sub: "42" }, secret, salt });
 * assertEquals((await decode({ token, secret, salt }))?.sub, "42");
 * ```
 *
 * @module
 */

import { decryptJwe, encryptJwe, parseClaims } from "./base/crypto/jwe.ts";
import { deriveKey } from "./base/crypto/keys.ts";
import { nowSeconds } from "./base/time.ts";
import { MissingSecret } from "./errors.ts";
import { joinChunks, parseCookies } from "./http/cookie.ts";
import type { DefaultJWT, JWT } from "./types/entities.ts";
import type {
  JWTDecodeParams,
  JWTEncodeParams,
  JWTOptions,
  LoggerInstance,
} from "./types/options.ts";

export type { DefaultJWT, JWT, JWTDecodeParams, JWTEncodeParams, JWTOptions };

/** Default lifetime of a token in seconds: 30 days. */
const DEFAULT_MAX_AGE = 30 * 24 * 60 * 60;

/**
 * Encrypts claims into a compact JWE (`dir`, `A256CBC-HS512`).
 *
 * `iat`, `exp` and `jti` are set anew, whatever the claims hold. The first
 * secret of a list encrypts.
 *
 * @throws {MissingSecret} when there is no secret
 *
 * @example
 * ```ts
 * import { encode } from "@x/auth/jwt";
 *
 * const token = await encode({ token: { sub: "42" }, secret: "…", salt: "my-purpose", maxAge: 60 });
 * console.log(token.split(".").length); // 5
 * ```
 */
export async function encode<Payload = JWT>(params: JWTEncodeParams<Payload>): Promise<string> {
  const { token, secret, salt, maxAge = DEFAULT_MAX_AGE } = params;
  const now = nowSeconds();
  const claims = { ...token, iat: now, exp: now + maxAge, jti: crypto.randomUUID() };
  const key = await deriveKey(toSecrets(secret)[0]!, salt, "A256CBC-HS512");
  return encryptJwe(JSON.stringify(claims), key);
}

/**
 * Decrypts a token and checks its times with 15 seconds of tolerance.
 *
 * The secret of a list is chosen by the token's key id; a token without one
 * is tried with each. Also reads `A256GCM`.
 *
 * @returns `null` when there is no token
 * @throws {Error} named `JWEInvalid`, `JWEDecryptionFailed`, `JWTExpired`,
 * `JWTClaimValidationFailed` or `JWTInvalid` when it cannot be accepted
 *
 * @example
 * ```ts
 * import { decode } from "@x/auth/jwt";
 *
 * console.log(await decode({ secret: "…", salt: "my-purpose" })); // null
 * ```
 */
export async function decode<Payload = JWT>(params: JWTDecodeParams): Promise<Payload | null> {
  if (!params.token) return null;
  const { claims } = await openToken(params.token, toSecrets(params.secret), params.salt);
  // This app sealed the claims, so they have the shape that it expects.
  return claims as Payload;
}

/**
 * {@linkcode decode} for callers that also need the claims as text, and the index
 * of the secret that made the token: 0 is the newest.
 *
 * @internal
 */
export async function openToken(
  token: string,
  secrets: readonly string[],
  salt: string,
): Promise<{ claims: JWT; text: string; index: number }> {
  const opened = decryptJwe(token, secrets, salt);
  const { text, index } = "then" in opened ? await opened : opened;
  return { claims: parseClaims(text), text, index };
}

/**
 * A secret or a list of them → a list that is not empty.
 *
 * @throws {MissingSecret} also when one of a list is empty: an attacker could
 * make tokens with it
 */
export function toSecrets(secret: string | string[] | undefined): readonly string[] {
  const secrets = typeof secret === "string" ? [secret] : secret ?? [];
  if (secrets.length > 0 && secrets.every((value) => typeof value === "string" && value)) {
    return secrets;
  }
  throw new MissingSecret(
    "Cannot use tokens without a secret: set AUTH_SECRET, and leave no entry of a list empty",
  );
}

/** Parameters of {@linkcode getToken}. */
export interface GetTokenParams<Raw extends boolean = false> {
  /** A request, or anything with its headers. */
  req: Request | {
    /** Headers, or a record of them. */
    headers: Headers | Record<string, string>;
  };
  /** `true` when the session cookie has the secure prefix. Default `false`. */
  secureCookie?: boolean | undefined;
  /** Name of the session cookie. Default: the built-in one. */
  cookieName?: string | undefined;
  /** `true` returns the encrypted text. Default `false`. */
  raw?: Raw | undefined;
  /** Secret, or secrets with the newest first. Not needed with `raw`. */
  secret?: string | string[] | undefined;
  /** Purpose the token was made for. Default: the cookie's name. */
  salt?: string | undefined;
  /** Replaces {@linkcode decode}. */
  decode?: JWTOptions["decode"] | undefined;
  /** Receives, at debug level, the reason why a token was not accepted. */
  logger?: Partial<LoggerInstance> | Console | undefined;
}

/**
 * Finds the session token of a request: in the cookie, whole or in chunks, or
 * else in the `Authorization: Bearer` header.
 *
 * It opens the token and asks no store, so with `session.revocation` it accepts a
 * session that was revoked. `getToken` of `@x/auth/server` asks the store.
 *
 * @returns the claims, or the text with `raw`; `null` when there is no
 * acceptable token
 * @throws {MissingSecret} when there is a token and no secret to read it
 *
 * @example
 * ```ts
 * import { getToken } from "@x/auth/jwt";
 *
 * const req = new Request("https://app.example", { headers: { authorization: "Bearer abc" } });
 * console.log(await getToken({ req, raw: true })); // "abc"
 * ```
 */
export async function getToken<Raw extends boolean = false>(
  params: GetTokenParams<Raw>,
): Promise<Raw extends true ? string | null : JWT | null> {
  type Result = Raw extends true ? string | null : JWT | null;
  const { req, secureCookie = false, raw, secret, logger } = params;
  if (!req) throw new TypeError("Cannot look for a token: `req` is missing");
  const cookieName = params.cookieName ??
    (secureCookie ? "__Secure-authjs.session-token" : "authjs.session-token");
  const token = joinChunks(parseCookies(readHeader(req.headers, "cookie") ?? ""), cookieName) ||
    bearerToken(readHeader(req.headers, "authorization"));
  // The conditional type follows `raw`, which the branches below decide on.
  if (!token) return null as Result;
  if (raw) return token as Result;
  toSecrets(secret);
  try {
    const claims = await (params.decode ?? decode)({
      token,
      secret: secret!,
      salt: params.salt ?? cookieName,
    });
    return claims as Result;
  } catch (error) {
    logger?.debug?.("Token not accepted", { reason: (error as Error).name });
    return null as Result;
  }
}

/** Header records of other servers have names that `Headers` refuses, such as `:path`. */
function readHeader(
  headers: Headers | Record<string, string>,
  name: string,
): string | null | undefined {
  if (typeof headers.get === "function") return (headers as Headers).get(name);
  const key = Object.keys(headers).find((key) => key.toLowerCase() === name);
  return key === undefined ? undefined : (headers as Record<string, string>)[key];
}

function bearerToken(header: string | null | undefined): string | undefined {
  const [scheme, value] = header?.split(" ") ?? [];
  if (scheme !== "Bearer" || !value) return;
  try {
    return decodeURIComponent(value);
  } catch {
    return; // malformed percent-encoding is no token, and never an exception
  }
}
