import NextAuth from "@x/auth/next";
import Credentials from "@x/auth/providers/credentials";

export const { handlers, auth, signIn, signOut, unstable_update } = NextAuth({
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
  callbacks: {
    jwt({ token, trigger, session }) {
      if (token.name === "Big") token.ballast = "x".repeat(6000);
      // What a client sends is only a wish.
      const name = session?.name ?? session?.user?.name;
      if (trigger === "update" && typeof name === "string") token.name = name;
      return token;
    },
    authorized({ request, auth }) {
      return !request.nextUrl.pathname.startsWith("/dashboard") || Boolean(auth?.user);
    },
  },
});
