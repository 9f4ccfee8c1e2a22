/**
 * Codes of the authorization endpoint. A code is taken once.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2 RFC 6749 §4.1.2}
 * @module
 */

import { randomBase64url } from "../../base/crypto/random.ts";
import { type CodeData, codes } from "./kinds.ts";
import type { OAuthCall } from "./settings.ts";

/** Seconds within which a code can be exchanged. */
const MAX_AGE = 60;

/** Makes a code for a grant of a user. */
export async function makeCode(
  { config: { records } }: Pick<OAuthCall, "config">,
  userId: string,
  data: CodeData,
): Promise<string> {
  const code = randomBase64url(32);
  const expires = new Date(Date.now() + MAX_AGE * 1000);
  await codes.add(records, code, { userId, expires, data });
  return code;
}
