/**
 * An app with every capability, and what a stranger can send to it: its doors, and the names of
 * fields, headers and cookies that the sources read. All of it is read from the sources and from the
 * config, so that a new endpoint and a new field are among them.
 *
 * @module
 */

import { assert } from "@std/assert";
import { MemoryAdapter } from "../../adapters/memory.ts";
import type { Provider } from "../../mod.ts";
import { AccountPage } from "../../src/capabilities/account/mod.ts";
import { AuditLog } from "../../src/capabilities/audit_log/mod.ts";
import { Connections } from "../../src/capabilities/connections/mod.ts";
import { Saml } from "../../src/capabilities/saml/mod.ts";
import { defineCapability } from "../../src/capabilities/custom/mod.ts";
import { RecoveryCodes, Totp } from "../../src/capabilities/factors/mod.ts";
import { ApiKeys } from "../../src/capabilities/keys/mod.ts";
import { NativeClients } from "../../src/capabilities/native/mod.ts";
import { OAuthServer } from "../../src/capabilities/oauth_server/mod.ts";
import { defineAccess, Organizations } from "../../src/capabilities/organizations/mod.ts";
import Passkey from "../../src/capabilities/passkeys/passkey_provider.ts";
import Password from "../../src/capabilities/passwords/password_provider.ts";
import { Scim } from "../../src/capabilities/scim/mod.ts";
import { BackChannel, ProviderSignOut } from "../../src/capabilities/sign_out/mod.ts";
import { KeepTokens } from "../../src/capabilities/tokens/mod.ts";
import { Operators } from "../../src/capabilities/operators/mod.ts";
import { Webhooks } from "../../src/capabilities/webhooks/mod.ts";
import { defineAuth } from "../../src/frameworks/define.ts";
import { de } from "../../src/languages/de.ts";
import Credentials from "../../src/providers/credentials.ts";
import { requireConfig } from "../../src/server/environment.ts";
import {
  createBrowser,
  createIdp,
  createOAuth1Server,
  signInAs,
} from "../../src/tools/testing/mod.ts";
import { MCP, OPTIONS } from "../conformance/oauth_server/_rig.ts";
import { providerOf } from "../flows/_oauth1_rig.ts";
import { providerAt } from "../_idp.ts";
import { stepsIn } from "../unit/_changes.ts";
import { readSources } from "../unit/_sources.ts";

/** Origin of the app. */
export const APP = "https://app.example";

/** Password of the user. */
export const PASSWORD = "engines weave algebraic flowers";

/** An organization of the user. */
export const SLUG = "acme";

const MAIL: Provider = {
  id: "mail",
  name: "Mail",
  type: "email",
  code: true,
  sendVerificationRequest: () => {},
};

const access = defineAccess({
  permissions: { project: ["read", "write"] },
  roles: { admin: "all", member: { project: ["read"] } },
});

const Guestbook = () =>
  defineCapability({
    id: "guestbook",
    pages: {
      "guestbook/{name}": {
        methods: ["GET"],
        load: () => ({ GET: ({ params }) => ({ title: "Guestbook", text: params.name ?? "" }) }),
      },
    },
  });

