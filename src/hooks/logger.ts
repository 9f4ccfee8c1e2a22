/**
 * Log lines: prefixes that log scrapers know, levels that the app may replace,
 * and no secret outside debug messages. A failure has a reference, such as `7F3A9C`: by it, the
 * person who sees its page and the one who reads the log speak of the same. It is random, so that it
 * tells nothing.
 *
 * @module
 */

import { nowMs } from "../base/time.ts";
import { AuthError } from "../errors.ts";
import { errorPage } from "../symbols.ts";
import type { LoggerInstance, WarningCode } from "../types/options.ts";
import { randomHex } from "../base/crypto/bytes.ts";

/** Completes an app's logger; missing levels use the console. */
export function completeLogger(
  logger: Partial<LoggerInstance> | undefined,
  debug: boolean,
): LoggerInstance {
  const defaults: LoggerInstance = {
    error: (error) => printError(error, debug),
    warn: (code, ...about: string[]) =>
      console.warn([`[auth][warn][${code}]`, WARNINGS[code] ?? "", ...about].join(" ").trimEnd()),
    debug: debug
      ? (message, metadata) => console.log(`[auth][debug]: ${message}`, toJson(metadata))
      : () => {},
  };
  if (!logger) return defaults;
  // Called on their object, so that class instances keep their `this`.
  return {
    ...(logger as LoggerInstance),
    error: (error) => (logger.error ? logger : defaults).error!(error),
    warn: (...args: Parameters<LoggerInstance["warn"]>) =>
      (logger.warn ? logger : defaults).warn!(...args),
    debug: (message, metadata) => (logger.debug ? logger : defaults).debug!(message, metadata),
  };
}

/** Milliseconds between two lines about the same subject. */
const SELDOM_MS = 60_000;

/** Most subjects that are logged in that time, since requests can name any number of hosts. */
const MAX_THINGS = 50;

/** When something was logged, and the reference in its line. */
interface Line {
  readonly time: number;
  readonly reference: string | undefined;
}

const logged = new WeakMap<LoggerInstance, Map<string, Line>>();

/**
 * Logs a failure that every request would repeat: once a minute for each
 * `about`, and at most fifty of them a minute.
 *
 * @param about what the failure is about, such as a host
 * @returns the reference in the line about it, which may be that of an earlier failure
 */
export function rateLimitedLog(
  logger: LoggerInstance,
  error: Error,
  about: string,
): string | undefined {
  let lines = logged.get(logger);
  if (!lines) logged.set(logger, lines = new Map());
  const now = nowMs();
  const last = lines.get(about);
  if (last && Math.abs(now - last.time) < SELDOM_MS) return last.reference;
  lines.delete(about);
  for (const [oldest, { time }] of lines) {
    if (Math.abs(now - time) < SELDOM_MS) break;
    lines.delete(oldest);
  }
  if (lines.size >= MAX_THINGS) return undefined;
  const reference = referenceOf(error);
  lines.set(about, { time: now, reference });
  logger.error(error);
  return reference;
}

/** Warnings that were printed, since each is useful once per process; bounded. */
const warned = new Set<string>();

const MAX_WARNED = 1000;

/** Warns once per process for each code and subject. */
export function warnOnce(logger: LoggerInstance, code: WarningCode, about?: string): void {
  const key = about === undefined ? code : `${code} ${about}`;
  if (warned.has(key) || warned.size >= MAX_WARNED) return;
  warned.add(key);
  // Apps declare loggers with one parameter; those with a second one get the names.
  const warn: (...args: [WarningCode, string?]) => void = logger.warn;
  if (about === undefined) warn(code);
  else warn(code, about);
}

/** Text of a warning: the problem, and after the first sentence the cure. */
export function warningText(code: WarningCode): string {
  return WARNINGS[code];
}

