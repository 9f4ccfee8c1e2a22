import { App } from "fresh";
import { CredentialsSignin, FreshAuth, type FreshAuthState } from "@x/auth/fresh";
import Credentials from "@x/auth/providers/credentials";

/** Any OpenID Provider; listed where it is set up. */
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
