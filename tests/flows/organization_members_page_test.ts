/**
 * The list of members on the page of an organization: counted, searched, sorted and in pages, on each
 * store, also where no index has the users.
 *
 * @module
 */

import { assert, assertEquals, assertMatch } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { addMember } from "../../src/capabilities/organizations/members.ts";
import { Auth } from "../../mod.ts";
import type { AnyAdapter } from "../../src/types/adapter.ts";
import { waitUntil } from "../_wait.ts";
import { withPostgres } from "../adapters/_postgres.ts";
import type { OpenStore } from "./_fault_store.ts";
import { localStores, serverStores } from "./_fault_stores.ts";
import {
  APP,
  createOrg,
  createOrgApp,
  join,
  type OrgApp,
  type Person,
  requestOf,
  signIn,
} from "./_organizations.ts";

const ADA = "ada@example.com";

/** Members from which on users are no longer all read. */
const LARGE = 520;

/** Stored users who are members of an organization, and as many who are not. */
async function fill(app: OrgApp, org: string, count: number): Promise<void> {
  // The owner has joined in an earlier millisecond.
  const began = Date.now();
  await waitUntil("time goes on", () => Date.now() > began);
  const add = async (index: number) => {
    const isMember = index < count;
    const number = String(index).padStart(4, "0");
    const user = await app.adapter.createUser!({
      id: crypto.randomUUID(),
      // Every tenth has no name, and sorts by the address.
      name: index % 10 === 9 ? null : `${isMember ? "Member" : "Outsider"} ${number}`,
      email: `${isMember ? "member" : "outsider"}-${number}@example.com`,
      emailVerified: null,
    });
    if (!isMember) return;
    const given = { org, role: "member", by: null, isManaged: false, externalId: null };
    assertEquals(await addMember(app.records, String(user.id), given, Infinity), true);
  };
  for (let from = 0; from < count + 20; from += 20) {
    await Promise.all(Array.from({ length: 20 }, (_, index) => add(from + index)));
  }
}

/** The page as data. */
async function read(app: OrgApp, person: Pick<Person, "browser">, query: string) {
  const request = requestOf(person);
  const url = query.startsWith("http") ? query : `${APP}/auth/organization/acme${query}`;
  const headers = { accept: "application/json", cookie: request.headers.get("cookie")! };
  const response = await Auth(new Request(url, { headers }), app.config);
  // deno-lint-ignore no-explicit-any -- a test reads what it expects
  const body = await response.json() as any;
  return { status: response.status, ...body };
}

/** The shown names of all pages from one on, and whether users were looked at one by one. */
async function walk(app: OrgApp, person: Pick<Person, "browser">, query: string) {
  const pages: string[][] = [];
  const urls: string[] = [];
  const searches = new Set<string>();
  let next: string | undefined = query;
  while (next !== undefined) {
    const page = await read(app, person, next);
    assertEquals(page.status, 200);
    // deno-lint-ignore no-explicit-any -- as above
    pages.push(page.members.map((one: any) => one.name || one.email));
    searches.add(page.list.search);
    urls.push(next);
    if (pages.length > 1) {
      const before = await read(app, person, page.previousUrl);
      // deno-lint-ignore no-explicit-any -- as above
      const names = before.members.map((one: any) => one.name || one.email);
      assertEquals(names, pages.at(-2), "the previous page is the one that led here");
    } else assertEquals(page.previousUrl, undefined);
    next = page.nextUrl;
    assert(pages.length < 40, "the walk ends");
  }
  return { pages, names: pages.flat(), urls, search: [...searches].join() };
}

const range = (count: number, wanted: (index: number) => boolean = () => true) =>
  Array.from({ length: count }, (_, index) => index).filter(wanted);
const nameOf = (index: number) =>
  index % 10 === 9
    ? `member-${String(index).padStart(4, "0")}@example.com`
    : `Member ${String(index).padStart(4, "0")}`;

