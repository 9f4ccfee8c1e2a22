/**
 * Shared parts of the sources of new apps.
 *
 * @module
 */

/** Source of a provider with a password, and of the OpenID Provider of the row. */
const PROVIDERS = `Credentials({
      credentials: { username: { label: "User" }, password: { label: "Password", type: "password" } },
      authorize: ({ username, password }) =>
        username === "ada" && password === "lovelace" ? { id: "1", name: "Ada Lovelace" } : null,
    }), { id: "op", name: "OP", type: "oidc" }`;

/** Text of the button that belongs to the fields of the first one. */
export const PASSWORD_BUTTON = "Continue with Credentials";

const GITHUB = 'import GitHub from "@x/auth/providers/github";\n';

/** Changes of a guide's files: providers that need no registration come beside its own. */
export const WITH_PROVIDERS: Readonly<Record<string, string>> = {
  [GITHUB]: `import Credentials from "@x/auth/providers/credentials";\n${GITHUB}`,
  "[GitHub]": `[GitHub, ${PROVIDERS}]`,
};
