/**
 * Writes the marks of built-in providers as path data, from the CC0 icon package `simple-icons`, and
 * from `_brands.ts` where a brand has rules of its own: to `src/providers/_marks/`, or beside a
 * provider that stands in the room of a capability. Run it when a provider is added or the package is
 * updated:
 *
 *     deno run --allow-read --allow-env --allow-write=src tests/tools/marks.ts
 *
 * @module
 */

import * as icons from "simple-icons";
import { type Brand, type BrandPart, BRANDS } from "./_brands.ts";
import { MARKS } from "./_marks.ts";
import { shorten } from "./_svg_path.ts";

/** An icon of the package. */
export interface Icon {
  /** Name of the brand. */
  title: string;
  /** Brand color, six hex digits. */
  hex: string;
  /** Path data for a box of 24 by 24. */
  path: string;
  /** Terms of the icon, when not CC0. */
  license?: { type: string };
}

/** Every icon of the package, by export name. */
export const ICONS: Readonly<Record<string, Icon>> = icons as unknown as Record<string, Icon>;

/** Folder of the marks of all providers that stand in `src/providers/`, from the root. */
export const FOLDER = "src/providers/_marks";

/** Subpath of a provider that stands in the room of a capability → the file of its mark. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  twitter: "src/capabilities/oauth1/_twitter_mark.ts",
};

/** Subpaths of the providers with a mark. */
export const MARKED: readonly string[] = [
  ...Object.keys(MARKS),
  ...Object.entries(BRANDS).filter(([, { drawn }]) => drawn).map(([module]) => module),
];

/** Path of a mark's file, from the root → its text, formatted like `deno fmt`. */
export function toMarkFiles(): Map<string, string> {
  return new Map(MARKED.map((module) => [pathOf(module), toText(module)]));
}

/** Path of the file of a provider's mark. */
function pathOf(module: string): string {
  return ELSEWHERE[module] ?? `${FOLDER}/${module.replaceAll("-", "_")}.ts`;
}

/** The icon of a provider: from the package, else as drawn. */
export function iconOf(module: string): Icon {
  const { drawn, parts = [] } = BRANDS[module] ?? {};
  // The whole of a mark in one color, for pages of an app that draw it so.
  if (drawn) return { path: parts.map(([, path]) => path).join(""), ...drawn };
  const icon = ICONS[MARKS[module]!];
  if (!icon) throw new TypeError(`Cannot find ${MARKS[module]}: the package has no such icon`);
  return icon;
}

function toText(module: string): string {
  const { title, hex, path } = iconOf(module);
  const { rules, drawn, background, parts }: Partial<Brand> = BRANDS[module] ?? {};
  const origin = drawn ? "" : ", from the CC0 icon package `simple-icons`";
  return `/**
 * Mark of ${title}${origin}; the brand is its
 * owner's.${rules ? ` Its rules: {@link ${rules}}.\n *` : ""} Written by \`tests/tools/marks.ts\`.
 *
 * @module
 */

import type { ProviderMark } from "../../types/oauth_provider.ts";

/** Mark of ${title}. */
export const mark: ProviderMark = {
  color: ${quoted(hex)},
${toPath(shorten(path))}${parts ? toParts(parts) : ""}${
    background ? toBackground(background) : ""
  }};
`;
}

/** A color, as it is written into a file. */
function quoted(hex: string): string {
  return JSON.stringify(`#${hex.toLowerCase()}`);
}

/** The member `path`; a long value goes on its own line. */
function toPath(path: string, indent = "  "): string {
  const text = JSON.stringify(path);
  return text.length + indent.length + "path: ,".length <= 100
    ? `${indent}path: ${text},\n`
    : `${indent}path:\n${indent}  ${text},\n`;
}

function toParts(parts: readonly BrandPart[]): string {
  const items = parts.map(([hex, path]) =>
    `    {\n      color: ${quoted(hex)},\n${toPath(shorten(path), "      ")}    },\n`
  );
  return `  parts: [\n${items.join("")}  ],\n`;
}

function toBackground(background: NonNullable<Brand["background"]>): string {
  const value = typeof background === "string"
    ? quoted(background)
    : `{ light: ${quoted(background.light)}, dark: ${quoted(background.dark)} }`;
  return `  background: ${value},\n`;
}

if (import.meta.main) {
  await Deno.mkdir(FOLDER, { recursive: true });
  for (const [path, text] of toMarkFiles()) await Deno.writeTextFile(path, text);
}
