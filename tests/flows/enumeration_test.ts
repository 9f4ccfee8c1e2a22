/**
 * No door tells a stranger who has an account: statuses, headers, cookies and bytes of all answers
 * are those of an address of nobody. `deno run -A tests/tools/enumeration.ts` measures the times.
 *
 * @module
 */

import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { ADDRESSES, createSite, DOORS, FORMS, knock, seenOf, STRANGER } from "./_enumeration.ts";

const POLICIES = ["open", "invited"] as const;

for (const signUp of POLICIES) {
  for (const door of DOORS) {
    Deno.test(`enumeration: ${door.name} is the same for every address (signUp: "${signUp}")`, async () => {
      const site = await createSite({ signUp });
      for (const [form, headers] of Object.entries(FORMS)) {
        const observe = async (email: string) => {
          const browser = door.isSignedIn ? await site.signedIn() : site.open();
          const token = await browser.csrf();
          return await seenOf(await knock(door, browser, email, headers, token), email);
        };
        const nobody = await observe(ADDRESSES.nobody);
        assert(nobody.every((answer) => !/^5\d\d/.test(answer)), nobody.join("\n"));
        for (const [who, email] of Object.entries(ADDRESSES)) {
          assertEquals(await observe(email), nobody, `${who}, as ${form}`);
        }
      }
    });
  }
}

Deno.test("enumeration: the comparison finds a word, a status, a header and the length of a cookie", async () => {
  const seen = async (body: string, init: ResponseInit = {}) =>
    await seenOf([new Response(body, init)], "ada@example.com");
  const cookie = (value: string) => ({ headers: { "set-cookie": `a=${value}; Path=/` } });
  const base = await seen("Hello ada@example.com");
  assertEquals(base, await seen("Hello ada@example.com"));
  for (
    const other of [
      await seen("Hello again"),
      await seen("Hello ada@example.com", { status: 302 }),
      await seen("Hello ada@example.com", { headers: { "x-a": "1" } }),
    ]
  ) assertNotEquals(other, base);
  const long = "0123456789abcdefghijklmnopqrstuvwxyz";
  assertNotEquals(await seen("", cookie("")), await seen("", cookie("a")));
  assertEquals(await seen("", cookie(long)), await seen("", cookie(long.replace("9", "8"))));
  assertNotEquals(await seen("", cookie(long)), await seen("", cookie(`${long}1`)));
});

Deno.test("enumeration: a password that is right opens the account, so the doors are open", async () => {
  const site = await createSite();
  const browser = await site.signedIn();
  assertEquals((await browser.session())?.user?.email, STRANGER);
});
