/**
 * Records of the authorization server. A grant is a record of its user: codes, refresh families and
 * device codes are its children, and count only while it is there.
 *
 * @module
 */

import type { CodeFacts, CodeUse } from "../../credentials/code.ts";
import type { FamilyFacts } from "../../credentials/family.ts";
import { defineKind, hashedId } from "../../records/kind.ts";
import type { AuthenticationMethod } from "../../types/proof.ts";
import type { ClientLinks } from "./client_links.ts";
import type { OAuthGrantType } from "./options.ts";
import type { Targets } from "./targets.ts";

/** The proof under which a grant was given. */
export type GrantProof = {
  /** Seconds since 1970. */
  readonly at: number;
  readonly methods: readonly AuthenticationMethod[];
  readonly provider: string | null;
};

/** The access that a user gave to a client. */
export type GrantData = {
  /** Id of the client. */
  client: string;
  /** Its name, as it was shown. */
  clientName: string;
  /** Id of the organization. */
  organization: string | null;
  /** Everything that was given. A token has what its own request asked for. */
  targets: Targets;
  /** The access by the host of the redirect URI: a consent is remembered for its host alone. */
  byHost: { readonly [host: string]: Targets };
  /** The anchor of the user under which it was given. */
  anchor: string;
  /** The proof of the session that gave it last. */
  proof: GrantProof;
  createdAt: string;
  lastUsedAt: string | null;
  /** Milliseconds since 1970 until which its client has it among its own. Absent: a version before wrote it. */
  listedUntil?: number;
  /** Families of tokens that have ended, with the time of the end in milliseconds since 1970. Absent: none. */
  ended?: { readonly [family: string]: number };
  /** Milliseconds since 1970: an access token that was made before has ended. Absent: none. */
  endedBefore?: number;
};

/** By random id, which opens nothing; the owner is the user. It stays until it is ended. */
export const grants = defineKind<string, GrantData>("oauth.grant", (id) => id);

/**
 * The grants of a client, by their ids; the owner is the client. An entry says nothing of the user, and
 * expires when no token was made for long.
 */
export const clientGrants = defineKind<string, null>("oauth.client-grant", (id) => id);

/** A request for authorization, whose parameters have been checked. */
export type CheckedParameters = {
  client: string;
  redirectUri: string;
  state: string | null;
  /** SHA-256 of the verifier, in base64url (RFC 7636 §4.2), or {@linkcode NO_CHALLENGE}. */
  challenge: string;
  targets: Targets;
  nonce: string | null;
  prompt: readonly ("consent" | "create" | "login" | "none" | "select_account")[];
  /** Seconds that the proof may be old. */
  maxAge: number | null;
  /** Values of `acr_values`. */
  acr: readonly string[];
  /** Thumbprint of the key that tokens must be bound to (RFC 9449 §10). */
  jkt: string | null;
  /** SHA-256 of the id of the user whom `id_token_hint` names: a user who is deleted leaves nothing. */
  hint: string | null;
  /** Languages for the pages (`ui_locales`). Absent: none. */
  locales?: string;
  /** How the answer goes to the client. Absent: in the query of a redirect. */
  mode?: "form_post";
  /** What the answer is. Absent: a code. */
  type?: "id_token";
};

/** A request that waits in the store. */
export type StoredRequest = CheckedParameters & {
  /** Milliseconds since 1970. */
  createdAt: number;
  /** Id of the pushed request that a page is about. */
  pushed: string | null;
  /** Seconds since 1970: an earlier proof of the user does not count. */
  notBefore: number | null;
};

/**
 * By random id. Of a pushed request: without an owner, and it opens nothing. On a page: owned by the
 * user who is asked, for ten minutes.
 */
export const requests = defineKind<string, StoredRequest>(
  "oauth.request",
  hashedId("oauth request"),
);

/** Facts that a code and a refresh family hand on to tokens. */
export type ChildData = {
  /** Id of the grant. */
  grant: string;
  client: string;
  targets: Targets;
  nonce: string | null;
  /** Time of the sign-in, in seconds since 1970. */
  authTime: number;
  /** Methods of the proof. */
  methods: readonly AuthenticationMethod[];
  /** Thumbprint of the key of the client. */
  jkt: string | null;
  /** Id of the session at the client. Absent: it is not notified of endings. */
  sid?: string;
  /** Id of the session with which it ends; `null`: it has no record. Absent: it ends with none. */
  session?: string | null;
};

/** A code. */
export type CodeData = ChildData & CodeFacts;

/** By random text, hashed; owned by the user, for 60 seconds. */
export const codes = defineKind<string, CodeData>("oauth.code", hashedId("oauth code"));

/** A family of refresh tokens. */
export type FamilyData = ChildData & FamilyFacts & {
  /** Milliseconds since 1970: a family ends 90 days later. */
  createdAt: number;
};

/** By random id, which opens nothing; owned by the user. */
export const families = defineKind<string, FamilyData>("oauth.refresh", (id) => id);

/** Mark of a used code. Owned by the user. */
type SpentData = CodeUse & { grant: string; sid?: string } | null;

export const spentCodes = defineKind<string, SpentData>("oauth.used", hashedId("oauth code"));

/** A session at a client, which is told when it ends. */
export type ClientSessionData = {
  /** Id of the client. */
  client: string;
  /** Id of the session here in which it began; `null` for one of another device. */
  session: string | null;
  /** Id of the grant. */
  grant: string;
  /** Id of the organization. */
  organization: string | null;
  /** Milliseconds since 1970 at which it ended, while the message about it is written. */
  endedAt: number | null;
};

/** By the `sid` of ID tokens, which opens nothing; the owner is the user. */
export const clientSessions = defineKind<string, ClientSessionData>(
  "oauth.client-session",
  (sid) => sid,
);

/** A client that was registered. */
export type ClientData = {
  name: string;
  /** Absent: none. */
  links?: ClientLinks;
  isStranger: boolean;
  isFirstParty: boolean;
  redirectUris: readonly string[];
  postLogoutRedirectUris: readonly string[];
  /** Absent: none. */
  backchannelLogoutUri?: string;
  method: "none" | "private_key_jwt" | "secret";
  /** How one that registered itself said to send its secret: both ways count. Absent: by `Authorization`. */
  secretMethod?: "client_secret_post";
  /** SHA-256 of its secret. */
  hash: string | null;
  /** SHA-256 of the secret before, which counts too until `previousUntil`. Absent: none. */
  previousHash?: string;
  /** Milliseconds since 1970. */
  previousUntil?: number;
  /** Hash of the token with which one that registered itself manages that. Absent: it cannot. */
  registrationHash?: string;
  jwks:
    | { readonly keys: readonly { readonly [name: string]: string | readonly string[] }[] }
    | null;
  jwksUri: string | null;
  grants: readonly OAuthGrantType[];
  scopes: readonly string[] | "all";
  resources: readonly string[] | "all";
  /** Absent: none. */
  exchangesTo?: readonly string[];
  /** Absent: `"required"`. */
  pkce?: "nonce";
  /** Absent: none. */
  profile?: "fapi2";
  idTokenAlgorithm: "ES256" | "RS256";
  service: string | null;
  createdAt: string;
};

/**
 * By id, which opens nothing. One that the app registered stays until it is removed, one that
 * registered itself until it is not used any more. The owner is the organization whose client it is, or
 * the app; one that registered itself, or that an earlier version wrote, has none.
 */
export const clients = defineKind<string, ClientData>("oauth.client", (id) => id);
