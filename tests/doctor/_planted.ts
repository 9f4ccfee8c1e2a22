/**
 * The table of planted faults: each id of a finding has a row at least.
 *
 * @module
 */

import { MemoryAdapter } from "@x/auth/adapters/memory";
import type { AuthConfig } from "@x/auth";
import GitHub from "@x/auth/providers/github";
import Google from "@x/auth/providers/google";
import Nodemailer from "@x/auth/providers/nodemailer";
import Facebook from "@x/auth/providers/facebook";
import { MemoryRecords } from "@x/auth/records/memory";
import { Totp } from "@x/auth/factors";
import { serveIdp } from "@x/auth/testing";
import { customFetch, skipCSRFCheck } from "@x/auth";
import type { RecordStore } from "@x/auth/types";
import type { FindingId } from "../../src/doctor/finding.ts";
import {
  behindProxy,
  healthy,
  type Planted,
  type ProxyFaults,
  PUBLIC,
  SECRET,
  withCookies,
} from "./_rig.ts";

/** An app with one fault. */
export interface Row {
  /** The fault. */
  fault: string;
  /** Id of the finding. */
  id: FindingId;
  /** Word of the cure. */
  cure: string;
  /** Further findings that the fault causes, notes aside. */
  also?: FindingId[];
  /** Makes the app; what it starts is stopped with the stack. */
  plant(stack: AsyncDisposableStack): Planted | Promise<Planted>;
}

const config = (more: Partial<AuthConfig>, env: Record<string, string> = {}): Planted => ({
  config: healthy(more),
  env,
});
const variables = (env: Record<string, string>): Planted => ({ config: healthy(), env });
const app = (faults: ProxyFaults) => (stack: AsyncDisposableStack) => behindProxy(stack, faults);
const github = GitHub({ clientId: "Iv1.4f2c", clientSecret: "9b1d3e7a5c" });

/** A real server of a provider whose discovery document is changed. */
async function provider(
  stack: AsyncDisposableStack,
  change: (document: Record<string, unknown>) => unknown,
  { headers = {}, client }: { headers?: HeadersInit; client?: Record<string, string> } = {},
): Promise<Planted> {
  const idp = stack.use(await serveIdp());
  idp.hostile.answer = {
    async discovery(response) {
      const changed = change(await response.json());
      return changed instanceof Response ? changed : Response.json(changed, { headers });
    },
  };
  const { issuer, clientId, clientSecret } = idp;
  const acme = { id: "acme", name: "Acme", type: "oidc", issuer, clientId, clientSecret } as const;
  return config({ providers: [{ ...acme, ...client ? { client } : {} }] });
}

/** A store of records that breaks a promise. */
function records(change: (store: RecordStore) => Partial<RecordStore>): Planted {
  const store = MemoryRecords();
  const bound: RecordStore = {
    get: (kind, id) => store.get(kind, id),
    put: (entry, expected) => store.put(entry, expected),
    take: (kind, id) => store.take(kind, id),
    list: (owner, kind, page) => store.list(owner, kind, page),
    deleteOwner: (owner, kind) => store.deleteOwner(owner, kind),
  };
  return config({ records: { ...bound, ...change(bound) } });
}

