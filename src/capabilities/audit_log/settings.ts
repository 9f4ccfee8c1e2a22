/**
 * The options of the audit log as a config has them, and what every function needs with them.
 *
 * @module
 */

import { hashText } from "../../base/hashed.ts";
import { type CapabilityCode, codeOf } from "../../config/capability.ts";
import { requireConfig } from "../../server/environment.ts";
import type { ServerConfig } from "../../types/inference.ts";
import type { ResolvedConfig } from "../../types/internal.ts";
import type { RecordStore } from "../../types/records.ts";
import type { AuditLogOptions } from "./options.ts";

/** Options with their defaults. */
export interface Settings {
  /** Milliseconds. */
  readonly maxAgeMs: number;
  readonly beforeAnswer: boolean;
  readonly waitUntil: AuditLogOptions["waitUntil"];
}

/** The code that `AuditLog()` carries. */
export interface AuditLogCode extends CapabilityCode<object> {
  /** The options. */
  readonly settings: Settings;
}

/** A config with a store of records, which the check demands. */
export type AuditConfig = ResolvedConfig & { readonly records: RecordStore };

/** The options; the log exists only with them. */
export function settingsIn({ userConfig }: ResolvedConfig): Settings {
  return codeOf<AuditLogCode>(userConfig.audit)!.settings;
}

/** The config of a call of the app. */
export function auditConfig(config: ServerConfig): AuditConfig {
  return requireConfig(config) as AuditConfig;
}

/** The keys of the log, that of the newest secret first. */
export async function keysIn({ secret }: ResolvedConfig): Promise<readonly string[]> {
  const secrets = typeof secret === "string" ? [secret] : secret;
  return await Promise.all(secrets.map((one) => hashText("audit log", one)));
}
