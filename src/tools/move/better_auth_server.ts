/**
 * What a server does with Better Auth: reads of the session, routes and hooks.
 *
 * @module
 */

import type ts from "typescript";
import { moveCookies } from "./better_auth_cookies.ts";
import {
  authNames,
  findOrigin,
  GUIDE,
  isBetterAuth,
  nameFromHome,
  type ServerMove,
} from "./better_auth_parts.ts";
import { providerId } from "./better_auth_providers.ts";
import { findUses, listBindings } from "./imports.ts";
import { findMember, findValue, objectIn } from "./objects.ts";
import { functionAround, unwrap } from "./options.ts";
import { findAll } from "./source.ts";

/** Calls of `auth.api` that are listed, with what takes their place. */
const LISTED: readonly (readonly [RegExp, text: string, guide: string])[] = [
  [
    /^(signIn|signUp|verify|sendVerification|requestPassword|forgetPassword|resetPassword)/,
    "people sign in on the pages, or with `createFlow` on your own",
    "own-pages/react.md",
  ],
  [/^(listSessions|revoke)/, "write `auth.sessions`", "sessions.md"],
  [
    /^(getFullOrganization|listOrganizations|createOrganization|setActive|hasPermission|.*(Organization|Member|Invitation|Team))/,
    "write `auth.organizations`, with the organization in the path of the page",
    "organizations.md",
  ],
  [/ApiKey/, "write `auth.keys` and `authenticate`", "api-keys.md"],
  [/TwoFactor|Totp|BackupCode/i, "write `auth.factors`", "second-factor.md"],
  [/Passkey/, "write `auth.passkeys`", "passkeys.md"],
  [/(User|ban|impersonate)/, "write `auth.users`", "roles.md"],
];

/** Moves a file of the server. */
export function moveServer(move: ServerMove): void {
  const { draft, source } = move;
  const { ts } = draft;
  const names = authNames(move);
  for (const name of names) {
    for (const use of findUses(source, ts, name)) moveUse(move, use, name);
  }
  stopAtWholes(move);
  moveHandlers(move, names);
  moveCookies(move);
}

/** Stops where a file has the module of the config as a whole, whose calls have no name of it. */
function stopAtWholes({ draft, source, home, auth }: ServerMove): void {
  const { ts } = draft;
  const isHome = (specifier: string) => findOrigin(draft, source, specifier, auth)?.source === home;
  const stop = (at: ts.Node) =>
    draft.note(
      "stop",
      source,
      at,
      "the module of the config is read as a whole: import what `betterAuth` returned by its name",
      GUIDE,
    );
  for (const { imported, specifier, node } of listBindings(source, ts)) {
    if (imported === "*" && isHome(specifier)) stop(node);
  }
  for (const call of findAll(source.tree, ts.isCallExpression)) {
    const [given] = call.arguments;
    const isLoad = call.expression.kind === ts.SyntaxKind.ImportKeyword ||
      call.expression.getText(source.tree) === "require";
    if (isLoad && given && ts.isStringLiteralLike(given) && isHome(given.text)) stop(call);
  }
}

/** `auth.api.…`, `auth.$Infer.Session`, `auth.handler`. */
function moveUse(move: ServerMove, use: ts.Identifier, name: string): void {
  const { draft, source, imports } = move;
  const { ts } = draft;
  const { parent } = use;
  if (ts.isQualifiedName(parent) && parent.right.text === "$Infer") {
    let type: ts.Node = parent.parent;
    if (!ts.isQualifiedName(type) || type.right.text !== "Session") return;
    while (ts.isQualifiedName(type.parent)) type = type.parent;
    const query = type.parent;
    const rest = source.textOf(type).split(".").slice(3);
    const members = rest.map((one) => `["${one}"]`).join("");
    const text = rest.length > 0
      ? `NonNullable<SessionOf<typeof ${name}>${members}>`
      : `SessionOf<typeof ${name}>`;
    source.replaceNode(query, text);
    imports.add("@x/auth/types", "type SessionOf");
    if (rest[0] === "session") {
      draft.note(
        "left",
        source,
        query,
        "a session has no row of its own: `user` and `expires` alone",
        "sessions.md",
      );
    }
    return draft.note("change", source, query, `\`$Infer.Session\` → \`${text}\``, GUIDE);
  }
  if (!ts.isPropertyAccessExpression(parent)) return;
  const { text } = parent.name;
  if (text === "api" && ts.isPropertyAccessExpression(parent.parent)) {
    return moveCall(move, parent.parent, name);
  }
  if (text === "handler" || text === "options" || text === "$context") return;
}

