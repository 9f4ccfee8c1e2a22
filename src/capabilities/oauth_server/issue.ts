/**
 * Tokens of a grant, whichever way they are asked for. Everything that a grant needs to stand is
 * asked here: the grant itself and its anchor, the membership of its organization, the key of the
 * client where the resource demands one.
 *
 * @module
 */

import { lazy } from "../../base/lazy.ts";
import { nowMs } from "../../base/time.ts";
import { firstGeneration } from "../../credentials/family.ts";
import { type IssuedTokens, OAuthRefusal } from "../../credentials/form.ts";
import type { Scopes } from "../../credentials/scopes.ts";
import { loadPart } from "../../hooks/topics.ts";
import { ownerOf } from "../../records/owner.ts";
import { retryOnce } from "../../records/retry_once.ts";
import { type ActClaim, makeAccessToken } from "./access_token.ts";
import { acrOf } from "./acr.ts";
import type { Client } from "./client.ts";
import { isListed, listForClient } from "./client_grants.ts";
import { ended } from "./endings.ts";
import { expiryOf, sealRefresh } from "./sealed_refresh_token.ts";
import { type Grant, standingGrant } from "./grants.ts";
import { type ChildData, clientGrants, families, type FamilyData, grants } from "./kinds.ts";
import type { OAuthSetup } from "./settings.ts";
import type { Target } from "./targets.ts";

/** Loaded for what ends with a session. */
const onlineAccess = lazy(() => import("./online_access.ts"));

const idTokens = lazy(() => import("./id_token.ts"));

/** Milliseconds between two writes of the last use. */
const USED_EVERY_MS = 5 * 60 * 1000;

/** The user, the grant and the resource of the tokens. */
export interface TokenFacts {
  /** Id of the user. */
  readonly userId: string;
  /** Facts of the code, or whatever stands for the grant. Its key binds the tokens. */
  readonly child: ChildData;
  /** Id of the organization of the grant. */
  readonly organization: string | null;
  /** Id of the family of tokens: that of the code or the refresh token. */
  readonly family: string;
  /** The one resource, and its scopes. */
  readonly target: Target;
  /** `true` also makes an ID token, when the grant has `openid`. */
  readonly withIdToken: boolean;
  /** The apps that act for the user. Default: the client alone. */
  readonly act?: ActClaim | undefined;
}

/**
 * Makes tokens, and a refresh token where it is wanted.
 *
 * @param given the grant that stands, when it was just read. Default: it is read
 * @throws {OAuthRefusal} `invalid_grant` when the grant does not stand
 */
export async function issueTokens(
  setup: OAuthSetup,
  client: Client,
  { withRefresh, ...facts }: TokenFacts & { readonly withRefresh: boolean },
  given?: Grant,
): Promise<IssuedTokens> {
  const { grant, target } = await requireGrant(setup, client, facts, given);
  const narrowed = { ...facts, target };
  const tokens = await makeTokens(setup, client, narrowed, grant);
  if (!withRefresh) return tokens;
  const { records } = setup.config;
  const { child, userId, family } = facts;
  const { generation, known } = await firstGeneration();
  const createdAt = known.replacedAt;
  // The refresh tokens of a client that authenticates are bound to it (RFC 9449 §5).
  const jkt = client.authentication.method === "none" ? child.jkt : null;
  const data: FamilyData = { ...child, ...known, jkt, createdAt };
  try {
    await families.add(records, family, { userId, expires: expiryOf(data), data });
    const refreshToken = await sealRefresh(setup.config, { family, generation }, client.isFapi2);
    // After the write: its grant may have ended meanwhile.
    if (child.session !== undefined) {
      const held = { grant: grant.id, family, userId };
      await (await onlineAccess()).requireLiveSession(setup, child, held);
    }
    if (!await standingGrant(setup, grant.id, userId, family)) throw ended();
    return { ...tokens, refreshToken };
  } catch (error) {
    // Nobody has its refresh token.
    await forget(setup, family);
    throw error;
  }
}

/** Removes a family without a grant: it opens nothing, and would stay for weeks. */
export async function forget({ config }: OAuthSetup, family: string): Promise<void> {
  await retryOnce(() => families.take(config.records, family))
    .catch((error) => config.logger.error(error as Error));
}

/**
 * The grant, when it stands and tokens can be made for it, with the scopes that the user may use now.
 *
 * @param given the grant that stands, when it was just read. Default: it is read
 * @throws {OAuthRefusal} `invalid_grant`; `invalid_dpop_proof` where a key is demanded;
 *   `invalid_scope` when no scope is left
 */
