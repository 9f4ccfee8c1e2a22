/**
 * How capabilities take part in what others do. This file is the list: a capability subscribes to a
 * topic under `on` of its code, and brings a part under `parts`; `hooks/topics.ts` calls the
 * subscribers, and finds the part. Who publishes names no capability, and who subscribes need not
 * know who publishes.
 *
 * Subscribers are called in the order of their capabilities: those of second factors first, then
 * those of providers, of members of the config, and of `capabilities`.
 *
 * @module
 */

import type { ActingParts } from "./acting_parts.ts";
import type { AdapterUser } from "./adapter.ts";
import type { AuditEntry } from "./audit.ts";
import type { AccountRow, PageVisitor } from "./custom.ts";
import type { Account, Awaitable, User } from "./entities.ts";
import type { Identity, ResolvedUser, StorableIdentity } from "./identity.ts";
import type { AccountParts, DeletionParts } from "./account_parts.ts";
import type { FactorParts } from "./factor_parts.ts";
import type { Context, ResolvedConfig, ResponseInternal, Store, StoreCaller } from "./internal.ts";
import type { MemberReader, ServiceReader } from "./organization_parts.ts";
import type {
  PasswordChanges,
  PasswordImports,
  PasswordRecords,
  PasswordSignIn,
  PendingPasswords,
} from "./password_parts.ts";
import type { ProviderSessions } from "./provider_session_parts.ts";
import type { ResolvedProvider } from "./resolved_provider.ts";
import type { ProviderSignOutParts } from "./sign_out_parts.ts";
import type { TokenKeeper } from "./token_parts.ts";
import type { UserSections } from "./user_facts.ts";
import type { MergePart } from "./user_merge.ts";
import type { OrganizationLink } from "../../pages/organizations/step.ts";

/** A user of an app. */
export interface UserMoment {
  /** Completed config. */
  readonly config: ResolvedConfig;
  /** Id of the user. */
  readonly userId: string;
}

/** A user who is merged into another one. */
export interface MergeMoment {
  /** The config. */
  readonly caller: StoreCaller;
  /** Id of the user who ends. */
  readonly userId: string;
  /** Id of the user who stays. */
  readonly into: string;
}

/** A passkey of a user. */
export interface PasskeyMoment extends UserMoment {
  /** Credential id. */
  readonly credentialID: string;
}

/**
 * Moments that are published, by topic. Subscribers are called one after the other. What one throws
 * is thrown where the topic is published, and the next is not called, unless the topic says that it
 * is logged.
 */
