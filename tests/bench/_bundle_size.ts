/**
 * Bytes of `Auth()` in an app's bundle, and of the peer's.
 *
 * @module
 */

import { bundle, startSize } from "../tools/_bundle.ts";
import type { Limit } from "./_table.ts";

/** Packages that both libraries are made of. */
const SHARED = ["jose/*", "oauth4webapi", "preact", "preact/*"];

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

/** An app without providers. */
const appOf = (name: string) =>
  `import { Auth } from "${name}"; globalThis.handler = (request) => Auth(request, { providers: [] });`;

/** @param dir folder in which npm has installed both packages */
export function measureBundle(dir: string): { limit: Limit; note: string } {
  const [ours, peer] = [appOf("@x/auth"), appOf("@auth/core")];
  const all = bundle({ dir }, ours).gzip;
  const own = bundle({ dir }, ours, SHARED).gzip;
  const [start, peerStart] = [startSize({ dir }, ours), startSize({ dir }, peer)];
  return {
    limit: { name: "`Auth()` in one file, `gzip -9`", value: all / 1000, unit: " kB", most: 60 },
    note: "One file has everything that can be reached without a capability of its own import; " +
      `@auth/core: ${kilobytes(bundle({ dir }, peer).gzip)}. ${kilobytes(all - own)} of it are ` +
      `jose, oauth4webapi and preact. A bundler that splits the code loads ${
        kilobytes(start)
      } at ` +
      `start, and the rest at its first use; @auth/core: ${kilobytes(peerStart)}.`,
  };
}
