/**
 * The site of the cases of organizations on this library: two instances of an app on one SQLite
 * database, links by email for addresses that are proven, and an OpenID Provider for one that is
 * not.
 *
 * @module
 */

import { SqliteAdapter } from "../../adapters/sqlite.ts";
import { AccessDenied } from "../../src/errors.ts";
import type { FullAdapter } from "../../src/tools/testing/adapter/check.ts";
import { createBrowser, createIdp, type TestBrowser } from "../../src/tools/testing/mod.ts";
import { providerAt } from "../_idp.ts";
import { createInstance } from "./_organization_app.ts";
import {
  type Answer,
  type Organization,
  type Person,
  presentInstance,
  type Site,
  type SiteOptions,
  slowed,
  toAnswer,
} from "./_organization_site.ts";
import type { Strategy } from "./_strategies.ts";

const APP = "https://app.example";

/** Seconds for which an instance may answer for a session from its memory. */
const MAX_LAG = 300;

const idp = await createIdp({ issuer: "https://one.example" });

/** A store of the site, which is closed with it. */
export interface OpenStore {
  adapter: FullAdapter;
  close(): Promise<void> | void;
}

function openSqlite(): OpenStore {
  const adapter = SqliteAdapter(":memory:");
  return { adapter, close: () => adapter.close() };
}

/**
 * Creates the site.
 *
 * @param opened its store. Default: SQLite in memory
 */
export function createOwnSite(
  strategy: Strategy,
  { cachesSessions }: SiteOptions = {},
  opened: OpenStore = openSqlite(),
): Promise<Site> {
  const { adapter: store } = opened;
  const links = new Map<string, string>();
  const invitations = new Map<string, string>();
  let isSlow = false;
  const instances = [0, 1].map(() =>
    createInstance({
      // Each has one of its own, as each process has.
      adapter: slowed(store, () => isSlow),
      session: { strategy, revocation: cachesSessions ? { maxLag: MAX_LAG } : {} },
      providers: [providerAt(idp, "one")],
      onLink: (email, url) => void links.set(email, url),
      onMail({ to, text }) {
        const token = /[?&]token=([\w.~-]+)/.exec(text)?.[1];
        if (token) invitations.set(to, token);
      },
    })
  );
  const { organizations, users } = instances[0]!.auth;
  const open = () =>
    createBrowser(APP, {
      [APP]: (request) => instances[presentInstance()]!.handle(request),
      [idp.issuer]: idp.handler,
    });

  const call = async ({ browser }: Person, path: string, body?: object) => {
    const response = await browser.fetch(path, {
      method: body ? "POST" : "GET",
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const answer = await toAnswer(response, () => response.status === 200);
    if (response.status >= 500) throw new Error(`The app fails at ${path}: ${answer.seen}`);
    return answer;
  };
  const act = (person: Person, { id }: Organization, action: string, body: object = {}) =>
    call(person, `/organizations/${id}/${action}`, body);
  const read = async (person: Person, { id, slug }: Organization) => {
    const answers = new Map<string, Answer>();
    for (const door of ["home", "members", "invitations"]) {
      answers.set(door, await call(person, `/organizations/${id}/${door}`));
      answers.set(`${door} by slug`, await call(person, `/organizations/${slug}/${door}`));
    }
    return answers;
  };
  const toPerson = async (browser: TestBrowser, email: string): Promise<Person> => {
    const user = await store.getUserByEmail(email);
    const session = await browser.session();
    if (session?.user?.email !== email || !user) throw new Error(`${email} is not signed in`);
    return { id: user.id, email, browser };
  };
  let count = 0;

  return Promise.resolve({
    async signUp(name, { isProven } = { isProven: true }) {
      const email = `${name}@example.com`;
      const browser = open();
      if (isProven) {
        const asked = await browser.post("/signin/mail", { email, callbackUrl: "/" });
        await asked.body?.cancel();
        const { response } = await browser.visit(links.get(email)!);
        await response.body?.cancel();
      } else {
        const sub = crypto.randomUUID();
        const enter = async () => {
          idp.user = { sub, name, email, email_verified: false };
          const { response } = await browser.signIn("one", { callbackUrl: "/" });
          await response.body?.cancel();
        };
        await enter();
        // An unproven address is not stored by a sign-in here, but by an app that does so itself.
        const user = await store.getUserByAccount({ provider: "one", providerAccountId: sub });
        await store.updateUser({ id: user!.id, email, emailVerified: null });
        await enter();
      }
      return await toPerson(browser, email);
    },
    async create(owner) {
      const slug = `team-${++count}-${crypto.randomUUID().slice(0, 8)}`;
      const { ok, text, seen } = await call(owner, "/organizations", { name: "Team", slug });
      if (!ok) throw new Error(`Cannot create an organization: ${seen}`);
      return { id: JSON.parse(text).id, slug };
    },
    async invite(actor, at, email, role) {
      invitations.delete(email);
      const answer = await act(actor, at, "invite", { email, role });
      return { ...answer, token: invitations.get(email) };
    },
    accept: (person, token) => call(person, "/invitation", { token }),
    changeRole: (actor, at, of, role) => act(actor, at, "role", { userId: of.id, role }),
    removeMember: (actor, at, whom) => act(actor, at, "remove", { userId: whom.id }),
    leave: (person, at) => act(person, at, "leave"),
    deleteOrganization: (actor, at) => act(actor, at, "delete", { name: "Team" }),
    async deleteOwnAccount({ id, email, browser }) {
      const answered = await browser.post("/account", { step: "delete", confirm: email });
      const answer = await toAnswer(answered);
      return { ...answer, ok: await store.getUser(id) === null };
    },
    ban: ({ id }) => users.suspend(id),
    async deleteUser({ id }) {
      try {
        await users.delete(id);
      } catch (error) {
        // It names the organizations that would have no owner.
        if (error instanceof AccessDenied && error.cause?.organizations) return false;
        throw error;
      }
      return true;
    },
    isSignedIn: async ({ browser }) => await browser.session() !== null,
    // There is no active organization: each request names one.
    select: (person, at) => call(person, `/organizations/${at.id}/home`),
    read,
    readSelected: read,
    async roleOf({ id }, at) {
      if (await store.getUser(id) === null) return undefined;
      const own = await organizations.listOrganizations(id);
      return own.find((organization) => organization.id === at.id)?.role;
    },
    async countMembers({ id }) {
      const page = await organizations.listMembers(organizations.asSystem(id), { limit: 100 });
      if (!page.ok) throw new Error(`Cannot list the members: ${page.reason}`);
      return page.members.length;
    },
    setSlow: (value) => void (isSlow = value),
    close: () => opened.close(),
  });
}
