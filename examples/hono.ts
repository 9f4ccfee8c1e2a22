// AUTH_SECRET=… deno run --allow-net --allow-env examples/hono.ts
//
// Sign in as "ada" with the password "lovelace", or with any OpenID Provider:
// set AUTH_OP_ISSUER, AUTH_OP_ID and AUTH_OP_SECRET, and register
// http://localhost:8000/auth/callback/op there.
//
// In production, name the address that people use: AUTH_URL is the public URL with
// the base path, https://app.example/auth. Where the platform sets the `Host`
// header safely, AUTH_TRUST_HOST=true is enough instead.
import { Hono } from "hono";
import { CredentialsSignin, getSession, HonoAuth, signIn, signOut } from "@x/auth/hono";
import Credentials from "@x/auth/providers/credentials";

/** Any OpenID Provider; listed where it is set up. */
const op = { id: "op", name: "OpenID Connect", type: "oidc" } as const;

const app = new Hono();

app.use(HonoAuth({
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
}));

app.get("/", async (c) => {
  const session = await getSession(c);
  return c.text(session?.user ? `Hello ${session.user.name}` : "Nobody is signed in");
});

app.get("/dashboard", async (c) => {
  const session = await getSession(c);
  if (!session?.user) return await signIn(c, undefined, { redirectTo: c.req.url });
  return c.text(`Hello ${session.user.name}`);
});

// A form of the app's own; a refusal is an error to catch.
app.post("/login", async (c) => {
  const { username, password } = await c.req.parseBody();
  try {
    return await signIn(c, "credentials", { username, password, redirectTo: "/dashboard" });
  } catch (error) {
    if (error instanceof CredentialsSignin) return c.text(`Refused: ${error.code}`, 401);
    throw error;
  }
});

app.post("/logout", (c) => signOut(c, { redirectTo: "/" }));

Deno.serve({ port: Number(Deno.env.get("PORT") ?? 8000) }, app.fetch);
