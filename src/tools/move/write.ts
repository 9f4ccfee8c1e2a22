/**
 * Writes the files of a plan: all or none. Each is written beside its place and then renamed, and what
 * was written is undone when a later one fails.
 *
 * @module
 */

import { mkdir, readFile, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { randomHex } from "../../base/crypto/bytes.ts";
import { pathFrom, run } from "./app.ts";
import type { FileChange } from "./plan.ts";

/**
 * Writes files into a folder.
 *
 * @throws {Error} when one cannot be written, or has changed since it was read; then all are as before
 */
export async function writeChanges(folder: string, changes: readonly FileChange[]): Promise<void> {
  const done: FileChange[] = [];
  const top = await realpath(folder);
  try {
    for (const change of changes) {
      if (pathFrom(top, await findReal(join(top, change.path))).startsWith("../")) {
        throw new Error(
          `${change.path} is a link to a file of another folder: copy the file first`,
        );
      }
      await assertUnchanged(folder, change);
      await writeWhole(join(folder, change.path), change.after);
      done.push(change);
    }
  } catch (error) {
    for (const { path, before } of done.toReversed()) {
      if (before === undefined) await rm(join(folder, path), { force: true });
      else await writeWhole(join(folder, path), before);
    }
    throw error;
  }
}

/** Where a path leads, of which the last parts may not be there yet. */
async function findReal(path: string): Promise<string> {
  return await realpath(path).catch(async () =>
    dirname(path) === path ? path : join(await findReal(dirname(path)), basename(path))
  );
}

async function assertUnchanged(
  folder: string,
  { path, before, after }: FileChange,
): Promise<void> {
  const text = await readFile(join(folder, path), "utf8").catch((error) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  // Another run of the same command has perhaps written it.
  if (text === before || text === after) return;
  throw new Error(`${path} has changed since the command has read it: run the command again`);
}

async function writeWhole(named: string, text: string): Promise<void> {
  await mkdir(dirname(named), { recursive: true });
  const path = await realpath(named).catch(() => named);
  const mode = await stat(path).then(({ mode }) => mode, () => undefined);
  const beside = `${path}.${randomHex(4)}`;
  await writeFile(beside, text, { flag: "wx", ...mode === undefined ? {} : { mode } });
  try {
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

/** What git says about the folder: `undefined` outside of a repository, else whether it is clean. */
export async function readTree(folder: string): Promise<"clean" | "dirty" | undefined> {
  const status = await run("git", ["status", "--porcelain"], folder);
  if (status === undefined) return undefined;
  return status.trim() === "" ? "clean" : "dirty";
}

/** Makes one commit of some paths; returns its id, or `undefined` when git refuses. */
export async function commit(
  folder: string,
  paths: readonly string[],
  subject: string,
): Promise<string | undefined> {
  const added = await run("git", ["add", "--", ...paths], folder);
  if (added === undefined) return undefined;
  const made = await run("git", ["commit", "--quiet", "-m", subject, "--", ...paths], folder);
  if (made === undefined) return undefined;
  return (await run("git", ["rev-parse", "--short", "HEAD"], folder))?.trim();
}
