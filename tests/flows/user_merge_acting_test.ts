/**
 * The merge of a user for whom an operator has acted.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { impersonations, tellOnce } from "../../src/capabilities/operators/impersonations.ts";
import { Operators } from "../../src/capabilities/operators/mod.ts";
import { requireConfig } from "../../src/server/environment.ts";
import { act, createScene, stop } from "./_acting.ts";
import { onEveryStore } from "./_every_store.ts";
import { moveClock } from "./_merge.ts";
import { enter } from "./_operators.ts";

const LATE = Operators({ organization: "staff", acting: { notify: "after" } });

onEveryStore("users.merge, and operators who acted", (test) => {
  test("the person learns of an operator who acted for the account that ended", async (store) => {
    const scene = await createScene("jwt", { ...store.config, operators: LATE });
    const { app } = scene;
    await enter(app, "ada2");
    await act(scene);
    await app.auth.users.merge("ada", "ada2");
    app.mails.length = 0;
    using _later = moveClock(3 * 60 * 60_000);
    assertEquals(await app.auth.operators.notifyDue(), 1);
    assertEquals(app.mails.map(({ to, subject }) => `${to}: ${subject}`), [
      "ada2@example.com: Support viewed your account (App)",
    ]);
    assertEquals(await app.auth.operators.notifyDue(), 0);
    const copy = (await app.auth.users.export("ada2"))!.records!;
    assertEquals(copy["operators.impersonation"]?.length, 1);
  });
});

Deno.test("a merge while the email of an impersonation fails loses no email", async () => {
  const scene = await createScene("jwt", { operators: LATE });
  const { app, jar } = scene;
  const records = requireConfig(app.auth.config).revocation!.records;
  await enter(app, "ada2");
  await act(scene);
  const [found] = await impersonations.list(records, "ada");
  const isTold = await tellOnce(records, found!.id, async () => {
    await app.auth.users.merge("ada", "ada2");
    return false;
  });
  assert(!isTold);
  app.mails.length = 0;
  await stop(jar);
  using _later = moveClock(3 * 60 * 60_000);
  await app.auth.operators.notifyDue();
  assertEquals(app.mails.map(({ to }) => to), ["ada2@example.com"]);
});
