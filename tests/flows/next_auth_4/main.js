/**
 * An app with next-auth 4, as a server. `POST /encode` makes a token with its function, and
 * `POST /middleware` runs a form of its middleware.
 *
 * @module
 */

import { createServer } from "node:http";
import nextAuth from "next-auth";
import jwt from "next-auth/jwt";
import middleware from "next-auth/middleware";
import credentials from "next-auth/providers/credentials";

// The packages are CommonJS.
const NextAuth = nextAuth.default ?? nextAuth;
const Credentials = credentials.default ?? credentials;

const [secret, options] = JSON.parse(process.argv[2]);

/** Users by their password. */
const USERS = {
  "right": { id: "7", name: "Ada", email: "ada@example.com", image: "https://a.example/p.png" },
  "denied": { id: "8", name: "Denied" },
  "banned": { id: "9", name: "Banned" },
  "without id": { name: "Ada", email: "ada@example.com" },
};

/** An OpenID Provider. */
function toProvider({ issuer, ...client }) {
  return {
    id: "judged",
    name: "Judged",
    type: "oauth",
    wellKnown: `${issuer}/.well-known/openid-configuration`,
    authorization: { params: { scope: "openid profile email" } },
    idToken: true,
    checks: ["pkce", "state", "nonce"],
    profile: ({ sub, name, email }) => ({ id: sub, name, email }),
    ...client,
  };
}

const authOptions = {
  secret,
  ...options,
  logger: { error() {}, warn() {}, debug() {} },
  providers: [
    Credentials({
      credentials: { password: {} },
      authorize({ password }) {
        if (password.startsWith("throw ")) throw new Error(password.slice("throw ".length));
        return USERS[password] ?? null;
      },
    }),
    ...options.provider ? [toProvider(options.provider)] : [],
  ],
  callbacks: {
    signIn({ user }) {
      if (user.name === "Denied") throw new Error("Ask your boss.");
      return user.name !== "Banned";
    },
    jwt({ token, user, account }) {
      if (!user) return token;
      const { access_token: accessToken, refresh_token: refreshToken } = account;
      const tokens = account.provider === "judged" ? { tokens: { accessToken, refreshToken } } : {};
      return { ...token, role: "admin", ballast: options.ballast, ...tokens };
    },
    session: ({ session, token: { role, sub, tokens } }) =>
      tokens
        ? { ...session, user: { ...session.user, id: sub }, tokens }
        : { ...session, role },
  },
};

const { withAuth } = middleware;
const isAdmin = ({ token }) => token?.role === "admin";
const handler = () => "handler";
const signIn = { pages: { signIn: "/login" } };

/** The forms of middleware that its documents show, for the secret of this app. */
const FORMS = {
  "export { default }": (req) => withAuth(req, { secret }),
  "withAuth(options)": withAuth({ secret, callbacks: { authorized: isAdmin } }),
  "withAuth({ pages })": withAuth({ secret, ...signIn }),
  "withAuth(handler)": withAuth(handler, { secret }),
  "withAuth(handler, options)": withAuth(handler, {
    secret,
    ...signIn,
    callbacks: { authorized: isAdmin },
  }),
};

/** Runs a form: `passes`, `handler`, or the URL of a redirect. */
async function visitMiddleware({ form, url, cookie = "" }) {
  const req = new Request(url, { headers: { cookie } });
  const { pathname, search, origin } = new URL(url);
  req.nextUrl = { pathname, search, origin, basePath: "" };
  const [name, value] = cookie.split("=");
  req.cookies = { [name]: value };
  const answer = await FORMS[form](req);
  return typeof answer === "string" ? answer : answer?.headers.get("location") ?? "passes";
}

async function bodyOf(req) {
  let text = "";
  for await (const chunk of req) text += chunk;
  return text;
}

/** The members that Next adds to requests and responses of Node. */
function toNext(req, res, url, body) {
  req.query = {
    ...Object.fromEntries(url.searchParams),
    nextauth: url.pathname.slice("/api/auth/".length).split("/"),
  };
  req.body = Object.fromEntries(new URLSearchParams(body));
  req.cookies = Object.fromEntries(
    (req.headers.cookie ?? "").split("; ").filter(Boolean).map((pair) => {
      const [name, ...value] = pair.split("=");
      return [name, decodeURIComponent(value.join("="))];
    }),
  );
  res.status = (code) => {
    res.statusCode = code;
    return res;
  };
  res.json = (value) => res.setHeader("content-type", "application/json").end(JSON.stringify(value));
  res.send = (value) => typeof value === "object" ? res.json(value) : res.end(value);
}

const server = createServer(async (req, res) => {
  const url = new URL(req.url, "http://localhost");
  const body = await bodyOf(req);
  if (url.pathname === "/encode") return res.end(await jwt.encode(JSON.parse(body)));
  if (url.pathname === "/middleware") return res.end(await visitMiddleware(JSON.parse(body)));
  toNext(req, res, url, body);
  await NextAuth(req, res, authOptions);
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
