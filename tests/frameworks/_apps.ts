/**
 * The rows of the framework suite, in the order in which they run.
 *
 * @module
 */

import { expressApps } from "./_express.ts";
import { nextApps } from "./_next.ts";
import { nextPostgres } from "./_next_postgres.ts";
import { nextTeams } from "./_next_teams_guide.ts";
import { qwikApps } from "./_qwik.ts";
import { recipeApps } from "./_recipes.ts";
import { solidStartApps } from "./_solid_start.ts";
import { sveltekitApps } from "./_sveltekit.ts";
import { starters, workers } from "./_starters.ts";
import type { FrameworkApp } from "./_rows.ts";

/** The row about the package itself. */
export const PACKAGE = "package";
/** The row with an app for each bundler. */
export const BUNDLERS = "bundlers";
/** The row with pages that an app draws itself. */
export const OWN_PAGES = "own-pages";
/** The row with apps that the command `move` has moved. */
export const MOVED_APPS = "moved apps";

/** Rows that every run with `--some` takes. */
const ALWAYS: readonly string[] = [PACKAGE, "qwik", "solid-start", "sveltekit"];

/** Rows that take turns by the commit. Each turn has an app of Express, one of Next.js, and one that the command `move` moves. */
const TURNS: readonly (readonly string[])[] = [
  ["next", "moved express"],
  ["express", "moved next-auth 4"],
];

/**
 * Rows of `--some`, with which `.ci/run` is content: the package, and an app for each wrapper, of
 * which one is moved. The others compare with `@auth/*`, try older versions of frameworks, follow
 * guides, or draw pages.
 *
 * @param commit in hexadecimal digits: a result that passed stays what it was when it is run again
 */
export function someRows(commit: string): string[] {
  const number = parseInt(commit.slice(-6), 16) || 0;
  return [...ALWAYS, ...TURNS[number % TURNS.length]!];
}

/** Rows of `--rest`: what `--some` leaves out at some commit. */
export function restOf(names: readonly string[]): string[] {
  return names.filter((name) => !ALWAYS.includes(name));
}

/** Every row of an app. */
export const apps: FrameworkApp[] = [
  ...expressApps,
  ...nextApps,
  ...qwikApps,
  ...solidStartApps,
  ...sveltekitApps,
  ...starters,
  workers,
  nextPostgres,
  nextTeams,
  ...recipeApps,
];
