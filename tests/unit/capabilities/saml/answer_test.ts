/**
 * Answers of identity providers: of all cases, the first ones alone are believed. `sent twice` is for
 * the store, and is judged where there is one.
 *
 * @module
 */

import { assertEquals, assertRejects } from "@std/assert";
import { Buffer } from "node:buffer";
import { type Expected, readAnswer } from "../../../../src/capabilities/saml/answer.ts";
import { makeCertificate } from "../../../flows/_certificate.ts";
import { type Case, GOOD, makeAnswer, makeCases } from "../../../flows/_saml_cases.ts";
import { assertionIn, assertionXml, encrypt } from "../../../flows/_saml_messages.ts";

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

const read = (answer: string, more: Partial<Expected> = {}) =>
  readAnswer(encoded({ answer }), { ...EXPECTED, ...more });

for (const [name, one] of Object.entries(makeCases(EXPECTED, idp))) {
  if (one.isRepeated || name === "a name of one session") continue;
  Deno.test(`readAnswer(): ${name}`, async () => {
    if (!GOOD.includes(name)) {
      await assertRejects(() => readAnswer(encoded(one), EXPECTED), Error);
      return;
    }
    const found = await readAnswer(encoded(one), EXPECTED);
    assertEquals(found.name.text, "subject-1");
    assertEquals(found.attributes.get("groups"), ["a", "b"]);
  });
}
