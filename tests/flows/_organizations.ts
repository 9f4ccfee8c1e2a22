/**
 * An app with organizations, and people who sign in to it by email.
 *
 * @module
 */

import { assert } from "@std/assert";
import { waitUntil } from "../_wait.ts";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { Auth, type AuthConfig } from "../../mod.ts";
import { organizations, type PolicyData } from "../../src/capabilities/organizations/kinds.ts";
import { defineAccess, Organizations } from "../../src/capabilities/organizations/mod.ts";
import type { OrganizationsOptions } from "../../src/capabilities/organizations/options.ts";
import { defineAuth } from "../../src/frameworks/define.ts";
import { createBrowser, type TestBrowser } from "../../src/tools/testing/mod.ts";
import type { AccountMail } from "../../src/types/factor.ts";
import type { AuditEntry } from "../../src/types/mod.ts";
import type { Strategy } from "./_strategies.ts";

export const APP = "https://app.example";

export const access = defineAccess({
  permissions: { project: ["read", "write", "delete"], billing: ["manage"] },
  roles: {
    admin: { project: "all", member: ["invite", "remove", "role"], organization: ["update"] },
    member: { project: ["read", "write"] },
    guest: { project: ["read"] },
  },
  grants: { admin: ["member", "guest"] },
});

/** Each app has a secret of its own, so that counts in the memory of the process are apart. */
let apps = 0;

export function createOrgApp(
  strategy: Strategy = "jwt",
  config: Partial<AuthConfig> = {},
  options: Partial<OrganizationsOptions<(typeof access)["roles"][number]>> = {},
) {
  const links: string[] = [];
  const mails: AccountMail[] = [];
  const entries: AuditEntry[] = [];
  const errors: Error[] = [];
  const written = {
    providers: [{
      id: "mail",
      name: "Email",
      type: "email" as const,
      sendVerificationRequest: ({ url }: { url: string }) => void links.push(url),
    }],
    adapter: MemoryAdapter(),
    session: { strategy, revocation: {} },
    sendMail: (mail: AccountMail) => void mails.push(mail),
    secret: `a-secret-of-at-least-32-characters ${++apps}`,
    trustHost: true,
    theme: { name: "App" },
    limits: false as const,
    notifyNewDevice: false,
    events: { audit: (entry: AuditEntry) => void entries.push(entry) },
    logger: { error: (error: Error) => void errors.push(error), warn: () => {}, debug: () => {} },
    ...config as object,
    organizations: Organizations({
      ...{ access, invitationUrl: `${APP}/join`, organizationsPerUser: false },
      ...options,
    }),
  };
  const auth = defineAuth(written);
  const open = () =>
    createBrowser(APP, {
      [APP]: (request) =>
        new URL(request.url).pathname.startsWith("/auth/")
          ? Auth(request, auth.config)
          : new Response("app"),
    });
  const adapter = auth.config.adapter!;
  const records = auth.config.records ?? adapter.records!;
  return {
    auth,
    orgs: auth.organizations,
    config: auth.config,
    adapter,
    records,
    links,
    mails,
    entries,
    errors,
    open,
  };
}

export type OrgApp = ReturnType<typeof createOrgApp>;

/** A person with a browser. */
export interface Person {
  browser: TestBrowser;
  id: string;
  email: string;
}

/** Signs a person in by a link; the first time, this makes a user. */
export async function signIn(
  app: OrgApp,
  email: string,
  browser: TestBrowser = app.open(),
): Promise<Person> {
  const before = app.links.length;
  await browser.start("mail", { fields: { email }, callbackUrl: "/after" });
  // With invitations only, it leaves after the answer.
  await waitUntil("the email is there", () => app.links.length > before);
  const { response } = await browser.visit(app.links.at(-1)!);
  await response.body?.cancel();
  const user = await app.adapter.getUserByEmail!(email);
  assert(user, `${email} is a user`);
  return { browser, id: String(user.id), email };
}

/** A request of a person's browser. */
export function requestOf({ browser }: Pick<Person, "browser">, method = "GET"): Request {
  const cookie = browser.cookies.header(new URL(APP)) ?? "";
  return new Request(`${APP}/page`, { method, headers: { cookie, ...origin(method) } });
}

const origin = (method: string): Record<string, string> => method === "GET" ? {} : { origin: APP };

/** The membership of a person, or why there is none. */
export async function at(app: OrgApp, person: Pick<Person, "browser">, org: string) {
  return await app.orgs.readMembership(requestOf(person), org);
}

/** The membership of a person who is a member. */
export async function membership(app: OrgApp, person: Pick<Person, "browser">, org: string) {
  const found = await at(app, person, org);
  assert(found.ok, found.ok ? "" : found.reason);
  return found;
}

/** The result of a change that took place. */
export function done<T extends { ok: boolean }>(result: T): Extract<T, { ok: true }> {
  assert(result.ok, (result as unknown as { reason: string }).reason);
  return result as Extract<T, { ok: true }>;
}

/** The reason of a refusal; `"ok"` for a result. */
export function reasonOf(result: { ok: boolean; reason?: string }): string {
  return result.ok ? "ok" : result.reason!;
}

/** An organization of Ada's. */
export async function createOrg(app: OrgApp, ada: Person, slug = "acme") {
  const { organization } = done(await app.orgs.createOrganization(ada.id, { name: "Acme", slug }));
  return organization;
}

/** The token in the newest email to an address. */
export function tokenTo({ mails }: OrgApp, to: string): string {
  const text = mails.findLast((mail) => mail.to === to && mail.link?.url.includes("token="))
    ?.link?.url;
  assert(text, `an invitation to ${to} left`);
  return new URL(text).searchParams.get("token")!;
}

/** Makes a person a member, by an invitation of Ada's. */
export async function join(
  app: OrgApp,
  ada: Person,
  org: string,
  email: string,
  role: (typeof access)["roles"][number],
): Promise<Person> {
  const person = await signIn(app, email);
  done(await app.orgs.invite(await membership(app, ada, org), { email, role }));
  done(await app.orgs.acceptInvitation(requestOf(person, "POST"), tokenTo(app, email)));
  return person;
}

/** Owners of an organization, as stored. */
export async function ownersOf(
  { records }: Pick<OrgApp, "records">,
  org: string,
): Promise<string[]> {
  const found = await records.get("org", org);
  return [...(found?.data as { owners: string[] } | undefined)?.owners ?? []];
}

/** Names of the audit entries about organizations, with reasons. */
export function trail({ entries }: OrgApp): string[] {
  return entries.filter(({ name }) => name.startsWith("organization."))
    .map(({ name, reason }) => reason ? `${name} ${reason}` : name);
}

/** Writes a policy as it is stored, also one that can no longer be set. */
export async function setPolicy(
  { records }: Pick<OrgApp, "records">,
  org: string,
  policy: PolicyData,
): Promise<void> {
  await organizations.update(
    records,
    org,
    (known) => ({ expires: null, data: { ...known!.data, policy } }),
  );
}
