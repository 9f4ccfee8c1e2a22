import express from "express";
import { ExpressAuth, getSession } from "@x/auth/express";
import Credentials from "@x/auth/providers/credentials";

/** Any OpenID Provider; used when AUTH_OP_ISSUER is set. */
const op = { id: "op", name: "OpenID Connect", type: "oidc" };

const config = {
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
};

export const app = express();

// Number of proxies in front of the app, whose x-forwarded-* headers are trusted.
app.set("trust proxy", Number(process.env.PROXIES ?? 0));

app.use("/auth", ExpressAuth(config));

app.get("/", async (req, res) => {
  const session = await getSession(req, config);
  res.type("text").send(session?.user ? `Hello ${session.user.name}` : "You are not signed in");
});

/** Redirects to the sign-in page when there is no session. */
async function authenticated(req, res, next) {
  res.locals.session = await getSession(req, config);
  if (res.locals.session?.user) return next();
  res.redirect(`/auth/signin?${new URLSearchParams({ callbackUrl: req.originalUrl })}`);
}

app.get("/dashboard", authenticated, (_req, res) => {
  res.type("text").send(`Hello ${res.locals.session.user.name}`);
});
