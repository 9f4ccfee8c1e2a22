/**
 * In place of the package that sends emails: those of the demo stay in its inbox.
 *
 * @module
 */

/** Is not called, since the config has a transport of its own. */
export function createTransport(_options: unknown): never {
  throw new Error("The demo sends no emails");
}
