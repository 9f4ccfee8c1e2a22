/**
 * Documents that are the same for everyone.
 *
 * @module
 */

import { secondsFromNow } from "../../base/time.ts";
import { JSON_HEADERS } from "../../response/respond.ts";
import type { ResponseInternal } from "../../types/internal.ts";

/**
 * The answer with a document.
 *
 * @param maxAge seconds for which it may be kept
 */
export function publicDocument(body: object, maxAge: number): ResponseInternal {
  const expires = secondsFromNow(maxAge).toUTCString();
  return {
    headers: {
      ...JSON_HEADERS,
      "Cache-Control": `public, max-age=${maxAge}`,
      // In place of those of answers that nobody may keep.
      "Expires": expires,
      "Pragma": "cache",
    },
    body,
  };
}
