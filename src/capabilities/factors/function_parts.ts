/**
 * The work of the functions in `factors.ts`, which load it on first use.
 *
 * @module
 */

import { AccessDenied } from "../../errors.ts";
import * as adding from "./adding.ts";
import { type RefusalReason, removeUserFactor, renameUserFactor } from "./change.ts";
import { currentlyEnrolled, isAsked } from "./second_factor_check.ts";
import { describe } from "./describe.ts";
import { requestReset } from "./reset.ts";
import { type Caller, requireSite } from "../../mail/send_notice.ts";
import type { AdapterUser } from "../../types/adapter.ts";
import type { User } from "../../types/entities.ts";
import type { FactorInfo } from "../../types/factor.ts";
import type { Enrolled } from "../../types/factor_task.ts";
import type { ResolvedFactors } from "../../types/factor_settings.ts";
import type { Context, ResolvedConfig } from "../../types/internal.ts";

export type { FactorAnswer } from "./adding.ts";
export type { FactorInfo } from "../../types/factor.ts";
export { cancelReset, pendingReset } from "./reset.ts";

/** A config with factors. */
export type FactorConfig = ResolvedConfig & { factors: ResolvedFactors };

/** A second factor that was begun. */
export interface NewFactor {
  /** Id of the factor. */
  factor: string;
  /** Sealed enrolment for `factors.confirm`; `null` when it is stored already. */
  state: string | null;
  /** Key that the user copies into an authenticator app. */
  secret?: string;
  /** URI for a QR code. */
  uri?: string;
  /** Codes to write down; shown once. */
  codes?: readonly string[];
  /** Options of a ceremony in the browser. */
  options?: object;
}

/** Lists the enrolments of a user. */
export async function list(config: FactorConfig, userId: string): Promise<FactorInfo[]> {
  return (await describe({ config }, await readUser(config, userId))).list;
}

/** Renames an enrolment; `false` when there is none. */
export async function rename(
  config: FactorConfig,
  userId: string,
  id: string,
  name: string,
): Promise<boolean> {
  return await renameUserFactor({ config }, userId, id, name);
}

/** Removes an enrolment; see {@linkcode removeUserFactor}. */
export async function remove(
  config: FactorConfig,
  userId: string,
  id: string,
  mayBeLast: boolean,
): Promise<RefusalReason | "unknown" | null> {
  const { factors } = config;
  const enrolled = await enrolledBy(config, userId);
  return await removeUserFactor({ config }, enrolled, id, (left) => {
    const isLast = factors.required !== undefined && !isAsked(factors, left);
    return Promise.resolve<RefusalReason | undefined>(
      isLast && !mayBeLast ? "required" : undefined,
    );
  });
}

/** Begins an enrolment by the user of a request. */
export async function begin(ctx: Context, factor: string): Promise<NewFactor> {
  const { enrolling, state = null } = await adding.begin(await factorVisitor(ctx), factor);
  const { data: _, ...shown } = enrolling;
  return { ...shown, factor, state };
}

/** Confirms an enrolment by the user of a request; `false` after a wrong answer. */
export async function confirm(ctx: Context, answer: adding.FactorAnswer): Promise<boolean> {
  return (await adding.confirm(await factorVisitor(ctx), answer)).isRight;
}

/** Asks for a reset; returns the time from which it takes effect. */
export async function reset(
  caller: Caller & { readonly config: FactorConfig },
  userId: string,
  isNow: boolean,
): Promise<Date> {
  requireSite(caller, "reset second factors");
  const { user } = await enrolledBy(caller.config, userId);
  return await requestReset(caller, user, isNow);
}

async function factorVisitor(ctx: Context): Promise<adding.FactorVisitor> {
  const visitor = await adding.findFactorVisitor(ctx);
  if (visitor) return visitor;
  throw new AccessDenied("Cannot change second factors: no user is signed in");
}

async function enrolledBy(config: FactorConfig, userId: string): Promise<Enrolled> {
  return await currentlyEnrolled({ config }, await readUser(config, userId));
}

async function readUser({ store }: FactorConfig, id: string): Promise<AdapterUser | User> {
  return await store?.getUser(id) ?? { id };
}
