/** Words and facts of the app, the same in each framework. */
import type { FlowState } from "@x/auth/client/flow";

/** The app draws every step. */
export const STEPS: readonly string[] = [
  ...["signin", "signup", "verify-request", "confirm", "connect", "signout", "error"],
  ...["factor", "factors", "password", "account", "address"],
];

const FAULTS: Record<string, string> = {
  BadRequest: "That request was not understood.",
  CredentialsSignin: "Wrong email or password.",
  InvalidCheck: "That took too long, or was done already.",
  InvalidCode: "That code is wrong.",
  MissingCSRF: "This browser keeps no cookies.",
  PasskeyCancelled: "No passkey was used.",
  SessionRequired: "Sign in to go on.",
  TooManyRequests: "Too many tries.",
  TooSoon: "The last email is on its way.",
  Unreachable: "There is no connection.",
  "too-short": "That password is too short.",
  different: "The passwords differ.",
  "wrong-password": "The present password is wrong.",
};

/** A sentence about what went wrong. */
export function faultOf(state: FlowState & { code?: string }): string | undefined {
  const { error, code, retryAfter } = state;
  if (error === undefined) return undefined;
  const words = FAULTS[error] ?? FAULTS[code ?? ""] ?? `This failed: ${error}.`;
  return retryAfter === undefined ? words : `${words} Try again in ${retryAfter} seconds.`;
}
