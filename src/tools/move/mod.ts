/**
 * Moves an app from next-auth 4, Auth.js v5 or Better Auth to this library: a command, which exports
 * nothing.
 *
 * ```sh
 * npx @x/auth move
 * deno run -A jsr:@x/auth/move
 * ```
 *
 * In the folder of the app, it prints what it would change and what it would leave, each with its
 * file and line. With `--write` it makes the changes, as one commit, and runs the app's type check and
 * the doctor. What cannot be moved with the same protection stops it. With `--from 0.2`, it moves an app
 * of that version of this library.
 *
 * @module
 */

if (import.meta.main) {
  const { main } = await import("./command.ts");
  const { default: process } = await import("node:process");
  process.exit(await main(process.argv.slice(2)));
}
