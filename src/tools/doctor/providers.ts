/**
 * Faults that only a provider's server shows: its discovery document, its keys, its clock.
 *
 * @module
 */

import { nowMs } from "../../base/time.ts";
import { writtenUrls } from "../../config/check_provider.ts";
import { isOAuth1 } from "../../config/providers.ts";
import { authMethodOf } from "../../flows/oauth/client.ts";
import { getKeys, getServer } from "../../flows/oauth/metadata.ts";
import { discoveryUrlOf } from "../../flows/oauth/discovery.ts";
import { innerFetchOf } from "../../flows/oauth/fetch.ts";
import type { ResolvedOAuthProvider, ResolvedProvider } from "../../types/resolved_provider.ts";
import { cureIn, type Finding, finding, messageOf } from "./finding.ts";
import {
  clockDifference,
  hostOf,
  inSeconds,
  mayNotReach,
  mayReach,
  offline,
  TIMEOUT_MS,
} from "./network.ts";
import type { Subject } from "./subject.ts";
import type { Result } from "./unchecked.ts";

type Server = Awaited<ReturnType<typeof getServer>>;

/** A provider's server as it was found. */
export interface ProviderReport {
  /** Faults, and what was not checked. */
  readonly results: readonly Result[];
  /** Hosts of its endpoints that the app sends requests to. */
  readonly hosts: readonly string[];
}

/** Checks the servers of all providers that can be used. */
export async function checkProviders(
  { resolved }: Subject,
  isOffline: boolean,
): Promise<ProviderReport[]> {
  const usable = [...resolved.providers.values()]
    .filter((provider) => !resolved.unusable.has(provider.id) && isOAuth(provider));
  return await Promise.all(
    usable.map((provider) => checkProvider(provider as ResolvedOAuthProvider, isOffline)),
  );
}

/** Returns `true` for a provider with a server of its own. */
export function isOAuth(provider: ResolvedProvider): provider is ResolvedOAuthProvider {
  return provider.type === "oauth" || provider.type === "oidc";
}

async function checkProvider(
  provider: ResolvedOAuthProvider,
  isOffline: boolean,
): Promise<ProviderReport> {
  const { id } = provider;
  const hosts = new Set(hostsOf(provider));
  const subject = `The server of the provider "${id}"`;
  if (isOffline) return { results: [offline(subject)], hosts: [...hosts] };
  const closed = [...hosts].find((host) => !mayReach(host));
  if (closed) return { results: [mayNotReach(subject, closed)], hosts: [...hosts] };

  const answers: { response: Response; atMs: number }[] = [];
  const inner = innerFetchOf(provider);
  // A function of its own also gives this provider a cache of its own.
  const observed = {
    ...provider,
    fetch: async (...args: Parameters<typeof fetch>) => {
      const response = await inner(...args);
      answers.push({ response: new Response(null, response), atMs: nowMs() });
      return response;
    },
  };
  const findings = isOAuth1(provider) ? [] : await checkServer(observed, hosts);
  if (answers.length === 0 && findings.length === 0) {
    findings.push(...await checkReachable(observed, answers));
  }
  findings.push(...checkClock(id, answers));
  return { results: findings, hosts: [...hosts] };
}

/** Hosts that the app itself sends requests to; the browser goes to the authorization endpoint. */
function hostsOf(provider: ResolvedOAuthProvider): string[] {
  const { authorization: _, ...urls } = writtenUrls(provider);
  if (provider.issuer && !isOAuth1(provider) && needsDiscovery(provider)) {
    urls.discovery = discoveryUrlOf(provider);
  }
  return [...new Set(Object.values(urls).map(hostOf))];
}

function needsDiscovery({ type, authorization, token, jwks_endpoint }: ResolvedOAuthProvider) {
  return !authorization.url || !(token.url ?? token.request) || (type === "oidc" && !jwks_endpoint);
}