const WARNINGS: Record<WarningCode, string> = {
  "debug-enabled": "Debug messages hold personal data. Turn `debug` off in production.",
  "csrf-disabled":
    "CSRF protection is off. Remove `skipCSRFCheck`, or check the origin of every form yourself.",
  "duplicate-provider":
    "Two providers have the same id. The first one is used; give the other an `id` of its own.",
  "env-url-basepath-redundant":
    "AUTH_URL and `basePath` are both set. The path of AUTH_URL is ignored; remove one of them.",
  "env-url-basepath-mismatch":
    "The path of AUTH_URL differs from `basePath`. `basePath` is used; make them equal.",
  "env-url-invalid":
    "AUTH_URL is not a URL and is ignored. Set it to a whole URL, such as https://app.example/auth.",
  "env-url-without-path":
    "AUTH_URL has no path and `basePath` is not set, so the actions are at the root, as in Auth.js: " +
    "/signin, not /auth/signin. Add the path to AUTH_URL, such as https://app.example/auth, or set " +
    '`basePath` to "/auth", or to "/" if that is meant.',
  "experimental-webauthn":
    "`experimental.enableWebAuthn` is not needed: a passkey provider is enough. Remove the option.",
  "factors-without-mail":
    "Users are not notified by email when their second factors change. Set `sendMail`, or use an email " +
    "provider of this library.",
  "forwarded-address-ignored":
    "Requests were refused since too many came from one address, and they have an X-Forwarded-For " +
    "header. If it is a proxy's address, set `limits.clientAddress` to read the header that your " +
    "proxy sets.",
  "forwarded-host-ignored":
    "X-Forwarded-Host differs from Host and is ignored, since any client can send it. If a proxy " +
    "changes Host, set AUTH_URL to the public URL with the base path, or " +
    "`trustHost: { forwardedHops: 1 }` with the number of proxies that write X-Forwarded-Host.",
  "generated-secret":
    "No secret is set. A random one is used, and all sessions end when this process ends; with " +
    "several processes, or the workers of `deno serve --parallel`, each has its own, and sign-ins " +
    "fail. Set AUTH_SECRET to a random string of at least 32 characters.",
  "http-behind-https":
    "A page on https posted a form, but this app takes itself to be on http, so callback URLs begin " +
    "with http and providers refuse them. Set AUTH_URL to the https: URL, or let the proxy that ends " +
    "TLS send X-Forwarded-Proto and set `trustHost: true`.",
  "insecure-cookie":
    "Browsers drop a cookie of the config, or leave it open to scripts or to plain http. Set " +
    '`secure: true` with `sameSite: "none"`, also in development, where Chrome and Firefox accept it ' +
    "on http://localhost; leave `secure` out with other values of `sameSite`, and `httpOnly` on:",
  "insecure-requests":
    "Requests to these providers go over plain http (`allowInsecureRequests`), so anyone who can read " +
    "or change them on the way can sign in as anyone. Use https wherever the network is not " +
    "private:",
  "legacy-option": "An option of the library before has another name or meaning:",
  "long-lifetime":
    "A lifetime is longer than the 400 days for which browsers keep cookies. These options are in " +
    "seconds; if they are written in milliseconds, divide them by 1000:",
  "member-too-large":
    "A provider sent more about a user than can be stored, so this was left out or shortened. Return " +
    "less from `profile` or `account`, or ask for a narrower scope:",
  "member-without-column":
    "A table of the app has no column for a member, so it was left out. Add the column, or " +
    "`auth_extra`, which takes all of them:",
  "open-middleware": "Middleware lets requests without a session pass, as in Auth.js:",
  "redirect-proxy-origins":
    "`redirectProxyUrl` is set without `redirectProxyOrigins`, so the proxy forwards authorization " +
    "codes to every origin whose state was sealed with its secret. Set `redirectProxyOrigins` to " +
    "the origins of your deployments.",
  "redirect-to-other-host":
    "`redirectTo` leads to another host, which the default `redirect` callback replaces by the app's " +
    "own origin. Set `callbacks.redirect`, and return the URL for the hosts that you allow:",
  "removed-option": "An option of an earlier version has no effect any more:",
  "secure-cookies-over-http":
    "`useSecureCookies` is on, but the request came over http, where browsers drop such cookies. " +
    "Remove it, or set AUTH_URL to the https: URL if a proxy ends TLS.",
  "short-secret": "The secret has fewer than 32 characters. Use a longer random one.",
  "stale-address":
    "The adapter found a user by an address that is not the user's, such as one from before a change, so " +
    "the user was not taken for its owner. Let `updateUser` of the adapter replace the index of " +
    "addresses, or use an adapter of this library.",
  "thrown-by-authorize":
    "`authorize` threw an error, which browsers see as a fault of the server (`Configuration`). " +
    "To refuse credentials, return `null`, or throw a subclass of `CredentialsSignin`, whose `code` " +
    "the sign-in page gets:",
  "unknown-client-address":
    "`limits.perAddress` counts nothing: this runtime does not tell from which address a request " +
    "comes. Set `limits.clientAddress` to read the header that your platform or proxy sets, such " +
    "as cf-connecting-ip on Cloudflare.",
  "unproven-addresses":
    "These providers do not verify email addresses, or do not state that they do. Since another " +
    "provider does, their users and sessions have no address. If one verifies them, set its " +
    "option `emailVerified` to true, or to the name of the profile member that states it:",
  "unverified-linking":
    "`allowDangerousEmailAccountLinking` is on for providers that do not verify email addresses, or " +
    "do not state that they do, so anyone who writes the address of a user there signs in as that " +
    "user. Remove it, or set `emailVerified` if the provider verifies addresses:",
};

