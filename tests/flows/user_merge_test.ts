/**
 * `users.merge`: two accounts of one person become one, and nobody has more than both had.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { identities } from "../../src/capabilities/connections/kinds.ts";
import { Connections } from "../../src/capabilities/connections/mod.ts";
import { Webhooks } from "../../src/capabilities/webhooks/mod.ts";
import { onEveryStore } from "./_every_store.ts";
import { assertMerged, createMergeApp, enterBoth } from "./_merge.ts";
import { enter, visit } from "./_operators.ts";

onEveryStore("users.merge", (test) => {
  test("moves what stays with the person, and ends the rest", async (store) => {
    const app = createMergeApp(store.config);
    const { old, ada } = await enterBoth(app);
    await app.auth.passwords.set("old", "a password that nobody guesses");
    await app.auth.keys.createFor("old", { name: "Backup", scopes: ["read"] });
    app.mails.length = 0;
    app.entries.length = 0;
    const plan = await app.auth.users.merge("old", "ada", { dryRun: true });
    assertEquals(app.entries, []);
    const facts = await app.auth.users.get("old");
    assertEquals(facts?.suspendedAt, null);
    const { moves, ends } = await app.auth.users.merge("old", "ada");
    assertEquals({ moves, ends }, { moves: plan.moves, ends: plan.ends });
    assertEquals(
      moves.accounts.map(({ provider, providerAccountId }) => `${provider} ${providerAccountId}`),
      ["github 1", "gitlab 2"],
    );
    assertEquals(moves.organizations?.map(({ slug }) => slug), ["club", "works"]);
    const { organizations, ...counts } = ends;
    assertEquals(organizations, []);
    assertEquals(counts, {
      ...{ sessions: 2, passkeys: 0, factors: 0, keys: 1, grants: 0, password: true },
    });
    await assertMerged(app);
    assertEquals(app.errors, []);
    assertEquals((await visit(app, old, "/auth/account")).status, 302);
    assertEquals((await visit(app, ada, "/auth/account")).status, 200);
    assertEquals(
      app.entries.filter(({ name }) => name.startsWith("user.")).map((entry) => [
        ...[entry.name, entry.userId, entry.merged],
      ]),
      [["user.merged", "ada", "old"], ["user.deleted", "old", undefined]],
    );
    assertEquals(app.mails.map(({ to, subject }) => `${to}: ${subject}`), [
      "old@example.com: Your account was merged into another one (App)",
      "ada@example.com: Another account was merged into yours (App)",
    ]);
  });

  test("a role never rises, and no organization loses its last owner", async (store) => {
    const app = createMergeApp(store.config);
    await enterBoth(app);
    // Both are members: the one who ends is an owner among others, the only one, and a member.
    const join = (id: string, organization: string, role: string) =>
      enter(app, id, { organization, role });
    await join("bob", "works", "owner");
    await join("ada", "works", "reader");
    await join("old", "lab", "owner");
    await join("ada", "lab", "reader");
    await join("ada", "club", "member");
    const { moves, ends } = await app.auth.users.merge("old", "ada");
    assertEquals(moves.organizations, []);
    assertEquals(ends.organizations?.map(({ slug }) => slug).sort(), ["club", "lab", "works"]);
    const list = await app.auth.organizations.listOrganizations("ada");
    assertEquals(list.map(({ slug, role }) => `${slug} ${role}`).sort(), [
      ...["club member", "lab owner", "works reader"],
    ]);
    for (const { id, slug } of list) {
      const members = await app.auth.organizations.listMembers(
        app.auth.organizations.asSystem(id),
      );
      assert(members.ok);
      const ids = members.members.map(({ userId }) => userId);
      assertEquals(ids.includes("old"), false, slug);
      assert(members.members.some(({ role }) => role === "owner"), slug);
    }
  });

  test("the account signs in as the one who stays, and a new one can have the address", async (store) => {
    const app = createMergeApp(store.config);
    await enterBoth(app);
    await app.auth.users.merge("old", "ada");
    const owner = await app.adapter.getUserByAccount!({
      provider: "gitlab",
      providerAccountId: "2",
    });
    assertEquals(owner?.email, "ada@example.com");
    const again = await app.auth.users.create({ email: "old@example.com" });
    assertEquals((await app.auth.users.get(again.id))?.accounts, []);
  });
});

Deno.test("users.merge: a webhook tells of it, with both ids", async () => {
  const sent: string[] = [];
  const app = createMergeApp({
    webhooks: Webhooks({
      endpoints: [{
        url: "https://billing.example/",
        secret: `whsec_${btoa("a-secret-of-32-random-characters")}`,
        events: ["user.merged"],
      }],
      fetch: async (...request) => {
        sent.push(await new Request(...request).text());
        return new Response(null, { status: 204 });
      },
    }),
  });
  await enterBoth(app);
  await app.auth.users.merge("old", "ada");
  await app.auth.webhooks.deliver();
  assertEquals(sent.length, 1);
  const { type, data } = JSON.parse(sent[0]!);
  assertEquals([type, data.userId, data.merged], ["user.merged", "ada", "old"]);
});

Deno.test("users.merge: an account of a connection moves to a member of its organization", async () => {
  const app = createMergeApp({
    connections: Connections({ kinds: ["oidc"], join: "member", resolveTxt: () => [] } as never),
  });
  await enterBoth(app);
  await enter(app, "ada", { organization: "club", role: "reader" });
  const club = (await app.auth.organizations.listOrganizations("old"))
    .find(({ slug }) => slug === "club")!;
  const records = app.adapter.records!;
  await identities.add(records, "identity", {
    ...{ userId: "old", expires: null },
    data: { org: club.id, connection: "sso-club", given: "owner", at: "2030-01-01" },
  });
  await app.auth.users.merge("old", "ada");
  const found = await identities.get(records, "identity");
  // A role that groups gave to the account that ended is none that they gave to the other one.
  assertEquals([found?.owner, found?.data.given], ["ada", null]);
});

for (const unproven of ["old", "ada"]) {
  Deno.test(`no email names the other account to an address that nobody has proven: that of ${unproven}`, async () => {
    const app = createMergeApp();
    await enterBoth(app);
    await app.adapter.updateUser!({ id: unproven, emailVerified: null } as never);
    app.mails.length = 0;
    await app.auth.users.merge("old", "ada");
    assertEquals(app.mails.map(({ to }) => to), ["old@example.com", "ada@example.com"]);
    for (const { to, text } of app.mails) {
      const other = to.startsWith("old") ? "ada@example.com" : "old@example.com";
      if (to.startsWith(unproven)) assert(!text.includes(other), text);
      else assertStringIncludes(text, `Account: ${other}`);
    }
  });
}
