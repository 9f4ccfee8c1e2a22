/**
 * The site of the cases of organizations on Better Auth: its plugins for organizations and for
 * administrators, SQLite with the tables and foreign keys that its own migration writes, and
 * requests to its HTTP API. Hashes of passwords are cheap.
 *
 * @module
 */

import { DatabaseSync } from "node:sqlite";
import { betterAuth, type BetterAuthOptions } from "better-auth";
import { memoryAdapter } from "better-auth/adapters/memory";
import { getMigrations } from "better-auth/db/migration";
import { admin, organization } from "better-auth/plugins";
import { createAccessControl } from "better-auth/plugins/access";
import {
  adminAc,
  defaultStatements,
  memberAc,
  ownerAc,
} from "better-auth/plugins/organization/access";
import { createBrowser, type TestBrowser } from "../../src/tools/testing/mod.ts";
import {
  type Answer,
  type Organization,
  type Person,
  presentInstance,
  type Site,
  type SiteOptions,
  slowed,
  toAnswer,
} from "../flows/_organization_site.ts";

const APP = "https://app.example";
const BASE = "/api/auth";
const PASSWORD = "engines weave algebraic patterns";

/** Whether the options are its defaults. */
export interface PeerOptions extends SiteOptions {
  /** Every documented option that closes a case is set; no cookie answers for a session. */
  readonly isStrict?: true;
  /** Its adapter for tests and development, which has no foreign keys. */
  readonly isInMemory?: true;
}

/** Its options that close a case, by the id of the case. */
export const OPTIONS: Readonly<Record<string, string>> = {
  "banned-with-cookie": "Without its cookie cache, which is off by default",
  "address-unproven": "With `requireEmailVerificationOnInvitation: true`",
};

/** What its defaults do well in a case that does not hold, by the id of the case. */
export const REMARKS: Readonly<Record<string, string>> = {
  "role-not-own":
    "Its own three roles are safe: no admin made an owner. No option says which role " +
    "may give a role of the app",
};

const access = createAccessControl({ ...defaultStatements, billing: ["manage"] });

/** Its own three roles, and one of the app. */
const roles = {
  owner: access.newRole({ ...ownerAc.statements, billing: ["manage"] }),
  admin: access.newRole({ ...adminAc.statements }),
  member: access.newRole({ ...memberAc.statements }),
  treasurer: access.newRole({ ...memberAc.statements, billing: ["manage"] }),
};

async function createInstances({ cachesSessions, isStrict, isInMemory }: PeerOptions) {
  const invitations = new Map<string, string>();
  const links = new Map<string, string>();
  const options = {
    secret: "a-secret-of-at-least-32-characters",
    baseURL: APP,
    logger: { disabled: true },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      password: {
        hash: (password) => Promise.resolve(`cheap ${password}`),
        verify: ({ hash, password }) => Promise.resolve(hash === `cheap ${password}`),
      },
    },
    emailVerification: {
      sendVerificationEmail: ({ user, url }) => Promise.resolve(void links.set(user.email, url)),
    },
    user: { deleteUser: { enabled: true } },
    ...(cachesSessions && !isStrict ? { session: { cookieCache: { enabled: true } } } : {}),
    plugins: [
      admin(),
      organization({
        ac: access,
        roles,
        sendInvitationEmail: ({ id, email, organization }) =>
          Promise.resolve(void invitations.set(`${organization.id} ${email}`, id)),
        ...(isStrict ? { requireEmailVerificationOnInvitation: true } : {}),
      }),
    ],
  } satisfies BetterAuthOptions;
  const database = new DatabaseSync(":memory:");
  const tables = ["user", "session", "account", "verification"]
    .concat("organization", "member", "invitation");
  const first = betterAuth({
    ...options,
    database: isInMemory
      ? memoryAdapter(Object.fromEntries(tables.map((name) => [name, []])))
      : database,
  });
  if (!isInMemory) await (await getMigrations(first.options)).runMigrations();
  const { adapter } = await first.$context;
  let isSlow = false;
  const store = slowed(adapter, () => isSlow);
  const instances = [0, 1].map(() => betterAuth({ ...options, database: () => store }));
  const setSlow = (value: boolean) => void (isSlow = value);
  return { instances, adapter, database, invitations, links, setSlow };
}

