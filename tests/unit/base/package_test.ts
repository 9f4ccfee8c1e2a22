import { assertEquals } from "@std/assert";
import { whyNotLoaded } from "../../../src/base/package.ts";

Deno.test("whyNotLoaded() tells a package that is missing from one that fails", () => {
  const missing = "the package `a` is not installed; run `npm install a`";
  const failing = "the package `a` cannot be loaded in this runtime; see `cause`";
  const coded = (code: string) => Object.assign(new Error("no"), { code });
  // Node and Bun; webpack and Turbopack; Next.js with webpack; Vite.
  assertEquals(whyNotLoaded("a", coded("ERR_MODULE_NOT_FOUND")), missing);
  assertEquals(whyNotLoaded("a", coded("MODULE_NOT_FOUND")), missing);
  assertEquals(whyNotLoaded("a"), missing);
  const byVite = new Error('Could not resolve "a" imported by "@x/auth". Is it installed?');
  assertEquals(whyNotLoaded("a", byVite), missing);
  assertEquals(whyNotLoaded("a", coded("ENOENT")), failing);
  assertEquals(whyNotLoaded("a", "text"), failing);
  assertEquals(whyNotLoaded("a", null), failing);
});
