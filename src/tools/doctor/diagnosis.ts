/**
 * Options and result of an examination.
 *
 * @module
 */

import type { Environment } from "../../config/env.ts";
import type { Finding } from "./finding.ts";
import type { Unchecked } from "./unchecked.ts";
import type { Fetch } from "./visit.ts";

/** Options of `diagnose`. */
export interface DiagnoseOptions {
  /** Environment variables. Default: those of the process, as far as it may read them. */
  env?: Environment | undefined;
  /** URL of the running app, with its base path unless that is the config's. Default: not visited. */
  url?: string | undefined;
  /** Sends the requests to the running app. Default: the runtime's `fetch`. */
  fetch?: Fetch | undefined;
  /** `true` sends no request to providers and email servers. Default `false`. */
  offline?: boolean | undefined;
  /**
   * `false` runs no callbacks of the config. They run with a sample user, whom no store has, and
   * without event handlers. Its id begins with `doctor-`, its address ends with `@doctor.invalid`,
   * so that a callback that writes can tell it apart. Default `true`.
   */
  callbacks?: boolean | undefined;
  /** Ids or slugs of organizations whose owners and roles are looked at. Default: none. */
  organizations?: readonly string[] | undefined;
  /** Base path that a wrapper sets in place of the config. Default: the config's. */
  basePath?: string | undefined;
}

/** Result of `diagnose`. */
export interface Diagnosis {
  /** Findings: config, environment, providers, store, email, running app. No secret is in them. */
  readonly findings: readonly Finding[];
  /** Checks that were left out, each with its reason. What they look for may be there. */
  readonly unchecked: readonly Unchecked[];
  /** `true` when no finding is an error; what was not checked does not count. */
  readonly isHealthy: boolean;
  /** URLs to register at the providers, by the id of the provider. */
  readonly redirectUris: Readonly<Record<string, string>>;
  /** Narrowest flags of `deno run` for the app, as far as the config shows them. */
  readonly permissions: readonly string[];
}
