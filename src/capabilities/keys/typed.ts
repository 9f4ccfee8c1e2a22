/**
 * The functions of API keys as apps call them, typed by the app's scopes.
 *
 * @module
 */

import type { OrganizationRefusal } from "../../types/audit.ts";
import type { Membership } from "../organizations/membership.ts";

/** A key, to show to its owner. Nothing in it opens anything. */
export interface ApiKey<Scope extends string = string> {
  /** Public id, which the key contains. */
  readonly id: string;
  /** The first characters of the key, by which its owner recognizes it: `acme_k1_Ab3d…`. */
  readonly hint: string;
  /** Name, as it was typed. */
  readonly name: string;
  /** Scopes that it was given; its owner may have fewer now. */
  readonly scopes: readonly Scope[] | "all";
  /** The kind of owner, and its id. */
  readonly owner: { readonly kind: "organization" | "service" | "user"; readonly id: string };
  /** Id of the organization that it is bound to; `null` for none. */
  readonly organization: string | null;
  /** Id of the user who made it; `null` for the app. */
  readonly createdBy: string | null;
  /** Time at which it was made. */
  readonly createdAt: Date;
  /** Time at which it ends; `null` for one that does not. */
  readonly expires: Date | null;
  /** Time of the last use, accurate to about five minutes; `null` before the first one. */
  readonly lastUsedAt: Date | null;
  /** `true` for a key whose successor was made, and which ends with the overlap. */
  readonly isRotated: boolean;
}

/** A key that was made. */
export interface NewApiKey<Scope extends string = string> {
  /** Distinguishes it from a refusal. */
  readonly ok: true;
  /** The key itself: show it once. It cannot be read again. */
  readonly secret: string;
  /** The facts that are kept about it. */
  readonly key: ApiKey<Scope>;
}

/** Options of a new key. */
export interface ApiKeyOptions<Scope extends string = string> {
  /** Name: 1 to 64 characters. */
  readonly name: string;
  /** Scopes. `"all"` permits what the owner may do. */
  readonly scopes: readonly Scope[] | "all";
  /** Seconds for which it is valid, or `"never"`. Default: `maxAge` of `ApiKeys()`, 90 days. */
  readonly expiresIn?: number | "never";
  /** Id of the organization that it is bound to. It ends with the membership. Default: none. */
  readonly organization?: string;
}

/** Options of a new key of an organization. */
export interface OrganizationKeyOptions<Scope extends string = string>
  extends Omit<ApiKeyOptions<Scope | "scim">, "organization"> {
  /** Id of the service that it is for. Default: the organization itself. */
  readonly service?: string;
}

/** A service: a program of an organization, which has keys of its own. */
export interface Service<Scope extends string = string> {
  /** Id. */
  readonly id: string;
  /** Name. */
  readonly name: string;
  /** Scopes that its keys may have. */
  readonly scopes: readonly Scope[] | "all";
  /** Time at which it was made. */
  readonly createdAt: Date;
  /** Id of the user who made it; `null` for the app. */
  readonly createdBy: string | null;
}

/** A change that was refused: nothing has changed. */
export interface KeyRefusal {
  /** Distinguishes it from a result. */
  readonly ok: false;
  /** Reason, of a closed list. */
  readonly reason: KeyRefusalReason;
  /** URL at which the user signs in, or proves again who it is; absent where that does not help. */
  readonly location?: string | undefined;
}

/**
 * Reason for which a change of keys is refused. For organizations it is also one of theirs:
 *
 * - `"forbidden"`: the scopes are beyond those of the one who asks, the role lacks the permission, or
 *   another person acts for the user;
 * - `"not-member"`: the user is no member of the organization, or there is none;
 * - `"proof-too-weak"`: the session lacks a fresh proof;
 * - `"too-many"`: the owner has as many keys as it may have.
 */
