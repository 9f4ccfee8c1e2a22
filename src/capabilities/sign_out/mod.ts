/**
 * Sign-out at the provider, and sign-out by the provider.
 *
 * @module
 */

import { answerProgram } from "../../core/answer_program.ts";
import { type CapabilityCode, codeOf, type WithCode } from "../../config/capability.ts";
import type { Demand } from "../../config/needs.ts";
import { AuthError } from "../../errors.ts";
import { lazy } from "../../base/lazy.ts";
import { capability } from "../../symbols.ts";
import type { Capability } from "../../types/capability.ts";
import type { Endpoint } from "../../types/internal.ts";
import type { ResolvedSignOut } from "../../types/sign_out_settings.ts";
import type { ProviderSignOutOptions } from "../../types/sign_out.ts";
import { WAY_BACK } from "./endpoints.ts";

export type { Capability, ProviderSignOutOptions };

const leaving = lazy(() => import("./leave.ts"));
const providerSessions = lazy(() => import("../../session/provider_session.ts"));

const STATEMENT: Endpoint = {
  kind: "explicit",
  answer: answerProgram,
  path: "signout/{provider}",
  methods: ["POST"],
  reads: ["application/secevent+jwt"], // RFC 8935
  load: async () => ({ POST: (await import("./back_channel.ts")).receive }),
};

/**
 * Signs users out at their OpenID Connect provider too. Without options, a single sign-out can ask
 * for it with `signOut({ federated: true })`.
 *
 * @example
 * ```ts
 * import { BackChannel, ProviderSignOut } from "@x/auth/sign-out";
 * import { KeepTokens } from "@x/auth/tokens";
 * import { MemoryAdapter } from "@x/auth/adapters/memory";
 * import Keycloak from "@x/auth/providers/keycloak";
 * import type { AuthConfig } from "@x/auth";
 *
 * export const config: AuthConfig = {
 *   providers: [Keycloak],
 *   adapter: MemoryAdapter(),
 *   session: { revocation: {} },
 *   tokens: KeepTokens(),
 *   signOut: ProviderSignOut({ federated: true, backChannel: BackChannel() }),
 * };
 * ```
 */
export function ProviderSignOut(options: ProviderSignOutOptions = {}): Capability<"sign-out"> {
  const statement = codeOf(options.backChannel) && STATEMENT;
  const code: CapabilityCode<ResolvedSignOut> = {
    check: () => check(options),
    needs: needsOf(options),
    endpoints: statement ? [WAY_BACK, statement] : [WAY_BACK],
    resolve: () => ({
      federated: options.federated === true,
      revokeTokens: options.revokeTokens === true,
    }),
    parts: { signOut: leaving, ...statement ? { providerSessions } : {} },
  };
  const signOut: Capability<"sign-out"> & WithCode<typeof code> = {
    id: "sign-out",
    [capability]: code,
  };
  return signOut;
}

/**
 * Lets OpenID Connect providers end sessions of this app; see
 * {@linkcode ProviderSignOutOptions.backChannel}.
 *
 * @example
 * ```ts
 * import { BackChannel, ProviderSignOut } from "@x/auth/sign-out";
 * import { assertEquals } from "@std/assert";
 *
 * const signOut = ProviderSignOut({ backChannel: BackChannel() });
 * assertEquals(signOut.id, "sign-out");
 * ```
 */
export function BackChannel(): Capability<"back-channel"> {
  const backChannel: Capability<"back-channel"> & WithCode<CapabilityCode> = {
    id: "back-channel",
    [capability]: {},
  };
  return backChannel;
}

function check({ backChannel }: ProviderSignOutOptions): AuthError | undefined {
  if (backChannel === undefined || codeOf(backChannel)) return undefined;
  const option = "signOut.backChannel";
  return new AuthError(
    `Cannot use \`${option}\`: make its value with BackChannel() of @x/auth/sign-out`,
    { cause: { option } },
  );
}

function needsOf({ backChannel, federated, revokeTokens }: ProviderSignOutOptions): Demand[] {
  return [
    ...backChannel ? [{ option: "signOut.backChannel", sessions: "always" as const }] : [],
    // The record of a session holds its provider.
    { option: "signOut", sessions: "database" },
    ...Object.entries({ federated, revokeTokens }).filter(([, isOn]) => isOn)
      .map(([name]) => ({ option: `signOut.${name}`, members: ["tokens"] as const })),
  ];
}
