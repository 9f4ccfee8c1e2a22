import { assert, assertEquals, assertRejects } from "@std/assert";
import { AuthError } from "../../../../src/errors.ts";
import {
  authenticate,
  createKeyApp,
  done,
  type KeyApp,
  keyOf,
  membership,
  outcome,
  type Person,
  reasonOf,
  type RoleName,
  type ScopeName,
  signIn,
} from "./_keys.ts";

const OPTIONS = { name: "CI", scopes: ["project:read"] } as const;

async function createTeam(options = {}) {
  const app = createKeyApp(options);
  const join = (name: string, role: RoleName, organization = "acme") =>
    signIn(app, name, { membership: { organization, role } });
  const owner = await join("olga", "owner");
  const admin = await join("ada", "admin");
  const member = await join("bob", "member");
  const eve = await join("eve", "owner", "other");
  const at = (person: Person, slug?: string) => membership(app, person, slug);
  const system = app.auth.organizations.asSystem((await at(owner)).organization.id);
  return { app, keys: app.auth.keys, owner, admin, member, eve, at, system };
}

/** The membership of a person for a change: the request is a post. */
async function acting(app: KeyApp, person: Person, slug = "acme") {
  const found = await app.auth.organizations.readMembership(person.request(), slug);
  assert(found.ok);
  return found;
}

Deno.test("keys.createForOrganization(): a key of the organization", async () => {
  const { app, keys, admin, at } = await createTeam();
  const own = await acting(app, admin);
  const { secret, key } = done(await keys.createForOrganization(own, OPTIONS));
  const { organization } = await at(admin);
  assertEquals(key.owner, { kind: "organization", id: organization.id });
  assertEquals([key.createdBy, key.organization], [admin.id, organization.id]);
  const who = await authenticate(app, secret);
  assert(who.ok);
  assertEquals([who.kind, who.id, who.organization], [
    "organization",
    organization.id,
    { ...organization, role: null },
  ]);
  assertEquals([...who.scopes as Set<string>], ["project:read"]);
  assertEquals(await outcome(app, secret, { organization: "acme" }), "in");
  assertEquals(await outcome(app, secret, { organization: "other" }), "not-member");
  assertEquals(await outcome(app, secret, { scopes: ["project:write"] }), "insufficient-scope");
  const entry = app.entries.find(({ name }) => name === "key.created");
  assertEquals([entry?.userId, entry?.credential, entry?.organization], [
    admin.id,
    key.id,
    organization.id,
  ]);
  // It stays when the member leaves, since it is the organization's.
  done(
    await app.auth.organizations.removeMember(await acting(app, await createOwner(app)), admin.id),
  );
  assertEquals(await outcome(app, secret), "in");
});

async function createOwner(app: KeyApp): Promise<Person> {
  return await signIn(app, "olga", { membership: { organization: "acme", role: "owner" } });
}

Deno.test("keys of organizations: every function needs its permission, and a fresh proof to change", async () => {
  const { app, keys, admin, system } = await createTeam();
  const { key } = done(await keys.createForOrganization(system, OPTIONS));
  const { service } = done(
    await keys.createService(system, { name: "Bot", scopes: ["project:read"] }),
  );
  type Own = Awaited<ReturnType<typeof acting>>;
  const calls: Record<string, (own: Own) => Promise<{ ok: boolean; reason?: string }>> = {
    createForOrganization: (own) => keys.createForOrganization(own, OPTIONS),
    rotateOfOrganization: (own) => keys.rotateOfOrganization(own, key.id),
    revokeOfOrganization: (own) => keys.revokeOfOrganization(own, key.id),
    createService: (own) => keys.createService(own, { name: "Bot", scopes: ["project:read"] }),
    deleteService: (own) => keys.deleteService(own, service.id),
    listOfOrganization: (own) => keys.listOfOrganization(own),
    listServices: (own) => keys.listServices(own),
  };
  const at = Math.floor(Date.now() / 1000) - 3 * 60 * 60;
  const membership = { organization: "acme", role: "admin" } as const;
  const stale = await acting(app, await signIn(app, "sam", { membership, proof: { at } }));
  const actor = await acting(app, await signIn(app, "sam", { membership, proof: { actor: "x" } }));
  const member = await acting(app, await signIn(app, "bob"));
  for (const [name, call] of Object.entries(calls)) {
    const isRead = name.startsWith("list");
    assertEquals(reasonOf(await call(member)), "forbidden", name);
    assertEquals(reasonOf(await call(stale)), isRead ? "ok" : "proof-too-weak", name);
    assertEquals(reasonOf(await call(actor)), isRead ? "ok" : "forbidden", name);
  }
  for (const [name, call] of Object.entries(calls)) {
    if (name.startsWith("list")) assertEquals(reasonOf(await call(await acting(app, admin))), "ok");
  }
  const { keys: left } = done(await keys.listOfOrganization(system));
  assertEquals(left.map(({ id, isRotated }) => [id, isRotated]), [[key.id, false]]);
  // A membership in hand is older than a removal.
  const old = await acting(app, admin);
  done(await app.auth.organizations.removeMember(system, admin.id));
  for (const [name, call] of Object.entries(calls)) {
    assertEquals(reasonOf(await call(old)), "not-member", name);
  }
  for (const [name, call] of Object.entries(calls)) {
    await assertRejects(() => call({ ok: true } as never), TypeError, "membership", name);
  }
});

