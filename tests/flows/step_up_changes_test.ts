/**
 * Every kind of user makes every change with a session that is 20 days old: one proof, and the
 * user is back on the page that asked, with what was typed.
 *
 * @module
 */

import { assert, assertEquals, assertMatch } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { type AuthConfig, encode } from "../../mod.ts";
import Passkey from "../../src/capabilities/passkeys/passkey_provider.ts";
import Password from "../../src/capabilities/passwords/password_provider.ts";
import { getProof, requireProof } from "../../src/frameworks/server.ts";
import { delete as deleteUser } from "../../src/server/users.ts";
import { list as listSessions, revokeAll as revokeAllSessions } from "../../src/server/sessions.ts";
import {
  remove as removePasskey,
  rename as renamePasskey,
} from "../../src/capabilities/passkeys/functions.ts";
import {
  remove as removePassword,
  set as setPassword,
} from "../../src/capabilities/passwords/functions.ts";
import { unlink as unlinkAccount } from "../../src/server/accounts.ts";
import { createAuthenticator } from "../../src/tools/testing/mod.ts";
import { newAuthenticator } from "../../src/tools/testing/adapter/check.ts";
import { codeOf, secretOn } from "./_factors.ts";
import { answer } from "./_passkeys.ts";
import { ADA, CHEAP, OTHER, PASSWORD } from "./_passwords.ts";
import { STRATEGIES } from "./_strategies.ts";
import { isChosen } from "../_stride.ts";
import {
  addTotp,
  APP,
  createApp,
  createPerson,
  enter,
  enterByAccount,
  enterByPassword,
  formOn,
  formsOf,
  give,
  type Kind,
  KINDS,
  type Page,
  type Person,
  proofLinkOn,
  prove,
  signInOn,
  sites,
  visitsOf,
  type Way,
} from "./_step_up_changes.ts";

const NOW = 1_900_000_000_000;
const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const STALE = 20 * DAY;

const KEY = { ...newAuthenticator("ada"), name: "Laptop" };

/** A change that a user asks for on a page. */
interface Change {
  name: string;
  /** Prepares the store before the user signs in. */
  before?(person: Person): Promise<void>;
  /** Prepares it in the session. */
  given?(person: Person): Promise<void>;
  /** The page. */
  path(person: Person): Promise<string> | string;
  /** Presses the button; with `typed`, fills the field before. */
  ask(person: Person, page: Page, typed: Record<string, string>): Promise<Page>;
  /** What the user types. */
  typed?: Record<string, string>;
  /** Goes on after the proof, and checks that the change was made. */
  end(person: Person, page: Page): Promise<void> | void;
  /** The mail to the owner. */
  told?: RegExp;
}

const done = (page: Page, what: string) => {
  assertEquals(page.url.searchParams.get("done"), what);
  assert(page.html.includes('role="status"'), "the page says what was done");
};

const enrolments = async ({ app }: Person) => await app.adapter.records.list("ada", "factor");

const factorPage = async (person: Person) => {
  const all = await enrolments(person);
  return `/auth/factors?id=${all.find(({ data }) => !isOf(data, "recovery"))!.id}`;
};

/** Takes the recovery codes away, which came with the factor. */
const withoutCodes = async (person: Person) => {
  await needsFactor(person);
  const { records } = person.app.adapter;
  const codes = (await enrolments(person)).find(({ data }) => isOf(data, "recovery"))!;
  await records.take("factor", codes.id);
};

const isOf = (data: unknown, factor: string) => (data as { factor: string }).factor === factor;

const needsFactor = async (person: Person) => {
  if (!person.secret) await addTotp(person);
};

async function giveKey({ app: { adapter } }: Person): Promise<void> {
  const { providerAccountId } = KEY;
  await adapter.linkAccount({
    userId: "ada",
    type: "webauthn",
    provider: "passkey",
    providerAccountId,
  });
  await adapter.createAuthenticator(KEY);
}

