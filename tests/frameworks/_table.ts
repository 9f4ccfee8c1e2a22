/**
 * One scenario for every wrapper, called through its own functions. The steps
 * are data, so that their outcomes can be compared per step and wrapper.
 *
 * @module
 */

import type { AuthConfig, Session } from "../../mod.ts";
import { AuthError } from "../../src/errors.ts";
import type { ImpersonateOptions } from "../../src/server/request_actions.ts";
import type { Proof, RequireProofOptions } from "../../src/types/proof.ts";
import type { AccessToken } from "../../src/types/tokens.ts";
import { describeFailure } from "../../src/response/failure.ts";

/** A call of the app's code while it answers a request. */
export type Call =
  | { call: "read" }
  | { call: "proof" }
  | { call: "token" }
  | { call: "require"; options: RequireProofOptions }
  | { call: "signIn"; provider?: string; fields?: Record<string, string> }
  | { call: "signOut" }
  | { call: "impersonate"; userId: string }
  | { call: "stopImpersonating" }
  | { call: "update"; data: Record<string, string> }
  | { call: "ask"; ask: Question };

/** Code of the app that takes the request which the framework gave it. */
export type Question = (request: Request) => Promise<string>;

/** A request, and the app's calls during it; without calls, a request for an action. */
export interface Visit {
  method: "GET" | "POST";
  /** Path of an action below the base path. Default: a page of the app. */
  action?: string;
  headers: Record<string, string>;
  body?: string;
  calls?: readonly Call[];
}

/** Outcome of a visit. */
export interface Answer {
  /** Sessions in the order in which they were read. */
  reads: (Session | null)[];
  /** The proof of the session, if the app asked for it. */
  proof?: Proof | null;
  /** The access token, if the app asked for it. */
  token?: AccessToken | null;
  /** Answer of the app's own code, if it was asked. */
  told?: string;
  /** URL that the user must be sent to, if the app required a proof. */
  required?: string | null;
  /** Status of the response when the wrapper sets it. */
  status?: number;
  /** Target of the redirect. */
  location?: string;
  /** Name and code of a failure that a page can show. */
  failure?: { error: string; code?: string };
  /** `Set-Cookie` lines that a browser receives. */
  setCookies: string[];
  /** Body of an action's response. */
  text?: string;
}

/** An app behind a wrapper. */
export interface App {
  /** Public origin. */
  origin: string;
  /** Base path of its actions. */
  basePath: string;
  visit(visit: Visit): Promise<Answer>;
  close?(): Promise<void>;
}

/** Creates an app from a config. */
export interface Wrapper {
  name: string;
  start(config: AuthConfig): App | Promise<App>;
  /** `true` when requests with an invalid `Host` header reach the wrapper. */
  seesHosts: boolean;
}

/** The functions of a wrapper for one request. */
export interface Calls {
  read(): Promise<Session | null>;
  proof(): Promise<Proof | null>;
  token(): Promise<AccessToken | null>;
  require(options: RequireProofOptions): Promise<string | null>;
  /** Resolves with the redirect of the wrapper. */
  signIn(provider?: string, fields?: Record<string, string>): Promise<Redirect>;
  signOut(): Promise<Redirect>;
  /** Lets the operator act for a user, and resolves with the redirect. */
  impersonate(userId: string, options: ImpersonateOptions): Promise<Redirect>;
  stopImpersonating(options: Pick<ImpersonateOptions, "redirectTo">): Promise<Redirect>;
  update(data: Record<string, string>): Promise<Session | null>;
  /** The request, as an app of this framework has it or makes it. */
  request(): Request;
}

/** A redirect; without a status when the app or the framework chooses it. */
export interface Redirect {
  location: string;
  status?: number;
}

/** A refusal that a wrapper returns instead of throwing it. */
export class Refused {
  constructor(readonly failure: { error: string; code?: string }) {}
}

/** Runs the calls of a visit in order, until one fails. */
export async function makeCalls(
  calls: readonly Call[],
  app: Calls,
): Promise<Omit<Answer, "setCookies">> {
  const answer: Omit<Answer, "setCookies"> = { reads: [] };
  try {
    for (const call of calls) {
      if (call.call === "read") answer.reads.push(await app.read());
      else if (call.call === "proof") answer.proof = await app.proof();
      else if (call.call === "token") answer.token = await app.token();
      else if (call.call === "require") answer.required = await app.require(call.options);
      else if (call.call === "ask") answer.told = await call.ask(app.request());
      else if (call.call === "update") answer.reads.push(await app.update(call.data));
      else {
        Object.assign(answer, await leave(call, app));
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

function leave(
  call: Extract<Call, { call: "impersonate" | "signIn" | "signOut" | "stopImpersonating" }>,
  app: Calls,
): Promise<Redirect> {
  if (call.call === "signOut") return app.signOut();
  if (call.call === "signIn") return app.signIn(call.provider, call.fields);
  const redirectTo = "/home";
  return call.call === "impersonate"
    ? app.impersonate(call.userId, { reason: "Ticket 7", redirectTo })
    : app.stopImpersonating({ redirectTo });
}

/** A `Request` with the address and the headers of a request of Node. */
export function fromNode(req: { headers: object; url?: string | undefined }): Request {
  const headers = new Headers(req.headers as Record<string, string>);
  return new Request(new URL(req.url ?? "/", `http://${headers.get("host")}`), { headers });
}

/** Location and status of a redirect response. */
export function redirectOf(response: Response): Redirect {
  return { location: response.headers.get("location") ?? "", status: response.status };
}

/** Outcome of an action's response. */
export async function answerOf(response: Response): Promise<Answer> {
  return {
    reads: [],
    status: response.status,
    location: response.headers.get("location") ?? undefined,
    setCookies: response.headers.getSetCookie(),
    text: await response.text(),
  };
}
