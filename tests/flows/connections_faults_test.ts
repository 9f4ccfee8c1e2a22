/**
 * Each call of the store can fail while a person signs in through a connection for the first time, while a
 * member is removed, while a provider or a person signs out, and while a sign-in is tested: the next try
 * completes it, nobody gets in meanwhile who must not, and nobody is told of what has not happened.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { Auth } from "../../mod.ts";
import { createWorld } from "./_connections.ts";
import { failEachCall } from "./_fault_store.ts";
import { localStores } from "./_fault_stores.ts";
import { APP, done } from "./_organizations.ts";
import {
  answerOf,
  byRedirect,
  company,
  enter,
  isIn,
  logoutRequest,
  OWN,
  readLogoutRequest,
  start,
} from "./_saml_logout.ts";
import { STRATEGIES } from "./_strategies.ts";

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

const ON = { signsOutAtProvider: true };

for (const strategy of STRATEGIES) {
  Deno.test(`Saml(): a sign-out of the provider that fails at any call of the store is 503, and repeated until it is answered (${strategy})`, async () => {
    const points = await failEachCall(openStore, async (store, fail) => {
      const world = start({ keys: [OWN] }, { strategy, config: store.config });
      const acme = await company(world, "acme");
      const ada = await enter(world, acme, "ada", "s1");
      const request = logoutRequest(acme, { name: "ada", sessions: ["s1"] });
      const send = async () => {
        const { status, headers, body } = await Auth(request.clone(), world.app.config);
        await body?.cancel();
        const isAnswered = headers.get("location")?.includes("SAMLResponse") === true;
        return { status, isAnswered, retryAfter: headers.get("retry-after") };
      };
      const failed = await fail(send);
      if (!failed) return;
      const { first: { status, isAnswered, retryAfter }, title } = failed;
      // What is repeated by the store itself is no failure.
      assert(isAnswered || status === 503 && retryAfter !== null, `${title} ${status}`);
      if (isAnswered) assertEquals(await isIn(ada), false, title);
      const again = isAnswered ? undefined : await send();
      // The mark of a used message can be there although its answer was lost.
      assert(again?.isAnswered !== false || title.includes("after"), title);
      assertEquals(await isIn(ada), false, title);
    });
    assert(points > 10, `${points} calls`);
  });

  Deno.test(`Saml(): a sign-out here that fails at any call of the store leads to the provider only once the session has ended (${strategy})`, async () => {
    const points = await failEachCall(openStore, async (store, fail) => {
      const world = start({ keys: [OWN] }, { strategy, config: store.config });
      const acme = await company(world, "acme", "HTTP-Redirect", ON);
      const ada = await enter(world, acme, "ada", "s1");
      const csrfToken = await ada.csrf();
      const signOut = async () => {
        const body = new URLSearchParams({ csrfToken, callbackUrl: "/bye" });
        const response = await ada.fetch(`${APP}/auth/signout`, { method: "POST", body });
        await response.body?.cancel();
        return { status: response.status, location: response.headers.get("location") };
      };
      const failed = await fail(signOut);
      if (!failed) return;
      const { first: { status, location }, title } = failed;
      if (status === 503) {
        assertEquals((await signOut()).location?.startsWith("https://saml.acme.example/"), true);
      } else assert(location?.startsWith("https://saml.acme.example/"), `${title} ${location}`);
      assertEquals(await isIn(ada), false, title);
    });
    assert(points > 5, `${points} calls`);
  });

  Deno.test(`Saml(): an answer to a sign-out that fails at any call of the store is 503, and leads on when it is repeated (${strategy})`, async () => {
    const points = await failEachCall(openStore, async (store, fail) => {
      const world = start({ keys: [OWN] }, { strategy, config: store.config });
      const acme = await company(world, "acme", "HTTP-Redirect", ON);
      const ada = await enter(world, acme, "ada", "s1");
      const response = await ada.post("/signout", { callbackUrl: "/bye" });
      await response.body?.cancel();
      const asked = readLogoutRequest(new URL(response.headers.get("location")!));
      const url = byRedirect(acme, answerOf(acme, asked));
      const bring = async () => {
        const { status, headers, body } = await ada.fetch(url);
        await body?.cancel();
        return { status, location: headers.get("location") };
      };
      const failed = await fail(bring);
      if (!failed) return;
      const { first, title } = failed;
      if (first.status !== 503) return assertEquals(first.location, `${APP}/bye`, title);
      const again = await bring();
      assert(
        again.location === `${APP}/bye` || title.includes("after"),
        `${title} ${again.location}`,
      );
    });
    assert(points > 3, `${points} calls`);
  });
}

Deno.test("connections pages: a test of the sign-in that fails at any call of the store says nothing about the person", async () => {
  const points = await failEachCall(openStore, async (store, fail) => {
    const world = createWorld({ config: store.config });
    const acme = await world.company("acme");
    acme.idp.user = CLAIMS;
    const { browser } = acme.owner;
    const page = "/auth/organization/acme/sign-in";
    const run = async () => {
      const { response, url } = await browser.submit(page, {}, "Test sign-in");
      return { status: response.status, html: await response.text(), url };
    };
    const failed = await fail(() => run().catch((error) => ({ status: 0, html: String(error) })));
    assertEquals(await world.userOf(CLAIMS.email), null);
    if (!failed) return;
    const { first: { status, html }, title } = failed;
    const says = html.includes("The sign-in works");
    assert(says || !html.includes("The sign-in would be refused"), title);
    assert(says || status !== 200 || html.includes("The test has not ended"), `${title} ${status}`);
    assert((await run()).html.includes("The sign-in works"), title);
  });
  assert(points > 20, `${points} calls`);
});
