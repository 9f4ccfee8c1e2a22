/**
 * States of the page for email addresses.
 *
 * @module
 */

import { AccountPage } from "../../../src/capabilities/account/mod.ts";
import { MailCode, Totp } from "../../../src/capabilities/factors/mod.ts";
import Password from "../../../src/capabilities/passwords/password_provider.ts";
import { signInAs, type TestBrowser } from "../../../src/tools/testing/mod.ts";
import { CHEAP } from "../../flows/_passwords.ts";
import { codeOf } from "../../flows/_factors.ts";
import { addTotp } from "../../flows/_factors_page.ts";
import {
  ADA,
  addAda,
  APP,
  type Journey,
  pass,
  PASSWORD,
  post,
  signedIn,
  type Stage,
  type StagedApp,
} from "./_stage.ts";

const PAGE = "/auth/address";
const NEW = "countess.of.lovelace.and.first.programmer@analytical-engines.example.com";
const HOUR = 60 * 60_000;

const start = async ({ app }: Stage): Promise<StagedApp> => {
  const started = await app(({ mail }) => ({
    providers: [Password(CHEAP), mail],
    account: AccountPage(),
    factors: [Totp(), MailCode()],
  }));
  await addAda(started);
  return started;
};

const ask = async (browser: TestBrowser, step: string, fields: Record<string, string> = {}) =>
  await post(browser, PAGE, { step, callbackUrl: "/after", ...fields });

/** The newest code to an address. */
const codeTo = ({ mails }: StagedApp, to: string) =>
  /^(\d{4} \d{4})$/m.exec(mails.findLast((mail) => mail.to === to)!.text)![1]!;

const undoLink = ({ mails }: StagedApp) =>
  mails.map(({ text }) => /https:\S+[?&]undo=\S+/.exec(text)?.[0]).findLast(Boolean)!;

const changing: Journey = async (stage) => {
  const { show, elapse } = stage;
  const app = await start(stage);
  const browser = await signedIn(app);
  await show("address/request", browser, PAGE);
  for (const [error, email] of [["invalid", "no-address"], ["same", ADA]]) {
    await show(`address/${error}`, browser, await ask(browser, "request", { email: email! }));
  }
  for (const error of ["mail-failed", "expired", "taken", "moved", "not-two-factors", "unknown"]) {
    await show(`address/${error}`, browser, `${PAGE}?error=${error}`);
  }
  await show("address/code", browser, await ask(browser, "request", { email: NEW }));
  await show("address/wrong-code", browser, await ask(browser, "confirm", { code: "0000 0000" }));
  const done = await ask(browser, "confirm", { code: codeTo(app, NEW) });
  await show("address/done", browser, done);

  // Who reads the previous mailbox.
  const link = undoLink(app);
  const other = app.open();
  await show("address/undo", other, link);
  await show("address/undone", other, await other.submit(link));
  await show("address/lost", other, link);
  const owner = await signedIn(app);
  await show("address/lost-signed-in", owner, link);
  elapse(11 * 60_000);
  await show("address/stale", owner, PAGE);
};

/** With two factors, an address can be given up, and an undo waits. */
const guarded: Journey = async (stage) => {
  const { show, elapse } = stage;
  const app = await start(stage);
  const secret = await addTotp(await signedIn(app));
  elapse(72 * HOUR);
  const browser = app.open();
  await pass(browser, "/auth/callback/password", { email: ADA, password: PASSWORD });
  await pass(browser, "/auth/factor", { factor: "totp", answer: await codeOf(secret) });
  await show("address/may-leave", browser, PAGE);

  const other = await start(stage);
  const owner = await signedIn(other);
  await pass(owner, PAGE, { step: "request", email: NEW });
  await pass(owner, PAGE, { step: "confirm", code: codeTo(other, NEW) });
  await addTotp(owner);
  const thief = other.open();
  await show("address/waiting", thief, await thief.submit(undoLink(other)));
  await show("address/contested", owner, PAGE);
  elapse(HOUR);
  await show("address/contested-stale", owner, PAGE);
  elapse(-HOUR);
  await show("address/kept", owner, await ask(owner, "keep"));

  // An address that nobody has proven.
  const { cookies } = await signInAs(other.config, { id: "grace", email: "grace@example.com" }, {
    origin: APP,
  });
  const grace = other.open();
  for (const { name, value } of cookies) {
    grace.cookies.plant(APP, `${name}=${value}; Path=/; Secure`);
  }
  await show("address/unproven", grace, PAGE);
  await show(
    "address/code-of-own",
    grace,
    await ask(grace, "request", { email: "grace@example.com" }),
  );
};

export const ADDRESSES: readonly Journey[] = [changing, guarded];
