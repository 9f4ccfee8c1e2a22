/**
 * The one grammar of email addresses: for links by email and for new passkeys,
 * so that an address is valid for both or for neither.
 *
 * Narrower than the standard on purpose: text that some email server could read
 * as a list, a group, a quoted part, a comment, a route or a header is refused.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc5321#section-4.1.2 RFC 5321 §4.1.2}, {@link https://www.rfc-editor.org/rfc/rfc6531#section-3.3 RFC 6531 §3.3}
 * @module
 */

/** RFC 5321 §4.5.3.1, in octets of UTF-8; a path's angle brackets are not counted. */
const MAX_LENGTH = 254;
const MAX_LOCAL_LENGTH = 64;

/** Letters, marks and digits of any script, and what RFC 5321 allows less routes and pipes. */
const LOCAL_ATOM = /^[\p{L}\p{M}\p{N}#$&'*+\-/=?^_{}~]+$/u;
const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u;

/** Letters and marks among them that are drawn as nothing. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;

const encoder = new TextEncoder();

/**
 * A typed text → one plain email address. The message of the error is the
 * reason, without the text.
 *
 * @param normalize replaces the cleaning (NFKC, lower case, no space around
 * it), never the check
 * @throws {TypeError} when it is not one plain address; `cause` is what
 * `normalize` threw
 */
export function parseAddress(
  typed: unknown,
  normalize: (typed: string) => string = normalizeAddress,
): string {
  if (typeof typed !== "string" || typed === "") throw new TypeError("it is missing");
  // Checked before normalization, which may make the text longer.
  if (typed.length > 4 * MAX_LENGTH) throw new TypeError("it is too long");
  let address: unknown;
  try {
    address = normalize(typed);
  } catch (cause) {
    throw new TypeError("it could not be normalized", { cause });
  }
  const fault = typeof address === "string" ? findFault(address) : "it is not a string";
  if (fault) throw new TypeError(fault);
  return address as string; // a string, else there was a fault
}

/** Compatibility forms become plain characters before anything else is decided. */
function normalizeAddress(typed: string): string {
  // trim() would hide line breaks at either end.
  if (/[\r\n\0]/.test(typed)) throw new TypeError("it has a line break");
  // Counted before NFKC, which turns characters such as U+FF20 into an @.
  if (typed.split("@").length !== 2) throw new TypeError("it needs exactly one @");
  return typed.normalize("NFKC").toLowerCase().trim();
}

/**
 * The reason why a text is not one plain address; `undefined` when it is one.
 * The text's normalized form must be an address too, since an email server may
 * normalize it.
 */
export function findFault(address: string): string | undefined {
  const plain = address.normalize("NFKC");
  return faultOf(address) ?? (plain === address ? undefined : faultOf(plain));
}

function faultOf(address: string): string | undefined {
  const [local, domain, ...rest] = address.split("@");
  if (!local || !domain || rest.length > 0) return "it needs exactly one @ between two parts";
  if (INVISIBLE.test(address)) return "it has invisible characters";
  if (encoder.encode(address).length > MAX_LENGTH) return "it is too long";
  if (encoder.encode(local).length > MAX_LOCAL_LENGTH) return "the part before the @ is too long";
  if (!local.split(".").every((atom) => LOCAL_ATOM.test(atom))) {
    return "the part before the @ has a character that is not allowed there";
  }
  // An email program that takes arguments could read it as an option.
  if (local.startsWith("-")) return "it starts with a dash";
  const labels = domain.split(".");
  if (!labels.every((label) => label.length <= 63 && LABEL.test(label))) {
    return "the part after the @ is not a domain name";
  }
  if (/^\d+$/.test(labels.at(-1)!)) return "the part after the @ is a number";
}
