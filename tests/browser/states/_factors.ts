/**
 * States of two-step verification: its proof at a sign-in, and its page.
 *
 * @module
 */

import { addEnrolment, newEnrolmentId } from "../../../src/capabilities/factors/enrolments.ts";
import { reset as resetFactors } from "../../../src/capabilities/factors/functions.ts";
import { MailCode, RecoveryCodes, Totp } from "../../../src/capabilities/factors/mod.ts";
import { PasskeyFactor } from "../../../src/capabilities/factors/passkey.ts";
import Password from "../../../src/capabilities/passwords/password_provider.ts";
import type { Landing, TestBrowser } from "../../../src/tools/testing/mod.ts";
import type { Factor } from "../../../src/types/factor.ts";
import { CHEAP } from "../../flows/_passwords.ts";
import { createContext } from "../../unit/capabilities/factors/_context.ts";
import { codeOf, secretOn } from "../../flows/_factors.ts";
import { formOf } from "../../flows/_email.ts";
import { idsOn } from "../../flows/_factors_page.ts";
import {
  addAda,
  ceremonyOn,
  type Journey,
  pass,
  post,
  signedIn,
  signIn,
  signInByLink,
  type Stage,
  type StagedApp,
} from "./_stage.ts";

const all = () => [Totp(), MailCode(), PasskeyFactor(), RecoveryCodes()];

/** A factor of the app. */
const chip: Factor = {
  id: "chip",
  name: "Chip card",
  methods: ["hwk"],
  isTyped: true,
  enrol: () => ({ data: {} }),
  confirm: () => ({}),
  verify: () => false,
};

const start = async (
  { app }: Stage,
  factors: Factor[],
  policy: Parameters<Stage["app"]>[0] = () => ({}),
): Promise<StagedApp> => {
  const started = await app((parts) => ({
    providers: [Password(CHEAP), parts.mail],
    factors,
    ...policy(parts),
  }));
  await addAda(started);
  return started;
};

/** Posts the last form of a page. */
async function submit(
  browser: TestBrowser,
  html: string,
  typed: Record<string, string>,
): Promise<Landing> {
  const { action, fields } = formOf(html);
  return await browser.visit(action, {
    method: "POST",
    body: new URLSearchParams({ ...fields, ...typed }),
  });
}

/** The newest code in an email. */
const mailed = ({ mails }: StagedApp): string =>
  mails.map(({ text }) => /^\d{4} \d{4}$/m.exec(text)?.[0]).findLast(Boolean)!;

/** The page of a user who sets up what she likes. */
const managing: Journey = async (stage) => {
  const { show, elapse } = stage;
  const app = await start(
    stage,
    all(),
    () => ({ factorPolicy: { trustedDevice: { maxAge: 86_400 } } }),
  );
  const browser = await signedIn(app);
  const page = "/auth/factors";
  await show("factors/empty", browser, page);
  await show("factors/needed", browser, `${page}?callbackUrl=/after`);
  const begin = async (factor: string) => await post(browser, page, { step: "enrol", factor });
  const totp = await show("factors/totp", browser, await begin("totp"));
  await show("factors/totp-wrong", browser, await submit(browser, totp, { answer: "000000" }));
  const secret = secretOn(totp);
  const codes = await show(
    "factors/codes",
    browser,
    await submit(browser, totp, { answer: await codeOf(secret) }),
  );
  await show("factors/added", browser, await submit(browser, codes, { step: "saved", saved: "1" }));
  const mail = await show("factors/mail", browser, await begin("mail"));
  await show("factors/mail-wrong", browser, await submit(browser, mail, { answer: "0000 0000" }));
  await (await submit(browser, mail, { answer: mailed(app) })).response.body?.cancel();
  const key = await show("factors/passkey", browser, await begin("passkey"));
  await show("factors/passkey-wrong", browser, await submit(browser, key, { answer: "{}" }));
  const made = await app.authenticator.create(ceremonyOn(key).options);
  const list = await show(
    "factors/list",
    browser,
    await submit(browser, key, { answer: JSON.stringify(made) }),
  );
  const ids = idsOn(list);
  const [first, codesId] = [ids[0]!, ids.at(-1)!];
  await show("factors/one", browser, `${page}?id=${first}`);
  await show("factors/recovery", browser, `${page}?id=${codesId}`);
  await show("factors/remove", browser, `${page}?id=${first}&step=remove`);
  for (const error of ["required", "locked-out"]) {
    await show(`factors/${error}`, browser, `${page}?id=${first}&error=${error}`);
  }
  await show(
    "factors/invalid-name",
    browser,
    await post(browser, page, { step: "rename", id: first, name: "\u202e" }),
  );
  await show(
    "factors/renamed",
    browser,
    await post(browser, page, { step: "rename", id: first, name: "Pixel 9 of my aunt Augusta" }),
  );
  await show("factors/new-codes", browser, await begin("recovery"));
  await resetFactors(app.config, "ada");
  await show("factors/reset", browser, page);
  await show(
    "factors/reset-cancelled",
    browser,
    await post(browser, page, { step: "cancel-reset" }),
  );
  await show(
    "factors/removed",
    browser,
    await post(browser, page, { step: "remove", id: ids[1]! }),
  );

  // The next sign-in.
  const next = app.open();
  await show("factor/first", next, await signIn(next));
  const prove = (factor: string) => `/auth/factor?factor=${factor}`;
  await show("factor/passkey", next, prove("passkey"));
  await show(
    "factor/passkey-wrong",
    next,
    await post(next, "/auth/factor", { factor: "passkey", answer: "{}" }),
  );
  await show("factor/totp", next, prove("totp"));
  await show(
    "factor/totp-wrong",
    next,
    await post(next, "/auth/factor", { factor: "totp", answer: "000000" }),
  );
  await show("factor/recovery", next, prove("recovery"));
  await show(
    "factor/recovery-wrong",
    next,
    await post(next, "/auth/factor", { factor: "recovery", answer: "AAAA-AAAA" }),
  );
  await show("factor/left", next, await post(next, "/auth/factor", { step: "leave" }));
  elapse(11 * 60_000);
  await show("factors/stale", browser, page);
  const [, stepUp] = /<a class="submit prove" href="([^"]*)"/.exec(
    await (await browser.fetch(page)).text(),
  )!;
  const url = stepUp!.replaceAll("&amp;", "&");
  await show("step-up/factor", browser, url);
  await show("step-up/factor-totp", browser, "/auth/factor?for=session&factor=totp");
};

