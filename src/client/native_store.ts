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
  write(changes: NativeState): Promise<void>;
  /** Keeps new tokens. */
  keep(answer: TokenAnswer): Promise<void>;
  /** Keeps what a call has brought. */
  apply(answer: NativeAnswer): Promise<void>;
}

/** Looks for what another process writes, and milliseconds between two of them. */
const LOOKS = 8;
const PAUSE_MS = 100;

/** Makes the store of a client. */
export function createNativeStore(storage: NativeStorage): NativeStore {
  let loaded: Promise<NativeState> | undefined;
  /** The last write: a later one must not end before it. */
  let writes: Promise<unknown> = Promise.resolve();

  /** Content of the storage, as this client last read or wrote it. */
  let text: string | null = null;

  const load = async (): Promise<NativeState> => {
    await writes;
    text = await storage.get();
    return parse(text);
  };
  const read = () => loaded ??= load();

  async function write(changes: NativeState): Promise<void> {
    const next = { ...await read(), ...changes };
    loaded = Promise.resolve(next);
    const wanted = next.tokens || next.state ? JSON.stringify(next) : null;
    const turn = writes.catch(() => {}).then(async () => {
      // A file that is not there cannot be removed.
      if (wanted === text) return;
      await storage.set(wanted);
      text = wanted;
    });
    writes = turn.catch(() => {});
    await turn;
  }

  return {
    read,
    reload: () => loaded = load(),
    async successor(refreshToken, isUnderWay) {
      for (let look = isUnderWay ? LOOKS : 1; look > 0; look--) {
        const { tokens } = await (loaded = load());
        if (tokens && tokens.refreshToken !== refreshToken) return tokens;
        if (look > 1) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    },
    write,
    async keep({ access_token, refresh_token, expires_in = 0 }) {
      await write({
        tokens: {
          accessToken: access_token!,
          refreshToken: refresh_token!,
          expiresAt: nowMs() + expires_in * 1000,
        },
      });
    },
    async apply({ tokens, state }) {
      const known = (await read()).tokens;
      const changes: NativeState = { state: state ?? undefined };
      if (tokens === null) changes.tokens = undefined;
      if (tokens) {
        const refreshToken = tokens.refreshToken ?? known?.refreshToken;
        // An access token alone is of a session that ended here meanwhile.
        if (refreshToken !== undefined) {
          changes.tokens = {
            accessToken: tokens.accessToken,
            refreshToken,
            expiresAt: nowMs() + tokens.expiresIn * 1000,
          };
        }
      }
      await write(changes);
    },
  };
}

/** Text that is none of this client is as good as none. */
function parse(text: string | null): NativeState {
  try {
    const { tokens, state } = JSON.parse(text ?? "{}") as NativeState;
    const isComplete = typeof tokens?.accessToken === "string" &&
      typeof tokens.refreshToken === "string" && typeof tokens.expiresAt === "number";
    return {
      ...isComplete ? { tokens } : {},
      ...typeof state === "string" ? { state } : {},
    };
  } catch {
    return {};
  }
}
