/**
 * Faults that a proxy causes in cookies and forms of a running app.
 *
 * @module
 */

import { isRecord } from "../../base/objects.ts";
import { type Finding, finding } from "./finding.ts";
import { type Result, unchecked } from "./unchecked.ts";
import { type Answer, type AppTarget, ask, jsonOf } from "./visit.ts";

/** A cookie as it arrived. */
interface Arrived {
  readonly name: string;
  readonly value: string;
  /** Attributes in lower case, with their values. */
  readonly attributes: ReadonlyMap<string, string>;
}

/** Returns the faults of the cookies of an app, and of the forms that bring them back. */
export async function checkCookies(
  { origin, basePath, fetch }: Pick<AppTarget, "origin" | "basePath" | "fetch">,
): Promise<Result[]> {
  const actions = `${origin}${basePath}`;
  const csrf = await ask(fetch, `${actions}/csrf`);
  // The action does not exist when CSRF protection is off; then there is no cookie to examine.
  if (csrf.status === 404) {
    return [unchecked(
      "Cookies and forms of the running app",
      `${csrf.url} answers 404, as without CSRF protection`,
      "Sign in once under the public URL.",
    )];
  }
  const page = await ask(fetch, `${actions}/signin?callbackUrl=${encodeURIComponent(origin)}`);
  const merged = checkMerged([csrf, page]);
  if (merged.length > 0) return merged;
  const cookies = [...csrf.cookies, ...page.cookies].map(parse);
  const token = csrf.cookies.map(parse).find(({ name }) => name.includes("csrf-token"));
  const body = jsonOf(csrf);
  const csrfToken = isRecord(body) && typeof body.csrfToken === "string" ? body.csrfToken : "";
  if (cookies.length === 0) {
    return [finding(
      "cookie-missing",
      `${csrf.url} sets no cookie: something in front of the app removes Set-Cookie`,
      "Let the proxy, the CDN or the platform pass on Set-Cookie below the base path; many drop it " +
        "from answers that they cache.",
    )];
  }
  const findings = checkAttributes(cookies, origin);
  if (!token || findings.length > 0) return findings;
  const cookie = `${token.name}=${token.value}`;
  return await checkForm(actions, cookie, csrfToken, fetch);
}

function checkMerged(answers: readonly Answer[]): Finding[] {
  const merged = answers.flatMap(({ cookies }) => cookies).find((text) =>
    /,\s*(__Host-|__Secure-)?authjs\./.test(text)
  );
  if (merged === undefined) return [];
  return [finding(
    "cookies-merged",
    "Two cookies arrive in one Set-Cookie header, joined by a comma; browsers read the first one " +
      "only",
    "Let the proxy pass on each Set-Cookie header as it is: in code, use `headers.getSetCookie()` " +
      'and `append`, and not `headers.get("set-cookie")`.',
  )];
}

function checkAttributes(cookies: readonly Arrived[], origin: string): Finding[] {
  const findings: Finding[] = [];
  const isSecure = origin.startsWith("https:");
  const insecure = cookies.find(({ attributes }) => !attributes.has("secure"));
  if (isSecure && insecure) {
    findings.push(finding(
      "cookie-insecure",
      `The cookie ${insecure.name} lacks the attribute Secure, although the app is reached by https`,
      "Let the app know that it is reached by https (AUTH_URL, X-Forwarded-Proto), and let the " +
        "proxy pass on the attributes of cookies.",
    ));
  }
  const bare = cookies.find(({ name }) => name.startsWith("authjs.csrf-token"));
  if (isSecure && bare) {
    findings.push(finding(
      "cookie-prefix",
      `The cookie ${bare.name} arrives without the prefix __Host-, so other hosts of the domain ` +
        "can set it",
      "Let the app know that it is reached by https (AUTH_URL, X-Forwarded-Proto), and let the " +
        "proxy pass on the names of cookies.",
    ));
  }
  const moved = cookies.find(({ name, attributes }) =>
    name.startsWith("__Host-") && (attributes.has("domain") || attributes.get("path") !== "/")
  );
  if (moved) {
    findings.push(finding(
      "cookie-scope",
      `The cookie ${moved.name} arrives with ${
        moved.attributes.has("domain")
          ? `Domain=${moved.attributes.get("domain")}`
          : `Path=${moved.attributes.get("path") ?? ""}`
      }, so browsers refuse it`,
      "Remove the rule of the proxy that rewrites cookies (nginx: `proxy_cookie_domain`, " +
        "`proxy_cookie_path`).",
    ));
  }
  return findings;
}

/** Sends the token back, first as a cookie, then in a sign-out form, without a session to end. */
async function checkForm(
  actions: string,
  cookie: string,
  csrfToken: string,
  fetch: AppTarget["fetch"],
): Promise<Finding[]> {
  const again = await ask(fetch, `${actions}/csrf`, { headers: { cookie } });
  const body = jsonOf(again);
  if (!isRecord(body) || body.csrfToken !== csrfToken) {
    return [finding(
      "cookie-lost",
      "The app does not get the cookie that it set: something in front of it removes the Cookie " +
        "header",
      "Let the proxy, the CDN or the platform pass on the Cookie header below the base path.",
    )];
  }
  const signedOut = await ask(fetch, `${actions}/signout`, {
    method: "POST",
    headers: {
      cookie,
      "content-type": "application/x-www-form-urlencoded",
      origin: new URL(actions).origin,
    },
    body: new URLSearchParams({ csrfToken }).toString(),
  });
  const target = signedOut.headers.get("location") ?? "";
  if (signedOut.status < 400 && !target.includes("error=")) return [];
  return [finding(
    "body-lost",
    `A form posted to ${signedOut.url} arrives without its fields (status ${signedOut.status}` +
      `${target ? `, ${new URL(target, actions).search}` : ""})`,
    "Mount the handler before body parsers that read the request and leave nothing, and let the " +
      "proxy pass on bodies of posts.",
  )];
}

function parse(text: string): Arrived {
  const [pair = "", ...rest] = text.split(";").map((part) => part.trim());
  const equals = pair.indexOf("=");
  const attributes = new Map(rest.map((part) => {
    const [name = "", value = ""] = part.split("=");
    return [name.toLowerCase(), value] as const;
  }));
  return { name: pair.slice(0, equals), value: pair.slice(equals + 1), attributes };
}
