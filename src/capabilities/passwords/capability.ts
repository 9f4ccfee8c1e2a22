/**
 * The code of `Password`.
 *
 * @module
 */

import { answerProgram } from "../../core/answer_program.ts";
import { lazy, withNames } from "../../base/lazy.ts";
import type { CapabilityCode } from "../../config/capability.ts";
import { actionUrl } from "../../http/url.ts";
import type { Endpoint } from "../../types/internal.ts";
import type { PasswordOptions, PasswordSettings } from "../../types/password.ts";
import type { PartLoaders } from "../../types/topics.ts";
import { checkPasswords, needsOfPasswords, resolvePasswords } from "./check.ts";

const PAGE: Endpoint = {
  kind: "ambient",
  path: "password",
  methods: ["GET", "POST"],
  isCounted: true,
  redirects: true,
  refusal: "password.refused",
  load: async () => (await import("./action.ts")).password,
};

/**
 * Leads password managers to the page.
 *
 * @see {@link https://www.w3.org/TR/change-password-url/ A Well-Known URL for Changing Passwords}
 */
const WELL_KNOWN: Endpoint = {
  kind: "explicit",
  answer: answerProgram,
  path: "/.well-known/change-password",
  methods: ["GET"],
  load: () => ({
    GET: (request, config) => ({ redirect: actionUrl({ request, config }, PAGE.path) }),
  }),
};

const parts: PartLoaders = {
  passwordSignIn: lazy(() => import("./sign_in.ts")),
  passwordRecords: lazy(() => import("./records.ts")),
  pendingPasswords: lazy(() => import("./pending_password.ts")),
  passwordChanges: lazy(() => import("./changes.ts")),
  passwordImports: lazy(() => import("./imported_hash.ts")),
};

const signUps = lazy(() => import("./sign_up_mark.ts"));

/** Returns `true` for a URL of a page, whatever its query is. */
function leadsTo(url: string, page: string): boolean {
  return url.split("?", 1)[0] === page;
}

/** The check of the config and of a password, its records and changes, and its page. */
export function passwordCode({ page = true }: PasswordOptions): CapabilityCode<PasswordSettings> {
  return {
    check: (_, providers) => checkPasswords(providers),
    needs: (_, providers) => needsOfPasswords(providers),
    protectsAccounts: true,
    resolve: (_config, providers) => resolvePasswords(providers),
    parts,
    on: {
      "session.begun": async (moment) => await (await signUps()).noteSignUp(moment),
      // The email about the new password follows, and the one with the link was to this address.
      "sign-in.told": ({ ctx, account: { type }, redirect }) =>
        page && type === "email" && leadsTo(redirect, actionUrl(ctx, PAGE.path)) || undefined,
    },
    endpoints: page ? [PAGE, WELL_KNOWN] : [],
    functions: {
      passwords: withNames(() => import("./functions.ts"), "change has import remove set verify"),
    },
  };
}