async function withApp(
  openStore: OpenStore,
  run: (app: OrgApp, ada: Person, org: string) => Promise<void>,
  change: (adapter: AnyAdapter) => AnyAdapter = (adapter) => adapter,
): Promise<void> {
  const store = await openStore();
  try {
    const adapter = change(store.config.adapter as AnyAdapter);
    const app = createOrgApp("jwt", { ...store.config, adapter });
    const ada = await signIn(app, ADA);
    const acme = await createOrg(app, ada);
    await run(app, ada, acme.id);
  } finally {
    await store.close();
    await openStore.end?.();
  }
}

function register(stores: Record<string, OpenStore>): void {
  for (const [name, openStore] of Object.entries(stores)) {
    const test = (title: string, run: () => Promise<void>) =>
      Deno.test(`members of an organization: ${title} (${name})`, run);

    test("a small organization is counted, searched and sorted", () =>
      withApp(openStore, async (app, ada, org) => {
        await fill(app, org, 60);
        const first = await read(app, ada, "");
        assertEquals([first.count, first.isMore, first.list.sorts], [61, undefined, [
          "newest",
          "name",
        ]]);
        const newest = await walk(app, ada, "");
        assertEquals(newest.pages.map(({ length }) => length), [50, 11]);
        assertEquals(newest.names.at(-1), ADA, "the owner has been there for longest");
        assertEquals(new Set(newest.names).size, 61);

        const byName = await walk(app, ada, "?sort=name");
        const named = range(60, (index) => index % 10 !== 9).map(nameOf);
        assertEquals(byName.pages.map(({ length }) => length), [50, 11]);
        assertEquals(byName.names.slice(0, named.length), named);

        for (const typed of ["member 000", "MEMBER 000", "  Member 000 "]) {
          const { names } = await walk(app, ada, `?sort=name&query=${encodeURIComponent(typed)}`);
          assertEquals(names, range(9).map(nameOf), typed);
        }
        const byAddress = await walk(app, ada, "?query=Member-0009%40");
        assertEquals(byAddress.names, [nameOf(9)]);
        assertEquals((await walk(app, ada, "?query=outsider")).names, []);
      }));

    test("a large one is searched as the store lists users, and is in no order of names", () =>
      withApp(openStore, async (app, ada, org) => {
        // The next test is about those without such lists, as adapters of Auth.js are.
        if (!app.adapter.listUsers) return;
        await fill(app, org, LARGE);
        assertEquals((await read(app, ada, "")).count, LARGE + 1);
        const newest = await walk(app, ada, "");
        assertEquals(new Set(newest.names).size, LARGE + 1);
        const { list, members } = await read(app, ada, "?sort=name");
        assertEquals([list.sort, list.sorts, members.length], ["newest", ["newest"], 50]);
        const found = await walk(app, ada, "?query=MEMBER-05");
        assertEquals(found.names, range(LARGE, (index) => index >= 500).map(nameOf));
        const both = await walk(app, ada, "?query=member");
        assertEquals(new Set(both.names).size, LARGE, "each is found once");
        assertEquals(both.names.length, LARGE);
        assertEquals((await walk(app, ada, "?query=outsider")).names, []);
      }));

    test("an address with capital letters hides no name, and size changes no spelling", () =>
      withApp(openStore, async (app, ada, org) => {
        for (const [name, email] of [["Zelda", "Zelda.Q@Example.com"], ["Élodie", "roux@x.com"]]) {
          const id = crypto.randomUUID();
          const user = await app.adapter.createUser!({
            id,
            name,
            email: email!,
            emailVerified: null,
          });
          const given = { org, role: "member", by: null, isManaged: false, externalId: null };
          await addMember(app.records, String(user.id), given, Infinity);
        }
        for (const count of [0, LARGE]) {
          await fill(app, org, count);
          for (const [query, names] of [["zelda", ["Zelda"]], ["Élo", ["Élodie"]], ["élo", []]]) {
            const found = await walk(app, ada, `?query=${encodeURIComponent(String(query))}`);
            assertEquals(found.names, names, `${query} of ${count}`);
          }
        }
      }));

    test("without lists of users, a search looks at members one by one, and goes on", () =>
      withApp(openStore, async (app, ada, org) => {
        await fill(app, org, LARGE);
        const page = await read(app, ada, "?sort=name&query=member-0519");
        assertEquals([page.list.sorts, page.list.search], [["newest"], "scan"]);
        const found = await walk(app, ada, "?query=member-0519");
        assertEquals([found.names, found.search], [[nameOf(519)], "scan"]);
        assertEquals(found.pages.length, 2, "no page looks at more than 500");
        const [partial] = await Promise.all([read(app, ada, "?query=nobody")]);
        assertEquals([partial.members, partial.list.isPartial], [[], true]);
        const { members, list } = await read(app, ada, partial.nextUrl);
        assertEquals([members, list.isPartial], [[], undefined]);
      }, ({ listUsers: _, ...adapter }) => adapter as AnyAdapter));
  }
}

