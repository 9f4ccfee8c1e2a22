/**
 * The cases by which a reader of SAML answers is judged: each is an answer to one request, and none
 * but the first ones may be believed.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { type KeyPair, makeCertificate } from "./_certificate.ts";
import {
  ASSERTION,
  assertionIn,
  assertionXml,
  escape,
  newId,
  PERSISTENT,
  responseXml,
  type Said,
  sign,
  signatureIn,
  WRAPPINGS,
} from "./_saml_messages.ts";

/** What the service provider expects. */
export interface Expected {
  /** Id of its request. */
  requestId: string;
  /** Its entity id. */
  audience: string;
  /** URL that takes the answer. */
  recipient: string;
  /** Entity id of the identity provider. */
  issuer: string;
}

/** An answer. */
export interface Case {
  /** XML, or base64 of anything. */
  answer: string;
  isBase64?: true;
  /** The answer is sent twice; only the first counts. */
  isRepeated?: true;
}

/** Parts of an answer that a case changes. */
export interface Parts {
  said?: Partial<Said>;
  /** Changes the assertion before it is signed. */
  before?: (xml: string) => string;
  /** Changes it after. */
  after?: (xml: string) => string;
  /** Changes the response before it may be signed, and after. */
  around?: (xml: string) => string;
  sign?: ("assertion" | "response")[];
  how?: Parameters<typeof sign>[3];
  key?: KeyPair;
  response?: Partial<Parameters<typeof responseXml>[0]>;
}

const DS = "http://www.w3.org/2000/09/xmldsig#";
const MINUTE = 60_000;

export const VICTIM = "victim";

/** Makes an answer. */
export function makeAnswer(
  { requestId, audience, recipient, issuer }: Expected,
  key: KeyPair,
  parts: Parts = {},
): string {
  const now = Date.now();
  const said: Said = {
    ...{ id: newId(), issuer, audience, recipient, inResponseTo: requestId, now },
    nameId: "subject-1",
    format: PERSISTENT,
    notBefore: -MINUTE,
    notOnOrAfter: 5 * MINUTE,
    attributes: { email: "ada@acme.example", groups: ["a", "b"] },
    more: {},
    ...parts.said,
  };
  const signs = parts.sign ?? ["assertion"];
  const signer = parts.key ?? key;
  let assertion = parts.before?.(assertionXml(said)) ?? assertionXml(said);
  if (signs.includes("assertion")) assertion = sign(assertion, said.id, signer, parts.how);
  assertion = parts.after?.(assertion) ?? assertion;
  const id = newId();
  let whole = responseXml({
    ...{ id, issuer, inResponseTo: requestId, destination: recipient, now, body: assertion },
    ...parts.response,
  });
  if (signs.includes("response")) whole = sign(whole, parts.response?.id ?? id, signer, parts.how);
  return parts.around?.(whole) ?? whole;
}

/** Cases that must be believed. */
export const GOOD = ["a signed assertion", "a signed assertion in a signed response"];

