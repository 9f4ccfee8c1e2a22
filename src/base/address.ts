/**
 * The one grammar of email addresses: for links by email and for new passkeys,
 * so that an address is valid for both or for neither. And their one normal form.
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
const MAX_LABEL = 63;

/** Letters, marks and digits of any script, and what RFC 5321 allows less routes and pipes. */
const LOCAL_ATOM = /^[\p{L}\p{M}\p{N}#$&'*+\-/=?^_{}~]+$/u;
const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u;

/** Letters and marks among them that are drawn as nothing. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;

const encoder = new TextEncoder();

/**
 * A typed text → one plain email address, in its normal form. The message of the error is the
 * reason, without the text.
 *
 * @param normalize replaces the cleaning (NFKC, lower case, no space around
 * it), never the check and the form of the domain
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
  const normal = toNormalForm(address as string); // a string, else there was a fault
  // Another normal form is longer, and no domain may have some letters.
  const lost = (normal === address ? undefined : faultOf(normal)) ??
    (hasDomain(normal) ? undefined : "the part after the @ is no domain");
  if (lost) throw new TypeError(lost);
  return normal;
}

function hasDomain(address: string): boolean {
  return !/[^ -~]/.test(address.slice(address.indexOf("@") + 1));
}

/**
 * Returns `true` for an address that has several forms: its domain has characters that the domain
 * name system has not, or has them in the form for it (`xn--bcher-kva.example`).
 */
export function isInternational(address: string): boolean {
  const domain = address.slice(address.lastIndexOf("@") + 1);
  return domain.length <= MAX_LENGTH && /[^ -~]|xn--/.test(domain);
}

/**
 * The one form of an address from anywhere: a provider, a store or an app. The domain is in the form
 * of the domain name system, which browsers send by themselves and every email server takes. What is
 * no address stays as it is, and so does any other address.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc5891 RFC 5891} and {@link https://www.unicode.org/reports/tr46/ UTS #46}
 */
export function toNormalForm(address: string): string {
  if (!isInternational(address)) return address;
  const at = address.indexOf("@");
  const domain = at < 0 ? undefined : normalDomain(address.slice(at + 1));
  return domain === undefined ? address : `${address.slice(0, at)}@${domain}`;
}

/** A domain in the form of the domain name system; `undefined` for what is no domain. */
export function normalDomain(domain: string): string | undefined {
  // Text with other characters could be more of a URL than its host.
  if (domain.length > MAX_LENGTH || !domain.split(".").every((label) => LABEL.test(label))) {
    return undefined;
  }
  const url = `http://${domain}`;
  const host = URL.canParse(url) ? new URL(url).hostname : "";
  const labels = host.split(".");
  // An address of a computer is none of a domain.
  return host.length <= MAX_LENGTH && !/^\d*$/.test(labels.at(-1)!) &&
      labels.every(({ length }) => length > 0 && length <= MAX_LABEL)
    ? host
    : undefined;
}

/**
 * The forms under which the user of an address may be stored, the normal form first. Versions before
 * kept the form that was typed, or that a provider sent.
 */
export async function storedForms(address: string): Promise<string[]> {
  const normal = toNormalForm(address);
  if (!isInternational(normal)) return [normal];
  const { decodeLabel } = await import("./punycode.ts");
  return [...new Set([normal, toReadable(normal, decodeLabel)])];
}

/** The form of an address that people read; the same, where its domain cannot be decoded. */
export function toReadable(
  address: string,
  decodeLabel: (label: string) => string | undefined,
): string {
  const at = address.lastIndexOf("@");
  const labels = address.slice(at + 1).split(".").map((label) => decodeLabel(label) ?? label);
  const readable = `${address.slice(0, at + 1)}${labels.join(".")}`;
  // Two texts must not lead to one domain.
  return toNormalForm(readable) === toNormalForm(address) ? readable : address;
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
  if (!labels.every((label) => label.length <= MAX_LABEL && LABEL.test(label))) {
    return "the part after the @ is not a domain name";
  }
  if (/^\d+$/.test(labels.at(-1)!)) return "the part after the @ is a number";
}
