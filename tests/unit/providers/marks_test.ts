import { assert, assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import { makeTile } from "../../../pages/brand.ts";
import type { OAuthConfig } from "../../../src/types/provider.ts";
import { BRANDS } from "../../tools/_brands.ts";
import { MARKS, UNMARKED } from "../../tools/_marks.ts";
import { FOLDER, iconOf, ICONS, MARKED, toMarkFiles } from "../../tools/marks.ts";
import { CATALOGUE } from "./_catalogue.ts";

const modules = CATALOGUE.map(({ module }) => module).sort();

/** Style of the button of each provider, by subpath. */
const STYLES = new Map(
  await Promise.all(CATALOGUE.map(async ({ module, options }) => {
    const { default: create } = await import(`@x/auth/providers/${module}`);
    const provider = create({ clientId: "c", clientSecret: "s", ...options });
    return [module, (provider as OAuthConfig<unknown>).style] as const;
  })),
);

Deno.test("marks: every provider has one, or a reason for none", () => {
  assertEquals([...MARKED, ...Object.keys(UNMARKED)].sort(), modules);
});

Deno.test("marks: the files equal the output of their script", async () => {
  const written = [...Deno.readDirSync(FOLDER)].map(({ name }) => `${FOLDER}/${name}`).sort();
  const files = toMarkFiles();
  const inFolder = [...files.keys()].filter((path) => path.startsWith(`${FOLDER}/`));
  assertEquals(written, inFolder.sort());
  for (const [path, text] of files) assertEquals(await Deno.readTextFile(path), text, path);
});

Deno.test("marks: every provider carries the icon and color of its brand, the package's under CC0", () => {
  for (const [module, style] of STYLES) {
    if (!MARKED.includes(module)) {
      assertStrictEquals(style?.mark, undefined, module);
      continue;
    }
    const icon = iconOf(module);
    const { color, path, parts = [] } = style!.mark!;
    assertEquals(color, `#${icon.hex.toLowerCase()}`, module);
    assertEquals(icon.license, undefined, module);
    for (const drawn of [path, ...parts.map(({ path }) => path)]) {
      assertMatch(drawn, /^[Mm][\d\s.,eMmZzLlHhVvCcSsQqTtAa+-]+$/, module);
    }
  }
});

Deno.test("marks: the reasons agree with the package", () => {
  const titles = new Map(Object.values(ICONS).map((icon) => [icon.title.toLowerCase(), icon]));
  for (const [module, reason] of Object.entries(UNMARKED)) {
    const name = CATALOGUE.find((entry) => entry.module === module)!.name;
    const icon = titles.get(name.toLowerCase());
    if (reason === "terms") assert(icon?.license, `${module} has no terms of its own any more`);
    else assert(!icon, `${module} has an icon now: ${icon?.title}`);
  }
  // A mark is drawn here only as long as the package has none.
  for (const [module, { drawn }] of Object.entries(BRANDS)) {
    if (!drawn) continue;
    assert(!Object.hasOwn(MARKS, module) && !titles.has(drawn.title.toLowerCase()), module);
  }
});

const WHITE = "#ffffff";
const BLACK = "#000000";

/** Colors behind a mark and of its parts, as `background: parts`. */
type Look = string;

/**
 * The twenty most used providers, and how the rules of each brand ask for its mark in light and in
 * dark. Each page was named by the brand, or by the icon package as the source of the mark.
 */
const TWENTY: Readonly<Record<string, readonly [light: Look, dark: Look]>> = {
  // Black or white, on the other one:
  // https://developer.apple.com/design/human-interface-guidelines/sign-in-with-apple
  "apple": [`${BLACK}: ${WHITE}`, `${WHITE}: ${BLACK}`],
  // Blue on white: https://atlassian.design/foundations/logos
  "atlassian": [`${WHITE}: #0052cc`, `${WHITE}: #0052cc`],
  // White on orange: https://auth0.com
  "auth0": ["#eb5424: #ffffff", "#eb5424: #ffffff"],
  // White on blurple: https://discord.com/branding
  "discord": ["#5865f2: #ffffff", "#5865f2: #ffffff"],
  // White on blue: https://www.dropbox.com/branding
  "dropbox": ["#0061fe: #ffffff", "#0061fe: #ffffff"],
  // A blue disc with a white letter: https://about.meta.com/brand/resources/facebook/logo
  "facebook": [`${WHITE}: #0866ff`, `${WHITE}: #0866ff`],
  // Black or white: https://github.com/logos
  "github": [`#181717: ${WHITE}`, `${WHITE}: #181717`],
  // Full color on white or on charcoal: https://about.gitlab.com/press/press-kit
  "gitlab": [`${WHITE}: #e24329 #fc6d26 #fca326`, "#171321: #e24329 #fc6d26 #fca326"],
  // Four colors, on white or on the dark of the button, and no other:
  // https://developers.google.com/identity/branding-guidelines
  "google": [
    `${WHITE}: #4285f4 #34a853 #fbbc05 #ea4335`,
    "#131314: #4285f4 #34a853 #fbbc05 #ea4335",
  ],
  // White on blue: https://brand.linkedin.com/in-logo
  "linkedin": [`#0a66c2: ${WHITE}`, `#0a66c2: ${WHITE}`],
  // Four squares, on white or on the dark of the button:
  // https://learn.microsoft.com/entra/identity-platform/howto-add-branding-in-apps
  "microsoft-entra-id": [
    `${WHITE}: #f25022 #7fba00 #00a4ef #ffb900`,
    "#2f2f2f: #f25022 #7fba00 #00a4ef #ffb900",
  ],
  // Black on white: https://www.notion.so
  "notion": [`${WHITE}: ${BLACK}`, `${WHITE}: ${BLACK}`],
  // https://www.okta.com/press-room/media-assets
  "okta": [`${BLACK}: ${WHITE}`, `${WHITE}: ${BLACK}`],
  // An orange disc with a white figure: https://redditinc.com/brand
  "reddit": [`${WHITE}: #ff4500`, `${WHITE}: #ff4500`],
  // Four colors on white or black: https://slack.com/media-kit
  "slack": [
    `${WHITE}: #e01e5a #36c5f0 #2eb67d #ecb22e`,
    `${BLACK}: #e01e5a #36c5f0 #2eb67d #ecb22e`,
  ],
  // Green on black: https://developer.spotify.com/documentation/design
  "spotify": [`${BLACK}: #1ed760`, `${BLACK}: #1ed760`],
  // White on black, or black on white: https://developers.tiktok.com/doc/getting-started-design-guidelines
  "tiktok": [`${BLACK}: ${WHITE}`, `${WHITE}: ${BLACK}`],
  // White on purple: https://brand.twitch.com
  "twitch": [`#9146ff: ${WHITE}`, `#9146ff: ${WHITE}`],
  // Black or white: https://about.x.com/en/who-we-are/brand-toolkit
  "twitter": [`${BLACK}: ${WHITE}`, `${WHITE}: ${BLACK}`],
  // White on blue: https://brand.zoom.us
  "zoom": [`#0b5cff: ${WHITE}`, `#0b5cff: ${WHITE}`],
};

Deno.test("marks: the twenty most used providers have one, in the colors of their brands' rules", () => {
  assertEquals(Object.keys(TWENTY).length, 20);
  for (const [module, looks] of Object.entries(TWENTY)) {
    const style = STYLES.get(module)!;
    const found = (["light", "dark"] as const).map((scheme) => {
      const { background, color } = makeTile(style, scheme);
      return `${background}: ${style!.mark!.parts?.map((part) => part.color).join(" ") ?? color}`;
    });
    assertEquals(found, [...looks], module);
  }
});

Deno.test("marks: those of the twenty are small", () => {
  for (const module of Object.keys(TWENTY)) {
    const { path, parts } = STYLES.get(module)!.mark!;
    // What a page shows of it.
    const shown = parts?.map((part) => part.path).join("") ?? path;
    assert(shown.length < 1000, `${module}: ${shown.length} bytes`);
  }
});

Deno.test("marks: X is called what its mark shows, under the id of the site's older name", async () => {
  const { default: create } = await import("@x/auth/providers/twitter");
  const { id, name } = create({ clientId: "c", clientSecret: "s" });
  assertEquals([id, name], ["twitter", "X"]);
});
