/**
 * Members whose right has ended, through every wrapper: the route that the app guards with
 * `readMembership` and `can` refuses their next request.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { addMember } from "../../src/capabilities/organizations/members.ts";
import { defineAccess, Organizations } from "../../src/capabilities/organizations/mod.ts";
import { defineAuth } from "../../src/frameworks/define.ts";
import Credentials from "../../src/providers/credentials.ts";
import { CookieStore } from "../../src/tools/testing/cookie_store.ts";
import { STRATEGIES, type Strategy } from "../flows/_strategies.ts";
import type { App, Wrapper } from "./_table.ts";
import { httpWrappers } from "./_table_http.ts";
import { portWrappers } from "./_table_ports.ts";

const access = defineAccess({
  permissions: { project: ["read", "delete"] },
  roles: { admin: { project: "all" }, guest: { project: ["read"] } },
});

/** What ends a right. */
const ENDS = ["lowered", "removed", "suspended", "deleted", "raised"] as const;

type End = (typeof ENDS)[number];

/** Answers of the guarded route afterwards, with a session that is alive, or was ended. */
const AFTERWARDS: Readonly<Record<End, string>> = {
  lowered: "403 forbidden",
  removed: "404 not-member",
  // Without a session, to the page for sign-in.
  suspended: "303 not-member",
  deleted: "404 not-member",
  // To the page that proves more.
  raised: "303 proof-too-weak",
};

async function createRig(wrapper: Wrapper, strategy: Strategy) {
  const adapter = MemoryAdapter();
  for (const name of ["owner", ...ENDS]) {
    await adapter.createUser({ id: name, name, email: `${name}@example.com`, emailVerified: null });
  }
  const auth = defineAuth({
    providers: [
      Credentials({ authorize: ({ name }) => ({ id: String(name), name: String(name) }) }),
    ],
    adapter,
    session: { strategy, revocation: {} },
    secret: "a-secret-of-at-least-32-characters",
    trustHost: true,
    limits: false as const,
    sendMail() {},
    logger: { error() {}, warn() {} },
    organizations: Organizations({ access }),
  });
  const orgs: Partial<Record<End, string>> = {};
  for (const end of ENDS) {
    const made = await auth.organizations.createOrganization("owner", { name: end, slug: end });
    assert(made.ok);
    const org = orgs[end] = made.organization.id;
    const given = { org, role: "admin", by: null, isManaged: false, externalId: null };
    assertEquals(await addMember(adapter.records!, end, given, Infinity), true);
  }
  return { auth, orgs: orgs as Record<End, string>, app: await wrapper.start(auth.config) };
}

type Rig = Awaited<ReturnType<typeof createRig>>;

/** A route of the app, which the role `admin` may call. */
async function guard({ auth }: Rig, request: Request, slug: string): Promise<string> {
  const found = await auth.organizations.readMembership(request, slug);
  if (!found.ok) return `${found.status} ${found.reason}`;
  return auth.organizations.can(found, "project:delete") ? "200" : "403 forbidden";
}

/** Signs a user in through the app, with a browser of its own; returns a call of the route. */
async function signIn(rig: Rig, name: End) {
  const { app } = rig;
  const url = new URL(app.origin);
  const browser = new CookieStore();
  const send = async (visit: Partial<Parameters<App["visit"]>[0]>) => {
    const method = visit.method ?? "GET";
    const headers = {
      cookie: browser.header(url, { method }) ?? "",
      origin: app.origin,
      "content-type": "application/x-www-form-urlencoded",
    };
    const answer = await app.visit({ ...visit, method, headers });
    browser.store(url, answer.setCookies);
    return answer;
  };
  const { status, text } = await send({ action: "/csrf" });
  // There is no token when the framework compares origins.
  const csrfToken = status === 200 ? JSON.parse(text!).csrfToken : "";
  const body = new URLSearchParams({ csrfToken, name }).toString();
  await send({ method: "POST", action: "/callback/credentials", body });
  return async () => {
    const ask = (request: Request) => guard(rig, request, name);
    const { reads, told } = await send({ calls: [{ call: "read" }, { call: "ask", ask }] });
    return { name: reads[0]?.user?.name, told };
  };
}

/** Ends the right of a user. */
async function end({ auth, orgs }: Rig, how: End): Promise<void> {
  const system = auth.organizations.asSystem(orgs[how]);
  const { changeRole, removeMember, deleteOrganization, updateOrganization } = auth.organizations;
  if (how === "suspended") return await auth.users.suspend(how);
  const done = how === "lowered"
    ? await changeRole(system, how, "guest")
    : how === "removed"
    ? await removeMember(system, how)
    : how === "deleted"
    ? await deleteOrganization(system)
    : await updateOrganization(system, { policy: { methods: ["mfa"] } });
  assert(done.ok);
}

for (const strategy of STRATEGIES) {
  for (const wrapper of [...httpWrappers, ...portWrappers]) {
    Deno.test(`organizations: ${wrapper.name} (${strategy}) refuses the next request of a member whose right has ended`, async () => {
      const rig = await createRig(wrapper, strategy);
      try {
        for (const how of ENDS) {
          const [laptop, phone] = [await signIn(rig, how), await signIn(rig, how)];
          const before = { name: how, told: "200" };
          assertEquals([await laptop(), await phone()], [before, before], how);
          await end(rig, how);
          const after = {
            name: how === "suspended" ? undefined : how,
            told: AFTERWARDS[how],
          };
          assertEquals([await laptop(), await phone()], [after, after], how);
        }
      } finally {
        await rig.app.close?.();
      }
    });
  }
}
