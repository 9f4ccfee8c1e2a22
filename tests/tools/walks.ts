/**
 * Prints what some requests cost, with token sessions and with database sessions: functions that are
 * entered, decryptions of the session cookie, and calls of the store.
 *
 *     deno run -A tests/tools/walks.ts [--calls]
 *
 * With `--calls` it names the calls of the store.
 *
 * @module
 */

import { measureWalks } from "./_walks.ts";

if (import.meta.main) {
  const named = Deno.args.includes("--calls");
  console.log("| Request | Sessions | Functions | Entered | Decryptions | Reads | Writes |");
  console.log("| --- | --- | --: | --: | --: | --: | --: |");
  const walks = await measureWalks();
  for (const { name, strategy, functions, entered, decryptions, reads, writes } of walks) {
    const cells = [name, strategy, functions, entered, decryptions, reads.length, writes.length];
    console.log(`| ${cells.join(" | ")} |`);
  }
  if (named) {
    for (const { name, strategy, reads, writes } of walks) {
      console.log(
        `\n${name}, ${strategy}\n  reads: ${reads.join(", ")}\n  writes: ${writes.join(", ")}`,
      );
    }
  }
}
