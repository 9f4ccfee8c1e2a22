/**
 * Frameworks for which `init` writes a starter: all that have a guide.
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
  "fastify",
  "koa",
  "nest",
  "nuxt",
  "astro",
  "react-router",
  "sveltekit",
  "solid-start",
  "qwik",
  "tanstack-start",
  "cloudflare-workers",
] as const;

/** Name of a framework. */
export type Framework = (typeof FRAMEWORKS)[number];

/** Returns `true` for the name of a framework. */
export function isFramework(name: string): name is Framework {
  return (FRAMEWORKS as readonly string[]).includes(name);
}
