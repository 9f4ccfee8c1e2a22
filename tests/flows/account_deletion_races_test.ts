/**
 * Deletion after days of grace: parallel requests. One request counts, one cancellation counts, an
 * account is deleted once, it is kept or deleted but never both, and no sign-in slips through.
 *
 * @module
 */

import { assert, assertEquals, assertMatch } from "@std/assert";
import * as users from "../../src/server/users.ts";
import { type AccountApp, enter, post, signIn } from "./_accounts.ts";
import { countOf, createDeletionApp, DAY_MS, GRACE_DAYS, KEEP, subjectsOf } from "./_deletion.ts";
import type { FaultStore } from "./_fault_store.ts";
import { localStores } from "./_fault_stores.ts";
import { ADA } from "./_passwords.ts";
import { STRATEGIES, type Strategy } from "./_strategies.ts";

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

/** An app that runs something right before a call of its store. */
function createHookedApp(
  store: FaultStore,
  strategy: Strategy,
): { app: AccountApp; before(name: string, run: () => Promise<void>): void } {
  let hook: { name: string; run: () => Promise<void> } | undefined;
  const wrap = <T extends object>(target: T, nameOf: (method: string, first: unknown) => string) =>
    Object.fromEntries(
      Object.entries(target).map(([method, call]) => [
        method,
        typeof call !== "function" ? call : async (...args: unknown[]) => {
          const found = hook?.name === nameOf(method, args[0]) ? hook : undefined;
          if (found) hook = undefined;
          await found?.run();
          return await call.apply(target, args);
        },
      ]),
    ) as T;
  const { adapter, records } = store.config;
  const app = createDeletionApp(strategy, {
    adapter: wrap(adapter!, (method) => method),
    records: wrap(records!, (method, first) => {
      const { kind = first } = (first ?? {}) as { kind?: unknown };
      return `${method} ${kind}`;
    }),
  });
  return { app, before: (name, run) => void (hook = { name, run }) };
}

for (const [name, openStore] of Object.entries(localStores)) {
  const test = (
    title: string,
    run: (hooked: ReturnType<typeof createHookedApp>, store: FaultStore) => Promise<void>,
    strategy: Strategy = "jwt",
  ) =>
    Deno.test(`account deletion races: ${title} (${name}, ${strategy})`, async () => {
      const store = await openStore();
      try {
        const hooked = createHookedApp(store, strategy);
        await enter(hooked.app);
        await run(hooked, store);
      } finally {
        await store.close();
      }
    });

  test("what has begun is not cancelled, also by a clock that is behind", async (hooked, store) => {
    const { app, before } = hooked;
    await users.requestDeletion(app.config, "ada");
    let cancelled: boolean | undefined;
    before("deleteUser", async () => {
      using _behind = moveClock(-1);
      cancelled = await users.cancelDeletion(app.config, "ada");
    });
    using _later = moveClock(GRACE_DAYS);
    assertEquals(await users.deleteDue(app.config), 1);
    assertEquals(cancelled, false);
    assertEquals(await store.countUsers(ADA), 0);
  });

  test(
    "what was cancelled does not begin, also by a clock that is ahead",
    async (hooked, store) => {
      const { app, before } = hooked;
      await users.requestDeletion(app.config, "ada");
      let cancelled: boolean | undefined;
      // The account was found to be due, and the record is written to begin.
      before("put user.deletion", async () => {
        using _behind = moveClock(-1);
        cancelled = await users.cancelDeletion(app.config, "ada");
      });
      using _later = moveClock(GRACE_DAYS);
      assertEquals(await users.deleteDue(app.config), 0);
      assertEquals(cancelled, true);
      assertEquals(await store.countUsers(ADA), 1);
      assertEquals(await users.pendingDeletion(app.config, "ada"), null);
    },
  );

  test("a second schedule waits for the first, and finds nothing left", async (hooked) => {
    const { app, before } = hooked;
    await users.requestDeletion(app.config, "ada");
    let second: Promise<number> | undefined;
    before("deleteUser", () => {
      second = users.deleteDue(app.config);
      return Promise.resolve();
    });
    using _later = moveClock(GRACE_DAYS);
    assertEquals(await users.deleteDue(app.config), 1);
    assertEquals(await second, 0);
    assertEquals(countOf(app, "user.deleted"), 1);
  });

  for (const strategy of STRATEGIES) {
    test("a request while a session is written leaves none", async ({ app, before }) => {
      const browser = app.open();
      // Its sign-in was let pass, and the request has ended all sessions that there are.
      before("put session", async () => {
        await users.requestDeletion(app.config, "ada");
      });
      assertMatch(await signIn(browser), /error=AccessDenied/);
      assertEquals(await browser.session(), null);
      assertMatch(await signIn(browser), KEEP);
    }, strategy);
  }
}
