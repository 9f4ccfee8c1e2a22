/**
 * Signatures of elements. The library computes them; what it may compute, and what is read afterwards,
 * is decided here. It sees the signed element alone, and the result is read from the very bytes whose
 * digest was compared.
 *
 * @see {@link https://www.w3.org/TR/xmldsig-core1/ XML Signature 1.1}
 * @module
 */

import { explainNotLoaded } from "../../base/package.ts";
import { AuthError } from "../../errors.ts";
import { isSignedBy, SIGNATURES } from "./algorithms.ts";
import { nodeCrypto, toPem } from "./certificates.ts";
import { RSA_SHA256, SPACE } from "./constants.ts";
import { everyElement, findChildren, readXml, standalone, type XmlElement } from "./xml.ts";

const EXCLUSIVE = "http://www.w3.org/2001/10/xml-exc-c14n#";
const ENVELOPED = `${SPACE.signature}enveloped-signature`;

/** Digests that count, by name. SHA-1 is none of them. */
const DIGESTS: Readonly<Record<string, string>> = {
  [`${SPACE.encryption}sha256`]: "sha256",
  "http://www.w3.org/2001/04/xmldsig-more#sha384": "sha384",
  [`${SPACE.encryption}sha512`]: "sha512",
};

/**
 * Loads the library.
 *
 * @throws {AuthError} when it is not installed
 */
export async function loadLibrary(): Promise<typeof import("xml-crypto")> {
  let err: unknown;
  try {
    const found = await import("xml-crypto");
    if ("SignedXml" in found) return found;
  } catch (error) {
    err = error;
  }
  throw new AuthError(`Cannot use SAML: ${explainNotLoaded("xml-crypto", err)}`, {
    cause: { err: err as Error | undefined },
  });
}

/** A document, as it was written and as it was read. */
export interface Document {
  readonly source: string;
  readonly root: XmlElement;
}

function bad(message: string): Error {
  return new Error(`The signature cannot be used: ${message}`, { cause: { field: "Signature" } });
}

/** The signature of an element; `undefined` without one. */
export function signatureOf(element: XmlElement): XmlElement | undefined {
  const found = findChildren(element, SPACE.signature, "Signature");
  if (found.length > 1) throw bad("an element has two");
  return found[0];
}

/** Refuses a document with an id twice, or with a signature that is not that of its element. */
export function assertPlain({ root }: Pick<Document, "root">, signed: readonly XmlElement[]): void {
  const ids = new Set<string>();
  for (const element of everyElement(root)) {
    for (const name of ["ID", "Id", "id"]) {
      const id = element.attributes.get(name);
      if (id === undefined) continue;
      if (ids.has(id)) throw bad("two elements have the same id");
      ids.add(id);
    }
    const isSignature = element.space === SPACE.signature && element.local === "Signature";
    if (isSignature && !signed.some((one) => one === element.parent)) {
      throw bad("it is at a place where none belongs");
    }
  }
}

/** The one element with a name, of those in another one. */
function only(parent: XmlElement, local: string): XmlElement {
  const [found, ...more] = findChildren(parent, SPACE.signature, local);
  if (!found || more.length > 0) throw bad(`it needs one ${local}`);
  return found;
}

function requireNames(parent: XmlElement, names: readonly string[]): void {
  const isKnown = (one: XmlElement) => one.space === SPACE.signature && names.includes(one.local);
  if (!parent.children.every(isKnown)) throw bad(`${parent.local} has parts that are not expected`);
}

