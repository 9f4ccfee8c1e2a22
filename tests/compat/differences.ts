/**
 * Differences between the responses of this library and of Auth.js, with their
 * reasons. The test fails for a difference that is not listed here, and for a
 * listed one that no longer occurs.
 *
 * @module
 */

import type { Reduced } from "./_exchanges.ts";

/** Reasons of deliberate differences. */
export const reasons = {
  "absolute-location":
    "Redirects to the app's own pages are absolute URLs, since clients that request JSON parse them with `new URL`.",
  "bad-request":
    "An invalid request is answered with 400 and a reason, where Auth.js redirects to the error page for configurations.",
  "callback-failure-keeps-session":
    "When a callback of the app throws, there is no session for this request, but the cookie is kept, so that the user stays signed in.",
  "callback-url-in-forms":
    "Every form contains its callback URL, so that tabs do not share the value of one cookie.",
  "charset": "Pages state their encoding in the header too.",
  "code":
    "The redirect has a code for an expired or used attempt, and the page offers to start again.",
  "cookies-where-needed":
    "The CSRF cookie is set only with a token, and the callback-url cookie only when the request has a callback URL. Otherwise parallel first requests overwrite each other's cookies.",
  "location-beside-json":
    "A redirect as JSON keeps its Location header, for failures and for successes.",
  "no-double-slash": "With the base path `/`, URLs have no double slash.",
  "no-store": "Caches must not store responses that depend on the browser or the time.",
  "one-cookie-per-attempt":
    "Each sign-in attempt has its own sealed cookie, which is deleted on success and on failure, so that several tabs can finish.",
  "planted-cookie-is-ignored":
    "A stale or planted callback-url cookie is ignored, so that it cannot block requests.",
  "callback-url-cookie-on-request":
    "The callback-url cookie is set whenever a request has a callback URL.",
  "renewal-when-due":
    "A session token is encrypted again only when it changed or is older than updateAge, so that parallel reads cannot restore a session that ended.",
  "target-in-url":
    "After a failure, the URL of the sign-in page names the target of the attempt, since the cookie may be that of another tab.",
  "title-says-more":
    "Titles of pages name what happened and the site (WCAG 2.4.2), so that tabs can be told apart.",
  "state-always":
    "The state parameter identifies the attempt of an answer, so it is sent with any `checks`.",
} as const;

/** Differing parts of the answer, by the name of the exchange. */
export const differences: Record<
  string,
  Partial<Record<keyof Reduced, keyof typeof reasons>>
