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
        // A session too large for one cookie.
        return username === "big" ? { id: "2", name: "Big" } : null;
      },
    }),
    {
      id: "op",
      name: "OpenID Provider",
      type: "oidc",
      // Set these three to sign in with any OpenID Provider.
      issuer: process.env.AUTH_OP_ISSUER ?? "https://accounts.google.com",
      clientId: process.env.AUTH_OP_ID ?? "client-id",
      clientSecret: process.env.AUTH_OP_SECRET ?? "client-secret",
      checks: ["pkce", "state", "nonce"],
    },
  ],
  // The adapter knows the address; see vite.config.ts.
  trustHost: true,
  callbacks: {
    jwt({ token, trigger, session }) {
      if (token.name === "Big") token.ballast = "x".repeat(6000);
      // What a client sends is only a wish.
      if (trigger === "update" && typeof session?.name === "string") token.name = session.name;
      return token;
    },
  },
});
