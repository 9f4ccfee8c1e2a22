/**
 * The answer of a passkey to a step of a flow.
 *
 * @module
 */

import type { WebAuthnAction, WebAuthnOptionsResponse } from "../types/webauthn.ts";
import type { FlowAnswer } from "./flow.ts";
import { fetchOptions, isSupported, runCeremony } from "./ceremony.ts";
import { ceremonyError } from "./ceremony_error.ts";

/** What has a ceremony: a step, a provider of a step, or the row for a new passkey of an account. */
export type PasskeyTask =
  | {
    /** `factor:prove` or `factor:confirm`. */
    step: string;
    /** Options of the ceremony. */
    options?: unknown;
  }
  | {
    /** URL of the options of the ceremony. */
    optionsUrl?: string | undefined;
    /** With a row of the account page: URL that the browser goes to afterwards. */
    doneUrl?: string | undefined;
  };

/** Options of {@linkcode answerStep}. */
export interface AnswerStepOptions {
  /** `register` signs up with a new passkey. Default: `authenticate`, for a provider. */
  action?: WebAuthnAction | undefined;
  /** With `register`: fields of the provider's form, for example `email`. */
  fields?: Readonly<Record<string, string>> | undefined;
  /** Waits in the browser's autofill; see `signIn`. Await the answer before you submit it. */
  autofill?: boolean | undefined;
  /** Ends the ceremony. */
  signal?: AbortSignal | undefined;
}

/**
 * Runs the ceremony of a step of `@x/auth/client/flow`: a second factor that has `options`, a passkey
 * provider of the sign-in or sign-up, or a new passkey on the account page. Failures are returned.
 *
 * @returns the fields to submit, or why there are none
 *
 * @example
 * ```ts
 * import { createFlow } from "@x/auth/client/flow";
 * import { answerStep } from "@x/auth/client/webauthn";
 *
 * const flow = createFlow();
 * async function onPasskey() {
 *   const state = flow.get();
 *   if (state.step === "factor:prove") await flow.submit(answerStep(state));
 *   if (state.step !== "signin") return;
 *   const provider = state.providers.find(({ type }) => type === "webauthn");
 *   if (provider) await flow.submit(answerStep(provider), provider.callbackUrl);
 * }
 * console.log(typeof onPasskey);
 * ```
 */
export async function answerStep(
  task: PasskeyTask,
  { action, fields = {}, autofill = false, signal }: AnswerStepOptions = {},
): Promise<FlowAnswer> {
  if (!isSupported()) return { error: "PasskeyUnsupported" };
  try {
    if ("step" in task) {
      const kind = task.step === "factor:confirm" ? "register" : "authenticate";
      const ceremony = { action: kind, options: task.options } as WebAuthnOptionsResponse;
      return { fields: { answer: JSON.stringify(await runCeremony(ceremony, autofill, signal)) } };
    }
    const { optionsUrl = "", doneUrl } = task;
    const wanted = action ?? (doneUrl === undefined ? "authenticate" : "register");
    const asked = await fetchOptions(optionsUrl, new URLSearchParams(fields), wanted, signal);
    if (!asked.options) {
      const { proofUrl: url, retryAfter } = asked;
      if (url !== undefined) return { url };
      return retryAfter === undefined
        ? { error: "PasskeyRefused" }
        : { error: "TooManyRequests", retryAfter };
    }
    const data = JSON.stringify(await runCeremony(asked, autofill, signal));
    return { fields: { ...fields, action: asked.action, data, callbackUrl: doneUrl } };
  } catch (error) {
    return { error: ceremonyError(error) };
  }
}
