/**
 * The content of a token: claims with valid times.
 *
 * @module
 */

import { isRecord } from "../objects.ts";
import type { JWT } from "../../types/entities.ts";
import { nowSeconds } from "../time.ts";
import { TokenError } from "./jwe.ts";

/** Seconds by which clocks may differ when a token is read. */
const CLOCK_TOLERANCE = 15;

/**
 * The claims of a token that was opened.
 *
 * @throws {TokenError} when they are no claims, or not valid now
 */
export function parseClaims(text: string): JWT {
  let claims: JWT;
  try {
    claims = JSON.parse(text);
  } catch {
    throw new TokenError("JWTInvalid", "Cannot read the token: its content is not JSON");
  }
  if (!isRecord(claims)) {
    throw new TokenError("JWTInvalid", "Cannot read the token: its content is not an object");
  }
  assertTimes(claims);
  return claims;
}

/** RFC 7519 §4.1.4 and §4.1.5. */
function assertTimes({ exp, nbf, iat }: JWT): void {
  const now = nowSeconds();
  for (const [name, value] of [["exp", exp], ["nbf", nbf], ["iat", iat]] as const) {
    if (value !== undefined && typeof value !== "number") {
      throw new TokenError(
        "JWTClaimValidationFailed",
        `Cannot accept the token: "${name}" is not a number`,
      );
    }
  }
  if (exp !== undefined && exp <= now - CLOCK_TOLERANCE) {
    throw new TokenError("JWTExpired", "Cannot accept the token: it has expired");
  }
  if (nbf !== undefined && (nbf as number) > now + CLOCK_TOLERANCE) {
    throw new TokenError(
      "JWTClaimValidationFailed",
      "Cannot accept the token: it is not valid yet",
    );
  }
}
