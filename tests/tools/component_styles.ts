/**
 * Writes the default styles of the components from those of the built-in pages: the same rules,
 * within `.auth`, with a prefix before each class. Run it when styles of the pages change:
 *
 *     deno run -A tests/tools/component_styles.ts
 *
 * @module
 */

import { ORIGIN, PAGES } from "../../src/tools/gallery/pages.ts";

/** File with the styles. */
export const PATH = "src/client/component_styles.ts";

/** Last words of the rules that all pages have. */
const END = ".mark{forced-color-adjust:none}}";

/** Groups of pages that look like the account page, and have rules of their own: names of their steps. */
const STEPS: Readonly<Record<string, readonly string[]>> = {
  "API keys": ["keys", "organization-keys"],
  "Organizations": ["organizations", "organization", "organization-settings", "invitation"],
  "Single sign-on": ["connections"],
};

/** Groups that no component draws, with rules that no other group has. */
const NOT_DRAWN = [
  ...["Native clients", "Operators who act", "Authorization server", "Devices", "Operators"],
];

/** Pages that have all rules of another one, and more. */
const EXTENDS: Readonly<Record<string, string>> = { factors: "factor" };

/** Rules of the components alone. */
const OWN = `.auth>div{display:grid;grid-template-columns:minmax(0,1fr);justify-items:center}
.auth>div>*{width:100%;max-width:25rem}
.auth-inline{display:inline-block;min-width:0}.auth-inline>div{display:block}.auth-inline>div>*{max-width:none}
.auth-menu{position:relative}.auth-menu>summary{display:flex;align-items:center;gap:.5rem;min-height:2.75rem;padding:.25rem .75rem;
cursor:pointer;list-style:none;border:var(--edge);border-radius:var(--border-radius);background:var(--color-background-card)}
.auth-menu>summary::-webkit-details-marker{display:none}.auth-name{overflow:hidden;text-overflow:ellipsis;white-space:nowrap;max-width:14rem}
.auth .auth-entries{position:absolute;inset-inline-end:0;z-index:1;min-width:12rem;max-width:min(20rem,90vw);margin-top:.375rem;padding:.375rem;
background:var(--color-background-card);border:var(--line);border-radius:var(--border-radius);box-shadow:var(--shadow)}
.auth .auth-entries:empty{min-height:3rem}.auth .auth-entries ul{list-style:none;margin:0;padding:0}
.auth .auth-entry{display:block;width:100%;min-height:2.75rem;padding:.625rem .75rem;border:0;border-radius:calc(var(--border-radius)*2/3);background:none;
font:inherit;text-align:start;text-decoration:none;color:inherit;cursor:pointer;overflow-wrap:anywhere}
.auth .auth-entry:has(>.auth-initial){display:flex;align-items:center;gap:.625rem}.auth img.auth-initial{background:none;border-radius:calc(var(--border-radius)*2/3);object-fit:contain}
.auth .auth-entry:hover{background:var(--color-background-hover)}.auth .auth-entry[aria-current]{font-weight:600}
.auth summary:focus-visible{outline:3px solid var(--color-focus);outline-offset:2px}
.auth .auth-contents{display:contents}
.auth .auth-failure{background:var(--color-info);color:var(--color-info-text);border:var(--border-width) solid var(--color-info-hover);
border-radius:var(--border-radius);padding:.75rem 1rem;margin:0 0 1.25rem;font-size:.9375rem}.auth .auth-failure p{margin:0}
.auth [tabindex="-1"]:focus{outline:0}.auth .auth-mark{color:var(--color-text)}`.replaceAll(
  "\n",
  "",
);

/** A rule, or rules that depend on a condition. */
interface Rule {
  head: string;
  body: string;
}

/** Splits rules. */
function rulesOf(css: string): Rule[] {
  const rules: Rule[] = [];
  let depth = 0;
  let start = 0;
  let head = "";
  for (let at = 0; at < css.length; at++) {
    if (css[at] === "{" && depth++ === 0) {
      head = css.slice(start, at).trim();
      start = at + 1;
    } else if (css[at] === "}" && --depth === 0) {
      rules.push({ head, body: css.slice(start, at) });
      start = at + 1;
    }
  }
  return rules;
}

/** Splits a list of selectors at the commas that are in no parentheses. */
function selectorsOf(head: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const letter of head) {
    if (letter === "(") depth++;
    if (letter === ")") depth--;
    if (letter === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim());
}

/** The class of a page, or the classes of those that have its rules. */
function classOf(page: string): string {
  const others = Object.keys(EXTENDS).filter((one) => EXTENDS[one] === page);
  const classes = [page, ...others].map((one) => `.auth-${one}`);
  return others.length > 0 ? `:is(${classes.join(",")})` : classes[0]!;
}

