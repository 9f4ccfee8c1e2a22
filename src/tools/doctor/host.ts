/**
 * The process of a command.
 *
 * @module
 */

import type { Environment } from "../../config/env.ts";
import type { Fetch } from "./visit.ts";

/** Parts of the process that a command uses; tests pass their own. */
export interface CommandHost {
  /** Prints a line of the result. */
  print(line: string): void;
  /** Asks the user. Default: on the terminal, if there is one. */
  ask?(question: string): Promise<boolean>;
  /** Variables. Default: those of the process. */
  env?: Environment;
  /** Sends requests to the running app. Default: the runtime's `fetch`. */
  fetch?: Fetch;
  /** Folder in which a module is sought. Default: the working directory. */
  folder?: string;
}
