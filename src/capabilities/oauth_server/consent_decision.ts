/**
 * Consent of a user to a client: what was given before, whether the user is asked, and which
 * proof it takes.
 *
 * @module
 */

import { loadPart } from "../../hooks/topics.ts";
import { isNative } from "../../http/redirect_uri.ts";
import { actionUrl } from "../../http/url.ts";
import type { Visitor } from "../../session/visitor.ts";
import type { Context } from "../../types/internal.ts";
import type { PrincipalOrganization } from "../../types/principal.ts";
import type { OAuthOrganization } from "../../../pages/oauth_server/step.ts";
import type { Client } from "./client.ts";
import { type Grant, remembers, standingGrants } from "./grants.ts";
import type { CheckedParameters } from "./kinds.ts";
import type { OAuthCall } from "./settings.ts";

/** What an authorization request needs of the user. */
export interface ConsentDecision {
  /** `true` when the user must be asked. */
  readonly isAsked: boolean;
  /** `true` when it takes a fresh proof. */
  readonly needsProof: boolean;
  /** Organization that access is for, unless the user chooses another one; `null` for none. */
  readonly organization: string | null;
  /** Organizations that the user can choose; empty where access is for none. */
  readonly choices: readonly PrincipalOrganization[];
}

/** Decides whether a user is asked about a request, and which proof it takes. */
export async function decideConsent(
  call: OAuthCall,
  visitor: Visitor,
  client: Client,
  request: CheckedParameters,
): Promise<ConsentDecision> {
  const { userId } = visitor;
  const choices = await listChoices(call, visitor);
  const remembered = (await standingGrants(call, userId)).filter((grant) =>
    grant.data.client === client.id && isFor(grant, choices) &&
    remembers(grant, request.targets, hostOf(request.redirectUri))
  );
  const organizations = new Set(remembered.map(({ data }) => data.organization));
  // Of several, the user says which one is meant.
  const isRemembered = organizations.size === 1;
  const isAsked = asks(client, request, isRemembered, choices.length > 0);
  return {
    isAsked,
    needsProof: isAsked || !isRemembered || !isSafeToRepeat(client, request),
    organization: isRemembered ? [...organizations][0]! : choices[0]?.id ?? null,
    choices,
  };
}

/**
 * Decides whether the user is asked. A stranger, whose name is a claim of its own, is asked about each
 * time: a link on any page could otherwise begin a sign-in that the user did not want (GHSA-6x8h-498w-gv8c).
 * `Sec-Fetch-Site` is no way out, since the way back from the sign-in page is one within this site.
 */
function asks(
  { isUntrusted, isFirstParty }: Client,
  { prompt }: CheckedParameters,
  isRemembered: boolean,
  canChoose: boolean,
): boolean {
  if (isUntrusted || prompt.includes("consent") || prompt.includes("select_account")) return true;
  return !isRemembered && (canChoose || !isFirstParty);
}

/**
 * Returns `true` for a client to which a code may go again without a fresh proof. A thief with a copied
 * session can ask for a code too, and gets it where any program can be the client: at a loopback
 * address, at the scheme of an app, and with a public client, whose verifier the thief chooses. A
 * client that authenticates, and waits at a host of its own, keeps it from the thief.
 */
function isSafeToRepeat(
  { authentication, isUntrusted }: Client,
  { redirectUri }: CheckedParameters,
): boolean {
  return !isUntrusted && authentication.method !== "none" && !isNative(redirectUri);
}

/** Organizations that access can be for: those whose demands the session meets. */
export async function listChoices(
  { config, settings }: OAuthCall,
  visitor: Visitor,
): Promise<readonly PrincipalOrganization[]> {
  if (!settings.choosesOrganization) return [];
  return await (await loadPart(config, "members"))?.listOfVisitor(visitor) ?? [];
}

/** Organizations to choose from, for a page. */
export function showChoices(
  ctx: Context,
  choices: readonly PrincipalOrganization[],
): OAuthOrganization[] {
  return choices.map(({ id, name, logoPath }) => ({
    ...{ id, name },
    ...logoPath ? { logo: actionUrl(ctx, logoPath) } : {},
  }));
}

/** Returns `true` when a grant is for an organization that could be chosen now. */
function isFor({ data }: Grant, choices: readonly PrincipalOrganization[]): boolean {
  return data.organization === null
    ? choices.length === 0
    : choices.some(({ id }) => id === data.organization);
}

/** The place that a redirect URI leads to: a host without the port of a loopback, or a scheme. */
export function hostOf(redirectUri: string): string {
  const { protocol, host, hostname } = new URL(redirectUri);
  if (protocol === "https:") return host;
  return protocol === "http:" ? hostname : protocol;
}
