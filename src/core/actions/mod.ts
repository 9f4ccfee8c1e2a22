/**
 * The nine actions that every app has: one handler for each action and method.
 *
 * @module
 */

import { UnknownAction } from "../../errors.ts";
import { isAuthAction } from "../../http/paths.ts";
import { lazy } from "../../base/lazy.ts";
import type { ActionHandlers, AuthAction, Handler, RequestInternal } from "../../types/internal.ts";
import { csrf } from "./csrf.ts";
import { error } from "./error.ts";
import { providers } from "./providers.ts";
import { session } from "./session.ts";
import { signin } from "./signin.ts";
import { signout } from "./signout.ts";
import { verifyRequest } from "./verify_request.ts";
import { webauthnOptions } from "./webauthn_options.ts";

// Only this action decides about accounts, so no other request loads that code.
const loaded = lazy(() => import("./callback.ts"));
const finish: Handler = async (ctx) => (await loaded()).finish(ctx);
const callback: ActionHandlers = { GET: finish, HEAD: finish, POST: finish };

const actions: Record<AuthAction, ActionHandlers> = {
  "callback": callback,
  "csrf": csrf,
  "error": error,
  "providers": providers,
  "session": session,
  "signin": signin,
  "signout": signout,
  "verify-request": verifyRequest,
  "webauthn-options": webauthnOptions,
};

/**
 * Returns the handler of a request.
 *
 * @throws {UnknownAction} when the action does not take the method
 */
export function handlerOf({ action, method }: RequestInternal): Handler {
  const handler = isAuthAction(action) ? actions[action][method] : undefined;
  if (!handler) throw new UnknownAction(`The action "${action}" does not take ${method}`);
  return handler;
}
