/**
 * The code of `Password`.
 *
 * @module
 */

import { checkPasswords, resolvePasswords } from "./check.ts";
import { lazy } from "../../base/lazy.ts";
import type { PasswordEngine } from "../../config/capability.ts";

/** The check of the config and of a password, its records and changes, and the action. */
export const passwordEngine: PasswordEngine = {
  resolve: resolvePasswords,
  check: checkPasswords,
  signIn: lazy(() => import("./sign_in.ts")),
  records: lazy(() => import("./records.ts")),
  kept: lazy(() => import("./kept_password.ts")),
  changes: lazy(() => import("./changes.ts")),
  action: lazy(() => import("./action.ts")),
};
