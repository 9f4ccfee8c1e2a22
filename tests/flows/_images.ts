/**
 * Images of a size, with the structure that their formats ask for.
 *
 * @module
 */

const bytesOf = (text: string) => Uint8Array.from(text, (one) => one.charCodeAt(0));

const join = (...parts: Uint8Array[]) => {
  const all = new Uint8Array(parts.reduce((size, { length }) => size + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
};

function crc(bytes: Uint8Array): number {
  let value = ~0;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit++) value = value >>> 1 ^ (value & 1 ? 0xedb88320 : 0);
  }
  return ~value >>> 0;
}

const four = (value: number, isLow = false) => {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, isLow);
  return bytes;
};

/** A chunk of a PNG. */
export function pngChunk(name: string, data: Uint8Array): Uint8Array {
  const named = join(bytesOf(name), data);
  return join(four(data.length), named, four(crc(named)));
}

/** A black PNG, which browsers show. */
export async function makePng(
  width: number,
  height: number,
  ...chunks: Uint8Array[]
): Promise<Uint8Array> {
  const head = join(four(width), four(height), new Uint8Array([1, 0, 0, 0, 0]));
  const rows = new Uint8Array(height * (1 + Math.ceil(width / 8)));
  const packed = new Blob([rows]).stream().pipeThrough(new CompressionStream("deflate"));
  const data = new Uint8Array(await new Response(packed).arrayBuffer());
  return join(
    bytesOf("\x89PNG\r\n\x1a\n"),
    pngChunk("IHDR", head),
    ...chunks,
    pngChunk("IDAT", data),
    pngChunk("IEND", new Uint8Array()),
  );
}

/** A JPEG up to its image, which is empty. */
export function makeJpeg(width: number, height: number, frame = 0xc0): Uint8Array {
  const two = (value: number) => [value >> 8, value & 255];
  return new Uint8Array([
    ...[0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0],
    // A table of Huffman, whose number is among those of frames.
    ...[0xff, 0xc4, 0, 5, 0, 0, 0],
    ...[0xff, frame, 0, 11, 8, ...two(height), ...two(width), 1, 1, 0x11, 0],
    ...[0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 1, 2, 3, 0xff, 0xd9],
  ]);
}

/** A WebP with one of its three kinds of chunks first. */
export function makeWebp(
  kind: "VP8 " | "VP8L" | "VP8X",
  width: number,
  height: number,
): Uint8Array {
  const low = (value: number, size: number) => four(value, true).slice(0, size);
  const lossy = (wide: number, high: number) =>
    join(new Uint8Array([0, 0, 0, 0x9d, 1, 0x2a]), low(wide, 2), low(high, 2));
  const data = kind === "VP8 " ? lossy(width, height) : kind === "VP8L"
    ? join(
      new Uint8Array([0x2f]),
      four((width - 1 | (height - 1) << 14) >>> 0, true),
      four(0),
      four(0),
    )
    : join(four(0), low(width - 1, 3), low(height - 1, 3));
  const chunk = (name: string, bytes: Uint8Array) =>
    join(bytesOf(name), four(bytes.length, true), bytes, new Uint8Array(bytes.length % 2));
  const chunks = join(
    chunk(kind, data),
    kind === "VP8X" ? chunk("VP8 ", lossy(1, 1)) : bytesOf(""),
  );
  return join(bytesOf("RIFF"), four(chunks.length + 4, true), bytesOf("WEBP"), chunks);
}
