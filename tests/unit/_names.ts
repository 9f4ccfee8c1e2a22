/**
 * Names that sources do not have: words of this house for what the field has a name for, and a
 * projection of several values.
 *
 * @module
 */

import ts from "typescript";

/** What no identifier is → what it is. */
const PRIVATE: readonly [pattern: RegExp, standard: string][] = [
  [/[aA]rrival/, "AuthorizationRequest"],
  [/^door|Doors?($|[A-Z])/, "RequestReader, or what it is"],
  [/^standing(Of)?$|Standing$/, "ConsentDecision, StoredMembership"],
  [/^[A-Z]\w*Visits?$|^Visits?$|^visit(Of|In)$/, "PageContext, or what it is"],
  [/^Places?$/, "OwnUrlParts, or what it is"],
  [/^scope(In|Of)$/, "a call; a scope is that of OAuth"],
  [/[lL]ately/, "cached"],
  [/[sS]tranger/, "untrusted"],
  [/[pP]arked/, "stored"],
  [/[rR]elics?/, "leftover"],
  [/[kK]ept/, "stored, pending, cached"],
  [/^guard(ed|[A-Z]\w*)$|^Guarded$/, "limit…, require…, or what it checks: a guard is the app's"],
  [/ProofKey$|^(verify|send|sendWith)Proof$|^VerifiedProof$/, "DPoP: a proof is that of a sign-in"],
  [/^(keep|has|findAddress)Proof$/, "an address is proven: a proof is that of a sign-in"],
];

/** What no file is called → what it is. */
const PRIVATE_FILES: readonly [pattern: RegExp, standard: string][] = [
  [/\/access\.tsx?$/, "access_token, permissions, scope_list, user_status"],
  [/\/guards?\.tsx?$/, "what it checks, such as require_operator or wrong_passwords"],
  [
    /(?<!\/operators|\/session)\/acting\.tsx?$/,
    "actor: an operator acts for a user, and nobody else does",
  ],
  [/\/(helpers?|utils?|misc)\.tsx?$/, "what it does"],
];

/** The word of a file's name that says several things, with what to write. */
export function vagueFile(path: string): string[] {
  return PRIVATE_FILES.flatMap(([pattern, standard]) =>
    pattern.test(path) ? [`${path} → ${standard}`] : []
  );
}

/** Identifiers that stay, and why. */
const STAY: Readonly<Record<string, string>> = {
  "isStranger": "is stored with clients, and is a member of the JSON of pages",
  "stranger": "is the path of a text, which all languages have",
  "kept": "is stored with attempts and in session tokens, and is a step of a page",
  "keptPasswords": "is a member of the report of an import, called like the option",
};

/** Each private word in an identifier of a file, with its line. */
export function privateWords(path: string, text: string): string[] {
  if (!PRIVATE.some(([{ source }]) => new RegExp(source, "m").test(text.replaceAll(/\W/g, "\n")))) {
    return [];
  }
  const found: string[] = [];
  eachNode(path, text, (node, line) => {
    if (!ts.isIdentifier(node) || Object.hasOwn(STAY, node.text)) return;
    const row = PRIVATE.find(([pattern]) => pattern.test(node.text));
    if (row) found.push(`${path}:${line}: ${node.text} → ${row[1]}`);
  });
  return found;
}

/** Identifiers that stay and that no file has any more. */
export function goneNames(texts: readonly string[]): string[] {
  return Object.keys(STAY).filter((name) =>
    !texts.some((text) => new RegExp(`\\b${name}\\b`).test(text))
  );
}

/** Each function of a file whose name ends in `Of` and that takes anything but one argument. */
export function ofSeveral(path: string, text: string): string[] {
  if (!/[a-z\d]Of\b/.test(text)) return [];
  const found: string[] = [];
  eachNode(path, text, (node, line) => {
    const named = functionIn(node);
    if (!named || !/[a-z\d]Of$/.test(named.name)) return;
    const count = named.made.parameters.filter(({ name }) => name.getText() !== "this").length;
    const isList = named.made.parameters.some(({ dotDotDotToken }) => dotDotDotToken);
    if (count === 1 && !isList) return;
    found.push(
      `${path}:${line}: ${named.name} takes ${
        isList ? "a list" : count
      } → find…, read…, make…, list…`,
    );
  });
  return found;
}

interface Named {
  readonly name: string;
  readonly made: ts.SignatureDeclaration;
}

function functionIn(node: ts.Node): Named | undefined {
  const { name, initializer, type } = node as Partial<ts.PropertyAssignment & ts.PropertySignature>;
  if (!name || !ts.isIdentifier(name as ts.Node)) return undefined;
  const made = ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) ||
      ts.isMethodSignature(node)
    ? node
    : type && ts.isFunctionTypeNode(type)
    ? type
    : initializer && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer))
    ? initializer
    : undefined;
  return made && { name: (name as ts.Identifier).text, made };
}

function eachNode(path: string, text: string, visit: (node: ts.Node, line: number) => void): void {
  const kind = path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  const walk = (node: ts.Node): void => {
    visit(node, file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1);
    ts.forEachChild(node, walk);
  };
  walk(file);
}
