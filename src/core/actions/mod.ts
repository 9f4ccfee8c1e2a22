/**
 * The nine actions that every app has, and the page for new accounts: one handler for each action
 * and method. That of the session is here, as most requests are for it.
 *
 * @module
 */

import { UnknownAction } from "../../errors.ts";
import { isAuthAction, SIGN_UP } from "../../http/paths.ts";
import { lazy } from "../../base/lazy.ts";
import type { ActionHandlers, AuthAction, Handler, RequestInternal } from "../../types/internal.ts";
import { JSON_HEADERS, NO_STORE } from "../../response/respond.ts";
import { readSession } from "../../session/strategies.ts";

// Only this action decides about accounts, so no other request loads that code.
const loaded = lazy(() => import("./callback.ts"));
const finish: Handler = async (ctx) => (await loaded()).finish(ctx);
const callback: ActionHandlers = { GET: finish, HEAD: finish, POST: finish };

// A process that reads sessions shows no page and begins no sign-in.
const visited = lazy(() => import("./visited.ts"));
const page = (name: keyof typeof import("./visited.ts")): Handler => async (ctx) =>
  await (await visited())[name][ctx.request.method]!(ctx);
const get = (name: keyof typeof import("./visited.ts")) => ({ GET: page(name) });
const getAndPost = (name: keyof typeof import("./visited.ts")) => ({
  GET: page(name),
  POST: page(name),
});

const csrf = lazy(() => import("./csrf.ts"));
const providers = lazy(() => import("./providers.ts"));

// Reading a session needs no token of a form.
const forms = lazy(() => import("../../session/csrf.ts"));

const HEADERS = { ...JSON_HEADERS, ...NO_STORE };

/** `GET session` → session or null; `POST session` with `data` updates it first. */
export const session: ActionHandlers = {
  async GET(ctx) {
    return { headers: HEADERS, body: await readSession(ctx) };
  },
  async POST(ctx) {
    await (await forms()).requireCsrf(ctx, true);
    const update = { data: ctx.request.body?.data };
    return { headers: HEADERS, body: await readSession(ctx, update) };
  },
};

const actions: Record<AuthAction, ActionHandlers> = {
  "callback": callback,
  "csrf": { GET: async (ctx) => await (await csrf()).csrf.GET!(ctx) },
  "error": get("error"),
  "providers": { GET: async (ctx) => await (await providers()).providers.GET!(ctx) },
  "session": session,
  "signin": getAndPost("signin"),
  "signout": getAndPost("signout"),
  "verify-request": get("verifyRequest"),
  "webauthn-options": get("webauthnOptions"),
};

const signup: ActionHandlers = get("signup");

/**
 * Returns the handler of a request.
 *
 * @throws {UnknownAction} when the action does not take the method
 */
export function handlerOf({ action, method }: RequestInternal): Handler {
  const handler = isAuthAction(action)
    ? actions[action][method]
    : action === SIGN_UP
    ? signup[method]
    : undefined;
  if (!handler) throw new UnknownAction(`The action "${action}" does not take ${method}`);
  return handler;
}
