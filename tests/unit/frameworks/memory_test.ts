import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { createMounter, onceFor, recallFor, rememberFor } from "../../../src/frameworks/memory.ts";

Deno.test("onceFor() makes a value once per subject and name", () => {
  let made = 0;
  const [one, other] = [{}, {}];
  for (const subject of [one, one, other]) onceFor(subject, "a", () => ++made);
  onceFor(one, "b", () => ++made);
  assertEquals(made, 3);
  assertEquals(onceFor(one, "nothing", () => undefined), undefined);
  assertEquals(onceFor<unknown>(one, "nothing", () => 1), undefined);
});

Deno.test("recallFor() knows what rememberFor() was told last", () => {
  const subject = {};
  assertEquals(recallFor(subject, "a"), undefined);
  rememberFor(subject, "a", 1);
  rememberFor(subject, "a", 2);
  assertEquals([recallFor(subject, "a"), recallFor(subject, "b")], [2, undefined]);
  assertEquals(recallFor({}, "a"), undefined);
});

Deno.test("createMounter() gives the same object for the same path, and keeps a hundred", () => {
  const mount = createMounter<{ basePath?: string; kept: boolean }>();
  const config = { kept: true };
  const first = mount(config, "/0");
  assertEquals(first, { kept: true, basePath: "/0" });
  for (let path = 1; path < 100; path++) mount(config, `/${path}`);
  assertStrictEquals(mount(config, "/0"), first);
  assertStrictEquals(mount(config, "/99"), mount(config, "/99"));
  assert(mount(config, "/100") !== mount(config, "/100"), "it grows with every path");
  assertEquals(mount(config, "/100").basePath, "/100");
});
