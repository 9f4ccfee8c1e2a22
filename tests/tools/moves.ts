/**
 * Writes the plan and the diff of each app that the tests move, to be read before they are committed.
 *
 *     deno run -A tests/tools/moves.ts
 *
 * @module
 */

import { moveApps, recordOf, recordPath } from "../move/_apps.ts";

await Deno.mkdir(new URL("../move/expected/", import.meta.url), { recursive: true });
for (const app of moveApps) await Deno.writeTextFile(recordPath(app), await recordOf(app));
