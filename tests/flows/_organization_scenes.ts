/**
 * Scenes of the cases of organizations. Each fails when something does not work that must, so
 * that no case holds by accident.
 *
 * @module
 */

import type {
  Answer,
  Organization,
  Person,
  Role,
  Site,
  SiteOptions,
} from "./_organization_site.ts";

/** Result of a case. */
export interface Verdict {
  holds: boolean;
  /** What was seen, in a few words. */
  found: string;
}

/** Creates a site for a case. */
export type CreateSite = (options?: SiteOptions) => Promise<Site>;

/** A case. */
export interface Case {
  readonly id: string;
  /** What must hold. */
  readonly sentence: string;
  /** @param rounds of a race */
  measure(create: CreateSite, rounds: number): Promise<Verdict>;
}

/** Fails when something does not work that must, so that a case cannot hold by accident. */
export function assertWorks(what: string, { ok, seen }: Answer): void {
  if (!ok) throw new Error(`The site cannot ${what}: ${seen}`);
}

/** Invites, and returns what the email contains. */
export async function invited(
  site: Site,
  actor: Person,
  organization: Organization,
  email: string,
  role: Role,
): Promise<string> {
  const answer = await site.invite(actor, organization, email, role);
  assertWorks(`invite as ${role}`, answer);
  if (!answer.token) throw new Error("The invitation was not sent");
  return answer.token;
}

/** Signs a person up, who becomes a member. */
export async function joined(
  site: Site,
  owner: Person,
  organization: Organization,
  name: string,
  role: Role,
): Promise<Person> {
  const person = await site.signUp(name);
  const token = await invited(site, owner, organization, person.email, role);
  assertWorks("accept an invitation", await site.accept(person, token));
  const actual = await site.roleOf(person, organization);
  if (actual !== role) throw new Error(`The new ${role} is ${actual}`);
  return person;
}

/** A site with an organization, its owner and an admin. */
export async function withAdmin(create: CreateSite, options?: SiteOptions) {
  const site = await create(options);
  const owner = await site.signUp("owner");
  const organization = await site.create(owner);
  const admin = await joined(site, owner, organization, "admin", "admin");
  return { site, owner, organization, admin };
}

/** What {@linkcode withAdmin} returns. */
export type Scene = Awaited<ReturnType<typeof withAdmin>>;

/** The case holds. */
export const holds = (found: string): Verdict => ({ holds: true, found });
/** The case does not hold. */
export const fails = (found: string): Verdict => ({ holds: false, found });

/** Joins what was seen by several ways of one case. */
export function all(verdicts: readonly Verdict[]): Verdict {
  const failed = verdicts.filter((verdict) => !verdict.holds);
  return {
    holds: failed.length === 0,
    found: [...new Set((failed.length > 0 ? failed : verdicts).map(({ found }) => found))]
      .join("; "),
  };
}

/** The answers that opened something. */
export function opened(answers: ReadonlyMap<string, Answer>): string[] {
  return [...answers].filter(([, { ok }]) => ok).map(([name]) => name);
}

/** Everything that an admin can change in an organization, tried on a bystander. */
export async function tryChanges(
  site: Site,
  actor: Person,
  organization: Organization,
  bystander: Person,
): Promise<string[]> {
  const done: string[] = [];
  const stranger = `stranger${crypto.randomUUID().slice(0, 8)}@example.com`;
  const attempts: [name: string, attempt: () => Promise<Answer>][] = [
    ["invite", () => site.invite(actor, organization, stranger, "admin")],
    ["change a role", () => site.changeRole(actor, organization, bystander, "admin")],
    ["remove a member", () => site.removeMember(actor, organization, bystander)],
  ];
  for (const [name, attempt] of attempts) if ((await attempt()).ok) done.push(name);
  return done;
}

/** Every door and every change; the names of those that were open. */
export async function tryAll(
  site: Site,
  actor: Person,
  organization: Organization,
  bystander: Person,
): Promise<string[]> {
  const done = opened(await site.readSelected(actor, organization));
  done.push(...opened(await site.read(actor, organization)));
  done.push(...await tryChanges(site, actor, organization, bystander));
  if ((await site.select(actor, organization)).ok) done.push("select");
  return done;
}

/** The user is an owner: the store says so, and the site lets the user act as one. */
export async function isOwner(
  site: Site,
  person: Person,
  organization: Organization,
): Promise<boolean> {
  if (await site.roleOf(person, organization) !== "owner") return false;
  const email = `heir${crypto.randomUUID().slice(0, 8)}@example.com`;
  const { ok, seen } = await site.invite(person, organization, email, "owner");
  if (!ok) throw new Error(`The owner that is left cannot act: ${seen}`);
  return true;
}
