/**
 * Follows each guide in `docs/` literally, in an empty folder.
 *
 * @module
 */

import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { STARTERS } from "../../src/doctor/starters.ts";
import { withPostgres } from "../adapters/_postgres.ts";
import { checkTypes, follow, statesOf, stepsOf } from "./_guides.ts";

const docs = new URL("../../docs/", import.meta.url);

/** Documents that are no guides. */
const OTHERS = ["README.md"];

/** The guide whose reader has a database. */
const POSTGRES = "deno-deploy-postgres.md";

/** Text of each guide by its name. */
const guides = new Map<string, string>();
for await (const { name } of Deno.readDir(docs)) {
  if (!name.endsWith(".md") || OTHERS.includes(name)) continue;
  guides.set(name, await Deno.readTextFile(new URL(name, docs)));
}

for (const [name, markdown] of guides) {
  if (name === POSTGRES) continue;
  Deno.test(`docs/${name}: its steps work in an empty folder`, async () => {
    assert(stepsOf(markdown).length > 0);
    await follow(markdown);
  });
}

withPostgres(`docs/${POSTGRES}`, (server) => {
  Deno.test(`docs/${POSTGRES}: its steps work in an empty folder`, async () => {
    await follow(guides.get(POSTGRES)!, { DATABASE_URL: server().connectionString });
  });
});

Deno.test("docs: every file that a guide writes compiles", async () => {
  await checkTypes([...guides.values()].flatMap(statesOf));
});

Deno.test("docs/first-app.md: its app is the starter that `init` writes", () => {
  assertEquals(statesOf(guides.get("first-app.md")!), [STARTERS.deno.files]);
});

Deno.test("stepsOf() reads files, commands, output and pages", () => {
  const guide = [
    "Write\n`main.ts`:\n\n```ts\nlet a;\n```",
    "Start it:\n\n```sh\n# a comment\ndeno run \\\n  main.ts\n```",
    "Open `http://localhost:8000/`:\n\n```text\nHello …\n```",
    "1. It\n   prints\n\n   ```text\n   ok\n   ```",
  ].join("\n\n");
  assertEquals(stepsOf(guide), [
    { kind: "write", path: "main.ts", text: "let a;\n" },
    { kind: "commands", commands: ["deno run    main.ts"] },
    { kind: "open", url: "http://localhost:8000/", lines: ["Hello …"] },
    { kind: "output", lines: ["ok"] },
  ]);
  assertThrows(() => stepsOf("For example:\n\n```ts\nlet a;\n```"), Error, "No step begins");
});

Deno.test("statesOf() returns the files before the commands that use them", () => {
  const file = (path: string, text: string) => `\`${path}\`:\n\n\`\`\`ts\n${text}\n\`\`\``;
  const commands = "```sh\nls\n```";
  const guide = [file("a.ts", "1"), commands, commands, file("b.ts", "2"), file("a.ts", "3")];
  assertEquals(statesOf(guide.join("\n\n")), [
    { "a.ts": "1\n" },
    { "a.ts": "3\n", "b.ts": "2\n" },
  ]);
});

Deno.test("checkTypes() fails by a wrong type", async () => {
  const wrong = { "a.ts": "export const a: number = `b`;\n" };
  await assertRejects(() => checkTypes([{}, wrong]), Error, "TS2322");
});

Deno.test("follow() fails by a command, and by what is seen", async () => {
  await assertRejects(() => follow("```sh\nexit 3\n```"), Error, "failed");
  await assertRejects(() => follow("```sh\nexport A=1\n```"), Error, "changes the shell");
  const output = "```sh\necho one\n```\n\n```text\ntwo\n```";
  await assertRejects(() => follow(output), Error, '"two" is not in');
  const early = "`main.ts`:\n\n```ts\nDeno.exit();\n```\n\n```sh\ndeno run main.ts\n```";
  await assertRejects(() => follow(early), Error, "ended");
});
