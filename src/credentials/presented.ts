/**
 * The credential of a request: one, or none. With an `Authorization` header, cookies are not looked
 * at, so that a client never acts as the user of a browser by accident.
 *
 * @module
 */

import type { CredentialRefusal } from "../types/audit.ts";
import type { Presented } from "../types/credential.ts";

/** Longest `Authorization` header, in characters: an access token is a few kilobytes. */
const MAX_LENGTH = 16_384;

/** A token in the query stands in logs and in the history of browsers (RFC 9700 §4.3.2). */
const IN_QUERY = /[?&]access_token=/;

/** Scheme and token (RFC 6750 §2.1). */
const FORM = /^(bearer|dpop) +([\w\-.~+/]+=*)$/i;

/**
 * The token of a request.
 *
 * @returns `null` without one, and the reason to refuse a request that has something else there
 */
export function presentedIn(
  { headers, url }: Pick<Request, "headers" | "url">,
): Presented | CredentialRefusal | null {
  if (IN_QUERY.test(url)) return "two-credentials";
  const authorization = headers.get("authorization");
  if (authorization === null) return null;
  if (authorization.length > MAX_LENGTH) return "unknown";
  if (hasSeveral(authorization)) return "two-credentials";
  const [, scheme, token] = FORM.exec(authorization.trim()) ?? [];
  if (!scheme || !token) {
    return /^(bearer|dpop)\b/i.test(authorization) ? "unknown" : "not-accepted";
  }
  return { scheme: scheme.toLowerCase() as Presented["scheme"], token };
}

/** Several headers are one value, with a comma that no token has between schemes with tokens. */
function hasSeveral(authorization: string): boolean {
  return authorization.includes(",") &&
    authorization.split(",").filter((part) => /\s/.test(part.trim())).length > 1;
}

/** Returns `true` for a request of a browser for a page. */
export function isNavigation(
  { method, headers }: Pick<Request, "headers" | "method">,
): boolean {
  const mode = headers.get("sec-fetch-mode");
  return method === "GET" && !headers.has("authorization") &&
    (mode === null || mode === "navigate") &&
    (headers.get("accept") ?? "").includes("text/html");
}
