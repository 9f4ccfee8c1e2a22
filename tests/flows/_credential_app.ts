/**
 * An app that accepts every kind of credential, and people who get them.
 *
 * @module
 */

import { assert } from "@std/assert";
import { ApiKeys } from "../../src/capabilities/keys/mod.ts";
import { Totp } from "../../src/capabilities/factors/mod.ts";
import { NativeClients } from "../../src/capabilities/native/mod.ts";
import { defineAccess, Organizations } from "../../src/capabilities/organizations/mod.ts";
import { defineAuth } from "../../src/frameworks/define.ts";
import Credentials from "../../src/providers/credentials.ts";
import { createBrowser, signInAs } from "../../src/tools/testing/mod.ts";
import type { AdapterExtras } from "../../src/types/adapter.ts";
import type { AuditEntry } from "../../src/types/mod.ts";
import type { LimitsOptions } from "../../src/types/limits.ts";
import type { AuthenticateOptions } from "../../src/types/principal.ts";
import type { FullAdapter } from "../../src/tools/testing/adapter/check.ts";
import type { RecordStore } from "../../src/types/records.ts";
import type { Credential, Seen } from "./_credential_cases.ts";
import { createProver, type Prover } from "./_dpop_proofs.ts";
import type { Strategy } from "./_strategies.ts";

export const APP = "https://app.example";

/** URL of the API. */
export const API = `${APP}/api`;

/** Seconds for which the keys are valid. */
export const KEY_MAX_AGE = 3_600;

export const access = defineAccess({
  permissions: { project: ["read", "write"] },
  roles: { admin: "all", member: { project: ["read"] } },
});

type Scope = (typeof access)["permissions"][number];

/** Requirements of a request, without the kinds that are accepted. */
export type Wanted = Omit<AuthenticateOptions<"session", Scope>, "accept">;

/** Each app has a secret of its own, so that counts in the memory of the process are apart. */
let apps = 0;

/** Settings of the app that a test may change. */
export interface CredentialAppOptions {
  /** Default: those of the adapter. */
  readonly records?: RecordStore;
  /** Seconds for which an access token is valid. Default: that of the library. */
  readonly accessMaxAge?: number;
  /** Redirect URIs of clients. Default: none. */
  readonly redirectUris?: readonly string[];
  /** Default: no limits. */
  readonly limits?: LimitsOptions;
}

/** Creates the app. */
export function createCredentialApp(
  strategy: Strategy,
  adapter: FullAdapter & AdapterExtras,
  { records, limits, ...native }: CredentialAppOptions = {},
) {
  const entries: AuditEntry[] = [];
  const errors: Error[] = [];
  /** Users who need a second factor at the next sign-in. */
  const withFactor = new Set<string>();
  const auth = defineAuth({
    providers: [Credentials({
      credentials: { user: {} },
      authorize: ({ user }) => adapter.getUser(String(user)),
    })],
    adapter,
    session: { strategy, revocation: {} },
    factors: [Totp()],
    factorPolicy: { required: ({ id }) => withFactor.has(String(id)) },
    organizations: Organizations({ access }),
    keys: ApiKeys({ prefix: "acme", scopes: access }),
    native: NativeClients(native),
    ...records ? { records } : {},
    sendMail() {},
    secret: `a-secret-of-at-least-32-characters ${++apps}`,
    trustHost: true,
    theme: { name: "App" },
    limits: limits ?? false,
    notifyNewDevice: false,
    events: { audit: (entry) => void entries.push(entry) },
    logger: { error: (error) => void errors.push(error), warn() {}, debug() {} },
  });
  const open = () => createBrowser(APP, { [APP]: (request) => auth.handler(request) });
  return { auth, adapter, entries, errors, withFactor, open, records: records ?? adapter.records };
}

export type CredentialApp = ReturnType<typeof createCredentialApp>;

/** A user with a session. */
export interface Person {
  readonly id: string;
  readonly email: string;
  /** `Cookie` header of the session. */
  readonly cookie: string;
}

let people = 0;

/** Creates a user who is signed in. */
export async function createPerson({ auth, adapter }: CredentialApp): Promise<Person> {
  const name = `person-${++people}-${crypto.randomUUID().slice(0, 8)}`;
  const email = `${name}@people.example`;
  const user = await adapter.createUser({ id: `${name}-id`, email, emailVerified: new Date() });
  const { headers } = await signInAs(auth, user, { origin: APP });
  return { id: user.id, email, cookie: headers.get("cookie")! };
}

/** A request of a person's browser. */
export function requestOf({ cookie }: Pick<Person, "cookie">, method = "GET"): Request {
  return new Request(API, { method, headers: { cookie, origin: APP } });
}

/** The membership of a person. */
export async function readMembership({ auth }: CredentialApp, person: Person, org: string) {
  const membership = await auth.organizations.readMembership(requestOf(person), org);
  assert(membership.ok, membership.ok ? "" : membership.reason);
  return membership;
}

/** A credential that was issued. */
export interface Issued {
  readonly credential: Credential;
  /** The user whose it is, or who made it for an organization: an admin of it. */
  readonly person: Person;
  /** Owner of the organization. */
  readonly owner: Person;
  /** Id of the organization. */
  readonly org: string;
  /** The credential itself: the value of a cookie, or a token. */
  readonly secret: string;
  /** Public id of a key. */
  readonly id: string;
  /** The key of the client that it is bound to. */
  readonly prover?: Prover;
}

