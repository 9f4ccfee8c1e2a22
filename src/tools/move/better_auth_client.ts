/**
 * What a browser does with the client of Better Auth: the calls that have an equal are written, and
 * the others are listed with the guide that has theirs.
 *
 * @module
 */

import type ts from "typescript";
import {
  type Advice,
  GUIDE,
  IN_ONE_COMMAND,
  isBetterAuth,
  listCall,
  type ServerMove,
  stop,
} from "./better_auth_parts.ts";
import { BASE_PATH } from "./better_auth_config.ts";
import { providerId } from "./better_auth_providers.ts";
import { followNames, stopAtErrors } from "./better_auth_result.ts";
import { addProvider } from "./better_auth_shell.ts";
import { findUses, hasName, lineFor, listBindings } from "./imports.ts";
import { findMember, findOther, findValue } from "./objects.ts";
import { findOrigin, functionAround, unwrap } from "./options.ts";
import type { Draft } from "./plan.ts";
import { findAll, type Source } from "./source.ts";

/** Calls that are listed, by the beginning of their name. */
const LISTED: Advice = [
  [
    /^organization\b|ActiveOrganization|ListOrganizations/,
    "people use the pages of organizations, or yours with `auth.organizations`",
    "organizations.md",
  ],
  [/^twoFactor\b/, "people use the page `/factors`, or your own steps", "second-factor.md"],
  [/^signIn\.passkey/, "write `signIn` of `…/webauthn`", "passkeys.md"],
  [/^passkey\b/, "people use the page `/passkeys`", "passkeys.md"],
  [/^apiKey\b/, "people use the page `/keys`", "api-keys.md"],
  [
    /^(change(Email|Password)|(delete|update)User|linkSocial|unlink|list(Accounts|Sessions)|revoke)/,
    "people use the page `/account`",
    "account.md",
  ],
  [
    /^(signIn|signUp|requestPassword|forgetPassword|resetPassword|sendVerification|verify|emailOtp|magicLink)/,
    "people use the built-in pages, or your own with `createFlow`",
    "own-pages/react.md",
  ],
  [/^admin\b/, "operators call the functions of `auth.users` and `auth.sessions`", "roles.md"],
  [
    /^(useSession|getSession)\b/,
    "it asks an endpoint that is gone, so what it protects is closed to everybody: read the session " +
    "on the server, or by the client of this library",
    "frameworks/README.md",
  ],
];

/** Modules that make a client. */
const CLIENT = /^better-auth\/(client|react|svelte|vue|solid)$/;

/** Moves the calls in a file. */
export function moveClient(move: ServerMove): void {
  const { draft, source } = move;
  const { ts } = draft;
  for (const { local, imported } of listClients(draft, source)) {
    for (const use of findUses(source, ts, local)) moveUse(move, use, imported);
    lookAtTemplate(move, local, imported);
  }
  removeClient(move);
}

/** Only the scripts of a component are parsed, so uses in its other text are listed. */
function lookAtTemplate(move: ServerMove, local: string, imported: string): void {
  const { source } = move;
  if (!/\.(svelte|vue|astro)$/.test(source.path) || !/^\w+$/.test(local)) return;
  for (const { index, 0: text } of source.text.matchAll(/\b\w[\w.]{0,80}/g)) {
    if (text.split(".", 1)[0] !== local) continue;
    // The parsed text has spaces in place of what is no script.
    if (source.tree.text.slice(index, index + text.length) === text) continue;
    const path = imported === ""
      ? text.slice(local.length + 1)
      : imported + text.slice(local.length);
    listCall(move, index, path, LISTED);
  }
}

interface Client {
  readonly local: string;
  /** Path of members from the client, such as `signIn`; empty for the client itself. */
  readonly imported: string;
}

/** Names of a file that are a client or a part of one. */
function listClients(draft: Draft, source: Source): Client[] {
  const { ts } = draft;
  const found = partsIn(draft, source);
  for (const { specifier, imported, local } of listBindings(source, ts)) {
    const origin = findOrigin(draft, source, specifier, imported);
    const part = origin &&
      partsIn(draft, origin.source).find((one) => one.local === origin.name);
    if (part) found.push({ local, imported: part.imported });
  }
  return found;
}

