/**
 * Faults of the config, in the words of the library that refuses it.
 *
 * @module
 */

import { faultsOfCookies, listNeeds } from "../../config/check.ts";
import { isProduction } from "../../config/env.ts";
import { configFor } from "../../config/host.ts";
import { withNeeds } from "../../config/capability.ts";
import { AuthError, MissingSecret } from "../../errors.ts";
import { warningText } from "../../hooks/logger.ts";
import { isLoopback } from "../../http/url.ts";
import type { AuthConfig } from "../../types/config.ts";
import type { ResolvedConfig } from "../../types/internal.ts";
import type { WarningCode } from "../../types/options.ts";
import {
  cureIn,
  type Finding,
  finding,
  type FindingId,
  isFindingId,
  messageOf,
  sentence,
} from "./finding.ts";
import type { Subject } from "./subject.ts";

/** Returns the faults of a config. */
export function checkConfig(subject: Subject): Finding[] {
  const { resolved, completed, rule, origin, env, errors } = subject;
  const findings = [
    ...listRefusals(resolved, completed),
    ...errors.map((error) =>
      finding("provider-refused", error.message, cureIn(error.message, "Correct its options"))
    ),
    // On a loopback origin, the network is that of the developer.
    ...resolved.warnings.filter(({ code }) => code !== "insecure-requests" || !isLoopback(origin))
      .flatMap(({ code, about }) => makeWarning(code, about)),
    ...(completed.legacy?.renamed?.(completed) ?? []).flatMap((line) =>
      makeWarning("legacy-option", line)
    ),
    ...checkCookies(subject),
  ];
  if (resolved.csrfDisabled) findings.push(...makeWarning("csrf-disabled"));
  if (completed.debug && isProduction(env)) findings.push(...makeWarning("debug-enabled"));
  const isPublic = !isLoopback(origin);
  if (isProduction(env) && !rule.isVouched && rule.fixed === undefined) {
    const message = messageOf(configFor(resolved, "https://app.example", false).error)
      .replace("the host of https://app.example", "the host of any request");
    findings.push(finding("host-untrusted", message, cureIn(message, "Set AUTH_URL")));
  }
  if (resolved.limits === undefined && isPublic) {
    findings.push(finding(
      "limits-off",
      `\`limits\` is false, but the app is at ${origin}: passwords and codes can be guessed without end`,
      "Remove `limits: false`; what is too strict can be set alone, such as `limits.perAddress`.",
    ));
  }
  if (completed.useSecureCookies === true && isPublic && origin.startsWith("http:")) {
    findings.push(...makeWarning("secure-cookies-over-http"));
  }
  if (completed.useSecureCookies === false && origin.startsWith("https:")) {
    findings.push(finding(
      "insecure-cookies",
      `\`useSecureCookies\` is false, but the app is at ${origin}: its cookies lack \`Secure\` and ` +
        "the prefixes that keep other hosts of the domain from setting them",
      "Remove `useSecureCookies`, which is on for https by itself.",
    ));
  }
  return findings;
}

function listRefusals(
  { error: configError, providers }: ResolvedConfig,
  config: AuthConfig,
): Finding[] {
  if (!configError) return [];
  if (configError instanceof MissingSecret) {
    return [finding(
      "secret-missing",
      configError.message,
      "Set AUTH_SECRET to a random string; `init`, the other command of the doctor, writes one into " +
        ".env.",
    )];
  }
  const used = [...providers.values()];
  const lacks = listNeeds(withNeeds(config, used), used);
  // The library stops at the first thing that the config lacks.
  const refusals = lacks.some(({ message }) => message === configError.message)
    ? lacks
    : [configError];
  return refusals.map((error) => {
    const option = error instanceof AuthError ? error.cause?.option : undefined;
    const otherwise = `Correct ${typeof option === "string" ? `\`${option}\`` : "the config"}`;
    return finding("config-refused", error.message, cureIn(error.message, otherwise));
  });
}

/** Faults of cookies where the scheme is known; the others are among the warnings. */
function checkCookies({ completed, resolved, origin, isOriginKnown }: Subject): Finding[] {
  if (!isOriginKnown || resolved.error) return [];
  const isHttps = origin.startsWith("https:");
  const { cookies, warnings } = resolved;
  const table = completed.useSecureCookies ?? isHttps ? cookies.secure : cookies.plain;
  // The default names and attributes are what `useSecureCookies` makes of them.
  const own = faultsOfCookies(table, isHttps).filter((fault) =>
    Object.keys(completed.cookies ?? {}).some((key) => fault.startsWith(`\`cookies.${key}\``))
  );
  const known = warnings.find(({ code }) => code === "insecure-cookie")?.about ?? "";
  const more = own.filter((fault) => !known.includes(fault));
  return more.length > 0 ? makeWarning("insecure-cookie", more.join(", ")) : [];
}

/** Texts of warnings have the cure after the first sentence. */
function makeWarning(code: WarningCode, about?: string): Finding[] {
  if (!isFindingId(code)) return []; // not a fault
  if (code === "removed-option" || code === "legacy-option") {
    const [, option = "", remedy = ""] = /^(.+?): (.*)$/s.exec(about ?? "") ?? [];
    return [finding(code, `${warningText(code)} ${option}`, sentence(remedy))];
  }
  const [message = "", ...cure] = warningText(code).split(/(?<=\.) (?=[A-Z])/);
  const named = about === undefined ? message : `${message} (${about})`;
  return [finding(code satisfies FindingId, named, cure.join(" ").replace(/:$/, `: ${about}`))];
}
