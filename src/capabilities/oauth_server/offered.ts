/**
 * Grants that the server offers: those that some client of the config can use, and those of clients
 * that make themselves known.
 *
 * @module
 */

import { UNTRUSTED_GRANTS } from "./client_metadata.ts";
import { DEFAULT_GRANTS } from "./clients.ts";
import type { OAuthGrantType } from "./options.ts";
import type { Settings } from "./settings.ts";

/** The grants that the document about the server names. A client that the app keeps has its own. */
export function offeredGrants(
  { clients, dynamic, metadataDocuments }: Pick<
    Settings,
    "clients" | "dynamic" | "metadataDocuments"
  >,
): ReadonlySet<OAuthGrantType> {
  const own = [...clients.values()].flatMap(({ grants = [] }) => grants);
  const isOpen = dynamic !== "off" || metadataDocuments !== "off";
  const ofUntrusted = isOpen ? UNTRUSTED_GRANTS.map(([, grant]) => grant) : [];
  return new Set([...DEFAULT_GRANTS, ...own, ...ofUntrusted]);
}
