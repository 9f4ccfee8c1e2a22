import { assert, assertEquals } from "@std/assert";
import { CATALOGUE } from "../unit/providers/_catalogue.ts";
import { type Described, describeOurs, describePeer, optionsOf } from "./_providers.ts";
import { ourModules, peerModules, variantsOf } from "./_providers.ts";
import { added, differences, missing, reasons } from "./provider_differences.ts";

const entries = new Map(CATALOGUE.map((entry) => [entry.module, entry]));

Deno.test("providers: every provider of Auth.js exists under the same subpath", async () => {
  const [ours, theirs] = [await ourModules(), await peerModules()];
  assertEquals(theirs.size, 104);
  assertEquals([...theirs.keys()].filter((subpath) => !ours.has(subpath)).sort(), missing);
  assertEquals([...ours.keys()].filter((subpath) => !theirs.has(subpath)), added);
});

Deno.test("providers: every difference from Auth.js is listed with its reason", async () => {
  const [ours, theirs] = [await ourModules(), await peerModules()];
  const found: Record<string, Partial<Record<keyof Described, string>>> = {};
  let mapped = 0;
  for (const [subpath, file] of ours) {
    if (added.includes(subpath)) continue;
    const entry = entries.get(subpath);
    for (const [variant, options] of variantsOf(subpath)) {
      const [mine, peer] = [
        await describeOurs(file, optionsOf(subpath, entry, options), entry),
        await describePeer(theirs.get(subpath)!, optionsOf(subpath, entry, options), entry),
      ];
      if (mine.type === "oauth" || mine.type === "oidc") {
        assert(entry, `${subpath} has no sample in the catalogue`);
        mapped++;
      }
      for (const name of Object.keys({ ...mine, ...peer }) as (keyof Described)[]) {
        const [a, b] = [JSON.stringify(mine[name]), JSON.stringify(peer[name])];
        if (a === b) continue;
        const reason = differences[variant]?.[name];
        (found[variant] ??= {})[name] = reason ?? `UNLISTED: ours ${a}, theirs ${b}`;
      }
    }
  }
  assertEquals(found, differences);
  const used = Object.values(differences).flatMap((members) => Object.values(members));
  assertEquals([...new Set(used)].sort(), Object.keys(reasons).sort());
  console.log(
    `${ours.size} providers, ${mapped} mappings, ${ours.size - Object.keys(found).length} equal, ` +
      `${Object.keys(found).length} with listed differences`,
  );
});
