/**
 * Answers of identity providers: of all cases, the first ones alone are believed, and each other one is
 * refused by the guard against it. `sent twice` and `a name of one session` are judged by the flow.
 *
 * @module
 */

import { assertEquals, assertRejects, assertStringIncludes, assertThrows } from "@std/assert";
import { Buffer } from "node:buffer";
import { createSign } from "node:crypto";
import { isSignedBy } from "../../../../src/capabilities/saml/algorithms.ts";
import {
  type Expected,
  readAnswer,
  requestNamedBy,
} from "../../../../src/capabilities/saml/answer.ts";
import { makeCertificate } from "../../../flows/_certificate.ts";
import { type Case, GOOD, makeAnswer, makeCases, type Parts } from "../../../flows/_saml_cases.ts";
import {
  ASSERTION,
  encrypt,
  PERSISTENT,
  signatureIn,
  signByEcdsa,
} from "../../../flows/_saml_messages.ts";

const idp = makeCertificate("an identity provider");
const own = makeCertificate("the app");

const EXPECTED: Expected = {
  requestId: "_request-1",
  audience: "https://app.example/auth/saml/acme/metadata",
  recipient: "https://app.example/auth/callback/sso-acme",
  issuer: "https://idp.acme.example",
  certificates: [idp.base64],
  takesSignedResponse: false,
  keys: [],
};

const encoded = ({ answer, isBase64 }: Case) =>
  isBase64 ? answer : Buffer.from(answer).toString("base64");

const ONE = "it must have one assertion";
const ASIDE = "it has a comment or an instruction";
const DTD = "it has a document type, a section or an entity";
const FORGED = "it was not made with a certificate of the connection";
const CONFIRMATION = "its assertion has no confirmation for this request and URL";

/** Why a case is refused. */
const REASONS: Readonly<Record<string, string>> = {
  "wrapped: the response in the signature of a forged one": ONE,
  "wrapped: the response before the signature of a forged one": "parts that are not expected",
  "wrapped: a forged assertion before the signed one": ONE,
  "wrapped: the signed assertion in a forged one": ONE,
  "wrapped: the signature moved to a forged assertion": ONE,
  "wrapped: the signed assertion in the signature of a forged one": ONE,
  "wrapped: a forged assertion in extensions": ONE,
  "wrapped: the signed assertion in an object of a forged one": ONE,
  "wrapped: with the id of the signed one": ONE,
  "a comment in the name": ASIDE,
  "a comment in an attribute": ASIDE,
  "CDATA in the name": DTD,
  "a processing instruction in the name": ASIDE,
  "an element in the name": "NameID is not a text",
  "two names": "it needs one NameID",
  "a DTD": DTD,
  "an external entity": DTD,
  "an entity of the network": DTD,
  "an entity bomb": DTD,
  "an unknown entity": "it has an entity that is not one of XML",
  "a depth bomb": "it is too deep",
  "a text of many megabytes": "it is longer than 400000 characters",
  "no XML": "it has text outside of its element",
  "XML that breaks off": "an element ends that has not begun",
  "two documents": "it has two elements at its top",
  "UTF-16": "it is not in UTF-8",
  "bytes that are no UTF-8": "it is not in UTF-8",
  "two signed assertions": ONE,
  "a second assertion without a signature": ONE,
  "a signed response with an unsigned assertion":
    "the response is signed, and the assertion is not",
  "no signature": "the assertion is not signed",
  "an empty signature": "it needs one SignedInfo",
  "no assertion": ONE,
  "a changed name": FORGED,
  "a changed attribute": FORGED,
  "attributes after the signature": FORGED,
  "attributes outside of the assertion": "it has parts that are not expected",
  "two SignedInfo, the true one first": "it needs one SignedInfo",
  "two SignedInfo, the true one last": "it needs one SignedInfo",
  "a comment in the digest": ASIDE,
  "two references": "it needs one Reference",
  "a reference to the whole document": "it is not that of the element around it",
  "a transform by XSLT": "it needs the two usual transforms",
  "the key of another": FORGED,
  "the key of another, which it brings": FORGED,
  "an HMAC with the certificate": "not http://www.w3.org/2000/09/xmldsig#hmac-sha1",
  "SHA-1 signatures": "not http://www.w3.org/2000/09/xmldsig#rsa-sha1",
  "SHA-1 digests": "not http://www.w3.org/2000/09/xmldsig#sha1",
  "for another audience": "its assertion is for another audience",
  "for an audience that begins alike": "its assertion is for another audience",
  "without an audience": "its assertion names no audience",
  "without conditions": "its assertion needs one Conditions",
  "for another recipient": CONFIRMATION,
  "to another request": CONFIRMATION,
  "to no request": CONFIRMATION,
  "of another issuer": "its assertion is of another issuer",
  "expired": "its assertion has expired",
  "not yet valid": "its assertion is not valid yet",
  "without a confirmation": CONFIRMATION,
  "with a confirmation that is not for bearers": CONFIRMATION,
  "with a confirmation without an end": CONFIRMATION,
  "without a statement of the sign-in": "does not say that somebody has signed in",
  "for use once and a condition that nobody knows": "a condition that is not known",
  "without a name": "its NameID has not 1 to 1024 characters",
  "a response to another request": "it is no answer to the request of this browser",
  "a response to another address": "it is for another URL",
  "a response of another issuer": "it is of another issuer",
  "a status of failure": "its status is urn:oasis:names:tc:SAML:2.0:status:Responder",
};

