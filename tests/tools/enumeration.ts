/**
 * Tries every door that takes an email address 2000 times, with addresses of users and of nobody, and
 * compares what a stranger sees: bytes, steps, headers, cookies and time. Exits with 1 when an answer
 * differs, or when the times can be told apart.
 *
 *     deno run -A tests/tools/enumeration.ts [--tries=2000] [--only=link]
 *
 * @module
 */

import type { TestBrowser } from "../../src/tools/testing/mod.ts";
import { rankOf, summarize } from "../bench/_statistics.ts";
import { ADDRESSES, createSite, DOORS, FORMS, knock, seenOf } from "../flows/_enumeration.ts";
import type { Door, Site } from "../flows/_enumeration.ts";

/** Tries before the times count, in which code is compiled. */
const WARM_UP = 100;

/** Largest distance of a rank from 0.5; that of equal lists of 400 times is 0.02 (one sigma). */
const MOST_RANK = 0.1;

/** Times and differences of a door. */
interface Row {
  name: string;
  tries: number;
  /** Milliseconds by who has the address. */
  times: Map<string, number[]>;
  /** Who got other answers than nobody. */
  different: string[];
}

interface Person {
  browser: TestBrowser;
  token: string;
}

async function sitDown(site: Site, { isSignedIn }: Door): Promise<Person> {
  const browser = isSignedIn ? await site.signedIn() : site.open();
  return { browser, token: await browser.csrf() };
}

async function tryDoor(
  site: Site,
  door: Door,
  form: keyof typeof FORMS,
  tries: number,
): Promise<Row> {
  const row: Row = {
    name: `${door.name}, ${form}`,
    tries: 0,
    times: new Map(Object.keys(ADDRESSES).map((who) => [who, []])),
    different: [],
  };
  // A stranger without an account comes in a new browser each time.
  const member = door.isSignedIn ? await sitDown(site, door) : undefined;
  let expected: string | undefined;
  const attempt = async (who: keyof typeof ADDRESSES, counts: boolean) => {
    const { browser, token } = member ?? await sitDown(site, door);
    const begin = performance.now();
    const answers = await knock(door, browser, ADDRESSES[who], FORMS[form], token);
    const ms = performance.now() - begin;
    const seen = (await seenOf(answers, ADDRESSES[who])).join("\n\n");
    expected ??= seen;
    if (seen !== expected && !row.different.includes(who)) row.different.push(who);
    site.links.length = 0;
    site.mails.length = 0;
    if (!counts) return;
    row.tries++;
    row.times.get(who)!.push(ms);
  };
  const all = Object.keys(ADDRESSES) as (keyof typeof ADDRESSES)[];
  // Nobody is first: others are compared with that.
  await attempt("nobody", false);
  for (let count = 0; count < WARM_UP; count++) await attempt(all[count % all.length]!, false);
  for (let round = 0; round < tries / all.length; round++) {
    // In another order each time, since the load of the machine changes.
    const order = all.map((who) => ({ who, at: Math.random() })).sort((a, b) => a.at - b.at);
    for (const { who } of order) await attempt(who, true);
  }
  return row;
}

/** Prints a row; returns `true` when a stranger can tell nothing. */
function report({ name, tries, times, different }: Row): boolean {
  const nobody = times.get("nobody")!;
  const parts = [...times].map(([who, list]) => {
    const { median } = summarize(list);
    const rank = rankOf(list, nobody);
    return { who, rank, text: `${who} ${median.toFixed(2)} ms (${rank.toFixed(3)})` };
  });
  const told = parts.filter(({ rank }) => Math.abs(rank - 0.5) > MOST_RANK).map(({ who }) => who);
  const bytes = different.length > 0 ? `ANSWERS DIFFER: ${different.join(", ")}` : "same bytes";
  const slow = told.length > 0 ? `, TIMES DIFFER: ${told.join(", ")}` : "";
  console.log(`${name}: ${tries} tries, ${bytes}${slow}\n  ${parts.map((p) => p.text).join(", ")}`);
  return different.length === 0 && told.length === 0;
}

if (import.meta.main) {
  const valueOf = (name: string) =>
    Deno.args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
  const tries = Number(valueOf("tries") ?? 2000);
  const only = valueOf("only") ?? "";
  // A hash that costs about a millisecond: more hides the rest, less has no weight.
  const site = await createSite({}, { cost: { ln: 8, r: 8, p: 1, iterations: 1 } });
  console.log("Medians, and in parentheses the probability to take longer than for nobody.");
  let isSafe = true;
  for (const door of DOORS.filter(({ name }) => name.includes(only))) {
    for (const form of Object.keys(FORMS) as (keyof typeof FORMS)[]) {
      isSafe = report(await tryDoor(site, door, form, tries)) && isSafe;
    }
  }
  if (!isSafe) Deno.exit(1);
}
