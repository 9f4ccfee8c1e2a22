/**
 * Faults of the environment variables. No finding has the value of a variable, except those of
 * URLs and of AUTH_TRUST_HOST.
 *
 * @module
 */

import { withoutEnd } from "../../base/trim.ts";
import { isYes, parseUrl } from "../../config/env.ts";
import { warningText } from "../../hooks/logger.ts";
import { isLoopback } from "../../http/url.ts";
import { type Finding, finding } from "./finding.ts";
import type { Subject } from "./subject.ts";
import { type Result, unchecked } from "./unchecked.ts";

/** Variable of a provider. */
const PROVIDER_VARIABLE = /^AUTH_([A-Z0-9_]+)_(ID|SECRET|ISSUER|KEY)$/;

/** Secrets in the documentation, and words that people write until they have a real one. */
const PUBLISHED = [
  /^a-(random-)?secret-(of|with)-/i,
  /^(your|my|the|some)?[-_ ]{0,3}(super|very)?[-_ ]{0,3}(secret|auth[-_ ]?secret)\b/i,
  /change[-_ ]?(me|this|it)/i,
  /^(secret|password|test|example|todo|xxx+|…+|\.{3,})$/i,
  /openssl|rand -base64/i,
];

/** Values that stand for one that is still missing. */
const PLACEHOLDER =
  /^(…|\.{3,}|x{3,}|todo|changeme|<.*>|\[.*\]|(your|my|replace)[-_ ].*|(client|app)[-_ ]?(id|secret))$/i;

/** Fewer different characters than this are no random text of 32 characters. */
const MIN_CHARACTERS = 10;

/**
 * Returns the faults of the environment, and of secrets wherever they come from.
 *
 * @param names of all variables; `undefined` when they may not be listed
 */
export function checkEnvironment(
  subject: Subject,
  names: readonly string[] | undefined,
): Result[] {
  return [
    ...checkSecrets(subject),
    ...checkUrl(subject),
    ...checkOldNames(subject),
    ...checkTrust(subject),
    ...names ? checkValues(subject, names) : [unchecked(
      "Variables that are misspelt, placeholders or quoted",
      "this process may not list its variables",
      "Run the doctor with --allow-env.",
    )],
  ];
}

function checkSecrets({ completed }: Subject): Finding[] {
  const { secret } = completed;
  const newest = typeof secret === "string" ? secret : secret?.[0];
  if (!newest) return [];
  if (PUBLISHED.some((pattern) => pattern.test(newest))) {
    return [finding(
      "secret-published",
      "The secret is one of documentation and examples, which everyone can read: anyone can make " +
        "a session cookie of any user",
      "Set AUTH_SECRET to a random string, for example from `openssl rand -base64 33`.",
    )];
  }
  if (new Set(newest).size < MIN_CHARACTERS) {
    return [finding(
      "secret-guessable",
      `The secret has fewer than ${MIN_CHARACTERS} different characters, so it can be guessed`,
      "Set AUTH_SECRET to a random string, for example from `openssl rand -base64 33`.",
    )];
  }
  return [];
}

function checkUrl({ env, written, codes, resolved }: Subject): Finding[] {
  const name = env.AUTH_URL === undefined ? "NEXTAUTH_URL" : "AUTH_URL";
  const url = parseUrl(env.AUTH_URL ?? env.NEXTAUTH_URL);
  if (codes.includes("env-url-invalid")) {
    const [message = "", cure = ""] = warningText("env-url-invalid").split(". ");
    return [finding("env-url-invalid", `${message}.`, cure)];
  }
  if (!url) return [];
  const findings: Finding[] = [];
  if (url.protocol === "http:" && !isLoopback(url.origin)) {
    findings.push(finding(
      "auth-url-http",
      `${name} is ${url.origin}, without https: session cookies cross the network unencrypted`,
      `Serve the app over https, and set ${name} to the https: URL.`,
    ));
  }
  const path = withoutEnd(url.pathname, "/");
  if (path === "" && written.basePath === undefined && resolved.basePath === "") {
    findings.push(finding(
      "auth-url-root",
      `${name} has no path, so the base path is /: the actions are at ${url.origin}/signin, and ` +
        "not below /auth",
      `Set ${name} to the public URL with the base path, such as ${url.origin}/auth.`,
    ));
  } else if (path !== "" && path !== resolved.basePath) {
    const [message = "", ...cure] = warningText("env-url-basepath-mismatch").split(". ");
    findings.push(finding(
      "env-url-basepath-mismatch",
      `${message}: ${path} and ${resolved.basePath || "/"}`,
      cure.join(". "),
    ));
  }
  return findings;
}

