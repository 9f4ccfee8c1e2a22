/**
 * Stores the tokens of OAuth providers, so that the app can call their APIs.
 *
 * @module
 */

import { isOAuth } from "../../config/providers.ts";
import type { CapabilityCode, WithCode } from "../../config/capability.ts";
import { AuthError } from "../../errors.ts";
import { lazy } from "../../base/lazy.ts";
import { capability } from "../../symbols.ts";
import type { Capability } from "../../types/capability.ts";
import type { TokenKeeper } from "../../types/token_parts.ts";
import type { ResolvedTokens } from "../../types/token_settings.ts";
import type { TokensOptions } from "../../types/tokens.ts";

export type { Capability, TokensOptions };

/** Seconds for which a returned access token is still valid. */
const MINIMUM_SECONDS = 60;

const keeping = lazy(() => import("./keep.ts"));
const records = lazy(() => import("./record.ts"));
const access = lazy(() => import("./provider_access_token.ts"));
const sealing = lazy(() => import("./sealed_accounts.ts"));

/**
 * Keeps the tokens of OAuth providers: sealed, in the store of records, or without one in the
 * session token. `getAccessToken` of `@x/auth/server` returns an access token, and refreshes it
 * when it has expired.
 *
 * @example
 * ```ts
 * import { KeepTokens } from "@x/auth/tokens";
 * import GitHub from "@x/auth/providers/github";
 * import type { AuthConfig } from "@x/auth";
 *
 * export const config: AuthConfig = {
 *   providers: [GitHub],
 *   tokens: KeepTokens({ minimumSeconds: 120 }),
 * };
 * ```
 */
export function KeepTokens(options: TokensOptions = {}): Capability<"tokens"> {
  const { minimumSeconds = MINIMUM_SECONDS } = options;
  const keeper: TokenKeeper = {
    keep: async (ctx, member) =>
      isOAuth(ctx.provider) ? await (await keeping()).keep(ctx, member) : member,
    forget: async (config, account) => await (await records()).forgetTokens(config, account),
    read: async (ctx, wish) => await (await access()).getAccessToken(ctx, wish, minimumSeconds),
    seal: async (account, secret) => await (await sealing()).seal(account, secret),
    open: async (account, secret, report) => await (await sealing()).open(account, secret, report),
  };
  const code: CapabilityCode<ResolvedTokens> = {
    check: () => check(options),
    needs: [{ option: "tokens", records: "database" }],
    resolve: () => ({ seals: options.seal === true }),
    parts: { tokens: () => keeper },
  };
  const tokens: Capability<"tokens"> & WithCode<typeof code> = { id: "tokens", [capability]: code };
  return tokens;
}

function check({ minimumSeconds = 0 }: TokensOptions): AuthError | undefined {
  if (!(typeof minimumSeconds === "number" && minimumSeconds >= 0 && minimumSeconds < Infinity)) {
    return new AuthError(
      `Cannot use \`tokens.minimumSeconds\`: ${minimumSeconds} is not a number of seconds from 0`,
      { cause: { option: "tokens.minimumSeconds" } },
    );
  }
}
