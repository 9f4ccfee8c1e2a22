/**
 * Requests to the token endpoint at once, and with the end of their user.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { ownerOf } from "../../../src/records/owner.ts";
import type { FullAdapter } from "../../../src/tools/testing/adapter/check.ts";
import type { RecordStore } from "../../../src/types/records.ts";
import { counted } from "../../flows/_counted_store.ts";
import { slowed } from "../../flows/_organization_site.ts";
import { createServer, type ServerRig } from "./_rig.ts";
import {
  assertAsked,
  assertWinners,
  codeFields,
  createUser,
  grantTokensFor,
  refresh,
  refreshFields,
  type Tokens,
} from "./_tokens.ts";

/** Requests at once. */
const AT_ONCE = 50;

async function post(rig: ServerRig, fields: Parameters<ServerRig["post"]>[1]) {
  const response = await rig.post("oauth/token", fields);
  return { status: response.status, body: await response.json() };
}

/** Exchanges one code, or one refresh token, many times at once, each at another instance. */
export async function raceOnce(adapter: FullAdapter, what: "code" | "refresh token") {
  const slow = slowed(adapter, () => true);
  const rigs = Array.from({ length: 4 }, () => createServer({}, { adapter: slow }));
  const [rig] = rigs as [ServerRig];
  const userId = await createUser(rig);
  const fields = what === "code"
    ? codeFields(await rig.code(userId))
    : refreshFields((await grantTokensFor(rig, userId)).refresh_token);
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, index) => post(rigs[index % rigs.length]!, fields)),
  );
  // All get the one successor of a refresh token.
  assertWinners(answers.map(({ status }) => status), what === "code" ? 1 : AT_ONCE);
  for (const { status, body } of answers) {
    if (status !== 200) assertEquals(body.error, "invalid_grant");
  }
  const winner = answers.find(({ status }) => status === 200)!.body as Tokens;
  // The client is honest: what it got goes on.
  await assertAsked(rig, winner.access_token, 200);
  await refresh(rig, winner.refresh_token);
  const families = await adapter.records.list(ownerOf(userId), "oauth.refresh");
  assertEquals(families.length, 1);
}

/** The ends of a user, or of the grant. */
export const ENDS: Readonly<Record<string, (rig: ServerRig, userId: string) => Promise<unknown>>> =
  {
    "suspension": ({ auth }, userId) => auth.users.suspend(userId),
    async "suspension that is over"({ auth }, userId) {
      await auth.users.suspend(userId);
      await auth.users.resume(userId);
    },
    "deletion": ({ auth }, userId) => auth.users.delete(userId),
    async "consent removed"({ auth: { oauthServer } }, userId) {
      for (const { id } of await oauthServer.listGrants(userId)) {
        await oauthServer.revokeGrant(userId, id);
      }
    },
  };

/** Kinds of records of a user that a client causes. */
const KINDS = ["oauth.grant", "oauth.refresh", "oauth.code", "oauth.used"];

/** Kinds of records whose write waits, in some races, until the end is complete. */
export const HELD = ["oauth.grant", "oauth.refresh", "oauth.used"] as const;

/**
 * A store whose next write of a kind waits, from the time at which it is asked for that.
 *
 * @param when `"after"`: it takes place, and its answer waits
 */
function holding(adapter: FullAdapter, when: "after" | "before" = "before") {
  let held: { kind: string; begun: () => void; released: Promise<void> } | undefined;
  const { records } = adapter;
  const put: RecordStore["put"] = async (entry, expected) => {
    const wait = held?.kind === entry.kind ? held : undefined;
    if (wait) held = undefined;
    const written = when === "after" && await records.put(entry, expected);
    wait?.begun();
    await wait?.released;
    return when === "after" ? written : await records.put(entry, expected);
  };
  const store: FullAdapter = {
    ...adapter,
    records: {
      put,
      get: (kind, id) => records.get(kind, id),
      take: (kind, id) => records.take(kind, id),
      list: (owner, kind, page) => records.list(owner, kind, page),
      deleteOwner: (owner, kind, exceptId) => records.deleteOwner(owner, kind, exceptId),
    },
  };
  return {
    store,
    /** Resolves when the write has begun. */
    hold(kind: string): { hasBegun: Promise<void>; release(): void } {
      const begun = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      held = { kind, begun: begun.resolve, released: released.promise };
      return { hasBegun: begun.promise, release: released.resolve };
    },
  };
}

