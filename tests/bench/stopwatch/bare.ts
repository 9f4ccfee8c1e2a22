/**
 * A machine that has Deno and nothing in its caches: measures the seconds until the demo shows its
 * first page, and until the app of `docs/first-app.md` does, and counts what each fetches:
 *
 *     deno run -A tests/bench/stopwatch/bare.ts [--rounds <n>]
 *
 * Both take the commands that a reader types. The package is not published: a registry of this
 * machine has it (`_registry.ts`), and the packages of npm come from where Deno finds them.
 *
 * @module
 */

import { appEnvironment } from "../../_environment.ts";
import { waitForAnswer, watchChild } from "../../_wait.ts";
import { freePort } from "../../browser/_demo.ts";
import { stepsOf } from "../../outside/_guides.ts";
import { cpuModel } from "../_machine.ts";
import { markdown } from "../_table.ts";
import { run } from "./_command.ts";
import { toSeconds } from "./_recipe.ts";
import { startRegistry } from "./_registry.ts";

const root = new URL("../../../", import.meta.url).pathname;
const at = Deno.args.indexOf("--rounds");
const rounds = at < 0 ? 3 : Number(Deno.args[at + 1]);
if (!Number.isInteger(rounds) || rounds < 1) {
  console.error("Pass --rounds with a positive number");
  Deno.exit(1);
}

/** What a reader does, with the folder to do it in; the last command starts the app. */
interface Way {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly commands: readonly string[];
  /** The first page with a form. */
  readonly page: string;
}

/** A round of a way. */
interface Taken {
  readonly seconds: number;
  /** Packages of npm. */
  readonly packages: number;
  readonly megabytes: number;
}

const ways = [demoWay(), await firstAppWay()];
const taken = ways.map((): Taken[] => []);
const load = Deno.loadavg()[0]!;
{
  await using registry = await startRegistry();
  for (let round = 0; round < rounds; round++) {
    for (const [index, way] of ways.entries()) taken[index]!.push(await take(way, registry.env));
  }
}
console.log(
  `${await cpuModel()}, ${navigator.hardwareConcurrency} cores; load average before the run ` +
    `${load.toFixed(1)}, after it ${Deno.loadavg()[0]!.toFixed(1)}; ${rounds} rounds\n`,
);
console.log(markdown(
  ["From empty caches to the first page", "seconds (least–most)", "packages of npm", "cache"],
  ways.map(({ name }, index) => {
    const { median, least, most } = toSeconds(taken[index]!.map(({ seconds }) => seconds));
    const { packages, megabytes } = taken[index]![0]!;
    const range = `${median.toFixed(1)} (${least.toFixed(1)}–${most.toFixed(1)})`;
    return [name, range, String(packages), `${megabytes.toFixed(1)} MB`];
  }),
));

function demoWay(): Way {
  const folder = `${root}examples/demo`;
  const command = `deno task --cwd=${folder} demo --port=$PORT --data=.demo/bare-$PORT`;
  return {
    name: "`deno task --cwd=examples/demo demo`",
    files: {},
    commands: [command],
    page: "/auth/signin",
  };
}

/** The guide, up to the app that runs. */
async function firstAppWay(): Promise<Way> {
  const files: Record<string, string> = {};
  const commands: string[] = [];
  for (const step of stepsOf(await Deno.readTextFile(`${root}docs/first-app.md`))) {
    if (step.kind === "open") break;
    if (step.kind === "write") files[step.path] = step.text;
    else if (step.kind === "commands") commands.push(...step.commands);
  }
  return { name: "the first app", files, commands, page: "/auth/signin" };
}

/** Follows a way with a home and caches that are empty. */
async function take(way: Way, registry: Readonly<Record<string, string>>): Promise<Taken> {
  const folder = await Deno.makeTempDir({ prefix: "auth-bare-" });
  const port = freePort();
  const env = {
    ...appEnvironment(),
    ...registry,
    HOME: `${folder}/home`,
    DENO_DIR: `${folder}/deno`,
    DENO_NO_UPDATE_CHECK: "1",
    DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}`,
    PORT: String(port),
  };
  const cwd = `${folder}/app`;
  await Deno.mkdir(env.HOME);
  await Deno.mkdir(cwd);
  for (const [path, text] of Object.entries(way.files)) {
    await Deno.writeTextFile(`${cwd}/${path}`, text);
  }
  try {
    const began = performance.now();
    for (const command of way.commands.slice(0, -1)) {
      await run("bash", ["-c", command], { cwd, env, clearEnv: true });
    }
    const child = new Deno.Command("bash", {
      args: ["-c", `exec ${way.commands.at(-1)} 2>&1`],
      cwd,
      clearEnv: true,
      env,
      stdout: "piped",
    }).spawn();
    const watched = watchChild(child, child.stdout);
    try {
      const url = `http://localhost:${port}${way.page}`;
      const isUp = ({ status }: Response) => status === 200;
      await waitForAnswer(url, { child: watched, isUp });
      const seconds = (performance.now() - began) / 1000;
      return { seconds, ...await fetchedInto(env.DENO_DIR) };
    } finally {
      await watched.stop("SIGINT");
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
    const data = `${root}examples/demo/.demo/bare-${port}`;
    await Deno.remove(data, { recursive: true }).catch(() => {});
  }
}

/** Counts the packages in a cache of Deno, and what all of it takes. */
async function fetchedInto(cache: string): Promise<Omit<Taken, "seconds">> {
  let packages = 0;
  let bytes = 0;
  const visit = async (path: string): Promise<void> => {
    for await (const { name, isDirectory } of Deno.readDir(`${cache}${path}`)) {
      const inner = `${path}/${name}`;
      // npm/<host>/<name>/<version>/
      if (isDirectory && /^\/npm\/[^/]+\/(?:@[^/]+\/)?[^@/][^/]*\/\d[^/]*$/.test(inner)) packages++;
      if (isDirectory) await visit(inner);
      else if (/^\/(npm|remote)\//.test(inner)) bytes += (await Deno.stat(cache + inner)).size;
    }
  };
  await visit("");
  return { packages, megabytes: bytes / 1e6 };
}
