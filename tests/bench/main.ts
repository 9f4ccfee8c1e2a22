/**
 * Compares with `@auth/core`, with the work alone, and with Better Auth where it
 * has the same work, and writes the tables into `docs/benchmarks.md`:
 *
 *     deno task bench [--only <word>] [--quick [--some]] [--long]
 *
 * `--only` runs the workloads whose id contains the word, and writes nothing.
 * `--quick` runs each workload once or twice to check its results, on all cores,
 * and writes nothing; with `--some`, every third one that installs no package.
 * `--long` adds 500,000 mixed requests in one process.
 *
 * Each result is asserted before it is timed. A missed target is printed and never
 * fails the run.
 *
 * @module
 */

import { runAtOnce } from "../_at_once.ts";
import { measureBundle } from "./_bundle_size.ts";
import { writeBenchmarks } from "./_document.ts";
import { canPin } from "./_line_process.ts";
import { describeRun, outputOf } from "./_machine.ts";
import { FULL, measure, ONCE, QUICK, type Times } from "./_measure.ts";
import { type Results, resultsText, wallText } from "./_report.ts";
import { runSoak } from "./_soak.ts";
import { type FirstRequest, measureStarts, type Place } from "./_starts.ts";
import { type Contender, type Row, withoutTargets } from "./_table.ts";
import { isChosen } from "./_workload.ts";
import { type HttpEffort, httpWorkloads, measureHttp } from "./http/mod.ts";
import { createNodeProject } from "./http/project.ts";
import { authenticates } from "./workloads/authenticate.ts";
import { figures } from "./workloads/figures.ts";
import { FEW, growth, MANY } from "./workloads/growth.ts";
import { keyChecks, MOST_GROWTH, MOST_MICROSECONDS } from "./workloads/keys.ts";
import {
  MOST_ACCEPTED,
  MOST_MADE,
  MOST_OVER_SIGNATURE,
  tokensAccepted,
  tokensMade,
} from "./workloads/oauth_server.ts";
import { WORKLOADS } from "./workloads/mod.ts";
import { MOST_OF_BETTER, MOST_OF_OIDC_PROVIDER, refreshes } from "./workloads/refresh.ts";
import { unasked } from "./workloads/organizations.ts";
import { flat } from "./workloads/sessions.ts";

/** A part of the run, with a progress line of its own. */
interface Job {
  readonly id: string;
  /** `true` when npm installs packages for it. */
  readonly installs?: boolean;
  run(): Promise<void>;
}

const quick = Deno.args.includes("--quick");
const some = quick && Deno.args.includes("--some");
const long = Deno.args.includes("--long");
const onlyAt = Deno.args.indexOf("--only");
const only = onlyAt < 0 ? undefined : Deno.args[onlyAt + 1] ?? "";

const effort = quick ? QUICK : FULL;
const httpEffort: HttpEffort = quick
  ? { rounds: 1, seconds: 0.2, warmUpSeconds: 0.1 }
  : { rounds: 9, seconds: 0.7, warmUpSeconds: 3 };
const startRounds = quick ? 1 : 15;

const load = Deno.loadavg()[0]!;
const core = !quick && await canPin(0) ? 0 : undefined;
const cores = { server: core, load: !quick && await canPin(1) ? 1 : undefined };
const results: Results = { cpu: [], wall: [], limits: [], rates: [], growth: [], notes: [] };
const hasNode = await outputOf("npm", "--version") !== undefined &&
  await outputOf("node", "--version") !== undefined;
let project: Promise<string> | undefined;

