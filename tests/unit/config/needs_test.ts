/**
 * What options and providers need of a config: each says so at start, in one wording, and what is
 * not refused at start is not refused later.
 *
 * @module
 */

import {
  assert,
  assertEquals,
  assertMatch,
  assertStrictEquals,
  assertStringIncludes,
} from "@std/assert";
import { DenoKvAdapter } from "../../../adapters/deno_kv.ts";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import { MemoryRecords } from "../../../adapters/records/memory.ts";
import { SqliteAdapter } from "../../../adapters/sqlite.ts";
import type { AuthConfig } from "../../../mod.ts";
import { ADAPTER_MODULES, CONTRACT, RECORD_MODULES } from "../../../src/hooks/adapter.ts";
import { AccountPage } from "../../../src/capabilities/account/mod.ts";
import { defineCapability, defineRecords } from "../../../src/capabilities/custom/mod.ts";
import { MailCode, Totp } from "../../../src/capabilities/factors/mod.ts";
import { ApiKeys } from "../../../src/capabilities/keys/mod.ts";
import { NativeClients } from "../../../src/capabilities/native/mod.ts";
import { OAuthServer } from "../../../src/capabilities/oauth_server/mod.ts";
import { defineAccess, Organizations } from "../../../src/capabilities/organizations/mod.ts";
import { BackChannel, ProviderSignOut } from "../../../src/capabilities/sign_out/mod.ts";
import { KeepTokens } from "../../../src/capabilities/tokens/mod.ts";
import Passkey from "../../../src/capabilities/passkeys/passkey_provider.ts";
import Password from "../../../src/capabilities/passwords/password_provider.ts";
import { demandsIn, withNeeds } from "../../../src/config/capability.ts";
import { listNeeds } from "../../../src/config/check.ts";
import { resolveConfig } from "../../../src/config/resolve.ts";
import { MissingAdapter, MissingAdapterMethods } from "../../../src/errors.ts";
import { defineAuth } from "../../../src/frameworks/server.ts";
import { signInAs } from "../../../src/tools/testing/mod.ts";
import { STRATEGIES } from "../../flows/_strategies.ts";
import { recordsOf } from "../../../src/config/needs.ts";
import { de } from "../../../src/languages/de.ts";
import type { AccountMail } from "../../../src/types/factor.ts";
import type { EmailConfig } from "../../../src/types/provider.ts";

const APP = "https://app.example";
const USER = "ada";
const EMAIL = "ada@app.example";
const SITE = "https://app.example";

const access = defineAccess({ permissions: { project: ["read"] }, roles: { admin: "all" } });
const entries = defineRecords<{ text: string }>("book.entry");
const mail = {
  id: "mail",
  name: "Email",
  type: "email",
  sendVerificationRequest: () => {},
} as const;

/** An app that a row calls. */
interface App {
  // deno-lint-ignore no-explicit-any -- its groups depend on the config
  auth: any;
  /** Requests a path, with the session of a user where the adapter can find one. */
  visit(path: string, init?: RequestInit): Promise<Response>;
}

interface Row {
  config: Partial<AuthConfig>;
  /** Session strategies with which it keeps a record of each session. */
  sessions: "always" | "database" | "never";
  /** Uses it for the first time. */
  use(app: App): Promise<unknown>;
}

const look = (path: string) => async ({ visit }: App) => {
  const answer = await visit(path);
  await answer.body?.cancel();
  assert(answer.status < 500, `${path}: ${answer.status}`);
};

