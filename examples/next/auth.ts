import NextAuth from "@x/auth/next";
import Credentials from "@x/auth/providers/credentials";

/** Any OpenID Provider; listed where it is set up. */
const op = { id: "op", name: "OpenID Connect", type: "oidc" } as const;

export const { handlers, auth, signIn, signOut, unstable_update } = NextAuth({
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
  callbacks: {
    jwt({ token, trigger, session }) {
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
