/**
 * All checks of one config, in the order in which a reader mends their faults.
 *
 * @module
 */

import { actionUrl } from "../http/url.ts";
import { toWritten } from "../server/bind.ts";
import { processEnvironment } from "../server/environment.ts";
import type { AnyConfig } from "../types/inference.ts";
import { checkApp } from "./app.ts";
import { checkConfig } from "./config.ts";
import type { DiagnoseOptions, Diagnosis } from "./diagnosis.ts";
import { checkEnvironment } from "./environment.ts";
import type { Loaded } from "./load.ts";
import { checkMail } from "./mail.ts";
import { permissionsOf } from "./permissions.ts";
import { checkProviders, isOAuth } from "./providers.ts";
import { secretsIn, secretsOf, withoutSecrets } from "./secrets.ts";
import { checkStore } from "./store.ts";
import { examine, namesOfProcess, type Subject } from "./subject.ts";
import type { Fetch } from "./visit.ts";

/**
 * Examines a config.
 *
 * @param loaded what loading the module of the config showed
 */
export async function check(
  written: AnyConfig,
  { env, url, fetch, offline = false, basePath }: DiagnoseOptions,
  loaded?: Loaded,
): Promise<Diagnosis> {
  const names = env ? Object.keys(env) : namesOfProcess();
  const subject = examine(toWritten(written), { env: env ?? processEnvironment(), url, basePath });
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
