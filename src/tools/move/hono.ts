/**
 * Moves an app of `@hono/auth-js`, whose middlewares have other forms here: one handles the actions
 * and reads sessions, and one protects.
 *
 * @module
 */

import type ts from "typescript";
import { type Binding, findUses, type ImportPlan, listBindings } from "./imports.ts";
import { addMember, findMember } from "./objects.ts";
import { findOrigin, functionAround, makeAsync, unwrap } from "./options.ts";
import type { Draft } from "./plan.ts";
import { findAll, type Source } from "./source.ts";
import type { TypeScript } from "./typescript.ts";

/** The module. */
const MODULE = "@hono/auth-js";

/** Module in its place. */
const OWN = "@x/auth/hono";

const GUIDE = "frameworks/hono.md";

/** Parts that the rules of this file share. */
interface HonoMove {
  readonly draft: Draft;
  readonly source: Source;
  readonly imports: ImportPlan;
}

/** Moves the calls of a file; what it does not know stops the command. */
export function moveHono(draft: Draft, source: Source, imports: ImportPlan): void {
  if (!draft.app.packages.has(MODULE)) return;
  const move = { draft, source, imports };
  const bindings = listBindings(source, draft.ts).filter(({ specifier }) => specifier === MODULE);
  // The mount of the handler has the base path, which the config gets.
  for (const name of ["authHandler", "initAuthConfig", "verifyAuth", "getAuthUser"]) {
    const binding = bindings.find(({ imported }) => imported === name);
    if (binding) moveFunction(move, binding);
  }
  moveVariable(move);
  stopAtVariable(move);
  for (const binding of bindings) {
    if (binding.imported === "AuthConfig") imports.move(binding, OWN);
    else if (!MOVED.includes(binding.imported)) {
      draft.note("stop", source, binding.node, `\`${binding.imported}\` has no equal here`, GUIDE);
    }
  }
}

const MOVED = ["authHandler", "initAuthConfig", "verifyAuth", "getAuthUser"];

function moveFunction(move: HonoMove, binding: Binding): void {
  const { draft, source, imports } = move;
  const { ts } = draft;
  for (const use of findUses(source, ts, binding.local)) {
    const { parent: call } = use;
    if (!ts.isCallExpression(call) || call.expression !== use) {
      stop(move, use, `the command does not know this use of \`${binding.imported}\``);
    } else if (binding.imported === "authHandler") removeMount(move, call);
    else if (binding.imported === "initAuthConfig") moveConfig(move, call, use);
    else if (binding.imported === "verifyAuth") {
      source.replaceNode(use, "protect");
      imports.add(OWN, "protect");
      draft.note(
        "change",
        source,
        call,
        "`verifyAuth()` → `protect()`, which refuses as before",
        GUIDE,
      );
    } else {
      const text = "`getAuthUser` has no equal: `getSession(c)` is the session, or `null`";
      draft.note("left", source, call, text, GUIDE);
    }
  }
  if (binding.imported !== "getAuthUser") imports.drop(binding);
}

function stop({ draft, source }: HonoMove, node: ts.Node, text: string): void {
  draft.note("stop", source, node, `${text}: a route that was protected might not be`, GUIDE);
}

/** `app.use("/api/auth/*", authHandler())`: its middleware handles the actions itself here. */
function removeMount(move: HonoMove, call: ts.CallExpression): void {
  const { draft, source } = move;
  const { ts } = draft;
  const mount = call.parent;
  if (
    !isMount(ts, mount) || mount.arguments.length !== 2 || readBasePath(ts, mount) === undefined
  ) {
    return stop(move, call, "`authHandler()` is not mounted at a path that ends with `/*`");
  }
  if (ts.isExpressionStatement(mount.parent)) source.removeStatement(mount.parent);
  else source.replace(mount.expression.expression.end, mount.end, "");
  draft.note("change", source, mount, "`HonoAuth` handles the actions", GUIDE);
}

type Mount = ts.CallExpression & { expression: ts.PropertyAccessExpression };

function isMount(ts: TypeScript, node: ts.Node): node is Mount {
  return ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) &&
    /^(use|all|on|get|post)$/.test(node.expression.name.text);
}

/** `/api/auth` of `/api/auth/*`. */
function readBasePath(
  ts: TypeScript,
  { arguments: [path] }: ts.CallExpression,
): string | undefined {
  return path && ts.isStringLiteral(path) && path.text.endsWith("/*")
    ? path.text.slice(0, -"/*".length)
    : undefined;
}

