/**
 * The stopwatch: what it counts, what it prints, and that its ways agree with this repository.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { STARTERS } from "../../../src/tools/doctor/starters.ts";
import {
  APPS,
  countLines,
  LIBRARIES,
  listing,
  type Recipe,
  resultsTable,
  type Step,
  toSeconds,
} from "../../bench/stopwatch/_recipe.ts";
import { RECIPES } from "../../bench/stopwatch/_recipes.ts";

const STEPS: readonly Step[] = [
  { kind: "command", line: "npm install x" },
  { kind: "write", path: "a.ts", text: "// a comment\nlet a;\n\n/**\n * b\n */\nlet b;\n" },
  { kind: "add", path: ".env", text: "# a comment\nA=1\nB=2\n" },
  { kind: "replace", path: "main.ts", from: "one\ntwo\nthree", to: "four" },
  { kind: "replace", path: "main.ts", from: "five", to: "" },
  { kind: "start", line: "npm run dev" },
];

const recipe = (library: Recipe["library"], steps = STEPS): Recipe => ({
  library,
  app: "Next.js",
  steps,
  callbackPath: "/callback",
  authMethod: "client_secret_basic",
  signInPath: "/",
  hasButton: true,
});

Deno.test("countLines() counts commands and written lines, without blank ones and comments", () => {
  assertEquals(countLines(STEPS), { commands: 2, variables: 2, code: 3, total: 7 });
});

Deno.test("listing() has every command and every line that counts", () => {
  assertEquals(
    listing(recipe("@x/auth")),
    `Next.js, @x/auth: 7 lines (2 commands, 2 variables, 3 of code)
$ npm install x
write a.ts
    let a;
    let b;
add .env
    A=1
    B=2
replace main.ts
    four
replace main.ts
$ npm run dev`,
  );
});

Deno.test("toSeconds() has the median and the range", () => {
  assertEquals(toSeconds([3, 1, 2]), { median: 2, least: 1, most: 3 });
  assertEquals(toSeconds([4, 1, 2, 3]), { median: 2.5, least: 1, most: 4 });
  assertThrows(() => toSeconds([]), RangeError, "no samples");
});

Deno.test("resultsTable() marks the least of each app, whoever it is", () => {
  const [one, two] = [toSeconds([1]), toSeconds([2])];
  const rows = [
    { recipe: recipe("@x/auth", STEPS.slice(1)), cold: two, warm: one },
    { recipe: recipe("Auth.js"), cold: one, warm: two },
  ];
  assertEquals(
    resultsTable(rows),
    `| App | Library | lines | of code | caches empty | caches filled |
| --- | --- | --- | --- | --- | --- |
| Next.js | @x/auth | **6** | 3 | 2.0 s (2.0–2.0) | **1.0 s (1.0–1.0)** |
| Next.js | Auth.js | 7 | 3 | **1.0 s (1.0–1.0)** | 2.0 s (2.0–2.0) |`,
  );
});

Deno.test("the ways: every app with every library, and fewer lines with this one", () => {
  assertEquals(
    RECIPES.map(({ app, library }) => [app, library]),
    APPS.flatMap((app) => LIBRARIES.map((library) => [app, library])),
  );
  for (const app of APPS) {
    const [ours, ...peers] = RECIPES.filter((recipe) => recipe.app === app)
      .map(({ steps }) => countLines(steps).total);
    for (const peer of peers) assert(ours! < peer, `${app}: ${ours} lines, a peer has ${peer}`);
  }
});

Deno.test("the ways: all have the same three variables of the provider, and start one server", () => {
  for (const { steps } of RECIPES) {
    const env = steps.map((step) => "text" in step && step.path === ".env" ? step.text : "").join(
      "",
    );
    for (const name of ["ID", "SECRET", "ISSUER"]) assertStringIncludes(env, `AUTH_OP_${name}=`);
    assertEquals(steps.filter(({ kind }) => kind === "start").length, 1);
  }
});

Deno.test("the ways: what is replaced is in the files that `init` writes", () => {
  for (const { app, steps } of RECIPES) {
    const { files } = STARTERS[app === "Next.js" ? "next" : "deno"];
    for (const step of steps) {
      if (step.kind === "replace") assertStringIncludes(files[step.path]!, step.from);
    }
  }
});

Deno.test("the ways: all files are formatted alike, so that lines can be compared", async () => {
  const check = async (path: string, text: string) =>
    assertEquals(await formatted(path, text), text);
  for (const { app, steps } of RECIPES) {
    const { files } = STARTERS[app === "Next.js" ? "next" : "deno"];
    const edited: Record<string, string> = {};
    for (const step of steps) {
      if (step.kind === "write") await check(step.path, step.text);
      if (step.kind !== "replace") continue;
      const before = edited[step.path] ?? files[step.path]!;
      edited[step.path] = before.replace(step.from, () => step.to);
    }
    for (const [path, text] of Object.entries(edited)) await check(path, text);
  }
});

/** A text as `deno fmt` leaves it. */
async function formatted(path: string, text: string): Promise<string> {
  const extension = path.split(".").at(-1)!;
  const child = new Deno.Command(Deno.execPath(), {
    args: ["fmt", "--no-config", "--line-width=100", `--ext=${extension}`, "-"],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const output = new Response(child.stdout).text();
  await new Blob([text]).stream().pipeTo(child.stdin);
  await child.status;
  return await output;
}
