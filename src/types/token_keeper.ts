/**
 * What the core asks of kept tokens.
 *
 * @module
 */

import type { Account } from "./entities.ts";
import type { Context, Member, ResolvedConfig } from "./internal.ts";
import type { AccessToken, AccessTokenOptions } from "./tokens.ts";

/** Tokens of providers, as a config keeps them. */
export interface TokenKeeper {
  /** Seconds for which an access token must still be valid when it is returned. */
  readonly minimumSeconds: number;
  /** `true` when the tokens in accounts of the adapter are sealed. */
  readonly seals: boolean;
  /** Keeps the tokens of a member's account. */
  keep<M extends Member>(ctx: Context, member: M): Promise<M>;
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
