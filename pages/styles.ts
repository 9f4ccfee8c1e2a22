/**
 * One stylesheet for all pages, light and dark.
 *
 * @module
 */

import type { Theme } from "../src/types/options.ts";
import type { Tile } from "./brand.ts";
import { contrast, GRAPHICS, textOn, toColor, toHex } from "../src/base/color.ts";
import { ACCENT, makePalette, type Palette, type Scheme } from "../src/base/palette.ts";

const SHADOWS: Record<Scheme, string> = {
  light: "0 1px 2px rgb(16 24 40/.06),0 12px 32px rgb(16 24 40/.08)",
  dark: "0 1px 2px rgb(0 0 0/.4),0 12px 32px rgb(0 0 0/.4)",
};

// Line breaks are for readers of this file: each page has the sheet.
const BASE = `*{box-sizing:border-box}
[hidden]{display:none!important}
@media (scripting:enabled){[data-identifier][hidden]:not(:has(+.note:not([hidden]))){display:block!important;visibility:hidden}}
body{--border-width:1px;--border-radius:.75rem;--edge:var(--border-width) solid var(--color-control-border);--line:var(--border-width) solid var(--color-separator);
--accent:var(--brand-color,${ACCENT});
margin:0;background:var(--color-background);color:var(--color-text);
font:1rem/1.5 system-ui,sans-serif;-webkit-font-smoothing:antialiased}
.page{min-height:100vh;min-height:100dvh;display:grid;place-content:center;grid-template-columns:minmax(0,1fr);justify-items:center;padding:1.5rem 1rem}
.page>*{width:100%;max-width:25rem}
.card{background:var(--color-background-card);border:var(--line);
border-radius:calc(var(--border-radius)*5/3);box-shadow:var(--shadow);padding:2.25rem 2rem 2rem;overflow-wrap:anywhere}
@media (max-width:30rem){.card{padding:1.5rem 1.25rem}}
.logo{display:block;max-width:12rem;max-height:3.5rem;margin:0 auto 1.25rem}
h1{font-size:1.5rem;line-height:1.25;letter-spacing:-.015em;font-weight:650;margin:0;text-align:center;text-wrap:balance}
:is(.subtitle,.hint,.note,.error,.message){text-wrap:pretty}
.subtitle,.message{color:var(--color-primary);text-align:center;margin:.5rem 0 1.75rem}
.message p{margin:0}
:is(.card,form)>.error{background:var(--color-info);color:var(--color-info-text);border:var(--border-width) solid var(--color-info-hover);
border-radius:var(--border-radius);padding:.75rem 1rem;margin:0 0 1.25rem;font-size:.9375rem}
:is(.card,form)>.error p{margin:0}
[dir=rtl] h1{letter-spacing:0}
:is(code,.code,[type=email],[inputmode=numeric]){direction:ltr;unicode-bidi:isolate}
:where([dir=rtl]) :where(code,[type=email],[inputmode=numeric]){text-align:end}
:lang(ja){word-break:auto-phrase}:lang(ko){word-break:keep-all}
:is(h1,h2,h3,button,.button,.submit){hyphens:auto;hyphenate-limit-chars:12 4 4}
.code{font-variant-numeric:tabular-nums;letter-spacing:.25em;text-align:center}
input.code[inputmode=numeric]{min-height:3.5rem;font-size:1.5rem;font-weight:600}
.hint{color:var(--color-primary);font-size:.875rem;text-align:center;margin:1.25rem 0 0}
.note{color:var(--color-primary);font-size:.9375rem;text-align:center;margin:0}.prove{margin-top:.75rem}
.provider+.provider{margin-top:.75rem}
.tiles{display:grid;grid-template-columns:repeat(4,minmax(min-content,1fr));grid-auto-rows:1fr;overflow-wrap:normal;gap:.5rem}.tiles>.provider{margin:0}
.tiles:has(>.provider:nth-of-type(3):last-child){grid-template-columns:repeat(3,minmax(min-content,1fr))}
.tiles .button{flex-direction:column;gap:.375rem;height:100%;padding:.75rem .25rem .625rem;font-size:.8125rem;line-height:1.25}
.tiles .button::after{content:none}.tiles .mark{position:static}
.more{margin-top:.75rem}.more>summary{list-style:none}.more>summary::-webkit-details-marker{display:none}
.more[open]>summary{margin-bottom:.75rem}
.links{display:flex;flex-wrap:wrap;justify-content:center;gap:.25rem 1.25rem;font-size:.875rem}
.foot{color:var(--color-primary);text-align:center;margin:1.5rem 0 0}.foot a,.who a,.signed-in a{color:inherit}
.signed-in{border:var(--line);border-radius:var(--border-radius);padding:.75rem 1rem;margin:0 0 1.25rem}
.who{display:grid;grid-template-columns:auto 1fr auto;column-gap:.75rem;align-items:center;margin:0 0 1.25rem;padding:.5rem .75rem;
border:var(--line);border-radius:var(--border-radius)}
.card .who>input[readonly][name]{grid-column:2;border:0;padding:0;min-height:2rem;background:none;text-overflow:ellipsis}
.initial{display:grid;place-items:center;width:2rem;height:2rem;border-radius:50%;font-weight:600;color:var(--button-text-color,#fff);background:var(--accent)}
.quiet{display:block;width:100%;margin-top:.75rem;padding:.375rem;border:0;background:none;font:inherit;text-align:center;
color:var(--color-primary);text-decoration:underline;text-underline-offset:.2em;cursor:pointer}
.quiet .last{position:static;display:inline-block;margin-inline-start:.5rem}
.choices{margin-top:1.25rem}.choices form+form{margin:0}.choices .quiet{margin:0}
form{margin:0}form+form,form+form~.note,form+form~noscript .note{margin-top:.75rem}
.section-header{display:block;font-size:.875rem;font-weight:600;margin:0 0 .375rem}
.field{margin:0 0 1rem}
input:not([type=hidden]):not([type=checkbox]):not([type=radio]){display:block;width:100%;min-height:2.875rem;
padding:.5rem .875rem;font:inherit;color:inherit;background:var(--color-background-card);
border:var(--edge);border-radius:var(--border-radius)}
.button,.submit{display:flex;align-items:center;justify-content:center;gap:.75rem;width:100%;min-height:2.875rem;
padding:.5rem 1rem;font:inherit;font-weight:550;text-align:center;text-wrap:balance;text-decoration:none;cursor:pointer;
border-radius:var(--border-radius);transition:background-color .12s}
.button{position:relative;gap:0;padding-inline:3rem 1rem;color:var(--color-text);background:var(--color-background-card);
border:var(--edge)}
.button::after{content:"";width:2rem;flex-shrink:99999}
.create{margin-top:.75rem;padding-inline:1rem}.create::after{content:none}
.last{position:absolute;inset-inline-end:.625rem;inset-block-start:-.75rem;padding:0 .5rem;border-radius:1rem;
font-size:.75rem;line-height:1.25rem;font-weight:600;color:var(--color-text);background:var(--color-background-card);
border:var(--edge)}
.submit{position:relative}
[aria-busy] button{cursor:progress;opacity:.7}
.button:hover{background:var(--color-background-hover)}
.submit{color:var(--button-text-color,#fff);background:var(--accent);border:var(--border-width) solid transparent}
.submit:hover{background:color-mix(in srgb,var(--accent),var(--button-shade,#000) 12%)}
.button.danger{color:var(--color-danger);border-color:currentColor}
.submit.danger{color:var(--color-danger-text);background:var(--color-danger)}
.submit.danger:hover{background:color-mix(in srgb,var(--color-danger),var(--color-danger-text) 12%)}
.mark{position:absolute;inset-inline-start:.625rem;width:1.75rem;height:1.75rem;border-radius:.5rem;display:grid;
place-items:center;font-size:.8125rem;font-weight:700}
.mark svg{width:1.125rem;height:1.125rem;fill:currentColor}
.mark.image{background:none}.mark img{max-width:1.5rem;max-height:1.5rem}
:is(a,button,input):focus-visible{outline:3px solid var(--color-focus);outline-offset:2px}
hr{display:flex;align-items:center;gap:.75rem;border:0;margin:1.5rem 0;height:auto;overflow:visible;
border-top:var(--line)}
hr[data-text]{border:0;justify-content:center;color:var(--color-primary);font-size:.875rem;
background:linear-gradient(var(--color-separator),var(--color-separator)) center/100% var(--border-width) no-repeat}
hr[data-text]::before{content:attr(data-text);padding:0 .75rem;background:var(--color-background-card)}
.site{display:block;text-align:center;text-wrap:balance;color:var(--color-primary);margin-top:1.25rem;text-underline-offset:.2em}
form>.site{margin-top:.75rem}
@media (max-width:30rem){.page{padding-block:1rem}.subtitle{margin-bottom:1.25rem}hr{margin-block:1.125rem}}
@media (prefers-reduced-motion:reduce){*{transition:none!important}}
@media (forced-colors:active){.card,.button,.submit{border-color:CanvasText}.mark{forced-color-adjust:none}}`
  .replaceAll("\n", "");

