/**
 * Pages of the site: the documents of the repository with links that work there, the navigation
 * from the indexes, and what programs read (`llms.txt`).
 *
 * @module
 */

import { palettes } from "../../../src/base/palette.ts";
import { STARTERS } from "../../../src/tools/doctor/starters.ts";
import { REPOSITORY } from "../../../src/tools/doctor/docs.ts";
import { relative } from "../reference/_library.ts";
import { makeReference } from "../reference/main.ts";
import { SITE } from "./_address.ts";
import { GALLERY } from "./_gallery.ts";
import { toLlms } from "../llms.ts";

const root = new URL("../../../", import.meta.url);

/** Documents outside of `docs/` that have a page. */
const OTHERS: Readonly<Record<string, string>> = {
  "CHANGELOG.md": "changelog.md",
  "SECURITY.md": "security-policy.md",
  "examples/README.md": "examples.md",
};

/** Folder of pictures. */
const IMAGES = ".github/images/";

/** A file of the site. */
export interface Page {
  /** Path in the repository. */
  source: string;
  /** Path below the folder of pages. */
  path: string;
  /** Markdown. */
  text: string;
}

/** Everything that the generator reads. */
export interface Stage {
  /** Pages. */
  pages: readonly Page[];
  /** Other files, by their path. */
  files: ReadonlyMap<string, string | Uint8Array>;
  /** `site.json`. */
  site: object;
  /** `theme/palette.css`. */
  palette: string;
}

/**
 * Makes the stage.
 *
 * @param base path of the site, with a slash at both ends
 */
export async function makeStage(base: string): Promise<Stage> {
  const reference = new Map(
    [...(await makeReference()).pages].map(([path, text]) => [`docs/reference/${path}`, text]),
  );
  const guides = (await markdownFiles("docs/")).filter((path) => !/^docs\/reference\//.test(path));
  const sources = [
    ...[...guides, ...reference.keys()].sort().map((source) => [source, pathOf(source)] as const),
    ...Object.entries(OTHERS),
  ];
  const paths = new Map<string, string>(sources);
  const pages: Page[] = [];
  for (const [source, path] of sources) {
    const written = reference.get(source) ?? await read(source);
    const text = withTabs(source, withLinks(written, source, path, paths));
    pages.push({ source, path, text });
  }
  const home = await read("docs/.vitepress/home.md");
  pages.push({ source: "docs/.vitepress/home.md", path: "index.md", text: home });

  const files = new Map<string, string | Uint8Array>();
  for await (const { name } of Deno.readDir(new URL(IMAGES, root))) {
    files.set(`images/${name}`, await Deno.readFile(new URL(IMAGES + name, root)));
  }
  files.set("icon.svg", ICON);
  const index = await read("docs/README.md");
  files.set("llms.txt", withPages(toLlms(index), base, paths));
  files.set("llms-full.txt", toFull(pages));

  return { pages, files, site: siteOf(base, index, reference), palette: palette() };
}

const read = (path: string): Promise<string> => Deno.readTextFile(new URL(path, root));

/** Markdown files below a folder; the folder of the generator begins with a dot. */
async function markdownFiles(folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(new URL(folder, root))) {
    if (name.startsWith(".")) continue;
    if (isDirectory) found.push(...await markdownFiles(`${folder}${name}/`));
    else if (name.endsWith(".md")) found.push(folder + name);
  }
  return found.sort();
}

