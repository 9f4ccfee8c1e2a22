/**
 * The doctor: finds faults of config, environment, providers, store, email and the running app
 * with its proxies, and says the cure of each. It sends no email, and changes no user.
 *
 * As a command, with exit code 1 when there are errors:
 *
 * ```sh
 * deno run -A jsr:@x/auth/doctor main.ts --url https://app.example
 * deno run -A jsr:@x/auth/doctor init
 * npx @x/auth doctor src/auth.ts
 * ```
 *
 * The module is imported in that process, so its top level runs; servers that it starts are
 * kept from listening.
 *
 * @module
 */

export { diagnose } from "./diagnose.ts";
export type { DiagnoseOptions, Diagnosis } from "./diagnosis.ts";
export type { Finding, FindingId, Severity } from "./finding.ts";
export type { Unchecked } from "./unchecked.ts";
export type { Fetch } from "./visit.ts";

if (import.meta.main) {
  const { main } = await import("./command.ts");
  const { default: process } = await import("node:process");
  process.exit(await main(process.argv.slice(2)));
}
