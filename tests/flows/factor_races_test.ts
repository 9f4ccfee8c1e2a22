/**
 * Second factors under parallel requests: of any number of equal proofs one counts, and one
 * waiting sign-in begins one session.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { MailCode, RecoveryCodes, Totp } from "../../src/capabilities/factors/mod.ts";
import { list as listSessions } from "../../src/server/sessions.ts";
import type { TestBrowser } from "../../src/tools/testing/mod.ts";
import { withPostgres } from "../adapters/_postgres.ts";
import {
  beginEnrolment,
  codeIn,
  createFactorRig,
  enrol,
  enrolmentsIn,
  type FactorRig,
  postFactor,
  targetOf,
  wait,
} from "./_factor_rig.ts";
import { LOCAL_STORES, type OpenDumpStore, postgresStore } from "./_factor_stores.ts";
import { codeOf, secretOn } from "./_factors.ts";
import { formOf } from "./_email.ts";
import type { Strategy } from "./_strategies.ts";

const CROWD = 50;

/** More tries than the crowd, so that the store decides and not the limit. */
const limits = { perAddress: false, perRecipient: 1000, perAccount: 1000 } as const;

const sessionsOf = async ({ config, userId }: FactorRig) =>
  (await listSessions(config, userId)).length;

/** Browsers that wait, each with its CSRF token, so that their posts begin at once. */
async function waitingBrowsers(rig: FactorRig, count = CROWD): Promise<TestBrowser[]> {
  const browsers = Array.from({ length: count }, () => rig.open());
  for (const browser of browsers) await wait(browser);
  return browsers;
}

/** Posts the same fields from all browsers at once; returns where each was led. */
async function race(browsers: readonly TestBrowser[], fields: Record<string, string>) {
  const answers = await Promise.all(browsers.map((browser) => postFactor(browser, fields)));
  return answers.map(targetOf);
}

const countOf = (targets: readonly string[], wanted: string) =>
  targets.filter((target) => target === wanted).length;

/** The kinds of factors that Ada has. */
async function kindsIn(rig: FactorRig): Promise<string> {
  return (await enrolmentsIn(rig)).map(({ factor }) => factor).sort().join(", ");
}

