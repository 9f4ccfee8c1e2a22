/**
 * The options of next-auth 4 that change: `legacy` is added, so that nobody is signed out, and what
 * has another name or meaning gets it, or is said.
 *
 * @module
 */

import type ts from "typescript";
import type { ImportPlan } from "./imports.ts";
import { addMember, findMember, findValue, objectIn, removeMember } from "./objects.ts";
import { CALLS, functionAround, type Options, unwrap } from "./options.ts";
import type { Draft } from "./plan.ts";
import { findAll, type Source } from "./source.ts";

const GUIDE = "from-next-auth-4.md";

/** Options that a person looks at, with the reason. */
const LOOK_AT: readonly (readonly [path: readonly string[], text: string])[] = [
  [
    ["jwt", "encode"],
    "sessions that `jwt.encode` of your own has made end with the move: their " +
    "users sign in again",
  ],
  [
    ["jwt", "secret"],
    "`jwt.secret` was the secret of session tokens: set `secret` to a list that " +
    "has it, or everybody signs in again",
  ],
  [["session", "generateSessionToken"], "return the token instead of a promise"],
];

/** Options of providers that a person looks at. */
const LOOK_AT_PROVIDER: Readonly<Record<string, string>> = {
  accessTokenUrl: "write `token`",
  encoding: "remove it: requests of OAuth 1.0 are signed with HMAC-SHA1",
  httpOptions: "set a `fetch` with the key `customFetch`",
  primaryUserFlow: "write `issuer` with the tenant and the user flow",
  profileUrl: "write `userinfo`",
  region: "write `issuer`",
};

/** Edits the options. */
export function changeOptions(draft: Draft, options: Options, imports: ImportPlan): void {
  const { ts } = draft;
  const { source, object } = options;
  if (findMember(ts, object, "legacy")) return;
  imports.add("@x/auth/legacy/next-auth-4", "nextAuth4");
  const cookie = changeCookie(draft, source, object);
  addMember(source, object, `legacy: nextAuth4(${cookie})`);
  draft.note(
    "change",
    source,
    object,
    "`legacy: nextAuth4()`: the sessions of next-auth go on",
    GUIDE,
  );
  draft.note(
    "later",
    source,
    object,
    "when `session.maxAge` has passed, remove `legacy`; before that, let `authorized` require a " +
      "session",
    `${GUIDE}#afterwards`,
  );
  for (const [path, text] of LOOK_AT) {
    const parent = objectIn(ts, object, ...path.slice(0, -1));
    const member = parent && findMember(ts, parent, path.at(-1)!);
    if (!member) continue;
    draft.note("left", source, member, text, GUIDE);
  }
  lookAtSession(draft, source, object);
  changeIds(draft, source);
  lookAtProviders(draft, source, object);
}

/** The cookie of sessions, if the app has named it: `legacy` reads it, and the new one has its own. */
function changeCookie(draft: Draft, source: Source, object: ts.ObjectLiteralExpression): string {
  const { ts } = draft;
  const cookies = findMember(ts, object, "cookies");
  if (!cookies) return "";
  const all = objectIn(ts, object, "cookies");
  const token = all && findMember(ts, all, "sessionToken");
  if (all && !token && !all.properties.some(ts.isSpreadAssignment)) return "";
  const cookie = objectIn(ts, object, "cookies", "sessionToken");
  if (!cookie || cookie.properties.some(ts.isSpreadAssignment)) {
    const text =
      "the session cookie is configured at run time, so `legacy` cannot be told its name: write " +
      "`cookies.sessionToken` out";
    draft.note("stop", source, token ?? cookies, text, CALLS);
    return "";
  }
  const name = findMember(ts, cookie, "name");
  const text = source.textOf(cookie);
  if (name) {
    removeMember(source, cookie, name);
    draft.note("change", source, name, "the name of the session cookie moves to `legacy`", CALLS);
  }
  const domain = objectIn(ts, cookie, "options");
  return name || domain ? `{ cookie: ${flat(text)} }` : "";
}

/** Text of an object on one line, unless it has comments. */
function flat(text: string): string {
  if (text.includes("//")) return text;
  return text.split("\n").map((line) => line.trim()).join(" ").replaceAll(/,(?= ?[}\]])/g, "");
}

/**
 * In callbacks, `session.user.id` is a text here, which next-auth 4 typed as the app did. The token of a
 * session always has `sub`, and its type does not say so.
 */
