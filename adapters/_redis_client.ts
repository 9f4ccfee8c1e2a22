/**
 * The part of a Redis client that the store uses: it runs scripts. Three shapes are common, and
 * each is told by a member that the others lack.
 *
 * @module
 */

import { AdapterError, AuthError } from "../src/errors.ts";
import { toHex } from "../src/base/crypto/bytes.ts";
import { pauseFor } from "./_pause.ts";

/** A client or a cluster of `ioredis`. */
export interface IoredisClient {
  /** Adds a command; tells this shape from the others. */
  defineCommand(name: string, definition: { lua: string }): unknown;
  /** Runs a script by its text: the number of keys, the keys, the arguments. */
  eval(script: string, keyCount: number, ...keysAndArguments: string[]): PromiseLike<unknown>;
  /** Runs a script by its SHA-1. */
  evalsha(sha1: string, keyCount: number, ...keysAndArguments: string[]): PromiseLike<unknown>;
}

/** A client, a pool or a cluster of `redis` (node-redis), version 4 or newer. */
export interface NodeRedisClient {
  /** Runs a script by its text. */
  eval(script: string, options: { keys: string[]; arguments: string[] }): PromiseLike<unknown>;
  /** Runs a script by its SHA-1. */
  evalSha(sha1: string, options: { keys: string[]; arguments: string[] }): PromiseLike<unknown>;
}

/** A client of `@upstash/redis`, or any object with these two functions. */
export interface UpstashClient {
  /** Runs a script by its text. */
  eval(script: string, keys: string[], args: string[]): PromiseLike<unknown>;
  /** Runs a script by its SHA-1. */
  evalsha(sha1: string, keys: string[], args: string[]): PromiseLike<unknown>;
}

/** What runs scripts: the app opens and closes it. */
export type RedisClient = IoredisClient | NodeRedisClient | UpstashClient;

/** What a script answered. */
export interface Answer {
  readonly value: unknown;
  /** `true` when the connection of an earlier try was lost, which may have had its effect. */
  readonly isRepeated: boolean;
}

/** Runs a script. */
export type RunScript = (
  script: string,
  keys: readonly string[],
  args: readonly string[],
) => Promise<Answer>;

/** Number of tries of a call. */
const MAX_TRIES = 10;

/** Longest pause before another try, in milliseconds: all of them take about a second. */
const LONGEST_PAUSE_MS = 400;

const MOVING = "the cluster moves the slot of the records to another node; wait until it has";

/** Answers of a server that takes calls again soon, and what to do when it does not. */
const PASSING: Readonly<Record<string, string>> = {
  ASK: MOVING,
  BUSY: "a script of another client holds it; end that with `SCRIPT KILL`",
  CLUSTERDOWN: "nodes of the cluster are missing; start them, or give their slots to others",
  LOADING: "it still reads its data after a start; wait until it has",
  MASTERDOWN: "it is a replica whose primary is away; connect to the primary",
  TRYAGAIN: MOVING,
};

/** Answers that stay until somebody does something. */
const LASTING: Readonly<Record<string, string>> = {
  CROSSSLOT: "keys of the store are in several slots, which no prefix with braces may cause; " +
    "remove `keyPrefix` from the client, and set `prefix` of the store",
  EVICTS: "it removes keys when its memory is full, so that an ended session or a count of wrong " +
    "passwords can be forgotten; set `maxmemory-policy noeviction`",
  MISCONF: "it cannot write to its disk; free the disk",
  MOVED: "it is a node of a cluster; pass the cluster client of your package",
  NOAUTH: "it demands a password; give it to the client",
  NOPERM:
    "its user may not do this; allow the commands EVAL, EVALSHA, GET, SET, DEL, INFO, ZADD, " +
    "ZREM, ZRANGEBYLEX and ZRANGEBYSCORE on the keys of the store",
  NOREPLICAS: "fewer replicas are connected than `min-replicas-to-write`; start them",
  OOM: "its memory is full; raise `maxmemory`, or remove other keys",
  READONLY: "it is a replica, which may lag behind; connect to the primary",
  WRONGPASS: "it refuses the name or the password; correct them",
};

/** Codes of a connection that was lost, and the messages of clients without one. */
const LOST: ReadonlySet<unknown> = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT"]);
const LOST_MESSAGE =
  /^(All the root nodes are unavailable|Connection is closed|Connection timeout|Failed to refresh slots cache|None of startup nodes is available|Socket closed unexpectedly|Socket timeout)/;