const keysOf = async ({ app }: Person) => await app.adapter.listAuthenticatorsByUserId("ada");
const accountsOf = async ({ app }: Person) =>
  (await app.adapter.listAccounts("ada")).map(({ provider }) => provider);

const keyPage = () => `/auth/account?step=passkey&id=${encodeURIComponent(KEY.credentialID)}`;

const CHANGES: readonly Change[] = [
  {
    name: "add a passkey",
    path: () => "/auth/account",
    async ask(person, page) {
      const [, url] = /data-passkey="([^"]*)"/.exec(page.html)!;
      const response = await person.browser.fetch(`${url}&action=register`, {
        headers: { referer: page.url.href },
      });
      const asked = await response.json();
      if (response.status === 400) {
        assertEquals(asked.code, "proof_required");
        return await person.visit(asked.proofUrl);
      }
      const fields = await answer(asked, createAuthenticator(APP));
      return await person.press(page, "/auth/callback/passkey", fields);
    },
    end(_person, page) {
      done(page, "passkey-added");
    },
    told: /passkey was added/,
  },
  {
    name: "link an account",
    path: () => "/auth/account",
    async ask(person, page) {
      const visits = visitsOf("other");
      const landed = await person.press(page, "/auth/signin/other");
      // The user meets the provider once, when the account is linked.
      const isLinked = (await accountsOf(person)).includes("other");
      assertEquals(visitsOf("other") - visits, isLinked ? 1 : 0);
      return landed;
    },
    async end(person, page) {
      done(page, "linked");
      assert((await accountsOf(person)).includes("other"));
    },
    told: /account was connected/,
  },
  {
    name: "change the address",
    path: () => "/auth/address?callbackUrl=%2Fauth%2Faccount",
    typed: { email: "ada@new.example" },
    ask: (person, page, typed) => person.press(page, { step: "request" }, typed),
    async end(person, page) {
      assertEquals(page.url.pathname, "/auth/address");
      const code = /\d{4} ?\d{4}/.exec(person.app.mails.at(-1)!.text)![0];
      await person.press(page, { step: "confirm" }, { code });
      assertEquals((await person.app.adapter.getUser("ada"))?.email, "ada@new.example");
    },
    told: /email address was changed/,
  },
  {
    name: "add a factor",
    path: () => "/auth/factors",
    ask: (person, page) =>
      person.press(page, { step: "enrol", factor: person.secret ? "mail" : "totp" }),
    async end(person, page) {
      const code = person.secret
        ? /\d{4} \d{4}/.exec(person.app.mails.at(-1)!.text)![0]
        : await codeOf(secretOn(page.html));
      const added = await person.press(page, { step: "confirm" }, { answer: code });
      const isFirst = person.secret === undefined;
      done(
        isFirst ? await person.press(added, {}, { step: "saved", saved: "1" }) : added,
        "added",
      );
      assertEquals((await enrolments(person)).length, isFirst ? 2 : 3);
    },
    told: /verification method was added/,
  },
  {
    name: "replace a factor",
    given: needsFactor,
    async path(person) {
      const all = await enrolments(person);
      return `/auth/factors?id=${all.find(({ data }) => isOf(data, "recovery"))!.id}`;
    },
    ask: (person, page) => person.press(page, { step: "enrol", factor: "recovery" }),
    end(_person, page) {
      assertEquals([...page.html.matchAll(/<li><code>/g)].length, 10);
    },
    told: /verification method was replaced/,
  },
  {
    name: "make recovery codes",
    given: withoutCodes,
    path: () => "/auth/factors",
    ask: (person, page) => person.press(page, { step: "enrol", factor: "recovery" }),
    end(_person, page) {
      assertEquals([...page.html.matchAll(/<li><code>/g)].length, 10);
    },
    told: /verification method was added/,
  },
  {
    name: "remove a factor",
    given: needsFactor,
    path: async (person) => `${await factorPage(person)}&step=remove`,
    ask: (person, page) => person.press(page, { step: "remove" }),
    async end(person, page) {
      done(page, "removed");
      assertEquals((await enrolments(person)).every(({ data }) => isOf(data, "recovery")), true);
    },
    told: /verification method was removed/,
  },
  {
    name: "rename a factor",
    given: needsFactor,
    path: factorPage,
    typed: { name: "Old phone & tablet" },
    ask: (person, page, typed) => person.press(page, { step: "rename" }, typed),
    end(_person, page) {
      done(page, "renamed");
      assert(page.html.includes("Old phone &amp; tablet"));
    },
  },
  {
    name: "rename the user",
    path: () => "/auth/account?step=name",
    typed: { name: "Ada & Augusta" },
    ask: (person, page, typed) => person.press(page, { step: "name" }, typed),
    async end(person, page) {
      done(page, "name");
      assertEquals((await person.app.adapter.getUser("ada"))?.name, "Ada & Augusta");
    },
    told: /name of your account was changed/,
  },
  {
    name: "rename a passkey",
    given: giveKey,
    path: keyPage,
    typed: { name: "Old laptop" },
    ask: (person, page, typed) => person.press(page, { step: "passkey-rename" }, typed),
    async end(person, page) {
      done(page, "passkey-renamed");
      assert((await keysOf(person)).some(({ name }) => name === "Old laptop"));
    },
    told: /passkey of your account was renamed/,
  },
  {
    name: "remove a passkey",
    given: giveKey,
    path: keyPage,
    ask: (person, page) => person.press(page, { step: "passkey-remove" }),
    async end(person, page) {
      done(page, "passkey-removed");
      assert((await keysOf(person)).every((key) => key.credentialID !== KEY.credentialID));
    },
    told: /passkey was removed/,
  },
  {
    name: "unlink an account",
    given: (person) => give(person, "other"),
    path: () => "/auth/account?step=account&id=1&provider=other",
    ask: (person, page) => person.press(page, { step: "unlink" }),
    async end(person, page) {
      done(page, "unlinked");
      assertEquals((await accountsOf(person)).includes("other"), false);
    },
    told: /account was disconnected/,
  },
  {
    name: "remove the password",
    // A new password ends the sessions that there are.
    before: async ({ app }) => void await setPassword(app.config, "ada", PASSWORD),
    path: () => "/auth/account?step=password",
    ask: (person, page) => person.press(page, { step: "password-remove" }),
    end(_person, page) {
      done(page, "password-removed");
    },
    told: /password was removed/,
  },
  {
    name: "export the data",
    path: () => "/auth/account?step=export",
    ask: (person, page) => person.press(page, { step: "export" }),
    end(_person, page) {
      assertEquals(JSON.parse(page.html).user.id, "ada");
    },
    told: /copy of your account’s data/,
  },
  {
    name: "delete the account",
    path: () => "/auth/account?step=delete",
    typed: { confirm: "Ada@example.com" },
    ask: (person, page, typed) => person.press(page, { step: "delete" }, typed),
    async end(person) {
      assertEquals(await person.app.adapter.getUser("ada"), null);
    },
    told: /account was deleted/,
  },
  {
    name: "end other sessions",
    async given(person) {
      const other = createPerson(person.app);
      other.secret = person.secret;
      const page = await signInOn(other, await other.visit("/auth/signin"), "mail");
      if (page.url.pathname === "/auth/factor") await prove(other, page, "mail");
    },
    path: () => "/auth/account?step=sessions",
    ask: (person, page) => person.press(page, { step: "sessions-end" }),
    end(_person, page) {
      done(page, "sessions-ended");
    },
    told: /Devices were signed out/,
  },
];

