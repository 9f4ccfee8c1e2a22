import { assert, assertEquals } from "@std/assert";
import { MemoryRecords } from "../../../../adapters/records/memory.ts";
import { createKeyApp, done, signIn } from "./_keys.ts";

Deno.test("makers: keys and services of an organization say who made them, until the user is deleted", async () => {
  const app = createKeyApp();
  const { organizations, keys, users } = app.auth;
  const owner = await signIn(app, "olga", { membership: { organization: "acme", role: "owner" } });
  const admin = await signIn(app, "ada", { membership: { organization: "acme", role: "owner" } });
  const own = await organizations.readMembership(owner.request(), "acme");
  const theirs = await organizations.readMembership(admin.request(), "acme");
  assert(own.ok && theirs.ok);
  const scopes = ["project:read"] as const;
  const { service } = done(await keys.createService(theirs, { name: "Bot", scopes }));
  const { key } = done(await keys.createForOrganization(theirs, { name: "CI", scopes }));
  const of = { name: "Bot", scopes, service: service.id };
  const { key: first } = done(await keys.createForOrganization(theirs, of));
  // The successor is still the key of the one who made the first.
  const { key: second } = done(await keys.rotateOfOrganization(own, first.id));
  assertEquals([key, first, second, service].map(({ createdBy }) => createdBy), [
    ...Array(4).fill(admin.id),
  ]);
  const makers = async () => {
    const { keys: listed } = done(await keys.listOfOrganization(own));
    const { services } = done(await keys.listServices(own));
    return [...listed, ...services].map(({ createdBy }) => createdBy);
  };
  assertEquals(await makers(), Array(4).fill(admin.id));
  await users.delete(admin.id);
  assertEquals(await makers(), Array(4).fill(null));
  const own2 = await organizations.readMembership(owner.request(), "acme");
  assert(own2.ok);
  const { key: later } = done(await keys.createForOrganization(own2, { name: "CI", scopes }));
  assertEquals((await app.records.list(owner.id, "key.maker")).map(({ id }) => id), [later.id]);
  assert((await keys.revokeOfOrganization(own2, later.id)).ok);
  assertEquals(await app.records.list(owner.id, "key.maker"), []);
});

Deno.test("makers: a key whose maker is deleted while it is made leaves no trace of the user", async () => {
  const records = MemoryRecords();
  const ending: { run?: () => Promise<void> } = {};
  const app = createKeyApp({}, {
    records: {
      ...records,
      async put(entry, expected) {
        if (entry.kind === "key.maker") await ending.run?.();
        return await records.put(entry, expected);
      },
    },
  });
  const { organizations, keys, users } = app.auth;
  await signIn(app, "olga", { membership: { organization: "acme", role: "owner" } });
  const admin = await signIn(app, "ada", { membership: { organization: "acme", role: "owner" } });
  const membership = await organizations.readMembership(admin.request(), "acme");
  assert(membership.ok);
  ending.run = () => users.delete(admin.id);
  done(await keys.createForOrganization(membership, { name: "CI", scopes: ["project:read"] }));
  assertEquals(await app.adapter.getUser!(admin.id), null);
  assertEquals(await app.records.list(admin.id, "key.maker"), []);
});
