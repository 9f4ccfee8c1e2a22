/**
 * The functions of the authorization server as apps call them, typed by the app's scopes.
 *
 * @module
 */

import type { OAuthClientOptions } from "./options.ts";

/** Access that a user gave to another app. Nothing in it opens anything. */
export interface OAuthGrant<Scope extends string = string> {
  /** Id. */
  readonly id: string;
  /** Id of the client. */
  readonly client: string;
  /** Name of the client, as it was shown to the user. */
  readonly name: string;
  /** Scopes by the URL of their resource; the issuer has those of OpenID Connect. */
  readonly scopes: Readonly<Record<string, readonly (Scope | string)[]>>;
  /** Id of the organization; `null` for none. */
  readonly organization: string | null;
  /** Time at which it was given. */
  readonly createdAt: Date;
  /** Time of the last token, accurate to about five minutes; `null` before the first one. */
  readonly lastUsedAt: Date | null;
}

/** A client that was registered. */
export interface RegisteredClient {
  /** Id. */
  readonly id: string;
  /** The secret: show it once. It cannot be read again. Absent for a public client. */
  readonly secret?: string;
}

/** Options of {@linkcode OAuthFunctions.rotateSigningKey}. */
export interface RotateOptions {
  /**
   * `true` when a key was stolen: the new one counts at once, and every token that was signed before
   * is refused. Default `false`: the new key is published for a day first.
   */
  readonly isEmergency?: boolean | undefined;
}

/** Functions of `auth.oauthServer`. They check no permission. */
export interface OAuthFunctions<Scope extends string = string> {
  /** Lists what a user gave to other apps, newest first. */
  listGrants(userId: string): Promise<readonly OAuthGrant<Scope>[]>;
  /**
   * Ends what a user gave to a client: its tokens are refused at the next request.
   *
   * @returns `false` when there is no such grant
   */
  revokeGrant(userId: string, grantId: string): Promise<boolean>;
  /**
   * Keeps a client in the store.
   *
   * @throws {TypeError} for options that cannot be used
   */
  registerClient(
    options: Omit<OAuthClientOptions, "introspects" | "secret"> & {
      /** Name for people. */
      readonly name: string;
      /** `true` makes a secret. Default `false`: a public client, or one with keys. */
      readonly hasSecret?: boolean | undefined;
    },
  ): Promise<RegisteredClient>;
  /**
   * Removes a client that was registered: its tokens are refused at the next request.
   *
   * @returns `false` when there is no such client
   */
  removeClient(clientId: string): Promise<boolean>;
  /** Replaces the keys that sign tokens. */
  rotateSigningKey(options?: RotateOptions): Promise<void>;
}
