/**
 * A protocol of identity providers other than OpenID Connect. Its code comes with an object of the
 * options, so that an app without it has none of it.
 *
 * @module
 */

import type { CapabilityCode } from "../../config/capability.ts";
import type { AuthError } from "../../errors.ts";
import type { Identity, Redirect } from "../../types/identity.ts";
import type { Context, Endpoint, ResponseInternal } from "../../types/internal.ts";
import type { ResolvedOAuthProvider } from "../../types/resolved_provider.ts";
import type { ConnectionData, SamlData } from "./kinds.ts";
import type { ConnectionOf } from "./provider.ts";
import type { ConnectionsCall } from "./settings.ts";
import type { ConnectionCertificate, ProviderLack, SamlChanges } from "./typed.ts";

/** The code that `Saml()` carries. */
export interface ProtocolCode extends CapabilityCode {
  /** Returns the first error of its options, and of the runtime. */
  check(): AuthError | undefined;
  /** Its endpoints. */
  readonly endpoints: readonly Endpoint[];
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
  ): Promise<Identity | Redirect>;
  /**
   * Reads what an owner has written.
   *
   * @throws {AuthError} for a value that cannot be used; `cause` has `field` and `message`
   */
  read(call: ConnectionsCall, changes: SamlChanges, isNew: boolean): Promise<SamlFacts>;
  /** The certificates of a connection, for people. */
  describe(saml: SamlData): readonly ConnectionCertificate[];
  /** What the provider lacks; `undefined` for one that has all. */
  findLack(call: ConnectionsCall, data: ConnectionData): Promise<SamlLack | undefined>;
}
