import { assertEquals, assertMatch } from "@std/assert";
import { findBreaches, type Measures, toTable } from "../tools/_budgets.ts";

const accepted: Measures = {
  bundle: { total: 1000, parts: { "src/auth.js": 600, "jose": 900, "src/old.js": 40 } },
  types: { total: 50, parts: { "src/types/config.ts": 500 } },
};

const bundleOf = (total: number, parts: Record<string, number>): Measures => ({
  bundle: { total, parts },
  types: accepted.types!,
});

Deno.test("findBreaches() finds none up to the margin, nor in smaller figures", () => {
  assertEquals(findBreaches(accepted, accepted), []);
  assertEquals(findBreaches(accepted, bundleOf(1020, { "src/auth.js": 620 })), []);
  assertEquals(findBreaches(accepted, bundleOf(1, {})), []);
});

Deno.test("findBreaches() names the modules that were added or grew most", () => {
  const measured = bundleOf(1021, {
    "src/auth.js": 1600,
    "jose": 900,
    "pages/marks.js": 58_371,
    "src/old.js": 30,
  });
  assertEquals(findBreaches(accepted, measured), [
    "bundle: 1,021, +2.1 % above the accepted 1,000; grown most:\n" +
    "  pages/marks.js +58,371 (new)\n" +
    "  src/auth.js +1,000",
  ]);
});

Deno.test("findBreaches() names at most eight modules, the largest growth first", () => {
  const parts = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`src/${i}.js`, i + 1]));
  const [message] = findBreaches(accepted, bundleOf(5000, parts));
  const lines = message!.split("\n").slice(1);
  assertEquals(lines.length, 8);
  assertEquals(lines[0], "  src/19.js +20 (new)");
});

Deno.test("findBreaches() reports growth without a grown module, and a budget without a figure", () => {
  assertEquals(findBreaches(accepted, bundleOf(2000, {})), [
    "bundle: 2,000, +100.0 % above the accepted 1,000; no module grew",
  ]);
  assertEquals(findBreaches({}, { types: accepted.types! }), ["types: no accepted figure"]);
});

Deno.test("toTable() shows accepted and measured totals", () => {
  const rows = toTable({ bundle: accepted.bundle! }, bundleOf(900, {})).split("\n");
  assertMatch(rows[1]!, /^bundle +1,000 +900 +-10\.0 %$/);
  assertMatch(rows[2]!, /^types +- +50 +new$/);
});

Deno.test("budgets: the accepted file has a total and modules for every budget", async () => {
  const file: Measures = JSON.parse(await Deno.readTextFile("tests/budgets.json"));
  assertEquals(Object.keys(file), ["bundle", "session bytes", "types", "tarball"]);
  for (const { total, parts } of Object.values(file)) {
    assertEquals(Number.isInteger(total) && total > 0, true);
    assertEquals(Object.keys(parts).length > 10, true);
  }
});
