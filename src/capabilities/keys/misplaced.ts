/**
 * Keys in another place than `Authorization: Bearer`, where programs of other services put theirs:
 * the query, a header of its own, a cookie, or another scheme.
 *
 * @module
 */

import type { CredentialRefusal } from "../../types/audit.ts";
import { hasKey } from "./format.ts";

/** Longest `Authorization` header that is looked at, in characters. */
const MAX_LENGTH = 16_384;

/**
 * The reason to refuse a request that has a key in the wrong place; `undefined` for any other
 * request.
 *
 * @param hasToken `true` when its `Authorization` has a token, and its other headers do not matter
 */
export function misplacedKey(
  prefix: string,
  { url, headers }: Pick<Request, "headers" | "url">,
  hasToken: boolean,
): CredentialRefusal | undefined {
  if (hasKey(prefix, url)) return "key-in-query";
  if (hasToken) return undefined;
  for (const [name, value] of headers) {
    const isMisplaced = name === "authorization"
      ? isWrongForm(prefix, value)
      // The URL of the page before is no credential.
      : name !== "referer" && hasKey(prefix, value);
    if (isMisplaced) return "key-misplaced";
  }
}

/** Returns `true` for a key without its scheme, with another one, or as a password. */
function isWrongForm(prefix: string, authorization: string): boolean {
  // Several headers are one value, which is refused as such.
  if (authorization.length > MAX_LENGTH || authorization.includes(",")) return false;
  if (hasKey(prefix, authorization)) return true;
  const [, encoded] = /^basic +([\w+/=]+)$/i.exec(authorization.trim()) ?? [];
  if (encoded === undefined) return false;
  try {
    return hasKey(prefix, atob(encoded));
  } catch {
    return false;
  }
}
