import { assert, assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { MemoryAdapter } from "../../../../adapters/memory.ts";
import type { EmailConfig } from "../../../../mod.ts";
import { createEmailAttempt } from "../../../../src/flows/email/attempt.ts";
import {
  createCode,
  MAX_TRIES,
  maxAgeOf,
  ticketRow,
  useCode,
} from "../../../../src/flows/email/code.ts";
import { pendingEmail } from "../../../../src/flows/email/request.ts";
import { createTestContext, outgoing, toCookieHeader } from "../../_context.ts";

const ADA = "ada@example.com";
const MAIL: EmailConfig = {
  id: "mail",
  name: "Mail",
  type: "email",
  code: 6,
  sendVerificationRequest: () => {},
};

/** A browser with an open code attempt, and its store. */
async function createRig() {
  const adapter = MemoryAdapter();
  let cookie = "";
  const createJar = async () =>
    (await createTestContext({
      path: "callback/mail",
      cookie,
      config: { adapter, providers: [MAIL] },
    })).ctx;
  const code = createCode(MAIL)!;
  const expires = new Date(Date.now() + 900_000);
  await adapter.createVerificationToken({ identifier: ADA, token: "link", expires });
  await adapter.createVerificationToken(ticketRow(ADA, code, expires));
  const start = await createJar();
  const attempt = { provider: "mail", identifier: ADA, token: "link", callbackUrl: "/", code };
  await createEmailAttempt(start, "token", attempt, maxAgeOf(MAIL));
  cookie = toCookieHeader(start);
  const type = async (typed: string) => {
    const ctx = await createJar();
    const found = await useCode(ctx, MAIL, typed, undefined);
    cookie = toCookieHeader(ctx) || cookie;
    return { found, ctx };
  };
  const wrong = code.digits === "000000" ? "000001" : "000000";
  return { adapter, type, createJar, right: code.digits, wrong };
}

Deno.test("createCode() creates the number of digits that the provider sets", () => {
  for (const [code, length] of [[6, 6], [7, 7], [8, 8], [true, 8]] as const) {
    assertEquals(createCode({ ...MAIL, code })?.digits.length, length);
  }
  assertEquals(createCode({ ...MAIL, code: false }), undefined);
  assertEquals(createCode({ ...MAIL, code: undefined }), undefined);
  assert(createCode(MAIL)!.ticket !== createCode(MAIL)!.ticket);
});

Deno.test("useCode() accepts the right code once, in any spelling, and invalidates the link", async () => {
  const { type, right, adapter } = await createRig();
  const { found, ctx } = await type(` ${right.slice(0, 3)}-${right.slice(3)} `);
  assertEquals(found?.identifier, ADA);
  assertEquals(outgoing(ctx).length, 1);
  assert(outgoing(ctx)[0]!.startsWith("-"));
  assertEquals(await adapter.useVerificationToken({ identifier: ADA, token: "link" }), null);
});

Deno.test("useCode() counts wrong codes, and the last one ends the code and not the link", async () => {
  const { type, wrong, right, adapter, createJar } = await createRig();
  for (let tries = 1; tries < MAX_TRIES; tries++) {
    assertEquals((await type(wrong)).found, undefined);
    assertEquals((await pendingEmail(await createJar(), MAIL))?.triesLeft, MAX_TRIES - tries);
  }
  assertEquals((await type(wrong)).found, undefined);
  assertEquals((await pendingEmail(await createJar(), MAIL))?.triesLeft, 0);
  assertEquals((await type(right)).found, undefined);
  const link = await adapter.useVerificationToken({ identifier: ADA, token: "link" });
  assertEquals(link?.identifier, ADA);
});

Deno.test("useCode() compares nothing for a copied cookie after the last try", async () => {
  const { type, wrong, right, createJar } = await createRig();
  const copies = [];
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    copies.push(await createJar());
    await type(wrong);
  }
  for (const copy of copies) assertEquals(await useCode(copy, MAIL, right, undefined), undefined);
});

Deno.test("useCode() does not count input of another format", async () => {
  const { type, createJar } = await createRig();
  for (const typed of ["", "12345", "1234567", "12345a", "\u0661\u0662\u0663\u0664\u0665\u0666"]) {
    assertEquals((await type(typed)).found, undefined);
  }
  assertEquals((await pendingEmail(await createJar(), MAIL))?.triesLeft, MAX_TRIES);
});

Deno.test("useCode() compares one of fifty tries with the same cookie", async () => {
  const { createJar, right } = await createRig();
  const jars = await Promise.all(Array.from({ length: 50 }, createJar));
  const results = await Promise.all(jars.map((ctx) => useCode(ctx, MAIL, right, undefined)));
  assertEquals(results.filter(Boolean).length, 1);
});

Deno.test("useCode() refuses a code after fifteen minutes, and without an open attempt", async () => {
  using time = new FakeTime();
  const { type, right, createJar } = await createRig();
  const { ctx } = await createTestContext({
    path: "callback/mail",
    config: { adapter: MemoryAdapter(), providers: [MAIL] },
  });
  assertEquals(await useCode(ctx, MAIL, right, undefined), undefined);
  assertEquals(await pendingEmail(ctx, MAIL), undefined);
  time.tick(15 * 60 * 1000 + 1);
  assertEquals((await type(right)).found, undefined);
  assertEquals((await pendingEmail(await createJar(), MAIL))?.triesLeft, 0);
});

Deno.test("useCode() refuses the right code once the link was used", async () => {
  const { type, right, adapter } = await createRig();
  await adapter.useVerificationToken({ identifier: ADA, token: "link" });
  assertEquals((await type(right)).found, undefined);
});
