/**
 * States of the error page.
 *
 * @module
 */

import Password from "../../../src/capabilities/passwords/password_provider.ts";
import { CHEAP } from "../../flows/_passwords.ts";
import { ADA, addAda, askForLink, type Journey, PASSWORD, post } from "./_stage.ts";

/** What a request does that cannot be answered. */
const requests: Journey = async ({ app, show }) => {
  const started = await app();
  const { open } = started;
  const browser = open();
  const send = async (name: string, path: string, init: RequestInit) =>
    await show(`error/${name}`, browser, await browser.visit(path, init));
  await show("error/no-such-page", browser, "/auth/login");
  await show("error/no-such-provider", browser, "/auth/signin/nowhere");
  await send("bad-request", "/auth/signin", {
    method: "POST",
    body: `callbackUrl=${encodeURIComponent("https://[::1")}`,
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  await send("too-large", "/auth/signin", {
    method: "POST",
    body: "a".repeat(2_000_000),
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  await send("wrong-type", "/auth/signin", {
    method: "POST",
    body: "<xml/>",
    headers: { "content-type": "text/xml" },
  });
  for (
    const [name, query] of [
      ["configuration", "error=Configuration"],
      ["invalid-check", "error=Configuration&code=InvalidCheck"],
      ["access-denied", "error=AccessDenied"],
      ["no-proof", "error=AccessDenied&code=NoProof"],
      ["connection", "error=AccessDenied&code=ConnectionFailed"],
      ["no-connection", "error=AccessDenied&code=NoConnection"],
      ["not-admitted", "error=AccessDenied&code=NotAdmitted"],
      ["other-domain", "error=AccessDenied&code=OtherDomain"],
      ["verification", "error=Verification&reference=7F3A12"],
      ["passkey", "error=WebAuthnVerificationError"],
      ["unknown", "error=Unknown"],
      ["none", ""],
    ]
  ) {
    await show(`error/${name}`, open(), `/auth/error?${query}`);
  }
  await show("confirm/unsigned", browser, "/auth/callback/mail?token=old&email=ada@example.com");
  await show(
    "error/forged-link",
    browser,
    "/auth/callback/mail?token=old&email=ada@example.com&signature=forged",
  );
  const refusing = await app(({ mail }) => ({
    providers: [Password(CHEAP), mail],
    callbacks: { signIn: () => false },
  }));
  await addAda(refusing);
  const refused = refusing.open();
  await show(
    "error/refused-by-app",
    refused,
    await post(refused, "/auth/callback/password", { email: ADA, password: PASSWORD }),
  );
  const broken = await app(({ mail }) => ({ providers: [mail], adapter: undefined }));
  await show("error/broken-config", broken.open(), "/auth/signin");
};

/** What comes too often. */
const limits: Journey = async ({ app, show }) => {
  const base = { perRecipient: false, perAddress: false } as const;
  const account = await app(({ mail }) => ({
    providers: [Password(CHEAP), mail],
    limits: { ...base, perAccount: 1 },
  }));
  const browser = account.open();
  const wrong = async () =>
    await post(browser, "/auth/callback/password", { email: ADA, password: "wrong" });
  await (await wrong()).response.body?.cancel();
  await show("error/limit-account", browser, await wrong());
  const recipient = await app(({ mail }) => ({
    providers: [mail],
    limits: { perRecipient: 1, perAddress: false },
  }));
  await (await askForLink(recipient.open())).response.body?.cancel();
  const second = recipient.open();
  await show("error/limit-recipient", second, await askForLink(second));
  const network = await app(({ mail }) => ({
    providers: [mail],
    limits: { ...base, perAddress: 1, clientAddress: () => "203.0.113.7" },
  }));
  await (await askForLink(network.open())).response.body?.cancel();
  const third = network.open();
  await show("error/limit-network", third, await askForLink(third, {}, "other@example.com"));
};

export const ERRORS: readonly Journey[] = [requests, limits];
