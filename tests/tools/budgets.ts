/**
 * Measures what an app pays for the library, and fails when a size grew by more
 * than 2 % since `tests/budgets.json` was written, or the CPU time of an operation by more than a
 * half since `tests/budgets_cpu.json` was, both over the same floor:
 *
 *     deno task budgets             # compare
 *     deno task budgets --accept    # write the file anew, so that the diff shows the growth
 *
 * | Budget | Figure |
 * |---|---|
 * | `bundle` | bytes of `Auth()` in one file, all dynamic imports included, minified, `gzip -9` |
 * | `session bytes` | bytes of the modules that a process reads to answer `GET session` |
 * | `session modules` | number of these modules |
 * | `types` | type instantiations of the `defineAuth` example of the guides |
 * | `tarball` | bytes of the npm tarball |
 *
 * `_cpu_budgets.ts` says what the CPU times are measured over.
 *
 * @module
 */

import {
  type Bundle,
  bundle,
  type InstalledPackage,
  installPackage,
  startSize,
} from "./_bundle.ts";
import { align, findBreaches, format, type Measure, type Measures, toTable } from "./_budgets.ts";
import {
  findCpuBreaches,
  measureRatios,
  type Ratios,
  ratiosToAccept,
  toCpuTable,
} from "./_cpu_budgets.ts";
import { checkExample } from "./instantiations.ts";

const root = new URL("../../", import.meta.url);
const FILE = new URL("tests/budgets.json", root);
const CPU_FILE = new URL("tests/budgets_cpu.json", root);

const SESSION = "session bytes";

/** An app with some providers and members of the config. */
function app(imports: string, providers: string, config = ""): string {
  return `import { Auth } from "@x/auth"; ${imports}
globalThis.handler = (request) => Auth(request, { providers: [${providers}], ${config} });`;
}

const BASE = app("", "");

/** Capability → an app that uses it and nothing else. */
const CAPABILITIES: Readonly<Record<string, string>> = {
  "+ credentials": app(
    'import Credentials from "@x/auth/providers/credentials";',
    "Credentials({ authorize: () => null })",
  ),
  "+ OpenID Connect": app('import Google from "@x/auth/providers/google";', "Google"),
  "+ email": app('import Resend from "@x/auth/providers/resend";', "Resend"),
  "+ passkeys": app('import Passkey from "@x/auth/providers/passkey";', "Passkey"),
  "+ Deno KV": app(
    'import { DenoKvAdapter } from "@x/auth/adapters/deno-kv";',
    "",
    "adapter: DenoKvAdapter(globalThis.kv)",
  ),
};

