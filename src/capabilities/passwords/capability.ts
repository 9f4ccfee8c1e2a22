/**
 * The code of `Password`.
 *
 * @module
 */

import { checkPasswords, resolvePasswords } from "./check.ts";
import { lazy } from "../../base/lazy.ts";
import type { PasswordEngine } from "../../config/capability.ts";
import type { Endpoint } from "../../types/internal.ts";

const PAGE: Endpoint = {
  kind: "ambient",
  path: "password",
  methods: ["GET", "POST"],
  isCounted: true,
  redirects: true,
  refusal: "password.refused",
  load: async () => (await import("./action.ts")).password,
};

/** The check of the config and of a password, its records and changes, and its page. */
export const passwordEngine: PasswordEngine = {
  resolve: resolvePasswords,
  check: checkPasswords,
  signIn: lazy(() => import("./sign_in.ts")),
  records: lazy(() => import("./records.ts")),
  kept: lazy(() => import("./kept_password.ts")),
  changes: lazy(() => import("./changes.ts")),
  endpoints: ({ options: { page = true } }) => page ? [PAGE] : [],
};
