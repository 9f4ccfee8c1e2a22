/**
 * An OpenID Provider on a loopback port, with two people who sign in by choosing their name. It is
 * the one of `@x/auth/testing`, with a page in front, and asks each time.
 *
 * @module
 */

import { createIdp, type Idp } from "@x/auth/testing";
import { choosePage } from "./views.ts";

/** A person with an account at the provider. */
export interface Person {
  /** Subject identifier, the claim `sub`. */
  sub: string;
  /** Full name. */
  name: string;
  /** Email address. */
  email: string;
}

/** All people with an account at the provider. */
const people: readonly Person[] = [
  { sub: "ada", name: "Ada Lovelace", email: "ada@example.com" },
  { sub: "grace", name: "Grace Hopper", email: "grace@example.com" },
];

/** A running provider. */
export interface DemoProvider extends AsyncDisposable {
  /** Issuer identifier, also its origin. */
  issuer: string;
  /** Client id of the only client. */
  clientId: string;
  /** Client secret. */
  clientSecret: string;
}

/**
 * Starts the provider.
 *
 * @param redirectUri redirect URI of the client
 */
export async function startProvider(redirectUri: string): Promise<DemoProvider> {
  const ready = Promise.withResolvers<(request: Request) => Response | Promise<Response>>();
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => await (await ready.promise)(request),
  );
  const issuer = `http://127.0.0.1:${server.addr.port}`;
  const client = { clientId: "demo", clientSecret: crypto.randomUUID() };
  // One server for each person, of one issuer, since a server knows who is signed in at it.
  const idps = new Map<string, Idp>();
  for (const { sub, name, email } of people) {
    const idp = await createIdp({
      issuer,
      ...client,
      user: { sub, name, email, email_verified: true },
    });
    idp.hostile.idTokenClaims = (claims) => claims.auth_time = claims.iat;
    idps.set(sub, idp);
  }
  ready.resolve((request) => answer(request, idps, redirectUri));
  return { issuer, ...client, [Symbol.asyncDispose]: () => server.shutdown() };
}

/** Codes that were issued, and the people who signed in. */
const codes = new Map<string, string>();

async function answer(
  request: Request,
  idps: ReadonlyMap<string, Idp>,
  redirectUri: string,
): Promise<Response> {
  const url = new URL(request.url);
  const [any] = idps.values();
  if (url.pathname === "/jwks") return await publishKeys([...idps.values()], url);
  if (url.pathname === "/token") {
    const form = new URLSearchParams(await request.text());
    const idp = idps.get(codes.get(form.get("code") ?? "") ?? "") ?? any!;
    const { headers } = request;
    return await idp.handler(new Request(url, { method: "POST", headers, body: form }));
  }
  if (url.pathname !== "/authorize") return await any!.handler(request);
  if (url.searchParams.get("redirect_uri") !== redirectUri) {
    return new Response("The redirect URI is not registered", { status: 400 });
  }
  if (request.method === "GET") {
    return new Response(choosePage(people), {
      headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" },
    });
  }
  const sub = new URLSearchParams(await request.text()).get("person") ?? "";
  const idp = idps.get(sub);
  if (!idp) return refuse(url.searchParams, redirectUri, any!.issuer);
  const response = await idp.handler(new Request(url));
  const code = new URL(response.headers.get("location") ?? url).searchParams.get("code");
  if (code) codes.set(code, sub);
  return response;
}

/** The keys of all servers, which have an id each. */
async function publishKeys(idps: readonly Idp[], url: URL): Promise<Response> {
  const sets = await Promise.all(
    idps.map(async (idp) => (await (await idp.handler(new Request(url))).json()).keys),
  );
  return Response.json({ keys: sets.flat() });
}

/** The person chose not to sign in. */
function refuse(asked: URLSearchParams, redirectUri: string, issuer: string): Response {
  const location = new URL(redirectUri);
  location.searchParams.set("error", "access_denied");
  location.searchParams.set("state", asked.get("state") ?? "");
  location.searchParams.set("iss", issuer);
  return new Response(null, { status: 302, headers: { location: location.href } });
}
