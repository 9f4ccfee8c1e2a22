/**
 * Owners of tokens that no user stands behind: a service of an organization, or a client itself.
 *
 * @module
 */

import { loadPart } from "../../hooks/topics.ts";
import { intersect, type Scopes } from "../../credentials/scopes.ts";
import type { Client } from "./client.ts";
import type { OAuthCall } from "./settings.ts";

/** The config, without the request. */
type WithConfig = Pick<OAuthCall, "config">;

/** An owner. */
export interface ServiceOwner {
  /** Id of the service, or of the client. */
  readonly id: string;
  /** Id of the organization; `null` for a client that is no service. */
  readonly organization: string | null;
  /** Scopes that it may have. */
  readonly scopes: Scopes;
}

/**
 * The owner of the tokens that a client gets for itself: the service that it is, else the client.
 *
 * @returns `undefined` when there is no such service
 */
export async function ownerOfClient(
  setup: WithConfig,
  { id, service, scopes }: Pick<Client, "id" | "scopes" | "service">,
): Promise<ServiceOwner | undefined> {
  if (service === undefined) return { id, organization: null, scopes };
  const found = await findService(setup, service);
  return found && { ...found, scopes: intersect(found.scopes, scopes) };
}

/** A service, as it is now; `undefined` when there is none, or the app has no services. */
export async function findService(
  { config }: WithConfig,
  id: string,
): Promise<ServiceOwner | undefined> {
  const reader = await loadPart(config, "services");
  const found = await reader?.find({ config }, id);
  return found && { id, organization: found.organization, scopes: found.scopes };
}
