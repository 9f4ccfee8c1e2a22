/**
 * The page with the endpoints of webhooks, and with what did not arrive.
 *
 * @module
 */

import { InvalidCheck } from "../../errors.ts";
import { readField } from "../../request/page.ts";
import type { AuthConfig } from "../../types/config.ts";
import type { ActionHandlers, Context, ResponseInternal } from "../../types/internal.ts";
import type { OperatorFault } from "../../../pages/operators/step.ts";
import { kindOf } from "../audit_log/activity_kinds.ts";
import { settingsIn } from "../webhooks/settings.ts";
import type { WebhookFunctions } from "../webhooks/typed.ts";
import { commonProps, formIn, operatorIn, PAGE_SIZE, show, webhooksUrl } from "./page_context.ts";
import type { Operator } from "./require_operator.ts";

/** Longest place in the list, as of a record. */
const MAX_ID = 512;

/** Characters that no id has, and stores refuse. */
const NO_ID = /[\p{Cc}\p{Cs}]/u;

/** `GET operators/webhooks` and `POST operators/webhooks`. */
export const webhooksPage: ActionHandlers = {
  async GET(ctx) {
    const operator = await operatorIn(ctx, "read-webhooks", webhooksUrl(ctx));
    return "answer" in operator ? operator.answer : await showPage(ctx, operator);
  },

  async POST(ctx) {
    const missing = await formIn(ctx);
    if (missing) return missing;
    const step = readField(ctx, "step");
    if (step === "send") return await send(ctx);
    const operator = await operatorIn(ctx, "read-webhooks", webhooksUrl(ctx));
    if ("answer" in operator) return operator.answer;
    throw new InvalidCheck("Cannot change webhooks: there is no such step");
  },
};

async function send(ctx: Context): Promise<ResponseInternal> {
  const operator = await operatorIn(ctx, "send-webhook", webhooksUrl(ctx));
  if ("answer" in operator) return operator.answer;
  const { retry } = await functionsOf(ctx);
  if (await retry(readField(ctx, "id"))) return { redirect: webhooksUrl(ctx, { done: "sent" }) };
  return await showPage(ctx, operator, { reason: "gone" }, 409);
}

/** The functions of webhooks, without their config. */
async function functionsOf({ config }: Context): Promise<WebhookFunctions> {
  // The page exists with them alone.
  const group = await config.groups.get("webhooks")!() as Readonly<
    Record<string, (config: AuthConfig, ...rest: unknown[]) => unknown>
  >;
  const bind = (name: string) => (...rest: unknown[]) => group[name]!(config.userConfig, ...rest);
  return {
    deliver: bind("deliver"),
    undelivered: bind("undelivered"),
    retry: bind("retry"),
  } as WebhookFunctions;
}

async function showPage(
  ctx: Context,
  operator: Operator,
  fault?: OperatorFault,
  status?: number,
) {
  const { after } = ctx.request.query;
  const isPlace = after === undefined ||
    after !== "" && after.length <= MAX_ID && !NO_ID.test(after);
  const { undelivered } = await functionsOf(ctx);
  const { webhooks, next } = await undelivered({
    after: isPlace ? after : undefined,
    limit: PAGE_SIZE,
  });
  const endpoints = await settingsIn(ctx.config).endpoints();
  return await show(ctx, {
    ...commonProps(ctx, operator, webhooksUrl(ctx), fault),
    step: "webhooks",
    endpoints: endpoints.map(({ url, types }) => ({
      origin: new URL(url).origin,
      ...types ? { kinds: [...new Set(types.map(kindOf))] } : {},
    })),
    webhooks: webhooks.map(({ id, url, event, attempts, since }) => ({
      ...{ id, attempts, since, kind: kindOf(event.type) },
      // Some paths open something.
      origin: url === null ? null : new URL(url).origin,
    })),
    canSend: operator.may("send-webhook"),
    ...next === undefined ? {} : { nextUrl: webhooksUrl(ctx, { after: next }) },
    ...after === undefined ? {} : { firstUrl: webhooksUrl(ctx) },
  }, status);
}
