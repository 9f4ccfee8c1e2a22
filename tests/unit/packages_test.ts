import { assert, assertEquals, assertRejects } from "@std/assert";
import {
  npmNameOf,
  packagesFor,
  publishedPackages,
  rangeOf,
  repackOfStd,
  specifierOf,
  withPackages,
} from "../_packages.ts";
import { readSources } from "./_sources.ts";

/** Packages for types alone, which a comment of TypeScript imports. */
const IN_COMMENTS = ["@types/react"];

/** Names that a wrapper's own `deno.json` has. */
async function ownNames(path: string): Promise<string[]> {
  const [folder] = /^src\/frameworks\/\w+\//.exec(path) ?? [];
  const text = folder && await Deno.readTextFile(`${folder}deno.json`).catch(() => undefined);
  return text ? Object.keys(JSON.parse(text).imports) : [];
}

Deno.test("deno.json: imports has each package that published code imports, and no other", async () => {
  const published = await publishedPackages();
  const imported = new Set(IN_COMMENTS);
  for (const { path, imports, text } of await readSources()) {
    const own = await ownNames(path);
    for (const name of IN_COMMENTS) {
      if (path === "src/client/react.ts") assert(text.includes(`@ts-types="${name}"`), name);
    }
    for (const specifier of imports) {
      if (own.includes(specifier) || /^(node:|@x\/auth|mod\.ts$)/.test(specifier)) continue;
      const [name] = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)!;
      if (!/^(src|pages|adapters)$/.test(name)) imported.add(name);
    }
  }
  const names = Object.keys(published).map((name) => name.replace(/\/$/, ""));
  assertEquals([...new Set(names)].toSorted(), [...imported].toSorted());
});

Deno.test("deno.json: a package that apps do not need is in its scopes, for files of this repository", async () => {
  const published = await publishedPackages();
  const all = await packagesFor();
  assert(!Object.hasOwn(published, "better-auth"));
  assertEquals(await specifierOf("better-auth"), all["better-auth"]);
  assertEquals(await specifierOf("jose"), published["jose"]);
  assertEquals(await packagesFor("examples/hono.ts"), all);
  const named = Object.keys(published).filter((name) => all[name] !== published[name]);
  assertEquals(named, [], "one version of each package");
  await assertRejects(() => specifierOf("nothing"), TypeError, "Cannot find nothing in deno.json");
});

Deno.test("rangeOf(), npmNameOf(): as in package.json, with a scope and with a path", async () => {
  assertEquals(await rangeOf("@auth/core"), /@([\d.]+)$/.exec(await specifierOf("@auth/core"))![1]);
  assertEquals(`npm:/${await repackOfStd()}/`, await specifierOf("deno-std/"));
  assertEquals(npmNameOf("npm:/@modelcontextprotocol/sdk@^1.32.2/"), "@modelcontextprotocol/sdk");
  assertEquals(npmNameOf("npm:recheck@4.5.0/lib/browser.js"), "recheck");
  assertEquals(npmNameOf("jsr:@std/assert@^1.0.0"), undefined);
});

Deno.test("withPackages(): packages are addressed, with their paths; files and addresses stay", () => {
  const text = 'import { sql } from "kysely";\nimport { a } from "drizzle-orm/pg-core";\n' +
    'import { b } from "./b.ts";\nimport { c } from "node:fs";\n';
  const lines = withPackages(text).split("\n");
  assert(/from "(npm|file):[^"]*\bkysely\b[^"]*";$/.test(lines[0]!), lines[0]);
  assert(/from "(npm|file):[^"]*\bdrizzle-orm\b[^"]*\/pg-core\b[^"]*";$/.test(lines[1]!), lines[1]);
  assertEquals(lines.slice(2), text.split("\n").slice(2));
});
