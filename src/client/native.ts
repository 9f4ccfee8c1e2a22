/**
 * The client of an app without cookies: it signs in, keeps its tokens, and refreshes them.
 *
 * @example
 * ```ts
 * import { createNativeClient } from "@x/auth/client/native";
 * import { assertEquals } from "@std/assert";
 *
 * let kept: string | null = null;
 * const auth = createNativeClient({
 *   url: "https://app.example/auth",
 *   client: "Acme CLI",
 *   storage: { get: () => kept, set: (text) => kept = text },
 * });
 * assertEquals(await auth.session(), null); // no user is signed in
 *
 * // Opens a browser, and waits at the redirect URI for what it brings.
 * async function signIn(open: (url: string) => void, receive: () => Promise<string>) {
 *   await auth.signIn({ redirectUri: "http://127.0.0.1:8765/callback", open, receive });
 *   return await auth.fetch("https://app.example/api/papers");
 * }
 * ```
 *
 * @module
 */

import { nowMs } from "../base/time.ts";
import { withoutEnd } from "../base/trim.ts";
import type { Session } from "../types/entities.ts";
import { createFlow, type Flow, type FlowOptions } from "./flow.ts";
import { makeDPoP, type NativeCrypto } from "./native_dpop.ts";
import {
  createNativeStore,
  type NativeState,
  type NativeStorage,
  type NativeTokens,
  withEnded,
} from "./native_store.ts";
import {
  authSession,
  type AuthSessionBrowser,
  type BrowserSignIn,
  NativeSignInError,
  signInByBrowser,
} from "./native_sign_in.ts";
import type { NativeAnswer, TokenAnswer } from "./native_answers.ts";
import { type AppStates, createNativeUseSession, type SessionSource } from "./native_session.ts";
import { secureStorage, type SecureStore } from "./secure_storage.ts";

export { authSession, createNativeUseSession, NativeSignInError, secureStorage };
export type { AppStates, AuthSessionBrowser, BrowserSignIn, NativeCrypto, NativeStorage };
export type { SecureStore, SessionSource };
export type { StateHooks, UseSession, UseSessionOptions, UseSessionResult } from "./use_session.ts";
export type { Flow, FlowOptions } from "./flow.ts";

/** Options of {@linkcode createNativeClient}. */
export interface NativeClientOptions {
  /** URL of the service: its origin and base path, such as `https://app.example/auth`. */
  url: string;
  /** Keeps the tokens. A secret: use what the system has for secrets. */
  storage: NativeStorage;
  /**
   * Origins of requests that get the access token. Default: that of `url`. A request to another one
   * is an error, so that no token goes to a stranger.
   */
  origins?: readonly string[] | undefined;
  /** Name of the app, which the user sees: 1 to 64 letters of ASCII, digits, spaces and some signs.
   * Default: none. */
  client?: string | undefined;
  /**
   * Key that the tokens are bound to (RFC 9449): ECDSA with P-256, or Ed25519. Keep it where it cannot
   * be read, so that a copy of the tokens opens nothing. Default: the tokens are bound to none.
   */
  dpop?: CryptoKeyPair | undefined;
  /**
   * Random bytes and digests, where the engine has no Web Crypto: the module `expo-crypto`, for
   * example. Default: `crypto` of the engine.
   *
   * @since 0.3.0
   */
  crypto?: NativeCrypto | undefined;
  /** Sends all requests. Default: `fetch`. */
  fetch?: typeof fetch | undefined;
}

/** A client without cookies. */
export interface NativeClient {
  /** The steps of a sign-in, or of another page, for an app that draws them itself. */
  flow(options?: Omit<FlowOptions, "basePath" | "history" | "service">): Flow;
  /**
   * Asks an action of the service as a page does: the options of a passkey, for example.
   *
   * @param path path below the base path, with its query
   * @param fields fields of a form. Default: it is a `GET`
   */
  call(path: string, fields?: Readonly<Record<string, string>>): Promise<Response>;
  /**
   * Sends a request with the access token, which is refreshed before it expires, and after a 401.
   *
   * @throws {TypeError} for an origin that is not one of `origins`
   */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
  /**
   * Signs in in the browser of the user.
   *
   * @throws {NativeSignInError} when the user or the service refuses, or the answer is not for this
   * request
   */
  signIn(options: BrowserSignIn): Promise<void>;
  /**
   * Signs in with an ID token of a native SDK.
   *
   * @param provider id of the provider
   * @param getIdToken asks the SDK for an ID token with the nonce
   * @returns URL of the step that follows, for `go` of a flow: a second factor, for example;
   * `undefined` when the user is signed in
   * @throws {NativeSignInError} when the token is refused
   */
  withIdToken(
    provider: string,
    getIdToken: (nonce: string) => string | Promise<string>,
  ): Promise<string | undefined>;
  /** The session; `null` when no user is signed in. */
  session(): Promise<Session | null>;
  /**
   * Signs out, here in any case and at the service. A service that cannot be reached is told by a later
   * request of this client.
   *
   * @throws the error of a storage that keeps the tokens
   */
  signOut(): Promise<void>;
  /**
   * Calls the listener after a sign-in, and after the end of a session; returns a function that stops
   * it. What the listener throws is ignored.
   *
   * @since 0.3.0
   */
  onChange(listener: () => void): () => void;
}

