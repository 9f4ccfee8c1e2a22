import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { contrast } from "../../../pages/color.ts";
import { stylesheet } from "../../../pages/styles.ts";

const css = stylesheet({}, []);

/** Custom properties of a theme, and of the body. */
function palette(theme: "light" | "dark"): Record<string, string> {
  const rule = new RegExp(`\\.__next-auth-theme-${theme}[^{}]*\\{([^}]*)\\}`).exec(css)![1]!;
  const body = /\nbody\{([^}]*)\}/.exec(css)![1]!;
  const found = `${rule};${body}`.matchAll(/--([\w-]+):(#[0-9a-f]{3,6})/g);
  return Object.fromEntries([...found].map(([, name, color]) => [name!, color!]));
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
  ["color-control-border", "color-background-card", 3],
];

for (const theme of ["light", "dark"] as const) {
  const colors = palette(theme);
  for (const [front, back, least] of PAIRS) {
    Deno.test(`stylesheet() keeps ${front} readable on ${back} in the ${theme} theme`, () => {
      const ratio = contrast(colors[front]!, colors[back]!);
      assert(ratio !== undefined && ratio >= least, `${ratio}`);
    });
  }
}

Deno.test("stylesheet() keeps the default button readable, also under the pointer", () => {
  const accent = /--accent:var\(--brand-color,(#[0-9a-f]{6})\)/.exec(css)![1]!;
  const text = /\.submit\{color:var\(--button-text-color,(#[0-9a-f]{3})\)/.exec(css)![1]!;
  const shade = Number(/\.submit:hover\{filter:brightness\((\.\d+)\)\}/.exec(css)![1]);
  assert(contrast(text, accent)! >= 4.5);
  const dimmed = (color: string) =>
    "#" +
    [1, 3, 5].map((at) =>
      Math.round(parseInt(color.slice(at, at + 2), 16) * shade).toString(16).padStart(2, "0")
    ).join("");
  assert(contrast(dimmed("#ffffff"), dimmed(accent))! >= 4.5);
});

Deno.test("stylesheet() keeps marks without a color readable, and focus visible", () => {
  const [, back, front] = /\.mark\{[^}]*background:(#[0-9a-f]{6});color:(#[0-9a-f]{3})/.exec(css)!;
  assert(contrast(front!, back!)! >= 4.5);
  const accent = /--accent:var\(--brand-color,(#[0-9a-f]{6})\)/.exec(css)![1]!;
  assert(contrast(accent, palette("light")["color-background-card"]!)! >= 3);
  assert(contrast("#8ab4ff", palette("dark")["color-background-card"]!)! >= 3);
  assertEquals(css.match(/focus-visible\{outline-color:#8ab4ff\}/g)?.length, 2);
});

Deno.test("stylesheet() has the same dark colors for `dark` and for `auto` on a dark device", () => {
  const [, auto] = /@media \(prefers-color-scheme:dark\)\{\.__next-auth-theme-auto\{([^}]*)\}/.exec(
    css,
  )!;
  const [, dark] = /\n\.__next-auth-theme-dark\{([^}]*)\}/.exec(css)!;
  assertEquals(auto, dark);
  assertStringIncludes(dark!, "color-scheme:dark");
});

Deno.test("stylesheet() honors wishes of the device: less motion, forced colors", () => {
  assertStringIncludes(css, "prefers-reduced-motion:reduce");
  assertStringIncludes(css, "forced-colors:active");
});

const root = (theme: Parameters<typeof stylesheet>[0]) =>
  /\n:root\{([^}]*)\}/.exec(stylesheet(theme, []))?.[1];

Deno.test("stylesheet() takes the app's colors, and finds a text color for its brand", () => {
  assertEquals(root({}), undefined);
  assertEquals(root({ brandColor: "", buttonText: "" }), undefined);
  assertEquals(root({ brandColor: "#ff0" }), "--brand-color:#ff0;--button-text-color:#000;");
  assertEquals(root({ brandColor: "#123" }), "--brand-color:#123;--button-text-color:#fff;");
  assertEquals(
    root({ brandColor: "#ff0", buttonText: "navy" }),
    "--brand-color:#ff0;--button-text-color:navy;",
  );
  assertEquals(root({ buttonText: "#eee" }), "--button-text-color:#eee;");
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
  Deno.test(`stylesheet() has no place for ${evil}`, () => {
    const theme = { brandColor: evil, buttonText: evil, logo: evil, colorScheme: evil as "auto" };
    assertEquals(stylesheet(theme, [{ className: "brand-0", color: evil }]), css);
  });
}

Deno.test("stylesheet() has a rule for every provider with a color, readable on it", () => {
  const text = stylesheet({}, [
    { className: "brand-0", color: "#24292f" },
    { className: "brand-1", color: undefined },
    { className: "brand-2", color: "#ff0" },
  ]);
  assertEquals(text.slice(css.length).trim().split("\n"), [
    ".brand-0{background:#24292f;color:#fff}",
    ".brand-2{background:#ff0;color:#000}",
  ]);
});

Deno.test("stylesheet() loads nothing", () => {
  assertEquals(/@import|url\(|https?:|@font-face/.test(css), false);
});
