/**
 * Removed members: each kind of removal, and each way back. What was given before a removal makes the
 * user no member again; what is given afterwards does.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { admits } from "../../src/capabilities/organizations/admission.ts";
import { members } from "../../src/capabilities/organizations/credentials.ts";
import { requireConfig } from "../../src/server/environment.ts";
import { onEveryStore } from "./_every_store.ts";
import {
  at,
  createOrg,
  createOrgApp,
  done,
  join,
  membership,
  type OrgApp,
  type Person,
  reasonOf,
  requestOf,
  signIn,
  tokenTo,
} from "./_organizations.ts";

const TIMES = 50;

/** An owner, and a member who is about to be removed. */
interface Scene {
  app: OrgApp;
  ada: Person;
  org: string;
  bob: Person;
}

/** Another address of Bob's. */
const work = ({ email }: Person) => `work-${email}`;

/** Invites an address before the library knows that it is a member's, as if it were not proven yet. */
const invite = async (
  { app, ada, org }: Scene,
  email: string,
  role: "admin" | "guest" = "admin",
) => {
  const known = await app.adapter.getUserByEmail!(email.trim().toLowerCase());
  if (known) await app.adapter.updateUser!({ id: known.id, emailVerified: null });
  try {
    return done(await app.orgs.invite(await membership(app, ada, org), { email, role }));
  } finally {
    const { emailVerified } = known ?? {};
    if (known) await app.adapter.updateUser!({ id: known.id, emailVerified });
  }
};

const accept = async ({ app }: Scene, person: Person, to: string) =>
  reasonOf(await app.orgs.acceptInvitation(requestOf(person, "POST"), tokenTo(app, to)));

const importOne = async ({ app, org }: Scene, email: string, active = true) =>
  await app.orgs.importMembers(org, [{ email, role: "guest", active }]);

/** A change of the address, which the user has proven. */
const move = async ({ app }: Scene, { id }: Person, email: string) =>
  void await app.adapter.updateUser!({ id, email, emailVerified: new Date() });

const REMOVALS: Readonly<Record<string, (scene: Scene) => Promise<unknown>>> = {
  "removed by an owner": async ({ app, ada, org, bob }) =>
    done(await app.orgs.removeMember(await membership(app, ada, org), bob.id)),
  "removed by the app": async ({ app, org, bob }) =>
    done(await app.orgs.removeMember(app.orgs.asSystem(org), bob.id)),
  "an owner, removed by another": async ({ app, ada, org, bob }) => {
    const own = await membership(app, ada, org);
    done(await app.orgs.changeRole(own, bob.id, "owner"));
    done(await app.orgs.removeMember(own, bob.id));
  },
  "left": async ({ app, org, bob }) => done(await app.orgs.leave(await membership(app, bob, org))),
  "no longer active in an import": async (scene) => {
    const { app, org, bob } = scene;
    const isThere = (await app.orgs.listOrganizations(bob.id)).length === 1;
    assert(isThere);
    await app.orgs.importMembers(org, [{ email: bob.email, role: "admin" }]);
    assertEquals((await importOne(scene, bob.email, false)).removed.length, 1);
  },
  "missing in an import": async ({ app, org, bob }) => {
    await app.orgs.importMembers(org, [{ email: bob.email, role: "admin" }]);
    const rows = [{ email: work(bob), role: "guest" }];
    const { removed } = await app.orgs.importMembers(org, rows, { removeMissing: true });
    assertEquals(removed.length, 1);
  },
  "deleted": async ({ app, bob }) => await app.auth.users.delete(bob.id),
};

/** Something that was given before the removal, and how the user tries it afterwards. */
interface Way {
  prepare(scene: Scene): Promise<unknown>;
  /** @param person the user; after a deletion, a new one with the same address */
  tryIt(scene: Scene, person: Person): Promise<unknown>;
  /** `true` for another address, which nothing links to the one of a deleted user. */
  isOfOther?: boolean;
  /** `true` for a way that the import of a removal takes away. */
  isByImport?: boolean;
}

