/**
 * What the calls of each wrapper return, as the table in its guide says.
 *
 * @module
 */

import type { DenoAuth } from "../../src/frameworks/deno.ts";
import type * as express from "../../src/frameworks/express.ts";
import type { FreshAuth } from "../../src/frameworks/fresh.ts";
import type { HonoAuth } from "../../src/frameworks/hono.ts";
import type { NodeAuth } from "../../src/frameworks/node.ts";
import type * as solidStart from "../../src/frameworks/solid_start.ts";
import type { defineAuth } from "../../src/frameworks/server.ts";
import { expectType, type Same } from "./_expect.ts";

/** The calls that every wrapper has. */
interface Calls {
  // deno-lint-ignore no-explicit-any -- any parameters
  signIn(...args: any[]): unknown;
  // deno-lint-ignore no-explicit-any -- any parameters
  signOut(...args: any[]): unknown;
  // deno-lint-ignore no-explicit-any -- any parameters
  requireProof(...args: any[]): unknown;
}

type Answers<C extends Calls> = {
  [Name in keyof Calls]: Awaited<ReturnType<C[Name]>>;
};

interface Redirects {
  signIn: Response;
  signOut: Response;
  requireProof: string | null;
}

interface Urls {
  signIn: string;
  signOut: string;
  requireProof: string | null;
}

Deno.test("types: where the framework answers with a Response, sign-in and sign-out return one", () => {
  expectType<Same<Answers<ReturnType<typeof DenoAuth>>, Redirects>>();
  expectType<Same<Answers<ReturnType<typeof HonoAuth>>, Redirects>>();
  expectType<Same<Answers<ReturnType<typeof FreshAuth>>, Redirects>>();
  expectType<Same<Answers<ReturnType<typeof defineAuth>>, Redirects>>();
  expectType<Same<Answers<typeof solidStart>, Redirects>>();
});

Deno.test("types: where the framework stands on Node's responses, they return the URL", () => {
  expectType<Same<Answers<ReturnType<typeof NodeAuth>>, Urls>>();
  expectType<Same<Answers<typeof express>, Urls>>();
});
