/**
 * Sessions and memberships that another process ends while a request runs, once the request has read
 * them: what would outlive them does not take place.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { MemoryAdapter } from "../../adapters/memory.ts";
import type { AuthConfig } from "../../mod.ts";
import { defineAccess, Organizations } from "../../src/capabilities/organizations/mod.ts";
import Passkey from "../../src/capabilities/passkeys/passkey_provider.ts";
import { defineAuth } from "../../src/frameworks/define.ts";
import {
  createAuthenticator,
  createBrowser,
  createIdp,
  signInAs,
  type TestBrowser,
} from "../../src/tools/testing/mod.ts";
import { providerAt } from "../_idp.ts";
import { formOf } from "./_email.ts";
import { answer, ask } from "./_passkeys.ts";
import { SECRET } from "./_rig.ts";
import { STRATEGIES, type Strategy } from "./_strategies.ts";

const APP = "https://app.example";
const AT_ONCE = 50;

const access = defineAccess({
  permissions: { project: ["read"] },
  roles: { admin: { member: "all", project: "all" }, member: { project: "all" } },
  grants: { admin: ["member"] },
});

type MemoryStore = ReturnType<typeof MemoryAdapter>;

/** Ends a session as another process does: this one learns of it by reading the store alone. */
type End = (adapter: MemoryStore, userId: string) => Promise<void>;

const END: Readonly<Record<Strategy, End>> = {
  async jwt({ records }, userId) {
    await records.deleteOwner(userId, "session");
  },
  async database(adapter, userId) {
    await adapter.deleteSessions(
      userId,
      (await adapter.listSessions(userId)).map(({ sessionToken }) => sessionToken),
    );
  },
};

/**
 * An app whose store does something once it has answered a call about a user.
 *
 * @param then gets the name of the call, and what it answered
 */
async function createApp(
  strategy: Strategy,
  then: (name: string, found: unknown, adapter: MemoryStore) => Promise<void>,
  overrides: Partial<AuthConfig> = {},
) {
  const adapter = MemoryAdapter();
  const after = <T extends object>(of: T, prefix = ""): T =>
    new Proxy(of, {
      get(target, name) {
        const value = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        return async (...args: unknown[]) => {
          const found = await value.apply(target, args);
          await then(prefix + String(name), found, adapter);
          return found;
        };
      },
    });
  const watched = new Proxy(after(adapter), {
    get: (target, name) => name === "records" ? records : Reflect.get(target, name),
  });
  const records = after(adapter.records, "records.");
  const idp = await createIdp();
  const auth = defineAuth({
    providers: [providerAt(idp, "idp"), Passkey],
    adapter: watched,
    session: { strategy, revocation: {} },
    organizations: Organizations({ access }),
    secret: `${SECRET} ${crypto.randomUUID()}`,
    trustHost: true,
    experimental: { enableWebAuthn: true },
    sendMail() {},
    limits: false,
    notifyNewDevice: false,
    logger: { error() {}, warn() {}, debug() {} },
    ...overrides,
  });
  const open = () =>
    createBrowser(APP, { [APP]: (request) => auth.handler(request), [idp.issuer]: idp.handler });
  return { auth, adapter, idp, open };
}

type App = Awaited<ReturnType<typeof createApp>>;

/** A person with a session. */
async function createPerson({ auth, adapter, open }: App) {
  const id = crypto.randomUUID();
  const email = `${id}@people.example`;
  const user = { id, name: "Ada", email, emailVerified: new Date() };
  await adapter.createUser(user);
  const browser = open();
  const { setCookies } = await signInAs(auth, user, { origin: APP });
  browser.cookies.store(new URL(APP), setCookies);
  return { id, email, browser };
}

async function post(browser: TestBrowser, path: string, fields: Record<string, string>) {
  const init = { method: "POST", redirect: "manual", headers: { accept: "text/html" } } as const;
  const response = await browser.fetch(path, { ...init, body: new URLSearchParams(fields) });
  return { status: response.status, html: await response.text(), headers: response.headers };
}

