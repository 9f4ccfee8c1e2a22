/**
 * Operators who act for users, fifty at once, on every store: one of any number of stops gives the
 * operator's own session back, and nothing that begins while it may not any more is left.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import {
  addImpersonation,
  impersonations,
  tellOnce,
} from "../../src/capabilities/operators/impersonations.ts";
import type { RecordStore } from "../../src/types/records.ts";
import { act, APP, createScene, makeJar, type Scene, stop, tokenIn, whoIs } from "./_acting.ts";
import { onEveryStore } from "./_every_store.ts";
import { enter } from "./_operators.ts";
import { STRATEGIES } from "./_strategies.ts";

const CROWD = 50;

const SESSION = "__Secure-authjs.session-token=";

const many = <T>(run: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: CROWD }, (_, index) => run(index)));

/** Begins many at once, each in a copy of the operator's browser. */
async function beginMany(scene: Scene, during: () => Promise<unknown>) {
  const { app, jar } = scene;
  const jars = Array.from({ length: CROWD }, () => jar.copy());
  const begin = async (index: number) => {
    const request = jars[index]!.request("/", "POST");
    const answer = await app.auth.impersonate(request, "ada", { reason: `Try ${index}` })
      .catch(() => undefined);
    if (answer) jars[index]!.store.store(new URL(APP), answer.headers.getSetCookie());
  };
  const half = CROWD / 2;
  await Promise.all([
    ...jars.slice(0, half).map((_, index) => begin(index)),
    during(),
    ...jars.slice(half).map((_, index) => begin(index + half)),
  ]);
  return jars;
}

/** Nobody acts in any of the browsers. */
async function assertNobodyActs({ app }: Scene, jars: readonly ReturnType<typeof makeJar>[]) {
  for (const jar of jars) assertEquals((await whoIs(app, jar)).actor, undefined);
}

for (const strategy of STRATEGIES) {
  onEveryStore(`acting races (${strategy} session)`, (test) => {
    test("of fifty stops, one gives the session back", async ({ config }) => {
      const scene = await createScene(strategy, config);
      const { app, jar } = scene;
      await act(scene);
      const csrfToken = tokenIn((await jar.get("/auth/operators/stop")).text);
      const jars = Array.from({ length: CROWD }, () => jar.copy());
      const answers = await many(async (index) =>
        await jars[index]!.post("/auth/operators/stop", { csrfToken })
      );
      const back = answers.filter(({ setCookies }) =>
        setCookies.some((one) => one.startsWith(SESSION))
      );
      assertEquals(back.length, 1);
      assertEquals(answers.filter(({ status }) => status >= 500), []);
      const found = await many(async (index) => await whoIs(app, jars[index]!));
      assertEquals(found.filter(({ userId }) => userId === "olga").length, 1);
      assertEquals(found.filter(({ userId }) => userId === undefined).length, CROWD - 1);
      assertEquals(app.entries.filter(({ name }) => name === "acting.ended").length, 1);
    });

    test("of fifty callers, one tells the user, and after a failure another one", async ({ config }) => {
      const { app } = await createScene(strategy, config);
      const records = (app.auth.config.records ?? app.adapter.records) as RecordStore;
      const since = Math.floor(Date.now() / 1000) - 60;
      const session = { id: "one", userId: "ada", actor: "olga", since, until: since + 30 };
      await addImpersonation(records, session, "Ticket 7");
      const sent: string[] = [];
      const tell = (isSent: boolean) =>
        many(() =>
          tellOnce(records, "one", (userId) => {
            sent.push(userId);
            return Promise.resolve(isSent);
          })
        );
      assertEquals((await tell(false)).includes(true), false);
      sent.length = 0;
      assertEquals((await tell(true)).filter(Boolean).length, 1);
      assertEquals(sent, ["ada"]);
    });

    test("what begins while the operator is removed is over", async ({ config }) => {
      const scene = await createScene(strategy, config);
      const { app } = scene;
      const boss = makeJar(app, (await enter(app, "boss", { role: "owner" })).cookie);
      const at = await app.auth.organizations.readMembership(boss.request("/", "POST"), "staff");
      assert(at.ok);
      const jars = await beginMany(
        scene,
        async () => await app.auth.organizations.removeMember(at, "olga"),
      );
      await assertNobodyActs(scene, jars);
    });

    test("what begins while the user is suspended is over", async ({ config }) => {
      const scene = await createScene(strategy, config);
      const { app } = scene;
      const jars = await beginMany(scene, async () => await app.auth.users.suspend("ada"));
      await assertNobodyActs(scene, jars);
      await app.auth.users.resume("ada");
      await assertNobodyActs(scene, jars);
    });

    test("what begins while the operator signs out is over", async ({ config }) => {
      const scene = await createScene(strategy, config);
      const { app } = scene;
      const jars = await beginMany(scene, async () => await app.auth.sessions.revokeAll("olga"));
      await assertNobodyActs(scene, jars);
    });

    test("each that begins has a session and a note of its own, and ends by itself", async ({ config }) => {
      const scene = await createScene(strategy, config);
      const { app } = scene;
      const jars = await beginMany(scene, () => Promise.resolve());
      const records = (app.auth.config.records ?? app.adapter.records) as RecordStore;
      const acting = [];
      for (const jar of jars) {
        if ((await whoIs(app, jar)).actor === "olga") acting.push(jar);
      }
      assertEquals(acting.length, CROWD);
      assertEquals((await impersonations.list(records, "ada")).length, CROWD);
      await stop(acting[0]!);
      assertEquals((await whoIs(app, acting[0]!)).userId, "olga");
      assertEquals((await whoIs(app, acting[1]!)).actor, "olga");
      // Each leads to the operator's own session, and its end ends them all.
      await app.auth.sessions.revokeAll("olga");
      await assertNobodyActs(scene, jars);
    });
  });
}
