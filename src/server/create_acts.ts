/**
 * The acts of a wrapper.
 *
 * @module
 */

import type { Session } from "../types/entities.ts";
import type { ProviderId } from "../types/provider.ts";
import type { ActionResult, Acts } from "./act.ts";
import type { RequestAuth } from "./request_auth.ts";

/** A call of {@linkcode RequestAuth} that acts. */
export type Act = (auth: RequestAuth) => Promise<ActionResult>;

/**
 * Makes the acts of a wrapper.
 *
 * @param perform runs an act with the {@linkcode RequestAuth} of the subject, and
 * updates the response that is not sent yet
 * @param toAnswer makes the answer to a sign-in or a sign-out
 */
export function createActs<Subject, Answer>(
  perform: (subject: Subject, act: Act) => Promise<ActionResult>,
  toAnswer: (result: ActionResult) => Answer,
): Acts<[subject: Subject], ProviderId, Session, Answer> {
  return {
    signIn: async (subject, ...how) =>
      toAnswer(await perform(subject, (auth) => auth.signIn(...how))),
    signOut: async (subject, options) =>
      toAnswer(await perform(subject, (auth) => auth.signOut(options))),
    updateSession: async (subject, data) =>
      (await perform(subject, (auth) => auth.update(data))).body as Session | null,
  };
}
