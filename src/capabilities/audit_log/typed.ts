/**
 * What apps call: `auth.audit`.
 *
 * @module
 */

import type { AuditFacts, AuditName, AuditReason } from "../../types/audit.ts";
import type { Membership } from "../organizations/membership.ts";
import type { OrganizationRefusal } from "../../types/audit.ts";

/** An entry as it is stored. */
export interface StoredAuditEntry extends Omit<AuditFacts, "at"> {
  /** Id, which sorts the newest entry first. */
  readonly id: string;
  /** Time of the event. */
  readonly at: Date;
  /** Name of the event. */
  readonly name: AuditName;
  /** Reason; absent for a change. */
  readonly reason?: AuditReason;
  /**
   * Names the user, alike in all entries that were written with the same `secret`, also after a
   * deletion of the user, when `userId`, `sessionId`, `credential`, `address` and `device` are gone.
   * Absent when the event is about no user.
   */
  readonly pseudonym?: string;
  /** The same for the person who acted. Absent when it is the user. */
  readonly actorPseudonym?: string;
}

/** Which entries are wanted. A member that is `undefined` is refused: it would list all. */
export interface AuditQuery {
  /** Id of the user whom the entries are about. Default: all. */
  readonly userId?: string;
  /** Id of the organization. Default: all. */
  readonly organizationId?: string;
  /** Id of the person who acted for the user. Default: all. */
  readonly actor?: string;
  /** Name of the event, or a list of names. Default: all. */
  readonly name?: AuditName | readonly AuditName[];
  /** Time from which entries count. Default: the oldest. */
  readonly from?: Date;
  /** Time before which entries count. Default: now, the newest included. */
  readonly to?: Date;
}

/** A page of entries. */
export interface AuditPage {
  /** The entries, the newest first. */
  readonly entries: readonly StoredAuditEntry[];
  /**
   * What to pass as `after` for the next page; absent with the last one. A page of a filter can be
   * shorter than its limit, and still have a next one: each reads a bounded number of entries.
   */
  readonly next?: string;
}

/** Where a page begins, and how long it is. */
export interface AuditPageOptions {
  /** `next` of the page before. Default: the first page. */
  readonly after?: string | undefined;
  /** Most entries: 1 to 200. Default 50. */
  readonly limit?: number | undefined;
}

/** The end of a chain: who keeps it elsewhere sees later that an older copy took its place. */
export interface AuditHead {
  /** Id of the chain: a day, and the process that wrote it. */
  readonly chain: string;
  /** Number of entries. */
  readonly count: number;
  /** Hash of the last one. */
  readonly hash: string;
}

/** What is wrong with the log. */
export interface AuditFault {
  /**
   * `"changed"`: an entry, or what is stored about its user, is not what was written; `"missing"`:
   * entries are not there; `"unknown-chain"`: nothing says how many entries there were; `"older"`: the
   * chain is shorter than a head that was given, or other entries took the place of its own.
   */
  readonly kind: "changed" | "missing" | "older" | "unknown-chain";
  /** Id of the chain. */
  readonly chain: string;
  /** Number of the first entry that it is about, from 0. */
  readonly first: number;
  /** Number of the last one. */
  readonly last: number;
}

/** Result of a comparison of all hashes. */
export interface AuditVerification {
  /** `true` when nothing is wrong, and each chain could be read. */
  readonly ok: boolean;
  /** Number of entries that were compared. */
  readonly entries: number;
  /** What is wrong: the first 100. */
  readonly faults: readonly AuditFault[];
  /** Ids of chains of a secret that the config does not have any more, which nobody can compare. */
  readonly unverifiable: readonly string[];
  /** The ends of the chains. */
  readonly heads: readonly AuditHead[];
}

/** Functions of the audit log. They check no permission. */
export interface AuditFunctions {
  /** Lists entries, the newest first. A page takes the same time in a log of any length. */
  list(query?: AuditQuery & AuditPageOptions): Promise<AuditPage>;
  /**
   * Lists the entries of the organization of an owner, or of `asSystem`, whose membership is read
   * again. Addresses, devices and sessions of its members are not among them.
   */
  listOfOrganization(
    membership: Membership,
    options?: Pick<AuditQuery, "name" | "from" | "to"> & AuditPageOptions,
  ): Promise<
    | { readonly ok: true } & AuditPage
    | { readonly ok: false; readonly reason: OrganizationRefusal | "signed-out" }
  >;
  /** Writes entries as lines of JSON, the newest first. It holds one page in memory. */
  export(query?: AuditQuery): Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;
  /**
   * Compares the hashes of all entries of the days from `from` to `to`. Default: all days.
   *
   * @param options `heads` of an earlier call that were kept elsewhere are compared too
   */
  verify(
    options?: Pick<AuditQuery, "from" | "to"> & { readonly heads?: readonly AuditHead[] },
  ): Promise<AuditVerification>;
  /** Waits until this process has stored all entries: call it before the process ends. */
  flush(): Promise<void>;
}
