/**
 * Environment variables can be `undefined`, so optional members must accept that
 * under `exactOptionalPropertyTypes`, which this project itself does not set.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import ts from "typescript";

/** Files whose types are all written by apps. */
const WRITTEN = ["config", "entities", "inference", "options", "provider"].map((name) =>
  `src/types/${name}.ts`
);

/** Names of types that apps write, in any other file. */
const OPTIONS = /(Options|UserConfig|Params|Props)$/;

/**
 * Options that narrow access: the compiler refuses `undefined` for them under
 * `exactOptionalPropertyTypes`, and the library in every app.
 */
const NARROWING: Readonly<Record<string, readonly string[]>> = {
  "src/types/principal.ts": [
    ...["accept", "scopes", "organization", "resource", "dpop", "acr", "maxAge"].map((name) =>
      `AuthenticateOptions.${name}`
    ),
    "GuardOptions.organization",
  ],
  "src/types/proof.ts": ["maxAge", "methods", "acrValues", "allowSilentSignIn"].map((name) =>
    `RequireProofOptions.${name}`
  ),
  "src/capabilities/keys/typed.ts": [
    ...["ApiKeyOptions.expiresIn", "ApiKeyOptions.organization"],
    "OrganizationKeyOptions.service",
  ],
  "src/capabilities/oauth_server/typed.ts": [
    "IssueTokenOptions.scopes",
    ...["scopes", "issuer", "jwksUri", "acr", "maxAge"].map((name) => `VerifyTokenOptions.${name}`),
  ],
  "src/capabilities/organizations/types.ts": [
    ...["methods", "proofMaxAge", "providers", "domains", "sessionMaxAge"].map((name) =>
      `OrganizationPolicy.${name}`
    ),
  ],
  "src/tools/testing/key.ts": ["KeyForOptions.organization"],
  "src/tools/testing/token.ts": ["TokenForOptions.organization", "TokenForOptions.dpop"],
};

const narrowing = new Set(Object.values(NARROWING).flat());

/** Optional members that do not accept `undefined`, as `Type.member`. */
function findExact(source: string, isOption: (name: string) => boolean): string[] {
  const file = ts.createSourceFile("file.ts", source, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  for (const statement of file.statements) {
    if (!ts.isInterfaceDeclaration(statement) && !ts.isTypeAliasDeclaration(statement)) continue;
    const { text } = statement.name;
    if (!isOption(text)) continue;
    const visit = (node: ts.Node): void => {
      if (ts.isPropertySignature(node) && node.questionToken && !takesUndefined(node.type)) {
        found.push(`${text}.${node.name.getText()}`);
      }
      ts.forEachChild(node, visit);
    };
    visit(statement);
  }
  return found;
}

function takesUndefined(type: ts.TypeNode | undefined): boolean {
  if (!type) return true;
  if (ts.isUnionTypeNode(type)) return type.types.some(takesUndefined);
  const { UndefinedKeyword, UnknownKeyword, AnyKeyword } = ts.SyntaxKind;
  return [UndefinedKeyword, UnknownKeyword, AnyKeyword].includes(type.kind);
}

/** Folders whose files hold options. */
const FOLDERS = [
  ...["adapters", "src/client", "src/providers", "src/tools/testing"],
  ...["src/capabilities/passkeys", "src/capabilities/passwords"],
];

async function* sources(): AsyncGenerator<string> {
  yield* ["src/jwt.ts", "src/types/webauthn.ts", "src/frameworks/next/react.ts"];
  for (const folder of FOLDERS) {
    for await (const { name, isFile } of Deno.readDir(folder)) {
      if (isFile && name.endsWith(".ts")) yield `${folder}/${name}`;
    }
  }
}

Deno.test("options: every optional member accepts undefined", async () => {
  const found: string[] = [];
  for (const path of WRITTEN) found.push(...findExact(await Deno.readTextFile(path), () => true));
  for await (const path of sources()) {
    const source = await Deno.readTextFile(path);
    found.push(...findExact(source, (name) => OPTIONS.test(name)));
  }
  const wrong = found.filter((name) => !narrowing.has(name));
  assertEquals(wrong, [], "write `name?: Type | undefined`");
});

Deno.test("options: those that narrow access do not accept undefined", async () => {
  for (const [path, names] of Object.entries(NARROWING)) {
    const exact = findExact(await Deno.readTextFile(path), () => true);
    assertEquals(names.filter((name) => !exact.includes(name)), [], path);
  }
});

Deno.test("findExact(): finds members at any depth", () => {
  const source = `
    export interface A { a?: string; b?: string | undefined; c?: unknown; d: { e?: () => void } }
    export type B = A & { [f]?: number };
    interface Other { g?: 1 }
  `;
  assertEquals(findExact(source, (name) => name !== "Other"), ["A.a", "A.e", "B.[f]"]);
});
