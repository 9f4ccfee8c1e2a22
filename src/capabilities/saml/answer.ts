/**
 * The answer of an identity provider: what is measured, in which order it is looked at, and what of it
 * counts. Nothing is believed but one assertion, from the bytes that were signed.
 *
 * @see {@link https://docs.oasis-open.org/security/saml/v2.0/saml-profiles-2.0-os.pdf SAML 2.0 Profiles §4.1.4}
 * @module
 */

import { Buffer } from "node:buffer";
import { nowMs } from "../../base/time.ts";
import { BEARER, FORMAT, SPACE, SUCCESS } from "./constants.ts";
import { decrypt } from "./encryption.ts";
import { assertPlain, type Document, signatureOf, verify } from "./signature.ts";
import { everyElement, findChildren, readXml, trimXml, type XmlElement } from "./xml.ts";

/** What an answer must fit. */
export interface Expected {
  /** Id of the request that this browser was sent with. */
  readonly requestId: string;
  /** Entity id of this app for the connection. */
  readonly audience: string;
  /** URL that takes answers. */
  readonly recipient: string;
  /** Entity id of the identity provider. */
  readonly issuer: string;
  /** Its certificates that are valid now, as base64 of DER. */
  readonly certificates: readonly string[];
  /** `true` where the signature of the response is enough. */
  readonly takesSignedResponse: boolean;
  /** Private keys of the app, in PEM. */
  readonly keys: readonly string[];
}

/** The name of a person. */
export interface AssertedName {
  readonly text: string;
  readonly format: string;
  /** Attributes of its element that a sign-out repeats. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** An assertion that counts. */
export interface Assertion {
  /** Its id, which counts once. */
  readonly id: string;
  /** Name of the person, with its format. */
  readonly name: AssertedName;
  /** Texts by the name of the attribute. */
  readonly attributes: ReadonlyMap<string, readonly string[]>;
  /** Why an attribute could not be opened; absent where each one was. Its name is not known. */
  readonly unopened?: Error;
  /** Milliseconds since 1970 until which it could be sent again. */
  readonly until: number;
  /** Seconds since 1970 of the sign-in there. */
  readonly authTime: number;
  /** SessionIndex, of any length; absent without one. */
  readonly session?: string;
  /** Seconds since 1970 at which it was written. */
  readonly issuedAt: number;
}

/** Most characters of an answer in base64: one with a thousand groups has about 200,000. */
export const MAX_LENGTH = 400_000;

/** Milliseconds by which clocks may differ. */
const SKEW_MS = 2 * 60_000;

/** Longest texts, most values, and most encrypted attributes that are opened. */
const MOST = { name: 1024, attribute: 500, value: 4096, values: 2000, sealed: 20 };

/** @param field the element or attribute, or the XML attribute, that is wrong */
function bad(message: string, field?: string): Error {
  return new Error(`The answer of the identity provider cannot be used: ${message}`, {
    ...field === undefined ? {} : { cause: { field } },
  });
}

/** The XML of an answer. */
export function decodeAnswer(encoded: string): string {
  if (encoded.length > MAX_LENGTH) throw bad(`it is longer than ${MAX_LENGTH} characters`);
  const base64 = encoded.replace(/[ \t\r\n]/g, "");
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) throw bad("it is not base64");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(base64, "base64"));
  } catch {
    throw bad("it is not in UTF-8");
  }
}

/** The id of the request that an answer names; nothing of it was verified. */
export function requestNamedBy(encoded: string): string | undefined {
  return readXml(decodeAnswer(encoded)).attributes.get("InResponseTo");
}

/**
 * Reads an answer.
 *
 * @throws {Error} when it cannot be believed; the message is for the log
 */
export async function readAnswer(encoded: string, expected: Expected): Promise<Assertion> {
  const source = decodeAnswer(encoded);
  const root = readXml(source);
  if (root.space !== SPACE.protocol || root.local !== "Response") throw bad("it is no response");
  const response = await checkResponse({ source, root }, expected);
  return readAssertion(await findAssertion(response, expected), expected);
}

/** A response: from the bytes that were signed, where it has a signature. */
interface Response extends Document {
  readonly isSigned: boolean;
}

