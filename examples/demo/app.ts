/**
 * The app: a public page, a protected one, a session that can be changed, teams, an API for keys and
 * for apps of partners.
 *
 * @module
 */

import { getToken } from "@x/auth";
import { AccountPage } from "@x/auth/account";
import { DenoKvAdapter } from "@x/auth/adapters/deno-kv";
import { type AuthConfig, DenoAuth } from "@x/auth/deno";
import { RecoveryCodes, Totp } from "@x/auth/factors";
import { PasskeyFactor } from "@x/auth/factors/passkey";
import { ApiKeys } from "@x/auth/keys";
import { OAuthServer } from "@x/auth/oauth-server";
import { defineAccess, Organizations } from "@x/auth/organizations";
import Nodemailer from "@x/auth/providers/nodemailer";
import Passkey from "@x/auth/providers/passkey";
import Password from "@x/auth/providers/password";
import * as sessions from "@x/auth/sessions";
import { defineAuth } from "@x/auth/server";
import { createInbox } from "./inbox.ts";
import { LANGUAGES } from "./languages.ts";
import { createPartner, PARTNER } from "./partner.ts";
import { placeOf, seed } from "./seed.ts";
import { dashboardPage, escape, homePage } from "./views.ts";

/** What members of a team may do, by role. */
const access = defineAccess({
  permissions: { project: ["read", "write"] },
  roles: {
    admin: { project: "all", member: "all", organization: ["update"] },
    member: { project: ["read"] },
  },
  grants: { admin: ["member"] },
});

/** What programs may do, with a key of a user or as an app of a partner. */
const SCOPES = ["project:read", "project:write"] as const;

/** Options of {@linkcode createDemo}. */
export interface DemoOptions {
  /** Origin of the app. */
  origin: string;
  /** Issuer of the OpenID Provider, and the app's client there. */
  provider: { issuer: string; clientId: string; clientSecret: string };
  /** Store of users and sessions. */
  kv: Deno.Kv;
  /** Secret of the app. */
  secret: string;
}

