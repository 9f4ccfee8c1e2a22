/**
 * Reduces the size of a picture with plain surfaces, without changing its pixels:
 * rows have no filter and are compressed with the highest level.
 *
 * @see {@link https://www.w3.org/TR/png-3/#9Filters PNG §9}
 * @module
 */

import { crc32, deflateSync, inflateSync } from "node:zlib";

/** Bytes of a pixel: red, green and blue, 8 bits each. */
const PIXEL = 3;

/**
 * Compresses a PNG again.
 *
 * @throws {TypeError} when it is not an RGB picture of 8 bits without interlacing
 */
export function packPng(png: Uint8Array): Uint8Array {
  const chunks = chunksOf(png);
  const header = chunks.find(({ type }) => type === "IHDR")!.data;
  const width = new DataView(header.buffer, header.byteOffset).getUint32(0);
  const [depth, color, , , interlace] = header.slice(8);
  if (depth !== 8 || color !== 2 || interlace !== 0) {
    throw new TypeError(`Cannot pack the picture: expected RGB of 8 bits, got color type ${color}`);
  }
  const data = chunks.filter(({ type }) => type === "IDAT").map(({ data }) => data);
  const rows = unfilter(inflateSync(join(data)), width * PIXEL);
  return join([
    png.slice(0, 8),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", new Uint8Array()),
  ]);
}

function chunksOf(png: Uint8Array): { type: string; data: Uint8Array }[] {
  const view = new DataView(png.buffer, png.byteOffset);
  const chunks = [];
  for (let at = 8; at < png.length;) {
    const length = view.getUint32(at);
    const type = new TextDecoder().decode(png.slice(at + 4, at + 8));
    chunks.push({ type, data: png.slice(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return chunks;
}

/** Replaces the filter of every row by none. */
function unfilter(bytes: Uint8Array, width: number): Uint8Array {
  const rows = Uint8Array.from(bytes);
  for (let start = 0; start < rows.length; start += width + 1) {
    const filter = rows[start]!;
    rows[start] = 0;
    for (let x = 1; x <= width; x++) {
      const at = start + x;
      const left = x > PIXEL ? rows[at - PIXEL]! : 0;
      const up = start > 0 ? rows[at - width - 1]! : 0;
      const corner = x > PIXEL && start > 0 ? rows[at - width - 1 - PIXEL]! : 0;
      rows[at]! += [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter]!;
    }
  }
  return rows;
}

/** The neighbor that is nearest to `left + up - corner`. */
function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [a, b, c] = [left, up, corner].map((value) => Math.abs(guess - value));
  return a! <= b! && a! <= c! ? left : b! <= c! ? up : corner;
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const body = join([new TextEncoder().encode(type), data]);
  return join([toBytes(data.length), body, toBytes(crc32(body))]);
}

function toBytes(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
