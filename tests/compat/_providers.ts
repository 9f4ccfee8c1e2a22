/**
 * Built-in providers of this library and of Auth.js in one comparable shape.
 *
 * @module
 */

import { SCOPE } from "../../src/config/defaults.ts";
import { resolveProvider } from "../../src/config/providers.ts";
import { providerFiles } from "../tools/providers.ts";
import type { CatalogueEntry } from "../unit/providers/_catalogue_entry.ts";

/** Behavior of a provider that apps depend on; absent members are `undefined` on both sides. */
export interface Described {
  id: string;
  name: string;
  type: string;
  issuer?: string;
  /** Endpoints with sorted parameters; only the parameters when the URL is discovered. */
  authorization?: string;
  scope?: string;
  token?: string;
  userinfo?: string;
  /** First request of a provider with its own `userinfo.request`. */
  request?: string;
  checks?: string[];
  clientAuth?: string;
  idToken?: boolean;
  brandColor?: string;
  /** User that `profile` makes from the sample of the catalogue. */
  user?: string;
  /** Sender and lifetime of the link, in seconds. */
  mail?: string;
}

/** A resolved provider of either side. */
// deno-lint-ignore no-explicit-any -- objects of two libraries
type Loose = any;

/** Options that only Auth.js needs, or that select the same protocol on both sides. */
const EXTRA: Record<string, Record<string, unknown>> = {
  notion: { redirectUri: "https://app.example/auth/callback/notion" },
};

/** Further options with which a provider is compared, by the name of the comparison. */
const VARIANTS: Record<string, Record<string, Record<string, unknown>>> = {
  twitter: {
    'twitter with `version: "2.0"`': { version: "2.0" },
    "twitter": { version: undefined },
  },
};

/** The comparisons of a provider: their names, and further options. */
export function variantsOf(id: string): [name: string, options: Record<string, unknown>][] {
  return Object.entries(VARIANTS[id] ?? { [id]: {} });
}

/** Providers that cannot be loaded without an optional package, which is documented. */
const NEEDS_PACKAGE: Record<string, Described> = {
  email: { id: "email", name: "Email", type: "email", mail: "App <a@b.example> 86400" },
  nodemailer: {
    id: "nodemailer",
    name: "Nodemailer",
    type: "email",
    mail: "App <a@b.example> 86400",
  },
};

/** Options for a comparison; both sides get the same. */
export function optionsOf(
  id: string,
  entry: CatalogueEntry | undefined,
  variant: Record<string, unknown>,
): Record<string, unknown> {
  return {
    clientId: "id",
    clientSecret: "secret",
    // Email services throw without an API key.
    apiKey: "key",
    // Auth.js has a sender of its own domain by default, this library none.
    from: "App <a@b.example>",
    server: "smtp://localhost",
    transactionalId: "transactional",
    ...EXTRA[id],
    ...entry?.options,
    ...variant,
  };
}

/** Files of this library's providers by subpath. */
export async function ourModules(): Promise<Map<string, string>> {
  const root = new URL("../../", import.meta.url);
  const files = [...await providerFiles(root.pathname)].sort();
  return new Map(
    files.map(([name, file]) => [name.replaceAll("_", "-"), new URL(file, root).href]),
  );
}

/** Files of the providers of Auth.js by subpath. */
export async function peerModules(): Promise<Map<string, string>> {
  const folder = new URL("./", import.meta.resolve("@auth/core/providers/github"));
  const found = new Map<string, string>();
  // Every module in the folder except those with only types.
  const typesOnly = ["index", "oauth", "provider-types", "oauth-types"];
  for await (const { name } of Deno.readDir(folder)) {
    const subpath = name.replace(/\.js$/, "");
    if (!name.endsWith(".js") || typesOnly.includes(subpath)) continue;
    found.set(subpath, new URL(name, folder).href);
  }
  return found;
}

/** Loads a provider of this library from its file. */
export async function describeOurs(
  file: string,
  options: Record<string, unknown>,
  entry: CatalogueEntry | undefined,
): Promise<Described> {
  const { default: create } = await import(file);
  return await describe(resolveProvider(create(options), { providers: [] }), entry);
}