/** Creates the handler for `Deno.serve`, and the data that the demo begins with. */
export async function createDemo({ origin, provider, kv, secret }: DemoOptions) {
  const inbox = createInbox();
  const adapter = DenoKvAdapter(kv);
  const resource = `${origin}/api/projects`;
  const orbit = { clientId: "orbit", clientSecret: `${secret}-of-orbit` };
  const config = {
    secret,
    adapter,
    // The session is in the cookie, so that the dashboard can show it; a record makes it revocable.
    session: { strategy: "jwt", revocation: {} },
    theme: { name: "Acme" },
    // The page on which users manage all of this themselves.
    account: AccountPage({ place: placeOf }),
    // English comes with the pages. The cookie holds the choice on the front page.
    languages: LANGUAGES,
    language: ({ headers }) => /\blang=([\w-]+)/.exec(headers.get("cookie") ?? "")?.[1],
    organizations: Organizations({ access }),
    // Programs send `Authorization: Bearer acme_…`.
    keys: ApiKeys({ prefix: "acme", scopes: SCOPES }),
    // Apps of partners sign people in, and act for them as far as they allow.
    oauthServer: OAuthServer({
      issuer: origin,
      resources: { [resource]: { name: "Acme projects", scopes: SCOPES } },
      clients: {
        [orbit.clientId]: {
          name: "Orbit",
          redirectUris: [`${origin}${PARTNER}/callback`],
          secret: orbit.clientSecret,
        },
      },
    }),
    texts: {
      en: {
        scopes: { "project:read": "Read your projects", "project:write": "Change your projects" },
      },
    },
    // Users who enroll one are asked for it at each sign-in, whatever the provider.
    factors: [Totp(), PasskeyFactor(), RecoveryCodes()],
    providers: [
      {
        id: "demo",
        name: "Demo Provider",
        type: "oidc",
        ...provider,
        checks: ["pkce", "state", "nonce"],
        style: { brandColor: "#0f766e" },
        // Safe here: the demo provider defines the addresses of its users.
        allowDangerousEmailAccountLinking: true,
      },
      Password(),
      Nodemailer({
        name: "Email",
        server: inbox.transport,
        from: "Demo <demo@app.example>",
        code: true,
      }),
      Passkey,
    ],
    callbacks: {
      jwt({ token, trigger, session }) {
        // The browser sends `session`, so it is checked.
        const name: unknown = trigger === "update" ? session?.name : undefined;
        return typeof name === "string" && name.trim() && name.length <= 40
          ? { ...token, name: name.trim() }
          : token;
      },
    },
  } satisfies AuthConfig;
  const app = defineAuth(config);
  const { handler, auth, signIn } = DenoAuth(app);
  const seeded = await seed(origin, adapter, config, handler());
  if (seeded) {
    await app.organizations.createOrganization(seeded, { name: "Flight Research", slug: "flight" });
    await app.keys.createFor(seeded, { name: "Nightly report", scopes: ["project:read"] });
  }

  /** The projects of a user, for pages, keys and apps of partners. */
  const projects = app.protect(
    (_request, who) =>
      Response.json({
        via: who.via,
        mayWrite: who.can("project:write"),
        projects: ["Rover", "Lander"],
      }),
    { accept: ["session", "key", "token"], resource, scopes: ["project:read"] },
  );
  const ask = async (request: Request): Promise<Response> => {
    return new URL(request.url).pathname === "/api/projects"
      ? await projects(request)
      : await handler()(request);
  };
  const partner = createPartner({ origin, client: orbit, resource, ask, escape });

  return handler(async (request: Request) => {
    const { pathname, origin } = new URL(request.url);
    const session = await auth(request);
    if (pathname === "/") return html(homePage(session));
    const [, language] = /^\/language\/([a-zA-Z-]{2,10})$/.exec(pathname) ?? [];
    if (language) return chooseLanguage(language);
    if (pathname === "/api/projects") return await projects(request);
    if (pathname.startsWith(PARTNER)) return await partner(request);
    if (pathname === "/inbox") return html(inbox.page());
    if (pathname === "/nickname" && request.method === "POST") {
      return await updateName(request, origin);
    }
    if (pathname === "/sessions" && request.method === "POST") {
      return await endSessions(request, origin);
    }
    if (pathname !== "/dashboard") return new Response("Not found", { status: 404 });
    if (!session) return await signIn(request, undefined, { redirectTo: "/dashboard" });
    const csrf = await fetchOwn(request, "/auth/csrf");
    const { csrfToken } = await csrf.json();
    const current = await sessions.identify(config, request);
    const response = html(
      dashboardPage({
        session,
        token: await getToken({ req: request, secret }),
        csrfToken,
        sessions: current ? await sessions.list(config, current.userId) : [],
        currentId: current?.id,
      }),
    );
    return withCookiesOf(csrf, response);
  });

  /** Ends one session of the user, or all other sessions. */
  async function endSessions(request: Request, origin: string): Promise<Response> {
    // Refuses forms of other sites (CSRF).
    const isOwn = request.headers.get("origin") === origin;
    const current = isOwn ? await sessions.identify(config, request) : null;
    if (!current) return new Response("Not allowed", { status: 403 });
    const id = new URLSearchParams(await request.text()).get("id");
    if (id) await sessions.revoke(config, current.userId, id);
    else await sessions.revokeOthers(config, current.userId, current.id);
    return new Response(null, { status: 303, headers: { location: `${origin}/dashboard` } });
  }

  /** Handles the app's own form: sends the session update that a script would send. */
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

  /** Calls an action of this app with the cookies of `request`. */
  function fetchOwn(request: Request, path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set("cookie", request.headers.get("cookie") ?? "");
    return handler()(new Request(new URL(path, request.url), { ...init, headers }));
  }
}

/** Keeps the language for the library's pages, and shows the first of them. */
function chooseLanguage(language: string): Response {
  return new Response(null, {
    status: 303,
    headers: { location: "/auth/signin", "set-cookie": `lang=${language}; Path=/; SameSite=Lax` },
  });
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
