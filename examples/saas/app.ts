// AUTH_SECRET=… deno run --allow-net --allow-env examples/saas/app.ts
//
// Open http://localhost:8000. The links by which people sign in, and join, are printed here.
import { MemoryAdapter } from "@x/auth/adapters/memory";
import { DenoAuth } from "@x/auth/deno";
import { AuthError } from "@x/auth/errors";
import { defineAccess, type Membership, Organizations } from "@x/auth/organizations";
import Nodemailer, { type MailMessage } from "@x/auth/providers/nodemailer";
import { defineAuth } from "@x/auth/server";

const access = defineAccess({
  permissions: { project: ["read", "create"] },
  roles: { admin: { project: "all", member: "all" }, member: { project: ["read"] } },
  grants: { admin: ["member"] },
});
type Role = (typeof access.roles)[number];

/** Prints emails instead of sending them. */
const sendMail = ({ to, subject, text }: MailMessage) =>
  Promise.resolve(console.log(`\nTo: ${to}\nSubject: ${subject}\n\n${text}`));

const adapter = MemoryAdapter(); // data is lost when the process ends
export const auth = defineAuth({
  adapter,
  providers: [Nodemailer({ server: { sendMail }, from: "Projects <no-reply@projects.example>" })],
  session: { revocation: {} },
  organizations: Organizations({ access, invitationUrl: "/join" }),
  theme: { name: "Projects" },
});
const team = auth.organizations;

/** Projects by the id of their organization, which never changes. */
const projects = new Map<string, string[]>();

type Fields = (name: string) => string;
const roleIn = (fields: Fields) => fields("role") as Role; // an unknown one is refused

/** Each asks `team`, which reads the membership again and decides. */
const CHANGES: Record<string, (at: Membership<Role>, fields: Fields) => Promise<Outcome>> = {
  invite: (at, fields) => team.invite(at, { email: fields("email"), role: roleIn(fields) }),
  role: (at, fields) => team.changeRole(at, fields("user"), roleIn(fields)),
  remove: (at, fields) => team.removeMember(at, fields("user")),
  transfer: (at, fields) => team.transferOwnership(at, fields("user"), "admin"),
  strict: (at) => team.updateOrganization(at, { policy: { proofMaxAge: 3600 } }),
  leave: (at) => team.leave(at),
  delete: (at, fields) => team.deleteOrganization(at, fields("name")),
};
type Outcome = { ok: true } | { ok: false; response(): Response };

/** The organizations of the user, and a form for one more. */
async function home(request: Request, fields?: Fields): Promise<Response> {
  const session = await auth.sessions.identify(request);
  if (!session) return page("Projects", `<a href="/auth/signin">Sign in</a>`);
  if (fields) {
    const [name, slug] = [fields("name"), fields("slug")];
    const created = await team.createOrganization(session.userId, { name, slug });
    return created.ok ? goTo(`/teams/${slug}`) : created.response();
  }
  const own = await team.listOrganizations(session.userId);
  const links = own.map(({ slug, name }) => `<a href="/teams/${slug}">${escape(name)}</a>`);
  const inputs = input("name", "Name") + input("slug", "Name in URLs");
  return page("Your teams", items(links) + form("", "Create", inputs));
}

/** The page with the button that accepts an invitation: a scanner only opens it. */
async function join(request: Request, token: string, fields?: Fields): Promise<Response> {
  const found = await (fields ? team.acceptInvitation : team.readInvitation)(request, token);
  if (!found.ok) return found.response();
  const { name, slug } = found.organization;
  return fields ? goTo(`/teams/${slug}`) : page(`Join ${name}`, form("", "Join"));
}

/** A team: its projects, and its members with what the visitor may do about them. */
async function organization(request: Request, slug: string, fields?: Fields): Promise<Response> {
  const at = await team.readMembership(request, slug);
  if (!at.ok) return at.response();
  const { id, name } = at.organization;
  const own = projects.get(id) ?? [];
  const what = fields?.("do") ?? "";
  if (fields && Object.hasOwn(CHANGES, what)) {
    const outcome = await CHANGES[what]!(at, fields);
    if (!outcome.ok) return outcome.response();
    return goTo(["leave", "delete"].includes(what) ? "/" : `/teams/${slug}`);
  }
  if (fields) {
    if (!team.can(at, "project:create")) return new Response("Forbidden", { status: 403 });
    projects.set(id, [...own, fields("project")]);
    return goTo(`/teams/${slug}`);
  }
  const list = await team.listMembers(at);
  if (!list.ok) return list.response();
  const members = await Promise.all(list.members.map(async ({ userId, role }) => {
    const user = `<input type="hidden" name="user" value="${escape(userId)}">`;
    const isOther = userId !== at.userId && team.mayGive(at.role, role);
    return escape((await adapter.getUser!(userId))?.email) + `: ${escape(role)}` +
      (isOther && team.can(at, "member:role") ? form("role", "Change", user + roles(at)) : "") +
      (isOther && team.can(at, "member:remove") ? form("remove", "Remove", user) : "") +
      (isOther && at.role === "owner" ? form("transfer", "Make the owner", user) : "");
  }));
  const sections = [
    items(own.map(escape)),
    team.can(at, "project:create") && form("project", "Add", input("project", "Project")),
    `<h2><a href="/auth/organization/${slug}">Members</a></h2>${items(members)}`,
    team.can(at, "member:invite") && form("invite", "Invite", input("email", "Email") + roles(at)),
    team.can(at, "organization:update") && form("strict", "Ask for a proof every hour"),
    form("leave", "Leave"),
    team.can(at, "organization:delete") && form("delete", "Delete", input("name", "Type its name")),
  ];
  return page(name, sections.filter(Boolean).join("\n"));
}

async function answer(request: Request): Promise<Response> {
  const { pathname, searchParams, origin } = new URL(request.url);
  const [, area, slug = ""] = pathname.split("/");
  const isPost = request.method === "POST";
  // Another site can make a browser post a form; browsers say which site did.
  if (isPost && (request.headers.get("origin") ?? origin) !== origin) return goTo("/");
  const posted = isPost ? await request.formData() : undefined;
  const fields = posted && ((name: string) => String(posted.get(name) ?? ""));
  try {
    if (area === "teams") return await organization(request, slug, fields);
    if (area === "join") return await join(request, searchParams.get("token") ?? "", fields);
    return await home(request, fields);
  } catch (error) {
    // The message about a value that was typed wrong.
    if (!(error instanceof AuthError && Object(error.cause).field)) throw error;
    return new Response(error.message, { status: 400 });
  }
}

const escape = (text: unknown) =>
  String(text ?? "").replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
const items = (html: string[]) => `<ul>${html.map((one) => `<li>${one}</li>`).join("")}</ul>`;
const input = (name: string, label: string) => `<label>${label} <input name="${name}"></label>`;
const roles = (at: Membership<Role>) => {
  const given = access.roles.filter((role) => team.mayGive(at.role, role));
  return `<select name="role">${given.map((role) => `<option>${role}`).join("")}</select>`;
};
const form = (name: string, label: string, inputs = "") =>
  `<form method="post"><input type="hidden" name="do" value="${name}">
${inputs} <button>${label}</button></form>`;
const goTo = (location: string) => new Response(null, { status: 303, headers: { location } });
const html = { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" };
const page = (title: string, body: string, name = escape(title)) =>
  new Response(`<!DOCTYPE html><title>${name}</title><h1>${name}</h1>${body}`, { headers: html });

export const app = DenoAuth(auth).handler(answer);
if (import.meta.main) Deno.serve(app);
