/**
 * Provider type → its flow. The module of a flow is loaded at the first sign-in
 * with a provider of its type, so a request that reads the session loads none. The
 * flows of passkeys and of OAuth 1.0a come with their providers, so that other apps do not bundle
 * them.
 *
 * @module
 */

import { type CapabilityCode, codeOf, type FlowCode } from "../config/capability.ts";
import { isOAuth1 } from "../config/providers.ts";
import { lazy } from "../base/lazy.ts";
import type { Awaitable } from "../types/entities.ts";
import type { BoundFlow, Flow } from "../types/flow.ts";
import type { ResolvedOAuthProvider, ResolvedProvider } from "../types/resolved_provider.ts";
import type { CredentialsConfig, EmailConfig } from "../types/provider.ts";
import type { WebAuthnConfig } from "../types/webauthn.ts";

/** Provider object that each flow takes. */
interface Providers {
  oauth: ResolvedOAuthProvider;
  oidc: ResolvedOAuthProvider;
  oauth1: ResolvedOAuthProvider;
  credentials: CredentialsConfig;
  email: EmailConfig;
  webauthn: WebAuthnConfig;
}

const oauth = lazy(async () => (await import("./oauth/mod.ts")).oauthFlow);

/** The flow of OpenID Connect, or that of a provider which brings one around it. */
const oidc = (provider: ResolvedOAuthProvider) =>
  codeOf<Partial<FlowCode<ResolvedOAuthProvider>> & CapabilityCode>(provider)?.flow?.() ?? oauth();

const flows: {
  [Kind in keyof Providers]: (provider: Providers[Kind]) => Awaitable<Flow<Providers[Kind]>>;
} = {
  oauth,
  oidc,
  // The check of the provider requires it.
  oauth1: (provider) => codeOf<FlowCode<ResolvedOAuthProvider>>(provider)!.flow(),
  credentials: lazy(async () => (await import("./credentials.ts")).credentialsFlow),
  email: lazy(async () => (await import("./email/mod.ts")).emailFlow),
  // The check of the provider requires it.
  webauthn: (provider) => codeOf<FlowCode<WebAuthnConfig>>(provider)!.flow(),
};

/** The flow of a provider, by its type; OAuth 1.0 has a separate flow. */
export function loadFlow(provider: ResolvedProvider): Promise<BoundFlow> {
  return load(isOAuth1(provider) ? "oauth1" : provider.type, provider);
}

async function load<Kind extends keyof Providers>(
  kind: Kind,
  provider: Providers[Kind],
): Promise<BoundFlow> {
  const { start, options, finish, ...facts } = await flows[kind](provider);
  return {
    ...facts,
    start: start && ((ctx) => start(ctx, provider)),
    options: options && ((ctx) => options(ctx, provider)),
    finish: (ctx) => finish(ctx, provider),
  };
}