/** All cases, by what they try. */
export function makeCases(expected: Expected, key: KeyPair): Record<string, Case> {
  const one = (parts: Parts = {}): Case => ({ answer: makeAnswer(expected, key, parts) });
  const cases: Record<string, Case> = {
    "a signed assertion": one(),
    "a signed assertion in a signed response": one({ sign: ["assertion", "response"] }),
  };

  // Wrapped signatures.
  const evil = assertionXml({
    ...{ id: newId("_evil"), issuer: expected.issuer, audience: expected.audience },
    ...{ recipient: expected.recipient, inResponseTo: expected.requestId, now: Date.now() },
    nameId: VICTIM,
    format: PERSISTENT,
    notBefore: -MINUTE,
    notOnOrAfter: 5 * MINUTE,
    attributes: { email: "victim@acme.example" },
    more: {},
  });
  const signed = {
    assertion: makeAnswer(expected, key),
    response: makeAnswer(expected, key, { sign: ["response"] }),
  };
  for (const [name, wrap] of Object.entries(WRAPPINGS)) {
    cases[`wrapped: ${name}`] = { answer: wrap(signed, evil) };
  }
  cases["wrapped: with the id of the signed one"] = {
    answer: signed.assertion.replace(
      "<saml:Assertion ",
      () =>
        evil.replace(/ID="[^"]*"/, / ID="[^"]*"/.exec(assertionIn(signed.assertion))![0].trim()) +
        "<saml:Assertion ",
    ),
  };

  // Texts that two readers read differently.
  cases["a comment in the name"] = one({
    said: { nameId: `${VICTIM}<!-- x -->.evil.example` },
  });
  cases["a comment in an attribute"] = one({
    before: (xml) => xml.replace("ada@acme.example", "ada@acme.example<!-- -->.evil.example"),
  });
  cases["CDATA in the name"] = one({ said: { nameId: `<![CDATA[${VICTIM}]]>.evil.example` } });
  cases["a processing instruction in the name"] = one({
    said: { nameId: `${VICTIM}<?x y?>.evil.example` },
  });
  cases["an element in the name"] = one({
    said: { nameId: `${VICTIM}<x xmlns="urn:x">.evil.example</x>` },
  });
  cases["two names"] = one({
    before: (xml) =>
      xml.replace(
        "</saml:NameID>",
        `$&<saml:NameID Format="${PERSISTENT}">${VICTIM}</saml:NameID>`,
      ),
  });

  // DTDs and bombs.
  const dtd = (text: string, name = "&x;") =>
    one({ around: (xml) => `<!DOCTYPE r [${text}]>${xml.replace("subject-1", name)}` });
  cases["a DTD"] = one({ around: (xml) => `<!DOCTYPE r>${xml}` });
  cases["an external entity"] = dtd('<!ENTITY x SYSTEM "file:///etc/hostname">');
  cases["an entity of the network"] = dtd('<!ENTITY x SYSTEM "http://127.0.0.1:9/x">');
  cases["an entity bomb"] = dtd(
    '<!ENTITY a "aaaaaaaaaa">' +
      "bcdefghi".split("").map((letter, index) =>
        `<!ENTITY ${letter} "${`&${"abcdefgh"[index]};`.repeat(10)}">`
      ).join("") + '<!ENTITY x "&i;">',
  );
  cases["an unknown entity"] = one({ after: (xml) => xml.replace("subject-1", "&nothing;") });
  cases["a depth bomb"] = one({
    around: (xml) =>
      xml.replace(
        "<samlp:Status>",
        () =>
          `<samlp:Extensions>${"<a>".repeat(5000)}${"</a>".repeat(5000)}</samlp:Extensions>$&`
            .replace(
              "$&",
              "<samlp:Status>",
            ),
      ),
  });
  cases["a text of many megabytes"] = one({
    around: (xml) => xml.replace("<samlp:Status>", () => `${" ".repeat(5_000_000)}<samlp:Status>`),
  });
  cases["no XML"] = { answer: "not XML" };
  cases["XML that breaks off"] = { answer: signed.assertion.slice(0, -20) };
  cases["two documents"] = { answer: signed.assertion + signed.assertion };
  cases["UTF-16"] = {
    answer: Buffer.from(`\ufeff${signed.assertion}`, "utf16le").toString("base64"),
    isBase64: true,
  };
  cases["bytes that are no UTF-8"] = {
    answer: Buffer.from(signed.assertion.replace("<samlp:Status>", "\xff$&"), "latin1")
      .toString("base64"),
    isBase64: true,
  };

  // How many, and what is signed.
  const second = makeAnswer(expected, key, { said: { nameId: VICTIM } });
  cases["two signed assertions"] = {
    answer: signed.assertion.replace(
      "</samlp:Response>",
      () => `${assertionIn(second)}</samlp:Response>`,
    ),
  };
  cases["a second assertion without a signature"] = {
    answer: signed.assertion.replace("</samlp:Response>", () => `${evil}</samlp:Response>`),
  };
  cases["a signed response with an unsigned assertion"] = { answer: signed.response };
  cases["no signature"] = one({ sign: [] });
  cases["an empty signature"] = one({
    after: (xml) => xml.replace(signatureIn(xml), `<ds:Signature xmlns:ds="${DS}"></ds:Signature>`),
  });
  cases["no assertion"] = one({ after: () => "" });
  cases["a changed name"] = one({ after: (xml) => xml.replace("subject-1", VICTIM) });
  cases["a changed attribute"] = one({ after: (xml) => xml.replace("ada@", "vic@") });
  cases["attributes after the signature"] = one({
    after: (xml) =>
      xml.replace(
        "</saml:Assertion>",
        '<saml:AttributeStatement><saml:Attribute Name="email"><saml:AttributeValue>' +
          "victim@acme.example</saml:AttributeValue></saml:Attribute></saml:AttributeStatement>$&",
      ),
  });
  cases["attributes outside of the assertion"] = one({
    after: (xml) => xml.replace(/<saml:AttributeStatement>.*<\/saml:AttributeStatement>/, ""),
    said: { attributes: {} },
    around: (xml) =>
      xml.replace(
        "</samlp:Response>",
        `<saml:AttributeStatement xmlns:saml="${ASSERTION}"><saml:Attribute Name="email">` +
          "<saml:AttributeValue>victim@acme.example</saml:AttributeValue></saml:Attribute>" +
          "</saml:AttributeStatement>$&",
      ),
  });
  cases["two SignedInfo, the true one first"] = one({
    after: (xml) => {
      const info = /<ds:SignedInfo>.*?<\/ds:SignedInfo>/s.exec(xml)![0];
      return xml.replace(info, () => info + info.replace(/URI="[^"]*"/, 'URI="#evil"'));
    },
  });
  cases["two SignedInfo, the true one last"] = one({
    after: (xml) => {
      const info = /<ds:SignedInfo>.*?<\/ds:SignedInfo>/s.exec(xml)![0];
      return xml.replace(info, () => info.replace(/URI="[^"]*"/, 'URI="#evil"') + info);
    },
  });
  cases["a comment in the digest"] = one({
    after: (xml) => xml.replace("<ds:DigestValue>", "<ds:DigestValue><!--AAAA-->"),
  });
  cases["two references"] = one({
    after: (xml) => xml.replace(/<ds:Reference .*?<\/ds:Reference>/s, (found) => found + found),
  });
  cases["a reference to the whole document"] = one({
    after: (xml) => xml.replace(/<ds:Reference URI="[^"]*"/, '<ds:Reference URI=""'),
  });
  cases["a transform by XSLT"] = one({
    after: (xml) =>
      xml.replace(
        "<ds:Transforms>",
        '$&<ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xslt-19991116"/>',
      ),
  });

  // Keys and algorithms.
  const other = makeCertificate("another key");
  const inside =
    `<ds:X509Data><ds:X509Certificate>${other.base64}</ds:X509Certificate></ds:X509Data>`;
  cases["the key of another"] = one({ key: other });
  cases["the key of another, which it brings"] = one({ key: other, how: { keyInfo: inside } });
  cases["an HMAC with the certificate"] = one({
    how: { algorithm: `${DS}hmac-sha1`, secret: key.certificate },
  });
  cases["SHA-1 signatures"] = one({ how: { algorithm: `${DS}rsa-sha1` } });
  cases["SHA-1 digests"] = one({ how: { digest: `${DS}sha1` } });

  // To whom, from whom, when.
  const says = (name: string, said: Partial<Said>) => cases[name] = one({ said });
  says("for another audience", { audience: "https://other.example" });
  says("for an audience that begins alike", { audience: `${expected.audience}.evil.example` });
  says("without an audience", { more: { conditions: "<saml:Conditions/>" } });
  says("without conditions", { more: { conditions: "" } });
  says("for another recipient", { recipient: "https://other.example/acs" });
  says("to another request", { inResponseTo: "_another" });
  says("to no request", { inResponseTo: "" });
  says("of another issuer", { issuer: "https://idp.evil.example" });
  says("expired", { notBefore: -60 * MINUTE, notOnOrAfter: -30 * MINUTE });
  says("not yet valid", { notBefore: 30 * MINUTE, notOnOrAfter: 60 * MINUTE });
  says("without a confirmation", { more: { subject: "" } });
  says("with a confirmation that is not for bearers", {
    more: {
      subject: '<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:sender-vouches"/>',
    },
  });
  says("with a confirmation without an end", {
    more: {
      subject:
        `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData InResponseTo="${expected.requestId}" Recipient="${
          escape(expected.recipient)
        }"/></saml:SubjectConfirmation>`,
    },
  });
  says("without a statement of the sign-in", { more: { statement: "" } });
  says("for use once and a condition that nobody knows", {
    more: {
      conditions: `<saml:Conditions><saml:AudienceRestriction><saml:Audience>${
        escape(expected.audience)
      }</saml:Audience></saml:AudienceRestriction><saml:Condition/></saml:Conditions>`,
    },
  });
  says("without a name", { nameId: "" });
  says("a name of one session", {
    format: "urn:oasis:names:tc:SAML:2.0:nameid-format:transient",
  });
  cases["a response to another request"] = one({ response: { inResponseTo: "_another" } });
  cases["a response to another address"] = one({
    response: { destination: "https://other.example/acs" },
  });
  cases["a response of another issuer"] = one({ response: { issuer: "https://idp.evil.example" } });
  cases["a status of failure"] = one({ response: { status: "Responder" } });
  cases["sent twice"] = { ...one(), isRepeated: true };
  return cases;
}
