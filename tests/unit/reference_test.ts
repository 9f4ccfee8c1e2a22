/**
 * The reference is complete.
 *
 * @module
 */

import { assert, assertEquals, assertThrows } from "@std/assert";
import { anchorsOf } from "../_anchors.ts";
import { publishedFiles } from "../_rules.ts";
import { GROUPS } from "../tools/reference/_groups.ts";
import { takeDefault } from "../tools/reference/_markdown.ts";
import { announceOptions, Gaps, writeOptions } from "../tools/reference/_options.ts";
import { makeReference } from "../tools/reference/main.ts";

const { pages, options, exports, library } = await makeReference();

/** Headings of a page. */
const headingsOf = (path: string): string[] =>
  [...pages.get(path)!.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading!);

Deno.test("reference: every member of the config has an entry, with a type and a default", () => {
  const names = ["AuthConfig", "CommonConfig"].flatMap((name): string[] =>
    library.find(`@x/auth/types#${name}`).declarations[0]!.def.properties
      .map((member: { name: string }) => member.name)
  );
  assert(names.length > 30, names.join());
  const page = pages.get("options/config.md")!;
  for (const name of names) {
    const [, entry = ""] = new RegExp(`\n## ${name}\n([^]*?)(?=\n## |$)`).exec(page) ?? [];
    assert(/\n- Type: `.+\n- (Default: .+|Required)\n- Since: \d+\.\d+\.\d+\n/.test(entry), name);
  }
});

Deno.test("reference: every export of every subpath has an entry or a link", () => {
  let count = 0;
  for (const { specifier, own, others } of library.subpaths.values()) {
    const provider = /^@x\/auth\/providers\/(.+)/.exec(specifier)?.[1];
    if (provider === "oauth") continue;
    // A command exports nothing.
    if (own.length + others.length === 0) continue;
    const name = specifier.replace(/^@x\/auth\/?/, "").replaceAll("/", "-") || "auth";
    const path = provider ? `providers/${provider}.md` : `modules/${name}.md`;
    const headings = headingsOf(path);
    for (const one of own) {
      count++;
      assert(
        one.isDefault || headings.some((heading) => heading.split(" ")[0] === one.name),
        `${path}: ${one.name}`,
      );
    }
    if (!provider && others.length > 0) assert(headings.includes("Exported too"), path);
  }
  assert(count > 900, String(count));
  assertEquals(exports, count);
});

Deno.test("reference: every group of options has an example, and its options are counted", () => {
  let entries = 0;
  for (const { id } of GROUPS) {
    const page = pages.get(`options/${id}.md`)!;
    assert(/^```ts\b/m.test(page), id);
    entries += page.match(/^- Since: /gm)!.length;
  }
  assertEquals(options, entries);
  assert(options > 282, String(options));
});

Deno.test("reference: a page for every provider says what to register and what it reads", () => {
  const providers = [...pages.keys()].filter((path) => /^providers\/(?!README)/.test(path));
  assertEquals(providers.length, pages.get("providers/README.md")!.match(/^- \[/gm)!.length);
  const home = Deno.readTextFileSync("docs/.vitepress/home.md");
  assert(home.includes(`title: ${providers.length} providers\n`), "the front page counts them");
  for (const path of providers) {
    const text = pages.get(path)!;
    assert(/\n- Email address verified: /.test(text), path);
    const [, setUp = ""] = /\n## Set up\n\n([^]+?)\n\n## Use\n/.exec(text) ?? [];
    assert(setUp.length > 30, path);
    if (!/^- Kind: (OAuth|OpenID)/m.test(text)) continue;
    assert(/^- Callback URL: `\{origin\}\{basePath\}\/callback\//m.test(text), path);
    assert(/^- Variables: `AUTH_/m.test(text), path);
    assert(/^## The user\n\n[^]*?profile/m.test(text), path);
    assert(
      /\b(create|register|add|activate|ask|set up|run|order|accepts no new|propose|deploy)/i
        .test(setUp),
      `${path} does not say what to do at the site`,
    );
  }
});

Deno.test("reference: headings of a page are different, so that links to them stay", () => {
  const doubles = [...pages].flatMap(([path, text]) => {
    const anchors = anchorsOf(text);
    return anchors.filter((one, index) => anchors.indexOf(one) !== index)
      .map((anchor) => `${path}#${anchor}`);
  });
  assertEquals(doubles, []);
});

Deno.test("reference: the index leads to every page", () => {
  const linked = ["README.md", "providers/README.md"].flatMap((path) =>
    [...pages.get(path)!.matchAll(/^- \[[^\]]+\]\((?!\.\.)([^)]+)\)/gm)]
      .map(([, link]) => path.replace("README.md", "") + link)
  );
  assertEquals(linked.sort(), [...pages.keys()].filter((path) => path !== "README.md").sort());
});

Deno.test("reference: `deno task quick` knows every file that it reads", async () => {
  const root = new URL("../../", import.meta.url).href;
  const published = await publishedFiles();
  const unknown = [...library.subpaths.values()].flatMap(({ file, own, others }) => [
    file,
    ...[...own, ...others].flatMap(({ declarations }) =>
      declarations.map(({ location }) => location.filename.replace(root, ""))
    ),
  ]).filter((path) => !published.has(path));
  assertEquals(unknown, []);
});

Deno.test("writeOptions() names a member that has no default, and a group without an example", () => {
  const gaps = new Gaps();
  const group = {
    id: "planted",
    title: "Planted",
    about: "A type whose members have no default.",
    members: [],
    sections: [{ type: "@x/auth/types#CookieOption", isPartial: true }, {
      type: "@x/auth/types#PublicProvider",
      isPartial: true,
    }],
  };
  announceOptions(library, [group]);
  writeOptions(library, group, gaps, [group]);
  const { message } = assertThrows(() => gaps.check(), Error, "Mend in the sources");
  assert(message.includes("PublicProvider: signinUrl is optional, and its documentation names no"));
  assert(message.includes("planted: no example"));
  assert(!message.includes("CookieOption: name"), "the default of each is the one of the type");
});

Deno.test("takeDefault() takes one sentence out", () => {
  const rows: [doc: string, text: string, fallback: string | undefined][] = [
    ["Seconds. Default 60 (1 minute).", "Seconds.", "60 (1 minute)"],
    ["Default: by `a.b`, else none. Not called.", "Not called.", "by `a.b`, else none"],
    ["A page. Default: none", "A page.", "none"],
    ["By default `PS256`.", "By default `PS256`.", undefined],
    ["First\nline. Default\n`x`.\n\nMore.", "First\nline.\n\nMore.", "`x`"],
  ];
  for (const [doc, text, fallback] of rows) assertEquals(takeDefault(doc), { text, fallback });
});
