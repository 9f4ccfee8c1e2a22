/**
 * Clients that are known by a document: the id is the URL of the document, so the host of the URL
 * vouches for it, and nothing else does.
 *
 * @see {@link https://datatracker.ietf.org/doc/draft-ietf-oauth-client-id-metadata-document/ Client ID Metadata Documents}
 * @module
 */

import { isRecord } from "../../base/objects.ts";
import { OAuthRefusal } from "../../credentials/form.ts";
import { countedNetwork } from "../../limits/request.ts";
import { defineKind, type FoundRecord, hashedId } from "../../records/kind.ts";
import type { Json, RecordStore } from "../../types/records.ts";
import { rateLimitedLog } from "../../hooks/logger.ts";
import type { Client } from "./client.ts";
import { type ClientMetadata, readMetadata } from "./client_metadata.ts";
import type { OAuthCall, Settings } from "./settings.ts";
import { faultOfUrl } from "../../outbound/untrusted_url.ts";
import { type CachedAnswer, readerOf, UntrustedUrlError } from "./untrusted_url.ts";

/** Members that would be a secret which anyone can read. */
const SECRETS = ["client_secret", "client_secret_expires_at"];

const documents = readerOf((value, url, settings) => readDocument(value, url, settings));

/** The last copy of a document. */
type DocumentData = {
  /** Milliseconds since 1970 at which it was read. */
  at: number;
  metadata: ClientMetadata & { readonly [name: string]: Json };
};

/**
 * The documents of clients that a user has given access to, by their URL. They outlive a failure of
 * their server, and a flood of other documents.
 */
const copies = defineKind<string, DocumentData>("oauth.document", hashedId("oauth document"));

/** Milliseconds for which a copy stays: grants of clients that are not used for so long are rare. */
const COPY_MS = 180 * 24 * 60 * 60_000;

/** Time of a copy that its server does not stand by any more. */
const WITHDRAWN = 0;

/** Milliseconds after which a copy is written anew although nothing of it has changed. */
const REWRITE_MS = 24 * 60 * 60_000;

/**
 * The client of a document; `undefined` when there is none that can be used. The log says why.
 *
 * @param count counts the request before anything is sent. Default: it was counted
 * @throws {TooManyRequests} where `count` does
 */
export async function documentClient(
  { config, settings, request }: Pick<OAuthCall, "config" | "settings"> & Partial<OAuthCall>,
  url: string,
  count?: () => Promise<void>,
): Promise<Client | undefined> {
  if (!isTaken(settings, url)) return undefined;
  const cached = documents.cached(settings, url);
  if (cached) return toClient(url, cached.value, cached.isKnown);
  const copy = await copies.get(config.records, url);
  try {
    const metadata = await documents(settings, url, {
      isKnown: copy !== null,
      last: copy ? { value: copy.data.metadata, atMs: copy.data.at } : undefined,
      by: request ? countedNetwork(request, config) : null,
      count,
    });
    const read = documents.cached(settings, url);
    if (copy && read) await writeCopy(config.records, url, read, copy);
    return toClient(url, metadata, copy !== null);
  } catch (error) {
    if (!(error instanceof UntrustedUrlError) && !(error instanceof OAuthRefusal)) throw error;
    const isFinal = error instanceof OAuthRefusal || error.isFinal;
    if (copy && isFinal && copy.data.at !== WITHDRAWN) {
      const data = { ...copy.data, at: WITHDRAWN };
      await copies.replace(config.records, url, { expires: copy.expires, data }, copy);
    }
    // The URL is of visible ASCII characters, and of limited length.
    const message = new Error(`Cannot use the client document at ${url}: ${error.message}`);
    rateLimitedLog(config.logger, message, url);
    return undefined;
  }
}

/** Keeps the document of a client that a user has given access to. */
export async function keepDocument(
  { config: { records }, settings }: Pick<OAuthCall, "config" | "settings">,
  url: string,
): Promise<void> {
  const found = documents.markKnown(settings, url);
  if (found) await writeCopy(records, url, found, await copies.get(records, url));
}

/** Writes what was read; a copy that another process has written meanwhile is as good. */
async function writeCopy(
  records: RecordStore,
  url: string,
  { value: metadata, atMs: at }: Pick<CachedAnswer<ClientMetadata>, "atMs" | "value">,
  known: FoundRecord<DocumentData> | null,
): Promise<void> {
  const isSame = JSON.stringify(known?.data.metadata) === JSON.stringify(metadata);
  if (known && isSame && at - known.data.at < REWRITE_MS) return;
  const data: DocumentData = { at, metadata: JSON.parse(JSON.stringify(metadata)) };
  await copies.replace(records, url, { expires: new Date(at + COPY_MS), data }, known);
}

/** Returns `true` for the URL of a document that the config accepts. */
export function isTaken(settings: Settings, url: string): boolean {
  const { metadataDocuments } = settings;
  if (metadataDocuments === "off" || faultOfDocumentUrl(url, settings) !== undefined) return false;
  return metadataDocuments === "ask" || metadataDocuments.includes(new URL(url).host);
}

/**
 * Says why a URL cannot be the id of a client. One with dot segments is not in the form that browsers
 * give it.
 */
function faultOfDocumentUrl(url: string, settings: Settings): string | undefined {
  const fault = faultOfUrl(url, settings);
  if (fault !== undefined) return fault;
  return new URL(url).pathname === "/" ? "it has no path" : undefined;
}

function readDocument(value: unknown, url: string, settings: Settings): ClientMetadata {
  if (!isRecord(value)) throw new UntrustedUrlError("it is not a JSON object", true);
  // To the byte: a document about another client says nothing about this one.
  if (value.client_id !== url) throw new UntrustedUrlError("its `client_id` is another URL", true);
  if (SECRETS.some((name) => name in value)) throw new UntrustedUrlError("it has a secret", true);
  return readMetadata(value, settings, {
    method: "none",
    methods: ["none", "private_key_jwt"],
    name: new URL(url).host,
  });
}

function toClient(
  id: string,
  { name, redirectUris, postLogoutRedirectUris, method, grants, ...rest }: ClientMetadata,
  isKnown: boolean,
): Client {
  const { jwks, jwksUri, idTokenAlgorithm } = rest;
  return {
    id,
    source: "document",
    isUntrusted: true,
    isKnown,
    name,
    links: rest.links ?? {},
    redirectUris,
    postLogoutRedirectUris,
    backchannelLogoutUri: rest.backchannelLogoutUri,
    authentication: method === "private_key_jwt"
      ? { method, jwks: jwks ?? undefined, jwksUri: jwksUri ?? undefined }
      : { method: "none" },
    grants: new Set(grants),
    scopes: "all",
    resources: "all",
    exchangesTo: new Set(),
    isFirstParty: false,
    takesNonce: false,
    takesIdToken: false,
    endsWithSession: false,
    isFapi2: false,
    idTokenAlgorithm,
  };
}
