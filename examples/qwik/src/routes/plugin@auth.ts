import { isServer } from "@builder.io/qwik/build";
import { QwikAuth$ } from "@x/auth/qwik";
import Credentials from "@x/auth/providers/credentials";

export const { onRequest, useSession, useSignIn, useSignOut } = QwikAuth$(({ env }) => {
  // Qwik makes a file of this function for the browser too, which ends here.
  if (!isServer) throw new Error("Only for the server");
  return {
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
        issuer: env.get("AUTH_OP_ISSUER") ?? "https://accounts.google.com",
        clientId: env.get("AUTH_OP_ID") ?? "client-id",
        clientSecret: env.get("AUTH_OP_SECRET") ?? "client-secret",
        checks: ["pkce", "state", "nonce"],
      },
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
});
