import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { MemoryAdapter } from "../../../../adapters/memory.ts";
import { InvalidCheck } from "../../../../src/errors.ts";
import {
  type Ceremony,
  createCeremony,
  openCeremony,
  useCeremony,
} from "../../../../src/capabilities/passkeys/ceremony.ts";
import type { AuthConfig, WebAuthnConfig } from "../../../../mod.ts";
import { createTestContext, outgoing, toCookieHeader } from "../../_context.ts";

// The members that bind a ceremony.
const PASSKEY = { id: "passkey" } as WebAuthnConfig;
const ceremony = (challenge: string): Ceremony => ({
  provider: "passkey",
  action: "authenticate",
  challenge,
  userId: "7",
});

async function createJar(cookie = "", config: Partial<AuthConfig> = {}) {
  return (await createTestContext({ path: "session", cookie, config })).ctx;
}

async function start(challenge: string): Promise<string> {
  const ctx = await createJar();
  await createCeremony(ctx, ceremony(challenge));
  return toCookieHeader(ctx);
}

Deno.test("openCeremony() returns the sealed data, and schedules the deletion of its cookie", async () => {
  const ctx = await createJar(await start("one"));
  const opened = await openCeremony(ctx, PASSKEY, "authenticate", "one");
  assertEquals([opened.challenge, opened.userId], ["one", "7"]);
  assertEquals(outgoing(ctx).length, 1);
  assertMatch(outgoing(ctx)[0]!, /^-__Host-authjs\.challenge\.[\w-]{16}$/);
});

const refusals: [string, () => Promise<unknown>, RegExp][] = [
  [
    "a challenge of another browser",
    async () => await openCeremony(await createJar(), PASSKEY, "authenticate", "two"),
    /unknown/,
  ],
  [
    "another challenge",
    async () =>
      await openCeremony(await createJar(await start("two")), PASSKEY, "authenticate", "2"),
    /unknown/,
  ],
  [
    "the other action",
    async () => await openCeremony(await createJar(await start("two")), PASSKEY, "register", "two"),
    /action/,
  ],
  ["another provider", async () =>
    await openCeremony(
      await createJar(await start("two")),
      { ...PASSKEY, id: "other" },
      "authenticate",
      "two",
    ), /another provider/],
];
for (const [name, open, reason] of refusals) {
  Deno.test(`openCeremony() refuses ${name}`, async () => {
    assertMatch((await assertRejects(open, InvalidCheck)).message, reason);
  });
}

Deno.test("openCeremony() refuses a challenge after fifteen minutes", async () => {
  using time = new FakeTime();
  const cookie = await start("three");
  time.tick(15 * 60 * 1000 + 16_000);
  await assertRejects(
    async () => await openCeremony(await createJar(cookie), PASSKEY, "authenticate", "three"),
    InvalidCheck,
  );
});

const stores: [string, Partial<AuthConfig>][] = [
  ["in this process", {}],
  ["in the store", { adapter: MemoryAdapter() }],
];
for (const [where, config] of stores) {
  Deno.test(`useCeremony() accepts one of fifty responses to a challenge, ${where}`, async () => {
    const contexts = await Promise.all(Array.from({ length: 50 }, () => createJar("", config)));
    const results = await Promise.allSettled(
      contexts.map((ctx) => useCeremony(ctx, PASSKEY, ceremony(`fifty ${where}`))),
    );
    assertEquals(results.filter(({ status }) => status === "fulfilled").length, 1);
    const refused = results.filter((result) => result.status === "rejected");
    assertEquals(refused.every(({ reason }) => reason instanceof InvalidCheck), true);
  });
}
