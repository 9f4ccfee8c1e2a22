/**
 * Checks of pages of users: each user is in one of them, and beginnings find what is written so.
 *
 * @module
 */

import type { AdapterUser, UserPosition, UserSearch } from "../../../types/adapter.ts";
import { type AdapterCheck, expect, expectEqual, type FullAdapter, newUser } from "./check.ts";
import { TEXTS } from "./users.ts";

/** The checks. */
export const userPageChecks: AdapterCheck[] = [
  {
    name: "listUsers walks through all users, each in one page",
    needs: ["createUser", "deleteUser", "listUsers"],
    async run(adapter) {
      const users: AdapterUser[] = [];
      for (let count = 0; count < 7; count++) {
        users.push(
          await adapter.createUser(newUser({ name: count % 2 ? "Same" : `Name ${count}` })),
        );
      }
      for (const by of ["id", "email", "name"] as const) {
        const found = await walk(adapter, { by, prefix: "", limit: 3 });
        expectEqual(idsOf(found).toSorted(), idsOf(users).toSorted(), `listUsers by ${by}`);
        const first = users.find(({ id }) => id === found[0]!.id)!;
        expectEqual(found[0], first, `the first user by ${by}`);
      }
      // Whose page ends with a user who is removed then.
      const page = await adapter.listUsers({ by: "id", prefix: "", after: null, limit: 3 });
      expectEqual(page.users.length, 3, "the number of users of a page");
      await adapter.deleteUser(page.users[2]!.id);
      const rest = await walk(adapter, { by: "id", prefix: "", limit: 3 }, page.next);
      expectEqual(
        idsOf([...page.users, ...rest]).toSorted(),
        idsOf(users).toSorted(),
        "a walk in which the last user of a page was removed",
      );
    },
  },
  {
    name: "listUsers finds the beginnings of addresses and names, whatever is in them",
    needs: ["createUser", "listUsers"],
    async run(adapter) {
      const mark = crypto.randomUUID();
      const beginnings = [...TEXTS, "_", "%", "\\", "a", "A", "ab", "[a]", "Zoë"];
      for (const [index, text] of beginnings.entries()) {
        const email = `${mark}.${text}${index}@example.com`;
        await adapter.createUser(newUser({ email, name: `${mark}.${text}.${index}` }));
      }
      await adapter.createUser(newUser({ name: null }));
      for (const [index, text] of beginnings.entries()) {
        const prefix = `${mark}.${text}`;
        const byEmail = await walk(adapter, { by: "email", prefix: `${prefix}${index}`, limit: 2 });
        const wanted = beginnings.flatMap((other, at) =>
          `${other}${at}@example.com`.startsWith(`${text}${index}`) ? [at] : []
        );
        expectEqual(byEmail.length, wanted.length, `users whose address begins with ${text}`);
        const byName = await walk(adapter, { by: "name", prefix, limit: 2 });
        const folded = lower(prefix);
        const expected = beginnings.flatMap((other, at) => {
          const name = `${mark}.${other}.${at}`;
          return lower(name).startsWith(folded) ? [name] : [];
        });
        expectEqual(
          byName.map(({ name }) => name).toSorted(),
          expected.toSorted(),
          `users whose name begins with ${text}`,
        );
      }
      const none = await walk(adapter, { by: "email", prefix: `${mark}x`, limit: 2 });
      expectEqual(none, [], "users of an address that none has");
      for (const by of ["email", "name"] as const) {
        const after = { key: "!", id: "!" };
        const found = await walk(adapter, { by, prefix: `${mark}.zo`, limit: 2 }, after);
        const others = found.filter((user) => !lower(user[by]!).startsWith(`${mark}.zo`));
        expectEqual(others, [], `other users by ${by}, behind a position of another search`);
      }
    },
  },
];

/** Users of all pages; the walk ends although a page has no user. */
async function walk(
  adapter: FullAdapter,
  search: Omit<UserSearch, "after">,
  from: UserPosition | null = null,
): Promise<AdapterUser[]> {
  const users: AdapterUser[] = [];
  for (let after = from, pages = 0; pages < 1000; pages++) {
    const page = await adapter.listUsers({ ...search, after });
    expect(page.users.length <= search.limit, "a page has at most as many users as its limit");
    users.push(...page.users);
    if (!page.next) return users;
    after = page.next;
  }
  throw new Error("listUsers: the walk has no end");
}

/** Small letters in place of the capital ones of ASCII. */
function lower(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function idsOf(users: readonly AdapterUser[]): string[] {
  return users.map(({ id }) => id);
}
