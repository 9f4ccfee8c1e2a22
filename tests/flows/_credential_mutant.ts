/**
 * Measures cells of the table of credentials in a process of its own, and prints those that do not
 * hold: `deno run -A tests/flows/_credential_mutant.ts [strategy] [state credential…]`.
 *
 * @module
 */

import { MemoryAdapter } from "../../adapters/memory.ts";
import { createCredentialApp } from "./_credential_app.ts";
import { CELLS } from "./_credential_cases.ts";
import { checkCell } from "./_credential_checks.ts";
import { createCredentialSite } from "./_credential_own_site.ts";
import type { Strategy } from "./_strategies.ts";

const [strategy, ...wanted] = Deno.args as [Strategy, ...string[]];
const failed: string[] = [];
for (const cell of CELLS) {
  const name = `${cell.state} ${cell.credential}`;
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const app = createCredentialApp(strategy, MemoryAdapter());
  try {
    await checkCell(app, createCredentialSite(app), cell, strategy);
  } catch {
    failed.push(name);
  }
}
console.log(JSON.stringify(failed));