/** A selector within the components, and within a page of them. */
function within(selector: string, page: string | undefined, steps = ""): string | undefined {
  const named = selector.replaceAll(/\.(?=[a-z])/g, ".auth-");
  if (selector === ":root" || selector === "body") return ".auth";
  if (selector === ".page" || selector === ".page>*") return undefined;
  if (named.startsWith(".auth-page:has(>")) {
    return named.replace(".auth-page:has(>", `.auth${steps}:has(>div>`);
  }
  if (named.startsWith(".auth-page>")) return named.replace(".auth-page>", `.auth${steps}>div>`);
  if (named.startsWith(":lang(")) return `.auth${named}`;
  const scope = page === undefined || named.startsWith(`.auth-${page}`)
    ? `.auth${steps}`
    : `.auth${steps} ${classOf(page)}`;
  const [, direction, rest] = /^(:where\(\[dir=rtl\]\)|\[dir=rtl\]) (.+)$/.exec(named) ?? [];
  return direction ? `${direction} ${scope} ${rest}` : `${scope} ${named}`;
}

function convert(css: string, page?: string, steps?: string): string[] {
  return rulesOf(css).flatMap(({ head, body }) => {
    if (head.startsWith("@media")) {
      const inner = convert(body, page, steps);
      return inner.length > 0 ? [`${head}{${inner.join("")}}`] : [];
    }
    if (/^\.brand-\d+$/.test(head)) return [];
    const selectors = selectorsOf(head).flatMap((one) => within(one, page, steps) ?? []);
    // The page of the app has its own background.
    const own = head === "body" ? body.replace(/margin:0;background:[^;]+;/, "") : body;
    return selectors.length > 0 ? [`${[...new Set(selectors)].join(",")}{${own}}`] : [];
  });
}

const COLOR = /#[\da-f]{3,8}|rgb\([^)]*\)/g;

/**
 * The colors of both schemes: the page of the app says which one is in use, by its `color-scheme`,
 * since its background is its own. Browsers that lack the function have the light ones.
 */
function followScheme(light: string, dark: string): string[] {
  const darkOf = new Map(dark.split(";").map((line) => line.split(":") as [string, string]));
  const both = light.split(";").flatMap((line) => {
    const [name = "", value = ""] = line.split(":");
    const others = darkOf.get(name)?.match(COLOR);
    if (!others || name === "color-scheme") return [];
    let at = 0;
    return [`${name}:${value.replace(COLOR, (color) => `light-dark(${color},${others[at++]})`)}`];
  });
  const own = light.split(";").filter((line) => !line.startsWith("color-scheme"));
  return [
    `.auth{${own.join(";")}}`,
    `@supports (color:light-dark(#000,#fff)){.auth{${both.join(";")}}}`,
  ];
}

/** The styles. */
export function makeStyles(): string {
  const frame = { nonce: "", theme: {}, siteUrl: ORIGIN, signinUrl: "/" };
  const rules = new Set<string>();
  const own = new Set<string>();
  // Other pages that look like it have its rules, too.
  const { Account, ...others } = PAGES;
  for (const [group, states] of Object.entries({ Account: Account!, ...others })) {
    if (NOT_DRAWN.includes(group)) continue;
    const names = STEPS[group]?.map((name) => `[data-page=${name}]`).join(",");
    const steps = names && `:is(${names})`;
    for (const render of Object.values(states)) {
      const { html } = render(frame);
      const [, css = ""] = /<style[^>]*>(.*?)<\/style>/s.exec(html) ?? [];
      const [, page = ""] = /<main class="([\w-]+)/.exec(html) ?? [];
      const at = css.indexOf(END) + END.length;
      for (const rule of convert(css.slice(0, at))) rules.add(rule);
      const rest = css.slice(at).replaceAll("\n", "");
      const common = convert(rest, page);
      const scoped = convert(rest, page, steps);
      const extended = convert(rest, EXTENDS[page] ?? page);
      for (const [index, rule] of common.entries()) {
        if (own.has(extended[index]!)) continue;
        own.add(own.has(rule) ? rule : scoped[index]!);
      }
    }
  }
  const [light = "", dark = "", ...rest] = rules;
  const bodyOf = (rule: string) => /\.auth\{([^}]*)\}/.exec(rule)![1]!;
  return [...followScheme(bodyOf(light), bodyOf(dark)), ...rest, OWN, ...own].join("\n");
}

/** The text of the file. */
export function makeFile(): string {
  const text = makeStyles().replaceAll("\\", "\\\\").replaceAll("`", "\\`").replaceAll(
    "${",
    "\\${",
  );
  return `// deno-fmt-ignore-file: written by \`deno run -A tests/tools/component_styles.ts\`
/**
 * Default styles of the components of \`@x/auth/react\`, \`vue\`, \`svelte\` and \`solid\`: those of the
 * built-in pages. All rules are within \`.auth\`, and all classes begin with \`auth-\`. Colors are the
 * custom properties of \`.auth\`, such as \`--brand-color\`. Serve the text as a file, or adopt it.
 *
 * @example
 * \`\`\`ts
 * import { componentStyles } from "@x/auth/styles";
 *
 * const response = new Response(componentStyles, { headers: { "content-type": "text/css" } });
 * console.log(response.headers.get("content-type"));
 * \`\`\`
 *
 * @module
 */

/** The style sheet. */
export const componentStyles: string = \`${text}\`;
`;
}

if (import.meta.main) {
  await Deno.writeTextFile(PATH, makeFile());
  console.log(`${PATH}: ${makeStyles().length} characters`);
}
