import { assertEquals } from "@std/assert";
import { listAccountNames } from "../../../src/limits/account.ts";
import type { CredentialInput } from "../../../src/types/options.ts";

type Fields = Record<string, CredentialInput>;

const PASSWORD: CredentialInput = { type: "password" };

const CASES: [string, Fields, Record<string, unknown>, string | undefined, string[]][] = [
  ["a declared address", { email: {}, password: PASSWORD }, { email: "A@x" }, undefined, ["A@x"]],
  [
    "every declared name, since `authorize` may take any of them",
    { name: {}, email: {} },
    { name: "n", login: "l", email: "e" },
    undefined,
    ["n", "e"],
  ],
  [
    "a declared field of another name",
    { password: PASSWORD, badge: {} },
    { badge: "7", email: "e" },
    undefined,
    ["7"],
  ],
  ["a declared form without an account", { password: PASSWORD }, { email: "e" }, undefined, []],
  [
    "a text field that holds a secret",
    { password: {}, member: {} },
    { password: "p", member: "m" },
    undefined,
    ["m"],
  ],
  ["the option before everything", { email: {} }, { email: "e", id: "i" }, "id", ["i"]],
  ["the option without its field", { email: {} }, { email: "e" }, "id", []],
  [
    "every known name where nothing is declared",
    {},
    { login: "l", email: "e", other: "o" },
    undefined,
    ["l", "e"],
  ],
  [
    "the first other field where nothing is declared",
    {},
    { csrfToken: "c", callbackUrl: "/", password: "p", member: "m", remember: "1" },
    undefined,
    ["m"],
  ],
  ["nothing but secrets", {}, { csrfToken: "c", password: "p", otp: "1", pin: "2" }, undefined, []],
  ["empty values", {}, { email: " \u3000", name: null, login: "" }, undefined, []],
  ["a number", { name: {} }, { name: 7 }, undefined, ["7"]],
  ["a list as its text", { name: {} }, { name: [["Ada"]] }, undefined, ["Ada"]],
  ["any object as one account", { name: {} }, { name: { toString: 1 } }, undefined, ["{}"]],
];

for (const [what, declared, form, field, expected] of CASES) {
  Deno.test(`accountsOf() finds ${what}`, () => {
    assertEquals(listAccountNames({ credentials: declared }, form, field), expected);
  });
}
