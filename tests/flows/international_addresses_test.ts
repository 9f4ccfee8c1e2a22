/**
 * An address with a domain of another alphabet has two forms, and one user: at every door at which an
 * address enters, whichever form came first, and also where an older version has stored the other.
 *
 * @module
 */

import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { formOf } from "./_email.ts";
import { answer, ask } from "./_passkeys.ts";
import { createAuthenticator, type TestBrowser } from "../../src/tools/testing/mod.ts";
import type { Adapter } from "../../src/types/adapter.ts";
import { countMail } from "../../src/limits/recipient.ts";
import { nameOf } from "../../src/limits/account.ts";
import {
  call,
  cookiesOf,
  done,
  mailed,
  page,
  PASSWORD,
  postAddress,
  send,
  signInAtProvider,
  type StepApp,
  typePassword,
} from "../beside/_steps.ts";
import { APP } from "../beside/app.mjs";
import { openSteps, type StepRig } from "../formats/_steps.ts";

const TEXT = "ada@bücher.example";
const NORMAL = "ada@xn--bcher-kva.example";
const SECRET = "a-secret-of-at-least-32-characters";
const LINK = /https:\S+token=\S+/;

/** Asks for a link, and opens it. */
async function byLink(app: StepApp, email: string, browser = app.open()): Promise<TestBrowser> {
  app.mails.length = 0;
  await browser.start("mail", { fields: { email }, callbackUrl: "/after" });
  await page(await browser.visit(await mailed(app, NORMAL, LINK)));
  return browser;
}

/** Sets a password by a link. */
async function setPassword(app: StepApp, email: string): Promise<TestBrowser> {
  app.mails.length = 0;
  const browser = app.open();
  await page(await browser.submit("/auth/password?callbackUrl=/", { email }));
  const opened = await page(await browser.visit(await mailed(app, NORMAL, LINK)));
  const { fields } = formOf(opened.html);
  const body = new URLSearchParams({ ...fields, password: PASSWORD });
  await page(await browser.visit("/auth/password", { method: "POST", body }));
  return browser;
}

const idOf = async (app: StepApp, email = NORMAL): Promise<string | undefined> =>
  (await call(app, "adapter.getUserByEmail", [email]))?.id;

/** Creates a user as an older version has: the store gets the address as it is. */
async function createRaw({ config }: StepRig, id: string, email: string) {
  const { adapter } = config.userConfig;
  return await (adapter as Adapter).createUser!({ id, email, emailVerified: new Date() });
}

/** Fails unless a browser is signed in with the address in its normal form. */
async function assertIn(browser: TestBrowser): Promise<void> {
  assertEquals((await browser.session())?.user?.email, NORMAL);
}

/** Fails where a second user has the other form of the address of the first. */
async function assertOneUser(app: StepApp, stored: string, id: string | undefined): Promise<void> {
  assertEquals(await idOf(app, stored), id);
  const other = stored === TEXT ? NORMAL : TEXT;
  assertEquals(await idOf(app, other), undefined);
}

/** Ways by which an address makes a user, or finds the one who has it. */
const DOORS: Readonly<Record<string, (rig: StepRig, email: string) => Promise<void>>> = {
  async "a link by email"({ app }, email) {
    await assertIn(await byLink(app, email));
  },
  async "a password"({ app }, email) {
    await assertIn(await setPassword(app, email));
    const browser = app.open();
    await typePassword(browser, email);
    await assertIn(browser);
  },
  async "a provider"({ app }, email) {
    const user = { sub: "7", name: "Ada", email, email_verified: true };
    await signInAtProvider(app, user);
  },
  async "an ID token of an app"({ app }, email) {
    app.idp.user = { sub: "8", name: "Ada", email, email_verified: true };
    const { nonce } = await send(app, "native/nonce", {});
    const idToken = await app.idp.idToken({ aud: "com.example.app", nonce });
    await send(app, "native/id-token", { provider: "idp", idToken, nonce });
  },
  async "a passkey"({ app }, email) {
    const browser = app.open();
    const fields = await answer(
      await ask(browser, { action: "register", email }),
      createAuthenticator(APP),
    );
    await (await browser.post("/callback/passkey", { ...fields, callbackUrl: "/after" })).body
      ?.cancel();
  },
  async "a function of the app"({ config }, email) {
    const known = await config.store!.getUserByEmail(email);
    const user = known ?? await config.store!.createUser({ id: "1", email, emailVerified: null });
    assertEquals(user.email, NORMAL);
  },
};

