/**
 * Kind of provider → its flow. A flow is loaded when a sign-in of its kind
 * first happens, so that reading sessions costs no more than it needs.
 *
 * @module
 */

import { isOAuth1 } from "../config/providers.ts";
import type {
  BoundFlow,
  Flow,
  ResolvedOAuthProvider,
  ResolvedProvider,
} from "../types/internal.ts";
import type { CredentialsConfig, EmailConfig } from "../types/provider.ts";
import type { WebAuthnConfig } from "../types/webauthn.ts";

/** The provider that each flow is for. */
interface Providers {
  oauth: ResolvedOAuthProvider;
  oidc: ResolvedOAuthProvider;
  oauth1: ResolvedOAuthProvider;
  credentials: CredentialsConfig;
  email: EmailConfig;
  webauthn: WebAuthnConfig;
}

const oauth = async () => (await import("./oauth/mod.ts")).oauthFlow;

const flows: { [Kind in keyof Providers]: () => Promise<Flow<Providers[Kind]>> } = {
  oauth,
  oidc: oauth,
  oauth1: async () => (await import("./oauth1/mod.ts")).oauth1Flow,
  credentials: async () => (await import("./credentials.ts")).credentialsFlow,
  email: async () => (await import("./email/mod.ts")).emailFlow,
  webauthn: async () => (await import("./webauthn/mod.ts")).webauthnFlow,
};

/** The flow of a provider, by its kind; OAuth has an older version with a flow of its own. */
export function flowOf(provider: ResolvedProvider): Promise<BoundFlow> {
  return load(isOAuth1(provider) ? "oauth1" : provider.type, provider);
}

async function load<Kind extends keyof Providers>(
  kind: Kind,
  provider: Providers[Kind],
): Promise<BoundFlow> {
  const { start, options, finish, ...facts } = await flows[kind]();
  return {
    ...facts,
    start: start && ((ctx) => start(ctx, provider)),
    options: options && ((ctx) => options(ctx, provider)),
    finish: (ctx) => finish(ctx, provider),
  };
}
