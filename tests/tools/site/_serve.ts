/**
 * Serves the built site as GitHub Pages does: `/a` is `a.html`, and what is missing is `404.html`.
 *
 * @module
 */

const TYPES: Readonly<Record<string, string>> = {
  css: "text/css",
  html: "text/html; charset=utf-8",
  js: "text/javascript",
  json: "application/json",
  md: "text/markdown; charset=utf-8",
  png: "image/png",
  svg: "image/svg+xml",
  txt: "text/plain; charset=utf-8",
  woff2: "font/woff2",
};

/** A running server. */
export interface SiteServer {
  /** Its port. */
  port: number;
  /** Ends it. */
  stop(): Promise<void>;
}

/**
 * Serves a folder on this machine.
 *
 * @param base path of the site, with a slash at both ends
 * @param port 0 for any
 */
export function serveSite(folder: URL, base: string, port: number): SiteServer {
  const server = Deno.serve({ port, hostname: "127.0.0.1", onListen() {} }, async (request) => {
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith(base)) return new Response("Not found", { status: 404 });
    const path = decodeURIComponent(pathname.slice(base.length));
    for (
      const name of path === "" || path.endsWith("/")
        ? [`${path}index.html`]
        : [path, `${path}.html`]
    ) {
      const url = new URL(name, folder);
      // No way out of the folder.
      if (!url.href.startsWith(folder.href)) break;
      const body = await Deno.readFile(url).catch(() => undefined);
      if (body) return new Response(body, { headers: { "content-type": typeOf(name) } });
    }
    const missing = await Deno.readFile(new URL("404.html", folder));
    return new Response(missing, { status: 404, headers: { "content-type": TYPES.html! } });
  });
  return { port: server.addr.port, stop: () => server.shutdown() };
}

const typeOf = (name: string): string =>
  TYPES[name.split(".").at(-1)!] ?? "application/octet-stream";
