/**
 * The options of organizations as a config has them, and what every function needs with them.
 *
 * @module
 */

import { type CapabilityCode, codeOf } from "../../config/capability.ts";
import { withProcessSecret } from "../../config/resolve.ts";
import { AuthError } from "../../errors.ts";
import type { WithStore } from "../../accounts/manage.ts";
import { requireStore, toUserConfig } from "../../server/environment.ts";
import type { ServerConfig } from "../../types/inference.ts";
import type { RequestInternal, ResolvedConfig, Store } from "../../types/internal.ts";
import type { RecordStore } from "../../types/records.ts";
import type { Access } from "./permissions.ts";
import type {
  AppMemberships,
  OnLastOwner,
  OrganizationsOptions,
  OrganizationsPerUser,
} from "./options.ts";

/** Options with their defaults. */
export interface Settings {
  /** The roles of the app. */
  readonly access: Access;
  /** The users who may create organizations. */
  readonly create: NonNullable<OrganizationsOptions["create"]>;
  /** The app's own tables; absent when memberships are records. */
  readonly tables?: AppMemberships;
  /** See `OrganizationsOptions`. */
  readonly onLastOwner: OnLastOwner;
  /** Milliseconds. */
  readonly maxLagMs: number;
  /** See `OrganizationsOptions`. */
  readonly invitationsPerHour: number | false;
  /** See `OrganizationsOptions`. */
  readonly organizationsPerUser: Required<OrganizationsPerUser> | false;
  /** See `OrganizationsOptions`. */
  readonly invitationUrl?: string | undefined;
}

/** The code that `Organizations()` carries. */
export interface OrganizationsCode extends CapabilityCode<object> {
  /** Functions of the group that are called as they are, without the config: they read nothing. */
  readonly direct: Readonly<Record<string, unknown>>;
  /** The options. */
  readonly settings: Settings;
}

/** A call of a function: what it works with. */
export interface OrganizationsCall {
  /** Completed config. */
  readonly config: WithStore;
  /** Request of the change; absent for a call of the app. */
  readonly request?: RequestInternal;
  /** Store of records. */
  readonly records: RecordStore;
  /** Options. */
  readonly settings: Settings;
}

/** Work after a change, which stays done: what fails here is done by a later call, or not needed. */
export async function tidy(
  { config: { logger } }: OrganizationsCall,
  run: () => Promise<unknown>,
): Promise<void> {
  try {
    await run();
  } catch (error) {
    logger.error(error as Error);
  }
}

/** The options in a config as the app wrote it. */
export function settingsOf(config: ServerConfig): Settings {
  return codeOf<OrganizationsCode>(toUserConfig(config).organizations)!.settings;
}

/** The options; the functions exist only with them. */
export function settingsIn({ userConfig }: ResolvedConfig): Settings {
  return codeOf<OrganizationsCode>(userConfig.organizations)!.settings;
}

/** The call that a request makes. */
export function makeOrganizationsCall(
  config: ResolvedConfig,
  request?: RequestInternal,
): OrganizationsCall {
  const { store, records } = config;
  // The check of the config demands both.
  const known = { ...config, store: store as Store };
  return {
    config: known,
    records: records!,
    settings: settingsIn(config),
    ...request && { request },
  };
}

/** The same for a call of the app, which has no request. */
export function makeAppCall(config: ServerConfig): OrganizationsCall {
  const known = requireStore(config);
  // Without a secret, only a loopback origin has got this far.
  return makeOrganizationsCall(
    known.mayGenerateSecret ? withProcessSecret(known, "http://localhost") : known,
  );
}

/**
 * Refuses a change where memberships are the app's own tables.
 *
 * @param what what is to be done
 */
export function requireRecords({ tables }: Settings, what: string): void {
  if (!tables) return;
  throw new AuthError(
    `Cannot ${what}: \`memberships\` of Organizations() are the app's own tables, which are only ` +
      "read here; make the change there",
    { cause: { option: "organizations.memberships" } },
  );
}
