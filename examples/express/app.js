import express from "express";
import { ExpressAuth, getSession } from "@x/auth/express";
import Credentials from "@x/auth/providers/credentials";

/** Listed only where it is set up. */
const op = process.env.AUTH_OP_ISSUER
  ? [{
    id: "op",
    name: "OpenID Provider",
    type: "oidc",
    issuer: process.env.AUTH_OP_ISSUER,
    clientId: process.env.AUTH_OP_ID,
    clientSecret: process.env.AUTH_OP_SECRET,
    checks: ["pkce", "state", "nonce"],
  }]
  : [];

const config = {
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
