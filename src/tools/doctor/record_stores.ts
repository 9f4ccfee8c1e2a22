/**
 * The store of records that fits the adapter of Auth.js which an app has, by the packages in its
 * manifest, where the adapter itself does not say what it is.
 *
 * @module
 */

import { RECORDS_CURE, recordsCureFor } from "../../config/record_stores.ts";
import type { Finding } from "./finding.ts";

/** Findings that ask for records, with the ones that fit the only adapter that the app can have. */
export function withRecordStores(
  findings: readonly Finding[],
  packages: readonly string[],
): readonly Finding[] {
  const adapters = [...new Set(packages.filter((name) => /^@auth\/.+-adapter$/.test(name)))];
  const cure = adapters.length === 1 ? recordsCureFor(adapters[0]!) : undefined;
  if (cure === undefined) return findings;
  // Cures are sentences.
  const [from, to] = [RECORDS_CURE, cure].map((text) => text[0]!.toUpperCase() + text.slice(1));
  return findings.map((one) => ({
    ...one,
    cure: one.cure.replace(from!, () => to!).replace(RECORDS_CURE, () => cure),
  }));
}
