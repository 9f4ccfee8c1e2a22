/**
 * `POST native/call`: the endpoints that pages use, as JSON, for a client without cookies. What a
 * browser keeps as cookies goes through the client: those of a sign-in that is not over as the sealed
 * `state`, that of the session as tokens.
 *
 * Nothing that a browser adds by itself counts here, so there is nothing that another site could
 * use: any origin may call it.
 *
 * @module
 */

import { dispatch } from "../../core/dispatch.ts";
import { endpointAt, toActionPath } from "../../http/paths.ts";
import {
  type IssuedTokens,
  OAuthRefusal,
  readDPoPKey,
  requireText,
  textIn,
} from "../../credentials/form.ts";
import { type Opened, openValid, seal } from "../../credentials/sealed.ts";
import { lazy } from "../../base/lazy.ts";
import { isRecord } from "../../base/objects.ts";
import { nowSeconds } from "../../base/time.ts";
import { isStoreFailure } from "../../hooks/adapter.ts";
import { findProvider } from "../../hooks/providers.ts";
import { hasLong, longField } from "../../request/parse.ts";
import { JSON_HEADERS } from "../../response/respond.ts";
import { toCookieHeader } from "../../server/cookies.ts";
import type {
  CallHandler,
  CallRequest,
  RequestInternal,
  ResolvedConfig,
  ResponseInternal,
} from "../../types/internal.ts";
import { type AccessTokenContent, makeAccessToken, readAccessToken } from "./access_token.ts";
import { beginFamily, forgetEnded, keepCookies } from "./families.ts";
import { answering, clientIn } from "./refusal.ts";
import { SEALS } from "./seals.ts";
import {
  areSame,
  findIdentity,
  type SessionCookies,
  standIn,
  takeSession,
  toHeader,
} from "./session_cookies.ts";
import { type NativeRequest, nativeRequest } from "./settings.ts";

const requestLimits = lazy(() => import("../../limits/request.ts"));

/** Content of `state`. */
interface StateContent {
  /** Cookies, as a `Cookie` header has them. */
  readonly cookies: string;
}

/** Answer of the endpoint. */
export interface CallAnswer {
  /** Status that a browser would get. */
  readonly status: number;
  /** Data of the page, or the result of the action; absent for a redirect. */
  readonly body?: unknown;
  /** URL that a browser would be led to. */
  readonly location?: string;
  /** For the next call; `null` when there is nothing to keep. */
  readonly state: string | null;
  /** Tokens of a session that began or changed; `null` when it ended. Absent: they stay. */
  readonly tokens?: IssuedTokens | null;
}

/** `POST native/call` */
export const callHandler: CallHandler = answering(async (request, config) => {
  const call = nativeRequest(request, config);
  const client = clientIn(request.body);
  const access = await readAccessToken(call);
  const state = await stateIn(call, request.body);
  const read = await innerRequest(request, call, {
    client,
    cookieHeader: [state, access && toHeader(call, access.session)]
      .filter(Boolean).join("; "),
  });
  // Anyone can send a proof, which is verified and remembered.
  const isCounted = !access && call.request.headers.has("dpop");
  if (isCounted && config.limits) {
    await (await requestLimits()).countRequest(read, config, config.limits);
  }
  const inner = { ...read, isCounted };
  // The proof of a bound access token has been used.
  const jkt = access?.jkt ?? await readDPoPKey(call);
  const { answer, error } = await dispatch(inner, config);
  // The whole call can be repeated: no token was given, and `state` is what it was.
  if (isStoreFailure(error)) throw error;
  return {
    headers: JSON_HEADERS,
    body: await answerFor(call, answer, inner, access, { client, jkt }),
  };
});

/** The cookies that a client sends as `state`; `undefined` for none, and when they are too old. */
export async function stateIn(
  { config }: NativeRequest,
  body: CallRequest["body"],
): Promise<string | undefined> {
  return (await openValid<StateContent>(config, SEALS.state, textIn(body, "state")))?.cookies;
}

/** The answer to a client, from that to a browser. */
export async function answerFor(
  call: NativeRequest,
  { status, body, redirect, cookies = [] }: ResponseInternal,
  { cookieHeader, origin }: Pick<RequestInternal, "cookieHeader" | "origin">,
  access: Opened<AccessTokenContent> | undefined,
  client: { client: string | undefined; jkt: string | undefined },
): Promise<CallAnswer> {
  const { session, rest } = takeSession(call, toCookieHeader(cookieHeader, cookies));
  const tokens = await tokensFor(call, access, session, client);
  return {
    status: status ?? 200,
    ...redirect === undefined ? { body } : { location: new URL(redirect, origin).href },
    state: rest === ""
      ? null
      : await seal(call.config, SEALS.state, { cookies: rest } satisfies StateContent),
    ...tokens === undefined ? {} : { tokens },
  };
}

