/**
 * The life of a directory: people and groups are created, found, changed and removed, and members follow.
 *
 * @module
 */

import { assert, assertEquals, assertMatch } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { defineAccess } from "../../src/capabilities/organizations/mod.ts";
import {
  type Client,
  create,
  createPlainScim,
  createScimWorld,
  ENTERPRISE,
  GROUP,
  type Json,
  MESSAGES,
  patch,
  person,
  type ScimOptionsOfTest,
  USER,
} from "./_scim.ts";
import {
  APP,
  createOrg,
  done,
  join,
  reasonOf,
  requestOf,
  signIn,
  trail,
} from "./_organizations.ts";

async function begin(options: ScimOptionsOfTest = {}) {
  const scene = createScimWorld(options);
  const acme = await scene.world.company("acme");
  const { send, keyId } = await scene.directoryOf(acme);
  return { ...scene, acme, send, keyId };
}

const replace = (path: string, value: unknown) => ({ op: "replace", path, value });
const inactive = { body: patch(replace("active", false)) };
const active = { body: patch(replace("active", true)) };

/** A user who has signed in through the connection, and is in the directory. */
async function member(scene: Awaited<ReturnType<typeof begin>>, email = "ada@acme.example") {
  const { id } = await create(scene.send, email);
  const entry = await scene.world.enter(scene.acme, { sub: email, email });
  assertEquals(entry.outcome, "in");
  assertEquals(await scene.roleOf(scene.acme.org, email), "member");
  const user = (await scene.world.userOf(email))!;
  return { id, email, userId: String(user.id), browser: entry.browser };
}

async function statusOf(send: Client, id: string): Promise<number> {
  return (await send("GET", `/Users/${id}`)).status;
}

Deno.test("scim: a person of the directory is a member from the sign-in on", async () => {
  const scene = await begin();
  const { world, acme, send, app } = scene;
  await create(send, "ada@acme.example");
  assertEquals(await scene.roleOf(acme.org, "ada@acme.example"), undefined);
  const entry = await world.enter(acme, { sub: "1", email: "ada@acme.example" });
  assertEquals([entry.outcome, entry.email], ["in", "ada@acme.example"]);
  const userId = String((await world.userOf("ada@acme.example"))!.id);
  const { members } = done(await app.orgs.listMembers(app.orgs.asSystem(acme.org)));
  assertEquals(members.find((one) => one.userId === userId)?.isManaged, true);
});

Deno.test("scim: a user who has proven the address is a member at once, where its domain is proven", async () => {
  const scene = createScimWorld();
  const ada = await signIn(scene.app, "ada@acme.example");
  const acme = await scene.world.company("acme");
  const { send } = await scene.directoryOf(acme);
  await create(send, ada.email);
  assertEquals(await scene.roleOf(acme.org, ada.email), "member");
  assert(trail(scene.app).includes("organization.member-added"));
});

Deno.test("scim: without connections a user is a member from the next sign-in on", async () => {
  const scene = createPlainScim();
  const ada = await signIn(scene.app, "ada@anywhere.example");
  const acme = await scene.company("acme");
  const { send } = await scene.directoryOf(acme);
  const { id } = await create(send, ada.email);
  assertEquals(await scene.roleOf(acme.org, ada.email), undefined);
  await signIn(scene.app, ada.email);
  assertEquals(await scene.roleOf(acme.org, ada.email), "member");
  assertEquals((await send("PATCH", `/Users/${id}`, inactive)).status, 200);
  assertEquals(await scene.roleOf(acme.org, ada.email), undefined);
});

