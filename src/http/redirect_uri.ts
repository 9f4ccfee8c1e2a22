/**
 * URIs to which a browser sign-in returns.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc8252#section-7 RFC 8252 §7}
 * @module
 */

/** Hosts of a program on the user's machine, whose port it chooses when it starts. */
const LOOPBACKS: readonly string[] = ["127.0.0.1", "[::1]", "localhost"];

/**
 * Schemes that are no app's: browsers and systems run something for them, show something of their own,
 * or hand them to whichever program or site has asked for them.
 */
const NOT_OF_APPS: ReadonlySet<string> = new Set([
  // Run code, or read what the browser has.
  ...["about", "blob", "brave", "cid", "content", "data", "devtools", "edge", "file", "filesystem"],
  ...[
    "isolated-app",
    "jar",
    "javascript",
    "jscript",
    "livescript",
    "mhtml",
    "mid",
    "mocha",
    "opera",
  ],
  ...["res", "resource", "urn", "vbscript", "view-source", "vivaldi", "wyciwyg"],
  // Protocols of networks.
  ...["acap", "afp", "cap", "dict", "dns", "fish", "ftp", "ftps", "git", "go", "gopher", "http"],
  ...["https", "imap", "imaps", "jdbc", "ldap", "ldapi", "ldaps", "nfs", "pop", "rdp", "rlogin"],
  ...[
    "rmi",
    "rsync",
    "rtmp",
    "rtsp",
    "rtspu",
    "sftp",
    "shttp",
    "smb",
    "snmp",
    "ssh",
    "svn",
    "telnet",
  ],
  ...["tftp", "tn3270", "vnc", "wais", "ws", "wss"],
  // Sites can register for these (HTML, "safelisted scheme"), and programs for messages and calls.
  ...["aim", "bitcoin", "cabal", "callto", "dat", "did", "doi", "dweb", "ethereum", "facetime"],
  ...["facetime-audio", "feed", "geo", "hyper", "im", "imessage", "ipfs", "ipns", "irc", "irc6"],
  ...["ircs", "magnet", "mailto", "maps", "matrix", "mms", "mmst", "mmsu", "news", "nntp"],
  ...["openpgp4fpr", "sip", "sips", "skype", "sms", "smsto", "snews", "ssb", "swarm", "tel"],
  ...["turn", "turns", "stun", "stuns", "wtai", "webcal", "webcals", "xmpp"],
  // Tools of systems.
  ...["android-app", "app-settings", "applescript", "apt", "cmd", "hcp", "help", "intent", "its"],
  ...["java", "jnlp", "jnlps", "man", "market", "mk", "osascript", "powershell", "prefs"],
  ...["search", "search-ms", "shell", "shortcuts", "steam", "vbs", "windows", "workflow", "wsh"],
]);

/** Beginnings of further ones: a browser, its extensions, sites that register, systems and stores. */
const NOT_OF_APPS_PREFIXES = [
  ...["chrome", "moz-", "safari-", "extension", "ext+", "web+", "ms-", "microsoft-", "itms"],
  ...["x-apple", "com.apple.", "x-man", "apple-"],
] as const;

/** Schemes of Windows at which an app waits: the host is its id. */
const OF_WINDOWS_APPS: readonly string[] = ["ms-app", "ms-appx-web"];

/** Rules that differ between servers. */
export interface RedirectRules {
  /**
   * `true` takes `http://localhost/…`, which clients of MCP send. The name could lead elsewhere on a
   * machine whose resolver was changed (RFC 8252 §8.3), so it is not the default.
   */
  readonly takesLocalhost?: boolean;
  /**
   * `true` takes the scheme of an app without a dot, as in `cursor://…`: RFC 8252 §7.1 asks apps for the
   * dot, and servers for nothing. Another app can have the same one. Default `false`.
   */
  readonly takesAnyScheme?: boolean;
}

/** A URI in its parts, as far as two of them are compared. */
interface Parts {
  /** In lower case. */
  readonly scheme: string;
  /** Host in lower case; `undefined` for a URI without two slashes. */
  readonly host: string | undefined;
  /** Empty where it is that of the scheme. */
  readonly port: string;
  /** Path and query, as text. */
  readonly rest: string;
  /** `true` for a host on the user's machine, with http. */
  readonly isLoopback: boolean;
}

