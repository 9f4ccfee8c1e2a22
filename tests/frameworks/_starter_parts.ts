/**
 * Shared parts of the sources of new apps.
 *
 * @module
 */

import type { Framework } from "../../src/doctor/frameworks.ts";
import { STARTERS } from "../../src/doctor/starters.ts";

/** Source of the provider. */
export const CREDENTIALS = `Credentials({
      credentials: { username: { label: "User" }, password: { label: "Password", type: "password" } },
      authorize: ({ username, password }) =>
        username === "ada" && password === "lovelace" ? { id: "1", name: "Ada Lovelace" } : null,
    })`;

/** The package under test. */
export const PACKAGE = { "@x/auth": "*" };

/** The files that `init` writes, with a provider that needs no server in place of GitHub. */
export function starterFiles(framework: Framework): Record<string, string> {
  const files = Object.entries(STARTERS[framework].files).map(([path, text]) => [
    path,
    text
      .replace(
        'GitHub from "@x/auth/providers/github"',
        'Credentials from "@x/auth/providers/credentials"',
      )
      .replace(/\[\s*GitHub\s*\]/, `[${CREDENTIALS}]`),
  ]);
  return Object.fromEntries(files);
}
