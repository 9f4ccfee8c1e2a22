/**
 * Measures the main pages with Lighthouse, which npm fetches, in Chromium: performance, accessibility
 * and best practices. Exits with 1 below 97. Search engines are told to stay away, so that category
 * is left out. Run it on a quiet machine.
 *
 *     deno run -A tests/tools/lighthouse.ts [--only=signin/]
 *
 * @module
 */

import { CHROMIUM_ARGS, findChromium, HOW_TO_ENABLE } from "../_chromium.ts";
import { APP, type State, statesIn } from "../browser/_states.ts";

const VERSION = "12.8.2";

const LEAST = 97;

const CATEGORIES = ["performance", "accessibility", "best-practices"] as const;

const PAGES = [
  "signin/all",
  "signin/second",
  "signup/all",
  "verify-request/code",
  "password/set",
  "factor/first",
  "account/full",
];

/** Serves a state, and what its page requests, at its own path. */
function serve(state: State) {
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      const { origin, pathname, search } = new URL(request.url);
      const isPage = pathname === state.url.pathname && request.method === "GET";
      if (!isPage) return await state.fetch(new Request(APP + pathname + search, request));
      const headers = new Headers(state.headers);
      headers.delete("set-cookie");
      return new Response(state.html.replaceAll(APP, origin), { status: state.status, headers });
    },
  );
  const { pathname, search } = state.url;
  return {
    url: `http://localhost:${server.addr.port}${pathname}${search}`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

interface Report {
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { score: number | null; title: string; scoreDisplayMode: string }>;
}

async function measure(url: string, chromium: string): Promise<Report> {
  const { code, stdout, stderr } = await new Deno.Command("npx", {
    args: [
      "--yes",
      `lighthouse@${VERSION}`,
      url,
      "--quiet",
      "--output=json",
      `--only-categories=${CATEGORIES.join(",")}`,
      `--chrome-flags=--headless=new ${CHROMIUM_ARGS.join(" ")}`,
    ],
    env: { CHROME_PATH: chromium },
  }).output();
  const text = new TextDecoder().decode(stdout);
  if (code !== 0) throw new Error(`Lighthouse failed: ${new TextDecoder().decode(stderr)}`);
  return JSON.parse(text);
}

if (import.meta.main) {
  const chromium = findChromium();
  if (!chromium) throw new Error(HOW_TO_ENABLE);
  const only = Deno.args.find((arg) => arg.startsWith("--only="))?.slice(7) ?? "";
  const states = await statesIn();
  let isGood = true;
  for (const name of PAGES.filter((page) => page.includes(only))) {
    const state = states.find((one) => one.name === name);
    if (!state) throw new Error(`There is no state ${name}`);
    await using served = serve(state);
    const { categories, audits } = await measure(served.url, chromium);
    const scores = CATEGORIES.map((id) => [id, Math.round((categories[id]?.score ?? 0) * 100)]);
    console.log(`${name}: ${scores.map(([id, score]) => `${id} ${score}`).join(", ")}`);
    if (scores.every(([, score]) => Number(score) >= LEAST)) continue;
    isGood = false;
    for (const { score, title, scoreDisplayMode } of Object.values(audits)) {
      if (score !== null && score < 0.9 && scoreDisplayMode !== "informative") {
        console.log(`  ${score} ${title}`);
      }
    }
  }
  if (!isGood) Deno.exit(1);
}
