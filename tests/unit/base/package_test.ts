import { assertEquals } from "@std/assert";
import { explainNotLoaded } from "../../../src/base/package.ts";

Deno.test("explainNotLoaded() tells a package that is missing from one that fails", () => {
  const missing = "the package `a` is not installed; run `npm install a`";
  const failing = "the package `a` cannot be loaded in this runtime; see `cause`";
  const coded = (code: string) => Object.assign(new Error("no"), { code });
  // Node and Bun; webpack and Turbopack; Next.js with webpack; Vite.
  assertEquals(explainNotLoaded("a", coded("ERR_MODULE_NOT_FOUND")), missing);
  assertEquals(explainNotLoaded("a", coded("MODULE_NOT_FOUND")), missing);
  assertEquals(explainNotLoaded("a"), missing);
  const byVite = new Error('Could not resolve "a" imported by "@x/auth". Is it installed?');
  assertEquals(explainNotLoaded("a", byVite), missing);
  assertEquals(explainNotLoaded("a", coded("ENOENT")), failing);
  assertEquals(explainNotLoaded("a", "text"), failing);
  assertEquals(explainNotLoaded("a", null), failing);
});
