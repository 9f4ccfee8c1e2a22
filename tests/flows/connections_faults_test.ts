/**
 * Each call of the store can fail while a person signs in through a connection for the first time, and
 * while a member is removed: the next try completes it, and nobody gets in meanwhile who must not.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { createWorld } from "./_connections.ts";
import { failEachCall } from "./_fault_store.ts";
import { localStores } from "./_fault_stores.ts";
import { done } from "./_organizations.ts";

const CLAIMS = { sub: "1", name: "Ada", email: "ada@acme.example" };

const openStore = localStores["memory"]!;

Deno.test("Connections(): a first sign-in that fails at any call of the store is completed by the next one", async () => {
  const points = await failEachCall(openStore, async (store, fail) => {
    const world = createWorld({ config: store.config });
    const acme = await world.company("acme");
    acme.idp.user = CLAIMS;
    const browser = world.open();
    const failed = await fail(async () => {
      const begun = await world.begin(acme, browser);
      const { response } = await browser.visit(begun);
      await response.body?.cancel();
      return response.status;
    });
    if (!failed) return;
    const { outcome, email } = await world.enter(acme, CLAIMS);
    assertEquals([outcome, email], ["in", CLAIMS.email], failed.title);
    assertEquals(await world.roleOf(acme.org, CLAIMS.email), "member", failed.title);
    assertEquals(await store.countUsers(CLAIMS.email), 1, failed.title);
    const user = (await world.userOf(CLAIMS.email))!;
    assertEquals((await world.app.adapter.listAccounts!(user.id)).length, 1, failed.title);
    assert((await world.enter(acme, CLAIMS)).outcome === "in", failed.title);
    assert((await world.userOf(CLAIMS.email))!.emailVerified, failed.title);
  });
  assert(points > 20, `${points} calls`);
});

Deno.test("Connections(): a removal that fails at any call of the store lets nobody back in once it is repeated", async () => {
  const points = await failEachCall(openStore, async (store, fail) => {
    const world = createWorld({ config: store.config });
    const acme = await world.company("acme");
    assertEquals((await world.enter(acme, CLAIMS)).outcome, "in");
    const id = String((await world.userOf(CLAIMS.email))!.id);
    const by = world.app.orgs.asSystem(acme.org);
    const remove = () => world.app.orgs.removeMember(by, id);
    const failed = await fail(() => remove().catch(() => undefined));
    if (!failed) return;
    done(await remove());
    await world.app.auth.users.delete(id);
    assertEquals((await world.enter(acme, CLAIMS)).outcome, "not-admitted", failed.title);
  });
  assert(points > 10, `${points} calls`);
});
