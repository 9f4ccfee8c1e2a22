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

/** Member under which the template is kept in the metadata. */
const TEMPLATE = "issuer_template";

/**
 * A discovery document as metadata. A template is taken when the issuer that
 * was asked for differs from it in nothing but the tenant.
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
  return { ...as, [TEMPLATE]: announced };
}

/**
 * The server as the tenant of an ID token knows it. Nothing is decided here:
 * the token must still say that issuer, and be signed by the server's keys.
 */
export async function serverOfTenant(
  as: oauth.AuthorizationServer,
  response: Response,
): Promise<oauth.AuthorizationServer> {
  const template = as[TEMPLATE];
  if (typeof template !== "string") return as;
  const answer: unknown = await response.clone().json().catch(() => undefined);
  const tenant = tenantOf((answer as { id_token?: unknown } | undefined)?.id_token);
  return tenant ? { ...as, issuer: template.replace(PLACEHOLDER, () => tenant) } : as;
}

function isTemplateOf(template: string, issuer: string): boolean {
  const [before, after, ...more] = template.split(PLACEHOLDER);
  if (before === undefined || after === undefined || more.length > 0) return false;
  // A placeholder in the host would let anybody's host pass for a tenant.
  if (!/^https?:\/\/[^/]+\//.test(before)) return false;
  return issuer.startsWith(before) && issuer.endsWith(after) &&
    /^[\w.-]+$/.test(issuer.slice(before.length, issuer.length - after.length));
}

function tenantOf(idToken: unknown): string | undefined {
  if (typeof idToken !== "string") return;
  try {
    const payload = idToken.split(".")[1]!.replaceAll("-", "+").replaceAll("_", "/");
    const { tid } = JSON.parse(atob(payload));
    const isTenant = typeof tid === "string" &&
      /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(tid);
    return isTenant ? tid : undefined;
  } catch {
    // The validation of the token says what is wrong with it.
    return;
  }
}
