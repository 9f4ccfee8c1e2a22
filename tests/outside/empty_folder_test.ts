/**
 * The first process of an app in an empty folder, without a cache or a lock file,
 * and with the configuration of an app that uses the published files. Deno then
 * resolves the versions of packages anew, which a lock file or a cache of an
 * earlier run would hide.
 *
 * @module
 */

import { assertEquals, assertStringIncludes } from "@std/assert";
import { createBrowser } from "@x/auth/testing";
import { appEnvironment } from "../_environment.ts";
import { waitUntil, watchChild } from "../_wait.ts";

const root = new URL("../../", import.meta.url);

/** Lines at the start of the app's file, by name of the app. */
const HEADS: Record<string, string> = {
  "an app": "",
  "an app that renders with Preact":
    'import { h } from "preact";\nexport const greeting = h("p", {}, "Hello");',
  "an app that shows the session with Preact": 'export * from "@x/auth/client/preact";',
};

const APP = `
import { DenoAuth } from "@x/auth/deno";
import Credentials from "@x/auth/providers/credentials";

const { handler, auth } = DenoAuth({
  secret: "a-secret-of-more-than-thirty-two-characters",
  providers: [
    Credentials({
      credentials: { password: { label: "Password", type: "password" } },
      authorize: ({ password }) => password === "right" ? { id: "1", name: "Ada" } : null,
    }),
  ],
});

const serve = handler(async (request) => Response.json((await auth(request))?.user?.name ?? null));
Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: ({ port }) => console.log(port) }, serve);
`;

/** Published files by their specifiers, and their dependencies. */
async function importMap(): Promise<Record<string, string>> {
  const { exports, imports } = JSON.parse(await Deno.readTextFile(new URL("deno.json", root)));
  const map: Record<string, string> = {};
  for (const [subpath, file] of Object.entries<string>(exports)) {
    map[`@x/auth${subpath.slice(1)}`] = new URL(file, root).href;
  }
  for (const [name, specifier] of Object.entries<string>(imports)) {
    if (!specifier.startsWith("npm:") || name.endsWith("/")) continue;
    map[name] = specifier;
    map[`${name}/`] = `${specifier.replace("npm:", "npm:/")}/`;
  }
  return map;
}

interface Running extends AsyncDisposable {
  origin: string;
  /** Waits for the end and returns the app's error output. */
  stop(): Promise<string>;
}

/** Starts an app in a new folder with an empty cache. */
async function start(app: string, settings: Record<string, unknown>): Promise<Running> {
  const folder = await Deno.makeTempDir({ prefix: "auth-empty-" });
  await Deno.mkdir(`${folder}/app`);
  await Deno.writeTextFile(`${folder}/app/main.ts`, app);
  const config = { imports: await importMap(), ...settings };
  await Deno.writeTextFile(`${folder}/app/deno.json`, JSON.stringify(config));
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-check", "--no-prompt", "--allow-net", "--allow-env", "main.ts"],
    cwd: `${folder}/app`,
    clearEnv: true,
    env: appEnvironment({ DENO_DIR: `${folder}/cache` }),
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const output = watchChild(child, child.stdout);
  const errors = watchChild(child, child.stderr);
  let stopped: Promise<string> | undefined;
  const stop = (): Promise<string> =>
    stopped ??= (async () => {
      await output.stop();
      await errors.ended;
      await Deno.remove(folder, { recursive: true });
      return errors.text;
    })();
  let port: string | undefined;
  try {
    const find = () => /^(\d+)\n/.exec(output.text)?.[1];
    port = await waitUntil("the app prints its port", find, { child: errors });
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    origin: `http://127.0.0.1:${port}`,
    stop,
    [Symbol.asyncDispose]: async () => void await stop(),
  };
}

for (const [what, head] of Object.entries(HEADS)) {
  for (const settings of [{}, { lock: false }]) {
    const name = `${what} in an empty folder with ${JSON.stringify(settings)}`;
    Deno.test(`${name}: session, pages and a sign-in work in its first process`, async () => {
      await using app = await start(`${head}\n${APP}`, settings);
      const { origin } = app;
      const browser = createBrowser(origin, {
        [origin]: (request) => fetch(request, { redirect: "manual" }),
      });
      const get = async (path: string) => {
        const response = await browser.fetch(path);
        return { status: response.status, text: await response.text() };
      };
      assertEquals(await get("/auth/session"), { status: 200, text: "null" });
      const signin = await get("/auth/signin");
      assertEquals(signin.status, 200);
      assertStringIncludes(signin.text, `action="${origin}/auth/callback/credentials"`);
      const error = await get("/auth/error?error=AccessDenied");
      assertEquals(error.status, 403);
      assertStringIncludes(error.text, "<h1>");
      const csrfToken = /name="csrfToken" value="([^"]+)"/.exec(signin.text)![1]!;
      const landing = await browser.visit("/auth/callback/credentials", {
        method: "POST",
        body: new URLSearchParams({ csrfToken, password: "right" }),
      });
      await landing.response.body?.cancel();
      assertEquals(await get("/"), { status: 200, text: '"Ada"' });
      const signout = await get("/auth/signout");
      assertEquals(signout.status, 200);
      assertEquals(await app.stop(), "");
    });
  }
}
