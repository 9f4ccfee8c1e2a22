/**
 * One scenario for every wrapper, driven through each one's own surface: its
 * steps are data, so that their outcomes can be compared cell by cell.
 *
 * @module
 */

import type { AuthConfig, Session } from "../../mod.ts";
import { AuthError } from "../../src/errors.ts";
import { describeFailure } from "../../src/response/failure.ts";

/** Something that the code of an app does while it answers a request. */
export type Call =
  | { call: "read" }
  | { call: "signIn"; provider?: string; fields?: Record<string, string> }
  | { call: "signOut" }
  | { call: "update"; data: Record<string, string> };

/** A request, and what the app does with it; without calls it is one for an action. */
export interface Visit {
  method: "GET" | "POST";
  /** Path of an action below the base path. Default: a page of the app. */
  action?: string;
  headers: Record<string, string>;
  body?: string;
  calls?: readonly Call[];
}

/** What came of it. */
export interface Answer {
  /** Sessions in the order in which they were read. */
  reads: (Session | null)[];
  /** Status of the answer, where the wrapper makes it. */
  status?: number;
  /** Where the app or the answer leads. */
  location?: string;
  /** Name and code of a failure, as a page may show them. */
  failure?: { error: string; code?: string };
  /** Lines of `Set-Cookie` as a browser gets them. */
  setCookies: string[];
  /** Body of an action's answer. */
  text?: string;
}

/** An app behind a wrapper. */
export interface App {
  /** Where people see it. */
  origin: string;
  /** Where its actions are. */
  basePath: string;
  visit(visit: Visit): Promise<Answer>;
  close?(): Promise<void>;
}

/** Makes an app of a config. */
export interface Wrapper {
  name: string;
  start(config: AuthConfig): App | Promise<App>;
  /** Whether a request can reach the wrapper whose `Host` header is no host. */
  seesHosts: boolean;
}

/** The functions of a wrapper for one request. */
export interface Calls {
  read(): Promise<Session | null>;
  /** Resolves with where it leads, and how the wrapper says so. */
  signIn(provider?: string, fields?: Record<string, string>): Promise<Redirect>;
  signOut(): Promise<Redirect>;
  update(data: Record<string, string>): Promise<Session | null>;
}

/** A redirect; without a status where the app or the framework chooses it. */
export interface Redirect {
  location: string;
  status?: number;
}

/** A refusal that a wrapper returns instead of throwing it. */
export class Refused {
  constructor(readonly failure: { error: string; code?: string }) {}
}

/** Makes the calls of a visit one after another, until one fails. */
export async function makeCalls(
  calls: readonly Call[],
  app: Calls,
): Promise<Omit<Answer, "setCookies">> {
  const answer: Omit<Answer, "setCookies"> = { reads: [] };
  try {
    for (const call of calls) {
      if (call.call === "read") answer.reads.push(await app.read());
      else if (call.call === "update") answer.reads.push(await app.update(call.data));
      else {
        const redirect = call.call === "signOut"
          ? await app.signOut()
          : await app.signIn(call.provider, call.fields);
        Object.assign(answer, redirect);
      }
    }
  } catch (thrown) {
    if (thrown instanceof Refused) return { ...answer, failure: thrown.failure };
    if (!(thrown instanceof AuthError)) throw thrown;
    const { error, code } = describeFailure(thrown);
    return { ...answer, failure: code === undefined ? { error } : { error, code } };
  }
  return answer;
}

/** What a redirect response says. */
export function redirectOf(response: Response): Redirect {
  return { location: response.headers.get("location") ?? "", status: response.status };
}

/** Facts about an action's answer. */
export async function answerOf(response: Response): Promise<Answer> {
  return {
    reads: [],
    status: response.status,
    location: response.headers.get("location") ?? undefined,
    setCookies: response.headers.getSetCookie(),
    text: await response.text(),
  };
}
