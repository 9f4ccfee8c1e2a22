/**
 * The command: its options, what it writes, and what git has afterwards.
 *
 * @module
 */

import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { main } from "../../src/tools/move/command.ts";
import { writeChanges } from "../../src/tools/move/write.ts";
import { inApp, moveApps, writeFiles } from "./_apps.ts";

const [app] = moveApps as [typeof moveApps[number]];

const WRITE = ["--write", "--no-install", "--no-check"];

async function run(args: readonly string[]): Promise<{ code: number; text: string }> {
  const texts: string[] = [];
  const code = await main(args, { print: (text) => texts.push(text), tell: () => {} });
  return { code, text: texts.join("\n") };
}

async function git(folder: string, ...args: string[]): Promise<string> {
  const own = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"];
  const { success, stdout, stderr } = await new Deno.Command("git", {
    args: [...own, ...args],
    cwd: folder,
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout).trim();
}

/** An app in a repository of git. */
async function inRepository(use: (folder: string) => Promise<void>): Promise<void> {
  await inApp(app, async (folder) => {
    await git(folder, "init", "--quiet");
    await git(folder, "config", "user.name", "Ada");
    await git(folder, "config", "user.email", "ada@example.com");
    await git(folder, "add", ".");
    await git(folder, "commit", "--quiet", "-m", "Begin");
    await use(folder);
  });
}

Deno.test("move: without --write nothing is written, and the plan is printed", async () => {
  await inRepository(async (folder) => {
    const { code, text } = await run([folder]);
    assertEquals(code, 0);
    assertStringIncludes(text, "5 files to change, 0 left to you, 0 stops");
    assertEquals(await git(folder, "status", "--porcelain"), "");
  });
});

Deno.test("move: --write makes one commit, which `git revert` undoes", async () => {
  await inRepository(async (folder) => {
    const before = await git(folder, "rev-parse", "HEAD^{tree}");
    const { code, text } = await run([folder, ...WRITE]);
    assertEquals(code, 0);
    const id = await git(folder, "rev-parse", "--short", "HEAD");
    assertStringIncludes(text, `Commit ${id}: \`git revert ${id}\``);
    assertEquals(
      await git(folder, "log", "--format=%s"),
      "Move from next-auth 4 to @x/auth\nBegin",
    );
    assertEquals(await git(folder, "status", "--porcelain"), "");
    assertStringIncludes(await Deno.readTextFile(`${folder}/lib/auth.ts`), "legacy: nextAuth4()");
    const again = await run([folder, ...WRITE]);
    assertEquals([again.code, await git(folder, "status", "--porcelain")], [0, ""]);
    assertStringIncludes(again.text, "already");
    await git(folder, "revert", "--no-edit", "HEAD");
    assertEquals(await git(folder, "rev-parse", "HEAD^{tree}"), before);
  });
});

Deno.test("move: files in git with changes need --force, and other changes stay out of the commit", async () => {
  await inRepository(async (folder) => {
    await Deno.writeTextFile(`${folder}/notes.txt`, "mine");
    const { code, text } = await run([folder, ...WRITE]);
    assertEquals(code, 1);
    assertStringIncludes(text, "commit them first, or pass --force");
    assertEquals(await git(folder, "status", "--porcelain"), "?? notes.txt");
    assertEquals((await run([folder, ...WRITE, "--force"])).code, 0);
    assertEquals(await git(folder, "status", "--porcelain"), "?? notes.txt");
  });
});

Deno.test("move: without git it needs --force", async () => {
  await inApp(app, async (folder) => {
    const refused = await run([folder, ...WRITE]);
    assertEquals(refused.code, 1);
    assertStringIncludes(refused.text, "nothing could undo the move");
    assertEquals((await run([folder, ...WRITE, "--force"])).code, 0);
    assertStringIncludes(await Deno.readTextFile(`${folder}/lib/auth.ts`), "@x/auth/next");
  });
});

Deno.test("move: a commit that a hook refuses leaves the written files, and is said", async () => {
  await inRepository(async (folder) => {
    await Deno.writeTextFile(`${folder}/.git/hooks/pre-commit`, "#!/bin/sh\nexit 1\n");
    await Deno.chmod(`${folder}/.git/hooks/pre-commit`, 0o755);
    const { code, text } = await run([folder, ...WRITE]);
    assertEquals(code, 0);
    assertStringIncludes(text, "Git has refused the commit");
    assertStringIncludes(await Deno.readTextFile(`${folder}/lib/auth.ts`), "@x/auth/next");
  });
});

Deno.test("move: --json has the changes, and each sentence with its place", async () => {
  await inApp(app, async (folder) => {
    const { code, text } = await run([folder, "--json"]);
    const json = JSON.parse(text);
    assertEquals(code, 0);
    assertEquals(
      [json.library, json.framework, json.routers, json.manager, json.isWritten],
      ["next-auth-4", "Next.js", ["app"], "npm", false],
    );
    assertEquals(json.changes.length, 5);
    for (const { kind, path, text } of json.notes) assert(kind && path && text);
  });
});

Deno.test("move: a wrong command line has exit code 2, and says the right one", async () => {
  for (const args of [["--jsno"], ["a", "b"], ["move", "a", "b"]]) {
    const { code, text } = await run(args);
    assertEquals(code, 2);
    assertStringIncludes(text, "Usage:");
  }
  assertEquals((await run(["move", "--help"])).code, 0);
});

Deno.test("writeChanges() undoes what it has written when a later file has changed or cannot be written", async () => {
  await inApp({ files: { "a.ts": "a", "b.ts": "b" } }, async (folder) => {
    const changes = [
      { path: "a.ts", before: "a", after: "A" },
      { path: "new/c.ts", after: "C" },
      { path: "b.ts", before: "another", after: "B" },
    ];
    await assertRejects(() => writeChanges(folder, changes), Error, "b.ts has changed");
    assertEquals(await Deno.readTextFile(`${folder}/a.ts`), "a");
    assertEquals(await Deno.stat(`${folder}/new/c.ts`).catch(() => "gone"), "gone");
    await Deno.remove(`${folder}/b.ts`);
    await Deno.mkdir(`${folder}/b.ts`);
    await assertRejects(() => writeChanges(folder, changes), Error, "directory");
    assertEquals(await Deno.readTextFile(`${folder}/a.ts`), "a");
    await Deno.remove(`${folder}/b.ts`);
    await writeFiles(folder, { "b.ts": "another" });
    await Deno.chmod(`${folder}/b.ts`, 0o600);
    await writeChanges(folder, changes);
    assertEquals(await Deno.readTextFile(`${folder}/b.ts`), "B");
    assertEquals((await Deno.stat(`${folder}/b.ts`)).mode! & 0o777, 0o600);
  });
});