for (const [name, one] of Object.entries(makeCases(EXPECTED, idp))) {
  if (one.isRepeated || name === "a name of one session") continue;
  Deno.test(`readAnswer(): ${name}`, async () => {
    if (!GOOD.includes(name)) {
      await assertRejects(() => readAnswer(encoded(one), EXPECTED), Error, REASONS[name]);
      return;
    }
    const found = await readAnswer(encoded(one), EXPECTED);
    assertEquals(found.name.text, "subject-1");
    assertEquals(found.attributes.get("groups"), ["a", "b"]);
  });
}

const read = (parts: Parts, more: Partial<Expected> = {}) =>
  readAnswer(encoded({ answer: makeAnswer(EXPECTED, idp, parts) }), { ...EXPECTED, ...more });

Deno.test("readAnswer() takes any of two certificates, and RSA-PSS", async () => {
  const next = makeCertificate("the next key");
  const certificates = [next.base64, idp.base64];
  assertEquals((await read({}, { certificates })).name.text, "subject-1");
  assertEquals((await read({ key: next }, { certificates })).name.text, "subject-1");
  const algorithm = "http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1";
  assertEquals((await read({ how: { algorithm } })).name.text, "subject-1");
});

const MORE = "http://www.w3.org/2001/04/xmldsig-more#";
const CURVES = { "P-256": "sha256", "P-384": "sha384", "P-521": "sha512" } as const;

for (const [curve, hash] of Object.entries(CURVES)) {
  Deno.test(`readAnswer() takes ECDSA on ${curve}`, async () => {
    const key = makeCertificate("a provider with a curve", { curve });
    const certificates = [key.base64];
    const sign = (xml: string) => signByEcdsa(xml, key, hash);
    const parts = { key, how: { algorithm: `${MORE}ecdsa-${hash}`, sign } };
    assertEquals((await read(parts, { certificates })).name.text, "subject-1");
    const changed = { ...parts, after: (xml: string) => xml.replace("subject-1", "subject-2") };
    await assertRejects(() => read(changed, { certificates }), Error, FORGED);
    // A key of the same curve, and another one.
    for (const other of [curve, curve === "P-256" ? "P-384" : "P-256"]) {
      const certificates = [makeCertificate("another provider", { curve: other }).base64];
      await assertRejects(() => read(parts, { certificates }), Error, FORGED);
    }
  });
}

