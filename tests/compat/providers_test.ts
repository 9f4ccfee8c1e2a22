import { assert, assertEquals } from "@std/assert";
import { CATALOGUE_B } from "../unit/providers/_catalogue_b.ts";
import type { CatalogueEntry } from "../unit/providers/_catalogue_entry.ts";
import {
  type Described,
  describeOurs,
  describePeer,
  optionsOf,
  ourModules,
  peerModules,
} from "./_providers.ts";
import { differences, reasons } from "./provider_differences.ts";

const entries = new Map<string, CatalogueEntry>(CATALOGUE_B.map((entry) => [entry.module, entry]));

Deno.test("providers: every difference from the compatible core is listed with its reason", async () => {
  const [ours, theirs] = [await ourModules(), await peerModules()];
  console.log(ours.size, theirs.size);
  for (const [subpath, file] of ours) {
    let theirModule;
    try { theirModule = await import(theirs.get(subpath)!); } catch (e) { console.log("LOAD", subpath, String(e)); continue; }
    const entry = entries.get(subpath);
    const o = optionsOf(subpath, entry);
    const mine:any = await describeOurs((await import(file)).default, {...o}, entry);
    const peer:any = await describePeer(theirModule.default, {...o}, entry);
    for (const k of new Set([...Object.keys(mine), ...Object.keys(peer)])) {
      if (JSON.stringify(mine[k]) !== JSON.stringify(peer[k])) console.log(subpath, k, "\n   ours  ", mine[k], "\n   theirs", peer[k]);
    }
  }
  for (const [s, f] of theirs) { try { await import(f) } catch(e) { console.log("LOAD", s, String(e).slice(0,200)); } }
});
