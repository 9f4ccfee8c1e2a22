/**
 * The command line of the gallery.
 *
 * @module
 */

import { parseUrl } from "../../config/env.ts";
import { readApp } from "./app.ts";
import { createGallery, type GalleryOptions } from "./handler.ts";

const USAGE = `Usage: gallery [module]
  --port=<number>   port of the gallery (8000)
  --site=<url>      origin of the running app, which has the images of the theme`;

/** Starts the gallery; returns 2 for a wrong command line. */
export async function main(
  args: readonly string[],
  own: Pick<GalleryOptions, "languages" | "pages"> = {},
): Promise<number> {
  const flags = new Map<string, string>();
  const modules: string[] = [];
  for (const arg of args) {
    const [, name, value] = /^--(port|site)=(.+)$/.exec(arg) ?? [];
    if (name) flags.set(name, value!);
    else modules.push(arg);
  }
  const port = Number(flags.get("port") ?? 8000);
  const site = flags.get("site");
  const isWrong = modules.length > 1 || modules[0]?.startsWith("-") ||
    !Number.isInteger(port) || port < 0 || port > 65_535 ||
    (site !== undefined && !parseUrl(site));
  if (isWrong) {
    console.error(USAGE);
    return 2;
  }
  const app = await readApp(modules[0]);
  const answer = createGallery({ app, site, ...own });
  Deno.serve({
    hostname: "127.0.0.1",
    port,
    onListen: ({ port }) => console.log(`Gallery http://localhost:${port}/`),
  }, answer);
  return 0;
}
