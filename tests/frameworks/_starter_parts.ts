/**
 * Shared parts of the sources of new apps.
 *
 * @module
 */

/** Source of the provider. */
export const CREDENTIALS = `Credentials({
      credentials: { username: { label: "User" }, password: { label: "Password", type: "password" } },
      authorize: ({ username, password }) =>
        username === "ada" && password === "lovelace" ? { id: "1", name: "Ada Lovelace" } : null,
    })`;

/** The package under test. */
export const PACKAGE = { "@x/auth": "*" };
