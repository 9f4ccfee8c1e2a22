/**
 * An app with next-auth 4 itself, in a process of its own: the package depends on Next, which
 * is replaced by a package with a redirect, since none of its other code is needed.
 *
 * @module
 */

import { waitForText, watchChild } from "../_wait.ts";
import { overNetwork } from "./_rig.ts";

const PROJECT: Readonly<Record<string, unknown>> = {
  "deno.json": {
    imports: {
      "next-auth": "npm:next-auth@^4.24.15",
      "next-auth/": "npm:/next-auth@^4.24.15/",
    },
    links: ["./next"],
    nodeModulesDir: "auto",
  },
  "next/package.json": {
    name: "next",
    version: "16.0.0",
    exports: { "./server": "./server.js" },
  },
};

/** What the middleware of next-auth takes from Next. */
const NEXT_SERVER = `exports.NextResponse = { redirect: (url) => Response.redirect(url, 307) };\n`;

const MAIN = new URL("./next_auth_4/main.js", import.meta.url);

/** Parameters of `encode` of next-auth 4. */
export interface EncodeParams {
  token: Record<string, unknown>;
  secret: string;
  maxAge?: number;
  salt?: string;
}

/** A visit of a page with middleware of next-auth. */
export interface MiddlewareVisit {
  /** Name of the form, in `next_auth_4/main.js`. */
  form: string;
  url: string;
  cookie?: string;
}

export interface OldApp extends AsyncDisposable {
  /** What the middleware did: `passes`, `handler`, or the URL of a redirect. */
  middleware(visit: MiddlewareVisit): Promise<string>;
  /** Makes a token with the function of next-auth. */
  encode(params: EncodeParams): Promise<string>;
  /** Answers a request for the origin of the app. */
  handle(request: Request): Promise<Response>;
}

/**
 * @param origin `NEXTAUTH_URL`
 * @param options members of the config; `ballast` is a claim, `provider` an OpenID Provider
 */
export async function startOldApp(
  origin: string,
  secret: string,
  options: {
    ballast?: string;
    provider?: { issuer: string; clientId: string; clientSecret: string };
  } = {},
): Promise<OldApp> {
  const dir = await Deno.makeTempDir();
  await Deno.mkdir(`${dir}/next`);
  for (const [path, content] of Object.entries(PROJECT)) {
    await Deno.writeTextFile(`${dir}/${path}`, JSON.stringify(content));
  }
  await Deno.writeTextFile(`${dir}/next/server.js`, NEXT_SERVER);
  await Deno.copyFile(MAIN, `${dir}/main.js`);
  const process = new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "-A", "main.js", JSON.stringify([secret, options])],
    cwd: dir,
    env: { NEXTAUTH_URL: origin },
    stdout: "piped",
  }).spawn();
  const watched = watchChild(process, process.stdout);
  const [, port] = await waitForText(/^(\d+)\n/, watched);
  const own = `http://127.0.0.1:${port}`;
  return {
    async encode(params) {
      const body = JSON.stringify(params);
      return await (await fetch(`${own}/encode`, { method: "POST", body })).text();
    },
    async middleware(visit) {
      const body = JSON.stringify(visit);
      return await (await fetch(`${own}/middleware`, { method: "POST", body })).text();
    },
    handle(request) {
      const { pathname, search } = new URL(request.url);
      return overNetwork(new Request(own + pathname + search, request));
    },
    async [Symbol.asyncDispose]() {
      await watched.stop();
      await Deno.remove(dir, { recursive: true });
    },
  };
}
