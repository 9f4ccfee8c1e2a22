/**
 * The SAML of a connection: what an owner writes becomes what is stored.
 *
 * @module
 */

import { AuthError } from "../../errors.ts";
import { faultOfUrl } from "../../outbound/untrusted_url.ts";
import { PLACES } from "../../outbound/untrusted_fetch.ts";
import type { SamlData } from "../connections/kinds.ts";
import type { ProtocolCall, SamlFacts } from "../connections/protocol.ts";
import { isInDevelopment } from "../connections/settings.ts";
import type { SamlChanges } from "../connections/typed.ts";
import { readCertificate } from "./certificates.ts";
import {
  MAX_METADATA,
  type ProviderMetadata,
  readMetadata,
  usableCertificates,
} from "./metadata.ts";

/** The error of a value; `message` is for the person who has written it. */
function bad(field: string, message: string): AuthError {
  return new AuthError(`Cannot use \`${field}\` of the connection: ${message}`, {
    cause: { field, message },
  });
}

function placeOf({ config }: ProtocolCall) {
  return isInDevelopment(config) ? PLACES.development : PLACES.internet;
}

function requireUrl(call: ProtocolCall, field: string, url: unknown): string {
  const fault = faultOfUrl(url, placeOf(call));
  if (fault !== undefined) throw bad(field, fault);
  return url as string;
}

function optionalText(field: string, value: unknown): string | null {
  if (value === null) return null;
  const isText = typeof value === "string" && value.length > 0 && value.length <= 500 &&
    !/\p{Cc}/u.test(value);
  if (isText) return value;
  throw bad(field, "it is not a text of 1 to 500 characters");
}

/** Reads the metadata at a URL. */
export async function fetchMetadata(call: ProtocolCall, url: string): Promise<ProviderMetadata> {
  const { config, own } = call;
  const send = isInDevelopment(config) ? own.sendInDevelopment : own.send;
  const response = await send(url, {
    headers: { accept: "application/samlmetadata+xml, application/xml, text/xml" },
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`The metadata cannot be read: its host answers ${response.status}`);
  }
  return readMetadata(await response.text());
}

async function readDocument(
  call: ProtocolCall,
  { metadata, metadataUrl }: SamlChanges,
): Promise<ProviderMetadata | undefined> {
  if (metadataUrl !== undefined && metadataUrl !== null) {
    const url = requireUrl(call, "metadataUrl", metadataUrl);
    try {
      return await fetchMetadata(call, url);
    } catch (error) {
      const { message } = error as Error;
      const isLong = message.includes("is longer than");
      throw bad("metadataUrl", isLong ? `${message}; enter it as XML` : message);
    }
  }
  if (metadata === undefined) return undefined;
  if (typeof metadata !== "string" || metadata.length > MAX_METADATA) {
    throw bad("metadata", `it is not a text of at most ${MAX_METADATA} characters`);
  }
  try {
    return readMetadata(metadata);
  } catch (error) {
    throw bad("metadata", (error as Error).message);
  }
}

/** See `Protocol.read`. */
export async function readChanges(
  call: ProtocolCall,
  changes: SamlChanges,
  isNew: boolean,
): Promise<SamlFacts> {
  const read = await readDocument(call, changes);
  /** Where a value comes from, for the person who wrote it. */
  const from = (field: "entityId" | "ssoUrl") =>
    changes[field] === undefined && read ? "metadata" : field;
  const issuer = changes.entityId ?? read?.issuer;
  const ssoUrl = changes.ssoUrl ?? read?.ssoUrl;
  const certificates = changes.certificates ?? read?.certificates;
  if (isNew && issuer === undefined) {
    throw bad("metadata", "there is no metadata, and no entity ID");
  }
  const saml: Partial<SamlData> = {};
  if (isNew || ssoUrl !== undefined) {
    saml.ssoUrl = requireUrl(call, from("ssoUrl"), ssoUrl);
  }
  if (isNew || certificates !== undefined) saml.certificates = requireCertificates(certificates);
  // A URL that cannot be used is none: sign-ins do not depend on it.
  if (read) {
    const { logout } = read;
    const isUsable = [logout?.url, logout?.request].every((url) =>
      faultOfUrl(url, placeOf(call)) === undefined
    );
    saml.logout = logout && isUsable ? logout : null;
  }
  const { metadata, metadataUrl = metadata === undefined ? undefined : null } = changes;
  // The URL of other metadata is not that of what is stored.
  if (metadataUrl !== undefined) saml.metadataUrl = metadataUrl;
  for (const name of ["subject", "email", "groups"] as const) {
    const value = changes[name];
    if (value !== undefined) saml[name] = optionalText(name, value);
  }
  for (const name of ["takesSignedResponse", "startsAtProvider"] as const) {
    if (changes[name] !== undefined) saml[name] = changes[name] === true;
  }
  return {
    saml,
    ...issuer === undefined ? {} : { issuer: requireEntityId(from("entityId"), issuer) },
    ...saml.certificates ? { until: endOf(saml.certificates) } : {},
  };
}

function requireEntityId(field: string, value: unknown): string {
  const isText = typeof value === "string" && value.length > 0 && value.length <= 1024 &&
    value.trim() === value && !/\p{Cc}/u.test(value);
  if (isText) return value;
  throw bad(field, "its entity ID is not a text of 1 to 1024 characters without spaces around it");
}

function requireCertificates(written: unknown): readonly string[] {
  try {
    return usableCertificates(Array.isArray(written) ? written : []);
  } catch (error) {
    throw bad("certificates", (error as Error).message);
  }
}

/** Milliseconds since 1970 at which the last certificate ends. */
function endOf(certificates: readonly string[]): number {
  const ends = certificates.map(readCertificate);
  return Math.max(...ends.map((one) => typeof one === "string" ? 0 : one.until));
}