Deno.test("isSignedBy() says no on Deno to a key on P-521 with SHA-256, which Deno does not verify", async () => {
  const key = makeCertificate("a provider with a curve", { curve: "P-521" });
  for (const hash of ["sha256", "sha384", "sha512"]) {
    const program = `process.stdout.write(require("node:crypto").createSign("${hash}").update("x")
      .sign({ key: process.env.KEY, dsaEncoding: "ieee-p1363" }, "base64"))`;
    const node = new Deno.Command("node", { args: ["-e", program], env: { KEY: key.privateKey } });
    const { stdout, success } = await node.output();
    assertEquals(success, true);
    const signature = new TextDecoder().decode(stdout);
    const is = isSignedBy(key.base64, `${MORE}ecdsa-${hash}`, "x", signature);
    assertEquals(is, hash !== "sha256", hash);
  }
});

Deno.test("readAnswer() takes an algorithm for keys of its type alone", async () => {
  const curve = makeCertificate("a provider with a curve", { curve: "P-256" });
  const byRsa = (xml: string) => createSign("sha256").update(xml).sign(idp.privateKey, "base64");
  const inDer = (xml: string) => createSign("sha256").update(xml).sign(curve.privateKey, "base64");
  const confused: [certificate: string, algorithm: string, sign: (xml: string) => string][] = [
    // The right key, under the name of the other type.
    [curve.base64, `${MORE}rsa-sha256`, (xml) => signByEcdsa(xml, curve)],
    [curve.base64, `${MORE}rsa-sha256`, inDer],
    [idp.base64, `${MORE}ecdsa-sha256`, byRsa],
    // The key of another.
    [curve.base64, `${MORE}rsa-sha256`, byRsa],
    [idp.base64, `${MORE}ecdsa-sha256`, (xml) => signByEcdsa(xml, curve)],
    // Another form of the numbers, and another hash.
    [curve.base64, `${MORE}ecdsa-sha256`, inDer],
    [curve.base64, `${MORE}ecdsa-sha512`, (xml) => signByEcdsa(xml, curve)],
    [idp.base64, `${MORE}rsa-sha512`, byRsa],
  ];
  for (const [certificate, algorithm, sign] of confused) {
    const how = { algorithm, sign };
    await assertRejects(() => read({ how }, { certificates: [certificate] }), Error, FORGED);
  }
  // Both count, next to each other.
  const certificates = [curve.base64, idp.base64];
  assertEquals((await read({}, { certificates })).name.text, "subject-1");
  for (const algorithm of [`${MORE}ecdsa-sha1`, `${MORE}rsa-ripemd160`]) {
    const how = { algorithm, sign: (xml: string) => signByEcdsa(xml, curve, "sha1") };
    await assertRejects(() => read({ how }, { certificates }), Error, `not ${algorithm}`);
  }
  const sign = (xml: string) => createSign("sha384").update(xml).sign(idp.privateKey, "base64");
  assertEquals(
    (await read({ how: { algorithm: `${MORE}rsa-sha384`, sign } })).name.text,
    "subject-1",
  );
});

/** A name that is encrypted in an assertion that is signed. */
const sealName = (
  xml: string,
  how: Parameters<typeof encrypt>[2] = {},
  change = (name: string) => name,
) =>
  xml.replace(/<saml:NameID .*<\/saml:NameID>/, (found) => {
    const whole = found.replace("<saml:NameID ", `<saml:NameID xmlns:saml="${ASSERTION}" `);
    return encrypt(change(whole), own, { local: "EncryptedID", ...how });
  });

