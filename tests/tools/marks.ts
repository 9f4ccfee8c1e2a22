/**
 * Writes `pages/marks.ts`: the marks of built-in providers as path data, taken
 * from the CC0 icon package `simple-icons`. Run it when a provider is added:
 *
 *     deno run --allow-read --allow-env --allow-write=pages tests/tools/marks.ts
 *
 * @module
 */

import * as icons from "simple-icons";

/** Provider id → name of its icon. */
const MARKS: Record<string, keyof typeof icons> = {
  github: "siGithub",
  google: "siGoogle",
};

const lines = Object.entries(MARKS).map(([id, name]) => {
  const { path } = icons[name] as { path: string };
  return `  ${JSON.stringify(id)}:\n    ${JSON.stringify(path)},`;
});

await Deno.writeTextFile(
  "pages/marks.ts",
  `/**
 * Marks of providers as SVG path data for a 24 by 24 box, from the CC0 icon
 * package \`simple-icons\`. Written by \`tests/tools/marks.ts\`.
 *
 * @module
 */

/** Provider id → path data. */
export const marks: Readonly<Record<string, string>> = {
${lines.join("\n")}
};
`,
);
