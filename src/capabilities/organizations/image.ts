/**
 * The kind and the size of an image, by its bytes. The structure of the whole file is read, so a file
 * with something behind its image is none.
 *
 * @see {@link https://www.w3.org/TR/png-3/#5DataRep PNG §5},
 * {@link https://www.w3.org/Graphics/JPEG/itu-t81.pdf ITU-T T.81 Annex B},
 * {@link https://datatracker.ietf.org/doc/html/rfc9649 RFC 9649}
 * @module
 */

/** Content type of an image. */
export type ImageType = "image/jpeg" | "image/png" | "image/webp";

/** An image. */
export interface Image {
  /** Content type. */
  readonly type: ImageType;
  /** Pixels, at least 1. */
  readonly width: number;
  /** Pixels, at least 1. */
  readonly height: number;
}

/** Reads an image; `undefined` for bytes that are none. */
export function readImage(bytes: Uint8Array): Image | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const image = readPng(view) ?? readJpeg(view) ?? readWebp(view);
  return image && image.width > 0 && image.height > 0 ? image : undefined;
}

/** Returns `true` for bytes that spell a text of ASCII. */
function has(view: DataView, at: number, text: string): boolean {
  if (at + text.length > view.byteLength) return false;
  for (let index = 0; index < text.length; index++) {
    if (view.getUint8(at + index) !== text.charCodeAt(index)) return false;
  }
  return true;
}

const PNG = "\x89PNG\r\n\x1a\n";

/** Bytes of a chunk beside its data: length, name and checksum. */
const PNG_CHUNK = 12;

function readPng(view: DataView): Image | undefined {
  if (!has(view, 0, PNG) || !has(view, 12, "IHDR") || view.byteLength < 45) return undefined;
  let at = PNG.length;
  while (at + PNG_CHUNK <= view.byteLength) {
    const isEnd = has(view, at + 4, "IEND");
    at += PNG_CHUNK + view.getUint32(at);
    if (!isEnd) continue;
    if (at !== view.byteLength) return undefined;
    return { type: "image/png", width: view.getUint32(16), height: view.getUint32(20) };
  }
  return undefined;
}

function readJpeg(view: DataView): Image | undefined {
  const end = view.byteLength - 2;
  if (!has(view, 0, "\xff\xd8\xff") || !has(view, end, "\xff\xd9")) return undefined;
  let at = 2;
  let size: { width: number; height: number } | undefined;
  while (at + 9 <= end && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    // The image itself, which an end mark ends.
    if (marker === 0xda) return size && { type: "image/jpeg", ...size };
    // Frames, without tables that have a number among theirs.
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame && size) return undefined;
    if (isFrame) size = { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}

/** Bytes of a chunk of WebP before its data: name and length. */
const RIFF_CHUNK = 8;

function readWebp(view: DataView): Image | undefined {
  const isWebp = has(view, 0, "RIFF") && has(view, 8, "WEBP") && view.byteLength >= 30;
  if (!isWebp || RIFF_CHUNK + view.getUint32(4, true) !== view.byteLength) return undefined;
  let at = 12;
  let size: { width: number; height: number } | undefined;
  let hasImage = false;
  while (at + RIFF_CHUNK <= view.byteLength) {
    const length = view.getUint32(at + 4, true);
    const data = at + RIFF_CHUNK;
    if (data + length > view.byteLength) return undefined;
    // The first chunk has the size of the whole, each other one that of a part.
    if (at === 12) size = webpSize(view, at, data);
    hasImage ||= has(view, at, "VP8 ") || has(view, at, "VP8L") || has(view, at, "ANMF");
    // Chunks begin at even places.
    at = data + length + length % 2;
  }
  return size && hasImage && at === view.byteLength ? { type: "image/webp", ...size } : undefined;
}

function webpSize(
  view: DataView,
  at: number,
  data: number,
): { width: number; height: number } | undefined {
  if (data + 10 > view.byteLength) return undefined;
  if (has(view, at, "VP8X")) {
    // Three bytes each, the low one first.
    const read = (place: number) =>
      1 + view.getUint16(place, true) + view.getUint8(place + 2) * 0x10000;
    return { width: read(data + 4), height: read(data + 7) };
  }
  if (has(view, at, "VP8L") && view.getUint8(data) === 0x2f) {
    const bits = view.getUint32(data + 1, true);
    return { width: 1 + (bits & 0x3fff), height: 1 + (bits >>> 14 & 0x3fff) };
  }
  if (has(view, at, "VP8 ") && has(view, data + 3, "\x9d\x01\x2a")) {
    const read = (place: number) => view.getUint16(place, true) & 0x3fff;
    return { width: read(data + 6), height: read(data + 8) };
  }
  return undefined;
}
