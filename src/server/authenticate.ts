/**
 * Who makes a request: the one function for every kind of credential.
 *
 * @module
 */

import { lazy } from "../base/lazy.ts";
import { admit, findKind, type Wanted } from "../credentials/admit.ts";
import { checkScope, checkWanted } from "../credentials/check_options.ts";
import { isNavigation, presentedIn } from "../credentials/presented.ts";
import {
  AuthenticationRefusal,
  type JudgedReason,
  type RefusalDetails,
} from "../credentials/refusal.ts";
import { TooManyRequests } from "../errors.ts";
import { audit } from "../hooks/audit.ts";
import { isSameOrigin } from "../http/origin.ts";
import type { SessionFacts } from "../session/opened_session.ts";
import type { Claim, ClaimFault, Presented } from "../types/credential.ts";
import type { Session } from "../types/entities.ts";
import type { AuthenticateOptions, CredentialKind, Principal } from "../types/principal.ts";
import type { Proof } from "../types/proof.ts";
import type { CredentialCall, ResolvedConfig } from "../types/internal.ts";

export { type AuthenticationReason, AuthenticationRefusal } from "../credentials/refusal.ts";

const requestLimits = lazy(() => import("../limits/request.ts"));

/** The session of a request, as this module reads it. */
interface RequestSession {
  readonly resolved: ResolvedConfig;
  readonly origin: string;
  readonly returnUrl: string;
  session(): Promise<Session | null>;
  facts(): Promise<SessionFacts | null>;
  signInUrl(callbackUrl?: string): string;
  sibling(request: Request): RequestSession;
}

/** A request with the demands on its credential. */
interface CredentialCheck {
  readonly auth: RequestSession;
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
  auth: RequestSession,
  request: Request,
  options?: AuthenticateOptions,
  mayChange = false,
): Promise<Principal | AuthenticationRefusal> {
  const { resolved: config, origin } = auth;
  if (config.error) throw config.error;
  const { accept = ["session"], ...wanted } = checkWanted(config.userConfig, options);
  const call = { config, request, origin };
  const check: CredentialCheck = {
    ...{ auth, call, accept, wanted },
    mayChange: mayChange || canChange(request),
  };
  const presented = presentedIn(request);
  const hasToken = presented !== null && typeof presented !== "string";
  for (const { misplaced } of config.credentials) {
    const reason = misplaced?.(request, hasToken);
    if (reason) return await refuse(check, reason);
  }
  if (typeof presented === "string") return await refuse(check, presented);
  if (presented === null) {
    return accept.includes("session") ? await ofSession(check) : answer(check, "no-credential");
  }
  const kind = findKind(config.credentials, presented.token);
  if (kind && !accept.includes(kind.via)) return await refuse(check, "not-accepted");
  if (!kind) return await refuseUnknown(check);
  const claim = await (await kind.load()).readClaim(check.call, presented);
  return "reason" in claim
    ? await refuseClaim(check, claim)
    : await enter(check, claim, presented, claim.session && auth.sibling(claim.session));
}

/** The session of a browser. */
async function ofSession(check: CredentialCheck): Promise<Principal | AuthenticationRefusal> {
  const { auth, call: { request } } = check;
  const facts = await auth.facts();
  if (!facts) {
    return answer(check, "no-credential", { location: auth.signInUrl(auth.returnUrl) });
  }
  const about = { userId: facts.userId };
  if (check.mayChange && !isSameOrigin(asChange(request), auth.origin)) {
    return await refuse(check, "cross-site", about);
  }
  const claim: Claim = {
    via: "session",
    credential: await facts.id() ?? "",
    owner: { kind: "user", id: facts.userId },
    scopes: "all",
    // The read of the session was the evidence.
    findRefusal: () => Promise.resolve(undefined),
    shown: { client: null },
  };
  return await enter(check, claim, undefined, auth);
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
  check: CredentialCheck,
  claim: Claim,
  presented: Presented | undefined,
  reader: RequestSession | undefined,
): Promise<Principal | AuthenticationRefusal> {
  const { call, wanted } = check;
  const { owner, credential, via, shown } = claim;
  const about = { credential, ...owner.kind === "user" ? { userId: owner.id } : {} };
  const admitted = await admit(call, claim, { ...wanted, sessionReader: reader, presented });
  if ("reason" in admitted) {
    const { reason, location, dpopNonce } = admitted;
    return await refuse(check, reason, about, { location, dpopNonce });
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
  const found = reader && await sessionAt(reader);
  if (!found) return await refuse(check, "revoked", about);
  if (found.proof.actor !== undefined && wanted.allowActor !== true && check.mayChange) {
    return await refuse(check, "acting", about);
  }
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
  reader: RequestSession,
): Promise<{ session: Session; proof: Proof } | undefined> {
  const session = await reader.session();
  const proof = session && await (await reader.facts())?.proof();
  return session && proof ? { session, proof } : undefined;
}

/** Counts credentials that are none by the address that they come from. */
async function refuseUnknown(
  check: CredentialCheck,
  about?: ClaimFault["about"],
): Promise<AuthenticationRefusal> {
  try {
    if (check.call.config.limits) await (await requestLimits()).countCall(check.call);
  } catch (error) {
    if (!(error instanceof TooManyRequests)) throw error;
    return await refuse(check, "too-many", about, { retryAfter: error.retryAfter });
  }
  return await refuse(check, "unknown", about);
}

async function refuseClaim(
  check: CredentialCheck,
  { reason, about, retryAfter, isCounted }: ClaimFault,
): Promise<AuthenticationRefusal> {
  if (reason === "unknown" && !isCounted) return await refuseUnknown(check, about);
  return await refuse(check, reason, about, { retryAfter });
}

/** Refuses a credential, with an entry in the audit log. */
async function refuse(
  check: CredentialCheck,
  reason: JudgedReason,
  about: ClaimFault["about"] = {},
  details?: RefusalDetails,
): Promise<AuthenticationRefusal> {
  const { config, request } = check.call;
  const { method } = request;
  await audit({ config, request: { action: "", method, request } }, {
    name: "credential.refused",
    reason,
    ...about,
  });
  return answer(check, reason, details);
}

function answer(
  { call: { config, request }, accept, wanted }: CredentialCheck,
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
    acr: wanted.acr,
    maxAge: wanted.maxAge,
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
