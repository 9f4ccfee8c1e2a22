import { assert, assertEquals, assertRejects, assertStrictEquals, assertThrows } from "@std/assert";
import { DATABASE_METHODS } from "../../../src/config/check.ts";
import { AdapterError, MissingAdapterMethods } from "../../../src/errors.ts";
import { listLacking, missing, requireMethods, wrapAdapter } from "../../../src/hooks/adapter.ts";
import type { Adapter, AdapterExtras, AdapterUser } from "../../../src/types/adapter.ts";

const logger = { error: () => {}, warn: () => {}, debug: () => {} };
const wrap = (adapter: Adapter & AdapterExtras) => wrapAdapter(adapter, logger);
const ada: AdapterUser = { id: "1", email: "ada@example.com", emailVerified: null };

Deno.test("wrapAdapter() passes arguments and results through", async () => {
  const calls: unknown[][] = [];
  const store = wrap({
    getUser: (...args) => {
      calls.push(args);
      return ada;
    },
    getAccount: (...args) => {
      calls.push(args);
      return Promise.resolve(null);
    },
    deleteSession: () => undefined,
  });
  assertStrictEquals(await store.getUser("1"), ada);
  assertEquals(await store.getAccount("a", "github"), null);
  assertEquals(await store.deleteSession("t"), undefined);
  assertEquals(calls, [["1"], ["a", "github"]]);
});

Deno.test("wrapAdapter() calls methods on their object, own and inherited ones", async () => {
  class Base {
    users = new Map([["1", ada]]);
    getUser(id: string) {
      return this.users.get(id) ?? null;
    }
  }
  class Derived extends Base {
    getUserByEmail(email: string) {
      return [...this.users.values()].find((user) => user.email === email) ?? null;
    }
  }
  const store = wrap(new Derived());
  assertEquals(await store.getUser("1"), ada);
  assertEquals(await store.getUserByEmail("ada@example.com"), ada);
});

Deno.test("wrapAdapter() calls the method that the object has at the time of the call", async () => {
  const adapter: Adapter = { getUser: () => null };
  const store = wrap(adapter);
  adapter.getUser = () => ada;
  assertEquals(await store.getUser("1"), ada);
});

const names = [
  ...DATABASE_METHODS,
  "deleteUser",
  "unlinkAccount",
  "getAccount",
  "createVerificationToken",
  "useVerificationToken",
  "createAuthenticator",
  "getAuthenticator",
  "listAuthenticatorsByUserId",
  "updateAuthenticatorCounter",
] as const;

for (const name of names) {
  Deno.test(`wrapAdapter() throws an error that names ${name} when it is called and missing`, async () => {
    for (const adapter of [{}, { [name]: undefined }, { [name]: "no function" }]) {
      const store = wrap(adapter as Adapter) as unknown as Record<string, () => Promise<unknown>>;
      await assertRejects(() => store[name]!(), MissingAdapterMethods, `\`${name}\``);
    }
  });
}

Deno.test("wrapAdapter() has optional methods only when the adapter has them", async () => {
  assertEquals(wrap({}).extendSession, undefined);
  assertEquals(wrap({}).createUserWithAccount, undefined);
  const store = wrap({ extendSession: () => true });
  assertEquals(await store.extendSession?.("t", new Date(), new Date()), true);
});

Deno.test("wrapAdapter() exposes no method outside the contract", () => {
  const store = wrap({ close: () => {}, connection: "secret" } as Adapter);
  assertEquals("close" in store || "connection" in store, false);
});

for (
  const [what, fail] of [
    ["throws", () => {
      throw new TypeError("disk full");
    }],
    ["rejects", () => Promise.reject(new TypeError("disk full"))],
  ] as const
) {
  Deno.test(`wrapAdapter() wraps the error of a method that ${what}`, async () => {
    const error = await assertRejects(
      async () => await wrap({ createUser: fail }).createUser(ada),
      AdapterError,
    );
    assert(error.cause?.err instanceof TypeError);
    assertEquals(error.cause.err.message, "disk full");
    assertEquals(error.cause.method, "createUser");
  });
}

