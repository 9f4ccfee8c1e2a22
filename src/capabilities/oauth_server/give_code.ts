/**
 * The answer to a client: a code, or the reason for which there is none.
 *
 * @module
 */

import { OAuthRefusal } from "../../credentials/form.ts";
import { withQuery } from "../../http/url.ts";
import { audit } from "../../hooks/audit.ts";
import { notifyUser } from "../../mail/account_changes.ts";
import { provenAt } from "../../session/requirement.ts";
import type { Visitor } from "../../session/visitor.ts";
import type { Context } from "../../types/internal.ts";
import type { Proof } from "../../types/proof.ts";
import type { Client } from "./client.ts";
import { makeCode } from "./codes.ts";
import { giveGrant, grantFor, remembers } from "./grants.ts";
import type { CheckedParameters, GrantProof } from "./kinds.ts";
import { takePushed } from "./pushed.ts";
import type { OAuthCall } from "./settings.ts";
import { hostOf } from "./consent_decision.ts";

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

/** Leads back to a client, which knows the answer by its own `state` and by the issuer (RFC 9207). */
export function toClient(
  { settings: { issuer } }: Pick<OAuthCall, "settings">,
  { redirectUri, state }: Pick<CheckedParameters, "redirectUri" | "state">,
  answer: { readonly code: string } | OAuthRefusal,
): { redirect: string } {
  const parameters = answer instanceof OAuthRefusal
    ? { error: answer.error, error_description: `${answer.message}.` }
    : { code: answer.code };
  return {
    redirect: withQuery(redirectUri, { ...parameters, state: state ?? undefined, iss: issuer }),
  };
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
): Promise<{ redirect: string }> {
  // One code for each: an approval of the same request in another tab has it.
  if (pushed !== null && !await takePushed(call, pushed)) {
    const used = new OAuthRefusal("invalid_request", "The request was used, or has expired");
    return toClient(call, request, used);
  }
  const { userId, proof } = visitor;
  const key = { userId, client: client.id, organization };
  const host = hostOf(request.redirectUri);
  const known = await grantFor(call, key);
  const { targets } = request;
  const given = { clientName: client.name, proof: toStoredProof(proof), targets, host };
  const grant = await giveGrant(call, key, given);
  const code = await makeCode(call, userId, {
    ...{ grant, client: client.id, targets, nonce: request.nonce, jkt: request.jkt },
    authTime: provenAt(proof, { allowSilentSignIn: true }) ?? proof.at,
    methods: proof.methods,
    ...{ redirectUri: request.redirectUri, challenge: request.challenge },
  });
  if (!known || !remembers(known, targets, host)) {
    await tellOfGrant(ctx, userId, grant, organization);
  }
  return toClient(call, request, { code });
}

function toStoredProof({ at, methods, provider }: Proof): GrantProof {
  return { at, methods, provider };
}

/** Writes the entry of the audit log, and an email to the user. */
export async function tellOfGrant(
  ctx: Context,
  userId: string,
  credential: string,
  organization: string | null,
): Promise<void> {
  const inOrganization = organization === null ? {} : { organization };
  await audit(ctx, { name: "grant.given", userId, credential, ...inOrganization });
  await notifyUser(ctx, userId, "app-allowed");
}
