import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { resolveConfig } from "../../../../src/config/resolve.ts";
import { InvalidCheck, WebAuthnVerificationError } from "../../../../src/errors.ts";
import {
  createCeremony,
  openCeremony,
  useCeremony,
} from "../../../../src/capabilities/passkeys/ceremony.ts";
import {
  readAnswer,
  toBase64,
  toDescriptor,
  toStored,
} from "../../../../src/capabilities/passkeys/answer.ts";
import { CookieJar } from "../../../../src/http/cookie.ts";
import Passkey from "../../../../src/capabilities/passkeys/passkey_provider.ts";
import type { Context } from "../../../../src/types/internal.ts";

const provider = Passkey();

/** A context with the cookies of a browser. */
function contextWith(cookie = ""): Context {
  const config = resolveConfig({ providers: [], secret: "s".repeat(32), trustHost: true });
  const cookies = new CookieJar(cookie, config.cookies.plain);
  return { config, cookies, provider, callbackUrl: "", request: {} } as unknown as Context;
}

const headerOf = (ctx: Context) =>
  ctx.cookies.outgoing().map(({ name, value }) => `${name}=${value}`).join("; ");

const clientDataJSON = btoa(JSON.stringify({ challenge: "abc" })).replaceAll("=", "");
const data = (members: object) =>
  JSON.stringify({ id: "AQL_", response: { clientDataJSON }, ...members });

Deno.test("readAnswer() converts ids in base64url to base64", () => {
  for (const id of ["AQL_", "AQL/"]) {
    const { credentialID, challenge } = readAnswer({ action: "authenticate", data: data({ id }) });
    assertEquals([credentialID, challenge], ["AQL/", "abc"]);
  }
  const padded = readAnswer({ action: "register", data: data({ id: "AQ==" }) });
  assertEquals(padded.credentialID, "AQ==");
});

Deno.test("readAnswer() accepts ids of 1 to 1023 bytes", () => {
  const read = (length: number) =>
    readAnswer({
      action: "authenticate",
      data: data({ id: toBase64(new Uint8Array(length)).replaceAll("/", "_") }),
    });
  for (const length of [1, 16, 64, 1023]) assert(read(length));
  for (const length of [0, 1024]) assertThrows(() => read(length), WebAuthnVerificationError);
});

Deno.test("readAnswer() throws errors that do not contain the content", () => {
  const error = assertThrows(
    () =>
      readAnswer({ action: "register", data: '{"id":"AQID","response":{"clientDataJSON":"x"}}' }),
    WebAuthnVerificationError,
  );
  assert(!error.message.includes("AQID"));
});

Deno.test("toStored() and toDescriptor() convert stored passkeys for the library", () => {
  const key = {
    credentialID: "+/+=",
    credentialPublicKey: "+v8=",
    counter: 3,
    credentialBackedUp: false,
    credentialDeviceType: "singleDevice",
    providerAccountId: "+/+=",
    userId: "1",
  };
  assertEquals(toStored({ ...key, transports: "usb,nfc" }), {
    id: "-_-",
    publicKey: Uint8Array.of(0xfa, 0xff),
    counter: 3,
    transports: ["usb", "nfc"],
  });
  assertEquals(toDescriptor({ ...key, transports: null }), { id: "-_-" });
});

Deno.test("openCeremony() opens cookies of createCeremony(), only for their provider and action", async () => {
  const ctx = contextWith();
  const ceremony = {
    provider: "passkey",
    action: "register",
    challenge: "c",
    userId: "1",
  } as const;
  await createCeremony(ctx, ceremony);
  const header = headerOf(ctx);
  const open = (id: string, action: "register" | "authenticate", challenge: string) =>
    openCeremony(contextWith(header), { ...provider, id }, action, challenge);
  const { userId } = await open("passkey", "register", "c");
  assertEquals(userId, "1");
  for (
    const [id, action, challenge] of [
      ["webauthn", "register", "c"],
      ["passkey", "authenticate", "c"],
      ["passkey", "register", "d"],
    ] as const
  ) {
    await assertRejects(() => open(id, action, challenge), InvalidCheck);
  }
});

Deno.test("openCeremony() deletes the cookie on success and on failure", async () => {
  const ctx = contextWith();
  await createCeremony(ctx, { provider: "passkey", action: "authenticate", challenge: "c" });
  const second = contextWith(headerOf(ctx));
  await assertRejects(() => openCeremony(second, provider, "register", "c"), InvalidCheck);
  assertEquals(second.cookies.outgoing().map(({ value, options }) => [value, options.maxAge]), [
    ["", 0],
  ]);
});

Deno.test("openCeremony() refuses a sealed cookie of another purpose", async () => {
  const ctx = contextWith();
  await createCeremony(ctx, { provider: "passkey", action: "authenticate", challenge: "c" });
  const [{ name } = { name: "" }] = ctx.cookies.outgoing();
  const { encode } = await import("../../../../src/jwt.ts");
  for (const salt of ["authjs.attempt", "authjs.challenge", name]) {
    const token = { provider: "passkey", action: "authenticate", challenge: "c" };
    const value = await encode({ token, secret: "s".repeat(32), salt });
    const planted = contextWith(`${name}=${value}`);
    await assertRejects(() => openCeremony(planted, provider, "authenticate", "c"), InvalidCheck);
  }
});

Deno.test("useCeremony() accepts a response once, and stores the ids of ten thousand responses", async () => {
  const ctx = contextWith();
  const use = (challenge: string) =>
    useCeremony(ctx, provider, { provider: "passkey", action: "authenticate", challenge });
  await use("first");
  await assertRejects(() => use("first"), InvalidCheck, "used before");
  for (let i = 0; i < 10_000; i++) await use(`other ${i}`);
  await assertRejects(() => use("other 9999"), InvalidCheck);
  await use("first"); // the oldest was removed
});
