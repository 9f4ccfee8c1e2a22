import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { MemoryAdapter } from "../../../../adapters/memory.ts";
import { AccessDenied, AuthError, InvalidCheck, MissingCSRF } from "../../../../src/errors.ts";
import { addEnrolment, newEnrolmentId } from "../../../../src/capabilities/factors/enrolments.ts";
import { MailCode, RecoveryCodes, Totp } from "../../../../src/capabilities/factors/mod.ts";
import { defineAuth, getProof } from "../../../../src/frameworks/server.ts";
import {
  begin as beginFactor,
  cancelReset as cancelFactorReset,
  confirm as confirmFactor,
  list as listFactors,
  pendingReset as pendingFactorReset,
  remove as removeFactor,
  rename as renameFactor,
  reset as resetFactors,
} from "../../../../src/capabilities/factors/functions.ts";
import { delete as deleteUser, export as exportUser } from "../../../../src/server/users.ts";
import type { AuthConfig } from "../../../../src/types/config.ts";
import type { TestBrowser } from "../../../../src/tools/testing/mod.ts";
import { codeOf, createFactorApp, PASSWORD, STRATEGY_CONFIGS } from "../../../flows/_factors.ts";

const APP = "https://app.example";
const NOW = 1_900_000_000_000;
const DAY = 24 * 60 * 60 * 1000;

async function createRig(config: Partial<AuthConfig> = {}) {
  const adapter = MemoryAdapter();
  const ada = { id: "ada", email: "ada@example.com", emailVerified: null };
  await adapter.createUser(ada);
  const app = createFactorApp({
    adapter,
    factors: [Totp(), MailCode(), RecoveryCodes()],
    theme: { name: "App" },
    ...config,
  });
  const enrol = async (factor: typeof Totp = Totp) => {
    const id = newEnrolmentId();
    await addEnrolment(adapter.records!, "ada", id, factor(), "s3cret-data");
    return id;
  };
  return { ...app, adapter, enrol };
}

const requestOf = (browser: TestBrowser, init: RequestInit = {}) =>
  new Request(`${APP}/settings`, {
    method: "POST",
    ...init,
    headers: { cookie: browser.cookies.header(new URL(APP)), ...init.headers },
  });

Deno.test("listFactors() and exportUser() return enrolments without their data", async () => {
  const { config, enrol } = await createRig();
  const id = await enrol();
  const expected = { id, factor: "totp", name: null, usedAt: null, left: null };
  for (
    const [found] of [await listFactors(config, "ada"), (await exportUser(config, "ada"))!.factors]
  ) {
    const { createdAt, ...rest } = found!;
    assertEquals([createdAt instanceof Date, rest], [true, expected]);
  }
  assertEquals(await listFactors(config, "eve"), []);
});

Deno.test("renameFactor() and removeFactor() refuse the factor of another user", async () => {
  const { config, enrol } = await createRig();
  const id = await enrol();
  await assertRejects(() => renameFactor(config, "eve", id, "Phone"), AuthError, "has none");
  await assertRejects(() => removeFactor(config, "eve", id), AuthError, "has none");
  await assertRejects(() => renameFactor(config, "ada", id, "\n"), AuthError, "1 to 64 visible");
  await renameFactor(config, "ada", id, "  My   phone ");
  assertEquals((await listFactors(config, "ada"))[0]!.name, "My phone");
});

Deno.test("removeFactor() keeps the last one where the policy may require one, unless told otherwise", async () => {
  const { config, enrol, mails } = await createRig({ factorPolicy: { required: () => true } });
  const [first, second] = [await enrol(), await enrol()];
  assertEquals(await removeFactor(config, "ada", first), true);
  assertEquals(await removeFactor(config, "ada", second), false);
  assertEquals(await removeFactor(config, "ada", second, { mayBeLast: true }), true);
  assertEquals(await listFactors(config, "ada"), []);
  assertEquals(mails.map(({ subject }) => subject), [
    "A two-step verification method was removed (App)",
    "A two-step verification method was removed (App)",
  ]);
});

Deno.test("resetFactors() waits a day, tells the user, and is carried out at the next list", async () => {
  using time = new FakeTime(NOW);
  const { config, enrol, mails } = await createRig();
  await enrol();
  const due = await resetFactors(config, "ada");
  assertEquals(due.valueOf(), NOW + DAY);
  assertEquals(await resetFactors(config, "ada"), due, "it keeps its time");
  assertEquals(await pendingFactorReset(config, "ada"), due);
  time.tick(DAY - 1);
  const later = await enrol();
  assertEquals((await listFactors(config, "ada")).length, 2);
  time.tick(1);
  assertEquals((await listFactors(config, "ada")).map(({ id }) => id), [later], "newer ones stay");
  assertEquals(await pendingFactorReset(config, "ada"), null);
  assertEquals(mails.map(({ subject }) => subject), [
    "Two-step verification will be turned off (App)",
    "Two-step verification was turned off (App)",
  ]);
});

