import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { SCOPE } from "../../../src/config/defaults.ts";
import { setEnvDefaults } from "../../../src/config/env.ts";
import { resolveProvider } from "../../../src/config/providers.ts";
import { resolveConfig } from "../../../src/config/resolve.ts";
import { customFetch } from "../../../src/symbols.ts";
import type { AuthConfig } from "../../../src/types/config.ts";
import type {
  ResolvedEndpoint,
  ResolvedOAuthProvider,
} from "../../../src/types/resolved_provider.ts";
import type { Profile } from "../../../src/types/entities.ts";
import type { OAuthConfig } from "../../../src/types/provider.ts";
import { providerFiles } from "../../tools/providers.ts";
import { CATALOGUE } from "./_catalogue.ts";

type Create = (options?: Record<string, unknown>) => OAuthConfig<Profile>;

const ROOT = new URL("../../../", import.meta.url);
const FILES = await providerFiles(ROOT.pathname);
const SECRET = "a-secret-of-at-least-32-characters";
const CLIENT = { clientId: "id", clientSecret: "secret" };

/** `fetch` for `profile` callbacks that answers every request with an error. */
const nothing = () => Promise.resolve(new Response(null, { status: 404 }));

const catalogue = CATALOGUE.toSorted((a, b) => a.module < b.module ? -1 : 1);

const fileOf = (module: string) => new URL(FILES.get(module.replaceAll("-", "_"))!, ROOT);

async function load(module: string): Promise<Create> {
  return (await import(fileOf(module).href)).default;
}

function resolve(create: Create, options: Record<string, unknown>): ResolvedOAuthProvider {
  const config: AuthConfig = { providers: [] };
  return resolveProvider(create(options), config) as ResolvedOAuthProvider;
}

function problemOf(providers: AuthConfig["providers"], env?: Record<string, string>) {
  const config: AuthConfig = { providers, secret: SECRET, trustHost: true };
  if (env) setEnvDefaults(env, config);
  const { error: problem, unusable } = resolveConfig(config);
  return problem ?? [...unusable.values()][0];
}

/** URL with its query, or only the query when the URL is discovered. */
function describe(endpoint: ResolvedEndpoint | undefined): string | undefined {
  if (endpoint?.url) return canonical(endpoint.url.href);
  const query = new URLSearchParams((endpoint?.params ?? {}) as Record<string, string>);
  return canonical(query.size > 0 ? `?${query}` : undefined);
}

