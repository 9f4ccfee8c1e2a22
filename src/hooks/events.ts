/**
 * Calls the app's event handlers. They are awaited after the write that they
 * report, and the request continues when one fails.
 *
 * @module
 */

import { EventError } from "../errors.ts";
import type { EventCallbacks } from "../types/config.ts";
import type { ResolvedConfig } from "../types/internal.ts";

/** Calls an event handler, if there is one. */
export async function emit<E extends keyof EventCallbacks>(
  config: ResolvedConfig,
  event: E,
  message: Parameters<EventCallbacks[E]>[0],
): Promise<void> {
  const handler = config.events[event] as ((message: unknown) => unknown) | undefined;
  if (handler) await guarded(config, event, () => handler(message));
}

/** Runs the handler of an event; a failure is logged. */
export async function guarded(
  config: ResolvedConfig,
  event: keyof EventCallbacks,
  run: () => unknown,
): Promise<void> {
  try {
    await run();
  } catch (error) {
    const err = error instanceof Error ? error : new Error(String(error));
    config.logger.error(
      new EventError(`Event handler failed: "${event}" threw`, { cause: { err, event } }),
    );
  }
}
