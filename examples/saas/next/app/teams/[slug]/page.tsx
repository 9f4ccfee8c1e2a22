import type { ReactNode } from "react";
import { access, adapter, granted, memberOf, projects, type Role, team } from "../../../teams";
import { change } from "./actions";

interface Props {
  params: Promise<{ slug: string }>;
  searchParams: Promise<{ refused?: string }>;
}

export default async function Team({ params, searchParams }: Props) {
  const { slug } = await params;
  const { refused } = await searchParams;
  const at = await memberOf(slug);
  const { members } = granted(slug, await team.listMembers(at));
  const emails = await Promise.all(members.map(({ userId }) => adapter.getUser!(userId)));
  const form = (what: string, label: string, fields?: ReactNode) => (
    <form action={change.bind(null, slug)}>
      <input type="hidden" name="do" value={what} />
      {fields} <button>{label}</button>
    </form>
  );
  const input = (name: string, label: string) => (
    <label>
      {label} <input name={name} />
    </label>
  );
  const given = access.roles.filter((role) => team.mayGive(at.role, role));
  const roles = (
    <select name="role">{given.map((role) => <option key={role}>{role}</option>)}</select>
  );
  const others = (userId: string, role: Role) => {
    if (userId === at.userId || !team.mayGive(at.role, role)) return null;
    const user = <input type="hidden" name="user" value={userId} />;
    return (
      <>
        {team.can(at, "member:role") && form("role", "Change", <>{user}{roles}</>)}
        {team.can(at, "member:remove") && form("remove", "Remove", user)}
        {at.role === "owner" && form("transfer", "Make the owner", user)}
      </>
    );
  };
  return (
    <main>
      <h1>{at.organization.name}</h1>
      {refused && <p role="alert">{refused}</p>}
      <ul>{projects.get(at.organization.id)?.map((name) => <li key={name}>{name}</li>)}</ul>
      {team.can(at, "project:create") && form("project", "Add", input("project", "Project"))}
      <ul>
        {members.map(({ userId, role }, index) => (
          <li key={userId}>{`${emails[index]?.email}: ${role}`}{others(userId, role)}</li>
        ))}
      </ul>
      {team.can(at, "member:invite") &&
        form("invite", "Invite", <>{input("email", "Email")}{roles}</>)}
      {team.can(at, "organization:update") && form("strict", "Ask for a proof every hour")}
      {form("leave", "Leave")}
      {team.can(at, "organization:delete") &&
        form("delete", "Delete", input("name", "Type its name"))}
    </main>
  );
}