function changeIds(draft: Draft, source: Source): void {
  const { ts } = draft;
  if (!/\.[cm]?tsx?$/.test(source.path)) return;
  for (const node of findAll(source.tree, ts.isBinaryExpression)) {
    if (node.operatorToken.kind !== ts.SyntaxKind.EqualsToken) continue;
    const to = source.textOf(node.left);
    const given = /\.user!?\.id$/.test(to)
      ? node.right
      : /\.user$/.test(to) && ts.isObjectLiteralExpression(node.right)
      ? findValue(ts, node.right, "id")
      : undefined;
    if (!given || !ts.isPropertyAccessExpression(given) || given.name.text !== "sub") continue;
    if (!/(^|\.)token$/.test(source.textOf(given.expression)) || !isInSession(draft, given)) {
      continue;
    }
    if (source.isReplaced(given) || isAsked(draft, source, given)) continue;
    source.insert(given.end, "!");
    draft.note("change", source, given, "`sub` of a session is always there", CALLS);
  }
}

/** `true` in the callback `session`. */
function isInSession({ ts }: Draft, node: ts.Node): boolean {
  for (let at = functionAround(ts, node); at; at = functionAround(ts, at)) {
    const named = ts.isPropertyAssignment(at.parent) ? at.parent.name : at.name;
    if (named?.getText() === "session") return true;
  }
  return false;
}

/** `true` below an `if` that has the value in its condition. */
function isAsked({ ts }: Draft, source: Source, value: ts.Node): boolean {
  for (let at = value.parent; at; at = at.parent) {
    if (ts.isIfStatement(at) && source.textOf(at.expression).includes(source.textOf(value))) {
      return true;
    }
  }
  return false;
}

/** Without `legacy`, `session.user` has every column of the row with database sessions. */
function lookAtSession(draft: Draft, source: Source, object: ts.ObjectLiteralExpression): void {
  const { ts } = draft;
  const strategy = objectIn(ts, object, "session");
  const written = strategy && findValue(ts, strategy, "strategy");
  const isDatabase = written
    ? unwrap(ts, written).getText(source.tree).includes("database")
    : findMember(ts, object, "adapter") !== undefined;
  const callbacks = objectIn(ts, object, "callbacks");
  const session = callbacks && findMember(ts, callbacks, "session");
  if (!isDatabase || !session) return;
  draft.note(
    "later",
    source,
    session,
    "without `legacy`, `session.user` has all columns of the user: let the callback return only what " +
      "the browser may see",
    CALLS,
  );
}

function lookAtProviders(draft: Draft, source: Source, object: ts.ObjectLiteralExpression): void {
  const { ts } = draft;
  const list = findValue(ts, object, "providers");
  if (!list) return;
  for (const provider of findAll(list, ts.isObjectLiteralExpression)) {
    for (const member of provider.properties) {
      const name = member.name && ts.isIdentifier(member.name) ? member.name.text : "";
      const advice = Object.hasOwn(LOOK_AT_PROVIDER, name) ? LOOK_AT_PROVIDER[name] : undefined;
      const isOption = ts.isCallExpression(provider.parent) || provider.parent === list;
      if (advice && isOption) draft.note("left", source, member, `\`${name}\`: ${advice}`, GUIDE);
      if (name === "tenantId" && isOption) changeTenant(draft, source, provider, member);
      if (name === "checks") changeChecks(draft, source, provider);
      if (name === "idToken" && /\btrue\b/.test(source.textOf(member)) && isOption) {
        draft.note("left", source, member, '`idToken`: set `type: "oidc"`', GUIDE);
      }
    }
  }
}

/** `tenantId` limits who may sign in, which `issuer` does here. */
function changeTenant(
  draft: Draft,
  source: Source,
  provider: ts.ObjectLiteralExpression,
  member: ts.ObjectLiteralElementLike,
): void {
  const { ts } = draft;
  const value = findValue(ts, provider, "tenantId");
  if (!value || findMember(ts, provider, "primaryUserFlow")) {
    const text =
      "`tenantId` limits nothing here: write `issuer`, or users of all tenants can sign in";
    draft.note("stop", source, member, text, GUIDE);
    return;
  }
  const tenant = ts.isStringLiteral(value) ? value.text : `\${${source.textOf(value)}}`;
  source.replaceNode(
    member,
    `issuer: \`https://login.microsoftonline.com/${tenant}/v2.0\``,
  );
  draft.note("change", source, member, "`tenantId` → `issuer`, which limits the users", GUIDE);
}

function changeChecks(draft: Draft, source: Source, provider: ts.ObjectLiteralExpression): void {
  const value = findValue(draft.ts, provider, "checks");
  if (!value || !draft.ts.isStringLiteral(value)) return;
  source.replaceNode(value, `[${source.textOf(value)}]`);
  draft.note("change", source, value, "`checks` is a list", GUIDE);
}