function printError(error: Error, debug: boolean): void {
  const name = error instanceof AuthError ? error.type : error.name;
  const reference = referenceOf(error);
  const about = reference === undefined ? "" : ` (reference ${reference})`;
  console.error(`[auth][error] ${name}: ${error.message}${about}`);
  const { err, ...details } = error instanceof AuthError ? error.cause ?? {} : {};
  if (err instanceof Error) {
    console.error(`[auth][cause]: ${debug ? err.stack : describe(err)}`);
  } else if (debug) {
    console.error(error.stack);
  }
  const shown = debug ? details : harmless(details);
  if (Object.keys(shown).length > 0) console.error(`[auth][details]: ${toJson(shown)}`);
  if (error instanceof AuthError) console.error(`[auth][docs]: ${pageOf(error)}`);
}

/** URL of the page about the class of an error, or about the nearest one of the library. */
function pageOf(error: AuthError): string {
  const Class = error.constructor as { [errorPage]?: string } | undefined;
  return `https://jsr.io/@x/auth/doc/errors/~/${Class?.[errorPage] ?? "AuthError"}`;
}

/** Names and messages down the chain of causes, without stacks. */
function describe(error: Error): string {
  const lines = [];
  for (let e: unknown = error, depth = 0; e instanceof Error && depth < 5; depth++) {
    lines.push(`${e.name}: ${e.message}`);
    const { cause } = e as { cause?: unknown };
    e = cause instanceof Error ? cause : (cause as { err?: unknown } | undefined)?.err;
  }
  return lines.join(" <- ");
}

/** Keeps provider ids and similar values; never tokens, codes, addresses or whole records. */
function harmless(details: Record<string, unknown>): Record<string, unknown> {
  const known = ["provider", "action", "method", "option", "cookie", "event", "known"];
  return Object.fromEntries(
    known.filter((name) => typeof details[name] === "string").map((name) => [name, details[name]]),
  );
}

function toJson(value: unknown): string {
  if (value === undefined) return "";
  try {
    return JSON.stringify(
      value,
      (_key, member) => member instanceof Error ? describe(member) : member,
    );
  } catch {
    return String(value);
  }
}

/** No other text of a URL or of an app's error is shown or logged as one. */
const REFERENCE = /^[0-9A-F]{6}$/;

/** The value if it is a reference, else `undefined`. */
export function toReference(value: unknown): string | undefined {
  return typeof value === "string" && REFERENCE.test(value) ? value : undefined;
}

/** The reference of an error; `undefined` when it has none. */
export function referenceOf(error: object): string | undefined {
  return toReference((error as { reference?: unknown }).reference);
}

/**
 * Gives an error a reference, before it is logged. An error that is thrown again keeps its own.
 *
 * @returns `undefined` for an error of an app that has another member of this name, or is frozen
 */
export function refer(error: object): string | undefined {
  if (!("reference" in error)) Reflect.set(error, "reference", randomHex(3).toUpperCase());
  return referenceOf(error);
}
