/**
 * The TXT record that proves a domain.
 *
 * @module
 */

import { isEqual } from "../../base/crypto/hash.ts";
import type { Settings } from "./settings.ts";

/** Milliseconds for an answer of the resolver. */
const TIMEOUT_MS = 5000;

/** Most records that are looked at, and most characters of one. */
const MAX = { records: 100, characters: 1000 };

/** Names and codes of errors that say that there are no such records. */
const ABSENT: ReadonlySet<unknown> = new Set(["NotFound", "ENOTFOUND", "ENODATA", "NXDOMAIN"]);

/** The name of the record of a domain. */
export function recordName(domain: string): string {
  return `_auth-challenge.${domain}`;
}

/** The text of the record. */
export function recordValue(token: string): string {
  return `auth-domain=${token}`;
}

/**
 * Looks for the record.
 *
 * @returns `"unknown"` when the resolver does not answer
 */
export async function findRecord(
  { resolveTxt }: Settings,
  domain: string,
  token: string,
): Promise<"present" | "absent" | "unknown"> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<"unknown">((resolve) => {
    timer = setTimeout(() => resolve("unknown"), TIMEOUT_MS);
  });
  try {
    const found = await Promise.race([resolveTxt(recordName(domain)), late]);
    if (found === "unknown") return found;
    return isAmong(found, recordValue(token)) ? "present" : "absent";
  } catch (error) {
    const { name, code } = error as { name?: unknown; code?: unknown };
    return ABSENT.has(code) || ABSENT.has(name) ? "absent" : "unknown";
  } finally {
    clearTimeout(timer);
  }
}

/** A long record comes in parts. */
function isAmong(found: unknown, value: string): boolean {
  if (!Array.isArray(found)) return false;
  return found.slice(0, MAX.records).some((one: unknown) => {
    const text = Array.isArray(one) ? one.join("") : one;
    return typeof text === "string" && text.length <= MAX.characters && isEqual(text.trim(), value);
  });
}
