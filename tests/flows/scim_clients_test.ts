/**
 * The requests that Okta and Entra send, in their order and their spellings, as their documentation has
 * them: written anew.
 *
 * @see {@link https://developer.okta.com/docs/api/openapi/okta-scim/guides/scim-20 Okta and SCIM 2.0}
 * @see {@link https://learn.microsoft.com/entra/identity/app-provisioning/use-scim-to-provision-users-and-groups Entra}
 * @module
 */

import { assertEquals } from "@std/assert";
import {
  type Client,
  createScimWorld,
  ENTERPRISE,
  GROUP,
  type Json,
  MESSAGES,
  patch,
  USER,
} from "./_scim.ts";

async function begin() {
  const scene = createScimWorld({ scim: { roles: [{ group: "Engineering", role: "admin" }] } });
  const acme = await scene.world.company("acme");
  const { send } = await scene.directoryOf(acme);
  return { ...scene, acme, send };
}

async function expectStatus(answer: ReturnType<Client>, status: number): Promise<Json> {
  const { status: found, body } = await answer;
  assertEquals(found, status, JSON.stringify(body));
  return body;
}

const filterOf = (filter: string) => encodeURIComponent(filter);

Deno.test("scim: the sequence of Okta: test, create, update, push a group, deactivate, bring back", async () => {
  const { send, acme, world, roleOf } = await begin();
  // The test of the credentials, and the import of users.
  const none = await expectStatus(send("GET", "/Users?startIndex=1&count=2"), 200);
  assertEquals([none.totalResults, none.Resources], [0, []]);

  const userName = "isaac.brock@acme.example";
  const find = `/Users?filter=${filterOf(`userName eq "${userName}"`)}&startIndex=1&count=100`;
  assertEquals((await expectStatus(send("GET", find), 200)).totalResults, 0);
  const made = await expectStatus(
    send("POST", "/Users", {
      body: {
        schemas: [USER],
        userName,
        name: { givenName: "Isaac", familyName: "Brock" },
        emails: [{ primary: true, value: userName, type: "work" }],
        displayName: "Isaac Brock",
        locale: "en-US",
        externalId: "00ujl29u0le5T6Aj10h7",
        groups: [],
        password: "1mz050nq",
        active: true,
      },
    }),
    201,
  );
  assertEquals([made.active, made.password, made.name.familyName], [true, undefined, "Brock"]);
  assertEquals((await expectStatus(send("GET", find), 200)).Resources[0].id, made.id);
  assertEquals((await world.enter(acme, { sub: "i", email: userName })).outcome, "in");

  // A change of the profile: the whole user as it was read, with the change.
  const known = await expectStatus(send("GET", `/Users/${made.id}`), 200);
  const put = await expectStatus(
    send("PUT", `/Users/${made.id}`, {
      body: { ...known, name: { ...known.name, givenName: "Ike" }, groups: [] },
    }),
    200,
  );
  assertEquals([put.name.givenName, put.active], ["Ike", true]);

  // A group is pushed, gets a member, and another name.
  const group = await expectStatus(
    send("POST", "/Groups", {
      body: { schemas: [GROUP], displayName: "Engineers", members: [] },
    }),
    201,
  );
  await expectStatus(
    send("PATCH", `/Groups/${group.id}`, {
      body: patch({
        op: "add",
        path: "members",
        value: [{ value: made.id, display: userName }],
      }),
    }),
    200,
  );
  await expectStatus(
    send("PATCH", `/Groups/${group.id}`, {
      body: patch({ op: "replace", value: { id: group.id, displayName: "Engineering" } }),
    }),
    200,
  );
  assertEquals(await roleOf(acme.org, userName), "admin");
  const shown = await expectStatus(send("GET", `/Groups/${group.id}`), 200);
  assertEquals(shown.members.map(({ value }: Json) => value), [made.id]);
  const all = await expectStatus(send("GET", "/Groups?startIndex=1&count=100"), 200);
  assertEquals(all.Resources[0].members.length, 1);
  // The membership as a whole.
  await expectStatus(
    send("PUT", `/Groups/${group.id}`, {
      body: { schemas: [GROUP], displayName: "Engineering", members: [] },
    }),
    200,
  );
  assertEquals(await roleOf(acme.org, userName), "member");
  await expectStatus(
    send("PATCH", `/Groups/${group.id}`, {
      body: patch({ op: "remove", path: `members[value eq "${made.id}"]` }),
    }),
    200,
  );
  await expectStatus(send("DELETE", `/Groups/${group.id}`), 204);

  // Out, and back.
  const out = await expectStatus(
    send("PATCH", `/Users/${made.id}`, {
      body: patch({ op: "replace", value: { active: false } }),
    }),
    200,
  );
  assertEquals([out.active, await roleOf(acme.org, userName)], [false, undefined]);
  assertEquals((await world.enter(acme, { sub: "i", email: userName })).outcome, "denied");
  const back = await expectStatus(
    send("PATCH", `/Users/${made.id}`, {
      body: patch({ op: "replace", value: { active: true } }),
    }),
    200,
  );
  assertEquals([back.active, await roleOf(acme.org, userName)], [true, "member"]);
});