Deno.test("readAnswer() opens an encrypted name and encrypted attributes, and no other element", async () => {
  const keys = [own.privateKey];
  for (const cipher of ["gcm", "cbc"] as const) {
    const found = await read({ before: (xml) => sealName(xml, { cipher }) }, { keys });
    assertEquals(found.name.text, "subject-1");
    assertEquals(found.name.attributes, { Format: PERSISTENT });
  }
  const fails = async (before: (xml: string) => string, message: string, more = { keys }) => {
    const error = await assertRejects(() => read({ before }, more), Error, message);
    return (error.cause as { field?: string } | undefined)?.field;
  };
  const field = await fails(sealName, "set `keys` of Saml()", { keys: [] });
  assertEquals(field, "EncryptedID");
  const other = [makeCertificate("another app").privateKey];
  await fails(sealName, "no key of the app opens it", { keys: other });
  await fails((xml) => sealName(xml, { transport: "1_5" }), "does not come by RSA-OAEP");
  await fails(
    (xml) => sealName(xml).replace("</saml:Subject>", "<saml:NameID>x</saml:NameID>$&"),
    "needs one NameID",
  );
  await fails(
    (xml) => sealName(xml).replace(/<saml:EncryptedID>.*<\/saml:EncryptedID>/, "$&$&"),
    "needs one NameID",
  );
  await fails(
    (xml) => sealName(xml, {}, (name) => name.replaceAll("NameID", "BaseID")),
    "is no NameID",
  );
  await fails(
    (xml) => sealName(xml, {}, (name) => name.replace("subject-1", "a<!-- -->b")),
    "a comment",
  );
  await fails((xml) => sealName(xml, {}, (name) => name.replace("subject-1", "")), "has not 1 to");

  const attribute =
    `<saml:Attribute xmlns:saml="${ASSERTION}" Name="oid"><saml:AttributeValue>o-1` +
    "</saml:AttributeValue></saml:Attribute>";
  const sealed = encrypt(attribute, own, { local: "EncryptedAttribute" });
  const add = (more: string) => (xml: string) =>
    xml.replace("</saml:AttributeStatement>", () => `${more}</saml:AttributeStatement>`);
  const found = await read({ before: add(sealed) }, { keys });
  assertEquals([found.attributes.get("oid"), found.attributes.get("groups")], [["o-1"], [
    "a",
    "b",
  ]]);
  // Whether one that does not open is needed, the connection says.
  const rsa15 = encrypt(attribute, own, { local: "EncryptedAttribute", transport: "1_5" });
  const rows: [more: string, held: readonly string[], why: string, oid?: string[]][] = [
    [sealed, [], "set `keys` of Saml()"],
    [sealed, other, "no key of the app opens it"],
    [rsa15, keys, "does not come by RSA-OAEP"],
    [rsa15 + sealed, keys, "does not come by RSA-OAEP", ["o-1"]],
    [rsa15.repeat(20) + sealed, keys, "too many encrypted attributes"],
    [encrypt("<a/>", own, { local: "EncryptedAttribute" }), keys, "is no Attribute"],
  ];
  for (const [more, held, why, oid] of rows) {
    const { attributes, unopened } = await read({ before: add(more) }, { keys: held });
    assertEquals([attributes.get("oid"), attributes.get("groups")], [oid, ["a", "b"]], why);
    assertStringIncludes(unopened!.message, why);
  }
  assertEquals(found.unopened, undefined);
});

Deno.test("readAnswer() takes a signed response where that is enough, and never an unsigned one", async () => {
  const more = { takesSignedResponse: true };
  assertEquals((await read({ sign: ["response"] }, more)).name.text, "subject-1");
  await assertRejects(() => read({ sign: [] }, more), Error, "the assertion is not signed");
  // One that is there must be right, also where the other would be enough.
  const broken: Parts = {
    sign: ["assertion", "response"],
    around: (xml) => xml.replace("<ds:SignatureValue>", "<ds:SignatureValue>AAAA"),
  };
  await assertRejects(() => read(broken, more), Error, FORGED);
});

Deno.test("readAnswer() opens encrypted assertions, and says of none why it does not open", async () => {
  const more = { keys: [makeCertificate("an older key of the app").privateKey, own.privateKey] };
  const closed = (how?: Parameters<typeof encrypt>[2], parts: Parts = {}) =>
    read({ after: (xml) => encrypt(xml, own, how), ...parts }, more);
  assertEquals((await closed()).name.text, "subject-1");
  const signed: Parts = { sign: ["assertion", "response"] };
  assertEquals((await closed({ cipher: "cbc" }, signed)).name.text, "subject-1");
  const refused = async (run: () => Promise<unknown>, words: string) =>
    void await assertRejects(run, Error, words);
  await refused(() => closed({ cipher: "cbc" }), "AES-CBC counts within a signed response alone");
  await refused(() => closed({ transport: "1_5" }), "does not come by RSA-OAEP");
  await refused(() => closed({}, { sign: [] }), "the assertion is not signed");
  await refused(
    () => read({ after: (xml) => encrypt(xml, own) }),
    "the app has no key; set `keys` of Saml()",
  );
  await refused(
    () => read({ after: (xml) => encrypt(xml, makeCertificate("another")) }, more),
    "no key of the app opens it",
  );
  await refused(
    () =>
      closed({}, {
        around: (xml) => xml.replace("</ds:KeyInfo><xenc:CipherData><xenc:CipherValue>", "$&AAAA"),
      }),
    "no key of the app opens it",
  );
});

