import { SvelteKitAuth } from "@x/auth/sveltekit";
import Credentials from "@x/auth/providers/credentials";

export const { handle, signIn, signOut } = SvelteKitAuth({
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
        return username === "big" ? { id: "2", name: "Big" } : null;
      },
    }),
    // `AUTH_OP_ISSUER`, `AUTH_OP_ID` and `AUTH_OP_SECRET` say the rest.
    { id: "op", name: "OpenID Provider", type: "oidc", checks: ["pkce", "state", "nonce"] },
  ],
  callbacks: {
    jwt({ token, trigger, session }) {
      if (token.name === "Big") token.ballast = "x".repeat(6000);
      // What a client sends is only a wish.
      if (trigger === "update" && typeof session?.name === "string") token.name = session.name;
      return token;
    },
  },
});
