/**
 * Reads and updates the session.
 *
 * @module
 */

import { requireCsrf } from "../../session/csrf.ts";
import { JSON_HEADERS, NO_STORE } from "../../response/respond.ts";
import { readSession } from "../../session/strategies.ts";
import type { ActionHandlers } from "../../types/internal.ts";

const HEADERS = { ...JSON_HEADERS, ...NO_STORE };

/** `GET session` → session or null; `POST session` with `data` updates it first. */
export const session: ActionHandlers = {
  async GET(ctx) {
    return { headers: HEADERS, body: await readSession(ctx) };
  },
  async POST(ctx) {
    await requireCsrf(ctx, true);
    const update = { data: ctx.request.body?.data };
    return { headers: HEADERS, body: await readSession(ctx, update) };
  },
};
