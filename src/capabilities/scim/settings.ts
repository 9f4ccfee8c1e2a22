/**
 * The options of SCIM as a config has them.
 *
 * @module
 */

import { type CapabilityCode, codeOf } from "../../config/capability.ts";
import type { Buckets } from "../../limits/rate.ts";
import type { ResolvedConfig } from "../../types/internal.ts";
import type { DirectoryGroupRole } from "./options.ts";

/** Options with their defaults. */
export interface Settings {
  /** See `ScimOptions`. */
  readonly role: string;
  /** See `ScimOptions`. */
  readonly roles: readonly DirectoryGroupRole[];
  /** See `ScimOptions`. */
  readonly perMinute: number | false;
  /** Counts the requests of each organization; made at the first one. */
  buckets?: Buckets;
}

/** The code that `Scim()` carries. */
export interface ScimCode extends CapabilityCode<object> {
  /** The options. */
  readonly settings: Settings;
}

/** The options; the endpoints exist only with them. */
export function settingsIn({ userConfig }: ResolvedConfig): Settings {
  return codeOf<ScimCode>(userConfig.scim)!.settings;
}
