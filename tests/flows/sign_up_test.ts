/**
 * Who may become a user (`signUp`): six ways in under three policies, at once, and with
 * failures.
 *
 * @module
 */

import { assert, assertEquals, fail } from "@std/assert";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { Auth, type AuthConfig } from "../../mod.ts";
import Credentials from "../../src/providers/credentials.ts";
import Passkey from "../../src/capabilities/passkeys/passkey_provider.ts";
import {
  createAuthenticator,
  createBrowser,
  createIdp,
  type TestBrowser,
} from "../../src/tools/testing/mod.ts";
import type { AuditEntry, SignUpIdentity, SignUpPolicy } from "../../src/types/mod.ts";
import { answer, send } from "./_passkeys.ts";
import { SECRET } from "./_rig.ts";
import { providerAt } from "../_idp.ts";

const APP = "https://app.example";
const ADA = "ada@example.com";
const GRACE = "grace@example.com";

type Adapter = ReturnType<typeof MemoryAdapter>;

/** An app with every kind of provider, database sessions, and a policy. */
async function createRig(
  signUp: SignUpPolicy | undefined,
  { lacking = [], sending }: { lacking?: readonly string[]; sending?: () => Promise<void> } = {},
) {
  const calls: string[] = [];
  const adapter = Object.fromEntries(
    Object.entries(MemoryAdapter()).filter(([name]) => !lacking.includes(name)).map((
      [name, member],
    ) => [
      name,
      typeof member === "function"
        ? (...args: never[]) => {
          calls.push(name);
          return (member as (...args: never[]) => unknown)(...args);
        }
        : member,
    ]),
  ) as unknown as Adapter;
  const idp = await createIdp({ user: { sub: "7", name: "Ada", email: ADA } });
  const mails: { identifier: string; url: string; code?: string }[] = [];
  const entries: AuditEntry[] = [];
  const errors: Error[] = [];
  const config: AuthConfig = {
    providers: [
      Credentials({
        credentials: { email: {} },
        authorize: ({ email }) => ({ id: `id of ${email}`, email: String(email) }),
      }),
      providerAt(idp, "idp", {
        name: "IdP",
        checks: ["pkce", "state", "nonce"],
        emailVerified: true,
      }),
      {
        id: "mail",
        name: "Mail",
        type: "email",
        code: true,
        async sendVerificationRequest({ identifier, url, code }) {
          mails.push({ identifier, url, code });
          await sending?.();
        },
      },
      Passkey,
    ],
    adapter,
    session: { strategy: "database" },
    signUp,
    experimental: { enableWebAuthn: true },
    secret: SECRET,
    trustHost: true,
    limits: false,
    logger: { error: (error) => void errors.push(error), warn: () => {}, debug: () => {} },
    events: { audit: (entry) => void entries.push(entry) },
  };
  const app = (request: Request) =>
    new URL(request.url).pathname.startsWith("/auth/")
      ? Auth(request, config)
      : Promise.resolve(new Response("app"));
  const open = (): TestBrowser => createBrowser(APP, { [APP]: app, [idp.issuer]: idp.handler });
  return {
    adapter,
    calls,
    config,
    idp,
    mails,
    entries,
    errors,
    open,
    browser: open(),
    authenticator: createAuthenticator(APP),
    told: () => entries.map(({ name, reason }) => reason ? `${name} ${reason}` : name),
  };
}

type Rig = Awaited<ReturnType<typeof createRig>>;

/** Lets what an answer has left to do begin, and end where nothing waits for the network. */
const afterTheAnswer = () => new Promise((resolve) => setTimeout(resolve, 0));

async function askForMail(browser: TestBrowser, email = ADA) {
  const response = await browser.post("/signin/mail", { email, callbackUrl: "/after" });
  await response.body?.cancel();
  await afterTheAnswer();
  return response;
}

interface Way {
  /** Stores that lack these members take another way through the code. */
  lacking?: readonly string[];
  isProven: boolean;
  enter(rig: Rig, browser: TestBrowser): Promise<unknown>;
}

const viaProvider = (_: Rig, browser: TestBrowser) => browser.signIn("idp");

