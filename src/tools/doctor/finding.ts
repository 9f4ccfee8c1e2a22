/**
 * Findings of the doctor: the closed list of ids, with severity and guide.
 *
 * @module
 */

import { variableHint } from "../../config/check.ts";
import { guideUrl } from "./docs.ts";

/** Weight of a finding: errors break sign-ins, warnings weaken them, notes are for information. */
export type Severity = "error" | "warning" | "note";

/** Subject of a finding; the printed findings are grouped by it. */
export type FindingGroup = "config" | "environment" | "providers" | "store" | "mail" | "app";

/** Ids of findings. */
export type FindingId =
  | "account-page-missing"
  | "algorithm-unsupported"
  | "answer-cached"
  | "app-clock"
  | "app-refuses"
  | "app-unreachable"
  | "auth-url-http"
  | "auth-url-root"
  | "base-path"
  | "body-lost"
  | "cache-allowed"
  | "callback-broken"
  | "callback-failed"
  | "callback-slow"
  | "client-auth-unsupported"
  | "clock-skew"
  | "config-missing"
  | "config-refused"
  | "cookie-insecure"
  | "cookie-lost"
  | "cookie-missing"
  | "cookie-prefix"
  | "cookie-scope"
  | "cookies-merged"
  | "cross-origin"
  | "counts-per-process"
  | "credentials-lag"
  | "credentials-without-mail"
  | "csrf-disabled"
  | "debug-enabled"
  | "discovery-refused"
  | "duplicate-provider"
  | "env-file-unread"
  | "env-url-basepath-mismatch"
  | "env-url-invalid"
  | "factors-without-mail"
  | "header-limit"
  | "host-untrusted"
  | "hsts-missing"
  | "insecure-cookie"
  | "insecure-cookies"
  | "insecure-requests"
  | "issuer-origin"
  | "jwks-missing"
  | "keys-unreachable"
  | "legacy-option"
  | "limits-off"
  | "long-lifetime"
  | "mail-unreachable"
  | "memberships-failed"
  | "memberships-wrong"
  | "module-failed"
  | "module-missing"
  | "next-auth-variable"
  | "oauth-document"
  | "organization-ownerless"
  | "origin-differs"
  | "page-missing"
  | "pkce-unsupported"
  | "placeholder"
  | "plain-http"
  | "provider-refused"
  | "provider-unreachable"
  | "providers-differ"
  | "record-expired"
  | "record-overwritten"
  | "record-stale"
  | "record-taken-twice"
  | "record-wrong"
  | "redirect-anywhere"
  | "redirect-loop"
  | "redirect-proxy-origins"
  | "redirect-uri-host"
  | "redirected-host"
  | "registration-unlimited"
  | "relaying-party"
  | "removed-option"
  | "resource-document"
  | "role-undefined"
  | "scheme-differs"
  | "secret-guessable"
  | "secret-missing"
  | "secret-published"
  | "secure-cookies-over-http"
  | "session-too-long"
  | "short-secret"
  | "signing-key-sealed"
  | "store-failed"
  | "store-forgetful"
  | "store-setting"
  | "token-in-session"
  | "token-used-twice"
  | "trust-host-value"
  | "unproven-addresses"
  | "unverified-linking"
  | "variable-quoted"
  | "variable-unused";

/** A finding. */
export interface Finding {
  /** Kind of the finding. */
  readonly id: FindingId;
  /** Weight of the finding. */
  readonly severity: Severity;
  /** The fault. It never has a secret. */
  readonly message: string;
  /** The remedy. */
  readonly cure: string;
  /** URL of the guide about it. */
  readonly docs?: string;
}

interface Facts {
  readonly severity: Severity;
  readonly group: FindingGroup;
  /** Page in `docs/`, or a section of one. */
  readonly guide?: string;
}

const facts = (severity: Severity, group: FindingGroup, guide?: string): Facts => ({
  severity,
  group,
  guide,
});

