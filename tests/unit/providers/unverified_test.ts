/**
 * Providers that say in words of their own that nobody has proven an address.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import Discord from "../../../src/providers/discord.ts";
import Kakao from "../../../src/providers/kakao.ts";
import Wikimedia from "../../../src/providers/wikimedia.ts";
import type { ProfileCallback } from "../../../src/types/provider.ts";

const email = "foreign@example.com";

// deno-lint-ignore no-explicit-any -- each provider has a profile of its own
const cases: [string, ProfileCallback<any>, (verified: boolean) => object][] = [
  ["Discord", Discord().profile!, (verified) => ({
    id: "1",
    username: "eve",
    discriminator: "0",
    avatar: null,
    email,
    verified,
  })],
  ["Kakao", Kakao().profile!, (is_email_verified) => ({
    id: 1,
    kakao_account: { email, is_email_verified },
  })],
  ["Wikimedia", Wikimedia().profile!, (confirmed_email) => ({
    sub: "1",
    username: "eve",
    email,
    confirmed_email,
  })],
];

for (const [name, profile, answer] of cases) {
  Deno.test(`${name}() takes no address that its site has not verified`, async () => {
    assertEquals((await profile(answer(true), {})).email, email);
    assertEquals((await profile(answer(false), {})).email, null);
  });
}
