/**
 * Clients that are known by a document: the id is the URL of the document, so the host of the URL
 * vouches for it, and nothing else does.
 *
 * @see {@link https://datatracker.ietf.org/doc/draft-ietf-oauth-client-id-metadata-document/ Client ID Metadata Documents}
 * @module
 */

import { isRecord } from "../../base/objects.ts";
import { rateLimitedLog } from "../../hooks/logger.ts";
import type { Client } from "./client.ts";
import { type ClientMetadata, readMetadata } from "./client_metadata.ts";
import type { OAuthCall, Settings } from "./settings.ts";
import { faultOfUrl, readerOf, StrangerUrlError } from "./stranger_url.ts";
import { OAuthRefusal } from "./refusal.ts";

/** Members that would be a secret which anyone can read. */
const SECRETS = ["client_secret", "client_secret_expires_at"];

const documents = readerOf((value, url, settings) => readDocument(value, url, settings));

/**
 * The client of a document; `undefined` when there is none that can be used. The log says why.
 */
export async function documentClient(
  { config, settings }: Pick<OAuthCall, "config" | "settings">,
  url: string,
): Promise<Client | undefined> {
  if (!isTaken(settings, url)) return undefined;
  try {
    return toClient(url, await documents(settings, url));
  } catch (error) {
    if (!(error instanceof StrangerUrlError) && !(error instanceof OAuthRefusal)) throw error;
    // The URL is of visible ASCII characters, and of limited length.
    const why = new Error(`Cannot use the client document at ${url}: ${error.message}`);
    rateLimitedLog(config.logger, why, url);
    return undefined;
  }
}

/** Returns `true` for the URL of a document that the config accepts. */
export function isTaken(settings: Settings, url: string): boolean {
  const { metadataDocuments } = settings;
  if (metadataDocuments === "off" || faultOfDocumentUrl(url, settings) !== undefined) return false;
  return metadataDocuments === "ask" || metadataDocuments.includes(new URL(url).hostname);
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
  if (!isRecord(value)) throw new StrangerUrlError("it is not a JSON object");
  // To the byte: a document about another client says nothing about this one.
  if (value.client_id !== url) throw new StrangerUrlError("its `client_id` is another URL");
  if (SECRETS.some((name) => name in value)) throw new StrangerUrlError("it has a secret");
  return readMetadata(value, settings, {
    method: "none",
    methods: ["none", "private_key_jwt"],
    name: new URL(url).host,
  });
}

function toClient(
  id: string,
  { name, redirectUris, postLogoutRedirectUris, method, grants, ...rest }: ClientMetadata,
): Client {
  const { jwks, jwksUri, idTokenAlgorithm } = rest;
  return {
    id,
    source: "document",
    isStranger: true,
    name,
    redirectUris,
    postLogoutRedirectUris,
    authentication: method === "private_key_jwt"
      ? { method, jwks: jwks ?? undefined, jwksUri: jwksUri ?? undefined }
      : { method: "none" },
    grants: new Set(grants),
    scopes: "all",
    resources: "all",
    isFirstParty: false,
    idTokenAlgorithm,
  };
}