/**
 * A code and a refresh token are exchanged while the end runs, which begins after a number of calls
 * of the store. Nothing opens anything afterwards, and a deleted user leaves no record.
 *
 * @returns number of requests that got tokens
 */
export async function raceEnd(adapter: FullAdapter, end: string, order: number): Promise<number> {
  const { store, afterCalls } = counted(adapter);
  const rig = createServer({}, { adapter: store });
  const userId = await createUser(rig);
  const held = await grantTokensFor(rig, userId);
  const code = await rig.code(userId);
  const begins = afterCalls(order);
  const requests = Promise.all([
    post(rig, codeFields(code)),
    post(rig, refreshFields(held.refresh_token)),
  ]);
  await Promise.race([begins, requests]);
  await ENDS[end]!(rig, userId);
  return await assertEnded(
    rig,
    adapter,
    { userId, held, isDeleted: end === "deletion" },
    await requests,
  );
}

/** {@linkcode raceEnd} with a write of the exchange of a code that waits until the end is complete. */
export async function raceHeld(adapter: FullAdapter, end: string, kind: string): Promise<void> {
  const { store, hold } = holding(adapter);
  const rig = createServer({}, { adapter: store });
  const userId = await createUser(rig);
  const code = await rig.code(userId);
  const { hasBegun, release } = hold(kind);
  const request = post(rig, codeFields(code));
  await hasBegun;
  await ENDS[end]!(rig, userId);
  release();
  const isDeleted = end === "deletion";
  const answer = await request;
  // Before anything else is asked, which would remove it.
  assertEquals(await adapter.records.list(ownerOf(userId), "oauth.refresh"), []);
  await assertEnded(rig, adapter, { userId, isDeleted }, [answer]);
}

/** A refresh whose write has taken place when the end begins: its client gets no dead tokens. */
export async function raceRefresh(adapter: FullAdapter, end: string): Promise<void> {
  const { store, hold } = holding(adapter, "after");
  const rig = createServer({}, { adapter: store });
  const userId = await createUser(rig);
  const { refresh_token } = await grantTokensFor(rig, userId);
  const { hasBegun, release } = hold("oauth.refresh");
  const request = post(rig, refreshFields(refresh_token));
  await hasBegun;
  await ENDS[end]!(rig, userId);
  release();
  const { status, body } = await request;
  assertEquals([status, body.error], [400, "invalid_grant"]);
}

/** Access is given while the end of the user runs from its begin to its end. */
export async function raceGift(adapter: FullAdapter, end: string): Promise<void> {
  const { store, hold } = holding(adapter);
  const rig = createServer({}, { adapter: store });
  const userId = await createUser(rig);
  const { hasBegun, release } = hold("oauth.grant");
  const given = rig.code(userId).then(() => "given", ({ name }: Error) => name);
  await hasBegun;
  await ENDS[end]!(rig, userId);
  release();
  assertEquals(await given, "UserSuspended");
  assertEquals(await adapter.records.list(ownerOf(userId), "oauth.grant"), []);
}

/** Asserts that nothing of a user opens anything, and returns the number of requests with tokens. */
async function assertEnded(
  rig: ServerRig,
  adapter: FullAdapter,
  { userId, held, isDeleted }: { userId: string; held?: Tokens; isDeleted: boolean },
  answers: readonly Awaited<ReturnType<typeof post>>[],
): Promise<number> {
  const made = answers.filter(({ status }) => status === 200).map(({ body }) => body as Tokens);
  for (const { access_token, refresh_token } of [...held ? [held] : [], ...made]) {
    await assertAsked(rig, access_token, 401);
    const again = await post(rig, refreshFields(refresh_token));
    assertEquals([again.status, again.body.error], [400, "invalid_grant"]);
  }
  for (const { status, body } of answers) {
    if (status !== 200) assertEquals(body.error, "invalid_grant");
  }
  if (isDeleted) {
    for (const kind of KINDS) {
      const left = await adapter.records.list(ownerOf(userId), kind);
      assertEquals(left.map(({ kind }) => kind), []);
    }
  }
  return made.length;
}
