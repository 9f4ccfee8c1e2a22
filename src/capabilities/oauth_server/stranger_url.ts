/**
 * URLs that a stranger wrote: documents of clients and keys of clients. This is the one place that
 * asks one of them. Whatever such a URL can be made to lead to, the app learns no more than a small
 * JSON document of a public server, and the stranger nothing about the network of the app.
 *
 * @module
 */

import { Buckets } from "../../limits/rate.ts";
import { isLoopback } from "../../http/url.ts";
import type { Settings } from "./settings.ts";
import { connect, connectBy, type Connection, type StrangerAnswer } from "./stranger_connection.ts";

/** A URL of a stranger that gave nothing of use. The message names no part of an answer. */
export class StrangerUrlError extends Error {
  override name = "StrangerUrlError";
}

/** Longest URL, in characters. */
const MAX_LENGTH = 1000;

/** Milliseconds of a request, with the resolution of the name. */
const TIMEOUT_MS = 5000;

/** Least, usual and most milliseconds for which an answer is kept. */
const KEPT_MS = { least: 60_000, usual: 5 * 60_000, most: 24 * 60 * 60_000 };

/** Most answers that are kept. */
const MAX_ANSWERS = 1000;

/** Most requests at once. */
const MAX_FLIGHTS = 100;

/** Most requests per minute to one host, which a stranger may have chosen as a victim. */
const MAX_PER_HOST = 60;