Deno.test("scim: an end in the directory ends membership, keys, and the user whom the organization manages", async () => {
  const scene = await begin();
  const { app, acme, send, keys, world } = scene;
  const ada = await member(scene);
  const made = done(
    await keys.createFor(ada.userId, {
      name: "CI",
      scopes: ["project:read"],
      organization: acme.org,
    }),
  );
  const wanted = { accept: ["key"] as ["key"], organization: acme.org };
  const use = () =>
    app.auth.authenticate(
      new Request(`${APP}/api`, { headers: { authorization: `Bearer ${made.secret}` } }),
      wanted as never,
    );
  assertEquals((await use()).ok, true);
  const answer = await send("PATCH", `/Users/${ada.id}`, inactive);
  assertEquals([answer.status, answer.body.active], [200, false]);
  assertEquals(await scene.roleOf(acme.org, ada.email), undefined);
  assertEquals((await use()).ok, false);
  assertEquals(await app.auth.users.isSuspended(ada.userId), true);
  assertEquals(await ada.browser.session(), null);
  // Back: by the directory alone.
  assertEquals((await world.enter(acme, { sub: ada.email, email: ada.email })).outcome, "denied");
  assertEquals((await send("PATCH", `/Users/${ada.id}`, active)).status, 200);
  assertEquals(await app.auth.users.isSuspended(ada.userId), false);
  assertEquals(await scene.roleOf(acme.org, ada.email), "member");
  assertEquals((await world.enter(acme, { sub: ada.email, email: ada.email })).outcome, "in");
  // The key ended with the suspension, which has ended what was made before.
  assertEquals((await use()).ok, false);
});

Deno.test("scim: a person who never signed in does not get in after the end in the directory", async () => {
  const scene = await begin();
  const { acme, send, world } = scene;
  const { id } = await create(send, "ada@acme.example");
  assertEquals((await send("DELETE", `/Users/${id}`)).status, 204);
  const entry = await world.enter(acme, { sub: "1", email: "ada@acme.example" });
  assertEquals(entry.outcome, "not-admitted");
  assertEquals(await statusOf(send, id), 404);
  await create(send, "ada@acme.example");
  const again = await world.enter(acme, { sub: "1", email: "ada@acme.example" });
  assertEquals(again.outcome, "in");
});

Deno.test("scim: what an owner removes stays removed until the directory says active", async () => {
  const scene = await begin();
  const { app, acme, send } = scene;
  const ada = await member(scene);
  done(await app.orgs.removeMember(app.orgs.asSystem(acme.org), ada.userId));
  const renamed = await send("PATCH", `/Users/${ada.id}`, {
    body: patch(replace("displayName", "Ada")),
  });
  assertEquals([renamed.status, renamed.body.displayName], [200, "Ada"]);
  assertEquals(await scene.roleOf(acme.org, ada.email), undefined);
  assertEquals((await send("PATCH", `/Users/${ada.id}`, active)).status, 200);
  assertEquals(await scene.roleOf(acme.org, ada.email), "member");
});

Deno.test("scim: a user of two organizations loses one", async () => {
  const scene = await begin();
  const { app, acme, send } = scene;
  const ada = await member(scene);
  const other = await signIn(app, "bob@other-founders.example", scene.world.open());
  const { id } = await createOrg(app, other, "other");
  await app.orgs.importMembers(id, [{ email: ada.email, role: "guest" }]);
  assertEquals((await send("DELETE", `/Users/${ada.id}`)).status, 204);
  assertEquals(await scene.roleOf(acme.org, ada.email), undefined);
  assertEquals(await scene.roleOf(id, ada.email), "guest");
  assertEquals(await app.auth.users.isSuspended(ada.userId), false);
});

Deno.test("scim: what the app suspends, no directory resumes", async () => {
  const scene = await begin();
  const { app, send } = scene;
  const ada = await member(scene);
  await app.auth.users.suspend(ada.userId);
  assertEquals((await send("PATCH", `/Users/${ada.id}`, inactive)).status, 200);
  assertEquals((await send("PATCH", `/Users/${ada.id}`, active)).status, 200);
  assertEquals(await app.auth.users.isSuspended(ada.userId), true);

  const bob = await member(scene, "bob@acme.example");
  assertEquals((await send("PATCH", `/Users/${bob.id}`, inactive)).status, 200);
  await app.auth.users.suspend(bob.userId);
  assertEquals((await send("PATCH", `/Users/${bob.id}`, active)).status, 200);
  assertEquals(await app.auth.users.isSuspended(bob.userId), true);
});

