/**
 * A client, as every part of the server sees it, from wherever it is known.
 *
 * @module
 */

import type { ClientLinks } from "./client_links.ts";
import type { AssertionAudience, OAuthGrantType } from "./options.ts";

/** A client. */
export interface Client {
  /** Id; the URL of its document for a client that has one. */
  readonly id: string;
  /** Where it is known from: the config, the store, or a document at its URL. */
  readonly source: "config" | "document" | "registered";
  /** `true` when it registered itself, or is known by a document: its name is a claim of its own. */
  readonly isUntrusted: boolean;
  /** `true` when the app knows it, or a user has given it access: no stranger can keep it out. */
  readonly isKnown: boolean;
  /** Id of the organization whose client it is; `undefined` for one of the app, and for strangers. */
  readonly organization?: string | undefined;
  /** Name for people. */
  readonly name: string;
  /** What it shows of itself. */
  readonly links: ClientLinks;
  /** URIs to which the browser may return. */
  readonly redirectUris: readonly string[];
  /** URIs to which the browser may return after a sign-out. */
  readonly postLogoutRedirectUris: readonly string[];
  /** URL that is notified of sign-outs; `undefined` without one. */
  readonly backchannelLogoutUri: string | undefined;
  /** The method by which it authenticates. */
  readonly authentication: ClientAuthentication;
  /** Grants that it may use. */
  readonly grants: ReadonlySet<OAuthGrantType>;
  /** Scopes that it may ask for. */
  readonly scopes: ReadonlySet<string> | "all";
  /** Resources that it may ask for. */
  readonly resources: ReadonlySet<string> | "all";
  /** Resources that an exchanged token may go on to. */
  readonly exchangesTo: ReadonlySet<string>;
  /** Authorization servers that it gets assertions for; `undefined` for none. */
  readonly assertsTo?: ReadonlyMap<string, AssertionAudience> | undefined;
  /** `true` for an app of the owner: users are not asked. */
  readonly isFirstParty: boolean;
  /** `true` when it can sign users in by an ID token alone. */
  readonly takesIdToken: boolean;
  /** `true` when a `nonce` can stand in for a challenge of PKCE. */
  readonly takesNonce: boolean;
  /** `true` when it is held to the FAPI 2.0 Security Profile. */
  readonly isFapi2: boolean;
  /** `true` when what it gets ends with the session, without `offline_access`. */
  readonly endsWithSession: boolean;
  /** Algorithm of its ID tokens. */
  readonly idTokenAlgorithm: "ES256" | "RS256";
  /** Id of the service that it is. */
  readonly service?: string | undefined;
}

/** A method of client authentication. */
export type ClientAuthentication =
  | {
    /** A public client. */
    readonly method: "none";
  }
  | {
    /** A secret, in the header or in the body. */
    readonly method: "secret";
    /** SHA-256 of each secret that is accepted, in base64url. */
    readonly hashes: readonly string[];
  }
  | {
    /** A signature (RFC 7523). */
    readonly method: "private_key_jwt";
    /** Its public keys. */
    readonly jwks?: { readonly keys: readonly JsonWebKey[] } | undefined;
    /** URL of these. */
    readonly jwksUri?: string | undefined;
  };
