/**
 * Two versions on each store, and every step in both directions.
 *
 * @module
 */

import { findPostgres, startPostgres } from "../_postgres.ts";
import { STEPS } from "./_steps.ts";
import { balance, type Balanced, commonCapabilities, type Version } from "./_versions.ts";

/** A store that several processes can open. */
export interface Shared {
  name: string;
  open(): Promise<{ where: string } & AsyncDisposable>;
}

/** A file in a folder of its own. */
async function openFile() {
  const folder = await Deno.makeTempDir({ prefix: "auth-store-" });
  return {
    where: `${folder}/store`,
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

async function openPostgres() {
  const server = await startPostgres();
  return {
    where: server.connectionString,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** The stores; `contract` is an adapter with the methods of Auth.js alone, with records beside it. */
export const SHARED: readonly Shared[] = [
  { name: "sqlite", open: openFile },
  { name: "deno-kv", open: openFile },
  { name: "contract", open: openFile },
  ...findPostgres() ? [{ name: "postgres", open: openPostgres }] : [],
];

export const STRATEGIES = ["jwt", "database"] as const;

/** How a step went. */
export interface Walked {
  /** Names the step, and which versions took which half. */
  name: string;
  /** Absent when everything counted. */
  error?: Error;
}

/** Starts both versions on a store. */
export async function startOn(
  versions: readonly Version[],
  { name, open }: Shared,
  strategy: string,
): Promise<{ app: Balanced; capabilities: string[] } & AsyncDisposable> {
  await using stack = new AsyncDisposableStack();
  const store = stack.use(await open());
  const capabilities = await commonCapabilities(versions, name);
  const app = stack.use(await balance(versions, [name, store.where], strategy, capabilities));
  const rest = stack.move();
  return { app, capabilities, [Symbol.asyncDispose]: () => rest.disposeAsync() };
}

/** Which version takes the first half and which the second; `undefined`: each request goes to the next. */
const DIRECTIONS: readonly [name: string, first?: number, second?: number][] = [
  ["from before to now", 0, 1],
  ["from now to before", 1, 0],
  ["in turn"],
];

/**
 * Takes the steps whose capabilities both versions have.
 *
 * @param inTurn `true` also sends each request to the next process. That asks for more than what is
 * stored: a form that the one has drawn must count for the other
 */
export async function* walk(
  app: Balanced,
  capabilities: readonly string[],
  inTurn: boolean,
): AsyncGenerator<Walked> {
  for (const { name, needs, begin, finish } of STEPS) {
    if (!needs.every((need) => capabilities.includes(need))) continue;
    for (const [direction, first, second] of DIRECTIONS) {
      if (first === undefined && !inTurn) continue;
      const walked = `${name}, ${direction}`;
      try {
        app.only = first;
        // People and programs keep texts.
        const held = JSON.parse(JSON.stringify(await begin(app)));
        app.only = second;
        await finish(app, held);
        yield { name: walked };
      } catch (error) {
        yield { name: walked, error: error as Error };
      }
    }
  }
  app.only = undefined;
}
