/**
 * Prints the table of credentials and states, here and on Better Auth. Every cell is measured by
 * requests; exits with 1 when a cell does not hold here.
 *
 *     deno run -A tests/tools/credential_cases.ts [--only=suspended]
 *
 * @module
 */

import { MemoryAdapter } from "../../adapters/memory.ts";
import { createCredentialApp } from "../flows/_credential_app.ts";
import {
  type Cell,
  CELLS,
  type Credential,
  CREDENTIALS,
  measure,
  STATES,
  type Verdict,
} from "../flows/_credential_cases.ts";
import { checkCell } from "../flows/_credential_checks.ts";
import { createCredentialSite } from "../flows/_credential_own_site.ts";
import { STRATEGIES } from "../flows/_strategies.ts";
import { createPeerSite, REMARKS, STRICT_OPTIONS } from "./_credential_better_auth.ts";
import { versionOf } from "./_versions.ts";

/** A cell on both libraries; `null` where one does not have it. */
interface Row {
  readonly cell: Cell;
  readonly theirs: Verdict | null;
  readonly strict: Verdict | null;
  readonly ours: Verdict;
}

/** The cell with both kinds of sessions: not any refusal, but the one of its state. */
async function measureOurs(cell: Cell): Promise<Verdict> {
  const found = new Set<string>();
  for (const strategy of STRATEGIES) {
    const app = createCredentialApp(strategy, MemoryAdapter());
    const site = createCredentialSite(app);
    try {
      await checkCell(app, site, cell, strategy);
      found.add((await measure(site, cell))!.found);
    } catch (error) {
      return { holds: false, found: (error as Error).message.split("\n")[0]! };
    }
  }
  return { holds: true, found: [...found].join("; ") };
}

function text(verdict: Verdict | null): string {
  if (!verdict) return "-";
  return verdict.holds ? verdict.found : `**does not hold**: ${verdict.found}`;
}

/** One table: a row for each state, a column for each credential. */
function printTable(
  rows: readonly Row[],
  pick: (row: Row) => Verdict | null,
  mark: (cell: Cell) => string = () => "",
): void {
  const names = Object.keys(CREDENTIALS) as Credential[];
  console.log(`| | ${names.map((name) => CREDENTIALS[name]).join(" | ")} |`);
  console.log(`| --- |${" --- |".repeat(names.length)}`);
  for (const [state, words] of Object.entries(STATES)) {
    const inState = rows.filter(({ cell }) => cell.state === state);
    if (inState.length === 0) continue;
    const cells = inState.map((row) => text(pick(row)) + mark(row.cell));
    console.log(`| ${words} | ${cells.join(" | ")} |`);
  }
}

if (import.meta.main) {
  const only = Deno.args.find((arg) => arg.startsWith("--only="))?.slice("--only=".length) ?? "";
  const peer = `better-auth ${await versionOf("better-auth")}`;
  const plugin = `@better-auth/api-key ${await versionOf("@better-auth/api-key")}`;
  const cells = CELLS.filter(({ credential, state }) => `${state} ${credential}`.includes(only));
  const rows: Row[] = [];
  const theirs = await createPeerSite();
  const strict = await createPeerSite({ isStrict: true });
  for (const cell of cells) {
    rows.push({
      cell,
      theirs: await measure(theirs, cell),
      strict: await measure(strict, cell),
      ours: await measureOurs(cell),
    });
  }
  await theirs.close();
  await strict.close();

  const refusing = cells.filter(({ isRefused }) => isRefused).length;
  console.log(`${cells.length} cells: ${refusing} must refuse, ${cells.length - refusing} must`);
  console.log("go on working, since the credential is not the one of the user who made it.\n");
  console.log("@x/auth, memory, with each kind of session:\n");
  printTable(rows, ({ ours }) => ours);
  const notes: string[] = [];
  const markOf = ({ credential, state }: Cell) => {
    const note = REMARKS[`${state} ${credential}`];
    return note ? ` [${notes.push(note)}]` : "";
  };
  console.log(`\n${peer} with ${plugin}, SQLite; \`-\`: it has no such credential or state:\n`);
  printTable(rows, (row) => row.theirs, markOf);
  console.log("");
  notes.forEach((note, index) => console.log(`${index + 1}. ${note}`));
  console.log(`\nStrict options: ${STRICT_OPTIONS.join("; ")}.`);
  const both = rows.filter((row) => row.theirs !== null);
  const score = (among: readonly Row[], pick: (row: Row) => Verdict | null) =>
    `${among.filter((row) => pick(row)?.holds).length} of ${among.length}`;
  console.log(`\nOver the ${both.length} cells that both have:`);
  console.log(`${peer}: ${score(both, (row) => row.theirs)}`);
  console.log(`@x/auth: ${score(both, ({ ours }) => ours)}`);
  const withStrict = rows.filter((row) => row.strict !== null);
  console.log(`\nOver the ${withStrict.length} cells that both have with the strict options:`);
  console.log(`${peer}: ${score(withStrict, (row) => row.strict)}`);
  console.log(`@x/auth: ${score(withStrict, ({ ours }) => ours)}`);
  console.log(`\nOver all cells: @x/auth: ${score(rows, ({ ours }) => ours)}`);
  if (rows.some(({ ours }) => !ours.holds)) Deno.exit(1);
}
