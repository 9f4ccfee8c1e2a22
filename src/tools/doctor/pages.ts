/**
 * The app's own pages, visited by someone who is not signed in.
 *
 * @module
 */

import type { PagesOptions } from "../../types/options.ts";
import { type Finding, finding } from "./finding.ts";
import { type AppTarget, visit } from "./visit.ts";

/** Statuses of a page that is not there; one about an error may have any other. */
const isMissing = (status: number) => status === 404 || status === 410 || status >= 500;

/** Visits each page of `pages`. */
export async function checkPages({ origin, fetch, pages = {} }: AppTarget): Promise<Finding[]> {
  const named = Object.entries(pages) as [keyof PagesOptions, string | undefined][];
  const found = await Promise.all(named.map(([name, page]) => {
    const url = page && URL.canParse(page, origin) ? new URL(page, origin).href : undefined;
    return url === undefined ? [] : checkPage(fetch, name, url);
  }));
  return found.flat();
}

async function checkPage(
  fetch: AppTarget["fetch"],
  name: keyof PagesOptions,
  url: string,
): Promise<Finding[]> {
  const visited = await visit(fetch, url, { headers: { accept: "text/html" } });
  if (visited.kind === "answer" && !isMissing(visited.answer.status)) return [];
  const what = visited.kind === "answer"
    ? `${visited.answer.url} answers with status ${visited.answer.status}`
    : visited.kind === "loop"
    ? "it redirects again and again; a page that is shown to visitors without a session must not " +
      "demand one"
    : `it cannot be reached: ${visited.reason}`;
  return [finding(
    "page-missing",
    `\`pages.${name}\` is ${url}, but ${what}`,
    `Correct the path, let visitors without a session see the page, or remove \`pages.${name}\`, ` +
      "which brings back the built-in page.",
  )];
}