/** Creates the site. */
export async function createPeerSite(settings: PeerOptions = {}): Promise<Site> {
  const { instances, adapter, database, invitations, links, setSlow } = await createInstances(
    settings,
  );
  const handle = (request: Request) => instances[presentInstance()]!.handler(request);
  const open = () => createBrowser(APP, { [APP]: handle }, BASE);

  const call = async (browser: TestBrowser, path: string, body?: object) => {
    const response = await browser.fetch(path.startsWith("/") ? BASE + path : path, {
      method: body ? "POST" : "GET",
      headers: { origin: APP, ...(body ? { "content-type": "application/json" } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return await toAnswer(response, (text) => response.status < 400 && text !== "null");
  };
  const must = async (browser: TestBrowser, path: string, body?: object) => {
    const answer = await call(browser, path, body);
    if (!answer.ok) throw new Error(`${path}: ${answer.seen}`);
    return answer.text;
  };
  const memberOf = async (person: Person, { id }: Organization) =>
    await adapter.findOne<{ id: string; role: string }>({
      model: "member",
      where: [{ field: "userId", value: person.id }, { field: "organizationId", value: id }],
    });
  /** Id of a membership, or one of none. */
  const memberId = async (person: Person, at: Organization) =>
    (await memberOf(person, at))?.id ?? person.id;

  // The administrator of the app.
  const root = open();
  const rooted = JSON.parse(
    await must(root, "/sign-up/email", {
      name: "Root",
      email: "root@example.com",
      password: PASSWORD,
    }),
  );
  await adapter.update({
    model: "user",
    where: [{ field: "id", value: rooted.user.id }],
    update: { role: "admin" },
  });

  const mayManage = async ({ browser }: Person, organizationId?: string): Promise<Answer> => {
    const permissions = { invitation: ["create"] };
    const answer = await call(browser, "/organization/has-permission", {
      permissions,
      ...(organizationId === undefined ? {} : { organizationId }),
    });
    return { ...answer, ok: answer.ok && JSON.parse(answer.text).success === true };
  };
  const readAll = async (person: Person, doors: Record<string, string>) => {
    const answers = new Map<string, Answer>();
    for (const [name, path] of Object.entries(doors)) {
      answers.set(name, await call(person.browser, `/organization/${path}`));
    }
    return answers;
  };
  let count = 0;

  return {
    async signUp(name, { isProven } = { isProven: true }) {
      const email = `${name}@example.com`;
      const first = open();
      const text = await must(first, "/sign-up/email", { name, email, password: PASSWORD });
      if (!isProven) return { id: JSON.parse(text).user.id, email, browser: first };
      await must(first, "/send-verification-email", { email });
      await must(first, links.get(email)!);
      const browser = open();
      await must(browser, "/sign-in/email", { email, password: PASSWORD });
      return { id: JSON.parse(text).user.id, email, browser };
    },
    async create({ browser }) {
      const slug = `team-${++count}-${crypto.randomUUID().slice(0, 8)}`;
      const text = await must(browser, "/organization/create", { name: "Team", slug });
      return { id: JSON.parse(text).id, slug };
    },
    async invite({ browser }, { id }, email, role) {
      const body = { email, role, organizationId: id };
      const answer = await call(browser, "/organization/invite-member", body);
      const token = answer.ok ? invitations.get(`${id} ${email}`) : undefined;
      return { ...answer, token };
    },
    accept: ({ browser }, invitationId) =>
      call(browser, "/organization/accept-invitation", { invitationId }),
    async changeRole({ browser }, at, of, role) {
      const body = { memberId: await memberId(of, at), role, organizationId: at.id };
      return await call(browser, "/organization/update-member-role", body);
    },
    removeMember: ({ browser }, { id }, whom) =>
      call(browser, "/organization/remove-member", {
        memberIdOrEmail: whom.email,
        organizationId: id,
      }),
    leave: ({ browser }, { id }) => call(browser, "/organization/leave", { organizationId: id }),
    deleteOrganization: ({ browser }, { id }) =>
      call(browser, "/organization/delete", { organizationId: id }),
    deleteOwnAccount: ({ browser }) => call(browser, "/delete-user", { password: PASSWORD }),
    async ban({ id }) {
      await must(root, "/admin/ban-user", { userId: id });
    },
    async deleteUser({ id }) {
      return (await call(root, "/admin/remove-user", { userId: id })).ok;
    },
    isSignedIn: async ({ browser }) => (await call(browser, "/get-session")).ok,
    select: ({ browser }, { id }) =>
      call(browser, "/organization/set-active", { organizationId: id }),
    async read(person, { id, slug }) {
      const [byId, bySlug] = [`organizationId=${id}`, `organizationSlug=${slug}`];
      const answers = await readAll(person, {
        "list-members": `list-members?${byId}`,
        "list-members by slug": `list-members?${bySlug}`,
        "list-invitations": `list-invitations?${byId}`,
        "get-active-member-role": `get-active-member-role?${byId}`,
        "get-active-member-role by slug": `get-active-member-role?${bySlug}`,
        "get-organization": `get-organization?${byId}`,
        "get-organization by slug": `get-organization?${bySlug}`,
        "get-full-organization": `get-full-organization?${byId}`,
        "get-full-organization by slug": `get-full-organization?${bySlug}`,
      });
      return answers.set("has-permission", await mayManage(person, id));
    },
    async readSelected(person) {
      const permission = await mayManage(person);
      // The last two take a lost organization out of the session.
      const answers = await readAll(person, {
        "list-members": "list-members",
        "list-invitations": "list-invitations",
        "get-active-member": "get-active-member",
        "get-active-member-role": "get-active-member-role",
        "get-organization": "get-organization",
        "get-full-organization": "get-full-organization",
      });
      return answers.set("has-permission", permission);
    },
    async roleOf(person, at) {
      const user = await adapter.findOne({
        model: "user",
        where: [{ field: "id", value: person.id }],
      });
      return user ? (await memberOf(person, at))?.role : undefined;
    },
    countMembers: ({ id }) =>
      adapter.count({ model: "member", where: [{ field: "organizationId", value: id }] }),
    setSlow,
    close: () => database.close(),
  };
}