/** Removes `scope`, sorts the parameters and normalizes their encoding. */
function canonical(url: string | undefined): string | undefined {
  if (url === undefined) return;
  const [, base, query, hash] = /^([^?#]*)\??([^#]*)(.*)$/.exec(url)!;
  const params = new URLSearchParams(query);
  params.delete("scope");
  params.sort();
  return base! + (params.size > 0 ? `?${params}` : "") + hash || undefined;
}

function scopeOf({ authorization: { url, params } }: ResolvedOAuthProvider): unknown {
  return url ? url.searchParams.get("scope") : params?.scope ?? SCOPE;
}

function withoutUndefined<T extends object>(record: T): T {
  return Object.fromEntries(Object.entries(record).filter(([, v]) => v !== undefined)) as T;
}

Deno.test("catalogue: ids and subpaths are unique", () => {
  for (const member of ["id", "module"] as const) {
    const values = catalogue.map((entry) => entry[member]);
    assertEquals(values.length, new Set(values).size);
  }
});

Deno.test("catalogue: every OAuth provider file has an entry, and every entry a file", async () => {
  const modules: string[] = [];
  for (const [name, file] of FILES) {
    const text = await Deno.readTextFile(new URL(file, ROOT));
    if (!/\b(type: "(oauth|oidc)"|(OAuth|OIDC)Provider<)/.test(text)) continue;
    modules.push(name.replaceAll("_", "-"));
  }
  assert(modules.length > 40, "the providers were not found");
  assertEquals(modules.sort(), catalogue.map(({ module }) => module).sort());
});

Deno.test("catalogue: providers do not import each other", async () => {
  for (const { module } of catalogue) {
    const text = await Deno.readTextFile(fileOf(module));
    const values = [...text.matchAll(/^import (?!type\b)[\s\S]*?from "([^"]+)";/gm)];
    for (const [, specifier] of values) {
      assertMatch(specifier!, /^\.\.\/|^\.\/(_|capability\.ts)/, module);
    }
  }
});

for (const entry of catalogue) {
  const { id, module } = entry;
  const options = { ...CLIENT, ...entry.options };

  Deno.test(`${module}: equals its entry in the catalogue`, async () => {
    const provider = resolve(await load(module), options);
    const { name, type, issuer, checks, client } = provider;
    assertEquals(
      withoutUndefined({
        id: provider.id,
        name,
        type,
        issuer,
        token: describe(provider.token),
        userinfo: describe(provider.userinfo),
        scope: scopeOf(provider),
        checks: checks as string[],
        clientAuth: client?.token_endpoint_auth_method ?? "client_secret_basic",
      }),
      withoutUndefined({
        id,
        name: entry.name,
        type: entry.type,
        issuer: entry.issuer,
        token: canonical(entry.token),
        userinfo: canonical(entry.userinfo),
        scope: entry.scope ?? SCOPE,
        checks: entry.checks,
        clientAuth: entry.clientAuth ?? "client_secret_basic",
      }),
    );
    if (entry.authorization || provider.authorization.url) {
      assertEquals(describe(provider.authorization), canonical(entry.authorization));
    }
    for (const { url } of [provider.authorization, provider.token, provider.userinfo ?? {}]) {
      assertEquals(url?.protocol ?? "https:", "https:");
      assertEquals(/[{}]|%7B|%7D|undefined/.test(url?.href ?? ""), false, url?.href);
    }
  });

  Deno.test(`${module}: can be called without options, and the problem names the missing ones`, async () => {
    const create = await load(module);
    const provider = create(undefined);
    assertEquals([provider.id, provider.name, provider.type], [id, entry.name, entry.type]);
    assertStringIncludes(problemOf([create])?.message ?? "", `"${id}"`);
  });

  Deno.test(`${module}: is complete with its options, or with only its variables`, async () => {
    const create = await load(module);
    assertEquals(problemOf([create(options)] as AuthConfig["providers"]), undefined);
    const prefix = `AUTH_${id.toUpperCase().replaceAll("-", "_")}_`;
    const suffixes: Record<string, string> = { issuer: "ISSUER", apiKey: "KEY" };
    const needed = Object.entries(entry.options ?? {});
    if (needed.some(([name]) => !suffixes[name])) return; // no variable for it
    const env = { [`${prefix}ID`]: "id", [`${prefix}SECRET`]: "secret" };
    for (const [name, value] of needed) env[prefix + suffixes[name]] = String(value);
    assertEquals(problemOf([create], env), undefined);
    const text = await Deno.readTextFile(fileOf(module));
    for (const name of Object.keys(env)) assertStringIncludes(text, `\`${name}\``);
    assertStringIncludes(text, `{origin}{basePath}/callback/${id}`);
  });

  Deno.test(`${module}: accepts overrides and keeps other members`, async () => {
    const create = await load(module);
    const plain = resolve(create, options);
    const changed = resolve(create, {
      ...options,
      name: "Own",
      checks: ["state"],
      authorization: { params: { scope: "own" } },
      style: { brandColor: "#123456" },
      profile: () => ({ id: "own" }),
    });
    assertEquals(changed.name, "Own");
    assertEquals(changed.checks, ["state"]);
    assertEquals(scopeOf(changed), "own");
    assertEquals(describe(changed.authorization), describe(plain.authorization));
    assertEquals(changed.style?.brandColor, "#123456");
    assertEquals(await changed.profile({}, {}), { id: "own" });
    assertEquals(describe(changed.token), describe(plain.token));
    const moved = resolve(create, { ...options, token: "https://own.example/token" });
    assertEquals(moved.token.url?.href, "https://own.example/token");
  });

  Deno.test(`${module}: maps a documented profile`, async () => {
    const provider = resolve(await load(module), { ...options, [customFetch]: nothing });
    const global = globalThis.fetch;
    globalThis.fetch = nothing; // no test reaches the network
    try {
      const user = await provider.profile(structuredClone(entry.sample), entry.tokens ?? {});
      const { id, name, email, image } = user;
      assertEquals<Record<string, unknown>>(
        withoutUndefined({ id, name, email, image }),
        entry.user,
      );
    } finally {
      globalThis.fetch = global;
    }
  });
}
