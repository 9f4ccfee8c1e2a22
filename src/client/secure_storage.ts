/**
 * The storage of a client in a store for secrets that takes short texts.
 *
 * @module
 */

import { nowMs } from "../base/time.ts";
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

/** Milliseconds after which a write has ended, or its process has. */
const LONGEST_WRITE = 10 * 60_000;

/** Most writes that are noted: two names of each of them fit into a text. */
const MOST_NOTED = 40;

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
  const notes = `${key}.writes`;

  async function readHead(): Promise<Head | undefined> {
    return parseHead(await store.getItemAsync(key));
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

  /** Pieces of writes that run, or whose process ended. */
  async function readNoted(): Promise<Head[]> {
    const texts = (await store.getItemAsync(notes))?.split(",", MOST_NOTED) ?? [];
    return texts.map(parseHead).filter((head) => head !== undefined);
  }

  async function writeNoted(heads: readonly Head[]): Promise<void> {
    if (heads.length === 0) return await store.deleteItemAsync(notes);
    const newest = heads.slice(-MOST_NOTED);
    await store.setItemAsync(notes, newest.map(({ name, count }) => `${name}:${count}`).join(","));
  }

  /** Notes pieces before they are written or removed, and removes those of processes that ended. */
  async function note(heads: readonly Head[], named: Head | undefined): Promise<void> {
    const kept: Head[] = [];
    for (const head of await readNoted()) {
      if (heads.some(({ name }) => name === head.name)) continue;
      if (head.name !== named?.name && hasEnded(head)) await deletePieces(head);
      else kept.push(head);
    }
    await writeNoted([...kept, ...heads]);
  }

  /** Ends the note of pieces that the first key names, or that are removed. */
  async function endNote(heads: readonly Head[]): Promise<void> {
    const others = await readNoted();
    await writeNoted(others.filter((other) => !heads.some(({ name }) => name === other.name)));
  }

  async function write(text: string, head: Head, noted: readonly Head[]): Promise<void> {
    try {
      for (let index = 0; index < head.count; index++) {
        const piece = text.slice(index * PIECE, (index + 1) * PIECE);
        await store.setItemAsync(makeKey(head, index), piece);
      }
      // The system can stop an app for hours between two calls. Another process has perhaps removed
      // the pieces meanwhile.
      if (hasEnded(head, LONGEST_WRITE / 2)) throw new Error("The store took too long");
      await store.setItemAsync(key, `${head.name}:${head.count}`);
    } catch (error) {
      const isNamed = async () => (await readHead())?.name === head.name;
      const undo = () => deletePieces(head).then(() => endNote(noted));
      await isNamed().then((is) => is ? undefined : undo()).catch(() => {});
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
      const after = text === null ? undefined : makeHead(text);
      const before = await readHead();
      const both = [before, after].filter((head) => head !== undefined);
      await note(both, before);
      if (after) await write(text!, after, both);
      if (before) await deletePieces(before);
      if (!after) await store.deleteItemAsync(key);
      // Of two writes at once, the first key names the later one.
      else if ((await readHead())?.name !== after.name) await deletePieces(after);
      await endNote(both);
    },
  };
}

/** Which pieces count. */
interface Head {
  /** The time in milliseconds and a random part, in base 36. */
  name: string;
  count: number;
}

/** Names the pieces of a text. Two processes that write at once take two names. They are no secret. */
function makeHead(text: string): Head {
  const count = Math.max(1, Math.ceil(text.length / PIECE));
  if (count > MOST_PIECES) {
    throw new RangeError(`Cannot keep a text of more than ${MOST_PIECES * PIECE} characters`);
  }
  return { name: `${nowMs().toString(36)}-${Math.random().toString(36).slice(2, 10)}`, count };
}

function parseHead(text: string | null): Head | undefined {
  const [name = "", count = ""] = text?.split(":") ?? [];
  const pieces = Number(count);
  return pieces >= 1 && pieces <= MOST_PIECES ? { name, count: Math.floor(pieces) } : undefined;
}

/** Says whether a write began so long ago, or by a clock that was wrong, that it runs no more. */
function hasEnded({ name }: Head, after = LONGEST_WRITE): boolean {
  const began = parseInt(name, 36);
  return !(Math.abs(nowMs() - began) < after);
}
