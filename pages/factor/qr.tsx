/** @jsxRuntime classic */
/** @jsx h */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * QR codes as inline SVG.
 *
 * @module
 */

import type { VNode } from "preact";
import { h } from "../render.ts";
import encodeQR from "qr";

/** Modules of the light frame that readers need (ISO/IEC 18004 §6.3.8). */
const FRAME = 4;

/** A QR code, dark on light in every color scheme, since some apps read no other. */
export function QrCode({ text, label }: { text: string; label: string }): VNode {
  const rows = encodeQR(text, "raw", { border: FRAME });
  const size = rows.length;
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={rows.map(makePath).join("")} />
    </svg>
  );
}

/** The same as an image, as a `data:` URL for pages of the app. */
export function qrImage(text: string): string {
  const rows = encodeQR(text, "raw", { border: FRAME });
  const size = rows.length;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}">` +
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${
      rows.map(makePath).join("")
    }"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** One rectangle per run of dark modules. */
function makePath(row: readonly boolean[], y: number): string {
  let path = "";
  for (let x = 0; x < row.length; x++) {
    if (!row[x]) continue;
    let length = 1;
    while (row[x + length]) length++;
    path += `M${x} ${y}h${length}v1h-${length}z`;
    x += length;
  }
  return path;
}
