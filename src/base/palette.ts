/**
 * Colors of pages and emails, light and dark, in a notation whose contrast can be computed.
 *
 * @module
 */

import type { Theme, ThemeColors } from "../types/options.ts";
import { toHex } from "./color.ts";

/** Color scheme. */
export type Scheme = "light" | "dark";

/** Custom properties of a scheme that hold colors, six hex digits each. */
export interface Palette {
  /** Background of the page. */
  "color-background": string;
  /** Background of the card. */
  "color-background-card": string;
  /** Background of a button under the pointer. */
  "color-background-hover": string;
  /** Text. */
  "color-text": string;
  /** Secondary text. */
  "color-primary": string;
  /** Border of buttons and fields. */
  "color-control-border": string;
  /** Lines, and the border of the card. */
  "color-separator": string;
  /** Text of errors outside their box. */
  "color-error": string;
  /** Background of the box of an error. */
  "color-info": string;
  /** Text in the box of an error. */
  "color-info-text": string;
  /** Border of the box of an error. */
  "color-info-hover": string;
  /** Ring around the focused element. */
  "color-focus": string;
  /** Buttons whose work cannot be undone: background of the last one, text and border of others. */
  "color-danger": string;
  /** Text on that background. */
  "color-danger-text": string;
}

/** Colors of both schemes. */
export const palettes: Readonly<Record<Scheme, Palette>> = {
  light: {
    "color-background": "#f4f5f7",
    "color-background-card": "#ffffff",
    "color-background-hover": "#f3f4f6",
    "color-text": "#15181e",
    "color-primary": "#565e6c",
    "color-control-border": "#7d8694",
    "color-separator": "#dfe2e7",
    "color-error": "#9b1c1c",
    "color-info": "#fdecec",
    "color-info-text": "#861919",
    "color-info-hover": "#f8caca",
    "color-focus": "#1c5fd4",
    "color-danger": "#b42318",
    "color-danger-text": "#ffffff",
  },
  dark: {
    "color-background": "#0e1116",
    "color-background-card": "#171b22",
    "color-background-hover": "#222831",
    "color-text": "#f0f2f5",
    "color-primary": "#aab2bf",
    "color-control-border": "#6b7583",
    "color-separator": "#2b323c",
    "color-error": "#ffb4b4",
    "color-info": "#3b1a1d",
    "color-info-text": "#ffc9c9",
    "color-info-hover": "#6f2b30",
    "color-focus": "#8ab4ff",
    "color-danger": "#f97066",
    "color-danger-text": "#15181e",
  },
};

/** Custom properties by the members of `theme.colors`. */
export const COLORS = {
  background: "color-background",
  card: "color-background-card",
  text: "color-text",
  muted: "color-primary",
  line: "color-separator",
} as const satisfies Readonly<Record<keyof ThemeColors, keyof Palette>>;

/** Default background of submit buttons. */
export const ACCENT = "#1c5fd4";

/** The colors of the app over the built-in ones. */
export function makePalette({ colors }: Theme, scheme: Scheme): Palette {
  const own = Object.entries(colors?.[scheme] ?? {}).flatMap(([member, color]) => {
    const hex = toHex(color);
    return hex ? [[COLORS[member as keyof typeof COLORS], hex]] : [];
  });
  return { ...palettes[scheme], ...Object.fromEntries(own) };
}
