/**
 * The documents in `docs/` as a whole: links, the index, errors, and `llms.txt`.
 *
 * @module
 */

import { assert, assertEquals, assertMatch } from "@std/assert";
import { REPOSITORY } from "../../src/tools/doctor/docs.ts";
import { anchorsOf } from "../_anchors.ts";
import { readErrorPages, toErrors } from "../tools/errors.ts";
import { subpaths } from "../tools/exports.ts";
import { toLlms } from "../tools/llms.ts";
import { SITE } from "../tools/site/_address.ts";

const root = new URL("../../", import.meta.url);

async function* documents(folder = "docs/"): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(new URL(folder, root))) {
    if (name.startsWith(".")) continue; // the site
    if (folder + name === "docs/reference") continue; // made from the sources, and not committed
    if (isDirectory) yield* documents(`${folder}${name}/`);
    else yield folder + name;
  }
}

const texts = new Map<string, string>();
for await (const path of documents()) {
  texts.set(path, await Deno.readTextFile(new URL(path, root)));
}

/** Anchors by path; `undefined` where there is no such file. */
const anchors = new Map<string, string[] | undefined>();

async function anchorsAt(pathname: string): Promise<string[] | undefined> {
  if (anchors.has(pathname)) return anchors.get(pathname);
  // What was made here is not in the repository: links lead to the site.
  if (pathname.startsWith(`${root.pathname}docs/reference/`)) return undefined;
  const isFolder = (await Deno.stat(pathname).catch(() => null))?.isDirectory;
  const text = isFolder ? "" : await Deno.readTextFile(pathname).catch(() => undefined);
  const found = text === undefined ? undefined : anchorsOf(text);
  anchors.set(pathname, found);
  return found;
}

/** Every document of the repository. */
async function* markdownFiles(): AsyncGenerator<string> {
  for await (const { name } of Deno.readDir(root)) if (name.endsWith(".md")) yield name;
  for (const folder of ["docs/", "examples/", "src/", "adapters/", "tests/"]) {
    for await (const path of documents(folder)) {
      if (path.endsWith(".md") && !path.includes("node_modules")) yield path;
    }
  }
}

/** Links of a document that lead nowhere, also those to this repository by its address. */
async function brokenLinks(path: string, markdown: string): Promise<string[]> {
  const broken: string[] = [];
  const own = `${REPOSITORY}/blob/HEAD/`;
  // What looks like a link in code is none.
  const prose = markdown.replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, "");
  for (const [, link] of prose.matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^[a-z]+:/.test(link!) && !link!.startsWith(own)) continue;
    const base = link!.startsWith(own) ? root : new URL(path, root);
    const { pathname, hash } = new URL(link!.replace(own, ""), base);
    const found = await anchorsAt(pathname);
    if (!found || (hash && !found.includes(hash.slice(1)))) broken.push(link!);
  }
  return broken;
}

Deno.test("docs: every link leads to a file, and to a heading of it", async () => {
  let count = 0;
  for await (const path of markdownFiles()) {
    const markdown = texts.get(path) ?? await Deno.readTextFile(new URL(path, root));
    assertEquals(await brokenLinks(path, markdown), [], path);
    count++;
  }
  assert(count > texts.size + 20, "the documents outside of docs/ were not found");
  assertEquals(await brokenLinks("docs/a.md", "[a](b.md) [b](../README.md#nothing)"), [
    "b.md",
    "../README.md#nothing",
  ]);
  assertEquals(await brokenLinks("docs/a.md", "[a](reference/README.md)"), ["reference/README.md"]);
  assertEquals(await brokenLinks("a.md", `[a](${REPOSITORY}/blob/HEAD/docs/nothing.md)`), [
    `${REPOSITORY}/blob/HEAD/docs/nothing.md`,
  ]);
});

/** Prose of a document, without blocks of code. */
const proseOf = (markdown: string): string =>
  markdown.replaceAll(/^( *)```[^]*?^\1```$/gm, (block) => block.replaceAll(/[^\n]/g, ""));

