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
  if (!has(view, 0, PNG + "\0\0\0\rIHDR") || view.byteLength < 45) return undefined;
  let at = PNG.length;
  let hasImage = false;
  while (at + PNG_CHUNK <= view.byteLength) {
    const length = view.getUint32(at);
    const isEnd = has(view, at + 4, "IEND");
    hasImage ||= has(view, at + 4, "IDAT");
    at += PNG_CHUNK + length;
    if (!isEnd) continue;
    if (!hasImage || length > 0 || at !== view.byteLength) return undefined;
    return { type: "image/png", width: view.getUint32(16), height: view.getUint32(20) };
  }
  return undefined;
}

function readJpeg(view: DataView): Image | undefined {
  const { byteLength } = view;
  if (!has(view, 0, "\xff\xd8\xff")) return undefined;
  let at = 2;
  let size: { width: number; height: number } | undefined;
  let hasScan = false;
  while (at < byteLength && view.getUint8(at) === 0xff) {
    // Any number of the same byte can stand before a marker.
    while (at + 1 < byteLength && view.getUint8(at + 1) === 0xff) at++;
    if (at + 2 > byteLength) return undefined;
    const marker = view.getUint8(at + 1);
    at += 2;
    if (marker === 0xd9) {
      return size && hasScan && at === byteLength ? { type: "image/jpeg", ...size } : undefined;
    }
    // Markers without a length stand within scans alone.
    if (marker < 0xc0 || isRestart(marker) || marker === 0xd8 || at + 2 > byteLength) {
      return undefined;
    }
    const length = view.getUint16(at);
    if (length < 2 || at + length > byteLength) return undefined;
    // Frames, without tables that have a number among theirs.
    const isFrame = marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame && (size || length < 8)) return undefined;
    if (isFrame) size = { height: view.getUint16(at + 3), width: view.getUint16(at + 5) };
    at += length;
    if (marker !== 0xda) continue;
    hasScan = true;
    at = endOfScan(view, at);
  }
  return undefined;
}

/** Where the data of a scan ends: at a marker that is no restart, and no byte of the data. */
function endOfScan(view: DataView, start: number): number {
  for (let at = start; at + 1 < view.byteLength; at++) {
    const next = view.getUint8(at + 1);
    if (view.getUint8(at) === 0xff && next !== 0 && next !== 0xff && !isRestart(next)) return at;
  }
  return view.byteLength;
}

/** Returns `true` for the markers between the parts of a scan. */
function isRestart(marker: number): boolean {
  return marker >= 0xd0 && marker <= 0xd7;
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