function moveCall(move: ServerMove, access: ts.PropertyAccessExpression, name: string): void {
  const { draft, source } = move;
  const { ts } = draft;
  const call = access.parent;
  const method = access.name.text;
  if (ts.isCallExpression(call) && call.expression === access && moveAction(move, call, method)) {
    return;
  }
  if (method !== "getSession" || !ts.isCallExpression(call) || call.expression !== access) {
    const [, text, guide] = LISTED.find(([names]) => names.test(method)) ??
      [undefined, "it has no equal that the command writes", GUIDE];
    return draft.note("left", source, access, `\`${name}.api.${method}\`: ${text}`, guide);
  }
  const [argument] = call.arguments;
  const options = argument && unwrap(ts, argument);
  const headers = options && ts.isObjectLiteralExpression(options)
    ? findValue(ts, options, "headers")
    : undefined;
  // Other members, such as `asResponse`, make another result.
  const others = options && ts.isObjectLiteralExpression(options)
    ? options.properties.find((one) =>
      !/^(headers|query)$/.test(one.name?.getText(source.tree) ?? "…")
    )
    : undefined;
  if (others) {
    return draft.note(
      "stop",
      source,
      others,
      "with this option, `getSession` has another result: take it out first",
      GUIDE,
    );
  }
  const text = headers && sessionCall(move, headers, name, call);
  if (text === undefined) {
    return draft.note(
      "stop",
      source,
      call,
      "the command does not know where these headers are from: pass `request.headers`, or " +
        "`fromNodeHeaders(req.headers)`",
      GUIDE,
    );
  }
  source.replaceNode(call, text);
  draft.note("change", source, call, `\`${name}.api.getSession\` → \`${text}\``, GUIDE);
  listRows(move, call);
}

/** Reads of the row of the session, which the result had beside the user. */
function listRows({ draft, source }: ServerMove, call: ts.CallExpression): void {
  const { ts } = draft;
  const note = (at: ts.Node) =>
    draft.note(
      "left",
      source,
      at,
      "a session has no row of its own: `user` and `expires` alone",
      "sessions.md",
    );
  const value = ts.isAwaitExpression(call.parent) ? call.parent : call;
  if (!ts.isVariableDeclaration(value.parent)) return;
  const { name } = value.parent;
  if (ts.isObjectBindingPattern(name)) {
    const row = name.elements.find((one) =>
      (one.propertyName ?? one.name).getText(source.tree) === "session"
    );
    if (row) note(row);
    return;
  }
  for (const { parent } of findUses(source, ts, name.getText(source.tree))) {
    if (ts.isPropertyAccessExpression(parent) && parent.name.text === "session") note(parent);
  }
}