/** `false` when another session has begun or ended since a request. */
type IsCurrent = (known: NativeState) => boolean;

/** Seconds before the expiry of an access token at which it is refreshed. */
const EARLY = 10;

function isUsable({ accessToken, expiresAt }: NativeTokens, stale?: NativeTokens): boolean {
  return accessToken !== stale?.accessToken && expiresAt - EARLY * 1000 > nowMs();
}

/** Not every engine of an app has `Response.json`. */
function toResponse(data: unknown, status: number): Response {
  const headers = { "content-type": "application/json" };
  return new Response(JSON.stringify(data), { status, headers });
}

/** `true` for an answer that can refuse a code or a token (RFC 6749 §5.2). */
function isRefusal({ status }: Response): boolean {
  return status === 400 || status === 401;
}

/** `true` when the service has ended the session of a token, or can never read the token. */
async function isTold(response: Response): Promise<boolean> {
  const answer: TokenAnswer | null = await response.json().catch(() => null);
  return response.ok
    ? answer !== null
    : response.status === 400 && answer?.error === "invalid_request";
}

function failure({ status }: Response): TypeError {
  return new TypeError(`The service answered with status ${status}`);
}

/** Makes a client. It reads the storage at its first request. */
export function createNativeClient(options: NativeClientOptions): NativeClient {
  const service = new URL(withoutEnd(options.url, "/"));
  const base = service.href.replace(/\/$/, "");
  const basePath = service.pathname.replace(/\/$/, "");
  const {
    client,
    dpop,
    crypto,
    fetch: send = (...args: Parameters<typeof fetch>) => fetch(...args),
  } = options;
  const origins = options.origins ?? [service.origin];
  const listeners = new Set<() => void>();
  const store = createNativeStore(options.storage, () => {
    for (const listener of [...listeners]) {
      try {
        listener();
      } catch {
        // It must not decide whether a sign-out succeeds.
      }
    }
  });
  /** The refresh that is under way: all requests of its session share it. */
  let refreshing: { session: string; done: Promise<NativeTokens | undefined> } | undefined;
  /** Sign-outs: a request that was sent before one must not begin a session after it. */
  let signOuts = 0;
  /** What the service is told about sessions that ended here. */
  let telling: Promise<void> | undefined;
  /** The last nonce of the service, which knows the time where the clock here is wrong. */
  let nonce: string | undefined;
  /** The last call: each needs the state that the one before has brought. */
  let calls: Promise<unknown> = Promise.resolve();

  /** @param token access token of the request. Default: none */
  async function post(path: string, body: BodyInit, headers = {}, token?: string) {
    const url = `${base}/native/${path}`;
    return await sendProven(async () => {
      const own: Record<string, string> = token === undefined
        ? dpop ? { dpop: await makeDPoP(dpop, "POST", url, { nonce }) } : {}
        : await withToken(token, "POST", url);
      return await send(url, { method: "POST", headers: { ...headers, ...own }, body });
    });
  }

  /** Sends a request, and once more when its proof needs a nonce of the service (RFC 9449 §8). */
  async function sendProven(attempt: () => Promise<Response>): Promise<Response> {
    const response = await attempt();
    const asked = response.headers.get("dpop-nonce");
    if (!dpop || asked === null || response.status !== 400 && response.status !== 401) {
      return response;
    }
    nonce = asked;
    await response.body?.cancel();
    return await attempt();
  }

  async function postJson(path: string, body: object, token?: string) {
    return await post(path, JSON.stringify(body), { "content-type": "application/json" }, token);
  }

  async function postForm(path: string, fields: Record<string, string>) {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    return await post(path, `${new URLSearchParams(fields)}`, headers);
  }

  /** @param isRepeatable `true` asks once more where no answer has arrived. Default `false` */
  async function tokensFrom(
    fields: Record<string, string>,
    isRepeatable = false,
  ): Promise<TokenAnswer> {
    const ask = async () => {
      const response = await postForm("token", fields);
      return { response, answer: await response.json() as TokenAnswer | null };
    };
    const { response, answer } = await (isRepeatable ? ask().catch(ask) : ask());
    const { access_token, refresh_token, error } = answer ?? {};
    if (
      answer && response.ok && typeof access_token === "string" && typeof refresh_token === "string"
    ) {
      return answer;
    }
    // What has another status, such as 429, says nothing about the code or the token.
    if (answer && isRefusal(response) && typeof error === "string" && access_token === undefined) {
      return answer;
    }
    throw failure(response);
  }

  /** Headers with the access token, for one request. */
  async function withToken(
    token: string,
    method: string,
    url: string,
  ): Promise<Record<string, string>> {
    if (!dpop) return { authorization: `Bearer ${token}` };
    const proof = await makeDPoP(dpop, method, url, { token, nonce });
    return { authorization: `DPoP ${token}`, dpop: proof };
  }

  /**
   * Tokens that are valid for some seconds; `undefined` when there are none, or those of another
   * session than at the start: a request of one user must not be sent for the next one.
   *
   * @param stale those that were refused
   */
  async function validTokens(stale?: NativeTokens): Promise<NativeTokens | undefined> {
    const { tokens, ended } = await store.read();
    if (ended) void tellEnds().catch(() => {});
    if (!tokens) return undefined;
    const { session } = stale ?? tokens;
    if (tokens.session !== session) return undefined;
    if (isUsable(tokens, stale)) return tokens;
    const next = await sharedRefresh(session, stale);
    return next?.session === session ? next : undefined;
  }

  async function sharedRefresh(
    session: string,
    stale: NativeTokens | undefined,
  ): Promise<NativeTokens | undefined> {
    if (refreshing?.session === session) return await refreshing.done;
    const mine = refreshing = { session, done: refresh(stale) };
    try {
      return await mine.done;
    } finally {
      if (refreshing === mine) refreshing = undefined;
    }
  }

  async function refresh(stale: NativeTokens | undefined): Promise<NativeTokens | undefined> {
    // Another process with the same storage may have refreshed: the refresh token that was read
    // before would then count as a copied one.
    const { tokens } = await store.reload();
    if (!tokens) return undefined;
    if (isUsable(tokens, stale)) return tokens;
    const { refreshToken } = tokens;
    const fields = { grant_type: "refresh_token", refresh_token: refreshToken };
    // Where an answer was lost, the token is used up. For ten seconds the service gives it again.
    const answer = await tokensFrom(fields, true);
    if (answer.access_token === undefined) {
      // Nothing else says that the session is over.
      if (answer.error !== "invalid_grant") {
        throw new TypeError(`The service refused the refresh: ${answer.error}`);
      }
      // Another process may do so at this moment.
      const known = await store.successor(refreshToken, answer.replaced === true);
      if (known) return known;
      // Its answer may be under way, so the user stays signed in.
      if (answer.replaced) throw new TypeError("The session is refreshed elsewhere: try again");
      await store.write((now) =>
        now.tokens?.refreshToken === refreshToken ? { tokens: undefined, state: undefined } : {}
      );
      return undefined;
    }
    // Who has signed out meanwhile stays so.
    return await store.renew(answer, refreshToken);
  }

  /** Calls an endpoint of pages, after the calls before. */
  function call(path: string, method: string, body?: object): Promise<Response> {
    const mine = calls.catch(() => {}).then(() => callNow(path, method, body));
    calls = mine;
    return mine;
  }

  async function callNow(path: string, method: string, body?: object): Promise<Response> {
    let tokens = await validTokens();
    for (let attempt = 0;; attempt++) {
      const isCurrent = sentFor(tokens);
      const { state } = await store.read();
      const sent = { path, method, body, state, client };
      const response = await postJson("call", sent, tokens?.accessToken);
      if (response.status !== 401 || tokens === undefined || attempt > 0) {
        return await apply(response, isCurrent);
      }
      await response.body?.cancel();
      tokens = await validTokens(tokens);
    }
  }

  /** Keeps what a call has brought, and returns what a browser would have got. */
  async function apply(response: Response, isCurrent: IsCurrent): Promise<Response> {
    const answer: NativeAnswer = await response.json();
    if (!response.ok) return toResponse(answer, response.status);
    if (typeof answer?.status !== "number") throw new TypeError("The answer is not of the service");
    await keep(answer, isCurrent);
    const { status, location, body } = answer;
    return location === undefined
      ? toResponse(body ?? null, status)
      : toResponse({ url: location }, 200);
  }

  /** Says whether the answer to a request that is sent now still counts when it comes. */
  function sentFor(tokens: NativeTokens | undefined): IsCurrent {
    const before = signOuts;
    return (known) => signOuts === before && known.tokens?.session === tokens?.session;
  }

  /** @throws {TypeError} when the answer has begun a session, and came too late */
  async function keep(
    answer: Parameters<typeof store.apply>[0],
    isCurrent: IsCurrent,
  ): Promise<void> {
    if (await store.apply(answer, isCurrent)) return;
    await tellEnds();
    throw new TypeError("Another session has begun or ended meanwhile: sign in again");
  }

  /** Tells the service of sessions that ended here. */
  function tellEnds(): Promise<void> {
    return telling ??= tell().finally(() => telling = undefined);
  }

  async function tell(): Promise<void> {
    for (let ended; (ended = (await store.read()).ended);) {
      const [token] = ended;
      const response = await postForm("revoke", { token: token! }).catch(() => undefined);
      if (!response || !await isTold(response)) return;
      await store.write(({ ended }) => {
        const rest = ended?.filter((one) => one !== token);
        return { ended: rest?.length ? rest : undefined };
      });
    }
  }

  function pathOf(url: string): string {
    return new URL(url, service).href.slice(base.length + 1);
  }

  return {
    flow: (flowOptions = {}) =>
      createFlow({
        ...flowOptions,
        basePath,
        service: {
          origin: service.origin,
          fetch: (url, { method = "GET", body } = {}) =>
            call(pathOf(url), method, body && Object.fromEntries(body)),
        },
      }),

    call: (path, fields) => call(path, fields ? "POST" : "GET", fields),

    async fetch(input, init) {
      const request = new Request(input, init);
      if (!origins.includes(new URL(request.url).origin)) {
        throw new TypeError(`Cannot send the access token to ${request.url}: set \`origins\``);
      }
      const tokens = await validTokens();
      if (tokens === undefined) return await send(request);
      const sendWith = ({ accessToken }: NativeTokens) =>
        sendProven(async () => await send(await signed(request.clone(), accessToken)));
      const response = await sendWith(tokens);
      if (response.status !== 401) return response;
      const next = await validTokens(tokens);
      if (next === undefined || next.accessToken === tokens.accessToken) return response;
      await response.body?.cancel();
      return await sendWith(next);
    },

    async signIn(how) {
      let before = signOuts;
      const { access_token, refresh_token, expires_in = 0 } = await signInByBrowser(
        { ...how, base, client, crypto },
        async (fields) => {
          before = signOuts;
          return await tokensFrom(fields);
        },
      );
      const tokens = {
        accessToken: access_token!,
        refreshToken: refresh_token!,
        expiresIn: expires_in,
      };
      await keep({ tokens }, () => signOuts === before);
    },

    async withIdToken(provider, getIdToken) {
      const asked = await postJson("nonce", {});
      const { nonce } = await asked.json() as { nonce?: string };
      if (!asked.ok || typeof nonce !== "string") throw failure(asked);
      const idToken = await getIdToken(nonce);
      const tokens = await validTokens();
      const isCurrent = sentFor(tokens);
      const { state } = await store.read();
      const body = { provider, idToken, nonce, state, client };
      const response = await postJson("id-token", body, tokens?.accessToken);
      const answer: NativeAnswer = await response.json();
      if (!response.ok) throw new NativeSignInError(answer.error ?? "server_error");
      await keep(answer, isCurrent);
      return answer.tokens ? undefined : answer.location;
    },

    async session() {
      if (await validTokens() === undefined) return null;
      const response = await call("session", "GET");
      // A session that is over is answered with `null`. A refusal says nothing about it.
      if (response.ok) return await response.json();
      throw failure(response);
    },

    async signOut() {
      signOuts++;
      try {
        await store.write((known) => ({
          ...known.tokens ? withEnded(known, known.tokens.refreshToken) : {},
          tokens: undefined,
          state: undefined,
        }));
      } finally {
        await tellEnds();
      }
    },

    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };

  async function signed(request: Request, token: string): Promise<Request> {
    const headers = new Headers(request.headers);
    const own = await withToken(token, request.method, request.url);
    for (const [name, value] of Object.entries(own)) headers.set(name, value);
    return new Request(request, { headers });
  }
}
