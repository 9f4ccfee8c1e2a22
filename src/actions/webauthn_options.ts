/**
 * Options of a passkey ceremony.
 *
 * @module
 */

import { InvalidProvider } from "../errors.ts";
import type { ActionHandlers } from "../types/internal.ts";

/** `GET webauthn-options/<provider>`: only passkey providers have any. */
export const webauthnOptions: ActionHandlers = {
  GET() {
    throw new InvalidProvider("This provider has no passkey options");
  },
};
