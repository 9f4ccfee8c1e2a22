/**
 * A program that has no synchronous crypto: it takes it away before anything
 * asks for it, then does what its standard input says.
 *
 * @module
 */

import { hmacSha1, sha256Base64url, sha256Hex } from "../../../src/crypto/hash.ts";
import { decryptJwe, encryptJwe } from "../../../src/crypto/jwe.ts";
import { deriveKey } from "../../../src/crypto/keys.ts";
import { nodeCrypto } from "../../../src/crypto/runtime.ts";

/** What the program is asked to do. */
export interface Task {
  /** Texts to hash and to encrypt. */
  texts: string[];
  /** Tokens to decrypt. */
  tokens: string[];
  secrets: string[];
  salt: string;
}

/** What it answers. */
export interface Outcome {
  /** Whether the synchronous crypto really is away. */
  isAway: boolean;
  /** Hash in hex and base64url, a MAC under the first secret, and a token, for every text. */
  made: { hex: string; base64url: string; mac: string; token: string }[];
  /** The text and the secret's index, or the error's name, for every token. */
  read: ({ text: string; index: number } | string)[];
  /** Key id of the first secret. */
  kid: string;
}

if (import.meta.main) {
  Reflect.deleteProperty((globalThis as { process?: object }).process ?? {}, "getBuiltinModule");
  const task: Task = JSON.parse(await new Response(Deno.stdin.readable).text());
  const key = await deriveKey(task.secrets[0]!, task.salt, "A256CBC-HS512");
  const outcome: Outcome = { isAway: nodeCrypto() === null, made: [], read: [], kid: key.kid };
  for (const text of task.texts) {
    const [hex, base64url, mac, token] = await Promise.all([
      sha256Hex(text),
      sha256Base64url(text),
      hmacSha1(task.secrets[0]!, text),
      encryptJwe(text, key),
    ]);
    outcome.made.push({ hex, base64url, mac, token });
  }
  for (const token of task.tokens) {
    try {
      outcome.read.push(await decryptJwe(token, task.secrets, task.salt));
    } catch (error) {
      outcome.read.push((error as Error).name);
    }
  }
  console.log(JSON.stringify(outcome));
}

/** Runs the program in a process of its own. */
export async function runWithoutNode(task: Task): Promise<Outcome> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", new URL(import.meta.url).pathname],
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(JSON.stringify(task)));
  await writer.close();
  const { stdout } = await child.output();
  return JSON.parse(new TextDecoder().decode(stdout));
}
