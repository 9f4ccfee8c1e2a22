/**
 * Packages where Node finds them from a folder: in its own `node_modules`, or in that of a folder above,
 * such as the root of a workspace.
 *
 * @module
 */

import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Folder of an installed package; `undefined` where there is none. */
export function installedIn(folder: string, name: string): string | undefined {
  for (let at = folder;; at = dirname(at)) {
    const path = join(at, "node_modules", name);
    if (existsSync(join(path, "package.json"))) return path;
    if (dirname(at) === at) return undefined;
  }
}

/** Version of an installed package; `undefined` where there is none, or none that can be read. */
export function installedVersion(folder: string, name: string): string | undefined {
  const path = installedIn(folder, name);
  if (path === undefined) return undefined;
  try {
    const { version } = JSON.parse(readFileSync(join(path, "package.json"), "utf8"));
    return typeof version === "string" ? version : undefined;
  } catch {
    return undefined;
  }
}
