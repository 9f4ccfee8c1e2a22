"use server";

import { redirect } from "next/navigation";
import { granted, memberOf, projects, type Role, team } from "../../../teams";

/** Each change reads the membership again, and decides. */
export async function change(slug: string, form: FormData) {
  const at = await memberOf(slug);
  const text = (name: string) => String(form.get(name) ?? "");
  const [user, role] = [text("user"), text("role") as Role]; // an unknown role is refused
  const changes = {
    invite: () => team.invite(at, { email: text("email"), role }),
    role: () => team.changeRole(at, user, role),
    remove: () => team.removeMember(at, user),
    transfer: () => team.transferOwnership(at, user, "admin"),
    strict: () => team.updateOrganization(at, { policy: { proofMaxAge: 3600 } }),
    leave: () => team.leave(at),
    delete: () => team.deleteOrganization(at, text("name")),
  };
  const what = text("do");
  if (what === "project" && team.can(at, "project:create")) {
    const { id } = at.organization;
    projects.set(id, [...projects.get(id) ?? [], text("project")]);
  } else if (Object.hasOwn(changes, what)) {
    granted(slug, await changes[what as keyof typeof changes]());
  }
  redirect(["leave", "delete"].includes(what) ? "/api/saas/organizations" : `/teams/${slug}`);
}
