/**
 * Shared parts of the sources of new apps.
 *
 * @module
 */

import type { Framework } from "../../src/doctor/frameworks.ts";
import { STARTERS } from "../../src/doctor/starters.ts";

/**
 * Source of the providers: one with a password, and the OpenID Provider of the row, whose
 * client is in the environment.
 */
export const PROVIDERS = `Credentials({
      credentials: { username: { label: "User" }, password: { label: "Password", type: "password" } },
      authorize: ({ username, password }) =>
        username === "ada" && password === "lovelace" ? { id: "1", name: "Ada Lovelace" } : null,
    }), { id: "op", name: "OP", type: "oidc" }`;

/** Text of the button that belongs to the fields of the first one. */
export const PASSWORD_BUTTON = "Sign in with Credentials";

/** The package under test. */
export const PACKAGE = { "@x/auth": "*" };

/** The files that `init` writes, with providers that need no registration in place of GitHub. */
export function starterFiles(framework: Framework): Record<string, string> {
  const files = Object.entries(STARTERS[framework].files).map(([path, text]) => [
    path,
    text
      .replace(
        'GitHub from "@x/auth/providers/github"',
        'Credentials from "@x/auth/providers/credentials"',
      )
      .replace(/\[\s*GitHub\s*\]/, `[${PROVIDERS}]`),
  ]);
  return Object.fromEntries(files);
}