const kindOf = (name: string) => KINDS.find((kind) => kind.name === name)!;

/** The ways that the page of a step-up offers. */
function offered({ html }: Page): string[] {
  return formsOf(html).map(({ action }) => new URL(action, APP).pathname.split("/").at(-1)!);
}

/** How the user comes to the change. */
const WAYS_TO_ASK = {
  /** The page was opened long ago, and is used now. */
  "a page that was open": async (person: Person, change: Change, sleep: () => void) => {
    const page = await person.visit(await change.path(person));
    sleep();
    person.app.mails.length = 0;
    return { page, proof: await change.ask(person, page, change.typed ?? {}), hasTyped: true };
  },
  /** The page is opened now: it leads to the proof, or shows the form. */
  "a page that is opened now": async (person: Person, change: Change, sleep: () => void) => {
    const path = await change.path(person);
    sleep();
    person.app.mails.length = 0;
    const page = await person.visit(path);
    const link = proofLinkOn(page);
    const hasForm = change.name === "rename a passkey";
    if (!link || hasForm) {
      return { page, proof: await change.ask(person, page, change.typed ?? {}), hasTyped: true };
    }
    return { page, proof: await person.visit(link), hasTyped: false };
  },
};

/** Path and view of a page, without what was typed. */
function viewOf({ url }: Page): Record<string, string> {
  const { step, id, provider, callbackUrl } = Object.fromEntries(url.searchParams);
  const next = callbackUrl && new URL(callbackUrl, APP).href;
  return JSON.parse(JSON.stringify({ path: url.pathname, step, id, provider, next }));
}

