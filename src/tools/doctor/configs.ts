/**
 * The configs of a module, for commands that need one.
 *
 * @module
 */

import { resolve } from "node:path";
import { sentence } from "./finding.ts";
import { type FoundConfig, load } from "./load.ts";
import { findModule, withoutModule } from "./module.ts";

/**
 * Loads the configs of a module.
 *
 * @param command how the command is called, for the sentences
 * @param named path of the module. Default: one with a usual name
 * @param folder where it is sought. Default: the working directory
 * @throws {Error} with a sentence when there is none
 */
export async function loadConfigs(
  command: string,
  named: string | undefined,
  folder: string | undefined,
): Promise<readonly FoundConfig[]> {
  const path = await findModule(named, folder);
  if (path === undefined) {
    const { fault, cure } = withoutModule(command, named);
    throw new Error(`${fault}. ${cure}`);
  }
  const { configs, results } = await load(resolve(path));
  if (configs.length > 0) return configs;
  const [fault] = results;
  if (!fault || !("id" in fault) || fault.id === "config-missing") {
    throw new Error(
      `${path} makes no config that could be read. Pass the module that does: ` +
        `\`${command} src/auth.ts\`.`,
    );
  }
  throw new Error(`${sentence(fault.message)} ${fault.cure}`);
}
