/**
 * The function that examines a config. The library is loaded at its first call, so that `init`,
 * the other half of the command, starts without it.
 *
 * @module
 */

import type { Environment } from "../config/env.ts";
import type { AnyConfig } from "../types/inference.ts";
import type { Finding } from "./finding.ts";
import type { Fetch } from "./visit.ts";

/** Options of {@linkcode diagnose}. */
export interface DiagnoseOptions {
  /** Environment variables. Default: those of the process, as far as it may read them. */
  env?: Environment | undefined;
  /** URL of the running app, with its base path unless that is the config's. Default: not visited. */
  url?: string | undefined;
  /** Sends the requests to the running app. Default: the runtime's `fetch`. */
  fetch?: Fetch | undefined;
  /** `true` sends no request to providers and mail servers. Default `false`. */
  offline?: boolean | undefined;
  /** Base path that a wrapper sets in place of the config. Default: the config's. */
  basePath?: string | undefined;
}

/** Result of {@linkcode diagnose}. */
export interface Diagnosis {
  /** Findings: config, environment, providers, store, mail, running app. No secret is in them. */
  readonly findings: readonly Finding[];
  /** `true` when no finding is an error. */
  readonly isHealthy: boolean;
  /** URLs to register at the providers, by the id of the provider. */
  readonly redirectUris: Readonly<Record<string, string>>;
  /** Narrowest flags of `deno run` for the app, as far as the config shows them. */
  readonly permissions: readonly string[];
}

/**
 * Examines a config: the config itself, the environment, the servers of its providers, its
 * store, its mail server, and with `url` the running app and the proxies in front of it.
 *
 * The store gets records and a token of no user, which are removed again. No mail is sent.
 *
 * @param written a config, or the result of `defineAuth`
 *
 * @example
 * ```ts
 * import { diagnose } from "@x/auth/doctor";
 * import { assertEquals } from "@std/assert";
 *
 * const { findings, isHealthy } = await diagnose({ providers: [], secret: "secret" }, { env: {} });
 * assertEquals(isHealthy, false);
 * assertEquals(findings.map(({ id }) => id), ["short-secret", "secret-published"]);
 * console.log(findings[1]!.cure); // Set AUTH_SECRET to a random string, …
 * ```
 */
export async function diagnose(
  written: AnyConfig,
  options: DiagnoseOptions = {},
): Promise<Diagnosis> {
  const { check } = await import("./checks.ts");
  return await check(written, options);
}