async function walk(
  kind: Kind,
  change: Change,
  come: (typeof WAYS_TO_ASK)[keyof typeof WAYS_TO_ASK],
  strategy: (typeof STRATEGIES)[number],
): Promise<void> {
  using time = new FakeTime(NOW);
  const app = await createApp(strategy);
  const ada = createPerson(app);
  await change.before?.(ada);
  await kind.enter(ada, (ms) => time.tick(ms), () => change.given?.(ada));
  assertEquals(ada.stepUps, 0);

  const { page, proof, hasTyped } = await come(ada, change, () => time.tick(STALE));
  assertEquals(ada.stepUps, 1, `the change leads to a proof, not to ${proof.url.href}`);
  const back = await prove(ada, proof, kind.way);
  assertEquals(viewOf(back), viewOf(page), "the page that asked");
  assertEquals(back.html.includes('role="status"'), false, "nothing was done yet");
  assertEquals(proofLinkOn(back), undefined, "no second proof");
  if (hasTyped && change.typed) {
    const [[name, text]] = Object.entries(change.typed) as [[string, string]];
    assert(formsOf(back.html).some(({ fields }) => fields[name] === text), "what was typed");
  }
  await change.end(ada, await change.ask(ada, back, hasTyped ? {} : change.typed ?? {}));
  assertEquals(ada.stepUps, 1, "one proof");
  const subjects = app.mails.map(({ subject }) => subject);
  if (change.told) assertMatch(subjects.join("\n"), change.told);
  assertEquals(app.errors, []);
}

for (const [shift, strategy] of STRATEGIES.entries()) {
  for (const [number, kind] of KINDS.entries()) {
    for (const [way, [name, come]] of Object.entries(WAYS_TO_ASK).entries()) {
      if (!isChosen(number + way + shift, 2)) continue;
      // There, no page shows its form before a proof.
      if (kind.lacksFactor && name === "a page that was open") continue;
      Deno.test(`changes: a user with ${kind.name} proves once, on ${name} (${strategy} session)`, async () => {
        const failures: string[] = [];
        for (const [index, change] of CHANGES.entries()) {
          // By default each user makes each change once, in one of both ways.
          if (!kind.lacksFactor && !(isChosen(1, 2) || (way + index) % 2 === 0)) continue;
          try {
            await walk(kind, change, come, strategy);
          } catch (error) {
            failures.push(`${change.name}: ${(error as Error).message}`);
          }
        }
        assertEquals(failures, []);
      });
    }
  }
}

