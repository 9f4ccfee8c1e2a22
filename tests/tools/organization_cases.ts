/**
 * Prints the cases of organizations as a table, on Better Auth and here. Every cell is measured by
 * requests; exits with 1 when a case does not hold here.
 *
 *     deno run -A tests/tools/organization_cases.ts [--rounds=200] [--only=owners-leave]
 *
 * @module
 */

import { captureConsole } from "../_console.ts";
import { CASES } from "../flows/_organization_cases.ts";
import { createOwnSite } from "../flows/_organization_own_site.ts";
import { all, type Case, type CreateSite, type Verdict } from "../flows/_organization_scenes.ts";
import { LATENCY } from "../flows/_organization_site.ts";
import { STRATEGIES } from "../flows/_strategies.ts";
import { createPeerSite, OPTIONS, REMARKS } from "./_organization_better_auth.ts";
import { versionOf } from "./_versions.ts";

/** Rounds where a case is measured once more, with other options. */
const FEW_ROUNDS = 20;

/** A case on both libraries. */
interface Row {
  sentence: string;
  theirs: Verdict;
  /** With each documented option that closes a case. */
  strict: Verdict;
  ours: Verdict;
  notes: string[];
}

async function measureTheirs(one: Case, rounds: number): Promise<Omit<Row, "ours">> {
  const theirs = await one.measure((options) => createPeerSite(options), rounds);
  const few = Math.min(rounds, FEW_ROUNDS);
  const strict = await one.measure(
    (options) => createPeerSite({ ...options, isStrict: true }),
    few,
  );
  // It prints errors of its own code; they are seen in the answers.
  using _printed = captureConsole("error");
  const inMemory = await one.measure(
    (options) => createPeerSite({ ...options, isInMemory: true }),
    few,
  );
  const notes = one.id in REMARKS ? [REMARKS[one.id]!] : [];
  const say = ({ holds, found }: Verdict) => `${holds ? "holds" : "does not hold"} (${found})`;
  if (strict.holds !== theirs.holds) notes.push(`${OPTIONS[one.id] ?? "?"}: ${say(strict)}`);
  if (inMemory.holds !== theirs.holds) notes.push(`With its memory adapter: ${say(inMemory)}`);
  return { sentence: one.sentence, theirs, strict, notes };
}

async function measureOurs(one: Case, rounds: number): Promise<Verdict> {
  const verdicts: Verdict[] = [];
  for (const strategy of STRATEGIES) {
    const create: CreateSite = (options) => createOwnSite(strategy, options);
    verdicts.push(await one.measure(create, rounds));
  }
  return all(verdicts);
}

function cell({ holds, found }: Verdict): string {
  return `${holds ? "holds" : "**does not hold**"}: ${found}`;
}

if (import.meta.main) {
  const valueOf = (name: string) =>
    Deno.args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
  const rounds = Number(valueOf("rounds") ?? 200);
  const only = valueOf("only") ?? "";
  const peer = `better-auth ${await versionOf("better-auth")}`;
  const rows: Row[] = [];
  for (const one of CASES.filter(({ id }) => id.includes(only))) {
    rows.push({ ...await measureTheirs(one, rounds), ours: await measureOurs(one, rounds) });
  }
  console.log(`Races: ${rounds} rounds, ${LATENCY} ms for each call of the store.`);
  console.log(`${peer}: SQLite with its own tables. @x/auth: SQLite, with each kind of session.`);
  console.log(`\n| | Case | ${peer} | @x/auth |\n| --- | --- | --- | --- |`);
  const notes: string[] = [];
  rows.forEach((row, index) => {
    const marks = row.notes.map((note) => ` [${notes.push(note)}]`).join("");
    const cells = [index + 1, row.sentence, cell(row.theirs) + marks, cell(row.ours)];
    console.log(`| ${cells.join(" | ")} |`);
  });
  if (notes.length > 0) console.log("");
  notes.forEach((note, index) => console.log(`${index + 1}. ${note}`));
  const score = (pick: (row: Row) => Verdict) =>
    `${rows.filter((row) => pick(row).holds).length} of ${rows.length}`;
  console.log("\nHooks, in which an app writes checks of its own, are not options: none is set.");
  console.log(`\n${peer}: ${score(({ theirs }) => theirs)}`);
  console.log(`${peer}, with the options of the notes: ${score(({ strict }) => strict)}`);
  console.log(`@x/auth: ${score(({ ours }) => ours)}`);
  if (rows.some(({ ours }) => !ours.holds)) Deno.exit(1);
}
