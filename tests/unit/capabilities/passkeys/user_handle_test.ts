import { assertEquals, assertNotEquals } from "@std/assert";
import { toBase64url } from "../../../../src/base/crypto/bytes.ts";
import {
  createUserHandle,
  namesAnotherUser,
  randomUserHandle,
} from "../../../../src/capabilities/passkeys/user_handle.ts";
import type { Context } from "../../../../src/types/internal.ts";
import { createTestContext } from "../../_context.ts";

const OLD = "an-old-secret-of-at-least-32-characters";
const NEW = "a-new-secret-of-at-least-32-characters";

async function withSecret(...secret: string[]): Promise<Context> {
  return (await createTestContext({ config: { secret } })).ctx;
}

Deno.test("createUserHandle() returns one handle per user and secret, which does not reveal the id", async () => {
  const ctx = await withSecret(NEW);
  const handle = await createUserHandle(ctx, "ada");
  assertEquals(handle.length, 32);
  assertEquals(await createUserHandle(ctx, "ada"), handle);
  assertNotEquals(await createUserHandle(ctx, "eve"), handle);
  assertNotEquals(await createUserHandle(await withSecret(OLD), "ada"), handle);
  assertEquals(new TextDecoder().decode(handle).includes("ada"), false);
});

Deno.test("namesAnotherUser() distinguishes handles, in the encodings of all clients", async () => {
  const ctx = await withSecret(NEW);
  const text = toBase64url(await createUserHandle(ctx, "ada"));
  // Some clients use the string as the bytes when they create the passkey.
  for (const sent of [text, toBase64url(new TextEncoder().encode(text))]) {
    assertEquals(await namesAnotherUser(ctx, sent, "ada"), false);
    assertEquals(await namesAnotherUser(ctx, sent, "eve"), true);
  }
});

Deno.test("namesAnotherUser() accepts handles that this app did not create", async () => {
  const ctx = await withSecret(NEW);
  const made = await createUserHandle(ctx, "ada");
  const bent = made.slice();
  bent[20]! ^= 1;
  const foreign = [
    randomUserHandle(),
    made.slice(0, 16),
    made.slice(0, 31),
    bent,
    new Uint8Array(),
  ];
  for (const handle of foreign.map(toBase64url)) {
    assertEquals(await namesAnotherUser(ctx, handle, "eve"), false, handle);
  }
  for (const handle of [undefined, null, 7, {}, "", "\ufffd\ufffd", "A", "a b", "=".repeat(500)]) {
    assertEquals(await namesAnotherUser(ctx, handle, "eve"), false, String(handle));
  }
});

Deno.test("namesAnotherUser() recognizes handles of every listed secret", async () => {
  const text = toBase64url(await createUserHandle(await withSecret(OLD), "ada"));
  const rotated = await withSecret(NEW, OLD);
  assertEquals(await namesAnotherUser(rotated, text, "ada"), false);
  assertEquals(await namesAnotherUser(rotated, text, "eve"), true);
  const dropped = await withSecret(NEW);
  assertEquals(await namesAnotherUser(dropped, text, "ada"), false);
  assertEquals(await namesAnotherUser(dropped, text, "eve"), false);
});
