/**
 * New processes: from the start to the first answer, in the folder of an app. Deno loads
 * this library as JSR has it, a module for each source file, or from npm, where the
 * modules are joined.
 *
 * CPU time is that of the whole process, as its shell counts it, with a precision
 * of a millisecond; wall time ends with the answer.
 *
 * @module
 */

import { packagesFor, repackOfStd } from "../_packages.ts";
import { pinned } from "./_line_process.ts";
import { summarize, type Summary } from "./_statistics.ts";
import type { Contender } from "./_table.ts";

/** First request of a process. */
export type FirstRequest = "session" | "signin";

/** A runtime, and where it finds this library. */
export type Place = "deno" | "deno-lazy" | "deno-npm" | "node";

const DENO = [Deno.execPath(), "run", "-A", "--no-lock"];

/** Command that runs a program. */
const COMMANDS: Readonly<Record<Place, readonly string[]>> = {
  "deno": DENO,
  "deno-lazy": DENO,
  "deno-npm": DENO,
  "node": ["node"],
};

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

/**
 * Starts each program in turns.
 *
 * @param project a folder with the npm packages
 */
export async function measureStarts(
  path: FirstRequest,
  place: Place,
  rounds: number,
  core: number | undefined,
  project: () => Promise<string>,
): Promise<StartTimes> {
  const hasSources = place === "deno" || place === "deno-lazy";
  const folder = await Deno.makeTempDir({
    prefix: "starts-",
    ...hasSources ? {} : { dir: await project() },
  });
  try {
    if (hasSources) await publishInto(folder, place === "deno-lazy");
    const entries = Object.entries(programs(path)) as [Contender, string][];
    const samples = entries.map(([name]) => ({ name, cpu: [] as number[], wall: [] as number[] }));
    for (const [name, code] of entries) await Deno.writeTextFile(`${folder}/${name}.mjs`, code);
    // The first start of each fills the caches of the runtime.
    for (let round = -1; round < rounds; round++) {
      for (const { name, cpu, wall } of samples) {
        const times = await start(folder, [...COMMANDS[place], `${name}.mjs`], core);
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
async function start(folder: string, command: readonly string[], core: number | undefined) {
  // `time` of the shell: seconds in user and in system mode.
  const script = 'TIMEFORMAT="%3U %3S"; time "$@"';
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
  if (output !== "200 true\n") {
    throw new Error(`${command.join(" ")}: ${output}${lines.join("\n")}`);
  }
  return { cpu: (user! + system!) * 1e6, wall: (answeredAt - startedAt) * 1000 };
}

/**
 * Copies the modules of this library into a folder, and writes the import map of an app. Without
 * the copy Deno would read the configuration of this repository too.
 *
 * @param isLazy `true` to read the targets of dynamic imports at their first use
 */
async function publishInto(folder: string, isLazy: boolean): Promise<void> {
  const root = new URL("../../", import.meta.url).pathname;
  const modules = ["mod.ts", "src", "pages", "adapters"].map((name) => root + name);
  await Deno.mkdir(`${folder}/lib`);
  const { success } = await new Deno.Command("cp", { args: ["-r", ...modules, `${folder}/lib`] })
    .output();
  if (!success) throw new Error("Cannot copy the modules");
  const { compilerOptions } = JSON.parse(await Deno.readTextFile(`${root}deno.json`));
  const imports = await packagesFor();
  const { jsx, jsxImportSource } = compilerOptions;
  const packages = ["@auth/core", "@simplewebauthn/server", "better-auth", "jose", "oauth4webapi"];
  const config = {
    imports: {
      "@x/auth": "./lib/mod.ts",
      "@x/auth/providers/github": "./lib/src/providers/github.ts",
      "@std/http/negotiation": `npm:${await repackOfStd()}/http/negotiation.js`,
      ...Object.fromEntries(
        [...packages, "preact", "preact-render-to-string"].map((name) => [name, imports[name]]),
      ),
    },
    compilerOptions: { jsx, jsxImportSource },
    ...isLazy ? { unstable: ["lazy-dynamic-imports"] } : {},
  };
  await Deno.writeTextFile(`${folder}/deno.json`, JSON.stringify(config));
}
