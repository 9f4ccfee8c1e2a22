/**
 * What credentials ask of organizations, and of their services.
 *
 * @module
 */

import type { MemberAnswer } from "./credential.ts";
import type { CredentialCall } from "./internal.ts";
import type { PrincipalOrganization } from "./principal.ts";
import type { Proof } from "./proof.ts";

/** A service of an organization: a program with credentials of its own. */
export interface FoundService {
  /** Id of the organization. */
  readonly organization: string;
  /** Scopes that its credentials may have. */
  readonly scopes: ReadonlySet<string> | "all";
}

/** Reads services of organizations, for credentials. */
export interface ServiceReader {
  /** The service; `undefined` when there is none. */
  find(
    call: Pick<CredentialCall, "config">,
    id: string,
  ): Promise<FoundService | undefined>;
}

/** A member in a list. */
export interface ListedMember {
  /** Id of the user; `undefined` for one who is a member no more. */
  readonly userId: string | undefined;
  /** Where the list goes on behind the member. */
  readonly place: string;
}

/** Reads members of organizations, for credentials and for lists of users. */
export interface MemberReader {
  /** Members of an organization, behind a place: as many as the limit, unless there are no more. */
  listIn(
    call: Pick<CredentialCall, "config">,
    organization: string,
    page: { readonly after?: string | undefined; readonly limit: number },
  ): Promise<readonly ListedMember[]>;
  /** The member that has a session. */
  ofSession(reader: object, organization: string): Promise<MemberAnswer>;
  /**
   * The member that a visitor is, for what the session makes there now: as stored now, and with all
   * demands on the session.
   *
   * @param visitor the visitor (`session/visitor.ts`)
   * @param back URL to which a proof or a sign-in leads back. Default: the answer has no location
   */
  ofVisitor(visitor: object, organization: string, back?: string): Promise<MemberAnswer>;
  /** The organizations in which a session can make something, by name. */
  listOfVisitor(visitor: object): Promise<readonly PrincipalOrganization[]>;
  /**
   * The member that has a credential which was made under a proof. Demands on ages hold for one that
   * is not bound to the organization. They do not for one that is: the session that made it has met
   * them, and it has an expiry of its own.
   *
   * @param made the proof, and whether the credential is bound to the organization
   */
  ofUser(
    call: Pick<CredentialCall, "config">,
    userId: string,
    made: { readonly proof: Proof | undefined; readonly isBound: boolean },
    organization: string,
  ): Promise<MemberAnswer>;
  /** The organizations that credentials of a user can be bound to, by name. */
  listOfUser(
    call: Pick<CredentialCall, "config">,
    userId: string,
    proof: Proof | undefined,
  ): Promise<readonly PrincipalOrganization[]>;
  /**
   * The permissions of a user as stored now, without the demands on a session: what the user could do
   * with one. None for a user who is no member.
   */
  readPermissions(
    call: Pick<CredentialCall, "config">,
    userId: string,
    organization: string,
  ): Promise<ReadonlySet<string>>;
  /** The organization itself. */
  ofOrganization(
    call: Pick<CredentialCall, "config">,
    organization: string,
  ): Promise<MemberAnswer>;
}
