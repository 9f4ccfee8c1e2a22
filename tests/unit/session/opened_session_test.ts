/**
 * A request opens its session once, and again where the session, or its user, may have changed since.
 *
 * @module
 */

import { assert, assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import { type AuthConfig, encode, type JWT } from "../../../mod.ts";
import { renameUser } from "../../../src/accounts/profile.ts";
import type { StoreCaller } from "../../../src/accounts/manage.ts";
import { endBegunWith } from "../../../src/accounts/sessions.ts";
import { noteChange } from "../../../src/hooks/adapter.ts";
import { AccessDenied, AdapterError } from "../../../src/errors.ts";
import { endBefore } from "../../../src/session/user_status.ts";
import { reseal } from "../../../src/session/jwt.ts";
import { liveVisitor } from "../../../src/session/live_visitor.ts";
import { openToken } from "../../../src/jwt.ts";
import { endRecord, endRecords, migratedId } from "../../../src/session/record.ts";
import {
  currentUser,
  findIdentity,
  readSession,
  sessionOf,
} from "../../../src/session/strategies.ts";
import { findVisitor } from "../../../src/session/visitor.ts";
import * as sessions from "../../../src/server/sessions.ts";
import * as users from "../../../src/server/users.ts";
import { signInAs } from "../../../src/tools/testing/mod.ts";
import type { Context } from "../../../src/types/internal.ts";
import type { Account } from "../../../src/types/entities.ts";
import type { Proof } from "../../../src/types/proof.ts";
import { counted } from "../../flows/_counted_store.ts";
import { STRATEGIES, type Strategy } from "../../flows/_strategies.ts";
import { APP, createTestContext, outgoing, SECRET } from "../_context.ts";

const ADA = { id: "ada", name: "Ada", email: "ada@example.com", emailVerified: new Date(0) };
const COOKIE = "__Secure-authjs.session-token";
const ACCOUNT: Account = { provider: "acme", providerAccountId: "ada", type: "oauth" };

/** An app with a session of Ada's, and the calls of its store. */
async function createApp(strategy: Strategy, overrides: Partial<AuthConfig> = {}) {
  const calls: string[] = [];
  const adapter = MemoryAdapter();
  let onCall: (name: string) => void = () => {};
  const { store } = counted(adapter, (name) => {
    calls.push(name);
    onCall(name);
  });
  const config: AuthConfig = {
    providers: [],
    adapter: store,
    secret: SECRET,
    trustHost: true,
    session: { strategy, revocation: {} },
    logger: { error() {}, warn() {}, debug() {} },
    ...overrides,
  };
  const { headers } = await signInAs(config, ADA, { origin: APP, account: ACCOUNT });
  const cookie = headers.get("cookie")!;
  const createContext = async () => (await createTestContext({ config, cookie })).ctx;
  calls.length = 0;
  return {
    ...{ adapter, calls, config, createContext },
    onCall: (act: typeof onCall) => void (onCall = act),
  };
}

type App = Awaited<ReturnType<typeof createApp>>;

const open = (ctx: Context) => sessionOf(ctx).open(ctx);

/** Ends a session as another process does: what is valid without the rest, directly in the store. */
async function endElsewhere(ctx: Context, { records, deleteSession }: App["adapter"]) {
  if (ctx.config.session.strategy === "database") {
    await deleteSession(ctx.cookies.get("sessionToken")!);
  } else await records.deleteOwner("ada", "session");
}

/** Reads of a session and its user. */
const READS = {
  jwt: ["records.get", "getUser"],
  database: ["getSessionAndUser", "records.get"],
};

for (const strategy of STRATEGIES) {
  Deno.test(`open(): fifty questions of a request at once read the session once (${strategy})`, async () => {
    const { createContext, calls } = await createApp(strategy);
    const ctx = await createContext();
    const found = await Promise.all(Array.from({ length: 50 }, async () => {
      const session = await open(ctx);
      const [user, proof] = await Promise.all([session!.user(), session!.proof()]);
      const identity = await findIdentity(ctx);
      return { session, user, proof, identity };
    }));
    assertEquals(calls, READS[strategy]);
    for (const { session, user, proof, identity } of found) {
      assertStrictEquals(session, found[0]!.session);
      assertEquals([user?.id, proof?.methods, identity?.userId], ["ada", ["pwd"], "ada"]);
    }
    await Promise.all([findVisitor(ctx), currentUser(ctx), findVisitor(ctx)]);
    assertEquals(calls, READS[strategy]);
  });

  Deno.test(`open(): copies of a context share what was opened, and other requests do not (${strategy})`, async () => {
    const { createContext } = await createApp(strategy);
    const ctx = await createContext();
    assertStrictEquals(await open({ ...ctx }), await open(ctx));
    assert(await open(await createContext()) !== await open(ctx));
  });

  Deno.test(`open(): a failure of the store is not kept (${strategy})`, async () => {
    const { createContext, onCall } = await createApp(strategy);
    const [first, second] = READS[strategy];
    for (const failing of [first, second]) {
      const ctx = await createContext();
      let isDown = true;
      onCall((name) => {
        if (isDown && name === failing) throw new Error("down");
      });
      await assertRejects(() => findVisitor(ctx), AdapterError);
      await assertRejects(() => liveVisitor(ctx), AdapterError);
      isDown = false;
      assertEquals((await findVisitor(ctx))?.userId, "ada");
      assertEquals((await liveVisitor(ctx))?.userId, "ada");
    }
  });

  Deno.test(`recheck() finds what another process has ended, and open() does from then on (${strategy})`, async () => {
    const { createContext, adapter } = await createApp(strategy);
    const ctx = await createContext();
    assert(await open(ctx));
    await endElsewhere(ctx, adapter);
    assert(await open(ctx));
    assertEquals(await sessionOf(ctx).recheck(ctx), null);
    assertEquals(await open(ctx), null);
  });

  Deno.test(`prove(), fork() and reseal() begin nothing for a session that another process has ended (${strategy})`, async () => {
    const changes: Record<string, (ctx: Context) => Promise<unknown>> = {
      prove: (ctx) => sessionOf(ctx).prove(ctx, (known) => known),
      fork: (ctx) => sessionOf(ctx).fork(ctx).catch((error) => error instanceof AccessDenied),
      ...strategy === "jwt" ? { reseal: (ctx) => reseal(ctx, {}) } : {},
    };
    for (const [name, change] of Object.entries(changes)) {
      const { createContext, adapter } = await createApp(strategy);
      const ctx = await createContext();
      assert(await findVisitor(ctx));
      await endElsewhere(ctx, adapter);
      const before = await adapter.records.list("ada", "session");
      await change(ctx);
      assertEquals(outgoing(ctx), [], name);
      assertEquals(await adapter.records.list("ada", "session"), before, name);
    }
  });

  Deno.test(`liveVisitor() is found once for a session that was opened (${strategy})`, async () => {
    const { createContext, calls } = await createApp(strategy);
    const ctx = await createContext();
    const visitor = await liveVisitor(ctx);
    const before = calls.length;
    assertStrictEquals(await liveVisitor(ctx), visitor);
    assertEquals(calls.length, before);
    noteChange();
    assert(await liveVisitor(ctx) !== visitor);
    assertEquals(calls.length, 2 * before);
  });
}

/** Something that replaces, changes or ends the session of a request while it runs. */
interface Change {
  run(ctx: Context, app: App): Promise<unknown>;
  /** `true` when the session is over afterwards. */
  ends?: boolean;
  /** Default: both. */
  strategies?: readonly Strategy[];
}

const proof: Proof = { at: Math.floor(Date.now() / 1000), methods: ["fed"], provider: "acme" };
const callerOf = ({ config, request }: Context) => ({ config, request }) as StoreCaller;

const CHANGES: Readonly<Record<string, Change>> = {
  "a sign-in replaces it": {
    run: (ctx) => sessionOf(ctx).issue(ctx, { user: ADA, account: ACCOUNT, proof }),
    ends: true,
  },
  "a sign-in continues it": {
    run: (ctx) => {
      const member = { user: ADA, account: ACCOUNT, proof, keepsSession: true };
      return sessionOf(ctx).issue(ctx, member);
    },
    strategies: ["jwt"],
  },
  "its proof moves": {
    run: (ctx) => sessionOf(ctx).prove(ctx, (known) => ({ ...known, at: proof.at })),
  },
  "it is copied": { run: (ctx) => sessionOf(ctx).fork(ctx) },
  "it is read for the app": { run: (ctx) => readSession(ctx) },
  "it is updated": { run: (ctx) => readSession(ctx, { data: {} }) },
  "its tokens of providers change": { run: (ctx) => reseal(ctx, {}), strategies: ["jwt"] },
  "its user signs out": { run: (ctx) => sessionOf(ctx).end(ctx), ends: true },
  "it is ended from another device": {
    run: async (ctx, { config }) => sessions.revoke(config, "ada", (await findIdentity(ctx))!.id),
    ends: true,
  },
  "all sessions of its user are ended": {
    run: (_, { config }) => sessions.revokeAll(config, "ada"),
    ends: true,
  },
  "its record is ended": {
    run: async (ctx) => endRecord(ctx.config.revocation!, (await findIdentity(ctx))!.id),
    // Of database sessions, the row decides.
    strategies: ["jwt"],
    ends: true,
  },
  "all records of its user are ended": {
    run: (ctx) => endRecords(ctx.config.revocation!, "ada"),
    strategies: ["jwt"],
    ends: true,
  },
  "its sign-in method is removed": {
    run: (ctx) => endBegunWith(ctx, "ada", ACCOUNT, undefined),
    ends: true,
  },
  "sessions without a record are ended": {
    run: (ctx) => endBefore(ctx.config.revocation!.records, "ada", 60),
  },
  "its user is suspended": { run: (_, { config }) => users.suspend(config, "ada"), ends: true },
  "its user is permitted again": { run: (_, { config }) => users.resume(config, "ada") },
  "its user is deleted": { run: (_, { config }) => users.delete(config, "ada"), ends: true },
  "its user gets another name": { run: (ctx) => renameUser(callerOf(ctx), "ada", "Countess") },
};

for (const [name, { run, ends = false, strategies = STRATEGIES }] of Object.entries(CHANGES)) {
  for (const strategy of strategies) {
    Deno.test(`open() opens the session again once ${name} (${strategy})`, async () => {
      const app = await createApp(strategy);
      const ctx = await app.createContext();
      const first = await open(ctx);
      await first!.user();
      await run(ctx, app);
      const second = await open(ctx);
      assert(second !== first, "it is the same");
      assertEquals(second === null, ends);
      const user = await app.adapter.getUser("ada");
      if (second) assertEquals(await second.user(), user);
    });
  }
}

Deno.test("prove() gives a session from before records no record once another process has ended it", async () => {
  const { config, adapter: { records } } = await createApp("jwt");
  const token = await encode({ token: { sub: "ada" }, secret: SECRET, salt: COOKIE });
  const { ctx } = await createTestContext({ config, cookie: `${COOKIE}=${token}` });
  await records.deleteOwner("ada", "session");
  assert(await open(ctx));
  // The mark of a session that was ended, written by another process.
  const { text } = await openToken(token, [SECRET], COOKIE);
  const expires = new Date(Date.now() + 60_000);
  const mark = { kind: "session.adopted", id: await migratedId(text), version: 1, expires };
  await records.put({ ...mark, data: null }, null);
  assertEquals(await sessionOf(ctx).prove(ctx, (known) => known), false);
  assertEquals(await records.list("ada", "session"), []);
});

Deno.test("open(): claims that a callback of the app has changed are read by nothing else", async () => {
  const callbacks: AuthConfig["callbacks"] = {
    jwt({ token, trigger }) {
      if (trigger === "update") Object.assign(token, { sub: "eve", session_id: "of another" });
      return token;
    },
  };
  const { createContext } = await createApp("jwt", { callbacks });
  const ctx = await createContext();
  const before = await findIdentity(ctx);
  const { claims } = (await open(ctx))!;
  await readSession(ctx, { data: {} });
  assertEquals(await findIdentity(ctx), before);
  const after: JWT = (await open(ctx))!.claims!;
  assert(after !== claims);
  assertEquals(after.sub, "ada");
});
