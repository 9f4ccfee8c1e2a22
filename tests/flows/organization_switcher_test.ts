/**
 * A switcher between organizations that an app draws itself, with the client of the flow: it lists
 * them, makes one, invites, and accepts.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { defineAccess, Organizations } from "../../src/capabilities/organizations/mod.ts";
import { createSite, onPage, signUpByJson } from "./_flow.ts";
import { ADA } from "./_passwords.ts";

const access = defineAccess({
  permissions: { project: ["read"] },
  roles: { admin: { project: "all", member: "all" }, member: { project: ["read"] } },
  grants: { admin: ["member"] },
});

Deno.test("flow: an app draws the switcher between organizations, and makes one", async () => {
  const site = createSite({ organizations: Organizations({ access }) });
  const browser = site.open();
  await signUpByJson(site, browser);
  await onPage(
    browser,
    { path: "organizations", steps: ["organizations", "organization"] },
    async (page) => {
      const { flow, at } = page;
      const none = await at("organizations:list");
      assertEquals([none.organizations, none.create], [[], { name: "", slug: "" }]);
      await flow.submit({ step: "create", name: "Acme", slug: "Not a slug" });
      const refused = await at("organizations:list");
      assertEquals([refused.fault?.field, refused.create], [
        "slug",
        { name: "Acme", slug: "Not a slug" },
      ]);
      await flow.submit({ step: "create", name: "Acme", slug: "acme" });
      const made = await at("organization:members");
      assertEquals([made.done, made.organization.role], ["created", "owner"]);
      assertEquals(made.members.map(({ email, role }) => [email, role]), [[ADA, "owner"]]);

      await flow.go(made.listUrl);
      const { organizations } = await at("organizations:list");
      assertEquals(organizations.map(({ name, slug, role }) => [name, slug, role]), [
        ["Acme", "acme", "owner"],
      ]);
      await flow.go(organizations[0]!.url);
      assert((await at("organization:members")).formAction);
      assertEquals(page.left, []);
    },
  );
  assertEquals(site.errors, []);
});
