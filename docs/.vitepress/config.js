// The generator's settings. Pages, navigation and colors come from `tests/tools/site/`, which writes
// `site.json` and `theme/palette.css` beside this file, in a copy of the folder.
import { readFileSync } from "node:fs";

const site = JSON.parse(readFileSync(new URL("site.json", import.meta.url), "utf8"));

const highlighted = new Map();

/** Anchors as GitHub makes them, so that one link serves both. */
const slugify = (heading) =>
  heading.toLowerCase().replaceAll(/[^\w\- ]/g, "").replaceAll(" ", "-");

export default {
  title: site.title,
  description: site.description,
  lang: "en",
  base: site.base,
  cleanUrls: true,
  srcDir: "pages",
  outDir: "../docs",
  lastUpdated: false,
  // It is written beside the pages.
  ignoreDeadLinks: [/^\/gallery\//],
  metaChunk: true,
  head: [["link", { rel: "icon", href: `${site.base}icon.svg`, type: "image/svg+xml" }]],
  markdown: {
    anchor: { slugify },
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    config: (markdown) => {
      markdown.set({ linkify: false, highlight: once(markdown.options.highlight) });
    },
  },
  themeConfig: {
    logo: "/icon.svg",
    nav: site.nav,
    sidebar: site.sidebar,
    outline: { level: [2, 3] },
    socialLinks: [{ icon: "github", link: site.repository }],
    docFooter: { prev: false, next: false },
    search: {
      provider: "local",
      options: {
        miniSearch: {
          // Names of options stay whole too, so that "session.maxAge" finds itself first.
          options: { tokenize: tokens, processTerm: (term) => term.toLowerCase() },
          searchOptions: { fuzzy: 0.1, prefix: true, boost: { title: 6, titles: 2, text: 1 } },
        },
      },
    },
  },
};

/**
 * Colors each block once: the index of the search renders every page again, and highlighting takes
 * half of the time of the build.
 */
function once(highlight) {
  return (...args) => {
    const key = args.join("\0");
    if (!highlighted.has(key)) highlighted.set(key, highlight(...args));
    return highlighted.get(key);
  };
}

function tokens(text) {
  const words = text.match(/[\p{L}\p{N}_$@]+(?:[.\-/][\p{L}\p{N}_$]+)*/gu) ?? [];
  return words.flatMap((word) => /[.\-/]/.test(word) ? [word, ...word.split(/[.\-/]/)] : [word]);
}