Deno.test("scim: the only owner stays, and another one goes where the domain is proven", async () => {
  const scene = await begin();
  const { app, acme, send } = scene;
  const ada = await member(scene);
  const by = app.orgs.asSystem(acme.org);
  done(await app.orgs.changeRole(by, ada.userId, "owner"));
  done(await app.orgs.changeRole(by, acme.owner.id, "member"));
  const refused = await send("PATCH", `/Users/${ada.id}`, inactive);
  assertEquals(refused.status, 409);
  assertMatch(refused.body.detail, /only owner/);
  assertEquals((await send("DELETE", `/Users/${ada.id}`)).status, 409);
  assertEquals((await send("GET", `/Users/${ada.id}`)).body.active, true);
  assertEquals(await scene.roleOf(acme.org, ada.email), "owner");
  done(await app.orgs.changeRole(by, acme.owner.id, "owner"));
  assertEquals((await send("DELETE", `/Users/${ada.id}`)).status, 204);
  assertEquals(await scene.roleOf(acme.org, ada.email), undefined);

  const plain = createPlainScim();
  const beta = await plain.company("beta");
  const own = await plain.directoryOf(beta);
  const { id } = await create(own.send, beta.owner.email);
  const kept = await own.send("DELETE", `/Users/${id}`);
  assertEquals(kept.status, 409);
  assertEquals(await plain.roleOf(beta.org, beta.owner.email), "owner");
});

Deno.test("scim: groups give roles from the next request on", async () => {
  const scene = await begin({
    scim: { roles: [{ group: "Admins", role: "admin" }, { group: "Guests", role: "guest" }] },
  });
  const { acme, send } = scene;
  const ada = await member(scene);
  const group = async (displayName: string, members: Json[] = []) => {
    const made = await send("POST", "/Groups", {
      body: { schemas: [GROUP], displayName, members },
    });
    assertEquals(made.status, 201, JSON.stringify(made.body));
    return made.body.id as string;
  };
  const role = () => scene.roleOf(acme.org, ada.email);
  const guests = await group("Guests", [{ value: ada.id }]);
  assertEquals(await role(), "guest");
  const admins = await group("Admins");
  const change = (...operations: unknown[]) =>
    send("PATCH", `/Groups/${admins}`, { body: patch(...operations) });
  assertEquals(
    (await change({ op: "Add", path: "members", value: [{ value: ada.id }] })).status,
    200,
  );
  assertEquals(await role(), "admin");
  assertEquals((await change({ op: "replace", value: { displayName: "Others" } })).status, 200);
  assertEquals(await role(), "guest");
  assertEquals((await change({ op: "replace", value: { displayName: "Admins" } })).status, 200);
  assertEquals(await role(), "admin");
  assertEquals(
    (await change({ op: "Remove", path: `members[value eq "${ada.id}"]` })).status,
    200,
  );
  assertEquals(await role(), "guest");
  const user = (await send("GET", `/Users/${ada.id}`)).body;
  assertEquals(user.groups.map(({ display }: Json) => display), ["Guests"]);
  assertEquals((await send("DELETE", `/Groups/${guests}`)).status, 204);
  assertEquals(await role(), "member");
  assertEquals((await send("GET", `/Users/${ada.id}`)).body.groups, undefined);
  // One who never signed in waits with the role of the group.
  const { id } = await create(send, "bob@acme.example");
  assertEquals((await change({ op: "add", path: "members", value: [{ value: id }] })).status, 200);
  await scene.world.enter(acme, { sub: "b", email: "bob@acme.example" });
  assertEquals(await scene.roleOf(acme.org, "bob@acme.example"), "admin");
});

Deno.test("scim: a role that an owner gave stays until a group gives one", async () => {
  const scene = await begin({ scim: { roles: [{ group: "Guests", role: "guest" }] } });
  const { app, acme, send } = scene;
  const ada = await member(scene);
  done(await app.orgs.changeRole(app.orgs.asSystem(acme.org), ada.userId, "admin"));
  assertEquals((await send("PATCH", `/Users/${ada.id}`, active)).status, 200);
  assertEquals(await scene.roleOf(acme.org, ada.email), "admin");
  const members = [{ value: ada.id }];
  await send("POST", "/Groups", { body: { displayName: "Guests", members } });
  assertEquals(await scene.roleOf(acme.org, ada.email), "guest");
  // The membership ends all the same.
  done(await app.orgs.changeRole(app.orgs.asSystem(acme.org), ada.userId, "admin"));
  assertEquals((await send("PATCH", `/Users/${ada.id}`, inactive)).status, 200);
  assertEquals(await scene.roleOf(acme.org, ada.email), undefined);
});

