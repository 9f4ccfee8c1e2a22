import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { contrast } from "../../../src/base/color.ts";
import { palettes } from "../../../src/base/palette.ts";
import { stylesheet } from "../../../pages/styles.ts";
import type { Theme } from "../../../src/types/options.ts";

const sheet = (theme: Theme = {}) => stylesheet({ theme, tiles: [] });
const css = sheet();

/** Custom properties that a stylesheet sets for the root. */
function palette(theme: "light" | "dark", options: Theme = {}): Record<string, string> {
  const rule = /:root\{([^}]*)\}/.exec(sheet({ ...options, colorScheme: theme }))![1]!;
  return Object.fromEntries(
    [...rule.matchAll(/--([\w-]+):(#[0-9a-f]{6})/g)].map(([, name, color]) => [name!, color!]),
  );
}

/** WCAG 2.2: 4.5 for text (1.4.3), 3 for borders of controls and for focus (1.4.11). */
const PAIRS: [front: string, back: string, least: number][] = [
  ["color-text", "color-background", 4.5],
  ["color-text", "color-background-card", 4.5],
  ["color-text", "color-background-hover", 4.5],
  ["color-primary", "color-background-card", 4.5],
  ["color-primary", "color-background", 4.5],
  ["color-info-text", "color-info", 4.5],
  ["color-error", "color-background-card", 4.5],
  ["color-danger", "color-background-card", 4.5],
  ["color-danger-text", "color-danger", 4.5],
  ["color-control-border", "color-background-card", 3],
  ["color-focus", "color-background-card", 3],
  ["color-focus", "color-background", 3],
];

for (const theme of ["light", "dark"] as const) {
  const colors = palette(theme);
  for (const [front, back, least] of PAIRS) {
    Deno.test(`stylesheet() keeps ${front} readable on ${back} in the ${theme} theme`, () => {
      const ratio = contrast(colors[front]!, colors[back]!);
      assert(ratio !== undefined && ratio >= least, `${ratio}`);
    });
  }
  Deno.test(`stylesheet() uses the app's color for the focus ring only with enough contrast, ${theme}`, () => {
    for (const brandColor of ["#ffffff", "#000000", "#d33682", "#ffff00", "#0b1020"]) {
      const ring = palette(theme, { brandColor })["color-focus"]!;
      for (const back of ["color-background", "color-background-card"] as const) {
        assert(contrast(ring, palettes[theme][back])! >= 3, brandColor);
      }
    }
  });
}

Deno.test("stylesheet() keeps the default button readable, also on hover", () => {
  const accent = /--accent:var\(--brand-color,(#[0-9a-f]{6})\)/.exec(css)![1]!;
  const text = /\.submit\{color:var\(--button-text-color,(#[0-9a-f]{3})\)/.exec(css)![1]!;
  assert(contrast(text, accent)! >= 4.5);
  const share = Number(/var\(--button-shade,#000\) (\d+)%\)/.exec(css)![1]) / 100;
  const shaded = "#" +
    [1, 3, 5].map((at) =>
      Math.round(parseInt(accent.slice(at, at + 2), 16) * (1 - share)).toString(16).padStart(2, "0")
    ).join("");
  assert(contrast(text, shaded)! >= 4.5);
});

Deno.test("stylesheet() has the same dark colors for `dark` and for `auto` on a dark device", () => {
  const [, auto] = /@media \(prefers-color-scheme:dark\)\{(:root\{[^}]*\})/.exec(css)!;
  assert(sheet({ colorScheme: "dark" }).startsWith(auto!));
  assertStringIncludes(auto!, "color-scheme:dark");
});

Deno.test("stylesheet() has one scheme when the app sets one", () => {
  assertEquals(sheet({ colorScheme: "light" }).includes("color-scheme:dark"), false);
  assertEquals(sheet({ colorScheme: "dark" }).includes("color-scheme:light"), false);
});

Deno.test("stylesheet() gives what cannot be undone a color of its own", () => {
  for (const theme of ["light", "dark"] as const) {
    const { "color-danger": danger, "color-focus": focus } = palette(theme);
    assert(danger !== undefined && danger !== focus, theme);
  }
  assertStringIncludes(css, ".submit.danger{");
  assertStringIncludes(css, ".button.danger{");
});

Deno.test("stylesheet() breaks long words of headings and buttons where a dictionary does", () => {
  assertStringIncludes(css, ":is(h1,h2,h3,button,.button,.submit){hyphens:auto;");
});

Deno.test("stylesheet() keeps the place of a passkey form until its script shows it", () => {
  // Else everything below it moves while the page is read.
  assertStringIncludes(css, "@media (scripting:enabled){[data-identifier][hidden]");
});

Deno.test("stylesheet() respects settings of the device: less motion, forced colors", () => {
  assertStringIncludes(css, "prefers-reduced-motion:reduce");
  assertStringIncludes(css, "forced-colors:active");
});

const root = (theme: Theme) => sheet(theme).slice(css.length).trim() || undefined;

Deno.test("stylesheet() uses the app's colors, and computes a text color for its brand", () => {
  const ofApp = (theme: Theme) => /:root\{([^}]*)\}$/.exec(sheet(theme))![1]!;
  assertEquals(root({}), undefined);
  assertEquals(root({ brandColor: "", buttonText: "" }), undefined);
  assertStringIncludes(
    ofApp({ brandColor: "#ff0" }),
    "--brand-color:#ff0;--button-text-color:#000000",
  );
  assertStringIncludes(
    ofApp({ brandColor: "#123" }),
    "--brand-color:#123;--button-text-color:#ffffff",
  );
  assertStringIncludes(
    ofApp({ brandColor: "#ff0", buttonText: "navy" }),
    "--brand-color:#ff0;--button-text-color:navy",
  );
  assertStringIncludes(ofApp({ buttonText: "#eee" }), "--button-text-color:#eee");
});

const EVIL = [
  "red}*{display:none",
  "</style><script>alert(1)</script>",
  "url(https://evil.example/x)",
  "red;background:url(//evil.example)",
  "expression(alert(1))",
  '";}',
];
for (const evil of EVIL) {
  Deno.test(`stylesheet() drops ${evil}`, () => {
    const theme = { brandColor: evil, buttonText: evil, logo: evil };
    assertEquals(sheet(theme), css);
    assertEquals(sheet({ colorScheme: evil as "auto" }).includes(evil), false);
  });
}

Deno.test("stylesheet() has a rule for every tile, and a dark one when it differs", () => {
  const same = { background: "#0052cc", color: "#ffffff" };
  const text = stylesheet({
    theme: {},
    tiles: [
      { className: "brand-0", light: same, dark: same },
      {
        className: "brand-1",
        light: { background: "#000000", color: "#ffffff" },
        dark: { background: "#ffffff", color: "#000000" },
      },
    ],
  });
  assertEquals(text.split(".brand-0{").length, 2);
  assertStringIncludes(text, ".brand-1{background:#000000;color:#ffffff}");
  assertStringIncludes(text, ".brand-1{background:#ffffff;color:#000000}");
});

Deno.test("stylesheet() loads no resources", () => {
  assertEquals(/@import|url\(|https?:|@font-face/.test(css), false);
});
