/**
 * What the rules of Better Auth share.
 *
 * @module
 */

import type ts from "typescript";
import { hasName, type ImportPlan, listBindings } from "./imports.ts";
import { findOrigin } from "./options.ts";
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
  /** Functions that send emails, by their name in Better Auth. */
  readonly senders: Map<string, { readonly local: string; readonly text: string }>;
  /** Statements in front of the config. */
  readonly head: string[];
}

/** Section about the code, and what takes the place of a cookie or of the old endpoint. */
export const IN_ONE_COMMAND = `${GUIDE}#in-one-command`;

/** Notes what stops the command. */
export function stop(
  { draft, source }: Pick<ConfigMove, "draft" | "source">,
  at: ts.Node | number,
  text: string,
  guide = GUIDE,
): void {
  draft.note("stop", source, at, text, guide);
}

/** What to do about calls, by the beginning of their name, with the page that says more. */
export type Advice = readonly (readonly [RegExp, text: string, guide: string])[];

/** Leaves a call to a person. */
export function listCall(
  { draft, source }: ServerMove,
  at: ts.Node | number,
  path: string,
  advice: Advice,
  name = path,
): void {
  const [, text, guide] = advice.find(([names]) => names.test(name)) ??
    [undefined, "it has no equal that the command writes", GUIDE];
  draft.note("left", source, at, `\`${path}\`: ${text}`, guide);
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

/** A file that is being moved. */
export interface ServerMove {
  readonly draft: Draft;
  readonly source: Source;
  /** The module with the config. */
  readonly home: Source;
  /** Name of what `betterAuth` returned. */
  readonly auth: string;
  /** The framework, and the names that the module of the config got from its wrapper. */
  readonly wrapper: {
    readonly kind: "next" | "sveltekit" | "solid-start" | "hono" | "express";
    readonly session: string;
    readonly handlers: string;
    /** Functions that the module passes on besides, since a server action calls them. */
    readonly actions: Set<"signIn" | "signOut">;
    /** Base path of the actions; absent where the command cannot read it. */
    readonly basePath: string | undefined;
  };
  /** The first read of a member that a session has no more, once the files were searched for it. */
  readonly found: { isSearched: boolean; place?: string | undefined };
  /** Id of the email provider. */
  readonly mail: string;
  readonly imports: ImportPlan;
}

/** Names by which a file has the result of the config. */
export function authNames({ draft, source, home, auth }: ServerMove): string[] {
  if (source === home) return [auth];
  return listBindings(source, draft.ts).filter(({ imported, specifier }) => {
    const origin = findOrigin(draft, source, specifier, imported);
    return origin?.source === home && (origin.name === auth || origin.name === "default");
  }).map(({ local }) => local);
}

/** Name of a function of the module of the config in a file, which imports it where it must. */
export function nameFromHome(
  { draft, source, home, imports }: ServerMove,
  exported: string,
): string {
  if (source === home) return exported;
  const isTaken = hasName(source, draft.ts, exported);
  const local = isTaken ? `${exported}OfAuth` : exported;
  imports.add(findSpecifier(draft, source, home), isTaken ? `${exported} as ${local}` : exported);
  return local;
}

/** Specifier of the module of the config, as the file writes it. */
export function findSpecifier(draft: Draft, source: Source, home: Source): string {
  const known = listBindings(source, draft.ts).find(({ specifier }) =>
    draft.resolver.find(source.path, specifier) === home.path
  );
  return known?.specifier ?? draft.resolver.name(source.path, home.path);
}