Deno.test("keys of organizations: no scope beyond those of the member", async () => {
  const { app, keys, admin, owner, system } = await createTeam();
  const own = await acting(app, admin);
  const ask = async (scopes: ScopeName[] | "all", by = own) =>
    reasonOf(await keys.createForOrganization(by, { name: "CI", scopes }));
  assertEquals(await ask(["project:read", "project:write"]), "ok");
  assertEquals(await ask(["billing:manage"]), "forbidden");
  assertEquals(await ask(["project:read", "billing:manage"]), "forbidden");
  assertEquals(await ask("all"), "forbidden");
  assertEquals(await ask("all", await acting(app, owner)), "ok");
  const service = async (scopes: ScopeName[] | "all") =>
    reasonOf(await keys.createService(own, { name: "Bot", scopes }));
  assertEquals(await service(["project:read"]), "ok");
  assertEquals(await service(["billing:manage"]), "forbidden");
  assertEquals(await service("all"), "forbidden");
  // The one who rotates a key holds it.
  const big = done(
    await keys.createForOrganization(system, { name: "Bills", scopes: ["billing:manage"] }),
  );
  assertEquals(reasonOf(await keys.rotateOfOrganization(own, big.key.id)), "forbidden");
  assertEquals(await outcome(app, big.secret), "in");
  const bills = done(await keys.createService(system, { name: "B", scopes: ["billing:manage"] }));
  const narrow = { name: "CI", scopes: "all", service: bills.service.id } as const;
  assertEquals(reasonOf(await keys.createForOrganization(own, narrow)), "forbidden");
  const ofService = done(await keys.createForOrganization(system, narrow));
  assertEquals(reasonOf(await keys.rotateOfOrganization(own, ofService.key.id)), "forbidden");
  done(await keys.rotateOfOrganization(system, ofService.key.id));
});

Deno.test("services: their keys have the scopes of both", async () => {
  const { app, keys, admin, system } = await createTeam();
  const own = await acting(app, admin);
  const { service } = done(
    await keys.createService(own, {
      name: " Deploy  bot ",
      scopes: ["project:read", "project:write"],
    }),
  );
  assertEquals([service.name, service.createdBy], ["Deploy bot", admin.id]);
  const make = (scopes: ScopeName[] | "all", id = service.id) =>
    keys.createForOrganization(own, { name: "CI", scopes, service: id });
  const { secret, key } = done(await make("all"));
  assertEquals(key.owner, { kind: "service", id: service.id });
  const who = await authenticate(app, secret);
  assert(who.ok);
  assertEquals([who.kind, who.id], ["service", service.id]);
  assertEquals([...who.scopes as Set<string>].sort(), ["project:read", "project:write"]);
  assertEquals(reasonOf(await make(["billing:manage"])), "forbidden");
  const read = done(await make(["project:read"]));
  assertEquals(
    await outcome(app, read.secret, { scopes: ["project:write"] }),
    "insufficient-scope",
  );
  for (const id of ["svc_0000000000000000", "svc_", "x".repeat(2000)]) {
    assertEquals(reasonOf(await make("all", id)), "unknown");
    assertEquals(reasonOf(await keys.deleteService(own, id)), "unknown");
  }
  const { services } = done(await keys.listServices(own));
  assertEquals(services.map(({ name }) => name), ["Deploy bot"]);
  done(await keys.deleteService(own, service.id));
  assertEquals(reasonOf(await keys.deleteService(own, service.id)), "unknown");
  assertEquals(await outcome(app, secret), "revoked");
  assertEquals(await outcome(app, read.secret), "revoked");
  assertEquals(done(await keys.listOfOrganization(system)).keys, []);
  const names = app.entries.map(({ name }) => name).filter((name) => name.startsWith("service."));
  assertEquals(names, ["service.created", "service.deleted"]);
});

Deno.test("services: the key of a service that is gone opens nothing", async () => {
  const { app, keys, system } = await createTeam();
  const { service } = done(await keys.createService(system, { name: "Bot", scopes: "all" }));
  const options = { name: "CI", scopes: "all", service: service.id } as const;
  const { secret } = done(await keys.createForOrganization(system, options));
  await app.records.take("service", service.id);
  assertEquals(await outcome(app, secret), "deleted");
});