> = {
  "GET csrf": { cookies: "cookies-where-needed" },
  "GET csrf over http": { cookies: "cookies-where-needed" },
  "GET providers": { caching: "no-store" },
  "base path /api/auth": { caching: "no-store" },
  "GET session without one": { cookies: "cookies-where-needed" },
  "GET session": { cookies: "renewal-when-due" },
  "GET session with garbage": { cookies: "cookies-where-needed" },
  "GET session, callback adds": { cookies: "renewal-when-due" },
  "GET session, jwt throws": { cookies: "callback-failure-keeps-session" },
  "POST session": { caching: "no-store" },
  "POST session without one": { caching: "no-store" },
  "POST session as a form": { caching: "no-store" },
  "GET signin": {
    contentType: "charset",
    caching: "no-store",
    cookies: "cookies-where-needed",
    body: "callback-url-in-forms",
  },
  "GET signin with error": {
    contentType: "charset",
    caching: "no-store",
    body: "callback-url-in-forms",
  },
  "GET signin, own page": { location: "absolute-location", cookies: "cookies-where-needed" },
  "GET signin, own page with query": {
    location: "absolute-location",
    cookies: "cookies-where-needed",
  },
  "GET signin/<provider>": {
    status: "bad-request",
    location: "bad-request",
    contentType: "bad-request",
    body: "bad-request",
  },
  "POST signin/plain": { location: "state-always", cookies: "one-cookie-per-attempt" },
  "POST signin/strict": { cookies: "one-cookie-per-attempt" },
  "POST signin/strict with parameters": { cookies: "one-cookie-per-attempt" },
  "POST signin/strict, JSON answer": { cookies: "one-cookie-per-attempt" },
  "POST signin/plain without csrf, JSON answer": { location: "location-beside-json" },
  "POST signin/<unknown>": {
    status: "bad-request",
    location: "bad-request",
    contentType: "bad-request",
    body: "bad-request",
  },
  "POST signin/plain, JSON body": { location: "state-always", cookies: "one-cookie-per-attempt" },
  "callback/credentials, foreign callback URL": { cookies: "callback-url-cookie-on-request" },
  "callback/credentials by GET": {
    status: "bad-request",
    location: "bad-request",
    contentType: "bad-request",
    body: "bad-request",
  },
  "callback/plain": { cookies: "one-cookie-per-attempt" },
  "callback/strict": { cookies: "one-cookie-per-attempt" },
  "callback/strict, JSON answer": { cookies: "one-cookie-per-attempt" },
  "callback/strict, wrong state": { location: "code" },
  "callback/strict without cookies": { location: "code" },
  "callback/strict, provider error": {
    location: "target-in-url",
    cookies: "one-cookie-per-attempt",
  },
  "callback/strict, wrong code": { cookies: "one-cookie-per-attempt" },
  "callback/strict, wrong issuer": { cookies: "one-cookie-per-attempt" },
  "callback/plain, refused by signIn": { cookies: "one-cookie-per-attempt" },
  "callback/plain, new user page without a store": { cookies: "one-cookie-per-attempt" },
  "callback without provider": {
    status: "bad-request",
    location: "bad-request",
    contentType: "bad-request",
    body: "bad-request",
  },
  "callback/<unknown>": {
    status: "bad-request",
    location: "bad-request",
    contentType: "bad-request",
    body: "bad-request",
  },
  "GET signout": {
    contentType: "charset",
    caching: "no-store",
    cookies: "cookies-where-needed",
    body: "callback-url-in-forms",
  },
  "GET signout, own page": { location: "absolute-location", cookies: "cookies-where-needed" },
  "GET error": {
    contentType: "charset",
    caching: "no-store",
    cookies: "cookies-where-needed",
    body: "title-says-more",
  },
  "GET error?error=Configuration": {
    contentType: "charset",
    caching: "no-store",
    cookies: "cookies-where-needed",
    body: "title-says-more",
  },
  "GET error?error=AccessDenied": {
    contentType: "charset",
    caching: "no-store",
    cookies: "cookies-where-needed",
    body: "title-says-more",
  },
  "GET error?error=Verification": {
    contentType: "charset",
    caching: "no-store",
    cookies: "cookies-where-needed",
    body: "title-says-more",
  },
  "GET error, own page": { location: "absolute-location", cookies: "cookies-where-needed" },
  "GET verify-request": {
    contentType: "charset",
    caching: "no-store",
    cookies: "cookies-where-needed",
    body: "title-says-more",
  },
  "GET verify-request, own page": {
    location: "absolute-location",
    cookies: "cookies-where-needed",
  },
  "POST csrf": {
    status: "bad-request",
    location: "bad-request",
    contentType: "bad-request",
    body: "bad-request",
  },
  "GET signin, script as callback URL": {
    status: "bad-request",
    contentType: "bad-request",
    body: "bad-request",
  },
  "GET session, script in the callback-url cookie": {
    status: "planted-cookie-is-ignored",
    caching: "no-store",
    body: "planted-cookie-is-ignored",
  },
  "GET signin, untrusted host": {
    contentType: "charset",
    caching: "no-store",
    body: "title-says-more",
  },
  "base path /": { caching: "no-store", body: "no-double-slash" },
  "trailing and doubled slashes": { cookies: "cookies-where-needed" },
  "own cookie names": { cookies: "renewal-when-due" },
  "insecure cookies on https": { cookies: "cookies-where-needed" },
};
