/**
 * A protocol of identity providers other than OpenID Connect. Its code comes with an object of the
 * options, so that an app without it has none of it.
 *
 * @module
 */

import type { CapabilityCode } from "../../config/capability.ts";
import type { AuthError } from "../../errors.ts";
import type { Attempt } from "../../flows/oauth/attempt.ts";
import type { Flow } from "../../types/flow.ts";
import type { Confirmation, Identity, Redirect } from "../../types/identity.ts";
import type { Context, Endpoint, ResponseInternal } from "../../types/internal.ts";
import type { ResolvedOAuthProvider } from "../../types/resolved_provider.ts";
import type { OrganizationsCall } from "../organizations/settings.ts";
import type { Organization } from "../organizations/types.ts";
import type { ConnectionData, SamlData } from "./kinds.ts";
import type { ConnectionCertificate, ProviderLack, SamlChanges } from "./typed.ts";

/** A connection that signs a person in. */
export interface ConnectionOf {
  /** Id of the provider. */
  readonly id: string;
  /** The connection, as stored. */
  readonly data: ConnectionData;
  /** Its organization. */
  readonly organization: Organization;
}

/** The two steps of a protocol. */
export type Steps = Pick<Flow<ResolvedOAuthProvider>, "finish" | "finishMethods"> & {
  start(ctx: Context, provider: ResolvedOAuthProvider): Promise<ResponseInternal>;
  /** The text in an answer that names its attempt. */
  stateIn(ctx: Context): unknown;
};

/** Reads the answer to a test of the sign-in, and leads to its result. */
export type FinishTest = (
  ctx: Context,
  provider: ResolvedOAuthProvider,
  connection: ConnectionOf,
  steps: Pick<Steps, "finish">,
  attempt: Attempt,
) => Promise<Redirect>;

/** What a protocol works with. */
export interface ProtocolCall extends OrganizationsCall {
  /** Options of connections. */
  readonly own: {
    /** The claim with the groups; absent when groups give no role. */
    readonly groups?: { readonly claim: string };
    /** Reaches identity providers on the internet. */
    readonly send: typeof fetch;
    /** The same, and those of this machine, for a site under development. */
    readonly sendInDevelopment: typeof fetch;
  };
}

/** The code that `Saml()` carries. */
export interface ProtocolCode extends CapabilityCode {
  /** Returns the first error of its options, and of the runtime. */
  check(): AuthError | undefined;
  /** Its endpoints. */
  readonly endpoints: readonly Endpoint[];
  /** `true` where a sign-out here can go on to the provider. */
  readonly leaves?: true;
  /** Loads what it does. */
  readonly load: () => Promise<Protocol>;
}

/** What was written about a connection, and read at its provider. */
export interface SamlFacts {
  /** Entity id; absent where it stays. */
  readonly issuer?: string;
  /** Members that change. */
  readonly saml: Partial<SamlData>;
  /** Milliseconds since 1970 at which the last certificate ends; absent where they stay. */
  readonly until?: number;
}

/** What a test has found. */
export interface SamlLack {
  /** What is missing, or wrong. */
  readonly lacks: ProviderLack;
  /** A sentence for the person who set the connection up. */
  readonly message: string;
}

/** What a protocol does. */
export interface Protocol {
  /** Leads to the provider. */
  start(
    ctx: Context,
    provider: ResolvedOAuthProvider,
    connection: ConnectionOf,
  ): Promise<ResponseInternal>;
  /** Reads its answer. An error other than those for clients ends the sign-in with a page. */
  finish(
    ctx: Context,
    provider: ResolvedOAuthProvider,
    connection: ConnectionOf,
  ): Promise<Confirmation | Identity | Redirect>;
  /**
   * Begins the sign-out at the provider; returns the URL that the browser goes to.
   *
   * @param sealed what `finish` has sealed for it
   * @throws {Error} when the provider or the app lacks what it needs
   */
  leave(
    ctx: Context,
    connection: Pick<ConnectionOf, "data" | "id">,
    sealed: string,
  ): Promise<string>;
  /**
   * Reads what an owner has written.
   *
   * @throws {AuthError} for a value that cannot be used; `cause` has `field` and `message`
   */
  read(call: ProtocolCall, changes: SamlChanges, isNew: boolean): Promise<SamlFacts>;
  /** The certificates of a connection, for people. */
  describe(saml: SamlData): readonly ConnectionCertificate[];
  /** What the provider lacks; `undefined` for one that has all. */
  findLack(call: ProtocolCall, data: ConnectionData): Promise<SamlLack | undefined>;
}