/** `signInSocial` and `signOut` in a server action of Next.js; `false` in another form. */
function moveAction(move: ServerMove, call: ts.CallExpression, method: string): boolean {
  const { draft, source, wrapper } = move;
  const { ts } = draft;
  const [argument] = call.arguments;
  const options = argument && unwrap(ts, argument);
  const awaited = call.parent;
  if (
    wrapper.kind !== "next" || !ts.isAwaitExpression(awaited) ||
    !options || !ts.isObjectLiteralExpression(options)
  ) return false;
  const names = options.properties.map((one) => one.name?.getText(source.tree) ?? "…");
  let text: string | undefined;
  if (method === "signOut" && names.every((name) => name === "headers")) {
    if (ts.isExpressionStatement(awaited.parent)) {
      text = `${actionIn(move, "signOut")}({ redirect: false })`;
    }
  } else if (method === "signInSocial" && names.every((name) => /^(body|headers)$/.test(name))) {
    const body = objectIn(ts, options, "body");
    const provider = body && findValue(ts, body, "provider");
    const isKnown = body?.properties.every((one) =>
      /^(provider|callbackURL)$/.test(one.name?.getText(source.tree) ?? "…")
    );
    if (!provider || !ts.isStringLiteralLike(provider) || !isKnown) return false;
    if (!isUrlAlone(move, awaited)) return false;
    const target = findValue(ts, body!, "callbackURL");
    const to = target ? `redirectTo: ${source.textOf(target)}, ` : "";
    const id = source.textOf(provider).replace(provider.text, providerId(provider.text));
    source.replaceNode(
      awaited,
      `{ url: await ${actionIn(move, "signIn")}(${id}, { ${to}redirect: false }) as string }`,
    );
    draft.note("change", source, call, "`signInSocial` → `signIn`, of the module", GUIDE);
    return true;
  }
  if (text === undefined) return false;
  source.replaceNode(call, text);
  draft.note("change", source, call, `\`${method}\` → \`${text}\`, of the module`, GUIDE);
  return true;
}

/** `const result = await …`, of which only `result.url` is read. */
function isUrlAlone(
  { draft: { ts }, source }: ServerMove,
  { parent }: ts.AwaitExpression,
): boolean {
  if (!ts.isVariableDeclaration(parent)) return false;
  const { name } = parent;
  if (ts.isObjectBindingPattern(name)) {
    return name.elements.every((one) =>
      (one.propertyName ?? one.name).getText(source.tree) === "url"
    );
  }
  const outer = functionAround(ts, parent);
  return findUses(source, ts, name.getText(source.tree)).every((use) =>
    use === name || !outer || use.pos < outer.pos || use.end > outer.end ||
    (ts.isPropertyAccessExpression(use.parent) && use.parent.name.text === "url")
  );
}

/** A function that the module of the config passes on for server actions. */
function actionIn(move: ServerMove, name: "signIn" | "signOut"): string {
  move.wrapper.actions.add(name);
  return nameFromHome(move, name);
}

/** The read of the session whose headers are those of a request; `undefined` when it is unknown which. */
function sessionCall(
  move: ServerMove,
  headers: ts.Expression,
  name: string,
  at: ts.Node,
): string | undefined {
  const { source, wrapper, imports } = move;
  const text = source.textOf(headers).replace(/^\(([\s\S]*)\)$/, "$1");
  // `await headers()` of Next, or its promise in a variable.
  const isOfNext = /^(await )?headers\(\)$/.test(text) || isNextHeaders(move, text, at);
  if (isOfNext && wrapper.kind === "next") {
    return `${nameFromHome(move, wrapper.session)}()`;
  }
  const [, request] = /^([\w.]+)\.headers$/.exec(text) ?? [];
  const [, raw] = /^fromNodeHeaders\(([\w.]+)\.headers\)$/.exec(text) ?? [];
  if (raw !== undefined && wrapper.kind === "express") {
    imports.add("@x/auth/express", "getSession");
    return `getSession(${raw}, ${name})`;
  }
  if (raw !== undefined && wrapper.kind === "next") {
    return `${nameFromHome(move, wrapper.session)}({ req: ${raw} })`;
  }
  if (request === undefined || raw !== undefined) return undefined;
  if (!isOnlyHeaders(move, request, at)) return `${name}.getSession(${request})`;
  // In Next.js, the module reads the headers of the request itself.
  if (wrapper.kind !== "next") return undefined;
  return `${nameFromHome(move, wrapper.session)}()`;
}

/** `(options: { headers: Headers })`, which is no request. */
function isOnlyHeaders({ draft: { ts } }: ServerMove, name: string, at: ts.Node): boolean {
  const outer = functionAround(ts, at);
  const found = outer?.parameters.find((one) =>
    ts.isIdentifier(one.name) && one.name.text === name
  );
  return found?.type !== undefined && ts.isTypeLiteralNode(found.type);
}

