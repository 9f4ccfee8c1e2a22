/**
 * The acts of a wrapper.
 *
 * @module
 */

import type { Session } from "../types/entities.ts";
import type { AuthenticateOptions } from "../types/principal.ts";
import type { ProviderId } from "../types/provider.ts";
import type { ActionResult, RequestActions } from "./request_actions.ts";
import type { RequestAuth } from "./request_auth.ts";

/**
 * Makes the acts of a wrapper.
 *
 * @param of returns the {@linkcode RequestAuth} of a subject
 * @param toAnswer makes the answer to a sign-in or a sign-out
 * @param settle runs after each act that sets cookies, to update the app's response or state
 * @param carry runs after a read of the session, which can renew it, to update the cookies of the
 * app's response
 */
export function createRequestActions<Subject, Answer>(
  of: (subject: Subject) => Promise<RequestAuth>,
  toAnswer: (result: ActionResult, subject: Subject) => Answer,
  settle?: (auth: RequestAuth, subject: Subject, result: ActionResult) => unknown,
  carry?: (auth: RequestAuth, subject: Subject) => unknown,
): RequestActions<[subject: Subject], ProviderId, Session, Answer> {
  const perform = async <Result extends ActionResult>(
    subject: Subject,
    act: (auth: RequestAuth) => Promise<Result>,
  ): Promise<Result> => {
    const auth = await of(subject);
    const result = await act(auth);
    await settle?.(auth, subject, result);
    return result;
  };
  return {
    signIn: async (subject, ...how) =>
      toAnswer(await perform(subject, (auth) => auth.signIn(...how)), subject),
    signOut: async (subject, options) =>
      toAnswer(await perform(subject, (auth) => auth.signOut(options)), subject),
    impersonate: async (subject, userId, options) =>
      toAnswer(await perform(subject, (auth) => auth.impersonate(userId, options)), subject),
    stopImpersonating: async (subject, options) =>
      toAnswer(await perform(subject, (auth) => auth.stopImpersonating(options)), subject),
    updateSession: async (subject, data) =>
      (await perform(subject, (auth) => auth.update(data))).body as Session | null,
    getProof: async (subject) => await (await of(subject)).proof(),
    getAccessToken: async (subject, options) => {
      const auth = await of(subject);
      const { token, cookies } = await auth.accessToken(options);
      // Most of the time nothing was refreshed, or a record was.
      if (cookies.length > 0) await settle?.(auth, subject, { cookies, redirect: auth.origin });
      return token;
    },
    requireProof: async (subject, options) => await (await of(subject)).requireProof(options),
    // The kinds that are accepted decide the type of the result.
    authenticate: (async (subject: Subject, options?: AuthenticateOptions) => {
      const auth = await of(subject);
      const who = await auth.authenticate(options);
      await carry?.(auth, subject);
      return who;
    }) as RequestActions<[subject: Subject], ProviderId, Session, Answer>["authenticate"],
    getSignInOptions: async (subject) =>
      (await perform(subject, (auth) => auth.signInOptions())).body,
  };
}