export type KeyRefusalReason =
  | OrganizationRefusal
  /** The key has a successor already. */
  | "rotated"
  /** No user is signed in. */
  | "signed-out"
  /** There is no such key or service, or it has ended. */
  | "unknown";

/**
 * The functions, as `auth.keys`.
 *
 * @typeParam Scope Names of scopes.
 */
export interface KeyFunctions<Scope extends string = string> {
  /** For the compiler only: there is no such member at run time. */
  readonly "~names"?: { /** Scopes. */ readonly scope: Scope } | undefined;
  /**
   * Creates a key for the user of a request, who needs a fresh proof. The user is notified by email.
   *
   * @returns a refusal with the URL of the proof, without a fresh one
   * @throws {MissingCSRF} when another site made the browser send the request
   * @throws {AccessDenied} when the user is suspended or deleted at the same time
   * @throws {AuthError} for a name, scopes or a time that cannot be used; `cause.field` names which
   */
  create(request: Request, options: ApiKeyOptions<Scope>): Promise<NewApiKey<Scope> | KeyRefusal>;
  /**
   * Creates a key for a user, who is notified by email. It does not check who asks.
   *
   * @throws {AccessDenied} when the user is suspended, or there is no such user
   * @throws {AuthError} as {@linkcode KeyFunctions.create}
   */
  createFor(userId: string, options: ApiKeyOptions<Scope>): Promise<NewApiKey<Scope> | KeyRefusal>;
  /** Keys of a user, the newest first. It does not check who asks. */
  list(userId: string): Promise<readonly ApiKey<Scope>[]>;
  /** Ends a key of a user; `false` when the user has none with the id. It does not check who asks. */
  revoke(userId: string, id: string): Promise<boolean>;
  /**
   * Makes a successor of a key: the same with a new secret, a new id, and its whole time ahead. The
   * present key is valid for the overlap. It does not check who asks.
   *
   * @param overlap seconds. Default: one day
   */
  rotate(
    userId: string,
    id: string,
    overlap?: number,
  ): Promise<NewApiKey<Scope> | KeyRefusal>;
  /**
   * Creates a key of an organization, or of one of its services, with scopes that the member has.
   * Needs `key:create`, and as all changes here a fresh proof. An owner can name the scope `scim`,
   * with `Scim()` of `@x/auth/scim`, for the organization itself: `"all"` does not have it.
   */
  createForOrganization(
    membership: Membership,
    options: OrganizationKeyOptions<Scope>,
  ): Promise<NewApiKey<Scope> | KeyRefusal>;
  /** Keys of an organization and of its services, the newest first. Needs `key:read`. */
  listOfOrganization(
    membership: Membership,
  ): Promise<{ readonly ok: true; readonly keys: readonly ApiKey<Scope>[] } | KeyRefusal>;
  /** Ends a key of an organization, or of one of its services. Needs `key:revoke`. */
  revokeOfOrganization(
    membership: Membership,
    id: string,
  ): Promise<{ readonly ok: true } | KeyRefusal>;
  /**
   * Rotates a key of an organization, or of one of its services. Needs `key:create`, and all scopes of
   * the key.
   */
  rotateOfOrganization(
    membership: Membership,
    id: string,
    overlap?: number,
  ): Promise<NewApiKey<Scope> | KeyRefusal>;
  /** Creates a service, with scopes that the member has. Needs `service:create`. */
  createService(
    membership: Membership,
    service: { readonly name: string; readonly scopes: readonly Scope[] | "all" },
  ): Promise<{ readonly ok: true; readonly service: Service<Scope> } | KeyRefusal>;
  /** Services of an organization, by name. Needs `service:read`. */
  listServices(
    membership: Membership,
  ): Promise<{ readonly ok: true; readonly services: readonly Service<Scope>[] } | KeyRefusal>;
  /** Deletes a service with its keys. Needs `service:delete`. */
  deleteService(
    membership: Membership,
    id: string,
  ): Promise<{ readonly ok: true } | KeyRefusal>;
}