const jobs: Job[] = [
  ...WORKLOADS.map((workload): Job => ({
    id: workload.id,
    async run() {
      const { label, targets, lacks } = workload;
      if (lacks) {
        const note = `${label}: not measured, since ${lacks} is missing`;
        results.notes.push(note);
        return console.error(note);
      }
      const { times } = await measure<Contender>(workload, effort, core);
      const by = (kind: "cpu" | "wall") =>
        Object.fromEntries(Object.entries(times).map(([name, time]) => [name, time[kind]]));
      results.cpu.push({ workload: label, times: by("cpu") as Row["times"], targets });
      results.wall.push({ workload: label, times: by("wall") as Row["times"], targets: {} });
    },
  })),
  ...(["deno", "deno-lazy", "deno-npm", "node"] as const).flatMap((place) => [
    startJob("session", place),
    startJob("signin", place),
  ]),
  ...httpWorkloads.map((workload): Job => ({
    id: workload.id,
    installs: workload.kind !== "deno",
    async run() {
      if (workload.kind !== "deno" && !hasNode) {
        results.notes.push(`${workload.server}: not measured, since Node or npm is missing`);
        return;
      }
      const folder = workload.kind === "deno" ? "." : await nodeProject();
      const note = (text: string) => results.notes.push(text);
      results.rates.push(await measureHttp(workload, httpEffort, cores, folder, note));
    },
  })),
  {
    id: flat.id,
    async run() {
      const { times: { one, hundred } } = await measure(flat, effort, core);
      const value = hundred.cpu.median / one.cpu.median;
      results.limits.push({ name: flat.label, value, unit: "×", most: 1.1 });
    },
  },
  {
    id: unasked.id,
    async run() {
      const { times } = await measure(unasked, effort, core);
      const value = times.with.cpu.median / times.without.cpu.median;
      results.limits.push({ name: unasked.label, value, unit: "×", most: 1.1 });
    },
  },
  ...authenticates.map((compared): Job => ({
    id: compared.id,
    async run() {
      const { label, most } = compared;
      const { times } = await measure(compared, effort, core);
      const value = times.authenticate.cpu.median / times.getSession.cpu.median;
      results.limits.push({ name: label, value, unit: "×", most });
    },
  })),
  ...keyChecks.map((checks): Job => ({
    id: checks.id,
    async run() {
      const { label: name, overReads } = checks;
      const { times: { floor, reads, few, many } } = await measure(checks, effort, core);
      const over = (a: Times, b: Times) => a.cpu.median / b.cpu.median;
      results.limits.push(
        { name, value: few.cpu.median, unit: " µs", most: MOST_MICROSECONDS },
        {
          name: `${name}, over its two reads`,
          value: over(few, reads),
          unit: "×",
          most: overReads,
        },
        {
          name: `${name}, two reads over bare ones`,
          value: over(reads, floor),
          unit: "×",
          most: 8,
        },
        {
          name: `${name}, a million over a thousand`,
          value: over(many, few),
          unit: "×",
          most: MOST_GROWTH,
        },
      );
    },
  })),
  {
    id: tokensMade.id,
    async run() {
      const { label: name } = tokensMade;
      const { times: { signature, token } } = await measure(tokensMade, effort, core);
      const over = token.cpu.median / signature.cpu.median;
      results.limits.push(
        { name, value: token.cpu.median, unit: " µs", most: MOST_MADE },
        { name: `${name}, over its signature`, value: over, unit: "×", most: MOST_OVER_SIGNATURE },
      );
    },
  },
  {
    id: tokensAccepted.id,
    async run() {
      const { label: name } = tokensAccepted;
      const { times: { reads, lag } } = await measure(tokensAccepted, effort, core);
      results.limits.push(
        { name, value: reads.cpu.median, unit: " µs", most: MOST_ACCEPTED },
        {
          name: `${name}, with \`maxLag\``,
          value: lag.cpu.median,
          unit: " µs",
          most: MOST_ACCEPTED,
        },
      );
    },
  },
  {
    id: refreshes.id,
    async run() {
      const { times: { ours, better, oidcProvider } } = await measure(refreshes, effort, core);
      const of = (peer: Times) => ours.cpu.median / peer.cpu.median;
      const name = refreshes.label;
      results.limits.push(
        { name: `${name}, to Better Auth`, value: of(better), unit: "×", most: MOST_OF_BETTER },
        {
          name: `${name}, to oidc-provider`,
          value: of(oidcProvider),
          unit: "×",
          most: MOST_OF_OIDC_PROVIDER,
        },
      );
    },
  },
  ...figures.map((figure): Job => ({
    id: figure.id,
    async run() {
      const { facts } = await measure(figure, quick ? QUICK : ONCE, core);
      const { label, unit, most } = figure;
      results.limits.push({ name: label, value: facts.ours.value!, unit, most });
    },
  })),
  {
    id: "bundle",
    installs: true,
    async run() {
      if (!hasNode) return void results.notes.push("Bundle: not measured, since npm is missing");
      const { limit, note } = measureBundle(await nodeProject());
      results.limits.push(limit);
      results.notes.push(note);
    },
  },
  ...growth.map((workload): Job => ({
    id: workload.id,
    async run() {
      const { times: { few, many, bare }, facts } = await measure(workload, effort, core);
      const { memory, disk } = facts.many;
      const [store, by] = [workload.label, { few: few.cpu, many: many.cpu, bare: bare.cpu }];
      results.growth.push({ store, ...by, memory: memory!, disk: disk! });
    },
  })),
];

/** A folder with the npm packages, made once. */
function nodeProject(): Promise<string> {
  return project ??= createNodeProject();
}

/** A new process, with the promise of being no slower than the peer. */
function startJob(path: FirstRequest, place: Place): Job {
  const answer = path === "session" ? "first `session` answer" : "first sign-in page";
  const where = {
    "deno": "Deno",
    "deno-lazy": "Deno, `lazy-dynamic-imports`",
    "deno-npm": "Deno, npm package",
    "node": "Node",
  }[place];
  const workload = `new process to its ${answer}: ${where}`;
  const installs = ["deno-npm", "node"].includes(place);
  return {
    id: `start-${path}-${place}`,
    installs,
    async run() {
      if (installs && !hasNode) {
        results.notes.push(`${workload}: not measured, since Node or npm is missing`);
        return;
      }
      const { cpu, wall } = await measureStarts(path, place, startRounds, core, nodeProject);
      results.cpu.push({ workload, times: cpu as Row["times"], targets: { overPeer: 1 } });
      results.wall.push({ workload, times: wall as Row["times"], targets: {} });
    },
  };
}

const chosen = jobs.filter(({ id, installs }, index) =>
  isChosen(id, only) && !(some && (index % 3 > 0 || installs))
);
if (chosen.length === 0) {
  console.error(`No workload contains "${only}": ${jobs.map(({ id }) => id).join(", ")}`);
  Deno.exit(1);
}
try {
  const runs = chosen.map(({ id, run }, index) => async () => {
    console.error(`[${index + 1}/${chosen.length}] ${id}`);
    await run();
  });
  await runAtOnce(runs, quick ? undefined : 1);
} finally {
  if (project) await Deno.remove(await project, { recursive: true });
}

if (quick) {
  console.log(`The results of ${chosen.length} workloads are right; a quick run has no times`);
} else {
  const text = resultsText(results, await describeRun(core !== undefined, load), [FEW, MANY]);
  console.log(`${text}\n\n${wallText(results)}`);
  if (only === undefined) await writeDocument(text);
}
if (long) await runSoak();

/** Writes the tables; targets are for this project, so users do not read them. */
async function writeDocument(text: string): Promise<void> {
  await writeBenchmarks("bench", withoutTargets(text));
  console.error("The tables of docs/benchmarks.md are written");
}
