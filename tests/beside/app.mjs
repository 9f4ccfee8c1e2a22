/**
 * An app with every capability that its version has, by the specifiers of the published package.
 *
 *     deno run app.mjs <store> <where> <strategy> <server> <capabilities>
 *
 * It prints its port. Emails are posted to `<server>/mail`, and requests to the provider go to
 * `<server>/idp`. With a store alone, it prints the capabilities that it has on it.
 *
 * @module
 */

import { Auth, customFetch } from "@x/auth";
import { SqliteAdapter } from "@x/auth/adapters/sqlite";
import { MailCode, RecoveryCodes, Totp } from "@x/auth/factors";
import Passkey from "@x/auth/providers/passkey";
import Password from "@x/auth/providers/password";
import { defineAuth } from "@x/auth/server";

/** Origin of the app. */
export const APP = "https://app.example";

/** The issuer of the provider, which only the app reaches. */
export const ISSUER = "https://idp.example";

/** Resource of the authorization server. */
export const RESOURCE = `${APP}/api`;

/** Client of the authorization server that is not registered by itself. */
export const CLIENT = "own";

/** Redirect URI of all clients. */
export const CALLBACK = "http://127.0.0.1:8765/callback";

/** Access token that registers clients. */
export const REGISTRATION = "an-initial-access-token-of-32-characters";

/** A module of the package; `undefined` where its version has none of the name. */
async function load(name) {
  try {
    return await import(`@x/auth/${name}`);
  } catch (error) {
    // The name is not exported, or the package is one of sources that has it not.
    if (/not exported|not defined by "exports"|Unknown export/.test(error.message)) {
      return undefined;
    }
    throw error;
  }
}

/** The config of each capability, where the version has it. */
const CAPABILITIES = {
  async account() {
    const module = await load("account");
    return { account: module ? module.AccountPage() : true };
  },
  async tokens() {
    const module = await load("tokens");
    return { tokens: module ? module.KeepTokens() : {} };
  },
  async signOut() {
    const module = await load("sign-out");
    const signOut = module && module.ProviderSignOut({ backChannel: module.BackChannel() });
    return { signOut: signOut ?? { backChannel: true } };
  },
  /** Deletions that wait. */
  async deletion() {
    const module = await load("account");
    return module && { account: module.AccountPage({ deletion: { graceDays: 14 } }) };
  },
  /** Earlier versions name passkeys in the adapter alone. */
  async passkeys(_, store) {
    const isPossible = store !== "contract" || await load("account");
    return isPossible ? { passkeys: [Passkey] } : undefined;
  },
  /** Emails about sign-ins in new browsers. */
  async newDevice() {
    return await load("account") && { notifyNewDevice: true };
  },
  async organizations() {
    const module = await load("organizations");
    if (!module) return undefined;
    const access = module.defineAccess({
      permissions: { project: ["read", "write"] },
      roles: { admin: "all", member: { project: ["read"] } },
    });
    const invitationUrl = `${APP}/auth/organizations/invitation`;
    return { organizations: module.Organizations({ access, invitationUrl }), access };
  },
  async keys({ access }) {
    const module = await load("keys");
    if (!module || !access) return undefined;
    return { keys: module.ApiKeys({ prefix: "acme", scopes: access }) };
  },
  async native() {
    const module = await load("native");
    if (!module) return undefined;
    const options = {
      redirectUris: ["http://127.0.0.1/callback"],
      idTokens: { idp: ["com.example.app"] },
    };
    return { native: module.NativeClients(options) };
  },
  async oauthServer() {
    const module = await load("oauth-server");
    if (!module) return undefined;
    const redirectUris = ["http://127.0.0.1/callback"];
    const idTokenAlgorithm = "ES256";
    return {
      oauthServer: module.OAuthServer({
        issuer: APP,
        resources: { [RESOURCE]: { scopes: ["project:read"] } },
        clients: {
          [CLIENT]: { name: "Own", redirectUris, isFirstParty: true, idTokenAlgorithm },
          tv: { name: "Television", grants: ["device", "refresh"] },
        },
        registration: { dynamic: { token: REGISTRATION } },
      }),
    };
  },
};

/** Names of the capabilities that this version has. */
export async function capabilities(store) {
  const found = {};
  for (const [name, make] of Object.entries(CAPABILITIES)) {
    const made = await make(found, store);
    if (made) Object.assign(found, made, { [name]: true });
  }
  return Object.keys(CAPABILITIES).filter((name) => name in found);
}

/**
 * Makes the app.
 *
 * @param adapter adapter of the store
 * @param records store of records, where the adapter has none
 * @param names the capabilities
 * @param send sends an email
 * @param reach `fetch` that reaches the provider
 */
