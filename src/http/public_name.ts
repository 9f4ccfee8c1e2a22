/**
 * Names of hosts on the internet: what a stranger names must not lead into a network of the app or of
 * a user, whatever a resolver there answers.
 *
 * @see {@link https://www.iana.org/assignments/special-use-domain-names Special-Use Domain Names (RFC 6761)}
 * @module
 */

/** A name in the public domain name system, in lower case, without a port. */
const HOST = /^(?:[a-z\d]+(?:-+[a-z\d]+)*\.)+[a-z][a-z\d]*(?:-+[a-z\d]+)*$/;

/** Most characters of a name, and of a label of it. */
const MAX_LENGTH = 253;
const MAX_LABEL = 63;

/**
 * Top-level names that are not in the public domain name system, or lead to other things. Those of
 * documents, such as `example`, lead nowhere.
 */
const SPECIAL: ReadonlySet<string> = new Set([
  // The registry: multicast, Tor, other systems, tests, reverse lookups with `home.arpa`.
  ...["alt", "arpa", "invalid", "local", "localhost", "onion", "test"],
  // Reserved by ICANN for private use, in 2024; with those that it never delegates.
  ...["internal", "corp", "home", "mail"],
  // Used by routers and in companies (RFC 6762, appendix G).
  ...["domain", "intranet", "lan", "localdomain", "private", "workgroup"],
]);

/** Returns `true` for the name of a host on the internet. */
export function isPublicName(host: unknown): boolean {
  if (typeof host !== "string" || host.length > MAX_LENGTH || !HOST.test(host)) return false;
  if (host.split(".").some((label) => label.length > MAX_LABEL)) return false;
  return !SPECIAL.has(host.slice(host.lastIndexOf(".") + 1));
}
