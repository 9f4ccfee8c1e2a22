/**
 * Issuers that stand for many tenants. Microsoft has one discovery document for
 * all of them, whose issuer is a template; the ID token contains the tenant's id.
 *
 * @see {@link https://learn.microsoft.com/entra/identity-platform/access-tokens#multitenant-applications}
 * @module
 */

import * as oauth from "oauth4webapi";

/** Placeholder for the tenant's id in the template. */
const PLACEHOLDER = "{tenantid}";

/** Words for many tenants in a configured issuer; any other word is a single tenant. */
const MANY = ["common", "organizations", "consumers"];

/** Format of a tenant's id: a UUID. */
const TENANT = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Hosts of Microsoft, where the documents of `consumers` and of a tenant's domain name the id of
 * the tenant in the issuer.
 */
const HOSTS = [
  "login.microsoftonline.com",
  "login.microsoftonline.us",
  "login.partner.microsoftonline.cn",
];

/** Id of the tenant of personal accounts. */
const CONSUMERS = "9188040d-6c67-4c5b-b112-36a304b66dad";

/** Metadata member that holds the template; a symbol, which no JSON document can contain. */
const TEMPLATE: unique symbol = Symbol("issuer template");

type WithTemplate = oauth.AuthorizationServer & { readonly [TEMPLATE]?: string };

/**
 * Reads a discovery document. A template is accepted as its issuer only when it
 * equals the configured issuer once a word for many tenants replaces the placeholder, and another
 * issuer of Microsoft only when it has the tenant's id in place of its name.
 */
export async function processDiscovery(
  issuer: string,
  response: Response,
): Promise<oauth.AuthorizationServer> {
  const document: unknown = await response.clone().json().catch(() => undefined);
  const announced = (document as { issuer?: unknown } | undefined)?.issuer;
  if (typeof announced === "string" && isNamedBy(announced, issuer)) {
    return await oauth.processDiscoveryResponse(new URL(announced), response);
  }
  if (typeof announced !== "string" || !isTemplateFor(announced, issuer)) {
    return await oauth.processDiscoveryResponse(new URL(issuer), response);
  }
  const concrete = new Response(JSON.stringify({ ...document as object, issuer }), {
    status: response.status,
    headers: response.headers,
  });
  const as = await oauth.processDiscoveryResponse(new URL(issuer), concrete);
  const described: WithTemplate = { ...as, [TEMPLATE]: announced };
  return described;
}

/**
 * Metadata of the server, with the issuer of the ID token's tenant. This
 * validates nothing: the caller must still compare the token's issuer with it,
 * and verify the signature with the server's keys.
 *
 * @throws {TypeError} when the token has no valid `tid`
 */
export async function serverOfTenant(
  as: oauth.AuthorizationServer,
  response: Response,
): Promise<oauth.AuthorizationServer> {
  if ((as as WithTemplate)[TEMPLATE] === undefined) return as;
  const answer: unknown = await response.clone().json().catch(() => undefined);
  const idToken = (answer as { id_token?: unknown } | undefined)?.id_token;
  // The validation of the answer reports the error.
  if (typeof idToken !== "string") return as;
  const issuer = issuerOfTenant(as, tenantOf(idToken));
  if (!issuer) throw new TypeError('Cannot accept the ID token: "tid" is not the id of a tenant');
  return { ...as, issuer };
}

/**
 * Issuer of the tokens of a tenant; of any token where the issuer stands for itself.
 *
 * @param tid claim of the token
 * @returns `undefined` when the claim is needed and is not the id of a tenant
 */
export function issuerOfTenant(as: oauth.AuthorizationServer, tid: unknown): string | undefined {
  const template = (as as WithTemplate)[TEMPLATE];
  if (template === undefined) return as.issuer;
  if (typeof tid !== "string" || !TENANT.test(tid)) return undefined;
  return template.replace(PLACEHOLDER, () => tid);
}

function isTemplateFor(template: string, issuer: string): boolean {
  return template.includes(PLACEHOLDER) &&
    MANY.some((word) => template.replace(PLACEHOLDER, word) === issuer);
}

/** Returns `true` for an issuer with the id of the tenant that the configured one names. */
function isNamedBy(announced: string, issuer: string): boolean {
  const [found, asked] = [splitTenant(announced), splitTenant(issuer)];
  if (!found || !asked || found.rest !== asked.rest || !TENANT.test(found.tenant)) return false;
  return asked.tenant === "consumers"
    ? found.tenant === CONSUMERS
    // A domain has a dot, and the other words for many tenants have none.
    : asked.tenant.includes(".");
}

/** The tenant of an issuer of Microsoft, and the URL around it. */
function splitTenant(issuer: string): { tenant: string; rest: string } | undefined {
  const [, origin, tenant, rest] = /^(https:\/\/[^/]+)\/([\w.-]+)(\/v2\.0)$/.exec(issuer) ?? [];
  if (!origin || !HOSTS.includes(new URL(origin).host)) return undefined;
  return { tenant: tenant!, rest: origin + rest };
}

function tenantOf(idToken: string): unknown {
  try {
    const payload = idToken.split(".")[1]!.replaceAll("-", "+").replaceAll("_", "/");
    return JSON.parse(atob(payload)).tid;
  } catch {
    return undefined;
  }
}
