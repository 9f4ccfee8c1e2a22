/**
 * Copies the module of `@std/http` that the pages use into the npm package, with
 * its license. std is published on JSR only; the npm package with the same code
 * is a repack by another author, which apps would have to trust.
 *
 * @module
 */

/** Runs a command in a folder; rejects with its output. */
export type Run = (
  cwd: string,
  command: string,
  args: string[],
) => Promise<{ stdout: string }>;

/** Folder of the copied files in the package. */
export const STD_FOLDER = "vendor/std";

/** The module that is imported, below {@linkcode STD_FOLDER}. */
export const STD_MODULE = "http/negotiation.js";

const FILES = [
  STD_MODULE,
  "http/_negotiation/common.js",
  "http/_negotiation/encoding.js",
  "http/_negotiation/language.js",
  "http/_negotiation/media_type.js",
];

/**
 * Copies the files into `package/` below `stage`, which has a `deno.lock`.
 *
 * @param repack name and version of the package on npm
 * @throws {Error} when the digest of the package differs from `deno.lock`
 */
export async function carryStd(stage: string, repack: string, run: Run): Promise<void> {
  const { stdout } = await run(stage, "npm", ["pack", repack, "--json", "--silent"]);
  const [{ filename, integrity }] = JSON.parse(stdout);
  const { npm } = JSON.parse(await Deno.readTextFile(`${stage}/deno.lock`));
  const pinned = npm[repack]?.integrity;
  if (integrity !== pinned) {
    throw new Error(`Cannot use ${repack}: its digest is ${integrity}, deno.lock has ${pinned}`);
  }
  await Deno.mkdir(`${stage}/std`);
  await run(stage, "tar", ["xzf", filename, "--strip-components=1", "-C", "std"]);
  for (const path of FILES) {
    const target = `${stage}/package/${STD_FOLDER}/${path}`;
    await Deno.mkdir(target.slice(0, target.lastIndexOf("/")), { recursive: true });
    await Deno.copyFile(`${stage}/std/${path}`, target);
  }
  await Deno.writeTextFile(`${stage}/package/${STD_FOLDER}/LICENSE`, LICENSE);
}

const LICENSE = `\
The files below this folder are part of @std/http (https://jsr.io/@std/http), unchanged.

MIT License

Copyright 2018-2026 the Deno authors.

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and
associated documentation files (the "Software"), to deal in the Software without restriction,
including without limitation the rights to use, copy, modify, merge, publish, distribute,
sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or
substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT
NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND
NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM,
DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT
OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
`;
