/**
 * Issuers that stand for many tenants. Microsoft describes all of them by one
 * document, whose issuer is a template; the ID token tells which tenant it is.
 *
 * @see {@link https://learn.microsoft.com/entra/identity-platform/access-tokens#multitenant-applications}
 * @module
 */

import * as oauth from "oauth4webapi";

/** What stands in the place of the tenant. */
const PLACEHOLDER = "{tenantid}";

/** What may stand there in an issuer that is for many; another tenant's document is for it alone. */
const MANY = ["common", "organizations", "consumers"];

/** A tenant's id. */
const TENANT = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Member under which the template is kept in the metadata; no document can have it. */
const TEMPLATE: unique symbol = Symbol("issuer template");

type WithTemplate = oauth.AuthorizationServer & { readonly [TEMPLATE]?: string };

/**
 * A discovery document as metadata. A template is taken when the issuer that
 * was asked for differs from it in nothing but a word for many tenants.
 */
export async function processDiscovery(
  issuer: string,
  response: Response,
): Promise<oauth.AuthorizationServer> {
  const document: unknown = await response.clone().json().catch(() => undefined);
  const announced = (document as { issuer?: unknown } | undefined)?.issuer;
  if (typeof announced !== "string" || !isTemplateOf(announced, issuer)) {
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
 * The server as the tenant of an ID token knows it. Nothing is decided here:
 * the token must still say that issuer, and be signed by the server's keys.
 *
 * @throws {TypeError} when the token names no tenant
 */
export async function serverOfTenant(
  as: oauth.AuthorizationServer,
  response: Response,
): Promise<oauth.AuthorizationServer> {
  const template = (as as WithTemplate)[TEMPLATE];
  if (template === undefined) return as;
  const answer: unknown = await response.clone().json().catch(() => undefined);
  const idToken = (answer as { id_token?: unknown } | undefined)?.id_token;
  // The validation of the answer says what is wrong with it.
  if (typeof idToken !== "string") return as;
  const tenant = tenantOf(idToken);
  if (!tenant) throw new TypeError('Cannot accept the ID token: "tid" names no tenant');
  return { ...as, issuer: template.replace(PLACEHOLDER, () => tenant) };
}

function isTemplateOf(template: string, issuer: string): boolean {
  return template.includes(PLACEHOLDER) &&
    MANY.some((word) => template.replace(PLACEHOLDER, word) === issuer);
}

function tenantOf(idToken: string): string | undefined {
  try {
    const payload = idToken.split(".")[1]!.replaceAll("-", "+").replaceAll("_", "/");
    const { tid } = JSON.parse(atob(payload));
    return typeof tid === "string" && TENANT.test(tid) ? tid : undefined;
  } catch {
    return undefined;
  }
}