/** Loads a provider of Auth.js from its file. */
export async function describePeer(
  file: string,
  options: Record<string, unknown>,
  entry: CatalogueEntry | undefined,
): Promise<Described> {
  const written = NEEDS_PACKAGE[/([^/]+)\.js$/.exec(file)![1]!];
  if (written) return written;
  const { default: create } = await import(file);
  const { default: parseProviders } = await import(new URL("../lib/utils/providers.js", file).href);
  const url = new URL("https://app.example/auth");
  const { providers } = parseProviders({ url, config: { providers: [create(options)] } });
  return await describe(providers[0], entry);
}

async function describe(provider: Loose, entry: CatalogueEntry | undefined): Promise<Described> {
  const { id, name, type } = provider;
  if (type === "email") return { id, name, type, mail: `${provider.from} ${provider.maxAge}` };
  if (type !== "oauth" && type !== "oidc") return { id, name, type };
  const [authorization, scope] = withoutScope(provider.authorization);
  const [token] = withoutScope(provider.token);
  const [userinfo] = withoutScope(provider.userinfo);
  return {
    id,
    name,
    type,
    issuer: provider.issuer,
    authorization,
    // Default scope of OpenID Connect providers.
    scope: scope ?? (type === "oidc" ? SCOPE : undefined),
    token,
    userinfo,
    request: await requestOf(provider),
    checks: [...provider.checks].sort(),
    clientAuth: provider.client?.token_endpoint_auth_method,
    idToken: provider.idToken,
    brandColor: provider.style?.brandColor ?? provider.style?.bg,
    user: entry && await userOf(provider, entry),
  };
}

/** An endpoint, and the scope from its parameters. */
function withoutScope(endpoint: Loose): [url?: string, scope?: string] {
  if (!endpoint) return [];
  const url = new URL(endpoint.url ?? "https://authjs.dev/");
  if (!endpoint.url) {
    for (const [name, value] of Object.entries(endpoint.params ?? {})) {
      url.searchParams.set(name, name === "claims" ? JSON.stringify(value) : String(value));
    }
  }
  const scope = url.searchParams.get("scope") ?? undefined;
  url.searchParams.delete("scope");
  url.searchParams.sort();
  const query = url.searchParams.size > 0 ? `?${url.searchParams}` : "";
  // Auth.js uses this host as a placeholder for discovery.
  const isPlaceholder = url.hostname === "authjs.dev";
  const text = (isPlaceholder ? "" : url.origin + url.pathname) + query + url.hash;
  return [text || undefined, scope];
}

/** Members that sites send with tokens. */
const TOKENS = {
  access_token: "access",
  token_type: "bearer",
  user_id: "ada",
  openid: "openid",
  email: "ada@example.com",
};

async function requestOf(provider: Loose): Promise<string | undefined> {
  const ask = provider.userinfo?.request;
  if (!ask) return;
  const requests: string[] = [];
  await withFetch(async (request) => {
    const headers = [...request.headers].map(([name, value]) => `${name}: ${value}`).sort();
    const body = await request.text();
    requests.push([`${request.method} ${request.url}`, ...headers, body].join("\n").trim());
    throw new TypeError("Only the request matters");
  }, async () => {
    await Promise.resolve(ask({ tokens: TOKENS, provider })).catch(() => {});
  });
  // The request of every provider without its own `userinfo.request`.
  const usual = `GET ${provider.userinfo.url}\nauthorization: Bearer access`;
  return requests[0] === usual ? undefined : requests[0];
}

async function userOf(provider: Loose, { sample, tokens }: CatalogueEntry): Promise<string> {
  return await withFetch(() => new Response(null, { status: 404 }), async () => {
    try {
      const user = await provider.profile(structuredClone(sample), { ...TOKENS, ...tokens });
      const { id, name, email, image } = user;
      return JSON.stringify({ id, name, email, image });
    } catch (error) {
      return `throws ${(error as Error).name}`;
    }
  });
}

/** Replaces the global `fetch`, the only one that providers of Auth.js use. */
async function withFetch<T>(
  answer: (request: Request) => Response | Promise<Response>,
  run: () => Promise<T>,
): Promise<T> {
  const original = globalThis.fetch;
  globalThis.fetch = async (input, init) => await answer(new Request(input, init));
  try {
    return await run();
  } finally {
    globalThis.fetch = original;
  }
}
