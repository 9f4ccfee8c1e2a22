/**
 * Provider type → how it proves who someone is. A flow is loaded when a
 * sign-in of its kind first happens, so that reading sessions costs no more
 * than it needs.
 *
 * @module
 */

import { isOAuth1 } from "../config/providers.ts";
import { InvalidProvider } from "../errors.ts";
import type { Flow, ResolvedProvider } from "../types/internal.ts";
import type { ProviderType } from "../types/entities.ts";

const oauth = async () => (await import("./oauth/mod.ts")).oauthFlow;
const oauth1 = async () => (await import("./oauth1/mod.ts")).oauth1Flow;

const flows: Record<ProviderType, () => Promise<Flow>> = {
  oauth,
  oidc: oauth,
  credentials: async () => (await import("./credentials.ts")).credentialsFlow,
  email: async () => (await import("./email.ts")).emailFlow,
  webauthn: notHere,
};

/** The flow of a provider, by its kind; OAuth has an older version with a flow of its own. */
export function flowOf(provider: ResolvedProvider): Promise<Flow> {
  return isOAuth1(provider) ? oauth1() : flows[provider.type]();
}

/** The config check refuses these kinds already; this keeps the table closed. */
function notHere(): Promise<Flow> {
  throw new InvalidProvider("This kind of provider needs an adapter");
}
