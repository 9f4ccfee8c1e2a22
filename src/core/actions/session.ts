/**
 * Reads and updates the session.
 *
 * @module
 */

import { lazy } from "../../base/lazy.ts";
import { JSON_HEADERS, NO_STORE } from "../../response/respond.ts";
import { readSession } from "../../session/strategies.ts";
import type { ActionHandlers } from "../../types/internal.ts";

// Reading a session needs no token of a form.
const csrf = lazy(() => import("../../session/csrf.ts"));

const HEADERS = { ...JSON_HEADERS, ...NO_STORE };

/** `GET session` → session or null; `POST session` with `data` updates it first. */
export const session: ActionHandlers = {
  async GET(ctx) {
    return { headers: HEADERS, body: await readSession(ctx) };
  },
  async POST(ctx) {
    await (await csrf()).requireCsrf(ctx, true);
    const update = { data: ctx.request.body?.data };
    return { headers: HEADERS, body: await readSession(ctx, update) };
  },
};
