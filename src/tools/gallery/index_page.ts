/**
 * The page of the gallery around the frames.
 *
 * @module
 */

import { escape } from "../../../pages/render.ts";

/** What is shown, and how. */
export interface Choice {
  /** Path of an entry, or `all`. */
  show: string;
  /** Color scheme of the frames. */
  scheme: "light" | "dark";
  /** Width of the frames. */
  width: "phone" | "desktop";
  /** Language of the frames. */
  language: string;
}

/** Input of the page. */
export interface IndexInput {
  /** Paths of the entries, by the heading of their group. */
  entries: Readonly<Record<string, readonly string[]>>;
  /** What is shown, and how. */
  choice: Choice;
  /** Languages to choose from. */
  codes: readonly string[];
  /** Nonce of the stylesheet. */
  nonce: string;
  /** What is wrong with the module or its theme, in the words of the log. */
  error?: string | undefined;
  /** Name of the app. */
  name?: string | undefined;
}

/** Loads the page again when the gallery has begun anew, since a file has changed. */
export const SCRIPT =
  `let first;new EventSource("/changes").onmessage=({data})=>{if(first&&data!==first)` +
  `location.reload();first=data}`;

const CSS = `*{box-sizing:border-box}
:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}
body{margin:0;display:grid;grid-template-columns:17rem 1fr;min-height:100vh}
nav{padding:1rem;border-inline-end:1px solid GrayText;overflow-wrap:anywhere}
nav h2{font-size:1rem;margin:1rem 0 .25rem}nav ul{list-style:none;margin:0;padding:0}
a{color:inherit}nav a{display:block;padding:.125rem .5rem;border-radius:.375rem;text-decoration:none}
nav a:hover{text-decoration:underline}nav a[aria-current]{background:Highlight;color:HighlightText}
main{padding:1rem;min-width:0}
h1{font-size:1.125rem;margin:0 0 .5rem}
form{display:flex;flex-wrap:wrap;gap:.5rem 1.25rem;align-items:center;margin:0 0 1rem}
select,button{font:inherit;padding:.125rem .375rem}
.problem{border:2px solid #b42318;border-radius:.5rem;padding:.5rem .75rem;margin:0 0 1rem}
iframe{display:block;border:1px solid GrayText;border-radius:.5rem;width:100%;height:52rem;background:Canvas}
.phone iframe{width:390px;max-width:100%;height:844px}
.light iframe{color-scheme:light}.dark iframe{color-scheme:dark}
.all{display:grid;gap:1.5rem}.all.phone{grid-template-columns:repeat(auto-fill,390px)}
.all iframe{height:44rem}
figure{margin:0}figcaption{margin:0 0 .25rem}
@media (max-width:48rem){body{display:block}nav{border:0}main{padding:1rem .5rem}}`;

/** The document. */
export function indexPage(
  { entries, choice, codes, nonce, error, name }: IndexInput,
): string {
  const { show, scheme, width } = choice;
  const paths = Object.values(entries).flat();
  const shown = show === "all" ? paths : paths.filter((path) => path === show);
  const groups = Object.entries(entries).map(([group, paths]) =>
    `<h2>${escape(group)}</h2><ul>${paths.map((path) => item(path, choice)).join("")}</ul>`
  );
  const title = `${show === "all" ? "All pages and emails" : labelOf(show)} – ${name ?? "Gallery"}`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<style nonce="${nonce}">${CSS}</style>
</head>
<body>
<nav aria-label="Pages and emails"><ul>${item("all", choice)}</ul>${groups.join("")}</nav>
<main>
<h1>${escape(title)}</h1>
${error ? `<p class="problem" role="alert">${escape(error)}</p>` : ""}
${controls(choice, codes)}
<div class="${[show === "all" ? "all" : "one", scheme, width].join(" ")}">${
    shown.map((path) => frame(path, choice)).join("") || "<p>There is no such entry.</p>"
  }</div>
</main>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

/** `"pages/signin-first"` → `"signin-first"` */
function labelOf(path: string): string {
  return path.replace(/^\w+\//, "");
}

function item(path: string, choice: Choice): string {
  const query = new URLSearchParams({ ...choice, show: path });
  const current = path === choice.show ? ` aria-current="page"` : "";
  const label = path === "all" ? "All" : labelOf(path);
  return `<li><a href="/?${escape(String(query))}"${current}>${escape(label)}</a></li>`;
}

function controls({ show, scheme, width, language }: Choice, codes: readonly string[]): string {
  return `<form>
<input type="hidden" name="show" value="${escape(show)}">
${select("Colors", "scheme", ["light", "dark"], scheme)}
${select("Width", "width", ["desktop", "phone"], width)}
${select("Language", "language", codes, language)}
<button>Show</button>
</form>`;
}

function select(label: string, name: string, values: readonly string[], chosen: string): string {
  const options = values.map((value) =>
    `<option${value === chosen ? " selected" : ""}>${escape(value)}</option>`
  );
  return `<label>${label} <select name="${name}">${options.join("")}</select></label>`;
}

function frame(path: string, { language }: Choice): string {
  const src = `/${path}?language=${encodeURIComponent(language)}`;
  const label = labelOf(path);
  return `<figure><figcaption><a href="${escape(src)}">${escape(label)}</a></figcaption>` +
    `<iframe src="${escape(src)}" title="${escape(label)}" loading="lazy"></iframe></figure>`;
}
