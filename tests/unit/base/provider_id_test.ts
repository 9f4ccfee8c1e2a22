import { assertEquals } from "@std/assert";
import { providerId } from "../../../src/base/provider_id.ts";

Deno.test("providerId(): what the app chose, else the provider's own", () => {
  assertEquals(providerId({ id: "github-work" }, "github"), "github-work");
  assertEquals(providerId({}, "github"), "github");
  assertEquals(providerId(undefined, "github"), "github");
});