/** `const list = await headers()`, in front of the call. */
function isNextHeaders({ draft: { ts }, source }: ServerMove, name: string, at: ts.Node): boolean {
  if (!/^\w+$/.test(name)) return false;
  const outer = functionAround(ts, at) ?? source.tree;
  const found = findAll(outer, ts.isVariableDeclaration).find((one) =>
    ts.isIdentifier(one.name) && one.name.text === name
  );
  return /^(await )?headers\(\)$/.test(found?.initializer?.getText(source.tree) ?? "");
}

/** `toNextJsHandler`, `toNodeHandler`, `svelteKitHandler`, and `auth.handler` of Hono. */
function moveHandlers(move: ServerMove, names: readonly string[]): void {
  const { draft, source, wrapper, imports } = move;
  const { ts } = draft;
  const localOf = (name: string) =>
    listBindings(source, ts).find(({ imported, specifier }) =>
      imported === name && isBetterAuth(specifier)
    )?.local;
  const local = {
    next: localOf("toNextJsHandler"),
    node: localOf("toNodeHandler"),
    kit: localOf("svelteKitHandler"),
    solid: localOf("toSolidStartHandler"),
  };
  for (const call of findAll(source.tree, ts.isCallExpression)) {
    const callee = ts.isIdentifier(call.expression) ? call.expression.text : undefined;
    if (callee !== undefined && callee === local.next) {
      const { parent } = call;
      const pattern = ts.isVariableDeclaration(parent) && ts.isObjectBindingPattern(parent.name)
        ? parent.name
        : undefined;
      source.replaceNode(call, nameFromHome(move, wrapper.handlers));
      const kept = pattern?.elements.filter(({ name }) =>
        /^(GET|POST)$/.test(name.getText(source.tree))
      );
      if (pattern && kept && kept.length < pattern.elements.length) {
        source.replaceNode(pattern, `{ ${kept.map((one) => source.textOf(one)).join(", ")} }`);
      }
      draft.note("change", source, call, `\`toNextJsHandler\` → \`${wrapper.handlers}\``, GUIDE);
    } else if (callee !== undefined && callee === local.kit) {
      const [argument] = call.arguments;
      if (!argument || !ts.isObjectLiteralExpression(argument)) continue;
      const parts = ["event", "resolve"].map((one) => findMember(ts, argument, one)).filter((one) =>
        one !== undefined
      );
      source.replaceNode(
        call,
        `${nameFromHome(move, wrapper.handlers)}({ ${
          parts.map((one) => source.textOf(one)).join(", ")
        } })`,
      );
      draft.note("change", source, call, `\`svelteKitHandler\` → \`${wrapper.handlers}\``, GUIDE);
    } else if (callee !== undefined && callee === local.solid) {
      const [given] = call.arguments;
      if (!given || !names.includes(source.textOf(given))) continue;
      imports.add("@x/auth/solid-start", "SolidAuth");
      source.replaceNode(call, `SolidAuth(${source.textOf(given)})`);
      draft.note("change", source, call, "`toSolidStartHandler` → `SolidAuth`", GUIDE);
    } else if (callee !== undefined && callee === local.node) {
      if (!movePagesRoute(move, call, names)) moveRoute(move, call, call, names);
    } else if (isHandlerCall(move, call, names)) {
      moveRoute(move, functionAround(ts, call) ?? call, call, names);
    }
  }
}

/** `export default toNodeHandler(auth)` of the pages router of Next.js. */
function movePagesRoute(
  { draft, source, wrapper, imports }: ServerMove,
  call: ts.CallExpression,
  names: readonly string[],
): boolean {
  const [given, other] = call.arguments;
  const text = given ? source.textOf(given) : "";
  const name = names.find((one) => text === one || text === `${one}.handler`);
  const isRoute = wrapper.kind === "next" && /^(src\/)?pages\/api\//.test(source.path) &&
    draft.ts.isExportAssignment(call.parent);
  if (!isRoute || other || name === undefined) return false;
  imports.add("@x/auth/next", "default as NextAuth");
  source.replaceNode(call, `NextAuth(${name})`);
  draft.note("change", source, call, `\`toNodeHandler\` → \`NextAuth(${name})\``, GUIDE);
  return true;
}

