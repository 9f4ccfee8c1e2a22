/**
 * Simulated OAuth sites, built from the sites' documentation: an authorization
 * endpoint, a token endpoint with single-use codes, and an API.
 *
 * @module
 */

import { Auth, type AuthConfig, customFetch, type Provider } from "../../mod.ts";
import { sha256Base64url } from "../../src/base/crypto/hash.ts";
import { createBrowser, type Landing, type TestBrowser } from "../../src/tools/testing/mod.ts";
import type { Account } from "../../src/types/entities.ts";
import { SECRET } from "./_rig.ts";

export const APP = "https://app.example";
export const CLIENT = { clientId: "client-1", clientSecret: "secret-1" };

/** A request to a site, with its body parsed as a form. */
export interface SiteRequest {
  method: string;
  url: URL;
  headers: Headers;
  form: URLSearchParams;
}

/** Options of a simulated site. */
export interface SiteOptions {
  /** Authorization endpoint without query. */
  authorize: string;
  /** Required parameters, besides `redirect_uri` and the response type. */
  asks: Record<string, string>;
  /** Its `response_type`. Default `code`. */
  responseType?: string;
  /** Token endpoint without query. */
  token: string;
  /** Authenticates the client. Default: `Authorization: Basic`. */
  isClient?(request: SiteRequest): boolean;
  /** Parameters that contain the code. Default: the form. */
  codeOf?(request: SiteRequest): URLSearchParams;
  /** Response to a valid code. */
  grant(accessToken: string): Response;
  /** URL without query → API endpoint; the access token is checked before the call. */
  api?: Record<string, (request: SiteRequest) => Response>;
  /** URL without query → endpoint that needs no access token. */
  open?: Record<string, (request: SiteRequest) => Response>;
  /** Reads the access token of a request to the API. Default: Bearer. */
  bearerOf?(request: SiteRequest): string | null;
}

/** Result of a sign-in. */
export interface Outcome {
  landing: Landing;
  browser: TestBrowser;
  /** Requests of the app to the site. */
  requests: SiteRequest[];
  /** First URL that the app redirected the browser to. */
  start: URL;
  account?: Account | null;
  user?: { name?: string | null; email?: string | null; image?: string | null };
  errors: Error[];
}

/** `true` when the form contains client id and secret, as in `client_secret_post`. */
export function isClientOfForm({ form }: SiteRequest): boolean {
  return form.get("client_id") === CLIENT.clientId &&
    form.get("client_secret") === CLIENT.clientSecret;
}

/** `true` when the request has client id and secret in `Authorization: Basic`. */
function isBasicClient({ headers }: SiteRequest): boolean {
  return headers.get("authorization") ===
    `Basic ${btoa(`${CLIENT.clientId}:${CLIENT.clientSecret}`)}`;
}

/**
 * Runs a whole sign-in at a site.
 *
 * @param create creates the provider with the `fetch` that reaches the site
 */
export async function signInAt(
  site: SiteOptions,
  create: (options: typeof CLIENT & { [customFetch]: typeof fetch }) => Provider,
): Promise<Outcome> {
  const { handler, requests, fetch } = createSite(site);
  const provider = create({ ...CLIENT, [customFetch]: fetch });
  const outcome: Partial<Outcome> = { requests, errors: [] };
  const config: AuthConfig = {
    providers: [provider],
    secret: SECRET,
    trustHost: true,
    theme: { name: "App" },
    logger: { error: (error) => void outcome.errors!.push(error) },
    callbacks: {
      signIn({ account }) {
        outcome.account = account;
        return true;
      },
    },
  };
  const browser = createBrowser(APP, {
    [APP]: (request) =>
      new URL(request.url).pathname.startsWith("/auth/")
        ? Auth(request, config)
        : new Response("app"),
    [new URL(site.authorize).origin]: handler,
  });
  const { id } = provider as { id: string };
  const start = await browser.start(id, { callbackUrl: "/after" });
  const landing = await browser.visit(start);
  const user = (await browser.session())?.user;
  return { ...outcome as Outcome, landing, browser, start: new URL(start), user };
}

interface Grant {
  redirectUri: string;
  challenge: string | null;
}

function createSite(site: SiteOptions) {
  const grants = new Map<string, Grant>();
  const accessTokens = new Set<string>();
  const requests: SiteRequest[] = [];

  /** The browser's requests. */
  const handler = (request: Request): Response => {
    const { origin, pathname, searchParams: asked } = new URL(request.url);
    if (origin + pathname !== site.authorize) return new Response("Not found", { status: 404 });
    for (
      const [name, value] of Object.entries({
        ...site.asks,
        response_type: site.responseType ?? "code",
      })
    ) {
      if (asked.get(name) !== value) return new Response(`Wrong ${name}`, { status: 400 });
    }
    const code = crypto.randomUUID();
    const redirectUri = asked.get("redirect_uri") ?? "";
    grants.set(code, { redirectUri, challenge: asked.get("code_challenge") });
    const location = new URL(redirectUri);
    location.searchParams.set("code", code);
    if (asked.has("state")) location.searchParams.set("state", asked.get("state")!);
    return new Response(null, { status: 302, headers: { location: location.href } });
  };

  const token = async (request: SiteRequest): Promise<Response> => {
    const refuse = (error: string) => Response.json({ error }, { status: 400 });
    if (!(site.isClient ?? isBasicClient)(request)) return refuse("invalid_client");
    const form = site.codeOf?.(request) ?? request.form;
    const code = form.get("code") ?? "";
    const grant = grants.get(code);
    grants.delete(code);
    if (!grant) return refuse("invalid_grant");
    if (request.form.get("redirect_uri") !== grant.redirectUri) return refuse("invalid_grant");
    const verifier = request.form.get("code_verifier");
    const challenge = verifier === null ? null : await sha256Base64url(verifier);
    if (challenge !== grant.challenge) return refuse("invalid_grant");
    const accessToken = crypto.randomUUID();
    accessTokens.add(accessToken);
    return site.grant(accessToken);
  };

  /** Handles the app's requests; other hosts cannot be reached. */
  const answer = async (raw: Request): Promise<Response> => {
    const url = new URL(raw.url);
    const { method, headers } = raw;
    const request = { method, url, headers, form: new URLSearchParams(await raw.text()) };
    requests.push(request);
    const address = url.origin + url.pathname;
    if (address === site.token && method === "POST") return await token(request);
    if (site.open && Object.hasOwn(site.open, address)) return site.open[address]!(request);
    const api = site.api && Object.hasOwn(site.api, address) ? site.api[address] : undefined;
    if (!api) throw new TypeError(`Cannot reach ${address}: the site has no such address`);
    const bearer = site.bearerOf ? site.bearerOf(request) : bearerOf(request);
    if (!bearer || !accessTokens.has(bearer)) return new Response("Who?", { status: 401 });
    return api(request);
  };

  const fetch: typeof globalThis.fetch = (input, init) => answer(new Request(input, init));
  return { handler, requests, fetch };
}

function bearerOf({ headers }: SiteRequest): string | null {
  return /^Bearer (.+)$/.exec(headers.get("authorization") ?? "")?.[1] ?? null;
}
