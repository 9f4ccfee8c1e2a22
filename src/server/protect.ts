/**
 * The part of `protect` that all wrappers share: a handler runs for authenticated requests alone.
 *
 * @module
 */

import { readDemands } from "../credentials/check_options.ts";
import { isStoreFailure } from "../hooks/adapter.ts";
import type { Awaitable } from "../types/entities.ts";
import type { AnyGuardOptions, CredentialKind, Principal } from "../types/principal.ts";
import { answerPreflight, originHeaders, withHeaders } from "./cors.ts";
import { forOne } from "./personal.ts";
import type { RequestAuth } from "./request_auth.ts";

/** A request that is authenticated. */
export interface Admittance<Kind extends CredentialKind = CredentialKind> {
  /** The one that makes it. */
  readonly who: Principal<Kind>;
  /** Absent: the app answers. */
  readonly answer?: undefined;
  /** Absent. */
  readonly location?: undefined;
}

/** A request that is refused. */
export interface Rejection {
  /** Absent. */
  readonly who?: undefined;
  /** The answer to it. */
  readonly answer: Response;
  /** URL at which the user can do what is missing; absent when there is none. */
  readonly location?: string | undefined;
}

/**
 * Authenticates a request; a refusal comes with its answer. An invalid `Host` header is refused as
 * in {@linkcode RequestAuth.handle}, and 503 answers while the store fails.
 *
 * @param options what `checkGuard` of the bound config returned
 * @param context what the app's function for the organization gets
 * @throws the errors of {@linkcode RequestAuth.authenticate}
 */
export async function enter<Kind extends CredentialKind>(
  auth: RequestAuth,
  options: AnyGuardOptions<Kind> | undefined,
  context: readonly unknown[],
): Promise<Admittance<Kind> | Rejection> {
  if (!auth.hasHost) return { answer: await auth.handle() };
  if (options?.cors !== undefined && auth.isPreflight) return { answer: answerPreflight() };
  const readable = (answer: Response) => withHeaders(answer, originHeaders(options));
  try {
    const who = await auth.judge(await readDemands(options, context));
    // Only kinds that are accepted get through.
    if (who.ok) return { who: who as Principal<Kind> };
    return { answer: readable(who.response()), location: who.location };
  } catch (error) {
    if (!isStoreFailure(error)) throw error;
    return { answer: readable(await auth.answerLater(error)) };
  }
}

/**
 * Runs a read of the session in front of the app's own code.
 *
 * @param auth of the request, asked for when the read has failed
 * @returns the answer to the request while the store fails; `undefined` after the read
 * @throws what else the read throws
 */
export async function answerWhileAway(
  auth: () => Awaitable<RequestAuth>,
  read: () => Promise<unknown>,
): Promise<Response | undefined> {
  try {
    await read();
  } catch (error) {
    if (!isStoreFailure(error)) throw error;
    return await (await auth()).answerLater(error);
  }
}

/**
 * The answer of the app to an authenticated request, or that to a refused one; either has the
 * cookies that it must carry.
 *
 * @param options what `checkGuard` of the bound config returned
 * @param context what the app's function for the organization gets
 * @param run the app's own code
 * @throws the errors of {@linkcode RequestAuth.authenticate} and of `run`
 */
export async function answerProtected<Kind extends CredentialKind>(
  auth: RequestAuth,
  options: AnyGuardOptions<Kind> | undefined,
  context: readonly unknown[],
  run: (who: Principal<Kind>) => Awaitable<Response>,
): Promise<Response> {
  const { who, answer } = await enter(auth, options, context);
  return await auth.finish(answer ?? forOne(await run(who), options));
}