async function checkResponse(written: Document, expected: Expected): Promise<Response> {
  const assertions = assertionsIn(written.root);
  const [assertion, ...more] = assertions;
  if (!written.root.children.every(isExpected)) throw bad("it has parts that are not expected");
  const [status, why] = statusOf(written.root);
  if (status !== SUCCESS) throw bad(`its status is ${status}${why ? ` (${why})` : ""}`, "Status");
  if (!assertion || more.length > 0 || assertion.parent !== written.root) {
    throw bad("it must have one assertion", "Assertion");
  }
  assertPlain(written, [written.root, assertion]);
  const signature = signatureOf(written.root);
  const { source, root } = signature
    ? await verify(written.source, written.root, signature, expected.certificates)
    : written;
  const { attributes } = root;
  if (attributes.get("Version") !== "2.0") throw bad("it is not of SAML 2.0");
  if (attributes.get("InResponseTo") !== expected.requestId) {
    throw bad("it is no answer to the request of this browser", "InResponseTo");
  }
  const destination = attributes.get("Destination");
  if (destination !== undefined && destination !== expected.recipient) {
    throw bad("it is for another URL", "Destination");
  }
  const [issuer] = findChildren(root, SPACE.assertion, "Issuer");
  if (issuer && textOf(issuer) !== expected.issuer) throw bad("it is of another issuer", "Issuer");
  return { source, root, isSigned: signature !== undefined };
}

/** Parts of a response, by their namespaces. */
const PARTS: readonly string[] = [
  ...["Issuer", "Assertion", "EncryptedAssertion"].map((name) => `${SPACE.assertion} ${name}`),
  ...["Extensions", "Status"].map((name) => `${SPACE.protocol} ${name}`),
  `${SPACE.signature} Signature`,
];

function isExpected({ space, local }: XmlElement): boolean {
  return PARTS.includes(`${space} ${local}`);
}

function isAssertion({ space, local }: XmlElement): boolean {
  return space === SPACE.assertion && (local === "Assertion" || local === "EncryptedAssertion");
}

function assertionsIn(root: XmlElement): XmlElement[] {
  return [...everyElement(root)].filter(isAssertion);
}

/** The status, and the one in it, which says why. */
export function statusOf(root: XmlElement): readonly [status: string, why: string | undefined] {
  const [status] = findChildren(root, SPACE.protocol, "Status");
  const [code] = status ? findChildren(status, SPACE.protocol, "StatusCode") : [];
  const [inner] = code ? findChildren(code, SPACE.protocol, "StatusCode") : [];
  return [valueOf(code), inner && valueOf(inner)];
}

function valueOf(code: XmlElement | undefined): string {
  const value = code?.attributes.get("Value") ?? "";
  return /^[\w:.-]{1,100}$/.test(value) ? value : "none";
}

/** The assertion, from the bytes that were signed. */
async function findAssertion(
  { source, root, isSigned }: Response,
  { certificates, keys, takesSignedResponse }: Expected,
): Promise<XmlElement> {
  const [found] = assertionsIn(root);
  if (!found) throw bad("it must have one assertion", "Assertion");
  let written: Document = { source, root: found };
  if (found.local === "EncryptedAssertion") {
    const opened = decrypt(found, keys, isSigned);
    const own = readXml(opened);
    const isOne = own.space === SPACE.assertion && own.local === "Assertion" &&
      assertionsIn(own).length === 1;
    if (!isOne) throw bad("what it has encrypted is not one assertion");
    assertPlain({ root: own }, [own]);
    written = { source: opened, root: own };
  }
  const signature = signatureOf(written.root);
  if (signature) {
    return (await verify(written.source, written.root, signature, certificates)).root;
  }
  if (isSigned && takesSignedResponse) return written.root;
  throw bad(
    isSigned
      ? "the response is signed, and the assertion is not; sign the assertion, or let the " +
        "connection take signed responses"
      : "the assertion is not signed",
    "Signature",
  );
}

function only(parent: XmlElement, local: string): XmlElement {
  const [found, ...more] = findChildren(parent, SPACE.assertion, local);
  if (!found || more.length > 0) throw bad(`its assertion needs one ${local}`, local);
  return found;
}