/** Path of the page of a document below `docs/`. */
function pathOf(source: string): string {
  if (source === "docs/README.md") return "guides.md";
  return source.replace(/^docs\//, "").replace(/README\.md$/, "index.md");
}

/** Links to documents lead to their page, those to other files to the repository. */
export function withLinks(
  text: string,
  source: string,
  path: string,
  paths: ReadonlyMap<string, string>,
): string {
  const own = `${REPOSITORY}/blob/HEAD/`;
  const rewrite = (written: string): string => {
    const link = written.startsWith(SITE) ? `${own}docs/${written.slice(SITE.length)}` : written;
    const isOwn = link.startsWith(own);
    if (!isOwn && /^([a-z]+:|#|\/)/.test(link)) return link;
    const from = isOwn ? "file:///" : new URL(source, "file:///");
    const { pathname, hash } = new URL(isOwn ? link.slice(own.length) : link, from);
    const target = decodeURIComponent(pathname.slice(1));
    // It is no page of the generator, whose router must not follow the link.
    if (target.startsWith(`docs/${GALLERY}`)) return `/${GALLERY}index.html`;
    const page = paths.get(target) ?? paths.get(`${target.replace(/\/?$/, "/")}README.md`);
    if (page) {
      if (page === path) return hash || `./${path.split("/").at(-1)}`;
      const found = relative(path, page);
      return (found.startsWith(".") ? found : `./${found}`) + hash;
    }
    if (target.startsWith(IMAGES)) return `/images/${target.slice(IMAGES.length)}`;
    return `${REPOSITORY}/blob/HEAD/${target}${hash}`;
  };
  // Code stays as it is.
  return text.split(/(```[\s\S]*?```|`[^`\n]*`)/).map((part, index) =>
    index % 2 === 1 ? part : escapeTags(
      part.replaceAll(/(\]\()([^)\s]+)\)/g, (_, before, link) => {
        const found = rewrite(link);
        const isApart = found.startsWith(`/${GALLERY}`);
        return `${before}${found})${isApart ? '{target="_self"}' : ""}`;
      })
        .replaceAll(
          /\b(src|srcset|href)="([^"]+)"/g,
          (_, name, link) => `${name}="${rewrite(link)}"`,
        ),
    )
  ).join("");
}

/** Elements that documents use; other words in angle brackets are text. */
const ELEMENTS = /^(picture|source|img|br|details|summary|a|sub|sup|kbd|p|div)\b/i;

function escapeTags(text: string): string {
  return text
    .replaceAll(/<(?=\/?([a-z][\w-]*))/gi, (mark, name) => ELEMENTS.test(name) ? mark : "&lt;")
    .replaceAll(/&lt;(https?:[^\s>]+>)/g, "<$1")
    .replaceAll("{{", "&#123;&#123;");
}

/** Names of frameworks, as tabs. */
const FRAMEWORKS: Readonly<Record<string, string>> = {
  deno: "Deno",
  next: "Next.js",
  sveltekit: "SvelteKit",
  express: "Express",
  hono: "Hono",
  fresh: "Fresh",
  "solid-start": "SolidStart",
  qwik: "Qwik",
};

/** The config of a provider's page, as each framework has it. */
function withTabs(source: string, text: string): string {
  const module = /^docs\/reference\/providers\/(.+)\.md$/.exec(source)?.[1];
  const block = /```ts\nimport (\w+) from "[^"]+";\n\nexport const config = [^\n]+\n```\n/.exec(
    text,
  );
  const symbol = block?.[1];
  if (!module || !symbol) return text;
  const tabs = Object.entries(FRAMEWORKS).map(([framework, name]) => {
    const [[file, code] = []] = Object.entries(STARTERS[framework as keyof typeof STARTERS].files);
    const own = code!.replaceAll("/providers/github", `/providers/${module}`)
      .replaceAll("GitHub", symbol);
    return `\`\`\`ts [${name}]\n// ${file}\n${own}\`\`\`\n`;
  });
  const guide = `\nThe [guide of your framework](../../frameworks/index.md) has the other files.\n`;
  return text.replace(block[0], () => `::: code-group\n\n${tabs.join("\n")}\n:::\n${guide}`);
}

/** Links of `llms.txt` lead to the Markdown of the pages. */
function withPages(text: string, base: string, paths: ReadonlyMap<string, string>): string {
  const start = `${REPOSITORY}/blob/HEAD/`;
  return text.replaceAll(/\]\(([^)]+)\)/g, (whole, url: string) => {
    const page = url.startsWith(start)
      ? paths.get(url.slice(start.length))
      : url.startsWith(SITE)
      ? paths.get(`docs/${url.slice(SITE.length)}README.md`)
      : undefined;
    return page ? `](${base}${page})` : whole;
  });
}

/** All documents in one text. */
function toFull(pages: readonly Page[]): string {
  return pages.filter(({ path }) => path !== "index.md" && path !== "changelog.md")
    .map(({ path, text }) => `<!-- ${path} -->\n\n${text.trim()}\n`).join("\n");
}

