/**
 * The rows of the framework suite, in the order in which they run.
 *
 * @module
 */

import { nextApps } from "./_next.ts";
import { sveltekitApps } from "./_sveltekit.ts";
import type { FrameworkApp } from "./_rows.ts";

/** Every row. */
export const apps: FrameworkApp[] = [...nextApps, ...sveltekitApps];
