/**
 * Faults of a running app and of the proxies in front of it, found by requests of a visitor
 * without a session. Nothing is changed: the only post signs out a browser that is not signed in.
 *
 * @module
 */

import { isRecord } from "../../base/objects.ts";
import { isLoopback } from "../../http/url.ts";
import { checkCookies } from "./app_cookies.ts";
import { type Finding, finding } from "./finding.ts";
import { clockDifference, inSeconds } from "./network.ts";
import { checkDocuments } from "./oauth_server.ts";
import { checkPages } from "./pages.ts";
import { type Result, unchecked } from "./unchecked.ts";
import { type Answer, type AppTarget, ask, jsonOf, reasonOf, visit } from "./visit.ts";

/** Characters of cookies that the app must accept: those of a session in two parts. */
const COOKIE_CHARACTERS = 8000;

/** Returns the faults of a running app; what they hide is not checked. */
export async function checkApp(target: AppTarget): Promise<Result[]> {
  const { origin, basePath, fetch } = target;
  const actions = `${origin}${basePath}`;
  const reached = await visit(fetch, `${actions}/providers`);
  if (reached.kind === "failed") {
    return [unreachable(`${actions}/providers`, reached.reason), othersNotChecked()];
  }
  if (reached.kind === "loop") {
    return [
      finding(
        "redirect-loop",
        `${actions}/providers redirects again and again, at last to ${reached.url}`,
        "Let one place only redirect to https or to the main host: the proxy, or the app by the " +
          "X-Forwarded-Proto header that the proxy sets.",
      ),
      othersNotChecked(),
    ];
  }
  const { answer } = reached;
  const found = checkProviders(answer, target);
  if (found.some(({ id }) => id === "base-path" || id === "app-refuses")) {
    return [...found, othersNotChecked()];
  }
  const place = new URL(answer.url).origin;
  const at = { ...target, origin: place };
  try {
    const checks = await Promise.all([
      checkCookies(at),
      checkCaching(at),
      checkHeaderLimit(at),
      checkCrossOrigin(at),
      checkPages(at),
      checkDocuments(at),
    ]);
    return [...found, ...checks.flat(), ...checkTransport(answer, origin)];
  } catch (error) {
    return [...found, unreachable(`${place}${basePath}`, reasonOf(error)), othersNotChecked()];
  }
}

function othersNotChecked(): Result {
  return unchecked(
    "Cookies, forms, caches, headers, pages and documents of the running app",
    "the app does not answer as it should",
    "Correct that first.",
  );
}

function unreachable(url: string, reason: string): Finding {
  return finding(
    "app-unreachable",
    `Cannot reach ${url}: ${reason}`,
    "Start the app, and check the URL, its certificate and the network of this machine.",
  );
}

function checkProviders(answer: Answer, target: AppTarget): Finding[] {
  const { origin, basePath, providers } = target;
  const { url, status } = answer;
  if (status >= 500) {
    return [finding(
      "app-refuses",
      `${url} answers with status ${status}: the app refuses every request, or its proxy cannot ` +
        "reach it",
      "Read the log of the app, which names the option and the remedy; a host that is not trusted " +
        "needs AUTH_URL.",
    )];
  }
  const body = jsonOf(answer);
  const isOurs = isRecord(body) &&
    Object.values(body).every((entry) => isRecord(entry) && typeof entry.callbackUrl === "string");
  if (status !== 200 || !isOurs) {
    return [finding(
      "base-path",
      `${url} answers with status ${status}, and without the list of providers`,
      `Route every request below ${basePath || "/"} to the handler with its path unchanged, or ` +
        "pass the real base path: --url https://app.example/auth.",
    )];
  }
  const entries = Object.values(body) as { callbackUrl: string }[];
  return [
    ...checkOrigin(entries.map(({ callbackUrl }) => callbackUrl), url, origin),
    ...checkList(Object.keys(body), providers),
  ];
}

function checkOrigin(callbacks: readonly string[], url: string, asked: string): Finding[] {
  const own = new URL(url);
  const [callback = ""] = callbacks;
  const findings: Finding[] = [];
  if (own.host !== new URL(asked).host) {
    findings.push(finding(
      "redirected-host",
      `${asked} redirects to ${own.origin}`,
      `Set AUTH_URL to the URL that users stay on, ${own.origin}, and register the callback URLs ` +
        "of that host.",
    ));
  }
  if (!URL.canParse(callback)) return findings;
  const told = new URL(callback);
  if (told.host !== own.host) {
    findings.push(finding(
      "origin-differs",
      `The app thinks that its host is ${told.host}: ${callback} is the callback URL, while ` +
        `browsers use ${own.host}`,
      "Set AUTH_URL to the public URL with the base path, or let the proxy pass on the Host header.",
    ));
  } else if (told.protocol !== own.protocol) {
    findings.push(finding(
      "scheme-differs",
      `The app thinks that it is reached by ${told.protocol.slice(0, -1)}: ${callback} is the ` +
        `callback URL, while browsers use ${own.protocol.slice(0, -1)}`,
      "Set AUTH_URL to the https: URL with the base path, or let the proxy set X-Forwarded-Proto.",
    ));
  }
  return findings;
}

