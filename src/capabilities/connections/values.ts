/**
 * The values of connections: what an owner writes becomes what is stored, and that what is shown.
 *
 * @module
 */

import { randomBase64url } from "../../base/crypto/bytes.ts";
import { nowMs } from "../../base/time.ts";
import { AuthError } from "../../errors.ts";
import { sealText } from "../../session/sealed_text.ts";
import type { Actor } from "../organizations/actor.ts";
import type { PolicyData } from "../organizations/kinds.ts";
import { isRoleToGive } from "./attributes.ts";
import { faultOfIssuer } from "./issuer_url.ts";
import type { ConnectionData, SamlData } from "./kinds.ts";
import type { GroupRole } from "./options.ts";
import type { Protocol, SamlFacts } from "./protocol.ts";
import { SECRET } from "./secret.ts";
import { type ConnectionsCall, isInDevelopment } from "./settings.ts";
import type {
  Connection,
  ConnectionChanges,
  NewConnection,
  NewSamlConnection,
  SamlChanges,
  SamlConnection,
} from "./typed.ts";

/** Most entries of lists. */
const MOST = { roles: 100, tenants: 20 };

/** Issuers of Microsoft Entra ID that stand for many tenants. */
const MANY_TENANTS =
  /^https:\/\/login\.(?:microsoftonline\.com|microsoftonline\.us|partner\.microsoftonline\.cn)\/(?:common|organizations|consumers)\//;

/** Form of the id of a tenant. */
const TENANT = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** SAML of an app that has it. */
export async function protocolOf(
  { own: { saml } }: ConnectionsCall,
): Promise<Protocol | undefined> {
  return await saml?.load();
}

/** Reads the SAML of a change, before anything is written; nothing for OpenID Connect. */
export async function readSaml(
  call: ConnectionsCall,
  written: NewConnection | NewSamlConnection | ConnectionChanges,
  isNew: boolean,
): Promise<{ facts?: SamlFacts; protocol?: Protocol | undefined }> {
  const saml: SamlChanges | undefined = "saml" in written ? written.saml : undefined;
  const kind = saml === undefined ? "oidc" : "saml";
  if (isNew && !call.own.kinds.includes(kind)) {
    throw bad(saml === undefined ? "issuer" : "saml", `the app does not offer "${kind}"`);
  }
  const protocol = await protocolOf(call);
  if (saml === undefined) return { protocol };
  if (!protocol) throw bad("saml", 'the app does not offer "saml"');
  if (typeof saml !== "object" || saml === null) throw bad("saml", "it is not an object");
  return { facts: await protocol.read(call, saml, isNew), protocol };
}

/** Returns `true` for changes of OpenID Connect. */
export function isOfOidc(
  { issuer, clientId, clientSecret, secretExpires, tenants }: ConnectionChanges,
): boolean {
  return [issuer, clientId, clientSecret, secretExpires, tenants].some((one) => one !== undefined);
}

/**
 * Returns `true` for a change that makes another connection of it: nobody is known there from before. Of
 * a link, a certificate that it adds is one, since its holder could say to be anybody who is known. So is
 * what decides where people are led, who they are, and which answers count.
 */
export function isAnother(
  { via }: Actor,
  known: ConnectionData,
  { issuer }: ConnectionChanges,
  facts: SamlFacts | undefined,
): boolean {
  const next = facts?.issuer ?? issuer;
  if (next !== undefined && next !== known.issuer) return true;
  const isKnown = (one: string) => known.saml?.certificates.includes(one);
  if (via === undefined || !facts) return false;
  const { saml } = facts;
  const urlsOf = ({ logout }: Partial<SamlData>) =>
    `${logout?.url} ${logout?.request ?? logout?.url}`;
  return saml.certificates?.every(isKnown) === false ||
    saml.logout !== undefined && urlsOf(saml) !== urlsOf(known.saml ?? {}) ||
    OF_PEOPLE.some((name) => saml[name] !== undefined && saml[name] !== known.saml?.[name]);
}

/** What decides who comes through a connection, besides its certificates. */
const OF_PEOPLE = [
  "ssoUrl",
  "subject",
  "email",
  "takesSignedResponse",
  "startsAtProvider",
] as const;

/** A connection, for the app. */
export function toConnection(
  id: string,
  data: ConnectionData,
  policy: PolicyData,
  protocol: Protocol | undefined,
): Connection {
  const { issuer, clientId, secretExpires, tenants, roles, createdAt, saml, signsOut } = data;
  return {
    kind: saml ? "saml" : "oidc",
    ...{ id, issuer, clientId, tenants, roles },
    saml: saml ? toSaml(saml, protocol) : null,
    secretExpires: secretExpires === null ? null : new Date(secretExpires),
    signsOutAtProvider: signsOut === true,
    isRequired: isDemanded(policy, id),
    createdAt: new Date(createdAt),
  };
}

function toSaml(
  { logout: _, ...saml }: SamlData,
  protocol: Protocol | undefined,
): SamlConnection {
  return { ...saml, certificates: protocol?.describe(saml) ?? [] };
}

/** Returns `true` when members must use a connection. */
export function isDemanded({ memberProviders }: PolicyData, id: string): boolean {
  return Array.isArray(memberProviders) && memberProviders.includes(id);
}

/**
 * Returns `true` for what owners alone have decided about a connection: one that an admin link creates in
 * its place would have the roles of the app and other groups, and nobody would have to use it.
 */
