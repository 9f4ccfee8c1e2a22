/**
 * Handlers of endpoints for programs, and their refusals.
 *
 * @module
 */

import { OAuthRefusal, refused } from "../../credentials/form.ts";
import { JSON_HEADERS } from "../../response/respond.ts";
import type { CallHandler } from "../../types/internal.ts";
import { sendWaiting } from "./send_waiting.ts";
import { type OAuthCall, oauthCall, reportOrigin } from "./settings.ts";

/** A handler for programs: it answers at the origin of the issuer alone, and its refusals as JSON. */
export function answering(
  handler: (
    call: OAuthCall,
    sent: Parameters<CallHandler>[0],
  ) => ReturnType<CallHandler>,
): CallHandler {
  return async (sent, config) => {
    const call = oauthCall(sent, config);
    // Never the `Host` header: an issuer, an audience and a URL of an endpoint are configuration.
    if (sent.origin !== call.settings.origin) {
      reportOrigin(call);
      return { status: 404, headers: JSON_HEADERS, body: { error: "not_found" } };
    }
    await sendWaiting(call);
    try {
      return await handler(call, sent);
    } catch (error) {
      if (!(error instanceof OAuthRefusal)) throw error;
      return refused(error, sent.authorization);
    }
  };
}
