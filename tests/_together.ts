/**
 * The test files of a job in one module graph, so that what they import is loaded once:
 *
 *     deno test -A --no-check tests/_together.ts -- <files…>
 *
 * With the variable `TEST_CPU` it prints the CPU seconds of each file.
 *
 * @module
 */

import { CPU, cpuLine, cpuSeconds } from "./_cpu.ts";

const measures = Deno.env.has(CPU);
const loading = new Map<string, number>();
let since = measures ? cpuSeconds() : 0;

for (const path of Deno.args) {
  await import(new URL(path, `file://${Deno.cwd()}/`).href);
  if (measures) {
    loading.set(path, took());
    Deno.test(`CPU seconds of ${path}`, () => {
      // What follows the loading of the last file is part of the first one.
      console.log(cpuLine(took(), path));
      console.log(cpuLine(loading.get(path)!, `load:${path}`));
    });
  }
}

function took(): number {
  const now = cpuSeconds();
  const seconds = now - since;
  since = now;
  return seconds;
}
