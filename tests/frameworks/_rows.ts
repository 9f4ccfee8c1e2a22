/**
 * What a row of the framework suite is.
 *
 * @module
 */

import type { BrowserContext } from "playwright-core";
import type { StartedApp, Step } from "./_scenario.ts";

/** A step in Chromium, with a fresh jar. */
export interface PageStep {
  name: string;
  run(context: BrowserContext, app: StartedApp): Promise<void>;
}

/** An app as it is installed, built, started and visited. */
export interface FrameworkApp {
  /** What the reports call it; and what selects it. */
  name: string;
  /** Folder with a `package.json`, from the root. */
  folder?: string;
  /** Package with a command, and its arguments, that makes the folder `app` instead. */
  create?: string[];
  /** Replaces whole specifiers of imports in the app's sources. */
  imports?: Record<string, string>;
  /** Replaces text in the app's sources. */
  texts?: Record<string, string>;
  /** File with a config, by path in the app, that gets the callback of `_updates.ts`. */
  updates?: string;
  /** Adds or replaces whole files, by path in the app; `undefined` removes one. */
  files?: Record<string, string | undefined>;
  /** Replaces dependencies; `undefined` removes one. `@x/auth` is the package under test. */
  dependencies?: Record<string, string | undefined>;
  /** Command that checks types, after the build has made what it needs. */
  check?: string[];
  /** Command that builds. `node` is the app's own when it depends on the package `node`. */
  build?: string[];
  /** Command that starts; `PORT` is also in the environment. */
  start(port: number): string[];
  /** Where the actions are. */
  basePath: string;
  /** Whether posts need a CSRF token. Default `true`. */
  csrf?: boolean;
  /** Path that signed-out people are sent to. Default `<basePath>/signin`. */
  signInPath?: string;
  /** Steps over HTTP instead of the scenario of `_scenario.ts`. */
  scenario?: Step[];
  /** Steps of its own, over HTTP, after the scenario. */
  steps?: Step[];
  /** Steps in Chromium. */
  pages?: PageStep[];
  /** What the started app must not print. */
  quiet?: RegExp;
}
