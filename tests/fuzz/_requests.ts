/**
 * Generators of requests, many of them nearly valid.
 *
 * @module
 */

import fc from "fast-check";
import { anyText } from "../_any_text.ts";
import { ACTIONS, ADDRESSES, ATTACKS, COOKIES, ERRORS, NAMES, PATHS, TARGETS } from "./_words.ts";

/** Parts of a request, in a printable form. */
export interface RequestSeed {
  method: string;
  path: string;
  query: [string, string][];
  headers: [string, string][];
  cookies: [string, string][];
  body: BodySeed;
  /** `true` adds a valid CSRF token and its cookie. */
  csrf: boolean;
  /** `true` adds the cookie of a sign-in attempt, and its state. */
  attempt: boolean;
  /** `true` adds a valid session cookie. */
  session: boolean;
}

export type BodySeed =
  | { kind: "none" }
  | { kind: "form"; fields: [string, string][] }
  | { kind: "json"; fields: [string, unknown][] }
  | { kind: "text"; text: string; type: string }
  | { kind: "bytes"; bytes: Uint8Array; type: string }
  | { kind: "huge"; size: number; type: string };

const text = anyText({ maxLength: 40 });
const value = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...ATTACKS) },
  { weight: 1, arbitrary: fc.constantFrom(...ERRORS, "right") },
  { weight: 1, arbitrary: text },
  { weight: 1, arbitrary: fc.webUrl({ withQueryParameters: true, withFragments: true }) },
);
const name = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...NAMES) },
  { weight: 1, arbitrary: text },
);

/** Names and values of queries and bodies. */
function fields<T>(values: fc.Arbitrary<T>): fc.Arbitrary<[string, T | string][]> {
  const field = fc.oneof<fc.Arbitrary<[string, T | string]>[]>(
    fc.tuple(fc.constant("callbackUrl"), fc.constantFrom(...TARGETS)),
    fc.tuple(
      fc.constantFrom("password", "data", "code"),
      fc.constantFrom("right", ...ERRORS),
    ),
    fc.tuple(fc.constant("email"), fc.constantFrom(...ADDRESSES)),
    fc.tuple(fc.constant("error"), fc.constantFrom(...ERRORS)),
    fc.tuple(name, values),
  );
  return fc.array(field, { maxLength: 4 });
}

const segment = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom("acme", "credentials", "nope", "", "..", "%2e%2e") },
  { weight: 1, arbitrary: fc.constantFrom("__proto__", "constructor", "undefined", "%00", "%2F") },
  { weight: 1, arbitrary: text.map(encodeLoosely) },
);

const path = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom(...PATHS),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom(...ACTIONS), fc.array(segment, { maxLength: 3 }))
      .map(([action, rest]) => [action, ...rest].join("/")),
  },
  { weight: 1, arbitrary: fc.array(segment, { maxLength: 4 }).map((all) => all.join("/")) },
);

/** Characters that a header may contain. */
const headerText = fc.oneof(value, text).map((raw) => raw.replaceAll(/[^\x20-\x7e\x80-\xff]/g, ""));

const header = fc.oneof(
  fc.constant<[string, string]>(["x-auth-return-redirect", "1"]),
  fc.tuple(
    fc.constantFrom(
      "accept",
      "accept-language",
      "authorization",
      "origin",
      "referer",
      "host",
      "forwarded",
      "x-forwarded-host",
      "x-forwarded-proto",
      "x-forwarded-for",
      "user-agent",
      "content-type",
    ),
    headerText,
  ),
);

const cookie = fc.tuple(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.tuple(fc.constantFrom("", "__Secure-", "__Host-"), fc.constantFrom(...COOKIES))
        .map(([prefix, bare]) => prefix + bare),
    },
    { weight: 1, arbitrary: headerText },
  ),
  fc.oneof(headerText, value.map(encodeLoosely)),
);

const type = fc.constantFrom(
  "application/secevent+jwt",
  "application/json",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "text/plain",
  "APPLICATION/JSON;charset=\u00e9",
  "",
);

