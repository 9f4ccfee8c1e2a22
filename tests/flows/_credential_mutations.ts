/**
 * The guards of the admission of credentials, each with the cells of the table that must fail
 * without it.
 *
 * @module
 */

import type { Credential, State } from "./_credential_cases.ts";
import type { Mutation } from "./_mutants.ts";

/** A guard, and the cells that must fail without it. */
export interface CellMutation extends Mutation {
  readonly fails: Partial<Record<State, readonly Credential[]>>;
}

const TOKENS = ["bearer", "dpop"] as const;
const SESSIONS = ["cookie", ...TOKENS] as const;
const OF_USERS = ["user-key", "member-key"] as const;
const OF_ORGANIZATIONS = ["org-key", "service-key"] as const;
const KEYS = [...OF_USERS, ...OF_ORGANIZATIONS] as const;
const ALL = [...SESSIONS, ...KEYS] as const;

const ADMIT = "src/credentials/admit.ts";
const AUTHENTICATE = "src/server/authenticate.ts";
const PRESENTED = "src/credentials/presented.ts";
const DPOP = "src/credentials/dpop.ts";
const CLAIM = "src/capabilities/keys/claim.ts";
const ANCHOR = "src/session/anchor.ts";

/** Guards by what they are. */
export const MUTATIONS: Readonly<Record<string, CellMutation>> = {
  "the owner is not read": {
    file: ADMIT,
    guard: "await claim.findRefusal(wanted.sessionReader);",
    without: "undefined;",
    fails: { "suspended": [...TOKENS, ...OF_USERS], "deleted": TOKENS },
  },
  "the resource is not compared": {
    file: ADMIT,
    guard: '? undefined\n    : "wrong-audience";',
    without: "? undefined : undefined;",
    fails: { "wrong-audience": ALL },
  },
  "the DPoP scheme suffices for an unbound token": {
    file: ADMIT,
    guard: 'return scheme === "dpop" ? { reason: "not-accepted" } : missing;',
    without: "return missing;",
    fails: { "wrong-key": [...KEYS, "bearer"], "http-url": [...KEYS, "bearer"] },
  },
  "proofs are not demanded of tokens": {
    file: ADMIT,
    guard: 'return scheme === "dpop" ? { reason: "not-accepted" } : missing;',
    without: 'return scheme === "dpop" ? { reason: "not-accepted" } : undefined;',
    fails: { "replayed": [...KEYS, "bearer"] },
  },
  "proofs are not demanded of cookies": {
    file: ADMIT,
    guard: "if (!presented) return missing;",
    without: "if (!presented) return undefined;",
    fails: { "replayed": ["cookie"] },
  },
  "any key of a client counts": {
    file: ADMIT,
    guard: 'return proof.thumbprint === confirmation ? undefined : { reason: "proof-wrong" };',
    without: "return undefined;",
    fails: { "wrong-key": ["dpop"] },
  },
  "a proof that is not valid counts": {
    file: ADMIT,
    guard: 'if ("fault" in proof) return { reason: proof.fault, dpopNonce: proof.nonce };',
    without: 'if ("fault" in proof) return undefined;',
    fails: { "replayed": ["dpop"], "http-url": ["dpop"] },
  },
  "a key opens every organization of its user": {
    file: ADMIT,
    guard: "if (isBound && found.organization.id !== claim.organization) {",
    without: "if (isBound && false) {",
    fails: { "other-organization": ["member-key"] },
  },
  "a key of an organization opens all of them": {
    file: ADMIT,
    guard: "if (found.ok && found.organization.id !== organization) {",
    without: "if (found.ok && false) {",
    fails: { "other-organization": OF_ORGANIZATIONS },
  },
  "the organization of a bound key is only compared": {
    file: ADMIT,
    guard: "const asked = wanted.organization ?? claim.organization;",
    without: "const asked = wanted.organization;",
    fails: {
      "member-removed": ["member-key"],
      "role-lowered": ["member-key"],
      "policy-raised": ["member-key"],
    },
  },
  "the scopes of the role do not narrow": {
    file: ADMIT,
    guard: "intersect(claim.scopes, withBrought(call, claim, own));",
    without: "claim.scopes;",
    fails: { "role-lowered": [...SESSIONS, ...OF_USERS] },
  },
  "scopes are not compared": {
    file: ADMIT,
    guard: 'if (lacks) return { reason: "insufficient-scope" };',
    without: "",
    fails: { "role-lowered": [...SESSIONS, ...OF_USERS] },
  },
  "a token of no kind is looked over": {
    file: AUTHENTICATE,
    guard: "if (!kind) return await refuseUnknown(check);",
    without: "if (!kind) return await ofSession(check);",
    fails: { "factor-pending": KEYS, "wrong-key": ["cookie"], "http-url": ["cookie"] },
  },
  "a token in the query is looked over": {
    file: PRESENTED,
    guard: 'if (IN_QUERY.test(url)) return "two-credentials";',
    without: "",
    fails: { "two-credentials": ["cookie"] },
  },
  "two tokens are looked over": {
    file: PRESENTED,
    guard: 'if (hasSeveral(authorization)) return "two-credentials";',
    without: "",
    fails: { "two-credentials": [...TOKENS, ...KEYS] },
  },
  "proofs are used as often as one likes": {
    file: DPOP,
    guard:
      "if (await usedMarks.add(records, mark, { expires, data: null })) return { thumbprint };",
    without: "return { thumbprint };",
    fails: { "replayed": ["dpop"] },
  },
  "the URL of a proof is not compared": {
    file: DPOP,
    guard: "return at === origin && pathname",
    without: "return pathname",
    fails: { "http-url": ["dpop"] },
  },
  "the expiry of an access token has no reason of its own": {
    file: "src/credentials/sealed.ts",
    guard: 'return (error as Error).name === "JWTExpired" ? "expired" : undefined;',
    without: "return undefined;",
    fails: { "expired": TOKENS },
  },
  "the state of a sign-in has no reason of its own": {
    file: "src/capabilities/native/access_token.ts",
    guard: 'kind === "state" ? "factor-pending" : "not-accepted"',
    without: '"not-accepted"',
    fails: { "factor-pending": TOKENS },
  },
  "a second factor is not asked for": {
    file: "src/core/actions/callback.ts",
    guard: "if (factors && !member.keepsSession) {",
    without: "if (factors && false) {",
    fails: { "factor-pending": ALL },
  },
  "the record of a session is not read": {
    file: "src/session/jwt.ts",
    guard: "if (id !== undefined) return await hasRecord(ctx, id);",
    without: "if (id !== undefined) return true;",
    fails: { "suspended": SESSIONS, "deleted": SESSIONS, "revoked": SESSIONS },
  },
  "a session token never expires": {
    file: "src/base/crypto/jwe.ts",
    guard: "if (exp !== undefined && exp <= now - CLOCK_TOLERANCE) {",
    without: "if (exp !== undefined && false) {",
    fails: { "expired": SESSIONS },
  },
  "a key never expires": {
    file: CLAIM,
    guard: 'if (isOver(data)) return { reason: "expired", about };',
    without: "",
    fails: { "expired": KEYS },
  },
  "a revoked key stays": {
    file: "src/capabilities/keys/stored.ts",
    guard: `const taken = await retryOnce(() => keys.take(records, id));
  forgetCached`,
    without: `const taken = await retryOnce(() => keys.get(records, id));
  forgetCached`,
    fails: { "revoked": KEYS },
  },
  "the anchor of a key is not compared": {
    file: CLAIM,
    guard: "if (known?.data.id === anchor) return undefined;",
    without: "return undefined;",
    fails: { "suspended": OF_USERS },
  },
  "a suspension leaves the anchor": {
    file: ANCHOR,
    guard: "await retryOnce(() => anchors.take(records, userId));",
    without: "await Promise.resolve([records, userId]);",
    fails: { "suspended": OF_USERS },
  },
  "a deletion leaves the records": {
    // The adapter and the library remove them.
    file: "adapters/records/_memory_rows.ts",
    guard: "const rows = table.of(listOf(owner)).filter((row) =>\n        (kind === null",
    without:
      "const rows = table.of(listOf(owner)).filter((row) =>\n        kind !== null && (kind === null",
    fails: { "deleted": OF_USERS },
  },
  "the policy is not asked for sessions": {
    file: "src/capabilities/organizations/read_membership.ts",
    guard: "const breach = await policyBreach(call, policy, facts, role);",
    without:
      "const breach = policy === null ? await policyBreach(call, policy, facts, role) : undefined;",
    fails: { "policy-raised": SESSIONS },
  },
  "the policy is not asked for keys": {
    file: "src/capabilities/organizations/credentials.ts",
    guard: "policyBreach(call, isBound ? others : found.policy, facts, found.role);",
    without: "policyBreach(call, {} as typeof found.policy, facts, found.role);",
    fails: { "policy-raised": OF_USERS },
  },
  "everyone is a member": {
    file: "src/capabilities/organizations/read_membership.ts",
    guard: "const role = data ? roleIn(data, userId, member) : undefined;",
    without: 'const role = data ? roleIn(data, userId, member) ?? "admin" : undefined;',
    fails: {
      "other-organization": [...SESSIONS, "user-key"],
      "member-removed": [...SESSIONS, ...OF_USERS],
    },
  },
  "a key of an organization is one of the user who made it": {
    file: CLAIM,
    guard: "const { owner, organization, proof, name } = data;",
    without: `const { organization, proof, name } = data;
  const { findMaker } = await import("./makers.ts");
  const by = data.owner.kind === "user" ? null : await findMaker(records, id) ?? "none";
  const owner = by === null ? data.owner : { kind: "user" as const, id: by };
  if (by !== null && (await findSuspension(records, by) || !await config.store!.getUser(by))) {
    return { reason: "suspended" };
  }`,
    fails: {
      "suspended": OF_ORGANIZATIONS,
      "deleted": OF_ORGANIZATIONS,
      "member-removed": OF_ORGANIZATIONS,
      "role-lowered": OF_ORGANIZATIONS,
      "policy-raised": OF_ORGANIZATIONS,
    },
  },
};

