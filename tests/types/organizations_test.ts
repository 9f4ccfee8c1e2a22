import {
  type Access,
  defineAccess,
  type Membership,
  Organizations,
  type Refusal,
} from "../../src/capabilities/organizations/mod.ts";
import { defineAuth } from "../../src/frameworks/server.ts";
import { compiles, expectType, type Same } from "./_expect.ts";

const access = defineAccess({
  permissions: { project: ["read", "write"], member: ["approve"] },
  roles: {
    owner: "all",
    admin: { project: "all", member: ["invite", "approve"], organization: ["update"] },
    guest: { project: ["read"] },
  },
  grants: { admin: ["guest"] },
});

type Role = "owner" | "admin" | "guest";
type Permission =
  | "key:create"
  | "key:read"
  | "key:revoke"
  | "service:create"
  | "service:delete"
  | "service:read"
  | "project:read"
  | "project:write"
  | "key:create"
  | "key:read"
  | "key:revoke"
  | "member:approve"
  | "member:invite"
  | "member:remove"
  | "member:role"
  | "organization:update"
  | "organization:delete"
  | "service:create"
  | "service:delete"
  | "service:read";

Deno.test("defineAccess(): infers roles and permissions, with those of organizations", () => {
  type Own = "project:read" | "project:write" | "member:approve";
  expectType<Same<typeof access, Access<Role, Permission, Own>>>();
  // `owner` always exists.
  const small = defineAccess({ permissions: {}, roles: { member: {} } });
  expectType<Same<(typeof small)["roles"][number], "owner" | "member">>();
});

Deno.test("defineAccess(): a typing error does not compile", () => {
  const permissions = { project: ["read", "write"] } as const;
  compiles(() => [
    // @ts-expect-error there is no such action
    defineAccess({ permissions, roles: { admin: { project: ["raed"] } } }),
    // @ts-expect-error there is no such resource
    defineAccess({ permissions, roles: { admin: { projects: "all" } } }),
    // @ts-expect-error there is no such action of organizations
    defineAccess({ permissions, roles: { admin: { member: ["invit"] } } }),
    // @ts-expect-error an owner may do all
    defineAccess({ permissions, roles: { owner: { project: ["read"] } } }),
    // @ts-expect-error there is no such role to give
    defineAccess({ permissions, roles: { admin: {}, guest: {} }, grants: { admin: ["gest"] } }),
    // @ts-expect-error there is no such role that gives
    defineAccess({ permissions, roles: { admin: {}, guest: {} }, grants: { amdin: ["guest"] } }),
    // @ts-expect-error only owners make owners
    defineAccess({ permissions, roles: { admin: {} }, grants: { admin: ["owner"] } }),
    access.allows("guest", "project:read"),
    // @ts-expect-error there is no such permission
    access.allows("guest", "project:raed"),
    // @ts-expect-error there is no such role
    access.allows("gest", "project:read"),
    // @ts-expect-error there is no such role
    access.mayGive("admin", "gest"),
  ]);
});

const define = () => defineAuth({ providers: [], organizations: Organizations({ access }) });
declare const organizations: ReturnType<typeof define>["organizations"];
const request = new Request("https://app.example/");

Deno.test("auth.organizations: the roles of the app, and no membership without a check", () => {
  compiles(async () => {
    const at = await organizations.readMembership(request, "acme");
    expectType<Same<typeof at, Membership<Role> | Refusal>>();
    // @ts-expect-error it may be a refusal
    organizations.can(at, "project:write");
    // @ts-expect-error it may be a refusal
    at.role.length;
    if (!at.ok) {
      expectType<Same<typeof at, Refusal>>();
      return at.response();
    }
    expectType<Same<typeof at.role, Role>>();
    organizations.can(at, "project:write");
    // @ts-expect-error there is no such permission
    organizations.can(at, "project:wirte");
    const copy = { ok: true, organization: at.organization, userId: "1", role: "owner" } as const;
    // @ts-expect-error an object with the same members is no membership
    organizations.can(copy, "project:read");
    await organizations.invite(at, { email: "ada@example.com", role: "guest" });
    // @ts-expect-error there is no such role
    await organizations.invite(at, { email: "ada@example.com", role: "gest" });
    // @ts-expect-error the one who acts is a membership, not the id of a user
    await organizations.removeMember("1", "2");
    // @ts-expect-error there is no such role
    await organizations.changeRole(at, "2", "gest");
    // @ts-expect-error a role cannot be written
    at.role = "owner";
    const changed = await organizations.updateOrganization(at, { name: "Acme" });
    // @ts-expect-error the change may have been refused
    changed.organization.name;
    if (changed.ok) expectType<Same<typeof changed.organization.name, string>>();
  });
});

Deno.test("Organizations(): the value of another capability does not compile", () => {
  compiles(() => [
    defineAuth({ providers: [], organizations: Organizations({ access }) }),
    // @ts-expect-error it is made by Organizations()
    defineAuth({ providers: [], organizations: { id: "tokens" } }),
    // @ts-expect-error it needs roles
    Organizations({}),
  ]);
  // Without them, the general functions.
  const plain = defineAuth({ providers: [] });
  compiles(async () => {
    const at = await plain.organizations.readMembership(request, "acme");
    if (at.ok) expectType<Same<typeof at.role, string>>();
  });
});
