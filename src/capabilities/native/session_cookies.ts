/**
 * The cookies of a session, which a client without cookies has inside of its tokens.
 *
 * @module
 */

import { chunkNames, joinChunks, parseCookies } from "../../http/cookie.ts";
import { copyClientAddress } from "../../http/client_address.ts";
import { createContext, makeCookieTable } from "../../request/context.ts";
import { sessionOf } from "../../session/strategies.ts";
import { SUFFIX } from "../../session/recorded_proof.ts";
import type { SessionIdentity } from "../../types/identity.ts";
import type { Context } from "../../types/internal.ts";
import type { NativeRequest } from "./settings.ts";

/** Values of the cookies of a session. */
export interface SessionCookies {
  /** That of the session cookie, its chunks joined. */
  readonly token: string;
  /** That of the cookie with the mark of a moved proof; only of database sessions. */
  readonly mark?: string;
}

/** Headers that belong to the connection or to the credential of a request, not to what it stands for. */
const OWN_HEADERS = [
  ...["authorization", "cookie", "dpop", "origin"],
  ...["content-length", "content-type", "transfer-encoding", "x-auth-return-redirect"],
];

/** Headers in which a browser names the page that sends a request. */
const FETCH_METADATA = /^sec-fetch-/;

/** Names of the two cookies. */
function namesFor({ config, origin }: Pick<NativeRequest, "config" | "origin">) {
  const { sessionToken, factorAttempt } = makeCookieTable(config, origin);
  return { token: sessionToken.name, mark: `${factorAttempt.name}.${SUFFIX}` };
}

/** The `Cookie` header of a session. */
export function toHeader(
  place: Pick<NativeRequest, "config" | "origin">,
  { token, mark }: SessionCookies,
): string {
  const names = namesFor(place);
  const all = [[names.token, token], ...mark === undefined ? [] : [[names.mark, mark]]];
  return all.map(([name, value]) => `${name}=${encodeURIComponent(value!)}`).join("; ");
}

/** Takes the cookies of the session out of a `Cookie` header. */
export function takeSession(
  place: Pick<NativeRequest, "config" | "origin">,
  header: string,
): { session: SessionCookies | undefined; rest: string } {
  const names = namesFor(place);
  const cookies = parseCookies(header);
  const token = joinChunks(cookies, names.token);
  const mark = cookies.get(names.mark);
  for (const name of chunkNames(cookies, names.token)) cookies.delete(name);
  if (token) cookies.delete(names.mark);
  const rest = [...cookies].map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const session = token ? { token, ...mark === undefined ? {} : { mark } } : undefined;
  return { session, rest: rest.join("; ") };
}

/** Returns `true` for the same cookies. */
export function areSame(a: SessionCookies, b: SessionCookies): boolean {
  return a.token === b.token && a.mark === b.mark;
}

/**
 * A request that stands in place of one of a client, without what belongs to the latter alone.
 *
 * @param cookieHeader its cookies. Default: none
 */
export function standIn(
  request: Request,
  { url = request.url, method = request.method, cookieHeader = "" } = {},
): Request {
  const headers = new Headers(request.headers);
  for (const name of [...headers.keys()]) {
    if (OWN_HEADERS.includes(name) || FETCH_METADATA.test(name)) headers.delete(name);
  }
  if (cookieHeader) headers.set("cookie", cookieHeader);
  const copy = new Request(url, { method, headers });
  copyClientAddress(request, copy);
  return copy;
}

/** The context of a read of the session. */
export async function contextFor(
  call: NativeRequest,
  session: SessionCookies,
): Promise<Context> {
  const { config, request, origin } = call;
  const read = { action: "session", method: "GET", query: {}, returnRedirect: false } as const;
  return await createContext(
    { ...read, origin, request, cookieHeader: toHeader(call, session) },
    config,
  );
}

/** The ids of a session and its user; `null` when it is over. */
export async function findIdentity(
  call: NativeRequest,
  session: SessionCookies,
): Promise<SessionIdentity | null> {
  const ctx = await contextFor(call, session);
  return (await sessionOf(ctx).open(ctx))?.identity ?? null;
}
