/**
 * The routes at which Better Auth answers, and the hook of SvelteKit.
 *
 * @module
 */

import type ts from "typescript";
import { GUIDE, isBetterAuth, nameFromHome, type ServerMove, stop } from "./better_auth_parts.ts";
import { listBindings } from "./imports.ts";
import { findMember } from "./objects.ts";
import { functionAround } from "./options.ts";
import { findAll } from "./source.ts";

/** `toNextJsHandler`, `toNodeHandler`, `svelteKitHandler`, and `auth.handler` of Hono. */
export function moveHandlers(move: ServerMove, names: readonly string[]): void {
  const { draft, source, wrapper, imports } = move;
  const { ts } = draft;
  const makers = new Map(
    listBindings(source, ts).filter(({ specifier }) => isBetterAuth(specifier))
      .map(({ local, imported }) => [local, imported]),
  );
  for (const call of findAll(source.tree, ts.isCallExpression)) {
    const maker = ts.isIdentifier(call.expression) && makers.get(call.expression.text);
    if (maker === "toNextJsHandler") {
      const { parent } = call;
      const pattern = ts.isVariableDeclaration(parent) && ts.isObjectBindingPattern(parent.name)
        ? parent.name
        : undefined;
      source.replaceNode(call, nameFromHome(move, wrapper.handlers));
      const kept = pattern?.elements.filter(({ name, propertyName }) =>
        /^(GET|POST)$/.test((propertyName ?? name).getText(source.tree))
      );
      if (pattern && kept && kept.length < pattern.elements.length) {
        source.replaceNode(pattern, `{ ${kept.map((one) => source.textOf(one)).join(", ")} }`);
      }
      draft.note("change", source, call, `\`toNextJsHandler\` → \`${wrapper.handlers}\``, GUIDE);
    } else if (maker === "svelteKitHandler") {
      const [argument] = call.arguments;
      if (!argument || !ts.isObjectLiteralExpression(argument)) continue;
      const parts = ["event", "resolve"].flatMap((one) => findMember(ts, argument, one) ?? [])
        .map((one) => source.textOf(one)).join(", ");
      source.replaceNode(call, `${nameFromHome(move, wrapper.handlers)}({ ${parts} })`);
      draft.note("change", source, call, `\`svelteKitHandler\` → \`${wrapper.handlers}\``, GUIDE);
    } else if (maker === "toSolidStartHandler") {
      const [given] = call.arguments;
      if (!given || !names.includes(source.textOf(given))) continue;
      imports.add("@x/auth/solid-start", "SolidAuth");
      source.replaceNode(call, `SolidAuth(${source.textOf(given)})`);
      draft.note("change", source, call, "`toSolidStartHandler` → `SolidAuth`", GUIDE);
    } else if (maker === "toNodeHandler") {
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
    const text =
      "the command does not know this route: only one of a path and the handler of Better Auth, without other functions, can be replaced by the wrapper of the framework";
    return stop(move, at, text, "frameworks/README.md");
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
