/**
 * What SAML does for connections, loaded at the first use.
 *
 * @module
 */

import { nowMs } from "../../base/time.ts";
import type { Protocol, SamlLack } from "../connections/protocol.ts";
import { readCertificate } from "./certificates.ts";
import { finish, start } from "./flow.ts";
import { leave } from "./leave.ts";
import type { SamlKey } from "./options.ts";
import { fetchMetadata, readChanges } from "./settings.ts";
import { loadLibrary } from "./signature.ts";

/** The protocol with the keys of the app. */
export function makeProtocol(keys: readonly SamlKey[]): Protocol {
  return {
    start: (ctx, provider, connection) => start(ctx, provider, connection, keys),
    finish: (ctx, provider, connection) => finish(ctx, provider, connection, keys),
    leave: (ctx, connection, sealed) => leave(ctx, connection, sealed, keys),
    async read(call, changes, isNew) {
      await loadLibrary();
      return await readChanges(call, changes, isNew);
    },
    describe: ({ certificates }) =>
      certificates.map((base64) => {
        const read = readCertificate(base64);
        return { base64, expires: new Date(typeof read === "string" ? 0 : read.until) };
      }),
    async findLack(call, { issuer, saml }): Promise<SamlLack | undefined> {
      // An app without it would refuse every answer.
      await loadLibrary();
      const now = nowMs();
      const isCurrent = saml!.certificates.some((one) => {
        const read = readCertificate(one);
        return typeof read !== "string" && read.from <= now && now < read.until;
      });
      if (!isCurrent) {
        return { lacks: "certificate", message: "No certificate of the connection is valid now" };
      }
      if (saml!.metadataUrl === null) return undefined;
      try {
        const read = await fetchMetadata(call, saml!.metadataUrl);
        if (read.issuer !== issuer) {
          return { lacks: "metadata", message: "The metadata has another entity ID" };
        }
        if (read.ssoUrl !== saml!.ssoUrl) {
          return { lacks: "metadata", message: "The metadata has another sign-on URL" };
        }
        const unknown = read.certificates.some((one) => !saml!.certificates.includes(one));
        if (unknown) {
          return { lacks: "certificate", message: "The metadata has another certificate" };
        }
      } catch (error) {
        return { lacks: "metadata", message: (error as Error).message.slice(0, 500) };
      }
    },
  };
}