/** `auth.handler(…)`. */
function isHandlerCall(
  { draft: { ts } }: ServerMove,
  { expression }: ts.CallExpression,
  names: readonly string[],
) {
  return ts.isPropertyAccessExpression(expression) && expression.name.text === "handler" &&
    ts.isIdentifier(expression.expression) && names.includes(expression.expression.text);
}

/** The registration of a route: `app.all("/api/auth/*", …)` of Express, `app.on([…], "/api/auth/*", …)` of Hono. */
function moveRoute(
  move: ServerMove,
  handler: ts.Node,
  at: ts.Node,
  names: readonly string[],
): void {
  const { draft, source, wrapper, imports } = move;
  const { ts } = draft;
  const call = handler.parent;
  // A function or a middleware more in the registration would be lost with it.
  const isRoute = call && ts.isCallExpression(call) &&
    ts.isPropertyAccessExpression(call.expression) &&
    isOnlyHandler(move, handler, at, names) && ts.isExpressionStatement(call.parent) &&
    isOnlyArgument(move, call, handler);
  const maker = wrapper.kind === "express"
    ? "ExpressAuth"
    : wrapper.kind === "hono"
    ? "HonoAuth"
    : undefined;
  const found = isRoute ? call.arguments.at(-2) : undefined;
  const path = found && ts.isStringLiteralLike(found) ? found : undefined;
  const mount = path?.text.replace(/\/(\*+\w*|\{\*\w+\})$/, "") ?? "";
  const [name] = names;
  if (!isRoute || !maker || !path || !/^\/./.test(mount) || name === undefined) {
    return draft.note(
      "stop",
      source,
      at,
      "the command does not know this route: only one of a path and the handler of Better Auth, without other functions, can be replaced by the wrapper of the framework",
      "frameworks/README.md",
    );
  }
  const app = source.textOf((call.expression as ts.PropertyAccessExpression).expression);
  imports.add(`@x/auth/${wrapper.kind}`, maker);
  const quote = source.textOf(path).charAt(0);
  const text = wrapper.kind === "express"
    ? `${app}.use(${quote}${mount}${quote}, ${maker}(${name}))`
    : `${app}.use(${maker}(${name}))`;
  source.replaceNode(call, text);
  draft.note("change", source, call, `the route → \`${text}\``, GUIDE);
}

/** `true` for `(path, handler)`, and for `([methods], path, handler)` of `on`. */
function isOnlyArgument(
  { draft: { ts } }: ServerMove,
  { expression, arguments: args }: ts.CallExpression,
  handler: ts.Node,
): boolean {
  const method = (expression as ts.PropertyAccessExpression).name.text;
  if (args.at(-1) !== handler) return false;
  if (method === "on") return args.length === 3 && ts.isArrayLiteralExpression(args[0]!);
  return args.length === 2 && /^(all|use|get|post)$/.test(method);
}

/** `true` for `toNodeHandler(auth)`, and for a function that only returns `auth.handler(c.req.raw)`. */
function isOnlyHandler(
  { draft: { ts }, source }: ServerMove,
  handler: ts.Node,
  at: ts.Node,
  names: readonly string[],
): boolean {
  const { arguments: args } = at as ts.CallExpression;
  const text = args.length === 1 ? source.textOf(args[0]!) : "";
  if (handler === at) return names.some((name) => text === name || text === `${name}.handler`);
  if (!ts.isArrowFunction(handler) && !ts.isFunctionExpression(handler)) return false;
  const [context] = handler.parameters;
  if (!context || !ts.isIdentifier(context.name)) return false;
  if (text !== `${context.name.text}.req.raw`) return false;
  let body: ts.Node | undefined = handler.body;
  if (ts.isBlock(handler.body)) {
    const { statements: [statement, other] } = handler.body;
    if (other || !statement || !ts.isReturnStatement(statement)) return false;
    body = statement.expression;
  }
  while (body && (ts.isAwaitExpression(body) || ts.isParenthesizedExpression(body))) {
    body = body.expression;
  }
  return body === at;
}
