/**
 * Importing one provider loads its file and no other provider.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { filesLoadedBy } from "../../_module_graph.ts";
import { providerFiles } from "../../tools/providers.ts";

Deno.test("module graph: importing one provider loads no other provider", async () => {
  const providers = [...await providerFiles(".")].sort();
  assert(providers.length >= 100);
  const all = new Set(providers.map(([, file]) => file));
  // A few ids are provider types or older names of others.
  const built: Record<string, string[]> = {};
  for (const [name, own] of providers) {
    const files = await filesLoadedBy(own);
    const others = files.filter((file) => all.has(file) && file !== own);
    if (others.length > 0) built[name] = others;
    const room = own.slice(0, own.lastIndexOf("/") + 1);
    // Allowed are the ground, shared modules of providers, and what loads a flow or a page.
    for (const file of files) {
      // Its options are checked with the config.
      if (
        name === "password" &&
        /^src\/((config|hooks|http)\/|objects|records\/store_failure\.ts)/.test(file)
      ) continue;
      assert(
        file.startsWith(room) ||
          /^(src\/(types|providers|base|mail)\/|src\/(errors|symbols|core\/answer_program)\.ts$|tests\/std\/)/
            .test(
              file,
            ),
        `${name} loads ${file}`,
      );
    }
  }
  assertEquals(built, {
    email: ["src/providers/nodemailer.ts"],
    passkey: ["src/capabilities/passkeys/webauthn_provider.ts"],
  });
});