export interface Moments {
  /**
   * A user will be deleted; a subscriber refuses it by throwing. It is published before anything is
   * removed, and again once no session of the user can begin: so it must be safe to repeat.
   */
  "user.deleting": {
    /** The config, and the request of the change. */
    readonly caller: StoreCaller;
    /** Id of the user. */
    readonly userId: string;
    /** `true` when the deletion is only asked for: then a subscriber refuses, or does nothing. */
    readonly isRequest: boolean;
    /** Id of the user who stays, where a merge ends this one. Default: none does */
    readonly into?: string | undefined;
    /** `true` while that merge can be given up: then a subscriber refuses it, or does nothing. */
    readonly isOpen?: boolean | undefined;
  };
  /** The session of a user began. A failure is logged: it stops no sign-in. */
  "session.begun": {
    /** The sign-in. */
    readonly ctx: Context;
    /** The user. */
    readonly user: User | AdapterUser;
    /** `true` when this sign-in created the user. */
    readonly isNewUser: boolean;
    /** Type of the account with which it began. */
    readonly type: Account["type"];
    /** Seconds since 1970 of the proof, which the session has. */
    readonly provenAt: number;
  };
  /**
   * A session of a user ends: published before it ends, and again when it has ended. The end of all
   * sessions of a user has its own topic, and a session that expires has none. It must be safe to repeat.
   */
  "session.ending": UserMoment & {
    /** Id of the session. */
    readonly sessionId: string;
  };
  /**
   * All sessions of a user ended, at a suspension and when a deletion waits too; what other apps may
   * do for the user ends with them. It must be safe to repeat.
   */
  "sessions.ended": UserMoment;
  /**
   * A user, who cannot sign in any more, is merged into another one: a subscriber moves what stays with
   * the person. What it throws stops the merge, and the next call repeats it: so it must be safe to
   * repeat.
   */
  "user.merging": MergeMoment;
  /**
   * A merge was given up after `"user.merging"`, whose subscribers give back what they have moved. What
   * one throws leaves it to the next call: so it must be safe to repeat.
   */
  "user.merge-cancelled": MergeMoment;
  /**
   * A merge cannot be given up any more: a subscriber moves what giving it up could not give back. What
   * it throws is left to the next call: so it must be safe to repeat.
   */
  "user.merge-decided": MergeMoment;
  /** A user was deleted, with all records that the user owned. It must be safe to repeat. */
  "user.deleted": UserMoment;
  /**
   * A provider has proven an account, before it is found, linked or created: a subscriber refuses the
   * sign-in by throwing.
   */
  "account.met": {
    /** The sign-in. */
    readonly ctx: Context;
    /** What the provider says. */
    readonly identity: Identity;
    /** The stored user of the account; `null` when there is none. */
    readonly owner: AdapterUser | null;
    /** The user who is signed in in this browser; `null` without one. */
    readonly current: AdapterUser | null;
  };
  /** An account of an OAuth provider was found, linked or created for a user. */
  "account.proven": {
    /** The sign-in. */
    readonly ctx: Context;
    /** What the provider says. */
    readonly identity: Identity;
    /** Id of the user. */
    readonly userId: string;
  };
  /**
   * The membership of a user ends by a removal, or because the user leaves: published before it ends.
   * The end of a membership with its user is none. It must be safe to repeat.
   */
  "member.removed": UserMoment & {
    /** Id of the organization. */
    readonly organization: string;
  };
  /**
   * An organization is about to be deleted, by each of its members. It must be safe to repeat.
   */
  "organization.deleting": UserMoment & {
    /** Id of the organization. */
    readonly organization: string;
  };
  /** An account was unlinked from its user. */
  "account.unlinked": {
    /** Completed config. */
    readonly config: ResolvedConfig;
    /** The account. */
    readonly account: Pick<Account, "provider" | "providerAccountId">;
  };
  /** A passkey was added. */
  "passkey.added": PasskeyMoment & {
    /** Model of the authenticator, as a UUID; `undefined` when unknown. */
    readonly aaguid: string | undefined;
  };
  /** A passkey has signed its user in, or confirmed a change. */
  "passkey.used": PasskeyMoment;
  /**
   * State changed, or a request was refused: the entry is the one of `events.audit`. A failure is
   * logged.
   */
  "audit.entry": {
    /** Completed config. */
    readonly config: ResolvedConfig;
    /** The entry. */
    readonly entry: AuditEntry;
  };
  /** A user was suspended, or a deletion waits: what opens the app in addition to sessions ends. */
  "access.ended": UserMoment;
}

