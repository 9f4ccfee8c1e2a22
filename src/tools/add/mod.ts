/**
 * Writes components into an app, as files of its own: the sign-in, the sign-up, the account, and the
 * menus of the user and of organizations, for React, Vue, Svelte or Solid. A command, which exports
 * nothing.
 *
 * ```sh
 * npx @x/auth add sign-in user-button
 * deno run -A jsr:@x/auth/add sign-in
 * ```
 *
 * It finds the framework, the language and the folder in the manifests of the app. Files of the app
 * stay as they are without `--force`; `--diff` shows what is different in them.
 *
 * @module
 */

if (import.meta.main) {
  const { main } = await import("./command.ts");
  const { default: process } = await import("node:process");
  process.exit(await main(process.argv.slice(2)));
}