/** Colors of a page. */
export interface Paint {
  /** Theme of the app. */
  theme: Theme;
  /** Tiles of the providers, with the class of each. */
  tiles: readonly (Record<Scheme, Tile> & { className: string })[];
}

/** The stylesheet with the app's and the providers' colors. */
export function stylesheet({ theme, tiles }: Paint): string {
  const light = schemeRules("light", { theme, tiles });
  const dark = schemeRules("dark", { theme, tiles });
  const scheme = theme.colorScheme ?? "auto";
  const schemes = scheme === "auto"
    ? `${light}\n@media (prefers-color-scheme:dark){${dark}}`
    : scheme === "dark"
    ? dark
    : light;
  return `${schemes}\n${BASE}${brandRule(theme)}${shapeRule(theme)}${theme.css ?? ""}`;
}

function schemeRules(scheme: Scheme, { theme, tiles }: Paint): string {
  const palette = makePalette(theme, scheme);
  const colors = Object.entries({ ...palette, ...pickFocus(theme, palette) });
  const frame = colors.map(([name, value]) => `--${name}:${value};`).join("");
  let css = `:root{${frame}--shadow:${SHADOWS[scheme]};color-scheme:${scheme}}`;
  for (const tile of tiles) {
    const { background, color } = tile[scheme];
    const isKnown = scheme === "dark" && theme.colorScheme !== "dark" &&
      background === tile.light.background && color === tile.light.color;
    if (!isKnown) css += `\n.${tile.className}{background:${background};color:${color}}`;
  }
  return css;
}

