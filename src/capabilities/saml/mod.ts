/**
 * SAML 2.0 for connections: organizations sign in with identity providers that speak it.
 *
 * Apps on npm install the package that computes signatures: `npm install xml-crypto`.
 *
 * @example
 * ```ts
 * import { Connections } from "@x/auth/connections";
 * import { Saml } from "@x/auth/saml";
 * import { assertEquals } from "@std/assert";
 *
 * const connections = Connections({
 *   kinds: ["oidc", "saml"],
 *   saml: Saml(),
 *   resolveTxt: (name) => Deno.resolveDns(name, "TXT"),
 *   join: "member",
 * });
 * assertEquals(connections.id, "connections");
 * ```
 *
 * @module
 */

import { lazy } from "../../base/lazy.ts";
import type { WithCode } from "../../config/capability.ts";
import { capability } from "../../symbols.ts";
import type { Capability } from "../../types/capability.ts";
import type { ProtocolCode } from "../connections/protocol.ts";
import { checkSaml } from "./check.ts";
import type { Endpoint } from "../../types/internal.ts";
import type { SamlKey, SamlOptions } from "./options.ts";

export type * from "./options.ts";
export type { Capability };

const protocols = lazy(() => import("./protocol.ts"));
const logouts = lazy(() => import("./logout.ts"));
const providerSessions = lazy(() => import("../../session/provider_session.ts"));
const pages = lazy(() => import("./metadata_page.ts"));

/**
 * SAML for `saml` of `Connections()`. The app is a service provider: it sends requests by redirect, and
 * takes answers by post. Runtimes without `node:crypto` refuse it at start.
 *
 * @see {@link https://docs.oasis-open.org/security/saml/v2.0/saml-profiles-2.0-os.pdf SAML 2.0 Profiles}
 */
export function Saml(options: SamlOptions = {}): Capability<"saml"> {
  const { keys = [], singleLogout = false } = options;
  const code: ProtocolCode = {
    check: () => checkSaml(options),
    load: async () => (await protocols()).makeProtocol(keys),
    ...singleLogout ? { parts: { providerSessions } } : {},
    ...singleLogout && keys.length > 0 ? { leaves: true } : {},
    endpoints: [{
      kind: "ambient",
      path: "saml/{slug}/metadata",
      methods: ["GET"],
      load: async () => (await pages()).makeMetadataPage(keys, singleLogout),
    }, ...singleLogout ? [logout(keys)] : []],
  };
  const made: Capability<"saml"> & WithCode<ProtocolCode> = { id: "saml", [capability]: code };
  return made;
}

/** Takes the sign-outs of providers. */
function logout(keys: readonly SamlKey[]): Endpoint {
  return {
    kind: "ambient",
    path: "saml/{slug}/logout",
    methods: ["GET", "POST"],
    isCounted: true,
    load: async () => (await logouts()).makeLogoutPage(keys),
  };
}
