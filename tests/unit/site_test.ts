/**
 * The pages of the site before they are built; `deno task docs --check` visits the built ones.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { anchorsOf } from "../_anchors.ts";
import { SITE } from "../tools/site/_address.ts";
import { GALLERY } from "../tools/site/_gallery.ts";
import { makeStage, withLinks } from "../tools/site/_stage.ts";

const { pages, files, site } = await makeStage("/auth/");
const texts = new Map(pages.map(({ path, text }) => [path, text]));

/** The page that a link of the site leads to; the gallery is written beside them. */
const pageOf = (pathname: string): string | undefined =>
  [pathname, `${pathname}.md`, `${pathname}index.md`, `${pathname}index.html`]
    .map((path) => path.slice(1))
    .find((path) => texts.has(path) || path === `${GALLERY}index.html`);

Deno.test("site: every link of a page leads to a page, to a heading of it, or away", () => {
  const broken: string[] = [];
  let count = 0;
  for (const [path, text] of texts) {
    const prose = text.replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, "");
    for (const [, link] of prose.matchAll(/\]\(([^)\s]+)\)/g)) {
      const url = new URL(link!, `https://site.example/${path}`);
      if (url.host !== "site.example") continue;
      count++;
      if (files.has(url.pathname.slice(1))) continue;
      const page = pageOf(url.pathname);
      const isThere = page &&
        (!url.hash || anchorsOf(texts.get(page)!).includes(url.hash.slice(1)));
      if (!isThere) broken.push(`${path}: ${link}`);
    }
  }
  assertEquals(broken, []);
  assert(count > 1000, String(count));
});

Deno.test("site: every address of the site leads to a page", async () => {
  const found: [path: string, address: string][] = [];
  const read = async (path: string) => {
    const text = await Deno.readTextFile(path);
    for (const [address] of text.matchAll(/https:\/\/x-auth\.github\.io\b[^\s"'`)<>\]]*/g)) {
      found.push([path, address]);
    }
  };
  const visit = async (folder: string): Promise<void> => {
    for await (const { name, isDirectory } of Deno.readDir(folder)) {
      const path = `${folder}/${name}`;
      if (isDirectory) {
        if (name !== "node_modules" && path !== "docs/reference") await visit(path);
      } else if (/\.(md|tsx?|js)$/.test(name)) await read(path);
    }
  };
  for (const folder of ["adapters", "docs", "examples", "pages", "src"]) await visit(folder);
  for await (const { name } of Deno.readDir(".")) if (/\.(md|ts|txt)$/.test(name)) await read(name);
  const lost = (address: string) => {
    const { hash, pathname } = new URL(address);
    const page = address.startsWith(SITE) && pageOf(pathname.replace("/auth/", "/"));
    return !page || (hash && !anchorsOf(texts.get(page)!).includes(hash.slice(1)));
  };
  assert(found.length > 1, "the addresses were not found");
  assertEquals(found.filter(([, address]) => lost(address)), []);
  for (const wrong of ["reference/none", "reference/#none"]) assert(lost(SITE + wrong), wrong);
});

Deno.test("site: the front page and the navigation lead to pages", () => {
  const links = [
    ...texts.get("index.md")!.matchAll(/^ *link: (\S+)$/gm),
    ...JSON.stringify(site).matchAll(/"link":"(\/[^"]*)"/g),
  ].map(([, link]) => link!);
  assert(links.length > 150, String(links.length));
  assertEquals(links.filter((link) => !pageOf(link)), []);
});

Deno.test("site: each page of the navigation is in it once", () => {
  const { sidebar } = site as { sidebar: Record<string, unknown> };
  for (const [start, items] of Object.entries(sidebar)) {
    const links = [...JSON.stringify(items).matchAll(/"link":"([^"]+)"/g)].map(([, link]) => link);
    assertEquals(links.length, new Set(links).size, start);
  }
});

Deno.test("site: a provider's page has its config for every framework", () => {
  const page = texts.get("reference/providers/keycloak.md")!;
  for (const name of ["Deno", "Next.js", "SvelteKit", "Express", "Hono", "Fresh", "Qwik"]) {
    const [, code = ""] = new RegExp(`\\[${name}\\]\n([^]*?)\`\`\``).exec(page) ?? [];
    assertStringIncludes(code, 'import Keycloak from "@x/auth/providers/keycloak";', name);
    assert(!/github/i.test(code), name);
  }
  assertStringIncludes(texts.get("reference/providers/github.md")!, "providers: [GitHub]");
});

Deno.test("site: llms.txt leads to the Markdown of pages, and llms-full.txt has their text", () => {
  const list = files.get("llms.txt") as string;
  const links = [...list.matchAll(/\]\(\/auth\/([^)]+)\)/g)].map(([, path]) => path!);
  assert(links.length > 20, list);
  assertEquals(links.filter((path) => !texts.has(path)), []);
  const full = files.get("llms-full.txt") as string;
  for (const path of ["first-app.md", "reference/options/session.md"]) {
    assertStringIncludes(full, texts.get(path)!.trim(), path);
  }
});

Deno.test("withLinks() leads to pages, else to the repository, and leaves code alone", () => {
  const paths = new Map([["docs/a.md", "a.md"], ["docs/b/README.md", "b/index.md"]]);
  const rows: [written: string, expected: string][] = [
    ["[b](b/README.md#x)", "[b](./b/index.md#x)"],
    ["[b](b/)", "[b](./b/index.md)"],
    ["[code](../src/errors.ts)", "[code](https://github.com/x-auth/auth/blob/HEAD/src/errors.ts)"],
    ["[b](https://github.com/x-auth/auth/blob/HEAD/docs/b/README.md)", "[b](./b/index.md)"],
    [`[b](${SITE}b/#x)`, "[b](./b/index.md#x)"],
    ["[far](https://a.example/b.md)", "[far](https://a.example/b.md)"],
    ["`[b](b/README.md)` <tenant> {{ x }}", "`[b](b/README.md)` &lt;tenant> &#123;&#123; x }}"],
    ['<img src="../.github/images/a.png">', '<img src="/images/a.png">'],
  ];
  for (const [written, expected] of rows) {
    assertEquals(withLinks(written, "docs/a.md", "a.md", paths), expected);
  }
});
