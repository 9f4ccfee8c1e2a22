/**
 * Follows a guide of `docs/frameworks` as a reader does who has Node: types its commands and
 * writes its files, in their order. What starts the app is left to the row.
 *
 * @module
 */

import { assert, assertMatch } from "@std/assert";
import { pageShows, stepsOf } from "../outside/_guides.ts";
import type { Step } from "./_scenario.ts";
import { withTexts } from "./_updates.ts";

const docs = new URL("../../docs/frameworks/", import.meta.url);

/** The sentence that leads to the commands of the npm package. */
const PACKAGE_LINK = "](README.md#the-npm-package)";

/** Commands that start the app, of Deno, and of the doctor, which other tests run. */
const LEFT_OUT =
  /^(npm (run (dev|build)|start)|npx (wrangler dev|tsx|astro dev|nuxt dev)|npx @x\/auth)\b|^node --env-file|^(deno|AUTH_\w+=\S+) /;

/** Text of a guide. */
export async function readGuide(name: string): Promise<string> {
  return await Deno.readTextFile(new URL(`${name}.md`, docs));
}

/** What following a guide needs. */
export interface Follow {
  /** Folder in which the reader begins. */
  parent: string;
  /** Where the npm package is. */
  tarball: string;
  /** Replaces text in the files of the guide, once the reader has written them. */
  texts: Readonly<Record<string, string>>;
  run(cwd: string, command: string, args: string[]): Promise<unknown>;
}

/**
 * Follows a guide.
 *
 * @returns the folder of the app
 */
export async function followInNode(
  markdown: string,
  { parent, tarball, texts, run }: Follow,
): Promise<string> {
  const written: string[] = [];
  let folder = parent;
  for (const step of stepsOf(withPackage(markdown, tarball))) {
    if (step.kind === "write") {
      const path = `${folder}/${step.path}`;
      await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
      await Deno.writeTextFile(path, step.text);
      written.push(path);
    } else if (step.kind === "commands") {
      for (const command of step.commands) {
        const into = /^cd (\S+)$/.exec(command)?.[1];
        if (into) folder = `${folder}/${into}`;
        else if (!LEFT_OUT.test(command)) await run(folder, "bash", ["-c", command]);
      }
    }
  }
  // The reader has every file; the providers of the tests come beside those of the guide.
  for (const path of written) {
    await Deno.writeTextFile(path, withTexts(await Deno.readTextFile(path), texts));
  }
  return folder;
}

/** The guide with the command for the npm package, where it says to install the package. */
function withPackage(markdown: string, tarball: string): string {
  const at = markdown.indexOf(PACKAGE_LINK);
  assert(at >= 0, "The guide does not say to install the npm package");
  const end = markdown.indexOf("\n\n", at);
  const command = "```sh\nnpm install " + tarball + "\n```";
  return `${markdown.slice(0, end)}\n\n${command}${markdown.slice(end)}`;
}

/** Steps that open the pages of a guide, which show what it says. */
export function pagesOf(markdown: string): Step[] {
  return stepsOf(markdown).flatMap((step) =>
    step.kind !== "open" ? [] : [{
      name: `${new URL(step.url).pathname} shows what the guide says`,
      async run(_app, visitor) {
        const { response } = await visitor.browser.visit(new URL(step.url).pathname);
        pageShows(await response.text(), step.lines);
      },
    }]
  );
}

/** Fails unless the guide names the major version of a package that was installed. */
export async function checkVersion(folder: string, name: string, markdown: string): Promise<void> {
  const manifest = `${folder}/node_modules/${name}/package.json`;
  const { version } = JSON.parse(await Deno.readTextFile(manifest));
  const [, paragraph = ""] = markdown.split("\n\n");
  assertMatch(paragraph, new RegExp(`\\s${version.split(".")[0]}[\\s,.]`));
}