/** All planted faults. */
export const PLANTED: readonly Row[] = [
  // The module.
  {
    fault: "the path of the module is wrong",
    id: "module-missing",
    cure: "path of the module",
    plant: () => ({ module: "" }),
  },
  {
    fault: "the module throws",
    id: "module-failed",
    cure: "Set DATABASE_URL",
    plant: () => ({ module: 'throw new Error("Cannot connect: set DATABASE_URL");' }),
  },
  {
    fault: "the module imports a package that is not installed",
    id: "module-failed",
    cure: "Install the package",
    plant: () => ({ module: 'import "not-installed-anywhere";' }),
  },
  {
    fault: "the module imports a framework that exists in its build only",
    id: "module-failed",
    cure: "auth.config.ts",
    plant: () => ({ module: 'import { env } from "$env/dynamic/private";\nexport { env };' }),
  },
  {
    fault: "the module makes no config",
    id: "config-missing",
    cure: "src/auth.ts",
    plant: () => ({ module: "export const answer = 42;" }),
  },
  // The config.
  {
    fault: "a number is out of range",
    id: "config-refused",
    cure: "session.maxAge",
    plant: () => config({ session: { maxAge: -1 } }),
  },
  {
    fault: "links by mail without an adapter",
    id: "config-refused",
    cure: "`adapter`",
    plant: () =>
      config({
        providers: [Nodemailer({ server: { sendMail() {} }, from: "App <no-reply@app.example>" })],
      }),
  },
  {
    fault: "an adapter without the methods of database sessions",
    id: "config-refused",
    cure: "`createSession`",
    plant: () => {
      const { createSession: _, ...adapter } = MemoryAdapter();
      return config({ adapter });
    },
  },
  {
    fault: "revocable sessions without records",
    id: "config-refused",
    cure: "PostgresRecords",
    plant: () => config({ session: { revocation: {} } }),
  },
  {
    fault: "a provider without client id and secret",
    id: "provider-refused",
    cure: "AUTH_GITHUB_ID",
    plant: () => config({ providers: [GitHub] }),
  },
  {
    fault: "two providers with one id",
    id: "duplicate-provider",
    cure: "an `id` of its own",
    plant: () => ({ ...config({ providers: [github, github] }), args: ["--offline"] }),
  },
  {
    fault: "a provider without proven addresses beside one with",
    id: "unproven-addresses",
    cure: "emailVerified",
    plant: () => ({
      ...config({
        providers: [
          Google({ clientId: "4711", clientSecret: "9b1d3e7a5c" }),
          Facebook({ clientId: "4711", clientSecret: "9b1d3e7a5c" }),
        ],
      }),
      args: ["--offline"],
    }),
  },
  {
    fault: "second factors without mail",
    id: "factors-without-mail",
    cure: "sendMail",
    plant: () =>
      config({ factors: [Totp()], adapter: MemoryAdapter(), session: { revocation: {} } }),
  },
  {
    fault: "a redirect proxy that serves any origin",
    id: "redirect-proxy-origins",
    cure: "redirectProxyOrigins",
    plant: () => ({
      ...config({ providers: [github], redirectProxyUrl: "https://stable.example/auth" }),
      args: ["--offline"],
    }),
  },
  {
    fault: "CSRF protection is off",
    id: "csrf-disabled",
    cure: "skipCSRFCheck",
    plant: () => config({ skipCSRFCheck }),
  },
  {
    fault: "debug messages in production",
    id: "debug-enabled",
    cure: "`debug` off",
    plant: () => config({ debug: true, trustHost: true }, { NODE_ENV: "production" }),
  },
  {
    fault: "secure cookies over http",
    id: "secure-cookies-over-http",
    cure: "AUTH_URL",
    also: ["auth-url-http"],
    plant: () => config({ useSecureCookies: true }, { AUTH_URL: "http://app.example/auth" }),
  },
  {
    fault: "plain cookies over https",
    id: "insecure-cookies",
    cure: "useSecureCookies",
    plant: () => config({ useSecureCookies: false }, { AUTH_URL: "https://app.example/auth" }),
  },
  // The environment.
  {
    fault: "no secret",
    id: "secret-missing",
    cure: "AUTH_SECRET",
    plant: () => ({ config: { providers: [] }, env: {} }),
  },
  {
    fault: "a short secret",
    id: "short-secret",
    cure: "longer random one",
    plant: () => config({ secret: SECRET.slice(0, 20) }),
  },
  {
    fault: "the secret of the documentation",
    id: "secret-published",
    cure: "openssl rand",
    plant: () => config({ secret: "a-random-secret-of-32-characters-or-more" }),
  },
  {
    fault: "a secret of one character",
    id: "secret-guessable",
    cure: "openssl rand",
    plant: () => ({ config: { providers: [] }, env: { AUTH_SECRET: "a".repeat(40) } }),
  },
  {
    fault: "AUTH_URL without a scheme",
    id: "env-url-invalid",
    cure: "https://app.example/auth",
    plant: () => variables({ AUTH_URL: "app.example/auth" }),
  },
  {
    fault: "AUTH_URL without a path",
    id: "auth-url-root",
    cure: "https://app.example/auth",
    plant: () => variables({ AUTH_URL: "https://app.example" }),
  },
  {
    fault: "AUTH_URL by http",
    id: "auth-url-http",
    cure: "https",
    plant: () => variables({ AUTH_URL: "http://app.example/auth" }),
  },
  {
    fault: "AUTH_URL with another path than `basePath`",
    id: "env-url-basepath-mismatch",
    cure: "make them equal",
    plant: () => config({ basePath: "/auth" }, { AUTH_URL: "https://app.example/api/auth" }),
  },
  {
    fault: "a variable of next-auth",
    id: "next-auth-variable",
    cure: "Rename NEXTAUTH_URL to AUTH_URL",
    plant: () => variables({ NEXTAUTH_URL: "https://app.example/auth" }),
  },
  {
    fault: "a variable of next-auth beside its new name",
    id: "next-auth-variable",
    cure: "Remove NEXTAUTH_SECRET",
    plant: () => variables({ NEXTAUTH_SECRET: SECRET, AUTH_SECRET: SECRET }),
  },
  {
    fault: "a misspelt AUTH_TRUST_HOST",
    id: "trust-host-value",
    cure: "true or false",
    plant: () => variables({ AUTH_TRUST_HOST: "flase" }),
  },
  {
    fault: "production without AUTH_URL",
    id: "host-untrusted",
    cure: "AUTH_URL",
    plant: () => variables({ NODE_ENV: "production" }),
  },
  {
    fault: "quotation marks in a variable",
    id: "variable-quoted",
    cure: "AUTH_GITHUB_SECRET",
    plant: () => ({
      config: healthy({ providers: [GitHub] }),
      env: { AUTH_GITHUB_ID: "Iv1.4f2c", AUTH_GITHUB_SECRET: '"9b1d3e7a5c"' },
      args: ["--offline"],
    }),
  },
  {
    fault: "a placeholder in a variable",
    id: "placeholder",
    cure: "AUTH_GITHUB_ID",
    plant: () => ({
      config: healthy({ providers: [GitHub] }),
      env: { AUTH_GITHUB_ID: "your-client-id", AUTH_GITHUB_SECRET: "9b1d3e7a5c" },
      args: ["--offline"],
    }),
  },
  {
    fault: "variables under a misspelt id",
    id: "variable-unused",
    cure: "remove AUTH_GITHBU_ID",
    plant: () => variables({ AUTH_GITHBU_ID: "Iv1.4f2c" }),
  },
  // The providers.
  {
    fault: "a provider that cannot be reached",
    id: "provider-unreachable",
    cure: "issuer",
    plant: async () => {
      await using stopped = new AsyncDisposableStack();
      const planted = await provider(stopped, (document) => document);
      return planted;
    },
  },
  {
    fault: "an OAuth provider that cannot be reached",
    id: "provider-unreachable",
    cure: "network",
    plant: () =>
      config({
        providers: [{
          ...github,
          [customFetch]: () => Promise.reject(new TypeError("connection refused")),
        }],
      }),
  },
  {
    fault: "a wrong issuer: the discovery document is not there",
    id: "discovery-refused",
    cure: "AUTH_ACME_ISSUER",
    plant: (stack) => provider(stack, () => new Response("Not found", { status: 404 })),
  },
  {
    fault: "another issuer in the discovery document",
    id: "discovery-refused",
    cure: "https://other.example",
    plant: (stack) =>
      provider(stack, (document) => ({ ...document, issuer: "https://other.example" })),
  },
  {
    fault: "keys that are not there",
    id: "keys-unreachable",
    cure: "jwks_endpoint",
    plant: (stack) =>
      provider(stack, (document) => ({ ...document, jwks_uri: `${document.issuer}/nothing` })),
  },
  {
    fault: "a clock that is an hour off",
    id: "clock-skew",
    cure: "clock",
    plant: (stack) =>
      provider(stack, (document) => document, {
        headers: { date: new Date(Date.now() - 3_600_000).toUTCString() },
      }),
  },
  {
    fault: "a provider without PKCE by S256",
    id: "pkce-unsupported",
    cure: "checks",
    plant: (stack) =>
      provider(
        stack,
        (document) => ({ ...document, code_challenge_methods_supported: ["plain"] }),
      ),
  },
  {
    fault: "a client authentication that the provider does not support",
    id: "client-auth-unsupported",
    cure: "client_secret_post",
    plant: (stack) =>
      provider(stack, (document) => ({
        ...document,
        token_endpoint_auth_methods_supported: ["client_secret_post"],
      })),
  },
  {
    fault: "an algorithm that the provider does not use",
    id: "algorithm-unsupported",
    cure: "id_token_signed_response_alg",
    plant: (stack) =>
      provider(
        stack,
        (document) => ({ ...document, id_token_signing_alg_values_supported: ["ES256"] }),
        { client: { id_token_signed_response_alg: "RS512" } },
      ),
  },
  // The store.
  {
    fault: "a database that does not answer",
    id: "store-failed",
    cure: "database runs",
    plant: () =>
      config({
        adapter: {
          ...MemoryAdapter(),
          getUserByEmail: () => Promise.reject(new Error("connect ECONNREFUSED")),
        },
      }),
  },
  {
    fault: "a token of a link that works twice",
    id: "token-used-twice",
    cure: "useVerificationToken",
    plant: () => {
      const adapter = MemoryAdapter();
      const tokens = new Map<string, { identifier: string; token: string; expires: Date }>();
      return config({
        providers: [Nodemailer({ server: { sendMail() {} }, from: "App <no-reply@app.example>" })],
        adapter: {
          ...adapter,
          createVerificationToken: (token) => {
            tokens.set(token.token, token);
            return token;
          },
          useVerificationToken: ({ token }) => tokens.get(token) ?? null,
        },
      });
    },
  },
  {
    fault: "records that cannot be read back",
    id: "record-wrong",
    cure: "testRecords",
    plant: () => records(() => ({ list: () => [] })),
  },
  {
    fault: "records that are overwritten by a creation",
    id: "record-overwritten",
    cure: "expected: null",
    plant: () =>
      records(({ put }) => ({
        put: async (entry, expected) => await put(entry, expected) || expected === null,
      })),
  },
  {
    fault: "records without compare-and-set",
    id: "record-stale",
    cure: "compares the version",
    plant: () =>
      records(({ put }) => ({
        put: async (entry, expected) => await put(entry, expected) || expected !== null,
      })),
  },
  {
    fault: "records that can be taken twice",
    id: "record-taken-twice",
    cure: "one atomic step",
    plant: () => records(({ get }) => ({ take: get })),
  },
  {
    fault: "records that do not expire",
    id: "record-expired",
    cure: "expires",
    plant: () =>
      records(({ put }) => ({
        put: (entry, expected) => put({ ...entry, expires: null }, expected),
      })),
  },
  // The mail.
  {
    fault: "a mail server that does not answer",
    id: "mail-unreachable",
    cure: "smtps:",
    plant: () => {
      const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
      const { port } = listener.addr;
      listener.close();
      return config({
        providers: [
          Nodemailer({ server: `smtp://127.0.0.1:${port}`, from: "App <no-reply@app.example>" }),
        ],
        adapter: MemoryAdapter(),
      });
    },
  },
  {
    fault: "a mail server that is none",
    id: "mail-unreachable",
    cure: "smtps:",
    plant: (stack) => {
      const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
      const answers = (async () => {
        for await (const connection of listener) {
          await connection.write(new TextEncoder().encode("HTTP/1.1 400 Bad Request\r\n\r\n"));
          connection.close();
        }
      })();
      stack.defer(() => answers);
      stack.defer(() => listener.close());
      return config({
        providers: [
          Nodemailer({
            server: { host: "127.0.0.1", port: listener.addr.port },
            from: "App <no-reply@app.example>",
          }),
        ],
        adapter: MemoryAdapter(),
      });
    },
  },
  {
    fault: "the default sender, whose domain is not the app's",
    id: "mail-sender",
    cure: "your domain",
    plant: () =>
      config({ providers: [Nodemailer({ server: { sendMail() {} } })], adapter: MemoryAdapter() }),
  },
  // The running app and its proxies.
  {
    fault: "the app does not run",
    id: "app-unreachable",
    cure: "Start the app",
    plant: async () => {
      await using stopped = new AsyncDisposableStack();
      return behindProxy(stopped);
    },
  },
  {
    fault: "the app refuses every request",
    id: "app-refuses",
    cure: "log of the app",
    plant: (stack) => ({
      ...behindProxy(stack, {}, healthy({ session: { maxAge: -1 } })),
      config: healthy(),
    }),
  },
  {
    fault: "the proxy strips the base path",
    id: "base-path",
    cure: "path unchanged",
    plant: app({ path: (path) => path.replace(/^\/auth/, "") }),
  },
  {
    fault: "the proxy passes on its own host",
    id: "origin-differs",
    cure: "Host header",
    plant: app({ request: (headers) => headers.set("x-forwarded-host", "internal.example") }),
  },
  {
    fault: "the proxy ends TLS and does not say so",
    id: "scheme-differs",
    cure: "X-Forwarded-Proto",
    also: ["cookie-insecure", "cookie-prefix"],
    plant: app({ request: (headers) => headers.set("x-forwarded-proto", "http") }),
  },
  {
    fault: "proxy and app redirect to each other's scheme",
    id: "redirect-loop",
    cure: "one place only",
    plant: app({
      answer: ({ url }) => Response.redirect(`${PUBLIC}${new URL(url).pathname}`, 301),
    }),
  },
  {
    fault: "the public host redirects to another one",
    id: "redirected-host",
    cure: "https://www.app.example",
    plant: app({
      answer: ({ url, headers }) =>
        headers.get("x-forwarded-host") === "app.example"
          ? Response.redirect(`https://www.app.example${new URL(url).pathname}`, 308)
          : undefined,
    }),
  },
  {
    fault: "the running app lacks a provider",
    id: "providers-differ",
    cure: "Deploy this version",
    plant: (stack) => ({
      ...behindProxy(stack),
      config: healthy({ providers: [...healthy().providers, github] }),
      args: ["--url", PUBLIC, "--offline"],
    }),
  },
  {
    fault: "the app is served by http",
    id: "plain-http",
    cure: "https",
    plant: (stack) => ({ ...behindProxy(stack), args: ["--url", "http://app.example"] }),
  },
  {
    fault: "the clock of the server is an hour off",
    id: "app-clock",
    cure: "clock",
    plant: app({
      response: (response) => {
        response.headers.set("date", new Date(Date.now() + 3_600_000).toUTCString());
        return response;
      },
    }),
  },
  {
    fault: "the proxy removes Secure",
    id: "cookie-insecure",
    cure: "attributes of cookies",
    plant: app({
      response: (response) =>
        withCookies(response, (cookies) => cookies.map((cookie) => cookie.replace("; Secure", ""))),
    }),
  },
  {
    fault: "the proxy renames cookies",
    id: "cookie-prefix",
    cure: "names of cookies",
    plant: app({
      response: (response) =>
        withCookies(response, (cookies) => cookies.map((cookie) => cookie.replace("__Host-", ""))),
    }),
  },
  {
    fault: "the proxy adds a domain to cookies",
    id: "cookie-scope",
    cure: "proxy_cookie_domain",
    plant: app({
      response: (response) =>
        withCookies(response, (all) => all.map((cookie) => `${cookie}; Domain=app.example`)),
    }),
  },
  {
    fault: "the proxy changes the path of cookies",
    id: "cookie-scope",
    cure: "proxy_cookie_path",
    plant: app({
      response: (response) =>
        withCookies(response, (all) => all.map((cookie) => cookie.replace("Path=/", "Path=/app"))),
    }),
  },
  {
    fault: "the proxy removes Set-Cookie",
    id: "cookie-missing",
    cure: "Set-Cookie",
    plant: app({ response: (response) => withCookies(response, () => []) }),
  },
  {
    fault: "the proxy joins Set-Cookie headers",
    id: "cookies-merged",
    cure: "getSetCookie",
    plant: app({
      response: (response) =>
        withCookies(response, (cookies) => cookies.length > 0 ? [cookies.join(", ")] : []),
    }),
  },
  {
    fault: "the proxy removes Cookie",
    id: "cookie-lost",
    cure: "Cookie header",
    plant: app({ request: (headers) => headers.delete("cookie") }),
  },
  {
    fault: "a body parser leaves nothing of a form",
    id: "body-lost",
    cure: "body parsers",
    plant: app({ dropsBody: true }),
  },
  {
    fault: "the proxy replaces Cache-Control",
    id: "cache-allowed",
    cure: "Cache-Control",
    plant: app({
      response: (response) => {
        response.headers.set("cache-control", "public, max-age=60");
        return response;
      },
    }),
  },
  {
    fault: "a cache answers for the app",
    id: "answer-cached",
    cure: "Exclude /auth from the cache",
    plant: (stack) => {
      const kept = new Map<string, Response>();
      return behindProxy(stack, {
        answer: ({ url, method, headers }) =>
          method === "GET" && !headers.has("cookie") ? kept.get(url)?.clone() : undefined,
        response: (response, { url }) => {
          kept.set(url, response.clone());
          return response;
        },
      });
    },
  },
  {
    fault: "the proxy refuses long headers",
    id: "header-limit",
    cure: "large_client_header_buffers",
    plant: app({
      answer: ({ headers }) =>
        (headers.get("cookie") ?? "").length > 4096
          ? new Response("Request Header Fields Too Large", { status: 431 })
          : undefined,
    }),
  },
  {
    fault: "any site may read what the app answers",
    id: "cross-origin",
    cure: "CORS",
    plant: app({
      response: (response) => {
        response.headers.set("access-control-allow-origin", "*");
        return response;
      },
    }),
  },
  {
    fault: "the proxy sends no Strict-Transport-Security",
    id: "hsts-missing",
    cure: "max-age",
    plant: app({
      response: (response) => {
        response.headers.delete("strict-transport-security");
        return response;
      },
    }),
  },
];