/** The client that a file makes, and what it takes from it. */
function partsIn({ ts }: Draft, source: Source): Client[] {
  const makers = listBindings(source, ts).filter(({ specifier, imported }) =>
    CLIENT.test(specifier) && imported === "createAuthClient"
  ).map(({ local }) => local);
  if (makers.length === 0) return [];
  const parts: Client[] = [];
  const isMaker = (node: ts.Expression | undefined) =>
    node !== undefined && ts.isCallExpression(node) && ts.isIdentifier(node.expression) &&
    makers.includes(node.expression.text);
  for (const { name, initializer } of findAll(source.tree, ts.isVariableDeclaration)) {
    const isPart = initializer !== undefined && ts.isIdentifier(initializer) &&
      parts.some(({ local, imported }) => imported === "" && local === initializer.text);
    if (!isMaker(initializer) && !isPart) continue;
    if (ts.isIdentifier(name)) parts.push({ local: name.text, imported: "" });
    else if (ts.isObjectBindingPattern(name)) {
      for (const element of name.elements) {
        const own = (element.propertyName ?? element.name).getText(source.tree);
        parts.push({ local: element.name.getText(source.tree), imported: own });
      }
    }
  }
  return parts;
}

function moveUse(move: ServerMove, use: ts.Identifier, imported: string): void {
  const { draft, source } = move;
  const { ts } = draft;
  if (ts.isBindingElement(use.parent) || (ts.isVariableDeclaration(use.parent))) return;
  let node: ts.Expression = use;
  const names = imported === "" ? [] : [imported];
  while (ts.isPropertyAccessExpression(node.parent) && node.parent.expression === node) {
    names.push(node.parent.name.text);
    node = node.parent;
  }
  const path = names.join(".");
  const call = ts.isCallExpression(node.parent) && node.parent.expression === node
    ? node.parent
    : undefined;
  if (path === "$Infer.Session" || path === "") return;
  if (path === "getSession" && (!call || call.arguments.length > 0 || isGate(source))) {
    const text =
      `\`${path}\` of the client asks an endpoint that is gone, and whose answer is no session: write \`${move.auth}.api.getSession({ headers: request.headers })\` first`;
    return stop(move, use, text, IN_ONE_COMMAND);
  }
  const done = call && !source.isReplaced(call) && moveCall(move, path, call);
  if (done) return draft.note("change", source, call, `\`${path}\` → \`${done}\``, GUIDE);
  if (/^(use|get)Session\b/.test(path)) stopAtErrors(move, node);
  listCall(move, use, path, LISTED);
}

/** `true` for what a framework calls in front of its pages. */
function isGate({ path }: Source): boolean {
  return /^(src\/)?(middleware|proxy|hooks(\.server)?)\.[cm]?[jt]sx?$/.test(path);
}

