import { assertEquals, assertThrows } from "@std/assert";
import { applyPatch } from "../../../../src/capabilities/scim/patch.ts";
import { ScimRefusal } from "../../../../src/capabilities/scim/refusal.ts";
import { GROUP_KIND, URN, USERS } from "../../../../src/capabilities/scim/schema.ts";
import type { Values } from "../../../../src/capabilities/scim/values.ts";

const work = { type: "work", value: "a@a.example", primary: true };
const home = { type: "home", value: "b@a.example" };

const known: Values = {
  userName: "ada",
  active: true,
  name: { givenName: "Ada" },
  emails: [work, home],
};

const after = (...operations: unknown[]) => applyPatch(USERS, known, operations).values;

Deno.test("patch: an attribute, in any case of its name and of the operation", () => {
  for (const op of ["add", "Add", "REPLACE", "replace"]) {
    for (const path of ["title", "TITLE", `${URN.user}:title`]) {
      assertEquals(after({ op, path, value: "Dr." }).title, "Dr.");
    }
    assertEquals(after({ op, value: { TITLE: "Dr." } }).title, "Dr.");
  }
  assertEquals(after({ OP: "remove", Path: "name" }).name, undefined);
  assertEquals(after({ op: "replace", path: "name", value: null }).name, undefined);
  assertEquals(after({ op: "replace", path: "name.givenName", value: "" }).name, undefined);
});

Deno.test("patch: booleans, also as texts", () => {
  const cases = [[true, true], ["True", true], ["false", false], ["FALSE", false]] as const;
  for (const [value, is] of cases) {
    assertEquals(after({ op: "replace", path: "active", value }).active, is);
  }
});

Deno.test("patch: a part of an object leaves the others", () => {
  assertEquals(after({ op: "add", path: "name.familyName", value: "L" }).name, {
    givenName: "Ada",
    familyName: "L",
  });
  assertEquals(after({ op: "replace", path: "name", value: { familyName: "L" } }).name, {
    givenName: "Ada",
    familyName: "L",
  });
});

Deno.test("patch: entries of a list, by their conditions", () => {
  const emailsAfter = (operation: object) => after(operation).emails;
  const path = 'emails[type eq "WORK"].value';
  assertEquals(emailsAfter({ op: "replace", path, value: "c@a.example" }), [
    { ...work, value: "c@a.example" },
    home,
  ]);
  assertEquals(
    emailsAfter({ op: "add", path: 'emails[type eq "x"].value', value: "c@a.example" }),
    [
      ...[work, home, { type: "x", value: "c@a.example" }],
    ],
  );
  assertEquals(emailsAfter({ op: "remove", path: 'emails[type eq "home"]' }), [work]);
  assertEquals(emailsAfter({ op: "remove", path: 'emails[type eq "none"]' }), [work, home]);
  assertEquals(emailsAfter({ op: "remove", path }), [home]);
  assertEquals(emailsAfter({ op: "remove", path: "emails[primary eq true]" }), [home]);
  assertEquals(emailsAfter({ op: "remove", path: "emails", value: [{ value: "B@a.example" }] }), [
    work,
  ]);
  assertEquals(emailsAfter({ op: "remove", path: "emails" }), undefined);
  assertEquals(emailsAfter({ op: "replace", path: "emails", value: [home] }), [home]);
  // One that is there stays one, and of two primary ones the new one is.
  assertEquals(emailsAfter({ op: "add", path: "emails", value: { ...home, primary: true } }), [
    { ...work, primary: false },
    { ...home, primary: true },
  ]);
});

Deno.test("patch: what the app does not have is left out", () => {
  for (
    const path of ["phoneNumbers", 'phoneNumbers[type eq "work"].value', "urn:x:y:z", "name.x"]
  ) {
    assertEquals(after({ op: "add", path, value: "1" }), known);
  }
  assertEquals(after({ op: "add", value: { phoneNumbers: [], id: "x", schemas: [] } }), known);
});

Deno.test("patch: a failure leaves the attributes as they were", () => {
  const copy = structuredClone(known);
  const error = assertThrows(
    () =>
      applyPatch(USERS, known, [
        { op: "replace", path: "title", value: "Dr." },
        { op: "replace", path: "name", value: { givenName: "B" } },
        { op: "replace", path: "active", value: 1 },
      ]),
    ScimRefusal,
  );
  assertEquals(error.scimType, "invalidValue");
  assertEquals(known, copy);
});

Deno.test("patch: members of a group, in their order", () => {
  const members = (...operations: unknown[]) =>
    applyPatch(GROUP_KIND, { displayName: "A" }, operations).members;
  assertEquals(
    members(
      { op: "Add", path: "members", value: [{ value: "1" }, { value: "2" }] },
      { op: "remove", path: 'members[value eq "1"]' },
      { op: "Remove", path: "members", value: [{ value: "2" }] },
      { op: "replace", path: "members", value: [] },
      { op: "remove", path: "members" },
      { op: "add", value: { members: { value: "3" } } },
    ),
    [
      { change: "add", ids: ["1", "2"] },
      { change: "remove", ids: ["1"] },
      { change: "remove", ids: ["2"] },
      { change: "clear" },
      { change: "add", ids: [] },
      { change: "clear" },
      { change: "add", ids: ["3"] },
    ],
  );
  for (
    const operation of [
      { op: "add", path: 'members[value eq "1"]', value: [] },
      { op: "remove", path: 'members[type eq "User"]' },
      { op: "replace", path: "members.value", value: "1" },
    ]
  ) {
    const error = assertThrows(() => members(operation), ScimRefusal);
    assertEquals(error.scimType, "invalidPath");
  }
});
