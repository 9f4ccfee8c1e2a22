/**
 * Runs the scenario for apps in this process.
 *
 * @module
 */

import type { AuthConfig } from "../../mod.ts";
import { startOpenIDProvider } from "../_openid_provider.ts";
import { writeAppConfig } from "../doctor/_run.ts";
import Credentials from "../../src/providers/credentials.ts";
import { waitForAnswer, watchChild } from "../_wait.ts";
import { freePort } from "../browser/_demo.ts";
import { createVisitor, scenario, type StartedApp, type Step } from "./_scenario.ts";
import { withTexts, withUpdates } from "./_updates.ts";

/** A listening server. */
export interface Listening {
  /** Stops it. */
  stop(): Promise<void>;
}

/** Options of an app for the scenario. */
export interface InDeno {
  /** Base path of the actions. Default `/auth`. */
  basePath?: string;
  /** Path that signed-out users are redirected to. Default `<basePath>/signin`. */
  signInPath?: string;
  /** Additional steps, after the scenario. */
  steps?: readonly Step[];
  /** Starts the app. */
  start(config: AuthConfig, port: number, op: StartedApp["op"]): Promise<Listening> | Listening;
}

/** Runs every step on an app. */
export async function takeThrough(t: Deno.TestContext, app: InDeno): Promise<void> {
  const { basePath = "/auth", signInPath, steps = [] } = app;
  const port = freePort();
  const origin = `http://localhost:${port}`;
  const op = await startOpenIDProvider({ redirectUris: [`${origin}${basePath}/callback/op`] });
  const started: StartedApp = { origin, basePath, csrf: true, signInPath, op };
  const server = await app.start(createConfig(started), port, op);
  try {
    const visitor = createVisitor(started);
    for (const { name, run } of [...scenario, ...steps]) {
      await t.step(name, () => run(started, visitor));
    }
  } finally {
    await server.stop();
    await op[Symbol.asyncDispose]();
  }
}

/** Provider for apps whose tests use none. */
export const noProvider: StartedApp["op"] = {
  issuer: "http://127.0.0.1:1",
  clientId: "c",
  clientSecret: "s",
  [Symbol.asyncDispose]: () => Promise.resolve(),
};

/** Config for the scenario. */
export function createConfig({ op }: Pick<StartedApp, "op">): AuthConfig {
  return {
    // Its own, so that wrong passwords of other apps in this process do not count.
    secret: crypto.randomUUID(),
    logger: { error: () => {}, warn: () => {} },
    providers: [
      Credentials({
        credentials: { username: {}, password: { type: "password" } },
        authorize({ username, password }) {
          if (password !== "lovelace") return null;
          if (username === "ada") return { id: "1", name: "Ada Lovelace" };
          return username === "big" ? { id: "2", name: "Big" } : null;
        },
      }),
      {
        id: "op",
        name: "OP",
        type: "oidc",
        issuer: op.issuer,
        clientId: op.clientId,
        clientSecret: op.clientSecret,
        checks: ["pkce", "state", "nonce"],
      },
    ],
    callbacks: {
      jwt({ token, trigger, session }) {
        if (token.name === "Big") token.ballast = "x".repeat(3500);
        if (trigger === "update" && typeof session?.name === "string") token.name = session.name;
        return token;
      },
    },
  };
}

/** Options to run a program. */
export interface Program {
  /** Its files, by path from the root; the first one is the entry point. */
  files: string[];
  /** Permission flags. */
  permissions: string[];
  /** Path or URL of the `deno.json` it runs with. Default: one with every package of the root's. */
  config?: string;
  /** Replaces text in the files. */
  texts?: Record<string, string>;
}

/**
 * Runs a copy of a program, with the callback of `_updates.ts` in its config and
 * the environment that examples read, until it is stopped.
 */
export async function startExample(
  { files, permissions, config, texts = {} }: Program,
  op: StartedApp["op"],
  port: number,
): Promise<Listening> {
  const dir = await Deno.makeTempDir({ prefix: "auth-example-" });
  const copies = files.map((path) => `${dir}/${path.split("/").at(-1)}`);
  for (const [index, path] of files.entries()) {
    const text = withTexts(await Deno.readTextFile(path), texts);
    const hasConfig = text.includes("providers: [");
    await Deno.writeTextFile(copies[index]!, hasConfig ? withUpdates(text) : text);
  }
  const path = config ?? await writeAppConfig(dir);
  const server = await startProgram([`--config=${path}`, ...permissions, copies[0]!], op, port);
  return {
    async stop() {
      await server.stop();
      await Deno.remove(dir, { recursive: true });
    },
  };
}

/**
 * Runs a program as it is, with the environment that examples read, until it is
 * stopped.
 *
 * @param args arguments of `deno run`
 */
export async function startProgram(
  args: string[],
  { issuer, clientId, clientSecret }: StartedApp["op"],
  port: number,
): Promise<Listening> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", ...args],
    env: {
      PORT: String(port),
      AUTH_SECRET: crypto.randomUUID() + crypto.randomUUID(),
      AUTH_OP_ISSUER: issuer,
      AUTH_OP_ID: clientId,
      AUTH_OP_SECRET: clientSecret,
    },
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const watched = watchChild(child, child.stderr);
  const what = `${args.at(-1)} answers`;
  await waitForAnswer(`http://localhost:${port}/`, { child: watched, what });
  return { stop: () => watched.stop() };
}
