/**
 * The names that the modules of providers export: an app of Auth.js imports types by them.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { ourModules, peerModules } from "./_providers.ts";

/** Names that are not here, with their reason. */
const MISSING: Readonly<Record<string, string>> = {
  "oauth OIDCConfigInternal": "internal there, and made from a type that is not published",
};

const DECLARED = /^export (?:declare )?(?:interface|type|const|function|class|enum) (\w+)/gm;
const LISTED = /^export (?:type )?\{([^}]*)\}/gm;
const ALL = /^export (?:type )?\* from "(\.[^"]*)"/gm;

/** Names that a module exports. */
async function namesIn(file: string | URL): Promise<Set<string>> {
  const text = await Deno.readTextFile(new URL(file));
  const names = new Set([...text.matchAll(DECLARED)].map(([, name]) => name!));
  for (const [, list] of text.matchAll(LISTED)) {
    for (const one of list!.split(",")) {
      const name = one.trim().replace(/^type /, "").split(" as ").at(-1)!;
      if (name) names.add(name);
    }
  }
  for (const [, path] of text.matchAll(ALL)) {
    for (const name of await namesIn(new URL(path!, file))) names.add(name);
  }
  return names;
}

Deno.test("providers: every name that a module of Auth.js exports is exported here", async () => {
  const [ours, theirs] = [await ourModules(), await peerModules()];
  const folder = new URL("./", import.meta.resolve("@auth/core/providers/github"));
  const modules = new Map([...theirs].map(([subpath]) => [subpath, ours.get(subpath)]));
  modules.set("oauth", new URL("../../src/providers/mod.ts", import.meta.url).href);
  const found: string[] = [];
  let count = 0;
  for (const [subpath, own] of modules) {
    if (own === undefined) continue;
    const mine = await namesIn(own);
    for (const name of await namesIn(new URL(`${subpath}.d.ts`, folder))) {
      count++;
      if (!mine.has(name) && name !== "default") found.push(`${subpath} ${name}`);
    }
  }
  assert(count > 130, `${count} names`);
  assertEquals(found, Object.keys(MISSING));
});