Deno.test("scim: filters find by userName, externalId, address and id, each by its case rule", async () => {
  const { send } = await begin();
  const { id } = await create(send, "Ada@acme.example", { externalId: "E-1" });
  await create(send, "bob@acme.example", { externalId: "e-1" });
  const find = async (filter: string, path = "/Users") => {
    const { status, body } = await send("GET", `${path}?filter=${encodeURIComponent(filter)}`);
    return status === 200 ? body.Resources.map(({ id }: Json) => id) : body.scimType;
  };
  for (
    const filter of [
      'userName eq "ada@ACME.example"',
      'USERNAME EQ "ada@acme.example"',
      `${USER}:userName eq "ada@acme.example"`,
      'externalId eq "E-1"',
      'emails.value eq "ADA@acme.example"',
      'emails[type eq "work"].value eq "ada@acme.example"',
      'emails[type eq "WORK" and value eq "ada@acme.example"]',
      `id eq "${id}"`,
      'userName eq "ada@acme.example" and externalId eq "E-1"',
      'userName   eq "\\u0041da@acme.example"  and  emails[ type eq "work" ].value eq "ada@acme.example" ',
    ]
  ) assertEquals(await find(filter), [id], filter);
  for (
    const filter of [
      'externalId eq "E-2"',
      'userName eq "ada@acme.example" and externalId eq "e-1"',
      'emails[type eq "home"].value eq "ada@acme.example"',
      `id eq "${"a".repeat(22)}"`,
      'id eq "../Users"',
    ]
  ) assertEquals(await find(filter), [], filter);
  for (
    const filter of [
      'userName ne "x"',
      'userName sw "a"',
      "userName pr",
      'userName eq "a" or userName eq "b"',
      'not (userName eq "a")',
      '(userName eq "a")',
      'title eq "x"',
      'userName eq "a',
      "userName eq",
      "userName",
      "eq",
      'userName eq "a" and',
      'emails[type eq "work"',
      'emails[type eq "work"].type eq "work"',
      'emails[emails[type eq "a"]].value eq "b"',
      'emails[display eq "x"].value eq "b"',
      "userName eq true",
      "userName eq nonsense",
      'constructor eq "x"',
      '__proto__ eq "x"',
      `userName eq "${"a".repeat(5000)}"`,
      Array.from({ length: 50 }, () => 'userName eq "a"').join(" and "),
    ]
  ) assertEquals(await find(filter), "invalidFilter", filter);
  assertEquals(await find('displayName eq "x"', "/Groups"), []);
  assertEquals(await find(`members eq "${id}"`, "/Groups"), "invalidFilter");
});

Deno.test("scim: pages of users, and the attributes that a request wants", async () => {
  const { send } = await begin();
  const ids: string[] = [];
  for (let number = 0; number < 7; number++) {
    ids.push((await create(send, `p${number}@acme.example`, { name: { givenName: "P" } })).id);
  }
  const seen: string[] = [];
  for (let startIndex = 1; startIndex <= 7; startIndex += 3) {
    const { body } = await send("GET", `/Users?startIndex=${startIndex}&count=3`);
    assertEquals([body.totalResults, body.startIndex], [7, startIndex]);
    assertEquals(body.itemsPerPage, body.Resources.length);
    seen.push(...body.Resources.map(({ id }: Json) => id));
  }
  assertEquals(seen.toSorted(), ids.toSorted());
  const none = (await send("GET", "/Users?count=0")).body;
  assertEquals([none.totalResults, none.Resources], [7, []]);
  assertEquals((await send("GET", "/Users?startIndex=-5&count=-1")).body.startIndex, 1);
  assertEquals((await send("GET", "/Users?startIndex=100")).body.Resources, []);
  assertEquals((await send("GET", "/Users?count=many")).body.scimType, "invalidValue");

  const path = `/Users/${ids[0]}`;
  const some = (await send("GET", `${path}?attributes=USERNAME,name.givenName`)).body;
  assertEquals(Object.keys(some).toSorted(), ["id", "name", "schemas", "userName"]);
  const less = (await send("GET", `${path}?excludedAttributes=emails,meta,id`)).body;
  assertEquals([less.emails, less.meta, less.id], [undefined, undefined, ids[0]]);
  const searched = await send("POST", "/.search", {
    body: { schemas: [`${MESSAGES}:SearchRequest`], attributes: ["userName"], count: 2 },
  });
  assertEquals(searched.body.Resources.length, 2);
  assertEquals(searched.body.Resources[0].emails, undefined);
  const body = { filter: 'userName eq "p1@acme.example"' };
  const found = await send("POST", "/Users/.search", { body });
  assertEquals(found.body.totalResults, 1);
  const both = await send("POST", "/.search", { body: { filter: `id eq "${ids[0]}"` } });
  assertEquals(both.body.totalResults, 1);
});