const ROWS: Readonly<Record<string, Row>> = {
  "nothing": { config: {}, sessions: "never", use: look("/auth/session") },
  "database sessions": {
    config: { session: { strategy: "database" } },
    sessions: "never",
    use: look("/auth/session"),
  },
  "session.revocation": {
    config: { session: { revocation: {} } },
    sessions: "always",
    async use({ auth }) {
      await auth.users.suspend(USER);
      assertEquals(await auth.users.isSuspended(USER), true);
    },
  },
  "signUp": { config: { signUp: "invited" }, sessions: "never", use: look("/auth/session") },
  "an email provider": {
    config: { providers: [mail] },
    sessions: "never",
    async use({ visit }) {
      const { csrfToken } = await (await visit("/auth/csrf")).json();
      const body = new URLSearchParams({ csrfToken, email: EMAIL });
      await (await visit("/auth/signin/mail", { method: "POST", body })).body?.cancel();
    },
  },
  "Passkey()": {
    config: { providers: [Passkey] },
    sessions: "never",
    async use(app) {
      await look("/auth/webauthn-options/passkey?action=register")(app);
      assertEquals(await app.auth.passkeys.list(USER), []);
    },
  },
  "Password()": {
    config: { providers: [Password({ page: false })] },
    sessions: "database",
    async use({ auth }) {
      assertEquals(await auth.passwords.has(USER), false);
    },
  },
  "the page of Password()": {
    config: { providers: [Password(), mail] },
    sessions: "database",
    use: look("/auth/password"),
  },
  "tokens": { config: { tokens: KeepTokens() }, sessions: "never", use: look("/auth/session") },
  "account": {
    config: { account: AccountPage() },
    sessions: "always",
    async use(app) {
      await look("/auth/account")(app);
      await app.auth.users.rename(USER, "Ada L.");
      assertEquals(await app.auth.accounts.list(USER), []);
      await app.auth.sessions.list(USER);
      await app.auth.users.export(USER);
      await app.auth.users.delete(USER);
    },
  },
  "factors": {
    config: { factors: [Totp()], providers: [mail] },
    sessions: "database",
    async use(app) {
      await look("/auth/factors")(app);
      assertEquals(await app.auth.factors.list(USER), []);
    },
  },
  "factors that send emails": {
    config: { factors: [Totp(), MailCode()] },
    sessions: "database",
    use: look("/auth/factors"),
  },
  "organizations": {
    config: { organizations: Organizations({ access }) },
    sessions: "always",
    async use(app) {
      await look("/auth/organizations")(app);
      assertEquals(await app.auth.organizations.listOrganizations(USER), []);
    },
  },
  "keys": {
    config: { keys: ApiKeys({ prefix: "acme", scopes: access }) },
    sessions: "always",
    async use(app) {
      await look("/auth/keys")(app);
      const made = await app.auth.keys.createFor(USER, { name: "One", scopes: ["project:read"] });
      assertEquals(made.ok, true, JSON.stringify(made));
      const headers = { authorization: `Bearer ${made.secret}` };
      const who = await app.auth.authenticate(new Request(APP, { headers }), { accept: ["key"] });
      assertEquals(who.ok, true, JSON.stringify(who));
    },
  },
  "native": {
    config: { native: NativeClients() },
    sessions: "always",
    async use({ auth }) {
      const headers = { authorization: "Bearer xna_none" };
      const who = await auth.authenticate(new Request(APP, { headers }), { accept: ["bearer"] });
      assertEquals(who.ok, false);
    },
  },
  "oauthServer": {
    config: { oauthServer: OAuthServer({ issuer: SITE, resources: {} }) },
    sessions: "always",
    async use(app) {
      await look("/.well-known/oauth-authorization-server")(app);
      assertEquals(await app.auth.oauthServer.listGrants(USER), []);
    },
  },
  "oauthServer.organization": {
    config: {
      oauthServer: OAuthServer({ issuer: SITE, resources: {}, organization: "choose" }),
      organizations: Organizations({ access }),
    },
    sessions: "always",
    use: look("/.well-known/oauth-authorization-server"),
  },
  "signOut": {
    config: { signOut: ProviderSignOut() },
    sessions: "database",
    use: look("/auth/signout"),
  },
  "signOut.backChannel": {
    config: { signOut: ProviderSignOut({ backChannel: BackChannel() }) },
    sessions: "always",
    use: look("/auth/signout"),
  },
  "signOut.federated": {
    config: { signOut: ProviderSignOut({ federated: true }), tokens: KeepTokens() },
    sessions: "database",
    use: look("/auth/signout"),
  },
  "a capability of the app": {
    config: {
      capabilities: {
        book: defineCapability({
          id: "book",
          records: [entries],
          functions: { count: async (app, id: string) => (await entries.list(app, id)).length },
        }),
      },
    },
    sessions: "never",
    async use({ auth }) {
      assertEquals(await auth.capabilities.book.count(USER), 0);
    },
  },
};

