/**
 * Cookies of the config that browsers drop, or that others can read.
 *
 * @see {@link https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis RFC 6265bis}
 * @module
 */

import type { CookieTable } from "../types/internal.ts";

/**
 * Returns the faults of a table, each with the option that it is about.
 *
 * @param isHttps `true` when the table is used by https alone
 */
export function faultsOfCookies(table: CookieTable, isHttps = false): string[] {
  return Object.entries(table).flatMap(([key, { name, options }]) => {
    const { sameSite, secure, httpOnly } = options;
    const faults: string[] = [];
    const add = (fault: string) => faults.push(`\`cookies.${key}\` ${fault}`);
    if (!secure && sameSite === "none") add('has `sameSite: "none"` without `secure`');
    if (!secure && /^__(Host|Secure)-/.test(name)) add(`is named ${name} without \`secure\``);
    if (key !== "sessionToken") return faults;
    if (!secure && isHttps && faults.length === 0) add("has `secure: false`");
    if (!httpOnly) add("has `httpOnly: false`");
    return faults;
  });
}