register(localStores);

withPostgres(
  "members of an organization on PostgreSQL",
  (server) => register(serverStores(server)),
);

Deno.test("members of an organization: who may not see addresses finds names alone, and no place tells one", () =>
  withApp(localStores.memory!, async (app, ada, org) => {
    await fill(app, org, 60);
    const user = await app.adapter.createUser!({
      id: crypto.randomUUID(),
      name: "hidden.name@example.com",
      email: "zoe@example.com",
      emailVerified: null,
    });
    const given = { org, role: "member", by: null, isManaged: false, externalId: null };
    await addMember(app.records, String(user.id), given, Infinity);
    const eve = await join(app, ada, org, "eve@example.com", "guest");
    const found = async (person: Person, query: string) =>
      (await read(app, person, `?query=${query}`)).members.length;
    for (const query of ["member-0009", "zoe@", "hidden.name", "ada@example.com"]) {
      assertEquals([await found(ada, query), await found(eve, query)], [1, 0], query);
    }
    assertEquals(await found(eve, "Member 0008"), 1);
    assertEquals((await read(app, eve, "")).list.findsAddresses, false);

    const { nextUrl } = await read(app, ada, "?sort=name");
    const after = new URL(nextUrl).searchParams.get("after")!;
    const parts = after.split(".").map((part) => atob(part.replace(/-/g, "+").replace(/_/g, "/")));
    assertEquals(/member|example/i.test(parts.join()), false, "a place is sealed");
    const second = (await read(app, ada, nextUrl)).members[0].id;
    // That of another list begins anew.
    for (const [person, query] of [[eve, "sort=name"], [ada, ""], [ada, "sort=name&query=m"]]) {
      const page = await read(app, person as Person, `?${query}&after=${after}`);
      assertEquals([page.status, page.previousUrl], [200, undefined], `${query}`);
      assert(page.members[0].id !== second);
    }
  }));

Deno.test("members of an organization: whatever a query has, the page answers", () =>
  withApp(localStores.memory!, async (app, ada, org) => {
    await fill(app, org, LARGE);
    const long = await read(app, ada, `?query=${"x".repeat(101)}`);
    assertEquals([long.status, long.fault], [400, { field: "query" }]);
    assertEquals((await read(app, ada, `?query=${"x".repeat(100)}`)).status, 200);
    const texts = ["%00", "%ED%A0%80", "%25", "__proto__", "%F4%8F%BF%BF", "a".repeat(5000), ""];
    for (const text of texts) {
      for (const name of ["after", "sort"]) {
        const page = await read(app, ada, `?${name}=${text}`);
        assertEquals([page.status, page.members.length], [200, 50], `${name}=${text}`);
      }
      if (text.length < 100) assertEquals((await read(app, ada, `?query=${text}`)).status, 200);
    }
    const { response } = await ada.browser.visit("/auth/organization/acme?query=Member%20000");
    const html = await response.text();
    assertMatch(html, /role="search"[^>]*method="get"/);
    assertMatch(html, /name="query"[^>]*value="Member 000"/);
    assertMatch(html, /<span class="facts">521<\/span>/);
  }));