/** The app, and a user who is signed in. */
export async function createEverything() {
  const adapter = MemoryAdapter();
  const idp = await createIdp();
  const auth = defineAuth({
    providers: [
      Credentials({ credentials: { user: {} }, authorize: () => null }),
      // Hashes that take little, beside what grows.
      Password({ cost: { ln: 1, r: 1, p: 1 } }),
      Passkey({ relayingParty: { origin: [APP, "https://other.example"] } }),
      MAIL,
      providerAt(idp, "acme"),
      providerOf(createOAuth1Server()),
    ],
    adapter,
    session: { strategy: "database", revocation: {} },
    audit: AuditLog(),
    webhooks: Webhooks({ endpoints: [] }),
    operators: Operators({ permissionsOf: () => [] }),
    account: AccountPage(),
    factors: [Totp(), RecoveryCodes()],
    keys: ApiKeys({ prefix: "acme", scopes: access }),
    native: NativeClients({
      redirectUris: ["http://127.0.0.1/callback", "com.example.acme:/callback"],
      idTokens: { acme: [idp.clientId] },
    }),
    oauthServer: OAuthServer({
      ...OPTIONS,
      registration: { metadataDocuments: "ask", dynamic: "open" },
      developerApps: {},
    }),
    organizations: Organizations({ access }),
    connections: Connections({
      kinds: ["oidc", "saml"],
      saml: Saml({ singleLogout: true }),
      resolveTxt: () => [],
      join: "member",
      fetch: () => Promise.reject(new TypeError("away")),
    }),
    scim: Scim(),
    signOut: ProviderSignOut({ backChannel: BackChannel() }),
    tokens: KeepTokens(),
    capabilities: { guestbook: Guestbook() },
    experimental: { enableWebAuthn: true },
    languages: [de],
    limits: false,
    sendMail() {},
    secret: "a-secret-of-at-least-32-characters",
    theme: { name: "App" },
    trustHost: true,
    notifyNewDevice: false,
    logger: { error() {}, warn() {}, debug() {} },
  });
  const config = requireConfig(auth.config);
  if (config.error) throw config.error;
  const user = await adapter.createUser({
    id: "ada",
    email: "ada@example.com",
    emailVerified: new Date(),
  });
  await auth.passwords.set(user.id, PASSWORD);
  const membership = { organization: SLUG, role: "owner" as const };
  const browser = createBrowser(APP, { [APP]: (request) => auth.handler(request) });
  const csrfToken = await browser.csrf();
  const cookies = browser.cookies.list("app.example").map(({ name, value }) => `${name}=${value}`);
  const bare = cookies.join("; ");
  const signIn = async () => {
    const { headers } = await signInAs(auth, user, { origin: APP, membership });
    const cookie = `${bare}; ${headers.get("cookie")}`;
    // The token of a page names the visitor.
    const page = await auth.handler(new Request(`${APP}/auth/keys`, { headers: { cookie } }));
    const [, csrfToken] = /name="csrfToken" value="([^"]+)"/.exec(await page.text()) ?? [];
    assert(csrfToken, "the page has a token");
    return { cookie, csrfToken };
  };
  return {
    auth,
    config,
    /** A browser without a session. */
    visitor: { cookie: bare, csrfToken },
    /** Signs the user in again: requests can end the session. */
    signIn,
    resource: MCP as typeof MCP,
  };
}

export type Everything = Awaited<ReturnType<typeof createEverything>>;

/** A path and a method that the app answers. */
export interface Door {
  /** Path, with the names of its parts in braces. */
  readonly path: string;
  readonly method: string;
  /** Names of the fields that its folder reads. */
  readonly fields: readonly string[];
  /** Fields that choose between branches of its code, each with its values. */
  readonly branches: readonly (readonly [field: string, value: string])[];
}

/** What the sources read of a request. */
export interface Read {
  readonly doors: readonly Door[];
  /** Names of the fields that every door may read. */
  readonly shared: readonly string[];
  readonly headers: readonly string[];
}

/** Actions of every app and the paths that they have, by the ids of the providers. */
const actionsOf = (ids: readonly string[]) => [
  ...["callback", "signin"].flatMap((action) => ids.map((id) => `${action}/${id}`)),
  "webauthn-options/passkey",
  ...["signin", "signout", "session", "csrf", "error", "providers", "verify-request", "signup"],
];

/** Folders whose code every door may run. */
const SHARED = ["core", "flows", "request", "session", "http", "accounts"];

/** The folder of a provider, by its id. */
const OF_PROVIDERS: Readonly<Record<string, string>> = {
  passkey: "capabilities/passkeys",
  password: "capabilities/passwords",
  test: "capabilities/oauth1",
};

const BODY = String.raw`(?:body|query|form|fields|posted|params|data|response|answer)`;

