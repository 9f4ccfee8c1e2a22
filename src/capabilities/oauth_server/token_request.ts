/**
 * Requests to the token endpoint.
 *
 * @module
 */

import { OAuthRefusal } from "../../credentials/form.ts";
import type { CallRequest } from "../../types/internal.ts";
import type { Client } from "./client.ts";
import type { IssuedTokens } from "../../credentials/form.ts";
import type { OAuthCall } from "./settings.ts";

/** Answers one `grant_type`, for a client that has authenticated and may use it. */
export type GrantHandler = (
  call: OAuthCall,
  client: Client,
  sent: CallRequest,
) => Promise<IssuedTokens & { readonly more?: Readonly<Record<string, string>> | undefined }>;

/**
 * The resource that a request names (RFC 8707 §2.2).
 *
 * @throws {OAuthRefusal} for several: a token is for one resource
 */
export function resourceIn({ repeated }: Pick<CallRequest, "repeated">): string | undefined {
  const [resource, another] = new Set((repeated.resource ?? []).filter(Boolean));
  if (another === undefined) return resource;
  throw new OAuthRefusal("invalid_target", "A token is for one resource; name one");
}
