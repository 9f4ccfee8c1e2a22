/**
 * The second factors of a user, for a page about the account and for a copy of the data.
 *
 * @module
 */

import type { Caller } from "../../mail/send_notice.ts";
import type { AdapterUser } from "../../types/adapter.ts";
import type { User } from "../../types/entities.ts";
import type { FactorsOfUser } from "../../types/factor_task.ts";
import { makeRequirement } from "./change.ts";
import { currentlyEnrolled } from "./second_factor_check.ts";

/** Lists the second factors of a user, without secrets. */
export async function describe(
  caller: Caller,
  user: User | AdapterUser,
): Promise<FactorsOfUser> {
  // Callers have checked that there are factors.
  const factors = caller.config.factors!;
  const enrolled = await currentlyEnrolled(caller, user);
  const list = await Promise.all(enrolled.enrolments.map(async (one) => {
    const { id, factor, name, createdAt, usedAt } = one;
    const known = factors.byId.get(factor);
    const label = await known?.label?.(one);
    const left = known?.left?.(one) ?? null;
    return { id, factor, name, createdAt, usedAt, left, ...label === undefined ? {} : { label } };
  }));
  return { enrolled, list, requirement: makeRequirement(factors, enrolled) };
}
