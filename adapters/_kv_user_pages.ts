/**
 * Pages of users from Deno KV. The keys are in the order of ids, and of addresses; for a name, a
 * bounded number of users is looked at.
 *
 * @module
 */

import type { AdapterUser, UserPage, UserSearch } from "../src/types/adapter.ts";
import { isReadable, type Key, type Keys } from "./_kv_keys.ts";
import type { KvStore } from "./_kv_store.ts";
import { foldText } from "../src/base/fold.ts";
import { makePage } from "./_user_page.ts";

/** Most users that a page of a search for a name looks at. */
const MOST_EXAMINED = 1000;

/** Keys that one call reads. */
const READ_AT_ONCE = 10;

const BATCH = { batchSize: 100 };

/** A page. */
export async function listUsers(
  kv: KvStore,
  keys: Keys,
  search: UserSearch,
): Promise<UserPage<AdapterUser>> {
  const { after, by, prefix } = search;
  if (!isReadable([prefix]) || after && !isReadable([after.key, after.id])) {
    return { users: [], next: null, isIndexed: by !== "name" };
  }
  return by === "email" ? await listByAddress(kv, keys, search) : await listById(kv, keys, search);
}

async function listById(
  kv: KvStore,
  { users }: Keys,
  { after, by, limit, prefix }: UserSearch,
): Promise<UserPage<AdapterUser>> {
  const beginning = foldText(prefix);
  const found: [user: AdapterUser, key: string][] = [];
  let examined = 0;
  for await (const { key, value } of kv.list<AdapterUser>(from(users, after?.id), BATCH)) {
    const id = String(key.at(-1));
    if (id === after?.id) continue;
    const name = by === "id" ? "" : value.name;
    if (typeof name === "string" && (by === "id" || foldText(name).startsWith(beginning))) {
      found.push([value, id]);
      if (found.length > limit) break;
    }
    if (by === "name" && ++examined === MOST_EXAMINED) {
      const { users } = makePage(found, limit, false);
      return { users, next: { key: id, id }, isIndexed: false };
    }
  }
  return makePage(found, limit, by === "id");
}

async function listByAddress(
  kv: KvStore,
  { emails, userKey }: Keys,
  { after, limit, prefix }: UserSearch,
): Promise<UserPage<AdapterUser>> {
  const rows: { email: string; id: string }[] = [];
  for await (const { key, value } of kv.list<string>(from(emails, after?.key ?? prefix), BATCH)) {
    const email = String(key.at(-1));
    if (email === after?.key) continue;
    if (!email.startsWith(prefix) || rows.length > limit) break;
    rows.push({ email, id: value });
  }
  const found: [user: AdapterUser, key: string][] = [];
  const shown = rows.slice(0, limit);
  for (let first = 0; first < shown.length; first += READ_AT_ONCE) {
    const part = shown.slice(first, first + READ_AT_ONCE);
    const users = await kv.getMany<AdapterUser[]>(part.map(({ id }) => userKey(id)));
    part.forEach(({ email }, index) => {
      const user = users[index]?.value;
      // A user who was removed meanwhile is in no page.
      if (user?.email === email) found.push([user, email]);
    });
  }
  const last = shown.at(-1);
  return {
    users: found.map(([user]) => user),
    next: last && rows.length > limit ? { key: last.email, id: last.id } : null,
    isIndexed: true,
  };
}

/** The keys under a prefix from one part on. */
function from(prefix: Key, part: string | undefined): { prefix: Key; start?: Key } {
  return part ? { prefix, start: [...prefix, part] } : { prefix };
}
