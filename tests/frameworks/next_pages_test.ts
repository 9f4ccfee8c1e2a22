/**
 * The result of `NextAuth` as the handler of both routers: as `pages/api/auth/[...nextauth].ts` and
 * `export { handler as GET, handler as POST }` of apps of next-auth 4 export it.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { createServer } from "node:http";
import type { AuthConfig } from "../../mod.ts";
import { createNextAuth } from "../../src/frameworks/next/logic.ts";
import { takeThrough } from "./_in_deno.ts";
import { listen } from "./_node_apps.ts";

/** `NextAuth(config)` in API routes, which have no headers of a render. */
const bindNext = (config: AuthConfig) =>
  createNextAuth<Request>(config, {
    env: { NODE_ENV: "development" },
    headers: () => Promise.reject(new Error("called outside of a request scope")),
    setCookie: () => Promise.reject(new Error("called outside of a request scope")),
    redirect: (url) => Promise.reject(new Error(url)),
    next: () => new Response(null, { headers: { "x-middleware-next": "1" } }),
    notFound: () => Promise.reject(new Error("unused")),
    withUrl: (request, url) => new Request(url, request),
  });

// deno-lint-ignore no-explicit-any -- the types of Node change global types of other tests
type Any = any;

const logger = { error: () => {} };

async function readText(req: AsyncIterable<Uint8Array>): Promise<string> {
  let text = "";
  for await (const chunk of req) text += new TextDecoder().decode(chunk);
  return text;
}

/** The members that Next adds to the request of an API route. */
async function parse(req: Any): Promise<void> {
  const text = await readText(req);
  const isJson = /json/.test(req.headers["content-type"] ?? "");
  req.body = isJson ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text));
}

/** The pages of the scenario, as `getServerSideProps` renders them. */
async function renderPage(auth: Any, req: Any, res: Any): Promise<void> {
  const session = await auth({ req, res });
  const hello = `Hello ${session?.user?.name}`;
  if (req.url.startsWith("/dashboard") && !session) {
    const location = "/api/auth/signin";
    return void res.writeHead(307, { location }).end();
  }
  res.end(session ? hello : "You are not signed in");
}

for (const parses of [true, false]) {
  const what = parses ? "a body that Next has parsed" : "`bodyParser: false`";
  Deno.test(`NextAuth() in pages/api/auth/[...nextauth].ts, with ${what}: the scenario`, async (t) => {
    await takeThrough(t, {
      basePath: "/api/auth",
      async start(config, port) {
        const next = bindNext({ ...config, basePath: "/api/auth" });
        const handler = next as Any;
        const server = createServer(async (req: Any, res: Any) => {
          if (!req.url.startsWith("/api/auth/")) return await renderPage(next.auth, req, res);
          if (parses) await parse(req);
          await handler(req, res);
        });
        return await listen(server as Any, port);
      },
    });
  });
}

Deno.test("NextAuth() as a route handler answers like its `handlers`", async () => {
  const next = bindNext({ providers: [], secret: "s".repeat(32), trustHost: true, logger });
  for (const [path, status] of [["session", 200], ["providers", 200], ["nope", 400]] as const) {
    const make = () => new Request(`http://localhost/api/auth/${path}`);
    const [own, other] = [await next(make()) as Response, await next.handlers.GET(make())];
    assertEquals([own.status, await own.text()], [other.status, await other.text()]);
    assertEquals(own.status, status);
  }
});
