/**
 * Reasons for which an address is not changed.
 *
 * @module
 */

/** Reason for which no code was sent. */
export type AddressRequestFault =
  /** The text is not one plain email address. */
  | "invalid"
  /** The email could not be sent. */
  | "mail-failed"
  /** The user has no second factor that is old enough to say that the old address is lost. */
  | "not-two-factors"
  /** The user has the address, and has proven it. */
  | "same";

/** Reason for which an address was not changed. */
export type AddressConfirmFault =
  /** This session waits for no code: it is too old, was used, or was wrong five times. */
  | "expired"
  /** The address of the user has changed since the request. */
  | "moved"
  /** Another user has the address. */
  | "taken"
  /** Another try is allowed. */
  | "wrong-code";

/** Reason for which a change was not undone. */
export type AddressUndoFault =
  /** The link is unknown, was used, or is older than 72 hours. */
  | "expired"
  /** The user has got another address since, in another way. */
  | "moved"
  /** Another user has the address. */
  | "taken"
  /**
   * The account has been protected since the change, so its user has 24 hours to object. The same
   * link undoes the change after that time.
   */
  | "waiting";
