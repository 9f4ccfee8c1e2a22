/**
 * The action table: one handler for each action and method.
 *
 * @module
 */

import { passwordsOf } from "../../config/engine.ts";
import { UnknownAction } from "../../errors.ts";
import { lazy } from "../../base/lazy.ts";
import type {
  ActionHandlers,
  AuthAction,
  Handler,
  OptionalAction,
  RequestInternal,
} from "../../types/internal.ts";
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

/** Its path exists only with factors, which bring its code along. */
function ofFactors(name: "factor" | "factors"): ActionHandlers {
  const handle = (method: "GET" | "POST"): Handler => async (ctx) =>
    await (await ctx.config.factors!.engine())[name][method]!(ctx);
  return { GET: handle("GET"), POST: handle("POST") };
}

/** An action with a page, loaded with its first request. */
function loadedBy(load: () => Promise<ActionHandlers>): ActionHandlers {
  const handlers = lazy(load);
  return {
    GET: async (ctx) => await (await handlers()).GET!(ctx),
    POST: async (ctx) => await (await handlers()).POST!(ctx),
  };
}

/** Its path exists only with `Password`, which brings its code along. */
function ofPasswords(): ActionHandlers {
  const handle = (method: "GET" | "POST"): Handler => async (ctx) =>
    await (await passwordsOf(ctx.config).action()).password[method]!(ctx);
  return { GET: handle("GET"), POST: handle("POST") };
}

const actions: Record<AuthAction | OptionalAction, ActionHandlers> = {
  "account": loadedBy(async () => (await import("../../capabilities/account/action.ts")).account),
  "address": loadedBy(async () => (await import("../../capabilities/address/action.ts")).address),
  "callback": callback,
  "csrf": csrf,
  "error": error,
  "factor": ofFactors("factor"),
  "factors": ofFactors("factors"),
  "password": ofPasswords(),
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
  const handler = actions[action][method];
  if (!handler) throw new UnknownAction(`The action "${action}" does not take ${method}`);
  return handler;
}
