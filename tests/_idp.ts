/**
 * Providers of an app at an OpenID Provider of the test.
 *
 * @module
 */

import { customFetch, type OIDCConfig, type Profile } from "../mod.ts";
import type { Idp } from "../src/testing/mod.ts";

/** @param members further members, and others than the usual ones */
export function providerAt(
  idp: Idp,
  id: string,
  members: Partial<OIDCConfig<Profile>> = {},
): OIDCConfig<Profile> {
  return {
    id,
    name: id,
    type: "oidc",
    issuer: idp.issuer,
    clientId: idp.clientId,
    clientSecret: idp.clientSecret,
    [customFetch]: idp.fetch,
    ...members,
  };
}
