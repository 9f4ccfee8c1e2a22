/**
 * Discovery document of an issuer: its endpoints and keys.
 *
 * @see {@link https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfig OpenID Connect Discovery §4}
 * @module
 */

import type * as oauth from "oauth4webapi";
import { errorOfUrl, shownUrl } from "../../config/check_provider.ts";
import { variableName } from "../../config/env.ts";
import { WELL_KNOWN } from "../../config/providers.ts";
import { isRecord } from "../../base/objects.ts";
import type { ResolvedOAuthProvider } from "../../types/resolved_provider.ts";
import { fetchJson } from "./fetch.ts";
import { processDiscovery } from "./tenant.ts";

/** URL of the document: `wellKnown`, or the well-known path below the issuer. */
export function discoveryUrlOf({ issuer, wellKnown }: ResolvedOAuthProvider): string {
  // OIDC Discovery §4: appended to the issuer's path.
  return wellKnown ?? issuer!.replace(/\/$/, "") + WELL_KNOWN;
}

/**
 * Fetches the document. Its issuer must equal the configured one; when none is
 * configured, the issuer in the document at `wellKnown` is used.
 *
 * @throws {TypeError} when it cannot be read, or has another issuer; the message
 * contains the URL, the fault of the answer, and the option to correct
 */
export async function discover(
  provider: ResolvedOAuthProvider,
): Promise<oauth.AuthorizationServer> {
  const { id, issuer, wellKnown } = provider;
  const url = discoveryUrlOf(provider);
  const subject = `Cannot use the discovery document of "${id}" at ${shownUrl(url)}`;
  const option = `\`issuer\` or ${variableName(id, "ISSUER")}`;
  const cure = wellKnown
    ? "if that is not its URL, correct `wellKnown`"
    : `if that is not its URL, correct ${option}, or set \`wellKnown\` to the right one`;
  const refuse = (message: string, cause?: unknown) =>
    new TypeError(`${subject}: ${message}`, { cause });

  const text = errorOfUrl(provider, url);
  if (text) throw refuse(`${text}; correct ${wellKnown ? "`wellKnown`" : option}`);
  const response = await request(provider, url).catch((error) => {
    throw refuse(`the request failed; ${cure}`, error);
  });
  const message = await errorOfAnswer(response, url);
  if (message) throw refuse(`${message}; ${cure}`);

  const announced: unknown = (await response.clone().json()).issuer;
  const expected = issuer ?? announced;
  if (typeof announced !== "string" || !URL.canParse(announced)) {
    throw refuse(`its issuer is ${quote(announced)}, which is not a URL; ${cure}`);
  }
  try {
    return await processDiscovery(String(expected), response);
  } catch (error) {
    const pair = `its issuer is ${quote(announced)}, but ${quote(expected)} is configured`;
    const isSlash = withoutSlash(announced) === withoutSlash(String(expected));
    throw refuse(
      isSlash
        ? `${pair}, which differs by a trailing slash only: set ${option} to ${quote(announced)}`
        : `${pair}: if that is the issuer you mean, set ${option} to ${quote(announced)}; ${cure}`,
      error,
    );
  }
}

/** Follows one redirect within the origin, as some servers add a slash; never to another origin. */
async function request(provider: ResolvedOAuthProvider, url: string): Promise<Response> {
  const response = await fetchJson(provider, "discovery", url);
  const target = findTarget(response, url);
  return target?.origin === new URL(url).origin
    ? await fetchJson(provider, "discovery", target.href)
    : response;
}

/** Target of a redirect; `undefined` for other answers. */
function findTarget({ status, headers }: Response, url: string): URL | undefined {
  const location = headers.get("location");
  if (![301, 302, 303, 307, 308].includes(status) || !location) return;
  return URL.canParse(location, url) ? new URL(location, url) : undefined;
}

async function errorOfAnswer(response: Response, url: string): Promise<string | undefined> {
  const { status, headers } = response;
  const target = findTarget(response, url);
  if (target) {
    return `it redirects (status ${status}) to ${quote(shownUrl(target.href))}, and only one ` +
      "redirect within the origin is followed";
  }
  const contentType = headers.get("content-type");
  const [mediaType] = (contentType ?? "").split(";");
  if (status !== 200 || mediaType!.trim().toLowerCase() !== "application/json") {
    return `the answer has status ${status} and content type ${
      quote(contentType)
    }, where 200 and ` +
      "application/json are expected";
  }
  const document: unknown = await response.clone().json().catch(() => undefined);
  return isRecord(document) ? undefined : "the answer is not a JSON object";
}

function withoutSlash(url: string): string {
  return url.replace(/\/$/, "");
}

/** A value from a server as JSON for a log line: one line, at most 210 characters. */
function quote(value: unknown): string {
  return JSON.stringify(typeof value === "string" ? value.slice(0, 200) : value ?? null)
    .slice(0, 210);
}
