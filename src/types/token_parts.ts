/**
 * What others ask of tokens of providers.
 *
 * @module
 */

import type { Account } from "./entities.ts";
import type { ResolvedUser } from "./identity.ts";
import type { Context, ResolvedConfig } from "./internal.ts";
import type { AccessToken, AccessTokenOptions } from "./tokens.ts";

/** Tokens of providers, as a config keeps them. */
export interface TokenKeeper {
  /** Keeps the tokens of a member's account. */
  keep<M extends ResolvedUser>(ctx: Context, member: M): Promise<M>;
  /** Forgets the tokens of an account. */
  forget(
    config: ResolvedConfig,
    account: Pick<Account, "provider" | "providerAccountId">,
  ): Promise<void>;
  /** Returns an access token; `null` without a session or an account at the provider. */
  read(ctx: Context, options: AccessTokenOptions): Promise<AccessToken | null>;
  /** Seals the tokens of an account. */
  seal<T extends AnyAccount>(account: T, secret: string | string[]): Promise<T>;
  /** Opens the tokens of an account, and leaves out those that cannot be opened. */
  open<T extends AnyAccount>(
    account: T,
    secret: string | string[],
    report: (error: Error) => void,
  ): Promise<T>;
}

/** An account with any tokens. */
export type AnyAccount =
  & Pick<Account, "provider" | "providerAccountId">
  & Record<string, unknown>;
