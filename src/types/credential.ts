/**
 * Credentials as the library reads them: each kind only claims whose it is. The one admission
 * (`credentials/admit.ts`) decides.
 *
 * @module
 */

import type { CredentialRefusal, OrganizationRefusal } from "./audit.ts";
import type { CredentialKind, PrincipalOrganization, TokenActor } from "./principal.ts";
import type { Proof } from "./proof.ts";

/** The token of an `Authorization` header. */
export interface Presented {
  /** Scheme, in lower case. */
  readonly scheme: "bearer" | "dpop";
  /** Token. */
  readonly token: string;
}

/** The session of a request, as the claim of a credential reads it. */
export interface SessionReader {
  /** The session, or `null`. Read once. */
  session(): Promise<object | null>;
}

/** The claim of a credential: nothing of it counts before it is admitted. */
export interface Claim {
  /** Kind of the credential. */
  readonly via: CredentialKind;
  /** Public id of the credential. */
  readonly credential: string;
  /** The owner. */
  readonly owner: {
    /** Its kind. */ readonly kind: "organization" | "service" | "user"; /** Its id. */
    readonly id: string;
  };
  /** Id of the organization that it is bound to. Default: none. */
  readonly organization?: string | undefined;
  /** `true` for one that counts in no organization at all. Default: in those of its owner. */
  readonly isOutsideOrganizations?: boolean | undefined;
  /** Scopes that it was given. */
  readonly scopes: ReadonlySet<string> | "all";
  /**
   * Reads whether the owner still exists and may use it, from positive evidence.
   *
   * @param reader the session that it stands for, which is read once; absent for one without
   * @returns the reason to refuse; `undefined` when it is valid
   */
  findRefusal(reader?: SessionReader): Promise<CredentialRefusal | undefined>;
  /** The proof under which it was made; absent when no person stands behind it. */
  readonly proof?: Proof | undefined;
  /** Authentication context that it states (RFC 9470). Default: none. */
  readonly acr?: string | undefined;
  /** Time of the sign-in that it states, in seconds since 1970. Default: none. */
  readonly authTime?: number | undefined;
  /** Thumbprint of the key of the client that it is bound to (RFC 9449 §6). Default: none. */
  readonly confirmation?: string | undefined;
  /** `true` where the proof of that key must be one of FAPI 2.0. Default `false`. */
  readonly isProofStrict?: boolean | undefined;
  /** A request with the session that it stands for, in place of the one it came with. */
  readonly session?: Request | undefined;
  /** URLs that it is for (RFC 8707). Default: the origin of the app. */
  readonly audience?: string | readonly string[] | undefined;
  /** Members that the principal gets as they are. */
  readonly shown: { readonly name: string } | {
    readonly client: string | null;
    readonly actor?: TokenActor;
  };
}

/** A claim that is none. */
export interface ClaimFault {
  /** Reason to refuse. */
  readonly reason: CredentialRefusal;
  /** Seconds after which another request may succeed. Default: unknown. */
  readonly retryAfter?: number;
  /** `true` when the address of the request was counted for it. Default `false`. */
  readonly isCounted?: boolean;
  /** Public id of the credential, and its owner, as far as they are known. */
  readonly about?: { readonly credential?: string; readonly userId?: string };
}

/** A member of an organization, or the reason why there is none. */
export type MemberAnswer =
  | {
    readonly ok: true;
    /** The organization. */
    readonly organization: PrincipalOrganization;
    /** Permissions of the role, or of the organization itself. */
    readonly permissions: ReadonlySet<string>;
    /** The membership; only for a session. */
    readonly membership?: unknown;
  }
  | {
    readonly ok: false;
    /** Reason. */
    readonly reason: OrganizationRefusal;
    /** URL at which the user can do what is missing. */
    readonly location?: string | undefined;
  };