Deno.test("resetFactors() is refused where the mail about it could not name the site", async () => {
  const { config, enrol, mails } = await createRig({ theme: undefined });
  await enrol();
  for (const now of [false, true]) {
    const error = await assertRejects(() => resetFactors(config, "ada", { now }), AuthError);
    assertStringIncludes(error.message, "set AUTH_URL to the URL of the app, or `theme.name`");
  }
  assertEquals(await pendingFactorReset(config, "ada"), null);
  assertEquals((await listFactors(config, "ada")).length, 1);
  assertEquals(mails, []);
});

Deno.test("resetFactors() can be cancelled until its time has come, and be told to act now", async () => {
  using time = new FakeTime(NOW);
  const { config, enrol } = await createRig();
  await enrol();
  assertEquals(await cancelFactorReset(config, "ada"), false);
  await resetFactors(config, "ada");
  assertEquals(await cancelFactorReset(config, "ada"), true);
  time.tick(2 * DAY);
  assertEquals((await listFactors(config, "ada")).length, 1);
  await resetFactors(config, "ada");
  time.tick(DAY);
  assertEquals(await cancelFactorReset(config, "ada"), false, "too late");
  await enrol();
  await resetFactors(config, "ada", { now: true });
  assertEquals(await listFactors(config, "ada"), []);
});

Deno.test("resetFactors() is carried out at the sign-in after its time", async () => {
  using time = new FakeTime(NOW);
  const { config, enrol, browser } = await createRig();
  await enrol();
  await resetFactors(config, "ada");
  const pathOf = async () => {
    const { url, response } = await browser.signInWithCredentials(PASSWORD);
    await response.body?.cancel();
    return url.pathname;
  };
  assertEquals(await pathOf(), "/auth/factor");
  time.tick(DAY);
  assertEquals(await pathOf(), "/");
});

Deno.test("deleteUser() leaves no record of factors, trusted devices and resets", async () => {
  const { config, enrol, adapter } = await createRig();
  await enrol();
  await resetFactors(config, "ada");
  const records = adapter.records!;
  await records.put({
    kind: "trusted",
    id: "hash",
    owner: "ada",
    version: 1,
    expires: null,
    data: null,
  }, null);
  await deleteUser(config, "ada");
  for (const kind of ["factor", "factor.reset", "trusted"]) {
    assertEquals(await records.list("ada", kind), [], kind);
  }
});

for (const [strategy, session] of STRATEGY_CONFIGS) {
  Deno.test(`beginFactor() and confirmFactor() check session, proof, origin and answer (${strategy} session)`, async () => {
    using time = new FakeTime(NOW);
    const { config, browser, enrol } = await createRig(session);
    const headers = new Headers();
    const begin = (init?: RequestInit, factor = "totp") =>
      beginFactor(config, requestOf(browser, init), factor, headers);
    await assertRejects(() => begin(), AccessDenied, "no user is signed in");
    await browser.signInWithCredentials(PASSWORD);
    const foreign = { headers: { origin: "https://evil.example" } };
    await assertRejects(() => begin(foreign), MissingCSRF);
    await assertRejects(() => begin({}, "recovery"), InvalidCheck, "cannot use this one");

    const { state, secret, uri } = await begin();
    assert(state && secret && uri?.startsWith("otpauth://totp/App%3Aada%40example.com?"), uri);
    const cookie = [
      browser.cookies.header(new URL(APP)),
      ...headers.getSetCookie().map((one) => one.split(";")[0]!),
    ].join("; ");
    const confirm = (answer: string) =>
      confirmFactor(
        config,
        requestOf(browser, { headers: { cookie } }),
        { factor: "totp", state: state!, answer },
        headers,
      );
    assertEquals(await confirm("000000"), false);
    assertEquals(await confirm(await codeOf(secret!)), true);
    assertEquals((await listFactors(config, "ada")).map(({ factor }) => factor), ["totp"]);
    browser.cookies.store(new URL(APP), headers.getSetCookie());
    assertEquals((await getProof(requestOf(browser), config))?.methods, ["pwd", "otp", "mfa"]);
    await enrol();
    time.tick(11 * 60_000);
    await assertRejects(() => begin(), AccessDenied, "too old");
  });
}

Deno.test("functions of factors need factors, and defineAuth() binds them", async () => {
  const { config } = await createRig();
  const none = { ...config, factors: undefined };
  await assertRejects(() => listFactors(none, "ada"), AuthError, "no `factors`");
  const auth = defineAuth(config);
  assertEquals(await auth.factors.list("ada"), []);
  assert(await auth.factors.reset("ada") > new Date());
  assertEquals(await auth.factors.cancelReset("ada"), true);
  assertEquals(await auth.factors.pendingReset("ada"), null);
});
