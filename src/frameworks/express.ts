/**
 * Authentication for Express 4 and 5.
 *
 * @example
 * ```ts
 * import { ExpressAuth, getSession } from "@x/auth/express";
 * import GitHub from "@x/auth/providers/github";
 *
 * const config = { providers: [GitHub({ clientId: "…" })] };
 *
 * // app.set("trust proxy", 1);            behind one proxy
 * // app.use("/auth", ExpressAuth(config));
 * // app.get("/dashboard", async (req, res) => {
 * //   const session = await getSession(req, config);
 * //   if (!session?.user) return res.redirect("/auth/signin?callbackUrl=/dashboard");
 * //   res.send(`Hello ${session.user.name}`);
 * // });
 * console.log(typeof ExpressAuth(config), typeof getSession);
 * ```
 *
 * @module
 */

import { Auth } from "../auth.ts";
import { setPeer } from "../request/peer.ts";
import type { SessionAndCookies } from "../server/session.ts";
import type { AuthConfig } from "../types/config.ts";
import type { Optional, Session } from "../types/entities.ts";
import { createMounter, onceFor } from "./memory.ts";
import {
  addCookies,
  type NodeRequest,
  type NodeResponse,
  removeCookies,
  sendResponse,
  toHeaders,
  toRequest,
} from "./node.ts";
import { isActionPath } from "./shell.ts";
import { createPreparer, readPrepared, toPublicRequest } from "./wrapper.ts";

export { customFetch } from "../symbols.ts";
export { AuthError, CredentialsSignin } from "../errors.ts";
export type { Account, DefaultSession, Profile, Session, User } from "../types/entities.ts";
export type { NodeRequest, NodeResponse } from "./node.ts";

/** A config; the base path is where the middleware is mounted. */
export type ExpressAuthConfig = Omit<AuthConfig, "raw">;

/** What {@linkcode getSession} answers. */
export type GetSessionResult = Promise<Session | null>;

/** What is used of Express's requests. */
export interface ExpressRequest extends NodeRequest {
  /** Path and query as they arrived. */
  readonly originalUrl: string;
  /** Path the middleware is mounted at. */
  readonly baseUrl: string;
  /** `http` or `https`; what a trusted proxy says counts. */
  readonly protocol: string;
  /** Address of the person, as far as trusted proxies know it. */
  readonly ip?: string | undefined;
  /** Values of the pattern. */
  readonly params: object;
  /** The application, which knows the proxies to trust. */
  readonly app?: {
    /** Reads a setting. */
    get(name: string): unknown;
  } | undefined;
  /** The connection. */
  readonly socket?: {
    /** Address of the other end. */
    readonly remoteAddress?: string | undefined;
    /** Whether it is one over TLS. */
    readonly encrypted?: boolean | undefined;
  } | undefined;
  /** Its response. */
  readonly res?: NodeResponse | undefined;
}

/** A middleware, as Express calls it. */
export type ExpressMiddleware = (
  req: ExpressRequest,
  res: NodeResponse,
  next: (error?: unknown) => void,
) => Promise<void>;

/**
 * A middleware that answers the actions where it is mounted, for example by
 * `app.use("/auth", ExpressAuth(config))`; wildcards (`/auth/*` of Express 4,
 * `/auth/*splat` of Express 5) work too. Under its own path it answers
 * everything; mounted at the root, it leaves the rest to the app.
 *
 * Bodies may be parsed already or not. HTTPS and the host behind a proxy are
 * taken from `x-forwarded-*` headers only with Express's `trust proxy`. What the
 * config leaves open comes from the environment (`AUTH_SECRET`,
 * `AUTH_GITHUB_ID`, …). The host header is trusted with `AUTH_URL`,
 * `AUTH_TRUST_HOST` or `trustHost`, and on loopback origins.
 */
export function ExpressAuth(config: ExpressAuthConfig): ExpressMiddleware {
  const mount = createMounter<ExpressAuthConfig>();
  const prepare = createPreparer(
    (req: ExpressRequest) => mount(config, basePathOf(req) ?? config.basePath ?? BASE_PATH),
    undefined,
    { basePath: ({ basePath }) => basePath ?? BASE_PATH },
  );
  return async (req, res, next) => {
    try {
      const base = basePathOf(req);
      const path = pathOf(req).split("?", 1)[0]!;
      if (base === undefined && !isActionPath(path, config.basePath ?? BASE_PATH)) return next();
      const url = urlOf(req);
      if (url === undefined || UNSPEAKABLE.test(req.method)) {
        return void await sendResponse(res, badRequest());
      }
      const request = toRequest(req, url, toHeaders(req.headers, FORWARDED));
      setPeer(request, req.ip);
      const prepared = await prepare(request, req);
      const response = await Auth(toPublicRequest(request, prepared.origin), prepared.config);
      // A renewal of the old session must not stand beside the cookies of the new one.
      removeCookies(res, sessionsOf(req).cookies);
      await sendResponse(res, response);
    } catch (error) {
      next(error);
    }
  };
}