Deno.test("keys of organizations: those of another organization", async () => {
  const { app, keys, eve, system } = await createTeam();
  const { key, secret } = done(await keys.createForOrganization(system, OPTIONS));
  const { service } = done(await keys.createService(system, { name: "Bot", scopes: "all" }));
  const other = await acting(app, eve, "other");
  const calls = [
    await keys.rotateOfOrganization(other, key.id),
    await keys.revokeOfOrganization(other, key.id),
    await keys.deleteService(other, service.id),
    await keys.createForOrganization(other, { ...OPTIONS, service: service.id }),
  ];
  assertEquals(calls.map(reasonOf), Array(4).fill("unknown"));
  assertEquals(await outcome(app, secret), "in");
  assertEquals(done(await keys.listOfOrganization(other)).keys, []);
  assertEquals(done(await keys.listServices(other)).services, []);
  // Nor is the key of a user one of the organization.
  const mine = await keyOf(app, eve.id);
  assertEquals(reasonOf(await keys.revokeOfOrganization(other, mine.key.id)), "unknown");
  assertEquals(await app.auth.keys.revoke(eve.id, key.id), false);
});

Deno.test("keys of organizations: a deleted organization ends and removes all of them", async () => {
  const { app, keys, owner, member, system } = await createTeam();
  const { organization: { id: org } } = await membership(app, owner);
  const { service } = done(await keys.createService(system, { name: "Bot", scopes: "all" }));
  const made = [
    done(await keys.createForOrganization(system, OPTIONS)),
    done(await keys.createForOrganization(system, { ...OPTIONS, service: service.id })),
    await keyOf(app, member.id, { organization: org }),
  ];
  const [key, ofService] = await Promise.all(
    made.slice(0, 2).map(({ key }) => app.records.get("key", key.id)),
  );
  const stored = await app.records.get("service", service.id);
  done(await app.auth.organizations.deleteOrganization(system));
  for (const kind of ["key", "key.ended", "service"]) {
    assertEquals(await app.records.list(`org:${org}`, kind), []);
  }
  const reasons = await Promise.all(made.map(({ secret }) => outcome(app, secret)));
  assertEquals(reasons, ["unknown", "unknown", "not-member"]);
  // Writes that were on their way open nothing.
  for (const entry of [key, ofService, stored]) await app.records.put(entry!, null);
  const again = await Promise.all(made.map(({ secret }) => outcome(app, secret)));
  assertEquals(again, ["not-member", "not-member", "not-member"]);
  assertEquals(reasonOf(await keys.createForOrganization(system, OPTIONS)), "not-member");
});

Deno.test("keys of organizations: rotation and revocation", async () => {
  const { app, keys, admin } = await createTeam();
  const own = await acting(app, admin);
  const { key, secret } = done(await keys.createForOrganization(own, OPTIONS));
  const next = done(await keys.rotateOfOrganization(own, key.id, 60));
  assertEquals(reasonOf(await keys.rotateOfOrganization(own, key.id)), "rotated");
  assertEquals([await outcome(app, secret), await outcome(app, next.secret)], ["in", "in"]);
  done(await keys.revokeOfOrganization(own, next.key.id));
  assertEquals(reasonOf(await keys.revokeOfOrganization(own, next.key.id)), "unknown");
  assertEquals([await outcome(app, secret), await outcome(app, next.secret)], ["in", "revoked"]);
  const names = app.entries.map(({ name }) => name).filter((name) => name.startsWith("key."));
  assertEquals(names, ["key.created", "key.rotated", "key.revoked"]);
});

Deno.test("keys of organizations: what was typed is checked", async () => {
  const { keys, system } = await createTeam();
  await assertRejects(
    () => keys.createForOrganization(system, { name: "", scopes: "all" }),
    AuthError,
    "name",
  );
  await assertRejects(() => keys.createService(system, { name: "", scopes: "all" }), AuthError);
  await assertRejects(
    () => keys.createService(system, { name: "Bot", scopes: ["typo" as ScopeName] }),
    AuthError,
    "typo",
  );
});

/** Runs something once a record of a kind has been written. */
function onWrite({ records }: KeyApp, kind: string, run: () => Promise<unknown>): void {
  const { put } = records;
  records.put = async (entry, expected) => {
    const isWritten = await put(entry, expected);
    if (entry.kind !== kind) return isWritten;
    records.put = put;
    await run();
    return isWritten;
  };
}

for (const what of ["service", "organization"] as const) {
  Deno.test(`keys of organizations: a ${what} that is deleted while a key is written leaves none`, async () => {
    const { app, keys, system } = await createTeam();
    const owner = `org:${system.organization.id}`;
    const { service } = done(await keys.createService(system, { name: "Bot", scopes: "all" }));
    const end = () =>
      what === "service"
        ? keys.deleteService(system, service.id)
        : app.auth.organizations.deleteOrganization(system);
    onWrite(app, "key", end);
    const options = { ...OPTIONS, ...what === "service" ? { service: service.id } : {} };
    assertEquals(reasonOf(await keys.createForOrganization(system, options)), "not-member");
    assertEquals(await app.records.list(owner, "key"), []);
  });
}

Deno.test("services: an organization that is deleted while one is written leaves none", async () => {
  const { app, keys, system } = await createTeam();
  onWrite(app, "service", () => app.auth.organizations.deleteOrganization(system));
  const late = await keys.createService(system, { name: "Bot", scopes: "all" });
  assertEquals(reasonOf(late), "not-member");
  assertEquals(await app.records.list(`org:${system.organization.id}`, "service"), []);
});
