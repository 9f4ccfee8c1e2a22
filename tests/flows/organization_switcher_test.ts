/**
 * A switcher between organizations that an app draws itself, with the client of the flow: it lists
 * them, makes one, invites, and accepts.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { defineAccess, Organizations } from "../../src/capabilities/organizations/mod.ts";
import { makePng } from "./_images.ts";
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
    { path: "organizations", steps: ["organizations", "organization", "organization-settings"] },
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
      const { formAction } = await at("organization:members");

      // The data of a form with a file; the service gets base64.
      await flow.go(`${formAction}/settings?step=logo`);
      const form = new FormData();
      form.set("step", "logo");
      for (const image of [new Uint8Array([1]), new Uint8Array(600_000)]) {
        form.set("logo", new Blob([image]), "logo.png");
        await flow.submit(form);
        assertEquals((await at("organization-settings:logo")).fault, { field: "logo" });
      }
      form.set("logo", new Blob([await makePng(8, 8) as BlobPart]), "logo.png");
      await flow.submit(form);
      const { organization } = await at("organization-settings:list");
      await flow.go(made.listUrl);
      const [acme] = (await at("organizations:list")).organizations;
      assertEquals(acme?.logo, organization.logo);
      assert(acme?.logo?.startsWith("https://app.example/auth/organization-logo/"));
      assertEquals(page.left, []);
    },
  );
  assertEquals(site.errors, []);
});