/** Questions, by topic: what is asked, and what a subscriber answers if it has an answer. */
export interface Questions {
  /** May a proven address become a user although `signUp` is `"invited"`? The first yes counts. */
  "address.admitted": {
    readonly asked: {
      /** Completed config. */
      readonly config: ResolvedConfig;
      /** Proven, or about to be proven by an email. */
      readonly address: string;
      /** Id of the provider that has proven it; absent for one that is about to be proven. */
      readonly provider?: string | undefined;
    };
    readonly answer: true;
  };
  /** Who keeps the address that came with a sign-up and was not proven, until its owner confirms it? */
  "address.unproven": {
    readonly asked: {
      /** The sign-in. */
      readonly ctx: Context;
      /** Id of the new user. */
      readonly userId: string;
      /** As it was typed, or as the provider says. */
      readonly address: string;
      /** URL that follows the sign-up. */
      readonly redirect: string;
    };
    /** URL of the page on which the user confirms it, which leads on. */
    readonly answer: string;
  };
  /** Does an email about what this sign-in is for tell of it, so that none about the device need be sent? */
  "sign-in.told": {
    readonly asked: {
      /** The sign-in. */
      readonly ctx: Context;
      /** Its account. */
      readonly account: Pick<Account, "type">;
      /** URL that follows. */
      readonly redirect: string;
    };
    readonly answer: true;
  };
  /**
   * Where is a person led who has typed an address as the first step of a sign-in? Whether there is a
   * user of the address must not decide.
   */
  "address.typed": {
    readonly asked: {
      /** The request with the address. */
      readonly ctx: Context;
      /** As it was typed. */
      readonly address: string;
    };
    readonly answer: ResponseInternal;
  };
  /** Which provider has an id that is none of the config? */
  "provider.named": {
    readonly asked: {
      /** Completed config. */
      readonly config: ResolvedConfig;
      /** The id, which can be any text. */
      readonly id: string;
    };
    readonly answer: ResolvedProvider;
  };
  /**
   * What follows a sign-out, which ends the session first? It is asked as long as there is the session; a
   * throw ends nothing.
   */
  "session.leaving": {
    readonly asked: {
      /** The sign-out. */
      readonly ctx: Context;
    };
    /** Returns the URL that the browser goes to. It is called when the session has ended. */
    readonly answer: () => Promise<string>;
  };
  /** Which row has a capability on the account page? One that fails is logged, and left out. */
  "account.row": {
    readonly asked: {
      /** The request for the page. */
      readonly ctx: Context;
      /** The user. */
      readonly visitor: PageVisitor;
    };
    readonly answer: AccountRow;
  };
  /** May no member give the own organization a slug, since it means another one to the app? */
  "slug.taken": {
    readonly asked: {
      /** The slug. */
      readonly slug: string;
    };
    readonly answer: true;
  };
  /** What does a merge of two users do with what a capability keeps, and what refuses it? */
  "user.merge": {
    readonly asked: {
      /** Completed config. */
      readonly config: ResolvedConfig;
      /** The user who ends. */
      readonly from: AdapterUser;
      /** The user who stays. */
      readonly into: AdapterUser;
    };
    readonly answer: MergePart;
  };
  /** What does a capability know about a user, for the people who run the app? */
  "user.shown": {
    readonly asked: UserMoment;
    readonly answer: UserSections;
  };
  /** Which link has a capability on the page of an organization? */
  "organization.link": {
    readonly asked: {
      /** The request for the page. */
      readonly ctx: Context;
      /** Slug of the organization. */
      readonly slug: string;
      /** Role of the visitor. */
      readonly role: string;
      /** Returns `true` for a permission of the visitor's role. */
      readonly may: (permission: string) => boolean;
    };
    readonly answer: OrganizationLink;
  };
}

/** What a capability listens to: functions by topic. */
export type Subscriptions =
  & { readonly [Topic in keyof Moments]?: (moment: Moments[Topic]) => Promise<void> }
  & {
    readonly [Topic in keyof Questions]?: (
      asked: Questions[Topic]["asked"],
    ) => Awaitable<Questions[Topic]["answer"] | undefined>;
  };

/** Parts that one capability brings and other code asks for, by name. */
export interface Parts {
  /** Second factors. */
  factors: FactorParts;
  /** What the account page keeps about ways to sign in. */
  account: AccountParts;
  /** Deletions of accounts that wait. */
  deletions: DeletionParts;
  /** The check of a password. */
  passwordSignIn: PasswordSignIn;
  /** The records of passwords. */
  passwordRecords: PasswordRecords;
  /** Passwords that came with an address that was never proven. */
  pendingPasswords: PendingPasswords;
  /** The changes of passwords. */
  passwordChanges: PasswordChanges;
  /** The import of passwords. */
  passwordImports: PasswordImports;
  /** Tokens of providers. */
  tokens: TokenKeeper;
  /** Sign-outs at providers. */
  signOut: ProviderSignOutParts;
  /** Reads members of organizations. */
  members: MemberReader;
  /** Reads services of organizations. */
  services: ServiceReader;
  /** Reads permissions of a user outside of organizations, where the app names some. */
  permissions: PermissionReader;
  /** The index by which providers find the sessions that they end. */
  providerSessions: ProviderSessions;
  /** The storage of new passkeys. */
  newPasskeys: NewPasskeys;
  /** Operators who act for users. */
  acting: ActingParts;
}

/** Functions that load the parts of a capability, at the first use. */
export type PartLoaders = { readonly [Name in keyof Parts]?: () => Awaitable<Parts[Name]> };

/** Stores new passkeys. */
export interface NewPasskeys {
  /** Stores one for the user who is signed in, else with a new user. */
  registerPasskey(
    ctx: Context,
    store: Store,
    identity: StorableIdentity,
    owner: AdapterUser | null,
    current: AdapterUser | null,
  ): Promise<ResolvedUser>;
}

/** Reads permissions of users outside of organizations. */
export interface PermissionReader {
  /** The permissions of a user now. */
  permissionsOf(userId: string): Promise<ReadonlySet<string> | "all">;
}
