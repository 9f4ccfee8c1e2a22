/**
 * Guesses of second factors: counted per user over all browsers, whatever the app's limits.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { Auth } from "../../mod.ts";
import { MailCode, RecoveryCodes, Totp } from "../../src/capabilities/factors/mod.ts";
import { setClientAddress } from "../../src/http/client_address.ts";
import {
  APP,
  beginEnrolment,
  createFactorRig,
  enrol,
  type FactorRig,
  postFactor,
  targetOf,
  wait,
} from "./_factor_rig.ts";
import { codeOf } from "./_factors.ts";

const WRONG = "/auth/factor InvalidCode";
const FULL = "429";

/** A code that is not the right one now, nor in the steps around it. */
async function wrongCode(secret: string): Promise<string> {
  const near = await Promise.all([-1, 0, 1, 2].map((n) => codeOf(secret, Date.now() + n * 30_000)));
  return ["000000", "111111", "222222", "333333", "444444"].find((code) => !near.includes(code))!;
}

async function guess(rig: FactorRig, fields: Record<string, string>, browser = rig.open()) {
  await wait(browser);
  return targetOf(await postFactor(browser, fields));
}

/** Limits of the app. The password is right each time, so its own count stays at 0. */
const LIMITS = { "the built-in limits": { perAddress: false }, "`limits: false`": false } as const;

for (const [name, limits] of Object.entries(LIMITS)) {
  Deno.test(`factor limits: sixty wrong codes from sixty browsers, refused from the eleventh, with ${name}`, async () => {
    const rig = await createFactorRig("jwt", [Totp(), RecoveryCodes()], { limits });
    const { secret, codes } = await enrol(rig, [Totp(), RecoveryCodes()]);
    const known = rig.open();
    assertEquals(await guess(rig, { factor: "recovery", answer: codes[0]! }, known), "/");
    await known.post("/signout");
    const answer = await wrongCode(secret);
    const answers: string[] = [];
    for (let index = 0; index < 60; index++) {
      const factor = index % 2 ? "recovery" : "totp";
      answers.push(await guess(rig, { factor, answer }));
    }
    assertEquals(answers, [...Array(10).fill(WRONG), ...Array(50).fill(FULL)]);

    // A right one from a browser that is not known: refused, and not used up.
    const right = await codeOf(secret);
    assertEquals(await guess(rig, { factor: "totp", answer: right }), FULL);
    assertEquals(await guess(rig, { factor: "recovery", answer: codes[1]! }), FULL);
    assertEquals(await guess(rig, { factor: "totp", answer: right }, known), "/");
    await known.post("/signout");
    assertEquals(await guess(rig, { factor: "recovery", answer: codes[1]! }, known), "/");
  });

  Deno.test(`factor limits: sixty wrong codes at once are ten tries, with ${name}`, async () => {
    const rig = await createFactorRig("jwt", [Totp()], { limits });
    const { secret } = await enrol(rig, [Totp()]);
    const browsers = Array.from({ length: 60 }, () => rig.open());
    for (const browser of browsers) await wait(browser);
    const fields = { factor: "totp", answer: await wrongCode(secret) };
    const answers = await Promise.all(
      browsers.map(async (browser) => targetOf(await postFactor(browser, fields))),
    );
    assertEquals(answers.filter((target) => target === WRONG).length, 10);
    assertEquals(answers.filter((target) => target === FULL).length, 50);
  });
}

Deno.test("factor limits: a known browser has ten tries of its own, and no more", async () => {
  const rig = await createFactorRig("jwt", [Totp(), RecoveryCodes()]);
  const { secret, codes } = await enrol(rig, [Totp(), RecoveryCodes()]);
  const known = rig.open();
  await guess(rig, { factor: "recovery", answer: codes[0]! }, known);
  await known.post("/signout");
  const fields = { factor: "totp", answer: await wrongCode(secret) };
  const answers: string[] = [];
  for (let index = 0; index < 12; index++) answers.push(await guess(rig, fields, known));
  assertEquals(answers, [...Array(10).fill(WRONG), FULL, FULL]);
  assertEquals(await guess(rig, fields), WRONG, "the count of other browsers is untouched");
});

