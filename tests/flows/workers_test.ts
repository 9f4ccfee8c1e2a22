/**
 * Several workers of one server.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { appEnvironment } from "../_environment.ts";
import { waitUntil, watchChild } from "../_wait.ts";
import { freePort } from "../browser/_demo.ts";

const root = new URL("../../", import.meta.url);

const APP = `
import { DenoAuth } from "@x/auth/deno";
const { handler } = DenoAuth({ providers: [] });
export default { fetch: handler(() => new Response("")) } satisfies Deno.ServeDefaultExport;
`;

Deno.test("deno serve --parallel: without a secret, a warning says why sign-ins fail", async () => {
  const dir = await Deno.makeTempDir({ prefix: "auth-workers-" });
  const port = freePort();
  await Deno.writeTextFile(`${dir}/main.ts`, APP);
  const config = new URL("deno.json", root).pathname;
  const child = new Deno.Command(Deno.execPath(), {
    args: ["serve", "--parallel", "-A", "--no-check", "--config", config, `${dir}/main.ts`],
    clearEnv: true,
    env: appEnvironment({ DENO_JOBS: "2", DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}` }),
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const server = watchChild(child, child.stderr);
  try {
    const line = await waitUntil("the process warns", async (signal) => {
      const answer = await fetch(`http://127.0.0.1:${port}/auth/csrf`, { signal }).catch(() =>
        null
      );
      await answer?.body?.cancel();
      return /generated-secret\] (.*)/.exec(server.text)?.[1];
    }, { child: server });
    assertEquals(/`deno serve --parallel`, each has its own, and sign-ins fail/.test(line), true);
  } finally {
    await server.stop("SIGKILL");
    await Deno.remove(dir, { recursive: true });
  }
});
