/**
 * A process whose callers all need a new access token at once:
 * `_refreshes.ts <options as JSON>`. It prints a line for each caller: the token, or the name
 * of the error and its advice.
 *
 * @module
 */

import { DenoKvAdapter } from "../../adapters/deno_kv.ts";
import { PostgresAdapter } from "../../adapters/postgres.ts";
import { SqliteAdapter } from "../../adapters/sqlite.ts";
import { customFetch, type Provider } from "../../mod.ts";
import type { TokenRefreshError } from "../../src/errors.ts";
import { getAccessToken } from "../../src/frameworks/server.ts";
import type { RecordStore } from "../../src/types/records.ts";
import { createPool } from "../_pool.ts";
import { waitUntil } from "../_wait.ts";
import { KeepTokens } from "../../src/capabilities/tokens/mod.ts";

/** Options of the process. */
export interface RefreshesOptions {
  kind: "kv" | "sqlite" | "postgres";
  /** Path, or connection URL. */
  location: string;
  /** Number of processes that begin together. */
  processes: number;
  /** Number of callers in this process. */
  callers: number;
  /**
   * Where the refresh stops for ever, after it has printed `holding`: before the provider
   * gets the request, or when it has answered.
   */
  stops?: "before" | "after";
  provider: { issuer: string; clientId: string; clientSecret: string };
  secret: string;
  strategy: "jwt" | "database";
  /** URL and cookies of the request. */
  url: string;
  cookie: string;
}

/** Opens the store of a process. */
export async function openStore({ kind, location }: Pick<RefreshesOptions, "kind" | "location">) {
  if (kind === "kv") {
    const kv = await Deno.openKv(location);
    return { adapter: DenoKvAdapter(kv), close: () => kv.close() };
  }
  if (kind === "sqlite") {
    const adapter = SqliteAdapter(location);
    return { adapter, close: () => adapter.close() };
  }
  const pool = createPool(location);
  return { adapter: PostgresAdapter(pool, { createTables: true }), close: () => pool.end() };
}

if (import.meta.main) {
  const options: RefreshesOptions = JSON.parse(Deno.args[0]!);
  const say = (line: string) => Deno.stdout.write(new TextEncoder().encode(`${line}\n`));
  const never = () => new Promise<never>(() => setInterval(() => {}, 1000));
  const { adapter } = await openStore(options);
  const config = {
    providers: [{
      id: "op",
      name: "OP",
      type: "oidc",
      ...options.provider,
      [customFetch]: async (input: RequestInfo | URL, init?: RequestInit) => {
        const isRefresh = String(init?.body).includes("grant_type=refresh_token");
        if (isRefresh && options.stops === "before") {
          await say("holding");
          return await never();
        }
        const response = await fetch(input, init);
        if (isRefresh && options.stops === "after") {
          await say("holding");
          return await never();
        }
        return response;
      },
    } as Provider],
    adapter,
    session: { strategy: options.strategy, revocation: {} },
    tokens: KeepTokens(),
    secret: options.secret,
    trustHost: true,
  };
  const records: RecordStore = adapter.records!;
  const entry = { kind: "ready", id: crypto.randomUUID(), owner: "all", version: 1, expires: null };
  await records.put({ ...entry, data: null }, null);
  await waitUntil(
    "all processes run",
    async () => (await records.list("all", "ready")).length >= options.processes,
  );
  const request = () => new Request(options.url, { headers: { cookie: options.cookie } });
  await Promise.all(Array.from({ length: options.callers }, async () => {
    try {
      await say((await getAccessToken(request(), config))?.accessToken ?? "none");
    } catch (error) {
      const { name, remedy } = error as TokenRefreshError;
      await say(`${name} ${remedy}`);
    }
  }));
  Deno.exit();
}
