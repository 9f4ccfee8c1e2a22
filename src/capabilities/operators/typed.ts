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
   * Tells users by email that an operator has acted for them, where the time is over and no email was
   * sent: `acting.notify` is `"after"` and the operator has not stopped, or the email failed. The next
   * operator who begins does the same for a few of them. Call it from a scheduled job, for example every
   * hour. Emails that fail again are due with the next call, for 90 days.
   *
   * @returns number of impersonations of which this call has told
   */
  notifyDue(): Promise<number>;
}