export async function requireGrant(
  setup: OAuthSetup,
  client: Client,
  { userId, child, organization, family, target }: Omit<TokenFacts, "withIdToken">,
  given?: Grant,
): Promise<{ grant: Grant; target: Target }> {
  const { settings } = setup;
  const resource = settings.resources.get(target.resource);
  if (!resource) throw new OAuthRefusal("invalid_target", "The resource is not known any more");
  if (resource.requiresDpop && child.jkt === null) {
    throw new OAuthRefusal("invalid_dpop_proof", "Tokens for the resource need a DPoP proof");
  }
  const grant = given ?? await standingGrant(setup, child.grant, userId, family);
  const isOfIt = grant?.owner === ownerOf(userId) && grant.data.client === client.id &&
    child.client === client.id && grant.data.organization === organization;
  if (!isOfIt) throw ended();
  const permitted = await readPermissions(setup, userId, grant);
  // A client may have been changed since, and gets what it may ask for now.
  const isOfClient = (scope: string) => client.scopes === "all" || client.scopes.has(scope);
  // Those of OpenID Connect are no permissions of the app.
  const scopes = target.resource === settings.issuer
    ? target.scopes.filter(isOfClient)
    : target.scopes.filter((scope) =>
      isOfClient(scope) && (permitted === "all" || permitted.has(scope))
    );
  if (scopes.length === 0 && target.scopes.length > 0) {
    throw new OAuthRefusal("invalid_scope", "The user may use none of the scopes any more");
  }
  return { grant, target: { ...target, scopes, identity: target.identity.filter(isOfClient) } };
}

/**
 * Permissions that the user has now, as `credentials/admit.ts` asks for them at each use.
 *
 * @throws {OAuthRefusal} `invalid_grant` for one who is no member any more
 */
export async function readPermissions(
  { config }: OAuthSetup,
  userId: string,
  { data: { organization, proof } }: Grant,
): Promise<Scopes> {
  if (organization === null) {
    return await (await loadPart(config, "permissions"))?.permissionsOf(userId) ?? "all";
  }
  const made = { proof: { ...proof, methods: [...proof.methods] }, isBound: true };
  const found = await (await loadPart(config, "members"))?.ofUser(
    { config },
    userId,
    made,
    organization,
  );
  if (!found?.ok) throw ended();
  return found.permissions;
}

/** Makes the tokens. They count only with their grant. */
export async function makeTokens(
  setup: OAuthSetup,
  client: Client,
  { userId, child, organization, family, target, withIdToken, act }: TokenFacts,
  grant: Grant,
): Promise<IssuedTokens> {
  const { jkt, authTime, methods, sid } = child;
  const acr = acrOf(methods);
  const scopes = [...target.identity, ...target.scopes];
  const { token, expiresIn } = await makeAccessToken(setup, {
    sub: userId,
    aud: target.resource,
    client_id: client.id,
    scope: scopes.join(" "),
    grant: grant.id,
    family,
    ...organization === null ? {} : { org: organization },
    auth_time: authTime,
    ...acr === undefined ? {} : { acr },
    ...methods.length === 0 ? {} : { amr: methods },
    ...jkt === null ? {} : { cnf: { jkt } },
    ...client.isFapi2 ? { fapi: true } : {},
    // An assertion is made of it while that stands.
    ...client.assertsTo && sid !== undefined ? { client_sid: sid } : {},
    ...act ? { act } : {},
  }, { isForUserInfo: target.identity.includes("openid") });
  const { issuer } = setup.settings;
  const openId = Object.hasOwn(child.targets, issuer) ? child.targets[issuer]! : [];
  const idToken = withIdToken && openId.includes("openid")
    ? await (await idTokens()).makeIdToken(setup, client, {
      ...{ userId, child, organization, scopes: openId, family, accessToken: token },
    })
    : undefined;
  await noteUse(setup, grant);
  return {
    accessToken: token,
    tokenType: jkt === null ? "Bearer" : "DPoP",
    expiresIn,
    scopes,
    idToken,
  };
}

/** Writes the time of the last token, every few minutes, and lists it. A failure refuses nothing. */
async function noteUse(
  { config: { records, logger } }: OAuthSetup,
  found: Grant,
): Promise<void> {
  const { id, owner: userId, expires, data } = found;
  const now = nowMs();
  const isRecent = data.lastUsedAt !== null && now - Date.parse(data.lastUsedAt) < USED_EVERY_MS;
  if (isRecent && isListed(data)) return;
  try {
    const listed = isListed(data) ? {} : { listedUntil: await listForClient(records, found) };
    const next = { ...data, lastUsedAt: new Date(now).toISOString(), ...listed };
    // One that was ended meanwhile stays so.
    const isWritten = await grants.replace(records, id, { userId, expires, data: next }, found);
    if (!isWritten && !await grants.get(records, id)) await clientGrants.take(records, id);
  } catch (error) {
    logger.error(error as Error);
  }
}
