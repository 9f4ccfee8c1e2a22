/**
 * Services of organizations, for other kinds of credentials than keys.
 *
 * @module
 */

import { readCached } from "../../records/cached.ts";
import type { ServiceReader } from "../../types/organization_parts.ts";
import { toScopes } from "./claim.ts";
import { groupOf, services } from "./kinds.ts";
import { makeKeysCall } from "./settings.ts";

/** Form of the id of a service: any other text is none, and may be beyond the limits of the store. */
const ID = /^svc_[0-9A-Za-z]{1,32}$/;

/** See {@linkcode ServiceReader}. */
export const serviceReader: ServiceReader = {
  async find({ config }, id) {
    if (!ID.test(id)) return undefined;
    const { records, settings: { maxLagMs } } = makeKeysCall(config);
    const found = await readCached(services, records, id, maxLagMs, groupOf);
    return found
      ? { organization: found.data.org, scopes: toScopes(found.data.scopes) }
      : undefined;
  },
};
