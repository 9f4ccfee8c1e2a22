/**
 * Clients of Prisma for tests, which its command generates.
 *
 * @module
 */

import { assert } from "@std/assert";

/** Version of the client and of the command that makes it. */
const VERSION = "7.10.0";

/** Runs Deno with arguments, and returns what it prints. */
export async function run(cwd: string | URL, args: string[], env: Record<string, string>) {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", "--no-check", "--no-lock", "--quiet", ...args],
    cwd,
    env: { NO_COLOR: "1", ...env },
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  assert(success, text(stdout) + text(stderr));
  return text(stdout);
}

/** Makes the client of models in a folder; returns its URL. */
export async function makeClient(folder: string, models: string): Promise<URL> {
  await Deno.writeTextFile(`${folder}/schema.prisma`, models);
  await run(folder, [`npm:prisma@${VERSION}`, "generate", "--schema=schema.prisma"], {
    CHECKPOINT_DISABLE: "1",
    // Only migrations need this program; without a path, the command downloads it.
    PRISMA_SCHEMA_ENGINE_BINARY: Deno.execPath(),
  });
  for (const file of ["client.ts", "internal/class.ts", "internal/prismaNamespace.ts"]) {
    const path = `${folder}/client/${file}`;
    const text = await Deno.readTextFile(path);
    const runtime = `"npm:@prisma/client@${VERSION}/runtime/`;
    await Deno.writeTextFile(path, text.replaceAll('"@prisma/client/runtime/', runtime));
  }
  return new URL(`file://${folder}/client/client.ts`);
}
