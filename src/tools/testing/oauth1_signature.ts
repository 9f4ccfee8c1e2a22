/**
 * The server's side of OAuth 1.0 signatures, for tests. It shares no code with
 * the client's side, so that a mistake in either makes a test fail.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc5849#section-3.2 RFC 5849 §3.2}
 * @module
 */

/** Protocol parameters by name, without `oauth_`. */
export type ProtocolParams = Readonly<Record<string, string>>;

/** Secrets that the signature key is made of. */
export interface SignatureSecrets {
  /** Client secret. */
  clientSecret: string;
  /** Secret of the token; empty when there is no token. */
  tokenSecret: string;
}

/**
 * Parameters of an `Authorization: OAuth …` header.
 *
 * @returns `undefined` when it is not such a header, or repeats a parameter
 */
export function parseOAuthHeader(header: string | null): ProtocolParams | undefined {
  if (!header?.startsWith("OAuth ")) return;
  const params: Record<string, string> = Object.create(null);
  for (const part of header.slice("OAuth ".length).split(",")) {
    const [, name, value] = /^\s*(?:oauth_)?([a-z_]+)="([^"]*)"\s*$/.exec(part) ?? [];
    if (name === undefined || name in params) return;
    params[name] = decodeURIComponent(value!);
  }
  return params;
}

/** The signature that a request should have. */
export async function expectedSignature(
  request: { method: string; url: string },
  params: ProtocolParams,
  { clientSecret, tokenSecret }: SignatureSecrets,
): Promise<string> {
  const [address, query = ""] = request.url.split("?") as [string, string?];
  const pairs = Object.entries(params)
    .filter(([name]) => name !== "signature" && name !== "realm")
    .map(([name, value]) => [`oauth_${name}`, value] as const);
  const lines = [...new URLSearchParams(query), ...pairs]
    // A space sorts before every character of an encoded string.
    .map(([name, value]) => `${escapeAll(name)} ${escapeAll(value)}`)
    .sort()
    .map((line) => line.replace(" ", "="));
  const text = `${request.method}&${escapeAll(address)}&${escapeAll(lines.join("&"))}`;
  const bytes = (text: string) => new TextEncoder().encode(text);
  const key = await crypto.subtle.importKey(
    "raw",
    bytes(`${escapeAll(clientSecret)}&${escapeAll(tokenSecret)}`),
    { name: "HMAC", hash: "SHA-1" },
    false,
    ["sign"],
  );
  const signature = new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes(text)));
  return btoa(Array.from(signature, (byte) => String.fromCharCode(byte)).join(""));
}

/** Percent-encodes as RFC 5849 §3.6 says. */
function escapeAll(text: string): string {
  let escaped = "";
  for (const byte of new TextEncoder().encode(text)) {
    const char = String.fromCharCode(byte);
    escaped += /[A-Za-z0-9\-._~]/.test(char)
      ? char
      : `%${byte.toString(16).padStart(2, "0").toUpperCase()}`;
  }
  return escaped;
}
