/**
 * All checks of one config, in the order in which a reader mends their faults.
 *
 * @module
 */

import type { Environment } from "../config/env.ts";
import { actionUrl } from "../http/url.ts";
import { toWritten } from "../server/bind.ts";
import { processEnvironment } from "../server/environment.ts";
import type { AuthConfig } from "../types/config.ts";
import type { AnyConfig } from "../types/inference.ts";
import { checkApp } from "./app.ts";
import { checkConfig } from "./config.ts";
import { checkEnvironment } from "./environment.ts";
import type { Finding } from "./finding.ts";
import type { Loaded } from "./load.ts";
import { checkMail } from "./mail.ts";
import { permissionsOf } from "./permissions.ts";
import { checkProviders, isOAuth } from "./providers.ts";
import { secretsIn, secretsOf, withoutSecrets } from "./secrets.ts";
import { checkStore } from "./store.ts";
import { examine, namesOfProcess, type Subject } from "./subject.ts";
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
  return await diagnoseLoaded(toWritten(written), options);
}

/** As {@linkcode diagnose}, with what loading the module showed. */
export async function diagnoseLoaded(
  written: AuthConfig,
  { env, url, fetch, offline = false, basePath }: DiagnoseOptions,
  loaded?: Loaded,
): Promise<Diagnosis> {
  const names = env ? Object.keys(env) : namesOfProcess();
  const subject = examine(written, { env: env ?? processEnvironment(), url, basePath });
  const { resolved } = subject;
  const [reports, store, mail, app] = await Promise.all([
    checkProviders(subject, offline),
    checkStore(resolved),
    checkMail(resolved, offline),
    url ? checkApp(targetOf(subject, fetch)) : [],
  ]);
  const findings = [
    ...checkConfig(subject),
    ...checkEnvironment(subject, names),
    ...reports.flatMap((report) => report.findings),
    ...store,
    ...mail,
    ...app,
  ];
  const hosts = reports.flatMap((report) => report.hosts);
  return {
    findings: withoutSecrets(findings, [...secretsOf(subject), ...secretsIn(subject.env, names)]),
    isHealthy: findings.every(({ severity }) => severity !== "error"),
    redirectUris: redirectUrisOf(subject),
    permissions: permissionsOf(subject, hosts, loaded),
  };
}

function targetOf({ origin, basePath, resolved }: Subject, fetch: Fetch = globalThis.fetch) {
  return { origin, basePath, fetch, providers: [...resolved.providers.keys()] };
}

function redirectUrisOf({ origin, basePath, resolved }: Subject): Record<string, string> {
  const place = { request: { origin }, config: { basePath } };
  const entries = [...resolved.providers.values()].filter(isOAuth).map((provider) =>
    [
      provider.id,
      provider.redirectProxyUrl ?? actionUrl(place, "callback", provider.id),
    ] as const
  );
  return Object.fromEntries(entries);
}
