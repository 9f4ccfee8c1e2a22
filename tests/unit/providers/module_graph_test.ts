/**
 * Importing one provider loads its file and no other provider.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { filesLoadedBy } from "../../_module_graph.ts";

Deno.test("module graph: importing one provider loads no other provider", async () => {
  const names = [...Deno.readDirSync("src/providers")].map(({ name }) => name)
    .filter((name) => !name.startsWith("_") && name !== "mod.ts").sort();
  assert(names.length >= 100);
  // A few ids are provider types or older names of others.
  const built: Record<string, string[]> = {};
  for (const name of names) {
    const files = await filesLoadedBy(`src/providers/${name}`);
    const others = files.filter((file) =>
      file.startsWith("src/providers/") && !file.startsWith("src/providers/_") &&
      file !== `src/providers/${name}`
    );
    if (others.length > 0) built[name] = others;
    // Allowed are types, symbols, shared modules of providers, and what loads a flow or a page.
    for (const file of files) {
      // Its options are checked with the config.
      if (name === "password.ts" && /^src\/((config|hooks|http)\/|objects)/.test(file)) continue;
      assert(
        /^(src\/(types|providers|base)\/|src\/(errors|symbols)\.ts$|tests\/std\/)/.test(file),
        `${name} loads ${file}`,
      );
    }
  }
  assertEquals(built, {
    "email.ts": ["src/providers/nodemailer.ts"],
  });
});