const DOCTOR = "troubleshooting.md#doctor";
const FIRST_APP = "first-app.md";
const HOSTS = "proxy.md";
const ISSUERS = "openid-connect.md";
const MAIL = "email.md";
const MISTAKES = "troubleshooting.md#first-mistakes";
const OAUTH = "oauth-server.md#what-can-go-wrong";
const OPTIONS = "configuration.md";
const ORGANIZATIONS = "organizations.md";
const RECORDS = "storage.md#records";
const SESSIONS = "sessions.md";
const STORES = "storage.md";

const FACTS: Readonly<Record<FindingId, Facts>> = {
  "account-page-missing": facts("note", "config", "account.md"),
  "algorithm-unsupported": facts("error", "providers", ISSUERS),
  "answer-cached": facts("error", "app"),
  "app-clock": facts("warning", "app"),
  "app-refuses": facts("error", "app", MISTAKES),
  "app-unreachable": facts("error", "app"),
  "auth-url-http": facts("warning", "environment", HOSTS),
  "auth-url-root": facts("warning", "environment", OPTIONS),
  "base-path": facts("error", "app", OPTIONS),
  "body-lost": facts("error", "app"),
  "cache-allowed": facts("error", "app"),
  "callback-broken": facts("error", "config", SESSIONS),
  "callback-failed": facts("error", "config", SESSIONS),
  "callback-slow": facts("warning", "config", SESSIONS),
  "client-auth-unsupported": facts("error", "providers", ISSUERS),
  "clock-skew": facts("error", "providers", MISTAKES),
  "config-missing": facts("error", "config", DOCTOR),
  "config-refused": facts("error", "config", OPTIONS),
  "cookie-insecure": facts("error", "app"),
  "cookie-lost": facts("error", "app"),
  "cookie-missing": facts("error", "app"),
  "cookie-prefix": facts("error", "app"),
  "cookie-scope": facts("error", "app"),
  "cookies-merged": facts("error", "app"),
  "cross-origin": facts("error", "app"),
  "counts-per-process": facts("note", "store", "rate-limits.md"),
  "credentials-lag": facts("warning", "config", DOCTOR),
  "credentials-without-mail": facts("warning", "config", DOCTOR),
  "csrf-disabled": facts("warning", "config"),
  "debug-enabled": facts("warning", "config"),
  "discovery-refused": facts("error", "providers", MISTAKES),
  "duplicate-provider": facts("warning", "config"),
  "env-file-unread": facts("warning", "environment", FIRST_APP),
  "env-url-basepath-mismatch": facts("warning", "environment", OPTIONS),
  "env-url-invalid": facts("error", "environment", OPTIONS),
  "factors-without-mail": facts("warning", "config", "second-factor.md"),
  "header-limit": facts("error", "app"),
  "host-untrusted": facts("error", "environment", HOSTS),
  "hsts-missing": facts("note", "app"),
  "insecure-cookie": facts("error", "config", OPTIONS),
  "insecure-cookies": facts("error", "config"),
  "insecure-requests": facts("warning", "config", ISSUERS),
  "issuer-origin": facts("error", "config", OAUTH),
  "jwks-missing": facts("error", "app", OAUTH),
  "keys-unreachable": facts("error", "providers", ISSUERS),
  "legacy-option": facts("warning", "config", OPTIONS),
  "limits-off": facts("warning", "config", "rate-limits.md"),
  "long-lifetime": facts("warning", "config", SESSIONS),
  "mail-unreachable": facts("error", "mail", MAIL),
  "memberships-failed": facts("error", "store", `${ORGANIZATIONS}#tables-of-your-own`),
  "memberships-wrong": facts("error", "store", `${ORGANIZATIONS}#tables-of-your-own`),
  "module-failed": facts("error", "config", DOCTOR),
  "module-missing": facts("error", "config", DOCTOR),
  "next-auth-variable": facts("warning", "environment", OPTIONS),
  "oauth-document": facts("error", "app", "frameworks/README.md#paths-at-the-root"),
  "organization-ownerless": facts("error", "store", ORGANIZATIONS),
  "origin-differs": facts("error", "app", HOSTS),
  "page-missing": facts("error", "app", "pages.md"),
  "pkce-unsupported": facts("warning", "providers"),
  "placeholder": facts("error", "providers", FIRST_APP),
  "plain-http": facts("warning", "app"),
  "provider-refused": facts("error", "config", MISTAKES),
  "provider-unreachable": facts("error", "providers", MISTAKES),
  "providers-differ": facts("warning", "app"),
  "record-expired": facts("error", "store", RECORDS),
  "record-overwritten": facts("error", "store", RECORDS),
  "record-stale": facts("error", "store", RECORDS),
  "record-taken-twice": facts("error", "store", RECORDS),
  "record-wrong": facts("error", "store", RECORDS),
  "redirect-anywhere": facts("error", "config", OPTIONS),
  "redirect-loop": facts("error", "app"),
  "redirect-proxy-origins": facts("warning", "config"),
  "redirect-uri-host": facts("note", "config", "native.md"),
  "redirected-host": facts("warning", "app", HOSTS),
  "registration-unlimited": facts("warning", "config", "rate-limits.md"),
  "relaying-party": facts("error", "config", "passkeys.md"),
  "removed-option": facts("warning", "config", OPTIONS),
  "resource-document": facts("warning", "app", OAUTH),
  "role-undefined": facts("warning", "store", ORGANIZATIONS),
  "scheme-differs": facts("error", "app", HOSTS),
  "secret-guessable": facts("error", "environment", OPTIONS),
  "secret-missing": facts("error", "environment", OPTIONS),
  "secret-published": facts("error", "environment", OPTIONS),
  "secure-cookies-over-http": facts("error", "config", MISTAKES),
  "session-too-long": facts("error", "config", SESSIONS),
  "short-secret": facts("warning", "environment", OPTIONS),
  "signing-key-sealed": facts("warning", "store", OAUTH),
  "store-failed": facts("error", "store", STORES),
  "store-forgetful": facts("warning", "store", STORES),
  "store-setting": facts("warning", "store", STORES),
  "token-in-session": facts("warning", "config", SESSIONS),
  "token-used-twice": facts("error", "store", STORES),
  "trust-host-value": facts("warning", "environment", HOSTS),
  "unproven-addresses": facts("warning", "config", ISSUERS),
  "unverified-linking": facts("warning", "config", ISSUERS),
  "variable-quoted": facts("error", "environment", OPTIONS),
  "variable-unused": facts("note", "environment", OPTIONS),
};

