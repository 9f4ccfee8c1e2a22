/**
 * The rows of the framework suite, in the order in which they run.
 *
 * @module
 */

import { expressApps } from "./_express.ts";
import { nextApps } from "./_next.ts";
import { nextPostgres } from "./_next_postgres.ts";
import { qwikApps } from "./_qwik.ts";
import { recipeApps } from "./_recipes.ts";
import { solidStartApps } from "./_solid_start.ts";
import { sveltekitApps } from "./_sveltekit.ts";
import { starters, workers } from "./_starters.ts";
import type { FrameworkApp } from "./_rows.ts";

/** Every row. */
export const apps: FrameworkApp[] = [
  ...expressApps,
  ...nextApps,
  ...qwikApps,
  ...solidStartApps,
  ...sveltekitApps,
  ...starters,
  workers,
  nextPostgres,
  ...recipeApps,
];
