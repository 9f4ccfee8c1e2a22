/**
 * Capabilities that an app or a package makes.
 *
 * @module
 */

import type { Adapter } from "./adapter.ts";
import type { AuthConfig } from "./config.ts";
import type { Awaitable, User } from "./entities.ts";
import type { RecordStore } from "./records.ts";
import type { CallMethod } from "./request.ts";

/** The app, for functions and handlers of a capability. */
export interface CapabilityApp {
  /** The config, as the app wrote it. */
  readonly config: AuthConfig;
  /** The adapter; absent without one. */
  readonly adapter?: Adapter | undefined;
  /** Store of records; absent without one. */
  readonly records?: RecordStore | undefined;
}

/** The user who is signed in. */
export interface PageVisitor {
  /** Id of the user. */
  readonly id: string;
  /** The user, as stored, or as `authorize` returned it. */
  readonly user: User;
  /** `true` when the session has the fresh proof that a change of the account needs. */
  readonly isFresh: boolean;
  /** `true` when another person acts for the user, and may change nothing. */
  readonly actsForAnother: boolean;
}

/**
 * A request of a browser for a page. It has no `Authorization` header, so no page can be driven by
 * one. Before a `POST` handler runs, the CSRF token of the form was checked.
 *
 * @typeParam Texts The texts in one language.
 */
export interface PageContext<Texts = unknown> {
  /** The app. */
  readonly app: CapabilityApp;
  /** URL of the page, without its query. */
  readonly url: string;
  /** Parts of the path that it names. */
  readonly params: Readonly<Record<string, string>>;
  /** Query, last value wins, without a prototype. */
  readonly query: Readonly<Record<string, string>>;
  /** Fields of the form, without a prototype; empty for `GET`. */
  readonly fields: Readonly<Record<string, string>>;
  /** The user who is signed in; `null` without a live session. */
  readonly visitor: PageVisitor | null;
  /**
   * Token for forms, as the hidden field `csrfToken`. It names the visitor: a form that is posted
   * when another user is signed in does nothing, and that user is asked.
   */
  readonly csrfToken: string | undefined;
  /** The texts in the language of the browser, else in English. */
  readonly texts: Texts;
  /** URL of a path below the base path. */
  urlOf(path: string): string;
  /** The answer that leads to the sign-in page, and back to this one. */
  signIn(): PageAnswer;
  /**
   * Goes on only with a fresh proof, of two factors from a user who has enrolled one. Else the
   * user is led to it, and comes back to this page.
   *
   * @param what what is to be done, for the log: `"sign the guestbook"`
   * @param query query of the page that the user comes back to, such as what was typed
   */
  requireFreshProof(what: string, query?: Readonly<Record<string, string>>): void;
}

/** The answer to a request for a page. */
export type PageAnswer =
  | {
    /** URL to go to: absolute, or a path of this site. */
    readonly redirect: string;
  }
  | {
    /** Status. Default 200. */
    readonly status?: number;
    /** Title of the document, and heading of the card. */
    readonly title: string;
    /** Sentence below the heading. */
    readonly text: string;
    /** What follows in the card: Preact elements. */
    readonly content?: unknown;
  };

/** Answers a request for a page. */
export type PageHandler<Texts = unknown> = (page: PageContext<Texts>) => Awaitable<PageAnswer>;

/**
 * A request of a program. It has no cookies, so no victim's browser can drive it. A parameter that
 * is repeated is refused.
 */
export interface CallContext {
  /** The app. */
  readonly app: CapabilityApp;
  /** Method. */
  readonly method: CallMethod;
  /** Public origin of the app. */
  readonly origin: string;
  /** Parts of the path that it names. */
  readonly params: Readonly<Record<string, string>>;
  /** Query, without a prototype. */
  readonly query: Readonly<Record<string, string>>;
  /** Members of a JSON body or a form, without a prototype; empty without a body. */
  readonly body: Readonly<Record<string, unknown>>;
  /** All values of the parameters that may be repeated. */
  readonly repeated: Readonly<Record<string, readonly string[]>>;
  /** Body of one of the content types in `reads`. */
  readonly text?: string | undefined;
  /** `Authorization` header; `null` without one. */
  readonly authorization: string | null;
}

/** The answer to a program; it is not stored by caches. */
export interface CallAnswer {
  /** Status. Default 200. */
  readonly status?: number;
  /** Headers. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Body, sent as JSON; absent for none. */
  readonly body?: object | string | number | boolean | null;
}