for (const [first, begin] of Object.entries(DOORS)) {
  // Providers and passkeys of strangers prove nothing: what they make is not taken over.
  for (const [second, follow] of Object.entries(DOORS)) {
    Deno.test(`international addresses: ${first}, then ${second}, is one user`, async () => {
      for (const [one, other] of [[TEXT, NORMAL], [NORMAL, TEXT]] as const) {
        using rig = await openSteps(SECRET);
        await begin(rig, one);
        const users = () => rig.users().filter(({ email }) => email !== null);
        assertEquals(users().map(({ email }) => email).filter((email) => email === TEXT), []);
        const before = users().length;
        await follow(rig, other);
        const after = users();
        assert(after.length <= Math.max(1, before), JSON.stringify(after));
        assertEquals(after.filter(({ email }) => email !== NORMAL), []);
      }
    });
  }
}

for (const [door, enter] of Object.entries(DOORS)) {
  Deno.test(`international addresses: ${door} finds the user of an older version`, async () => {
    for (const stored of [TEXT, NORMAL]) {
      for (const typed of [TEXT, NORMAL]) {
        using rig = await openSteps(SECRET);
        const { app } = rig;
        // As the store has it, and not as this version would write it.
        await createRaw(rig, "old", stored);
        const id = await idOf(app, stored);
        await enter(rig, typed);
        await assertOneUser(app, stored, id);
      }
    }
  });
}

Deno.test("international addresses: invitations, imports and policies of organizations", async () => {
  for (const [one, other] of [[TEXT, NORMAL], [NORMAL, TEXT]] as const) {
    using rig = await openSteps(SECRET);
    const { app } = rig;
    const owner = await createRaw(rig, "owner", "owner@example.com");
    const make = async (slug: string) =>
      (await done(app, "organizations.createOrganization", [owner.id, { name: slug, slug }]))
        .organization;
    const imported = await make("imported");
    const rows = [{ email: one, role: "admin" }];
    await call(app, "organizations.importMembers", [imported.id, rows]);
    const cookies = cookiesOf(await byLink(app, other));
    const { role } = await done(
      app,
      "organizations.readMembership",
      ["$request", "imported"],
      cookies,
    );
    assertEquals(role, "admin");
  }
});

Deno.test("international addresses: a change to the other form of the own address is none", async () => {
  using rig = await openSteps(SECRET);
  const { app } = rig;
  const browser = await byLink(app, TEXT);
  const id = await idOf(app);
  app.mails.length = 0;
  await page(await postAddress(browser, { step: "request", email: TEXT }));
  assertEquals(app.mails, []);
  // Another user asks for it: it is taken, and stays where it is.
  const other = app.open();
  await other.start("mail", { fields: { email: "eve@example.com" } });
  await page(await other.visit(await mailed(app, "eve@example.com", LINK)));
  await page(await postAddress(other, { step: "request", email: TEXT }));
  await mailed(app, NORMAL, /belongs to an account/);
  assertEquals(await idOf(app), id);
});

Deno.test("international addresses: a link of an older version counts", async () => {
  using rig = await openSteps(SECRET);
  const { app, config } = rig;
  const browser = app.open();
  await browser.start("mail", { fields: { email: TEXT }, callbackUrl: "/after" });
  const link = new URL(await mailed(app, NORMAL, LINK));
  // Its row and its URL had the form that was typed.
  const token = link.searchParams.get("token")!;
  const row = rig.tokens()[0]!;
  await config.store!.useVerificationToken({ identifier: NORMAL, token: row.token });
  await config.store!.createVerificationToken({ ...row, identifier: TEXT });
  const other = app.open();
  const csrfToken = await other.csrf();
  const body = new URLSearchParams({ csrfToken, token, email: TEXT, callbackUrl: "/after" });
  await page(await other.visit("/auth/callback/mail", { method: "POST", body }));
  await assertIn(other);
  assertEquals(await idOf(app, TEXT), undefined);
});

Deno.test("international addresses: limits count both forms as one", async () => {
  using rig = await openSteps(SECRET);
  assertEquals(nameOf(TEXT), nameOf(NORMAL));
  assertNotEquals(nameOf(TEXT), nameOf("ada@bucher.example"));
  await countMail(rig.config, TEXT, 1);
  const error = await countMail(rig.config, NORMAL, 1).catch((error) => error);
  assertEquals(error?.type, "TooManyRequests");
});

Deno.test("international addresses: pages show the form that people read", async () => {
  using rig = await openSteps(SECRET);
  const { app } = rig;
  const browser = app.open();
  const step = await page(
    await browser.submit("/auth/signin?callbackUrl=/after", { email: NORMAL }),
  );
  assert(step.html.includes(`value="${TEXT}"`), "the second step");
  const asked = { csrfToken: await browser.csrf(), email: NORMAL, callbackUrl: "/after" };
  const wait = await page(
    await browser.visit("/auth/signin/mail", { method: "POST", body: new URLSearchParams(asked) }),
  );
  assert(wait.html.includes(TEXT), "the page that waits");
  await page(await browser.visit(await mailed(app, NORMAL, LINK)));
  for (const path of ["account", "address"]) {
    const { html } = await page(await browser.visit(`/auth/${path}`));
    assert(html.includes(TEXT), path);
  }
});
