/**
 * The command that copies components: what it finds in an app, what it writes, and what it refuses.
 *
 * @module
 */

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { main } from "../../src/tools/add/command.ts";
import { COMPONENTS, FRAMEWORKS } from "../../src/tools/add/components.ts";
import { findDifference } from "../../src/tools/add/difference.ts";
import { copies, COPIES_PATH } from "../tools/copies.ts";

type Files = Record<string, string>;

const PACKAGES = { react: "react", vue: "vue", svelte: "svelte", solid: "solid-js" } as const;

const packageOf = (...names: string[]) => ({
  "package.json": JSON.stringify({ dependencies: Object.fromEntries(names.map((n) => [n, "1"])) }),
});

/** Runs the command in a folder. */
async function runIn(folder: string, args: readonly string[]) {
  const lines: string[] = [];
  const code = await main(["add", ...args], { folder, print: (line) => lines.push(line) });
  return { code, said: lines.join("\n") };
}

/** An app with these files; a folder ends with `/`. */
async function inApp<T>(files: Files, use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await Deno.makeTempDir({ prefix: "auth-add-" });
  try {
    for (const [path, text] of Object.entries(files)) {
      await Deno.mkdir(`${folder}/${path}`.replace(/[^/]*$/, ""), { recursive: true });
      if (!path.endsWith("/")) await Deno.writeTextFile(`${folder}/${path}`, text);
    }
    return await use(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function filesIn(folder: string, under = ""): Promise<Files> {
  const found: Files = {};
  for await (const { name, isDirectory } of Deno.readDir(`${folder}/${under}`)) {
    if (isDirectory) Object.assign(found, await filesIn(folder, `${under}${name}/`));
    else found[under + name] = await Deno.readTextFile(`${folder}/${under}${name}`);
  }
  return found;
}

/** What a command does to an app. */
async function added(files: Files, ...args: string[]) {
  return await inApp(files, async (folder) => {
    const { code, said } = await runIn(folder, args);
    const after = await filesIn(folder);
    const written = Object.keys(after).filter((path) => files[path] !== after[path]).toSorted();
    return { code, said, after, written };
  });
}

Deno.test("add: the copies are those of the sources", async () => {
  assertEquals(await Deno.readTextFile(COPIES_PATH), await copies());
});

for (const framework of FRAMEWORKS) {
  for (const language of ["ts", "js"]) {
    Deno.test(`add: every component for ${framework} in ${language}, with all that it imports`, async () => {
      for (const components of [...COMPONENTS.map((one) => [one]), [...COMPONENTS]]) {
        const app = packageOf(PACKAGES[framework], ...language === "ts" ? ["typescript"] : []);
        const { code, said, after, written } = await added(app, ...components);
        assertEquals(code, 0, said);
        for (const path of written) {
          const text = after[path]!;
          for (const [, name] of text.matchAll(/(?:from|import) "\.\/([^"]+)"/g)) {
            const isThere = written.some((one) =>
              one === `components/auth/${name}` || one.startsWith(`components/auth/${name}.`)
            );
            assert(isThere, `${path} imports ${name}`);
          }
          assertStringIncludes(said, `write   ${path}`);
          if (language === "js") {
            assert(
              !/\.tsx?$|lang="ts"|\binterface\b|\bimport type\b|<T>/.test(path + text),
            );
          }
        }
        assertEquals(written.filter((path) => path.endsWith(".css")).length, 1);
        for (const one of components) {
          assertMatch(
            said,
            new RegExp(
              `<${one.replace(/(^|-)(\w)/g, (_, _dash, letter) => letter.toUpperCase())} />`,
            ),
          );
        }
      }
    });
  }
}

Deno.test("add: the line that shows a component names its file", async () => {
  const paths: [args: string[], path: string][] = [
    [[], "./components/auth/sign-in"],
    [["--folder", "."], "./sign-in"],
    [["--folder", "src"], "./sign-in"],
    [["--folder", "app/"], "./sign-in"],
    [["--folder", "src/own"], "./own/sign-in"],
    [["--folder", "sources"], "./sources/sign-in"],
  ];
  for (const [args, path] of paths) {
    const { said } = await added(packageOf("react"), "sign-in", ...args);
    assertStringIncludes(said, `import { SignIn } from "${path}";`, args.join(" "));
  }
});

Deno.test("add: finds the framework, the folder, the language and the look of the app", async () => {
  const places: [files: Files, args: string[], path: string][] = [
    [packageOf("react"), [], "components/auth/sign-in.jsx"],
    [{ ...packageOf("react"), "tsconfig.json": "{}" }, [], "components/auth/sign-in.tsx"],
    [{ ...packageOf("react"), "src/": "" }, [], "src/components/auth/sign-in.jsx"],
    [{ ...packageOf("nuxt"), "app/": "" }, [], "app/components/auth/SignIn.vue"],
    [{ ...packageOf("next", "react"), "app/": "" }, [], "components/auth/sign-in.jsx"],
    [packageOf("@sveltejs/kit"), [], "components/auth/SignIn.svelte"],
    [packageOf("@solidjs/start"), ["--language", "ts"], "components/auth/sign-in.tsx"],
    [packageOf("react", "vue"), ["--framework=vue"], "components/auth/SignIn.vue"],
    [packageOf("react"), ["--folder", "./a/b/"], "a/b/sign-in.jsx"],
    [packageOf("react"), ["--folder", "."], "sign-in.jsx"],
    [
      { "deno.jsonc": '{ // app\n"imports": { "view": "npm:/solid-js@^1.9.0", }, }' },
      [],
      "components/auth/sign-in.tsx",
    ],
    [
      { "deno.json": '{ "imports": { "react": "npm:react@^19" } }' },
      [],
      "components/auth/sign-in.tsx",
    ],
    [
      { ...packageOf("svelte"), "components.json": '{"aliases":{"components":"$lib/ui"}}' },
      [],
      "src/lib/ui/auth/SignIn.svelte",
    ],
    [
      { ...packageOf("react"), "src/": "", "components.json": '{"aliases":{"components":"@/ui"}}' },
      [],
      "src/ui/auth/sign-in.jsx",
    ],
  ];
  for (const [files, args, path] of places) {
    const { code, said, written } = await added(files, "sign-in", ...args);
    assertEquals([code, written.includes(path)], [0, true], `${path}\n${said}`);
  }
  const sheet = async (files: Files) => {
    const { after } = await added({ ...packageOf("react"), ...files }, "sign-in");
    return [after["components/auth/auth.css"]!, after["components/auth/sign-in.jsx"]!] as const;
  };
  const [plain, around] = await sheet({});
  assertStringIncludes(plain, "--brand-color: #");
  assertStringIncludes(around, 'className="auth-own"');
  const [four, tailwind] = await sheet({ "components.json": '{"tailwind":{"config":""}}' });
  assertStringIncludes(four, "--brand-color: var(--primary)");
  assertStringIncludes(tailwind, 'className="mx-auto w-full"');
  const [three] = await sheet({
    "components.json": '{"tailwind":{"config":"tailwind.config.js"}}',
  });
  assertStringIncludes(three, "--brand-color: hsl(var(--primary))");
  assertStringIncludes(three, "--border-radius: var(--radius)");
  const next = await added(packageOf("next", "react"), "sign-in", "--language=ts");
  assertMatch(next.after["components/auth/sign-in.tsx"]!, /^"use client";\n/);
});

Deno.test("add: files of the app stay without --force, and --diff shows what differs", async () => {
  await inApp({ ...packageOf("react"), "tsconfig.json": "{}" }, async (folder) => {
    assertEquals((await runIn(folder, ["sign-in"])).code, 0);
    const path = "components/auth/sign-in.tsx";
    const first = await filesIn(folder);
    assertEquals((await runIn(folder, ["sign-in", "--diff"])).code, 0);
    assertEquals((await runIn(folder, ["sign-in"])).code, 0);
    const own = first[path]!.replace("auth-own", "mine");
    await Deno.writeTextFile(`${folder}/${path}`, own);
    const shown = await runIn(folder, ["sign-in", "sign-up", "--diff"]);
    assertEquals(shown.code, 1);
    assertStringIncludes(shown.said, '  -    <section className="mine">');
    assertStringIncludes(shown.said, '  +    <section className="auth-own">');
    assertStringIncludes(shown.said, "new     components/auth/sign-up.tsx");
    assertEquals(await filesIn(folder), { ...first, [path]: own });
    // All else is written.
    const stayed = await runIn(folder, ["sign-in", "sign-up"]);
    assertEquals(stayed.code, 1);
    assertStringIncludes(stayed.said, `kept    ${path}: it differs`);
    assertStringIncludes(stayed.said, "--force");
    const after = await filesIn(folder);
    assertEquals([after[path], "components/auth/sign-up.tsx" in after], [own, true]);
    const forced = await runIn(folder, ["sign-in", "--force"]);
    assertEquals(forced.code, 0);
    assertStringIncludes(forced.said, `replace ${path}`);
    assertEquals((await filesIn(folder))[path], first[path]);
  });
});

Deno.test("add: nothing is written outside of the app, through a link, or over what is no file", async () => {
  const outside = await Deno.makeTempDir({ prefix: "auth-outside-" });
  try {
    const app = { ...packageOf("react"), "src/": "", "kept/sign-in.jsx/": "", "plain": "text" };
    await inApp(app, async (folder) => {
      await Deno.symlink(outside, `${folder}/linked`);
      await Deno.symlink(outside, `${folder}/src/components`);
      await Deno.mkdir(`${folder}/own`);
      await Deno.writeTextFile(`${outside}/secret`, "kept");
      await Deno.symlink(`${outside}/secret`, `${folder}/own/steps.jsx`);
      await Deno.mkdir(`${folder}/dangling`);
      await Deno.symlink(`${outside}/new`, `${folder}/dangling/auth.css`);
      await Deno.mkdir(`${folder}/inner`);
      await Deno.symlink(`${folder}/package.json`, `${folder}/inner/steps.jsx`);
      const before = await Array.fromAsync(Deno.readDir(folder));
      const folders = [
        ...["../other", "a/../../other", "..", outside, "/", "C:\\other", "a\0b", "..\\other"],
        ...[
          "linked",
          "linked/deeper",
          "src/components",
          "own",
          "dangling",
          "inner",
          "kept",
          "plain",
          "plain/deeper",
        ],
      ];
      for (const one of folders) {
        for (const more of [[], ["--force"], ["--diff"]]) {
          const { code, said } = await runIn(folder, ["sign-in", `--folder=${one}`, ...more]);
          assertEquals(code, 1, one);
          assertMatch(said, /^Nothing is written: /, one);
        }
      }
      // The folder by default is a link.
      assertEquals((await runIn(folder, ["sign-in"])).code, 1);
      assertEquals(await Array.fromAsync(Deno.readDir(folder)), before);
    });
    assertEquals(await filesIn(outside), { secret: "kept" });
  } finally {
    await Deno.remove(outside, { recursive: true });
  }
});

Deno.test("add: an app that it does not know is told what to pass", async () => {
  const refused: [files: Files, words: RegExp][] = [
    [{}, /no package\.json or deno\.json/],
    [packageOf(), /names none of react/],
    [packageOf("preact"), /names none of react/],
    [packageOf("react", "vue"), /names react and vue.*pass --framework/],
    [{ "package.json": "{" }, /package\.json is no JSON/],
    [{ "package.json": "[]" }, /package\.json is no object/],
    [{ "package.json": " ".repeat(1_000_001) }, /package\.json is too large/],
    [{ ...packageOf("react"), "components.json": "no" }, /components\.json is no JSON/],
  ];
  for (const [files, words] of refused) {
    const { code, said, written } = await added(files, "sign-in");
    assertEquals([code, written], [1, []], said);
    assertMatch(said, words);
  }
  const wrong = [[], ["sign"], ["sign-in", "--jsno"], ["sign-in", "--framework", "preact"]];
  for (const args of [...wrong, ["sign-in", "--language=tsx"], ["sign-in", "--folder"]]) {
    const { code, said, written } = await added(packageOf("react"), ...args);
    assertEquals([code, written], [2, []], said);
    assertStringIncludes(said, "Usage:");
  }
  assertEquals((await added(packageOf("react"), "--help")).code, 0);
});

Deno.test("add: fifty at once leave whole files", async () => {
  await inApp(packageOf("react"), async (folder) => {
    const all = await Promise.all(Array.from({ length: 50 }, () => runIn(folder, [...COMPONENTS])));
    assertEquals(all.map(({ code }) => code), Array(50).fill(0), all.at(-1)!.said);
    const found = await filesIn(folder);
    assertEquals((await runIn(folder, [...COMPONENTS, "--diff"])).code, 0);
    assertEquals(Object.keys(found).length, 9, Object.keys(found).join(" "));
  });
});

Deno.test("findDifference() has the lines that go and come", () => {
  assertEquals(findDifference("a\nb\nc", "a\nx\nc\nd"), [" a", "-b", "+x", " c", "+d"]);
  assertEquals(findDifference("", "a"), ["-", "+a"]);
  assertEquals(findDifference("a", "a"), [" a"]);
  const long = Array.from({ length: 1001 }, (_, line) => String(line));
  assertEquals(findDifference(long.join("\n"), "a").length, 1002);
});
