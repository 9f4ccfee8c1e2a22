/**
 * Policies: the owners alone set them, none of them can lock them all out, and neither can the app by
 * a demand that no one meets.
 *
 * @module
 */

import { assert, assertEquals, assertRejects } from "@std/assert";
import type { OrganizationPolicy } from "../../src/capabilities/organizations/mod.ts";
import { AuthError } from "../../src/errors.ts";
import { onEveryStore } from "./_every_store.ts";
import {
  at,
  createOrg,
  createOrgApp,
  done,
  join,
  membership,
  type OrgApp,
  reasonOf,
  signIn,
} from "./_organizations.ts";

/** Policies that the session of an owner does not meet, who has signed in by a link just now. */
const UNMET: Readonly<Record<string, OrganizationPolicy>> = {
  "proof-too-weak": { methods: ["mfa"] },
  "provider-required": { providers: ["okta"] },
  "domain-not-allowed": { domains: ["acme.example"] },
};

/** Policies that it meets. */
const MET: readonly OrganizationPolicy[] = [
  { methods: ["mail"] },
  { proofMaxAge: 600 },
  { providers: ["mail", "okta"] },
  { domains: ["acme.example", "Example.com"] },
  { sessionMaxAge: 600 },
  { methods: ["mail"], proofMaxAge: 600, providers: ["mail"], domains: ["example.com"] },
];

const stored = async ({ records }: OrgApp, org: string) =>
  ((await records.get("org", org))!.data as { policy: object }).policy;

onEveryStore("policies", (test) => {
  test("an owner sets what the own session meets, and no other", async ({ config }) => {
    const app = createOrgApp("jwt", config);
    const ada = await signIn(app, "ada@example.com");
    const { id } = await createOrg(app, ada);
    for (const policy of MET) {
      done(await app.orgs.updateOrganization(await membership(app, ada, id), { policy }));
      assert((await at(app, ada, id)).ok, JSON.stringify(policy));
      const before = await stored(app, id);
      for (const [reason, unmet] of Object.entries(UNMET)) {
        const own = await membership(app, ada, id);
        const both = { ...policy, ...unmet };
        const refused = await app.orgs.updateOrganization(own, { name: "Evil", policy: both });
        assertEquals(reasonOf(refused), reason);
        assertEquals(await stored(app, id), before, reason);
        assertEquals((await membership(app, ada, id)).organization.name, "Acme");
      }
    }
    done(await app.orgs.updateOrganization(await membership(app, ada, id), { policy: null }));
    assertEquals(await stored(app, id), {});
  });

  test("the refusal leads to the proof that it lacks", async ({ config }) => {
    const app = createOrgApp("jwt", config);
    const ada = await signIn(app, "ada@example.com");
    const { id } = await createOrg(app, ada);
    const own = await membership(app, ada, id);
    const refused = await app.orgs.updateOrganization(own, { policy: { methods: ["pwd"] } });
    assert(!refused.ok && refused.status === 303 && refused.location);
  });

  test("no other role sets, loosens or removes one", async ({ config }) => {
    const app = createOrgApp("jwt", config);
    const ada = await signIn(app, "ada@example.com");
    const { id } = await createOrg(app, ada);
    const bob = await join(app, ada, id, "bob@example.com", "admin");
    done(
      await app.orgs.updateOrganization(await membership(app, ada, id), { policy: MET[0]! }),
    );
    const before = await stored(app, id);
    for (const policy of [...MET, ...Object.values(UNMET), {}, null]) {
      const own = await membership(app, bob, id);
      const refused = await app.orgs.updateOrganization(own, { policy });
      assertEquals(reasonOf(refused), "forbidden", JSON.stringify(policy));
      assertEquals(await stored(app, id), before);
    }
    // The names are those of all who may update the organization.
    done(await app.orgs.updateOrganization(await membership(app, bob, id), { name: "Acme 2" }));
  });

  test("the app demands no domain or method that no one meets", async ({ config }) => {
    const app = createOrgApp("jwt", config);
    const ada = await signIn(app, "ada@example.com");
    const { id } = await createOrg(app, ada);
    const bob = await join(app, ada, id, "bob@acme.example", "admin");
    const system = app.orgs.asSystem(id);
    const wrong: [string, OrganizationPolicy][] = [
      ["policy.providers", { providers: ["okta"] }],
      // A member has it, and no owner.
      ["policy.domains", { domains: ["acme.example"] }],
      ["policy.methods", { methods: ["MFA" as "mfa"] }],
      ["policy.methods", { methods: ["toString" as "mfa"] }],
    ];
    for (const [field, policy] of wrong) {
      const set = () => app.orgs.updateOrganization(system, { policy });
      assertEquals((await assertRejects(set, AuthError, "policy")).cause?.field, field);
      assertEquals(await stored(app, id), {});
    }
    for (const policy of MET) done(await app.orgs.updateOrganization(system, { policy }));
    done(await app.orgs.changeRole(system, bob.id, "owner"));
    done(await app.orgs.updateOrganization(system, { policy: { domains: ["acme.example"] } }));
  });

  test("of fifty owners' policies at once, each leaves its owner in", async ({ config }) => {
    const app = createOrgApp("jwt", config);
    const ada = await signIn(app, "ada@example.com");
    const { id } = await createOrg(app, ada);
    const own = await membership(app, ada, id);
    const policies = Array.from(
      { length: 50 },
      (_, i) => i % 2 ? MET[i % MET.length]! : Object.values(UNMET)[i % 3]!,
    );
    const results = await Promise.all(
      policies.map((policy) => app.orgs.updateOrganization(own, { policy })),
    );
    for (const [i, { ok }] of results.entries()) assertEquals(ok, i % 2 === 1);
    assert((await at(app, ada, id)).ok);
  });
});
