/**
 * Rights on what has another role: whoever may not invite to a role may not cancel, give, take or remove
 * it either. And what strangers see of an inviter.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { addMember } from "../../src/capabilities/organizations/members.ts";
import { onEveryStore } from "./_every_store.ts";
import {
  access,
  createOrg,
  createOrgApp,
  done,
  join,
  membership,
  type OrgApp,
  type Person,
  reasonOf,
  signIn,
  tokenTo,
} from "./_organizations.ts";

const ROLES = access.roles;

let people = 0;

/** A member, as the import of an app makes one. */
async function add(app: OrgApp, org: string, role: string): Promise<string> {
  const email = `member-${++people}@example.com`;
  const user = { id: `member-${people}`, email, emailVerified: new Date() };
  const { id } = await app.adapter.createUser!(user);
  const given = { org, role, by: null, isManaged: false, externalId: null };
  await addMember(app.records, String(id), given, Infinity);
  return String(id);
}

/** Acts on what has a role: `"ok"` for one that took place. */
const ACTS: Readonly<
  Record<string, (app: OrgApp, actor: Person, org: string, role: Role) => Promise<string>>
> = {
  "invite": async ({ orgs, ...app }, actor, org, role) =>
    reasonOf(
      await orgs.invite(await membership({ orgs, ...app } as OrgApp, actor, org), {
        ...{ email: `invited-${++people}@example.com`, role },
      }),
    ),
  "cancel": async (app, actor, org, role) => {
    const { orgs } = app;
    const email = `invited-${++people}@example.com`;
    const { invitation } = done(await orgs.invite(orgs.asSystem(org), { email, role }));
    const own = await membership(app, actor, org);
    const result = reasonOf(await orgs.cancelInvitation(own, invitation.id));
    const left = await app.records.get("org.invitation", invitation.id);
    assertEquals(left === null, result === "ok");
    return result;
  },
  "give": async (app, actor, org, role) => {
    // A member whom each of them may take.
    const id = await add(app, org, role === "guest" ? "member" : "guest");
    return reasonOf(await app.orgs.changeRole(await membership(app, actor, org), id, role));
  },
  "take": async (app, actor, org, role) => {
    const id = await add(app, org, role);
    const other = role === "guest" ? "member" : "guest";
    return reasonOf(await app.orgs.changeRole(await membership(app, actor, org), id, other));
  },
  "remove": async (app, actor, org, role) => {
    const id = await add(app, org, role);
    return reasonOf(await app.orgs.removeMember(await membership(app, actor, org), id));
  },
};

type Role = (typeof ROLES)[number];

onEveryStore("rights on other roles", (test) => {
  test("each act takes the right to give the role", async ({ config }) => {
    const app = createOrgApp("jwt", config);
    const ada = await signIn(app, "ada@example.com");
    const { id: org } = await createOrg(app, ada);
    const actors: Partial<Record<Role, Person>> = { owner: ada };
    for (const role of ROLES) {
      actors[role] ??= await join(app, ada, org, `${role}@example.com`, role);
    }
    for (const own of ROLES) {
      for (const role of ROLES) {
        for (const [name, run] of Object.entries(ACTS)) {
          const mayAct = ["owner", "admin"].includes(own);
          const expected = !mayAct
            ? "forbidden"
            : access.mayGive(own, role)
            ? "ok"
            : "role-beyond-own";
          const result = await run(app, actors[own]!, org, role);
          assertEquals(result, expected, `${own} would ${name} ${role}`);
        }
      }
    }
  });

  test("the page has no button to cancel an invitation beyond the own role", async ({ config }) => {
    const app = createOrgApp("jwt", config);
    const ada = await signIn(app, "ada@example.com");
    const { id: org } = await createOrg(app, ada);
    const bob = await join(app, ada, org, "bob@example.com", "admin");
    const own = await membership(app, ada, org);
    const [first, second] = [
      done(await app.orgs.invite(own, { email: "one@example.com", role: "owner" })),
      done(await app.orgs.invite(own, { email: "two@example.com", role: "guest" })),
    ];
    const page = await bob.browser.fetch("/auth/organization/acme", {
      headers: { accept: "text/html" },
    });
    const html = await page.text();
    assert(html.includes("one@example.com") && html.includes("two@example.com"));
    assertEquals(html.includes(`value="${first.invitation.id}"`), false);
    assert(html.includes(`value="${second.invitation.id}"`));
  });

  test("no stranger sees an address, also where it is the name", async ({ config }) => {
    const app = createOrgApp("jwt", config);
    const ada = await signIn(app, "ada@example.com");
    const { id: org } = await createOrg(app, ada);
    const eve = await join(app, ada, org, "eve@example.com", "guest");
    const pages: [browser: Person["browser"], path: string][] = [];
    for (const name of [null, "", "ada@example.com", "Ada"]) {
      await app.adapter.updateUser!({ id: ada.id, name });
      done(
        await app.orgs.invite(await membership(app, ada, org), {
          ...{ email: "dora@example.com", role: "guest" },
        }),
      );
      const invitation = `/auth/invitation?token=${tokenTo(app, "dora@example.com")}`;
      pages.length = 0;
      // Without a session, with that of another person, and of a member who changes no one.
      pages.push([app.open(), invitation], [eve.browser, invitation]);
      pages.push([eve.browser, "/auth/organization/acme"]);
      for (const [browser, path] of pages) {
        for (const accept of ["text/html", "application/json"]) {
          const answer = await browser.fetch(path, { headers: { accept } });
          const text = await answer.text();
          assertEquals(answer.status, 200);
          const title = `${path.split("?")[0]} as ${accept}, name ${JSON.stringify(name)}`;
          assertEquals(text.includes("ada@example.com"), false, title);
          assertEquals(text.includes("dora@example.com"), false, title);
          if (path === invitation) assert(text.includes(name === "Ada" ? "Ada" : "a…@"), title);
        }
      }
    }
  });
});
