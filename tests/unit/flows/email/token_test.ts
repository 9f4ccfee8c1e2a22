import { assertEquals, assertMatch } from "@std/assert";
import { MemoryAdapter } from "../../../../adapters/memory.ts";
import type { AuthConfig, EmailConfig } from "../../../../mod.ts";
import { sha256Hex } from "../../../../src/base/crypto/hash.ts";
import { hashToken, useRow, useToken } from "../../../../src/flows/email/token.ts";
import { createTestContext, SECRET } from "../../_context.ts";

const ADA = "ada@example.com";
const OLD = "the-old-secret-of-32-characters-or-so";
const MAIL: EmailConfig = {
  id: "mail",
  name: "Mail",
  type: "email",
  sendVerificationRequest: () => {},
};

async function createRig(
  { secret = SECRET, adapter = MemoryAdapter() }: Pick<Partial<AuthConfig>, "secret" | "adapter"> =
    {},
) {
  const { ctx } = await createTestContext({
    path: "signin/mail",
    config: { secret, adapter, providers: [MAIL] },
  });
  const store = (token: string, expires = new Date(Date.now() + 60_000)) =>
    adapter.createVerificationToken!({ identifier: ADA, token, expires });
  const use = (token: string, identifier = ADA) => useToken(ctx, MAIL, identifier, token);
  return { ctx, store, use };
}

Deno.test("hashToken() returns a hash that is useless in a link, and a different one per app", async () => {
  const { ctx } = await createRig();
  assertEquals(await hashToken(ctx, MAIL, "t"), await sha256Hex(`t${SECRET}`));
  assertMatch(await hashToken(ctx, MAIL, "t"), /^[0-9a-f]{64}$/);
  const own = { ...MAIL, secret: "own" };
  assertEquals(await hashToken(ctx, own, "t"), await sha256Hex("town"));
  const rotated = await createRig({ secret: ["new", OLD] });
  assertEquals(await hashToken(rotated.ctx, MAIL, "t"), await sha256Hex("tnew"));
});

Deno.test("useToken() accepts a token once, for its address, until it expires", async () => {
  const { ctx, store, use } = await createRig();
  await store(await hashToken(ctx, MAIL, "a"));
  assertEquals(await use("a", "eve@example.com"), null);
  assertEquals(await use("b"), null);
  assertEquals((await use("a"))?.identifier, ADA);
  assertEquals(await use("a"), null);
  await store(await hashToken(ctx, MAIL, "over"), new Date(Date.now() - 1));
  assertEquals(await use("over"), null);
});

Deno.test("useToken() accepts one of fifty parallel uses", async () => {
  const { ctx, store, use } = await createRig();
  await store(await hashToken(ctx, MAIL, "a"));
  const rows = await Promise.all(Array.from({ length: 50 }, () => use("a")));
  assertEquals(rows.filter(Boolean).length, 1);
});

Deno.test("useToken() accepts tokens of old secrets, and of the joined form", async () => {
  const { store, use } = await createRig({ secret: [SECRET, OLD] });
  for (const secret of [SECRET, OLD, `${SECRET},${OLD}`]) {
    await store(await sha256Hex(`a${secret}`));
    assertEquals((await use("a"))?.identifier, ADA);
  }
  await store(await sha256Hex("aanother secret"));
  assertEquals(await use("a"), null);
});

Deno.test("useToken() and useRow() refuse a row with another address", async () => {
  const row = { identifier: "eve@example.com", token: "t", expires: new Date(Date.now() + 60_000) };
  const adapter = { ...MemoryAdapter(), useVerificationToken: () => Promise.resolve(row) };
  const { ctx, use } = await createRig({ adapter });
  assertEquals(await use("a"), null);
  assertEquals(await useRow(ctx, ADA, "t"), null);
  assertEquals(await useRow(ctx, row.identifier, "t"), row);
});
