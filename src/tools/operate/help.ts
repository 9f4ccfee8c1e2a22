/**
 * What the command prints about itself: the list of commands, and one with its options.
 *
 * @module
 */

import type { Command } from "./types.ts";

/** Commands by their word, in groups. */
export type Groups = Readonly<Record<string, Readonly<Record<string, Command>>>>;

/** What each option means, with the value that it takes. It means the same wherever it is taken. */
const OPTIONS: Readonly<Record<string, readonly [value: string, words: string]>> = {
  "--after": ["<place>", "the page after that place, which the page before prints"],
  "--all": ["", "all pages"],
  "--cancel": ["", "gives up a merge that is not finished"],
  "--concurrency": ["<number>", "rows at a time, 1 to 1,000. Default 500, or 8"],
  "--dry-run": ["", "compares each row with the store, and writes nothing"],
  "--env-file": ["<path>", "reads variables from a file, such as .env"],
  // In plain quotes, it would look like an import.
  [`--from`]: ["<system>", "auth0, clerk, csv, firebase, jsonl or supabase"],
  "--hash-config": ["<file>", "parameters of the hashes of firebase"],
  "--ignore": ["<column>,…", "columns of csv and jsonl that are left out"],
  "--into": ["<user>", "the account that stays"],
  "--json": ["", "prints JSON"],
  "--limit": ["<number>", "most of a page"],
  "--name": ["<event>", "entries of one event, such as user.suspended"],
  "--organization": ["<id>", "of one organization"],
  "--passwords": ["<file>", "hashes of auth0"],
  "--providers": ["<there>=<here>,…", "ids of providers that have other names here"],
  "--query": ["<beginning>", "of an address or a name, or a whole id"],
  "--since": ["<time>", "from that time on, such as 2030-01-31 or 2030-01-31T12:00Z"],
  "--source": [
    "<name>",
    "name of the other system, the same in each run. Default: that of the system",
  ],
  "--state": ["<state>", "active, suspended or unconfirmed"],
  "--stop": ["", "ends at the first row that is wrong"],
  "--until": ["<time>", "before that time"],
  "--user": ["<id>", "about one user"],
  "--without-passwords": ["", "leaves passwords out"],
  "--yes": ["", "does it"],
};

/** Options that all commands take. */
export const FOR_ALL = ["--json", "--env-file"];

const NOTES = `Without a module, it is one with a usual name, such as auth.ts or src/auth.ts.
<user> is an id, or a whole email address.

Exit code: 0; 1 when \`audit verify\` finds something wrong, or \`users import\` refuses a row; and 2 when
the command could not do it.`;

/** What is printed for what was typed: about one command, one group, or all. */
export function usage(groups: Groups, [group = "", word = ""]: readonly string[]): string {
  const commands = Object.hasOwn(groups, group) ? groups[group]! : undefined;
  const command = commands && Object.hasOwn(commands, word) ? commands[word]! : undefined;
  if (command) return usageOfOne(`${group} ${word}`, command);
  const shown = commands ? { [group]: commands } : groups;
  const lines = Object.entries(shown).flatMap(([group, commands]) =>
    Object.entries(commands).map(([word, command]) =>
      [makeCall(`${group} ${word}`, command), command.about] as const
    )
  );
  return `Usage:\n${inColumns(lines)}\n\nA command with --help prints its options.\n${NOTES}`;
}

function usageOfOne(title: string, command: Command): string {
  const options = [...command.flags, ...FOR_ALL].map((flag) => {
    const [value = "", words = ""] = OPTIONS[flag] ?? [];
    return [`${flag} ${value}`.trimEnd(), words] as const;
  });
  return `Usage: ${makeCall(title, command)}\n\nIt ${command.about}.\n\n${
    inColumns(options)
  }\n\n${NOTES}`;
}

function makeCall(title: string, { takes }: Command): string {
  return `${title}${takes === undefined ? "" : ` <${takes}>`} [module]`;
}

function inColumns(lines: readonly (readonly [string, string])[]): string {
  const width = Math.max(...lines.map(([first]) => first.length)) + 2;
  return lines.map(([first, words]) => `  ${first.padEnd(width)}${words}`.trimEnd()).join("\n");
}
