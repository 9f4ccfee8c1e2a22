/**
 * The places of copies in an app, each within its root.
 *
 * @module
 */

import { lstat, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FileChange } from "../move/plan.ts";

/**
 * Reads what is at the place of each file.
 *
 * @throws {Error} for a path outside of the root, one that leads through a symbolic link, and one that
 * is no file
 */
export async function planChanges(
  root: string,
  folder: string,
  files: ReadonlyMap<string, string>,
): Promise<FileChange[]> {
  const parts = splitFolder(folder);
  await requireFolders(root, parts);
  const changes: FileChange[] = [];
  for (const [name, after] of files) {
    const path = [...parts, name].join("/");
    const stats = await statOf(join(root, path));
    if (stats && !stats.isFile()) throw new Error(`${path} is no file: remove it`);
    changes.push({
      path,
      before: stats ? await readFile(join(root, path), "utf8") : undefined,
      after,
    });
  }
  return changes;
}

/** The parts of a folder within the app. */
function splitFolder(folder: string): string[] {
  const parts = folder.split(/[\\/]/).filter((part) => part !== "" && part !== ".");
  if (/^([\\/]|[a-z]:)/i.test(folder) || parts.includes("..") || folder.includes("\0")) {
    throw new Error(`The folder ${folder} is outside of the app: pass one within it`);
  }
  return parts;
}

/** Each folder on the way is one of the app, and no link to another place. */
async function requireFolders(root: string, parts: readonly string[]): Promise<void> {
  for (let end = 1; end <= parts.length; end++) {
    const path = parts.slice(0, end).join("/");
    const stats = await statOf(join(root, path));
    if (!stats) return;
    if (!stats.isDirectory()) throw new Error(`${path} is no folder of the app, or a link`);
  }
}

async function statOf(path: string) {
  return await lstat(path).catch((error) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
}