const pick = (adapter: object, names: readonly string[]) =>
  Object.fromEntries(Object.entries(adapter).filter(([name]) => names.includes(name)));

/** Methods that adapters of Auth.js without passkeys lack, such as those of Kysely and MongoDB. */
const OF_PASSKEYS = ["getAccount", ...CONTRACT.filter((name) => name.includes("Authenticator"))];

/** Adapters of which some have few methods; each call opens another one, with a user. */
const ADAPTERS: Readonly<Record<string, () => Promise<AuthConfig["adapter"]>>> = {
  "no adapter": () => Promise.resolve(undefined),
  "an adapter without methods": () => Promise.resolve({}),
  "an adapter that keeps tokens": async () =>
    pick(await withUser(MemoryAdapter()), [
      "createVerificationToken",
      "useVerificationToken",
      "getUserByEmail",
    ]),
  "an adapter of Auth.js without passkeys": async () =>
    pick(await withUser(MemoryAdapter()), CONTRACT.filter((name) => !OF_PASSKEYS.includes(name))),
  "an adapter of Auth.js": async () => pick(await withUser(MemoryAdapter()), CONTRACT),
  "MemoryAdapter": () => withUser(MemoryAdapter()),
  "SqliteAdapter": () => withUser(SqliteAdapter(":memory:")),
  "DenoKvAdapter": async () => await withUser(DenoKvAdapter(await Deno.openKv(":memory:"))),
};

async function withUser<T extends Pick<ReturnType<typeof MemoryAdapter>, "createUser">>(
  adapter: T,
): Promise<T> {
  await adapter.createUser({ id: USER, email: EMAIL, emailVerified: new Date() });
  return adapter;
}

function configOf(config: Partial<AuthConfig>, errors: Error[] = []): AuthConfig {
  return {
    providers: [],
    secret: "a-secret-of-at-least-32-characters",
    trustHost: true,
    theme: { name: "App" },
    logger: { error: (error) => void errors.push(error), warn() {}, debug() {} },
    ...config,
  };
}

const isLack = (error: unknown) =>
  error instanceof MissingAdapter || error instanceof MissingAdapterMethods ||
  /it needs/.test((error as Error)?.message);

/** Uses a config for the first time, and fails for everything that it lacks. */
async function useOnce({ use }: Row, config: AuthConfig, errors: Error[]): Promise<void> {
  const auth = defineAuth(config);
  const canFind = typeof config.adapter?.getUser === "function";
  const { headers } = canFind
    ? await signInAs(auth, { id: USER, email: EMAIL }, { origin: APP })
    : { headers: new Headers() };
  await use({
    auth,
    visit: (path, init) => auth.handler(new Request(APP + path, { headers, ...init })),
  });
  assertEquals(errors.filter(isLack), []);
}

