/**
 * A failure at every call of the store while a sign-in begins to wait, and while a second
 * factor is enrolled, confirmed, sent and proven: no answer is a session without a proof, the
 * user is not locked out, and nothing is enrolled twice.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { Auth, type AuthConfig } from "../../mod.ts";
import { listEnrolments } from "../../src/capabilities/factors/enrolments.ts";
import { MailCode, Totp } from "../../src/capabilities/factors/mod.ts";
import { list as listSessions } from "../../src/server/sessions.ts";
import { createBrowser, type TestBrowser } from "../../src/tools/testing/mod.ts";
import type { AccountMail } from "../../src/types/factor.ts";
import { withPostgres } from "../adapters/_postgres.ts";
import { formOf } from "./_email.ts";
import { APP, codeIn } from "./_factor_rig.ts";
import { codeOf, PASSWORD, password, secretOn, submit } from "./_factors.ts";
import { type Fail, failEachCallOf, type FaultStore, type OpenStore } from "./_fault_store.ts";
import { localStores, serverStores } from "./_fault_stores.ts";
import { SECRET } from "./_rig.ts";
import type { Strategy } from "./_strategies.ts";

interface Rig {
  store: FaultStore;
  config: AuthConfig;
  browser: TestBrowser;
  mails: AccountMail[];
  /** Key of the authenticator app, once its page was seen. */
  secret: string;
  /** Steps of the codes, since each is accepted once. */
  offset: number;
}

function createRig(store: FaultStore, strategy: Strategy, factor: "totp" | "mail"): Rig {
  const mails: AccountMail[] = [];
  const config: AuthConfig = {
    providers: [password],
    ...store.config,
    factors: [factor === "totp" ? Totp() : MailCode()],
    factorPolicy: { required: () => true },
    sendMail: (mail) => void mails.push(mail),
    session: { strategy, revocation: {} },
    limits: false,
    secret: SECRET,
    trustHost: true,
    logger: { error() {}, warn() {}, debug() {} },
  };
  const browser = createBrowser(APP, {
    [APP]: (request) =>
      new URL(request.url).pathname.startsWith("/auth/") ? Auth(request, config) : new Response(),
  });
  return { store, config, browser, mails, secret: "", offset: -1 };
}

/** A step of a sign-in, from the password to the last proof. */
type Step = "begin" | "enrol" | "confirm" | "send" | "prove";

/** The steps by factor, in their order; those of a user who has enrolled it begin again. */
const STEPS: Record<"totp" | "mail", readonly Step[]> = {
  totp: ["begin", "confirm", "begin", "prove"],
  mail: ["begin", "enrol", "confirm", "begin", "send", "prove"],
};

/** The step that a page asks for. */
function stepOn(html: string): Step {
  if (!html.includes("/auth/factor")) return "begin";
  // After a code that was used up, the person asks for a new one.
  const isOver = html.includes("That code is wrong") || !html.includes('value="confirm"');
  if (isOver && html.includes('value="enrol"')) return "enrol";
  if (html.includes('value="confirm"')) return "confirm";
  return html.includes('name="answer"') ? "prove" : "send";
}

/** Takes a step; returns the page after it. */
async function take(rig: Rig, step: Step, html: string): Promise<string> {
  const page = await send(rig, step, html);
  if (page.includes("<code>")) rig.secret = secretOn(page);
  return page;
}

async function send(rig: Rig, step: Step, html: string): Promise<string> {
  const { browser, mails } = rig;
  if (step === "begin") {
    return await (await browser.signInWithCredentials(PASSWORD)).response.text();
  }
  if (step === "enrol" || step === "send") {
    return (await submit(browser, html, { step })).html;
  }
  const answer = rig.config.factors![0]!.id === "mail"
    ? codeIn(mails)
    : await codeOf(rig.secret, Date.now() + 30_000 * rig.offset++);
  const { action, fields } = answerFormOf(html);
  const body = new URLSearchParams({ ...fields, answer });
  return await (await browser.visit(action, { method: "POST", body })).response.text();
}

/** The form of a page that has the field for the answer. */
function answerFormOf(html: string) {
  const forms = html.split("<form").slice(1).map((form) => `<form${form}`);
  return formOf(forms.find((form) => form.includes('name="answer"'))!);
}

/** Goes on until there is a session, as a person does. */
async function goOn(rig: Rig, title: string): Promise<void> {
  const { browser } = rig;
  let html = "";
  for (let tries = 0; tries < 8; tries++) {
    if (await browser.session()) return;
    if (stepOn(html) === "begin") {
      const response = await browser.fetch("/auth/factor");
      const page = await response.text();
      html = response.status === 200 ? page : "";
      if (html.includes("<code>")) rig.secret = secretOn(html);
    }
    html = await take(rig, stepOn(html), html);
  }
  throw new Error(`locked out: ${title}`);
}

/** A step of a factor's steps. */
interface StepCase {
  factor: "totp" | "mail";
  /** Index of the step. */
  index: number;
}

const flows: Readonly<Record<string, StepCase>> = Object.fromEntries(
  (["totp", "mail"] as const).flatMap((factor) =>
    STEPS[factor].map((step, index) => [`${factor}, ${index}: ${step}`, { factor, index }])
  ),
);

/** Fails one call of a step. */
async function runWithFault(
  { factor, index }: StepCase,
  store: FaultStore,
  fail: Fail,
  strategy: Strategy,
): Promise<void> {
  const rig = createRig(store, strategy, factor);
  const { browser, config } = rig;
  const steps = STEPS[factor];
  let html = "";
  for (const [at, step] of steps.slice(0, index).entries()) {
    html = await take(rig, step, html);
    // The first session, after the enrolment, is left.
    if (step === "confirm" && steps[at + 1]) await browser.post("/signout");
  }
  const step = steps[index]!;
  // The token is of the page, which was there before.
  if (step === "begin") await browser.csrf();
  const failed = await fail(() => take(rig, step, html));
  if (!failed) return;
  const { title } = failed;
  if (step !== "confirm" && step !== "prove") assertEquals(await browser.session(), null, title);
  await goOn(rig, title);
  const userId = (await browser.session())!.user!.id ?? "ada";
  const { records } = config;
  assertEquals((await listEnrolments(records!, userId)).length, 1, `enrolments: ${title}`);
  assertEquals((await listSessions(config, userId)).length, 1, `sessions: ${title}`);
}

function register(name: string, openStore: OpenStore, strategy: Strategy): void {
  Deno.test(`factor faults: each call of the store can fail (${name}, ${strategy})`, async () => {
    const points = await failEachCallOf(
      flows,
      openStore,
      (flow, store, fail) => runWithFault(flow, store, fail, strategy),
    );
    assert(points > 100, `${points} failures`);
    console.log(`${name}, ${strategy}: ${points} failures`);
  });
}

for (const [name, openStore] of Object.entries(localStores)) register(name, openStore, "jwt");
register("memory", localStores.memory!, "database");
withPostgres("factor faults on PostgreSQL", (server) => {
  register("PostgresAdapter", serverStores(server).PostgresAdapter!, "database");
});
