/**
 * `@libsql/client` for tests: the package itself, as one module that `deno bundle` makes. Its types
 * bring those of Node, with which a global is another one in the whole project; so it is in no import
 * map, and has a lock file of its own. What apps compile with are its types
 * (`outside/app/adapters.ts`).
 *
 * @module
 */

export interface Config {
  url: string;
  authToken?: string;
  intMode?: "number" | "bigint" | "string";
  timeout?: number;
}

export interface Statement {
  sql: string;
  args: (string | number | null)[];
}

export interface ResultSet {
  // deno-lint-ignore no-explicit-any -- columns have no types here
  rows: Record<string, any>[];
}

export interface Transaction {
  execute(statement: string | Statement): Promise<ResultSet>;
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

export interface Client {
  execute(statement: string | Statement): Promise<ResultSet>;
  batch(statements: (string | Statement)[], mode: "write"): Promise<ResultSet[]>;
  executeMultiple(sql: string): Promise<void>;
  transaction(mode: "write"): Promise<Transaction>;
  sync(): Promise<unknown>;
  reconnect(): Promise<void>;
  close(): void;
  readonly closed: boolean;
  readonly protocol: string;
}

/** Makes the module, and loads it. Its native part is the package of the import map. */
async function load(): Promise<{ createClient(config: Config): Client }> {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(
      `${folder}/deno.json`,
      JSON.stringify({ imports: { "@libsql/client": "npm:@libsql/client@0.18.0" } }),
    );
    await Deno.writeTextFile(
      `${folder}/entry.ts`,
      'export { createClient } from "@libsql/client";',
    );
    const lock = new URL("_libsql_client.lock", import.meta.url).pathname;
    const { success, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [
        ...["bundle", "--quiet", "--platform=deno", "--external=libsql"],
        ...[`--lock=${lock}`, "--frozen", "--output=client.mjs", "entry.ts"],
      ],
      cwd: folder,
    }).output();
    if (!success) throw new Error(new TextDecoder().decode(stderr));
    const file = `${folder}/client.mjs`;
    const text = await Deno.readTextFile(file);
    await Deno.writeTextFile(file, text.replace('from "libsql"', 'from "npm:libsql@^0.5.29"'));
    return await import(`file://${file}`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

export const { createClient } = await load();