/** A refusal says what lacks, what cures it, and which option or provider asks. */
function assertRefusal(error: Error | undefined, about: string): void {
  assert(error, about);
  const cure = /^Cannot use (?:`.+`|the provider ".+"): it needs .+?; (?:set|use|add) (.+)$/;
  assertMatch(error.message, cure, about);
  const { option, provider } = error.cause as { option?: string; provider?: string };
  assertStringIncludes(error.message, option ?? `"${provider}"`, about);
  const isOfStore = /an adapter;|methods|store of records/.test(error.message);
  if (isOfStore) assertMatch(error.message, /@x\/auth\/(adapters|records)\/\{/, about);
}

for (const [name, row] of Object.entries(ROWS)) {
  Deno.test(`needs: ${name} is refused at start, or works, on every kind of store`, async () => {
    let used = 0;
    for (const [title, open] of Object.entries(ADAPTERS)) {
      for (const strategy of STRATEGIES) {
        for (const records of [undefined, MemoryRecords()]) {
          const adapter = await open();
          const about = `${title}, ${strategy}${records ? ", with records" : ""}`;
          const errors: Error[] = [];
          const config = configOf({
            ...row.config,
            adapter,
            ...records ? { records } : {},
            session: { strategy, ...row.config.session },
          }, errors);
          // Without a way to send emails, the capabilities that send some are refused.
          const mute = resolveConfig({ ...config });
          const sendsMail = mute.error !== undefined && /send emails/.test(mute.error.message);
          const { error: problem } = resolveConfig({ ...config, sendMail() {} });
          for (const error of [problem, sendsMail ? mute.error : problem]) {
            if (error) assertRefusal(error, about);
          }
          if (!problem) {
            used++;
            try {
              await useOnce(row, { ...config, sendMail() {} }, errors);
            } catch (error) {
              throw new Error(`${about}: ${(error as Error).message}`, { cause: error });
            }
          }
          (adapter as { close?(): void } | undefined)?.close?.();
        }
      }
    }
    assert(used >= 12, `it works on ${used} of the stores`);
  });

  Deno.test(`needs: ${name} works with the methods that it declares, and with no fewer`, async () => {
    const session = { strategy: "jwt", ...row.config.session } as const;
    const config = configOf({ ...row.config, session, sendMail() {} });
    const known = resolveConfig({ ...config, adapter: MemoryAdapter() });
    const providers = [...known.providers.values()];
    const isMeant = (adapter: object) =>
      listNeeds(withNeeds({ ...config, adapter }, providers), providers)[0];
    const declared = new Set<string>();
    for (
      let lack = isMeant({});
      lack;
      lack = isMeant(pick(MemoryAdapter(), [...declared, "records"]))
    ) {
      const names = /with (.+), such as/.exec(lack.message)?.[1] ?? "`records`";
      for (const [, method] of names.matchAll(/`(\w+)`/g)) declared.add(method!);
    }
    declared.add("records");
    const errors: Error[] = [];
    const logger = { error: (error: Error) => void errors.push(error), warn() {}, debug() {} };
    const adapter = pick(await withUser(MemoryAdapter()), [...declared]);
    await useOnce(row, { ...config, adapter, logger }, errors);
    declared.delete("records");
    for (const method of declared) {
      const { error: problem } = resolveConfig({
        ...config,
        adapter: pick(adapter, [...declared, "records"].filter((one) => one !== method)),
      });
      assertStringIncludes(problem?.message ?? "no problem", `\`${method}\``);
    }
  });

  Deno.test(`resolveConfig() keeps records of sessions where they are needed: ${name}`, () => {
    for (const strategy of STRATEGIES) {
      if (row.config.session?.strategy && row.config.session.strategy !== strategy) continue;
      const resolve = (session: AuthConfig["session"]) =>
        resolveConfig(configOf({
          adapter: MemoryAdapter(),
          sendMail() {},
          ...row.config,
          session: { strategy, ...row.config.session, ...session },
        }));
      const { error: problem, revocation } = resolve({});
      assertEquals(problem, undefined, `${strategy}: ${problem?.message}`);
      const isOn = row.sessions === "always" || row.sessions === strategy;
      assertEquals(revocation !== undefined, isOn, strategy);
      const written = resolve({ revocation: { maxLag: 9 } });
      assertEquals(written.revocation?.maxLagMs, 9000, "what the app writes counts");
    }
  });
}

Deno.test("needs: every capability that an app can bring has a row", () => {
  const members = [
    "account",
    "keys",
    "native",
    "oauthServer",
    "organizations",
    "signOut",
    "tokens",
  ];
  const known = Object.values(ROWS).flatMap(({ config }) => Object.keys(config));
  assertEquals(members.filter((name) => !known.includes(name)), []);
  for (const { config } of Object.values(ROWS)) {
    const { providers } = resolveConfig(configOf({ ...config, adapter: MemoryAdapter() }));
    for (const demand of demandsIn(configOf(config), [...providers.values()])) {
      assert("option" in demand || "provider" in demand, "it says who asks");
    }
  }
});

Deno.test("needs: messages name every module with a store that lasts", async () => {
  const { exports } = JSON.parse(await Deno.readTextFile("deno.json"));
  for (const [folder, text] of [["adapters", ADAPTER_MODULES], ["records", RECORD_MODULES]]) {
    const start = `./${folder}/`;
    const names = Object.keys(exports).filter((name) => name.startsWith(start))
      .map((name) => name.slice(start.length)).filter((name) => name !== "memory");
    assertEquals(text, `@x/auth/${folder}/{${names}}`, "add the name in src/hooks/adapter.ts");
  }
});

Deno.test("recordsOf() returns the config's records, else those of its adapter", () => {
  const records = MemoryRecords();
  const adapter = MemoryAdapter();
  assertStrictEquals(recordsOf({ records, adapter }), records);
  assertStrictEquals(recordsOf({ records }), records);
  assertStrictEquals(recordsOf({ adapter }), adapter.records);
});

Deno.test("recordsOf() returns undefined without a store, and for a member that is a function", () => {
  const wrapped = { records: () => {} } as never;
  assertEquals(recordsOf({}), undefined);
  assertEquals(recordsOf({ adapter: {} }), undefined);
  assertEquals(recordsOf({ adapter: wrapped }), undefined);
});

const MAIL = { to: "ada@example.com", subject: "Hello", text: "Hello\n", language: "de" };
const LINKS = { terms: "/terms", privacy: "https://acme.example/privacy" };

/** Sends an email with a config; returns it as the function that sends it gets it. */
async function sent(
  config: Partial<AuthConfig>,
  mail: AccountMail & { origin?: string } = MAIL,
): Promise<AccountMail[]> {
  const mails: AccountMail[] = [];
  const { sendMail } = resolveConfig({
    providers: [],
    secret: "a-secret-of-at-least-32-characters",
    languages: [de],
    sendMail: (mail) => void mails.push(mail),
    ...config,
  });
  await sendMail!(mail);
  return mails;
}

Deno.test("sendMail: gets the theme, and its links in the language of the email with whole URLs", async () => {
  const theme = { name: "Acme", links: LINKS };
  assertEquals(await sent({ theme }, { ...MAIL, origin: "https://app.example" }), [{
    ...MAIL,
    theme,
    links: [
      { url: "https://app.example/terms", label: "Nutzungsbedingungen" },
      { url: "https://acme.example/privacy", label: "Datenschutz" },
    ],
  }]);
  // Without an origin no URL can be made of a path.
  assertEquals((await sent({ theme }))[0]!.links, [
    { url: "https://acme.example/privacy", label: "Datenschutz" },
  ]);
});

Deno.test("sendMail: uses the app's own texts of the links, and English where it knows no language", async () => {
  const theme = { links: LINKS };
  const texts = { en: { links: { privacy: "Your data" } } };
  const [{ links }] = await sent({ theme, texts }, { ...MAIL, language: "en" }) as [AccountMail];
  assertEquals(links?.map(({ label }) => label), ["Your data"]);
  const { language: _, ...unknown } = MAIL;
  assertEquals((await sent({ theme }, unknown))[0]!.links?.[0]?.label, "Privacy");
});

Deno.test("sendMail: adds nothing without a theme, and replaces nothing that the email has", async () => {
  assertEquals(await sent({}, { ...MAIL, origin: "https://app.example" }), [MAIL]);
  const own = { theme: { name: "Other" }, links: [] };
  assertEquals(await sent({ theme: { name: "Acme", links: LINKS } }, { ...MAIL, ...own }), [
    { ...MAIL, ...own },
  ]);
});

Deno.test("sendMail: of a provider gets the theme too", async () => {
  const mails: AccountMail[] = [];
  const provider: EmailConfig = {
    id: "mail",
    name: "Email",
    type: "email",
    sendVerificationRequest: () => {},
    sendMail: (mail) => void mails.push(mail),
  };
  await sent({ sendMail: undefined, providers: [provider], theme: { name: "Acme" } });
  assertEquals(mails[0]!.theme, { name: "Acme" });
});
