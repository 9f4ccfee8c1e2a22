/**
 * What a client shows of itself besides its name: its page, its picture, its terms and its policy (RFC
 * 7591 §2). Those of a stranger are kept and never shown: a picture is a claim, as a name is.
 *
 * @module
 */

/** URLs, in the form that browsers give them. */
export type ClientLinks = {
  readonly clientUri?: string;
  readonly logoUri?: string;
  readonly tosUri?: string;
  readonly policyUri?: string;
};

/** Their names in options, and in metadata. */
export const LINK_NAMES = [
  ["clientUri", "client_uri"],
  ["logoUri", "logo_uri"],
  ["tosUri", "tos_uri"],
  ["policyUri", "policy_uri"],
] as const;

/** Longest URL, in characters. */
const MAX_LENGTH = 1000;

/** Says why a URL cannot be shown; `undefined` for one that can. */
export function faultOfLink(url: unknown): string | undefined {
  if (typeof url !== "string" || url.length > MAX_LENGTH || !URL.canParse(url)) {
    return "it is not a URL";
  }
  const { href, protocol, username, password } = new URL(url);
  // It is kept in that form, in which a character can become nine.
  if (href.length > MAX_LENGTH) return `it has more than ${MAX_LENGTH} characters`;
  if (protocol !== "https:") return "it does not begin with https";
  return username || password ? "it has a user name" : undefined;
}

/**
 * The URLs that can be shown, of options or of metadata.
 *
 * @param at index of the names: 0 for those of options, 1 for those of metadata
 */
export function linksIn(
  source: Readonly<Record<string, unknown>>,
  at: 0 | 1,
): ClientLinks {
  return Object.fromEntries(
    LINK_NAMES.flatMap((names) => {
      const url = source[names[at]];
      return faultOfLink(url) === undefined ? [[names[0], new URL(url as string).href]] : [];
    }),
  );
}

/** The member of a record; nothing where there are none. */
export function withLinks(links: ClientLinks): { links?: ClientLinks } {
  return Object.keys(links).length === 0 ? {} : { links };
}
