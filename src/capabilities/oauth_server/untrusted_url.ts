/**
 * URLs that a stranger wrote: documents of clients and keys of clients. This is the one place that
 * asks one of them. Whatever such a URL can be made to lead to, the app learns no more than a small
 * JSON document of a public server, and the stranger nothing about the network of the app.
 *
 * @module
 */

import { nowMs } from "../../base/time.ts";
import { Buckets } from "../../limits/rate.ts";
import { tooMany } from "../../limits/refusal.ts";
import { TooManyRequests } from "../../errors.ts";
import {
  connect,
  connectBy,
  type Connection,
  type UntrustedAnswer,
} from "../../outbound/connection.ts";
import { faultOfUrl } from "../../outbound/untrusted_url.ts";
import type { Settings } from "./settings.ts";

/** A URL of a stranger that gave nothing of use. The message names no part of an answer. */
export class UntrustedUrlError extends Error {
  override name = "UntrustedUrlError";
  readonly isFinal: boolean;

  /** @param isFinal `true` when the server said so itself: what it said before does not count */
  constructor(message: string, isFinal = false) {
    super(message);
    this.isFinal = isFinal;
  }
}

/** Milliseconds of a request, with the resolution of the name. */
const TIMEOUT_MS = 5000;

/** Least, usual and most milliseconds for which an answer is kept. */
const CACHE_MS = { least: 60_000, usual: 5 * 60_000, most: 24 * 60 * 60_000 };

/** Milliseconds for which the last answer about a known client counts while its server fails. */
export const STALE_MS = 7 * 24 * 60 * 60_000;

/** Most answers that are kept, of known clients and of others. */
const MAX_ANSWERS = 1000;

/** Most requests at once, for known clients and for others, and those that one network causes. */
const MAX_FLIGHTS = { all: 100, ofNetwork: 5 };

/** Most requests per minute to one host, which a stranger may have chosen as a victim. */
const MAX_PER_HOST = 60;

/** Most requests per minute that one network causes, and that all do for clients that are not known. */
const MAX_CAUSED = { byNetwork: 30, byAll: 600 };

interface CacheEntry<T> {
  readonly value: T;
  /** Time of the answer. */
  readonly atMs: number;
  /** Time of the last try, which may have failed. */
  readonly triedMs: number;
  readonly untilMs: number;
}

/** Whom a URL is asked for: their answers, and the requests for them, are apart. */
type Kind = "known" | "others";

/** Answers and requests under way of one app. */
interface Known<T> {
  readonly cached: Readonly<Record<Kind, Map<string, CacheEntry<T>>>>;
  readonly flights: Map<string, Promise<T>>;
}

/** Counts of one app, over all kinds of documents. */
interface Counts {
  readonly buckets: Buckets;
  readonly flights: Record<Kind, number>;
  readonly ofNetwork: Map<string, number>;
}

/** Options of one reading. */
export interface ReadOptions<T> {
  /** Milliseconds for which an earlier answer may be kept. Default: as long as its headers say. */
  readonly maxAgeMs?: number;
  /**
   * `true` for a client that the app names or a user has given access to. No stranger takes its place
   * or its turn, and its last answer counts while its server fails. Default `false`.
   */
  readonly isKnown?: boolean;
  /** The last answer, where another process may have read it. Default: that of this process. */
  readonly last?: { readonly value: T; readonly atMs: number } | undefined;
  /** The network that causes the reading; `null` when it is not known. Default `null`. */
  readonly by?: string | null;
  /** Counts the request that causes it, before anything is sent. Default: it was counted. */
  readonly count?: (() => Promise<void>) | undefined;
  /** Parts that a test replaces. */
  readonly connection?: Connection;
}

/** An answer that is kept. */
export interface CachedAnswer<T> {
  readonly value: T;
  /** Time of the answer, in milliseconds since 1970. */
  readonly atMs: number;
  /** `true` for that of a known client. */
  readonly isKnown: boolean;
}