Deno.test("members of an organization: lists that go on or read users are counted for each person", async () => {
  const app = createOrgApp("jwt", { limits: {} });
  const ada = await signIn(app, ADA);
  const { id } = await createOrg(app, ada);
  await fill(app, id, 60);
  const eve = await join(app, ada, id, "eve@example.com", "guest");
  const { nextUrl, members: newest } = await read(app, ada, "");
  const lists = ["?query=member-00", "?sort=name", nextUrl, "?query=zoe&sort=name"];
  let shown = 0;
  for (let round = 0; round < 7; round++) {
    const pages = await Promise.all(
      Array.from({ length: 50 }, (_, index) => read(app, ada, lists[index % lists.length]!)),
    );
    assert(pages.every(({ status }) => status === 200));
    shown += pages.filter(({ list }) => !list.isLimited).length;
  }
  assertEquals(shown, 300, "of fifty at once, none is counted twice or not at all");
  // At the limit, the newest members stand in place of any list, and what was typed stays.
  for (const query of lists) {
    const page = await read(app, ada, query);
    assertEquals([page.list.isLimited, page.list.sort, page.members], [true, "newest", newest]);
    assertEquals([page.nextUrl, page.previousUrl], [undefined, undefined]);
  }
  const { response } = await ada.browser.visit("/auth/organization/acme?query=zoe");
  const html = await response.text();
  assertMatch(html, /role="alert">You’ve searched too often, so these are the newest members\./);
  assertMatch(html, /name="query"[^>]*value="zoe"/);
  // The page itself is free, also beyond the limit, and others have their own.
  const plain = await read(app, ada, "");
  assertEquals([plain.list.isLimited, plain.nextUrl !== undefined], [undefined, true]);
  assertEquals((await read(app, eve, "?query=Member")).list.isLimited, undefined);
  using _time = new FakeTime(Date.now() + 61 * 60_000);
  assertEquals((await read(app, ada, "?query=zoe")).list.isLimited, undefined);
});

/**
 * Files of pages that go on from a place or search by what a link says, and what bounds their reads.
 * Any visitor can open a page as often as they like.
 */
const LISTS: Readonly<Record<string, string>> = {
  "audit_log/activity.ts": "MOST_COMPARED.visitor",
  "operators/list_page.ts": "is for operators",
  "operators/log_page.ts": "is for operators",
  "operators/webhooks_page.ts": "is for operators",
  "organizations/organization_page.ts": "countUp(",
};

Deno.test("members of an organization: each page that searches or goes on bounds or counts its reads", async () => {
  const base = new URL("../../src/capabilities/", import.meta.url);
  const found: string[] = [];
  for await (const folder of Deno.readDir(base)) {
    for await (const file of Deno.readDir(new URL(`${folder.name}/`, base))) {
      const path = `${folder.name}/${file.name}`;
      const source = await Deno.readTextFile(new URL(path, base));
      const reads = [
        ...source.matchAll(/\{([^{}]*)\}[^;{}]*=\s*ctx\.request\.query|query: \{([^}]*)\}/g),
      ]
        .map(([, one = "", other = ""]) => one + other).join();
      if (!/ActionHandlers/.test(source) || !/\b(after|before|cursor|query|sort)\b/.test(reads)) {
        continue;
      }
      found.push(path);
      const bound = LISTS[path];
      if (bound !== "is for operators") assert(bound && source.includes(bound), path);
    }
  }
  assertEquals(found.sort(), Object.keys(LISTS));
});
