import { assertEquals, assertStringIncludes } from "@std/assert";
import { checkTheme } from "../../../src/response/theme.ts";
import { renderPage } from "../../../pages/mod.ts";
import type { Theme } from "../../../src/types/options.ts";
import { props } from "../pages/_props.ts";

const REFUSED: readonly [theme: Theme, words: string][] = [
  [{ brandColor: "url(x)" }, "`theme.brandColor`: it is not a color"],
  [
    { brandColor: "#ffcc00", buttonText: "#ffffff" },
    "`theme.buttonText`: its contrast with `theme.brandColor` is 1.5 : 1, and text needs 4.5 : 1; use #000000 instead",
  ],
  [{ brandColor: "#1c5fd4", buttonText: "#000000" }, "use #ffffff instead"],
  [{ colors: { light: { text: "#aaaaaa" } } }, "`theme.colors.light.text`"],
  // The built-in text on a background of the app.
  [{ colors: { light: { card: "#202020" } } }, "`theme.colors.light.text`"],
  [{ colors: { dark: { muted: "#333333" } } }, "`theme.colors.dark.muted`"],
  [{ colors: { dark: { text: "red" } } }, "it is not a color in hex, rgb() or hsl()"],
  [{ radius: "1rem;color:red" }, "`theme.radius`: it is not a length"],
  [{ font: "Inter}body{display:none" }, "`theme.font`"],
  [{ css: "</STYLE><script>alert(1)</script>" }, "`theme.css`"],
  [{ links: { terms: "javascript:alert(1)" } }, "`theme.links.terms`"],
  [{ links: { privacy: "//elsewhere.example" } }, "`theme.links.privacy`"],
];

for (const [theme, words] of REFUSED) {
  Deno.test(`checkTheme() refuses ${JSON.stringify(theme)}`, () => {
    assertStringIncludes(checkTheme(theme)?.message ?? "accepted", words);
  });
}

const FULL: Theme = {
  name: "Acme",
  logo: { light: "https://cdn.example/light.svg", dark: "https://cdn.example/dark.svg" },
  icon: "/icon.svg",
  brandColor: "#ffcc00",
  colors: {
    light: { background: "#fffaf0", text: "#201000" },
    dark: { background: "#100800", card: "#201000", line: "#403020" },
  },
  radius: "4px",
  font: '"Inter", system-ui, sans-serif',
  css: ".card{border-width:2px}",
  links: { terms: "/terms", support: "mailto:help@acme.example" },
};

Deno.test("checkTheme() accepts a whole theme, none, and the one of Auth.js", () => {
  assertEquals(checkTheme(FULL), undefined);
  assertEquals(checkTheme(undefined), undefined);
  assertEquals(
    checkTheme({ colorScheme: "auto", logo: "", brandColor: "", buttonText: "" }),
    undefined,
  );
});

Deno.test("a theme is on every page: logos, icon, colors, corners, fonts, rules and links", () => {
  for (const name of ["signin", "error", "signout", "verify-request", "confirm"] as const) {
    const { html } = renderPage(name, { ...props, theme: FULL });
    for (
      const part of [
        '<source media="(prefers-color-scheme:dark)" srcset="https://cdn.example/dark.svg"/>',
        'src="https://cdn.example/light.svg" alt="Acme"',
        '<link rel="icon" href="/icon.svg"/>',
        "--color-background:#fffaf0",
        "--color-separator:#403020",
        "--border-radius:4px",
        'font-family:"Inter", system-ui, sans-serif',
        ".card{border-width:2px}</style>",
        '<a href="/terms">Terms</a><a href="mailto:help@acme.example">Support</a>',
      ]
    ) assertStringIncludes(html, part, name);
  }
  const { html } = renderPage("signin", props);
  assertEquals(/<footer|rel="icon"|<picture/.test(html), false, "nothing without a theme");
});
