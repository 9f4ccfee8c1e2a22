import { assert, assertEquals, assertRejects } from "@std/assert";
import { MemoryAdapter } from "../../../../adapters/memory.ts";
import { defineAccess, Organizations } from "../../../../src/capabilities/organizations/mod.ts";
import type { OrganizationsOptions } from "../../../../src/capabilities/organizations/options.ts";
import { AuthError } from "../../../../src/errors.ts";
import { defineAuth } from "../../../../src/frameworks/server.ts";
import { signInAs } from "../../../../src/tools/testing/mod.ts";

const access = defineAccess({
  permissions: { project: ["read", "write"] },
  roles: { admin: { project: "all", member: ["invite"] }, guest: { project: ["read"] } },
  grants: { admin: ["guest"] },
});

const base = () => ({
  providers: [],
  adapter: MemoryAdapter(),
  session: { revocation: {} },
  sendMail: () => {},
  secret: "a-secret-of-at-least-32-characters",
  trustHost: true,
});

const createApp = (options: Partial<OrganizationsOptions<"owner" | "admin" | "guest">> = {}) =>
  defineAuth({ ...base(), organizations: Organizations({ access, ...options }) });

const ADA = { name: "Ada", email: "ada@app.example" };
const BOB = { name: "Bob", email: "bob@app.example" };

/** Role of the user of a session, as a handler reads it. */
async function roleOf(auth: ReturnType<typeof createApp>, headers: Headers, org = "acme") {
  const at = await auth.organizations.readMembership(
    new Request("http://localhost:8000/", { headers }),
    org,
  );
  return at.ok ? at.role : at.reason;
}

Deno.test("signInAs(): a membership creates the organization, which has an owner", async () => {
  const auth = createApp({ create: "nobody" });
  const membership = { organization: "acme", role: "admin" } as const;
  const { headers, user } = await signInAs(auth, ADA, { membership });
  assertEquals(await roleOf(auth, headers), "admin");
  const [org] = await auth.organizations.listOrganizations(user.id!);
  assertEquals([org?.name, org?.slug, org?.role], ["acme", "acme", "admin"]);
  const listed = await auth.organizations.listMembers(auth.organizations.asSystem(org!.id));
  assert(listed.ok);
  assertEquals(listed.members.map(({ role }) => role).sort(), ["admin", "owner"]);
});

Deno.test("signInAs(): members of one organization, by slug and by id", async () => {
  const auth = createApp();
  const owner = await signInAs(auth, ADA, { membership: { organization: "acme", role: "owner" } });
  assertEquals(await roleOf(auth, owner.headers), "owner");
  const [org] = await auth.organizations.listOrganizations(owner.user.id!);
  const membership = { organization: org!.id, role: "guest" } as const;
  const { headers, user } = await signInAs(auth, BOB, { membership });
  assertEquals(await roleOf(auth, headers), "guest");
  const second = { organization: "acme", role: "owner" } as const;
  await signInAs(auth, BOB, { membership: second });
  assertEquals(await roleOf(auth, headers), "owner");
  assertEquals((await auth.organizations.listOrganizations(user.id!)).length, 1);
  // A repetition changes nothing.
  await signInAs(auth, BOB, { membership: second });
  assertEquals(await roleOf(auth, headers), "owner");
});

Deno.test("signInAs(): a membership replaces the role; without one, it stays", async () => {
  const auth = createApp();
  await signInAs(auth, ADA, { membership: { organization: "acme", role: "owner" } });
  await signInAs(auth, BOB, { membership: { organization: "acme", role: "admin" } });
  const lowered = { organization: "acme", role: "guest" } as const;
  const { headers } = await signInAs(auth, BOB, { membership: lowered });
  assertEquals(await roleOf(auth, headers), "guest");
  assertEquals(await roleOf(auth, (await signInAs(auth, BOB)).headers), "guest");
});

Deno.test("signInAs(): an organization keeps its only owner", async () => {
  const auth = createApp();
  await signInAs(auth, ADA, { membership: { organization: "acme", role: "owner" } });
  await assertRejects(
    () => signInAs(auth, ADA, { membership: { organization: "acme", role: "guest" } }),
    AuthError,
    "last-owner",
  );
});

Deno.test("signInAs(): a membership is refused that no app could have", async () => {
  const membership = { organization: "acme", role: "admin" } as const;
  const without = defineAuth(base());
  await assertRejects(
    () => signInAs(without, ADA, { membership }),
    AuthError,
    "set `organizations`",
  );
  const tables = { of: () => [], in: () => [], get: () => null };
  const own = createApp({ memberships: tables });
  await assertRejects(() => signInAs(own, ADA, { membership }), AuthError, "the app's own tables");
  const auth = createApp();
  const unknown = { organization: "acme", role: "boss" as "admin" };
  await assertRejects(
    () => signInAs(auth, ADA, { membership: unknown }),
    AuthError,
    'no role "boss"; use owner, admin, guest',
  );
  const lost = { organization: "org_0000000000000000000000", role: "admin" } as const;
  await assertRejects(
    () => signInAs(auth, ADA, { membership: lost }),
    AuthError,
    "no organization",
  );
});
