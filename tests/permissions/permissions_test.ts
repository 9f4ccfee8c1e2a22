/**
 * Permissions that the documents name, in subprocesses that have no others.
 *
 * @module
 */

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { createBrowser } from "@x/auth/testing";
import { appEnvironment } from "../_environment.ts";
import { waitUntil, watchChild } from "../_wait.ts";
import { demoFlags, freePort } from "../browser/_demo.ts";

const APP = "tests/permissions/_app.ts";
const SECRET = "a-secret-of-more-than-thirty-two-characters";

interface Running extends AsyncDisposable {
  origin: string;
  /** Waits for the end and returns the app's error output. */
  stop(): Promise<string>;
}

/** Starts the app with only these flags. */
async function start(
  flags: string[],
  { port, args = [], env = {} }: {
    port: number;
    args?: string[];
    env?: Record<string, string>;
  },
): Promise<Running> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", "--no-check", ...flags, APP, String(port), ...args],
    clearEnv: true,
    env: appEnvironment(env),
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const output = watchChild(child, child.stdout);
  const errors = watchChild(child, child.stderr);
  await waitUntil("the app is ready", () => output.text.startsWith("ready\n"), { child: errors });
  let stopped: Promise<string> | undefined;
  const stop = (): Promise<string> =>
    stopped ??= (async () => {
      await output.stop();
      await errors.ended;
      return errors.text;
    })();
  return {
    origin: `http://127.0.0.1:${port}`,
    stop,
    [Symbol.asyncDispose]: async () => void await stop(),
  };
}

async function signIn(origin: string): Promise<unknown> {
  const browser = createBrowser(origin, {
    [origin]: (request) => fetch(request, { redirect: "manual" }),
  });
  const { csrfToken } = await (await browser.fetch("/auth/csrf")).json();
  const landing = await browser.visit("/auth/callback/credentials", {
    method: "POST",
    body: new URLSearchParams({ csrfToken, password: "right" }),
  });
  await landing.response.body?.cancel();
  return await (await browser.fetch("/")).json();
}

Deno.test("exports: every one can be imported without permissions", async () => {
  const { exports } = JSON.parse(await Deno.readTextFile("deno.json"));
  // Frameworks of the browser read the kind of their build from the environment.
  const frameworks = ["react", "solid", "svelte", "vue"].map((name) => `@x/auth/${name}`);
  const subpaths = Object.keys(exports).map((key) => "@x/auth" + key.slice(1))
    .filter((path) => !frameworks.includes(path));
  // One import per subpath, so that a failure names it.
  const code = subpaths.map((path) => `await import(${JSON.stringify(path)});`).join("\n") +
    "\nconsole.log('imported');";
  const file = await Deno.makeTempFile({ dir: "tests/permissions", suffix: ".ts" });
  try {
    await Deno.writeTextFile(file, code);
    const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--no-prompt", "--no-check", file],
    }).output();
    const said = new TextDecoder().decode(stderr);
    assert(success, said);
    assertStringIncludes(new TextDecoder().decode(stdout), "imported");
  } finally {
    await Deno.remove(file);
  }
});

Deno.test("a server: with its secret in the config, needs only the network permission", async () => {
  const port = freePort();
  await using app = await start([`--allow-net=127.0.0.1:${port}`], {
    port,
    args: [`--secret=${SECRET}`],
  });
  assertEquals(await signIn(app.origin), "Ada");
});

Deno.test("a server: with its secret in the environment, needs the variables that the guide names", async () => {
  const port = freePort();
  const variables = await guideVariables();
  await using app = await start(
    [`--allow-net=127.0.0.1:${port}`, `--allow-env=${variables.join(",")}`],
    {
      port,
      args: ["--github"],
      env: {
        AUTH_SECRET: SECRET,
        AUTH_GITHUB_ID: "id",
        AUTH_GITHUB_SECRET: "secret",
      },
    },
  );
  assertEquals(await signIn(app.origin), "Ada");
  const providers = await (await fetch(`${app.origin}/auth/providers`)).json();
  assertEquals(Object.keys(providers), ["github", "credentials"]);
  assertEquals(await app.stop(), "");
});

Deno.test("a variable: without permission to read it, counts as absent, and the log says what to do", async () => {
  const port = freePort();
  await using app = await start([`--allow-net=127.0.0.1:${port}`], {
    port,
    args: [`--secret=${SECRET}`, "--github"],
    env: { AUTH_GITHUB_ID: "id", AUTH_GITHUB_SECRET: "secret" },
  });
  // The page uses one copy of the config, the app's own handler another.
  assertEquals(await signIn(app.origin), "Ada");
  const page = await (await fetch(`${app.origin}/auth/signin`)).text();
  assertEquals([page.includes("/credentials"), page.includes("/github")], [true, false]);
  const lines = (await app.stop()).trim().split("\n");
  assertEquals(lines.length, 2, "a line and its link");
  assertStringIncludes(lines[0]!, "AUTH_GITHUB_ID and AUTH_GITHUB_SECRET; Deno reads variables");
  assertStringIncludes(lines[0]!, "--allow-env");
});

Deno.test("the demo: runs without --allow-all", async () => {
  const flags = await demoFlags();
  for (const flag of flags.filter((flag) => flag.startsWith("-"))) {
    assert(
      !["-A", "--allow-all", "--allow-run", "--allow-ffi"].includes(flag.split("=")[0]!),
      flag,
    );
    if (/^--allow-(net|read|write)/.test(flag)) {
      assertMatch(flag, /=/, `${flag} is not limited to a list`);
    }
  }
});

/** The list after `--allow-env=` in the guide about the configuration. */
async function guideVariables(): Promise<string[]> {
  const guide = await Deno.readTextFile("docs/configuration.md");
  const list = /--allow-net --allow-env=([\w,*]+)/.exec(guide)?.[1];
  assert(list, "the guide names the variables");
  return list.split(",");
}