/** The guards of the moment at which a credential is written. */
export const RACE_MUTATIONS: Readonly<Record<string, Mutation>> = {
  "the end of the user is not looked for after a key was written": {
    file: ANCHOR,
    guard: 'if (!mayHave) throw new UserSuspended("The user is suspended, or was deleted");',
    without: "void mayHave;",
  },
  "a key that was refused stays": {
    file: ANCHOR,
    guard: "await retryOnce(undo).catch((failure) => config.logger.error(failure as Error));",
    without: "void undo;",
  },
  "the anchor of a refused key stays": {
    file: ANCHOR,
    guard: "if (error instanceof UserSuspended) await removeAnchor(records, userId);",
    without: "",
  },
  "the end of the user is not looked for after a session was written": {
    file: "src/session/record.ts",
    guard: "if (!canStart) {",
    without: "if (false) {",
  },
  "the end of the session is not looked for after its tokens were written": {
    file: "src/capabilities/native/families.ts",
    guard: 'if (await peekRecord(revocation, sessionId) !== "live") {',
    without: "if (false) {",
  },
};

/** Guards of `authenticateAt`, which no state of the table is about. */
export const AUTHENTICATE_MUTATIONS: Readonly<Record<string, Mutation>> = {
  "kinds that are not accepted count": {
    file: AUTHENTICATE,
    guard: 'if (kind && !accept.includes(kind.via)) return await refuse(check, "not-accepted");',
    without: "",
  },
  "cookies count where sessions are not accepted": {
    file: AUTHENTICATE,
    guard: 'accept.includes("session") ? await ofSession(check) : answer(check, "no-credential")',
    without: "await ofSession(check)",
  },
  "a wrong token is looked over": {
    file: AUTHENTICATE,
    guard: 'return await refuse(check, "unknown", about);',
    without: "return await ofSession(check);",
  },
  "other sites can send cookies": {
    file: AUTHENTICATE,
    guard: "if (check.mayChange && !isSameOrigin(asChange(request), auth.origin)) {",
    without: "if (check.mayChange && false) {",
  },
  "guesses are not counted": {
    file: AUTHENTICATE,
    guard: "if (check.call.config.limits) await",
    without: "if (check.call.config.limits && false) await",
  },
  "a refusal is in no log": {
    file: AUTHENTICATE,
    guard: 'name: "credential.refused",',
    without: 'name: "session.refused",',
  },
};