const body: fc.Arbitrary<BodySeed> = fc.oneof(
  { weight: 2, arbitrary: fc.constant({ kind: "none" as const }) },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant("form" as const), fields: fields(value) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("json" as const),
      fields: fields(fc.oneof(value, fc.jsonValue({ maxDepth: 3 }))),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("text" as const),
      text: fc.oneof(fc.json(), text),
      type,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("bytes" as const),
      bytes: fc.uint8Array({ maxLength: 200 }),
      type,
    }),
  },
);

/** Rare, since each one costs a megabyte. */
export const hugeBody: fc.Arbitrary<BodySeed> = fc.record({
  kind: fc.constant("huge" as const),
  size: fc.constantFrom(1024 * 1024 - 1, 1024 * 1024, 1024 * 1024 + 1, 3 * 1024 * 1024),
  type,
});

const often = fc.constantFrom(true, true, false);

export function requestSeed(bodies: fc.Arbitrary<BodySeed> = body): fc.Arbitrary<RequestSeed> {
  return fc.record({
    method: fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom("GET", "POST") },
      { weight: 1, arbitrary: fc.constantFrom("HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "X-Y") },
    ),
    path,
    query: fields(value),
    headers: fc.array(header, { maxLength: 3 }),
    cookies: fc.array(cookie, { maxLength: 4 }),
    body: bodies,
    csrf: often,
    attempt: often,
    session: often,
  });
}

/** Percent-encoding that converts lone surrogates to their bytes on the wire. */
function encodeLoosely(raw: string): string {
  return encodeURIComponent(raw.toWellFormed());
}

/** Cookies and tokens of the sender's browser, added when the seed says so. */
export interface Belongings {
  csrfToken: string;
  csrfCookie: string;
  state: string;
  attemptCookie: string;
  sessionCookie: string;
}

/** Builds a request; returns `undefined` when the platform rejects it. */
export function toRequest(base: string, seed: RequestSeed, own: Belongings): Request | undefined {
  const query = [...seed.query, ...seed.attempt ? [["state", own.state], ["code", "code"]] : []];
  const url = `${base}/${seed.path}?${new URLSearchParams(query)}`;
  if (!URL.canParse(url)) return;
  const headers = new Headers();
  for (const [name, value] of seed.headers) headers.set(name, value);
  // The sender's cookies are first, since the first cookie of a name is used.
  const cookies = [
    ...seed.csrf ? [own.csrfCookie] : [],
    ...seed.attempt ? [own.attemptCookie] : [],
    ...seed.session ? [own.sessionCookie] : [],
    ...seed.cookies.map((pair) => pair.join("=")),
  ];
  if (cookies.length > 0) headers.set("cookie", cookies.join("; "));
  const { content, type } = toBody(seed, own);
  const hasBody = content !== undefined && seed.method !== "GET" && seed.method !== "HEAD";
  if (hasBody && type !== undefined) headers.set("content-type", type);
  return new Request(url, {
    method: seed.method,
    headers,
    ...hasBody ? { body: content } : {},
  });
}

function toBody(
  { body, csrf }: RequestSeed,
  { csrfToken }: Belongings,
): { content?: BodyInit; type?: string } {
  const token: [string, string][] = csrf ? [["csrfToken", csrfToken]] : [];
  switch (body.kind) {
    case "none":
      return csrf ? { content: new URLSearchParams(token) } : {};
    case "form":
      return { content: new URLSearchParams([...body.fields, ...token]) };
    case "json": {
      // Built as a string, so that `__proto__` is sent as a member.
      const members = [...body.fields, ...token]
        .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
      return { content: `{${members.join(",")}}`, type: "application/json" };
    }
    case "text":
      return { content: body.text, type: body.type };
    case "bytes":
      return { content: new Uint8Array(body.bytes), type: body.type };
    case "huge":
      return { content: "a=".padEnd(body.size, "b"), type: body.type };
  }
}