/** Writes a call; `undefined` where it has a form that is listed. */
function moveCall(move: ServerMove, path: string, call: ts.CallExpression): string | undefined {
  const { draft, source } = move;
  const { ts } = draft;
  const [argument, second] = call.arguments;
  const options = argument && unwrap(ts, argument);
  const isDropped = ts.isExpressionStatement(call.parent) ||
    (ts.isAwaitExpression(call.parent) && ts.isExpressionStatement(call.parent.parent)) ||
    ts.isArrowFunction(call.parent);
  switch (path) {
    case "signIn.social": {
      if (!options || second || !isDropped || !ts.isObjectLiteralExpression(options)) {
        return undefined;
      }
      const provider = findValue(ts, options, "provider");
      const known = /^(provider|callbackURL|errorCallbackURL|newUserCallbackURL)$/;
      if (!provider || findOther(options, known)) return undefined;
      const target = findValue(ts, options, "callbackURL");
      for (const name of ["errorCallbackURL", "newUserCallbackURL"]) {
        const member = findMember(ts, options, name);
        if (!member) continue;
        const page = name === "errorCallbackURL" ? "error" : "newUser";
        const text = `\`${name}\` is the same for all sign-ins: set \`pages: { ${page} }\``;
        draft.note("left", source, member, text, "configuration.md");
      }
      const id = ts.isStringLiteralLike(provider)
        ? source.textOf(provider).replace(provider.text, providerId(provider.text))
        : source.textOf(provider);
      return replaceCall(
        move,
        call,
        "signIn",
        target ? `${id}, { redirectTo: ${source.textOf(target)} }` : id,
      );
    }
    case "signOut": {
      if (!isDropped || second) return undefined;
      if (argument) return undefined;
      return replaceCall(move, call, "signOut", "");
    }
    case "signIn.passkey":
    case "passkey.addPasskey":
      return isDropped && isEmpty(ts, options) && !second
        ? replacePasskey(move, call, path === "signIn.passkey" ? "" : 'action: "register", ')
        : undefined;
    case "signIn.magicLink":
    case "emailOtp.sendVerificationOtp": {
      const isCode = path !== "signIn.magicLink";
      if (!isDropped || second || !options || !ts.isObjectLiteralExpression(options)) {
        return undefined;
      }
      const known = isCode ? /^(email|type)$/ : /^(email|callbackURL)$/;
      const email = findValue(ts, options, "email");
      const kind = findValue(ts, options, "type");
      if (
        findOther(options, known) || !email ||
        (isCode && !/^["'`]sign-in["'`]$/.test(kind ? source.textOf(kind) : ""))
      ) {
        return undefined;
      }
      const target = findValue(ts, options, "callbackURL");
      const text = source.textOf(email);
      return replaceCall(
        move,
        call,
        "signIn",
        `"${move.mail}", { ${
          [
            text === "email" ? text : `email: ${text}`,
            ...target ? [`redirectTo: ${source.textOf(target)}`] : [],
            // The page of the library asks for the code; a link is told by the page of the app.
            ...isCode ? [] : ["redirect: false"],
          ].join(", ")
        } }`,
      );
    }
    case "useSession":
      return argument ? undefined : moveHook(move, call);
    case "getSession": {
      // `{ data }` is what it returns; here it is the session itself.
      const declaration = call.parent.parent;
      if (
        argument || !ts.isAwaitExpression(call.parent) || !ts.isVariableDeclaration(declaration)
      ) return undefined;
      const { name } = declaration;
      if (!ts.isObjectBindingPattern(name) || name.elements.length !== 1) return undefined;
      const { name: inner, propertyName, initializer, dotDotDotToken } = name.elements[0]!;
      const isData = (propertyName ?? inner).getText(source.tree) === "data";
      if (!isData || initializer || dotDotDotToken) return undefined;
      const text = replaceCall(move, call, "getSession", "");
      if (text === undefined) return undefined;
      source.replaceNode(name, inner.getText(source.tree));
      followNames(move, inner);
      return text;
    }
  }
}

/** `true` for no options, and for `{}`. */
function isEmpty(ts: Draft["ts"], options: ts.Expression | undefined): boolean {
  return !options || (ts.isObjectLiteralExpression(options) && options.properties.length === 0);
}

/** A ceremony of a passkey, which leaves the page as it is. */
function replacePasskey(
  move: ServerMove,
  call: ts.CallExpression,
  action: string,
): string | undefined {
  const { draft, source, imports, wrapper: { kind, basePath } } = move;
  const isKnown = kind === "sveltekit" || basePath !== undefined;
  if (!isKnown) return undefined;
  const module = kind === "next" || kind === "sveltekit"
    ? `@x/auth/${kind}/webauthn`
    : "@x/auth/client/webauthn";
  const local = hasName(source, draft.ts, "signInByPasskey") ? undefined : "signInByPasskey";
  if (local === undefined) return undefined;
  imports.add(module, `signIn as ${local}`);
  // The modules of the frameworks know the base path.
  const isOwn = kind === "sveltekit" || (kind === "next" && basePath === BASE_PATH);
  const base = isOwn ? "" : `basePath: ${JSON.stringify(basePath)}, `;
  const text = `${local}("passkey", { ${action}${base}redirect: false })`;
  source.replaceNode(call, text);
  return text;
}

/** Writes a call of a function of this library's client; `undefined` where its base path is unknown. */
function replaceCall(
  move: ServerMove,
  call: ts.CallExpression,
  name: string,
  args: string,
): string | undefined {
  const { source, imports } = move;
  const module = moduleOf(move);
  if (module === undefined) return undefined;
  const { ts } = move.draft;
  const isOwn = listBindings(source, ts).some(({ local, specifier }) =>
    local === name && specifier === module
  );
  const taken = !isOwn && hasName(source, ts, name);
  // The old name goes with the last of its uses; until then both stand beside each other.
  const local = taken ? `start${name[0]!.toUpperCase()}${name.slice(1)}` : name;
  imports.add(module, local === name ? name : `${name} as ${local}`);
  source.replaceNode(call, `${local}(${args})`);
  return `${local}(${args})`;
}

/** The module whose functions call the base path of the app. */
function moduleOf({ draft, source, wrapper }: ServerMove): string | undefined {
  const { kind, basePath } = wrapper;
  if (kind === "sveltekit") return "@x/auth/sveltekit/client";
  if (basePath === BASE_PATH && kind === "next") return "@x/auth/next/react";
  if (basePath === BASE_PATH && kind === "solid-start") return "@x/auth/solid-start/client";
  if (basePath === undefined || kind === "next") return undefined;
  const [known] = [...draft.created].find(([, text]) => text.includes("createAuthClient(")) ?? [];
  const path = known ?? pathOfClient(draft);
  draft.created.set(
    path,
    `${lineFor(["createAuthClient"], "@x/auth/client", { quote: '"', end: ";" })}

/** The functions of the browser, at the base path of the server. */
export const { getSession, signIn, signOut } = createAuthClient({
  basePath: ${JSON.stringify(basePath)},
});
`,
  );
  return draft.resolver.name(source.path, path);
}

/** Path of a new module beside the old client. */
function pathOfClient({ app, ts, sources }: Draft): string {
  const maker = [...sources.values()].find((one) =>
    listBindings(one, ts).some(({ specifier, imported }) =>
      CLIENT.test(specifier) && imported === "createAuthClient"
    )
  );
  const [, folder = "", ending = "ts"] = /^(.*\/)?[^/]*\.([cm]?[jt]s)x?$/.exec(maker?.path ?? "") ??
    [];
  const names = ["auth-browser", "browser-auth", "auth-in-browser"];
  const free = names.find((name) =>
    ![...app.paths].some((one) => one.startsWith(`${folder}${name}.`))
  );
  return `${folder}${free ?? names[0]}.${ending}`;
}

/** `useSession` of React, in Next.js: `isPending` is a status here. */
function moveHook(move: ServerMove, call: ts.CallExpression): string | undefined {
  const { draft, source, wrapper } = move;
  const { ts } = draft;
  const { parent } = call;
  if (
    wrapper.kind !== "next" || !ts.isVariableDeclaration(parent) ||
    !ts.isObjectBindingPattern(parent.name)
  ) return undefined;
  const { elements } = parent.name;
  const nameOf = (one: ts.BindingElement) => (one.propertyName ?? one.name).getText(source.tree);
  if (!elements.every((one) => /^(data|isPending|refetch)$/.test(nameOf(one)))) return undefined;
  const isPlain = (one: ts.BindingElement) =>
    ts.isIdentifier(one.name) && !one.initializer && !one.dotDotDotToken;
  if (!elements.every(isPlain)) return undefined;
  const outer = functionAround(ts, call);
  const [status, other] = hasName(source, ts, "status") ? ["sessionStatus", true] : ["status"];
  if (other && hasName(source, ts, status!)) return undefined;
  const text = replaceCall(move, call, "useSession", "");
  if (text === undefined) return undefined;
  for (const element of elements) {
    const local = element.name.getText(source.tree);
    if (nameOf(element) === "data") followNames(move, element.name);
    else if (nameOf(element) === "isPending") {
      for (const use of findUses(source, ts, local)) {
        const isOwn = use.parent !== element && outer && outer.pos <= use.pos &&
          use.end <= outer.end;
        if (isOwn) {
          const test = `${status} === "loading"`;
          const isMember = ts.isShorthandPropertyAssignment(use.parent);
          const isWhole = ts.isIfStatement(use.parent) || ts.isParenthesizedExpression(use.parent);
          source.replaceNode(use, isMember ? `${local}: ${test}` : isWhole ? test : `(${test})`);
        }
      }
      source.replaceNode(element, other ? `status: ${status}` : "status");
    } else if (nameOf(element) === "refetch") source.replaceNode(element, `update: ${local}`);
  }
  addProvider(move);
  return text;
}

/** A client of which all calls are moved is listed, since nothing needs it any more. */
function removeClient({ draft, source }: ServerMove): void {
  const { ts } = draft;
  const maker = listBindings(source, ts).find(({ specifier, imported }) =>
    CLIENT.test(specifier) && imported === "createAuthClient"
  );
  if (!maker || !isBetterAuth(maker.specifier)) return;
  draft.note(
    "left",
    source,
    maker.node,
    "remove this client when none of its calls is left",
    GUIDE,
  );
}