/** Tokens after a call; `undefined`: those that the client has stay. */
async function tokensFor(
  call: NativeRequest,
  access: Opened<AccessTokenContent> | undefined,
  session: SessionCookies | undefined,
  client: { client: string | undefined; jkt: string | undefined },
): Promise<IssuedTokens | null | undefined> {
  if (!session) {
    if (!access) return undefined;
    await forgetEnded(call, access.family, access.sessionId);
    return null;
  }
  if (access && areSame(session, access.session)) return undefined;
  const identity = await findIdentity(call, session);
  if (access && identity?.id === access.sessionId) {
    await keepCookies(call, access.family, session);
    // Neither a later expiry nor a refresh token: a stolen access token would get both.
    const seconds = access.exp - nowSeconds();
    return seconds > 0
      ? await makeAccessToken(call.config, { ...access, session }, seconds)
      : undefined;
  }
  if (access) await forgetEnded(call, access.family, access.sessionId);
  return identity && await beginFamily(call, identity, session, client);
}

/** The request as a browser would have sent it. */
async function innerRequest(
  { body = {} }: CallRequest,
  call: NativeRequest,
  { client, cookieHeader }: { client: string | undefined; cookieHeader: string },
): Promise<RequestInternal> {
  const { config, origin } = call;
  const method = requireText(body, "method");
  if (method !== "GET" && method !== "POST") {
    throw new OAuthRefusal("invalid_request", "`method` must be GET or POST");
  }
  const fields = body.body ?? undefined;
  if (fields !== undefined && !isRecord(fields)) {
    throw new OAuthRefusal("invalid_request", "`body` must be an object");
  }
  const url = makeUrl(call, requireText(body, "path"));
  const { action, providerId, path, params } = await actionAt(config, url, method);
  const query = withoutPrototype(url.searchParams);
  const posted = method === "POST" ? withoutPrototype(Object.entries(fields ?? {})) : undefined;
  const { fieldCharacters } = config.sizes;
  if (hasLong(query, fieldCharacters) || hasLong(posted, fieldCharacters)) throw longField(config);
  const request = standIn(call.request, { url: url.href, method });
  request.headers.set("accept", "application/json");
  if (client !== undefined) request.headers.set("user-agent", client);
  return {
    ...{ origin, action, providerId, path, params, method, query, cookieHeader, request },
    body: posted,
    returnRedirect: true,
    wantsJson: true,
    // No cookie came from a browser, so no other site could have made one send it.
    skipsCsrf: true,
  };
}

/** The URL of a path below the base path. */
function makeUrl({ config, origin }: NativeRequest, path: string): URL {
  const base = `${origin}${config.basePath}/`;
  const text = path.replace(/^\/+/, "");
  const url = URL.canParse(text, base) ? new URL(text, base) : undefined;
  if (url?.origin !== origin || !url.pathname.startsWith(`${config.basePath}/`)) {
    throw unknownPath();
  }
  if (url.pathname.length > config.sizes.pathCharacters) throw unknownPath();
  return url;
}

/** The action of a URL: one of a browser that needs no redirect to a provider. */
async function actionAt(config: ResolvedConfig, { pathname }: URL, method: "GET" | "POST") {
  const { basePath, enabledPaths } = config;
  const found = toActionPath(pathname, basePath, enabledPaths);
  if (!found?.isExact) throw unknownPath();
  const { action, path, providerId } = found;
  const isOwn = action.startsWith("/") || action === "native" || action.startsWith("native/");
  if (isOwn || path !== undefined && endpointAt(config, path, method)?.kind !== "ambient") {
    throw unknownPath();
  }
  const kind = (await findProvider(config, providerId))?.type;
  const redirects = action === "callback" || action === "signin" && method === "POST";
  if (redirects && (kind === "oauth" || kind === "oidc")) {
    throw new OAuthRefusal(
      "browser_required",
      `A sign-in with "${providerId}" needs a browser: open \`native/authorize?provider=${providerId}\``,
    );
  }
  return found;
}

function unknownPath(): OAuthRefusal {
  return new OAuthRefusal("invalid_request", "`path` is not the path of an action for browsers");
}

function withoutPrototype<T>(entries: Iterable<readonly [string, T]>): Record<string, T> {
  const record: Record<string, T> = Object.create(null);
  for (const [name, value] of entries) if (name !== "__proto__") record[name] = value;
  return record;
}
