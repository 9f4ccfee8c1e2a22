import type { SolidAuthConfig } from "@x/auth/solid-start";
import Credentials from "@x/auth/providers/credentials";

/** Any OpenID Provider; listed where it is set up. */
const op = { id: "op", name: "OpenID Connect", type: "oidc" } as const;

export const config: SolidAuthConfig = {
  basePath: "/api/auth",
  providers: [
    Credentials({
      credentials: {
        username: { label: "User" },
        password: { label: "Password", type: "password" },
      },
      // Look the user up and compare a password hash here; null refuses.
      authorize: ({ username, password }) =>
        username === "ada" && password === "lovelace" ? { id: "1", name: "Ada Lovelace" } : null,
    }),
    ...(process.env.AUTH_OP_ISSUER ? [op] : []),
  ],
};
