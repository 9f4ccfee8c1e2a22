/**
 * The adapter over Prisma: its command generates a client for each database, and
 * `foreign/prisma/door.ts` has the tests, in a process of its own, since packages of Prisma bring
 * types of Node.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { CASES } from "../_stride.ts";
import { makeClient } from "./foreign/_prisma_client.ts";
import { modelsFor } from "./foreign/_prisma_schema.ts";

const PROVIDERS = { PostgreSQL: "postgresql", MariaDB: "mysql", SQLite: "sqlite" } as const;

Deno.test("PrismaAdapter: passes the suites and the tests of doors on each database", async () => {
  const folder = await Deno.makeTempDir({ prefix: "auth-prisma-" });
  try {
    const clients = await Promise.all(
      Object.entries(PROVIDERS).map(async ([name, provider]) => {
        const own = `${folder}/${provider}`;
        await Deno.mkdir(own);
        return [name, (await makeClient(own, modelsFor(provider))).href];
      }),
    );
    // The folder is left out of the checks of this project, and so are tests in it.
    const file = `${folder}/door_test.ts`;
    const door = new URL("foreign/prisma/door.ts", import.meta.url);
    await Deno.writeTextFile(file, `import ${JSON.stringify(door.href)};\n`);
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [
        ...["test", "--allow-all", "--no-check", "--no-lock", "--quiet"],
        ...[`--config=${new URL("../../deno.json", import.meta.url).pathname}`, file],
      ],
      env: {
        NO_COLOR: "1",
        PRISMA_CLIENTS: JSON.stringify(Object.fromEntries(clients)),
        [CASES]: Deno.env.get(CASES) ?? "all",
      },
    }).output();
    const printed = new TextDecoder().decode(stdout);
    assertEquals(code, 0, printed + new TextDecoder().decode(stderr));
    const [, count] = /(\d+) passed/.exec(printed)!;
    assert(Number(count) > 30, printed);
    console.log(`PrismaAdapter: ${count} tests`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