Deno.test("factor limits: a browser that knows the password only is no known one", async () => {
  const rig = await createFactorRig("jwt", [Totp()], { limits: { perAddress: false } });
  const { secret } = await enrol(rig, [Totp()]);
  const thief = rig.open();
  const fields = { factor: "totp", answer: await wrongCode(secret) };
  for (let index = 0; index < 10; index++) assertEquals(await guess(rig, fields, thief), WRONG);
  assertEquals(await guess(rig, fields, thief), FULL);
});

Deno.test("factor limits: right answers use up no tries", async () => {
  const rig = await createFactorRig("jwt", [Totp(), RecoveryCodes()]);
  const { secret, codes } = await enrol(rig, [Totp(), RecoveryCodes()]);
  for (const answer of codes) {
    assertEquals(await guess(rig, { factor: "recovery", answer }), "/");
  }
  const fields = { factor: "totp", answer: await wrongCode(secret) };
  for (let index = 0; index < 10; index++) assertEquals(await guess(rig, fields), WRONG);
  assertEquals(await guess(rig, fields), FULL);
});

Deno.test("factor limits: the confirmation of an enrolment is counted too", async () => {
  const rig = await createFactorRig("jwt", [MailCode()], {
    factorPolicy: { required: () => true },
  });
  const answers: string[] = [];
  for (let index = 0; index < 12; index++) {
    const browser = rig.open();
    await wait(browser);
    const page = await beginEnrolment(browser, "mail");
    const state = /name="state" value="([^"]*)"/.exec(page)![1]!;
    const fields = { step: "confirm", factor: "mail", state, answer: "00000000" };
    answers.push(targetOf(await postFactor(browser, fields)));
  }
  assertEquals(answers, [...Array(10).fill(WRONG), FULL, FULL]);
});

Deno.test("factor limits: a mail code ends after five wrong answers, and asking again does not raise the limit", async () => {
  const rig = await createFactorRig("jwt", [MailCode()]);
  await enrol(rig, [MailCode()]);
  const browser = rig.open();
  await wait(browser);
  const wrong = { factor: "mail", answer: "0000 0000" };
  const post = async (fields: Record<string, string>) =>
    targetOf(await postFactor(browser, fields));
  await post({ step: "send", factor: "mail" });
  for (let index = 0; index < 5; index++) assertEquals(await post(wrong), WRONG);
  const code = /^\d{4} \d{4}$/m.exec(rig.mails.at(-1)!.text)![0];
  assertEquals(await post({ factor: "mail", answer: code }), WRONG, "the code has ended");
  await post({ step: "send", factor: "mail" });
  for (let index = 0; index < 4; index++) assertEquals(await post(wrong), WRONG);
  assertEquals(await post(wrong), FULL);
});

Deno.test("factor limits: posts to the action are counted by address, as sign-ins are", async () => {
  const rig = await createFactorRig("jwt", [MailCode()], { limits: { perAddress: 20 } });
  await enrol(rig, [MailCode()]);
  const browser = rig.open();
  await wait(browser);
  const csrfToken = await browser.csrf();
  const post = async (address: string) => {
    const request = new Request(`${APP}/auth/factor`, {
      method: "POST",
      headers: { cookie: browser.cookies.header(new URL(APP)) },
      body: new URLSearchParams({ csrfToken, step: "send", factor: "nope" }),
    });
    setClientAddress(request, address);
    return targetOf(await Auth(request, rig.config));
  };
  const answers: string[] = [];
  for (let index = 0; index < 22; index++) answers.push(await post("203.0.113.7"));
  assertEquals(answers, [...Array(20).fill("/auth/error Configuration"), FULL, FULL]);
  assertEquals(await post("203.0.113.8"), "/auth/error Configuration");
});
