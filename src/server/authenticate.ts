/**
 * Who makes a request: the one door for every kind of credential.
 *
 * @module
 */

import { lazy } from "../base/lazy.ts";
import { admit, kindOf, type Wanted } from "../credentials/admit.ts";
import { checkScope, checkWanted } from "../credentials/guard.ts";
import { isNavigation, presentedIn } from "../credentials/presented.ts";
import {
  AuthenticationRefusal,
  type JudgedReason,
  type RefusalDetails,
} from "../credentials/refusal.ts";
import { TooManyRequests } from "../errors.ts";
import { audit } from "../hooks/audit.ts";
import { isSameOrigin } from "../http/origin.ts";
import type { SessionFacts } from "../session/facts.ts";
import type { Claim, ClaimFault, Presented } from "../types/credential.ts";
import type { Session } from "../types/entities.ts";
import type { AuthenticateOptions, CredentialKind, Principal } from "../types/principal.ts";
import type { Proof } from "../types/proof.ts";
import type { CredentialCall, ResolvedConfig } from "../types/internal.ts";

export { type AuthenticationReason, AuthenticationRefusal } from "../credentials/refusal.ts";

const requestLimits = lazy(() => import("../limits/request.ts"));

/** The session of a request, as the door reads it. */
interface Door {
  readonly resolved: ResolvedConfig;
  readonly origin: string;
  readonly returnUrl: string;
  session(): Promise<Session | null>;
  facts(): Promise<SessionFacts | null>;
  signInUrl(callbackUrl?: string): string;
  sibling(request: Request): Door;
}

/** A request at the door. */
interface Visit {
  readonly auth: Door;
  readonly call: CredentialCall;
  readonly accept: readonly CredentialKind[];
  readonly wanted: Wanted;
  /** `true` for a request that may change something, whatever its method says. */
  readonly mayChange: boolean;
}

/**
 * Authenticates a request.
 *
 * @param mayChange `true` for a request that may change something, whatever its method says
 * @throws {AdapterError} when the store fails, so that it is unknown who makes the request
 * @throws {TypeError} for an option without a value, and for a name that the config does not have
 */
export async function authenticateAt(
  auth: Door,
  request: Request,
  options?: AuthenticateOptions,
  mayChange = false,
): Promise<Principal | AuthenticationRefusal> {
  const { resolved: config, origin } = auth;
  if (config.problem) throw config.problem;
  const { accept = ["session"], ...wanted } = checkWanted(config.userConfig, options);
  const call = { config, request, origin };
  const visit: Visit = { auth, call, accept, wanted, mayChange };
  const presented = presentedIn(request);
  const hasToken = presented !== null && typeof presented !== "string";
  for (const { misplaced } of config.credentials) {
    const reason = misplaced?.(request, hasToken);
    if (reason) return await refuse(visit, reason);
  }
  if (typeof presented === "string") return await refuse(visit, presented);
  if (presented === null) {
    return accept.includes("session") ? await ofSession(visit) : answer(visit, "no-credential");
  }
  const kind = kindOf(config.credentials, presented.token);
  if (kind && !accept.includes(kind.via)) return await refuse(visit, "not-accepted");
  if (!kind) return await refuseUnknown(visit);
  const claim = await (await kind.load()).readClaim(visit.call, presented);
  return "reason" in claim
    ? await refuseClaim(visit, claim)
    : await enter(visit, claim, presented, claim.session && auth.sibling(claim.session));
}

/** The session of a browser. */
async function ofSession(visit: Visit): Promise<Principal | AuthenticationRefusal> {
  const { auth, call: { request } } = visit;
  const facts = await auth.facts();
  if (!facts) {
    return answer(visit, "no-credential", { location: auth.signInUrl(auth.returnUrl) });
  }
  const about = { userId: facts.userId };
  const mayChange = visit.mayChange || canChange(request);
  if (mayChange && !isSameOrigin(asChange(request), auth.origin)) {
    return await refuse(visit, "cross-site", about);
  }
  const claim: Claim = {
    via: "session",
    credential: await facts.id() ?? "",
    owner: { kind: "user", id: facts.userId },
    scopes: "all",
    // The read of the session was the evidence.
    standing: () => Promise.resolve(undefined),
    shown: { client: null },
  };
  return await enter(visit, claim, undefined, auth);
}

/** Returns `true` for a request that can change something. Browsers add cookies to it for any site. */
function canChange({ method, headers }: Request): boolean {
  return method !== "GET" && method !== "HEAD" || headers.has("upgrade");
}

