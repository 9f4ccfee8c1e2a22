/**
 * The function that examines a config. The library is loaded at its first call, so that `init`,
 * the other half of the command, starts without it.
 *
 * @module
 */

import type { AnyConfig } from "../../types/inference.ts";
import type { DiagnoseOptions, Diagnosis } from "./diagnosis.ts";

/**
 * Examines a config: the config itself, the environment, the servers of its providers, its
 * store, its email server, and with `url` the running app and the proxies in front of it.
 *
 * The store gets records and a token of no user, which are removed again. No email is sent.
 *
 * @param written a config, or the result of `defineAuth`
 *
 * @example
 * ```ts
 * import { diagnose } from "@x/auth/doctor";
 * import { assertEquals } from "@std/assert";
 *
 * const { findings, isHealthy } = await diagnose({ providers: [], secret: "secret" }, { env: {} });
 * assertEquals(isHealthy, false);
 * assertEquals(findings.map(({ id }) => id), ["short-secret", "secret-published"]);
 * console.log(findings[1]!.cure); // Set AUTH_SECRET to a random string, …
 * ```
 */
export async function diagnose(
  written: AnyConfig,
  options: DiagnoseOptions = {},
): Promise<Diagnosis> {
  const { check } = await import("./checks.ts");
  return await check(written, options);
}
