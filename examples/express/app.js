import express from "express";
import { ExpressAuth, getSession } from "@x/auth/express";
import Credentials from "@x/auth/providers/credentials";

/** Any OpenID Provider; listed where it is set up. */
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

// How many proxies are in front: they tell the scheme and the host that people see.
app.set("trust proxy", Number(process.env.PROXIES ?? 0));

app.use("/auth", ExpressAuth(config));

app.get("/", async (req, res) => {
  const session = await getSession(req, config);
  res.type("text").send(session?.user ? `Hello ${session.user.name}` : "Nobody is signed in");
});

/** Lets only people pass who are signed in. */
async function authenticated(req, res, next) {
  res.locals.session = await getSession(req, config);
  if (res.locals.session?.user) return next();
  res.redirect(`/auth/signin?${new URLSearchParams({ callbackUrl: req.originalUrl })}`);
}

app.get("/dashboard", authenticated, (_req, res) => {
  res.type("text").send(`Hello ${res.locals.session.user.name}`);
});