/** A WebSocket is opened by `GET`, with the origin of the page. */
function asChange({ method, headers }: Request): Pick<Request, "headers" | "method"> {
  return { headers, method: method === "GET" || method === "HEAD" ? "POST" : method };
}

/** Admits a claim, and makes the principal. */
async function enter(
  visit: Visit,
  claim: Claim,
  presented: Presented | undefined,
  door: Door | undefined,
): Promise<Principal | AuthenticationRefusal> {
  const { call, wanted } = visit;
  const { owner, credential, via, shown } = claim;
  const about = { credential, ...owner.kind === "user" ? { userId: owner.id } : {} };
  const admitted = await admit(call, claim, { ...wanted, door, presented });
  if ("reason" in admitted) {
    return await refuse(visit, admitted.reason, about, { location: admitted.location });
  }
  const { scopes, organization, membership } = admitted;
  const common = {
    ok: true as const,
    ...owner,
    credential,
    scopes,
    ...organization ? { organization } : {},
    can: (scope: string) => {
      checkScope(call.config.userConfig, scope);
      return scopes === "all" || scopes.has(scope);
    },
  };
  if (via === "key") return { ...common, via, name: "name" in shown ? shown.name : "" };
  if (via === "token") {
    const { client = null, actor } = "client" in shown ? shown : {};
    return { ...common, via, client: client ?? "", ...actor ? { actor } : {} };
  }
  const found = door && await sessionAt(door);
  if (!found) return await refuse(visit, "revoked", about);
  const ofUser = {
    ...common,
    ...found,
    kind: "user" as const,
    request: claim.session ?? call.request,
    ...membership === undefined ? {} : { membership },
  };
  return via === "session"
    ? { ...ofUser, via }
    : { ...ofUser, via, client: "client" in shown ? shown.client : null };
}

/** The session of a request and its proof; they are read once. */
async function sessionAt(
  door: Door,
): Promise<{ session: Session; proof: Proof } | undefined> {
  const session = await door.session();
  const proof = session && await (await door.facts())?.proof();
  return session && proof ? { session, proof } : undefined;
}

/** Counts credentials that are none by the address that they come from. */
async function refuseUnknown(
  visit: Visit,
  about?: ClaimFault["about"],
): Promise<AuthenticationRefusal> {
  try {
    if (visit.call.config.limits) await (await requestLimits()).countCall(visit.call);
  } catch (error) {
    if (!(error instanceof TooManyRequests)) throw error;
    return await refuse(visit, "too-many", about, { retryAfter: error.retryAfter });
  }
  return await refuse(visit, "unknown", about);
}

async function refuseClaim(
  visit: Visit,
  { reason, about, retryAfter, isCounted }: ClaimFault,
): Promise<AuthenticationRefusal> {
  if (reason === "unknown" && !isCounted) return await refuseUnknown(visit, about);
  return await refuse(visit, reason, about, { retryAfter });
}

/** Refuses a credential, with an entry in the audit log. */
async function refuse(
  visit: Visit,
  reason: JudgedReason,
  about: ClaimFault["about"] = {},
  details?: RefusalDetails,
): Promise<AuthenticationRefusal> {
  const { config, request } = visit.call;
  const { method } = request;
  await audit({ config, request: { action: "", method, request } }, {
    name: "credential.refused",
    reason,
    ...about,
  });
  return answer(visit, reason, details);
}

function answer(
  { call: { config, request }, accept, wanted }: Visit,
  reason: JudgedReason,
  details: RefusalDetails = {},
): AuthenticationRefusal {
  return new AuthenticationRefusal(reason, {
    ...details,
    isNavigation: isNavigation(request),
    schemes: accept.some((kind) => kind !== "session")
      ? accept.some((kind) => kind === "bearer" || kind === "token")
        ? ["Bearer", "DPoP"]
        : ["Bearer"]
      : [],
    acceptsSession: accept.includes("session"),
    scopes: wanted.scopes,
    resourceMetadata: metadataUrl(config, accept, wanted.resource),
  });
}

/** URL at which a client learns where it gets a token for the resource (RFC 9728 §5.1). */
function metadataUrl(
  { credentials }: ResolvedConfig,
  accept: readonly CredentialKind[],
  resource: string | undefined,
): string | undefined {
  if (resource === undefined || !accept.includes("token")) return undefined;
  return credentials.find(({ via }) => via === "token")?.metadataUrl?.(resource);
}
