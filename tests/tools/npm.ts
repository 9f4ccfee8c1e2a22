/**
 * Builds the npm package from the same sources: JavaScript, declarations and
 * every subpath, including those of the wrappers in `src/frameworks/*`.
 *
 *     deno task npm [folder]      # default: dist/npm
 *
 * `deno pack` strips the types in a copy of the sources. This tool adds what npm
 * needs and JSR does not: peer dependencies, plain specifiers, a map of the
 * subpaths for `"moduleResolution": "node"`, and the part of `@std/http` that the
 * pages use. Data is a module like any other, since bundlers and versions of Node import JSON in
 * different ways. Then the tool joins the modules into few files.
 *
 * The folder gets the tarball, and its facts in `npm.json`. Tools and tests that need
 * the package build it, unless `NPM_PACKAGE` is such a folder: `.ci/run` builds it once.
 *
 * @module
 */

import { componentStyles } from "../../src/client/component_styles.ts";
import { REPOSITORY } from "../../src/tools/doctor/docs.ts";
import { repackOfStd } from "../_packages.ts";
import { carryStd, STD_FOLDER, STD_MODULE } from "./_carry_std.ts";
import { joinModules } from "./_join.ts";

/** Members of a `deno.json` that are used. */
interface Manifest {
  name: string;
  version: string;
  license: string;
  exports: Record<string, string>;
  imports: Record<string, string>;
  workspace?: string[];
  compilerOptions?: Record<string, unknown>;
}

/** A built package. */
export interface NpmPackage {
  /** Path of the tarball. */
  tarball: string;
  /** Size of the tarball in bytes. */
  packedSize: number;
  /** Size of the unpacked files in bytes. */
  unpackedSize: number;
  /** Number of files. */
  files: number;
}

/** File beside the tarball with the facts about it. */
const FACTS = "npm.json";

/** Output of `deno pack` in that folder, where `*.tgz` is only the package. */
const PACKED = "packed.tar.gz";

/** Packages that few apps need, and install themselves. */
const PEERS = [
  ...["@aws-sdk/client-dynamodb", "@simplewebauthn/server", "bcryptjs", "csv-parse", "nodemailer"],
  "xml-crypto",
];

/** Of these, what has no range, for the same reason as frameworks: its versions are thousands. */
const WITHOUT_RANGE = ["@aws-sdk/client-dynamodb"];

/** Ranges of peers where it is not the one of `deno.json`. */
const PEER_RANGES: Record<string, string> = {
  // Older versions parse addresses wrongly.
  "nodemailer": ">=7.0.7 <11.0.0",
};

/**
 * Packages that an app has if it uses the wrapper for them. They have no range: for each range
 * npm would read a list of all versions at every install, also where the package is absent.
 * Yarn, pnpm, Bun and linked installs of npm read `peerDependenciesMeta` as any version.
 */
const FRAMEWORKS = [
  ...["@builder.io/qwik", "@builder.io/qwik-city", "@sveltejs/kit", "next", "react"],
  ...["solid-js", "svelte", "vue"],
  // The command that moves an app parses it with the TypeScript that the app has.
  "typescript",
];

/**
 * Ends of declarations: augmentations of global types, which JSR does not allow in sources, and the
 * mark of a module that exports nothing.
 */
const ENDS: Record<string, string> = {
  "src/tools/add/mod.d.ts": "export {};\n",
  "src/tools/gallery/mod.d.ts": "export {};\n",
  "src/tools/move/mod.d.ts": "export {};\n",
  "src/tools/operate/mod.d.ts": "export {};\n",
  "src/tools/schema/mod.d.ts": "export {};\n",
  "src/frameworks/sveltekit/mod.d.ts": `
import type { AuthLocals as OwnLocals } from "./logic.js";
import type { Session as OwnSession } from "../../../mod.js";
declare global {
  namespace App {
    interface Locals extends OwnLocals {}
    interface PageData {
      session?: OwnSession | null;
    }
  }
}
`,
};

/** Wrappers that replace a package; tools read the `package.json` of such a subpath. */
const REPLACES_PACKAGE = ["express", "next", "qwik", "solid-start", "sveltekit"];

