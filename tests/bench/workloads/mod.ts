/**
 * Every workload that is measured in processes of its own, in the order of the
 * table.
 *
 * @module
 */

import type { Workload } from "../_workload.ts";
import { accessTokens } from "./access_tokens.ts";
import { authenticates } from "./authenticate.ts";
import { figures } from "./figures.ts";
import { forms } from "./forms.ts";
import { growth } from "./growth.ts";
import { keyChecks } from "./keys.ts";
import { tokensAccepted, tokensMade } from "./oauth_server.ts";
import { oidc } from "./oidc.ts";
import { unasked } from "./organizations.ts";
import { pages } from "./pages.ts";
import { passwords } from "./passwords.ts";
import { refreshes } from "./refresh.ts";
import { flat, sessions } from "./sessions.ts";
import { stores } from "./stores.ts";
import { tokens } from "./tokens.ts";

export const WORKLOADS: readonly Workload[] = [
  ...sessions,
  ...tokens,
  ...pages,
  ...forms,
  ...passwords,
  ...oidc,
  ...accessTokens,
  ...stores,
];

/**
 * Finds a workload.
 *
 * @throws {Error} when there is none with this id
 */
export function findWorkload(id: string): Workload<string> {
  const ratios: readonly Workload<string>[] = [
    ...[flat, unasked, ...authenticates, ...keyChecks, tokensAccepted, tokensMade, refreshes],
  ];
  const all: readonly Workload<string>[] = [...WORKLOADS, ...ratios, ...figures, ...growth];
  const workload = all.find((candidate) => candidate.id === id);
  if (!workload) throw new Error(`Cannot run: there is no workload "${id}"`);
  return workload;
}