/** All ids, in alphabetical order. */
export const FINDING_IDS = Object.keys(FACTS) as readonly FindingId[];

/** Makes a finding of the severity that its id has. */
export function finding(id: FindingId, message: string, cure: string): Finding {
  const { severity, guide } = FACTS[id];
  const docs = guide === undefined ? {} : { docs: guideUrl(guide) };
  return { id, severity, message, cure, ...docs };
}

/** Group of a finding. */
export function groupOf(id: FindingId): FindingGroup {
  return FACTS[id].group;
}

/** Returns `true` for the id of a finding. */
export function isFindingId(id: string): id is FindingId {
  return Object.hasOwn(FACTS, id);
}

/** The words with which a remedy begins, after a mark and a space. */
const CURE =
  /[:;,.] (?:set|pass|call|run|give|make|use|return|list|correct|register|remove|check|if that is not)\b/i;

/**
 * Takes the remedy out of a message of the library, which has the form `problem: remedy`.
 *
 * @param otherwise remedy for a message that has none
 */
export function cureIn(message: string, otherwise: string): string {
  // The message has the hint about variables already.
  const text = message.replace(variableHint(), "");
  const begins = text.search(CURE);
  return sentence(begins < 0 ? otherwise : text.slice(begins + 2));
}

/** Text with a capital letter and a full stop. */
export function sentence(text: string): string {
  const trimmed = text.trim();
  const begun = trimmed.charAt(0).toUpperCase() + trimmed.slice(1);
  return /[.!?…)]$/.test(begun) ? begun : `${begun}.`;
}

/** Message of anything that was thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
