/**
 * Profile pictures of Microsoft accounts, which have no public URL.
 *
 * @module
 */

/** Longest wait for a picture, in milliseconds. */
const TIMEOUT_MS = 5_000;

/** Largest accepted picture, in bytes; the picture becomes part of the session token. */
const MAX_BYTES = 512 * 1024;

/** Edges of the pictures that Microsoft Graph offers, in pixels. */
export type PhotoSize = 48 | 64 | 96 | 120 | 240 | 360 | 432 | 504 | 648;

/**
 * The picture of the access token's user, as a `data:` URL; `null` when there is
 * none or it cannot be read, since a sign-in must not fail because of a picture.
 *
 * @see {@link https://learn.microsoft.com/graph/api/profilephoto-get}
 */
export async function readPhoto(
  accessToken: string | undefined,
  size: PhotoSize,
  request: typeof fetch,
): Promise<string | null> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), TIMEOUT_MS);
  try {
    const response = await request(
      `https://graph.microsoft.com/v1.0/me/photos/${size}x${size}/$value`,
      { headers: { authorization: `Bearer ${accessToken}` }, signal: abort.signal },
    );
    if (!response.ok) {
      await response.body?.cancel();
      return null;
    }
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (bytes.byteLength > MAX_BYTES) return null;
    return `data:image/jpeg;base64,${toBase64(bytes)}`;
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
