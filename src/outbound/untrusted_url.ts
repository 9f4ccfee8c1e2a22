/**
 * Which URLs that a stranger wrote may be asked at all. `connection.ts` checks where they lead to.
 *
 * @module
 */

import { isPublicName } from "../http/public_name.ts";
import { isLoopback } from "../http/url.ts";

/** Longest URL, in characters. */
const MAX_LENGTH = 1000;

/** The server that asks. */
export interface Asking {
  /** Its URL: one on this machine is under development. */
  readonly issuer: string;
  /** Hosts with a port that may be asked. Default: none. */
  readonly metadataDocuments?: "ask" | "off" | readonly string[];
}

/**
 * Says why a URL of a stranger cannot be asked; `undefined` for one that can.
 *
 * The port is that of https, or one that the config names with its host: any other would make the app a
 * scanner of ports. A server whose own issuer is on this machine is under development: it also asks this
 * machine, at any port.
 */
export function faultOfUrl(
  url: unknown,
  { issuer, metadataDocuments }: Asking,
): string | undefined {
  if (typeof url !== "string" || url.length > MAX_LENGTH || !URL.canParse(url)) {
    return "it is not a URL";
  }
  const parsed = new URL(url);
  // Another program could read any other form of it differently.
  if (parsed.href !== url) return "it is not in the form that browsers give it";
  if (url.includes("#")) return "it has a fragment";
  if (parsed.username || parsed.password) return "it has a user name";
  if (isOfDeveloper(parsed, issuer)) return undefined;
  if (parsed.protocol !== "https:") return "it does not begin with https";
  const isNamed = typeof metadataDocuments === "object" && metadataDocuments.includes(parsed.host);
  if (parsed.port !== "" && !isNamed) return "it has a port";
  return isPublicName(parsed.hostname) ? undefined : "its host is not a public name";
}

/** Returns `true` for a URL of this machine, when the server itself is under development there. */
function isOfDeveloper({ protocol, host }: URL, issuer: string): boolean {
  const isOwn = URL.canParse(issuer) && isLoopback(new URL(issuer).origin);
  return isOwn && /^https?:$/.test(protocol) && isLoopback(`http://${host}`);
}
