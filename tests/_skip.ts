/**
 * Tests that a machine cannot run.
 *
 * @module
 */

/**
 * Registers a test that is skipped, and prints why: `deno task test` counts it and repeats the
 * reason at its end. In CI it fails, where everything must run.
 *
 * @param name test, or group of tests
 * @param reason what is missing, and how to get it
 */
export function skipTest(name: string, reason: string): void {
  const inCI = Deno.env.get("CI") === "true";
  if (!inCI) console.log(`SKIPPED ${name}: ${reason}`);
  Deno.test({ name, ignore: !inCI, fn: () => Promise.reject(new Error(reason)) });
}
