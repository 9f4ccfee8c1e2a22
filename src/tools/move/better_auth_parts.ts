/**
 * What the rules of Better Auth share.
 *
 * @module
 */

import type ts from "typescript";
import { type ImportPlan, listBindings } from "./imports.ts";
import type { Draft } from "./plan.ts";
import type { Source } from "./source.ts";

/** The guide of the data, of which the code has a section. */
export const GUIDE = "from-better-auth.md";

/** A config that is being moved. */
export interface ConfigMove {
  readonly draft: Draft;
  readonly source: Source;
  readonly imports: ImportPlan;
  readonly providers: string[];
  /** Members of the new config, in their order. */
  readonly members: Map<string, string>;
  /** What the plugins and options need of others. */
  readonly needs: Set<"email" | "code" | "invited" | "breached" | "password" | "access">;
  /** Options of the provider of passwords. */
  readonly password: string[];
}

/** Notes what stops the command. */
export function stop({ draft, source }: ConfigMove, at: ts.Node, text: string): void {
  draft.note("stop", source, at, text, GUIDE);
}

/** Name of what a file imports under the name of an expression, from a package of Better Auth. */
export function importedAs(
  { draft: { ts }, source }: ConfigMove,
  expression: ts.Expression,
): string | undefined {
  if (!ts.isIdentifier(expression)) return undefined;
  return listBindings(source, ts).find(({ local, specifier }) =>
    local === expression.text && isBetterAuth(specifier)
  )?.imported;
}

/** `true` for the name of a module of Better Auth. */
export function isBetterAuth(specifier: string): boolean {
  return /^(better-auth(\/|$)|@better-auth\/)/.test(specifier);
}

/** Name of a member, where it is written out. */
export function readName(
  ts: Draft["ts"],
  { name }: ts.ObjectLiteralElementLike,
): string | undefined {
  return name && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : undefined;
}
