/**
 * Returns the CSRF token of this browser.
 *
 * @module
 */

import { browserToken } from "../../request/csrf.ts";
import { JSON_HEADERS, NO_STORE } from "../../response/respond.ts";
import type { ActionHandlers } from "../../types/internal.ts";

/** `GET csrf` → `{ csrfToken }`, or 404 when CSRF protection is off. */
export const csrf: ActionHandlers = {
  async GET(ctx) {
    const token = await browserToken(ctx);
    if (token !== undefined) {
      return { headers: { ...JSON_HEADERS, ...NO_STORE }, body: { csrfToken: token } };
    }
    // Wrappers that compare origins need no warning; an app that set `skipCSRFCheck` does.
    if (ctx.config.csrfDisabled) ctx.config.logger.warn("csrf-disabled");
    ctx.cookies.set("csrfToken", "", { maxAge: 0 });
    return { status: 404 };
  },
};
