import { assertEquals } from "@std/assert";
import { compare, type Comparison, fromText, readExports, toText } from "../tools/_exports.ts";

/** Compares two modules that are exported under the subpath `x`. */
async function change(before: string, after: string): Promise<Comparison> {
  const dir = await Deno.makeTempDir();
  try {
    const [accepted, now] = await Promise.all([before, after].map(async (source, index) => {
      const path = `${dir}/${index}.ts`;
      await Deno.writeTextFile(path, source);
      return await readExports({ x: new URL(`file://${path}`).href });
    }));
    assertEquals(fromText(toText(accepted!)), accepted);
    return compare(accepted!, now!);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

const BREAKING: Record<string, [before: string, after: string, breach: string]> = {
  "an export is removed": [
    "export const a: 1 = 1; export const b: 1 = 1;",
    "export const a: 1 = 1;",
    "x: b is removed",
  ],
  "a member is removed": [
    "export interface A { a: string; b?: number }",
    "export interface A { a: string }",
    "x: A is changed\n  - b?: number",
  ],
  "an optional parameter becomes required": [
    "export function f(a: string, b?: number): void {}",
    "export function f(a: string, b: number): void {}",
    "x: f is changed\n  - function (string, ?number) => void\n  + function (string, number) => void",
  ],
  "a parameter with a default becomes required": [
    "export function f({ a }: { a?: 1 } = {}): void {}",
    "export function f({ a }: { a?: 1 }): void {}",
    "x: f is changed\n  - function (?{ a?: 1 }) => void\n  + function ({ a?: 1 }) => void",
  ],
  "a type is changed": [
    "export type A<T = string> = T | null;",
    "export type A<T = string> = T;",
    "x: A is changed\n  - type<T = string> = T | null\n  + type<T = string> = T",
  ],
  "a required member is added to an interface": [
    "export interface A { a(): void }",
    "export interface A { a(): void; b: string }",
    "x: A is changed\n  + b: string",
  ],
  "an overload is removed": [
    "export function f(a: 1): 1; export function f(a: 2): 2; export function f(a: number) { return a as never }",
    "export function f(a: 1): 1 { return a }",
    "x: f is changed\n  - function (2) => 2",
  ],
  "a method of a class is removed": [
    "export class A { a(): void {} get b(): string { return '' } static c: number }",
    "export class A { get b(): string { return '' } static c: number }",
    "x: A is changed\n  - a() => void",
  ],
  "the class above changes": [
    "export class A extends TypeError {}",
    "export class A extends Error {}",
    "x: A is changed\n  - class extends TypeError\n  + class extends Error",
  ],
};

for (const [name, [before, after, breach]] of Object.entries(BREAKING)) {
  Deno.test(`exports: it is a breach when ${name}`, async () => {
    assertEquals(await change(before, after), { breaches: [breach], additions: [] });
  });
}

Deno.test("exports: additions are listed, and are no breach", async () => {
  const before = "export interface A { a: string } export class B { private c: 1 = 1 }";
  const after = `export interface A { a: string; b?: number; c?(): void }
    export class B { a(): void {} } export type C = 1;`;
  assertEquals(await change(before, after), {
    breaches: [],
    additions: [
      "x: A has more\n  + b?: number\n  + c?() => void",
      "x: B has more\n  + a() => void",
      "x: C is new",
    ],
  });
});

Deno.test("exports: documentation, names of parameters, order and places are no change", async () => {
  const before = `/** Old. */ export function f(a: string): void {}
    export interface A { /** Old. */ a: string; b: readonly [x: 1, ...y: 2[]] }`;
  const after = `export interface A { b: readonly [x: 1, ...y: 2[]]; a: string }
    /** New. @param b text */ export function f(b: string): void {}`;
  assertEquals(await change(before, after), { breaches: [], additions: [] });
});

Deno.test("compare() reports a declaration of several subpaths once", () => {
  const entry = { A: ["interface", "a: string"] };
  const { breaches } = compare({ x: entry, y: entry, z: entry }, { x: entry, y: {} });
  assertEquals(breaches, ["y and 1 more: A is removed"]);
});

Deno.test("toText() writes equal declarations once, and keeps different ones with one name apart", () => {
  const [one, two] = [["const: 1"], ["const: 2"]];
  const exports = { x: { a: one }, y: { a: one, b: one }, z: { a: two } };
  const text = toText(exports);
  assertEquals(text.match(/^a$/gm)?.length, 1);
  assertEquals(fromText(text), exports);
});
