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
   * Keeps new tokens.
   *
   * @param of the refresh token that they replace. Default: any, of a sign-in
   * @returns `false` for a refresh token that is not there any more: nothing is kept
   */
  keep(answer: TokenAnswer, of?: string): Promise<boolean>;
  /** Keeps what a call has brought. */
  apply(answer: NativeAnswer): Promise<void>;
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
  let turns: Promise<unknown> = Promise.resolve();

  /** Runs one after another, so that none sees half of another one. */
  function serialize<T>(run: () => Promise<T>): Promise<T> {
    const mine = turns.then(run);
    turns = mine.catch(() => {});
    return mine;
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
    return known = parse(text);
  }

  /** @param isSame `true` for further tokens of the same session. Default `false` */
  async function write(
    change: Parameters<NativeStore["write"]>[0],
    isSame = false,
  ): Promise<void> {
    await serialize(async () => {
      const before = known ?? await load();
      const next = { ...before, ...typeof change === "function" ? change(before) : change };
      known = next;
      isUnsaved = true;
      try {
        await save(next);
      } finally {
        const isOther = before.tokens?.refreshToken !== next.tokens?.refreshToken;
        if (isOther && !isSame) onChange();
      }
    });
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
    write: (change) => write(change),
    async keep({ access_token, refresh_token, expires_in = 0 }, of) {
      let isStored = true;
      const tokens = {
        accessToken: access_token!,
        refreshToken: refresh_token!,
        expiresAt: nowMs() + expires_in * 1000,
      };
      await write((known) => {
        isStored = of === undefined || known.tokens?.refreshToken === of;
        return isStored ? { tokens } : {};
      }, of !== undefined);
      return isStored;
    },
    async apply({ tokens, state }) {
      await write((known) => {
        const changes: NativeState = { state: state ?? undefined };
        if (tokens === null) changes.tokens = undefined;
        if (tokens) {
          const refreshToken = tokens.refreshToken ?? known.tokens?.refreshToken;
          // An access token alone is of a session that ended here meanwhile.
          if (refreshToken !== undefined) {
            changes.tokens = {
              accessToken: tokens.accessToken,
              refreshToken,
              expiresAt: nowMs() + tokens.expiresIn * 1000,
            };
          }
        }
        return changes;
      });
    },
  };
}

/** Text that is none of this client is as good as none. */
function parse(text: string | null): NativeState {
  try {
    const { tokens, state, ended } = JSON.parse(text ?? "{}") as NativeState;
    const isComplete = typeof tokens?.accessToken === "string" &&
      typeof tokens.refreshToken === "string" && typeof tokens.expiresAt === "number";
    return {
      ...isComplete ? { tokens } : {},
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