/** Reads URLs of strangers. */
export interface UntrustedReader<T> {
  (settings: Settings, url: string, options?: ReadOptions<T>): Promise<T>;
  /** The answer that is kept, as long as it counts. */
  cached(settings: Settings, url: string): CachedAnswer<T> | undefined;
  /** Sets an answer apart: a user has given its client access. */
  markKnown(settings: Settings, url: string): CachedAnswer<T> | undefined;
}

const counts = new WeakMap<Settings, Counts>();

function countsOf(settings: Settings): Counts {
  let known = counts.get(settings);
  if (!known) {
    counts.set(
      settings,
      known = {
        buckets: new Buckets(),
        flights: { known: 0, others: 0 },
        ofNetwork: new Map(),
      },
    );
  }
  return known;
}

/**
 * Makes a reader of one kind of document: it is asked for once at a time, and kept between a minute
 * and a day, as its headers say. A failure is never kept.
 *
 * @param parse makes of the JSON value what is kept
 */
export function readerOf<T>(
  parse: (value: unknown, url: string, settings: Settings) => T,
): UntrustedReader<T> {
  const apps = new WeakMap<Settings, Known<T>>();
  const knownOf = (settings: Settings): Known<T> => {
    let known = apps.get(settings);
    if (!known) {
      apps.set(
        settings,
        known = {
          cached: { known: new Map(), others: new Map() },
          flights: new Map(),
        },
      );
    }
    return known;
  };
  const find = (settings: Settings, url: string): [Kind, CacheEntry<T>] | undefined => {
    const { cached } = knownOf(settings);
    const known = cached.known.get(url);
    if (known) return ["known", known];
    const other = cached.others.get(url);
    return other && ["others", other];
  };
  const forget = (settings: Settings, url: string) => {
    const { cached } = knownOf(settings);
    cached.others.delete(url);
    cached.known.delete(url);
  };
  const store = (settings: Settings, url: string, kind: Kind, value: CacheEntry<T>) => {
    forget(settings, url);
    const own = knownOf(settings).cached[kind];
    own.set(url, value);
    if (own.size > MAX_ANSWERS) own.delete(own.keys().next().value!);
  };

  const reader = async (
    settings: Settings,
    url: string,
    { maxAgeMs = Infinity, isKnown = false, last, by = null, count, connection }: ReadOptions<T> =
      {},
  ): Promise<T> => {
    const { flights } = knownOf(settings);
    const counted = countsOf(settings);
    const { buckets } = counted;
    const kind: Kind = isKnown ? "known" : "others";
    const ready = (): Promise<T> | undefined => {
      const [, found] = find(settings, url) ?? [];
      const now = nowMs();
      if (found && now < found.untilMs && now - found.triedMs <= maxAgeMs) {
        return Promise.resolve(found.value);
      }
      return flights.get(url);
    };
    const known = ready();
    if (known) return await known;
    try {
      await count?.();
      const name = `by ${by}`;
      const freeAtMs = by === null ? undefined : await buckets.take(name, MAX_CAUSED.byNetwork);
      if (freeAtMs !== undefined) {
        throw tooMany("Too many URLs are asked for one address", freeAtMs, "network");
      }
      // Another request may have begun meanwhile.
      return await (ready() ?? begin());
    } catch (error) {
      const isOfServer = error instanceof UntrustedUrlError && !error.isFinal;
      if (!isOfServer && !(error instanceof TooManyRequests)) {
        forget(settings, url);
        throw error;
      }
      const [, found] = find(settings, url) ?? [];
      const stale = last && last.atMs > (found?.atMs ?? 0) ? last : isKnown ? found : undefined;
      const now = nowMs();
      if (!stale || now - stale.atMs > STALE_MS) throw error;
      const { value, atMs } = stale;
      store(settings, url, kind, { value, atMs, triedMs: now, untilMs: now + CACHE_MS.least });
      return value;
    }

    function begin(): Promise<T> {
      const ofNetwork = by === null ? 0 : counted.ofNetwork.get(by) ?? 0;
      if (counted.flights[kind] >= MAX_FLIGHTS.all || ofNetwork >= MAX_FLIGHTS.ofNetwork) {
        throw new UntrustedUrlError("too many URLs are asked at once");
      }
      counted.flights[kind]++;
      if (by !== null) counted.ofNetwork.set(by, ofNetwork + 1);
      const flight = read(settings, url, kind, buckets, connection)
        .then(({ json, cacheMs }) => {
          const value = parse(json, url, settings);
          const atMs = nowMs();
          store(settings, url, kind, { value, atMs, triedMs: atMs, untilMs: atMs + cacheMs });
          return value;
        }).finally(() => {
          flights.delete(url);
          counted.flights[kind]--;
          if (by === null) return;
          const rest = counted.ofNetwork.get(by)! - 1;
          if (rest > 0) counted.ofNetwork.set(by, rest);
          else counted.ofNetwork.delete(by);
        });
      flights.set(url, flight);
      return flight;
    }
  };
  return Object.assign(reader, {
    cached(settings: Settings, url: string) {
      const [kind, found] = find(settings, url) ?? [];
      if (!found || nowMs() >= found.untilMs) return undefined;
      return { ...found, isKnown: kind === "known" };
    },
    markKnown(settings: Settings, url: string) {
      const [, found] = find(settings, url) ?? [];
      if (found) store(settings, url, "known", found);
      return found && { ...found, isKnown: true };
    },
  });
}

