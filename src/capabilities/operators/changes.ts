/**
 * What operators change: each change is that of the app's own functions, with the operator in its
 * entries of the audit log.
 *
 * @module
 */

import { makeUserExport } from "../../accounts/export.ts";
import { remove, type StoreCaller, type WithStore } from "../../accounts/manage.ts";
import { revokeAll, revokeOne } from "../../accounts/sessions.ts";
import { resumeUser, suspendUser } from "../../accounts/suspension.ts";
import { AccessDenied } from "../../errors.ts";
import { loadPart } from "../../hooks/topics.ts";
import { ownerOf } from "../../records/owner.ts";
import { JSON_HEADERS, NO_STORE } from "../../response/respond.ts";
import type { Context, ResolvedConfig, ResponseInternal } from "../../types/internal.ts";
import type { OperatorChange, OperatorFaultReason } from "../../../pages/operators/step.ts";
import type { Operator } from "./guard.ts";

/** What a change needs. */
export interface ChangeInput {
  /** The config, without the request: emails are not about the operator's browser. */
  readonly caller: StoreCaller;
  /** Id of the user. */
  readonly userId: string;
  /** Id of the session that the form names; empty for none. */
  readonly session: string;
}

/** A change. */
export interface Change {
  /** `true` for one that needs a reason. */
  readonly hasNote?: true;
  /** Makes it; returns the reason for which it was not made, or an answer in place of the page. */
  run(input: ChangeInput): Promise<OperatorFaultReason | ResponseInternal | void>;
}

/** The changes, by the step of the form, which is the name of the action too. */
export const CHANGES: Readonly<Record<OperatorChange, Change>> = {
  "suspend": {
    hasNote: true,
    run: ({ caller, userId }) => suspendUser(caller, userId),
  },
  "resume": { run: ({ caller, userId }) => resumeUser(caller, userId) },
  "sign-out": {
    async run({ caller, userId }) {
      await revokeAll(caller, userId);
    },
  },
  "end-session": {
    async run({ caller, userId, session }) {
      if (session === "" || !await revokeOne(caller, userId, session)) return "gone";
    },
  },
  "reset-factors": {
    hasNote: true,
    async run({ caller, userId }) {
      const { config } = caller;
      const { factors } = config;
      const part = await loadPart(config, "factors");
      if (!part || !factors) return "gone";
      await part.reset({ ...caller, config: { ...config, factors } }, userId, false);
    },
  },
  "export": {
    async run({ caller, userId }) {
      const body = await makeUserExport(caller, userId);
      if (!body) return "no-user";
      return {
        headers: {
          ...JSON_HEADERS,
          ...NO_STORE,
          "Content-Disposition": 'attachment; filename="account.json"',
        },
        body,
      };
    },
  },
  "delete": {
    async run({ caller, userId }) {
      try {
        await remove(caller, userId);
      } catch (error) {
        const { obstacles } = error instanceof AccessDenied
          ? (error.cause ?? {}) as { obstacles?: unknown }
          : {};
        if (obstacles === undefined) throw error;
        return "only-owner";
      }
    },
  },
};

/** Returns `true` for the name of a change. */
export function isChange(step: string | undefined): step is OperatorChange {
  return step !== undefined && Object.hasOwn(CHANGES, step);
}

/** The call of an operator's change, without the request. */
export function makeCaller(
  { config, request }: Pick<Context, "config" | "request">,
  { visitor: { userId } }: Operator,
  note?: string,
): StoreCaller & { readonly config: ResolvedConfig & WithStore } {
  return {
    // The check of the config demands a store.
    config: config as WithStore,
    site: request.origin,
    operator: { id: ownerOf(userId), note },
  };
}