/** File of the command `x-auth`, beside the modules that it runs. */
const COMMAND = "src/tools/bin.js";

/** Modules of the command: those that it runs, and the one that Node loads by its path. */
const COMMAND_MODULES = [
  "src/tools/add/command.js",
  "src/tools/doctor/command.js",
  "src/tools/doctor/typescript_hooks.js",
  "src/tools/move/command.js",
  "src/tools/operate/command.js",
  "src/tools/schema/command.js",
];

const COMMAND_TEXT = `#!/usr/bin/env node
const args = process.argv.slice(2);
const OPERATE = { audit: "operate", users: "operate", webhooks: "operate" };
const FOLDERS = { ...OPERATE, add: "add", move: "move", schema: "schema" };
const { main } = await import(\`./\${FOLDERS[args[0]] ?? "doctor"}/command.js\`);
process.exit(await main(args));
`;

/** An import of data, as `deno pack` writes it. */
const IMPORT_OF_DATA = /from "(\.[^"]+\.json)" with \{\s*type: "json"\s*\}/g;

/** Modules that load the peers. */
const PEER_FOLDER = "src/providers/peers";

/** Bundlers take an import for optional only within a `try`. */
const loaderOf = (name: string) =>
  `export async function load() {
  try {
    return await import("${name}");
  } catch (error) {
    throw error;
  }
}
`;

/** What stands in place of them on the edge runtime of Next.js. */
const EDGE_TEXT = `export async function load() {
  throw new Error(
    "The edge runtime has no sockets and compiles no code, which this package needs; set " +
      '\`runtime: "nodejs"\` where it is used',
  );
}
`;

const KEYWORDS = [
  "auth",
  "authentication",
  "oauth2",
  "openid-connect",
  "session",
  "passkeys",
  "webauthn",
  "magic-link",
  "authjs",
  "next-auth",
  "nextjs",
  "express",
  "sveltekit",
  "hono",
  "deno",
];

const SOURCES = ["mod.ts", "src", "pages", "adapters", "README.md", "CHANGELOG.md", "LICENSE"];
const root = new URL("../../", import.meta.url).pathname;
const read = async (path: string): Promise<Manifest> =>
  JSON.parse(await Deno.readTextFile(root + path));

/** Builds the package into `folder`, unless `NPM_PACKAGE` is a folder that has it. */
export async function buildNpmPackage(folder: string): Promise<NpmPackage> {
  const made = Deno.env.get("NPM_PACKAGE");
  return made ? JSON.parse(await Deno.readTextFile(`${made}/${FACTS}`)) : await build(folder);
}

/**
 * Builds the package with the modules as they are, so that tools can name each of them.
 * Apps get {@linkcode buildNpmPackage}.
 */
export function buildOfModules(folder: string): Promise<NpmPackage> {
  return build(folder, { isJoined: false, made: Deno.env.get("NPM_PACKAGE") });
}

/**
 * Writes the tarball, the facts about it, and what `deno pack` made into `folder`.
 *
 * @param options.made a folder with what `deno pack` made of the same sources, which takes most of
 * the time
 */
async function build(
  folder: string,
  { isJoined = true, made }: { isJoined?: boolean; made?: string | undefined } = {},
): Promise<NpmPackage> {
  const manifest = await completeManifest();
  const stage = await Deno.makeTempDir({ prefix: "auth-npm-" });
  try {
    // Without the lock file, the newest versions of all dependencies would be type-checked.
    await Deno.copyFile(`${root}deno.lock`, `${stage}/deno.lock`);
    await Deno.mkdir(folder, { recursive: true });
    if (!made) {
      for (const name of SOURCES) await copy(root + name, `${stage}/${name}`);
      await Deno.writeTextFile(`${stage}/deno.json`, JSON.stringify(manifest, null, 2));
      const output = `--output=${await Deno.realPath(folder)}/${PACKED}`;
      const args = ["pack", "--config=deno.json", "--no-source-maps", output];
      await run(stage, Deno.execPath(), args);
    }
    await run(stage, "tar", ["xzf", `${await Deno.realPath(made ?? folder)}/${PACKED}`]);
    await carryStd(stage, await repackOfStd(), run);
    await finish(`${stage}/package`, manifest, isJoined);
    const { stdout } = await run(`${stage}/package`, "npm", ["pack", "--json", "--silent"]);
    const [{ filename, size, unpackedSize, entryCount }] = JSON.parse(stdout);
    const tarball = await Deno.realPath(folder) + `/${filename}`;
    await Deno.copyFile(`${stage}/package/${filename}`, tarball);
    const built = { tarball, packedSize: size, unpackedSize, files: entryCount };
    await Deno.writeTextFile(`${folder}/${FACTS}`, JSON.stringify(built));
    return built;
  } finally {
    await Deno.remove(stage, { recursive: true });
  }
}

