/**
 * A site with organizations that is no library: lists in memory, and as many of its checks as a case
 * leaves it. Without one of them, the case about it must not hold.
 *
 * @module
 */

import { createBrowser } from "../../src/tools/testing/mod.ts";
import {
  type Answer,
  LATENCY,
  type Organization,
  type Person,
  presentInstance,
  type Role,
  type Site,
} from "./_organization_site.ts";

interface User {
  email: string;
  isProven: boolean;
  isBanned: boolean;
  isDeleted: boolean;
  /** Organization that the session is about. */
  selected?: string;
}

interface Member {
  org: string;
  userId: string;
  role: Role;
}

interface Invitation {
  org: string;
  email: string;
  role: Role;
  inviter: string;
  isTaken: boolean;
}

const GRANTS: Readonly<Record<Role, readonly Role[]>> = {
  owner: ["owner", "admin", "member", "treasurer"],
  admin: ["admin", "member"],
  member: [],
  treasurer: [],
};

/** @param lacks id of the case whose check is left out */
export function createNaiveSite(lacks = ""): Promise<Site> {
  const users = new Map<string, User>();
  const orgs = new Map<string, { slug: string; isDeleted: boolean }>();
  const invitations = new Map<string, Invitation>();
  let members: Member[] = [];
  /** Roles that the second instance has read once. */
  const stale = new Map<string, Role>();
  let isSlow = false;
  let count = 0;
  const checks = (id: string) => lacks !== id;
  const pause = () => new Promise((done) => setTimeout(done, isSlow ? LATENCY : 0));

  const done = (seen = "200"): Answer => ({ ok: true, seen });
  const refused = (seen = "404"): Answer => ({ ok: false, seen });
  const find = (org: string, userId: string) =>
    members.find((member) => member.org === org && member.userId === userId);
  const owners = (org: string) =>
    members.filter((member) => member.org === org && member.role === "owner");

  /** Role of a user who may act. */
  const roleNow = (person: Person, { id }: Organization): Role | undefined => {
    const user = users.get(person.id)!;
    if (user.isDeleted || (user.isBanned && checks("banned-with-cookie"))) return undefined;
    if (orgs.get(id)?.isDeleted && checks("deleted-organization")) return undefined;
    const role = find(id, person.id)?.role;
    if (checks("role-lowered") || presentInstance() === 0) return role;
    const key = `${id} ${person.id}`;
    if (role && !stale.has(key)) stale.set(key, role);
    return stale.get(key) ?? role;
  };
  const mayGive = (giver: Role, role: Role) =>
    GRANTS[giver].includes(role) || (giver === "admin" && !checks("role-not-own"));

  /** Changes a membership, unless no owner is left. */
  const change = async (
    org: string,
    userId: string,
    role: Role | undefined,
    isChecked: boolean,
  ): Promise<Answer> => {
    const write = () => {
      members = members.flatMap((member) => {
        if (member.org !== org || member.userId !== userId) return [member];
        return role ? [{ ...member, role }] : [];
      });
    };
    const isLast = () => {
      const [first, ...others] = owners(org);
      return role !== "owner" && first?.userId === userId && others.length === 0;
    };
    if (isLast()) return refused("409");
    await pause();
    if (isChecked && isLast()) return refused("409");
    write();
    return done();
  };

  const read = (person: Person, at: Organization) => {
    const known = orgs.get(at.id);
    const role = roleNow(person, at);
    const unknown = known || checks("unknown-alike") ? refused() : refused("400");
    return new Map([["home", role ? done(`200 ${role}`) : unknown]]);
  };

  const remove = async (person: Person, isChecked: boolean): Promise<boolean> => {
    const own = members.filter(({ userId }) => userId === person.id);
    for (const { org, role } of own) {
      const isLast = role === "owner" && owners(org).length === 1;
      if (isLast && checks("last-owner")) return false;
      if (isLast) members = members.filter(({ userId }) => userId !== person.id);
      else if (!(await change(org, person.id, undefined, isChecked)).ok) return false;
    }
    users.get(person.id)!.isDeleted = true;
    return true;
  };

  /** The right of the inviter, at the time of the acceptance. */
  const stillGives = ({ org, inviter, role }: Invitation): boolean => {
    const { isDeleted, isBanned } = users.get(inviter)!;
    if (isBanned) return !checks("inviter-banned");
    if (isDeleted) return !checks("inviter-deleted");
    const now = find(org, inviter)?.role;
    if (!now) return !checks("inviter-removed");
    return mayGive(now, role) || !checks("inviter-demoted");
  };

  const site: Site = {
    signUp(name, { isProven } = { isProven: true }) {
      const [id, email] = [`user-${++count}`, `${name}@example.com`];
      users.set(id, { email, isProven, isBanned: false, isDeleted: false });
      return Promise.resolve({ id, email, browser: createBrowser("https://app.example", {}) });
    },
    create(owner) {
      const [id, slug] = [`org-${++count}`, `team-${count}`];
      orgs.set(id, { slug, isDeleted: false });
      members.push({ org: id, userId: owner.id, role: "owner" });
      return Promise.resolve({ id, slug });
    },
    invite(actor, at, email, role) {
      const own = roleNow(actor, at);
      const isDone = own !== undefined && mayGive(own, role);
      if (!isDone) return Promise.resolve({ ...refused(), token: undefined });
      const token = `token-${++count}`;
      invitations.set(token, { org: at.id, email, role, inviter: actor.id, isTaken: false });
      return Promise.resolve({ ...done(), token });
    },
    async accept(person, token) {
      const invitation = invitations.get(token)!;
      const user = users.get(person.id)!;
      if (invitation.isTaken || (orgs.get(invitation.org)!.isDeleted)) return refused();
      if (user.email !== invitation.email && checks("address-other")) return refused();
      if (!user.isProven && checks("address-unproven")) return refused();
      if (!stillGives(invitation)) return refused();
      if (!checks("accepted-twice")) await pause();
      // Where another account has accepted, the invited one still must.
      invitation.isTaken = checks("address-other");
      members.push({ org: invitation.org, userId: person.id, role: invitation.role });
      return done();
    },
    async changeRole(actor, at, of, role) {
      const [own, present] = [roleNow(actor, at), find(at.id, of.id)?.role];
      if (!own || !present || !mayGive(own, role) || !mayGive(own, present)) return refused();
      return await change(at.id, of.id, role, checks("owners-demote"));
    },
    async removeMember(actor, at, whom) {
      const [own, present] = [roleNow(actor, at), find(at.id, whom.id)?.role];
      if (!own || !present || !mayGive(own, present)) return refused();
      return await change(at.id, whom.id, undefined, checks("owners-delete"));
    },
    async leave(person, at) {
      if (!roleNow(person, at)) return refused();
      return await change(at.id, person.id, undefined, checks("owners-leave"));
    },
    deleteOrganization(actor, at) {
      if (roleNow(actor, at) !== "owner") return Promise.resolve(refused());
      orgs.get(at.id)!.isDeleted = true;
      return Promise.resolve(done());
    },
    async deleteOwnAccount(person) {
      return await remove(person, checks("owners-delete")) ? done() : refused();
    },
    ban: ({ id }) => Promise.resolve(void (users.get(id)!.isBanned = true)),
    deleteUser: (person) => remove(person, true),
    isSignedIn: ({ id }) => Promise.resolve(!users.get(id)!.isDeleted),
    select(person, at) {
      if (!roleNow(person, at)) return Promise.resolve(refused());
      users.get(person.id)!.selected = at.id;
      return Promise.resolve(done());
    },
    read: (person, at) => Promise.resolve(read(person, at)),
    readSelected(person, at) {
      const isOpen = users.get(person.id)!.selected === at.id && !orgs.get(at.id)!.isDeleted;
      if (isOpen && !checks("active-after-removal")) {
        return Promise.resolve(new Map([["selected", done()]]));
      }
      return Promise.resolve(read(person, at));
    },
    roleOf: ({ id }, at) =>
      Promise.resolve(users.get(id)!.isDeleted ? undefined : find(at.id, id)?.role),
    countMembers: ({ id }) => Promise.resolve(members.filter(({ org }) => org === id).length),
    setSlow: (value) => void (isSlow = value),
    close: () => {},
  };
  return Promise.resolve(site);
}
