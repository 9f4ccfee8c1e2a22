/**
 * The app's own handler, as wrappers take it.
 *
 * @module
 */

/**
 * Refuses what a server passes to a function that makes a handler, when it is taken for one.
 *
 * @param right what to write
 * @throws {TypeError} for anything but a function or nothing
 */
export function assertApp(app: unknown, right: string): void {
  if (app === undefined || typeof app === "function") return;
  throw new TypeError(
    `\`handler\` makes a handler from your app, and is none itself: write \`${right}\``,
  );
}
