/**
 * A store whose calls can fail: before their effect, after it, when only the answer is lost, or
 * together with the process.
 *
 * @module
 */

import { assert } from "@std/assert";
import type { AuthConfig } from "../../mod.ts";
import type { RecordStore } from "../../src/types/records.ts";
import { isChosen } from "../_stride.ts";

/** An adapter, as a config takes it. */
export type Adapter = NonNullable<AuthConfig["adapter"]>;

/**
 * Where a call fails: before its effect, after it, or `"never"` answered, like all calls that follow,
 * because the process has ended. With `"away"`, all calls that follow fail too. With `"empty"`, a read
 * finds nothing, as in a replica that lags behind.
 */
export type When = "before" | "after" | "away" | "empty" | "never";

/** An empty store. */
export interface FaultStore {
  config: Pick<AuthConfig, "adapter" | "records">;
  /** Calls since {@linkcode FaultStore.arm}, by name. */
  calls: string[];
  /** Lets the call with this number fail, counted from 1; 0: none. */
  arm(number: number, when: When): void;
  /** Resolves when the process has ended at a call, and the store has finished the calls before it. */
  ended(): Promise<void>;
  /** The store, as a process that starts afterwards opens it. */
  reopened: Required<Pick<AuthConfig, "adapter" | "records">>;
  /** Id of the user with an address, without a failure; `undefined` without one. */
  userId(email: string): Promise<string | undefined>;
  /** Number of users with an address. */
  countUsers(email: string): Promise<number>;
  close(): Promise<void>;
}

/** Makes an empty store. */
export interface OpenStore {
  (): Promise<FaultStore>;
  /**
   * Without all cases, one call of so many fails, and the store begins with the call of its own
   * number: so all calls fail on one of the stores that are called alike.
   */
  stride?: { of: number; from: number };
  /** Closes what the stores share. */
  end?(): Promise<void>;
}

/**
 * Runs an act while one call of the store fails; `undefined` when the act has fewer calls.
 * `first` is what the act returned, and `title` names the failure in messages.
 */
export type Fail = <T>(act: () => Promise<T>) => Promise<{ first: T; title: string } | undefined>;

const FAILURES = ["before", "after"] as const;

/**
 * Lets each call of an act fail in turn, before its effect and after it, on an empty store each.
 *
 * @param run prepares the store, passes the act to `fail`, and checks what followed
 * @returns the number of calls that can fail, twice each
 */
export async function failEachCall(
  openStore: OpenStore,
  run: (store: FaultStore, fail: Fail) => Promise<void>,
): Promise<number> {
  try {
    return await failCalls(openStore, run);
  } finally {
    await openStore.end?.();
  }
}

async function failCalls(
  openStore: OpenStore,
  run: (store: FaultStore, fail: Fail) => Promise<void>,
  whens: readonly When[] = FAILURES,
): Promise<number> {
  const { of, from } = openStore.stride ?? { of: 1, from: 0 };
  const count = await countCalls(openStore, run);
  for (const [shift, when] of whens.entries()) {
    for (let number = 1; number <= count; number++) {
      if (isChosen(number + shift + from, of)) await failOneCall(openStore, run, number, when);
    }
  }
  return whens.length * count;
}

/** Number of calls without a failure. */
async function countCalls(
  openStore: OpenStore,
  run: (store: FaultStore, fail: Fail) => Promise<void>,
): Promise<number> {
  const store = await openStore();
  let count = 0;
  try {
    await run(store, async (act) => {
      store.arm(0, "before");
      await act();
      count = store.calls.length;
      return undefined;
    });
  } finally {
    await store.close();
  }
  assert(count > 0, "the act calls the store");
  return count;
}

async function failOneCall(
  openStore: OpenStore,
  run: (store: FaultStore, fail: Fail) => Promise<void>,
  number: number,
  when: When,
): Promise<void> {
  const store = await openStore();
  try {
    await run(store, async (act) => {
      store.arm(number, when);
      const first = await act();
      const call = store.calls[number - 1];
      store.arm(0, when);
      const title = when === "never" ? "the process ended at" : `failed ${when} its effect:`;
      return call === undefined ? undefined : { first, title: `${title} ${call}` };
    });
  } catch (error) {
    throw new Error(`call ${number}: ${(error as Error).message}`, { cause: error });
  } finally {
    await store.close();
  }
}

/**
 * Does {@linkcode failEachCall} in every flow; a failed check names the flow.
 *
 * @param whens Default: before the effect, and after it.
 */
export async function failEachCallOf<Flow>(
  flows: Readonly<Record<string, Flow>>,
  openStore: OpenStore,
  run: (flow: Flow, store: FaultStore, fail: Fail) => Promise<void>,
  whens: readonly When[] = FAILURES,
): Promise<number> {
  let points = 0;
  try {
    for (const [title, flow] of Object.entries(flows)) {
      points += await failCalls(openStore, (store, fail) => run(flow, store, fail), whens).catch(
        (error) => {
          throw new Error(`${title}, ${error.message}`, { cause: error });
        },
      );
    }
  } finally {
    await openStore.end?.();
  }
  return points;
}

type Methods = Record<string, (...args: unknown[]) => unknown>;

/** Wraps the adapter and the records of a config, so that one of their calls can fail. */
export function failing(
  { adapter, records }: { adapter: Adapter; records?: RecordStore },
  { begins, ...rest }: Pick<FaultStore, "countUsers" | "close"> & {
    /** Is told the name of each call before it is made. */
    begins?: (name: string) => void;
  },
): FaultStore {
  const calls: string[] = [];
  let failsAt = 0;
  let failsWhen: When = "before";
  let hasEnded = false;
  const end = Promise.withResolvers<void>();
  const running = new Set<Promise<unknown>>();
  const wrap = (target: object, prefix: string): Methods => {
    const methods: Methods = {};
    for (const [name, method] of Object.entries(target)) {
      if (typeof method !== "function" || name === "close") continue;
      methods[name] = async (...args) => {
        if (hasEnded) return await new Promise(() => {});
        const number = calls.push(`${prefix}${name}`);
        const fails = number === failsAt || failsWhen === "away" && failsAt > 0 && number > failsAt;
        if (fails && (failsWhen === "before" || failsWhen === "away")) {
          throw new Error("The store is down");
        }
        if (fails && failsWhen === "never") {
          hasEnded = true;
          end.resolve();
          return await new Promise(() => {});
        }
        if (fails && failsWhen === "empty" && /^(get|list)/.test(name)) {
          return name.startsWith("list") ? [] : null;
        }
        begins?.(`${prefix}${name}`);
        const call = Promise.resolve(method.apply(target, args));
        running.add(call);
        const answer = await call.finally(() => running.delete(call));
        if (fails && failsWhen === "after") throw new Error("The answer was lost");
        return answer;
      };
    }
    return methods;
  };
  const own = records ?? adapter.records!;
  const wrapped = { ...wrap(adapter, ""), records: undefined } as Adapter;
  return {
    config: { adapter: wrapped, records: wrap(own, "records.") as unknown as RecordStore },
    calls,
    arm(number, when) {
      calls.length = 0;
      failsAt = number;
      failsWhen = when;
    },
    async ended() {
      await end.promise;
      await Promise.allSettled(running);
    },
    reopened: { adapter, records: own },
    async userId(email) {
      const user = await adapter.getUserByEmail!(email);
      return user ? String(user.id) : undefined;
    },
    ...rest,
  };
}