for (const strategy of STRATEGIES) {
  for (const ends of [false, true]) {
    const what = ends ? "no account is linked to a session that ends" : "an account is linked";
    Deno.test(`rechecks: ${what} once its user was read (${strategy}, fifty at once)`, async () => {
      const armed = new Set<string>();
      const app = await createApp(strategy, async (name, found, adapter) => {
        const read = strategy === "jwt" ? "getUser" : "getSessionAndUser";
        const user = (strategy === "jwt" ? found : (found as { user?: object })?.user) as
          | { id: string }
          | undefined;
        if (name === read && user && armed.delete(user.id)) await END[strategy](adapter, user.id);
      });
      const people = await Promise.all(
        Array.from({ length: AT_ONCE }, () => createPerson(app)),
      );
      app.idp.hostile.idTokenClaims = (claims) => void (claims.sub = crypto.randomUUID());
      const backs = await Promise.all(people.map(async ({ browser }) => {
        const url = await browser.start("idp", { callbackUrl: "/after" });
        const response = await browser.fetch(url, { redirect: "manual" });
        return response.headers.get("location")!;
      }));
      if (ends) { for (const { id } of people) armed.add(id); }
      await Promise.all(people.map(async ({ browser }, index) => {
        const response = await browser.fetch(backs[index]!, { redirect: "manual" });
        await response.body?.cancel();
      }));
      assertEquals(armed.size, 0, "each was read");
      for (const { id } of people) {
        const linked = await app.adapter.listAccounts(id);
        assertEquals(linked.map(({ provider }) => provider), ends ? [] : ["idp"]);
      }
    });

    const key = ends ? "no passkey is added to a session that ends" : "a passkey is added";
    Deno.test(`rechecks: ${key} while its key is checked (${strategy}, fifty at once)`, async () => {
      const app: App = await createApp(strategy, () => Promise.resolve(), {
        callbacks: {
          async signIn({ user }) {
            if (ends) await END[strategy](app.adapter, user.id!);
            return true;
          },
        },
      });
      const people = await Promise.all(Array.from({ length: AT_ONCE }, () => createPerson(app)));
      await Promise.all(people.map(async ({ id, browser }) => {
        const asked = await ask(browser, { action: "register" });
        const fields = await answer(asked, createAuthenticator(APP));
        await post(browser, "/auth/callback/passkey", { callbackUrl: "/after", ...fields });
        const keys = await app.adapter.listAuthenticatorsByUserId(id);
        assertEquals(keys.length, ends ? 0 : 1);
      }));
    });

    const invitation = ends ? "a member who is removed invites nobody" : "a member invites";
    Deno.test(`rechecks: ${invitation} once the page has read the membership (${strategy}, fifty at once)`, async () => {
      const armed = new Set<string>();
      const app = await createApp(strategy, async (name, found, { records }) => {
        const entry = found as { kind?: string; id: string; owner: string } | null;
        if (name !== "records.get" || entry?.kind !== "org.membership") return;
        if (armed.delete(entry.owner)) await records.take("org.membership", entry.id);
      });
      const { organizations } = app.auth;
      const owner = await createPerson(app);
      const made = await organizations.createOrganization(owner.id, { name: "Team", slug: "team" });
      assert(made.ok);
      const people = await Promise.all(Array.from({ length: AT_ONCE }, () => createPerson(app)));
      const rows = people.map(({ email }) => ({ email, role: "admin" as const }));
      await organizations.importMembers(made.organization.id, rows);
      const forms = await Promise.all(people.map(async ({ browser }) => {
        const page = await browser.fetch("/auth/organization/team", {
          headers: { accept: "text/html" },
        });
        const form = (await page.text()).split("<form").find((one) => one.includes('"invite"'));
        assert(form, "the page has the form");
        return formOf(`<form${form}`);
      }));
      if (ends) { for (const { id } of people) armed.add(id); }
      await Promise.all(people.map(async ({ browser, id }, index) => {
        const { action, fields } = forms[index]!;
        const email = `guest-${id}@people.example`;
        await post(browser, action, { ...fields, step: "invite", email, role: "member" });
      }));
      assertEquals(armed.size, 0, "each was read");
      const waiting = await app.adapter.records.list(
        `org:${made.organization.id}`,
        "org.invitation",
        {
          limit: 100,
        },
      );
      assertEquals(waiting.length, ends ? 0 : AT_ONCE);
    });
  }
}
