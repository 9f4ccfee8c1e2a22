/**
 * URLs of identity providers, which an administrator of a customer wrote.
 *
 * @module
 */

import { PLACES } from "../../outbound/untrusted_fetch.ts";
import { faultOfUrl } from "../../outbound/untrusted_url.ts";

/** Says why a URL cannot be the issuer of a connection; `undefined` for one that can. */
export function faultOfIssuer(url: unknown, isInDevelopment: boolean): string | undefined {
  if (typeof url !== "string" || url.length > 500 || !URL.canParse(url)) return "it is not a URL";
  const { href, search } = new URL(url);
  if (search !== "") return "it has a query";
  // An issuer may end with or without a slash; what is asked for is below it.
  if (href !== url && href !== `${url}/`) return "it is not in the form that browsers give it";
  return faultOfUrl(href, isInDevelopment ? PLACES.development : PLACES.internet);
}
