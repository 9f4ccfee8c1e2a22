/**
 * Preloaded in a process that tries out the permissions of an app: its module is loaded without
 * its servers, and its stores and callbacks are used as the doctor uses them.
 *
 * @module
 */

import process from "node:process";
import { fileURLToPath } from "node:url";
import { processEnvironment } from "../../server/environment.ts";
import { checkCallbacks } from "./callbacks.ts";
import { messageOf } from "./finding.ts";
import { beginObservation, type FoundConfig, listConfigs, load, SETTLED_MS } from "./load.ts";
import { checkStore } from "./store.ts";
import { examine } from "./subject.ts";
import type { Result } from "./unchecked.ts";

interface DenoProcess {
  args: readonly string[];
  mainModule: string;
}

const { args: [mode, withCallbacks], mainModule } =
  (globalThis as unknown as { Deno: DenoProcess }).Deno;

if (mode === "observe") {
  // Everything is permitted, so the module can be imported from here, with what it exports.
  const { configs } = await load(fileURLToPath(mainModule));
  await finish(configs);
}
if (mode === "confirm") {
  const { observed } = beginObservation();
  const settle = async (exported?: Record<string, unknown>) => {
    await Promise.all(observed.pending);
    await finish(listConfigs(observed, exported));
  };
  addEventListener("load", async () => {
    try {
      // Once it is loaded, a module can be imported without a permission.
      await settle(await import(mainModule));
    } catch (error) {
      process.stderr.write(`${messageOf(error)}\n`);
      process.exit(1);
    }
  });
  // A module that awaits its server is never loaded to its end.
  observed.onConfig = () => void setTimeout(settle, SETTLED_MS);
}

async function finish(configs: readonly FoundConfig[]): Promise<never> {
  for (const { config, basePath } of configs) {
    const subject = examine(config, { env: processEnvironment(), basePath });
    print(await checkStore(subject.resolved));
    print(await checkCallbacks(subject, withCallbacks === "callbacks"));
  }
  process.exit(0);
}

/** The process that started this one looks for the permissions that the sentences name. */
function print(results: readonly Result[]): void {
  for (const result of results) {
    process.stderr.write(`${"message" in result ? result.message : result.reason}\n`);
  }
}
