/**
 * A program without synchronous crypto: it removes `node:crypto` before any module
 * looks it up, then processes its standard input.
 *
 * @module
 */

import { hmacSha1, sha256Base64url, sha256Hex } from "../../../../src/base/crypto/hash.ts";
import { decryptJwe, encryptJwe } from "../../../../src/base/crypto/jwe.ts";
import { deriveKey } from "../../../../src/base/crypto/keys.ts";
import { nodeCrypto } from "../../../../src/base/crypto/runtime.ts";

/** Input of the program. */
export interface Task {
  /** Strings to hash and to encrypt. */
  texts: string[];
  /** Tokens to decrypt. */
  tokens: string[];
  secrets: string[];
  salt: string;
}

/** Output of the program. */
export interface Outcome {
  /** `true` when the synchronous crypto is not available. */
  isAway: boolean;
  /** Hash in hex and base64url, a MAC with the first secret, and a token, for every string. */
  made: { hex: string; base64url: string; mac: string; token: string }[];
  /** Plaintext and index of the secret, or name of the error, for every token. */
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

/** Runs the program in a separate process. */
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
