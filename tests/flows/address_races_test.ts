/**
 * Addresses: parallel requests. One code changes an address once, guesses are counted exactly,
 * an address gets one user, and a change is undone once.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import {
  ADA,
  type AddressApp,
  ask,
  change,
  codeTo,
  createAddressApp,
  GRACE,
  NEW,
  signIn,
  undo,
  undoLinkTo,
} from "./_addresses.ts";
import { Auth } from "../../mod.ts";
import { localStores } from "./_fault_stores.ts";
import { STRATEGIES } from "./_strategies.ts";

const TIMES = 50;

/** Posts codes at once, from one state of the browser; returns the outcomes, sorted. */
async function typeAtOnce({ config, origin, browser }: AddressApp, codes: readonly string[]) {
  const csrfToken = await browser.csrf();
  const cookie = browser.cookies.header(new URL(origin));
  return (await Promise.all(codes.map(async (code) => {
    const body = new URLSearchParams({ csrfToken, step: "confirm", code });
    const request = new Request(`${origin}/auth/address`, {
      method: "POST",
      body,
      headers: { cookie },
    });
    const answer = await Auth(request, config);
    await answer.body?.cancel();
    const { searchParams } = new URL(answer.headers.get("location")!, origin);
    return searchParams.get("done") ?? searchParams.get("error")!;
  }))).sort();
}

const times = (text: string, length: number) => Array.from({ length }, () => text);

for (const strategy of STRATEGIES) {
  for (const [name, openStore] of Object.entries(localStores)) {
    const create = async () => {
      const store = await openStore();
      return { store, app: createAddressApp({ ...store.config, limits: false }, strategy) };
    };

    Deno.test(`address races: one code at once changes the address once (${name}, ${strategy})`, async () => {
      const { store, app } = await create();
      await signIn(app);
      await ask(app);
      const outcomes = await typeAtOnce(app, times(codeTo(app, NEW), TIMES));
      assertEquals(outcomes, ["changed", ...times("expired", TIMES - 1)]);
      assertEquals(app.entries.filter((one) => one.name === "address.changed").length, 1);
      assertEquals(app.mails.filter(({ to }) => to === ADA).length, 1);
      await store.close();
    });

    Deno.test(`address races: guesses at once are counted exactly (${name}, ${strategy})`, async () => {
      const { store, app } = await create();
      await signIn(app);
      await ask(app);
      const wrong = codeTo(app, NEW).replace(/./, (digit) => String((Number(digit) + 1) % 10));
      const outcomes = await typeAtOnce(app, times(wrong, TIMES));
      assertEquals(outcomes, [...times("expired", TIMES - 4), ...times("wrong-code", 4)]);
      assertEquals(await typeAtOnce(app, [codeTo(app, NEW)]), ["expired"]);
      await store.close();
    });

    Deno.test(`address races: two users at once, one gets the address (${name}, ${strategy})`, async () => {
      const { store, app } = await create();
      const grace = { ...app, browser: app.open() };
      await signIn(app);
      await signIn(app, grace.browser, GRACE);
      await ask(app);
      const code = codeTo(app, NEW);
      await ask(app, grace.browser);
      const [one, two] = await Promise.all([
        typeAtOnce(app, times(code, TIMES / 2)),
        typeAtOnce(grace, times(codeTo(app, NEW), TIMES / 2)),
      ]);
      assertEquals([...one, ...two].filter((outcome) => outcome === "changed").length, 1);
      assertEquals([...one, ...two].filter((outcome) => outcome === "taken").length, 1);
      assertEquals(await store.countUsers(NEW), 1);
      await store.close();
    });

    Deno.test(`address races: a link at once undoes the change once (${name}, ${strategy})`, async () => {
      const { store, app } = await create();
      await signIn(app);
      await change(app);
      const link = undoLinkTo(app, ADA);
      const outcomes = await Promise.all(
        times(link, TIMES).map(async () =>
          (await undo(app.open(), link)).url.searchParams.get("done")
        ),
      );
      assertEquals(outcomes.filter((outcome) => outcome === "undone").length, 1);
      assertEquals(await store.countUsers(ADA), 1);
      await store.close();
    });
  }
}