Deno.test("scim: the sequence of Entra: test, create, update, groups, soft and hard delete", async () => {
  const { send, acme, world, roleOf } = await begin();
  // The test of the credentials asks for a user whom nobody has.
  const id = crypto.randomUUID();
  assertEquals(
    (await expectStatus(send("GET", `/Users?filter=${filterOf(`userName eq "${id}"`)}`), 200))
      .Resources,
    [],
  );
  const userName = "Test_User@acme.example";
  const made = await expectStatus(
    send("POST", "/Users", {
      body: {
        schemas: [USER, ENTERPRISE],
        externalId: "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef",
        userName,
        active: true,
        addresses: [{ primary: false, type: "work", country: "Bulgaria" }],
        emails: [{ primary: true, type: "work", value: userName }],
        meta: { resourceType: "User" },
        name: { formatted: "givenName familyName", familyName: "familyName" },
        phoneNumbers: [{ type: "mobile", value: "555-555-4444" }],
        roles: [],
        title: "Dr.",
        [ENTERPRISE]: { department: "bob" },
      },
    }),
    201,
  );
  assertEquals([made[ENTERPRISE].department, made.phoneNumbers], ["bob", undefined]);
  assertEquals(made.schemas, [USER, ENTERPRISE]);
  await world.enter(acme, { sub: "t", email: "test_user@acme.example" });
  const role = () => roleOf(acme.org, "test_user@acme.example");
  assertEquals(await role(), "member");
  const byId = filterOf('externalId eq "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef"');
  assertEquals((await expectStatus(send("GET", `/Users?filter=${byId}`), 200)).totalResults, 1);

  // Changes with paths, in its spelling.
  const changed = await expectStatus(
    send("PATCH", `/Users/${made.id}`, {
      body: patch(
        { op: "Replace", path: 'emails[type eq "work"].value', value: "updated@acme.example" },
        { op: "Add", path: 'emails[type eq "home"].value', value: "home@elsewhere.example" },
        { op: "Replace", path: "name.familyName", value: "updatedFamilyName" },
        { op: "Add", path: 'phoneNumbers[type eq "work"].value', value: "1" },
        { op: "Add", path: `${ENTERPRISE}:department`, value: "sales" },
        { op: "Replace", path: `${ENTERPRISE}:manager`, value: "a-manager" },
        { op: "Remove", path: "title" },
      ),
    }),
    200,
  );
  assertEquals(changed.emails, [
    { primary: true, type: "work", value: "updated@acme.example" },
    { type: "home", value: "home@elsewhere.example" },
  ]);
  assertEquals(changed.name.familyName, "updatedFamilyName");
  assertEquals(changed[ENTERPRISE], { department: "sales", manager: { value: "a-manager" } });
  assertEquals(changed.title, undefined);
  // Changes as an object, whose names are paths.
  const object = await expectStatus(
    send("PATCH", `/Users/${made.id}`, {
      body: patch({
        op: "add",
        value: {
          displayName: "Shown",
          "name.givenName": "Given",
          'emails[type eq "work"].value': "test_user@acme.example",
          [`${ENTERPRISE}:division`]: "North",
          [ENTERPRISE]: { costCenter: "7" },
        },
      }),
    }),
    200,
  );
  assertEquals(
    [object.displayName, object.name.givenName, object.emails[0].value],
    ["Shown", "Given", "test_user@acme.example"],
  );
  assertEquals([object[ENTERPRISE].division, object[ENTERPRISE].costCenter], ["North", "7"]);

  // Groups, whose members it does not want to read.
  const byName = filterOf('displayName eq "Engineering"');
  const none = await expectStatus(
    send("GET", `/Groups?excludedAttributes=members&filter=${byName}`),
    200,
  );
  assertEquals(none.totalResults, 0);
  const group = await expectStatus(
    send("POST", "/Groups", {
      body: {
        schemas: [
          GROUP,
          "http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group",
        ],
        externalId: "8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159",
        displayName: "Engineering",
        meta: { resourceType: "Group" },
      },
    }),
    201,
  );
  await expectStatus(
    send("PATCH", `/Groups/${group.id}`, {
      body: patch({ op: "Add", path: "members", value: [{ $ref: null, value: made.id }] }),
    }),
    200,
  );
  assertEquals(await role(), "admin");
  const isMember = filterOf(`id eq "${group.id}" and members eq "${made.id}"`);
  const checked = await expectStatus(send("GET", `/Groups?attributes=id&filter=${isMember}`), 200);
  assertEquals(checked.Resources, [{ schemas: [GROUP], id: group.id }]);
  const shown = await expectStatus(
    send("GET", `/Groups/${group.id}?excludedAttributes=members`),
    200,
  );
  assertEquals([shown.displayName, shown.members], ["Engineering", undefined]);
  await expectStatus(
    send("PATCH", `/Groups/${group.id}`, {
      body: patch({ op: "Remove", path: "members", value: [{ $ref: null, value: made.id }] }),
    }),
    200,
  );
  assertEquals(await role(), "member");

  // The soft delete says "False", and the restore "True".
  const out = await expectStatus(
    send("PATCH", `/Users/${made.id}`, {
      body: patch({ op: "Replace", path: "active", value: "False" }),
    }),
    200,
  );
  assertEquals([out.active, await role()], [false, undefined]);
  const back = await expectStatus(
    send("PATCH", `/Users/${made.id}`, {
      body: patch({ op: "Replace", path: "active", value: "True" }),
    }),
    200,
  );
  assertEquals([back.active, await role()], [true, "member"]);
  await expectStatus(send("DELETE", `/Groups/${group.id}`), 204);
  await expectStatus(send("DELETE", `/Users/${made.id}`), 204);
  assertEquals(await role(), undefined);
  const gone = await expectStatus(send("GET", `/Users/${made.id}`), 404);
  assertEquals([gone.schemas, gone.status], [[`${MESSAGES}:Error`], "404"]);
});