Deno.test("scim: a version is what If-Match and If-None-Match name", async () => {
  const { send } = await begin();
  const made = await send("POST", "/Users", { body: person("ada@acme.example") });
  const { id } = made.body;
  const etag = made.headers.get("etag")!;
  assertEquals(made.headers.get("location"), `${APP}/auth/scim/v2/acme/Users/${id}`);
  assertEquals(made.body.meta.version, etag);
  const read = (headers: Record<string, string>) => send("GET", `/Users/${id}`, { headers });
  assertEquals((await read({ "if-none-match": etag })).status, 304);
  assertEquals((await read({ "if-none-match": `"x", ${etag}` })).status, 304);
  assertEquals((await read({ "if-none-match": 'W/"99"' })).status, 200);
  const body = patch(replace("title", "Dr."));
  const change = (method: string, match: string) =>
    send(method, `/Users/${id}`, {
      headers: { "if-match": match },
      ...method === "DELETE" ? {} : { body: method === "PUT" ? person("ada@acme.example") : body },
    });
  for (const forged of ['W/"2"', '"x"', "", "W/", `W/"${"1".repeat(2000)}"`]) {
    for (const method of ["PUT", "PATCH", "DELETE"]) {
      assertEquals((await change(method, forged)).status, 412, `${method} ${forged}`);
    }
  }
  const changed = await change("PATCH", etag);
  assertEquals([changed.status, changed.headers.get("etag")], [200, 'W/"2"']);
  assertEquals((await change("PATCH", etag)).status, 412);
  assertEquals((await change("DELETE", "*")).status, 204);
});

Deno.test("scim: PUT replaces what the directory said, and no read-only member of it", async () => {
  const { send } = await begin();
  const { id } = await create(send, "ada@acme.example", {
    title: "Dr.",
    externalId: "1",
    [ENTERPRISE]: { department: "R&D", manager: { value: "boss" } },
  });
  const put = await send("PUT", `/Users/${id}`, {
    body: { ...person("ada@acme.example"), id: "other", groups: [{ value: "x" }], meta: {} },
  });
  assertEquals([put.status, put.body.id, put.body.title, put.body.groups], [
    ...[200, id, undefined, undefined],
  ]);
  assertEquals(put.body[ENTERPRISE], undefined);
  assertEquals(put.body.externalId, undefined);
  // The name is free again.
  await create(send, "bob@acme.example", { externalId: "1" });
  // A body that does not speak of it leaves a person out.
  await send("PATCH", `/Users/${id}`, inactive);
  const kept = await send("PUT", `/Users/${id}`, { body: person("ada@acme.example") });
  assertEquals(kept.body.active, false);
  const moved = await send("PUT", `/Users/${id}`, {
    body: person("ada.l@acme.example", { active: true }),
  });
  assertEquals([moved.body.userName, moved.body.active], ["ada.l@acme.example", true]);
  await create(send, "ada@acme.example");
});

