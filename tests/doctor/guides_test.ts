/**
 * No false alarm: the command finds neither errors nor warnings in the apps of the guides.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import type { Finding } from "../../src/tools/doctor/finding.ts";
import { isChosen } from "../_stride.ts";
import { type Files, statesOf } from "../outside/_guides.ts";
import { SECRET } from "./_rig.ts";
import { runDoctorOnEach, type RunResult, writeAppConfig } from "./_run.ts";

const docs = new URL("../../docs/", import.meta.url);

/** Modules that make a config, the more special ones first. */
const MODULES = ["auth.config.ts", "auth.ts", "app.ts", "main.ts"];

/** Findings that are right, by the guide. */
const MEANT: Readonly<Record<string, readonly string[]>> = {
  // The config of an app that calls `Auth` itself is found when it is exported.
  "from-auth-js.md": ["config-missing"],
};

const ENV = {
  AUTH_SECRET: SECRET,
  AUTH_GITHUB_ID: "Iv1.4f2c",
  AUTH_GITHUB_SECRET: "9b1d3e7a5c",
  AUTH_GOOGLE_ID: "4711",
  AUTH_GOOGLE_SECRET: "9b1d3e7a5c",
};

/** Files of each guide whose app runs in Deno without a database server, at each of its stages. */
const stages: [name: string, guide: string, files: Files][] = [];
for await (const { name } of Deno.readDir(docs)) {
  if (
    !name.endsWith(".md") ||
    /^(README|errors|dynamodb|drizzle|kysely|libsql|mysql|postgres|prisma|redis|schema)\.md$/.test(
      name,
    )
  ) {
    continue;
  }
  const states = statesOf(await Deno.readTextFile(new URL(name, docs)));
  const apps = states.filter((files) => MODULES.some((module) => module in files));
  for (const [index, files] of apps.entries()) {
    stages.push([`docs/${name}, stage ${index + 1}`, name, files]);
  }
}

Deno.test("doctor: the apps of the guides are found", () => {
  assert(new Set(stages.map(([, guide]) => guide)).size > 8, String(stages.length));
});

const chosen = stages.filter(([, guide], index) =>
  // The last stage of each guide, in which the app is whole.
  isChosen(stages[index + 1]?.[1] !== guide ? 0 : 1, 2)
);

/** Examines all chosen stages in one process. */
async function examineAll(): Promise<RunResult[]> {
  const folder = await Deno.makeTempDir({ prefix: "auth-doctor-" });
  try {
    const apps = [];
    for (const [index, [, , files]] of chosen.entries()) {
      const cwd = `${folder}/${index}`;
      for (const [path, text] of Object.entries(files)) {
        await Deno.mkdir(`${cwd}/${path}`.replace(/\/[^/]*$/, ""), { recursive: true });
        await Deno.writeTextFile(`${cwd}/${path}`, text);
      }
      const module = MODULES.find((each) => each in files)!;
      apps.push({ cwd, args: [module, "--json", "--offline"], env: ENV });
    }
    const config = await writeAppConfig(folder);
    // The permissions are tried out in `permissions_test.ts`.
    return await runDoctorOnEach(apps, { config, flags: ["-A", "--deny-run"] });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

let results: Promise<RunResult[]> | undefined;

for (const [index, [name, guide]] of chosen.entries()) {
  Deno.test(`doctor: no false alarm on ${name}`, async () => {
    const { stdout, stderr } = (await (results ??= examineAll()))[index]!;
    const findings: Finding[] = stdout.startsWith("{") ? JSON.parse(stdout).findings : [];
    const heavy = findings.filter(({ severity, id }) =>
      severity !== "note" && !MEANT[guide]?.includes(id)
    );
    assertEquals(heavy, [], stdout + stderr);
    assert(stdout.startsWith("{"), stderr);
  });
}
