import { assertEquals, assertStrictEquals } from "@std/assert";
import {
  createFieldStore,
  isRecord,
  textMembers,
  withoutUndefined,
} from "../../../src/base/objects.ts";

Deno.test("isRecord() is true for objects that are not arrays", () => {
  assertEquals([{}, Object.create(null), new Date()].map(isRecord), [true, true, true]);
  assertEquals([null, undefined, [], "text", 1, () => {}].map(isRecord), Array(6).fill(false));
});

Deno.test("withoutUndefined() copies defined members, also those with symbols as keys", () => {
  const symbol = Symbol("s");
  const record = { a: 1, b: undefined, c: null, d: "", [symbol]: undefined };
  assertEquals(withoutUndefined(record) as object, { a: 1, c: null, d: "", [symbol]: undefined });
  assertEquals("b" in record, true);
});

Deno.test("textMembers() copies the members that are strings", () => {
  assertEquals(textMembers({ a: "x", b: "", c: 1, d: null, e: ["x"] }), { a: "x", b: "" });
});

Deno.test("createFieldStore() keeps a value for each object, and the last one that was set", () => {
  const slot = createFieldStore<string>();
  const [first, second] = [new Request("http://a.example"), new Request("http://b.example")];
  assertEquals(slot.get(first), undefined);
  slot.set(first, "one");
  slot.set(second, "two");
  assertEquals([slot.get(first), slot.get(second)], ["one", "two"]);
  slot.set(first, "three");
  assertEquals([slot.get(first), slot.get(second)], ["three", "two"]);
});

Deno.test("createFieldStore() makes slots that do not share values", () => {
  const object = {};
  const [one, other] = [createFieldStore<number>(), createFieldStore<number>()];
  one.set(object, 1);
  assertEquals(other.get(object), undefined);
});

Deno.test("a value in a slot is not seen by others, and is not copied", () => {
  const slot = createFieldStore<{ secret: string }>();
  const object = { own: 1 };
  slot.set(object, { secret: "s3cret" });
  assertEquals(Reflect.ownKeys(object), ["own"]);
  assertEquals(Deno.inspect(object, { depth: 9, showHidden: true }).includes("s3cret"), false);
  assertEquals(JSON.stringify(object), '{"own":1}');
  assertEquals(slot.get({ ...object }), undefined);
  assertEquals(slot.get(structuredClone(object)), undefined);
  const request = new Request("http://a.example");
  slot.set(request, { secret: "s3cret" });
  assertEquals(slot.get(request.clone()), undefined);
});

Deno.test("a slot takes frozen objects and proxies", () => {
  const slot = createFieldStore<number>();
  const frozen = Object.freeze({});
  slot.set(frozen, 1);
  assertEquals(slot.get(frozen), 1);
  const proxy = new Proxy({}, {
    get: () => {
      throw new Error("read");
    },
    set: () => {
      throw new Error("written");
    },
    defineProperty: () => {
      throw new Error("defined");
    },
  });
  slot.set(proxy, 2);
  assertEquals(slot.get(proxy), 2);
});

Deno.test("a slot keeps the identity and the class of an object", () => {
  const slot = createFieldStore<number>();
  const request = new Request("http://a.example");
  const prototype = Object.getPrototypeOf(request);
  slot.set(request, 1);
  assertStrictEquals(Object.getPrototypeOf(request), prototype);
  assertEquals(request.url, "http://a.example/");
});
