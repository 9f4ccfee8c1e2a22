import { assert, assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { MemoryRecords } from "../../adapters/records/memory.ts";
import { Auth, type AuthConfig } from "../../mod.ts";
import Credentials from "../../src/providers/credentials.ts";
import GitHub from "../../src/providers/github.ts";
import { list as listPasskeys } from "../../src/capabilities/passkeys/functions.ts";
import Passkey from "../../src/capabilities/passkeys/passkey_provider.ts";
import WebAuthn from "../../src/capabilities/passkeys/webauthn_provider.ts";
import {
  createAuthenticator,
  createBrowser,
  type TestBrowser,
} from "../../src/tools/testing/mod.ts";
import type { AdapterUser } from "../../src/types/adapter.ts";
import {
  type Answer,
  answer,
  APP,
  ask,
  assertLater,
  createRig,
  KEY_METHODS,
  post,
  type Rig,
  run,
  runWithoutStore,
  send,
} from "./_passkeys.ts";

/** Query of a sign-up. */
const ADA = { action: "register", email: "ada@example.com" };
const EVE = { action: "register", email: "eve@example.com" };
const AFTER = `${APP}/after`;
const REFUSED = `${APP}/auth/error?error=WebAuthnVerificationError`;
const START_FAILED = "https://evil.app.example/auth/error?error=Configuration";
const START_AGAIN = `${APP}/auth/error?error=Configuration&code=InvalidCheck`;
const NOT_LINKED =
  `${APP}/auth/signin?error=AccountNotLinked&callbackUrl=https%3A%2F%2Fapp.example%2Fafter`;

/** A rig with one user who has one passkey. */
async function withAda(overrides: Partial<AuthConfig> = {}, lacking: string[] = []) {
  const rig = createRig(overrides, lacking);
  const first = rig.openBrowser();
  assertEquals((await run(rig, first, ADA)).href, AFTER);
  const user = (await rig.adapter.getUserByEmail(ADA.email))!;
  rig.calls.length = 0;
  return { ...rig, user, first };
}

async function nameIn(browser: TestBrowser): Promise<string | null | undefined> {
  return (await browser.session())?.user?.email;
}

for (const strategy of ["database", "jwt"] as const) {
  Deno.test(`webauthn: a new user signs up and signs in again (${strategy})`, async () => {
    const rig = createRig({ session: { strategy } });
    const browser = rig.openBrowser();
    assertEquals((await run(rig, browser, ADA)).href, AFTER);
    assertEquals(await nameIn(browser), ADA.email);

    const user = (await rig.adapter.getUserByEmail(ADA.email))!;
    assertEquals(user.emailVerified, null);
    const [key] = await rig.adapter.listAuthenticatorsByUserId(user.id);
    assertMatch(key!.credentialID, /^[A-Za-z0-9+/]+=*$/);
    const { credentialPublicKey, ...stored } = key!;
    assertMatch(credentialPublicKey, /^[A-Za-z0-9+/]+=*$/);
    assertEquals(stored, {
      userId: user.id,
      credentialID: key!.credentialID,
      providerAccountId: key!.credentialID,
      counter: 0,
      credentialBackedUp: false,
      credentialDeviceType: "singleDevice",
      transports: "internal",
    });
    assertEquals(await rig.adapter.getAccount(key!.credentialID, "passkey"), {
      userId: user.id,
      provider: "passkey",
      providerAccountId: key!.credentialID,
      type: "webauthn",
    });

    const other = rig.openBrowser();
    assertEquals((await run(rig, other, { action: "authenticate" })).href, AFTER);
    assertEquals(await nameIn(other), ADA.email);
    const [used] = await rig.adapter.listAuthenticatorsByUserId(user.id);
    assertEquals(used!.counter, 1);
    assertEquals(rig.errors, []);
  });
}

Deno.test("webauthn: calls are in the order of Auth.js", async () => {
  const rig = createRig({}, ["createUserWithAccount", "records"]);
  await run(rig, rig.openBrowser(), ADA);
  assertEquals(rig.calls.slice(rig.calls.indexOf("C.signIn")), [
    "C.signIn",
    "A.getUserByAccount",
    "A.getUserByEmail",
    "A.createUser",
    "E.createUser",
    "A.linkAccount",
    "E.linkAccount",
    // Before the session, so that a passkey that cannot be stored creates no session.
    "A.createAuthenticator",
    "A.createSession",
    "E.signIn",
  ]);
  rig.calls.length = 0;
  await run(rig, rig.openBrowser(), { action: "authenticate" });
  assertEquals(rig.calls, [
    "A.getAuthenticator",
    "A.getAccount",
    "A.getUser",
    "A.updateAuthenticatorCounter",
    "C.signIn",
    "A.getUserByAccount",
    "A.createSession",
    "E.signIn",
  ]);
});

Deno.test("webauthn: options contain the settings of provider and user", async () => {
  const { authenticator, openBrowser, first } = await withAda();
  const signUp = await ask(openBrowser(), { action: "register", email: "grace@example.com" });
  assert(signUp.action === "register");
  assertEquals(signUp.options.rp, { id: "app.example", name: "app.example" });
  assertEquals(signUp.options.user.name, "grace@example.com");
  assertEquals(signUp.options.timeout, 300000);
  assertEquals(signUp.options.authenticatorSelection, {
    residentKey: "required",
    requireResidentKey: true,
    userVerification: "required",
  });
  const own = await ask(first, { action: "authenticate" });
  assert(own.action === "authenticate");
  const { id } = authenticator.credentials[0]!;
  assertEquals(own.options.userVerification, "required");
  assertEquals(own.options.allowCredentials, [
    { id, type: "public-key", transports: ["internal"] },
  ]);
  const offered = await ask(openBrowser(), {});
  assert(offered.action === "authenticate");
  assertEquals(offered.options.allowCredentials, undefined);
  const another = await ask(first, { action: "register" });
  assert(another.action === "register");
  assertEquals(another.options.excludeCredentials?.map((key) => key.id), [id]);
  assertNotEquals(another.options.user.id, signUp.options.user.id);
});

const decisions: [string, Record<string, string>, boolean, number, string][] = [
  ["authenticate, not signed in", { action: "authenticate" }, false, 200, "authenticate"],
  ["authenticate, signed in", { action: "authenticate" }, true, 200, "authenticate"],
  ["register, no user named", { action: "register" }, false, 400, "no_user"],
  ["register, no address", { action: "register", email: "no-address" }, false, 400, "no_user"],
  ["register, two addresses", { action: "register", email: "a@b.c,d@e.f" }, false, 400, "no_user"],
  ["register, an address", { action: "register", email: "x@y.zz" }, false, 200, "register"],
  ["register, signed in", { action: "register" }, true, 200, "register"],
  ["nothing, not signed in", {}, false, 200, "authenticate"],
  ["nothing, an address", { email: "x@y.zz" }, false, 200, "authenticate"],
  ["nothing, signed in", {}, true, 400, "signed_in"],
  ["another word", { action: "delete" }, false, 400, "unknown_action"],
];

for (const [name, query, signedIn, status, outcome] of decisions) {
  Deno.test(`webauthn-options: ${name}: ${outcome}`, async () => {
    const { first, openBrowser } = await withAda();
    const browser = signedIn ? first : openBrowser();
    const response = await browser.fetch(
      `/auth/webauthn-options/passkey?${new URLSearchParams(query)}`,
    );
    assertEquals(response.status, status);
    assertEquals(response.headers.get("content-type"), "application/json");
    assertMatch(response.headers.get("cache-control") ?? "", /no-store/);
    const body = await response.json();
    assertEquals(body.action ?? body.code, outcome);
    assertEquals(response.headers.getSetCookie().length, status === 200 ? 1 : 0);
  });
}

/** Response with random values replaced: members, their lengths, and cookies' lengths. */
async function shapeOf(rig: Rig, query: Record<string, string>) {
  const before = rig.calls.length;
  const response = await rig.openBrowser().fetch(
    `/auth/webauthn-options/passkey?${new URLSearchParams(query)}`,
  );
  const text = await response.text();
  const body = JSON.parse(
    text,
    (name, value) =>
      name === "challenge" || name === "id" && /^[\w-]{43}$/.test(value) ? value.length : value,
  );
  return {
    status: response.status,
    headers: [...response.headers.keys()],
    cookies: response.headers.getSetCookie().map((cookie) => cookie.length),
    bytes: text.length,
    body,
    calls: rig.calls.slice(before),
  };
}

for (
  const [app, members] of [
    ["that cannot verify addresses", {}],
    ["with mail", {
      providers: [Passkey, {
        id: "mail",
        name: "Mail",
        type: "email",
        sendVerificationRequest: () => {},
      }],
    }],
  ] as [string, Partial<AuthConfig>][]
) {
  Deno.test(`webauthn-options: known and unknown addresses get the same response in an app ${app}`, async () => {
    const rig = createRig(members);
    const user = { id: "1", name: "Ada", emailVerified: new Date() };
    await rig.adapter.createUser({ ...user, email: "ada@example.com" });
    await rig.adapter.createUser({ ...user, id: "2", email: "Typed@example.com" });
    await run(rig, rig.openBrowser(), { action: "register", email: "key@example.com" });
    const known = ["ada@example.com", " ADA@example.com", "Typed@example.com", "key@example.com"];
    for (const action of ["register", "authenticate", undefined]) {
      for (const email of known) {
        const query = (address: string) => ({ email: address, ...action ? { action } : {} });
        const other = email.replace(/ada|typed|key/i, (name) => name.replace(/[ade]/gi, "x"));
        const unknown = await shapeOf(rig, query(other));
        const found = await shapeOf(rig, query(email));
        if (action === "register") {
          assertEquals(found.body.options.user.name, email.trim().toLowerCase());
          found.body.options.user.name = unknown.body.options.user.name;
        }
        assertEquals(found, unknown, `${action} ${email}`);
        assertEquals(found.body.options.allowCredentials ?? [], []);
        assertEquals(found.body.options.excludeCredentials ?? [], []);
      }
    }
  });
}

Deno.test("webauthn: a sign-up under a known address is refused in its last step", async () => {
  const rig = await withAda();
  const browser = rig.openBrowser();
  const key = { authenticator: createAuthenticator(APP) };
  assertEquals((await run(key, browser, ADA)).href, NOT_LINKED);
  assertEquals(await browser.session(), null);
  assertEquals((await rig.adapter.listAuthenticatorsByUserId(rig.user.id)).length, 1);

  // Stored in capitals by another program.
  await rig.adapter.createUser({ id: "2", email: "Bob@example.com", emailVerified: null });
  const bob = { action: "register", email: "Bob@example.com" };
  assertEquals((await run(key, browser, bob)).href, NOT_LINKED);
  assertEquals(await rig.adapter.getUserByEmail("bob@example.com"), null);
});

Deno.test("webauthn: a first passkey signs in where the store generates the ids of users", async () => {
  const memory = MemoryAdapter();
  const rig = createRig({
    adapter: {
      ...memory,
      generatesUserIds: () => true,
      createUserWithAccount: (user, account) =>
        memory.createUserWithAccount({ ...user, id: "1" } as AdapterUser, account),
    },
  });
  assertEquals((await run(rig, rig.openBrowser(), ADA)).href, AFTER);
  assertEquals((await run(rig, rig.openBrowser(), { action: "authenticate" })).href, AFTER);
  assertEquals(rig.errors, []);
});

Deno.test("webauthn: an answer with the user handle of another user is refused", async () => {
  for (const lacking of [[], ["createUserWithAccount"]]) {
    const rig = await withAda({}, lacking);
    const eve = { authenticator: createAuthenticator(APP) };
    const eves = rig.openBrowser();
    await run(eve, eves, EVE);
    const second = { authenticator: createAuthenticator(APP) };
    assertEquals((await run(second, rig.first, { action: "register" })).href, AFTER);
    const handleOf = ({ authenticator }: Pick<Rig, "authenticator">) =>
      authenticator.credentials[0]!.userHandle;
    const signInAs = async (userHandle: string | undefined) => {
      const browser = rig.openBrowser();
      const fields = await answer(await ask(browser, {}), eve.authenticator);
      const data = JSON.parse(fields.data);
      data.response.userHandle = userHandle;
      return (await send(browser, { ...fields, data: JSON.stringify(data) })).href;
    };
    // A store that may replace ids leaves the first handle of a user open.
    const first = lacking.length === 0 ? REFUSED : AFTER;
    assertEquals(await signInAs(handleOf(rig)), first);
    assertEquals(await signInAs(handleOf(second)), REFUSED);
    if (first === REFUSED) assertMatch(rig.errors.at(-1)!.message, /names another user/);
    for (const own of [handleOf(eve), undefined]) assertEquals(await signInAs(own), AFTER);
    // A random handle, as in passkeys of Auth.js and of earlier versions, and an invalid one.
    assertEquals(await signInAs("A".repeat(43)), AFTER);
    assertEquals(await signInAs("not base64url"), AFTER);
  }
});

Deno.test("webauthn: passkeys work after the secret was rotated, and after the old one was removed", async () => {
  const rig = await withAda({ session: { strategy: "database" } });
  const eve = { authenticator: createAuthenticator(APP) };
  await run(eve, rig.openBrowser(), EVE);
  const theirs = rig.authenticator.credentials[0]!.userHandle;
  const old = rig.config.secret as string;
  const fresh = "another-secret-of-at-least-32-characters";
  for (const [secret, stolen] of [[[fresh, old], REFUSED], [fresh, AFTER]] as const) {
    rig.config.secret = secret as string | string[];
    assertEquals((await run(rig, rig.openBrowser(), {})).href, AFTER);
    const browser = rig.openBrowser();
    const fields = await answer(await ask(browser, {}), eve.authenticator);
    const data = JSON.parse(fields.data);
    data.response.userHandle = theirs;
    assertEquals((await send(browser, { ...fields, data: JSON.stringify(data) })).href, stolen);
  }
});

Deno.test("webauthn: a signed-in user adds a passkey and keeps the session", async () => {
  const rig = await withAda();
  const { adapter, user, first, calls } = rig;
  const second = createAuthenticator(APP, { synced: true, transports: ["usb", "hybrid"] });
  const landing = await run({ authenticator: second }, first, { action: "register" });
  assertEquals(landing.href, AFTER);
  const keys = await adapter.listAuthenticatorsByUserId(user.id);
  assertEquals(keys.length, 2);
  const { credentialBackedUp, credentialDeviceType, transports } = keys[1]!;
  assertEquals({ credentialBackedUp, credentialDeviceType, transports }, {
    credentialBackedUp: true,
    credentialDeviceType: "multiDevice",
    transports: "usb,hybrid",
  });
  assertEquals(calls.includes("A.createSession"), false);
  assertEquals(calls.includes("E.createUser"), false);
  assert(calls.includes("E.linkAccount"));
  const browser = rig.openBrowser();
  await run({ authenticator: second }, browser, { action: "authenticate" });
  assertEquals(await nameIn(browser), ADA.email);
});

Deno.test("webauthn: a user of another provider adds a first passkey", async () => {
  const rig = createRig({
    providers: [
      Passkey,
      Credentials({ authorize: () => ({ id: "1", name: "Ada", email: ADA.email }) }),
    ],
  });
  const browser = rig.openBrowser();
  await browser.signInWithCredentials({});
  assertEquals((await run(rig, browser, { action: "register" })).href, AFTER);
  const other = rig.openBrowser();
  assertEquals((await run(rig, other, { action: "authenticate" })).href, AFTER);
  assertEquals((await other.session())?.user?.name, "Ada");
});

Deno.test("webauthn: new users are redirected to pages.newUser; the signIn callback can redirect elsewhere", async () => {
  const welcoming = createRig({ pages: { newUser: "/welcome" } });
  const landing = await run(welcoming, welcoming.openBrowser(), ADA);
  assertEquals(landing.href, `${APP}/welcome?callbackUrl=${encodeURIComponent(AFTER)}`);
  const picky = createRig({ callbacks: { signIn: () => "/wait" } });
  const browser = picky.openBrowser();
  assertEquals((await run(picky, browser, ADA)).href, `${APP}/wait`);
  assertEquals(await browser.session(), null);
  assertEquals(await picky.adapter.getUserByEmail(ADA.email), null);
});

Deno.test("webauthn: the signIn callback receives the stored user, or the one to be created", async () => {
  const seen: unknown[] = [];
  const rig = createRig({
    callbacks: {
      signIn: ({ user, account }) => {
        seen.push([user.email, user.name, account?.type, account?.provider]);
        return user.name !== "Mallory";
      },
    },
  });
  await run(rig, rig.openBrowser(), ADA);
  const { id } = (await rig.adapter.getUserByEmail(ADA.email))!;
  await rig.adapter.updateUser({ id, name: "Mallory" });
  const landing = await run(rig, rig.openBrowser(), {});
  assertEquals(landing.href, `${APP}/auth/error?error=AccessDenied`);
  assertEquals(seen, [
    [ADA.email, undefined, "webauthn", "passkey"],
    [ADA.email, "Mallory", "webauthn", "passkey"],
  ]);
});

/** Invalid responses: name, options of the authenticator, target of the redirect. */
const lies: [string, Parameters<typeof answer>[2], string][] = [
  ["of another origin", { origin: "https://evil.example" }, REFUSED],
  ["of a sibling origin", { origin: "https://app.example.evil.example" }, REFUSED],
  ["of this origin over http", { origin: "http://app.example" }, REFUSED],
  ["for another domain", { rpId: "evil.example" }, REFUSED],
  ["for the parent domain", { rpId: "example" }, REFUSED],
  ["to another challenge", { challenge: "bm90LXlvdXJz" }, START_AGAIN],
  ["from a frame on another origin", { crossOrigin: true }, REFUSED],
  ["without user presence", { userPresent: false }, REFUSED],
  ["without user verification", { userVerified: false }, REFUSED],
];

for (const [name, lie, target] of lies) {
  for (const half of ["register", "authenticate"] as const) {
    Deno.test(`webauthn: ${half} refuses a response ${name}`, async () => {
      const rig = await withAda();
      const browser = rig.openBrowser();
      const query: Record<string, string> = half === "register" ? EVE : { action: half };
      assertEquals((await run(rig, browser, query, lie)).href, target);
      assertEquals(await browser.session(), null);
      assertEquals(await rig.adapter.getUserByEmail("eve@example.com"), null);
      assertEquals((await rig.adapter.listAuthenticatorsByUserId(rig.user.id)).length, 1);
      assertEquals(rig.errors.length, 1);
    });
  }
}

Deno.test("webauthn: a response of the other ceremony is refused", async () => {
  const rig = await withAda();
  const cases = [[{ action: "authenticate" }, "webauthn.create"], [
    { action: "register", email: "e@x.yz" },
    "webauthn.get",
  ]];
  for (const [query, type] of cases as [Record<string, string>, string][]) {
    assertEquals((await run(rig, rig.openBrowser(), query, { type })).href, REFUSED);
  }
});

Deno.test("webauthn: the page for a refused passkey has status 403 and says what to do", async () => {
  const rig = await withAda();
  const browser = rig.openBrowser();
  const fields = await answer(await ask(browser, {}), rig.authenticator, { rpId: "evil.example" });
  const { response } = await browser.visit((await send(browser, fields)).href);
  assertEquals(response.status, 403);
  assertMatch(await response.text(), /Your passkey was not accepted/);
});

Deno.test("webauthn: a counter that does not increase means a copied passkey and is refused", async () => {
  const rig = await withAda();
  for (
    const [counter, target] of [[5, AFTER], [5, REFUSED], [4, REFUSED], [0, REFUSED], [6, AFTER]]
  ) {
    const landing = await run(rig, rig.openBrowser(), {}, { counter: counter as number });
    assertEquals(landing.href, target, `counter ${counter}`);
  }
  const [key] = await rig.adapter.listAuthenticatorsByUserId(rig.user.id);
  assertEquals(key!.counter, 6);
});

Deno.test("webauthn: a passkey without a counter signs in repeatedly", async () => {
  const rig = createRig();
  const synced = { authenticator: createAuthenticator(APP, { synced: true, counts: false }) };
  await run(synced, rig.openBrowser(), ADA);
  for (let i = 0; i < 3; i++) {
    assertEquals((await run(synced, rig.openBrowser(), {})).href, AFTER);
  }
});

/** Places where a used response is written down: overrides of the config, and what the store lacks. */
const PLACES: Record<string, () => [Partial<AuthConfig>, string[]]> = {
  "in the records of the adapter": () => [{}, []],
  "in records of the config": () => [{ records: MemoryRecords() }, ["records"]],
  "in this process": () => [{}, ["records"]],
};

Deno.test("webauthn: a response works once, even with a copy of its cookie", async () => {
  for (const place of Object.values(PLACES)) {
    const rig = await withAda(...place());
    const browser = rig.openBrowser();
    const fields = await answer(await ask(browser, {}), rig.authenticator, { counter: 0 });
    const url = new URL(`${APP}/auth/callback/passkey`);
    const cookie = browser.cookies.header(url);
    assertEquals((await send(browser, fields)).href, AFTER);
    assertEquals((await send(browser, fields)).href, START_AGAIN, "without the cookie");
    const thief = rig.openBrowser();
    // Without a counter, a replay cannot be detected by the counter.
    assertEquals((await send(thief, fields, "passkey", { cookie })).href, START_AGAIN);
    assertEquals(await thief.session(), null);
  }
});

for (const [where, place] of Object.entries(PLACES)) {
  Deno.test(`webauthn: of fifty parallel uses of one response, one signs in (${where})`, async () => {
    const rig = await withAda(...place());
    const browser = rig.openBrowser();
    const fields = await answer(await ask(browser, {}), rig.authenticator, { counter: 0 });
    const cookie = browser.cookies.header(new URL(`${APP}/auth/callback/passkey`));
    const landings = await Promise.all(
      Array.from({ length: 50 }, () => send(rig.openBrowser(), fields, "passkey", { cookie })),
    );
    assertEquals(landings.filter(({ href }) => href === AFTER).length, 1);
    assertEquals(landings.filter(({ href }) => href === START_AGAIN).length, 49);
    assertEquals(rig.calls.filter((name) => name === "A.createSession").length, 1);
  });

  Deno.test(`webauthn: of fifty parallel sign-ups with one response, one succeeds (${where})`, async () => {
    const rig = createRig(...place());
    const browser = rig.openBrowser();
    const fields = await answer(await ask(browser, ADA), rig.authenticator);
    const cookie = browser.cookies.header(new URL(`${APP}/auth/callback/passkey`));
    const landings = await Promise.all(
      Array.from({ length: 50 }, () => send(rig.openBrowser(), fields, "passkey", { cookie })),
    );
    assertEquals(landings.filter(({ href }) => href === AFTER).length, 1);
    const user = (await rig.adapter.getUserByEmail(ADA.email))!;
    assertEquals((await rig.adapter.listAuthenticatorsByUserId(user.id)).length, 1);
  });
}

Deno.test("webauthn: of fifty parallel sign-ups with one address, one succeeds and the others store nothing", async () => {
  const rig = createRig();
  const landings = await Promise.all(Array.from({ length: 50 }, async () => {
    return await run({ authenticator: createAuthenticator(APP) }, rig.openBrowser(), ADA);
  }));
  assertEquals(landings.filter(({ href }) => href === AFTER).length, 1);
  assertEquals(landings.filter(({ href }) => href === NOT_LINKED).length, 49);
  const user = (await rig.adapter.getUserByEmail(ADA.email))!;
  assertEquals((await rig.adapter.listAuthenticatorsByUserId(user.id)).length, 1);
  assertEquals((await rig.adapter.listAccounts(user.id)).length, 1);
});

Deno.test("webauthn: a challenge is bound to the browser that requested it", async () => {
  const rig = await withAda();
  const fields = await answer(await ask(rig.openBrowser(), {}), rig.authenticator);
  assertEquals((await send(rig.openBrowser(), fields)).href, START_AGAIN);
});

Deno.test("webauthn: a challenge expires after fifteen minutes", async () => {
  const time = new FakeTime();
  try {
    const rig = await withAda();
    for (const [minutes, target] of [[14, AFTER], [16, START_AGAIN]] as const) {
      const browser = rig.openBrowser();
      const fields = await answer(await ask(browser, {}), rig.authenticator);
      const cookie = browser.cookies.header(new URL(`${APP}/auth/callback/passkey`));
      time.tick(minutes * 60_000);
      assertEquals((await send(browser, fields, "passkey", { cookie })).href, target);
    }
  } finally {
    time.restore();
  }
});

Deno.test("webauthn: a challenge for authentication is refused for registration, and vice versa", async () => {
  const rig = await withAda();
  const browser = rig.openBrowser();
  const asked = await ask(browser, {});
  const { challenge } = asked.options;
  const forged = await rig.authenticator.create({
    rp: { id: "app.example", name: "" },
    user: { id: "AQ", name: "", displayName: "" },
    challenge,
    pubKeyCredParams: [{ alg: -7, type: "public-key" }],
  });
  const register = { action: "register", data: JSON.stringify(forged) };
  assertEquals((await send(browser, register)).href, START_AGAIN);

  const signUp = await ask(browser, EVE);
  const signed = await rig.authenticator.get({ challenge: signUp.options.challenge });
  const authenticate = { action: "authenticate", data: JSON.stringify(signed) };
  assertEquals((await send(browser, authenticate)).href, START_AGAIN);
});

Deno.test("webauthn: challenges and passkeys are bound to one provider", async () => {
  const rig = createRig({ providers: [Passkey, WebAuthn({ enableConditionalUI: false })] });
  await run(rig, rig.openBrowser(), ADA);
  const browser = rig.openBrowser();
  const fields = await answer(await ask(browser, {}, "passkey"), rig.authenticator);
  assertEquals((await send(browser, fields, "webauthn")).href, START_AGAIN);
  const landing = await run(rig, rig.openBrowser(), {}, {}, "webauthn");
  assertEquals(landing.href, REFUSED);
  assertMatch(rig.errors.at(-1)!.message, /not registered with this provider/);
});

Deno.test("webauthn: a passkey that is not registered is refused", async () => {
  const rig = await withAda();
  const stranger = createRig();
  await run(stranger, stranger.openBrowser(), ADA);
  assertEquals(
    (await run(stranger, rig.openBrowser(), {})).href,
    `${REFUSED}&code=unknown_passkey`,
  );
  assertMatch(rig.errors.at(-1)!.message, /no user has registered this key/);
});

Deno.test("webauthn: a signature of another key than the response names is refused", async () => {
  const rig = await withAda();
  const eve = createAuthenticator(APP);
  await run({ authenticator: eve }, rig.openBrowser(), EVE);
  const credentialId = rig.authenticator.credentials[0]!.id;
  const landing = await run({ authenticator: eve }, rig.openBrowser(), {}, { credentialId });
  assertEquals(landing.href, REFUSED);
});

Deno.test("webauthn: a new passkey with a known id is refused, and the owner keeps the account", async () => {
  const rig = await withAda();
  const eve = createAuthenticator(APP);
  const credentialId = rig.authenticator.credentials[0]!.id;
  const browser = rig.openBrowser();
  const query = EVE;
  assertEquals((await run({ authenticator: eve }, browser, query, { credentialId })).href, REFUSED);
  assertEquals(await browser.session(), null);
  // When the passkey's row is lost, the account still names its owner.
  await rig.adapter.deleteAuthenticator((await keysOf(rig))[0]!.credentialID);
  assertEquals(
    (await run({ authenticator: eve }, browser, query, { credentialId })).href,
    NOT_LINKED,
  );
  assertEquals(await browser.session(), null);
  assertEquals(await rig.adapter.getUserByEmail("eve@example.com"), null);
});

async function keysOf({ adapter, user }: Rig & { user: { id: string } }) {
  return await adapter.listAuthenticatorsByUserId(user.id);
}

Deno.test("webauthn: only the user who started a registration can finish it", async () => {
  const rig = await withAda();
  const eve = rig.openBrowser();
  await run({ authenticator: createAuthenticator(APP) }, eve, EVE);
  const url = new URL(`${APP}/auth/callback/passkey`);

  // Started without a session, finished while Ada is signed in: would give Ada another's passkey.
  const signedOut = rig.openBrowser();
  const signUp = await answer(
    await ask(signedOut, { action: "register", email: "x@y.zz" }),
    createAuthenticator(APP),
  );
  const asAda = `${signedOut.cookies.header(url)}; ${rig.first.cookies.header(url)}`;
  assertEquals(
    (await send(rig.openBrowser(), signUp, "passkey", { cookie: asAda })).href,
    START_AGAIN,
  );

  // Started by Ada, finished by Eve.
  const second = await answer(
    await ask(rig.first, { action: "register" }),
    createAuthenticator(APP),
  );
  const challenge = rig.first.cookies.list("app.example").find(({ name }) =>
    name.includes("challenge")
  )!;
  const cookie = `${eve.cookies.header(url)}; ${challenge.name}=${challenge.value}`;
  assertEquals((await send(rig.openBrowser(), second, "passkey", { cookie })).href, START_AGAIN);
  assertEquals((await keysOf(rig)).length, 1);
});

Deno.test("webauthn: a passkey of another user does not replace the session", async () => {
  const rig = await withAda();
  const eve = createAuthenticator(APP);
  await run({ authenticator: eve }, rig.openBrowser(), EVE);
  const asked = await ask(rig.openBrowser(), {});
  const browser = rig.first;
  const own = await ask(browser, { action: "authenticate" });
  assert(own.action === "authenticate" && asked.action === "authenticate");
  const signed = await eve.get({ ...own.options, allowCredentials: [] });
  assertEquals(
    (await send(browser, { action: "authenticate", data: JSON.stringify(signed) })).href,
    REFUSED,
  );
  assertEquals(await nameIn(browser), ADA.email);
});

Deno.test("webauthn: an address that belongs to a user cannot be signed up with", async () => {
  const rig = createRig();
  const browser = rig.openBrowser();
  const fields = await answer(await ask(browser, ADA), rig.authenticator);
  await rig.adapter.createUser({ id: "1", email: ADA.email, emailVerified: new Date() });
  assertEquals((await send(browser, fields)).href, NOT_LINKED);
  assertEquals(await rig.adapter.listAccounts("1"), []);
  const { response } = await browser.visit(NOT_LINKED);
  assertMatch(await response.text(), /passkey/i);
});

Deno.test("webauthn: a response that another site posts is refused", async () => {
  const rig = await withAda();
  const posts: [Record<string, string>, string][] = [
    [{ origin: "https://evil.example" }, START_AGAIN],
    [{ origin: "https://other.app.example" }, START_AGAIN],
    [{ origin: "null", "sec-fetch-site": "cross-site" }, START_AGAIN],
    [{ origin: "null" }, START_AGAIN],
    [{ "sec-fetch-site": "same-site" }, START_AGAIN],
    [{ origin: "null", "sec-fetch-site": "same-origin" }, AFTER],
    [{ origin: APP, "sec-fetch-site": "same-origin" }, AFTER],
  ];
  for (const [headers, target] of posts) {
    const browser = rig.openBrowser();
    const fields = await answer(await ask(browser, {}), rig.authenticator);
    const landing = await send(browser, fields, "passkey", headers);
    assertEquals(landing.href, target, JSON.stringify(headers));
  }
});

const garbage: [string, Record<string, string>][] = [
  ["nothing", {}],
  ["no action", { data: "{}" }],
  ["another action", { action: "delete", data: "{}" }],
  ["no data", { action: "authenticate" }],
  ["data that is not JSON", { action: "authenticate", data: "{" }],
  ["null", { action: "authenticate", data: "null" }],
  ["a list", { action: "register", data: "[]" }],
  ["an id that is a number", { action: "authenticate", data: '{"id":1}' }],
  ["an empty id", { action: "authenticate", data: '{"id":"","response":{}}' }],
  ["an id of 2000 bytes", {
    action: "authenticate",
    data: JSON.stringify({ id: "A".repeat(2700) }),
  }],
  ["an id outside the alphabet", { action: "authenticate", data: '{"id":"%00"}' }],
  ["no response", { action: "register", data: '{"id":"AQID"}' }],
  ["no challenge", {
    action: "register",
    data: '{"id":"AQID","response":{"clientDataJSON":"e30"}}',
  }],
  ["client data that is not JSON", {
    action: "authenticate",
    data: '{"id":"AQID","response":{"clientDataJSON":"AQID"}}',
  }],
];

for (const [name, fields] of garbage) {
  Deno.test(`webauthn: ${name} is refused without touching the store`, async () => {
    const rig = await withAda();
    assertEquals((await send(rig.openBrowser(), fields)).href, REFUSED);
    assertEquals(rig.calls, []);
  });
}

Deno.test("webauthn: a response with a truncated or invalid member is refused and creates no session", async () => {
  const rig = await withAda();
  for (const member of ["clientDataJSON", "authenticatorData", "signature"]) {
    for (const bend of [(text: string) => text.slice(0, 8), () => "", () => "AAAA", () => 7]) {
      const browser = rig.openBrowser();
      const fields: Answer = await answer(await ask(browser, {}), rig.authenticator);
      const data = JSON.parse(fields.data);
      data.response[member] = bend(data.response[member]);
      const { href } = await send(browser, { ...fields, data: JSON.stringify(data) });
      assert([REFUSED, START_AGAIN].includes(href), `${member}: ${href}`);
    }
  }
  assertEquals(await rig.openBrowser().session(), null);
});

Deno.test("webauthn: unknown transports are dropped", async () => {
  const rig = createRig();
  const transports = ["usb", "<script>", "a,b", 7, "x".repeat(99)] as string[];
  const authenticator = createAuthenticator(APP, { transports });
  await run({ authenticator }, rig.openBrowser(), ADA);
  const user = (await rig.adapter.getUserByEmail(ADA.email))!;
  const [key] = await rig.adapter.listAuthenticatorsByUserId(user.id);
  assertEquals(key!.transports, "usb");
});

/** Makes one call to the store fail, before or after its work. */
function breakCall(rig: Rig, call: number, after: boolean): () => boolean {
  let count = 0;
  for (const object of [rig.adapter, rig.adapter.records ?? {}]) {
    const methods = object as unknown as Record<string, (...args: unknown[]) => unknown>;
    for (const [name, method] of Object.entries(methods)) {
      if (typeof method !== "function") continue;
      methods[name] = async (...args) => {
        const isIt = ++count === call;
        if (isIt && !after) throw new Error("the store is away");
        const result = await method(...args);
        if (isIt) throw new Error("the store's answer was lost");
        return result;
      };
    }
  }
  return () => count >= call;
}

/** Members that a store lacks. */
const LACKING = [
  [],
  ["createUserWithAccount"],
  ["createUserWithAccount", "records"],
  ["createUserWithAccount", "getAccount", ...KEY_METHODS],
];

for (const lacking of LACKING) {
  Deno.test(`webauthn: after a failure of any call of a sign-up or a new passkey, a retry works (without: ${lacking})`, async () => {
    let points = 0;
    for (const after of [false, true]) {
      for (const signedIn of [false, true]) {
        for (let call = 1;; call++) {
          const rig = createRig({}, lacking);
          const browser = rig.openBrowser();
          if (signedIn) {
            await run({ authenticator: createAuthenticator(APP) }, browser, ADA);
          }
          // Options first: a request that fails there is repeated.
          const query: Record<string, string> = signedIn ? { action: "register" } : ADA;
          const fields = await answer(await ask(browser, query), rig.authenticator);
          const wasReached = breakCall(rig, call, after);
          const response = await post(browser, fields);
          const isDone = response.headers.get("location") === AFTER;
          if (!isDone) assertLater(response);
          if (!wasReached()) break;
          points++;
          const user = await rig.adapter.getUserByEmail(ADA.email);
          const keys = user ? await listPasskeys(rig.config, user.id) : [];
          const expected = (signedIn ? 1 : 0) + (isDone ? 1 : 0);
          assert(keys.length >= expected, `call ${call}: the key is lost`);
          // A user without a passkey would block the address forever.
          if (user) assert(keys.length > 0, `call ${call}, after: ${after}: a user without keys`);
          // A retry creates a passkey, or uses the stored one.
          const again = user && !signedIn ? {} : query;
          const retry = await run(rig, signedIn ? browser : rig.openBrowser(), again)
            .catch((error) => error as Error);
          const hasKey = retry instanceof TypeError;
          if (!hasKey) assertEquals((retry as URL).href, AFTER, `call ${call}, after: ${after}`);
          const other = rig.openBrowser();
          assertEquals((await run(rig, other, {})).href, AFTER, `call ${call}, after: ${after}`);
        }
      }
    }
    assert(points > 20, `only ${points} fault points`);
  });
}

Deno.test("webauthn: a passkey that cannot be stored leaves no rows and creates no session", async () => {
  for (const strategy of ["database", "jwt"] as const) {
    const rig = createRig({ session: { strategy } });
    const { createAuthenticator: store } = rig.adapter;
    rig.adapter.createAuthenticator = () => Promise.reject(new Error("full"));
    const browser = rig.openBrowser();
    await runWithoutStore(rig, browser, ADA);
    assertEquals(await browser.session(), null);
    assertEquals(await rig.adapter.getUserByEmail(ADA.email), null);

    rig.adapter.createAuthenticator = store;
    await run(rig, browser, ADA);
    const user = (await rig.adapter.getUserByEmail(ADA.email))!;
    rig.adapter.createAuthenticator = () => Promise.reject(new Error("full"));
    const second = { authenticator: createAuthenticator(APP) };
    await runWithoutStore(second, browser, { action: "register" });
    assertEquals((await rig.adapter.listAccounts(user.id)).length, 1);
    assertEquals(await nameIn(browser), ADA.email);
  }
});

Deno.test("webauthn: a browser can have five open challenges; the sixth replaces the oldest", async () => {
  const rig = await withAda();
  const browser = rig.openBrowser();
  const tabs = [];
  for (let i = 0; i < 7; i++) tabs.push(await ask(browser, {}));
  const targets = [];
  for (const tab of tabs) {
    const fields = await answer(tab, rig.authenticator);
    const { href } = await send(browser, fields);
    targets.push(href === AFTER);
  }
  assertEquals(targets.slice(2), [true, true, true, true, true]);
  assertEquals(targets.includes(false), true);
  assertEquals(browser.cookies.names("app.example").filter((name) => /challenge/.test(name)), []);
});

Deno.test("webauthn: relayingParty and getRelayingParty set domain, name and origin", async () => {
  const party = { id: ["example", "other"], name: "Example", origin: "https://www.app.example" };
  const fixed = createRig({ providers: [Passkey({ relayingParty: party })] });
  const asked = await ask(fixed.openBrowser(), ADA);
  assert(asked.action === "register");
  assertEquals(asked.options.rp, { id: "example", name: "Example" });
  const www = { authenticator: createAuthenticator("https://www.app.example") };
  assertEquals((await run(www, fixed.openBrowser(), ADA)).href, AFTER);
  assertEquals(
    (await run(fixed, fixed.openBrowser(), { action: "register", email: "b@c.de" })).href,
    REFUSED,
  );

  const computed = createRig({
    providers: [Passkey({
      getRelayingParty: ({ url, provider }, { request }) => ({
        id: url.hostname,
        name: `${provider.id} ${new URL(request.url).pathname}`,
        origin: url.origin,
      }),
    })],
  });
  const other = await ask(computed.openBrowser(), ADA);
  assert(other.action === "register");
  assertEquals(other.options.rp.name, "passkey /auth/webauthn-options/passkey");
});

Deno.test("webauthn: with a domain for subdomains, no header adds an origin", async () => {
  const evil = "https://evil.app.example";
  const sibling = { authenticator: createAuthenticator(evil) };
  const parties: [Partial<Record<"id" | "origin", string | string[]>>, string][] = [
    [{ id: "app.example" }, START_FAILED],
    [{ id: "app.example", origin: APP }, REFUSED],
    [{ id: "app.example", origin: ["https://www.app.example", APP] }, REFUSED],
  ];
  for (const [relayingParty, outcome] of parties) {
    const rig = createRig({ providers: [Passkey({ relayingParty })] });
    // The app's host is the domain, or is in the list of origins.
    assertEquals((await run(rig, rig.openBrowser(), ADA)).href, AFTER);
    const owner = rig.authenticator.credentials[0]!;
    sibling.authenticator.credentials.splice(0, 1, owner);

    // A page of a sibling host obtains a signature; a client sends it with that host's header.
    const origins = { [evil]: (request: Request) => Auth(request, rig.config) };
    const thief = createBrowser(evil, origins);
    const response = await thief.fetch("/auth/webauthn-options/passkey?action=authenticate");
    if (!response.headers.get("content-type")?.includes("json")) {
      assertEquals(response.headers.get("location"), outcome);
      assertMatch(rig.errors.at(-1)!.message, /`relayingParty\.origin`/);
      continue;
    }
    const fields = await answer(await response.json(), sibling.authenticator);
    const end = await thief.fetch("/auth/callback/passkey", {
      method: "POST",
      body: new URLSearchParams(fields),
    });
    assertEquals(end.headers.get("location")?.replace(evil, APP), outcome);
    assertEquals(await thief.session(), null);
  }
});

Deno.test("webauthn: getUserInfo returns users built from the app's fields", async () => {
  const rig = createRig({
    providers: [Passkey({
      enableConditionalUI: false,
      formFields: { nick: { label: "Nick" } },
      getUserInfo: async ({ adapter }, { query }) => {
        if (!query.nick) return null;
        const email = `${query.nick}@example.com`;
        const user = await adapter.getUserByEmail(email);
        return user ? { user, exists: true } : { user: { email, name: query.nick }, exists: false };
      },
    })],
  });
  const query = { action: "register", nick: "ada" };
  const asked = await ask(rig.openBrowser(), query);
  assert(asked.action === "register");
  assertEquals(asked.options.user.name, ADA.email);
  assertEquals((await run(rig, rig.openBrowser(), query)).href, AFTER);
  assertEquals((await rig.adapter.getUserByEmail(ADA.email))?.name, "ada");
  // The response contains no data of the known user's row.
  const again = await ask(rig.openBrowser(), query);
  assert(again.action === "register");
  assertEquals(again.options.user.displayName, asked.options.user.displayName);
  assertEquals((await run(rig, rig.openBrowser(), query)).href, NOT_LINKED);
});

Deno.test("webauthn: a sign-up without an address cannot register a passkey", async () => {
  const rig = createRig({
    providers: [Passkey({
      getUserInfo: () => Promise.resolve({ user: { name: "Ada" }, exists: false }),
    })],
  });
  const response = await rig.openBrowser().fetch("/auth/webauthn-options/passkey?action=register");
  assertEquals([response.status, (await response.json()).code], [400, "no_email"]);
});

Deno.test("webauthn: a user who was deleted cannot sign in", async () => {
  const rig = await withAda();
  const { getUser } = rig.adapter;
  rig.adapter.getUser = () => Promise.resolve(null);
  assertEquals((await run(rig, rig.openBrowser(), {})).href, REFUSED);
  rig.adapter.getUser = getUser;
});

Deno.test("webauthn: ids in base64url are stored in base64", async () => {
  const rig = createRig();
  const credentialId = "AQL_-v8";
  await run(rig, rig.openBrowser(), ADA, { credentialId });
  const user = (await rig.adapter.getUserByEmail(ADA.email))!;
  const [key] = await rig.adapter.listAuthenticatorsByUserId(user.id);
  assertEquals(key!.credentialID, "AQL/+v8=");
  assertEquals((await run(rig, rig.openBrowser(), {})).href, AFTER);
});

Deno.test("webauthn: GET of the callback and options of other providers are answered with 400", async () => {
  const rig = createRig({ providers: [Passkey, GitHub({ clientId: "c", clientSecret: "s" })] });
  const browser = rig.openBrowser();
  for (
    const path of [
      "callback/passkey",
      "webauthn-options/github",
      "webauthn-options",
      "webauthn-options/x",
    ]
  ) {
    const response = await browser.fetch(`/auth/${path}`);
    await response.body?.cancel();
    assertEquals(response.status, 400, path);
  }
});

Deno.test("webauthn: the list of providers contains it, and POST signin redirects to the page", async () => {
  const rig = createRig();
  const browser = rig.openBrowser();
  const { passkey } = await (await browser.fetch("/auth/providers")).json();
  assertEquals(passkey, {
    id: "passkey",
    name: "Passkey",
    type: "webauthn",
    signinUrl: `${APP}/auth/signin/passkey`,
    callbackUrl: `${APP}/auth/callback/passkey`,
  });
  assertEquals(await browser.start("passkey"), `${APP}/auth/signin`);
});

Deno.test("webauthn: uses the library that the app passes, and checks its counter too", async () => {
  const own = Passkey();
  let newCounter = 3;
  const rig = createRig({
    providers: [Passkey({
      simpleWebAuthn: {
        ...own.simpleWebAuthn,
        verifyAuthenticationResponse: () =>
          Promise.resolve({ verified: newCounter !== 99, authenticationInfo: { newCounter } }),
      },
    })],
  });
  await run(rig, rig.openBrowser(), ADA);
  for (
    const [counter, target] of [[3, AFTER], [3, REFUSED], [2, REFUSED], [99, REFUSED]] as const
  ) {
    newCounter = counter;
    assertEquals((await run(rig, rig.openBrowser(), {})).href, target, `counter ${counter}`);
  }
});

Deno.test("webauthn: a passkey whose account belongs to another user is refused", async () => {
  const rig = await withAda();
  const other = await rig.adapter.createUser({ id: "2", email: "b@c.de", emailVerified: null });
  const account = (await rig.adapter.listAccounts(rig.user.id))[0]!;
  await rig.adapter.unlinkAccount(account);
  await rig.adapter.linkAccount({ ...account, userId: other.id });
  assertEquals((await run(rig, rig.openBrowser(), {})).href, REFUSED);
});

Deno.test("webauthn: a signed-in user cannot take over an account by its passkey's id", async () => {
  const rig = await withAda();
  const eve = rig.openBrowser();
  await run({ authenticator: createAuthenticator(APP) }, eve, EVE);
  const credentialId = rig.authenticator.credentials[0]!.id;
  const { credentialID } = (await keysOf(rig))[0]!;
  await rig.adapter.deleteAuthenticator(credentialID);
  const fields = await answer(
    await ask(eve, { action: "register" }),
    createAuthenticator(APP),
    { credentialId },
  );
  assertEquals((await send(eve, fields)).href, NOT_LINKED);
  assertEquals((await rig.adapter.getAccount(credentialID, "passkey"))?.userId, rig.user.id);
});

Deno.test("webauthn: a passkey that is removed during its sign-in links no account", async () => {
  const rig = await withAda();
  const browser = rig.first;
  const fields = await answer(await ask(browser, { action: "authenticate" }), rig.authenticator);
  const { updateAuthenticatorCounter } = rig.adapter;
  rig.adapter.updateAuthenticatorCounter = async (...args) => {
    const row = await updateAuthenticatorCounter(...args);
    for (const account of await rig.adapter.listAccounts(rig.user.id)) {
      await rig.adapter.unlinkAccount(account);
    }
    return row;
  };
  assertEquals((await send(browser, fields)).href, NOT_LINKED);
  assertEquals(await rig.adapter.listAccounts(rig.user.id), []);
});