Deno.test("wrapAdapter() wraps any thrown value in an AdapterError", async () => {
  for (
    const [thrown, message] of [
      ["text", "text"],
      [42, "42"],
      [null, "null"],
      [undefined, "undefined"],
      [{ message: "disk full", code: 1 }, "disk full"],
      [{ message: 7 }, "[object Object]"],
    ]
  ) {
    const failing: Adapter = { getUser: () => Promise.reject(thrown) };
    const error = await assertRejects(async () => await wrap(failing).getUser("1"), AdapterError);
    assertEquals(error.message, message);
    assertEquals(error.cause, { method: "getUser" });
  }
});

Deno.test("wrapAdapter() logs every call at debug level, before the call", async () => {
  const lines: unknown[] = [];
  const store = wrapAdapter({
    getUser: () => {
      lines.push("called");
      return null;
    },
  }, { ...logger, debug: (...words) => void lines.push(words) });
  await store.getUser("1");
  assertEquals(lines, [["adapter_getUser", { args: ["1"] }], "called"]);
});

Deno.test("Store.has() knows what the adapter has, own and inherited, contract and extras", () => {
  const prototype = { getUser: () => ada };
  const store = wrap(Object.assign(Object.create(prototype), { listAccounts: () => [] }));
  assertEquals(store.has("getUser"), true);
  assertEquals(store.has("listAccounts"), true);
  assertEquals(store.has("deleteUser"), false);
  assertEquals(store.has("listSessions"), false);
  assertEquals(wrap({ getUser: undefined } as Adapter).has("getUser"), false);
});

Deno.test("requireMethods() names the methods that the adapter lacks, and no other", () => {
  const store = wrap({ getUser: () => ada });
  requireMethods(store, ["getUser"]);
  const error = assertThrows(
    () => requireMethods(store, ["getUser", "deleteUser", "listAccounts"]),
    MissingAdapterMethods,
  );
  assertEquals(error.message, missing(["deleteUser", "listAccounts"])!.message);
});

Deno.test("lackingOf() lists what is not a function of the object", () => {
  const adapter = { getUser: () => ada, createUser: undefined };
  assertEquals(listLacking(adapter, ["getUser", "createUser", "deleteUser"]), [
    "createUser",
    "deleteUser",
  ]);
  assertEquals(missing([]), undefined);
});

Deno.test("missing() returns exactly the missing methods", () => {
  const { message } = missing(["createUser", "getUser"])!;
  assertEquals([...message.matchAll(/`(\w+)`/g)].map(([, name]) => name), [
    "createUser",
    "getUser",
  ]);
});

Deno.test("getUserByEmail() finds no user whose address is another one, and says so once", async () => {
  const warnings: string[] = [];
  const finding = (email: string | null) =>
    wrapAdapter(
      { getUserByEmail: () => ({ ...ada, email: email! }) },
      { ...logger, warn: (code) => void warnings.push(code) },
    );
  for (const email of ["grace@example.com", "ada@example.co", " ada@example.com", "", null]) {
    assertEquals(await finding(email).getUserByEmail(ada.email), null, String(email));
  }
  assertEquals(warnings, ["stale-address"]);
  for (const email of ["ada@example.com", "Ada@Example.com"]) {
    assertEquals((await finding(email).getUserByEmail(ada.email))?.email, email);
  }
  // As an address whose domain is stored as it is read, and one in the form of domain names.
  const found = await finding("ada@bücher.example").getUserByEmail("ada@xn--bcher-kva.example");
  assertEquals(found?.email, "ada@xn--bcher-kva.example");
  assertEquals(
    await finding("ada@bücher.example").getUserByEmail("ada@b\u00fccherei.example"),
    null,
  );
});
