/**
 * Options of next-auth 4 that have another name or meaning in this library.
 *
 * @module
 */

import { isRecord } from "../../base/objects.ts";

type Members = Readonly<Record<string, unknown>>;

/** An option, and what to write instead. */
interface Change {
  /** Name of the option, after that of the provider if it belongs to one. */
  readonly option: string;
  /** Returns `true` when the app has set it. */
  readonly isSet: (members: Members) => boolean;
  /** What to do. */
  readonly remedy: string;
}

const CONFIG: readonly Change[] = [
  {
    option: "cookies.sessionToken.name",
    isSet: ({ cookies }) =>
      /^(__Secure-)?next-auth\./.test(String(member(cookies, "sessionToken", "name"))),
    remedy:
      "remove it, since the session cookie has another default name; `legacy` reads the old one",
  },
  {
    option: "jwt.secret",
    isSet: ({ jwt, secret }) => Boolean(member(jwt, "secret")) && !(secret as unknown[])?.length,
    remedy: "it is the secret of session tokens alone; set `secret`, too",
  },
  {
    option: "session.generateSessionToken",
    isSet: ({ session }) => isAsync(member(session, "generateSessionToken")),
    remedy: "return the token instead of a promise",
  },
  {
    option: "callbacks.authorized",
    isSet: ({ callbacks }) => takesToken(member(callbacks, "authorized")),
    remedy: "it gets `{ request, auth }` instead of `{ req, token }`; `auth` is the session",
  },
  {
    option: "logger.error",
    isSet: ({ logger }) => takesMoreThan(1, member(logger, "error")),
    remedy: "it is called with an error, and not with a code and metadata",
  },
];

const PROVIDER: readonly Change[] = [
  {
    option: "idToken",
    isSet: ({ type, idToken }) => type === "oauth" && idToken === true,
    remedy: 'set `type: "oidc"`, whose users come from the ID token',
  },
  {
    option: "wellKnown",
    isSet: ({ type, wellKnown, idToken }) =>
      type === "oauth" && idToken === undefined &&
      String(wellKnown).includes("openid-configuration"),
    remedy: 'set `type: "oidc"` and `issuer`, from which `wellKnown` is found',
  },
  {
    option: "accessTokenUrl",
    isSet: ({ accessTokenUrl }) => accessTokenUrl !== undefined,
    remedy: "use `token`",
  },
  {
    option: "profileUrl",
    isSet: ({ profileUrl }) => profileUrl !== undefined,
    remedy: "use `userinfo`",
  },
  {
    option: "encoding",
    isSet: ({ encoding }) => encoding !== undefined,
    remedy: "remove it; requests of OAuth 1.0 are signed with HMAC-SHA1",
  },
  {
    option: "httpOptions",
    isSet: ({ httpOptions }) => httpOptions !== undefined,
    remedy: "set a `fetch` with the key `customFetch`",
  },
  {
    option: "checks",
    isSet: ({ checks }) => typeof checks === "string",
    remedy: 'use a list, such as `["pkce"]`',
  },
  {
    option: "tenantId",
    isSet: ({ tenantId }) => tenantId !== undefined,
    remedy: "it limits nothing here: use `issuer` with the tenant, or users of all tenants can " +
      "sign in",
  },
  {
    option: "region",
    isSet: ({ region }) => region !== undefined,
    remedy: "use `issuer`",
  },
  {
    option: "token.request",
    isSet: ({ token }) => usesClient(member(token, "request")),
    remedy: "it gets no `client`; remove it, or call `fetch` and return `{ tokens }`",
  },
  {
    option: "userinfo.request",
    isSet: ({ userinfo }) => usesClient(member(userinfo, "request")),
    remedy: "it gets no `client`; call `fetch` with `tokens.access_token`",
  },
  {
    option: "style.bg",
    isSet: ({ style }) => member(style, "bg") !== undefined,
    remedy: "use `style.brandColor`",
  },
  {
    option: "authorize",
    isSet: ({ type, authorize }) =>
      type === "credentials" && (takesMoreThan(1, authorize) || readsOldHeaders(authorize)),
    remedy: "its second parameter is a `Request`: write `request.headers.get(name)`, since " +
      "`headers[name]` is undefined, and so are `query` and the fields of `body`",
  },
];

/** One sentence about each option that has another name or meaning in this library. */
export function renamedOptions(config: object): string[] {
  const members: Members = { ...config };
  const lines = listChanges(CONFIG, members).map(({ option, remedy }) =>
    `\`${option}\`: ${remedy}`
  );
  const providers: readonly unknown[] = Array.isArray(members.providers) ? members.providers : [];
  for (const provider of providers) {
    if (!isRecord(provider)) continue;
    const options = isRecord(provider.options) ? provider.options : {};
    for (const { option, remedy } of listChanges(PROVIDER, { ...provider, ...options })) {
      lines.push(`\`${option}\` of the provider "${options.id ?? provider.id}": ${remedy}`);
    }
  }
  return lines;
}

function listChanges(changes: readonly Change[], members: Members): Change[] {
  return changes.filter(({ isSet }) => isSet(members));
}

/** A member of a member, of objects that the app wrote and that can be anything. */
function member(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce((object, name) => isRecord(object) ? object[name] : undefined, value);
}

function takesMoreThan(count: number, value: unknown): boolean {
  return typeof value === "function" && value.length > count;
}

function isAsync(value: unknown): boolean {
  return typeof value === "function" && value.constructor.name === "AsyncFunction";
}

/** The client of openid-client, which the text of a function that uses it names. */
function usesClient(value: unknown): boolean {
  return typeof value === "function" && /[({,\s]client\s*[.,:}]/.test(String(value));
}

/** The parameter of `authorized`, which the text of the function begins with. */
function takesToken(value: unknown): boolean {
  if (typeof value !== "function") return false;
  const text = String(value);
  return /\b(?:req|token)\b/.test(text.slice(0, text.indexOf("}") + 1));
}

/** A header as a member, which a parameter with a default does not show otherwise. */
function readsOldHeaders(value: unknown): boolean {
  return typeof value === "function" && /\bheaders(?:\?\.)?\[/.test(String(value));
}