async function read(
  settings: Settings,
  url: string,
  kind: Kind,
  buckets: Buckets,
  connection: Connection | undefined,
): Promise<{ json: unknown; cacheMs: number }> {
  const fault = faultOfUrl(url, settings);
  if (fault !== undefined) throw new UntrustedUrlError(fault, true);
  const parsed = new URL(url);
  if (await buckets.take(`host ${parsed.hostname}`, MAX_PER_HOST) !== undefined) {
    throw new UntrustedUrlError("its host was asked too often");
  }
  if (kind === "others" && await buckets.take("all", MAX_CAUSED.byAll) !== undefined) {
    throw new UntrustedUrlError("too many URLs were asked");
  }
  const { status, headers, body } = await ask(settings, parsed, connection);
  if (status !== 200) {
    throw new UntrustedUrlError(
      `the status is ${status}, not 200`,
      status === 404 || status === 410,
    );
  }
  const type = (headers.get("content-type") ?? "").split(";")[0]!.trim().toLowerCase();
  if (!/^application\/([\w.+-]+\+)?json$/.test(type)) {
    throw new UntrustedUrlError("the content type is not JSON");
  }
  try {
    const json: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
    return { json, cacheMs: cacheMsOf(headers) };
  } catch {
    throw new UntrustedUrlError("the answer is not JSON");
  }
}

async function ask(
  { fetch }: Pick<Settings, "fetch">,
  url: URL,
  connection: Connection | undefined,
): Promise<UntrustedAnswer> {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(new Error("there was no answer in time")), TIMEOUT_MS);
  const headers = { "Accept": "application/json", "Accept-Encoding": "identity" };
  try {
    return fetch
      ? await connectBy(fetch, url, headers, over.signal)
      : await connect(url, headers, over.signal, connection);
  } catch (error) {
    throw new UntrustedUrlError(
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
function cacheMsOf(headers: Headers): number {
  const { least, usual, most } = CACHE_MS;
  const control = headers.get("cache-control")?.toLowerCase() ?? "";
  if (/\bno-(store|cache)\b/.test(control)) return least;
  const seconds = /\bs-maxage="?(\d+)/.exec(control) ?? /\bmax-age="?(\d+)/.exec(control);
  const age = Number(headers.get("age") ?? 0) || 0;
  const expires = headers.get("expires");
  const ms = seconds
    ? (Number(seconds[1]) - age) * 1000
    : expires === null
    ? usual
    : (Date.parse(expires) || 0) - nowMs();
  return Math.min(Math.max(ms, least), most);
}
