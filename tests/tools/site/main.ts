/**
 * The site: pages of `docs/`, built by VitePress, whose packages are in `docs/.vitepress/` and never
 * in the lock file of the library:
 *
 *     deno task docs               # build, and serve on http://localhost:8080
 *     deno task docs --build       # only build, to dist/docs
 *     deno task docs --check       # build, visit every page, and look at some in Chromium
 *
 * `DOCS_BASE` is the path of the site where it is not at the root, such as `/auth/`.
 *
 * @module
 */

import { checkSite } from "./_check.ts";
import { galleryFiles } from "./_gallery.ts";
import { serveSite } from "./_serve.ts";
import { makeStage } from "./_stage.ts";

const root = new URL("../../../", import.meta.url);
const source = new URL("docs/.vitepress/", root);
const work = new URL("dist/site/", root);
const out = new URL("dist/docs/", root);
const base = Deno.env.get("DOCS_BASE") ?? "/";

const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

async function write(url: URL, content: string | Uint8Array): Promise<void> {
  await Deno.mkdir(new URL(".", url), { recursive: true });
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  await Deno.writeFile(url, bytes);
}

/** Runs a command in the work folder; fails with what it printed. */
async function run(command: string, ...args: string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(command, {
    args,
    cwd: work,
    env: { NO_COLOR: "1", CI: "true" },
  }).output();
  const text = decode(stdout) + decode(stderr);
  if (!success) throw new Error(`${command} ${args.join(" ")} failed:\n${text}`);
  return text;
}

/** Installs the packages, unless those of the lock file are there. */
async function install(): Promise<boolean> {
  const lock = await Deno.readTextFile(new URL("package-lock.json", source));
  const installed = new URL("node_modules/.installed", work);
  if (await Deno.readTextFile(installed).catch(() => "") === lock) return false;
  await write(
    new URL("package.json", work),
    await Deno.readTextFile(new URL("package.json", source)),
  );
  await write(new URL("package-lock.json", work), lock);
  await run("npm", "ci", "--no-fund", "--no-audit", "--ignore-scripts");
  await write(installed, lock);
  return true;
}

async function removeIfPresent(url: URL): Promise<void> {
  await Deno.remove(url, { recursive: true }).catch((error) => {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  });
}

/** Builds the site; returns the number of its pages. */
async function build(): Promise<number> {
  for (const folder of ["pages/", ".vitepress/"]) await removeIfPresent(new URL(folder, work));
  await removeIfPresent(out);
  const { pages, files, site, palette } = await makeStage(base);
  for (const { path, text } of pages) await write(new URL(`pages/${path}`, work), text);
  for (const [path, content] of files) await write(new URL(`pages/public/${path}`, work), content);
  await write(new URL(".vitepress/site.json", work), JSON.stringify(site));
  await write(new URL(".vitepress/theme/palette.css", work), palette);
  for (const name of ["config.js", "theme/index.js", "theme/style.css"]) {
    await write(new URL(`.vitepress/${name}`, work), await Deno.readFile(new URL(name, source)));
  }
  await run("node", "node_modules/vitepress/bin/vitepress.js", "build");
  for (const [path, text] of await galleryFiles()) await write(new URL(path, out), text);
  // Programs read the Markdown beside each page; below `public/`, it would be more pages.
  for (const { path, text } of pages) await write(new URL(path, out), text);
  return pages.length;
}

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

if (import.meta.main) {
  const started = performance.now();
  const isNew = await install();
  const installed = performance.now();
  const count = await build();
  console.log(
    `Site: ${count} pages in dist/docs; ${isNew ? "packages" : "packages, which were there,"} ` +
      `${((installed - started) / 1000).toFixed(1)} s, build ${seconds(installed)}`,
  );
  if (Deno.args.includes("--check")) {
    const pictures = Deno.args.find((arg) => arg.startsWith("--pictures="))?.slice(11);
    await checkSite(out, base, pictures);
  } else if (!Deno.args.includes("--build")) {
    const { port } = serveSite(out, base, 8080);
    console.log(`Open http://localhost:${port}${base}`);
  }
}