const WAYS: Readonly<Record<string, Way>> = {
  "an OpenID Provider": { isProven: true, enter: viaProvider },
  "an OpenID Provider, with a store without atomic creation": {
    lacking: ["createUserWithAccount"],
    isProven: true,
    enter: viaProvider,
  },
  "credentials": {
    isProven: false,
    enter: (_, browser) => browser.signInWithCredentials({ email: ADA }),
  },
  "a link": {
    isProven: true,
    async enter({ mails }, browser) {
      await askForMail(browser);
      const mail = mails.at(-1);
      if (mail) await browser.visit(mail.url);
    },
  },
  "a code": {
    isProven: true,
    async enter({ mails }, browser) {
      await askForMail(browser);
      const code = mails.at(-1)?.code?.replaceAll(" ", "") ?? "00000000";
      await (await browser.post("/callback/mail", { code })).body?.cancel();
    },
  },
  "a passkey": {
    isProven: false,
    async enter({ authenticator }, browser) {
      const query = new URLSearchParams({ action: "register", email: ADA });
      const response = await browser.fetch(`/auth/webauthn-options/passkey?${query}`);
      const asked = await response.json();
      if (response.status === 200) await send(browser, await answer(asked, authenticator));
    },
  },
};

for (const [way, { lacking, isProven, enter }] of Object.entries(WAYS)) {
  Deno.test(`signUp: "open" lets everyone become a user, by ${way}`, async () => {
    for (const policy of ["open", undefined] as const) {
      const rig = await createRig(policy, { lacking });
      await enter(rig, rig.browser);
      assert(await rig.browser.session());
      assertEquals(rig.told().filter((name) => name === "user.created"), ["user.created"]);
    }
  });

  Deno.test(`signUp: "invited" creates no user, by ${way}`, async () => {
    const rig = await createRig("invited", { lacking });
    await enter(rig, rig.browser);
    assertEquals(await rig.browser.session(), null);
    assertEquals(await rig.adapter.getUserByEmail(ADA), null);
    assertEquals(rig.mails, []);
    const created = rig.calls.filter((name) => name.startsWith("createUser"));
    assertEquals(created, []);
    if (way !== "a passkey") assert(rig.told().includes("signin.refused sign-up-refused"), way);
  });

  Deno.test(`signUp: a function decides with the identity, by ${way}`, async () => {
    const asked: SignUpIdentity[] = [];
    const answers: [() => unknown, boolean][] = [
      [() => true, true],
      [() => false, false],
      [() => "yes", false],
      [() => undefined, false],
      [() => Promise.resolve(true), true],
      [() => Promise.reject(new Error("no connection")), false],
      [() => fail("not invited"), false],
    ];
    for (const [decide, isAllowed] of answers) {
      asked.length = 0;
      const policy = (identity: SignUpIdentity) => (asked.push(identity), decide() as boolean);
      const rig = await createRig(policy, { lacking });
      await enter(rig, rig.browser);
      assertEquals(await rig.browser.session() !== null, isAllowed);
      assertEquals(rig.told().includes("user.created"), isAllowed);
      assertEquals(rig.told().includes("signin.refused sign-up-refused"), !isAllowed);
      const [identity, ...more] = asked;
      assertEquals([more.length, identity!.isProven], [0, isProven]);
      // An app that proves addresses keeps no unproven one of a passkey.
      assertEquals(identity!.user.email, way === "a passkey" ? undefined : ADA);
      assertEquals(identity!.profile !== undefined, way.startsWith("an OpenID Provider"));
      assert(identity!.account.provider.length > 0);
    }
  });

  Deno.test(`signUp: is not asked about a user who is stored, by ${way}`, async () => {
    const rig = await createRig("open", { lacking });
    await enter(rig, rig.browser);
    rig.config.signUp = "invited";
    const browser = rig.open();
    if (way === "a passkey") {
      const asked = await (await browser.fetch("/auth/webauthn-options/passkey")).json();
      await send(browser, await answer(asked, rig.authenticator));
    } else await enter(rig, browser);
    assert(await browser.session());
  });
}

Deno.test("signUp: fifty first sign-ins at once are all refused, or make one user", async () => {
  for (const isAllowed of [false, true]) {
    const rig = await createRig(() => Promise.resolve(isAllowed));
    const browsers = Array.from({ length: 50 }, () => rig.open());
    await Promise.all(browsers.map((browser) => browser.signIn("idp")));
    const sessions = await Promise.all(browsers.map((browser) => browser.session()));
    assertEquals(sessions.filter(Boolean).length, isAllowed ? 50 : 0);
    const created = rig.told().filter((name) => name === "user.created");
    assertEquals(created.length, isAllowed ? 1 : 0);
    if (!isAllowed) assertEquals(rig.told().length, 50);
  }
});

Deno.test("signUp: a refusal takes the address of no other user", async () => {
  for (const enter of [WAYS["an OpenID Provider"]!.enter, WAYS["a link"]!.enter]) {
    const rig = await createRig(() => false);
    // Evidence against the address: an account of a provider that is gone.
    const { id } = await rig.adapter.createUser({ id: "1", email: ADA, emailVerified: null });
    const account = { type: "oidc", provider: "gone", providerAccountId: "1", userId: id } as const;
    await rig.adapter.linkAccount(account);
    await enter(rig, rig.browser);
    assertEquals(await rig.browser.session(), null);
    assertEquals((await rig.adapter.getUser(id))?.email, ADA);
    // Allowed, the owner of the address gets it.
    rig.config.signUp = "open";
    await enter(rig, rig.browser);
    assert(await rig.browser.session());
    assertEquals((await rig.adapter.getUser(id))?.email, null);
  }
});

