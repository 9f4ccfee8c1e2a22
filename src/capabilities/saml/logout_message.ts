/**
 * Messages about sign-outs, by redirect or by a form: they are read here, and checked as far as requests
 * and answers have the same.
 *
 * @see {@link https://docs.oasis-open.org/security/saml/v2.0/saml-profiles-2.0-os.pdf SAML 2.0 Profiles §4.4}
 * @module
 */

import { Buffer } from "node:buffer";
import { inflateRawSync } from "node:zlib";
import { textMembers } from "../../base/objects.ts";
import { nowMs } from "../../base/time.ts";
import { AuthError, InvalidStatement } from "../../errors.ts";
import { isStoreFailure } from "../../hooks/adapter.ts";
import type { Context } from "../../types/internal.ts";
import { isSignedBy } from "./algorithms.ts";
import { decodeAnswer, MAX_LENGTH, timeIn } from "./answer.ts";
import { SPACE } from "./constants.ts";
import { assertPlain, signatureOf, verify } from "./signature.ts";
import { findChildren, readXml, trimXml, type XmlElement } from "./xml.ts";

/** Milliseconds for which a message without an end counts, and by which clocks may differ. */
const FRESH_MS = 5 * 60_000;
const SKEW_MS = 2 * 60_000;

/** Most characters of a message, and of a text in it. */
export const MOST = { xml: 50_000, text: 1024 };

/** Members of a query or a form that have a message. */
const NAMES = ["SAMLRequest", "SAMLResponse"] as const;

/** A message whose signature was not looked at. */
export interface LogoutMessage {
  /** The member that it came in. */
  readonly name: typeof NAMES[number];
  /** The element, as it was sent. */
  readonly root: XmlElement;
  /** What the answer brings back. */
  readonly relayState: string | undefined;
  /** Returns the element that was signed. */
  verify(certificates: readonly string[]): Promise<XmlElement>;
}

/** The error of a message that is refused. */
export function bad(message: string): AuthError {
  return new InvalidStatement(`Cannot accept the sign-out of the identity provider: ${message}`);
}

/** Reads what cannot be accepted as a refusal; the store may fail, and says so. */
export async function orBad<T>(read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof AuthError || isStoreFailure(error)) throw error;
    throw bad((error as Error).message);
  }
}

/** The message in a request. */
export function readMessage(ctx: Context): LogoutMessage {
  return ctx.request.method === "POST" ? readPost(ctx) : readRedirect(ctx);
}

function nameIn(has: (name: string) => boolean): typeof NAMES[number] {
  const [name, ...more] = NAMES.filter(has);
  if (!name || more.length > 0) throw bad("it has not one message");
  return name;
}

/** A message in a form: the signature is in it. */
function readPost({ request: { body } }: Context): LogoutMessage {
  const fields = textMembers(body ?? {});
  const name = nameIn((one) => fields[one] !== undefined);
  const encoded = fields[name]!;
  if (encoded.length > MAX_LENGTH / 4) throw bad("it is too long");
  const source = decodeAnswer(encoded);
  const root = readXml(source);
  const signature = signatureOf(root);
  assertPlain({ root }, [root]);
  return {
    ...{ name, root, relayState: fields.RelayState },
    async verify(certificates) {
      if (!signature) throw bad("it is not signed");
      return (await verify(source, root, signature, certificates)).root;
    },
  };
}

/** A message in a query: the signature is that of the query, exactly as it was sent. */
function readRedirect({ request: { request } }: Context): LogoutMessage {
  const raw = new Map<string, string>();
  for (const part of new URL(request.url).search.slice(1).split("&")) {
    const [name = "", ...value] = part.split("=");
    if (raw.has(name)) throw bad("its query has a parameter twice");
    raw.set(name, value.join("="));
  }
  const value = (name: string) => decodeURIComponent((raw.get(name) ?? "").replaceAll("+", "%20"));
  const name = nameIn((one) => raw.has(one));
  const encoded = value(name);
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) throw bad(`its ${name} is not base64`);
  const bytes = inflateRawSync(Buffer.from(encoded, "base64"), { maxOutputLength: MOST.xml });
  const root = readXml(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  assertPlain({ root }, []);
  return {
    ...{ name, root },
    relayState: raw.has("RelayState") ? value("RelayState") : undefined,
    // deno-lint-ignore require-await -- as the other one
    async verify(certificates) {
      if (!raw.has("Signature")) throw bad("it is not signed");
      const signed = [name, "RelayState", "SigAlg"].filter((one) => raw.has(one))
        .map((one) => `${one}=${raw.get(one)}`).join("&");
      const isSigned = certificates.some((one) =>
        isSignedBy(one, value("SigAlg"), signed, value("Signature"))
      );
      if (isSigned) return root;
      throw bad(
        "it was not signed with a certificate of the connection, by RSA or ECDSA and SHA-256, " +
          "SHA-384 or SHA-512",
      );
    },
  };
}

/** Refuses a message that is for somebody else, of somebody else, or of another time. */
export function checkMessage(
  root: XmlElement,
  { local, url, issuer }: {
    /** Name of the element. */
    readonly local: "LogoutRequest" | "LogoutResponse";
    /** URL that takes it. */
    readonly url: string;
    /** Entity id of the provider. */
    readonly issuer: string;
  },
) {
  const { attributes } = root;
  if (root.space !== SPACE.protocol || root.local !== local) throw bad(`it is no ${local}`);
  if (attributes.get("Version") !== "2.0") throw bad("it is not of SAML 2.0");
  const id = attributes.get("ID") ?? "";
  if (id === "" || id.length > MOST.text) throw bad("it has no usable ID");
  // Some providers leave it out of answers, which name the request too.
  const { Destination = local === "LogoutResponse" ? url : undefined } = Object.fromEntries(
    attributes,
  );
  if (Destination !== url) throw bad("it is for another URL");
  const issuers = findChildren(root, SPACE.assertion, "Issuer");
  if (issuers.length !== 1 || readText(issuers[0]!) !== issuer) {
    throw bad("it is of another issuer");
  }
  const now = nowMs();
  const issued = timeIn(root, "IssueInstant");
  if (issued === undefined || issued > now + SKEW_MS) throw bad("its time is wrong");
  const until = Math.min(
    timeIn(root, "NotOnOrAfter") ?? Infinity,
    issued + FRESH_MS,
  ) + SKEW_MS;
  if (now >= until) throw bad("it has expired");
  return { id, until, issuedAt: Math.floor(issued / 1000) };
}

/** The text of an element that has nothing else. */
export function readText({ children, text }: XmlElement, most = MOST.text): string {
  const trimmed = trimXml(text);
  if (children.length > 0 || trimmed.length > most) throw bad("a text in it cannot be used");
  return trimmed;
}