function register(name: string, open: OpenDumpStore, strategy: Strategy): void {
  const title = (what: string) => `factor races (${name}, ${strategy}): ${what}`;
  const withRig = async (
    overrides: Parameters<typeof createFactorRig>[2],
    run: (rig: FactorRig) => Promise<void>,
  ) => {
    const store = await open();
    try {
      const factors = [Totp(), RecoveryCodes(), MailCode()];
      await run(await createFactorRig(strategy, factors, { limits, ...overrides }, store.adapter));
    } finally {
      await store.close();
    }
  };

  Deno.test(title("of fifty equal codes one is accepted"), async () => {
    await withRig({}, async (rig) => {
      const { secret, codes } = await enrol(rig, [Totp(), RecoveryCodes()]);
      const browsers = await waitingBrowsers(rig);
      for (const [factor, answer] of [["totp", await codeOf(secret)], ["recovery", codes[0]!]]) {
        const before = await sessionsOf(rig);
        const targets = await race(browsers, { factor: factor!, answer: answer! });
        assertEquals(countOf(targets, "/"), 1, `${factor}: ${targets}`);
        assertEquals(await sessionsOf(rig) - before, 1, factor);
        // The others still wait.
        const winner = targets.indexOf("/");
        browsers[winner] = rig.open();
        await wait(browsers[winner]!);
      }
    });
  });

  Deno.test(title("one waiting sign-in begins one session, whatever proves it"), async () => {
    await withRig({}, async (rig) => {
      const { secret, codes } = await enrol(rig, [Totp(), RecoveryCodes(), MailCode()]);
      const browser = rig.open();
      await wait(browser);
      await postFactor(browser, { step: "send", factor: "mail" });
      await browser.csrf();
      const answers = [
        { factor: "totp", answer: await codeOf(secret) },
        { factor: "mail", answer: codeIn(rig.mails) },
        ...codes.slice(0, 5).map((answer) => ({ factor: "recovery", answer })),
      ];
      const copies = answers.map(() => rig.copy(browser));
      await Promise.all(copies.map((copy) => copy.csrf()));
      const targets = await Promise.all(
        answers.map(async (fields, index) => targetOf(await postFactor(copies[index]!, fields))),
      );
      assertEquals(countOf(targets, "/"), 1, `${targets}`);
      assertEquals(await sessionsOf(rig), 1);
    });
  });

  Deno.test(title("of fifty equal mail codes in one browser one is accepted"), async () => {
    await withRig({}, async (rig) => {
      await enrol(rig, [MailCode()]);
      const browser = rig.open();
      await wait(browser);
      await postFactor(browser, { step: "send", factor: "mail" });
      const copies = Array.from({ length: CROWD }, () => rig.copy(browser));
      await Promise.all(copies.map((copy) => copy.csrf()));
      const targets = await race(copies, { factor: "mail", answer: codeIn(rig.mails) });
      assertEquals(countOf(targets, "/"), 1, `${targets}`);
      assertEquals(await sessionsOf(rig), 1);
    });
  });

  Deno.test(title("fifty equal confirmations enrol once"), async () => {
    await withRig({ factorPolicy: { required: () => true } }, async (rig) => {
      const browser = rig.open();
      await wait(browser);
      const html = await beginEnrolment(browser, "totp");
      const { fields: { state } } = formOf(html);
      const answer = await codeOf(secretOn(html));
      const copies = Array.from({ length: CROWD }, () => rig.copy(browser));
      await Promise.all(copies.map((copy) => copy.csrf()));
      const targets = await race(copies, {
        step: "confirm",
        factor: "totp",
        state: state!,
        answer,
      });
      assertEquals(countOf(targets, "/auth/factors"), 1, `${targets}`);
      assertEquals([await sessionsOf(rig), await kindsIn(rig)], [1, "recovery, totp"]);
    });
  });

  Deno.test(
    title("two browsers that enrol at once leave one enrolment and one session"),
    async () => {
      await withRig({ factorPolicy: { required: () => true } }, async (rig) => {
        const forms = await Promise.all((await waitingBrowsers(rig, 2)).map(async (browser) => {
          const html = await beginEnrolment(browser, "totp");
          const { fields: { state } } = formOf(html);
          return { browser, state: state!, answer: await codeOf(secretOn(html)) };
        }));
        await Promise.all(
          forms.map(({ browser, state, answer }) =>
            postFactor(browser, { step: "confirm", factor: "totp", state, answer })
          ),
        );
        assertEquals([await sessionsOf(rig), await kindsIn(rig)], [1, "recovery, totp"]);
      });
    },
  );
}

for (const [name, open] of Object.entries(LOCAL_STORES)) register(name, open, "jwt");
register("SQLite file", LOCAL_STORES["SQLite file"]!, "database");
withPostgres("factor races on PostgreSQL", (server) => {
  register("PostgreSQL", postgresStore(server), "jwt");
});

Deno.test("factor: each time step is accepted once, and none after a later one", async () => {
  using time = new FakeTime(1_900_000_000_000);
  const rig = await createFactorRig("jwt", [Totp()]);
  const { secret } = await enrol(rig, [Totp()]);
  const browser = rig.open();
  const attempt = async (offset: number) => {
    await wait(browser);
    const answer = await codeOf(secret, Date.now() + offset * 30_000);
    const isIn = targetOf(await postFactor(browser, { factor: "totp", answer })) === "/";
    if (isIn) await browser.post("/signout");
    return isIn;
  };
  assertEquals([await attempt(-2), await attempt(2)], [false, false], "outside the tolerance");
  assertEquals([await attempt(-1), await attempt(-1)], [true, false]);
  assertEquals([await attempt(0), await attempt(0), await attempt(-1)], [true, false, false]);
  assertEquals([await attempt(1), await attempt(1), await attempt(0)], [true, false, false]);
  time.tick(30_000);
  assertEquals([await attempt(0), await attempt(1)], [false, true], "the clock moved on");
});
