/**
 * A store whose calls can fail: before their effect, or after it, when only the answer is
 * lost.
 *
 * @module
 */

import type { AuthConfig } from "../../mod.ts";
import type { RecordStore } from "../../src/types/records.ts";

/** An adapter, as a config takes it. */
export type Adapter = NonNullable<AuthConfig["adapter"]>;

/** Where a call fails. */
export type When = "before" | "after";

/** An empty store. */
export interface FaultStore {
  config: Pick<AuthConfig, "adapter" | "records">;
  /** Calls since {@linkcode FaultStore.arm}, by name. */
  calls: string[];
  /** Lets the call with this number fail, counted from 1; 0: none. */
  arm(number: number, when: When): void;
  /** Id of the user with an address, without a failure; `undefined` without one. */
  userId(email: string): Promise<string | undefined>;
  /** Number of users with an address. */
  countUsers(email: string): Promise<number>;
  close(): Promise<void>;
}

/** Makes an empty store. */
export type OpenStore = () => Promise<FaultStore>;

type Methods = Record<string, (...args: unknown[]) => unknown>;

/** Wraps the adapter and the records of a config, so that one of their calls can fail. */
export function failing(
  { adapter, records }: { adapter: Adapter; records?: RecordStore },
  rest: Pick<FaultStore, "countUsers" | "close">,
): FaultStore {
  const calls: string[] = [];
  let failsAt = 0;
  let failsWhen: When = "before";
  const wrap = (target: object, prefix: string): Methods => {
    const methods: Methods = {};
    for (const [name, method] of Object.entries(target)) {
      if (typeof method !== "function" || name === "close") continue;
      methods[name] = async (...args) => {
        const fails = calls.push(`${prefix}${name}`) === failsAt;
        if (fails && failsWhen === "before") throw new Error("The store is down");
        const answer = await method.apply(target, args);
        if (fails) throw new Error("The answer was lost");
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
    async userId(email) {
      const user = await adapter.getUserByEmail!(email);
      return user ? String(user.id) : undefined;
    },
    ...rest,
  };
}