function moveConfig(move: HonoMove, call: ts.CallExpression, use: ts.Identifier): void {
  const { draft, source, imports } = move;
  const { ts } = draft;
  const [given] = call.arguments;
  const { object, home } = given && findConfig(move, given) || {};
  const basePath = mountedPath(move);
  if (!object || !home || basePath === undefined) {
    return stop(
      move,
      call,
      object
        ? "`authHandler()` is mounted in another file"
        : "the config is not an object that a function of the app returns",
    );
  }
  const mount = call.parent;
  const [path] = isMount(ts, mount) && mount.arguments.length === 2 ? mount.arguments : [];
  const isEverywhere = isMount(ts, mount) &&
    (!path || (ts.isStringLiteral(path) && /^\/?\*$/.test(path.text)));
  if (!isEverywhere) return stop(move, call, "`initAuthConfig` is not in front of every route");
  if (!addBasePath(move, home, object, basePath)) {
    return stop(move, call, "another app mounts the same config at another path");
  }
  source.replaceNode(use, "HonoAuth");
  if (/\.[cm]?tsx?$/.test(source.path)) passContext(move, given!);
  imports.add(OWN, "HonoAuth");
  draft.note("change", source, call, "`initAuthConfig` → `HonoAuth`, with the base path", GUIDE);
}

/** Adds the base path once; `false` where the config has got another one for another app. */
function addBasePath(
  { draft: { ts } }: HonoMove,
  home: Source,
  object: ts.ObjectLiteralExpression,
  basePath: string,
): boolean {
  const member = `basePath: "${basePath}"`;
  const before = home.edits.find(({ start, end, text }) =>
    object.pos <= start && end <= object.end && text.includes('basePath: "')
  );
  if (before) return before.text.includes(member);
  if (findMember(ts, object, "basePath")) return true;
  addMember(home, object, member);
  return true;
}

/** The wrapper knows less of a context than Hono: its type has no bindings. */
function passContext(move: HonoMove, given: ts.Expression): void {
  const { draft: { ts }, source } = move;
  const maker = unwrap(ts, given);
  if (ts.isIdentifier(maker)) {
    const made = findMade(move, maker.text)?.made;
    const takesOne = made && ts.isFunctionLike(made) && made.parameters.length > 0;
    source.replaceNode(given, takesOne ? `(c) => ${maker.text}(c as never)` : maker.text);
    return;
  }
  if (!ts.isArrowFunction(maker) && !ts.isFunctionExpression(maker)) return;
  const [parameter] = maker.parameters;
  if (!parameter || !ts.isIdentifier(parameter.name)) return;
  if (parameter.type) source.replace(parameter.name.end, parameter.type.end, "");
  const { text } = parameter.name;
  for (const read of findAll(maker, ts.isPropertyAccessExpression)) {
    const isEnvironment = read.name.text === "env" && ts.isIdentifier(read.expression) &&
      read.expression.text === text;
    if (isEnvironment) source.replaceNode(read, `(${text}.env as Record<string, string>)`);
  }
}

/** The base path at which `authHandler()` is mounted in this file. */
function mountedPath({ draft: { ts }, source }: HonoMove): string | undefined {
  for (const call of findAll(source.tree, ts.isCallExpression)) {
    const isHandler = call.arguments.some((one) => /^authHandler\(\)$/.test(source.textOf(one)));
    if (isHandler) return readBasePath(ts, call);
  }
}

/** The object that a function returns, which is written here or in a declaration, with its file. */
function findConfig(
  move: HonoMove,
  given: ts.Expression,
): { object: ts.ObjectLiteralExpression; home: Source } | undefined {
  const { draft: { ts }, source } = move;
  const value = unwrap(ts, given);
  const { made: maker, home = source } = ts.isIdentifier(value)
    ? findMade(move, value.text) ?? {}
    : { made: value };
  if (!maker || !ts.isFunctionLike(maker)) return undefined;
  const { body } = maker as ts.FunctionLikeDeclaration;
  const returned = body && ts.isBlock(body)
    ? findAll(body, ts.isReturnStatement).filter((one) => functionAround(ts, one) === maker)
    : [];
  const result = body && !ts.isBlock(body)
    ? body as ts.Expression
    : returned.length === 1
    ? returned[0]!.expression
    : undefined;
  const object = result && unwrap(ts, result);
  return object && ts.isObjectLiteralExpression(object) ? { object, home } : undefined;
}

