/**
 * Options of connections.
 *
 * @module
 */

import type { Profile } from "../../types/entities.ts";
import type { Capability } from "../../types/capability.ts";
import type { Awaitable } from "../../types/entities.ts";
import type { Organization } from "../organizations/types.ts";

/** A protocol of identity providers. */
export type ConnectionKind = "oidc" | "saml";

/** A person whom the identity provider of an organization has signed in. */
export interface ConnectionIdentity {
  /** Address, whose domain is proven for the organization. */
  readonly email: string;
  /** Subject at the provider. */
  readonly subject: string;
  /** Claims of the provider. Groups among them are what the provider says. */
  readonly claims: Profile;
}

/** A group of the provider, and the role that it gives. */
export interface GroupRole<Role extends string = string> {
  /** The group, exactly as the provider writes it: 1 to 200 characters. */
  readonly group: string;
  /** The role. No group makes an owner. */
  readonly role: Role;
}

/** Claims that decide about members. */
export interface ConnectionAttributes<Role extends string = string> {
  /** Roles by groups. Default: groups give no role. */
  readonly role?: {
    /** Claim with the groups: a text, or a list of texts. Default `"groups"`. */
    readonly claim?: string;
    /**
     * Groups in their order: the first one that a person has decides. Owners can set a list of their
     * own (`roles` of a connection). Default: none.
     */
    readonly roles?: readonly GroupRole<Role>[];
  };
}

/** Options of `Connections()`. */
export interface ConnectionsOptions<Role extends string = string> {
  /** Protocols that owners can set up. */
  readonly kinds: readonly ConnectionKind[];
  /** SAML, made with `Saml()` of `@x/auth/saml`. Default: none; `kinds` has no `"saml"` then. */
  readonly saml?: Capability<"saml">;
  /**
   * Finds the TXT records of a name: `(name) => Deno.resolveDns(name, "TXT")`, or `resolveTxt` of
   * `node:dns/promises`. An error that says that there are none counts as none; after another one, the
   * domain stays as it was for a while.
   */
  readonly resolveTxt: (name: string) => Awaitable<readonly (string | readonly string[])[]>;
  /**
   * The role of a person who signs in through a connection for the first time; `null` lets only
   * invited people in. A throw does so too, and is logged.
   */
  readonly join:
    | Role
    | ((identity: ConnectionIdentity, organization: Organization) => Awaitable<Role | null>);
  /** Claims that decide about members. Default: none. */
  readonly attributes?: ConnectionAttributes<Role>;
  /**
   * Sends requests to identity providers, on runtimes without `node:https`. URLs are checked before; it
   * must reach no address of your network. Default: `node:https`, to public addresses only.
   */
  readonly fetch?: typeof fetch;
}