const WAYS: Readonly<Record<string, Way>> = {
  "an invitation that was never opened": {
    prepare: (scene) => invite(scene, scene.bob.email),
    tryIt: async (scene, person) =>
      assertEquals(await accept(scene, person, scene.bob.email), "invitation-expired"),
  },
  "an invitation in another spelling": {
    prepare: (scene) => invite(scene, scene.bob.email.toUpperCase()),
    tryIt: async (scene, person) =>
      assertEquals(await accept(scene, person, scene.bob.email), "invitation-expired"),
  },
  "an invitation that was read": {
    prepare: async (scene) => {
      const { app, bob } = scene;
      await invite(scene, bob.email);
      done(await app.orgs.readInvitation(requestOf(bob), tokenTo(app, bob.email)));
    },
    tryIt: async (scene, person) =>
      assertEquals(await accept(scene, person, scene.bob.email), "invitation-expired"),
  },
  "the invitation that was accepted": {
    prepare: () => Promise.resolve(),
    tryIt: async (scene, person) =>
      assertEquals(await accept(scene, person, scene.bob.email), "invitation-expired"),
  },
  "an invitation that was accepted by a member": {
    prepare: async (scene) => {
      await invite(scene, scene.bob.email);
      assertEquals(await accept(scene, scene.bob, scene.bob.email), "ok");
    },
    tryIt: async (scene, person) =>
      assertEquals(await accept(scene, person, scene.bob.email), "invitation-expired"),
  },
  "an invitation to another address": {
    prepare: (scene) => invite(scene, work(scene.bob)),
    tryIt: async (scene, person) => {
      await move(scene, person, work(scene.bob));
      assertEquals(await accept(scene, person, work(scene.bob)), "invitation-expired");
    },
    isOfOther: true,
  },
  "an invitation before a change of the address": {
    prepare: async (scene) => {
      await invite(scene, scene.bob.email);
      await move(scene, scene.bob, work(scene.bob));
    },
    tryIt: async (scene, person) => {
      await move(scene, person, scene.bob.email);
      assertEquals(await accept(scene, person, scene.bob.email), "invitation-expired");
    },
    isOfOther: true,
    isByImport: true,
  },
  "a row of an import": {
    // It waits for an address that a user has proven elsewhere meanwhile.
    prepare: async (scene) => {
      await move(scene, scene.bob, work(scene.bob));
      assertEquals((await importOne(scene, scene.bob.email)).added.length, 1);
      await move(scene, scene.bob, scene.bob.email);
    },
    tryIt: async ({ app }, { browser, email }) => await signIn(app, email, browser),
    isByImport: true,
  },
  "a row of an import for another address": {
    prepare: async (scene) =>
      assertEquals((await importOne(scene, work(scene.bob))).added.length, 1),
    tryIt: async (scene, person) => {
      await move(scene, person, work(scene.bob));
      await signIn(scene.app, work(scene.bob), person.browser);
    },
    isOfOther: true,
    isByImport: true,
  },
  "a sign-in": {
    prepare: () => Promise.resolve(),
    tryIt: async ({ app }, { browser, email }) => await signIn(app, email, browser),
  },
};

async function assertIsOut({ app, org, bob }: Scene, person: Person, title: string) {
  assertEquals(reasonOf(await at(app, person, org)), "not-member", title);
  assertEquals(reasonOf(await at(app, person, "acme")), "not-member", title);
  const config = requireConfig(app.config);
  for (const { id } of [person, bob]) {
    assertEquals(await app.orgs.listOrganizations(id), [], title);
    assertEquals(await app.records.list(id, "org.membership"), [], title);
    // A client that is granted access asks for one of these.
    assertEquals(await members.listOfUser({ config }, id, undefined), [], title);
  }
}

let people = 0;

const sceneIn = async (app: OrgApp, slug: string): Promise<Scene> => {
  const ada = await signIn(app, `ada${++people}@example.com`);
  const { id: org } = await createOrg(app, ada, slug);
  const bob = await join(app, ada, org, `bob${people}@example.com`, "guest");
  return { app, ada, org, bob };
};

