/**
 * Deletion after days of grace: parallel requests. One request counts, one cancellation counts, an
 * account is deleted once, it is kept or deleted but never both, and no sign-in slips through.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import * as users from "../../src/server/users.ts";
import { type AccountApp, enter, post, signIn } from "./_accounts.ts";
import {
  askForDeletion,
  countOf,
  createDeletionApp,
  DAY_MS,
  GRACE_DAYS,
  subjectsOf,
} from "./_deletion.ts";
import type { FaultStore } from "./_fault_store.ts";
import { localStores } from "./_fault_stores.ts";
import { ADA } from "./_passwords.ts";
import { STRATEGIES } from "./_strategies.ts";

const TIMES = 50;

const times = <T>(run: (index: number) => Promise<T>): Promise<PromiseSettledResult<T>[]> =>
  Promise.allSettled(Array.from({ length: TIMES }, (_, index) => run(index)));

/** The values of calls, none of which may fail. */
function valuesOf<T>(settled: readonly PromiseSettledResult<T>[]): T[] {
  return settled.map((one) => {
    if (one.status === "rejected") throw one.reason;
    return one.value;
  });
}

/** Moves the clock of the library. Timers go on, which locks wait with. */
function moveClock(days: number): Disposable {
  const now = Date.now;
  Date.now = () => now() + days * DAY_MS;
  return { [Symbol.dispose]: () => void (Date.now = now) };
}

for (const strategy of STRATEGIES) {
  for (const [name, openStore] of Object.entries(localStores)) {
    const test = (
      title: string,
      run: (app: AccountApp, store: FaultStore) => Promise<void>,
    ) =>
      Deno.test(`account deletion races: ${title} (${name}, ${strategy})`, async () => {
        const store = await openStore();
        try {
          const app = createDeletionApp(strategy, store.config);
          await enter(app);
          await run(app, store);
          assertEquals(app.errors, []);
        } finally {
          await store.close();
        }
      });

    test("fifty requests at once wait as one", async (app) => {
      const dues = valuesOf(await times(() => users.requestDeletion(app.config, "ada")));
      assertEquals(new Set(dues.map((due) => due.valueOf())).size, 1);
      assertEquals(app.mails.length, 1);
      assertEquals(countOf(app, "user.deletion-requested"), 1);
      assertEquals(await app.browser.session(), null);
    });

    test("fifty cancellations at once are one", async (app) => {
      await users.requestDeletion(app.config, "ada");
      const cancelled = valuesOf(await times(() => users.cancelDeletion(app.config, "ada")));
      assertEquals(cancelled.filter(Boolean).length, 1);
      assertEquals(subjectsOf(app).filter((subject) => subject === "Your account stays").length, 1);
      assertEquals(countOf(app, "user.deletion-cancelled"), 1);
      assertEquals(await users.pendingDeletion(app.config, "ada"), null);
    });

    test("fifty schedules at once delete the account once", async (app, store) => {
      await users.requestDeletion(app.config, "ada");
      app.mails.length = 0;
      using _later = moveClock(GRACE_DAYS);
      const counts = valuesOf(await times(() => users.deleteDue(app.config)));
      assertEquals(counts.reduce((a, b) => a + b), 1);
      assertEquals(await store.countUsers(ADA), 0);
      assertEquals(countOf(app, "user.deleted"), 1);
      assertEquals(subjectsOf(app), ["Your account was deleted"]);
      assertEquals(await users.pendingDeletion(app.config, "ada"), null);
    });

    test("a request and sign-ins at once leave no session", async (app) => {
      const browsers = Array.from({ length: 8 }, () => app.open());
      await Promise.all([
        users.requestDeletion(app.config, "ada"),
        ...browsers.map((browser) => signIn(browser)),
      ]);
      for (const browser of [app.browser, ...browsers]) {
        assertEquals(await browser.session(), null);
      }
      // Each of them gets the question at its next sign-in, and one that keeps the account gets in.
      app.errors.length = 0;
      await signIn(browsers[0]!);
      assertEquals((await post(browsers[0]!, "keep")).path, "/after");
      assert(await browsers[0]!.session());
    });

    test("requests and cancellations at once end in one of the two", async (app, store) => {
      valuesOf(
        await times<unknown>((index) =>
          index % 2
            ? users.requestDeletion(app.config, "ada")
            : users.cancelDeletion(app.config, "ada")
        ),
      );
      const [asked, cancelled] = ["user.deletion-requested", "user.deletion-cancelled"]
        .map((entry) => countOf(app, entry));
      const isPending = await users.pendingDeletion(app.config, "ada") !== null;
      // A request that is cancelled before its email left tells nobody.
      assert(asked! <= cancelled! + Number(isPending), `${asked} ${cancelled} ${isPending}`);
      assertEquals(await store.countUsers(ADA), 1);
      assertEquals(await users.cancelDeletion(app.config, "ada"), isPending);
    });
  }
}

for (const [name, openStore] of Object.entries(localStores)) {
  Deno.test(`account deletion races: it is kept or deleted, never both (${name})`, async () => {
    for (let round = 0; round < 12; round++) {
      const store = await openStore();
      try {
        const app = createDeletionApp("jwt", store.config);
        await enter(app);
        await askForDeletion(app.browser);
        const now = Date.now;
        const due = (await users.pendingDeletion(app.config, "ada"))!.valueOf();
        // Two processes, one of whose clocks is ahead: half of the calls see a time before the
        // deletion is due, the others one after it.
        let calls = 0;
        Date.now = () => due + (calls++ % 2 ? 5 : -5);
        try {
          const results = await Promise.allSettled([
            ...Array.from({ length: 5 }, () => users.cancelDeletion(app.config, "ada")),
            ...Array.from({ length: 5 }, () => users.deleteDue(app.config)),
          ]);
          const values = results.map((one) => one.status === "fulfilled" ? one.value : one.reason);
          const cancelled = values.slice(0, 5).filter((value) => value === true).length;
          const deleted = values.slice(5).reduce((a, b) => a + b, 0);
          assertEquals(cancelled + deleted <= 1, true, `${values}`);
          assertEquals(await store.countUsers(ADA), deleted === 1 ? 0 : 1, `${values}`);
        } finally {
          Date.now = now;
        }
      } finally {
        await store.close();
      }
    }
  });
}