/** Code that reads a field, with the name or the names between braces. */
const READS = [
  new RegExp(String.raw`\b${BODY}\s*\??[.!]+(\w+)\b(?!\()`, "g"),
  new RegExp(String.raw`\{([^{}=]*)\}\s*=\s*[^;\n]*\b${BODY}\b`, "g"),
  new RegExp(String.raw`\w*[fF]ield\w*\([^()]*"([\w-]+)"\)`, "g"),
  new RegExp(String.raw`\b${BODY}(?:\?\.|\.)get(?:All)?\("([\w-]+)"\)`, "g"),
  // Names of OAuth, however they are read.
  /\b([a-z]+(?:_[a-z]+)+)\b/g,
];

const HEADER = /headers\??\.?\)?\.(?:get|has)\("([\w-]+)"\)/g;

/** Headers that a server sets or takes out, and that a request has by itself. */
const NO_HEADERS = /^(?:access-control-|content-length|set-cookie|cookie$|transfer-encoding)/;

/** Fields that choose between branches, and code that knows their values. */
const CHOOSERS: Readonly<Record<string, RegExp>> = {
  action: /\baction [!=]== "([\w-]+)"/g,
  grant_type: /"(authorization_code|refresh_token|client_credentials|urn:[\w:-]+)"/g,
  prompt: /"(none|login|consent)"/g,
  response_type: /"(code)"/g,
};

/** Reads the doors of the app and the names in its code. */
export async function readEverything({ config }: Everything): Promise<Read> {
  const sources = (await readSources()).filter(({ path }) => path.startsWith("src/"));
  const textOf = (parts: readonly string[]) =>
    sources.filter(({ path }) => parts.some((part) => path.startsWith(`src/${part}/`)))
      .map(({ text }) => text.replaceAll(/\/\*[\s\S]*?\*\/|"\.[^"]*"/g, "")).join("\n");
  const read = (text: string) => {
    const fields = fieldsIn(text);
    return { fields, branches: branchesIn(text, fields) };
  };
  const known = new Map<string, Pick<Door, "fields" | "branches">>();
  const doorOf = (path: string, method: string, folders: readonly string[]): Door => {
    const key = folders.join();
    const found = known.get(key) ?? read(textOf(folders));
    known.set(key, found);
    return { path, method, ...found };
  };
  const foldersOf = (path: string) => {
    const rooms = sources.filter(({ path: file, text }) =>
      file.startsWith("src/capabilities/") && text.includes(`"${path}"`)
    ).map(({ path: file }) => file.split("/").slice(1, 3).join("/"));
    return rooms.length > 0 ? [...new Set(rooms)] : ["capabilities/oauth_server"];
  };
  const endpoints = [...config.endpoints].flatMap(([path, all]) =>
    all.flatMap(({ methods }) => methods.map((method) => doorOf(path, method, foldersOf(path))))
  );
  const actions = actionsOf([...config.providers.keys()]).flatMap((path) =>
    ["GET", "POST"].map((method) =>
      doorOf(path, method, [OF_PROVIDERS[path.split("/")[1] ?? ""] ?? "flows"])
    )
  );
  const headers = new Set(
    sources.flatMap(({ text }) => [...text.matchAll(HEADER)].map(([, name]) => name!)),
  );
  return {
    doors: [...actions, ...endpoints],
    shared: fieldsIn(textOf(SHARED)),
    headers: [...headers].filter((name) => !NO_HEADERS.test(name)).toSorted(),
  };
}

function fieldsIn(text: string): string[] {
  const names = READS.flatMap((expression) =>
    [...text.matchAll(expression)].flatMap(([, found]) =>
      found!.split(",").map((part) => part.split(":")[0]!.replace(/"/g, "").trim())
    )
  );
  return [...new Set(names)].filter((name) => /^[a-z][\w-]*$/i.test(name));
}

function branchesIn(code: string, fields: readonly string[]): [string, string][] {
  const chosen = Object.entries(CHOOSERS).flatMap(([name, expression]) =>
    [...code.matchAll(expression)].map(([, value]): [string, string] => [name, value!])
  );
  const steps = stepsIn({ code }).map((step): [string, string] => ["step", step]);
  const unique = new Map([...chosen, ...steps].map((branch) => [branch.join(), branch]));
  return [...unique.values()].filter(([name]) => fields.includes(name));
}
