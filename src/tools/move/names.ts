/**
 * Names of modules there and here: the tables of the guides.
 *
 * @module
 */

import type { Library } from "./app.ts";

/** A module that has an equal. */
type Row = readonly [from: RegExp, to: string];

/** A module that has none, and what to do. */
type Missing = readonly [from: RegExp, text: string, guide: string];

const AUTH_JS = "from-auth-js.md";
const NEXT_AUTH_4 = "from-next-auth-4.md";

/** Ends of providers and types that are the same in each package of Auth.js. */
const PARTS: readonly Row[] = [
  [/^(?:next-auth|@auth\/[a-z-]+)\/providers\/([a-z0-9-]+)$/, "@x/auth/providers/$1"],
  [/^(?:next-auth|@auth\/[a-z-]+)\/providers$/, "@x/auth/providers"],
  [/^(?:next-auth|@auth\/[a-z-]+)\/adapters$/, "@x/auth/adapters"],
];

const CORE: readonly Row[] = [[/^@auth\/core(\/(?:jwt|errors|types))?$/, "@x/auth$1"]];

const ROWS: Readonly<Record<Library, readonly Row[]>> = {
  "auth-js": [
    ...PARTS,
    ...CORE,
    [/^next-auth(\/(?:react|jwt|webauthn|package\.json))?$/, "@x/auth/next$1"],
    [/^@auth\/sveltekit(\/(?:client|webauthn))?$/, "@x/auth/sveltekit$1"],
    [/^@auth\/solid-start(\/client)?$/, "@x/auth/solid-start$1"],
    [/^@auth\/(express|qwik)$/, "@x/auth/$1"],
  ],
  "next-auth-4": [
    ...PARTS,
    ...CORE,
    [/^next-auth\/(react|package\.json)$/, "@x/auth/next/$1"],
    [/^next-auth(?:\/next)?$/, "@x/auth/next"],
    [/^next-auth\/jwt$/, "@x/auth/jwt"],
  ],
  "better-auth": [],
  "x-auth": [],
};

const MISSING: readonly Missing[] = [
  [
    /^@auth\/sveltekit\/components$/,
    "there are no components for the sign-in: write the form yourself",
    `${AUTH_JS}#differences`,
  ],
  [
    /^@hono\/auth-js\/react$/,
    "it works on, since the actions are the same; `@x/auth/client` has the calls too",
    "frameworks/hono.md",
  ],
  [/^next-auth\/client$/, "this is next-auth 3: move to version 4 first", NEXT_AUTH_4],
];

/** Packages of adapters that were renamed, and their functions that were. */
const OLD_ADAPTER = /^@next-auth\/([a-z-]+?)(?:-legacy)?-adapter$/;

/** The functions of adapters that have another name since. */
export const RENAMED_ADAPTERS: Readonly<Record<string, string>> = {
  TypeORMLegacyAdapter: "TypeORMAdapter",
};

/** Types that have another name here, and their module where it is another one. */
export const RENAMED_TYPES: Readonly<Record<string, { name: string; module?: string }>> = {
  GithubProfile: { name: "GitHubProfile" },
  NodemailerConfig: { name: "EmailConfig", module: "@x/auth/providers" },
  SendVerificationRequestParams: {
    name: "EmailProviderSendVerificationRequestParams",
    module: "@x/auth/providers",
  },
};

/** Types that are texts here, the one with parameters first. */
export const TEXT_TYPES: readonly string[] = [
  "LiteralUnion",
  "BuiltInProviderType",
  "OAuthProviderType",
  "RedirectableProviderType",
  "ISODateString",
];

/** Package in whose place another one stands: an adapter of next-auth 4. */
export function adapterOf(name: string): string | undefined {
  const [, kind] = OLD_ADAPTER.exec(name) ?? [];
  return kind && `@auth/${kind}-adapter`;
}

/** `true` for the package of an adapter, of next-auth 4 or of Auth.js. */
export function isAdapter(name: string): boolean {
  return /^@(next-)?auth\/[a-z-]+-adapter$/.test(name);
}

/** Module in place of another one; `undefined` where there is none. */
export function moduleFor(library: Library, specifier: string): string | undefined {
  const adapter = adapterOf(specifier);
  if (adapter) return adapter;
  for (const [from, to] of ROWS[library]) {
    if (from.test(specifier)) return specifier.replace(from, to);
  }
}

/** What to do about a module that has no equal. */
export function adviceFor(specifier: string): { text: string; guide: string } {
  const [, text, guide] = MISSING.find(([from]) => from.test(specifier)) ??
    [undefined, `\`${specifier}\` has no equal here`, AUTH_JS];
  return { text, guide };
}

/** `true` for the name of a module of a library, adapters that stay apart. */
export function isOfLibrary(specifier: string): boolean {
  return /^(next-auth(\/|$)|@next-auth\/|better-auth(\/|$)|@better-auth\/|@auth\/(core|sveltekit|express|solid-start|qwik)(\/|$)|@hono\/auth-js(\/|$))/
    .test(specifier);
}

/** Module whose types an app extends. */
export function augmentedFor(library: Library, specifier: string): string | undefined {
  if (/^next-auth(\/next)?$/.test(specifier)) return "@x/auth";
  if (/^next-auth\/(jwt|adapters)$/.test(specifier)) {
    return specifier.replace("next-auth", "@x/auth");
  }
  return moduleFor(library, specifier);
}
