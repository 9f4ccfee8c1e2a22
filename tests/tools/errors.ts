/**
 * Writes `docs/errors.md` from the classes in `src/errors.ts` and their documentation;
 * task `errors`.
 *
 * @module
 */

import * as errors from "../../src/errors.ts";
import { REPOSITORY } from "../../src/tools/doctor/docs.ts";

type ErrorClass = typeof errors.AuthError;

/** A class of error that apps know, with its documentation. */
export interface ErrorPage {
  /** Name of the class. */
  name: string;
  /** The class. */
  Class: ErrorClass;
  /** Markdown of its documentation, without tags. */
  text: string;
}

const INTRODUCTION = `# Errors

Each failure has a class in \`@x/auth/errors\`. The log line starts with the name of the class, says the
cause and the cure, and links to the documentation of the class, which this page repeats. The browser
learns the name only where the table says so, otherwise \`Configuration\`. An error without a page is
answered with its status and its message. Errors of your own extend one of these classes, and their log
lines link to it.
`;

/** Every class that JSR has a page of, by name; `deno doc` reads them as JSR does. */
export async function readErrorPages(): Promise<ErrorPage[]> {
  const { href } = new URL("../../src/errors.ts", import.meta.url);
  const symbols = JSON.parse(await run(["doc", "--json", href])).nodes[href].symbols;
  const pages: ErrorPage[] = [];
  for (const { name, declarations: [{ kind, jsDoc }] } of symbols) {
    const isInternal = jsDoc?.tags?.some((tag: { kind: string }) => tag.kind === "internal");
    if (kind !== "class" || isInternal) continue;
    const Class = (errors as unknown as Record<string, ErrorClass>)[name]!;
    // Leaves out another name of a class.
    if (Class.name === name) pages.push({ name, Class, text: jsDoc?.doc ?? "" });
  }
  return pages.sort((a, b) => a.name < b.name ? -1 : 1);
}

/** The document, formatted. */
export async function toErrors(pages: readonly ErrorPage[]): Promise<string> {
  const rows = pages.map(({ name, Class: { status, kind, direct, clientSafe, reason } }) => {
    const page = direct ? "none" : kind === "signIn" ? "sign-in" : kind;
    const seen = direct ? "the message" : clientSafe ? "the name" : "`Configuration`";
    return `| ${toAnchor(name)} | ${status} | ${page} | ${seen} | \`${reason}\` |`;
  });
  const sections = pages.map(({ name, text }) => `\n## ${name}\n\n${withLinks(text)}\n`);
  return await run(
    ["fmt", "--ext=md", "-"],
    [
      INTRODUCTION,
      "| Class | Status | Page | The browser learns | Reason in the audit log |",
      "| --- | --- | --- | --- | --- |",
      ...rows,
      ...sections,
    ].join("\n"),
  );
}

/** Links to guides become relative, and those to other classes lead to their section. */
function withLinks(text: string): string {
  return text
    .replaceAll(`](${REPOSITORY}/blob/HEAD/docs/`, "](")
    .replaceAll(/\{@linkcode (\w+)\}/g, (_, name) => toAnchor(name));
}

const toAnchor = (name: string): string => `[${name}](#${name.toLowerCase()})`;

/** Output of a command of Deno. */
async function run(args: string[], input = ""): Promise<string> {
  const child = new Deno.Command(Deno.execPath(), {
    args,
    cwd: new URL("../../", import.meta.url),
    env: { NO_COLOR: "1" },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(input));
  await writer.close();
  const { success, stdout, stderr } = await child.output();
  if (!success) throw new Error(`deno ${args[0]} failed: ${new TextDecoder().decode(stderr)}`);
  return new TextDecoder().decode(stdout);
}

if (import.meta.main) {
  const text = await toErrors(await readErrorPages());
  await Deno.writeTextFile(new URL("../../docs/errors.md", import.meta.url), text);
}
