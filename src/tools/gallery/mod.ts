/**
 * The gallery: a local server that shows every built-in page and every email in the theme of an
 * app, in light and dark, in each of its languages, and for a phone. With `--watch` the browser
 * shows each change at once.
 *
 * ```sh
 * deno run -A --watch jsr:@x/auth/gallery theme.ts
 * deno run -A --watch jsr:@x/auth/gallery auth.ts --port=8123 --site=http://localhost:8000
 * ```
 *
 * The module exports `theme`, or makes a config. It is imported, so its top level runs; servers
 * that it starts are kept from listening. `--site` is the origin of the running app, for images that
 * the theme names by their paths. A fault of the theme is shown as the log of the app has it.
 *
 * @module
 */

if (import.meta.main) {
  const { main } = await import("./command.ts");
  const code = await main(Deno.args);
  if (code !== 0) Deno.exit(code);
}
