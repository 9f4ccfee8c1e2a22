/**
 * The command line: prints the plan of a move, or carries it out.
 *
 * @module
 */

import { resolve } from "node:path";
import process from "node:process";
import { askDoctor, checkTypes, installPackages, lockFilesIn } from "./afterwards.ts";
import { pathFrom, run } from "./app.ts";
import { makePlan, type Planned } from "./make_plan.ts";
import type { Note } from "./plan.ts";
import { nameOf, type Outcome, toJson, toText } from "./print.ts";
import { commit, readTree, writeChanges } from "./write.ts";

const USAGE = `Usage:
  move [folder]     plans the move of an app from next-auth 4, Auth.js v5 or Better Auth, and
                    prints the plan
    --from 0.2        moves an app of this library from that version
    --write           writes the plan, as one commit; the files in git must have no other changes
    --force           writes although they have, or although there is no git
    --no-install      does not install the packages afterwards
    --no-check        runs neither the app's type check nor the doctor afterwards
    --json            prints JSON

Exit code: 0 when the plan can be written, or was; 1 when something stops it; 2 for a wrong command
line. What is left to you does not change it.`;

/** The option that names an earlier version of this library, and the versions that the command knows. */
const EARLIER = `--from`;
const VERSIONS = ["0.2"];

const FLAGS = ["--write", "--force", "--no-install", "--no-check", "--json", "--help"];

/** Parts of the process that the command uses; tests pass their own. */
export interface MoveHost {
  /** Prints a text of the result. */
  print(text: string): void;
  /** Tells of progress. Default: on a terminal alone. */
  tell?(text: string): void;
}

/** Runs the command; returns the exit code. */
export async function main(
  args: readonly string[],
  host: MoveHost = { print: console.log },
): Promise<number> {
  // The command of the npm package has this word in front of all others.
  const [first, ...rest] = args;
  const all = first === "move" ? rest : args;
  const at = all.indexOf(EARLIER);
  const version = at < 0 ? undefined : all[at + 1] ?? "";
  const given = at < 0 ? all : [...all.slice(0, at), ...all.slice(at + 2)];
  const flags = new Set(given.filter((one) => one.startsWith("-")));
  const words = given.filter((one) => !one.startsWith("-"));
  const unknown = [...flags].find((flag) => !FLAGS.includes(flag));
  const isKnown = version === undefined || VERSIONS.includes(version);
  if (unknown !== undefined || words.length > 1 || !isKnown) {
    const problem = unknown
      ? `There is no option ${unknown}`
      : isKnown
      ? "Pass one folder"
      : `The command does not know the version "${version}": pass ${VERSIONS.join(" or ")}`;
    host.print(`${problem}\n\n${USAGE}`);
    return 2;
  }
  if (flags.has("--help")) {
    host.print(USAGE);
    return 0;
  }
  const folder = resolve(words[0] ?? ".");
  const tell = host.tell ?? tellTerminal;
  const planned = await makePlan(
    folder,
    (done, all) => tell(`${done} of ${all} files searched`),
    version !== undefined,
  );
  if (typeof planned === "string") return refuse(planned, flags, host);
  const stops = planned.plan.notes.filter(({ kind }) => kind === "stop");
  const hasNothing = planned.plan.changes.length === 0;
  if (!flags.has("--write") || stops.length > 0 || hasNothing) {
    print(planned, { isWritten: false, remarks: [], found: [] }, flags, host);
    return stops.length > 0 ? 1 : 0;
  }
  const tree = await readTree(folder);
  if (tree !== "clean" && !flags.has("--force")) {
    const problem = tree === "dirty"
      ? "The files in git have changes: commit them first, or pass --force"
      : "The folder is in no git repository, so nothing could undo the move: pass --force";
    return refuse(problem, flags, host);
  }
  try {
    await writeChanges(folder, planned.plan.changes);
  } catch (error) {
    return refuse(`Nothing is written. ${(error as Error).message}`, flags, host);
  }
  print(planned, await finish(planned, tree !== undefined, flags, tell), flags, host);
  return 0;
}

/** The steps after the edits. */
async function finish(
  planned: Planned,
  isInGit: boolean,
  flags: ReadonlySet<string>,
  tell: (text: string) => void,
): Promise<Outcome> {
  const { plan } = planned;
  const { app } = plan;
  const remarks: string[] = [];
  const found: Note[] = [];
  if (flags.has("--no-install")) {
    found.push({ kind: "left", path: app.manifest.path, text: `run \`${app.manager} install\`` });
  } else {
    tell(`${app.manager} install`);
    const problem = await installPackages(app);
    if (problem) found.push({ kind: "left", path: app.manifest.path, text: problem });
  }
  let made: string | undefined;
  if (isInGit) {
    const paths = [
      ...plan.changes.map(({ path }) => path),
      ...await lockFiles(app.folder, app.root),
    ];
    const subject = planned.library === "x-auth"
      ? "Move to a later version of @x/auth"
      : `Move from ${nameOf(planned)} to @x/auth`;
    made = await commit(app.folder, paths, subject);
    remarks.push(
      made
        ? `Commit ${made}: \`git revert ${made}\` undoes the move.`
        : "Git has refused the commit, for example by a hook: the files are written.",
    );
  }
  if (!flags.has("--no-check")) {
    tell("the type check");
    const faults = await checkTypes(app);
    if (!faults) remarks.push("No type check was found, so none has run.");
    else if (faults.length === 0) remarks.push("The type check of the app passes.");
    else found.push(...faults);
    const module = moduleOf(planned);
    if (module) remarks.push(...await askDoctor(app.folder, module));
  }
  return { isWritten: true, commit: made, remarks, found };
}

/** Changed lock files, from the folder of the app. */
async function lockFiles(folder: string, root: string): Promise<string[]> {
  const status = await run("git", ["status", "--porcelain", "--", "."], root) ?? "";
  const top = (await run("git", ["rev-parse", "--show-toplevel"], root))?.trim() ?? root;
  return lockFilesIn(status).map((path) => pathFrom(folder, resolve(top, path)));
}

/** The module of the config: the one that calls a maker, and is no route. */
function moduleOf({ plan }: Planned): string | undefined {
  const paths = plan.changes.map(({ path }) => path).filter((path) => /\.[cm]?[jt]s$/.test(path));
  return paths.find((path) => /(^|\/)(next-)?auth\.[cm]?[jt]s$/.test(path)) ??
    paths.find((path) => /auth/i.test(path) && !/middleware|\.d\.ts$/.test(path));
}

function print(
  planned: Planned,
  outcome: Outcome,
  flags: ReadonlySet<string>,
  { print }: MoveHost,
): void {
  print(flags.has("--json") ? toJson(planned, outcome) : toText(planned, outcome));
}

/** Says why nothing is planned or written. An app that has moved is no error. */
function refuse(problem: string, flags: ReadonlySet<string>, { print }: MoveHost): number {
  const isDone = /^The app uses @x\/auth already/.test(problem);
  print(flags.has("--json") ? JSON.stringify({ problem, isWritten: false }) : problem);
  return isDone ? 0 : 1;
}

function tellTerminal(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}