Deno.test("docs: no span of code goes over the end of a line", () => {
  const broken = [...texts].flatMap(([path, markdown]) =>
    proseOf(markdown).split("\n").flatMap((line, index) =>
      (line.match(/`/g) ?? []).length % 2 === 0 ? [] : [`${path}:${index + 1}`]
    )
  );
  assertEquals(broken, []);
});

/** Guides, which lead to an app that people use: not those about facts, moves and faults. */
const isGuide = (path: string) =>
  /^docs\/([\w-]+|(frameworks|own-pages)\/[\w-]+)\.md$/.test(path) &&
  !/(benchmarks|comparison|errors|production|README|troubleshooting)\.md$/.test(path);

Deno.test("docs: every guide ends with the way to production", () => {
  const guides = [...texts].filter(([path]) => isGuide(path));
  assert(guides.length > 50, `${guides.length} guides`);
  const others = guides.filter(([path, markdown]) => {
    const last = [...markdown.matchAll(/\]\(([^)\s]+)\)/g)].at(-1)?.[1] ?? "";
    const isLast = /\]\([^)]*\)\.\n$/.test(markdown);
    return !isLast || new URL(last, new URL(path, root)).href !== `${root}docs/production.md`;
  });
  assertEquals(others.map(([path]) => path), []);
});

Deno.test("docs: emails that are printed are printed by the one transport for it", () => {
  const own = [...texts].filter(([, markdown]) => /console\.log\(`\\nTo:/.test(markdown));
  assertEquals(own.map(([path]) => path), []);
});

Deno.test("docs: one guide says how to register an app at GitHub, and the others link to it", () => {
  const own = [...texts].filter(([, markdown]) =>
    /OAuth app at GitHub|Developer settings/.test(markdown)
  );
  assertEquals(own.map(([path]) => path), ["docs/first-app.md"]);
});

Deno.test("docs: the index lists every document once, and the reference", () => {
  const index = texts.get("docs/README.md")!;
  const listed = [...index.matchAll(/^- \[[^\]]+\]\(([^)]+)\): /gm)].map(([, link]) =>
    link!.startsWith("https:") ? link! : `docs/${link}`
  );
  const expected = [...texts.keys()].filter((path) => path !== "docs/README.md");
  expected.push(`${SITE}reference/`);
  assertEquals(listed.sort(), expected.sort());
});

Deno.test("docs: what strangers read first stays short, and fits into a terminal", async () => {
  const most = { "README.md": 16_000, "CONTRIBUTING.md": 12_000, "SECURITY.md": 4000 };
  for (const [path, bytes] of Object.entries(most)) {
    const { size } = await Deno.stat(new URL(path, root));
    assert(size <= bytes, `${path} has ${size} bytes, and may have ${bytes}`);
  }
  for (const [path, markdown] of texts) {
    // The names of the modules of a conformance suite are long.
    if (!path.startsWith("docs/security/") || path === "docs/security/fapi2.md") continue;
    const wide = markdown.split("\n").filter((line) => line.length > 100);
    assertEquals(wide, [], path);
  }
});

/** Packages that documents run with npm; anybody may take another name. */
const RUN = [
  ...["@x/auth", "deno", "jsr", "astro", "drizzle-kit", "prisma", "tsx", "wrangler"],
  ...["@nestjs/cli", "create-expo-app", "create-next-app", "create-qwik", "create-react-router"],
  ...["expo", "sv", "typescript", "vite", "x-auth"],
];

/** Text whose commands people copy: documents, and what the commands print. */
async function* commandTexts(): AsyncGenerator<string> {
  for (const folder of ["docs/", "src/", "examples/"]) {
    for await (const path of documents(folder)) {
      if (/\.(md|tsx?|js)$/.test(path) && !path.includes("node_modules")) yield path;
    }
  }
  for await (const { name } of Deno.readDir(root)) if (name.endsWith(".md")) yield name;
}

Deno.test("docs: every package that they run with npm is of this project, or a known tool", async () => {
  const run =
    /\b(?:npx|npm exec|bunx|(?:pnpm|yarn) dlx)((?: --?\w+(?:=[\w.@/-]+)?)*) ((?:@[\w-]+\/)?[\w.-]+)/g;
  const fetched = /--package=((?:@[\w-]+\/)?[\w.-]+)/g;
  const unknown: string[] = [];
  let count = 0;
  for await (const path of commandTexts()) {
    const text = await Deno.readTextFile(new URL(path, root));
    for (const [command, options, name] of text.matchAll(run)) {
      count++;
      const names = [name!, ...options!.matchAll(fetched).map(([, each]) => each!)];
      if (!names.every((each) => RUN.includes(each))) unknown.push(`${path}: ${command}`);
    }
  }
  assertEquals(unknown, []);
  assert(count > 8, "the commands were not found");
  assertEquals([..."npx -y x-auth doctor".matchAll(run)].map(([, , name]) => name), ["x-auth"]);
  const [, options] = "npx --package=typescript@5 --package=@x/auth x-auth".matchAll(run).next()
    .value!;
  assertEquals([...options!.matchAll(fetched)].map(([, name]) => name), ["typescript", "@x/auth"]);
});

/** The manifest of this package, from which JSR and npm get theirs. */
const manifest: { name: string; exports: Record<string, string> } = JSON.parse(
  await Deno.readTextFile(new URL("deno.json", root)),
);

/** Specifiers of JSR in a text that name nothing of this project or the standard library. */
function unpublished(text: string): string[] {
  const specifiers = text.matchAll(
    /\bjsr:((?:@[\w-]+\/)?[\w-]+)(?:@[\^~]?[\d.*]*)?((?:\/[\w-]+)*)/g,
  );
  return [...specifiers].filter(([, name, subpath]) =>
    !name!.startsWith("@std/") &&
    (name !== manifest.name || !Object.hasOwn(manifest.exports, `.${subpath}`))
  ).map(([specifier]) => specifier);
}

Deno.test("docs: every package of JSR that they add or run is this one, with an export that it has", async () => {
  let count = 0;
  for await (const path of commandTexts()) {
    const text = await Deno.readTextFile(new URL(path, root));
    assertEquals(unpublished(text), [], path);
    count += text.split(`jsr:${manifest.name}`).length - 1;
  }
  assert(count > 30, "the commands were not found");
  assert(RUN.includes(manifest.name));
  const wrong = "deno run -A jsr:@y/auth/doctor; deno add jsr:@x/auth@^0.2.0/nothing jsr:auth";
  assertEquals(unpublished(wrong), [
    "jsr:@y/auth/doctor",
    "jsr:@x/auth@^0.2.0/nothing",
    "jsr:auth",
  ]);
});

/** Pages that hosts make, which need no file of this repository. */
const PAGES_OF_HOSTS = ["https://github.com/x-auth/auth/security/advisories/new", REPOSITORY];

/** Addresses of this project in a text that lead to nothing it publishes. */
async function lost(text: string): Promise<string[]> {
  const found: string[] = [];
  const written =
    /https:\/\/(?:github\.com\/x-auth|jsr\.io\/@x|(?:www\.)?npmjs\.com\/package\/@x)\b[^\s"'`)<>\]]*/g;
  for (const [address] of text.matchAll(written)) {
    const [, path, anchor] = /\/blob\/HEAD\/([^#]+)(?:#(.*))?$/.exec(address) ?? [];
    if (path === undefined) {
      if (!PAGES_OF_HOSTS.includes(address)) found.push(address);
      continue;
    }
    const anchors = await anchorsAt(new URL(path, root).pathname);
    if (!anchors || (anchor && !anchors.includes(anchor))) found.push(address);
  }
  return found;
}

Deno.test("docs: no address in sources, documents or forms leads to a page that is not published", async () => {
  // These make the addresses: `tests/doctor/command_test.ts` and `tests/unit/hooks/logger_test.ts`
  // try each that they print.
  const makers = ["src/tools/doctor/docs.ts", "src/hooks/logger.ts"];
  let count = 0;
  const paths = [".github/ISSUE_TEMPLATE/config.yml"];
  for (const folder of ["adapters/", "docs/", "examples/", "pages/", "src/"]) {
    for await (const path of documents(folder)) {
      if (/\.(md|tsx?|js)$/.test(path) && !path.includes("node_modules")) paths.push(path);
    }
  }
  for await (const { name } of Deno.readDir(root)) {
    if (/\.(md|ts|txt)$/.test(name)) paths.push(name);
  }
  for (const path of paths) {
    if (makers.includes(path)) continue;
    const text = await Deno.readTextFile(new URL(path, root));
    assertEquals(await lost(text), [], path);
    count += text.split(REPOSITORY).length - 1;
  }
  assert(count > 10, "the addresses were not found");
  for (const maker of makers) await Deno.stat(new URL(maker, root));
  const wrong = [
    `${REPOSITORY}/blob/HEAD/docs/nothing.md`,
    `${REPOSITORY}/blob/HEAD/docs/proxy.md#nothing`,
    `${REPOSITORY}/wiki`,
    "https://jsr.io/@x/other",
  ];
  assertEquals(await lost(`see ${wrong.join(" and ")}`), wrong);
});

Deno.test("docs: every subpath that they name is exported", () => {
  const { exports } = manifest;
  // These are packages of the workspace, and subpaths in the npm package.
  const wrappers = /^\/(next|qwik|sveltekit)(\/|$)/;
  for (const [path, markdown] of texts) {
    for (const [, subpath] of markdown.matchAll(/["`]@x\/auth((?:\/[\w-]+)*)["`]/g)) {
      assert(
        Object.hasOwn(exports, `.${subpath}`) || wrappers.test(subpath!),
        `${path}: ${subpath}`,
      );
    }
  }
});

Deno.test("docs: the page of subpaths names each of them once, and twelve first", async () => {
  const [first = "", rest = ""] = texts.get("docs/subpaths.md")!.split("\n## The rest\n");
  const namesIn = (markdown: string) =>
    [...markdown.matchAll(/`@x\/auth(\/[^`]+)?`/g)].map(([, subpath = ""]) => subpath);
  const most = namesIn(first);
  assertEquals(most.length, 12);
  // With a name in angle brackets, one row stands for what the rest may list.
  const patterns = most.filter((name) => name.includes("<"))
    .map((name) => new RegExp(`^${name.replace(/<\w+>/, "[\\w-]+")}$`));
  const listed = [...most.filter((name) => !name.includes("<")), ...namesIn(rest)];
  assertEquals(listed.filter((name, index) => listed.indexOf(name) !== index), [], "twice");
  const exported = Object.keys(await subpaths()).map((name) => name.slice("@x/auth".length));
  const isFamily = (name: string) => /^\/(providers|languages)\/(?!oauth$)/.test(name);
  assertEquals(listed.toSorted(), exported.filter((name) => !isFamily(name)).toSorted());
  for (const pattern of patterns) assert(exported.some((name) => pattern.test(name)), `${pattern}`);
});

const pages = await readErrorPages();

Deno.test("docs/errors.md is up to date: run `deno task errors`", async () => {
  const written = texts.get("docs/errors.md")!;
  assertEquals(written, await toErrors(pages));
  assert(!written.includes(REPOSITORY), "links to guides are relative");
});

for (const { name, text } of pages) {
  Deno.test(`docs: ${name} is described by a sentence, and by causes with their cures`, () => {
    const [, list] = /^[A-Z`][^]+?\.\n\n(- [^]+?)(?:\n\n|$)/.exec(text.trim()) ?? [];
    assert(list, text);
    // "cause: cure", where neither is empty; quotations of messages may have colons too.
    for (const item of list.split(/\n(?=- )/)) assertMatch(item, /^- [^]{5,}?: [^]{5,}\.$/);
    // JSR cannot follow relative links.
    for (const [, link] of text.matchAll(/\]\(([^)]*)\)/g)) assertMatch(link!, /^https:/);
  });
}

Deno.test("llms.txt is up to date: run `deno task llms`", async () => {
  const written = await Deno.readTextFile(new URL("llms.txt", root));
  assertEquals(written, toLlms(texts.get("docs/README.md")!));
});
