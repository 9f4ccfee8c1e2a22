/**
 * `GET oauth/jwks`: the public keys.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc7517#section-5 RFC 7517 §5}
 * @module
 */

import { publicDocument } from "./document.ts";
import { answering } from "./refusal.ts";
import { publicKeys } from "./signing_keys.ts";

/** Seconds for which a client may keep them: after a theft, so long may others accept its tokens. */
const MAX_AGE = 300;

/** `GET oauth/jwks` */
export const jwksHandler = answering(async (call) =>
  publicDocument({ keys: await publicKeys(call) }, MAX_AGE)
);
