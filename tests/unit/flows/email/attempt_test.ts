import { assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { MemoryAdapter } from "../../../../adapters/memory.ts";
import type { EmailConfig } from "../../../../mod.ts";
import {
  attemptOfLink,
  createEmailAttempt,
  deleteEmailAttempt,
  type EmailAttempt,
  pendingAttempt,
  updateEmailAttempt,
} from "../../../../src/flows/email/attempt.ts";
import { createTestContext, outgoing, toCookieHeader } from "../../_context.ts";

const MAIL: EmailConfig = {
  id: "mail",
  name: "Mail",
  type: "email",
  sendVerificationRequest: () => {},
};
const OTHER = { ...MAIL, id: "other" };
const ADA = "ada@example.com";
const attempt: EmailAttempt = {
  provider: "mail",
  identifier: ADA,
  token: "the stored form",
  callbackUrl: "https://app.example/after",
};
const code = { digits: "12345678", tries: 0, ticket: "ticket" };

async function createJar(cookie = "") {
  const config = { adapter: MemoryAdapter(), providers: [MAIL, OTHER] };
  return (await createTestContext({ path: "callback/mail", cookie, config })).ctx;
}

async function remember(token: string, value: EmailAttempt = attempt, before = "") {
  const ctx = await createJar(before);
  await createEmailAttempt(ctx, token, value, 3600);
  return [before, toCookieHeader(ctx)].filter(Boolean).join("; ");
}

Deno.test("attemptOfLink() finds the attempt of this browser by provider, token and address", async () => {
  const ctx = await createJar(await remember("token"));
  const found = await attemptOfLink(ctx, MAIL, "token", ADA);
  assertEquals(found?.attempt.callbackUrl, attempt.callbackUrl);
  assertEquals((await attemptOfLink(ctx, MAIL, "token", undefined))?.suffix, found?.suffix);
  assertEquals(await attemptOfLink(ctx, MAIL, "another", ADA), undefined);
  assertEquals(await attemptOfLink(ctx, MAIL, "token", "eve@example.com"), undefined);
  assertEquals(await attemptOfLink(ctx, OTHER, "token", ADA), undefined);
  assertEquals(await attemptOfLink(await createJar(), MAIL, "token", ADA), undefined);
});

Deno.test("deleteEmailAttempt() deletes one attempt and no other", async () => {
  const cookie = await remember("b", attempt, await remember("a"));
  const ctx = await createJar(cookie);
  deleteEmailAttempt(ctx, (await attemptOfLink(ctx, MAIL, "a", ADA))!);
  assertEquals(outgoing(ctx).length, 1);
  assertEquals(cookie.startsWith(`${outgoing(ctx)[0]!.slice(1)}=`), true);
});

Deno.test("pendingAttempt() finds the newest attempt of a provider, or the one that a form names", async () => {
  using time = new FakeTime();
  let cookie = "";
  for (const token of ["a", "b"]) {
    cookie = await remember(token, { ...attempt, token, code }, cookie);
    time.tick(1000);
  }
  cookie = await remember("link only", attempt, cookie);
  time.tick(1000);
  cookie = await remember("c", { ...attempt, provider: "other", code }, cookie);
  const ctx = await createJar(cookie);
  assertEquals((await pendingAttempt(ctx, MAIL))?.attempt.token, attempt.token);
  assertEquals((await pendingAttempt(ctx, OTHER))?.attempt.provider, "other");
  const named = async (token: string) => {
    const suffix = (await attemptOfLink(ctx, token === "c" ? OTHER : MAIL, token, ADA))!.suffix;
    return (await pendingAttempt(ctx, MAIL, suffix))?.attempt.token;
  };
  assertEquals(await named("a"), "a");
  assertEquals(await named("link only"), attempt.token);
  assertEquals(await named("c"), undefined);
  assertEquals(await pendingAttempt(ctx, MAIL, "unknown"), undefined);
});

Deno.test("updateEmailAttempt() replaces the stored data and keeps the expiry", async () => {
  using time = new FakeTime("2030-01-01T00:00:00Z");
  const cookie = await remember("a", { ...attempt, code });
  time.tick(600_000);
  const ctx = await createJar(cookie);
  const found = (await pendingAttempt(ctx, MAIL))!;
  const next = { ...found.attempt, code: { ...code, tries: 1 } };
  await updateEmailAttempt(ctx, { ...found, attempt: next }, 3600);
  const [replaced] = ctx.cookies.outgoing();
  assertEquals(replaced!.options.expires, new Date("2030-01-01T01:00:00Z"));
  const later = await pendingAttempt(await createJar(toCookieHeader(ctx)), MAIL);
  assertEquals(later?.attempt.code?.tries, 1);
  assertEquals(later?.attempt.startedAtMs, Date.parse("2030-01-01T00:00:00Z"));
});