Deno.test("scim: a name that another resource has is refused, and given back with it", async () => {
  const { send } = await begin();
  const { id } = await create(send, "ada@acme.example", { externalId: "1" });
  const refuse = async (body: Json, path = "/Users", method = "POST") => {
    const answer = await send(method, path, { body });
    assertEquals([answer.status, answer.body.scimType], [409, "uniqueness"], JSON.stringify(body));
    assertEquals(answer.body.schemas, [`${MESSAGES}:Error`]);
    assertEquals(answer.body.status, "409");
  };
  await refuse(person("ADA@acme.example"));
  await refuse({ ...person("bob@acme.example"), externalId: "1" });
  await refuse({ userName: "other", emails: [{ value: "ada@acme.example" }] });
  const bob = await create(send, "bob@acme.example");
  await refuse(patch(replace("userName", "Ada@acme.example")), `/Users/${bob.id}`, "PATCH");
  await refuse(person("ada@acme.example"), `/Users/${bob.id}`, "PUT");
  const group = await send("POST", "/Groups", { body: { displayName: "Team" } });
  await refuse({ displayName: "TEAM" }, "/Groups");
  assertEquals((await send("DELETE", `/Groups/${group.body.id}`)).status, 204);
  assertEquals((await send("POST", "/Groups", { body: { displayName: "team" } })).status, 201);
  assertEquals((await send("DELETE", `/Users/${id}`)).status, 204);
  const again = await create(send, "ada@acme.example", { externalId: "1" });
  assert(again.id !== id);
});

Deno.test("scim: documents say what there is, and what there is not", async () => {
  const { send } = await begin();
  const config = (await send("GET", "/ServiceProviderConfig")).body;
  assertEquals(
    [config.patch.supported, config.bulk.supported, config.filter.supported, config.etag.supported],
    [true, false, true, true],
  );
  const types = (await send("GET", "/ResourceTypes")).body;
  assertEquals(types.Resources.map(({ id }: Json) => id), ["User", "Group"]);
  assertEquals((await send("GET", "/ResourceTypes/User")).body.endpoint, "/Users");
  const schemas = (await send("GET", "/Schemas")).body;
  for (const { id, attributes } of schemas.Resources) {
    assertEquals((await send("GET", `/Schemas/${id}`)).body.attributes, attributes);
  }
  assertEquals(schemas.Resources.map(({ id }: Json) => id), [USER, GROUP, ENTERPRISE]);
  assertEquals((await send("POST", "/Bulk", { body: {} })).status, 501);
  assertEquals((await send("GET", "/Me")).status, 501);
  assertEquals((await send("GET", "/Other")).status, 404);
  const wrong = await send("DELETE", "/Users");
  assertEquals([wrong.status, wrong.body.status], [405, "405"]);
});

Deno.test("scim: a limit of an organization counts before the work", async () => {
  using time = new FakeTime();
  const scene = createScimWorld({ scim: { perMinute: 2 } });
  const acme = await scene.world.company("acme");
  const evil = await scene.world.company("evil");
  const { send } = await scene.directoryOf(acme);
  const other = await scene.directoryOf(evil);
  assertEquals((await send("GET", "/Users")).status, 200);
  assertEquals((await send("POST", "/Users", { body: "nonsense" })).status, 400);
  const full = await send("POST", "/Users", { body: "nonsense" });
  assertEquals([full.status, full.body.status], [429, "429"]);
  assert(Number(full.headers.get("retry-after")) > 0);
  assertEquals((await other.send("GET", "/Users")).status, 200);
  time.tick(61_000);
  assertEquals((await send("GET", "/Users")).status, 200);
});

Deno.test("scim: what a directory does is in the audit log, with its key and without addresses", async () => {
  const scene = await begin();
  const { app, send, acme, keyId } = scene;
  const ada = await member(scene);
  const group = await send("POST", "/Groups", { body: { displayName: "Team" } });
  await send("PATCH", `/Groups/${group.body.id}`, {
    body: patch({ op: "add", path: "members", value: [{ value: ada.id }] }),
  });
  await send("DELETE", `/Groups/${group.body.id}`);
  await send("PATCH", `/Users/${ada.id}`, inactive);
  await send("DELETE", `/Users/${ada.id}`);
  const entries = app.entries.filter(({ name }) => name.startsWith("directory."));
  assertEquals(entries.map(({ name }) => name), [
    "directory.user-created",
    "directory.group-created",
    "directory.group-updated",
    "directory.group-deleted",
    "directory.user-updated",
    "directory.user-deleted",
  ]);
  for (const entry of entries) {
    assertEquals([entry.organization, entry.credential, entry.bySystem], [acme.org, keyId, true]);
  }
  assertEquals(JSON.stringify(entries).includes("@"), false);
});

