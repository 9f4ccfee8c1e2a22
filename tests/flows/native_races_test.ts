/**
 * Sessions without cookies on each store: parallel requests, and what a deletion leaves.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import type { AuthConfig } from "../../mod.ts";
import { bearerFor } from "../../src/tools/testing/mod.ts";
import { isChosen } from "../_stride.ts";
import { withPostgres } from "../adapters/_postgres.ts";
import type { OpenStore } from "./_fault_store.ts";
import { localStores, serverStores } from "./_fault_stores.ts";
import { APP } from "./_flow.ts";
import { codeBy, createNativeApp, type NativeApp } from "./_native.ts";
import { ADA } from "./_passwords.ts";
import { STRATEGIES, type Strategy } from "./_strategies.ts";

const TIMES = 50;

const times = <T>(run: () => Promise<T>) => Promise.all(Array.from({ length: TIMES }, run));

/** Tokens of Ada, who is created at the first call. */
async function begin(app: NativeApp) {
  const { user, ...tokens } = await bearerFor(app.auth, { email: ADA }, { origin: APP });
  return { id: user.id!, ...tokens };
}

const refresh = (app: NativeApp, refresh_token: string) =>
  app.token({ grant_type: "refresh_token", refresh_token });

function register(stores: Record<string, OpenStore>, strategies: readonly Strategy[]): void {
  for (const [index, [name, openStore]] of Object.entries(stores).entries()) {
    for (const [shift, strategy] of strategies.entries()) {
      registerOne(name, openStore, strategy, index + shift);
    }
  }
}

/** @param place number of the store and strategy; by default each race runs on every second one */
function registerOne(
  name: string,
  openStore: OpenStore,
  strategy: Strategy,
  place: number,
): void {
  let number = place;
  const test = (title: string, run: (app: NativeApp) => Promise<void>) => {
    if (!isChosen(number++, 2)) return;
    Deno.test(`native races: ${title} (${name}, ${strategy})`, async () => {
      const store = await openStore();
      try {
        await run(createNativeApp(strategy, store.config as Partial<AuthConfig>));
      } finally {
        await store.close();
        await openStore.end?.();
      }
    });
  };

  test("fifty refreshes get tokens of one family, and the session lives", async (app) => {
    const { refreshToken } = await begin(app);
    const all = await times(() => refresh(app, refreshToken));
    assertEquals(all.map(({ status }) => status), Array(TIMES).fill(200));
    for (const { access_token } of all) assertEquals(await app.reason(access_token), "in");
    assertEquals((await refresh(app, all[0]!.refresh_token)).status, 200);
  });

  test("a code that comes fifty times at once begins one session", async (app) => {
    const { id, accessToken } = await begin(app);
    const who = await app.who(accessToken);
    assert(who.ok && who.via === "bearer");
    const sent = await codeBy(app.auth.handler, who.request.headers.get("cookie")!);
    const all = await times(() => app.token(sent));
    const good = all.filter(({ status }) => status === 200);
    assertEquals(good.length, 1);
    assertEquals(await app.reason(good[0]!.access_token), "in");
    assertEquals((await app.auth.sessions.list(id)).length, 2);
  });

  test("a code begins one session", async (app) => {
    const { id, accessToken } = await begin(app);
    const who = await app.who(accessToken);
    assert(who.ok && who.via === "bearer");
    const answer = await app.token(
      await codeBy(app.auth.handler, who.request.headers.get("cookie")!),
    );
    assertEquals(answer.status, 200, JSON.stringify(answer));
    assertEquals(await app.reason(answer.access_token), "in");
    assertEquals((await app.auth.sessions.list(id)).length, 2);
  });

  const endings: Record<string, (app: NativeApp, id: string) => Promise<unknown>> = {
    "the end of all sessions": (app, id) => app.auth.sessions.revokeAll(id),
    "a suspension": (app, id) => app.auth.users.suspend(id),
    "a deletion": (app, id) => app.auth.users.delete(id),
  };
  for (const [title, end] of Object.entries(endings)) {
    test(`${title} while tokens are refreshed leaves none`, async (app) => {
      const first = await begin(app);
      const all = [first, ...await Promise.all(Array.from({ length: 9 }, () => begin(app)))];
      const answers = await Promise.all([
        ...all.map(({ refreshToken }) => refresh(app, refreshToken)),
        end(app, first.id).then(() => undefined),
        ...all.map(({ refreshToken }) => refresh(app, refreshToken)),
      ]);
      for (const answer of answers) {
        if (answer?.status !== 200) continue;
        assert(await app.reason(answer.access_token) !== "in");
        assertEquals((await refresh(app, answer.refresh_token)).error, "invalid_grant");
      }
      for (const { accessToken } of all) assert(await app.reason(accessToken) !== "in");
    });
  }
}

register(localStores, STRATEGIES);
withPostgres("native races", (server) => register(serverStores(server), STRATEGIES));