Deno.test("signUp: a failure of the store is no refusal, and another try works", async () => {
  const rig = await createRig(() => true, { lacking: ["createUserWithAccount"] });
  const { createUser } = rig.adapter;
  rig.adapter.createUser = () => Promise.reject(new Error("the store is down"));
  await rig.browser.signIn("idp");
  assertEquals(rig.told(), ["signin.refused failed"]);
  rig.adapter.createUser = createUser;
  await rig.browser.signIn("idp");
  assert(await rig.browser.session());
});

Deno.test('signUp: "invited" lets in a user whom the app created, by link and by code', async () => {
  for (const way of ["a link", "a code"]) {
    const rig = await createRig("invited");
    await rig.adapter.createUser({ id: "1", email: ADA, emailVerified: null });
    await WAYS[way]!.enter(rig, rig.browser);
    assertEquals((await rig.browser.session())?.user?.email, ADA);
    assertEquals(rig.told().includes("user.created"), false);
  }
});

Deno.test('signUp: "invited" answers a request for a mail the same for users and others', async () => {
  const rig = await createRig("invited");
  await rig.adapter.createUser({ id: "1", email: ADA, emailVerified: new Date() });
  const seen = [];
  for (const email of [ADA, GRACE]) {
    rig.calls.length = 0;
    const browser = rig.open();
    await browser.csrf();
    const response = await askForMail(browser, email);
    const names = [...response.headers.keys()].sort();
    const cookies = response.headers.getSetCookie().map((line) =>
      line.replace(/\.email\.[^=]+=[^;]+/, ".email.x=x").replace(/Expires=[^;]+/, "")
    );
    const { status, headers } = response;
    seen.push({ status, location: headers.get("location"), names, cookies, calls: [...rig.calls] });
  }
  assertEquals(seen[0], seen[1]);
  assertEquals(seen[0]!.location, `${APP}/auth/verify-request?provider=mail&type=email`);
  assertEquals(rig.mails.map(({ identifier }) => identifier), [ADA]);
  assertEquals(rig.told(), ["mail.sent", "signin.refused sign-up-refused"]);
});

Deno.test('signUp: "invited" answers before the mail is sent; its failure is logged', async () => {
  const sent = Promise.withResolvers<void>();
  const rig = await createRig("invited", { sending: () => sent.promise });
  await rig.adapter.createUser({ id: "1", email: ADA, emailVerified: new Date() });
  const response = await askForMail(rig.browser);
  assertEquals([response.status, rig.mails.length, rig.errors.length], [302, 1, 0]);
  sent.reject(new Error("the mail server is down"));
  await afterTheAnswer();
  assertEquals(rig.errors.map(({ name }) => name), ["EmailSignInError"]);
  assertEquals(rig.told(), ["signin.refused mail-failed"]);
});

Deno.test('signUp: "invited" answers a sign-up with a passkey the same for users and others', async () => {
  const rig = await createRig("invited");
  await rig.adapter.createUser({ id: "1", email: ADA, emailVerified: new Date() });
  const answers = await Promise.all([ADA, GRACE].map(async (email) => {
    const query = new URLSearchParams({ action: "register", email });
    const response = await rig.browser.fetch(`/auth/webauthn-options/passkey?${query}`);
    return { status: response.status, body: await response.json() };
  }));
  assertEquals(answers[0], answers[1]);
  assertEquals([answers[0]!.status, answers[0]!.body.code], [400, "no_sign_up"]);
});

Deno.test("signUp: a refusal leads to a page in words", async () => {
  const rig = await createRig("invited");
  const { url, response } = await rig.browser.signIn("idp");
  assertEquals([url.pathname + url.search, response.status], [
    "/auth/error?error=AccessDenied",
    403,
  ]);
  assert((await response.text()).includes("You do not have permission to sign in."));
});

Deno.test("signUp: every function that creates a user asks first", async () => {
  const asking: string[] = [];
  for await (const { name } of Deno.readDir("src/accounts")) {
    const text = await Deno.readTextFile(`src/accounts/${name}`);
    // The app itself creates users there, and nobody signs up.
    if (name === "create_user.ts") continue;
    if (!/\bstore\.createUser(WithAccount)?[(,]/.test(text)) continue;
    assert(text.includes("await beginSignUp("), name);
    asking.push(name);
  }
  assertEquals(asking.sort(), ["create.ts", "credentials.ts", "email.ts"]);
});
