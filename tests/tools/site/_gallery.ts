/**
 * The gallery as files: every built-in page and every email, in some languages, in frames of a page
 * that needs no script. The gallery of an app, in its own look, is `@x/auth/gallery`.
 *
 * @module
 */

import { escape } from "../../../pages/render.ts";
import { ar } from "../../../src/languages/ar.ts";
import { de } from "../../../src/languages/de.ts";
import { ja } from "../../../src/languages/ja.ts";
import { EMAILS, LINK_EMAILS } from "../../../src/tools/gallery/emails.ts";
import { createGallery } from "../../../src/tools/gallery/handler.ts";
import { PAGES } from "../../../src/tools/gallery/pages.ts";

/** Folder of the gallery on the site. */
export const GALLERY = "gallery/";

/** Languages that are shown, by what the gallery calls them. */
const LANGUAGES: Readonly<Record<string, string>> = {
  en: "English",
  de: "Deutsch",
  ja: "日本語",
  ar: "العربية",
};

/** What is shown at first. */
const FIRST = "pages/signin-first";

/** Paths of the entries, by the heading of their group. */
function entries(): Record<string, string[]> {
  const below = (kind: string, states: object) =>
    Object.keys(states).map((name) => `${kind}/${name}`);
  return {
    ...Object.fromEntries(
      Object.entries(PAGES).map(([group, states]) => [group, below("pages", states)]),
    ),
    "Emails": below("emails", { ...LINK_EMAILS, ...EMAILS }),
  };
}

/** The files of the gallery, by their path on the site. */
export async function galleryFiles(): Promise<Map<string, string>> {
  const gallery = createGallery({ app: { theme: { name: "Acme" } }, languages: [de, ja, ar] });
  const groups = entries();
  const files = new Map<string, string>();
  for (const language of Object.keys(LANGUAGES)) {
    files.set(`${GALLERY}${indexOf(language)}`, indexPage(groups, language));
    for (const path of Object.values(groups).flat()) {
      const response = await gallery(
        new Request(`http://localhost/${path}?language=${language}`),
      );
      const policy = response.headers.get("content-security-policy");
      if (!policy) throw new Error(`${path}: the gallery has no such entry`);
      files.set(`${GALLERY}${language}/${path}.html`, toFile(await response.text(), policy));
    }
  }
  return files;
}

const indexOf = (language: string) => language === "en" ? "index.html" : `${language}.html`;

/** A page as a file: its policy is in it, and its links lead nowhere. */
function toFile(html: string, policy: string): string {
  // A policy in a document says nothing about frames.
  const own = policy.split(/;\s*/).filter((rule) => !rule.startsWith("frame-ancestors")).join("; ");
  return html
    .replace(
      /<meta charset="utf-8">/i,
      (first) => `${first}<meta http-equiv="content-security-policy" content="${escape(own)}">`,
    )
    .replaceAll(/(<a\s[^>]*?href=")[^"#][^"]*"/g, '$1#"');
}

const CSS = `*{box-sizing:border-box}
:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}
body{margin:0;display:grid;grid-template-columns:18rem 1fr;height:100vh}
nav{padding:1rem;border-inline-end:1px solid GrayText;overflow:auto;overflow-wrap:anywhere}
h1{font-size:1.125rem;margin:0}h2{font-size:1rem;margin:1rem 0 .25rem}
ul{list-style:none;margin:0;padding:0}
a{color:inherit}nav li a{display:block;padding:.125rem .5rem;border-radius:.375rem;text-decoration:none}
nav li a:hover{text-decoration:underline}
main{padding:1rem;min-width:0;display:flex;flex-direction:column;gap:.75rem}
fieldset{border:0;margin:0;padding:0;display:flex;flex-wrap:wrap;gap:.25rem 1.25rem}
iframe{flex:1;border:1px solid GrayText;border-radius:.5rem;width:100%;background:Canvas;color-scheme:light}
:root:has(#dark:checked) iframe{color-scheme:dark}
:root:has(#phone:checked) iframe{max-width:390px}
@media (max-width:48rem){body{display:block;height:auto}nav{border:0;max-height:40vh}iframe{height:44rem;flex:none}}`;

/** The page around the frame: links open an entry in it. */
function indexPage(groups: Readonly<Record<string, readonly string[]>>, language: string): string {
  const link = (path: string) =>
    `<li><a href="${language}/${path}.html" target="shown">${
      escape(path.replace(/^\w+\//, ""))
    }</a></li>`;
  const lists = Object.entries(groups).map(([group, paths]) =>
    `<h2>${escape(group)}</h2><ul>${paths.map(link).join("")}</ul>`
  );
  const others = Object.entries(LANGUAGES).map(([code, name]) =>
    code === language
      ? `<b lang="${code}">${name}</b>`
      : `<a href="${indexOf(code)}" lang="${code}">${name}</a>`
  );
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Built-in pages and emails – @x/auth</title>
<style>${CSS}</style>
</head>
<body>
<nav aria-label="Pages and emails"><h1>Built-in pages and emails</h1>
<p><a href="../pages">How to change them</a></p>${lists.join("")}</nav>
<main>
<fieldset>
<label><input type="radio" name="scheme" checked> Light</label>
<label><input type="radio" name="scheme" id="dark"> Dark</label>
<label><input type="radio" name="width" checked> Desktop</label>
<label><input type="radio" name="width" id="phone"> Phone</label>
<span>${others.join(" · ")}</span>
</fieldset>
<iframe name="shown" title="The page or email" sandbox="allow-scripts" src="${language}/${FIRST}.html"></iframe>
</main>
</body>
</html>
`;
}