function checkOldNames({ env }: Subject): Finding[] {
  const pairs = [["NEXTAUTH_SECRET", "AUTH_SECRET"], ["NEXTAUTH_URL", "AUTH_URL"]] as const;
  const findings = pairs.filter(([old]) => env[old] !== undefined).map(([old, name]) =>
    env[name] === undefined
      ? finding(
        "next-auth-variable",
        `${old} is the name of earlier versions; it is read because ${name} is not set`,
        `Rename ${old} to ${name}.`,
      )
      : finding(
        "next-auth-variable",
        `${old} has no effect, since ${name} is set too`,
        `Remove ${old}.`,
      )
  );
  if (env.NEXTAUTH_URL_INTERNAL !== undefined) {
    findings.push(finding(
      "next-auth-variable",
      "NEXTAUTH_URL_INTERNAL has no effect",
      "Remove NEXTAUTH_URL_INTERNAL: sessions are read without a request to the app itself.",
    ));
  }
  return findings;
}

function checkTrust({ env }: Subject): Finding[] {
  const value = env.AUTH_TRUST_HOST;
  if (value === undefined || !isYes(value) || /^(true|1|yes)$/i.test(value)) return [];
  return [finding(
    "trust-host-value",
    `AUTH_TRUST_HOST is ${JSON.stringify(value)}, which counts as true`,
    "Set AUTH_TRUST_HOST to true or false.",
  )];
}

function checkValues({ env, resolved }: Subject, names: readonly string[]): Finding[] {
  const ids = [...resolved.providers.keys()];
  const findings: Finding[] = [];
  const unused = new Map<string, string[]>();
  for (const name of names.toSorted()) {
    const value = env[name] ?? "";
    if (!/^(AUTH_|NEXTAUTH_)/.test(name) || value === "") continue;
    if (value !== value.trim() || /^(["'`]).*\1$/s.test(value)) {
      findings.push(finding(
        "variable-quoted",
        `${name} begins or ends with white space or quotation marks, which are part of its value`,
        `Remove them from ${name}; some readers of .env files keep quotation marks.`,
      ));
    }
    const [, word] = PROVIDER_VARIABLE.exec(name) ?? [];
    if (word === undefined) continue;
    if (PLACEHOLDER.test(value.trim())) {
      findings.push(finding(
        "placeholder",
        `${name} has the value of a placeholder, so the provider will not know the app`,
        `Set ${name} to the value that the provider gave you when you registered the app.`,
      ));
    }
    if (ids.some((id) => id.toUpperCase().replaceAll("-", "_") === word)) continue;
    unused.set(word, [...unused.get(word) ?? [], name]);
  }
  for (const [word, variables] of unused) {
    const listed = variables.join(", ");
    const are = variables.length > 1 ? "are" : "is";
    findings.push(finding(
      "variable-unused",
      `${listed} ${are} set, but no provider has the id "${
        word.toLowerCase().replaceAll("_", "-")
      }"`,
      `Name variables after the id of their provider (${ids.join(", ") || "there is none"}), or ` +
        `remove ${listed}.`,
    ));
  }
  return findings;
}
