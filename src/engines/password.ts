/**
 * The code of `Password`.
 *
 * @module
 */

import { checkPasswords, resolvePasswords } from "../config/passwords.ts";
import { lazy } from "../lazy.ts";
import type { PasswordEngine } from "../types/engine.ts";

/** The check of the config and of a password, its records and changes, and the action. */
export const passwordEngine: PasswordEngine = {
  resolve: resolvePasswords,
  check: checkPasswords,
  signIn: lazy(() => import("../passwords/sign_in.ts")),
  records: lazy(() => import("../passwords/records.ts")),
  kept: lazy(() => import("../accounts/kept_password.ts")),
  changes: lazy(() => import("../accounts/passwords.ts")),
  action: lazy(() => import("../actions/password.ts")),
};
