/**
 * Frameworks for which `init` writes a starter.
 *
 * @module
 */

/** Names of the frameworks, as `--framework` takes them. */
export const FRAMEWORKS = [
  "deno",
  "fresh",
  "hono",
  "next",
  "express",
  "solid-start",
  "sveltekit",
  "qwik",
] as const;

/** Name of a framework. */
export type Framework = (typeof FRAMEWORKS)[number];

/** Returns `true` for the name of a framework. */
export function isFramework(name: string): name is Framework {
  return (FRAMEWORKS as readonly string[]).includes(name);
}