async function checkServer(
  provider: ResolvedOAuthProvider,
  hosts: Set<string>,
): Promise<Finding[]> {
  const { id, type } = provider;
  const otherwise = `Correct the options of "${id}"`;
  const needed = type === "oidc"
    ? ["authorization", "token", "keys"] as const
    : ["authorization", "token"] as const;
  let server: Server;
  try {
    server = await getServer(provider, ...needed);
  } catch (error) {
    const { cause, message } = error as Error;
    const reason = cause instanceof Error ? cause.message : "";
    return /Cannot reach|fetch failed/.test(reason) || message.startsWith("Cannot reach")
      ? [finding("provider-unreachable", `${message} (${reason})`, cureIn(message, otherwise))]
      : [finding("discovery-refused", message, cureIn(message, otherwise))];
  }
  for (const name of ["token_endpoint", "userinfo_endpoint", "jwks_uri"] as const) {
    const url = server[name];
    if (url && URL.canParse(url)) hosts.add(hostOf(url));
  }
  return [
    ...checkSupport(provider, server),
    ...type === "oidc" ? await readKeys(provider, server) : [],
  ];
}

function checkSupport(provider: ResolvedOAuthProvider, server: Server): Finding[] {
  const { id, checks, client } = provider;
  const findings: Finding[] = [];
  const listed = (names: readonly string[]) => names.join(", ") || "none";
  const challenges = server.code_challenge_methods_supported;
  if (checks.includes("pkce") && Array.isArray(challenges) && !challenges.includes("S256")) {
    findings.push(finding(
      "pkce-unsupported",
      `The provider "${id}" supports PKCE with ${listed(challenges)} only, and not with S256`,
      'Set `checks: ["state"]` for it, or turn PKCE on at the provider.',
    ));
  }
  const method = authMethodOf(provider);
  const methods = server.token_endpoint_auth_methods_supported;
  if (Array.isArray(methods) && !methods.includes(method)) {
    findings.push(finding(
      "client-auth-unsupported",
      `The provider "${id}" does not support the client authentication ${method}, but: ` +
        listed(methods),
      `Set \`client: { token_endpoint_auth_method: "${methods[0] ?? "none"}" }\` for it.`,
    ));
  }
  const algorithm = String(client?.id_token_signed_response_alg ?? "");
  const algorithms = server.id_token_signing_alg_values_supported;
  if (algorithm && Array.isArray(algorithms) && !algorithms.includes(algorithm)) {
    findings.push(finding(
      "algorithm-unsupported",
      `The provider "${id}" does not sign ID tokens with ${algorithm}, but: ${listed(algorithms)}`,
      `Set \`client.id_token_signed_response_alg\` to one of them, or remove it.`,
    ));
  }
  return findings;
}

async function readKeys(provider: ResolvedOAuthProvider, server: Server): Promise<Finding[]> {
  const { id, client } = provider;
  if (/^HS/.test(String(client?.id_token_signed_response_alg ?? ""))) return [];
  const cure = "Correct `issuer`, or set `jwks_endpoint`";
  if (!server.jwks_uri) {
    return [finding(
      "keys-unreachable",
      `The discovery document of "${id}" has no jwks_uri, so no ID token can be verified`,
      `${cure}.`,
    )];
  }
  try {
    const { keys } = await getKeys(provider, server.jwks_uri, () => true);
    if (keys.length > 0) return [];
    return [finding("keys-unreachable", `The key set of "${id}" is empty`, `${cure}.`)];
  } catch (error) {
    const message = messageOf(error);
    return [finding("keys-unreachable", message, cureIn(message, cure))];
  }
}

/** Without discovery, any answer of the token endpoint shows that it can be reached. */
async function checkReachable(
  provider: ResolvedOAuthProvider,
  answers: { response: Response; atMs: number }[],
): Promise<Finding[]> {
  const url = (provider.token.url ?? provider.requestTokenUrl)?.href;
  if (!url) return [];
  try {
    await provider.fetch!(url, {
      method: "HEAD",
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return [];
  } catch (error) {
    answers.length = 0;
    return [finding(
      "provider-unreachable",
      `Cannot reach the provider "${provider.id}" at ${new URL(url).origin}: ${messageOf(error)}`,
      "Check the network of this machine, and the URLs of the provider.",
    )];
  }
}

function checkClock(
  id: string,
  answers: readonly { response: Response; atMs: number }[],
): Finding[] {
  for (const { response, atMs } of answers) {
    const difference = clockDifference(response, atMs);
    if (difference === undefined) continue;
    return [finding(
      "clock-skew",
      `The clock of the provider "${id}" is ${
        inSeconds(difference)
      } the clock of this machine, so ` +
        "its ID tokens seem expired, or issued in the future",
      "Check the clock of this server, for example with `timedatectl`.",
    )];
  }
  return [];
}