/** What `ioredis` puts before the answer with which its own tries ended. */
const TRIED = "Too many Cluster redirections. Last error: ReplyError: ";

/** What `@upstash/redis` puts before the answer to a command that it sent with others. */
const PIPED = "Command failed: ";

/**
 * Returns what runs scripts. A call that the server cannot take now is repeated, and one whose
 * connection was lost: scripts recognize it by the id of the call.
 *
 * @throws {AuthError} when it is no client
 */
export function scriptsOf(client: RedisClient): RunScript {
  const send = sendOf(client);
  const names = new Map<string, string>();
  const run = async (script: string, keys: string[], args: string[]): Promise<unknown> => {
    const name = names.get(script) ?? await sha1Hex(script);
    names.set(script, name);
    try {
      return await send("evalsha", name, keys, args);
    } catch (error) {
      // The server has started since, or never had it.
      if (codeOf(error) !== "NOSCRIPT") throw error;
      return await send("eval", script, keys, args);
    }
  };
  return async (script, keys, args) => {
    let isRepeated = false;
    for (let attempt = 1;; attempt++) {
      try {
        return { value: await run(script, [...keys], [...args]), isRepeated };
      } catch (error) {
        const isUnknown = isLost(error);
        const mayRepeat = isUnknown ||
          Object.hasOwn(PASSING, codeOf(error)) && !messageOf(error).startsWith(TRIED);
        if (!mayRepeat || attempt === MAX_TRIES) throw failureOf(error);
        isRepeated ||= isUnknown;
        await pauseFor(attempt, LONGEST_PAUSE_MS);
      }
    }
  };
}

type Send = (
  command: "eval" | "evalsha",
  script: string,
  keys: string[],
  args: string[],
) => PromiseLike<unknown>;

function sendOf(client: RedisClient): Send {
  if (has(client, "eval", "evalSha")) {
    const node = client as NodeRedisClient;
    return (command, script, keys, args) =>
      node[command === "eval" ? "eval" : "evalSha"](script, { keys, arguments: args });
  }
  if (has(client, "eval", "evalsha", "defineCommand")) {
    const io = client as IoredisClient;
    return (command, script, keys, args) => io[command](script, keys.length, ...keys, ...args);
  }
  if (has(client, "eval", "evalsha")) {
    const upstash = client as UpstashClient;
    return (command, script, keys, args) => upstash[command](script, keys, args);
  }
  throw new AuthError(
    `Cannot use Redis: the first argument is ${
      typeof client === "string" ? "a text" : "no client"
    }; pass a client of \`ioredis\`, \`redis\` or \`@upstash/redis\`, such as \`new Redis(url)\``,
  );
}

function has(client: unknown, ...names: string[]): boolean {
  return names.every((name) =>
    typeof (client as Record<string, unknown> | null)?.[name] === "function"
  );
}

/** `true` for an error of the connection, after which the call may have had its effect. */
function isLost(error: unknown): boolean {
  return LOST.has((Object(error) as { code?: unknown }).code) ||
    LOST_MESSAGE.test(messageOf(error));
}

/** The code with which an answer of the server begins; an older one has the line of the script first. */
function codeOf(error: unknown): string {
  const text = messageOf(error).replace(TRIED, "").replace(PIPED, "").slice(0, 300);
  if (text.startsWith("ERR The user executing the script can't")) return "NOPERM";
  return /^(?:ERR Error running script.*?: -)?([A-Z]{2,})\b/.exec(text)?.[1] ?? "";
}

/** The error for the app. It holds no arguments, which clients add to theirs: they are data. */
function failureOf(error: unknown): AdapterError {
  const code = codeOf(error);
  const cure = LASTING[code] ?? PASSING[code];
  if (cure) return new AdapterError(`Redis refuses this (${code}): ${cure}`);
  const message = messageOf(error).slice(0, 300);
  return new AdapterError(
    isLost(error)
      ? `Cannot reach Redis (${message}): check that it runs, and the URL of the client`
      : `Redis failed: ${message}`,
  );
}

/** The message without what a client or the server quotes of the call or of the answer. */
function messageOf(error: unknown): string {
  const { name, message = error } = Object(error) as { name?: unknown; message?: unknown };
  if (name === "UpstashJSONParseError") return "its answer is no JSON";
  return String(message).split(/, (?:command was|with args)\b/, 1)[0]!;
}

async function sha1Hex(text: string): Promise<string> {
  return toHex(
    new Uint8Array(await crypto.subtle.digest("SHA-1", new TextEncoder().encode(text))),
  );
}