function requireAlgorithm(element: XmlElement, known: readonly string[]): string {
  const name = element.attributes.get("Algorithm") ?? "";
  if (known.includes(name)) return name;
  const shown = /^[\w:/.#-]{1,100}$/.test(name) ? name : "another one";
  throw bad(`${element.local} must be one of ${known.join(", ")}, and not ${shown}`);
}

/**
 * Refuses a signature that says anything but "this element, by one of these algorithms"; returns the
 * algorithm.
 */
function assertShape(signature: XmlElement, element: XmlElement): string {
  requireNames(signature, ["SignedInfo", "SignatureValue", "KeyInfo"]);
  const info = only(signature, "SignedInfo");
  only(signature, "SignatureValue");
  requireNames(info, ["CanonicalizationMethod", "SignatureMethod", "Reference"]);
  requireAlgorithm(only(info, "CanonicalizationMethod"), [EXCLUSIVE]);
  const algorithm = requireAlgorithm(only(info, "SignatureMethod"), SIGNATURES);
  const reference = only(info, "Reference");
  requireNames(reference, ["Transforms", "DigestMethod", "DigestValue"]);
  const id = element.attributes.get("ID");
  if (!id || reference.attributes.get("URI") !== `#${id}`) {
    throw bad("it is not that of the element around it");
  }
  requireAlgorithm(only(reference, "DigestMethod"), Object.keys(DIGESTS));
  only(reference, "DigestValue");
  const transforms = only(reference, "Transforms");
  requireNames(transforms, ["Transform"]);
  const [first, second, ...more] = transforms.children;
  if (!first || !second || more.length > 0) throw bad("it needs the two usual transforms");
  requireAlgorithm(first, [ENVELOPED]);
  requireAlgorithm(second, [EXCLUSIVE]);
  return algorithm;
}

/** What the library calls to compare a signature. */
function makeVerifier(algorithm: string, certificate: string) {
  return class {
    getAlgorithmName = () => algorithm;
    getSignature = (): never => {
      throw bad("nothing is signed here");
    };
    verifySignature = (signed: string, _key: unknown, signature: string) =>
      isSignedBy(certificate, algorithm, signed, signature);
  };
}

/** What the library calls to compute a digest. */
function makeHasher([algorithm, hash]: readonly [name: string, hash: string]) {
  return [
    algorithm,
    class {
      getAlgorithmName = () => algorithm;
      getHash = (text: string) => nodeCrypto().createHash(hash).update(text).digest("base64");
    },
  ] as const;
}

/** Keeps of a table of the library what counts. */
function allow<T>(table: Record<string, T>, names: readonly string[]): Record<string, T> {
  return Object.fromEntries(names.flatMap((name) => table[name] ? [[name, table[name]]] : []));
}

/**
 * Verifies the signature of an element by one of the keys.
 *
 * @param certificates base64 of DER
 * @returns the element, from the bytes that were signed, without the signature
 * @throws {Error} when no key has signed it, or it is signed in another way than SAML says
 */
export async function verify(
  source: string,
  element: XmlElement,
  signature: XmlElement,
  certificates: readonly string[],
): Promise<Document> {
  const algorithm = assertShape(signature, element);
  const { SignedXml } = await loadLibrary();
  const [text, own] = [standalone(source, element), standalone(source, signature)];
  for (const certificate of certificates) {
    const check = new SignedXml({
      publicCert: toPem(certificate),
      // A key in the message is that of its writer, who can be anybody.
      getCertFromKeyInfo: () => null,
    });
    check.SignatureAlgorithms = { [algorithm]: makeVerifier(algorithm, certificate) };
    check.HashAlgorithms = Object.fromEntries(Object.entries(DIGESTS).map(makeHasher));
    check.CanonicalizationAlgorithms = allow(check.CanonicalizationAlgorithms, [
      EXCLUSIVE,
      ENVELOPED,
    ]);
    const bytes = signedBytes(check, text, own);
    if (bytes === undefined) continue;
    const root = readXml(bytes);
    const { local, space, attributes } = element;
    const isSame = root.local === local && root.space === space &&
      root.attributes.get("ID") === attributes.get("ID");
    if (!isSame) throw bad("it is that of another element");
    return { source: bytes, root };
  }
  throw bad("it was not made with a certificate of the connection, or the message was changed");
}

function signedBytes(
  check: import("xml-crypto").SignedXml,
  text: string,
  signature: string,
): string | undefined {
  try {
    check.loadSignature(signature);
    if (check.checkSignature(text) !== true) return undefined;
  } catch {
    // The library throws for a wrong signature too.
    return undefined;
  }
  const [bytes, ...more] = check.getSignedReferences();
  return more.length === 0 ? bytes : undefined;
}

/** Signs a message with the key of the app, after its issuer, where the schema has the signature. */
export async function signMessage(xml: string, id: string, privateKey: string): Promise<string> {
  const { SignedXml } = await loadLibrary();
  const signed = new SignedXml({
    ...{ privateKey, signatureAlgorithm: RSA_SHA256 },
    canonicalizationAlgorithm: EXCLUSIVE,
    getKeyInfoContent: () => null,
  });
  const xpath = `/*[@ID='${id}']`;
  const [digestAlgorithm] = Object.keys(DIGESTS);
  signed.addReference({ xpath, transforms: [ENVELOPED, EXCLUSIVE], digestAlgorithm });
  const location = { reference: `${xpath}/*[local-name()='Issuer']`, action: "after" } as const;
  signed.computeSignature(xml, { prefix: "ds", location });
  return signed.getSignedXml();
}
