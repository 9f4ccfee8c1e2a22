import { App } from "fresh";
import { CredentialsSignin, FreshAuth, type FreshAuthState } from "@x/auth/fresh";
import Credentials from "@x/auth/providers/credentials";
import type { Provider } from "@x/auth/types";

/** Listed only where it is set up. */
const op: Provider[] = Deno.env.get("AUTH_OP_ISSUER")
  ? [{
    id: "op",
    name: "OpenID Provider",
    type: "oidc",
    issuer: Deno.env.get("AUTH_OP_ISSUER"),
    clientId: Deno.env.get("AUTH_OP_ID"),
    clientSecret: Deno.env.get("AUTH_OP_SECRET"),
    checks: ["pkce", "state", "nonce"],
  }]
  : [];

const auth = FreshAuth({
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
});

export const app = new App<FreshAuthState>()
  // The actions, and `ctx.state.auth` for everything after it.
  .use(auth)
  // Sends everybody who is not signed in to the sign-in page.
  .use("/dashboard", auth.protect)
  .get("/", ({ state, text }) => {
    return text(state.auth?.user ? `Hello ${state.auth.user.name}` : "Nobody is signed in");
  })
  .get("/dashboard", ({ state, text }) => text(`Hello ${state.auth?.user?.name}`))
  // A form of the app's own; a refusal is an error to catch.
  .post("/login", async (ctx) => {
    const { username, password } = Object.fromEntries(await ctx.req.formData());
    try {
      const redirectTo = "/dashboard";
      return await auth.signIn(ctx, "credentials", { username, password, redirectTo });
    } catch (error) {
      if (error instanceof CredentialsSignin) {
        return ctx.text(`Refused: ${error.code}`, { status: 401 });
      }
      throw error;
    }
  })
  .post("/logout", (ctx) => auth.signOut(ctx, { redirectTo: "/" }));

if (import.meta.main) await app.listen({ port: Number(Deno.env.get("PORT") ?? 8000) });
