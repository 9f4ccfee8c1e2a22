import { assert, assertEquals } from "@std/assert";
import { appEnvironment } from "../../_environment.ts";
import { RULES, rulesFor } from "../../_rules.ts";

for (const { test, reads, finds } of RULES) {
  // What may read everything, and what is compared with `deno doc` by its own test.
  if (reads.includes(".") || finds) continue;
  Deno.test(`${test} reads no file besides those of its row, for which it is run`, async () => {
    const temporary = await Deno.makeTempDir();
    try {
      const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
        args: [
          ...["test", "--no-check", "--allow-run", "--allow-write", "--allow-env"],
          `--allow-read=${[...reads, temporary].join()}`,
          test,
        ],
        clearEnv: true,
        env: appEnvironment({ TMPDIR: temporary }),
      }).output();
      const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
      assertEquals(code, 0, decode(stdout) + decode(stderr));
    } finally {
      await Deno.remove(temporary, { recursive: true });
    }
  });
}

const namesOf = async (...changed: string[]) =>
  (await rulesFor(changed)).map(({ test }) => /(\w+)_test/.exec(test)![1]!);

for (
  const [path, expected] of [
    ["adapters/_postgres_store.ts", ["architecture", "docs", "words"]],
    ["adapters/postgres.ts", ["architecture", "docs", "reference", "words"]],
    ["src/server/none.ts", ["architecture", "changes", "docs", "words"]],
    // Reached by `export type { … }`, by `export … from`, and by the texts whose type is exported.
    ["src/types/password_fault.ts", ["architecture", "changes", "docs", "reference", "words"]],
    ["src/tools/testing/inbox.ts", ["architecture", "changes", "docs", "reference", "words"]],
    ["pages/keys/english.ts", ["architecture", "changes", "docs", "reference", "words"]],
    // What tests import.
    ["tests/_anchors.ts", ["docs", "reference", "test_habits"]],
    ["tests/unit/_change_lists.ts", ["changes", "docs", "test_habits"]],
    ["docs/proxy.md", ["docs", "words"]],
    ["deno.lock", ["docs"]],
  ] as const
) {
  Deno.test(`rulesFor(): a change of ${path}`, async () => {
    assertEquals(await namesOf(path), [...expected]);
  });
}

Deno.test("rulesFor(): every rule is run for a change of its own test", async () => {
  for (const { test } of RULES) {
    assert((await rulesFor([test])).some((rule) => rule.test === test), test);
  }
});
