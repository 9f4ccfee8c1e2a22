/**
 * A revision of this repository beside the sources, as two processes of one app with every
 * capability that both have, on each store and with both strategies, in both directions:
 *
 *     deno run -A tests/tools/beside.ts <revision> [--in-turn]
 *
 * With `--in-turn`, each request also goes to the next process, so that a form which the one has
 * drawn must count for the other.
 *
 * The revision may be a package that was built, `x-auth-0.2.0.tgz`; `NPM_PACKAGE` names the folder
 * with that of the sources, which is built without it. It fails when anybody is signed out, or anything of the one cannot be read by the other.
 *
 * @module
 */

import { SHARED, startOn, STRATEGIES, walk } from "../beside/_walk.ts";
import { versionNow, versionOf } from "../beside/_versions.ts";

if (import.meta.main) {
  const [revision, option] = Deno.args;
  if (revision === undefined) {
    console.error("Which revision? Write `deno run -A tests/tools/beside.ts <revision>`");
    Deno.exit(2);
  }
  await using before = await versionOf(revision);
  await using now = await versionNow();
  let failed = 0;
  let total = 0;
  let shown = "";
  for (const shared of SHARED) {
    for (const strategy of STRATEGIES) {
      await using started = await startOn([before, now], shared, strategy);
      const { app, capabilities } = started;
      if (shown === "") console.log(shown = `Both have: ${capabilities.join(", ")}`);
      let taken = 0;
      let failures = 0;
      for await (const { name, error } of walk(app, capabilities, option === "--in-turn")) {
        taken++;
        if (!error) continue;
        const why = error.message.replaceAll(/\s+/g, " ").slice(0, 300);
        console.log(`  ${name}: ${why}`);
        failures++;
      }
      total += taken;
      failed += failures;
      console.log(`${shared.name}, ${strategy}: ${taken - failures} of ${taken}`);
    }
  }
  console.log(`${revision} beside the sources: ${total - failed} of ${total}`);
  if (failed > 0) Deno.exitCode = 1;
}
