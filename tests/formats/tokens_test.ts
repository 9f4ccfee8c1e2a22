/**
 * Tokens of providers that previews have kept: this version opens them, for their user alone, and
 * seals them anew. `tokens.json` has what the revision of its folder wrote, for each place.
 *
 * @module
 */

import { assert, assertEquals, assertNotEquals, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { MemoryRecords } from "../../adapters/records/memory.ts";
import { TokenRefreshError } from "../../src/errors.ts";
import { getAccessToken } from "../../src/frameworks/server.ts";
import type { AdapterAccount, AdapterSession, AdapterUser } from "../../src/types/adapter.ts";
import type { RecordEntry } from "../../src/types/records.ts";
import { configOf, createTokensApp, type Place, places, type TokensApp } from "../flows/_tokens.ts";
import { type Cookies, fromJson, SETS } from "./_set.ts";
import { fill } from "./_stores.ts";
import { APP, plant } from "./_app.ts";

/** What is in a store and in a browser. */
interface Frozen {
  cookies: Cookies;
  accessToken: string;
  user: AdapterUser | null;
  accounts: AdapterAccount[];
  sessions: AdapterSession[];
  records: RecordEntry[];
}

interface Set {
  at: string;
  secret: string;
  places: Record<Place, Frozen>;
}

const MALLORY = { id: "mallory", email: "mallory@example.com", emailVerified: null };

/** The app of a place, on what was frozen, with a browser that is signed in. */
async function open(place: Place, { secret }: Set, frozen: Frozen) {
  const { adapter } = configOf(place);
  const store = { adapter: adapter ?? MemoryAdapter(), records: MemoryRecords() };
  const { user, accounts, sessions, records } = frozen;
  const users = [...user ? [user] : [], MALLORY];
  await fill(store, { users, accounts, sessions, records, verificationTokens: [], authenticators: [] });
  const app = await createTokensApp(place, {
    secret,
    ...adapter ? { adapter } : {},
    ...place === "cookie" ? {} : { records: store.records },
  });
  const browser = app.newBrowser();
  plant(browser, APP, frozen.cookies);
  const read = async (members: Partial<TokensApp["config"]> = {}) =>
    await getAccessToken(app.request(browser), { ...app.config, ...members }, {}, new Headers());
  return { app, store, read };
}

for await (const { name, isDirectory } of Deno.readDir(SETS)) {
  if (!isDirectory) continue;
  const file = new URL(`${name}/tokens.json`, SETS);
  const text = await Deno.readTextFile(file).catch(() => undefined);
  if (text === undefined) continue;
  const set = fromJson<Set>(text);

  for (const place of places) {
    const frozen = set.places[place];
    const kept = frozen.records.find(({ kind }) => kind === "tokens");

    Deno.test(`formats, ${name}, ${place}: the tokens are opened`, async () => {
      using _time = new FakeTime(set.at);
      const { read } = await open(place, set, frozen);
      assertEquals((await read())?.accessToken, frozen.accessToken);
    });

    if (!kept) continue; // a claim of the session token

    Deno.test(`formats, ${name}, ${place}: the first use seals the tokens with their owner`, async () => {
      using _time = new FakeTime(set.at);
      const { app, store, read } = await open(place, set, frozen);
      await read();
      const sealed = await store.records.get(kept.kind, kept.id);
      assertNotEquals(sealed?.data, kept.data);
      // The seal itself names the owner now: the adapter need not be asked.
      const adapter = app.config.adapter &&
        { ...app.config.adapter, getUserByAccount: () => Promise.resolve(null) };
      assertEquals((await read({ adapter }))?.accessToken, frozen.accessToken);
      assertEquals(await store.records.get(kept.kind, kept.id), sealed);
    });

    if (kept.owner === undefined) continue; // its id is sealed in the session token

    const changed = (members: Partial<RecordEntry>): Frozen => ({
      ...frozen,
      records: frozen.records.map((entry) => entry === kept ? { ...kept, ...members } : entry),
    });

    Deno.test(`formats, ${name}, ${place}: a record that was copied to another account opens nothing`, async () => {
      using _time = new FakeTime(set.at);
      const { read } = await open(place, set, changed({ id: "another" }));
      await assertRejects(() => read(), TokenRefreshError, "another account");
    });

    Deno.test(`formats, ${name}, ${place}: a record that was given to another user opens nothing`, async () => {
      using _time = new FakeTime(set.at);
      const { store, read } = await open(place, set, changed({ owner: MALLORY.id }));
      // The user of the session is another one than that of the account, as Mallory would be.
      const list: typeof store.records.list = (_owner, kind, page) =>
        store.records.list(MALLORY.id, kind, page);
      const records = { ...store.records, list };
      await assertRejects(() => read({ records }), TokenRefreshError, "another user");
    });

    Deno.test(`formats, ${name}, ${place}: a record whose account is linked to nobody opens nothing`, async () => {
      using _time = new FakeTime(set.at);
      const { app, read } = await open(place, set, frozen);
      await app.config.adapter!.unlinkAccount!(frozen.accounts[0]!);
      await assertRejects(() => read(), TokenRefreshError, "another user");
    });

    Deno.test(`formats, ${name}, ${place}: an adapter that fails leaves the tokens as they are`, async () => {
      using _time = new FakeTime(set.at);
      const { app, store, read } = await open(place, set, frozen);
      const adapter = {
        ...app.config.adapter!,
        getUserByAccount: () => Promise.reject(new Error("away")),
      };
      await assertRejects(() => read({ adapter }), TokenRefreshError, "away");
      assertEquals(await store.records.get(kept.kind, kept.id), kept);
      assert(await read());
    });
  }
}
