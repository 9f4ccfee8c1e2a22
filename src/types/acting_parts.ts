/**
 * What operators bring for the sessions in which they act for users.
 *
 * @module
 */

import type { JWT, Session } from "./entities.ts";
import type { Context, RecordReader, RequestInternal, ResolvedConfig } from "./internal.ts";
import type { Proof } from "./proof.ts";
import type { OpenedSession } from "./session.ts";

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

/** What the cookie says, which is no live session yet. */
export interface SealedActing extends ActingSession {
  /** Proof. */
  readonly proof: Proof;
  /** Begin, in seconds since 1970. */
  readonly since: number;
  /** The claims, of which callbacks of the app get a copy. */
  readonly claims: JWT;
}

/** A live session. */
export interface LiveActing extends OpenedSession {
  /** What the callbacks of the app make of it. */
  show(ctx: Context): Promise<Session | null>;
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
   * Opens the session, once in a request, while the operator may act: this browser has the operator's
   * own session, which is live, and the operator has the permission.
   */
  open(ctx: Context): Promise<LiveActing | null>;
  /** Ends the operator's own session, since the browser signs out or in. */
  leave(ctx: Context, session: ActingSession | null): Promise<void>;
  /** Name of the operators for users, who never learn which of them it was. */
  nameFor(reader: RecordReader): string;
  /** Returns `true` while the user of a session is not to learn of it, since an email tells first. */
  isPutOff(config: ResolvedConfig, sessionId: string): Promise<boolean>;
  /** What pages of this browser show; `undefined` where nobody acts for a user. */
  readBanner(request: RequestInternal, config: ResolvedConfig): Promise<PageBanner | undefined>;
}
