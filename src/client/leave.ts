/**
 * Lets the browser load another page.
 *
 * @module
 */

/** @throws {TypeError} for a URL that is none of the web */
export function leaveFor(url: string): void {
  const target = new URL(url, location.href);
  // A `javascript:` URL would run as a script of this page.
  if (target.protocol !== "https:" && target.protocol !== "http:") {
    throw new TypeError(`Cannot go to a ${target.protocol} URL: only http: and https: are allowed`);
  }
  location.href = target.href;
  // The browser does not load a page when only the fragment changes.
  if (target.href.includes("#")) location.reload();
}
