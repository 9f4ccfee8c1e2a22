import { assert, assertEquals, assertThrows } from "@std/assert";
import { defineAccess } from "../../../../src/capabilities/organizations/permissions.ts";
import { makeMembership } from "../../../../src/capabilities/organizations/membership.ts";
import { AuthError } from "../../../../src/errors.ts";

const access = defineAccess({
  permissions: { project: ["read", "write"], billing: ["manage"] },
  roles: {
    admin: { project: "all", member: "all" },
    member: { project: ["read", "write"] },
    guest: { project: ["read"] },
    nothing: {},
  },
  grants: { admin: ["member", "guest", "nothing"], member: ["guest"] },
});

Deno.test("defineAccess(): the owner always exists, permits all and gives every role", () => {
  assertEquals(access.roles, ["owner", "admin", "member", "guest", "nothing"]);
  for (const permission of access.permissions) assert(access.allows("owner", permission));
  for (const role of access.roles) assert(access.mayGive("owner", role), role);
});

Deno.test("defineAccess(): every other role permits and gives what it names", () => {
  const permits = access.roles.map((role) =>
    access.permissions.filter((permission) => access.allows(role, permission)).length
  );
  assertEquals(permits, [14, 5, 2, 1, 0]);
  const given = access.roles.map((giver) =>
    access.roles.filter((role) => access.mayGive(giver, role))
  );
  assertEquals(given.slice(1), [["member", "guest", "nothing"], ["guest"], [], []]);
});

Deno.test("access: an unknown role permits nothing, and nobody gives it; an owner takes it away", () => {
  const unknown = "wizard" as "guest";
  for (const name of [unknown, "__proto__", "constructor", "toString", ""] as "guest"[]) {
    assertEquals(access.permissions.some((one) => access.allows(name, one)), false);
    assertEquals(access.roles.some((giver) => access.mayGive(giver, name)), false);
    assertEquals(access.roles.filter((giver) => access.mayTake(giver, name)), ["owner"]);
  }
});

Deno.test("access: a permission that is not defined is an error, which names the one that was meant", () => {
  const sentence = (permission: string) =>
    assertThrows(() => access.allows("owner", permission as "project:read"), TypeError, "Cannot")
      .message;
  assertEquals(
    sentence("project:raed"),
    'Cannot decide: there is no permission "project:raed"; did you mean "project:read"?',
  );
  for (const name of ["fly", "__proto__", "constructor"]) {
    assertEquals(sentence(name), `Cannot decide: there is no permission "${name}"`);
  }
});

Deno.test("can(): decides by the role of a membership of the same app", () => {
  const organization = { id: "1", name: "Acme", slug: "acme" };
  const guest = makeMembership({ access, organization, userId: "1", role: "guest" });
  assertEquals(access.can(guest, "project:read"), true);
  assertEquals(access.can(guest, "project:write"), false);
  const other = defineAccess({ permissions: { project: ["read"] }, roles: { guest: {} } });
  assertThrows(() => other.can(guest, "project:read"), TypeError, "other roles");
});

Deno.test("defineAccess(): a name that is not known, and a role that gives more than it has, are refused", () => {
  // deno-lint-ignore no-explicit-any -- what a program without types may pass
  const define = (options: any) => () => defineAccess(options);
  const permissions = { project: ["read", "write"] };
  const cases: [object, string][] = [
    [{ permissions, roles: { a: { project: ["raed"] } } }, "project:raed"],
    [{ permissions, roles: { a: { projects: "all" } } }, "projects"],
    [{ permissions, roles: { owner: {} } }, "owner"],
    [{ permissions, roles: { "a b": {} } }, "a b"],
    [{ permissions: { "a:b": [] }, roles: {} }, "a:b"],
    [{ permissions: { project: ["re ad"] }, roles: {} }, "re ad"],
    [{ permissions: { __proto__x: ["a"] }, roles: { __proto__y: {} } }, "__proto__"],
    [{ permissions, roles: { a: {}, b: {} }, grants: { a: ["c"] } }, '"c"'],
    [{ permissions, roles: { a: {}, b: {} }, grants: { c: ["a"] } }, '"c"'],
    [{ permissions, roles: { a: {} }, grants: { a: ["owner"] } }, "owner"],
    [{ permissions, roles: { a: {} }, grants: { owner: ["a"] } }, "owner"],
    [
      { permissions, roles: { a: {}, b: { project: ["read"] } }, grants: { a: ["b"] } },
      "lacks that itself",
    ],
  ];
  for (const [options, words] of cases) assertThrows(define(options), AuthError, words);
});
