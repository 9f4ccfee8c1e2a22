/**
 * Importing one provider loads its file and no other provider.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";

interface Graph {
  modules: { specifier: string }[];
}

/** Files of this repository that an import loads, from the root. */
async function filesOf(path: string): Promise<string[]> {
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", path],
    stderr: "inherit",
  }).output();
  const root = new URL("../../../", import.meta.url).href;
  const { modules } = JSON.parse(new TextDecoder().decode(stdout)) as Graph;
  return modules.filter(({ specifier }) => specifier.startsWith(root))
    .map(({ specifier }) => specifier.slice(root.length));
}

Deno.test("module graph: importing one provider loads no other provider", async () => {
  const names = [...Deno.readDirSync("src/providers")].map(({ name }) => name)
    .filter((name) => !name.startsWith("_") && name !== "mod.ts").sort();
  assert(names.length >= 100);
  // A few ids are provider types or older names of others.
  const built: Record<string, string[]> = {};
  for (const name of names) {
    const files = await filesOf(`src/providers/${name}`);
    const others = files.filter((file) =>
      file.startsWith("src/providers/") && !file.startsWith("src/providers/_") &&
      file !== `src/providers/${name}`
    );
    if (others.length > 0) built[name] = others;
    // Allowed are types, symbols, and shared modules of providers, but no flow or page.
    for (const file of files) {
      assert(
        /^src\/(types|providers|crypto)\/|^src\/(address|color|errors|language|symbols)\.ts$|^tests\/std\//
          .test(
            file,
          ),
        `${name} loads ${file}`,
      );
    }
  }
  assertEquals(built, {
    "email.ts": ["src/providers/nodemailer.ts"],
    "passkey.ts": ["src/providers/webauthn.ts"],
  });
});
