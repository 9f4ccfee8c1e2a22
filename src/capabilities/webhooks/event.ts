/**
 * What a webhook says. Its members only grow: a receiver reads those that it knows.
 *
 * @module
 */

import type { AuditEntry } from "../../types/audit.ts";
import { withoutUndefined } from "../../base/objects.ts";
import type { WebhookType } from "./event_types.ts";

/** What an event is about. None of it is a secret, a token, an address or a name of a person. */
export interface WebhookData {
  /** Id of the user. */
  readonly userId?: string;
  /** Id of the organization. */
  readonly organization?: string;
  /** Id of the person who acted for the user. */
  readonly actor?: string;
  /** Id of the provider. */
  readonly provider?: string;
  /** Id of the second factor. */
  readonly factor?: string;
  /** Id of the session, as in `sessions.list`; it cannot be used as a session token. */
  readonly sessionId?: string;
  /** Public id of the key, the service or the access of an app. */
  readonly credential?: string;
  /**
   * Id of the account that was merged into the user, and is deleted.
   *
   * @since 0.3.0
   */
  readonly merged?: string;
  /** Reason for which a session is over. */
  readonly reason?: string;
  /** `true` when the app itself acted for an organization. */
  readonly bySystem?: true;
  /** `"admin-link"` when a person without an account acted. */
  readonly via?: string;
}

/** The body of a webhook. */
export interface WebhookEvent {
  /** Type of the event: an app ignores those that it does not know. */
  readonly type: WebhookType;
  /** Version of the members. */
  readonly version: 1;
  /** Time of the event, as in ISO 8601. */
  readonly timestamp: string;
  /** What it is about; members that do not apply are absent. */
  readonly data: WebhookData;
}

/** Members of an entry that a webhook has. */
const MEMBERS = [
  ...["userId", "organization", "actor", "provider", "factor", "sessionId", "credential"],
  ...["merged", "reason", "bySystem", "via"],
] as const;

/** Makes the event of an entry. */
export function toEvent(entry: AuditEntry): WebhookEvent {
  const facts = entry as unknown as Readonly<Record<string, unknown>>;
  return {
    type: entry.name as WebhookType,
    version: 1,
    timestamp: entry.at.toISOString(),
    data: withoutUndefined(Object.fromEntries(MEMBERS.map((name) => [name, facts[name]]))),
  };
}