Deno.test("readAnswer() takes a persistent name that is one of its issuer and of this app alone", async () => {
  const named = (qualifiers: string, parts: Parts = {}) =>
    read({
      ...parts,
      before: (xml) => xml.replace("<saml:NameID ", `$&${qualifiers} `),
    });
  const { issuer, audience } = EXPECTED;
  const both = `NameQualifier="${issuer}" SPNameQualifier="${audience}"`;
  assertEquals((await named(both)).name.text, "subject-1");
  for (const [given, own] of [["NameQualifier", issuer], ["SPNameQualifier", audience]] as const) {
    for (const other of ["", "urn:other", `${own} `]) {
      await assertRejects(
        () => named(` ${given}="${other}"`),
        Error,
        `the ${given} of its NameID is not`,
      );
    }
  }
  // A name that identifies nobody may have any.
  const format = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient";
  assertEquals(
    (await named('NameQualifier="urn:other"', { said: { format } })).name.text,
    "subject-1",
  );
});

Deno.test("readAnswer() leaves out the white space of XML around a text, and no other character", async () => {
  const said = (nameId: string) => read({ said: { nameId, attributes: { oid: nameId } } });
  for (const nameId of ["a", "a\u00a0", "\ufeffa", "a\u2003", "\u00a0"]) {
    const { name, attributes } = await said(` \t\n${nameId}\n `);
    assertEquals([name.text, attributes.get("oid")], [nameId, [nameId]]);
  }
});

Deno.test("readAnswer() says why a provider has failed, without what is no status", async () => {
  const status = (inner: string) =>
    read({
      response: { status: "Responder" },
      around: (xml) =>
        xml.replace(
          /(<samlp:StatusCode [^>]*)\/>/,
          `$1><samlp:StatusCode Value="${inner}"/></samlp:StatusCode>`,
        ),
    });
  const code = (name: string) => `urn:oasis:names:tc:SAML:2.0:status:${name}`;
  const why = code("InvalidNameIDPolicy");
  await assertRejects(() => status(why), Error, `its status is ${code("Responder")} (${why})`);
  await assertRejects(() => status("a&#10;b"), Error, `its status is ${code("Responder")} (none)`);
});

Deno.test("readAnswer() takes no signature at another place, and no id twice", async () => {
  const extend = (inner: (xml: string) => string): Parts => ({
    around: (xml) =>
      xml.replace(
        "<samlp:Status>",
        () => `<samlp:Extensions>${inner(xml)}</samlp:Extensions><samlp:Status>`,
      ),
  });
  await assertRejects(() => read(extend(signatureIn)), Error, "at a place where none belongs");
  const again = extend((xml) =>
    `<a xmlns="urn:a" Id="${/Assertion [^>]*ID="([^"]*)"/.exec(xml)![1]}"/>`
  );
  await assertRejects(() => read(again), Error, "two elements have the same id");
  // What nobody reads may be there.
  assertEquals((await read(extend(() => '<a xmlns="urn:a"/>'))).name.text, "subject-1");
});

Deno.test("requestNamedBy() reads the name of the request, and nothing of a DTD", () => {
  const answer = makeAnswer(EXPECTED, idp);
  assertEquals(requestNamedBy(encoded({ answer })), "_request-1");
  assertThrows(() => requestNamedBy(encoded({ answer: `<!DOCTYPE a>${answer}` })), Error, DTD);
  assertThrows(() => requestNamedBy("%"), Error, "it is not base64");
});
