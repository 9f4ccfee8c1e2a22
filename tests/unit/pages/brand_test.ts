import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { initialOf, markOf, tileOf } from "../../../pages/brand.ts";
import { contrast } from "../../../src/color.ts";
import { palettes } from "../../../pages/palette.ts";
import { resolveProvider } from "../../../src/config/providers.ts";
import type { OAuthConfig } from "../../../src/types/provider.ts";
import { CATALOGUE } from "../providers/_catalogue.ts";

// The same values in every run, so that failures are reproducible.
fc.configureGlobal({ seed: 20 });

const SCHEMES = ["light", "dark"] as const;

Deno.test("tileOf() returns readable colors for every built-in provider in both schemes", async () => {
  let checked = 0;
  for (const { id, module, options } of CATALOGUE) {
    const path = `../../../src/providers/${module.replaceAll("-", "_")}.ts`;
    const { default: create } = await import(path);
    const provider = resolveProvider(create({ clientId: "c", clientSecret: "s", ...options }), {
      providers: [],
    }) as unknown as OAuthConfig<unknown>;
    for (const scheme of SCHEMES) {
      const { background, color } = tileOf({ id, style: provider.style }, scheme);
      const least = markOf(id) ? 3 : 4.5;
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
  fc.assert(fc.property(hex, fc.constantFrom("acme", "github"), (brandColor, id) => {
    for (const scheme of SCHEMES) {
      const { background, color } = tileOf({ id, style: { brandColor } }, scheme);
      assert(contrast(color, background)! >= (markOf(id) ? 3 : 4.5), `${brandColor} ${scheme}`);
    }
  }));
});

Deno.test("tileOf() uses defaults when a color cannot be computed", () => {
  for (const brandColor of [undefined, "", "tomato", "red;}"]) {
    for (const scheme of SCHEMES) {
      const { background, color } = tileOf({ id: "acme", style: { brandColor } }, scheme);
      assert(contrast(color, background)! >= 4.5);
    }
  }
});

Deno.test("initialOf() returns the whole first character", () => {
  assertEquals(initialOf(" acme"), "A");
  assertEquals(initialOf("🦊 Fox"), "🦊");
  assertEquals(initialOf(""), "");
});

Deno.test("markOf() returns marks only for built-in ids", () => {
  assert(markOf("github"));
  assertEquals(markOf("acme"), undefined);
  assertEquals(markOf("__proto__"), undefined);
  assertEquals(markOf("constructor"), undefined);
});
