/**
 * Organizations whose members leave, or are removed, while two users are merged.
 *
 * @module
 */

import { assertEquals, assertRejects } from "@std/assert";
import { defineCapability } from "../../src/capabilities/custom/mod.ts";
import { Organizations } from "../../src/capabilities/organizations/mod.ts";
import { AccessDenied } from "../../src/errors.ts";
import { createMergeApp, enterBoth, type MergeApp } from "./_merge.ts";
import { access, enter } from "./_operators.ts";

/** Removes a member of an organization, as a person who may. */
async function removeFrom(app: MergeApp, slug: string, userId: string): Promise<void> {
  const { organizations } = app.auth;
  const org = (await organizations.listOrganizations(userId)).find((one) => one.slug === slug)!;
  const result = await organizations.removeMember(organizations.asSystem(org.id), userId);
  assertEquals(result.ok, true);
}

async function rolesOf(app: MergeApp, userId: string): Promise<string[]> {
  const list = await app.auth.organizations.listOrganizations(userId);
  return list.map(({ slug, role }) => `${slug} ${role}`).sort();
}

/** An app in which something happens once, while a topic is told. */
function createApp(
  topic: "access.ended" | "user.merging",
  happen: (app: MergeApp) => Promise<void>,
  onLastOwner: "refuse" | "delete",
): MergeApp {
  let isDone = false;
  const late = async ({ userId }: { userId: string }) => {
    if (isDone || userId !== "old") return;
    isDone = true;
    await happen(app);
  };
  const app: MergeApp = createMergeApp({
    organizations: Organizations({ access, create: "nobody", onLastOwner }),
    capabilities: { late: defineCapability({ id: "late", on: { [topic]: late } }) } as never,
  });
  return app;
}

for (const onLastOwner of ["refuse", "delete"] as const) {
  Deno.test(`an owner who leaves while a merge runs leaves the organization to the account that stays (${onLastOwner})`, async () => {
    // After the memberships have moved.
    const app = createApp("user.merging", (app) => removeFrom(app, "works", "bob"), onLastOwner);
    await enterBoth(app);
    await enter(app, "bob", { role: "owner", organization: "works" });
    await enter(app, "ada", { role: "reader", organization: "works" });
    await app.auth.users.merge("old", "ada");
    assertEquals(await rolesOf(app, "ada"), ["club reader", "works owner"]);
  });
}

Deno.test("without a merge, the organization of a last owner who is deleted ends as the app chose", async () => {
  const app = createApp("user.merging", () => Promise.resolve(), "delete");
  await enterBoth(app);
  await enter(app, "ada", { role: "reader", organization: "works" });
  await app.auth.users.delete("old");
  assertEquals(await rolesOf(app, "ada"), []);
});

Deno.test("a member who is removed while a merge runs gets no membership back", async () => {
  const app = createApp("access.ended", (app) => removeFrom(app, "club", "ada"), "refuse");
  await enterBoth(app);
  await enter(app, "old", { role: "owner", organization: "club" });
  await enter(app, "ada", { role: "reader", organization: "club" });
  for (const _ of [1, 2]) {
    const error = await assertRejects(() => app.auth.users.merge("old", "ada"), AccessDenied);
    assertEquals((error.cause as { refusal: string }).refusal, "removed-member");
    assertEquals((await rolesOf(app, "ada")).filter((one) => one.startsWith("club")), []);
  }
  assertEquals(await app.auth.users.unfinishedMerges(), []);
  assertEquals(await app.auth.users.isSuspended("old"), false);
});
