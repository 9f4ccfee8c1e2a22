/**
 * Writes the plan and the diff of each app that the tests move, to be read before they are committed,
 * and the table of the guide: how many lines the command leaves to a person. Prints them for each app,
 * that table, and how long a plan takes in an app of 3,000 files, by how many of them use the library.
 *
 *     deno run -A tests/tools/moves.ts
 *
 * @module
 */

import { inApp, moveApps, planOf, recordOf, recordPath } from "../move/_apps.ts";
import { FIGURES_GUIDE, linesLeft, withFigures } from "../move/_figures.ts";

await Deno.mkdir(new URL("../move/expected/", import.meta.url), { recursive: true });
for (const app of moveApps) await Deno.writeTextFile(recordPath(app), await recordOf(app));

const figures = await linesLeft();
for (const { name, left } of Object.values(figures).flat()) console.log(`${left}  ${name}`);
const guide = withFigures(await Deno.readTextFile(FIGURES_GUIDE), figures);
await Deno.writeTextFile(FIGURES_GUIDE, guide);
console.log(guide.split(/<!-- moves:\w+ -->/)[1]!.trim());

const [app] = moveApps;
for (const users of [10, 100, 1000]) {
  const files: Record<string, string> = {};
  for (let i = 0; i < 3000; i++) {
    files[`lib/part_${i}.tsx`] = i < users
      ? `import { useSession } from "next-auth/react";\nexport const Part${i} = () => useSession().data;\n`
      : `export const part = ${i};\n`;
  }
  await inApp({ files: { ...app!.files, ...files } }, async (folder) => {
    const begun = performance.now();
    const { plan } = await planOf(folder);
    const took = Math.round(performance.now() - begun);
    console.log(`${plan.app.searched} files searched, ${plan.parsed} parsed: ${took} ms`);
  });
}
