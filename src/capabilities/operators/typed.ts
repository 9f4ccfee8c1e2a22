/**
 * Types of the functions for operators, as `auth.operators` has them.
 *
 * @module
 */

/**
 * Functions for operators.
 *
 * @since 0.3.0
 */
export interface OperatorFunctions {
  /**
   * Tells users by email that an operator has acted for them, where `acting.notify` is `"after"`, the time
   * is over, and the operator has not stopped. The next operator who begins does the same. Call it from a
   * scheduled job, for example every hour.
   *
   * @returns number of impersonations that were due, at most 50: call it again after so many
   */
  notifyDue(): Promise<number>;
}
