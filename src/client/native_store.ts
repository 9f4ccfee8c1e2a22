/**
 * The tokens of a client without cookies, and what it keeps of a sign-in that is not over.
 *
 * @module
 */

import { nowMs } from "../base/time.ts";
import type { NativeAnswer, TokenAnswer } from "./native_answers.ts";

/** Keeps one text. It is a secret. */
export interface NativeStorage {
  /** Returns the text; `null` when there is none. */
  get(): string | null | Promise<string | null>;
  /** Replaces the text; `null` removes it. */
  set(text: string | null): unknown;
}

/** Tokens with the time at which the access token expires. */
export interface NativeTokens {
  /** Access token. */
  accessToken: string;
  /** Refresh token. */
  refreshToken: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
  /** Which session they are of: what comes after a refresh has the same one. */
  session: string;
}

/** Content of the storage. */
export interface NativeState {
  /** Tokens of the session. */
  tokens?: NativeTokens | undefined;
  /** State of a sign-in. */
  state?: string | undefined;
  /** Refresh tokens of sessions that ended here, of which the service does not know yet. */
  ended?: readonly string[] | undefined;
}

/** The storage, read once. */
export interface NativeStore {
  /** The content. */
  read(): Promise<NativeState>;
  /** The content as it is now, which another process may have written. */
  reload(): Promise<NativeState>;
  /**
   * The tokens that another process has written in place of a refresh token; `undefined` when it is
   * still there.
   *
   * @param isUnderWay `true` waits a moment for them
   */
  successor(refreshToken: string, isUnderWay: boolean): Promise<NativeTokens | undefined>;
  /** Changes members. */
  write(change: NativeState | ((known: NativeState) => NativeState)): Promise<void>;
  /**
   * Keeps the tokens after a refresh.
   *
   * @param refreshToken the one that they replace
   * @returns the tokens that are there now: those of others, when that one was not there any more
   */
  renew(answer: TokenAnswer, refreshToken: string): Promise<NativeTokens | undefined>;
  /**
   * Keeps what a call or a sign-in has brought. What comes too late changes nothing, and the session
   * that it has begun is one of those that ended.
   *
   * @param answer without a `state`, the one that is there stays
   * @param isCurrent `false` when another session has begun or ended since the request
   * @returns `false` when a session that has begun was not kept
   */
  apply(
    answer: Pick<NativeAnswer, "tokens"> & { state?: string | null },
    isCurrent: (known: NativeState) => boolean,
  ): Promise<boolean>;
}

/** Most sessions whose end the service does not know yet. */
const MOST_ENDED = 10;

/** The sessions that have ended here, with one more. */
export function withEnded({ ended = [] }: NativeState, refreshToken: string): NativeState {
  return { ended: [...ended, refreshToken].slice(-MOST_ENDED) };
}

/** Looks for what another process writes, and milliseconds between two of them. */
const LOOKS = 8;
const PAUSE_MS = 100;

/**
 * Makes the store of a client.
 *
 * @param onChange is called when a session begins or ends
 */
export function createNativeStore(storage: NativeStorage, onChange: () => void): NativeStore {
  /** What this client has last read or written. */
  let known: NativeState | undefined;
  /** Text of the storage, as far as this client knows. */
  let text: string | null = null;
  /** `true` while the storage has not taken what is known. */
  let isUnsaved = false;
  /** Session of which the listeners know. */
  let heard: string | undefined;
  let turns: Promise<unknown> = Promise.resolve();

  /** Runs one after another, so that none sees half of another one. */
  function serialize<T>(run: () => Promise<T>): Promise<T> {
    const mine = turns.then(run).finally(tell);
    turns = mine.catch(() => {});
    return mine;
  }

  function tell(): void {
    const session = known?.tokens?.session;
    if (session === heard) return;
    heard = session;
    onChange();
  }

  async function save(next: NativeState): Promise<void> {
    const isEmpty = !next.tokens && !next.state && !next.ended;
    const wanted = isEmpty ? null : JSON.stringify(next);
    // A file that is not there cannot be removed.
    if (wanted !== text) await storage.set(wanted);
    text = wanted;
    isUnsaved = false;
  }

  async function load(): Promise<NativeState> {
    // What the storage still has may be used up: what follows it must not be lost.
    if (isUnsaved) await save(known!);
    text = await storage.get();
    // What was there at the start is no change.
    if (!known) heard = parse(text).tokens?.session;
    return known = parse(text);
  }

  async function write(change: Parameters<NativeStore["write"]>[0]): Promise<NativeState> {
    return await serialize(async () => {
      const before = await latest();
      known = { ...before, ...typeof change === "function" ? change(before) : change };
      isUnsaved = true;
      await save(known);
      return known;
    });
  }

  /** What a change is made to: another process may have written. */
  async function latest(): Promise<NativeState> {
    if (isUnsaved) return known!;
    try {
      return await load();
    } catch (error) {
      // A storage that cannot be read now must not keep a user from signing out.
      if (known) return known;
      throw error;
    }
  }

  const reload = () => serialize(load);

  return {
    async read() {
      if (!known) return await serialize(async () => known ?? await load());
      // A storage that has failed is asked again; what is known counts meanwhile.
      if (isUnsaved) {
        await serialize(async () => isUnsaved ? await save(known!) : undefined).catch(() => {});
      }
      return known;
    },
    reload,
    async successor(refreshToken, isUnderWay) {
      for (let look = isUnderWay ? LOOKS : 1; look > 0; look--) {
        const { tokens } = await reload();
        if (tokens && tokens.refreshToken !== refreshToken) return tokens;
        if (look > 1) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    },
    async write(change) {
      await write(change);
    },
    async renew({ access_token, refresh_token, expires_in = 0 }, refreshToken) {
      const { tokens } = await write(({ tokens }) =>
        tokens?.refreshToken === refreshToken
          ? {
            tokens: {
              ...tokens,
              accessToken: access_token!,
              refreshToken: refresh_token!,
              expiresAt: nowMs() + expires_in * 1000,
            },
          }
          : {}
      );
      return tokens;
    },
    async apply({ tokens, state }, isCurrent) {
      let isStored = true;
      await write((known) => {
        if (!isCurrent(known)) {
          isStored = tokens?.refreshToken === undefined;
          return isStored ? {} : withEnded(known, tokens!.refreshToken!);
        }
        const changes: NativeState = state === undefined ? {} : { state: state ?? undefined };
        if (tokens === null) changes.tokens = undefined;
        if (tokens) {
          const { accessToken, refreshToken, expiresIn } = tokens;
          const expiresAt = nowMs() + expiresIn * 1000;
          if (refreshToken !== undefined) {
            changes.tokens = { accessToken, refreshToken, expiresAt, session: randomName() };
          } else if (known.tokens) {
            changes.tokens = { ...known.tokens, accessToken, expiresAt };
          }
        }
        return changes;
      });
      return isStored;
    },
  };
}

/** A name for a session. It is no secret. */
function randomName(): string {
  return Math.random().toString(36).slice(2);
}

/** Text that is none of this client is as good as none. */
function parse(text: string | null): NativeState {
  try {
    const { tokens, state, ended } = JSON.parse(text ?? "{}") as NativeState;
    const isComplete = typeof tokens?.accessToken === "string" &&
      typeof tokens.refreshToken === "string" && typeof tokens.expiresAt === "number";
    return {
      ...isComplete ? { tokens: { ...tokens, session: String(tokens.session ?? "") } } : {},
      ...typeof state === "string" ? { state } : {},
      ...isTexts(ended) ? { ended } : {},
    };
  } catch {
    return {};
  }
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === "string");
}
