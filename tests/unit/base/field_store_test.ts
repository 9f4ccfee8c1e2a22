import { assertEquals, assertStrictEquals } from "@std/assert";
import { createFieldStore } from "../../../src/base/field_store.ts";

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
