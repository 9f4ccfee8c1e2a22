/**
 * Follows each guide in `docs/` literally, in an empty folder.
 *
 * @module
 */

import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { STARTERS } from "../../src/doctor/starters.ts";
import { filesOf, follow, stepsOf } from "./_guides.ts";

const docs = new URL("../../docs/", import.meta.url);

/** Documents that are no guides. */
const OTHERS = ["README.md"];

for await (const { name } of Deno.readDir(docs)) {
  if (!name.endsWith(".md") || OTHERS.includes(name)) continue;
  Deno.test(`docs/${name}: its steps work in an empty folder, and its files compile`, async () => {
    const markdown = await Deno.readTextFile(new URL(name, docs));
    assert(stepsOf(markdown).length > 0);
    await follow(markdown);
  });
}

Deno.test("docs/first-app.md: its app is the starter that `init` writes", async () => {
  const markdown = await Deno.readTextFile(new URL("first-app.md", docs));
  assertEquals(filesOf(markdown), STARTERS.deno.files);
});

Deno.test("stepsOf() reads files, commands, output, pages and log lines", () => {
  const guide = [
    "Write\n`main.ts`:\n\n```ts\nlet a;\n```",
    "Start it:\n\n```sh\n# a comment\ndeno run \\\n  main.ts\n```",
    "Open `http://localhost:8000/`:\n\n```text\nHello …\n```",
    "You see in the log:\n\n```text\nready\n```",
    "1. It\n   prints\n\n   ```text\n   ok\n   ```",
  ].join("\n\n");
  assertEquals(stepsOf(guide), [
    { kind: "write", path: "main.ts", text: "let a;\n" },
    { kind: "commands", commands: ["deno run    main.ts"] },
    { kind: "open", url: "http://localhost:8000/", lines: ["Hello …"] },
    { kind: "log", lines: ["ready"] },
    { kind: "output", lines: ["ok"] },
  ]);
  assertThrows(() => stepsOf("For example:\n\n```ts\nlet a;\n```"), Error, "No step begins");
});

Deno.test("follow() fails by a command, by what is seen, and by types", async () => {
  await assertRejects(() => follow("```sh\nexit 3\n```"), Error, "failed");
  const output = "```sh\necho one\n```\n\n```text\ntwo\n```";
  await assertRejects(() => follow(output), Error, '"two" is not in');
  const types = "`a.ts`:\n\n```ts\nexport const a: number = `b`;\n```";
  await assertRejects(() => follow(types), Error, "TS2322");
  const early = "`main.ts`:\n\n```ts\nDeno.exit();\n```\n\n```sh\ndeno run main.ts\n```";
  await assertRejects(() => follow(early), Error, "ended");
});