export async function createApp(
  { adapter, records, strategy, names, secret, send, reach, logger },
) {
  const made = {};
  for (const name of names) Object.assign(made, await CAPABILITIES[name](made));
  const { access: _, passkeys = [], ...members } = made;
  const config = {
    adapter,
    ...records ? { records } : {},
    ...members,
    secret,
    ...logger ? { logger } : {},
    trustHost: true,
    basePath: "/auth",
    theme: { name: "App" },
    factors: [Totp(), RecoveryCodes(), MailCode()],
    factorPolicy: { trustedDevice: { maxAge: 30 * 24 * 60 * 60 } },
    experimental: { enableWebAuthn: true },
    providers: [...passkeys, Password({ cost: { ln: 1, r: 1, p: 1, iterations: 1 } }), {
      id: "mail",
      name: "Email",
      type: "email",
      sendVerificationRequest: ({ identifier, url }) => send({ to: identifier, text: url }),
      sendMail: ({ to, text, link }) => send({ to, text: link ? `${text}\n${link.url}` : text }),
    }, {
      id: "idp",
      name: "Provider",
      type: "oidc",
      issuer: ISSUER,
      clientId: "test-client",
      clientSecret: "test-client-secret",
      checks: ["state", "pkce"],
      [customFetch]: reach,
    }],
    session: { strategy, revocation: {}, updateAge: 0 },
    limits: false,
  };
  const auth = defineAuth(config);
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/call") return await call(auth, config, request);
    if (pathname === "/api") return await api(auth, request);
    return pathname.startsWith("/auth/") || pathname.startsWith("/.well-known/")
      ? await Auth(request, config)
      : new Response("app");
  };
}

/** Names that functions had before they were in groups. */
const EARLIER = {
  "users.resume": "resumeUser",
  "users.suspend": "suspendUser",
  "accounts.list": "listAccounts",
  "factors.cancelReset": "cancelFactorReset",
  "factors.pendingReset": "pendingFactorReset",
  "factors.reset": "resetFactors",
  "passkeys.list": "listPasskeys",
  "passkeys.rename": "renamePasskey",
  "sessions.revokeAll": "revokeAllSessions",
};

/** Calls a function of the app: `{ name, args }`. */
async function call(auth, config, request) {
  const { name, args } = await request.json();
  const cookie = request.headers.get("cookie") ?? "";
  const page = (method) => new Request(`${APP}/page`, { method, headers: { cookie, origin: APP } });
  const headers = new Headers();
  const toArg = async (arg) => {
    if (arg === "$request") return page("GET");
    if (arg === "$post") return page("POST");
    if (arg === "$headers") return headers;
    if (arg?.$membership) {
      return await auth.organizations.readMembership(page("GET"), arg.$membership);
    }
    return arg;
  };
  try {
    const [group, member] = name.split(".");
    const fn = group === "adapter"
      ? config.adapter[member]
      : member === undefined
      ? auth[group]
      : auth[group]?.[member] ?? auth[EARLIER[name]];
    const value = await fn(...await Promise.all(args.map(toArg)));
    // A membership has its facts as getters.
    const { ok, role, organization } = value ?? {};
    const shown = organization && role ? { ok, role, organization } : value ?? null;
    return Response.json({ value: shown }, { headers });
  } catch (error) {
    return Response.json({ error: `${name}: ${error.name}: ${error.message}` });
  }
}

/** Says who sends a credential. */
async function api(auth, request) {
  const accept = new URL(request.url).searchParams.get("accept");
  const options = accept === "token" ? { resource: RESOURCE } : {};
  const who = await auth.authenticate(request, { accept: [accept], ...options });
  return Response.json(who.ok ? { id: who.id, via: who.via } : { refused: who.reason });
}

/** The adapter of a store, with its records where it has none. */
async function openStore(store, where) {
  if (store === "sqlite") return { adapter: SqliteAdapter(where) };
  if (store === "contract") return withContract(SqliteAdapter(where));
  if (store === "deno-kv") {
    const { DenoKvAdapter } = await import("@x/auth/adapters/deno-kv");
    return { adapter: DenoKvAdapter(await Deno.openKv(where)) };
  }
  const { PostgresAdapter } = await import("@x/auth/adapters/postgres");
  const { default: pg } = await import("pg");
  const pool = new pg.Pool({ connectionString: where });
  return { adapter: PostgresAdapter(pool, { createTables: true }) };
}

/** What an adapter of Auth.js has, so that all else is in records. */
const CONTRACT =
  "createUser getUser getUserByEmail getUserByAccount updateUser deleteUser linkAccount unlinkAccount getAccount createSession getSessionAndUser updateSession deleteSession createVerificationToken useVerificationToken createAuthenticator getAuthenticator listAuthenticatorsByUserId updateAuthenticatorCounter"
    .split(" ");

/** An adapter with the methods of Auth.js alone, and its records beside it. */
export function withContract(adapter) {
  return {
    adapter: Object.fromEntries(CONTRACT.map((name) => [name, adapter[name]])),
    records: adapter.records,
  };
}

if (import.meta.main) {
  const [store, where, strategy, server, names] = Deno.args;
  if (names === undefined) {
    console.log(`CAPABILITIES ${(await capabilities(store)).join(",")}`);
    Deno.exit();
  }
  const handle = await createApp({
    ...await openStore(store, where),
    strategy,
    names: names.split(","),
    secret: Deno.env.get("AUTH_SECRET"),
    send: async (mail) => {
      const response = await fetch(`${server}/mail`, {
        method: "POST",
        body: JSON.stringify(mail),
      });
      await response.body?.cancel();
    },
    reach: (input, init) => {
      const request = new Request(input, init);
      return fetch(request.url.replace(ISSUER, `${server}/idp`), {
        method: request.method,
        headers: request.headers,
        body: request.body,
      });
    },
  });
  Deno.serve({
    hostname: "127.0.0.1",
    port: 0,
    onListen: ({ port }) => console.log(`PORT ${port}`),
  }, (request) => {
    const { pathname, search } = new URL(request.url);
    return handle(new Request(`${APP}${pathname}${search}`, request));
  });
}
