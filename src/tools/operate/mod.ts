/**
 * A command for people who run an app: it finds users, shows what is kept about one, suspends, exports
 * and deletes, and reads the audit log. It calls the functions that the app has, with the config of the
 * app.
 *
 * ```sh
 * deno run -A jsr:@x/auth/operate users list main.ts --query ada@
 * npx @x/auth users suspend ada@example.com src/auth.ts --env-file .env
 * ```
 *
 * The module is imported in that process, so its top level runs; servers that it starts are kept
 * from listening.
 *
 * @module
 */

if (import.meta.main) {
  const { main } = await import("./command.ts");
  const { default: process } = await import("node:process");
  process.exit(await main(process.argv.slice(2)));
}