/** Answers a request of a program. */
export type CallHandler = (call: CallContext) => Awaitable<CallAnswer>;

/** A page. */
export interface CustomPage<Texts = unknown> {
  /** Methods that it takes. */
  readonly methods: readonly ("GET" | "POST")[];
  /** `true` when a post counts as a try of the client's address (`limits`). Default `false`. */
  readonly isCounted?: boolean;
  /**
   * `true` when an operator who acts for the user may post it. Default `false`: the post is refused
   * with `AccessDenied`.
   *
   * @since 0.3.0
   */
  readonly allowActor?: boolean | undefined;
  /** Loads the handlers, at the first request. */
  readonly load: () => Awaitable<
    { readonly GET?: PageHandler<Texts>; readonly POST?: PageHandler<Texts> }
  >;
}

/** An endpoint for programs. */
export interface CustomCall {
  /** Methods that it takes; `OPTIONS` is answered for it. */
  readonly methods: readonly CallMethod[];
  /** `true` when a request that is no `GET` counts as a try of the client. Default `false`. */
  readonly isCounted?: boolean;
  /** `"any-origin"` lets scripts of other sites call it, without credentials. Default: none. */
  readonly cors?: "any-origin";
  /** Parameters that may occur more than once. Default: none. */
  readonly repeated?: readonly string[];
  /** Content types other than JSON and forms whose body it reads as `text`. Default: none. */
  readonly reads?: readonly string[];
  /** Loads the handlers, at the first request. */
  readonly load: () => Awaitable<Readonly<Partial<Record<CallMethod, CallHandler>>>>;
}

/** A moment of a user. */
export interface CustomMoment {
  /** The app. */
  readonly app: CapabilityApp;
  /** Id of the user. */
  readonly userId: string;
}

/**
 * What a capability does at moments of a user. The change waits for it, and fails with what it
 * throws. Each can come twice for one change, so it must be safe to repeat.
 */
export interface CustomTopics {
  /**
   * The user will be deleted: a throw refuses it. With `isRequest` the deletion is only asked for: then
   * it may be refused, and nothing may change.
   */
  readonly "user.deleting"?: (
    moment: CustomMoment & {
      /** `true` when the deletion is only asked for. */
      readonly isRequest: boolean;
    },
  ) => Awaitable<void>;
  /**
   * The user, who cannot sign in any more, is merged into another one: the place to give the app's own
   * rows to that one. A throw stops the merge, which the next call with the same users continues.
   *
   * @since 0.3.0
   */
  readonly "user.merging"?: (
    moment: CustomMoment & {
      /** Id of the user who stays. */
      readonly into: string;
    },
  ) => Awaitable<void>;
  /**
   * A merge was given up after `"user.merging"`: the place to give the app's own rows back to the user,
   * who can sign in again. A throw leaves the merge open, and the next call repeats it.
   *
   * @since 0.3.0
   */
  readonly "user.merge-cancelled"?: (
    moment: CustomMoment & {
      /** Id of the user who would have stayed, and may still have the rows. */
      readonly into: string;
    },
  ) => Awaitable<void>;
  /** The user was deleted, with all records that the user owned. */
  readonly "user.deleted"?: (moment: CustomMoment) => Awaitable<void>;
  /** All sessions of the user ended: what was given under them ends too. */
  readonly "sessions.ended"?: (moment: CustomMoment) => Awaitable<void>;
  /** The user was suspended, or a deletion waits: what opens the app without a session ends. */
  readonly "access.ended"?: (moment: CustomMoment) => Awaitable<void>;
}

/** Part of the account page that a row of a capability stands in. */
export type AccountPart = "developer" | "more" | "organizations" | "security";

/** A row of the account page. */
export interface AccountRow {
  /** Part of the page. Default: `"more"` */
  readonly part?: AccountPart;
  /** Heading. */
  readonly heading: string;
  /** Sentence below it. */
  readonly text: string;
  /** Where the row leads to. Default: nowhere. */
  readonly link?: {
    /** URL. */
    readonly url: string;
    /** Text of the link. */
    readonly label: string;
  };
}

/** Facts from which a row of the account page is made. */
export type AccountRowContext<Texts = unknown> =
  & Pick<
    PageContext<Texts>,
    "app" | "texts" | "urlOf"
  >
  & {
    /** The user. */
    readonly visitor: PageVisitor;
  };
