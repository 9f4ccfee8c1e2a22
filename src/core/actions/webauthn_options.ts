/**
 * Options of a passkey ceremony.
 *
 * @module
 */

import { InvalidProvider } from "../../errors.ts";
import { loadFlow } from "../../flows/mod.ts";
import { JSON_HEADERS, NO_STORE } from "../../response/respond.ts";
import type { ActionHandlers } from "../../types/internal.ts";

const HEADERS = { ...JSON_HEADERS, ...NO_STORE };

/**
 * `GET webauthn-options/<provider>?action=…` → `{ action, options }`, or 400
 * with `{ error, code }`.
 */
export const webauthnOptions: ActionHandlers = {
  async GET(ctx) {
    const flow = ctx.provider && await loadFlow(ctx.provider);
    if (!flow?.options) throw new InvalidProvider("This provider has no passkey options");
    const body = await flow.options(ctx);
    return { status: "error" in body ? 400 : 200, headers: HEADERS, body };
  },
};
