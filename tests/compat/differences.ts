/**
 * Where we answer differently from the compatible core, and why. A difference
 * that is not here fails the test, and so does one that no longer occurs.
 *
 * @module
 */

import type { Reduced } from "./_exchanges.ts";

/** Why a difference is meant. */
export const reasons = {
  "absolute-location":
    "Redirects to the app's own pages are absolute, since clients that ask for JSON parse them as URLs.",
  "bad-request":
    "A request that cannot be meant is refused with 400 and a reason, instead of a redirect to a page that blames the configuration.",
  "callback-failure-keeps-session":
    "A callback of the app that throws is no reason to sign people out: nobody is signed in for this request, and the cookie stays.",
  "callback-url-in-forms":
    "Every form carries where it leads, so that tabs do not share one cookie's value.",
  "charset": "Pages name their encoding in the header too.",
  "code": "An attempt that expired or was used says so, and the page offers to start again.",
  "cookies-where-needed":
    "The CSRF cookie is issued only with a token and the callback-url cookie only when a request names a target: otherwise parallel first requests overwrite each other's.",
  "location-beside-json": "A redirect as JSON keeps its Location, for failures as for successes.",
  "no-double-slash": "With the base path / URLs have no double slash.",
  "no-store": "What belongs to one browser and one moment is not stored by caches.",
  "one-cookie-per-attempt":
    "Each sign-in attempt has one sealed cookie of its own, used up on success and on failure, so that any number of tabs finish.",
  "planted-cookie-is-ignored": "A stale or planted callback-url cookie locks nobody out.",
  "remembers-what-was-named":
    "The callback-url cookie is written whenever a request names a target.",
  "renewal-when-due":
    "A session is sealed anew only when it changed or is older than updateAge, so that parallel reads cannot bring back one that ended.",
  "state-always":
    "A state parameter names the attempt an answer belongs to, whatever the checks are.",
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
  "callback/credentials, foreign callback URL": { cookies: "remembers-what-was-named" },
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
  "callback/strict, provider error": { cookies: "one-cookie-per-attempt" },
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
  "GET error": { contentType: "charset", caching: "no-store", cookies: "cookies-where-needed" },
  "GET error?error=Configuration": {
    contentType: "charset",
    caching: "no-store",
    cookies: "cookies-where-needed",
  },
  "GET error?error=AccessDenied": {
    contentType: "charset",
    caching: "no-store",
    cookies: "cookies-where-needed",
  },
  "GET error?error=Verification": {
    contentType: "charset",
    caching: "no-store",
    cookies: "cookies-where-needed",
  },
  "GET error, own page": { location: "absolute-location", cookies: "cookies-where-needed" },
  "GET verify-request": {
    contentType: "charset",
    caching: "no-store",
    cookies: "cookies-where-needed",
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
  "GET signin, untrusted host": { contentType: "charset", caching: "no-store" },
  "base path /": { caching: "no-store", body: "no-double-slash" },
  "trailing and doubled slashes": { cookies: "cookies-where-needed" },
  "own cookie names": { cookies: "renewal-when-due" },
  "insecure cookies on https": { cookies: "cookies-where-needed" },
};