/** The text of an element that has nothing else. */
function textOf({ children, text, local }: XmlElement): string {
  if (children.length > 0) throw bad(`${local} is not a text`, local);
  return trimXml(text);
}

export function timeIn(element: XmlElement, name: string): number | undefined {
  const text = element.attributes.get(name);
  if (text === undefined) return undefined;
  const isTime = text.length <= 40 &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/.test(text);
  const time = isTime ? Date.parse(text) : NaN;
  if (Number.isNaN(time)) throw bad(`${name} is no time`, name);
  return time;
}

function assertCurrent(element: XmlElement): void {
  const now = nowMs();
  const [from, until] = [timeIn(element, "NotBefore"), timeIn(element, "NotOnOrAfter")];
  if (from !== undefined && now + SKEW_MS < from) {
    throw bad("its assertion is not valid yet", "NotBefore");
  }
  if (until !== undefined && now - SKEW_MS >= until) {
    throw bad("its assertion has expired", "NotOnOrAfter");
  }
}

function readAssertion(root: XmlElement, expected: Expected): Assertion {
  const id = root.attributes.get("ID") ?? "";
  if (root.attributes.get("Version") !== "2.0" || id === "" || id.length > 500) {
    throw bad("its assertion is not of SAML 2.0");
  }
  if (textOf(only(root, "Issuer")) !== expected.issuer) {
    throw bad("its assertion is of another issuer", "Issuer");
  }
  const subject = only(root, "Subject");
  const until = confirm(subject, expected);
  checkConditions(only(root, "Conditions"), expected);
  return {
    ...{ id, until: until + SKEW_MS },
    name: readName(subject, expected),
    ...readAttributes(root, expected.keys),
    authTime: readAuthTime(root),
    ...readSession(root),
  };
}

/**
 * The name of a person, which may be encrypted.
 *
 * @param parent within what was verified
 * @param keys private keys of the app, in PEM
 */
export function findNameId(parent: XmlElement, keys: readonly string[]): XmlElement {
  const [name, ...more] = ["NameID", "EncryptedID"]
    .flatMap((local) => findChildren(parent, SPACE.assertion, local));
  if (!name || more.length > 0) throw bad("it needs one NameID", "NameID");
  return name.local === "NameID" ? name : openElement(name, keys, "NameID");
}

/** An element that is encrypted within what was verified. */
function openElement(sealed: XmlElement, keys: readonly string[], local: string): XmlElement {
  const own = readXml(decrypt(sealed, keys, true));
  if (own.space === SPACE.assertion && own.local === local) return own;
  throw bad(`what its ${sealed.local} has is no ${local}`, sealed.local);
}

function readName(
  subject: XmlElement,
  { issuer, audience, keys }: Expected,
): AssertedName {
  const name = findNameId(subject, keys);
  const text = textOf(name);
  if (text === "" || text.length > MOST.name) {
    throw bad(`its NameID has not 1 to ${MOST.name} characters`, "NameID");
  }
  const format = name.attributes.get("Format") ?? "";
  // Such a name belongs to one person among those of its qualifiers alone (SAML Core §8.3.7).
  if (format === FORMAT.persistent) {
    const { NameQualifier: of = issuer, SPNameQualifier: at = audience } = Object.fromEntries(
      name.attributes,
    );
    if (of !== issuer) {
      throw bad("the NameQualifier of its NameID is not its issuer", "NameQualifier");
    }
    if (at !== audience) {
      throw bad("the SPNameQualifier of its NameID is not this app", "SPNameQualifier");
    }
  }
  const attributes = NAME_ATTRIBUTES.flatMap((one) => {
    const value = name.attributes.get(one);
    return value === undefined ? [] : [[one, value] as const];
  });
  return { text, format, attributes: Object.fromEntries(attributes) };
}

/** Attributes by which a provider finds the person again (SAML Core §3.7.1). */
const NAME_ATTRIBUTES = ["Format", "NameQualifier", "SPNameQualifier", "SPProvidedID"] as const;

