/**
 * Failures of a ceremony in the browser.
 *
 * @module
 */

/**
 * Failures in the browser. In the order of the type: the browser does not support
 * passkeys; the person closed the dialog, took too long, or has no matching
 * passkey; the device already has a passkey for this account; passkeys do not work
 * on this origin; the server sent no options (`code` has the reason); there was no answer, since the
 * device is offline, for example; any other failure.
 */
export type PasskeyErrorCode =
  | "PasskeyUnsupported"
  | "PasskeyCancelled"
  | "PasskeyExists"
  | "PasskeyWrongOrigin"
  | "PasskeyRefused"
  | "Unreachable"
  | "PasskeyFailed";

const ERRORS: Readonly<Record<string, PasskeyErrorCode>> = {
  NotAllowedError: "PasskeyCancelled",
  AbortError: "PasskeyCancelled",
  InvalidStateError: "PasskeyExists",
  SecurityError: "PasskeyWrongOrigin",
  NotSupportedError: "PasskeyUnsupported",
  NetworkError: "Unreachable",
};

/** The code for what a ceremony threw. */
export function ceremonyError(error: unknown): PasskeyErrorCode {
  const { name } = error as { name?: string };
  return name !== undefined && Object.hasOwn(ERRORS, name) ? ERRORS[name]! : "PasskeyFailed";
}
