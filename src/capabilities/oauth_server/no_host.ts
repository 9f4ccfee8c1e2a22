/**
 * Names that stand in a grant in place of a host, where no browser returned to one.
 *
 * @module
 */

/**
 * No host of a URL has such a name: what was given in one of these ways is never remembered by the
 * authorization endpoint.
 */
export const NO_HOST = {
  /** The code of another device. */
  device: "(device)",
  /** An assertion of an identity provider. */
  organization: "(organization)",
} as const;

/** Returns `true` for a host to which the browser returned. */
export function isHost(host: string): boolean {
  return !Object.values<string>(NO_HOST).includes(host);
}
