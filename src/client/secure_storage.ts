/**
 * The storage of a client in a store for secrets that takes short texts.
 *
 * @module
 */

import type { NativeStorage } from "./native_store.ts";

/**
 * A store for secrets, by the functions of `expo-secure-store`.
 *
 * @since 0.3.0
 */
export interface SecureStore {
  /** Returns a text; `null` when there is none. */
  getItemAsync(key: string): Promise<string | null>;
  /** Replaces a text. */
  setItemAsync(key: string, value: string): Promise<void>;
  /** Removes a text. */
  deleteItemAsync(key: string): Promise<void>;
}

/** Bytes of a text that every system takes, less some for what the systems add. */
const PIECE = 1800;

/** Most pieces of a text: more are none of this client. */
const MOST_PIECES = 20;

/**
 * Makes the storage of a client. Systems take texts of 2,048 bytes, and tokens are longer, so the text
 * is cut into pieces, each time under new keys. The first key names them, and is written after them:
 * who reads while another process writes, or after a write that failed, finds the text before or the text
 * after.
 *
 * @param store the module `expo-secure-store`
 * @param key name of the first key; the others begin with it. Default `auth`
 *
 * @example
 * ```ts
 * import { secureStorage } from "@x/auth/client/native";
 * import { assertEquals } from "@std/assert";
 *
 * // import * as SecureStore from "expo-secure-store";
 * const kept = new Map<string, string>();
 * const storage = secureStorage({
 *   getItemAsync: (key) => Promise.resolve(kept.get(key) ?? null),
 *   setItemAsync: (key, value) => Promise.resolve(void kept.set(key, value)),
 *   deleteItemAsync: (key) => Promise.resolve(void kept.delete(key)),
 * });
 * await storage.set("a secret");
 * assertEquals(await storage.get(), "a secret");
 * ```
 *
 * @since 0.3.0
 */
export function secureStorage(store: SecureStore, key = "auth"): NativeStorage {
  const makeKey = ({ name }: Head, index: number) => `${key}.${name}.${index}`;

  async function readHead(): Promise<Head | undefined> {
    const [name = "", count = ""] = (await store.getItemAsync(key))?.split(":") ?? [];
    const pieces = Number(count);
    return pieces >= 1 && pieces <= MOST_PIECES ? { name, count: Math.floor(pieces) } : undefined;
  }

  async function readPieces(head: Head): Promise<string | null> {
    let text = "";
    for (let index = 0; index < head.count; index++) {
      const piece = await store.getItemAsync(makeKey(head, index));
      if (piece === null) return null;
      text += piece;
    }
    return text;
  }

  async function deletePieces(head: Head): Promise<void> {
    for (let index = 0; index < head.count; index++) {
      await store.deleteItemAsync(makeKey(head, index));
    }
  }

  async function write(text: string): Promise<void> {
    // Two processes that write at once take two names. It is no secret.
    const name = Math.random().toString(36).slice(2, 10);
    const head = { name, count: Math.ceil(text.length / PIECE) };
    if (head.count > MOST_PIECES) {
      throw new RangeError(`Cannot keep a text of more than ${MOST_PIECES * PIECE} characters`);
    }
    try {
      for (let index = 0; index < head.count; index++) {
        const piece = text.slice(index * PIECE, (index + 1) * PIECE);
        await store.setItemAsync(makeKey(head, index), piece);
      }
      await store.setItemAsync(key, `${name}:${head.count}`);
    } catch (error) {
      // Pieces without a name would stay for good.
      const isNamed = async () => (await readHead())?.name === name;
      await isNamed().then((is) => is ? undefined : deletePieces(head)).catch(() => {});
      throw error;
    }
  }

  return {
    async get() {
      for (let head = await readHead(); head;) {
        const text = await readPieces(head);
        if (text !== null) return text;
        // Another process has perhaps replaced them meanwhile.
        const now = await readHead();
        if (now?.name === head.name) return null;
        head = now;
      }
      return null;
    },
    async set(text) {
      const before = await readHead();
      if (text !== null) await write(text);
      if (before) await deletePieces(before);
      if (text === null) await store.deleteItemAsync(key);
    },
  };
}

/** Which pieces count. */
interface Head {
  name: string;
  count: number;
}
