/**
 * Arbitrary requests to the action of the second factor, while a sign-in waits: no answer
 * says 500, and none begins a session.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { anyText } from "../_any_text.ts";
import { Auth } from "../../mod.ts";
import { ceremonyScript } from "../../pages/factor/ceremony_script.ts";
import { codeScript } from "../../pages/code_script.ts";
import { copyScript } from "../../pages/factor/copy_script.ts";
import { AuthError } from "../../src/errors.ts";
import { MailCode, RecoveryCodes, Totp } from "../../src/capabilities/factors/mod.ts";
import { PasskeyFactor } from "../../src/capabilities/factors/passkey.ts";
import type { TestBrowser } from "../../src/tools/testing/mod.ts";
import {
  APP,
  createFactorRig,
  enrol,
  type FactorRig,
  pageOf,
  postFactor,
  targetOf,
  wait,
} from "../flows/_factor_rig.ts";
import { codeOf } from "../flows/_factors.ts";
import { assertInvariants } from "./_invariants.ts";
import { runs, SEED } from "./_seed.ts";
import { ATTACKS } from "./_words.ts";

/** A request to the action. */
interface Seed {
  method: string;
  query: [string, unknown][];
  fields: [string, unknown][];
  isJson: boolean;
  hasToken: boolean;
}

/** An answer that is never right: the right ones have six, eight and sixteen characters. */
const answer = fc.oneof(
  fc.constantFrom("", "0", "12345", "1234567", "\ud800", "１２３４５", "\0", "{}", "[]", "null"),
  fc.constantFrom(
    "x".repeat(16_383),
    "x".repeat(16_385),
    "9".repeat(200_000),
    "\ufb03".repeat(9999),
  ),
  anyText({ maxLength: 4 }),
  fc.constantFrom(...ATTACKS),
  fc.json(),
);

const entry = (
  names: readonly string[],
  values: fc.Arbitrary<unknown>,
): fc.Arbitrary<[string, unknown]> => fc.tuple(fc.constantFrom(...names), values);

const FACTORS = ["totp", "recovery", "mail", "passkey", "nope", "__proto__"];
const STEPS = ["", "send", "enrol", "confirm", "confirm", "constructor"];
const NAMES = ["factor", "step", "answer", "state", "csrfToken", "error", "sent", "callbackUrl"];
const strange = fc.constantFrom<unknown>({ toString: 1 }, { valueOf: null }, [], [["x"]], 1e400);

const field = fc.oneof(
  { weight: 3, arbitrary: entry(["factor"], fc.constantFrom(...FACTORS)) },
  { weight: 3, arbitrary: entry(["step"], fc.constantFrom(...STEPS)) },
  { weight: 3, arbitrary: entry(["answer", "state"], answer) },
  { weight: 1, arbitrary: entry(["answer", "state"], strange) },
  { weight: 1, arbitrary: entry(NAMES, fc.oneof(answer, fc.jsonValue({ maxDepth: 2 }), strange)) },
);

const seeds: fc.Arbitrary<Seed> = fc.record({
  method: fc.constantFrom("POST", "POST", "POST", "GET", "HEAD", "PUT"),
  query: fc.array(field, { maxLength: 2 }),
  fields: fc.array(field, { maxLength: 5 }),
  isJson: fc.boolean(),
  hasToken: fc.constantFrom(true, true, true, false),
});

function toRequest(seed: Seed, browser: TestBrowser, csrfToken: string): Request {
  const { method, isJson, hasToken } = seed;
  const toText = (value: unknown) =>
    (typeof value === "string" ? value : JSON.stringify(value) ?? "").toWellFormed();
  // Servers take URLs of some kilobytes.
  const query = seed.query.map(([name, value]) => [name, toText(value).slice(0, 2000)]);
  const fields: [string, unknown][] = hasToken
    ? [...seed.fields.filter(([name]) => name !== "csrfToken"), ["csrfToken", csrfToken]]
    : seed.fields;
  const json = () =>
    `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)}}`;
  const form = () => new URLSearchParams(fields.map(([name, value]) => [name, toText(value)]));
  const headers = new Headers({ cookie: browser.cookies.header(new URL(APP)) });
  if (isJson) headers.set("content-type", "application/json");
  return new Request(`${APP}/auth/factor?${new URLSearchParams(query)}`, {
    method,
    headers,
    ...["GET", "HEAD"].includes(method) ? {} : { body: isJson ? json() : form() },
  });
}

async function createRig(isEnrolled: boolean) {
  const factors = [Totp(), RecoveryCodes(), MailCode(), PasskeyFactor()];
  const rig: FactorRig = await createFactorRig("jwt", factors, {
    // More tries than requests, so that each one is checked.
    limits: { perAddress: false, perRecipient: 100_000, perAccount: 100_000 },
    factorPolicy: { required: () => true },
  });
  const { secret } = isEnrolled ? await enrol(rig, factors) : { secret: "" };
  const browser = rig.open();
  await wait(browser);
  return { rig, browser, secret, csrfToken: await browser.csrf() };
}

for (const [index, isEnrolled] of [true, false].entries()) {
  const seed = SEED + index;
  const state = isEnrolled ? "factors are enrolled" : "one must be enrolled";
  Deno.test(`factor: no request says 500 or begins a session, while ${state} (seed ${seed})`, async () => {
    const { rig, browser, secret, csrfToken } = await createRig(isEnrolled);
    const reached = new Set<string>();
    const check = async (request: Request) => {
      const response = await Auth(request, rig.config);
      reached.add(`${request.method} ${targetOf(response)}`);
      await assertInvariants(response, {
        request,
        proved: false,
        hadSession: false,
        origin: APP,
        authorizationEndpoint: "",
        redirectOrigin: APP,
        action: "factor",
        secrets: secret ? [secret] : [],
        scripts: [ceremonyScript, codeScript, copyScript],
      });
    };
    await fc.assert(
      // Several at once, since they share one waiting sign-in.
      fc.asyncProperty(fc.array(seeds, { minLength: 1, maxLength: 6 }), async (group) => {
        rig.errors.length = 0;
        await Promise.all(group.map((one) => check(toRequest(one, browser, csrfToken))));
        for (const error of rig.errors) assert(error instanceof AuthError, String(error.stack));
      }),
      { seed, numRuns: runs(300) },
    );
    assertEquals(await rig.adapter.records.list(rig.userId, "session"), []);
    for (const outcome of ["POST /auth/error Configuration", "GET 200", "HEAD 400", "PUT 400"]) {
      assert(reached.has(outcome), `${outcome} in ${[...reached]}`);
    }
    if (!isEnrolled) return assert(reached.has("POST /auth/factor"), "an enrolment began");
    assert(reached.has("POST /auth/factor InvalidCode"));
    // The sign-in still waits, and nothing was used up.
    assertEquals((await pageOf(browser, "totp")).includes("authenticator app"), true);
    const right = { factor: "totp", answer: await codeOf(secret) };
    assertEquals(targetOf(await postFactor(browser, right)), "/");
  });
}
