/**
 * The version before beside this one, as in a deployment that replaces one process after the
 * other: on one store, with one secret, behind a proxy that sends each request to the next process.
 * Nobody is signed out, in either direction, and what people and programs hold of the one counts for
 * the other (`_steps.ts`). Before the first release, the package of the sources stands in for the
 * version before. `deno run -A tests/tools/beside.ts <revision>` takes any revision.
 *
 * @module
 */

import { assert, assertEquals, assertMatch } from "@std/assert";
import type { TestBrowser } from "../../src/tools/testing/mod.ts";
import { findPostgres, HOW_TO_ENABLE_POSTGRES } from "../_postgres.ts";
import { skipTest } from "../_skip.ts";
import { isChosen } from "../_stride.ts";
import { codeOf, secretOn } from "../flows/_factors.ts";
import { withNpm } from "../outside/_project.ts";
import {
  type Balanced,
  missingPackage,
  type Version,
  versionBefore,
  versionNow,
} from "./_versions.ts";
import { SHARED, startOn, STRATEGIES, walk } from "./_walk.ts";

const EMAIL = "ada@example.com";
const PASSWORD = "engines weave algebraic patterns";

let versions: Version[] = [];
Deno.test.afterAll(async () => {
  for (const version of new Set(versions)) await version[Symbol.asyncDispose]();
});

/** Both versions, installed once; the same one twice where it stands in for the one before. */
async function both(): Promise<Version[]> {
  if (versions.length === 0) {
    const now = await versionNow();
    versions = [await versionBefore() ?? now, now];
  }
  return versions;
}

/** Reads a page to its end, and returns it with where it is. */
async function page(landing: Awaited<ReturnType<TestBrowser["visit"]>>) {
  return { url: landing.url, html: await landing.response.text() };
}

/** Fails unless each of the processes says that Ada is signed in. */
async function assertSignedIn(browser: TestBrowser, email = EMAIL): Promise<void> {
  for (let read = 0; read < 4; read++) {
    assertEquals((await browser.session())?.user?.email, email, `read ${read}`);
  }
}

/** The newest text of an email to an address that matches. */
function mailed({ mails }: Balanced, to: string, pattern: RegExp): string {
  const texts = mails.filter((mail) => mail.to === to).map(({ text }) => text);
  const [found] = pattern.exec(texts.findLast((text) => pattern.test(text)) ?? "") ?? [];
  assert(found, `no email to ${to} has ${pattern}`);
  return found;
}

async function signIn(browser: TestBrowser, typed: Record<string, string>) {
  const body = new URLSearchParams({ csrfToken: await browser.csrf(), ...typed });
  return await page(await browser.visit("/auth/callback/password", { method: "POST", body }));
}

/** Sign-up, sign-ins, second factor, change of address and the end, each request at another process. */
async function live(app: Balanced): Promise<void> {
  const first = app.open();
  const asked = await page(await first.submit("/auth/password?callbackUrl=/", { email: EMAIL }));
  assertEquals(asked.url.pathname, "/auth/verify-request");
  const link = mailed(app, EMAIL, /https:\S+token=\S+/);
  const set = await page(await first.submit(await first.visit(link), { password: PASSWORD }));
  // Earlier versions have a page that says so.
  assertMatch(set.url.href, /\/auth\/password\?|\.example\/$/);
  await assertSignedIn(first);

  const second = app.open();
  await signIn(second, { email: EMAIL, password: PASSWORD });
  await assertSignedIn(second);

  const enrol = new URLSearchParams({
    csrfToken: await second.csrf(),
    step: "enrol",
    factor: "totp",
  });
  const begun = await second.visit("/auth/factors", { method: "POST", body: enrol });
  const key = secretOn(await begun.response.clone().text());
  await page(await second.submit(begun, { answer: await codeOf(key) }));
  await assertSignedIn(second);

  const third = app.open();
  const waits = await signIn(third, { email: EMAIL, password: PASSWORD });
  assertEquals(waits.url.pathname, "/auth/factor");
  assertEquals(await third.session(), null);
  // A code counts once, so this is the next one, which is accepted before its time and at it.
  await page(
    await third.submit("/auth/factor", { answer: await codeOf(key, Date.now() + 30_000) }),
  );
  await assertSignedIn(third);

  const csrfToken = await third.csrf();
  const change = async (typed: Record<string, string>) => {
    const body = new URLSearchParams({ csrfToken, ...typed });
    return await page(await third.visit("/auth/address", { method: "POST", body }));
  };
  const next = "countess@example.com";
  await change({ step: "request", email: next });
  await change({ step: "confirm", code: mailed(app, next, /^\d{4} \d{4}$/m).replace(" ", "") });
  await assertSignedIn(third, next);

  const body = new URLSearchParams({ csrfToken: await third.csrf(), step: "sessions-end" });
  await page(await third.visit("/auth/account", { method: "POST", body }));
  await assertSignedIn(third, next);
  for (const browser of [first, second]) {
    for (let read = 0; read < 2; read++) assertEquals(await browser.session(), null);
  }
  await (await third.post("/signout")).body?.cancel();
  for (let read = 0; read < 2; read++) assertEquals(await third.session(), null);
}

Deno.test("beside: the changelog names no version whose package is missing", async () => {
  const changelog = await Deno.readTextFile(new URL("../../CHANGELOG.md", import.meta.url));
  assertEquals(await missingPackage(changelog), undefined);
});

await withNpm("the version before beside this one", () => {
  for (const [store, shared] of SHARED.entries()) {
    for (const [number, strategy] of STRATEGIES.entries()) {
      if (!isChosen(store + 2 * number, 4)) continue;
      for (const turn of [0, 1]) {
        const starts = turn === 0 ? "before" : "now";
        Deno.test(`beside, ${shared.name}, ${strategy}: nobody is signed out, from the version ${starts}`, async () => {
          await using started = await startOn(await both(), shared, strategy);
          started.app.turn = turn;
          await live(started.app);
        });
      }

      Deno.test(`beside, ${shared.name}, ${strategy}: what one version begins, the other finishes`, async () => {
        await using started = await startOn(await both(), shared, strategy);
        const failures: string[] = [];
        for await (const { name, error } of walk(started.app, started.capabilities, true)) {
          if (error) failures.push(`${name}: ${error.stack}`);
        }
        assertEquals(failures, []);
      });
    }
  }
  if (!findPostgres()) {
    skipTest("the version before beside this one, on PostgreSQL", HOW_TO_ENABLE_POSTGRES);
  }
});