/** Modules that a process evaluates for one `GET session`, with the bytes of their sources. */
async function measureSession(): Promise<Measure> {
  const dir = await Deno.makeTempDir({ prefix: "auth-session-" });
  try {
    const at = JSON.stringify(new URL("mod.ts", root).href);
    await Deno.writeTextFile(
      `${dir}/main.ts`,
      `import { Auth } from ${at};
const secret = "a-secret-of-at-least-32-characters";
const config = { providers: [], secret, trustHost: true };
const response = await Auth(new Request("http://localhost/auth/session"), config);
if (await response.text() !== "null") Deno.exit(1);`,
    );
    const { success, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "--no-check",
        "--quiet",
        `--config=${new URL("deno.json", root).pathname}`,
        `--coverage=${dir}/coverage`,
        `${dir}/main.ts`,
      ],
      env: { NO_COLOR: "1" },
    }).output();
    if (!success) throw new Error(`Cannot read a session: ${new TextDecoder().decode(stderr)}`);
    const parts: Record<string, number> = {};
    for await (const { name } of Deno.readDir(`${dir}/coverage`)) {
      const { url } = JSON.parse(await Deno.readTextFile(`${dir}/coverage/${name}`));
      if (url.endsWith("/main.ts")) continue;
      const { size } = await Deno.stat(new URL(url));
      parts[url.replace(root.href, "").replace(/^.*\/npm\/[^/]+\//, "npm:")] = size;
    }
    return { total: sum(Object.values(parts)), parts };
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

/** Files of the package, JavaScript and declarations of a module together. */
async function measureTarball({ files, packedSize }: InstalledPackage): Promise<Measure> {
  const parts: Record<string, number> = {};
  const walk = async (folder: string): Promise<void> => {
    for await (const { name, isDirectory } of Deno.readDir(`${files}/${folder}`)) {
      const path = folder + name;
      if (isDirectory) {
        await walk(`${path}/`);
        continue;
      }
      const module = path.replace(/(\.d\.ts|\.js)$/, "");
      parts[module] = (parts[module] ?? 0) + (await Deno.stat(`${files}/${path}`)).size;
    }
  };
  await walk("");
  return { total: packedSize, parts };
}

/**
 * Bundle sizes: of `Auth()`, and what each capability adds to it. In one file everything
 * that can be reached is loaded at start; a bundler that splits the code leaves the targets
 * of dynamic imports for their first use.
 */
function capabilityTable(installed: InstalledPackage, base: Bundle): string {
  const rows = Object.entries(CAPABILITIES).map(([name, source]) => {
    const { gzip, modules } = bundle(installed, source);
    const added = Object.keys(modules).filter((module) => !Object.hasOwn(base.modules, module));
    return [name, format(gzip), `+${format(gzip - base.gzip)}`, `+${added.length}`];
  });
  const start = startSize(installed, BASE);
  return align([
    ["bundled, gzip -9", "bytes", "added", "modules"],
    ["Auth(), everything reachable", format(base.gzip), "", `${Object.keys(base.modules).length}`],
    ["  of it, loaded at start", format(start), "", ""],
    ...rows,
  ]);
}

/** The number of modules is a budget of its own, with the same modules as parts. */
function withModuleCount(measures: Measures): Measures {
  const modules = Object.keys(measures[SESSION]?.parts ?? {});
  const parts = Object.fromEntries(modules.map((module) => [module, 1]));
  return { ...measures, "session modules": { total: modules.length, parts } };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function sorted(measure: Measure): Measure {
  const entries = Object.entries(measure.parts).sort(([a], [b]) => a < b ? -1 : 1);
  return { total: measure.total, parts: Object.fromEntries(entries) };
}

if (import.meta.main) {
  await using installed = await installPackage();
  const base = bundle(installed, BASE);
  const { instantiations, modules } = await checkExample();
  const measured: Measures = {
    "bundle": sorted({ total: base.gzip, parts: base.modules }),
    [SESSION]: sorted(await measureSession()),
    "types": sorted({ total: instantiations, parts: modules }),
    "tarball": sorted(await measureTarball(installed)),
  };
  const isAccepting = Deno.args.includes("--accept");
  const acceptedRatios: Ratios = isAccepting ? {} : JSON.parse(await Deno.readTextFile(CPU_FILE));
  const ratios = isAccepting ? await ratiosToAccept() : await measureRatios(acceptedRatios);
  console.log(`${capabilityTable(installed, base)}\n`);
  if (isAccepting) {
    await Deno.writeTextFile(FILE, `${JSON.stringify(measured, null, 2)}\n`);
    await Deno.writeTextFile(CPU_FILE, `${JSON.stringify(ratios, null, 2)}\n`);
    console.log(`Written to ${FILE.pathname} and ${CPU_FILE.pathname}`);
  } else {
    const accepted = withModuleCount(JSON.parse(await Deno.readTextFile(FILE)));
    const now = withModuleCount(measured);
    console.log(`${toTable(accepted, now)}\n\n${toCpuTable(acceptedRatios, ratios)}`);
    const breaches = [...findBreaches(accepted, now), ...findCpuBreaches(acceptedRatios, ratios)];
    for (const breach of breaches) console.error(`\n${breach}`);
    if (breaches.length > 0) {
      console.error("\nIf you mean it: deno task budgets --accept, and say why in the commit.");
      Deno.exitCode = 1;
    }
  }
}