Deno.test("scim: the copy of a user's data has what directories say, and the end of the user leaves it", async () => {
  const scene = await begin();
  const { app, send } = scene;
  const ada = await member(scene);
  await send("PATCH", `/Users/${ada.id}`, { body: patch(replace("title", "Dr.")) });
  const copy = await app.auth.users.export(ada.userId);
  const [said] = copy!.records!["scim.person"] as Json[];
  assertEquals([said.id, said.values.title], [ada.id, "Dr."]);
  await app.auth.users.delete(ada.userId);
  const found = await app.records.get("scim.user", ada.id);
  assertEquals((found!.data as Json).userId, null);
  assertEquals((await app.records.list(ada.userId, "scim.person")).length, 0);
  // The person comes back as a new user.
  assertEquals((await send("PATCH", `/Users/${ada.id}`, active)).status, 200);
});

Deno.test("scim: the end of an organization ends its directory", async () => {
  const scene = await begin();
  const { app, acme, send } = scene;
  const { id } = await create(send, "ada@acme.example");
  done(await app.orgs.deleteOrganization(app.orgs.asSystem(acme.org)));
  assertEquals((await send("GET", "/Users")).status >= 400, true);
  assertEquals(await app.records.get("scim.user", id), null);
  for (const kind of ["scim.user", "scim.name", "scim.size", "scim.group"]) {
    assertEquals((await app.records.list(`org:${acme.org}`, kind)).length, 0, kind);
  }
});

Deno.test("scim: a person who has another address stays the member, and leaves no other waiting", async () => {
  const scene = await begin();
  const { acme, send, world } = scene;
  const ada = await member(scene);
  const change = patch(
    replace("userName", "ada.l@acme.example"),
    replace('emails[type eq "work"].value', "ada.l@acme.example"),
  );
  assertEquals((await send("PATCH", `/Users/${ada.id}`, { body: change })).status, 200);
  assertEquals(await scene.roleOf(acme.org, ada.email), "member");
  assertEquals((await send("PATCH", `/Users/${ada.id}`, inactive)).status, 200);
  assertEquals(await scene.roleOf(acme.org, ada.email), undefined);
  // One who never signed in waits at the new address alone.
  const { id } = await create(send, "bob@acme.example");
  const moved = patch(
    replace("userName", "bob.b@acme.example"),
    replace("emails", [{ value: "bob.b@acme.example" }]),
  );
  assertEquals((await send("PATCH", `/Users/${id}`, { body: moved })).status, 200);
  await world.enter(acme, { sub: "bob.b", email: "bob.b@acme.example" });
  assertEquals(await scene.roleOf(acme.org, "bob.b@acme.example"), "member");
  assertEquals((await send("DELETE", `/Users/${id}`)).status, 204);
  assertEquals(await scene.roleOf(acme.org, "bob.b@acme.example"), undefined);
});

Deno.test("scim: only owners give the scope, and no key has it without its name", async () => {
  // An admin may do all that there is a permission for.
  const access = defineAccess({
    permissions: { project: ["read"] },
    roles: { admin: "all", member: {} },
    grants: { admin: ["member"] },
  });
  const scene = createPlainScim({ access });
  const { app, keys } = scene;
  const acme = await scene.company("acme");
  const admin = await join(app, acme.owner, acme.org, "admin@x.example", "admin");
  const at = async (who: typeof admin) => {
    const found = await app.orgs.readMembership(requestOf(who), acme.org);
    assert(found.ok);
    return found;
  };
  const options = { name: "Directory", scopes: ["scim"] as const };
  const refused = await keys.createForOrganization(await at(admin), options);
  assertEquals(reasonOf(refused), "forbidden");
  done(await keys.createForOrganization(await at(admin), { name: "All", scopes: "all" }));
  done(await keys.createForOrganization(await at(acme.owner), options));
  const all = await scene.keyOf(acme.org, "all");
  const answer = await scene.clientOf("acme", all.secret)("GET", "/Users");
  assertEquals(answer.status, 403);
});
