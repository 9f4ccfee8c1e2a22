/**
 * What the stores of configs need.
 *
 * @module
 */

import type { SqlTables, StoreFacts } from "../../base/store_facts.ts";
import { storeFacts } from "../../symbols.ts";
import type { AuthConfig } from "../../types/config.ts";
import type { ViewOwner } from "./views.ts";

/** Tables of a store, and what in the config writes records there that have views. */
export interface StoreNeeds {
  readonly tables: SqlTables;
  readonly owners: ReadonlySet<ViewOwner>;
}

/** What the stores of the configs of a module need. */
export interface Needs {
  /** Stores whose tables are made with SQL. */
  readonly stores: readonly StoreNeeds[];
  /** What has views, in any config. */
  readonly owners: ReadonlySet<ViewOwner>;
  /** `true` when a provider signs in with passkeys, which may have a table. */
  readonly hasPasskeys: boolean;
  /** Names of databases that need no tables. */
  readonly without: ReadonlySet<string>;
  /** `true` when an adapter says nothing of its tables. */
  readonly isForeign: boolean;
}

/** Reads what configs need. */
export function needsOf(configs: readonly AuthConfig[]): Needs {
  const stores: StoreNeeds[] = [];
  const without = new Set<string>();
  let isForeign = false;
  for (const config of configs) {
    const { adapter, records } = config;
    const owners = ownersIn(config);
    for (const store of [adapter, records]) {
      if (store == null) continue;
      const { [storeFacts]: facts } = store as { [storeFacts]?: StoreFacts };
      isForeign ||= !facts;
      if (!facts?.tables) {
        if (facts) without.add(facts.name);
        continue;
      }
      // Records are in the store of the config, else in that of the adapter.
      const isKeeper = store === (records ?? adapter);
      stores.push({ tables: facts.tables, owners: isKeeper ? owners : new Set() });
    }
  }
  return {
    stores,
    owners: new Set(configs.flatMap((one) => [...ownersIn(one)])),
    hasPasskeys: configs.some(({ providers }) => providers.some(isPasskey)),
    without,
    isForeign,
  };
}

function ownersIn({ factors, keys, oauthServer, organizations }: AuthConfig): Set<ViewOwner> {
  const has = { factors: factors?.length, keys, oauthServer, organizations };
  return new Set((Object.keys(has) as ViewOwner[]).filter((name) => has[name]));
}

/** A provider is a value, or a function that makes one. */
function isPasskey(provider: unknown): boolean {
  const made = typeof provider === "function" ? provider() : provider;
  return (Object(made) as { type?: unknown }).type === "webauthn";
}