/** Issues a credential to a new user, an admin of a new organization. */
export async function issue(app: CredentialApp, credential: Credential): Promise<Issued> {
  const owner = await createPerson(app);
  const person = await createPerson(app);
  const org = await createOrganization(app, owner, person);
  const common = { credential, person, owner, org };
  if (credential === "cookie") return { ...common, ...await issueCookie(app, person) };
  if (credential === "bearer") return { ...common, ...await issueToken(app, person) };
  if (credential === "dpop") {
    const prover = await createProver();
    return { ...common, prover, ...await issueToken(app, person, prover) };
  }
  return { ...common, ...await issueKey(app, credential, person, org) };
}

/** Creates an organization with an admin. */
export async function createOrganization(
  { auth: { organizations } }: CredentialApp,
  owner: Person,
  admin?: Person,
): Promise<string> {
  const slug = `team-${crypto.randomUUID().slice(0, 13)}`;
  const result = await organizations.createOrganization(owner.id, { name: "Team", slug });
  assert(result.ok, result.ok ? "" : result.reason);
  const { id } = result.organization;
  if (admin) {
    const rows = [{ email: admin.email, role: "admin" }];
    await organizations.importMembers(id, rows);
  }
  return id;
}

async function issueCookie({ auth }: CredentialApp, { cookie }: Person) {
  const identity = await auth.sessions.identify(requestOf({ cookie }));
  return { id: identity!.id!, secret: cookie.slice(cookie.indexOf("=") + 1) };
}

/** Signs in as a client without cookies does. */
async function issueToken(app: CredentialApp, { id: user }: Person, prover?: Prover) {
  const { tokens } = await callNative(app, { user }, prover);
  assert(tokens, "the sign-in gives tokens");
  return { id: "", secret: tokens.accessToken };
}

/** An answer of `native/call`. */
interface Called {
  readonly state?: string | null;
  readonly tokens?: { readonly accessToken: string; readonly refreshToken?: string } | null;
}

/** Calls the form of the credentials provider without cookies. */
export async function callNative(
  { auth }: CredentialApp,
  body: object,
  prover?: Prover,
): Promise<Called> {
  const url = `${APP}/auth/native/call`;
  const headers = new Headers({ "content-type": "application/json" });
  if (prover) headers.set("dpop", await prover.prove({ url, method: "POST" }));
  const called = { method: "POST", path: "callback/credentials", body };
  const response = await auth.handler(
    new Request(url, { method: "POST", headers, body: JSON.stringify(called) }),
  );
  assert(response.ok, `native/call: ${response.status}`);
  return await response.json();
}

/** Makes a key of each kind. */
async function issueKey(
  app: CredentialApp,
  credential: Credential,
  person: Person,
  org: string,
): Promise<{ id: string; secret: string }> {
  const made = await tryKey(app, credential, person, org);
  assert(made.ok, made.ok ? "" : made.reason);
  return { id: made.key.id, secret: made.secret };
}

/** Tries to make a key of each kind. */
export async function tryKey(
  app: CredentialApp,
  credential: Credential,
  person: Person,
  org: string,
) {
  const { keys, organizations } = app.auth;
  const request = requestOf(person, "POST");
  const options = { name: "key", scopes: "all", expiresIn: KEY_MAX_AGE } as const;
  if (credential === "user-key") return await keys.create(request, options);
  if (credential === "member-key") {
    return await keys.create(request, { ...options, organization: org });
  }
  const membership = await organizations.readMembership(requestOf(person), org);
  if (!membership.ok) return membership;
  if (credential === "org-key") return await keys.createForOrganization(membership, options);
  const created = await keys.createService(membership, { name: "robot", scopes: "all" });
  if (!created.ok) return created;
  const service = created.service.id;
  return await keys.createForOrganization(membership, { ...options, service });
}

/** The headers of a request with a credential, as its client sends them. */
export async function headersOf(
  { credential, secret, prover, person }: Issued,
  facts: { url?: string; prover?: Prover; jti?: string } = {},
): Promise<Record<string, string>> {
  if (credential === "cookie") return { cookie: person.cookie };
  if (credential !== "dpop") return { authorization: `Bearer ${secret}` };
  const { url = API, jti } = facts;
  const signer = facts.prover ?? prover!;
  const dpop = await signer.prove({ url, method: "GET", token: secret, ...jti ? { jti } : {} });
  return { authorization: `DPoP ${secret}`, dpop };
}

/** Asks the door. */
export async function ask(
  { auth, entries }: CredentialApp,
  headers: Record<string, string>,
  wanted: Wanted = {},
  url = API,
): Promise<Seen & { readonly audited: readonly string[] }> {
  const before = entries.length;
  const request = new Request(url, { headers });
  const who = await auth.authenticate(request, { ...wanted, accept: ["session", "key", "bearer"] });
  const audited = entries.slice(before).map(({ name, reason }) => `${name} ${reason ?? ""}`.trim());
  if (who.ok) return { isAccepted: true, status: 200, reason: "", challenge: "", audited };
  const response = who.response();
  await response.body?.cancel();
  return {
    isAccepted: false,
    status: response.status,
    reason: who.reason,
    challenge: response.headers.get("www-authenticate") ?? "",
    audited,
  };
}
