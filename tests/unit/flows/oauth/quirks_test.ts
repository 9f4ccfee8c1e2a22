import { assertEquals, assertStrictEquals } from "@std/assert";
import { withQuirks } from "../../../../src/flows/oauth/quirks.ts";
import type { ResolvedOAuthProvider } from "../../../../src/types/resolved_provider.ts";

const provider = (id: string) => ({ id }) as ResolvedOAuthProvider;
const exchanged = { tokens: {}, claims: { sub: "1", email: "signed@example.com" } };
const run = (user: unknown, id = "apple") =>
  withQuirks(provider(id), exchanged, {
    user: typeof user === "string" ? user : JSON.stringify(user),
  }).claims;

Deno.test("withQuirks() adds the name that Apple posts with its answer", () => {
  const name = { firstName: "Ada", lastName: "Lovelace" };
  assertEquals(run({ name, email: "posted@example.com" }), {
    sub: "1",
    email: "signed@example.com",
    user: { name, email: "posted@example.com" },
  });
});

Deno.test("withQuirks() never replaces a signed claim by a posted field", () => {
  const claims = run({ sub: "2", email: "evil@example.com", name: { firstName: "Eve" } });
  assertEquals([claims?.sub, claims?.email], ["1", "signed@example.com"]);
});

Deno.test("withQuirks() ignores fields that are not strings", () => {
  for (const user of ["", "garbage", "null", "[]", '"text"', "1"]) {
    const { user: posted = { name: {} } } = run(user) as { user?: unknown };
    assertEquals(posted, { name: {} });
  }
  assertEquals(run({ name: { firstName: 1, lastName: { a: 1 } }, email: [] })?.user, { name: {} });
  assertEquals(run({ name: "Ada" })?.user, { name: {} });
});

Deno.test("withQuirks() does not change other providers and answers without claims", () => {
  const params = { user: '{"name":{"firstName":"Ada"}}' };
  for (const id of ["google", "constructor", "__proto__"]) {
    assertStrictEquals(withQuirks(provider(id), exchanged, params), exchanged);
  }
  const plain = { tokens: {} };
  assertStrictEquals(withQuirks(provider("apple"), plain, params), plain);
});
