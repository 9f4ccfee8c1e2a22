/**
 * What others ask of second factors.
 *
 * @module
 */

import type { AuditOperator } from "./audit.ts";
import type { AdapterUser } from "./adapter.ts";
import type { User } from "./entities.ts";
import type { ResolvedFactors } from "./factor_settings.ts";
import type { FactorsOfUser, Pending, SignedIn } from "./factor_task.ts";
import type { Redirect } from "./identity.ts";
import type { Context, ResolvedConfig } from "./internal.ts";
import type { RequireProofOptions } from "./proof.ts";
import type { RequestInternal } from "./request.ts";

/** What the core asks of second factors. */
export interface FactorParts {
  /** Lets a sign-in pass, or makes it wait for a second proof. */
  checkSecondFactor(
    ctx: Context,
    factors: ResolvedFactors,
    pending: Pending,
  ): Promise<Redirect | undefined>;
  /** Returns `true` when the user has enrolled a factor that gives the proof. */
  canProveFactor(
    ctx: Context,
    current: SignedIn,
    requirement: Omit<RequireProofOptions, "redirectTo">,
  ): Promise<boolean>;
  /** Returns `true` when the user has no second factor, and adding one gives the proof. */
  canAddFactor(
    ctx: Context,
    factors: ResolvedFactors,
    current: SignedIn,
    requirement: Omit<RequireProofOptions, "redirectTo">,
  ): Promise<boolean>;
  /** Lists the second factors of a user. */
  describe(
    caller: { readonly config: ResolvedConfig; readonly request?: RequestInternal },
    user: User | AdapterUser,
  ): Promise<FactorsOfUser>;
  /**
   * Asks for the removal of all second factors of a user, who is notified and can cancel it for 24 hours
   * unless it is at once.
   *
   * @returns time from which it takes effect
   * @throws {AuthError} when the emails could not name the site
   */
  reset(
    caller: {
      readonly config: ResolvedConfig & { factors: ResolvedFactors };
      readonly site?: string | undefined;
      readonly operator?: AuditOperator | undefined;
    },
    userId: string,
    isNow: boolean,
  ): Promise<Date>;
  /** Ends all sign-ins of a user that wait for a second proof, in every browser. */
  endAttempts(config: ResolvedConfig, userId: string): Promise<void>;
  /** Asks again for a second factor in every browser of a user. */
  forgetDevices(config: ResolvedConfig, userId: string): Promise<void>;
}
