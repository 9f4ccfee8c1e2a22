/**
 * All checks of one config, in the order in which a reader mends their faults.
 *
 * @module
 */

import { actionUrl } from "../../http/url.ts";
import { toUserConfig } from "../../server/environment.ts";
import { processEnvironment } from "../../server/environment.ts";
import type { AnyConfig } from "../../types/inference.ts";
import { checkApp } from "./app.ts";
import { checkCallbacks } from "./callbacks.ts";
import { checkConfig } from "./config.ts";
import { checkCredentials } from "./credentials.ts";
import type { DiagnoseOptions, Diagnosis } from "./diagnosis.ts";
import { checkEnvironment } from "./environment.ts";
import type { Loaded } from "./load.ts";
import { checkMail } from "./mail.ts";
import { checkOAuthServer, serverOf } from "./oauth_server.ts";
import { checkOrganizations } from "./organizations.ts";
import { checkPasskeys } from "./passkeys.ts";
import { listPermissions } from "./permissions.ts";
import { checkProviders, isOAuth } from "./providers.ts";
import { secretsIn, secretsOf, withoutSecrets } from "./secrets.ts";
import { checkCounts, checkDurability, checkSettings, checkStore } from "./store.ts";
import { examine, namesOfProcess, type Subject } from "./subject.ts";
import { type Result, sortResults, unchecked } from "./unchecked.ts";
import type { AppTarget, Fetch } from "./visit.ts";

/** Facts about the module of a config. */
export interface ModuleFacts {
  /** What loading it showed. */
  readonly loaded?: Loaded;
  /** Port on which the app listens. Default 8000. */
  readonly port?: number | undefined;
}

/**
 * Examines a config.
 *
 * @param facts what its module showed
 */
export async function check(
  written: AnyConfig,
  { env, url, fetch, offline = false, callbacks = true, organizations = [], basePath }:
    DiagnoseOptions,
  { loaded, port }: ModuleFacts = {},
): Promise<Diagnosis> {
  const names = env ? Object.keys(env) : namesOfProcess();
  const subject = examine(toUserConfig(written), {
    env: env ?? processEnvironment(),
    url,
    basePath,
    port,
  });
  const { resolved } = subject;
  const [called, passkeys, reports, store, settings, teams, mail, server, app] = await Promise.all([
    checkCallbacks(subject, callbacks),
    checkPasskeys(subject),
    checkProviders(subject, offline),
    checkStore(resolved),
    checkSettings(subject),
    checkOrganizations(subject, organizations),
    checkMail(resolved, offline),
    checkOAuthServer(subject, Boolean(url)),
    url ? checkApp(makeTarget(subject, fetch)) : [appNotVisited(subject)],
  ]);
  const results: Result[] = [
    ...checkConfig(subject),
    ...checkCredentials(subject),
    ...called,
    ...passkeys,
    ...checkEnvironment(subject, names),
    ...reports.flatMap((report) => report.results),
    ...checkDurability(subject),
    ...checkCounts(subject),
    ...store,
    ...settings,
    ...teams,
    ...mail,
    ...server,
    ...app,
    ...subject.isOriginKnown ? [] : [publicRulesNotChecked()],
  ];
  const hosts = reports.flatMap((report) => report.hosts);
  return {
    ...makeDiagnosis(results, [...secretsOf(subject), ...secretsIn(subject.env, names ?? [])]),
    redirectUris: redirectUrisOf(subject),
    permissions: listPermissions(subject, hosts, loaded),
  };
}

/** Findings and what was not checked, without secrets. */
export function makeDiagnosis(
  results: readonly Result[],
  secrets: readonly string[],
): Pick<Diagnosis, "findings" | "unchecked" | "isHealthy"> {
  const sorted = sortResults(results);
  return {
    findings: withoutSecrets(sorted.findings, secrets),
    unchecked: withoutSecrets(sorted.unchecked, secrets),
    isHealthy: sorted.findings.every(({ severity }) => severity !== "error"),
  };
}

function appNotVisited({ origin, isOriginKnown, basePath }: Subject): Result {
  const url = isOriginKnown ? `${origin}${basePath}` : "https://app.example";
  return unchecked(
    "The running app, its pages, and the proxies in front of it",
    "no URL was passed",
    `Pass \`--url ${url}\` while the app runs.`,
  );
}

function publicRulesNotChecked(): Result {
  return unchecked(
    "Faults of cookies, limits, stores and passkeys that a public URL alone brings",
    "neither AUTH_URL nor --url names it",
    "Set AUTH_URL to that of the deployed app, for this command.",
  );
}

function makeTarget(subject: Subject, fetch: Fetch = globalThis.fetch): AppTarget {
  const { origin, basePath, resolved: { providers, pages } } = subject;
  const oauthServer = serverOf(subject);
  return { origin, basePath, fetch, providers: [...providers.keys()], pages, oauthServer };
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
