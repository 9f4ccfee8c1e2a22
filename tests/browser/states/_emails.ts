/**
 * States of the pages around links and codes by email.
 *
 * @module
 */

import Password from "../../../src/capabilities/passwords/password_provider.ts";
import Passkey from "../../../src/capabilities/passkeys/passkey_provider.ts";
import { CHEAP } from "../../flows/_passwords.ts";
import { addAda, askForLink, type Journey, pass, post } from "./_stage.ts";

/** Waiting for an email with a code. */
const codes: Journey = async ({ app, show, elapse }) => {
  const { open, links } = await app(({ mail }) => ({
    providers: [Password(CHEAP), mail, Passkey],
    limits: { perRecipient: 100 },
  }));
  const browser = open();
  await show("verify-request/code", browser, await askForLink(browser));
  const path = "/auth/verify-request?provider=mail&type=email";
  elapse(15_000);
  await show("verify-request/too-soon", browser, await askForLink(browser));
  const [, attempt] = /name="attempt" value="([^"]*)"/.exec(
    await (await browser.fetch(path)).text(),
  )!;
  const type = async (code: string) =>
    await post(browser, "/auth/callback/mail", { attempt: attempt!, code });
  await show("verify-request/wrong-code", browser, await type("0000 0000"));
  for (let tries = 0; tries < 3; tries++) await (await type("0000 0001")).response.body?.cancel();
  await show("verify-request/last-try", browser, await type("0000 0002"));
  await show("verify-request/ended", browser, await type("0000 0003"));
  elapse(60_000);
  const gmail = open();
  await show("verify-request/gmail", gmail, await askForLink(gmail, {}, "ada@gmail.com"));
  const outlook = open();
  await show(
    "verify-request/long-address",
    outlook,
    await askForLink(
      outlook,
      {},
      "augusta.ada.king.countess.of.lovelace.and.first.programmer@analytical-engines.example.com",
    ),
  );
  const signUp = open();
  await show(
    "verify-request/sign-up-code",
    signUp,
    await askForLink(signUp, { purpose: "sign-up" }, "new@example.com"),
  );
  await show("verify-request/without-attempt", open(), "/auth/verify-request");
  await show("verify-request/other-browser", open(), `${path}&error=InvalidCode`);
  await show("confirm/code", open(), links[0]!.url);
};

/** Waiting for an email with a link alone. */
const linksAlone: Journey = async (stage) => {
  const { app, show } = stage;
  const started = await app(({ mail }) => ({
    providers: [Password(CHEAP), { ...mail, code: false }],
  }));
  const { open, links } = started;
  await addAda(started);
  for (
    const [name, purpose] of [
      ["link", undefined],
      ["sign-up", "sign-up"],
      ["password", "password"],
    ] as const
  ) {
    const browser = open();
    const page = await askForLink(browser, purpose ? { purpose } : {}, `${name}@hotmail.example`);
    await show(`verify-request/${name}`, browser, page);
  }
  const inbox = open();
  await show(`verify-request/inbox`, inbox, await askForLink(inbox, {}, "ada@hotmail.com"));
  const link = links[0]!.url;
  const other = open();
  await show("confirm/other-browser", other, link);
  const used = open();
  await pass(used, "/auth/signin/mail", { email: "used@example.com", callbackUrl: "/after" });
  await (await used.visit(links.at(-1)!.url)).response.body?.cancel();
  const late = open();
  await show("error/used-link", late, await late.visit(links.at(-1)!.url));
};

export const EMAILS: readonly Journey[] = [codes, linksAlone];
