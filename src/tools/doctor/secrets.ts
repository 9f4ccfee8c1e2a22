/**
 * Keeps secrets out of findings: messages of apps, drivers and databases can have them.
 *
 * @module
 */

import type { Environment } from "../../config/env.ts";
import { isRecord } from "../../base/objects.ts";
import type { Subject } from "./subject.ts";

/** Shorter values are words rather than secrets. */
const MIN_LENGTH = 4;

/** Names of variables whose values are secret. */
const SECRET_NAME = /SECRET|PASSWORD|PASS$|TOKEN|CREDENTIAL|_KEY$|^KEY$/i;

/** Password of a URL. */
const URL_PASSWORD = /(:\/\/[^\s:/@]*:)[^\s/@]+@/g;

/** Members of findings, and of what was not checked, that are sentences. */
const SENTENCES = ["message", "cure", "subject", "reason"];

/** Makes the function that replaces secrets in a text, and passwords of all URLs. */
export function hiderOf(secrets: readonly string[]): (text: string) => string {
  // The longest first, since one secret can contain another.
  const ordered = secrets.filter(({ length }) => length >= MIN_LENGTH)
    .toSorted((a, b) => b.length - a.length);
  return (text) =>
    ordered.reduce((hidden, secret) => hidden.replaceAll(secret, "[hidden]"), text)
      .replaceAll(URL_PASSWORD, "$1[hidden]@");
}

/** Replaces secrets in the texts of findings and the like, and passwords of all URLs. */
export function withoutSecrets<T extends object>(
  entries: readonly T[],
  secrets: readonly string[],
): T[] {
  const hide = hiderOf(secrets);
  return entries.map((entry) =>
    Object.fromEntries(
      Object.entries(entry).map((
        [name, text],
      ) => [name, SENTENCES.includes(name) ? hide(text) : text]),
    ) as T
  );
}

/** Secrets of a config. */
export function secretsOf({ completed, resolved }: Subject): string[] {
  const ofProviders = [...resolved.providers.values()].flatMap((provider) => {
    const { clientSecret, apiKey, server } = provider as unknown as Record<string, unknown>;
    const auth = isRecord(server) ? server.auth : undefined;
    return [clientSecret, apiKey, isRecord(auth) ? auth.pass : undefined, passwordIn(server)];
  });
  return [completed.secret, completed.jwt?.secret, ...ofProviders].flat()
    .filter((value) => typeof value === "string");
}

/** Secrets in variables, and the passwords of their URLs. */
export function secretsIn(env: Environment, names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const value = env[name];
    const password = passwordIn(value);
    return [
      ...value && SECRET_NAME.test(name) ? [value] : [],
      ...password ? [password] : [],
    ];
  });
}

function passwordIn(url: unknown): string | undefined {
  const password = typeof url === "string" && URL.canParse(url) ? new URL(url).password : "";
  try {
    return decodeURIComponent(password);
  } catch {
    return password;
  }
}
