/**
 * The directory that a request comes from: an organization, whose key with the scope `scim` it brings.
 *
 * @module
 */

import { codeOf } from "../../config/capability.ts";
import { audit } from "../../hooks/audit.ts";
import { actionUrl } from "../../http/url.ts";
import { lazy } from "../../base/lazy.ts";
import { nowMs } from "../../base/time.ts";
import { Buckets } from "../../limits/rate.ts";
import { authenticateAt, AuthenticationRefusal } from "../../server/authenticate.ts";
import type { CallHandler, CallRequest, ResolvedConfig } from "../../types/internal.ts";
import type { RequestInternal, ResponseInternal } from "../../types/internal.ts";
import { organizations, type OrgData } from "../organizations/kinds.ts";
import { makeOrganizationsCall, type OrganizationsCall } from "../organizations/settings.ts";
import type { ConnectionsCall } from "../connections/settings.ts";
import { answerRefusal, bad, notFound, ScimRefusal } from "./refusal.ts";
import { type Settings, settingsIn } from "./settings.ts";
import type { ResourceKind } from "./schema.ts";

const domains = lazy(() => import("../connections/domains.ts"));
const connections = lazy(() => import("../connections/settings.ts"));

/** The scope that a key has to name. */
export const SCOPE = "scim";

/** A directory, for one request. */
export interface Directory {
  /** The parts that changes work with. */
  readonly call: OrganizationsCall;
  /** Id of the organization. */
  readonly org: string;
  /** The organization, as it was read for this request. */
  readonly data: OrgData;
  /** Public id of the key. */
  readonly credential: string;
  /** Options. */
  readonly own: Settings;
  /** URL of its resources, without a slash at its end. */
  readonly url: string;
}

/** Answers a request for a directory. */
type Run = (
  directory: Directory,
  request: CallRequest,
) => Promise<ResponseInternal>;

/** A handler of a request that brings a key. */
export function forDirectory(run: Run): CallHandler {
  return async (request, config) => {
    try {
      return await run(await openDirectory(request, config), request);
    } catch (error) {
      if (error instanceof ScimRefusal) return answerRefusal(error);
      throw error;
    }
  };
}

/**
 * @throws {ScimRefusal} for a request without a key that counts, and for the path of any other
 * organization, whether there is one or not
 */
async function openDirectory(
  request: CallRequest,
  config: ResolvedConfig,
): Promise<Directory> {
  const none = () => Promise.resolve(null);
  const reader = {
    ...{ resolved: config, origin: request.origin, returnUrl: "", session: none, facts: none },
    signInUrl: () => "",
    sibling: () => reader,
  };
  const who = await authenticateAt(reader, request.request, { accept: ["key"], scopes: [SCOPE] });
  if (!who.ok) throw await toRefusal(who);
  if (who.kind !== "organization") throw await toRefusal(new AuthenticationRefusal("forbidden"));
  if (who.organization?.slug !== request.params?.slug) throw notFound();
  const call = makeOrganizationsCall(config, asInternal(request));
  const own = settingsIn(config);
  await countRequest(own, who.id);
  const data = (await organizations.get(call.records, who.id))?.data;
  if (!data || data.isEnding) throw notFound();
  const url = actionUrl({ request, config }, `scim/v2/${data.slug}`);
  return { call, org: who.id, data, credential: who.credential, own, url };
}

/** The request as audit entries and emails read it. */
function asInternal({ method: _, query, body: _body, ...rest }: CallRequest): RequestInternal {
  return { ...rest, query, method: "POST", cookieHeader: "" };
}

async function toRefusal(refusal: AuthenticationRefusal): Promise<ScimRefusal> {
  const response = refusal.response();
  const { error_description: detail } = await response.json();
  const headers = Object.fromEntries(
    ["www-authenticate", "retry-after"].flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
  return new ScimRefusal(refusal.status, String(detail).replace(/\.$/, ""), undefined, headers);
}

async function countRequest(own: Settings, org: string): Promise<void> {
  if (own.perMinute === false) return;
  own.buckets ??= new Buckets();
  const freeAtMs = await own.buckets.take(org, own.perMinute);
  if (freeAtMs === undefined) return;
  const seconds = Math.max(1, Math.ceil((freeAtMs - nowMs()) / 1000));
  throw new ScimRefusal(429, "The organization sends too many requests", undefined, {
    "Retry-After": String(seconds),
  });
}

/** Makes an entry in the audit log. */
export async function tell(
  { call, org, credential }: Directory,
  name: `directory.${"group" | "user"}-${"created" | "deleted" | "updated"}`,
  userId?: string | null,
): Promise<void> {
  await audit(call, {
    ...{ name, organization: org, credential, bySystem: true },
    ...userId ? { userId } : {},
  });
}

/**
 * What the domain of an address is for the organization: `"unasked"` in an app without connections,
 * which proves no domains.
 */
export async function readDomain(
  { call, org }: Pick<Directory, "call" | "org">,
  address: string,
): Promise<"other" | "proven" | "unasked"> {
  const connected = await connectionsCall(call);
  if (!connected) return "unasked";
  const domain = address.slice(address.lastIndexOf("@") + 1);
  const { isProven } = await (await domains()).readDomainState(connected, { org, domain });
  return isProven ? "proven" : "other";
}

/** The call with the options of connections; `undefined` in an app without them. */
export async function connectionsCall(
  call: OrganizationsCall,
): Promise<ConnectionsCall | undefined> {
  if (!codeOf(call.config.userConfig.connections)) return undefined;
  return (await connections()).withConnections(call);
}

/** URL of a resource. */
export function makeResourceUrl({ url }: Directory, { path }: ResourceKind, id: string): string {
  return `${url}/${path}/${id}`;
}

/**
 * The version that a request wants to change, or has already.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc7644#section-3.14 RFC 7644 §3.14}
 */
export function toEtag(version: number): string {
  return `W/"${version}"`;
}

/** Most characters of a header with versions. */
const MOST_ETAGS = 1000;

/** Returns `true` when a header names a version, or any. */
export function namesVersion(header: string, version: number): boolean {
  if (header.length > MOST_ETAGS) return false;
  const strong = (text: string) => text.trim().replace(/^W\//, "");
  const own = strong(toEtag(version));
  return header.split(",").some((one) => one.trim() === "*" || strong(one) === own);
}

/**
 * Refuses a change of another version than the one that the request names.
 *
 * @throws {ScimRefusal}
 */
export function requireVersion({ request: { headers } }: CallRequest, version: number): void {
  const header = headers.get("if-match");
  if (header === null || namesVersion(header, version)) return;
  throw new ScimRefusal(412, "The resource has changed since the version of If-Match");
}

/** A part of the path that can be the id of a resource. */
export function idIn({ params }: Pick<CallRequest, "params">): string {
  const id = params?.id ?? "";
  if (isResourceId(id)) return id;
  throw notFound();
}

/** Returns `true` for text that can be the id of a resource. */
export function isResourceId(text: string): boolean {
  return text.length === 22 && /^[\w-]+$/.test(text);
}

/** The refusal of a name that another resource has. */
export function taken(attribute: string): ScimRefusal {
  return new ScimRefusal(409, `Another resource has this ${attribute}`, "uniqueness");
}

/** The refusal of a resource beyond the most that an organization can have. */
export function tooLarge(what: string): ScimRefusal {
  return bad("invalidValue", `The organization has as many ${what} as it can have`);
}
