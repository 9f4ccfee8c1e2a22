/**
 * What operators bring for the sessions in which they act for users.
 *
 * @module
 */

import type { Context, RecordReader, RequestInternal, ResolvedConfig } from "./internal.ts";

/** A session in which an operator acts for its user, as its cookie says. */
export interface ActingSession {
  /** Id of its record. */
  readonly id: string;
  /** Id of the user. */
  readonly userId: string;
  /** Id of the operator. */
  readonly actor: string;
  /** End, in seconds since 1970. */
  readonly until: number;
}

/** What pages show above their content. */
export interface PageBanner {
  /** Sentence. */
  readonly text: string;
  /** Link below it. */
  readonly link: {
    /** URL. */
    readonly url: string;
    /** Text. */
    readonly label: string;
  };
}

/** The part of operators. */
export interface ActingParts {
  /**
   * Returns `true` while the operator may act: this browser has the operator's own session, which is
   * live, and the operator has the permission.
   */
  mayAct(ctx: Context, session: ActingSession): Promise<boolean>;
  /** Ends the operator's own session, since the browser signs out or in. */
  leave(ctx: Context, session: ActingSession | null): Promise<void>;
  /** Name of the operators for users, who never learn which of them it was. */
  nameFor(reader: RecordReader): string;
  /** Returns `true` while the user of a session is not to learn of it, since an email tells first. */
  isPutOff(config: ResolvedConfig, sessionId: string): Promise<boolean>;
  /** What pages of this browser show; `undefined` where nobody acts for a user. */
  readBanner(request: RequestInternal, config: ResolvedConfig): Promise<PageBanner | undefined>;
}
