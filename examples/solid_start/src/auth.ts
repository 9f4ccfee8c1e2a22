import type { SolidAuthConfig } from "@x/auth/solid-start";
import Credentials from "@x/auth/providers/credentials";
import type { Provider } from "@x/auth/types";

/** Listed only where it is set up. */
const op: Provider[] = process.env.AUTH_OP_ISSUER
  ? [{
    id: "op",
    name: "OpenID Provider",
    type: "oidc",
    issuer: process.env.AUTH_OP_ISSUER,
    clientId: process.env.AUTH_OP_ID,
    clientSecret: process.env.AUTH_OP_SECRET,
    checks: ["pkce", "state", "nonce"],
  }]
  : [];

export const config: SolidAuthConfig = {
  basePath: "/api/auth",
  providers: [
    Credentials({
      credentials: {
        username: { label: "User" },
        password: { label: "Password", type: "password" },
      },
      // Compare a password hash here.
      authorize({ username, password }) {
        if (password !== "lovelace") return null;
        if (username === "ada") return { id: "1", name: "Ada Lovelace" };
        // A session too large for one cookie.
        return username === "big" ? { id: "2", name: "Big" } : null;
      },
    }),
    ...op,
  ],
  callbacks: {
    jwt({ token, trigger, session }) {
      if (token.name === "Big") token.ballast = "x".repeat(6000);
      // What a client sends is only a wish.
      if (trigger === "update" && typeof session?.name === "string") token.name = session.name;
      return token;
    },
  },
};
