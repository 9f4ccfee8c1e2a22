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

/**
 * Refuses anything but a function where the app's own handler belongs.
 *
 * @param right what to write
 * @throws {TypeError} for anything but a function
 */
export function assertHandler(handler: unknown, right: string): void {
  if (typeof handler === "function") return;
  throw new TypeError(`\`protect\` takes your handler, then its options: write \`${right}\``);
}

/**
 * Refuses a handler where only options belong, in frameworks whose guard is a middleware.
 *
 * @param right what to write
 * @throws {TypeError} for a function, and for the context of a request
 */
export function assertOptions(options: unknown, right: string): void {
  if (typeof options !== "function" && !Object.hasOwn(Object(options), "req")) return;
  throw new TypeError(
    `\`protect\` makes a middleware, which stands before your handler: write \`${right}\``,
  );
}
