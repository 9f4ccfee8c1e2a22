/**
 * The test files of a job in one module graph, so that what they import is loaded once:
 *
 *     deno test -A --no-check tests/_together.ts -- <files…>
 *
 * @module
 */

for (const path of Deno.args) {
  await import(new URL(path, `file://${Deno.cwd()}/`).href);
}