/** The root manifest with the exports of the wrappers: `auth-next/react` → `./next/react`. */
async function completeManifest(): Promise<Manifest> {
  const { workspace = [], ...manifest } = await read("deno.json");
  const own: Manifest = {
    name: manifest.name,
    version: manifest.version,
    license: manifest.license,
    exports: { ...manifest.exports },
    imports: { ...manifest.imports },
    compilerOptions: manifest.compilerOptions,
  };
  for (const member of workspace.map((path) => path.replace(/^\.\//, ""))) {
    if (!member.startsWith("src/frameworks/")) continue;
    const { name, exports, imports = {} } = await read(`${member}/deno.json`);
    const prefix = `./${name.slice(`${manifest.name}-`.length)}`;
    for (const [subpath, file] of Object.entries(exports)) {
      own.exports[prefix + subpath.slice(1)] = `./${member}/${file.slice(2)}`;
    }
    for (const [specifier, target] of Object.entries(imports)) {
      own.imports[specifier] = target.startsWith("./") ? `./${member}/${target.slice(2)}` : target;
    }
  }
  for (const [subpath, file] of Object.entries(own.exports)) {
    own.imports[manifest.name + subpath.slice(1)] = file;
  }
  // The npm package with the code of std; `carryStd` copies the used part of it.
  own.imports["@std/http/negotiation"] = `npm:${await repackOfStd()}/${STD_MODULE}`;
  return own;
}

/** Rewrites the specifiers in the output of `deno pack` for Node, and completes `package.json`. */
async function finish(
  dir: string,
  { name, exports }: Manifest,
  isJoined: boolean,
): Promise<void> {
  const javascript = (path: string) => path.replace(/\.tsx?$/, ".js");
  const selves = new Map(
    Object.entries(exports).map(([subpath, file]) => [name + subpath.slice(1), javascript(file)]),
  );
  const resolve = (specifier: string, from: string): string => {
    const own = selves.get(specifier);
    if (own) return relative(from, own.slice(2));
    // Next's package.json has no `exports`, so Node needs the complete file name.
    if (/^next\/\w+$/.test(specifier) && from.endsWith(".js")) {
      return `${specifier}.js`;
    }
    if (specifier === "@std/http/negotiation") {
      return relative(from, `${STD_FOLDER}/${STD_MODULE}`);
    }
    return specifier;
  };
  const used = new Set<string>();
  for await (const path of filesOf(dir)) {
    const from = path.slice(dir.length + 1);
    // The frameworks bring their own declarations, and folders are explained for contributors.
    if (from.includes("/stand_ins/") || from.endsWith("/README.md")) {
      await Deno.remove(path);
      continue;
    }
    // `deno pack` copies a source that no export reaches, without compiling it.
    if (/(?<!\.d)\.tsx?$/.test(path)) await Deno.remove(path);
    if (from.startsWith("src/") && path.endsWith(".json")) {
      await Deno.writeTextFile(`${path}.js`, `export default ${await Deno.readTextFile(path)}`);
      await Deno.remove(path);
    }
    if (!/\.(js|d\.ts)$/.test(path)) continue;
    const text = await Deno.readTextFile(path);
    const rewritten = text.replaceAll(IMPORT_OF_DATA, 'from "$1.js"').replaceAll(
      // Matches no comment lines: examples keep the specifiers that apps use.
      /^(?!\s*\*(?!\/)).*$/gm,
      (line) =>
        line.replaceAll(
          /(\bfrom\s*|\bimport\s*\(?\s*)"([^"./][^"]*)"/g,
          (_, before: string, specifier: string) => {
            const resolved = resolve(specifier, from);
            if (path.endsWith(".js")) used.add(packageOf(resolved));
            return `${before}"${resolved}"`;
          },
        ),
    );
    await Deno.writeTextFile(path, rewritten + (ENDS[from] ?? ""));
  }
  // The lock file was only for the type check of `deno pack`.
  await Deno.remove(`${dir}/deno.lock`);
  await makeLinksAbsolute(`${dir}/README.md`);
  const packageJson = JSON.parse(await Deno.readTextFile(`${dir}/package.json`));
  const dependencies: Record<string, string> = {};
  const peerDependencies: Record<string, string> = {};
  for (const [name, range] of Object.entries<string>(packageJson.dependencies)) {
    if (WITHOUT_RANGE.includes(name)) continue;
    if (PEERS.includes(name)) peerDependencies[name] = PEER_RANGES[name] ?? range;
    else if (used.has(name) && !FRAMEWORKS.includes(name)) dependencies[name] = range;
  }
  const optional = [...FRAMEWORKS, ...PEERS].map((name) => [name, { optional: true }]);
  Object.assign(packageJson, {
    description: "Authentication for TypeScript web apps",
    keywords: KEYWORDS,
    repository: { type: "git", url: `git+${REPOSITORY}.git` },
    homepage: `${REPOSITORY}#readme`,
    bugs: { url: `${REPOSITORY}/issues` },
    engines: { node: ">=20" },
    bin: { "x-auth": `./${COMMAND}` },
    sideEffects: false,
    // Makes Qwik's plugin bundle this package with the app, so that both use one copy of Qwik.
    qwik: javascript(exports["./qwik"]!),
    dependencies,
    peerDependencies,
    peerDependenciesMeta: Object.fromEntries(optional),
  });
  for (const folder of ["", ...REPLACES_PACKAGE.map((wrapper) => `/${wrapper}`)]) {
    packageJson.exports[`.${folder}/package.json`] = "./package.json";
  }
  const { types, ...conditions } = packageJson.exports["./sveltekit"];
  // The condition tells Vite to compile this package with the app, which resolves `$app/*`.
  packageJson.exports["./sveltekit"] = { types, svelte: conditions.default, ...conditions };
  // Bundlers and browsers take styles as a file.
  await Deno.writeTextFile(`${dir}/components.css`, `${componentStyles}\n`);
  await Deno.writeTextFile(`${dir}/components.css.d.ts`, "export {};\n");
  packageJson.exports["./components.css"] = {
    types: "./components.css.d.ts",
    default: "./components.css",
  };
  if (isJoined) {
    const modules = Object.values<{ import?: string }>(packageJson.exports)
      .flatMap((target) => target.import?.slice("./".length) ?? []);
    await joinModules(dir, [...new Set(modules), ...COMMAND_MODULES]);
  }
  packageJson.imports = await splitByRuntime(dir);
  await Deno.writeTextFile(`${dir}/${COMMAND}`, COMMAND_TEXT);
  packageJson.typesVersions = { "*": toTypesVersions(packageJson.exports) };
  await Deno.writeTextFile(`${dir}/package.json`, JSON.stringify(packageJson, null, 2) + "\n");
}

/**
 * Loads the peers in modules of their own, which throw on the edge runtime of Next.js: it has no
 * sockets and compiles no code, and its bundler refuses an app in which it finds such packages,
 * also when no request reaches them.
 *
 * @returns the `imports` of `package.json`
 */
async function splitByRuntime(dir: string): Promise<Record<string, Record<string, string>>> {
  const loaded = new Set<string>();
  for await (const path of filesOf(dir)) {
    if (!path.endsWith(".js")) continue;
    let text = await Deno.readTextFile(path);
    for (const [index, name] of PEERS.entries()) {
      const split = text.replaceAll(
        new RegExp(`\\bimport\\((["'])${name}\\1\\)`, "g"),
        `peer${index}()`,
      );
      if (split === text) continue;
      loaded.add(name);
      text = `import { load as peer${index} } from "#${name}";\n${split}`;
      await Deno.writeTextFile(path, text);
    }
  }
  if (loaded.size !== PEERS.length) throw new Error(`Only ${[...loaded]} are loaded when used`);
  await Deno.mkdir(`${dir}/${PEER_FOLDER}`);
  await Deno.writeTextFile(`${dir}/${PEER_FOLDER}/edge.js`, EDGE_TEXT);
  const imports: Record<string, Record<string, string>> = {};
  for (const [index, name] of PEERS.entries()) {
    const file = `${PEER_FOLDER}/${index}.js`;
    await Deno.writeTextFile(`${dir}/${file}`, loaderOf(name));
    imports[`#${name}`] = { "edge-light": `./${PEER_FOLDER}/edge.js`, default: `./${file}` };
  }
  return imports;
}

/** The `exports` in the form that `"moduleResolution": "node"` reads. */
function toTypesVersions(
  exports: Record<string, string | { types: string }>,
): Record<string, string[]> {
  const entries = Object.entries(exports).filter(([subpath]) => subpath !== ".");
  return Object.fromEntries(
    entries.map(([subpath, target]) => [
      subpath.slice(2),
      [typeof target === "string" ? target : target.types],
    ]),
  );
}

/** Makes relative links absolute: their targets are in the repository, not in the package. */
async function makeLinksAbsolute(path: string): Promise<void> {
  const text = await Deno.readTextFile(path);
  const links = /(?<=\]\()(?![a-z]+:|#)(?:\.?\/)?([^)]+)(?=\))/g;
  const images = /(?<=\bsrc(?:set)?=")(?![a-z]+:)(?:\.?\/)?([^"]+)(?=")/g;
  await Deno.writeTextFile(
    path,
    text
      .replaceAll(links, `${REPOSITORY}/blob/HEAD/$1`)
      .replaceAll(images, `${REPOSITORY}/raw/HEAD/$1`),
  );
}

/** Name of the package that a specifier belongs to. */
const packageOf = (specifier: string): string =>
  specifier.split("/").slice(0, specifier.startsWith("@") ? 2 : 1).join("/");

/** `src/a/b.js`, `src/c.js` → `../c.js` */
function relative(from: string, to: string): string {
  const up = from.split("/").slice(0, -1);
  const down = to.split("/");
  while (up.length > 0 && up[0] === down[0]) {
    up.shift();
    down.shift();
  }
  return up.length > 0 ? "../".repeat(up.length) + down.join("/") : `./${down.join("/")}`;
}

async function* filesOf(dir: string): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(dir)) {
    if (isDirectory) yield* filesOf(`${dir}/${name}`);
    else yield `${dir}/${name}`;
  }
}

async function copy(from: string, to: string): Promise<void> {
  if ((await Deno.stat(from)).isFile) return await Deno.copyFile(from, to);
  await Deno.mkdir(to);
  for await (const { name } of Deno.readDir(from)) {
    // A nested manifest would make the folder a separate package.
    if (name !== "deno.json") await copy(`${from}/${name}`, `${to}/${name}`);
  }
}

async function run(cwd: string, command: string, args: string[]): Promise<{ stdout: string }> {
  const output = await new Deno.Command(command, { args, cwd, env: { NO_COLOR: "1" } }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  if (!output.success) {
    throw new Error(
      `${command} ${args.join(" ")} failed:\n${text(output.stdout)}${text(output.stderr)}`,
    );
  }
  return { stdout: text(output.stdout) };
}

if (import.meta.main) {
  const built = await build(Deno.args[0] ?? `${root}dist/npm`);
  const kB = (bytes: number) => `${(bytes / 1000).toFixed(0)} kB`;
  console.log(
    `${built.tarball}\n${kB(built.packedSize)} packed, ${kB(built.unpackedSize)} unpacked, ` +
      `${built.files} files`,
  );
}
