/**
 * Pictures of users, as providers give them: URLs. Some give the picture itself, as a `data:` URL,
 * which would make each request of a token session too large for servers, and a row too large for
 * some stores.
 *
 * @module
 */

/** Longest URL of a picture, in characters. */
export const MAX_PICTURE = 2048;

/** The URL of a picture; `null` for one that is too long to be kept. */
export function storablePicture<T extends string | null | undefined>(image: T): T | null {
  return typeof image === "string" && image.length > MAX_PICTURE ? null : image;
}