/** A proof by email, and users with little else. */
const proving: Journey = async (stage) => {
  const { show } = stage;
  const app = await start(stage, [MailCode(), RecoveryCodes(), chip], () => ({
    factorPolicy: { recoveryText: "Call us at +49 40 1234567, from Monday to Friday." },
  }));
  const browser = await signedIn(app);
  const mail = await post(browser, "/auth/factors", { step: "enrol", factor: "mail" });
  await (await submit(browser, await mail.response.text(), { answer: mailed(app) })).response.body
    ?.cancel();
  const next = app.open();
  await show("factor/mail", next, await signIn(next));
  await show(
    "factor/mail-sent",
    next,
    await post(next, "/auth/factor", { step: "send", factor: "mail" }),
  );
  await show(
    "factor/mail-wrong",
    next,
    await post(next, "/auth/factor", { factor: "mail", answer: "0000 0000" }),
  );
  await show("factors/own", browser, "/auth/factors");
  await show(
    "factors/own-confirm",
    browser,
    await post(browser, "/auth/factors", { step: "enrol", factor: "chip" }),
  );
  // Few codes are left, and then none.
  const few = await start(stage, all());
  const late = await signedIn(few);
  const { records } = few.adapter;
  await addEnrolment(records, "ada", newEnrolmentId(), RecoveryCodes(), ["hash-1"]);
  const { data } = await Totp().enrol(createContext());
  await addEnrolment(records, "ada", newEnrolmentId(), Totp(), data);
  await show("factors/few-codes", late, "/auth/factors");
  const none = await start(stage, all());
  const last = await signedIn(none);
  await addEnrolment(none.adapter.records, "ada", newEnrolmentId(), RecoveryCodes(), []);
  await addEnrolment(none.adapter.records, "ada", newEnrolmentId(), Totp(), data);
  await show("factors/no-codes", last, "/auth/factors");
};

/** An app that asks for two-step verification. */
const required: Journey = async (stage) => {
  const { show } = stage;
  const policy = () => ({ factorPolicy: { required: () => true } });
  const app = await start(stage, all(), policy);
  const browser = app.open();
  await show("factor/choose", browser, await signIn(browser));
  const enrol = async (factor: string) =>
    await post(browser, "/auth/factor", { step: "enrol", factor });
  const totp = await show("factor/enrol-totp", browser, await enrol("totp"));
  await show("factor/enrol-totp-wrong", browser, await submit(browser, totp, { answer: "000000" }));
  await show("factor/enrol-mail", browser, await enrol("mail"));
  await show("factor/enrol-passkey", browser, await enrol("passkey"));
  await show(
    "factor/enrolled-codes",
    browser,
    await submit(browser, totp, { answer: await codeOf(secretOn(totp)) }),
  );
  for (const [name, factor] of [["totp", Totp()], ["mail", MailCode()]] as const) {
    const only = await start(stage, [factor], policy);
    const person = only.open();
    await show(`factor/only-${name}`, person, await signIn(person));
  }
  // After a link, a code by email proves nothing new.
  const byMail = await start(stage, [MailCode()]);
  const linked = byMail.open();
  await signInByLink(byMail, linked);
  await show("factors/none-addable", linked, "/auth/factors");
  await pass(linked, "/auth/signout");
};

export const FACTORS: readonly Journey[] = [managing, proving, required];
