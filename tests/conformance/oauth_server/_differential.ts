/**
 * Asks two authorization servers the same, and compares the verdicts: accepted, or the code of the
 * error.
 *
 * @module
 */

import {
  type Authentication,
  type Case,
  type Endpoint,
  type Fields,
  rightRequest,
  VERIFIER,
  WORDS,
} from "./_differential_cases.ts";
import { APP_CALLBACKS, CALLBACK, type Judged, LOOPBACK, SECRET } from "./_judged.ts";
import type { ServerBrowser } from "./_browser.ts";

/** A server with the browser of a signed-in user. */
export type Asked = Judged & { readonly browser: ServerBrowser };

/**
 * A verdict: `"code"` and `"ask"` (a page for the user) of the authorization endpoint, `"ok"`,
 * `"active"` and `"inactive"` of others, `"page"` for an error page, else the code of the error. That
 * of a revocation says what a refresh is answered with after it.
 */
export type Verdict = string;

/** Asks one server. */
export interface Asker {
  ask(asked: Case): Promise<Verdict>;
}

interface Tokens {
  access_token: string;
  refresh_token: string;
  id_token: string;
}

/** Places where a client may get an answer. */
const REGISTERED = [CALLBACK, ...APP_CALLBACKS];

/** Makes it. */
export async function createAsker(site: Asked): Promise<Asker> {
  const metadata = await (await fetch(`${site.issuer}/.well-known/openid-configuration`)).json();
  const urls: Record<Endpoint, string> = {
    authorize: metadata.authorization_endpoint,
    introspect: metadata.introspection_endpoint,
    par: metadata.pushed_authorization_request_endpoint,
    revoke: metadata.revocation_endpoint,
    token: metadata.token_endpoint,
  };
  /** Sends the browser to the server; it follows nothing. */
  const visit = async (fields: Fields): Promise<Response> => {
    const url = new URL(urls.authorize);
    url.search = String(new URLSearchParams(fields.map(([name, value]) => [name, value])));
    const cookie = site.browser.cookies.header(url, { crossSite: true });
    const response = await fetch(url, {
      redirect: "manual",
      headers: { cookie, "accept": "text/html", "sec-fetch-site": "cross-site" },
    });
    site.browser.cookies.store(url, response.headers.getSetCookie());
    return response;
  };
  const post = async (
    endpoint: Endpoint,
    fields: Fields,
    client: string,
    authentication: Authentication,
  ): Promise<Response> => {
    const body = new URLSearchParams(fields.map(([name, value]) => [name, value]));
    const headers = authenticate(body, client, authentication);
    return await fetch(urls[endpoint], { method: "POST", body, headers });
  };
  /** Replaces the words in the fields of the right request. */
  const inWords = (fields: Fields, words: Readonly<Record<string, string>>): Fields =>
    fields.map(([name, value]) => [
      name,
      value.replace(/\{[\w-]+\}/, (word) => words[word] ?? word),
    ]);
  const places = { [WORDS.resource]: site.resource, [WORDS.issuer]: site.issuer };

  const codeFor = async (client: "cli" | "web"): Promise<string> => {
    const response = await visit(inWords(rightRequest(client), places));
    await response.body?.cancel();
    const code = new URL(response.headers.get("location") ?? site.issuer).searchParams.get("code");
    if (!code) throw new Error(`${site.name} gave no code: ${response.status}`);
    return code;
  };
  const way = (client: "cli" | "web") => client === "web" ? "basic" : "none";
  const tokensFor = async (client: "cli" | "web", code?: string): Promise<Tokens> => {
    const response = await post(
      "token",
      [
        ["grant_type", "authorization_code"],
        ["code", code ?? await codeFor(client)],
        ["redirect_uri", CALLBACK],
        ["code_verifier", VERIFIER],
        ["resource", site.resource],
      ],
      client,
      way(client),
    );
    if (!response.ok) throw new Error(`${site.name} gave no tokens: ${await response.text()}`);
    return await response.json();
  };
  /** Makes what the words of the case stand for. */
  const makers: Readonly<Record<string, (client: "cli" | "web") => Promise<string>>> = {
    [WORDS.code]: codeFor,
    [WORDS.otherCode]: (client) => codeFor(other(client)),
    [WORDS.usedCode]: async (client) => {
      const code = await codeFor(client);
      await tokensFor(client, code);
      return code;
    },
    [WORDS.idToken]: async (client) => (await tokensFor(client)).id_token,
    [WORDS.otherRefreshToken]: async (client) => (await tokensFor(other(client))).refresh_token,
    [WORDS.oldRefreshToken]: async (client) => {
      const { refresh_token: token } = await tokensFor(client);
      const fields: Fields = [["grant_type", "refresh_token"], ["refresh_token", token]];
      await (await post("token", fields, client, way(client))).body?.cancel();
      return token;
    },
  };

  return {
    async ask({ endpoint, client, fields, authentication = "none" }) {
      const words: Record<string, string> = { ...places };
      let held: Tokens | undefined;
      for (const [, value] of fields) {
        if (words[value]) continue;
        if (value === WORDS.accessToken || value === WORDS.refreshToken) {
          held ??= await tokensFor(client);
          words[WORDS.accessToken] = held.access_token;
          words[WORDS.refreshToken] = held.refresh_token;
        } else if (makers[value]) words[value] = await makers[value](client);
      }
      const sent = inWords(fields, words);
      if (endpoint === "authorize") return await verdictOfVisit(await visit(sent), site.issuer);
      const verdict = await verdictOf(
        endpoint,
        await post(endpoint, sent, client, authentication),
      );
      if (endpoint !== "revoke" || !held) return verdict;
      // The answer says nothing about what has ended.
      const refresh: Fields = [
        ["grant_type", "refresh_token"],
        ["refresh_token", held.refresh_token],
      ];
      const after = await post("token", refresh, client, way(client));
      return `${verdict}, then a refresh: ${await verdictOf("token", after)}`;
    },
  };
}

