/**
 * Types of the rows of the framework suite.
 *
 * @module
 */

import type { BrowserContext } from "playwright-core";
import type { StartedApp, Step } from "./_scenario.ts";

/** A step in Chromium, without cookies at the start. */
export interface PageStep {
  name: string;
  run(context: BrowserContext, app: StartedApp): Promise<void>;
}

/** An app that is installed, built, started and visited. */
export interface FrameworkApp {
  /** Name in reports and on the command line. */
  name: string;
  /** Folder with a `package.json`, from the root. */
  folder?: string;
  /** Guide in `docs/frameworks` that makes the app instead, followed from its first command. */
  guide?: string;
  /**
   * Files that a reader of the guide has before its first step, `package.json` among them. Default:
   * none, since the guide begins with the framework's own command.
   */
  begins?: Record<string, string>;
  /** `true` when the guide's reader has a database, with its URL in `DATABASE_URL`. */
  needsPostgres?: boolean;
  /** Package whose installed major version the guide must name. */
  versionOf?: string;
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
  /** Command that checks types, after the build has generated files. */
  check?: string[];
  /** Command that builds. `node` is the app's version when it depends on the package `node`. */
  build?: string[];
  /** Command that starts; `PORT` is also in the environment. */
  start(port: number): string[];
  /** Base path of the actions. */
  basePath: string;
  /** `true` when posts need a CSRF token. Default `true`. */
  csrf?: boolean;
  /** Path that signed-out users are redirected to. Default `<basePath>/signin`. */
  signInPath?: string;
  /** Steps over HTTP instead of the scenario of `_scenario.ts`. */
  scenario?: Step[];
  /** Additional steps over HTTP, after the scenario. */
  steps?: Step[];
  /** Steps in Chromium. */
  pages?: PageStep[];
  /** Pattern that the started app must not print. */
  quiet?: RegExp;
}
