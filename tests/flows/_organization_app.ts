/**
 * The routes of an app with organizations, as its authors write them: each begins with the
 * membership of the request.
 *
 * @module
 */

import { defineAccess, Organizations } from "../../src/capabilities/organizations/mod.ts";
import type { Done, Membership, Refusal } from "../../src/capabilities/organizations/mod.ts";
import { AccountPage } from "../../src/capabilities/account/mod.ts";
import { AuthError } from "../../src/errors.ts";
import { defineAuth } from "../../src/frameworks/define.ts";
import type { Adapter, AdapterExtras } from "../../src/types/adapter.ts";
import type { AuthConfig } from "../../src/types/config.ts";
import type { AccountMail } from "../../src/types/factor.ts";
import type { Provider } from "../../src/types/provider.ts";
import { SECRET } from "./_rig.ts";

/** Roles of the app. Admins may give every role but those that may do more. */
export const access = defineAccess({
  permissions: { billing: ["manage"], project: ["read"] },
  roles: {
    admin: { member: "all", organization: ["update"], project: "all" },
    member: { project: "all" },
    treasurer: { billing: "all", project: "all" },
  },
  grants: { admin: ["admin", "member"] },
});

type AppRole = (typeof access)["roles"][number];

/** Parts of the app that instances share. */
export interface AppParts {
  readonly adapter: Adapter & AdapterExtras;
  readonly session: AuthConfig["session"];
  /** Providers in addition to links by email. */
  readonly providers: readonly Provider[];
  onLink(email: string, url: string): void;
  onMail(mail: AccountMail): void;
}

/** Creates an instance of the app. */
export function createInstance({ adapter, session, providers, onLink, onMail }: AppParts) {
  const auth = defineAuth({
    providers: [{
      id: "mail",
      name: "Email",
      type: "email",
      sendVerificationRequest: ({ identifier, url }) => onLink(identifier, url),
      sendMail: onMail,
    }, ...providers],
    adapter,
    session,
    account: AccountPage(),
    organizations: Organizations({ access, invitationUrl: "/invitation" }),
    secret: SECRET,
    trustHost: true,
    theme: { name: "App" },
    notifyNewDevice: false,
    limits: false,
    logger: { error: () => {}, warn: () => {}, debug: () => {} },
  });
  const { organizations } = auth;

  /** Runs with the membership of the request, or refuses. */
  const within = async (
    request: Request,
    ref: string,
    work: (at: Membership<AppRole>) => Promise<Done<object> | Refusal | { ok: true }>,
  ): Promise<Response> => {
    const at = await organizations.readMembership(request, ref);
    if (!at.ok) return at.response();
    const result = await work(at);
    return result.ok ? Response.json(result) : result.response();
  };

  /** Actions of an organization; `{}` is the body of those that need none. */
  const actions: Record<
    string,
    (at: Membership<AppRole>, body: Record<string, string>) => Promise<Done<object> | Refusal>
  > = {
    members: (at) => organizations.listMembers(at) as Promise<Done<object>>,
    invitations: (at) => organizations.listInvitations(at),
    invite: (at, { email, role }) =>
      organizations.invite(at, { email: email!, role: role as AppRole }),
    role: (at, { userId, role }) => organizations.changeRole(at, userId!, role as AppRole),
    remove: (at, { userId }) => organizations.removeMember(at, userId!),
    leave: (at) => organizations.leave(at),
    delete: (at, { name }) => organizations.deleteOrganization(at, name),
  };

  const create = async (request: Request): Promise<Response> => {
    const session = await auth.getSession(request);
    const email = session?.user?.email;
    const user = email ? await adapter.getUserByEmail!(email) : null;
    if (!user) return new Response("Sign in", { status: 401 });
    const { name, slug } = await request.json();
    const result = await organizations.createOrganization(user.id, { name, slug });
    return result.ok ? Response.json(result.organization) : result.response();
  };

  const accept = async (request: Request): Promise<Response> => {
    const { token } = await request.clone().json();
    const result = await organizations.acceptInvitation(request, token);
    return result.ok ? Response.json(result) : result.response();
  };

  const handle = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith("/auth/")) return await auth.handler(request);
    if (pathname === "/organizations" && request.method === "POST") return await create(request);
    if (pathname === "/invitation" && request.method === "POST") return await accept(request);
    const [, ref, action] = /^\/organizations\/([^/]+)\/(\w+)$/.exec(pathname) ?? [];
    if (!ref) return new Response("Home");
    if (action === "home") {
      // A page of the app itself, with nothing but the membership.
      return await within(request, ref, (at) => Promise.resolve({ ok: true, role: at.role }));
    }
    const run = actions[action!];
    if (!run) return new Response("Not found", { status: 404 });
    const body = request.method === "POST" ? await request.clone().json() : {};
    try {
      return await within(request, ref, (at) => run(at, body));
    } catch (error) {
      // Text that is no address, or an unknown role.
      if (error instanceof AuthError) return new Response("Bad input", { status: 400 });
      throw error;
    }
  };
  return { auth, handle };
}
