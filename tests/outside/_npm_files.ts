/**
 * The files of the npm package: an app loads what it uses, and nothing else.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { stop, transform } from "esbuild";
import { type Project, run } from "./_project.ts";

/** Modules of the package that a file reaches, and the packages that they import. */
interface Reach {
  readonly files: ReadonlySet<string>;
  readonly packages: ReadonlySet<string>;
}

/** The installed package. */
let dir: string;
let exports: Record<string, { import: string }>;
let manifest: {
  exports: typeof exports;
  imports: Record<string, Record<string, string>>;
  peerDependencies: Record<string, string>;
};

const fileOf = (subpath: string) => exports[subpath]!.import.slice("./".length);
const read = (path: string) => Deno.readTextFileSync(`${dir}/node_modules/@x/auth/${path}`);

/** What Next.js 14 can read, the oldest framework of the guides. */
const SYNTAX = "es2022";

/** Paths of the modules at or below a folder. */
function modulesIn(folder: string): string[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) => {
    const path = `${folder}/${name}`;
    return isDirectory ? modulesIn(path) : /\.[cm]?js$/.test(name) ? [path] : [];
  });
}

/** Follows imports from a subpath; `late` follows those at first use too. */
function reach(subpath: string, late: boolean): Reach {
  const files = new Set([fileOf(subpath)]);
  const packages = new Set<string>();
  for (const path of files) {
    const text = read(path);
    const imports = [
      ...text.matchAll(/^(?:import|export)\b[^'"`;]*?["']([^"']+)["']/gm),
      ...late ? text.matchAll(/\bimport\(\s*["']([^"']+)["']/g) : [],
    ];
    for (const [, specifier] of imports) {
      if (specifier!.startsWith(".")) {
        files.add(new URL(specifier!, `file:///${path}`).pathname.slice(1));
      } else packages.add(specifier!);
    }
  }
  return { files, packages };
}

/** Registers the tests of a project with the package, which is there when they run. */
export function testFiles(projectOf: () => Project): void {
  Deno.test.beforeAll(() => {
    dir = projectOf().dir;
    manifest = JSON.parse(read("package.json"));
    exports = manifest.exports;
  });

  Deno.test("npm files: an app needs no package of a capability that it does not use", () => {
    const found = (subpath: string) => [...reach(subpath, true).packages].sort();
    const always = found(".").filter((name) => !/^(jose|oauth4webapi|preact)(\/|$)/.test(name));
    assertEquals(always, []);
    assertEquals(found("./next").filter((name) => !found(".").includes(name)), [
      "next/cache.js",
      "next/headers.js",
      "next/navigation.js",
      "next/server.js",
    ]);
    // Modules that load the packages, but on the edge runtime.
    assert(!found("./factors").includes("#@simplewebauthn/server"));
    assert(found("./factors/passkey").includes("#@simplewebauthn/server"));
    assert(found("./providers/passkey").includes("#@simplewebauthn/server"));
    assert(found("./providers/nodemailer").includes("#nodemailer"));
    for (const name of ["nodemailer", "@simplewebauthn/server"]) {
      const { default: loader, ...edge } = manifest.imports[`#${name}`]!;
      assertEquals(Object.keys(edge), ["edge-light"]);
      assertStringIncludes(read(loader!), `import("${name}")`);
      assertEquals(read(edge["edge-light"]!).includes("import("), false);
      assertEquals(Object.keys(manifest.peerDependencies).includes(name), true);
    }
  });

  Deno.test("npm files: what begins in a browser reaches nothing of the server", () => {
    const subpaths = Object.keys(exports).filter((subpath) =>
      /^\.\/(client|next\/(react|webauthn)|sveltekit\/(client|webauthn)|solid-start\/client)/.test(
        subpath,
      )
    );
    assert(subpaths.length >= 6, `${subpaths}`);
    const server = new Set(
      [...reach(".", true).files].filter((path) => /chunks\/(core|parts)/.test(path)),
    );
    assert(server.size > 0);
    for (const subpath of subpaths) {
      const { files: found, packages } = reach(subpath, true);
      assertEquals([...found].filter((path) => server.has(path)), [], subpath);
      assertEquals(
        [...packages].filter((name) => /^(node:|jose|oauth4webapi)/.test(name)),
        [],
        subpath,
      );
    }
  });

  Deno.test("npm files: no syntax is newer than what the oldest bundler of the guides reads", async () => {
    // A transformation changes what the year lacks, and nothing else.
    const isOlder = async (code: string) =>
      (await transform(code, { target: SYNTAX })).code ===
        (await transform(code, { target: "esnext" })).code;
    try {
      assertEquals(await isOlder("class A { #b; static c = (d) => #b in d; }"), true);
      assertEquals(await isOlder("export const spaces = /[\\s--\\n]/v;"), false);
      const paths = modulesIn(`${dir}/node_modules/@x/auth`);
      assert(paths.length > 100, `${paths.length}`);
      const older = await Promise.all(
        paths.map((path) => isOlder(Deno.readTextFileSync(path)).catch(() => false)),
      );
      assertEquals(paths.filter((_path, i) => !older[i]), []);
    } finally {
      await stop();
    }
  });

  Deno.test("npm files: modules for browsers begin with their directive", () => {
    for (const subpath of ["./next/react", "./next/webauthn"]) {
      assert(read(fileOf(subpath)).startsWith('"use client";\n'), subpath);
    }
  });

  Deno.test("npm files: a session in Node loads nothing of what is on demand, and no other package", async () => {
    const loaded = await filesLoadedFor("session", "null");
    assert(
      loaded.length > 1 && loaded.length < 30,
      `${loaded.length} files:\n${loaded.join("\n")}`,
    );
    assertEquals(loaded.filter((path) => !path.startsWith("@x/auth/")), []);
    assertEquals(loaded.filter((path) => /chunks\/(late|mails|pages)/.test(path)), []);
    assertStringIncludes(loaded.join("\n"), "chunks/core.js");
  });

  Deno.test("npm files: a sign-in page in Node loads what pages need, and nothing else on demand", async () => {
    const loaded = await filesLoadedFor("signin", "<!DOCTYPE html>");
    assertEquals(loaded.filter((path) => path.includes("chunks/late")), []);
    assertStringIncludes(loaded.join("\n"), "chunks/pages.js");
  });
}

/**
 * Files of packages that Node loads for an app that answers one request.
 *
 * @param start the first 15 characters of the answer
 */
async function filesLoadedFor(action: string, start: string): Promise<string[]> {
  const program = `
    import { Auth } from "@x/auth";
    const config = { providers: [], secret: "a-secret-of-at-least-32-characters", trustHost: true };
    const response = await Auth(new Request("http://localhost/auth/${action}"), config);
    console.log(response.status, (await response.text()).slice(0, 15));
  `;
  await Deno.writeTextFile(`${dir}/${action}.js`, program);
  const coverage = `${dir}/coverage-${action}`;
  const node = `NODE_V8_COVERAGE=${coverage} node ${action}.js`;
  assertEquals((await run(dir, "bash", ["-c", node])).output, `200 ${start}\n`);
  const [report] = [...Deno.readDirSync(coverage)];
  const { result } = JSON.parse(Deno.readTextFileSync(`${coverage}/${report!.name}`));
  return (result as { url: string }[]).flatMap(({ url }) => url.split("/node_modules/")[1] ?? []);
}
