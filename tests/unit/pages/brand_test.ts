import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { initialOf, makeTile } from "../../../pages/brand.ts";
import { contrast } from "../../../src/base/color.ts";
import { mark } from "../../../src/providers/_marks/github.ts";
import { palettes } from "../../../src/base/palette.ts";
import { resolveProvider } from "../../../src/config/providers.ts";
import type { OAuthConfig } from "../../../src/types/provider.ts";
import { CATALOGUE } from "../providers/_catalogue.ts";

// The same values in every run, so that failures are reproducible.
fc.configureGlobal({ seed: 20 });

const SCHEMES = ["light", "dark"] as const;

Deno.test("tileOf() returns readable colors for every built-in provider in both schemes", async () => {
  let checked = 0;
  for (const { id, module, options } of CATALOGUE) {
    const { default: create } = await import(`@x/auth/providers/${module}`);
    const provider = resolveProvider(create({ clientId: "c", clientSecret: "s", ...options }), {
      providers: [],
    }) as unknown as OAuthConfig<unknown>;
    for (const scheme of SCHEMES) {
      const { background, color } = makeTile(provider.style, scheme);
      const least = provider.style?.mark ? 3 : 4.5;
      const ratio = contrast(color, background)!;
      assert(ratio >= least, `${id}, ${scheme}: ${color} on ${background} is ${ratio}`);
      // The mark is readable on the card when the tile has the card's color.
      const card = palettes[scheme]["color-background-card"];
      assert(contrast(background, card)! >= 1.3 || contrast(color, card)! >= least, id);
      checked++;
    }
  }
  console.log(`${checked} tiles, all readable`);
  assert(checked >= 180);
});

Deno.test("tileOf() returns readable colors for any color of an app", () => {
  const hex = fc.integer({ min: 0, max: 0xffffff })
    .map((value) => `#${value.toString(16).padStart(6, "0")}`);
  fc.assert(fc.property(hex, fc.constantFrom(undefined, mark), (brandColor, mark) => {
    for (const scheme of SCHEMES) {
      const { background, color } = makeTile({ brandColor, mark }, scheme);
      assert(contrast(color, background)! >= (mark ? 3 : 4.5), `${brandColor} ${scheme}`);
    }
  }));
});

Deno.test("tileOf() uses defaults when a color cannot be computed", () => {
  for (const brandColor of [undefined, "", "tomato", "red;}"]) {
    for (const scheme of SCHEMES) {
      const { background, color } = makeTile({ brandColor }, scheme);
      assert(contrast(color, background)! >= 4.5);
    }
  }
});

Deno.test("initialOf() returns the whole first character", () => {
  assertEquals(initialOf(" acme"), "A");
  assertEquals(initialOf("🦊 Fox"), "🦊");
  assertEquals(initialOf(""), "");
});

Deno.test("tileOf() uses the mark's color without a brand color, and on white", () => {
  assertEquals(makeTile({ mark }, "light"), { background: mark.color, color: "#ffffff" });
  assertEquals(makeTile({ brandColor: "#fff", mark }, "dark"), {
    background: "#ffffff",
    color: mark.color,
  });
});

Deno.test("tileOf() ignores a mark's color that is not a color", () => {
  const { background } = makeTile({ mark: { color: "red;}", path: "M0 0" } }, "light");
  assertEquals(background, "#565e6c");
});
