import { assertEquals, assertThrows } from "@std/assert";
import { toBase64url } from "../../../../src/base/crypto/bytes.ts";
import { WebAuthnVerificationError } from "../../../../src/errors.ts";
import {
  readAnswer,
  toBase64,
  toDescriptor,
  toStored,
} from "../../../../src/capabilities/passkeys/answer.ts";
import { assertLinear } from "../../../_growth.ts";

const encode = (value: unknown) => toBase64url(new TextEncoder().encode(JSON.stringify(value)));
const ID = Uint8Array.of(251, 255, 191);

/** Form fields of a response, with changes. */
function form(
  { id = toBase64url(ID), clientData = { challenge: "c" }, transports, action = "authenticate" }: {
    id?: unknown;
    clientData?: unknown;
    transports?: unknown;
    action?: unknown;
  } = {},
): Record<string, unknown> {
  const response = { clientDataJSON: encode(clientData), transports };
  return { action, data: JSON.stringify({ id, response }) };
}

Deno.test("readAnswer() reads action, credential and challenge", () => {
  const { action, credentialID, challenge } = readAnswer(form());
  assertEquals([action, credentialID, challenge], ["authenticate", "+/+/", "c"]);
});

Deno.test("readAnswer() accepts a credential id in base64 or base64url", () => {
  for (const id of ["-_-_", "+/+/"]) assertEquals(readAnswer(form({ id })).credentialID, "+/+/");
});

Deno.test("readAnswer() keeps known transports, and drops others", () => {
  const transportsOf = (transports: unknown) => {
    const { response } = readAnswer(form({ transports }));
    return (response.response as { transports?: unknown }).transports;
  };
  assertEquals(transportsOf(["usb", "smart-card", "USB", "a,b", 1, "x".repeat(40)]), [
    "usb",
    "smart-card",
  ]);
  assertEquals(transportsOf("usb"), []);
  assertEquals(transportsOf(Array(50).fill("usb")), Array(8).fill("usb"));
});

const refused: [string, Record<string, unknown> | undefined][] = [
  ["nothing", undefined],
  ["no action", { ...form(), action: undefined }],
  ["another action", form({ action: "constructor" })],
  ["no data", { action: "register" }],
  ["data that is not a string", { action: "register", data: {} }],
  ["data that is not JSON", { action: "register", data: "{" }],
  ["null", { action: "register", data: "null" }],
  ["an id that is not a string", form({ id: 1 })],
  ["an empty id", form({ id: "" })],
  ["an id that is too long", form({ id: "A".repeat(2000) })],
  ["an id that is not base64", form({ id: "\u0430" })],
  ["no challenge", form({ clientData: {} })],
  ["an empty challenge", form({ clientData: { challenge: "" } })],
  ["a challenge that is not a string", form({ clientData: { challenge: { a: 1 } } })],
  [
    "a response from a frame of another site",
    form({
      clientData: { challenge: "c", crossOrigin: true },
    }),
  ],
];
for (const [name, body] of refused) {
  Deno.test(`readAnswer() refuses ${name}`, () => {
    assertThrows(() => readAnswer(body), WebAuthnVerificationError, "Cannot read");
  });
}

Deno.test("readAnswer() accepts a credential id of 1,023 bytes, with padding or without", () => {
  const longest = "A".repeat(1364);
  assertEquals(readAnswer(form({ id: longest })).credentialID, longest);
  assertEquals(readAnswer(form({ id: `${longest.slice(0, -2)}==` })).credentialID.length, 1364);
  for (const id of [`${longest}=`, `${longest}A`]) {
    assertThrows(() => readAnswer(form({ id })), WebAuthnVerificationError, "Cannot read");
  }
});

Deno.test("readAnswer() reads an id of any length in one pass", async () => {
  for (const char of ["=", "A", "+", " "]) {
    await assertLinear(`an id of ${char}`, (length) => {
      const body = form({ id: `${char.repeat(length)}x` });
      return () => assertThrows(() => readAnswer(body), WebAuthnVerificationError);
    });
  }
});

Deno.test("toBase64(), toStored() and toDescriptor() convert credentials", () => {
  assertEquals(toBase64(ID), "+/+/");
  const key = {
    userId: "7",
    providerAccountId: "1",
    credentialID: "+/+/",
    credentialPublicKey: "AQI=",
    counter: 3,
    credentialBackedUp: false,
    credentialDeviceType: "singleDevice",
    transports: "usb,nfc",
  };
  assertEquals(toStored(key), {
    id: "-_-_",
    publicKey: Uint8Array.of(1, 2),
    counter: 3,
    transports: ["usb", "nfc"],
  });
  assertEquals(toDescriptor(key), { id: "-_-_", transports: ["usb", "nfc"] });
  assertEquals(toDescriptor({ ...key, transports: null }), { id: "-_-_" });
});
