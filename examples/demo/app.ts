/**
 * The app: a public page, a protected one, and a session that can be changed.
 *
 * @module
 */

import { getToken } from "@x/auth";
import { MemoryAdapter } from "@x/auth/adapters/memory";
import { type AuthConfig, DenoAuth } from "@x/auth/deno";
import Credentials from "@x/auth/providers/credentials";
import Nodemailer from "@x/auth/providers/nodemailer";
import { createInbox } from "./inbox.ts";
import { dashboardPage, homePage } from "./views.ts";

/** What the app needs to know. */
export interface DemoOptions {
  /** Where the OpenID Provider is, and who we are there. */
  provider: { issuer: string; clientId: string; clientSecret: string };
  /** Secret of the app. */
  secret: string;
}

/** The handler for `Deno.serve`. */
export function createDemo({ provider, secret }: DemoOptions) {
  const inbox = createInbox();
  const config: AuthConfig = {
    secret,
    // Links by mail need a store; the session stays in the cookie, to be looked at.
    adapter: MemoryAdapter(),
    session: { strategy: "jwt" },
    providers: [
      {
        id: "demo",
        name: "Demo Provider",
        type: "oidc",
        ...provider,
        checks: ["pkce", "state", "nonce"],
        style: { brandColor: "#0f766e" },
        // The provider beside us owns the addresses it names.
        allowDangerousEmailAccountLinking: true,
      },
      Nodemailer({
        name: "Email",
        server: inbox.transport,
        from: "Demo <demo@app.example>",
        code: true,
      }),
      Credentials({
        name: "Password",
        credentials: {
          username: { label: "User", required: true },
          password: { label: "Password", type: "password", required: true },
        },
        authorize: ({ username, password }) =>
          username === "ada" && password === "lovelace"
            ? { id: "ada", name: "Ada Lovelace", email: "ada@example.com" }
            : null,
      }),
    ],
    callbacks: {
      jwt({ token, trigger, session }) {
        // What a client sends is only a wish.
        const name: unknown = trigger === "update" ? session?.name : undefined;
        return typeof name === "string" && name.trim() && name.length <= 40
          ? { ...token, name: name.trim() }
          : token;
      },
    },
  };
  const { handler, auth, signIn } = DenoAuth(config);

  return handler(async (request: Request) => {
    const { pathname, origin } = new URL(request.url);
    const session = await auth(request);
    if (pathname === "/") return html(homePage(session));
    if (pathname === "/inbox") return html(inbox.page());
    if (pathname === "/nickname" && request.method === "POST") {
      return await updateName(request, origin);
    }
    if (pathname !== "/dashboard") return new Response("Not found", { status: 404 });
    if (!session) return await signIn(request, undefined, { redirectTo: "/dashboard" });
    const csrf = await fetchOwn(request, "/auth/csrf");
    const { csrfToken } = await csrf.json();
    const response = html(
      dashboardPage({ session, token: await getToken({ req: request, secret }), csrfToken }),
    );
    return withCookiesOf(csrf, response);
  });

  /** A form of ours → the session update that scripts would send. */
  async function updateName(request: Request, origin: string): Promise<Response> {
    const form = new URLSearchParams(await request.text());
    const update = await fetchOwn(request, "/auth/session", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        csrfToken: form.get("csrfToken"),
        data: { name: form.get("nickname") },
      }),
    });
    const location = `${origin}/dashboard`;
    return withCookiesOf(update, new Response(null, { status: 303, headers: { location } }));
  }

  /** Calls an action of this app for the browser that sent `request`. */
  function fetchOwn(request: Request, path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set("cookie", request.headers.get("cookie") ?? "");
    return handler()(new Request(new URL(path, request.url), { ...init, headers }));
  }
}

function html(text: string): Response {
  return new Response(text, {
    headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" },
  });
}

function withCookiesOf(source: Response, target: Response): Response {
  for (const cookie of source.headers.getSetCookie()) target.headers.append("set-cookie", cookie);
  return target;
}
