/**
 * The context that an action receives, built by the real modules.
 *
 * @module
 */

import type { AuthConfig } from "../../mod.ts";
import { resolveConfig } from "../../src/config/resolve.ts";
import { createContext } from "../../src/request/context.ts";
import { parseRequest } from "../../src/request/parse.ts";
import type { Context, ResolvedConfig } from "../../src/types/internal.ts";
import type { ResolvedOAuthProvider, ResolvedProvider } from "../../src/types/resolved_provider.ts";

export const APP = "https://app.example";
export const SECRET = "a-secret-of-at-least-32-characters";

/** An OAuth provider that needs no discovery. */
export const ACME = {
  id: "acme",
  name: "Acme",
  type: "oauth" as const,
  authorization: "https://acme.example/authorize",
  token: "https://acme.example/token",
  userinfo: "https://acme.example/me",
  clientId: "client",
  clientSecret: "client secret",
};

/** A resolved config, and its log. */
export function createConfig(
  overrides: Partial<AuthConfig> = {},
): { config: ResolvedConfig; errors: Error[]; warnings: string[] } {
  const errors: Error[] = [];
  const warnings: string[] = [];
  const config = resolveConfig({
    providers: [ACME],
    secret: SECRET,
    trustHost: true,
    logger: {
      error: (error) => void errors.push(error),
      warn: (code) => void warnings.push(code),
      debug: () => {},
    },
    ...overrides,
  });
  return { config, errors, warnings };
}

export interface TestRequest {
  /** Path below the base path, with the query. Default `session`. */
  path?: string;
  /** Form fields; makes it a POST. */
  form?: Record<string, string>;
  /** JSON body; makes it a POST. */
  json?: unknown;
  /** `Cookie` header. */
  cookie?: string;
  headers?: Record<string, string>;
  origin?: string;
  config?: Partial<AuthConfig>;
}

/** The context of a request, and the log of its config. */
export async function createTestContext(
  { path = "session", form, json, cookie, headers, origin = APP, config: overrides }: TestRequest =
    {},
): Promise<{ ctx: Context; errors: Error[]; warnings: string[] }> {
  const { config, errors, warnings } = createConfig(overrides);
  const request = new Request(`${origin}${config.basePath}/${path}`, {
    headers: {
      ...headers,
      ...cookie === undefined ? {} : { cookie },
      ...json === undefined ? {} : { "content-type": "application/json" },
    },
    ...form ? { method: "POST", body: new URLSearchParams(form) } : {},
    ...json === undefined ? {} : { method: "POST", body: JSON.stringify(json) },
  });
  const ctx = await createContext(
    await parseRequest(request, config),
    config,
  );
  return { ctx, errors, warnings };
}

/** Cookies that the context sets, as `name=value`, or `name` for a deletion. */
export function outgoing({ cookies }: Context): string[] {
  return cookies.outgoing().map(({ name, value, options }) =>
    value === "" && options.maxAge === 0 ? `-${name}` : `${name}=${value}`
  );
}

/** `Cookie` header with all cookies that the context sets. */
export function toCookieHeader({ cookies }: Context): string {
  return cookies.outgoing().filter(({ value }) => value)
    .map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join("; ");
}

/** The provider of the path, of which the test knows the kind. */
export function providerOf<P extends ResolvedProvider = ResolvedOAuthProvider>(ctx: Context): P {
  return ctx.provider as P;
}
