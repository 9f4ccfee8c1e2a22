/**
 * New processes: from the start to the first answer, in the folder of an app that
 * contains only its imports. This repository's own configuration has hundreds of
 * entries, unlike an app's.
 *
 * CPU time is that of the whole process, as its shell counts it, with a precision
 * of a millisecond; wall time ends with the answer.
 *
 * @module
 */

import { pinned } from "./_line_process.ts";
import { summarize, type Summary } from "./_statistics.ts";
import type { Contender } from "./_table.ts";

/** First request of a process. */
export type FirstRequest = "session" | "signin";

/** Times in microseconds. */
export type StartTimes = Readonly<Record<"cpu" | "wall", Partial<Record<Contender, Summary>>>>;

const auth = (specifier: string, github: string, path: FirstRequest) => `
import { Auth } from ${JSON.stringify(specifier)};
import GitHub from ${JSON.stringify(github)};
const config = {
  providers: [GitHub({ clientId: "id", clientSecret: "s" })],
  secret: "a-secret-of-at-least-32-characters", trustHost: true, basePath: "/auth",
};
const response = await Auth(new Request("http://localhost/auth/${path}"), config);
console.log(response.status, (await response.text()).includes("${
  path === "session" ? "null" : "<form"
}"));
`;

const BETTER = `
import { betterAuth } from "better-auth";
const auth = betterAuth({
  secret: "a-secret-of-at-least-32-characters", baseURL: "http://localhost",
  logger: { disabled: true }, telemetry: { enabled: false },
  socialProviders: { github: { clientId: "id", clientSecret: "s" } },
});
const response = await auth.handler(new Request("http://localhost/api/auth/get-session"));
console.log(response.status, (await response.text()).includes("null"));
`;

const FLOOR = `
const response = new Response("null");
console.log(response.status, (await response.text()).includes("null"));
`;

/** Programs that print "200 true". */
function programs(path: FirstRequest): Partial<Record<Contender, string>> {
  return {
    ours: auth("@x/auth", "@x/auth/providers/github", path),
    peer: auth("@auth/core", "@auth/core/providers/github", path),
    floor: FLOOR,
    ...path === "session" ? { better: BETTER } : {},
  };
}

/** Starts each program in turns. */
export async function measureStarts(
  path: FirstRequest,
  rounds: number,
  core: number | undefined,
): Promise<StartTimes> {
  const folder = await Deno.makeTempDir({ prefix: "auth-bench-" });
  try {
    await writeConfig(folder);
    const entries = Object.entries(programs(path)) as [Contender, string][];
    const samples = entries.map(([name]) => ({ name, cpu: [] as number[], wall: [] as number[] }));
    for (const [name, code] of entries) await Deno.writeTextFile(`${folder}/${name}.js`, code);
    // The first start of each fills the caches of the runtime.
    for (let round = -1; round < rounds; round++) {
      for (const { name, cpu, wall } of samples) {
        const times = await start(folder, `${name}.js`, core);
        if (round < 0) continue;
        cpu.push(times.cpu);
        wall.push(times.wall);
      }
    }
    const by = (kind: "cpu" | "wall") =>
      Object.fromEntries(samples.map((sample) => [sample.name, summarize(sample[kind])]));
    return { cpu: by("cpu"), wall: by("wall") };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Runs a program until it has answered. */
async function start(folder: string, file: string, core: number | undefined) {
  // `time` of the shell: seconds in user and in system mode.
  const script = 'TIMEFORMAT="%3U %3S"; time "$@"';
  const command = [Deno.execPath(), "run", "-A", "--no-lock", file];
  const [program, ...args] = pinned(["bash", "-c", script, "bash", ...command], core);
  const startedAt = performance.now();
  const child = new Deno.Command(program!, {
    args,
    cwd: folder,
    env: { NO_COLOR: "1", LC_ALL: "C" },
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const errors = new Response(child.stderr).text();
  let output = "";
  let answeredAt = 0;
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    output += text;
    answeredAt ||= performance.now();
  }
  const lines = (await errors).trimEnd().split("\n");
  const [user, system] = lines.at(-1)!.split(" ").map(Number);
  if (output !== "200 true\n") throw new Error(`${file}: ${output}${lines.join("\n")}`);
  return { cpu: (user! + system!) * 1e6, wall: (answeredAt - startedAt) * 1000 };
}

/** Writes the import map of an app, with this library as it is here. */
async function writeConfig(folder: string): Promise<void> {
  const root = new URL("../../", import.meta.url).href;
  const { imports, compilerOptions } = JSON.parse(
    await Deno.readTextFile(new URL("deno.json", root)),
  );
  const std = imports["deno-std/"].replace("npm:/", "npm:");
  const { jsx, jsxImportSource } = compilerOptions;
  const packages = ["@auth/core", "@simplewebauthn/server", "better-auth", "jose", "oauth4webapi"];
  const config = {
    imports: {
      "@x/auth": `${root}mod.ts`,
      "@x/auth/providers/github": `${root}src/providers/github.ts`,
      "@std/http/negotiation": `${std}http/negotiation.js`,
      ...Object.fromEntries(
        [...packages, "preact", "preact-render-to-string"].map((name) => [name, imports[name]]),
      ),
    },
    compilerOptions: { jsx, jsxImportSource },
  };
  await Deno.writeTextFile(`${folder}/deno.json`, JSON.stringify(config));
}
