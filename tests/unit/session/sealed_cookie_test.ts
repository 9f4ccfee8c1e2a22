import { assertEquals, assertMatch } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import {
  dropOldest,
  open,
  openAll,
  seal,
  type SealedCookie,
  suffixOf,
} from "../../../src/session/sealed_cookie.ts";
import { createTestContext, outgoing, toCookieHeader } from "../_context.ts";

const COOKIE = {
  key: "state",
  salt: "authjs.attempt",
  maxAge: 900,
} as const satisfies SealedCookie;

/** A cookie whose lifetime the caller says. */
const MINUTE = { key: "state", salt: "authjs.email-attempt", maxAge: 60 } as const;

const NAME = "__Host-authjs.state";

async function createJar(cookie = "") {
  return (await createTestContext({ path: "signin", cookie })).ctx;
}

/** Cookies of attempts, sealed one second apart, oldest first. */
async function sealSeries(time: FakeTime, ...suffixes: string[]): Promise<string> {
  const ctx = await createJar();
  for (const suffix of suffixes) {
    await seal(ctx, COOKIE, suffix, { is: suffix });
    time.tick(1000);
  }
  return toCookieHeader(ctx);
}

Deno.test("suffixOf() returns sixteen characters of a digest, the same for the same string", async () => {
  assertMatch(await suffixOf("state"), /^[\w-]{16}$/);
  assertEquals(await suffixOf("state"), await suffixOf("state"));
});

Deno.test("open() returns the sealed data and its time, only under its suffix", async () => {
  using time = new FakeTime("2030-01-01T00:00:00Z");
  const ctx = await createJar(await sealSeries(time, "a"));
  const opened = await open<{ is: string }>(ctx, COOKIE, "a");
  assertEquals([opened?.is, opened?.startedAtMs], ["a", Date.parse("2030-01-01T00:00:00Z")]);
  assertEquals(await open(ctx, COOKIE, "b"), undefined);
  assertEquals(await open(ctx, COOKIE, undefined), undefined);
});

Deno.test("open() ignores expired and planted cookies, and those of another purpose", async () => {
  using time = new FakeTime();
  const cookie = await sealSeries(time, "a");
  assertEquals(
    await open(await createJar(cookie), { ...COOKIE, salt: "authjs.ceremony" }, "a"),
    undefined,
  );
  assertEquals(await open(await createJar(`${NAME}.a=garbage`), COOKIE, "a"), undefined);
  time.tick(15 * 60 * 1000 + 16_000);
  assertEquals(await open(await createJar(cookie), COOKIE, "a"), undefined);
});

Deno.test("seal() sets a cookie that expires with its content, and accepts other attributes", async () => {
  using time = new FakeTime("2030-01-01T00:00:00Z");
  const ctx = await createJar();
  await seal(ctx, MINUTE, undefined, {}, { sameSite: "none" });
  const [{ name, options }] = ctx.cookies.outgoing() as [
    ReturnType<
      typeof ctx.cookies.outgoing
    >[number],
  ];
  assertEquals(name, NAME);
  assertEquals(options.expires, new Date(time.now + 60_000));
  assertEquals(options.sameSite, "none");
  assertEquals(options.httpOnly, true);
});

Deno.test("seal() keeps the first time of data that is sealed again", async () => {
  const ctx = await createJar();
  await seal(ctx, COOKIE, "a", { startedAtMs: 1 });
  const again = await createJar(toCookieHeader(ctx));
  assertEquals((await open(again, COOKIE, "a"))?.startedAtMs, 1);
});

Deno.test("openAll() returns the newest first, and invalid cookies last", async () => {
  using time = new FakeTime();
  const cookie = `${NAME}.planted=x; ${await sealSeries(time, "a", "b", "c")}`;
  const all = await openAll<{ is: string }>(await createJar(cookie), COOKIE);
  assertEquals(all.map(({ suffix }) => suffix), ["c", "b", "a", "planted"]);
  assertEquals(all.map(({ attempt }) => attempt?.is), ["c", "b", "a", undefined]);
});

Deno.test("dropOldest() keeps four of five, and deletes invalid cookies first", async () => {
  using time = new FakeTime();
  const four = await sealSeries(time, "a", "b", "c", "d");
  const roomy = await createJar(four);
  await dropOldest(roomy, COOKIE);
  assertEquals(outgoing(roomy), []);
  const planted = await createJar(`${four}; ${NAME}.planted=x`);
  await dropOldest(planted, COOKIE);
  assertEquals(outgoing(planted), [`-${NAME}.planted`]);
  const full = await createJar(await sealSeries(time, "a", "b", "c", "d", "e", "f"));
  await dropOldest(full, COOKIE);
  assertEquals(outgoing(full).sort(), [`-${NAME}.a`, `-${NAME}.b`]);
});
