import { assertEquals, assertStringIncludes } from "@std/assert";
import {
  CPU_MARGIN,
  findCpuBreaches,
  type MeasureRatio,
  measureRatios,
  toCpuTable,
  WATCHED,
} from "../tools/_cpu_budgets.ts";
import { findWorkload } from "../bench/workloads/mod.ts";

/** Measures that are handed out one after the other. */
function measuring(...ratios: number[]): { measure: MeasureRatio; asked: () => number } {
  let asked = 0;
  return { measure: () => Promise.resolve(ratios[asked++]!), asked: () => asked };
}

Deno.test("measureRatios() measures a ratio above its margin again, and the smallest counts", async () => {
  const high = 2 * (1 + CPU_MARGIN) + 0.1;
  for (
    const [ratios, asked, found] of [
      [[2.1], 1, 0],
      [[high, 2.2], 2, 0],
      [[high, high, high, high - 0.05], 4, 1],
    ] as const
  ) {
    const { measure, asked: count } = measuring(...ratios);
    const measured = await measureRatios({ mail: 2 }, measure, ["mail"]);
    assertEquals(count(), asked);
    assertEquals(measured.mail, Math.round(Math.min(...ratios) * 100) / 100);
    assertEquals(findCpuBreaches({ mail: 2 }, measured).length, found);
  }
});

Deno.test("findCpuBreaches() names the workload, both ratios and the command, and asks for a missing figure", () => {
  const [breach, missing] = findCpuBreaches({ mail: 2 }, { mail: 4.2, csrf: 1 });
  assertStringIncludes(breach!, "cpu of mail: 4.2 times the floor, 2 accepted");
  assertStringIncludes(breach!, "deno task bench --only mail");
  assertEquals(missing, "cpu of csrf: no accepted ratio");
  assertStringIncludes(toCpuTable({ mail: 2 }, { mail: 4.2, csrf: 1 }), "2.10×");
});

Deno.test("every workload with a budget of CPU time is one, with its contender and an accepted ratio", async () => {
  const accepted = JSON.parse(await Deno.readTextFile("tests/budgets_cpu.json"));
  assertEquals(Object.keys(accepted).sort(), Object.keys(WATCHED).sort());
  for (const [id, contender] of Object.entries(WATCHED)) {
    assertEquals(typeof findWorkload(id).contenders[contender], "function", id);
  }
});
