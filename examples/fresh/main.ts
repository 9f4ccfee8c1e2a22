import { App } from "fresh";
import { CredentialsSignin, FreshAuth, type FreshAuthState } from "@x/auth/fresh";
import Credentials from "@x/auth/providers/credentials";

/** Any OpenID Provider; used when AUTH_OP_ISSUER is set. */
const op = { id: "op", name: "OpenID Connect", type: "oidc" } as const;

const auth = FreshAuth({
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
    ...(Deno.env.has("AUTH_OP_ISSUER") ? [op] : []),
  ],
});

export const app = new App<FreshAuthState>()
  // Serves the actions, and sets `ctx.state.auth` for the handlers after it.
  .use(auth)
  // Redirects to the sign-in page when there is no session.
  .use("/dashboard", auth.protect())
  .get("/", ({ state, text }) => {
    return text(state.auth?.user ? `Hello ${state.auth.user.name}` : "You are not signed in");
  })
  .get("/dashboard", ({ state, text }) => text(`Hello ${state.auth?.user?.name}`))
  // The app's own sign-in form; wrong credentials throw `CredentialsSignin`.
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