onEveryStore("removed members", (test) => {
  for (const [name, way] of Object.entries(WAYS)) {
    test(`${name} is no way back`, async ({ config }) => {
      const app = createOrgApp("jwt", config, { invitationsPerHour: false });
      let cells = 0;
      for (const [removal, remove] of Object.entries(REMOVALS)) {
        const isDeleted = removal === "deleted";
        // The user who proves the other address is another user.
        if (isDeleted && way.isOfOther) continue;
        // Each import of a removal is a new statement about these addresses.
        if (way.isByImport && removal.includes("import")) continue;
        const slug = `acme-${++people}`;
        const scene = await sceneIn(app, slug);
        const { bob } = scene;
        await way.prepare(scene);
        await remove(scene);
        const title = `${removal}, ${name}`;
        if (isDeleted) {
          const isAdmitted = await admits({
            config: requireConfig(app.config),
            address: bob.email,
          });
          assertEquals(isAdmitted, false, `${title}: no sign-up`);
        }
        const person = isDeleted ? await signIn(app, bob.email) : bob;
        await way.tryIt(scene, person);
        await assertIsOut(scene, person, title);
        cells++;
        // What is given afterwards counts.
        const email = (await app.adapter.getUser!(person.id))!.email;
        await invite(scene, email, "guest");
        assertEquals(await accept(scene, person, email), "ok", title);
        assertEquals((await membership(app, person, scene.org)).role, "guest", title);
      }
      assert(cells >= 4, `${cells} cells`);
    });
  }

  test("the records of invitations and imports end with the removal", async ({ config }) => {
    const app = createOrgApp("jwt", config);
    for (const [removal, remove] of Object.entries(REMOVALS)) {
      const scene = await sceneIn(app, `acme-${++people}`);
      const { org, bob } = scene;
      for (let i = 0; i < 3; i++) await invite(scene, bob.email);
      await invite(scene, `other-${bob.email}`);
      await remove(scene);
      const left = await app.records.list(`org:${org}`, "org.invitation");
      assertEquals(left.length, 1, removal);
      const pendings = await app.records.list(`org:${org}`, "org.pending");
      assertEquals(pendings.length, removal === "missing in an import" ? 1 : 0, removal);
    }
  });

  test("what a member gave ends with the removal, also when the member comes back", async ({ config }) => {
    const app = createOrgApp("jwt", config);
    const scene = await sceneIn(app, "acme");
    const { ada, org, bob } = scene;
    done(await app.orgs.changeRole(await membership(app, ada, org), bob.id, "admin"));
    const [eve, mallory] = [
      await signIn(app, "eve@example.com"),
      await signIn(app, "mallory@example.com"),
    ];
    const bobs = await membership(app, bob, org);
    done(await app.orgs.invite(bobs, { email: mallory.email, role: "member" }));
    done(await app.orgs.removeMember(await membership(app, ada, org), bob.id));
    await invite(scene, bob.email, "admin");
    assertEquals(await accept(scene, bob, bob.email), "ok");
    assertEquals(await accept(scene, mallory, mallory.email), "inviter-lost-right");
    // What was given since counts.
    const again = await membership(app, bob, org);
    done(await app.orgs.invite(again, { email: eve.email, role: "member" }));
    assertEquals(await accept(scene, eve, eve.email), "ok");
  });

  test("a suspension and another role are no removals, and give no role", async ({ config }) => {
    const app = createOrgApp("jwt", config);
    const scene = await sceneIn(app, "acme");
    const { ada, org, bob } = scene;
    await invite(scene, bob.email);
    await app.auth.users.suspend(bob.id);
    const own = await membership(app, ada, org);
    assertEquals(await accept(scene, bob, bob.email), "not-member");
    await app.auth.users.resume(bob.id);
    const { browser } = await signIn(app, bob.email);
    assertEquals((await membership(app, { browser }, org)).role, "guest");
    done(await app.orgs.changeRole(own, bob.id, "member"));
    assertEquals(await accept(scene, { ...bob, browser }, bob.email), "ok");
    assertEquals((await membership(app, { browser }, org)).role, "member");
  });

  test("a person without the address loses nobody's invitation", async ({ config }) => {
    const app = createOrgApp("jwt", config);
    const scene = await sceneIn(app, "acme");
    const { ada, org, bob } = scene;
    await app.adapter.updateUser!({ id: bob.id, email: "eve@example.com", emailVerified: null });
    // An account that proves nothing.
    await app.adapter.linkAccount!({
      userId: bob.id,
      type: "oauth",
      provider: "gone",
      providerAccountId: bob.id,
    });
    await invite(scene, "eve@example.com", "guest");
    done(await app.orgs.removeMember(await membership(app, ada, org), bob.id));
    assertEquals((await app.records.list(`org:${org}`, "org.invitation")).length, 1);
    // Nor a user who is no member.
    const eve = await signIn(app, "dora@example.com");
    await invite(scene, "dora@example.com", "guest");
    done(await app.orgs.removeMember(await membership(app, ada, org), eve.id));
    assertEquals(await accept(scene, eve, eve.email), "ok");
  });

  test("of fifty acceptances at once with the removal, none leaves a member", async ({ config }) => {
    const app = createOrgApp("jwt", config, { invitationsPerHour: false });
    const REMOVED = ["removed by an owner", "left", "deleted"] as const;
    for (const removal of REMOVED) {
      const scene = await sceneIn(app, `acme-${++people}`);
      const { bob } = scene;
      const tokens: string[] = [];
      for (let i = 0; i < TIMES; i++) {
        await invite(scene, bob.email);
        tokens.push(tokenTo(app, bob.email));
      }
      const post = requestOf(bob, "POST");
      const tryIt = (token: string) => app.orgs.acceptInvitation(new Request(post), token);
      await Promise.all([
        ...tokens.slice(0, TIMES / 2).map(tryIt),
        REMOVALS[removal]!(scene),
        ...tokens.slice(TIMES / 2).map(tryIt),
      ]);
      await assertIsOut(scene, bob, removal);
      // Nor does any of them afterwards.
      await Promise.all(tokens.map(tryIt));
      await assertIsOut(scene, bob, `${removal}, afterwards`);
    }
  });
}, true);
