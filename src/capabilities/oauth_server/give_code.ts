/**
 * The answer to a client: a code, or the reason for which there is none.
 *
 * @module
 */

import { lazy } from "../../base/lazy.ts";
import { OAuthRefusal } from "../../credentials/form.ts";
import { shownTarget } from "../../http/redirect_uri.ts";
import { audit } from "../../hooks/audit.ts";
import { notifyUser } from "../../mail/notify_user.ts";
import { provenAt } from "../../session/requirement.ts";
import { sessionOf } from "../../session/strategies.ts";
import type { Visitor } from "../../session/visitor.ts";
import type { Context, ResponseInternal } from "../../types/internal.ts";
import type { Proof } from "../../types/proof.ts";
import type { Client } from "./client.ts";
import { makeCode } from "./codes.ts";
import { giveGrant, grantFor, remembers } from "./grants.ts";
import type { makeIdToken } from "./id_token.ts";
import type { CheckedParameters, ChildData, GrantProof } from "./kinds.ts";
import { takePushed } from "./pushed.ts";
import type { OAuthCall } from "./settings.ts";
import { toClient } from "./answer_client.ts";
import { hostOf } from "./consent_decision.ts";
import { shownAccess, shownName } from "./shown.ts";
import type { Targets } from "./targets.ts";

/** Loaded where clients are notified of sign-outs. */
const sessions = lazy(() => import("./client_sessions.ts"));

/** Loaded for a client whose access ends with the session. */
const onlineAccess = lazy(() => import("./online_access.ts"));

/** Loaded where a client signs users in without a code. */
const idTokens = lazy(() => import("./id_token.ts"));

/** Loaded with the first email. */
const words = lazy(() => import("../../../pages/oauth_server/in_words.ts"));

/** The request that a code answers. */
export interface Wanted {
  /** The client. */
  readonly client: Client;
  /** Its request. */
  readonly request: CheckedParameters;
  /** Id of the pushed request that it is; `null` for another one. */
  readonly pushed: string | null;
  /** Id of the organization; `null` for none. */
  readonly organization: string | null;
}

/**
 * Gives a client the access that was asked for, and leads back to it with a code.
 *
 * @throws {UserSuspended} when the user is suspended, was or will be deleted
 */
export async function giveCode(
  ctx: Context,
  call: OAuthCall,
  visitor: Visitor,
  { client, request, pushed, organization }: Wanted,
): Promise<ResponseInternal> {
  // One code for each: an approval of the same request in another tab has it.
  if (pushed !== null && !await takePushed(call, pushed)) {
    const used = new OAuthRefusal("invalid_request", "The request was used, or has expired");
    return await toClient(ctx, call, request, used);
  }
  const { userId, proof } = visitor;
  const key = { userId, client: client.id, organization };
  const host = hostOf(request.redirectUri);
  const known = await grantFor(call, key);
  const { targets } = request;
  const given = { clientName: client.name, proof: toStoredProof(proof), targets, host };
  const grant = await giveGrant(call, key, given);
  const session = async () => {
    const opened = await sessionOf(ctx).open(ctx);
    return opened && opened.identity?.id;
  };
  const beginning = { userId, client, grant, organization, targets };
  const sid = call.settings.sendsLogouts
    ? await (await sessions()).beginClientSession(call, beginning, session)
    : undefined;
  const isBound = client.endsWithSession &&
    (await onlineAccess()).endsWithSession(client, targets, call.settings);
  const bound = isBound ? await session() : undefined;
  if (sid === null || bound === null) {
    const over = new OAuthRefusal("login_required", "The session has ended");
    return await toClient(ctx, call, request, over);
  }
  const child: ChildData = {
    ...{ grant, client: client.id, targets, nonce: request.nonce, jkt: request.jkt },
    authTime: provenAt(proof, { allowSilentSignIn: true }) ?? proof.at,
    methods: proof.methods,
    ...sid === undefined ? {} : { sid },
    ...isBound ? { session: bound ?? null } : {},
  };
  const answer = request.type === "id_token"
    ? { id_token: await makeSignIn(call, client, { userId, child, organization }) }
    : {
      code: await makeCode(call, userId, {
        ...child,
        ...{ redirectUri: request.redirectUri, challenge: request.challenge },
      }),
    };
  if (!known || !remembers(known, targets, host)) {
    const target = shownTarget(request.redirectUri);
    await tellOfGrant(ctx, call, userId, { client, target, targets, grant, organization });
  }
  return await toClient(ctx, call, request, answer);
}

/** The ID token of a sign-in without a code, with everything that its scopes name. */
async function makeSignIn(
  call: OAuthCall,
  client: Client,
  facts: Pick<Parameters<typeof makeIdToken>[2], "child" | "organization" | "userId">,
): Promise<string> {
  const { issuer } = call.settings;
  const scopes = facts.child.targets[issuer]!;
  return await (await idTokens()).makeIdToken(call, client, { ...facts, scopes });
}

function toStoredProof({ at, methods, provider }: Proof): GrantProof {
  return { at, methods, provider };
}

/** A grant that was given. */
export interface GivenGrant {
  /** The client. */
  readonly client: Client;
  /** Host that the answer went to; the id of a client that asked from a device. */
  readonly target: string;
  /** Scopes by resource. */
  readonly targets: Targets;
  /** Id of the grant. */
  readonly grant: string;
  /** Id of the organization; `null` for none. */
  readonly organization: string | null;
}

/** Writes the entry of the audit log, and an email to the user. */
export async function tellOfGrant(
  ctx: Context,
  { settings }: OAuthCall,
  userId: string,
  { client, target, targets, grant: credential, organization }: GivenGrant,
): Promise<void> {
  const inOrganization = organization === null ? {} : { organization };
  await audit(ctx, { name: "grant.given", userId, credential, ...inOrganization });
  const name = shownName(client.name, target);
  await notifyUser(ctx, userId, "app-allowed", {
    // A stranger chose the name, and not the place that the answer went to.
    app: client.isUntrusted && name !== target ? `${name} (${target})` : name,
    access: async (wording) =>
      (await words()).scopeLines(shownAccess(settings, targets), wording).join("\n"),
  });
}
