/**
 * Metadata: what a document of a provider must have, and what the app says about itself.
 *
 * @module
 */

import { assert, assertEquals, assertThrows } from "@std/assert";
import {
  readMetadata,
  usableCertificates,
  writeMetadata,
} from "../../../../src/capabilities/saml/metadata.ts";
import { readXml } from "../../../../src/capabilities/saml/xml.ts";
import { makeCertificate } from "../../../flows/_certificate.ts";
import { createSamlIdp } from "../../../flows/_saml_idp.ts";

const idp = createSamlIdp("https://idp.example");
const document = idp.metadata();
const DAY = 24 * 60 * 60 * 1000;

Deno.test("readMetadata() reads entity id, URL and certificates, also in a document of one provider", () => {
  const expected = {
    issuer: idp.issuer,
    ssoUrl: idp.ssoUrl,
    certificates: [idp.key.base64],
  };
  assertEquals(readMetadata(document), expected);
  const own = document.replace(/<\?xml.*?\?>/, "");
  const many = `<EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata">` +
    `<EntityDescriptor entityID="a service"/>${own}</EntitiesDescriptor>`;
  assertEquals(readMetadata(many), expected);
  assertThrows(
    () => readMetadata(many.replace("</EntitiesDescriptor>", `${own}$&`)),
    Error,
    "it has more than one identity provider",
  );
});

for (
  const [what, change, words] of [
    ["nothing", () => "", "it breaks off"],
    ["a page", () => "<html></html>", "it lacks an IDPSSODescriptor for SAML 2.0"],
    ["a service provider", (x) => x.replaceAll("IDPSSO", "SPSSO"), "it lacks an IDPSSODescriptor"],
    [
      "another version",
      (x) => x.replace("SAML:2.0:protocol", "SAML:1.1:protocol"),
      "it lacks an IDPSSO",
    ],
    ["no entity id", (x) => x.replace("entityID", "id"), "it lacks the entity ID"],
    ["no redirect", (x) => x.replace("HTTP-Redirect", "HTTP-POST"), "the binding HTTP-Redirect"],
    [
      "no certificate",
      (x) => x.replace(/<KeyDescriptor.*<\/KeyDescriptor>/s, ""),
      "it lacks a certificate",
    ],
    ["encryption alone", (x) => x.replace('"signing"', '"encryption"'), "it lacks a certificate"],
    [
      "text as a certificate",
      (x) => x.replace(/(<X509Certificate>)[^<]*/, "$1text"),
      "it is no certificate",
    ],
    ["a document type", (x) => `<!DOCTYPE a>${x.replace(/<\?xml.*?\?>/, "")}`, "a document type"],
    ["much", (x) => x + " ".repeat(100_000), "it is longer than 100000 characters"],
  ] as readonly [string, (xml: string) => string, string][]
) {
  Deno.test(`readMetadata() says what is missing: ${what}`, () => {
    assertThrows(() => readMetadata(change(document)), Error, words);
  });
}

Deno.test("usableCertificates() leaves out one that is over, and takes no weak key and no third one", () => {
  const old = makeCertificate("old", { from: Date.now() - 9 * DAY, until: Date.now() - DAY });
  const [a, b, c] = ["a", "b", "c"].map((name) => makeCertificate(name));
  assertEquals(usableCertificates([old.base64, a!.base64]), [a!.base64]);
  assertEquals(usableCertificates([a!.certificate, a!.base64, b!.base64]), [a!.base64, b!.base64]);
  assertThrows(() => usableCertificates([old.base64]), Error, "its certificate has expired");
  assertThrows(
    () => usableCertificates([a!.base64, b!.base64, c!.base64]),
    Error,
    "it has 3 certificates, and a connection has 2",
  );
  const weak = makeCertificate("weak", { bits: 1024 });
  assertThrows(() => usableCertificates([weak.base64]), Error, "fewer than 2048 bits");
});

Deno.test("writeMetadata() writes what can be read, with names that have any characters", () => {
  const text = writeMetadata({
    entityId: 'https://app.example/a?b="<&>',
    acsUrl: "https://app.example/acs?a&b",
    certificates: [idp.key.base64],
  });
  const root = readXml(text);
  assertEquals(root.attributes.get("entityID"), 'https://app.example/a?b="<&>');
  const [role] = root.children;
  assertEquals(role!.attributes.get("AuthnRequestsSigned"), "true");
  const acs = role!.children.find(({ local }) => local === "AssertionConsumerService");
  assertEquals(acs!.attributes.get("Location"), "https://app.example/acs?a&b");
  assert(text.includes(idp.key.base64));
});
