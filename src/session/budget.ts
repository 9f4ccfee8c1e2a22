/**
 * The budget of a session token. Browsers send it with every request, also for images, and servers
 * answer requests with large headers with 431 or 400: then no page works any more, and not even the
 * sign-out.
 *
 * @module
 */

import { AuthError } from "../errors.ts";
import type { JWT } from "../types/entities.ts";

/** Most characters of a sealed token. Node refuses headers of 16 kB in all, and others half of that. */
const MAX_TOKEN = 6000;

/** Claims that the library sets itself. */
const OWN: ReadonlySet<string> = new Set([
  ...["name", "email", "email_verified", "picture", "sub", "iat", "exp", "jti"],
  ...["session_id", "session_proof"],
]);

/** Most claims that a message names. */
const MAX_NAMED = 5;

/** A session whose token is larger than servers take. */
export class TokenTooLarge extends AuthError {}

/** Characters by which another library may have sealed the same claims shorter. */
const TOLERANCE = 500;

/**
 * Refuses a token that is too large.
 *
 * @param known length of the token in its place: browsers and servers took it. Default 0
 * @throws {TokenTooLarge} with the names of the claims that were added, the largest first
 */
export function assertFits(value: string, claims: JWT, known = 0): void {
  if (value.length <= Math.max(MAX_TOKEN, known + TOLERANCE)) return;
  const added = Object.entries(claims).filter(([name]) => !OWN.has(name))
    .map(([name, claim]): [string, number] => [name, JSON.stringify(claim)?.length ?? 0])
    .sort(([, one], [, other]) => other - one).slice(0, MAX_NAMED)
    .map(([name, size]) => `"${name}" (${size} characters)`);
  const cure = added.length === 0
    ? "shorten what `profile` or `authorize` returns"
    : `the claims that were added are ${
      added.join(", ")
    }: keep them in your store, and add them in ` +
      "the `session` callback";
  throw new TokenTooLarge(
    `Cannot keep the session in a token of ${value.length} characters, since servers refuse requests ` +
      `with larger cookies than ${MAX_TOKEN}; ${cure}`,
    { cause: { option: "callbacks.jwt" } },
  );
}
