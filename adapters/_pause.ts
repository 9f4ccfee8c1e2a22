/**
 * Pauses between tries.
 *
 * @module
 */

/**
 * Waits before another try, for a random time that grows with their number.
 *
 * @param attempt number of tries before, from 1
 * @param longest milliseconds that it waits at most
 */
export async function pauseFor(attempt: number, longest: number): Promise<void> {
  const wait = Math.random() * Math.min(4 * 2 ** attempt, longest);
  await new Promise((resolve) => setTimeout(resolve, wait));
}
