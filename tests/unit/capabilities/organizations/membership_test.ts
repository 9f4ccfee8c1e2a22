import { assertEquals } from "@std/assert";
import { REASONS, Refusal } from "../../../../src/capabilities/organizations/refusal.ts";
import { masked } from "../../../../src/capabilities/organizations/refusal.ts";
import { readSources } from "../../_sources.ts";

Deno.test("Membership: only the read of the records, asSystem() and a delegation make one", async () => {
  const users = (await readSources()).filter(({ text }) => /\bmakeMembership\b/.test(text));
  assertEquals(users.map(({ path }) => path).sort(), [
    "src/capabilities/organizations/delegation.ts",
    "src/capabilities/organizations/membership.ts",
    "src/capabilities/organizations/read_membership.ts",
    "src/capabilities/organizations/system.ts",
  ]);
});

Deno.test("Refusal: every reason has an answer that is not stored", async () => {
  assertEquals(REASONS.length, 14);
  for (const reason of REASONS) {
    const refusal = new Refusal(reason);
    const answer = refusal.response();
    assertEquals(answer.status, refusal.status);
    assertEquals(answer.headers.get("cache-control"), "private, no-store");
    assertEquals((await answer.text()).length > 0, true);
    const location = "https://app.example/auth/signin";
    const led = new Refusal(reason, { location }).response();
    assertEquals([led.status, led.headers.get("location")], [303, location]);
  }
});

Deno.test("masked(): shows the domain and one character", () => {
  assertEquals(masked("ada@example.com"), "a…@example.com");
  assertEquals(masked("😀da@example.com"), "😀…@example.com");
});