export function isDecidedByOwners(
  { roles, saml }: Pick<Connection, "roles"> & {
    readonly saml?: Pick<SamlConnection, "groups"> | null;
  },
  isRequired: boolean,
): boolean {
  return isRequired || roles !== null || (saml?.groups ?? null) !== null;
}

/**
 * The members of a connection that change.
 *
 * @throws {AuthError} for a value that cannot be used
 */
export async function changed(
  call: ConnectionsCall,
  known: ConnectionData,
  changes: ConnectionChanges,
  facts: SamlFacts | undefined,
  isOther: boolean,
): Promise<ConnectionData> {
  const { issuer, clientId, clientSecret, secretExpires, tenants, roles } = changes;
  const next = { ...known };
  if (changes.signsOutAtProvider === true) next.signsOut = true;
  if (changes.signsOutAtProvider === false) delete next.signsOut;
  const isNew = known.issuer === "";
  // A person who was known at the previous issuer is nobody at this one.
  if (isOther) next.key = randomBase64url(24);
  if (roles !== undefined) next.roles = requireRoles(call, roles);
  if (facts || known.saml) {
    const own = facts ? withSaml(next, facts) : next;
    if (facts || changes.signsOutAtProvider) requireLogout(call, own);
    return own;
  }
  if (isNew || issuer !== undefined) {
    const fault = faultOfIssuer(issuer, isInDevelopment(call.config));
    if (fault !== undefined) throw bad("issuer", fault);
    next.issuer = issuer!;
  }
  if (isNew || clientId !== undefined) next.clientId = requireText("clientId", clientId, 255);
  if (clientSecret !== undefined) {
    const value = requireText("clientSecret", clientSecret, 2000);
    next.sealed = await sealText(call.config.jwt.secret, SECRET, { value }, next.key);
  } else if (next.key !== known.key) {
    // The secret of the issuer before must not be sent to another one.
    next.sealed = null;
  }
  if (secretExpires !== undefined) {
    next.secretExpires = requireTime(secretExpires);
    next.toldDays = null;
  }
  if (tenants !== undefined) next.tenants = requireTenants(tenants);
  if (MANY_TENANTS.test(next.issuer) && next.tenants === null) {
    throw bad(
      "tenants",
      "the issuer stands for many tenants; name those that count, or use the issuer of one tenant",
    );
  }
  return next;
}

/** What a connection by SAML has where nobody has written anything. */
const SAML_DEFAULTS: SamlData = {
  ...{ ssoUrl: "", certificates: [], metadataUrl: null, subject: null, email: null, groups: null },
  ...{ takesSignedResponse: false, startsAtProvider: false },
};

function withSaml(known: ConnectionData, { issuer, saml, until }: SamlFacts): ConnectionData {
  return {
    ...known,
    issuer: issuer ?? known.issuer,
    saml: { ...SAML_DEFAULTS, ...known.saml, ...saml },
    ...until === undefined ? {} : { secretExpires: until, toldDays: null },
  };
}

/** Refuses a sign-out at a provider that cannot be told of it. */
function requireLogout({ own }: ConnectionsCall, { signsOut, saml }: ConnectionData): void {
  if (!signsOut) return;
  if (!own.saml?.leaves) {
    throw bad(
      "signsOutAtProvider",
      "the app cannot send a sign-out; set `singleLogout` and `keys` of Saml()",
    );
  }
  if (saml?.logout?.request !== undefined) return;
  throw bad(
    "signsOutAtProvider",
    "the metadata of the provider has no SingleLogoutService; enter its current metadata",
  );
}

function requireText(name: string, value: unknown, most: number): string {
  const isText = typeof value === "string" && value.length > 0 && value.length <= most &&
    // Controls would break the header that carries it.
    !/\p{Cc}/u.test(value);
  if (isText) return value;
  throw bad(name, `it is not a text of 1 to ${most} characters`);
}

function requireTime(value: unknown): number | null {
  if (value === null) return null;
  const time = (value as Date)?.valueOf?.();
  if (typeof time === "number" && time > nowMs()) return time;
  throw bad("secretExpires", "it is not a time to come");
}

function requireTenants(value: unknown): readonly string[] | null {
  if (value === null) return null;
  const isList = Array.isArray(value) && value.length > 0 && value.length <= MOST.tenants &&
    value.every((one) =>
      typeof one === "string" && one.length === 36 && TENANT.test(one.toLowerCase())
    );
  if (!isList) throw bad("tenants", `it is not a list of 1 to ${MOST.tenants} ids of tenants`);
  return value.map((one: string) => one.toLowerCase());
}

function requireRoles(call: ConnectionsCall, value: unknown): readonly GroupRole[] | null {
  if (value === null) return null;
  const isList = Array.isArray(value) && value.length <= MOST.roles &&
    value.every((one) =>
      typeof one?.group === "string" && one.group.length > 0 && one.group.length <= 200 &&
      isRoleToGive(call, one.role)
    );
  if (!isList) {
    throw bad(
      "roles",
      `it is not a list of at most ${MOST.roles} \`{ group, role }\`, with roles of ` +
        "`defineAccess` other than the owner's",
    );
  }
  return value.map(({ group, role }: GroupRole) => ({ group, role }));
}

/** The error of a value. */
export function bad(field: string, message: string): AuthError {
  return new AuthError(`Cannot use \`${field}\` of the connection: ${message}`, {
    cause: { field },
  });
}
