/**
 * The apps that the command moves in tests, made in folders of their own.
 *
 * @module
 */

import { authJsApps } from "./_auth_js_apps.ts";
import { betterAuthApps } from "./_better_auth_apps.ts";
import { nextAuth4Apps } from "./_next_auth_4_apps.ts";
import { makePlan, type Planned } from "../../src/tools/move/make_plan.ts";
import { toText } from "../../src/tools/move/print.ts";

/** All apps of the matrix. */
export const moveApps: readonly MoveApp[] = [...nextAuth4Apps, ...authJsApps, ...betterAuthApps];

/** An app as it is before the move. */
export interface MoveApp {
  /** What is special about it. */
  name: string;
  /** Texts by path; `undefined` for a file that the app does not have. */
  files: Readonly<Record<string, string | undefined>>;
  /** `false` for an app that has no types to check. Default `true`. */
  isTyped?: boolean;
}

/** Makes an app in a new folder, which is removed after `use`. */
export async function inApp<T>(
  { files }: Pick<MoveApp, "files">,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await Deno.makeTempDir({ prefix: "auth-move-" });
  try {
    await writeFiles(folder, files);
    return await use(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Writes files into a folder. */
export async function writeFiles(folder: string, files: MoveApp["files"]): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    if (text === undefined) continue;
    await Deno.mkdir(`${folder}/${path}`.replace(/\/[^/]+$/, ""), { recursive: true });
    await Deno.writeTextFile(`${folder}/${path}`, text);
  }
}

/** The plan of an app; throws where the command refuses. */
export async function planOf(folder: string): Promise<Planned> {
  const planned = await makePlan(folder, () => {});
  if (typeof planned === "string") throw new Error(planned);
  return planned;
}

/** What a plan changes, as git shows it, with one line around each change. */
export async function diffOf({ files }: MoveApp): Promise<{ planned: Planned; diff: string }> {
  return await inApp({ files: {} }, async (folder) => {
    await writeFiles(`${folder}/a`, files);
    await writeFiles(`${folder}/b`, files);
    const planned = await planOf(`${folder}/a`);
    for (const { path, after } of planned.plan.changes) {
      await writeFiles(`${folder}/b`, { [path]: after });
    }
    const { stdout } = await new Deno.Command("git", {
      args: ["diff", "--no-index", "--no-prefix", "-U1", "a", "b"],
      cwd: folder,
    }).output();
    const diff = new TextDecoder().decode(stdout).replaceAll(
      /^(index|new file mode|diff) .*\n/gm,
      "",
    );
    return { planned, diff };
  });
}

/** The plan and the diff of an app, as they are kept in `expected/`. */
export async function recordOf(app: MoveApp): Promise<string> {
  const { planned, diff } = await diffOf(app);
  const text = toText(planned, { isWritten: false, remarks: [], found: [] });
  return `${text.replace(planned.plan.app.folder, "…")}\n\n${diff}`;
}

/** File that has the record of an app. */
export function recordPath({ name }: MoveApp): URL {
  const stem = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "_").replaceAll(/^_|_$/g, "");
  return new URL(`expected/${stem}.txt`, import.meta.url);
}
