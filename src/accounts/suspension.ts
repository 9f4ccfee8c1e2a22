/**
 * Suspensions of users, by the app or by an operator.
 *
 * @module
 */

import { requireSessions } from "../config/needs.ts";
import { audit } from "../hooks/audit.ts";
import { publish } from "../hooks/topics.ts";
import type { Caller } from "../mail/send_notice.ts";
import { requireUserId } from "../records/owner.ts";
import * as access from "../session/user_status.ts";
import { endSessions } from "./sessions.ts";

/** Ends all sessions of a user, and refuses every sign-in. */
export async function suspendUser(caller: Caller, userId: string): Promise<void> {
  const { config } = caller;
  requireUserId("suspend the user", userId);
  await access.suspend(requireSessions(config, "`users.suspend`").records, userId);
  await endSessions(caller, userId, "suspended");
  await publish(config, "access.ended", { config, userId });
  await audit(caller, { name: "user.suspended", userId });
}

/** Ends the suspension of a user. */
export async function resumeUser(caller: Caller, userId: string): Promise<void> {
  const { config } = caller;
  const { records } = requireSessions(config, "`users.resume`");
  await access.resume(records, userId, config.session.maxAge);
  await audit(caller, { name: "user.resumed", userId });
}
