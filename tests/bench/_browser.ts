/**
 * Requests as a browser sends them: the usual headers, and every cookie that the
 * last answers set.
 *
 * @module
 */

/** Origin of every app. */
export const ORIGIN = "http://localhost:3000";

/** Answers requests with one config. */
export type App = (request: Request) => Promise<Response>;

/** Headers in the order they are sent. */
export type HeaderList = [name: string, value: string][];

/** Headers of every request of a Chromium on Linux. */
const COMMON: HeaderList = [
  ["host", new URL(ORIGIN).host],
  ["connection", "keep-alive"],
  ["sec-ch-ua", '"Chromium";v="140", "Not=A?Brand";v="24"'],
  ["sec-ch-ua-mobile", "?0"],
  ["sec-ch-ua-platform", '"Linux"'],
  [
    "user-agent",
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
  ],
  ["accept-language", "en-US,en;q=0.9"],
  ["accept-encoding", "gzip, deflate, br, zstd"],
];

const DOCUMENT =
  "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8";

/** Cookies of one browser at one site. */
export class Jar {
  readonly #cookies: Map<string, string>;

  constructor(cookies: Iterable<[string, string]> = []) {
    this.#cookies = new Map(cookies);
  }

  /** A copy with one more cookie. */
  with(name: string, value: string): Jar {
    return new Jar([...this.#cookies, [name, value]]);
  }

  /** A copy without a cookie. */
  without(name: string): Jar {
    const jar = new Jar(this.#cookies);
    jar.#cookies.delete(name);
    return jar;
  }

  /** Value of a cookie. */
  get(name: string): string | undefined {
    return this.#cookies.get(name);
  }

  /** Every cookie. */
  entries(): Iterable<[string, string]> {
    return this.#cookies;
  }

  /** Stores what an answer sets, and drops what it removes. */
  store(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      const isRemoved = value === "" || /;\s*max-age=0/i.test(line) ||
        Date.parse(/;\s*expires=([^;]+)/i.exec(line)?.[1] ?? "") < Date.now();
      if (isRemoved) this.#cookies.delete(name!);
      else this.#cookies.set(name!, value!);
    }
  }

  /** The `cookie` header, or none. */
  header(): HeaderList {
    if (this.#cookies.size === 0) return [];
    return [["cookie", [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ")]];
  }
}

/** Headers of `fetch()` in a page of the site. */
export function fetchHeaders(jar: Jar): HeaderList {
  return [
    ...COMMON,
    ["accept", "*/*"],
    ["sec-fetch-site", "same-origin"],
    ["sec-fetch-mode", "cors"],
    ["sec-fetch-dest", "empty"],
    ["referer", `${ORIGIN}/dashboard`],
    ...jar.header(),
  ];
}

/** Headers of a navigation; from another site there is no referrer. */
export function pageHeaders(jar: Jar, site: "same-origin" | "cross-site" = "same-origin") {
  const headers: HeaderList = [
    ...COMMON,
    ["upgrade-insecure-requests", "1"],
    ["accept", DOCUMENT],
    ["sec-fetch-site", site],
    ["sec-fetch-mode", "navigate"],
    ["sec-fetch-user", "?1"],
    ["sec-fetch-dest", "document"],
  ];
  if (site === "same-origin") headers.push(["referer", `${ORIGIN}/dashboard`]);
  return [...headers, ...jar.header()];
}

/** Options of a request that posts a form of the site's own page. */
export function formPost(jar: Jar, fields: Record<string, string>): RequestInit {
  const body = new URLSearchParams(fields).toString();
  return {
    method: "POST",
    headers: [
      ...COMMON,
      ["cache-control", "max-age=0"],
      ["origin", ORIGIN],
      ["content-type", "application/x-www-form-urlencoded"],
      ["content-length", String(body.length)],
      ["upgrade-insecure-requests", "1"],
      ["accept", DOCUMENT],
      ["sec-fetch-site", "same-origin"],
      ["sec-fetch-mode", "navigate"],
      ["sec-fetch-user", "?1"],
      ["sec-fetch-dest", "document"],
      ["referer", `${ORIGIN}/auth/signin`],
      ...jar.header(),
    ],
    body,
  };
}

/** Reads an answer to its end. */
export async function readText(response: Response, status: number): Promise<string> {
  const text = await response.text();
  if (response.status !== status) {
    throw new Error(`Expected status ${status}, got ${response.status}: ${text.slice(0, 200)}`);
  }
  return text;
}

/** A browser that has seen the sign-in page, and its CSRF token. */
export async function openBrowser(app: App): Promise<{ jar: Jar; csrfToken: string }> {
  const jar = new Jar();
  const page = await app(new Request(`${ORIGIN}/auth/signin`, { headers: pageHeaders(jar) }));
  await readText(page, 200);
  jar.store(page);
  const response = await app(new Request(`${ORIGIN}/auth/csrf`, { headers: fetchHeaders(jar) }));
  const { csrfToken } = JSON.parse(await readText(response, 200));
  jar.store(response);
  return { jar, csrfToken };
}