for (const strategy of STRATEGIES) {
  for (const kind of KINDS) {
    Deno.test(`changes: a user with ${kind.name} sets or changes the password by one proof (${strategy} session)`, async () => {
      using time = new FakeTime(NOW);
      const app = await createApp(strategy);
      const ada = createPerson(app);
      await kind.enter(ada, (ms) => time.tick(ms), () => undefined);
      time.tick(STALE);
      app.mails.length = app.links.length = 0;
      const path = "/auth/password?callbackUrl=%2Fauth%2Faccount";
      let page = await ada.visit(path);
      if (kind.way !== "password") {
        // The proof of the address, which is the user name, is the only one.
        page = await ada.press(page, "/auth/signin/mail");
        page = await ada.visit(app.links.at(-1)!);
      } else if (ada.secret) page = await prove(ada, page, "password");
      assertEquals(viewOf(page), viewOf({ ...page, url: new URL(path, APP) }));
      const { url } = await ada.press(page, "/auth/password", {
        ...kind.way === "password" ? { current: PASSWORD } : {},
        password: OTHER,
      });
      // Who has set one goes on; who has changed one reads that it is.
      if (kind.way === "password") assertEquals(url.searchParams.get("done"), "1");
      else assertEquals(url.pathname, "/auth/account");
      assertEquals(ada.stepUps + app.links.length, kind.name === "a password" ? 0 : 1);
      assertMatch(app.mails.at(-1)!.subject, /[Pp]assword .*(set|changed)/);
      assertEquals(app.errors, []);
    });
  }

  /** Ada changes her name, after proofs in the only ways that she is offered. */
  const rename = async (ada: Person, ways: readonly Way[]): Promise<void> => {
    let page = await ada.visit("/auth/account?step=name");
    page = await ada.press(page, { step: "name" }, { name: "Augusta" });
    assertEquals(offered(page), ways.slice(0, 1), page.url.href);
    for (const way of ways) page = await prove(ada, page, way);
    assertEquals(viewOf(page), { path: "/auth/account", step: "name" });
    done(await ada.press(page, { step: "name" }), "name");
    assertEquals((await ada.app.adapter.getUser("ada"))?.name, "Augusta");
    assertEquals([ada.stepUps, ada.app.errors], [ways.length, []]);
  };

  /** The session of a browser that Auth.js began: nothing tells how. */
  const enterUnknown = async (ada: Person): Promise<void> => {
    const name = "__Secure-authjs.session-token";
    const { config, adapter } = ada.app;
    let token = crypto.randomUUID() as string;
    if (strategy === "jwt") {
      const claims = { sub: "ada", name: "Ada", email: ADA };
      token = await encode({ token: claims, secret: config.secret!, salt: name });
    } else {
      const expires = new Date(Date.now() + 30 * DAY);
      await adapter.createSession({ sessionToken: token, userId: "ada", expires });
    }
    ada.browser.cookies.store(new URL(APP), [`${name}=${token}; Secure; Path=/`]);
  };

  const begin = async (): Promise<Person> => createPerson(await createApp(strategy));

  /** Leaves out providers of the app. */
  const without = ({ app }: Person, ...ids: string[]): void => {
    const providers = (app.config.providers as { id: string }[])
      .filter(({ id }) => !ids.includes(id));
    app.config = { ...app.config, providers: providers as AuthConfig["providers"] };
  };

  const WAYS_LEFT: [string, ways: Way[], lose: (ada: Person) => Promise<void> | void][] = [
    ["the provider of the session is gone, and a password is left", ["password"], async (ada) => {
      assertEquals(await setPassword(ada.app.config, "ada", PASSWORD), null);
      await enterByAccount(ada, "plain");
      without(ada, "plain", "mail", "password");
      ada.app.config = {
        ...ada.app.config,
        providers: [Password({ ...CHEAP, page: false }), ...ada.app.config.providers],
      };
    }],
    ["the account of the session was unlinked, and links are left", ["mail"], async (ada) => {
      await enterByAccount(ada, "plain");
      await ada.app.adapter.unlinkAccount({ provider: "plain", providerAccountId: "1" });
    }],
    ["the passkey of the session was removed, and links are left", ["mail"], async (ada) => {
      await kindOf("a passkey").enter(ada, () => {}, () => undefined);
      for (const { credentialID } of await keysOf(ada)) {
        await ada.app.adapter.deleteAuthenticator(credentialID);
      }
    }],
    ["the password of the session was removed, and links are left", ["mail"], async (ada) => {
      await enterByPassword(ada);
      const [session] = await listSessions(ada.app.config, "ada");
      await removePassword(ada.app.config, "ada", { keepSession: session!.id });
    }],
    ["links are gone, and an OAuth 2 account is left", ["plain"], async (ada) => {
      await enter(ada, "mail");
      await give(ada, "plain");
      without(ada, "mail", "password");
    }],
    ["links are gone, and an OpenID account is left", ["timed"], async (ada) => {
      await enter(ada, "mail");
      await give(ada, "timed");
      without(ada, "mail", "password");
    }],
    ["the app has nothing but OAuth 2", ["plain"], async (ada) => {
      without(ada, "mail", "password", "passkey", "timed", "other");
      await enterByAccount(ada, "plain");
    }],
    ["recovery codes are all that is left of the second factors", ["mail"], async (ada) => {
      await enter(ada, "mail");
      await addTotp(ada);
      const { id } = (await enrolments(ada)).find(({ data }) => isOf(data, "totp"))!;
      const page = await ada.visit(`/auth/factors?id=${id}&step=remove`);
      done(await ada.press(page, { step: "remove" }), "removed");
      delete ada.secret;
    }],
    ["the session began in Auth.js, by a link", ["mail"], enterUnknown],
    ["the session began in Auth.js, by OAuth 2", ["plain"], async (ada) => {
      await give(ada, "plain");
      await enterUnknown(ada);
      without(ada, "mail", "password");
    }],
    [
      "the session began in Auth.js, and an authenticator app is enrolled",
      ["mail", "mail"],
      async (ada) => {
        const other = createPerson(ada.app);
        await enter(other, "mail");
        await addTotp(other);
        ada.secret = other.secret;
        await enterUnknown(ada);
      },
    ],
  ];

  for (const [name, ways, lose] of WAYS_LEFT) {
    Deno.test(`changes: a way is left when ${name} (${strategy} session)`, async () => {
      using time = new FakeTime(NOW);
      const ada = await begin();
      await lose(ada);
      time.tick(STALE);
      await rename(ada, ways);
    });
  }

  Deno.test(`changes: OAuth in place of a way that is gone does not pass for it (${strategy} session)`, async () => {
    using time = new FakeTime(NOW);
    const ada = await begin();
    await enter(ada, "mail");
    await give(ada, "plain");
    without(ada, "mail", "password");
    time.tick(STALE);
    await rename(ada, ["plain"]);
    const request = () =>
      new Request(`${APP}/transfer`, {
        headers: { cookie: ada.browser.cookies.header(new URL(APP))! },
      });
    const proof = await getProof(request(), ada.app.config);
    assertEquals(proof, { at: Date.now() / 1000, methods: ["fed"], provider: "plain" });
    // As after a sign-out and a sign-in: OAuth 2 states no time.
    assert(await requireProof(request(), ada.app.config, { maxAge: 600 }));
  });

  Deno.test(`changes: a page that waits for its user for an hour leads on (${strategy} session)`, async () => {
    using time = new FakeTime(NOW);
    const ada = await begin();
    await kindOf("a password and an authenticator app")
      .enter(ada, (ms) => time.tick(ms), () => undefined);
    time.tick(STALE);
    const path = "/auth/account?step=delete";
    const asks = await ada.visit(path);
    time.tick(HOUR);
    const again = await ada.visit(proofLinkOn(asks)!);
    assertEquals(again.url.href, APP + path, "the page, with a new link");
    const code = await ada.visit(proofLinkOn(again)!);
    time.tick(HOUR - 60_000);
    const back = await prove(ada, code, "password");
    assertEquals(back.url.href, APP + path);
    assertEquals(formOn(back, { step: "delete" }).fields.step, "delete");
    assertEquals(ada.app.errors, []);
  });

  Deno.test(`changes: a mistyped password loses nothing (${strategy} session)`, async () => {
    using time = new FakeTime(NOW);
    const ada = await begin();
    await enterByPassword(ada);
    time.tick(STALE);
    let page = await ada.visit("/auth/account?step=name");
    page = await ada.press(page, { step: "name" }, { name: "Augusta" });
    const ways = offered(page);
    page = await ada.press(page, "/auth/callback/password", { password: "wrong" });
    assertEquals(offered(page), ways, "the page of the proof, not that of a sign-in");
    assertEquals(page.url.searchParams.get("error"), "CredentialsSignin");
    const back = await signInOn(ada, page, "password");
    assertEquals(formOn(back, { step: "name" }).fields.name, "Augusta");
    done(await ada.press(back, { step: "name" }), "name");
    assertEquals(ada.stepUps, 1);
  });

  Deno.test(`changes: a slow user of an OAuth 2 provider proves once (${strategy} session)`, async () => {
    using time = new FakeTime(NOW);
    const ada = await begin();
    await enterByAccount(ada, "plain");
    time.tick(STALE);
    const page = await ada.visit("/auth/account?step=name");
    const choice = await ada.press(page, { step: "name" }, { name: "Augusta" });
    time.tick(HOUR - 60_000);
    done(await ada.press(await prove(ada, choice, "plain"), { step: "name" }), "name");
    assertEquals([ada.stepUps, ada.app.errors], [1, []]);
  });

  const CAPABILITIES: [string, Partial<AuthConfig>][] = [
    ["`Password`", {
      providers: [Password({ ...CHEAP, page: false }), Passkey, ...sites],
      factors: undefined,
      factorPolicy: undefined,
    }],
    ["`factors`", { providers: [Passkey, ...sites] }],
  ];

  for (const [name, members] of CAPABILITIES) {
    Deno.test(`changes: the owner of an account in an app with ${name} alone is told (${strategy} session)`, async () => {
      using time = new FakeTime(NOW);
      const app = await createApp(strategy, { account: undefined, ...members });
      const { config, mails } = app;
      const ada = createPerson(app);
      await enterByAccount(ada, "plain");
      const told = async (subject: RegExp, change: () => Promise<unknown>) => {
        mails.length = 0;
        await change();
        assertEquals(mails.map(({ to }) => to), [ADA], String(subject));
        assertMatch(mails[0]!.subject, subject);
      };
      const account = { provider: "other", providerAccountId: "1" };
      await told(/account was connected/, () => ada.browser.signIn("other"));
      await told(/account was disconnected/, () => unlinkAccount(config, "ada", account));
      const asked = await (await ada.browser.fetch(
        "/auth/webauthn-options/passkey?action=register",
      )).json();
      await told(
        /passkey was added/,
        async () =>
          await ada.browser.post(
            "/callback/passkey",
            await answer(asked, createAuthenticator(APP)),
          ),
      );
      const { credentialID } = (await keysOf(ada))[0]!;
      await told(/passkey of your/, () => renamePasskey(config, "ada", credentialID, "Phone"));
      await told(/passkey was removed/, () => removePasskey(config, "ada", credentialID));
      if (name === "`factors`") {
        await told(/method was added/, () => addTotp(ada));
        time.tick(60_000);
        await told(/method was removed/, async () => {
          const page = await ada.visit(`${await factorPage(ada)}&step=remove`);
          await ada.press(page, { step: "remove" });
        });
      } else {
        await told(/assword was set/, () => setPassword(config, "ada", PASSWORD));
        await told(/assword was changed/, () => setPassword(config, "ada", OTHER));
        await told(/assword was removed/, () => removePassword(config, "ada"));
        // A new password ended the session.
        await enter(ada, "plain");
      }
      await told(/Devices were signed out/, () => revokeAllSessions(config, "ada"));
      await told(/account was deleted/, () => deleteUser(config, "ada"));
    });
  }
}
