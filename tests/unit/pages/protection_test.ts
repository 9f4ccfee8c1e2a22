import { assertEquals } from "@std/assert";
import {
  countSignInMethods,
  findProtection,
  type Protected,
} from "../../../pages/account/protection.ts";

const many = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);
const FLAGS = [false, true];
const COUNTS = [0, 1, 2];

/** Every combination of what an account and its app have. */
function* combinations(): Generator<Protected & { methods: number }> {
  for (const isConfirmed of FLAGS) {
    for (const email of [null, "ada@example.com"]) {
      for (const hasLinks of FLAGS) {
        for (const setAt of [undefined, null, new Date(0)]) {
          for (const keys of [undefined, ...COUNTS]) {
            for (const linked of [undefined, ...COUNTS]) {
              for (const count of [undefined, 0, 1]) {
                yield {
                  ...{ isConfirmed, email, hasLinks },
                  ...setAt === undefined ? {} : {
                    password: { setAt, url: undefined, removeUrl: undefined },
                  },
                  ...keys === undefined
                    ? {}
                    : { passkeys: { keys: many(keys, {} as never), add: [] } },
                  ...linked === undefined ? {} : {
                    accounts: { linked: many(linked, {} as never), linkable: [], doneUrl: "" },
                  },
                  ...count === undefined ? {} : { factors: { count, url: "" } },
                  methods: (setAt ? 1 : 0) + (keys ?? 0) + (linked ?? 0) +
                    (isConfirmed && email && hasLinks ? 1 : 0),
                };
              }
            }
          }
        }
      }
    }
  }
}

Deno.test("findProtection() calls no account with one sign-in method well protected", () => {
  let count = 0;
  for (const one of combinations()) {
    count++;
    assertEquals(countSignInMethods(one), one.methods);
    const found = findProtection(one);
    if (one.methods < 2 && found === "good") assertEquals(one.hasLinks || one.passkeys, undefined);
    if (one.methods < 2 && (one.hasLinks || one.passkeys)) assertEquals(found, "back");
    if (one.methods >= 2) {
      const isStrong = one.factors && (one.factors.count > 0 ||
        one.passkeys !== undefined && one.passkeys.keys.length > 0 && !one.password?.setAt);
      assertEquals(found, !one.factors ? undefined : isStrong ? "good" : "better");
    }
  }
  assertEquals(count, 2 * 2 * 2 * 3 * 4 * 4 * 3);
});

Deno.test("findProtection() asks for another way in only where there can be one", () => {
  const bare = { email: null, isConfirmed: false, factors: { count: 1, url: "" } };
  const accounts = { linked: many(1, {} as never), linkable: [], doneUrl: "" };
  assertEquals(findProtection({ ...bare, accounts }), "good");
  const linkable = many(1, {} as never);
  assertEquals(findProtection({ ...bare, accounts: { ...accounts, linkable } }), "back");
});
