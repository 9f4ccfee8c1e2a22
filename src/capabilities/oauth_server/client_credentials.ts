/**
 * The grant `client_credentials`: a token for a service, or for the client itself. There is no refresh
 * token, since the client can always ask again.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-4.4 RFC 6749 §4.4}
 * @module
 */

import { OAuthRefusal, textIn } from "../../credentials/form.ts";
import { loadPart } from "../../hooks/topics.ts";
import { makeAccessToken } from "./access_token.ts";
import { readTokenKey, requireConfidential, requireTarget } from "./demands.ts";
import { ownerOfClient } from "./service_owner.ts";
import { narrow, pickTargets, requireOneResource } from "./targets.ts";
import { type GrantHandler, resourceIn } from "./token_request.ts";

/** The grant. */
export const clientCredentials: GrantHandler = async (call, client, sent) => {
  const { config, settings } = call;
  requireConfidential(client);
  const jkt = await readTokenKey(call, client);
  const resource = resourceIn(sent);
  const owner = await ownerOfClient(call, client);
  if (!owner) throw new OAuthRefusal("unauthorized_client", "The service of the client has ended");
  const { organization } = owner;
  if (organization !== null) {
    const members = await loadPart(config, "members");
    const found = await members?.ofOrganization({ config }, organization);
    if (!found?.ok) {
      throw new OAuthRefusal("unauthorized_client", "The organization of the service has ended");
    }
  }
  const named = resource === undefined ? [] : [resource];
  const asked = { ...client, scopes: owner.scopes };
  const targets = pickTargets(settings, asked, textIn(sent.body, "scope"), named);
  requireOneResource(targets, settings);
  const { resource: url, scopes } = narrow(targets, settings, { resource });
  requireTarget(settings, url, jkt);
  const { token, expiresIn } = await makeAccessToken(call, {
    sub: owner.id,
    aud: url,
    client_id: client.id,
    scope: scopes.join(" "),
    ...organization === null ? {} : { org: organization },
    ...jkt === undefined ? {} : { cnf: { jkt } },
    ...client.isFapi2 ? { fapi: true } : {},
  });
  return {
    accessToken: token,
    tokenType: jkt === undefined ? "Bearer" : "DPoP",
    expiresIn,
    scopes,
  };
};
