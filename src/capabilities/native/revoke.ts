/**
 * `POST native/revoke`: a client ends its session.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc7009 RFC 7009}
 * @module
 */

import { requireText } from "../../credentials/form.ts";
import { openValid } from "../../credentials/sealed.ts";
import { JSON_HEADERS } from "../../response/respond.ts";
import type { CallHandler } from "../../types/internal.ts";
import type { AccessTokenContent } from "./access_token.ts";
import { endFamily, findFamily } from "./families.ts";
import { answering } from "./refusal.ts";
import { SEALS } from "./seals.ts";
import { nativeRequest } from "./settings.ts";

/** `POST native/revoke`; a token that is none is answered as one that ended (§2.2). */
export const revokeHandler: CallHandler = answering(async ({ body, request, origin }, config) => {
  const call = nativeRequest({ request, origin }, config);
  const token = requireText(body, "token");
  const found = await openValid<AccessTokenContent>(config, SEALS.access, token) ??
    await findFamily(call, token);
  if (found) await endFamily(call, found.family, found, "signed-out");
  return { headers: JSON_HEADERS, body: {} };
});