function other(client: "cli" | "web"): "cli" | "web" {
  return client === "web" ? "cli" : "web";
}

/** Adds the fields, and returns the headers. */
function authenticate(
  body: URLSearchParams,
  client: string,
  authentication: Authentication,
): Record<string, string> {
  const basic = (id: string, secret: string) => ({
    authorization: `Basic ${btoa(`${id}:${secret}`)}`,
  });
  const named = () => body.has("client_id") || body.set("client_id", client);
  switch (authentication) {
    case "basic":
      return basic(client, SECRET);
    case "basic-wrong":
      return basic(client, `${SECRET}x`);
    case "unknown-client":
      return basic("unknown", SECRET);
    case "both":
      named();
      body.set("client_secret", SECRET);
      return basic(client, SECRET);
    case "post":
      named();
      body.set("client_secret", SECRET);
      return {};
    case "post-wrong":
      named();
      body.set("client_secret", `${SECRET}x`);
      return {};
    case "none":
      named();
      return {};
  }
}

/** The verdict of the endpoint for browsers. */
async function verdictOfVisit(response: Response, issuer: string): Promise<Verdict> {
  const text = await response.text();
  const location = response.headers.get("location");
  if (location === null || response.status < 300 || response.status > 399) {
    const forms = [...text.matchAll(/<form[^>]{0,2000}>/g)].map(([form]) => form);
    const isPosted = forms.some((form) =>
      form.includes('method="post"') && /action="https:/.test(form) &&
      !form.includes(`action="${issuer}/`)
    );
    if (isPosted) return /name="error" value="(\w+)"/.exec(text)?.[1] ?? "code";
    return response.ok ? "ask" : "page";
  }
  const url = new URL(location, issuer);
  if (url.origin === issuer) return url.pathname.endsWith("/error") ? "page" : "ask";
  const isRegistered = REGISTERED.includes(url.origin + url.pathname) ||
    url.protocol === "http:" && url.hostname === "127.0.0.1" &&
      url.pathname === new URL(LOOPBACK).pathname;
  if (!isRegistered) return `LED TO ${url}`;
  const answer = url.hash.length > 1 ? new URLSearchParams(url.hash.slice(1)) : url.searchParams;
  return answer.get("error") ?? (answer.has("code") ? "code" : "no answer");
}

/** The verdict of an endpoint for programs. */
async function verdictOf(endpoint: Endpoint, response: Response): Promise<Verdict> {
  const text = await response.text();
  let body: Record<string, unknown> = {};
  try {
    body = JSON.parse(text);
  } catch {
    // An answer without a body.
  }
  if (!response.ok) return String(body.error ?? `status ${response.status}`);
  return endpoint === "introspect" ? body.active ? "active" : "inactive" : "ok";
}
