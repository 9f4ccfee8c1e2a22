/**
 * The table of planted faults: each id of a finding has a row at least.
 *
 * @module
 */

import { DatabaseSync } from "node:sqlite";
import { SqliteAdapter } from "@x/auth/adapters/sqlite";
import { PasskeyFactor } from "@x/auth/factors/passkey";
import Passkey from "@x/auth/providers/passkey";
import { MemoryAdapter } from "@x/auth/adapters/memory";
import type { AuthConfig } from "@x/auth";
import GitHub from "@x/auth/providers/github";
import Google from "@x/auth/providers/google";
import Keycloak from "@x/auth/providers/keycloak";
import Nodemailer from "@x/auth/providers/nodemailer";
import Facebook from "@x/auth/providers/facebook";
import { MemoryRecords } from "@x/auth/records/memory";
import { AccountPage } from "@x/auth/account";
import { Totp } from "@x/auth/factors";
import { ApiKeys } from "@x/auth/keys";
import { NativeClients } from "@x/auth/native";
import { OAuthServer, type OAuthServerOptions } from "@x/auth/oauth-server";
import { defineAccess, Organizations } from "@x/auth/organizations";
import { nextAuth4 } from "@x/auth/legacy/next-auth-4";
import { defineAuth } from "@x/auth/server";
import { serveIdp, signInAs } from "@x/auth/testing";
import { customFetch, skipCSRFCheck } from "@x/auth";
import type { RecordStore } from "@x/auth/types";
import { storeAdvice } from "../../src/symbols.ts";
import type { FindingId } from "../../src/tools/doctor/finding.ts";
import type { OrganizationsOptions } from "@x/auth/organizations";
import {
  behindProxy,
  healthy,
  PASSWORD,
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

/** An app with callbacks. */
const called = (callbacks: AuthConfig["callbacks"], more: Partial<AuthConfig> = {}): Planted =>
  config({ callbacks, ...more });

const startsLike = (url: string, baseUrl: string) => url.startsWith(baseUrl) ? url : undefined;
const endsLike = (url: string, baseUrl: string) =>
  new URL(url).hostname.endsWith(new URL(baseUrl).hostname) ? url : undefined;
const contains = (url: string, baseUrl: string) => url.includes(baseUrl) ? url : undefined;
const resolves = (url: string, baseUrl: string) =>
  url.startsWith("/") ? new URL(url, baseUrl).href : undefined;
const oneSlash = (url: string, baseUrl: string) =>
  url.startsWith("//") ? undefined : resolves(url, baseUrl);

/** A session cookie for other sites, as apps write it that are framed. */
const CROSS_SITE = (isProduction: boolean): Partial<AuthConfig> => ({
  cookies: { sessionToken: { options: { sameSite: "none", secure: isProduction } } },
});

/** An app at https://app.example with passkeys. */
const passkeys = (relayingParty: { id: string; origin?: string }): Planted => ({
  ...config({
    adapter: lastingAdapter(),
    experimental: { enableWebAuthn: true },
    providers: [Passkey({ relayingParty })],
  }, { AUTH_URL: "https://app.example/auth" }),
});

/** An app with organizations. */
const teams = (
  options: Partial<OrganizationsOptions> = {},
  more: Partial<AuthConfig> = {},
): AuthConfig => {
  const access = defineAccess({ permissions: {}, roles: { admin: {}, guest: {} } });
  return healthy({
    adapter: MemoryAdapter(),
    session: { revocation: {} },
    sendMail() {},
    organizations: Organizations({ access, ...options }),
    ...more,
  });
};

/** An app with API keys or native clients. */
const credentials = (
  more: Partial<AuthConfig>,
  env: Record<string, string> = {},
): Planted =>
  config({
    adapter: lastingAdapter(),
    session: { revocation: {} },
    account: AccountPage(),
    sendMail() {},
    ...more,
  }, env);

/** An authorization server at the public origin. */
const server = (
  options: Partial<OAuthServerOptions> = {},
  more: Partial<AuthConfig> = {},
  env = { AUTH_URL: `${PUBLIC}/auth` },
): Planted => {
  const resources = { [`${PUBLIC}/mcp`]: { scopes: ["read"] } };
  const oauthServer = OAuthServer({ issuer: PUBLIC, resources, ...options });
  return credentials({ oauthServer, ...more }, env);
};

/** The same, running; the answers at a path are changed. */
const running = (
  path: RegExp,
  change: (document: Record<string, unknown>) => Response,
  options: Partial<OAuthServerOptions> = {},
) =>
(stack: AsyncDisposableStack): Planted =>
  behindProxy(stack, {
    response: async (response, { url }) =>
      path.test(new URL(url).pathname) && response.ok ? change(await response.json()) : response,
  }, server(options).config);

const keys = (maxLag = 0) => ApiKeys({ prefix: "acme", scopes: ["read"], maxLag });

/** The same with an organization that has a member. */
const team = async (
  change: (config: AuthConfig) => Promise<unknown> | unknown,
): Promise<Planted> => {
  const config = teams();
  const user = { id: "bob", email: "bob@app.example" };
  await signInAs(config, user, { membership: { organization: "acme", role: "guest" } });
  return { config: await change(config) as AuthConfig, args: ["--organization", "acme"] };
};

/** Stores that say nothing of themselves, as those of apps do. */
const lasting = (): RecordStore => bindRecords(MemoryRecords());
const lastingAdapter = (): AuthConfig["adapter"] => {
  const { records, ...methods } = MemoryAdapter();
  return { ...Object.fromEntries(Object.entries(methods)), records: bindRecords(records) };
};

const openedKv = Symbol.for("doctor test: opened database");

/** A module that opens a database in memory. */
const kvInMemory = (store: string) => (stack: AsyncDisposableStack): Planted => {
  const scope = globalThis as { [openedKv]?: { close(): void } };
  stack.defer(() => scope[openedKv]?.close());
  return {
    module: `import { DenoKvAdapter } from "@x/auth/adapters/deno-kv";
import { DenoKvRecords } from "@x/auth/records/deno-kv";
const kv = await Deno.openKv(":memory:");
(globalThis as any)[Symbol.for("${openedKv.description}")] = kv;
export const config = { providers: [], ${store}, secret: "${SECRET}" };
void [DenoKvAdapter, DenoKvRecords];
`,
    env: { AUTH_URL: "https://app.example/auth" },
  };
};

/** Answers the page /login with a status; a redirect leads to the sign-in action. */
const withPage = (status: number): ProxyFaults => ({
  answer: ({ url }) =>
    new URL(url).pathname !== "/login"
      ? undefined
      : new Response(null, { status, headers: { location: "/auth/signin" } }),
});

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

function bindRecords(store: RecordStore): RecordStore {
  return {
    get: (kind, id) => store.get(kind, id),
    put: (entry, expected) => store.put(entry, expected),
    take: (kind, id) => store.take(kind, id),
    list: (owner, kind, page) => store.list(owner, kind, page),
    deleteOwner: (owner, kind) => store.deleteOwner(owner, kind),
  };
}

/** A store of records that breaks a promise. */
function records(change: (store: RecordStore) => Partial<RecordStore>): Planted {
  const bound = bindRecords(MemoryRecords());
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
  // Organizations.
  {
    fault: "organizations without session records",
    id: "config-refused",
    cure: "Set `records`",
    plant: () => ({
      config: teams({}, { adapter: { ...MemoryAdapter(), records: undefined }, session: {} }),
    }),
  },
  {
    fault: "a role that is stored, and no longer defined",
    id: "role-undefined",
    cure: "changeRole",
    plant: () =>
      team(({ adapter }) => {
        const access = defineAccess({ permissions: {}, roles: { admin: {} } });
        return teams({ access }, { adapter: adapter! });
      }),
  },
  {
    fault: "the owner of an organization was deleted in the database",
    id: "organization-ownerless",
    cure: "asSystem",
    plant: () =>
      team(async (config) => {
        const owner = await config.adapter!.getUserByEmail!("owner@acme.test");
        await config.adapter!.deleteUser!(owner!.id);
        return config;
      }),
  },
  {
    fault: "a table of members that throws",
    id: "memberships-failed",
    cure: "empty list",
    plant: () => ({
      config: teams({
        memberships: {
          of: () => [],
          in() {
            throw new Error("no such table: members");
          },
          get: () => null,
        },
      }),
    }),
  },
  {
    fault: "a table of members that throws for a part of a URL",
    id: "memberships-failed",
    cure: "any text as the organization",
    plant: () => ({
      config: teams({
        memberships: {
          of: () => [],
          in: () => [],
          get: (name) => {
            throw new Error(`invalid input syntax for type uuid: ${name.slice(0, 6)}`);
          },
        },
      }),
    }),
  },
  {
    fault: "a table in which everyone is a member",
    id: "memberships-wrong",
    cure: "returns null",
    plant: () => ({
      config: teams({
        memberships: {
          of: () => [],
          in: () => [],
          get: () => ({ organization: { id: "1", name: "A", slug: "a" }, role: "guest" }),
        },
      }),
    }),
  },
  {
    fault: "a role of a table that is not defined",
    id: "role-undefined",
    cure: "Define the role again",
    plant: () => ({
      config: teams({
        memberships: {
          of: () => [],
          in: (id) => id === "7" ? [{ userId: "ada", role: "boss" }] : [],
          get: () => null,
        },
      }),
      args: ["--organization=7"],
    }),
  },
  // API keys, native clients and access of other apps.
  {
    fault: "API keys without a way to send emails",
    id: "credentials-without-mail",
    cure: "sendMail",
    plant: () => credentials({ keys: keys(), account: undefined, sendMail: undefined }),
  },
  {
    fault: "access of other apps that users get no email about",
    id: "credentials-without-mail",
    cure: "sendMail",
    plant: () => server({}, { account: undefined, sendMail: undefined }),
  },
  {
    fault: "API keys that are read once in an hour",
    id: "credentials-lag",
    cure: "`maxLag` of ApiKeys() to 300",
    plant: () => credentials({ keys: keys(3600) }),
  },
  {
    fault: "access of other apps that is read once in an hour",
    id: "credentials-lag",
    cure: "`maxLag` of OAuthServer() to 300",
    plant: () => server({ maxLag: 3600 }),
  },
  {
    fault: "access of other apps that no page shows",
    id: "account-page-missing",
    cure: "pages of your own",
    plant: () => server({}, { account: undefined }),
  },
  {
    fault: "sessions of apps that no page shows",
    id: "account-page-missing",
    cure: "pages of your own",
    plant: () => credentials({ native: NativeClients(), account: undefined }),
  },
  {
    fault: "sign-ins of a native app that return to another host",
    id: "redirect-uri-host",
    cure: "https://links.example/.well-known/assetlinks.json",
    plant: () =>
      credentials({
        native: NativeClients({
          redirectUris: ["https://links.example/callback", "https://app.example/callback"],
        }),
      }, { AUTH_URL: "https://app.example/auth" }),
  },
  {
    fault: "sign-ins of a native app that return to another host than that of `--url`",
    id: "redirect-uri-host",
    cure: "use a URI of app.example",
    plant: (stack) => {
      const native = NativeClients({ redirectUris: ["https://links.example/callback"] });
      return behindProxy(stack, {}, credentials({ native }).config);
    },
  },
  // The authorization server.
  {
    fault: "an issuer of another origin than AUTH_URL",
    id: "issuer-origin",
    cure: "a URL of https://www.app.example",
    plant: () => server({}, {}, { AUTH_URL: "https://www.app.example/auth" }),
  },
  {
    fault: "an issuer of another origin than that of `--url`",
    id: "issuer-origin",
    cure: "a URL of https://app.example",
    plant: (stack) => behindProxy(stack, {}, server({ issuer: "https://id.example" }).config),
  },
  {
    fault: "clients that register themselves without limits",
    id: "registration-unlimited",
    cure: "initial access token",
    also: ["limits-off"],
    plant: () => server({ registration: { dynamic: "open" } }, { limits: false }),
  },
  {
    fault: "signing keys of another secret",
    id: "signing-key-sealed",
    cure: "AUTH_SECRET_1 the previous one",
    plant: async () => {
      const planted = server();
      const other = server({}, {
        adapter: planted.config!.adapter!,
        secret: SECRET.toLowerCase(),
      });
      await defineAuth(other.config!).oauthServer!.rotateSigningKey();
      return planted;
    },
  },
  {
    fault: "a proxy that keeps documents of the server to itself",
    id: "oauth-document",
    cure: "Pass every request below /.well-known/",
    plant: (stack) =>
      behindProxy(stack, {
        answer: ({ url }) =>
          new URL(url).pathname.startsWith("/.well-known/oauth-authorization-server")
            ? new Response("<h1>Not found</h1>", { status: 404 })
            : undefined,
      }, server().config),
  },
  {
    fault: "a page in place of a document",
    id: "oauth-document",
    cure: "Pass every request below /.well-known/",
    plant: running(/openid-configuration/, () => new Response("<h1>Hello</h1>")),
  },
  {
    fault: "a redirect to the document of the server",
    id: "oauth-document",
    cure: "with its path unchanged",
    plant: running(
      /openid-configuration/,
      (body) => Response.json(body, { status: 308, headers: { location: "/elsewhere" } }),
    ),
  },
  {
    fault: "documents with an issuer that has a slash",
    id: "oauth-document",
    cure: "Deploy the config",
    plant: running(
      /oauth-authorization-server/,
      (body) => Response.json({ ...body, issuer: `${PUBLIC}/` }),
    ),
  },
  {
    fault: "a document of a resource that names another server",
    id: "oauth-document",
    cure: "Deploy the config",
    plant: running(
      /oauth-protected-resource/,
      (body) => Response.json({ ...body, authorization_servers: ["https://id.example"] }),
    ),
  },
  {
    fault: "a document of another resource",
    id: "oauth-document",
    cure: "Deploy the config",
    plant: running(
      /oauth-protected-resource/,
      (body) => Response.json({ ...body, resource: `${PUBLIC}/mcp/` }),
    ),
  },
  {
    fault: "a resource of another host, which has no document",
    id: "resource-document",
    cure: "RFC 9728",
    plant: (stack) =>
      behindProxy(stack, {
        answer: ({ url, headers }) =>
          headers.get("x-forwarded-host") === "api.example"
            ? new Response(url, { status: 404 })
            : undefined,
      }, server({ resources: { "https://api.example/": { scopes: ["read"] } } }).config),
  },
  {
    fault: "no public keys",
    id: "jwks-missing",
    cure: "the log of the app",
    plant: running(/jwks$/, () => Response.json({ keys: [] })),
  },
  {
    fault: "documents without the URL of the public keys",
    id: "jwks-missing",
    cure: "base path",
    plant: running(
      /openid-configuration|oauth-authorization-server/,
      ({ jwks_uri: _, ...body }) => Response.json(body),
    ),
  },
  // The config.
  {
    fault: "a number is out of range",
    id: "config-refused",
    cure: "session.maxAge",
    plant: () => config({ session: { maxAge: -1 } }),
  },
  {
    fault: "links by email without an adapter",
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
    cure: "@x/auth/records/",
    plant: () => config({ records: undefined, session: { revocation: {} } }),
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
    fault: "a provider without TLS under a public URL",
    id: "insecure-requests",
    cure: "https",
    plant: () => ({
      ...config({
        providers: [
          Keycloak({
            clientId: "4711",
            clientSecret: "9b1d3e7a5c",
            issuer: "http://keycloak:8080/realms/app",
            allowInsecureRequests: true,
          }),
        ],
      }, { AUTH_URL: "https://app.example/auth" }),
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
  {
    fault: "a lifetime in milliseconds",
    id: "long-lifetime",
    cure: "session.maxAge is 2592000000",
    plant: () => config({ session: { maxAge: 30 * 24 * 60 * 60 * 1000 } }),
  },
  {
    fault: "a lifetime of a link in milliseconds",
    id: "long-lifetime",
    cure: 'maxAge of "nodemailer" is 86400000',
    plant: () =>
      config({
        adapter: MemoryAdapter(),
        providers: [
          Nodemailer({
            server: { sendMail() {} },
            from: "App <no-reply@app.example>",
            maxAge: 24 * 60 * 60 * 1000,
          }),
        ],
      }),
  },
  {
    fault: "an option of an earlier version",
    id: "removed-option",
    cure: "Pass the store as `records`",
    plant: () =>
      config({
        adapter: MemoryAdapter(),
        session: { strategy: "jwt", revocation: { store: {} } as never },
      }),
  },
  {
    fault: "an option of next-auth 4",
    id: "legacy-option",
    cure: "Remove it, since the session cookie has another default name",
    plant: () =>
      config({
        legacy: nextAuth4(),
        cookies: { sessionToken: { name: "next-auth.session-token" } },
      }),
  },
  {
    fault: "a session cookie for other sites, over plain http",
    id: "insecure-cookie",
    cure: '`cookies.sessionToken` has `sameSite: "none"` without `secure`',
    plant: () => config(CROSS_SITE(false), { AUTH_URL: "https://app.example/auth" }),
  },
  {
    fault: "a session cookie for other sites, whose app is secure in production alone",
    id: "insecure-cookie",
    cure: "also in development, where Chrome and Firefox accept it",
    plant: () => config(CROSS_SITE(false), { AUTH_URL: "http://localhost:3000/auth" }),
  },
  {
    fault: "a session cookie that scripts can read",
    id: "insecure-cookie",
    cure: "`httpOnly` on",
    plant: () => config({ cookies: { sessionToken: { options: { httpOnly: false } } } }),
  },
  {
    fault: "a session cookie of https that is sent over http too",
    id: "insecure-cookie",
    cure: "has `secure: false`",
    plant: () =>
      config({ cookies: { sessionToken: { name: "app", options: { secure: false } } } }, {
        AUTH_URL: "https://app.example/auth",
      }),
  },
  {
    fault: "users of a provider that verifies no addresses sign in by address",
    id: "unverified-linking",
    cure: "Remove it, or set `emailVerified`",
    plant: () => ({
      ...config({
        providers: [
          Facebook({
            clientId: "4711",
            clientSecret: "9b1d3e7a5c",
            allowDangerousEmailAccountLinking: true,
          }),
        ],
      }),
      args: ["--offline"],
    }),
  },
  {
    fault: "no limits under a public URL",
    id: "limits-off",
    cure: "Remove `limits: false`",
    plant: () => config({ limits: false }, { AUTH_URL: "https://app.example/auth" }),
  },
  {
    fault: "passkeys of another domain",
    id: "relaying-party",
    cure: "relayingParty.origin",
    plant: () => passkeys({ id: "other.example" }),
  },
  {
    fault: "passkeys that are accepted from another origin",
    id: "relaying-party",
    cure: "with that of the app among them",
    plant: () => passkeys({ id: "app.example", origin: "https://www.app.example" }),
  },
  {
    fault: "security keys of another domain, as a second factor",
    id: "relaying-party",
    cure: "relayingParty.id",
    plant: () =>
      config({
        factors: [PasskeyFactor({ relayingParty: { id: "other.example" } })],
        session: { strategy: "jwt", revocation: {} },
        records: lasting(),
        sendMail: () => {},
      }, { AUTH_URL: "https://app.example/auth" }),
  },
  // The callbacks.
  ...[
    ["every URL", (url: string) => url],
    ["URLs that begin like the app's", startsLike],
    ["URLs whose host ends like the app's", endsLike],
    ["URLs that contain the app's", contains],
    ["paths, and takes //host for one", resolves],
    ["paths, and takes /\\host for one", oneSlash],
  ].map(([which, redirect]): Row => ({
    fault: `the redirect callback allows ${which}`,
    id: "redirect-anywhere",
    cure: "new URL(url).origin",
    plant: () =>
      called({
        redirect: ({ url, baseUrl }) => (redirect as typeof startsLike)(url, baseUrl) ?? baseUrl,
      }),
  })),
  {
    fault: "the redirect callback takes no paths",
    id: "callback-failed",
    cure: "--no-callbacks",
    plant: () =>
      called({
        redirect: ({ url, baseUrl }) => new URL(url).origin === baseUrl ? url : baseUrl,
      }),
  },
  {
    fault: "the redirect callback returns no URL",
    id: "callback-broken",
    cure: "Return a whole URL",
    plant: () => called({ redirect: () => "home" }),
  },
  {
    fault: "the redirect callback returns nothing",
    id: "callback-broken",
    cure: "Return a whole URL",
    plant: () => called({ redirect: (() => undefined) as never }),
  },
  {
    fault: "the jwt callback returns nothing",
    id: "callback-broken",
    cure: "Return the token",
    plant: () => called({ jwt: (() => undefined) as never }),
  },
  {
    fault: "the session callback returns nothing",
    id: "callback-broken",
    cure: "Return the session",
    plant: () => called({ session: (() => undefined) as never }),
  },
  {
    fault: "the session callback returns what cannot be sent",
    id: "callback-broken",
    cure: "Return an object",
    plant: () => called({ session: ({ session }) => ({ ...session, balance: 5n }) }),
  },
  {
    fault: "the signIn callback returns nothing",
    id: "callback-broken",
    cure: "Return true, false",
    plant: () => called({ signIn: (() => undefined) as never }),
  },
  {
    fault: "the session callback throws",
    id: "callback-failed",
    cure: "--no-callbacks",
    plant: () =>
      called({
        session({ session, user }) {
          // Without an adapter there is no user.
          session.user.id = user.id;
          return session;
        },
      }),
  },
  {
    fault: "the session callback of a database session throws",
    id: "callback-failed",
    cure: "--no-callbacks",
    plant: () =>
      called({ session: ({ session, token }) => ({ ...session, role: token.role }) }, {
        adapter: MemoryAdapter(),
      }),
  },
  {
    fault: "the jwt callback throws",
    id: "callback-failed",
    cure: "--no-callbacks",
    plant: () =>
      called({
        jwt: ({ token, profile }) => ({ ...token, role: (profile!.roles as string[])[0] }),
      }),
  },
  {
    fault: "the signIn callback has a mistake",
    id: "callback-failed",
    cure: "--no-callbacks",
    plant: () =>
      called({ signIn: ({ profile }) => (profile!.groups as string[]).includes("staff") }),
  },
  {
    fault: "the signIn callback reads what only stored users have",
    id: "callback-failed",
    cure: "--no-callbacks",
    plant: () =>
      called({
        signIn: ({ user }) => (user as { emailVerified: Date }).emailVerified.getTime() > 0,
      }, { adapter: MemoryAdapter() }),
  },
  {
    fault: "the jwt callback reads what only new users have",
    id: "callback-failed",
    cure: "--no-callbacks",
    plant: () =>
      called({
        jwt: ({ token, isNewUser, profile }) =>
          isNewUser ? token : { ...token, locale: profile!.locale },
      }, { adapter: MemoryAdapter(), session: { strategy: "jwt" } }),
  },
  {
    fault: "the session callback never returns",
    id: "callback-slow",
    cure: "--no-callbacks",
    plant: () => called({ session: () => new Promise<never>(() => {}) }),
  },
  {
    fault: "the jwt callback puts 60 kB into the token",
    id: "session-too-long",
    cure: "database sessions",
    plant: () => called({ jwt: ({ token }) => ({ ...token, groups: "g".repeat(60_000) }) }),
  },
  {
    fault: "the session callback shows the access token",
    id: "token-in-session",
    cure: "getAccessToken",
    plant: () => ({
      ...called({
        jwt: ({ token, account }) => account ? { ...token, at: account.access_token } : token,
        session: ({ session, token }) => ({ ...session, accessToken: token.at }),
      }, { providers: [PASSWORD, github] }),
      args: ["--offline"],
    }),
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
    fault: "a server of records that forgets",
    id: "store-setting",
    cure: "appendonly yes",
    plant: () => {
      const advice = () =>
        Promise.resolve([{ fault: "The server forgets", cure: "Set `appendonly yes`." }]);
      return config({ records: Object.assign(MemoryRecords(), { [storeAdvice]: advice }) });
    },
  },
  {
    fault: "users in memory under a public URL",
    id: "store-forgetful",
    cure: "SqliteAdapter(path)",
    plant: () => config({ adapter: MemoryAdapter() }, { AUTH_URL: "https://app.example/auth" }),
  },
  {
    fault: "an SQLite database in memory under a public URL",
    id: "store-forgetful",
    cure: "SqliteAdapter(path)",
    plant: (stack) => {
      const adapter = stack.adopt(SqliteAdapter(":memory:"), (each) => each[Symbol.dispose]());
      return config({ adapter }, { AUTH_URL: "https://app.example/auth" });
    },
  },
  {
    fault: "an open SQLite database in memory under a public URL",
    id: "store-forgetful",
    cure: "SqliteAdapter(path)",
    plant: (stack) => {
      const database = new DatabaseSync(":memory:");
      const adapter = stack.adopt(SqliteAdapter(database), (each) => each[Symbol.dispose]());
      return config({ adapter }, { AUTH_URL: "https://app.example/auth" });
    },
  },
  {
    fault: "a Deno KV database in memory under a public URL",
    id: "store-forgetful",
    cure: "DenoKvAdapter(kv)",
    plant: kvInMemory("adapter: DenoKvAdapter(kv)"),
  },
  {
    fault: "records in a Deno KV database in memory under a public URL",
    id: "store-forgetful",
    cure: "DenoKvAdapter(kv)",
    plant: kvInMemory("records: DenoKvRecords(kv)"),
  },
  {
    fault: "records in memory under a public URL",
    id: "store-forgetful",
    cure: "SqliteAdapter(path)",
    plant: () => config({ records: MemoryRecords() }, { AUTH_URL: "https://app.example/auth" }),
  },
  {
    fault: "limits without records under a public URL",
    id: "counts-per-process",
    cure: "PostgresRecords(pool)",
    plant: () => config({ records: undefined }, { AUTH_URL: "https://app.example/auth" }),
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
    fault: "the app's sign-in page is not there",
    id: "page-missing",
    cure: "remove `pages.signIn`",
    plant: (stack) => behindProxy(stack, withPage(404), healthy({ pages: { signIn: "/login" } })),
  },
  {
    fault: "the app's error page fails",
    id: "page-missing",
    cure: "remove `pages.error`",
    plant: (stack) => behindProxy(stack, withPage(500), healthy({ pages: { error: "/login" } })),
  },
  {
    fault: "the app's sign-in page demands a session",
    id: "page-missing",
    cure: "visitors without a session",
    plant: (stack) => behindProxy(stack, withPage(302), healthy({ pages: { signIn: "/login" } })),
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