/** Returns the end of the confirmation that counts: for this request, this URL, and now. */
function confirm(subject: XmlElement, { requestId, recipient }: Expected): number {
  for (const one of findChildren(subject, SPACE.assertion, "SubjectConfirmation")) {
    if (one.attributes.get("Method") !== BEARER) continue;
    const data = only(one, "SubjectConfirmationData");
    const until = timeIn(data, "NotOnOrAfter");
    const isOurs = data.attributes.get("Recipient") === recipient &&
      data.attributes.get("InResponseTo") === requestId;
    if (!isOurs || until === undefined) continue;
    assertCurrent(data);
    return until;
  }
  throw bad(
    "its assertion has no confirmation for this request and URL, with an end",
    "SubjectConfirmation",
  );
}

/** Conditions that change nothing for a sign-in that happens at once. */
const HARMLESS: ReadonlySet<string> = new Set(["OneTimeUse", "ProxyRestriction"]);

function checkConditions(conditions: XmlElement, { audience }: Expected): void {
  assertCurrent(conditions);
  let isForUs = false;
  for (const one of conditions.children) {
    const isOfSaml = one.space === SPACE.assertion;
    if (isOfSaml && HARMLESS.has(one.local)) continue;
    if (!isOfSaml || one.local !== "AudienceRestriction") {
      throw bad("its assertion has a condition that is not known", "Conditions");
    }
    const named = findChildren(one, SPACE.assertion, "Audience").map(textOf);
    if (!named.includes(audience)) throw bad("its assertion is for another audience", "Audience");
    isForUs = true;
  }
  if (!isForUs) throw bad("its assertion names no audience", "Audience");
}

function readAuthTime(root: XmlElement): number {
  const [statement] = findChildren(root, SPACE.assertion, "AuthnStatement");
  const at = statement && timeIn(statement, "AuthnInstant");
  if (at === undefined) {
    throw bad("its assertion does not say that somebody has signed in", "AuthnStatement");
  }
  const until = timeIn(statement!, "SessionNotOnOrAfter");
  if (until !== undefined && nowMs() - SKEW_MS >= until) {
    throw bad("its session has ended", "SessionNotOnOrAfter");
  }
  return Math.floor(at / 1000);
}

function readSession(root: XmlElement): Pick<Assertion, "issuedAt" | "session"> {
  const [statement] = findChildren(root, SPACE.assertion, "AuthnStatement");
  const session = statement?.attributes.get("SessionIndex");
  const issuedAt = Math.floor((timeIn(root, "IssueInstant") ?? nowMs()) / 1000);
  return { issuedAt, ...session ? { session } : {} };
}

function readAttributes(
  root: XmlElement,
  keys: readonly string[],
): Pick<Assertion, "attributes" | "unopened"> {
  const statements = findChildren(root, SPACE.assertion, "AttributeStatement");
  const listed = (local: string) =>
    statements.flatMap((one) => findChildren(one, SPACE.assertion, local));
  const sealed = listed("EncryptedAttribute");
  const opened: XmlElement[] = [];
  let unopened = sealed.length > MOST.sealed
    ? bad("its assertion has too many encrypted attributes")
    : undefined;
  for (const one of sealed.slice(0, MOST.sealed)) {
    try {
      opened.push(openElement(one, keys, "Attribute"));
    } catch (error) {
      // Whether the connection needs it is known where its attributes are.
      unopened ??= error as Error;
    }
  }
  const found = new Map<string, string[]>();
  let values = 0;
  for (const one of [...listed("Attribute"), ...opened]) {
    const name = one.attributes.get("Name") ?? "";
    if (name === "" || name.length > MOST.attribute) continue;
    const list = found.get(name) ?? [];
    for (const value of findChildren(one, SPACE.assertion, "AttributeValue")) {
      if (++values > MOST.values) throw bad("its assertion has too many attributes");
      // A value with elements is no text, and one that is too long is nothing that is looked for.
      if (value.children.length > 0 || value.text.length > MOST.value) continue;
      list.push(trimXml(value.text));
    }
    found.set(name, list);
  }
  return { attributes: found, ...unopened ? { unopened } : {} };
}