/** A name in the public domain name system, in lower case, without a port. */
const HOST = /^(?=.{4,253}$)([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z]([a-z\d-]{0,61}[a-z\d])?$/;

/** Returns `true` for a name that a stranger's URL may have. */
export function isHostName(host: unknown): host is string {
  return typeof host === "string" && HOST.test(host);
}

/**
 * Says why a URL of a stranger cannot be asked; `undefined` for one that can.
 *
 * The port is that of https: another one would make the app a scanner of ports. A server whose own
 * issuer is on this machine is under development: it also asks this machine, at any port.
 */
export function faultOfUrl(url: unknown, { issuer }: Pick<Settings, "issuer">): string | undefined {
  if (typeof url !== "string" || url.length > MAX_LENGTH || !URL.canParse(url)) {
    return "it is not a URL";
  }
  const parsed = new URL(url);
  // Another program could read any other form of it differently.
  if (parsed.href !== url) return "it is not in the form that browsers give it";
  if (url.includes("#")) return "it has a fragment";
  if (parsed.username || parsed.password) return "it has a user name";
  if (isOfDeveloper(parsed, issuer)) return undefined;
  if (parsed.protocol !== "https:") return "it does not begin with https";
  if (parsed.port !== "") return "it has a port";
  return isHostName(parsed.hostname) ? undefined : "its host is not a public name";
}

/** Returns `true` for a URL of this machine, when the server itself is under development there. */
function isOfDeveloper({ protocol, host }: URL, issuer: string): boolean {
  const isOwn = URL.canParse(issuer) && isLoopback(new URL(issuer).origin);
  return isOwn && /^https?:$/.test(protocol) && isLoopback(`http://${host}`);
}

interface Kept<T> {
  readonly value: T;
  readonly atMs: number;
  readonly untilMs: number;
}

/** Answers, requests under way and counts of one app. */
interface Known<T> {
  readonly kept: Map<string, Kept<T>>;
  readonly flights: Map<string, Promise<T>>;
  readonly hosts: Buckets;
}

/** Options of one reading. */
export interface ReadOptions {
  /** Milliseconds for which an earlier answer may be kept. Default: as long as its headers say. */
  readonly maxAgeMs?: number;
  /** Parts that a test replaces. */
  readonly connection?: Connection;
}

/** Reads URLs of strangers. */
export type StrangerReader<T> = (
  settings: Settings,
  url: string,
  options?: ReadOptions,
) => Promise<T>;

/**
 * Makes a reader of one kind of document: it is asked for once at a time, and kept between a minute
 * and a day, as its headers say. A failure is never kept.
 *
 * @param parse makes of the JSON value what is kept
 */
export function readerOf<T>(
  parse: (value: unknown, url: string, settings: Settings) => T,
): StrangerReader<T> {
  const apps = new WeakMap<Settings, Known<T>>();
  return async (settings, url, { maxAgeMs = Infinity, connection } = {}) => {
    let known = apps.get(settings);
    if (!known) {
      apps.set(settings, known = { kept: new Map(), flights: new Map(), hosts: new Buckets() });
    }
    const { kept, flights, hosts } = known;
    const found = kept.get(url);
    const nowMs = Date.now();
    if (found && nowMs < found.untilMs && nowMs - found.atMs <= maxAgeMs) return found.value;
    const underway = flights.get(url);
    if (underway) return await underway;
    if (flights.size >= MAX_FLIGHTS) throw new StrangerUrlError("too many URLs are asked at once");
    const flight = read(settings, url, hosts, connection).then(({ json, keptMs }) => {
      const value = parse(json, url, settings);
      const atMs = Date.now();
      kept.delete(url);
      kept.set(url, { value, atMs, untilMs: atMs + keptMs });
      if (kept.size > MAX_ANSWERS) kept.delete(kept.keys().next().value!);
      return value;
    }).finally(() => flights.delete(url));
    flights.set(url, flight);
    return await flight;
  };
}

async function read(
  settings: Settings,
  url: string,
  hosts: Buckets,
  connection: Connection | undefined,
): Promise<{ json: unknown; keptMs: number }> {
  const fault = faultOfUrl(url, settings);
  if (fault !== undefined) throw new StrangerUrlError(fault);
  const parsed = new URL(url);
  if (await hosts.take(parsed.hostname, MAX_PER_HOST) !== undefined) {
    throw new StrangerUrlError("its host was asked too often");
  }
  const { status, headers, body } = await ask(settings, parsed, connection);
  if (status !== 200) throw new StrangerUrlError(`the status is ${status}, not 200`);
  const type = (headers.get("content-type") ?? "").split(";")[0]!.trim().toLowerCase();
  if (!/^application\/([\w.+-]+\+)?json$/.test(type)) {
    throw new StrangerUrlError("the content type is not JSON");
  }
  try {
    const json: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
    return { json, keptMs: keptMsOf(headers) };
  } catch {
    throw new StrangerUrlError("the answer is not JSON");
  }
}

async function ask(
  { fetch }: Pick<Settings, "fetch">,
  url: URL,
  connection: Connection | undefined,
): Promise<StrangerAnswer> {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(new Error("there was no answer in time")), TIMEOUT_MS);
  const headers = { "Accept": "application/json", "Accept-Encoding": "identity" };
  try {
    return fetch
      ? await connectBy(fetch, url, headers, over.signal)
      : await connect(url, headers, over.signal, connection);
  } catch (error) {
    throw new StrangerUrlError(
      over.signal.aborted ? "there was no answer in time" : messageOf(error),
    );
  } finally {
    clearTimeout(timer);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "there was no answer";
}

/** Milliseconds for which an answer is kept (RFC 9111 §4.2). */
function keptMsOf(headers: Headers): number {
  const { least, usual, most } = KEPT_MS;
  const control = headers.get("cache-control")?.toLowerCase() ?? "";
  if (/\bno-(store|cache)\b/.test(control)) return least;
  const seconds = /\bs-maxage="?(\d+)/.exec(control) ?? /\bmax-age="?(\d+)/.exec(control);
  const age = Number(headers.get("age") ?? 0) || 0;
  const expires = headers.get("expires");
  const ms = seconds
    ? (Number(seconds[1]) - age) * 1000
    : expires === null
    ? usual
    : (Date.parse(expires) || 0) - Date.now();
  return Math.min(Math.max(ms, least), most);
}
