/**
 * Every kind of record: a frozen record is read, one of another form is not, and what is written
 * now has the frozen form. A kind that is not frozen fails by its name.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { KINDS_OF_TOOLS, kindsOfSources } from "../_record_kinds.ts";
import type { RecordEntry } from "../../src/types/records.ts";
import { isNewer } from "../tools/_release.ts";
import { startClock } from "./_clock.ts";
import { type Form, formsOf, lostIn } from "./_forms.ts";
import { fromJson, SETS } from "./_set.ts";
import {
  BETWEEN_MS,
  type FrozenSteps,
  type Half,
  HALVES,
  openSteps,
  type StepRig,
  takeFirst,
} from "./_steps.ts";

interface Frozen {
  set: string;
  sql: string;
  steps: FrozenSteps;
}

async function readFrozen(set: string): Promise<Frozen | undefined> {
  const read = (file: string) => Deno.readTextFile(new URL(`${set}/${file}`, SETS));
  try {
    return { set, sql: await read("steps.sql"), steps: fromJson(await read("steps.json")) };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

const folders = (await Array.fromAsync(Deno.readDir(SETS))).filter(({ isDirectory }) => isDirectory)
  .map(({ name }) => name);
const frozen = (await Promise.all(folders.map(readFrozen))).filter((found) => found !== undefined);

/** The folder of the newest version. */
const newest = folders.reduce((known, name) => isNewer(name, known) ? name : known, "0.0.0");

/** How to add to the folder of a version that is not released. */
const HOW = `write a step for it in tests/beside/_steps.ts or tests/formats/_inside.ts, and ` +
  `\`deno task formats <version> --steps\` with the version that comes next`;

/** Opens the store as it was frozen, changed or not, some seconds later. */
async function open({ sql, steps: { at, secret } }: Frozen) {
  const clock = startClock(Date.parse(at) + BETWEEN_MS);
  try {
    const rig = await openSteps(secret, sql);
    return {
      rig,
      [Symbol.dispose]() {
        rig[Symbol.dispose]();
        clock[Symbol.dispose]();
      },
    };
  } catch (error) {
    clock[Symbol.dispose]();
    throw error;
  }
}

/** Takes a second half; its error, or `undefined`. */
async function finish(half: Half, rig: StepRig, { steps }: Frozen): Promise<unknown> {
  try {
    await half.finish(rig, structuredClone(steps.held[half.name]));
  } catch (error) {
    return error;
  }
}

type Change = (entry: RecordEntry) => RecordEntry;

/** Renames some members. */
const rename = (names: readonly string[]): Change => (entry) => ({
  ...entry,
  data: Object.fromEntries(
    Object.entries(entry.data as object)
      .map(([name, value]) => [names.includes(name) ? `${name}_` : name, value]),
  ),
});

/**
 * Changes of the form of a kind that somebody could make. Of each group, one at least is noticed: a
 * record that is listed by its owner has an id that nothing reads, and some members only inform.
 */
function changesOf(entries: readonly RecordEntry[]): Record<string, Change[]> {
  const changes: Record<string, Change[]> = {
    "another id or owner": [
      (entry) => ({ ...entry, id: `${entry.id}_` }),
      (entry) => entry.owner === undefined ? entry : { ...entry, owner: `${entry.owner}_` },
    ],
  };
  const names = new Set<string>();
  let isBare = false;
  for (const { data } of entries) {
    if (typeof data === "object" && data !== null && !Array.isArray(data)) {
      for (const name of Object.keys(data)) names.add(name);
    } else if (data !== null) isBare = true;
  }
  if (isBare) changes["other data"] = [(entry) => ({ ...entry, data: "another form" })];
  else if (names.size > 0) {
    changes["other members"] = [[...names], ...[...names].map((name) => [name])].map(rename);
  }
  return changes;
}

/** Returns `true` when a second half fails after one of the changes. */
async function isNoticed(
  one: Frozen,
  kind: string,
  entries: readonly RecordEntry[],
  changes: readonly Change[],
  readers: readonly Half[],
): Promise<boolean> {
  for (const change of changes) {
    for (const half of readers) {
      using opened = await open(one);
      const { records } = opened.rig;
      for (const { id } of entries) await records.take(kind, id);
      for (const entry of entries) await records.put(change(entry), null);
      if (await finish(half, opened.rig, one) !== undefined) return true;
    }
  }
  return false;
}

for (const one of frozen) {
  const { set, steps } = one;
  const held = HALVES.filter(({ name }) => name in steps.held);

  Deno.test(`formats, ${set}: what people and programs held counts`, async () => {
    assertEquals(Object.keys(steps.held).filter((name) => !held.some((half) => half.name === name)), []);
    for (const half of held) {
      using opened = await open(one);
      const error = await finish(half, opened.rig, one);
      assertEquals(error, undefined, `${half.name}: ${(error as Error)?.stack}`);
    }
  });

  Deno.test(`formats, ${set}: a record of another form is noticed, of every kind`, async () => {
    using first = await open(one);
    const all = first.rig.entries();
    const unnoticed: string[] = [];
    for (const [kind, entries] of Map.groupBy(all, ({ kind }) => kind)) {
      const readers = held.filter(({ kinds }) => kinds.includes(kind));
      for (const [group, changes] of Object.entries(changesOf(entries))) {
        if (!await isNoticed(one, kind, entries, changes, readers)) {
          unnoticed.push(`${kind}: ${group}`);
        }
      }
    }
    assertEquals(unnoticed, []);
  });
}

Deno.test("formats: every kind of the sources is frozen in the newest folder", async () => {
  const one = frozen.find(({ set }) => set === newest);
  assert(one, `tests/formats/${newest} has no steps`);
  using opened = await open(one);
  const kinds = new Set(opened.rig.entries().map(({ kind }) => kind));
  const missing = [...await kindsOfSources()]
    .filter((kind) => !kinds.has(kind) && !KINDS_OF_TOOLS.includes(kind));
  assertEquals(missing, [], `not frozen in tests/formats/${newest}: ${HOW}`);
});

Deno.test("formats: what is written now has the form that is frozen in the newest folder", async () => {
  const one = frozen.find(({ set }) => set === newest)!;
  using opened = await open(one);
  const known = formsOf(opened.rig.entries());
  const { entries } = await takeFirst(one.steps.at, one.steps.secret);
  const now = formsOf(entries);
  const lost = Object.entries(known).flatMap(([kind, form]) =>
    now[kind] ? lostIn(form, now[kind]).map((line) => `${kind}: ${line}`) : `${kind}: not written`
  );
  assertEquals(lost, [], 'a change of form takes two releases: see CONTRIBUTING.md, "Stability"');
});

Deno.test("formats: a form without a member, with another type or without an owner is noticed", async () => {
  const one = frozen.find(({ set }) => set === newest)!;
  using opened = await open(one);
  for (const [kind, form] of Object.entries(formsOf(opened.rig.entries()))) {
    for (const [path, types] of Object.entries(form)) {
      const isOptional = types.split(" | ").includes("absent");
      const without = Object.fromEntries(Object.entries(form).filter(([name]) => name !== path));
      assertEquals(lostIn(form, without).length, isOptional ? 0 : 1, `${kind}: ${path}`);
      const other: Form = { ...form, [path]: "symbol" };
      assertEquals(lostIn(form, other).length, 1, `${kind}: ${path}`);
    }
    assertEquals(lostIn(form, { ...form, "data.new": "text" }), [], kind);
  }
});
