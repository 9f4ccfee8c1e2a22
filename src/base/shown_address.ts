/**
 * Addresses as pages and emails show them: the domain as people read it, where it cannot be taken
 * for another one.
 *
 * @see {@link https://www.unicode.org/reports/tr36/ UTR #36}
 * @module
 */

import { isInternational, toReadable } from "./address.ts";
import { cleanName } from "./names.ts";
import { decodeLabel } from "./punycode.ts";

/** Latin letters that are not drawn as a letter of ASCII. */
const LATIN =
  /^[a-z0-9\-\u00df-\u00f6\u00f8-\u0130\u0132-\u0137\u0139-\u017e\u0219\u021b\u1e00-\u1ef9]+$/;

/** Scripts with letters that are drawn as those of ASCII are. */
const LOOKALIKES =
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}]/u;

/**
 * An address as it is shown. A label that mixes scripts, or is of letters that look like those of
 * ASCII in a domain of ASCII, stays in the form of the domain name system.
 */
export function shownAddress(address: string): string {
  if (address.indexOf("@") < 1 || !isInternational(address)) return address;
  const domain = address.slice(address.lastIndexOf("@") + 1);
  const labels = domain.split(".");
  const isHome = decodeLabel(labels.at(-1)!) !== undefined;
  const isShown = labels.every((label) => {
    const text = decodeLabel(label);
    if (text === undefined || LATIN.test(text)) return true;
    return cleanName(text) === text && (isHome || !LOOKALIKES.test(text));
  });
  return isShown ? toReadable(address, decodeLabel) : address;
}
