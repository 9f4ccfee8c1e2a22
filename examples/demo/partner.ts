/**
 * Orbit, an app of a partner. People sign in to it with their account at Acme, and it reads their
 * projects. It runs in the process of the demo, and knows nothing that a partner would not know.
 *
 * @module
 */

import { page } from "./views.ts";

/** How Acme knows the app: what a partner gets when it registers. */
export interface PartnerClient {
  clientId: string;
  clientSecret: string;
}

/** Options of {@linkcode createPartner}. */
export interface PartnerOptions {
  /** Origin of Acme, and of the partner's own page. */
  origin: string;
  client: PartnerClient;
  /** API that the partner asks for. */
  resource: string;
  /** Sends a request to Acme. */
  ask: (request: Request) => Promise<Response>;
  escape: (text: unknown) => string;
}

/** Path of the page; the URI to which Acme sends people back is below it. */
export const PARTNER = "/orbit";

const COOKIE = "orbit";

/** Creates the handler of everything below {@linkcode PARTNER}. */
export function createPartner({ origin, client, resource, ask, escape }: PartnerOptions) {
  const redirectUri = `${origin}${PARTNER}/callback`;

  return async (request: Request): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === `${PARTNER}/start`) return await start();
    if (pathname === `${PARTNER}/callback`) return await finish(request, searchParams);
    return html(page(
      "Orbit",
      `<h1>Orbit</h1><p class="muted">An app of a partner. It has no passwords of its own.</p>
<a class="button" href="${PARTNER}/start">Sign in with Acme</a>`,
    ));
  };

  /** Sends the browser to Acme (RFC 6749 §4.1.1, with PKCE: RFC 7636). */
  async function start(): Promise<Response> {
    const [state, verifier] = [random(), random()];
    const { authorization_endpoint } = await metadata();
    const url = new URL(authorization_endpoint);
    const query = {
      response_type: "code",
      client_id: client.clientId,
      redirect_uri: redirectUri,
      scope: "openid email project:read",
      resource,
      state,
      code_challenge: await sha256(verifier),
      code_challenge_method: "S256",
    };
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const cookie = `${COOKIE}=${state}.${verifier}; Path=${PARTNER}; HttpOnly; SameSite=Lax`;
    return new Response(null, {
      status: 303,
      headers: { location: url.href, "set-cookie": cookie },
    });
  }

  /** Exchanges the code, and reads the projects with the token. */
  async function finish(request: Request, answer: URLSearchParams): Promise<Response> {
    const cookies = request.headers.get("cookie") ?? "";
    const kept = cookies.split("; ").find((one) => one.startsWith(`${COOKIE}=`));
    const [state, verifier] = kept?.slice(COOKIE.length + 1).split(".") ?? [];
    if (!state || !verifier || answer.get("state") !== state) {
      return refused("This answer belongs to no sign-in of this browser.");
    }
    const code = answer.get("code");
    if (!code) return refused(`Acme says: ${answer.get("error") ?? "no code"}`);
    const { token_endpoint } = await metadata();
    const response = await ask(
      new Request(token_endpoint, {
        method: "POST",
        headers: { authorization: `Basic ${btoa(`${client.clientId}:${client.clientSecret}`)}` },
        body: new URLSearchParams({
          grant_type: "authorization_code",
          code,
          redirect_uri: redirectUri,
          code_verifier: verifier,
          resource,
        }),
      }),
    );
    const tokens = await response.json();
    if (!response.ok) return refused(`Acme says: ${tokens.error}`);
    const authorization = `Bearer ${tokens.access_token}`;
    const projects = await ask(new Request(resource, { headers: { authorization } }));
    return html(page(
      "Orbit",
      `<h1>Orbit</h1><p class="muted">Signed in with Acme. Orbit may read:</p>
<pre id="projects" tabindex="0" aria-label="Projects">${
        escape(JSON.stringify(await projects.json(), null, 2))
      }</pre>
<p>End its access <a href="${origin}/auth/account">in your account</a>, below “Apps with access”.</p>
<a class="button quiet" href="${PARTNER}">Start again</a>`,
    ));
  }

  function refused(why: string): Response {
    const body = `<h1>Orbit</h1><p>${escape(why)}</p><a class="button" href="${PARTNER}">Back</a>`;
    return html(page("Orbit", body), 400);
  }

  /** What Acme publishes about itself (OpenID Connect Discovery 1.0 §4). */
  async function metadata(): Promise<
    Record<string, string> & {
      authorization_endpoint: string;
      token_endpoint: string;
    }
  > {
    const url = `${origin}/.well-known/openid-configuration`;
    return await (await ask(new Request(url))).json();
  }
}

function html(text: string, status = 200): Response {
  const headers = { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" };
  return new Response(text, { status, headers });
}

function random(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(32)));
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return base64url(new Uint8Array(digest));
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