/** Says why a URI cannot be used; `undefined` for one that can. */
export function findFault(uri: unknown, rules: RedirectRules = {}): string | undefined {
  const parts = partsOf(uri);
  return typeof parts === "string" ? parts : faultOfScheme(parts, rules);
}

/** The parts of a URI, or why it is none that a browser could be sent to. */
function partsOf(uri: unknown): Parts | string {
  // Characters that no URI has could be read differently by another program.
  if (typeof uri !== "string" || !/^[\x21-\x7e]+$/.test(uri) || !URL.canParse(uri)) {
    return "it is not a URI";
  }
  if (/[*#"'<>\\^`{|}]/.test(uri)) return "it has a wildcard, a fragment or a character of no URI";
  const { protocol, hostname, port } = new URL(uri);
  const scheme = protocol.slice(0, -1);
  const after = uri.slice(protocol.length);
  if (!after.startsWith("//")) {
    // A browser would add the slashes, and another program would not.
    if (scheme === "https" || scheme === "http") return "it is not a URI";
    return { scheme, host: undefined, port: "", rest: after, isLoopback: false };
  }
  const end = after.slice(2).search(/[/?]/);
  const authority = end === -1 ? after.slice(2) : after.slice(2, end + 2);
  const rest = end === -1 ? "" : after.slice(end + 2);
  const host = authority.replace(/:\d{0,5}$/, "").toLowerCase();
  // A user name, and a host in another form such as 127.1, are read differently by other programs.
  if (host !== hostname.toLowerCase()) return "its host is not in its usual form, without a user";
  return {
    ...{ scheme, host, port },
    // RFC 3986 §6.2.3
    rest: rest.startsWith("/") ? rest : `/${rest}`,
    isLoopback: scheme === "http" && LOOPBACKS.includes(host),
  };
}

function faultOfScheme(
  { scheme, host, isLoopback, rest }: Parts,
  { takesLocalhost, takesAnyScheme }: RedirectRules,
): string | undefined {
  if (scheme === "https") return undefined;
  if (scheme === "http") {
    if (isLoopback && (takesLocalhost || host !== "localhost")) return undefined;
    const names = takesLocalhost ? ", http://localhost/…" : "";
    return `with http, only http://127.0.0.1/…${names} and http://[::1]/… can be used`;
  }
  if (!isOfApp(scheme)) return `${scheme}: is no scheme of an app`;
  if (host === undefined && rest === "") return "it has a scheme alone";
  return takesAnyScheme || scheme.includes(".")
    ? undefined
    : "the scheme of an app has a dot, as in com.example.app:/callback";
}

/** Returns `true` for a scheme that an app can have. That of one letter is a drive of Windows. */
function isOfApp(scheme: string): boolean {
  if (scheme.length < 2 || NOT_OF_APPS.has(scheme)) return false;
  return OF_WINDOWS_APPS.includes(scheme) ||
    !NOT_OF_APPS_PREFIXES.some((prefix) => scheme.startsWith(prefix));
}

/**
 * Returns `true` for a URI that is one of the registered: the same scheme, host, path and query, with
 * any port of a loopback.
 */
export function isRegistered(uri: string, registered: readonly string[]): boolean {
  const parts = partsOf(uri);
  if (typeof parts === "string") return false;
  // A list can be that of an earlier version.
  if (faultOfScheme(parts, { takesLocalhost: true, takesAnyScheme: true }) !== undefined) {
    return false;
  }
  return registered.some((one) => {
    const known = partsOf(one);
    return typeof known !== "string" && isSame(known, parts);
  });
}

function isSame(known: Parts, asked: Parts): boolean {
  return known.scheme === asked.scheme && known.host === asked.host && known.rest === asked.rest &&
    (known.port === asked.port || known.isLoopback);
}

/** Returns `true` for a URI of a program on the user's machine: a loopback, or the scheme of an app. */
export function isNative(uri: string): boolean {
  return new URL(uri).protocol !== "https:";
}

/** Returns `true` for a URI that leads to a program on the computer of the browser. */
export function isLoopback(uri: string): boolean {
  const parts = partsOf(uri);
  return typeof parts !== "string" && parts.isLoopback;
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
