/**
 * Without `factors` there is nothing of them: no module, no cookie, no record, no path.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { Totp } from "../../src/capabilities/factors/mod.ts";
import { httpWrappers } from "../frameworks/_table_http.ts";
import { portWrappers } from "../frameworks/_table_ports.ts";
import { APP, createFactorRig, ownConfig, WAYS } from "./_factor_rig.ts";

/** Modules that a process loads, as paths in the repository. */
async function modulesOf(...args: string[]): Promise<string[]> {
  const root = new URL("../../", import.meta.url);
  const coverage = await Deno.makeTempDir();
  try {
    const app = new URL("tests/flows/_factor_free_app.ts", root).pathname;
    const { success, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--no-check", "--quiet", "-A", `--coverage=${coverage}`, app, ...args],
      cwd: root,
      env: { NO_COLOR: "1" },
    }).output();
    assert(success, new TextDecoder().decode(stderr));
    const modules: string[] = [];
    for await (const { name } of Deno.readDir(coverage)) {
      const { url } = JSON.parse(await Deno.readTextFile(`${coverage}/${name}`));
      modules.push(url.replace(root.href, ""));
    }
    return modules;
  } finally {
    await Deno.remove(coverage, { recursive: true });
  }
}

const ofFactors = (modules: readonly string[]) =>
  modules.filter((path) => /^(src\/capabilities\/factors|pages\/factor)\//.test(path)).sort();

Deno.test("factors: without them, none of their modules is loaded at sign-in and sign-out", async () => {
  const [without, control] = await Promise.all([modulesOf(), modulesOf("--factors")]);
  assert(without.includes("src/core/actions/callback.ts"), `${without}`);
  assertEquals(ofFactors(without), []);
  // A user without a factor passes the gate; the page of the factor is not needed.
  assert(
    ofFactors(control).includes("src/capabilities/factors/second_factor_check.ts"),
    `${control}`,
  );
  assertEquals(ofFactors(control).filter((path) => path.startsWith("pages/")), []);
});

for (const strategy of ["jwt", "database"] as const) {
  Deno.test(`factors: without them, no sign-in writes a cookie or asks for a record of them (${strategy} session)`, async () => {
    const adapter = MemoryAdapter();
    const calls: string[] = [];
    const records = Object.fromEntries(
      Object.entries(adapter.records).map(([name, method]) => [name, (...args: never[]) => {
        calls.push(`${name} ${args.map((arg) => JSON.stringify(arg)).join(" ")}`);
        return (method as (...args: never[]) => unknown)(...args);
      }]),
    ) as unknown as typeof adapter.records;
    const rig = await createFactorRig(strategy, undefined, {}, { ...adapter, records });
    for (const [way, signIn] of Object.entries(WAYS)) {
      const browser = rig.open();
      await signIn(rig, browser);
      assert(await browser.session(), way);
      const names = browser.cookies.names(new URL(APP).hostname);
      assertEquals(names.filter((name) => name.includes("factor")), [], way);
    }
    assert(calls.length > 0, "records are kept of sessions");
    const asked = calls.filter((call) => /"(factor|factor\.attempt|pending)"/.test(call));
    assertEquals(asked, []);
  });
}

for (const wrapper of [...httpWrappers, ...portWrappers]) {
  Deno.test(`factors: without them, ${wrapper.name} leaves their paths to the app`, async () => {
    for (const factors of [undefined, [Totp()]]) {
      const app = await wrapper.start(ownConfig(await createFactorRig("jwt", factors)));
      try {
        const visit = async (action: string) => {
          const { status, location, text } = await app.visit({
            method: "GET",
            action,
            headers: {},
          });
          return { status, location, text };
        };
        const own = await visit("/a-page-of-the-app");
        for (const path of ["/factor", "/factors"]) {
          assertEquals(JSON.stringify(await visit(path)) === JSON.stringify(own), !factors, path);
        }
      } finally {
        await app.close?.();
      }
    }
  });
}
