/**
 * The components that can be copied, and the frameworks.
 *
 * @module
 */

import copies from "./copies.json" with { type: "json" };

/** Names of the components, as the command takes them. */
export const COMPONENTS = [
  "sign-in",
  "sign-up",
  "account",
  "user-button",
  "organization-switcher",
] as const;

/** Name of a component. */
export type Component = (typeof COMPONENTS)[number];

/** Names of the frameworks. */
export const FRAMEWORKS = ["react", "vue", "svelte", "solid"] as const;

/** Name of a framework. */
export type Framework = (typeof FRAMEWORKS)[number];

/** Language of the copies. */
export type Language = "ts" | "js";

/** Style sheet of a copy: tokens of its own, or those of shadcn. */
export type Look = "tokens" | "shadcn";

/** Name of the style sheet in the app. */
const SHEET = "auth.css";

/** The class around a component, which Tailwind has classes for. */
const AROUND = /\bauth-own\b/g;
const TAILWIND = "mx-auto w-full";

type Files = Readonly<Record<string, string>>;

const COPIES: Readonly<Record<Framework, Readonly<Record<Language, Files>>>> = copies.frameworks;
const SHEETS: Readonly<Record<Look, string>> = copies.styles;

/** `sign-in` → `SignIn` */
export function toName(component: Component): string {
  return component.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** How the copies of an app are written. */
export interface Style {
  /** Framework. */
  readonly framework: Framework;
  /** Language. */
  readonly language: Language;
  /** Style sheet. */
  readonly look: Look;
  /** `true` where the tokens of shadcn are parts of a color in HSL, as with Tailwind 3. */
  readonly areTokensParts: boolean;
  /** `true` where modules of the browser say so, as in Next.js. */
  readonly isClientMarked: boolean;
}

/** The files of components by their name, with all that they import. */
export function listFiles(components: readonly Component[], style: Style): Map<string, string> {
  const { framework, language, look, isClientMarked } = style;
  const sources = COPIES[framework][language];
  const files = new Map<string, string>();
  const add = (name: string) => {
    if (files.has(name)) return;
    const text = name === SHEET ? sheetOf(style) : sources[name];
    if (text === undefined) throw new Error(`There is no copy ${name} for ${framework}`);
    const mark = isClientMarked && /x$/.test(name) ? '"use client";\n\n' : "";
    files.set(name, mark + (look === "shadcn" ? text.replaceAll(AROUND, TAILWIND) : text));
    for (const [, imported] of text.matchAll(/(?:from|import) "\.\/([\w.-]+)"/g)) {
      add(Object.hasOwn(sources, imported!) || imported === SHEET ? imported! : find(imported!));
    }
  };
  const find = (stem: string) =>
    Object.keys(sources).find((name) => name.replace(/\.\w+$/, "") === stem) ?? stem;
  for (const component of components) {
    add(find(framework === "vue" || framework === "svelte" ? toName(component) : component));
  }
  return files;
}

function sheetOf({ look, areTokensParts }: Style): string {
  const text = SHEETS[look];
  // A radius is a length in each version.
  return areTokensParts ? text.replaceAll(/var\(--(?!radius\b)[\w-]+\)/g, "hsl($&)") : text;
}

/** The line that shows a component in a page. */
export function makeUsage(component: Component, { framework }: Style, folder: string): string {
  const name = toName(component);
  const isFile = framework === "vue" || framework === "svelte";
  const file = isFile ? `${name}.${framework}` : component;
  const path = JSON.stringify(["."].concat(folder || [], file).join("/"));
  return `import ${isFile ? name : `{ ${name} }`} from ${path};  →  <${name} />`;
}
