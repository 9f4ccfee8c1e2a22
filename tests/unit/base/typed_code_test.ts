import { assertEquals } from "@std/assert";
import { readTypedCode } from "../../../src/base/typed_code.ts";

Deno.test("readTypedCode() finds the digits of a code as it is typed and pasted", () => {
  for (
    const typed of [
      "39659898",
      " 3965 9898 ",
      "3965-9898",
      "3965 - 9898",
      "3965\u00a09898",
      "３９６５９８９８",
      "Your code is 39659898",
      "Your code is 39659898.",
      "3965 9898 is your code for Acme",
      "Code: 3965-9898\n",
      "コード：３９６５ ９８９８",
    ]
  ) assertEquals(readTypedCode(typed, 8), "39659898", typed);
  assertEquals(readTypedCode("Your code for 2 accounts: 123 456", 6), "123456");
});

Deno.test("readTypedCode() finds nothing in a code of another length, in several, and in long texts", () => {
  for (
    const typed of ["", "code", "3965989", "396598981", "12345678 or 87654321", "a".repeat(300)]
  ) assertEquals(readTypedCode(typed, 8), undefined, typed);
  assertEquals(readTypedCode(`${"x".repeat(195)} 39659898`, 8), undefined);
});
