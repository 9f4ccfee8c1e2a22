import { createHash } from "node:crypto";
import { assertEquals } from "@std/assert";
import {
  hashOfApp,
  hashParts,
  hashText,
  hashUnnamed,
  shortHashParts,
  shortHashText,
} from "../../../src/base/hashed.ts";
import { USES_BEFORE_LOADING } from "../../../src/base/crypto/runtime.ts";

const hashed = (text: string) => createHash("sha256").update(text).digest("base64url");

/** What each call hashes, as it is stored, and how much of the hash. */
const STORED: readonly [call: () => unknown, text: string, length: number][] = [
  [() => hashText("access of user", "ada"), "access of user: ada", 43],
  [() => shortHashText("user of a device", "ada"), "user of a device: ada", 22],
  [() => hashText("lock", "é: ü"), "lock: é: ü", 43],
  [() => hashParts("membership", ["org_1", "ada"]), '["membership","org_1","ada"]', 43],
  [() => shortHashParts("way in", ["github", '4"2']), '["way in","github","4\\"2"]', 22],
  [() => shortHashParts("link", ["email", "t"], "secret"), '["link","email","t"]secret', 22],
  [() => hashUnnamed(["github", "42"]), '["github","42"]', 43],
  [() => hashOfApp("guestbook.entry", "t"), "guestbook.entry: t", 43],
];

Deno.test("hashed: each has the spelling and the length that are stored, with both kinds of crypto", async () => {
  // Deno answers with Web Crypto at first, and with Node's after some uses.
  for (let use = 0; use <= USES_BEFORE_LOADING; use += STORED.length) {
    for (const [call, text, length] of STORED) {
      assertEquals(await call(), hashed(text).slice(0, length), text);
    }
  }
  assertEquals(typeof hashText("lock", "a"), "string");
  assertEquals(
    await hashText("access of user", "ada"),
    "xUuBpZciyJRKSPg3LOmn_FIdcjz3xldN5JGrZPJe8ww",
  );
});