function checkList(listed: readonly string[], expected: readonly string[] | undefined): Finding[] {
  if (!expected) return [];
  const lacking = expected.filter((id) => !listed.includes(id));
  const further = listed.filter((id) => !expected.includes(id));
  if (lacking.length === 0 && further.length === 0) return [];
  const parts = [
    ...lacking.length > 0 ? [`it lacks ${lacking.join(", ")}`] : [],
    ...further.length > 0 ? [`it has ${further.join(", ")} besides`] : [],
  ];
  return [finding(
    "providers-differ",
    `The running app has other providers than the config here: ${parts.join(", and ")}`,
    "Deploy this version, or set the variables there that decide about the providers.",
  )];
}

async function checkCaching({ origin, basePath, fetch }: AppTarget): Promise<Finding[]> {
  const session = await ask(fetch, `${origin}${basePath}/session`);
  const findings: Finding[] = [];
  const control = session.headers.get("cache-control") ?? "";
  if (!/no-store|private/i.test(control)) {
    findings.push(finding(
      "cache-allowed",
      `${session.url} has the header \`Cache-Control: ${control}\`, so a cache may give the session ` +
        "of one user to another one; the app sends `private, no-cache, no-store`",
      "Let the proxy or the platform pass on Cache-Control below the base path.",
    ));
  }
  const first = await ask(fetch, `${origin}${basePath}/csrf`);
  const second = await ask(fetch, `${origin}${basePath}/csrf`);
  const isRepeated = first.status === 200 && first.text === second.text;
  const age = [session, first, second].some(({ headers }) => Number(headers.get("age") ?? 0) > 0);
  if (isRepeated || age) {
    findings.push(finding(
      "answer-cached",
      isRepeated
        ? `${first.url} gives two visitors the same CSRF token: a cache answers in place of the app`
        : `${session.url} has the header \`Age\`: a cache answers in place of the app`,
      `Exclude ${basePath || "/"} from the cache of the proxy, the CDN or the service worker.`,
    ));
  }
  return findings;
}

async function checkHeaderLimit({ origin, basePath, fetch }: AppTarget): Promise<Finding[]> {
  const half = "d".repeat(COOKIE_CHARACTERS / 2);
  const cookie = `doctor.0=${half}; doctor.1=${half}`;
  const url = `${origin}${basePath}/session`;
  const refused = (what: string) =>
    finding(
      "header-limit",
      `${what} a request with ${COOKIE_CHARACTERS} characters of cookies, which a session with many ` +
        "claims has",
      "Raise the limit on request headers to 16 KiB (nginx: `large_client_header_buffers 4 16k`), " +
        "or keep less in the token.",
    );
  try {
    const { status } = await ask(fetch, url, { headers: { cookie } });
    return status === 200 ? [] : [refused(`${url} answers with status ${status} to`)];
  } catch (error) {
    return [refused(`${url} does not answer (${reasonOf(error)}) to`)];
  }
}

async function checkCrossOrigin({ origin, basePath, fetch }: AppTarget): Promise<Finding[]> {
  const other = "https://doctor.invalid";
  const { headers, url } = await ask(fetch, `${origin}${basePath}/session`, {
    headers: { origin: other },
  });
  const allowed = headers.get("access-control-allow-origin");
  if (allowed !== "*" && allowed !== other) return [];
  return [finding(
    "cross-origin",
    `${url} has the header \`Access-Control-Allow-Origin: ${allowed}\` for a request of another ` +
      "site, so any site can read what it answers",
    `Leave the paths below ${basePath || "/"} out of CORS, or list the origins of your own apps.`,
  )];
}

function checkTransport(answer: Answer, asked: string): Finding[] {
  const findings: Finding[] = [];
  const { origin, protocol } = new URL(answer.url);
  if (protocol === "http:" && !isLoopback(origin)) {
    findings.push(finding(
      "plain-http",
      `${asked} is served without https: session cookies cross the network unencrypted`,
      "Serve the app over https.",
    ));
  }
  if (protocol === "https:" && !answer.headers.has("strict-transport-security")) {
    findings.push(finding(
      "hsts-missing",
      `${origin} sends no Strict-Transport-Security header`,
      "Consider `Strict-Transport-Security: max-age=31536000`, so that browsers never use http.",
    ));
  }
  const difference = clockDifference(answer, answer.atMs);
  if (difference !== undefined) {
    findings.push(finding(
      "app-clock",
      `The clock of the app's server is ${
        inSeconds(difference)
      } the clock of this machine; with a ` +
        "wrong clock, sessions end early and ID tokens are refused",
      "Check the clock of that server, for example with `timedatectl`.",
    ));
  }
  return findings;
}
