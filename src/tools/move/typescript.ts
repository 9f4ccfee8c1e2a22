/**
 * TypeScript, which parses the files of an app: that of the app itself, else the one that comes with
 * this command. Version 7 has no interface and parses nothing for others.
 *
 * @module
 */

import { createRequire } from "node:module";
import { join } from "node:path";
import type ts from "typescript";
import { installedIn } from "./installed.ts";

/** The interface of TypeScript. */
export type TypeScript = typeof ts;

/** A parser, and whose it is. */
export interface Parser {
  /** Its interface. */
  readonly ts: TypeScript;
  /** `true` when it is the one in the app's `node_modules`. */
  readonly isOfApp: boolean;
}

/** Finds the parser of an app in `folder`; `undefined` where there is none. */
export async function findParser(folder: string): Promise<Parser | undefined> {
  const path = installedIn(folder, "typescript");
  if (path !== undefined) {
    const own = createRequire(join(path, "package.json"))(path) as TypeScript;
    if (hasParser(own)) return { ts: own, isOfApp: true };
  }
  try {
    const { default: other } = await import("typescript");
    if (hasParser(other)) return { ts: other, isOfApp: false };
  } catch {
    // The npm package does not bring it, since apps never load it from there.
  }
}

function hasParser(found: Partial<TypeScript>): found is TypeScript {
  return typeof found.createSourceFile === "function" &&
    typeof found.resolveModuleName === "function";
}
