/**
 * The network as the doctor uses it: hosts that it may reach, and requests whose failure is a
 * value.
 *
 * @module
 */

import { type Unchecked, unchecked } from "./unchecked.ts";

/** Longest wait for an answer, in milliseconds. */
export const TIMEOUT_MS = 10_000;

/** Milliseconds by which two clocks may differ, as the library tolerates in ID tokens. */
const TOLERANCE_MS = 30_000;

interface DenoPermissions {
  permissions?: { querySync?(descriptor: { name: "net"; host: string }): { state: string } };
}

/** Returns `true` when this process may reach a host, given with its port. */
export function mayReach(host: string): boolean {
  const { Deno } = globalThis as { Deno?: DenoPermissions };
  const state = Deno?.permissions?.querySync?.({ name: "net", host }).state;
  return state === undefined || state === "granted";
}

/** Host and port of a URL, as --allow-net takes them. */
export function hostOf(url: string | URL): string {
  const { hostname, port, protocol } = new URL(url);
  return `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`;
}

/** Entry for a server that this process may not reach. */
export function mayNotReach(subject: string, host: string): Unchecked {
  return unchecked(
    subject,
    `this process has no permission to reach ${host}`,
    `Run the doctor with --allow-net=${host}.`,
  );
}

/** Entry for a server that was not asked. */
export function offline(subject: string): Unchecked {
  return unchecked(subject, "--offline was passed", "Leave --offline out.");
}

/** Milliseconds by which the clock of a server is ahead of ours; `undefined` within tolerance. */
export function clockDifference(
  { headers }: Pick<Response, "headers">,
  nowMs: number,
): number | undefined {
  const ageMs = Number(headers.get("age") ?? 0) * 1000;
  const difference = Date.parse(headers.get("date") ?? "") + ageMs - nowMs;
  return Math.abs(difference) > TOLERANCE_MS ? difference : undefined;
}

/** A difference of clocks in words. */
export function inSeconds(differenceMs: number): string {
  return `${Math.round(Math.abs(differenceMs) / 1000)} seconds ${
    differenceMs > 0 ? "ahead of" : "behind"
  }`;
}