/**
 * The session of a request, or `null`. Never fails: an unreadable session is
 * logged and means that nobody is signed in. A session that was due for it is
 * extended with the response, if its headers have not been sent.
 *
 * @param config the object that {@linkcode ExpressAuth} got
 */
export async function getSession(
  req: Pick<ExpressRequest, "headers"> & Optional<ExpressRequest>,
  config: ExpressAuthConfig,
): GetSessionResult {
  const known = sessionsOf(req);
  const prepare = onceFor(config, "express", () => createPreparer(config, undefined, MOUNTED));
  let reading = known.sessions.get(config);
  if (!reading) {
    const read = async (): Promise<SessionAndCookies> => {
      const url = urlOf(req);
      if (url === undefined) return { session: null, cookies: [], setCookies: [] };
      const { cookie } = req.headers;
      const request = new Request(url, { headers: toHeaders({ cookie }) });
      const read = await readPrepared(() => prepare(request, request), request);
      known.cookies.push(...read.setCookies);
      if (req.res) addCookies(req.res, read.setCookies);
      return read;
    };
    known.sessions.set(config, reading = read());
  }
  return (await reading).session;
}

const BASE_PATH = "/auth";
/** Sessions are read without knowing where the actions are. */
const MOUNTED = { basePath: ({ basePath }: AuthConfig): string => basePath ?? BASE_PATH };
/** Methods that no `Request` can have. */
const UNSPEAKABLE = /^(CONNECT|TRACE|TRACK)$/i;
/** Express has judged these already. */
const FORWARDED = ["x-forwarded-proto", "x-forwarded-host"];

/** What was read for a request, and the cookies that its response got for it. */
interface Sessions {
  sessions: WeakMap<object, Promise<SessionAndCookies>>;
  cookies: string[];
}

const sessionsOf = (req: object): Sessions =>
  onceFor(req, "express", () => ({ sessions: new WeakMap(), cookies: [] }));

const badRequest = (): Response => new Response("Bad request", { status: 400 });

/** Path and query as they arrived; requests to proxies name a whole URL. */
function pathOf({ originalUrl = "/" }: { originalUrl?: string }): string {
  if (originalUrl.startsWith("/")) return originalUrl;
  if (!URL.canParse(originalUrl)) return "/";
  const { pathname, search } = new URL(originalUrl);
  return pathname + search;
}

/** Public URL of a request, or `undefined` when its host is nonsense. */
function urlOf(
  req: Pick<ExpressRequest, "headers"> & Optional<ExpressRequest>,
): string | undefined {
  const trust = req.app?.get("trust proxy fn");
  const isTrusted = typeof trust === "function" &&
    trust(req.socket?.remoteAddress, 0) === true;
  const first = (name: string) => [req.headers[name]].flat()[0]?.split(",", 1)[0]?.trim();
  const host = (isTrusted && first("x-forwarded-host")) || first("host") || first(":authority");
  // The forwarded scheme can be any text, even from a trusted proxy.
  const isSecure = req.protocol ? req.protocol === "https" : req.socket?.encrypted;
  const scheme = isSecure ? "https" : "http";
  if (!host || !/^[\w.:[\]-]+$/.test(host) || !URL.canParse(`${scheme}://${host}`)) return;
  return `${scheme}://${host}${pathOf(req)}`;
}

/**
 * Where the middleware is mounted, or `undefined` at the root.
 *
 * | Mounted by | `baseUrl` | `params` | Base path |
 * |---|---|---|---|
 * | `use("/auth")` | `/auth` | `{}` | `/auth` |
 * | `use("/auth/*")` of Express 4 | `/auth/signin/github` | `{ 0: "signin/github" }` | `/auth` |
 * | `use("/auth/*splat")` of Express 5 | `/auth/signin/github` | `{ splat: ["signin", "github"] }` | `/auth` |
 * | `all("/auth/*")` in a router under `/api` | `/api` | `{ 0: "session" }` | `/api/auth` |
 */
function basePathOf(req: ExpressRequest): string | undefined {
  const segments = pathOf(req).split("?", 1)[0]!.split("/");
  for (const [name, value] of Object.entries(req.params ?? {})) {
    const isWildcard = Array.isArray(value) || (/^\d+$/.test(name) && typeof value === "string");
    if (!isWildcard) continue;
    const tail: string[] = Array.isArray(value) ? value : value.split("/");
    const end = segments.slice(-tail.length).map(decode);
    if (tail.length < segments.length && end.join("/") === tail.join("/")) {
      return segments.slice(0, -tail.length).join("/") || undefined;
    }
  }
  return req.baseUrl || undefined;
}

/** Express has refused malformed encodings in what it matched. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
