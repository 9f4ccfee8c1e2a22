/**
 * One stylesheet for all pages, light and dark.
 *
 * @module
 */

import type { Theme } from "../src/types/options.ts";
import { textOn, toColor } from "./color.ts";

const LIGHT =
  `--color-background:#f4f5f7;--color-background-card:#fff;--color-background-hover:#f3f4f6;
--color-text:#15181e;--color-primary:#565e6c;--color-control-border:#7d8694;--color-separator:#dfe2e7;
--color-error:#9b1c1c;--color-info:#fdecec;--color-info-text:#861919;--color-info-hover:#f8caca;
--shadow:0 1px 2px rgb(16 24 40/.06),0 12px 32px rgb(16 24 40/.08);color-scheme:light;`;

const DARK =
  `--color-background:#0e1116;--color-background-card:#171b22;--color-background-hover:#222831;
--color-text:#f0f2f5;--color-primary:#aab2bf;--color-control-border:#6b7583;--color-separator:#2b323c;
--color-error:#ffb4b4;--color-info:#3b1a1d;--color-info-text:#ffc9c9;--color-info-hover:#6f2b30;
--shadow:0 1px 2px rgb(0 0 0/.4),0 12px 32px rgb(0 0 0/.4);color-scheme:dark;`;

const BASE = `*{box-sizing:border-box}
body{--border-width:1px;--border-radius:.75rem;--accent:var(--brand-color,#1c5fd4);
margin:0;background:var(--color-background);color:var(--color-text);
font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;
-webkit-font-smoothing:antialiased;text-rendering:optimizeLegibility}
.page{min-height:100vh;min-height:100dvh;display:grid;place-items:center;padding:1.5rem 1rem}
.page>*{width:100%;max-width:25rem}
.card{background:var(--color-background-card);border:var(--border-width) solid var(--color-separator);
border-radius:1.25rem;box-shadow:var(--shadow);padding:2.25rem 2rem 2rem;overflow-wrap:anywhere}
@media (max-width:30rem){.card{padding:1.75rem 1.25rem 1.5rem}}
.logo{display:block;max-width:12rem;max-height:3.5rem;margin:0 auto 1.25rem}
h1{font-size:1.5rem;line-height:1.25;letter-spacing:-.015em;font-weight:650;margin:0;text-align:center}
.subtitle,.message{color:var(--color-primary);text-align:center;margin:.5rem 0 1.75rem}
.message p{margin:0}
:is(.card,form)>.error{background:var(--color-info);color:var(--color-info-text);border:var(--border-width) solid var(--color-info-hover);
border-radius:var(--border-radius);padding:.75rem 1rem;margin:0 0 1.25rem;font-size:.9375rem}
:is(.card,form)>.error p{margin:0}
.code{font-variant-numeric:tabular-nums;letter-spacing:.25em;text-align:center}
.hint{color:var(--color-primary);font-size:.875rem;text-align:center;margin:1.25rem 0 0}
.provider+.provider{margin-top:.75rem}
form{margin:0}
.section-header{display:block;font-size:.875rem;font-weight:600;margin:0 0 .375rem}
.field{margin:0 0 1rem}
input:not([type=hidden]):not([type=checkbox]):not([type=radio]){display:block;width:100%;min-height:2.875rem;
padding:.5rem .875rem;font:inherit;color:inherit;background:var(--color-background-card);
border:var(--border-width) solid var(--color-control-border);border-radius:var(--border-radius)}
.button,.submit{display:flex;align-items:center;justify-content:center;gap:.75rem;width:100%;min-height:2.875rem;
padding:.5rem 1rem;font:inherit;font-weight:550;text-align:center;text-decoration:none;cursor:pointer;
border-radius:var(--border-radius);transition:background-color .12s,filter .12s}
.button{position:relative;padding-inline:3rem 1rem;color:var(--color-text);background:var(--color-background-card);
border:var(--border-width) solid var(--color-control-border)}
.button:hover{background:var(--color-background-hover)}
.submit{color:var(--button-text-color,#fff);background:var(--accent);border:var(--border-width) solid transparent}
.submit:hover{filter:brightness(.92)}
.mark{position:absolute;inset-inline-start:.625rem;width:1.75rem;height:1.75rem;border-radius:.5rem;display:grid;
place-items:center;font-size:.8125rem;font-weight:700;background:#565e6c;color:#fff}
.mark svg{width:1rem;height:1rem;fill:currentColor}
.mark.image{background:none}.mark img{max-width:1.5rem;max-height:1.5rem}
:is(a,button,input):focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.__next-auth-theme-dark :focus-visible{outline-color:#8ab4ff}
hr{display:flex;align-items:center;gap:.75rem;border:0;margin:1.5rem 0;height:auto;overflow:visible;
border-top:var(--border-width) solid var(--color-separator)}
.site{display:block;text-align:center;color:var(--color-primary);margin-top:1.25rem;text-underline-offset:.2em}
@media (prefers-reduced-motion:reduce){*{transition:none!important}}
@media (forced-colors:active){.card,.button,.submit{border-color:CanvasText}.mark{forced-color-adjust:none}}`;

const FRAME = `.__next-auth-theme-light,.__next-auth-theme-auto{${LIGHT}}
@media (prefers-color-scheme:dark){.__next-auth-theme-auto{${DARK}}.__next-auth-theme-auto :focus-visible{outline-color:#8ab4ff}}
.__next-auth-theme-dark{${DARK}}
${BASE}`;

/** Brand color of a provider, for the tile behind its mark. */
export interface BrandRule {
  /** Class that the tile has. */
  className: string;
  /** Color as the provider has it. */
  color: string | undefined;
}

/** The stylesheet with the app's and the providers' colors. */
export function stylesheet(theme: Theme, brands: readonly BrandRule[]): string {
  const brand = toColor(theme.brandColor);
  const text = toColor(theme.buttonText) ?? (brand && textOn(brand));
  let css = FRAME;
  if (brand || text) {
    css += `\n:root{${brand ? `--brand-color:${brand};` : ""}` +
      `${text ? `--button-text-color:${text};` : ""}}`;
  }
  for (const { className, color } of brands) {
    const safe = toColor(color);
    if (safe) css += `\n.${className}{background:${safe};color:${textOn(safe)}}`;
  }
  return css;
}
