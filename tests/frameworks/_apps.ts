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

/**
 * Rows of `--some`, with which `.ci/run` is content: the package, the example of each wrapper, and two
 * apps that the command `move` moves. The others compare with `@auth/*`, try older versions of
 * frameworks, follow guides, or draw pages.
 */
export const SOME: readonly string[] = [
  PACKAGE,
  "express",
  "moved express",
  "moved next-auth 4",
  "next",
  "qwik",
  "solid-start",
  "sveltekit",
];

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
