import {
  assert,
  assertEquals,
  assertMatch,
  assertRejects,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { resolveProvider } from "../../../src/config/providers.ts";
import { newProvider } from "../../tools/new_provider.ts";
import { IDS, readProviders, toIds, toTable, withExports } from "../../tools/providers.ts";

const providers = await readProviders(".");

Deno.test("withExports(): deno.json exports exactly the provider files, sorted", async () => {
  const json = await Deno.readTextFile("deno.json");
  assertEquals(withExports(json, providers), json, "run tests/tools/providers.ts");
  const exported = Object.keys(JSON.parse(json).exports)
    .filter((subpath) => subpath.startsWith("./providers/"));
  const subpaths = providers.map(({ module }) => `./providers/${module}`);
  assertEquals(exported, ["./providers/oauth", ...subpaths]);
});

Deno.test("withExports(): adds missing exports and removes those without a file", () => {
  const [first] = providers;
  const json = `{
  "exports": {
    "./providers": "./src/providers/mod.ts",
    "./providers/gone": "./src/providers/gone.ts",
    "./testing": "./src/tools/testing/mod.ts"
  }
}
`;
  assertEquals(JSON.parse(withExports(json, [first!])).exports, {
    "./providers": "./src/providers/mod.ts",
    "./providers/oauth": "./src/providers/mod.ts",
    "./providers/42-school": "./src/providers/42_school.ts",
    "./testing": "./src/tools/testing/mod.ts",
  });
});

Deno.test("toTable(): PROVIDERS.md lists exactly the provider files", async () => {
  const table = await Deno.readTextFile("PROVIDERS.md");
  assertEquals(toTable(providers), table, "run tests/tools/providers.ts");
  for (const { id, module, symbol } of providers) {
    assertStringIncludes(table, `import ${symbol} from "@x/auth/providers/${module}"`);
    assertStringIncludes(table, `| \`/callback/${id}\` |`);
  }
});

Deno.test("toTable(): the last column states when an address is verified", async () => {
  const table = await Deno.readTextFile("PROVIDERS.md");
  const cells: Record<string, string> = {
    google: "by `email_verified`",
    patreon: "by claim",
    spotify: "never",
    resend: "always",
    passkey: "never",
    credentials: "your code decides",
  };
  for (const [id, cell] of Object.entries(cells)) {
    assertStringIncludes(table, `| \`/callback/${id}\` | ${cell} |`);
  }
  const [first] = providers;
  assertThrows(
    () => toTable([{ ...first!, emailVerified: undefined }]),
    TypeError,
    "emailVerified",
  );
  assertStringIncludes(toTable([{ ...first!, emailVerified: true }]), "| always |");
});

Deno.test("toIds(): the type of known ids names exactly the provider files", async () => {
  assertEquals(toIds(providers), await Deno.readTextFile(IDS), "run tests/tools/providers.ts");
});

Deno.test("OwnId: every provider function has its own id as a literal type", async () => {
  for (const { file, id } of providers) {
    const source = await Deno.readTextFile(file);
    // The types of the makers' functions infer it, or the function does so itself.
    const made = `(OAuth|OIDC|Email)Provider<\\s*"${id}"`;
    assertMatch(source, new RegExp(`${made}|Id extends OwnId<"${id}"> = "${id}",?\\s*>`), file);
  }
});

/** Whether an interface of a file, or one of the file that it extends, allows any members. */
function isOpen(source: string, name: string): boolean {
  const shape = new RegExp(
    `^export interface ${name} (?:extends ([^{]+) )?[\\s\\S]*?(\\n}|{})\\n`,
    "m",
  ).exec(source);
  if (!shape) return /^(OIDCProfile|AnyMembers)$/.test(name);
  return /^ {2}\[member: string\]: (any|unknown);$/m.test(shape[0]) ||
    (shape[1]?.split(/[^\w]+/) ?? []).some((base) => isOpen(source, base));
}

Deno.test("profiles: each type allows members that the site adds", async () => {
  let count = 0;
  for (const { file, type } of providers) {
    if (type !== "oauth" && type !== "oidc") continue;
    const source = await Deno.readTextFile(file);
    const [, name] = /(?:<\s*P extends|Provider<\s*"[\w-]+",) (\w+)/.exec(
      source.replaceAll(/,\s+/g, ", "),
    )!;
    assert(isOpen(source, name!), name);
    count++;
  }
  assert(count > 90, "the profiles were not found");
});

Deno.test("readProviders(): documented variables equal those of the provider", () => {
  for (const { id, variables } of providers) {
    const prefix = `AUTH_${id.toUpperCase().replaceAll("-", "_")}_`;
    for (const name of variables) assert(name.startsWith(prefix), `${id} documents ${name}`);
  }
});

/** A folder with the required files of the repository. */
async function withTree(run: (root: string) => Promise<void>): Promise<void> {
  const root = await Deno.makeTempDir();
  try {
    await Deno.mkdir(`${root}/src/providers`, { recursive: true });
    await Deno.mkdir(`${root}/src/base`);
    await Deno.mkdir(`${root}/src/capabilities`);
    await Deno.mkdir(`${root}/tests/unit/providers`, { recursive: true });
    for (
      const path of [
        "src/base/provider_id.ts",
        "src/providers/_make.ts",
        "deno.json",
        "tests/unit/providers/_catalogue_oauth.ts",
      ]
    ) {
      await Deno.copyFile(path, `${root}/${path}`);
    }
    await run(root);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

Deno.test("newProvider() writes the file, the export, the table row and a catalogue entry", async () => {
  await withTree(async (root) => {
    await newProvider("acme-id", root);
    const { default: AcmeId } = await import(`file://${root}/src/providers/acme_id.ts`);
    const { OAUTH_CATALOGUE } = await import(
      `file://${root}/tests/unit/providers/_catalogue_oauth.ts`
    );
    const entry = OAUTH_CATALOGUE.find(({ id }: { id: string }) => id === "acme-id");
    const provider = resolveProvider(AcmeId({ clientId: "id" }), { providers: [] });
    assertEquals([provider.id, provider.type], ["acme-id", "oauth"]);
    // The template states the safe value.
    assertEquals(AcmeId().emailVerified, false);
    // The sample test passes from the start.
    const user = await AcmeId().profile(entry.sample, {});
    assertEquals(user, entry.user);
    const { exports } = JSON.parse(await Deno.readTextFile(`${root}/deno.json`));
    assertEquals(exports["./providers/acme-id"], "./src/providers/acme_id.ts");
    const table = await Deno.readTextFile(`${root}/PROVIDERS.md`);
    assertStringIncludes(table, "`AUTH_ACME_ID_ID` `AUTH_ACME_ID_SECRET`");
    assertStringIncludes(table, "| `/callback/acme-id` | never |");
  });
});

Deno.test("newProvider() writes formatted files", async () => {
  await withTree(async (root) => {
    await newProvider("acme", root);
    const args = [
      "fmt",
      "--check",
      "--config",
      `${root}/deno.json`,
      `${root}/src/providers`,
      `${root}/tests`,
    ];
    const { success, stderr } = await new Deno.Command(Deno.execPath(), { args }).output();
    assert(success, new TextDecoder().decode(stderr));
  });
});

Deno.test("newProvider() refuses invalid and existing ids", async () => {
  await withTree(async (root) => {
    for (const id of ["", "Acme", "acme_id", "../acme", "acme-", "mod"]) {
      await assertRejects(() => newProvider(id, root), TypeError, "Cannot use the id");
    }
    await newProvider("acme", root);
    await assertRejects(() => newProvider("acme", root), Deno.errors.AlreadyExists);
  });
});