/** The brand color as the focus ring, where it is visible on both backgrounds. */
function pickFocus(theme: Theme, palette: Palette): { "color-focus"?: string } {
  const brand = toHex(theme.brandColor);
  const grounds = [palette["color-background"], palette["color-background-card"]];
  const isVisible = brand && grounds.every((ground) => contrast(brand, ground)! >= GRAPHICS);
  return isVisible ? { "color-focus": brand } : {};
}

/** Corners and fonts: the config was checked at start. */
function shapeRule({ radius, font }: Theme): string {
  const rules = [
    // A number alone is no length, which the radius of cards is calculated from.
    radius && `--border-radius:${radius === "0" ? "0px" : radius}`,
    font && `font-family:${font}`,
  ].filter(Boolean);
  return rules.length > 0 ? `\nbody{${rules.join(";")}}` : "";
}

function brandRule(theme: Theme): string {
  const brand = toColor(theme.brandColor);
  const text = toColor(theme.buttonText) ?? (brand && textOn(brand));
  const rules = [
    brand && `--brand-color:${brand}`,
    text && `--button-text-color:${text}`,
    // Under the pointer, a button's background moves away from its text color.
    toHex(text) && `--button-shade:${textOn(text!)}`,
  ].filter(Boolean);
  return rules.length > 0 ? `\n:root{${rules.join(";")}}` : "";
}
