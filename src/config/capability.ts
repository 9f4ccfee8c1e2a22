/**
 * How code that only some apps need gets in: an object that the app brings with its config carries
 * it under one symbol. An app without the object neither loads nor bundles the code.
 *
 * @module
 */

import { AuthError } from "../errors.ts";
import { capability } from "../symbols.ts";
import type { Removal } from "../types/account.ts";
import type { AdapterUser } from "../types/adapter.ts";
import type { AuthConfig } from "../types/config.ts";
import type { Awaitable } from "../types/entities.ts";
import type { Flow } from "../types/flow.ts";
import type {
  Context,
  Endpoint,
  FactorEngineLoader,
  RequestInternal,
  ResolvedConfig,
  ResolvedSignOut,
  TokenKeeper,
} from "../types/internal.ts";
import type { ResolvedOAuthProvider, ResolvedProvider } from "../types/resolved_provider.ts";
import type { ResolvedPasswords, TypedKept } from "../types/password.ts";
import type { ResolvedAccount } from "../types/account.ts";
import type { WebAuthnConfig } from "../types/webauthn.ts";

/** An object with its code. */
export interface WithCode<Code> {
  /** The code; its parts are loaded at their first use. */
  readonly [capability]: Code;
}

/** The code of an object; `undefined` when no function of this library made it. */
export function codeOf<Code>(brought: object | undefined): Code | undefined {
  return (brought as Partial<WithCode<Code>> | undefined)?.[capability];
}

/** The code of a capability that a member of the config brings. */
export interface CapabilityCode<Resolved> {
  /** Returns the first error that makes it unusable. */
  check(config: AuthConfig, providers: readonly ResolvedProvider[]): AuthError | undefined;
  /** What the core asks of it. */
  readonly resolved: Resolved;
  /** Endpoints that exist with it. */
  readonly endpoints: readonly Endpoint[];
}

/** Code by the member of the config that brings it. */
export interface CapabilityMembers {
  /** The page on which users manage their account. */
  readonly account: CapabilityCode<ResolvedAccount>;
  /** Sign-out at providers, and by them. */
  readonly signOut: CapabilityCode<ResolvedSignOut>;
  /** Tokens of providers. */
  readonly tokens: CapabilityCode<TokenKeeper>;
}

const MEMBERS = ["tokens", "signOut", "account"] as const satisfies (keyof CapabilityMembers)[];

/** Functions that make the value of a member. */
const MAKERS: Record<keyof CapabilityMembers, string> = {
  account: "AccountPage() of @x/auth/account",
  signOut: "ProviderSignOut() of @x/auth/sign-out",
  tokens: "KeepTokens() of @x/auth/tokens",
};

/** The code that a member of the config brings; `undefined` without the member. */
export function memberCode<Name extends keyof CapabilityMembers>(
  config: AuthConfig,
  name: Name,
): CapabilityMembers[Name] | undefined {
  return codeOf<CapabilityMembers[Name]>(config[name]);
}

/** All code that members of the config bring. */
export function membersCode(config: AuthConfig): CapabilityCode<unknown>[] {
  return MEMBERS.flatMap((name) => memberCode(config, name) ?? []);
}

/** Returns the first error of a member that brings a capability. */
export function checkMembers(
  config: AuthConfig,
  providers: readonly ResolvedProvider[],
): AuthError | undefined {
  for (const name of MEMBERS) {
    if (config[name] === undefined) continue;
    const code = memberCode(config, name);
    if (!code) {
      return new AuthError(`Cannot use \`${name}\`: make its value with ${MAKERS[name]}`, {
        cause: { option: name },
      });
    }
    const error = code.check(config, providers);
    if (error) return error;
  }
}

/** The code of second factors. */
export interface FactorCode {
  /** Loads the functions. */
  readonly engine: FactorEngineLoader;
  /** Endpoints of their pages. */
  readonly endpoints: readonly Endpoint[];
}

/** The code of providers with OAuth 1.0a. */
export interface OAuth1Code {
  /** Loads the flow. */
  readonly flow: () => Awaitable<Flow<ResolvedOAuthProvider>>;
}

/** What the config asks of the code of a strict client. */
export interface StrictClientChecks {
  /** Members that the security profile sets where the provider has none. */
  defaults(provider: ResolvedOAuthProvider): Pick<ResolvedOAuthProvider, "par" | "client">;
  /** The reason why its options cannot be used; `undefined` when they can. */
  problem(provider: ResolvedOAuthProvider): string | undefined;
}

/** The code of passkey providers. */
export interface WebAuthnEngine {
  /** Loads the flow. */
  readonly flow: () => Awaitable<Flow<WebAuthnConfig>>;
  /** Loads the script of the sign-in page. */
  readonly script: () => Awaitable<string>;
}

/** The code of `Password`. */
export interface PasswordEngine {
  /** The passwords of a config. */
  resolve(providers: readonly ResolvedProvider[]): ResolvedPasswords | undefined;
  /** Returns the first error that makes passwords unusable. */
  check(config: AuthConfig, providers: readonly ResolvedProvider[]): AuthError | undefined;
  /** Loads the check of a password. */
  readonly signIn: () => Awaitable<PasswordSignIn>;
  /** Loads the records of passwords. */
  readonly records: () => Awaitable<PasswordRecords>;
  /** Loads what proves an address and a password that was kept for it. */
  readonly kept: () => Awaitable<KeptPasswords>;
  /** Loads the changes of passwords. */
  readonly changes: () => Awaitable<PasswordChanges>;
  /** Endpoints of its pages. */
  endpoints(passwords: ResolvedPasswords): readonly Endpoint[];
}

/** The check of a password. */
export interface PasswordSignIn {
  /**
   * Checks the fields of the form; `null` when they are wrong, and a kept password when they are
   * right and its address was not proven.
   */
  checkPassword(
    ctx: Context,
    fields: Readonly<Record<string, unknown>>,
  ): Promise<{ user: AdapterUser; recheck(): Promise<void> } | { kept: TypedKept } | null>;
}

/** Passwords that came with an address that was never proven. */
export interface KeptPasswords {
  /** Returns `true` when a password is kept for the address. */
  isKept(config: ResolvedConfig, address: string): Promise<boolean>;
  /** The user of a kept password; `null` when it does not count any more. */
  keptUser(config: ResolvedConfig, kept: TypedKept): Promise<AdapterUser | null>;
  /**
   * Gives a user the address that was proven just now, and the password.
   *
   * @returns `null` when the password does not count any more
   */
  claimKept(ctx: Context, kept: TypedKept): Promise<AdapterUser | null>;
}

/** The changes of passwords. */
export interface PasswordChanges {
  /** Removes a password; `false` when it is the last way to sign in, which stays. */
  removePassword(
    caller: { config: ResolvedConfig; request?: RequestInternal },
    user: AdapterUser,
    removal: Removal,
  ): Promise<boolean>;
}

/** The records of passwords. */
export interface PasswordRecords {
  /** The password of a user; `null` without one. */
  passwordOf(
    config: ResolvedConfig,
    userId: string,
  ): Promise<{ /** Time at which the user set it. */ readonly setAt: Date } | null>;
  /** Removes the password of a user; `true` when there was one. */
  takePassword(config: ResolvedConfig, userId: string): Promise<boolean>;
}
