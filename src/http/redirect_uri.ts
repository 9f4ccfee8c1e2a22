/**
 * URIs to which a browser sign-in returns.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc8252#section-7 RFC 8252 §7}
 * @module
 */

/** Loopback addresses, whose port the client chooses when it starts. */
const LOOPBACK = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(:\d{1,5})?(?=\/)/;

/** A scheme of an app, which is a domain of its maker in reverse. */
const APP_SCHEME = /^[a-z][a-z\d+-]*(\.[a-z\d+-]+)+:\/?[^/\s]/i;

/** Rules that differ between servers. */
export interface RedirectRules {
  /**
   * `true` takes `http://localhost/…`, which clients of MCP send. The name could lead elsewhere on a
   * machine whose resolver was changed (RFC 8252 §8.3), so it is not the default.
   */
  readonly takesLocalhost?: boolean;
}

/** Says why a URI cannot be used; `undefined` for one that can. */
export function faultOf(uri: unknown, { takesLocalhost }: RedirectRules = {}): string | undefined {
  // Characters that no URI has could be read differently by another program.
  if (typeof uri !== "string" || !/^[\x21-\x7e]+$/.test(uri) || !URL.canParse(uri)) {
    return "it is not a URI";
  }
  if (/[*#"'<>\\^`{|}]/.test(uri)) return "it has a wildcard, a fragment or a character of no URI";
  const { protocol, username, password } = new URL(uri);
  if (username || password) return "it has a user name";
  if (protocol === "https:") return undefined;
  if (protocol === "http:") {
    const [, host] = LOOPBACK.exec(uri) ?? [];
    if (host !== undefined && (takesLocalhost || host !== "localhost")) return undefined;
    const names = takesLocalhost ? ", http://localhost/…" : "";
    return `with http, only http://127.0.0.1/…${names} and http://[::1]/… can be used`;
  }
  return APP_SCHEME.test(uri)
    ? undefined
    : "the scheme of an app has a dot, as in com.example.app:/callback";
}

/** Returns `true` for a URI that is one of the registered: the same text, with any port of a loopback. */
export function isRegistered(uri: string, registered: readonly string[]): boolean {
  if (faultOf(uri, { takesLocalhost: true }) !== undefined) return false;
  return registered.some((one) => withoutPort(one) === withoutPort(uri));
}

function withoutPort(uri: string): string {
  return uri.replace(LOOPBACK, (_, host: string) => `http://${host}`);
}

/** Returns `true` for a URI of a program on the user's machine: a loopback, or the scheme of an app. */
export function isNative(uri: string): boolean {
  return !uri.startsWith("https:");
}

/** Returns `true` for a URI that leads to a program on the computer of the browser. */
export function isLoopback(uri: string): boolean {
  return LOOPBACK.test(uri);
}

/** The app that a URI leads to, for people: its host, or the scheme of an app. */
export function shownTarget(uri: string): string {
  const { protocol, host } = new URL(uri);
  return protocol === "https:" || protocol === "http:" ? host : protocol.slice(0, -1);
}

/** The source of a Content Security Policy for it: Chromium compares redirects after a form with those. */
export function sourceOf(uri: string): string {
  const { protocol, hostname } = new URL(uri);
  // An IPv6 address has no form there.
  return hostname === "127.0.0.1" || hostname === "localhost" ? `http://${hostname}:*` : protocol;
}
