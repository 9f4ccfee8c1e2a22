/**
 * Provider type → how it proves who someone is. A flow is loaded when a
 * sign-in of its kind first happens, so that reading sessions costs no more
 * than it needs.
 *
 * @module
 */

import { isOAuth1 } from "../config/providers.ts";
import type { Flow, ResolvedProvider } from "../types/internal.ts";
import type { ProviderType } from "../types/entities.ts";

const oauth = async () => (await import("./oauth/mod.ts")).oauthFlow;
const oauth1 = async () => (await import("./oauth1/mod.ts")).oauth1Flow;

const flows: Record<ProviderType, () => Promise<Flow>> = {
  oauth,
  oidc: oauth,
  credentials: async () => (await import("./credentials.ts")).credentialsFlow,
  email: async () => (await import("./email/mod.ts")).emailFlow,
  webauthn: async () => (await import("./webauthn/mod.ts")).webauthnFlow,
};

/** The flow of a provider, by its kind; OAuth has an older version with a flow of its own. */
export function flowOf(provider: ResolvedProvider): Promise<Flow> {
  return isOAuth1(provider) ? oauth1() : flows[provider.type]();
}
