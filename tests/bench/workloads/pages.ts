/**
 * What a browser asks before anyone signs in: the CSRF token, the list of
 * providers, and the sign-in page.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { createHash } from "node:crypto";
import {
  type App,
  fetchHeaders,
  type HeaderList,
  Jar,
  openBrowser,
  ORIGIN,
  pageHeaders,
  readText,
} from "../_browser.ts";
import { inTurns, SECRET } from "../_users.ts";
import type { Prepare, Prepared, Workload } from "../_workload.ts";
import { countProviders, loadSubject, manyProviders, type SubjectName } from "../subjects/mod.ts";

const PROVIDERS = 10;

/** Browsers that come back, each with a CSRF token of its own. */
const BROWSERS = 200;

/** An answer that is asked for again and again. */
interface Page {
  readonly path: string;
  headers(jar: Jar): HeaderList;
  /** Throws when an answer is wrong. */
  check(text: string): void;
}

const CSRF: Page = {
  path: "csrf",
  headers: fetchHeaders,
  check: (text) => assertEquals(JSON.parse(text).csrfToken.length, 64),
};

const PROVIDER_LIST: Page = {
  path: "providers",
  headers: fetchHeaders,
  check: (text) => assertEquals(Object.keys(JSON.parse(text)).length, PROVIDERS),
};

const SIGN_IN: Page = {
  path: "signin",
  headers: pageHeaders,
  check: (text) => assertEquals(countProviders(text), PROVIDERS),
};

async function getInTurns(
  { path, headers, check }: Page,
  app: App,
  jars: readonly Jar[],
): Promise<Prepared> {
  const url = `${ORIGIN}/auth/${path}`;
  const lists = jars.map((jar) => headers(jar));
  for (const list of lists) {
    check(await readText(await app(new Request(url, { headers: list })), 200));
  }
  const next = inTurns(lists);
  return {
    request: () => new Request(url, { headers: next() }),
    run: async (request) => await readText(await app(request), 200),
  };
}

function getPage(name: SubjectName, page: Page): Prepare {
  return async () => {
    const subject = await loadSubject(name);
    const app = subject.createApp({ providers: manyProviders(subject, PROVIDERS) });
    const jars: Jar[] = [];
    for (let count = 0; count < BROWSERS; count++) jars.push((await openBrowser(app)).jar);
    return await getInTurns(page, app, jars);
  };
}

/** The text is there already; the headers are read as a server reads them. */
function prepared(page: Page, type: string, text: string): Prepare {
  return async () => {
    const app: App = (request) =>
      Promise.resolve(
        new Response(request.headers.has("cookie") ? text : "", {
          headers: { "content-type": type },
        }),
      );
    return await getInTurns(page, app, [new Jar([["authjs.csrf-token", "0".repeat(129)]])]);
  };
}

/** The token of the cookie, when its hash is right. */
const floorCsrf: Prepare = async () => {
  const { json } = await import("../subjects/floor.ts");
  const hash = (token: string) => createHash("sha256").update(token + SECRET).digest("hex");
  const app: App = (request) => {
    const [, token, found] = /authjs\.csrf-token=(\w+)%7C(\w+)/.exec(
      request.headers.get("cookie")!,
    )!;
    if (hash(token!) !== found) throw new Error("Wrong hash");
    return Promise.resolve(json(JSON.stringify({ csrfToken: token })));
  };
  const jars = Array.from({ length: BROWSERS }, () => {
    const token = crypto.randomUUID().replaceAll("-", "").repeat(2);
    return new Jar([["authjs.csrf-token", `${token}%7C${hash(token)}`]]);
  });
  return await getInTurns(CSRF, app, jars);
};

const floorProviders = prepared(
  PROVIDER_LIST,
  "application/json",
  JSON.stringify(Object.fromEntries(
    Array.from({ length: PROVIDERS }, (_, index) => {
      const id = `github-${index}`;
      const urls = { signinUrl: `${ORIGIN}/auth/signin/${id}` };
      return [id, { id, name: "GitHub", type: "oauth", ...urls }];
    }),
  )),
);

/** About as long as the page of this library. */
const floorPage = prepared(
  SIGN_IN,
  "text/html",
  `<!DOCTYPE html><body>${
    Array.from(
      { length: PROVIDERS },
      (_, index) =>
        `<form action="${ORIGIN}/auth/signin/github-${index}">${" ".repeat(1200)}</form>`,
    ).join("")
  }</body>`,
);

export const pages: Workload[] = [
  {
    id: "csrf",
    label: "`GET csrf`",
    targets: { overPeer: 7 },
    contenders: { ours: getPage("ours", CSRF), peer: getPage("peer", CSRF), floor: floorCsrf },
  },
  {
    id: "providers",
    label: `\`GET providers\`, ${PROVIDERS} providers`,
    targets: { overPeer: 10 },
    contenders: {
      ours: getPage("ours", PROVIDER_LIST),
      peer: getPage("peer", PROVIDER_LIST),
      floor: floorProviders,
    },
  },
  {
    id: "signin-page",
    label: `sign-in page, ${PROVIDERS} providers`,
    targets: { overPeer: 4 },
    contenders: {
      ours: getPage("ours", SIGN_IN),
      peer: getPage("peer", SIGN_IN),
      floor: floorPage,
    },
  },
];
