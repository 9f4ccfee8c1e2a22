/**
 * Long matrices, of which `deno task test` runs a part. Those of stores take strides whose steps
 * together cover every case on some store; of lists of pages and of compilers a part runs, elsewhere
 * in each language and window. `deno task test:all` runs everything, and so does plain `deno test`.
 *
 * @module
 */

/** Variable with the cases that run: `some`, `rest` (all others), or by default all. */
export const CASES = "TEST_CASES";

const cases = Deno.env.get(CASES) ?? "all";

/** Stores whose slow tests are taken in turn. */
const STORES = [
  "Memory",
  "DenoKv",
  "Sqlite",
  "Libsql",
  "D1",
  "Postgres",
  "Mysql",
  "DynamoDB",
  "Redis",
  "Strict",
];

/**
 * Says whether a slow test of stores runs on one of them: among `some` it does on every third.
 *
 * @param store how its adapter or its table of records is called
 * @param from where the turn begins, so that several tests do not take the same stores
 */
export function isTurnOf(store: string, from: number): boolean {
  const place = STORES.findIndex((name) => store.startsWith(name));
  if (place < 0) throw new Error(`${store} is not in the list of stores`);
  return isChosen(place + from, 3);
}

/** Registers a slow test of a store, where it is the turn of this store. */
export function testInTurn(
  store: string,
  from: number,
  name: string,
  run: () => Promise<void>,
): void {
  if (isTurnOf(store, from)) Deno.test(name, run);
}

/**
 * Says whether a case of a matrix runs.
 *
 * @param number the case, from 0
 * @param stride one of so many cases is among `some`
 */
export function isChosen(number: number, stride: number): boolean {
  if (cases === "all") return true;
  return (number % stride === 0) === (cases === "some");
}
