/**
 * Every way in, beside every second factor, for every reader of a session: while a sign-in
 * waits there is no session, and after the last proof there is one. By default each way in runs
 * beside each factor with one kind of sessions.
 *
 * @module
 */

import {
  assert,
  assertEquals,
  AssertionError,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import type { TestBrowser } from "../../src/tools/testing/mod.ts";
import type { RecordStore } from "../../src/types/records.ts";
import { isChosen } from "../_stride.ts";
import type { App } from "../frameworks/_table.ts";
import { httpWrappers } from "../frameworks/_table_http.ts";
import { portWrappers } from "../frameworks/_table_ports.ts";
import { createPeerRig } from "./_factor_peer.ts";
import { readByWrapper, READERS } from "./_factor_readers.ts";
import {
  createFactorRig,
  enrol,
  type FactorRig,
  ownConfig,
  passkey,
  type Proving,
  PROVINGS,
  WAYS,
} from "./_factor_rig.ts";
import { STRATEGIES } from "./_strategies.ts";

const WRAPPERS = [...httpWrappers, ...portWrappers];

/** Names of the readers that see a session, and the number of those that looked. */
interface Seen {
  by: string[];
  asked: number;
}

async function look(
  rig: FactorRig,
  apps: ReadonlyMap<string, App>,
  browser: TestBrowser,
): Promise<Seen> {
  const seen: Seen = { by: [], asked: 0 };
  const note = (name: string, sees: boolean | undefined) => {
    if (sees === undefined) return;
    seen.asked++;
    if (sees) seen.by.push(name);
  };
  for (const [name, reader] of Object.entries(READERS)) note(name, await reader(rig, browser));
  for (const [name, app] of apps) {
    for (const [index, sees] of (await readByWrapper(app, browser)).entries()) {
      note(`${name}, ${["page", "proof", "action"][index]}`, sees);
    }
  }
  return seen;
}

async function withWrappers(
  rig: FactorRig,
  run: (apps: ReadonlyMap<string, App>) => Promise<void>,
): Promise<void> {
  const apps = new Map<string, App>();
  try {
    for (const { name, start } of WRAPPERS) apps.set(name, await start(ownConfig(rig)));
    await run(apps);
  } finally {
    for (const app of apps.values()) await app.close?.();
  }
}

/** Leaks of one way in beside one factor, and the readers that looked. */
async function runCell(
  rig: FactorRig,
  apps: ReadonlyMap<string, App>,
  way: string,
  { factors, id, refused, prove }: Proving,
): Promise<Seen> {
  const title = `${way} × ${id}`;
  const held = await enrol(rig, factors);
  const browser = rig.open();
  const { url, response } = await WAYS[way]!(rig, browser);
  const html = await response.text();
  const waiting = await look(rig, apps, browser);
  if (refused?.includes(way)) {
    assertEquals(url.searchParams.get("error"), "AccessDenied", title);
    assertEquals(rig.errors.splice(0).length, 1, title);
    return waiting;
  }
  assertEquals(url.pathname, "/auth/factor", title);
  await prove(rig, browser, html, held);
  const done = await look(rig, apps, browser);
  assertEquals(done.by.length, done.asked, `every reader sees it: ${title}, ${done.by}`);
  await browser.post("/signout");
  assertEquals((await look(rig, apps, browser)).by, [], `signed out: ${title}`);
  assertEquals(rig.errors, [], title);
  return waiting;
}

/** Reads that a table has at least: of all cells, or of every second one. */
const LEAST_READS = isChosen(0, 2) && isChosen(1, 2) ? 800 : 400;

for (const [shift, strategy] of STRATEGIES.entries()) {
  Deno.test(`factors: no reader sees a session before the last proof (${strategy} session)`, async () => {
    const table: string[] = [];
    let leaks = 0;
    let looks = 0;
    for (const [line, [name, proving]] of Object.entries(PROVINGS).entries()) {
      const rig = await createFactorRig(strategy, proving.factors);
      await withWrappers(rig, async (apps) => {
        for (const [column, way] of Object.keys(WAYS).entries()) {
          if (!isChosen(line + column + shift, 2)) continue;
          const { by, asked } = await runCell(rig, apps, way, proving);
          leaks += by.length;
          looks += asked;
          const isRefused = proving.refused?.includes(way);
          const row = [
            way,
            name,
            strategy,
            isRefused ? "refused" : "waits",
            `${by.length}/${asked}`,
          ];
          table.push(row.map((cell) => cell.padEnd(13)).join(""));
          assertEquals(by, [], `${way} × ${name}`);
        }
        // The control: two factors in one ceremony.
        await enrol(rig, proving.factors);
        const browser = rig.open();
        await passkey(rig, browser, "authenticate");
        const { by, asked } = await look(rig, apps, browser);
        assertEquals(by.length, asked, "a passkey with verification is enough alone");
      });
    }
    console.log([
      "way          factor       session      answer       readers that see it",
      ...table,
      `${leaks} leaks in ${looks} reads`,
    ].join("\n"));
    assert(looks > LEAST_READS, `${looks} reads`);
  });

  Deno.test(`factors: without them, each reader sees each sign-in (${strategy} session)`, async () => {
    const rig = await createFactorRig(strategy, undefined);
    await withWrappers(rig, async (apps) => {
      for (const [column, [way, signIn]] of Object.entries(WAYS).entries()) {
        if (!isChosen(column + shift, 2)) continue;
        const browser = rig.open();
        await signIn(rig, browser);
        const { by, asked } = await look(rig, apps, browser);
        assertEquals(by.length, asked, `${way}: ${by}`);
        await browser.post("/signout");
      }
    });
  });
}

Deno.test("factors: the table finds a gate that lets a sign-in pass", async () => {
  const rig = await createFactorRig("jwt", PROVINGS.totp!.factors);
  const { records } = rig.adapter;
  const broken: Pick<RecordStore, "list"> = {
    list: (owner, kind, page) =>
      kind === "factor" ? Promise.resolve([]) : records.list(owner, kind, page),
  };
  rig.config.records = { ...records, ...broken };
  const failed = await assertRejects(
    () => runCell(rig, new Map(), "OIDC", PROVINGS.totp!),
    AssertionError,
  );
  assertStringIncludes(failed.message, "OIDC × totp");
});

Deno.test("factors: the same ways in on Better Auth", async () => {
  // Of its ways in, passkeys are a package of their own, and OAuth 1.0a is not offered.
  const [peer, control] = [await createPeerRig(true), await createPeerRig(false)];
  const own = await createFactorRig("jwt", PROVINGS.totp!.factors);
  const answers: Record<string, [here: string, peer: string]> = {};
  for (const [way, signIn] of Object.entries(peer.ways)) {
    const open = control.open();
    await control.ways[way]!(open);
    assert(await control.isSignedIn(open), `the way works: ${way}`);
    const browser = peer.open();
    await signIn(browser);
    const here = await runCell(own, new Map(), way, PROVINGS.totp!);
    answers[way] = [
      here.by.length === 0 ? "waits" : "session",
      await peer.isSignedIn(browser) ? "session" : "waits",
    ];
  }
  const rows = Object.entries(answers).map(([way, cells]) => [way, ...cells]);
  const lines = [["way", "here", "Better Auth 1.7.25"], ...rows]
    .map((cells) => cells.map((cell) => cell.padEnd(14)).join(""));
  console.log(lines.join("\n"));
  assertEquals(answers, {
    "OIDC": ["waits", "session"],
    "OAuth 2": ["waits", "session"],
    "mail link": ["waits", "session"],
    "code by email": ["waits", "session"],
    "credentials": ["waits", "waits"],
  });
});