interface Item {
  text: string;
  link?: string;
  collapsed?: boolean;
  items?: Item[];
}

/** Sections of an index with their links. */
function sectionsOf(index: string, folder: string): Item[] {
  return index.split(/^## /m).slice(1).map((section): Item => {
    const [heading = "", ...lines] = section.split("\n");
    const items = [...lines.join("\n").matchAll(/^- \[([^\]]+)\]\(([^)]+)\)/gm)]
      .map(([, text, link]): Item => ({
        text: text!.replaceAll("`", ""),
        link: toLink(link!, folder),
      }));
    return { text: heading, items };
  }).filter(({ items }) => items!.length > 0);
}

/** Link of the navigation. */
function toLink(link: string, folder: string): string {
  const { pathname } = new URL(link, `https://site.example${folder}`);
  return pathname.replace(/README\.md$/, "").replace(/\.md$/, "");
}

function siteOf(
  base: string,
  index: string,
  reference: ReadonlyMap<string, string>,
): object {
  const guides = sectionsOf(index.replaceAll(SITE, ""), "/");
  const hasComparison = guides.some(({ items }) =>
    items!.some(({ link }) => link === "/comparison")
  );
  const collapsed = (sections: Item[]) => sections.map((one) => ({ ...one, collapsed: true }));
  return {
    title: "@x/auth",
    description: "Authentication for TypeScript web apps",
    repository: REPOSITORY,
    base,
    nav: [
      { text: "Guides", link: "/guides", activeMatch: "^/(?!reference|examples|changelog)." },
      { text: "Reference", link: "/reference/", activeMatch: "^/reference/(?!providers)" },
      { text: "Providers", link: "/reference/providers/", activeMatch: "^/reference/providers" },
      { text: "Examples", link: "/examples" },
      { text: "Gallery", link: `/${GALLERY}index.html`, target: "_self" },
      ...hasComparison ? [{ text: "Comparison", link: "/comparison" }] : [],
      { text: "Changelog", link: "/changelog" },
    ],
    sidebar: {
      "/reference/providers/": [
        { text: "All providers", link: "/reference/providers/" },
        ...sectionsOf(
          reference.get("docs/reference/providers/README.md")!,
          "/reference/providers/",
        ),
      ],
      "/reference/": [
        { text: "Reference", link: "/reference/" },
        ...collapsed(sectionsOf(reference.get("docs/reference/README.md")!, "/reference/")),
      ],
      "/": [{ text: "All guides", link: "/guides" }, ...guides],
    },
  };
}

/** Colors of the site: those of the built-in pages. */
function palette(): string {
  const rules = (["light", "dark"] as const).map((scheme) => {
    const colors = palettes[scheme];
    const focus = colors["color-focus"];
    return `${scheme === "light" ? ":root" : ".dark"} {
  --vp-c-bg: ${colors["color-background-card"]};
  --vp-c-bg-alt: ${colors["color-background"]};
  --vp-c-bg-elv: ${colors["color-background-card"]};
  --vp-c-bg-soft: ${colors["color-background"]};
  --vp-c-text-1: ${colors["color-text"]};
  --vp-c-text-2: ${colors["color-primary"]};
  --vp-c-text-3: ${colors["color-primary"]};
  --vp-c-divider: ${colors["color-separator"]};
  --vp-c-gutter: ${colors["color-separator"]};
  --vp-c-brand-1: ${focus};
  --vp-c-brand-2: ${focus};
  --vp-c-brand-3: ${focus};
  --vp-c-brand-soft: ${focus}24;
  --vp-button-brand-bg: ${colors["color-text"]};
  --vp-button-brand-text: ${colors["color-background-card"]};
  --vp-button-brand-hover-bg: ${colors["color-primary"]};
  --vp-button-brand-hover-text: ${colors["color-background-card"]};
  --vp-button-brand-active-bg: ${colors["color-primary"]};
  --vp-home-hero-name-color: ${colors["color-text"]};
}
`;
  });
  return rules.join("\n");
}

/** A key on a tile, in the colors of the pages. */
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="8" fill="${palettes.light["color-focus"]}"/>
<g fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round">
<circle cx="11.5" cy="16" r="4.5"/><path d="M16 16h9.5M22 16v4"/></g></svg>
`;
