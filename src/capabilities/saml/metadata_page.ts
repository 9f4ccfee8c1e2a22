/**
 * `GET saml/{slug}/metadata`: what an identity provider reads about the app. It says nothing about
 * organizations, so it needs no connection, and names that nobody has get it too.
 *
 * @module
 */

import { UnknownAction } from "../../errors.ts";
import { actionUrl } from "../../http/url.ts";
import type { ActionHandlers } from "../../types/internal.ts";
import { logoutPath } from "../connections/paths.ts";
import { isConnectionId } from "../connections/provider.ts";
import { readCertificate } from "./certificates.ts";
import { makeEntityId } from "./flow.ts";
import { writeMetadata } from "./metadata.ts";
import type { SamlKey } from "./options.ts";

/** The handlers with the keys of the app. */
export function makeMetadataPage(
  keys: readonly SamlKey[],
  singleLogout: boolean,
): ActionHandlers {
  return {
    GET(ctx) {
      const id = `sso-${ctx.request.params?.slug ?? ""}`;
      if (!isConnectionId(id)) throw new UnknownAction("There is no connection with this name");
      const certificates = keys.map(({ certificate }) => readCertificate(certificate))
        .flatMap((one) => typeof one === "string" ? [] : [one.base64]);
      const acsUrl = actionUrl(ctx, "callback", id);
      return {
        status: 200,
        headers: { "Content-Type": "application/samlmetadata+xml; charset=utf-8" },
        body: writeMetadata({
          ...{ entityId: makeEntityId(ctx, id), acsUrl, certificates },
          ...singleLogout ? { logoutUrl: actionUrl(ctx, logoutPath(id)) } : {},
        }),
      };
    },
  };
}
