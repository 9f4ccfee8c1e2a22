/**
 * The page with the audit log.
 *
 * @module
 */

import type { ActionHandlers } from "../../types/internal.ts";
import type { OperatorFault } from "../../../pages/operators/step.ts";
import { namesOf } from "../audit_log/activity_kinds.ts";
import type { AuditQuery } from "../audit_log/typed.ts";
import { listEntries } from "./log_entries.ts";
import { commonProps, logUrl, operatorIn, PAGE_SIZE, show } from "./page_context.ts";

/** Longest id of a filter, as of an owner of records. */
const MAX_ID = 512;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Characters that no id has, and stores refuse. */
const NO_ID = /[\p{Cc}\p{Cs}]/u;

/** A day of a field for dates. */
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** `GET operators/log`. */
export const logPage: ActionHandlers = {
  async GET(ctx) {
    const { user = "", by = "", organization = "", name = "", from = "", to = "", after } =
      ctx.request.query;
    const typed = { user, by, organization, name, from, to };
    const operator = await operatorIn(ctx, "read-log", logUrl(ctx, { ...given(typed), after }));
    if ("answer" in operator) return operator.answer;
    const query = toQuery(typed);
    const found = "field" in query
      ? undefined
      : await listEntries(ctx, operator, { ...query, after, limit: PAGE_SIZE })
        .catch((error: unknown) => {
          // Of what this page passes, only the place in the list can be none.
          if (error instanceof TypeError && error.message.includes('"after"')) return undefined;
          throw error;
        });
    const fault: OperatorFault | undefined = "field" in query
      ? query
      : found
      ? undefined
      : { field: "after" };
    const { shown = [], next } = found ?? {};
    return await show(ctx, {
      ...commonProps(ctx, operator, logUrl(ctx), fault),
      ...{ step: "log", typed, entries: shown } as const,
      hasOrganizations: ctx.config.userConfig.organizations !== undefined,
      ...next === undefined ? {} : { nextUrl: logUrl(ctx, { ...given(typed), after: next }) },
      ...after === undefined ? {} : { firstUrl: logUrl(ctx, given(typed)) },
    }, fault && 400);
  },
};

/** What was typed, without empty fields. */
function given(typed: Readonly<Record<string, string>>): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(typed).map(([name, value]) => [name, value === "" ? undefined : value]),
  );
}

/** The filters that were typed, or the field that is none. */
function toQuery(
  { user, by, organization, name, from, to }: Readonly<Record<string, string>>,
): AuditQuery | { field: string } {
  const texts = { user, by, organization };
  const long = Object.entries(texts).find(([, text]) => text!.length > MAX_ID || NO_ID.test(text!));
  if (long) return { field: long[0] };
  const names = name ? namesOf(name) : undefined;
  if (names?.length === 0) return { field: "name" };
  const [begin, end] = [toDay(from!), toDay(to!)];
  if (begin === null) return { field: "from" };
  if (end === null) return { field: "to" };
  return {
    ...user ? { userId: user } : {},
    ...by ? { actor: by } : {},
    ...organization ? { organizationId: organization } : {},
    ...names ? { name: names } : {},
    ...begin ? { from: begin } : {},
    // The last day counts.
    ...end ? { to: new Date(end.getTime() + DAY_MS) } : {},
  };
}

/** The begin of a day (UTC); `undefined` for an empty field, and `null` for what is no day. */
function toDay(text: string): Date | null | undefined {
  if (text === "") return undefined;
  const day = text.length === 10 && DAY.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
  // 31 February would be a day of March.
  const isDay = day && day.getTime() >= 0 && day.toISOString().startsWith(text);
  return isDay ? day : null;
}
