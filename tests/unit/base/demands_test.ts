import { assertEquals, assertThrows } from "@std/assert";
import { checkDemand, checkDemands, type Rules } from "../../../src/base/demands.ts";

const RULES: Rules = {
  organization: "text",
  scopes: "texts",
  maxAge: "seconds",
  silent: "flag",
  key: "value",
  dpop: ["if-bound", "required"],
  redirectTo: "free",
};

const GOOD = {
  organization: "acme",
  scopes: ["project:read"],
  maxAge: 0,
  silent: false,
  key: ["a"],
  dpop: "required",
  redirectTo: undefined,
};

const check = (options: unknown) => checkDemands("decide", options as object, RULES);

Deno.test("checkDemands(): an option is absent, or has a value of its type", () => {
  assertEquals(check({}), {});
  const copy = check(GOOD);
  assertEquals(copy, GOOD);
  assertEquals(copy === GOOD, false, "what was checked cannot change later");
  for (const name of Object.keys(RULES).filter((name) => name !== "redirectTo")) {
    for (const value of [undefined, null, "", Promise.resolve("acme")]) {
      assertThrows(() => check({ [name]: value }), TypeError, `Cannot decide: \`${name}\` is `);
    }
  }
});

Deno.test("checkDemands(): a value of another type is refused, and its text is in no message", () => {
  const wrong: [string, unknown[]][] = [
    ["organization", [1, ["acme"], {}, () => "acme", true]],
    ["scopes", ["project:read", [""], [undefined], [null], [1], {}, new Set(["a"])]],
    ["maxAge", [-1, NaN, "60", [60], true]],
    ["silent", ["false", 0, 1]],
    ["dpop", ["Required", ["required"], true]],
  ];
  for (const [name, values] of wrong) {
    for (const value of values) {
      assertThrows(() => check({ [name]: value }), TypeError, `\`${name}\` must be`);
    }
  }
});

Deno.test("checkDemands(): names the option that was meant, and takes objects alone", () => {
  assertThrows(
    () => check({ organisation: "acme" }),
    TypeError,
    'there is no option "organisation"; did you mean "organization"?',
  );
  assertThrows(() => check({ toString: "acme" }), TypeError, 'there is no option "toString"');
  for (const options of [null, "acme", 1, [], ["acme"], () => ({}), Promise.resolve(GOOD)]) {
    assertThrows(() => check(options), TypeError, "the options are");
  }
});

Deno.test("checkDemand(): says what to do", () => {
  const sentence = (value: unknown) =>
    assertThrows(() => checkDemand("decide", "organization", value, "text"), TypeError, "Cannot")
      .message;
  assertEquals(
    sentence(undefined),
    "Cannot decide: `organization` is undefined; leave it out where nothing is demanded",
  );
  assertEquals(
    sentence(Promise.resolve("acme")),
    "Cannot decide: `organization` is a promise; await it",
  );
  assertEquals(sentence(7), "Cannot decide: `organization` must be text");
});