/** The function or the value that a name stands for, in this file or in the one that it is from. */
function findMade(
  { draft, source }: HonoMove,
  name: string,
): { made: ts.Node | undefined; home: Source } | undefined {
  const binding = listBindings(source, draft.ts).find(({ local }) => local === name);
  if (!binding) return { made: findDeclared(draft.ts, source, name), home: source };
  const origin = findOrigin(draft, source, binding.specifier, binding.imported);
  if (!origin) return undefined;
  return { made: findDeclared(draft.ts, origin.source, origin.name), home: origin.source };
}

function findDeclared(ts: TypeScript, { tree }: Source, name: string): ts.Node | undefined {
  return findAll(tree, ts.isFunctionDeclaration).find((one) => one.name?.text === name) ??
    findAll(tree, ts.isVariableDeclaration).find((one) => one.name.getText(tree) === name)
      ?.initializer;
}

/** `c.get("authUser")`: its session is read, where the code uses nothing else of it. */
function moveVariable(move: HonoMove): void {
  const { draft, source, imports } = move;
  const { ts } = draft;
  for (const call of findAll(source.tree, ts.isCallExpression)) {
    const { expression, arguments: [name] } = call;
    const isRead = ts.isPropertyAccessExpression(expression) && expression.name.text === "get" &&
      name && ts.isStringLiteral(name) && name.text === "authUser";
    if (!isRead) continue;
    const handler = functionAround(ts, call);
    const variable = ts.isVariableDeclaration(call.parent) ? call.parent : undefined;
    const uses = variable && ts.isIdentifier(variable.name)
      ? findUses(source, ts, variable.name.text).filter((use) => use !== variable.name)
      : [];
    const names = variable && ts.isObjectBindingPattern(variable.name)
      ? variable.name.elements.map((one) => one.propertyName ?? one.dotDotDotToken ?? one.name)
      : uses.map(({ parent }) => ts.isPropertyAccessExpression(parent) ? parent.name : parent);
    // What is not replaced here stops the command below.
    if (!variable || !handler || names.some((one) => one.getText(source.tree) !== "session")) {
      continue;
    }
    const isTyped = /\.[cm]?tsx?$/.test(source.path);
    const read = `await getSession(${source.textOf(expression.expression)})`;
    source.replaceNode(call, `{ session: ${isTyped ? `(${read})!` : read} }`);
    imports.add(OWN, "getSession");
    makeAsync(draft, source, handler);
    draft.note("change", source, call, '`c.get("authUser")` → `getSession(c)`', GUIDE);
  }
}

/** Stops where the variable is read or named in another form, such as `c.var.authUser`. */
function stopAtVariable(move: HonoMove): void {
  const { draft: { ts }, source } = move;
  const names = findAll(
    source.tree,
    (node): node is ts.Identifier | ts.StringLiteralLike =>
      (ts.isIdentifier(node) || ts.isStringLiteralLike(node)) && node.text === "authUser",
  );
  for (const name of names) {
    if (source.isReplaced(name) || !isRead(ts, name)) continue;
    const text =
      '`authUser` has no equal here: keep `c.get("authUser")` in a variable, and use its `session` ' +
      "alone";
    stop(move, name, text);
  }
}

/** `false` for a variable of the app with that name, a member that it writes, and a type. */
function isRead(ts: TypeScript, name: ts.Identifier | ts.StringLiteralLike): boolean {
  const { parent } = name;
  if (ts.isBindingElement(parent)) {
    return parent.propertyName === name ||
      (!parent.propertyName && ts.isObjectBindingPattern(parent.parent));
  }
  if (ts.isPropertyAccessExpression(parent)) return parent.name === name;
  const isMember = ts.isShorthandPropertyAssignment(parent) ||
    (ts.isPropertyAssignment(parent) && parent.name === name);
  // `({ authUser } = c.var)` takes a member apart.
  if (isMember) return ts.findAncestor(parent, (one) => isTarget(ts, one)) !== undefined;
  return ts.isStringLiteralLike(name) && !ts.isLiteralTypeNode(parent) && !ts.isTypeElement(parent);
}

/** `true` for what gets a value. */
function isTarget(ts: TypeScript, node: ts.Node): boolean {
  const { parent } = node;
  return parent !== undefined && ts.isBinaryExpression(parent) && parent.left === node &&
    parent.operatorToken.kind === ts.SyntaxKind.EqualsToken;
}
