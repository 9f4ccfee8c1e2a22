/**
 * Writes the table of databases into `docs/storage.md`; task `databases`.
 *
 * @module
 */

import { toTable, withTable } from "../adapters/_databases.ts";

const DOCUMENT = "docs/storage.md";

/** The document with the table of today, formatted. */
export async function toDocument(document: string): Promise<string> {
  const command = new Deno.Command(Deno.execPath(), {
    args: ["fmt", "--ext=md", "-"],
    stdin: "piped",
    stdout: "piped",
  });
  const child = command.spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(withTable(document, toTable())));
  await writer.close();
  const { success, stdout } = await child.output();
  if (!success) throw new Error("deno fmt has failed");
  return new TextDecoder().decode(stdout);
}

if (import.meta.main) {
  await Deno.writeTextFile(DOCUMENT, await toDocument(await Deno.readTextFile(DOCUMENT)));
}
