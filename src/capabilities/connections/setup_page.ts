/**
 * The page that an admin link opens, for a person without an account: domains and provider of one
 * organization. To open the link changes nothing, since programs open links before people do; its
 * button takes the token. From then on, a cookie of this page alone has a key, and the URL has nothing.
 *
 * @module
 */

import { hashText } from "../../base/hashed.ts";
import { InvalidCheck } from "../../errors.ts";
import { actionUrl, withQuery } from "../../http/url.ts";
import { readField } from "../../request/page.ts";
import { requireCsrf } from "../../session/csrf.ts";
import { open, seal, type SealedCookie } from "../../session/sealed_cookie.ts";
import type { ActionHandlers, Context, ResponseInternal } from "../../types/internal.ts";
import { delegatedMembership } from "../organizations/delegation.ts";
import { toOrganization } from "../organizations/organization.ts";
import { findByToken, findDelegation, type Setup, takeToken } from "./admin_link.ts";
import { type Change, CHANGES } from "./page_changes.ts";
import {
  attempt,
  type ConnectionsPageContext,
  linkedIn,
  type Query,
  show,
  showView,
  typedIn,
} from "./page_context.ts";
import { SETUP_PATH } from "./paths.ts";
import { makeConnectionsCall } from "./settings.ts";

const COOKIE = {
  key: "adminLink",
  salt: "authjs.admin-link",
  maxAge: 3600,
} as const satisfies SealedCookie;

/** What a link lets a person do. */
const STEPS: Readonly<Record<string, Change>> = {
  "add-domain": CHANGES["add-domain"],
  "check-domain": CHANGES["check-domain"],
  "remove-domain": CHANGES["remove-domain"],
  "connect": CHANGES["connect"],
  "change": CHANGES["change"],
  "remove": CHANGES["remove"],
  "test": CHANGES["test"],
  "try": CHANGES["try"],
};

/** `GET connection-setup` and `POST connection-setup`. */
export const setupPage: ActionHandlers = {
  async GET(ctx) {
    const { token, step } = ctx.request.query;
    const context = await readPageContext(ctx);
    if (token !== undefined) return await askBefore(ctx, token, context !== undefined);
    if (!context) return await showEnded(ctx);
    return await showView(context, step, { typed: linkedIn(ctx) });
  },

  async POST(ctx) {
    await requireCsrf(ctx);
    const step = readField(ctx, "step");
    if (step === "open") return await openLink(ctx);
    if (!Object.hasOwn(STEPS, step)) {
      throw new InvalidCheck("Cannot change single sign-on: there is no such step");
    }
    const context = await readPageContext(ctx);
    if (!context) return await showEnded(ctx);
    const typed = typedIn(ctx);
    return await attempt(context, step, typed, () => STEPS[step]!.run(context, typed));
  },
};

function pageUrl(ctx: Context, query: Query = {}): string {
  return withQuery(actionUrl(ctx, SETUP_PATH), query);
}

/** Shows what a link is for. */
async function askBefore(
  ctx: Context,
  token: string,
  isOpen: boolean,
): Promise<ResponseInternal> {
  const data = await findByToken(makeConnectionsCall(ctx.config, ctx.request), token);
  // The link again, in the browser that has opened it.
  if (!data && isOpen) return { redirect: pageUrl(ctx) };
  if (!data) return await showEnded(ctx);
  const page = await show(ctx, {
    step: "open",
    formAction: pageUrl(ctx),
    organization: { name: data.name },
    fields: { token },
  });
  // The token is in the URL: the form tells its target the origin alone.
  return { ...page, headers: { ...page.headers, "Referrer-Policy": "strict-origin" } };
}

async function openLink(ctx: Context): Promise<ResponseInternal> {
  const call = makeConnectionsCall(ctx.config, ctx.request);
  const setup = await takeToken(call, readField(ctx, "token"));
  if (!setup) return await showEnded(ctx);
  const path = new URL(pageUrl(ctx)).pathname;
  await seal<Setup>(ctx, COOKIE, undefined, setup, { path });
  return { redirect: pageUrl(ctx) };
}

/** Who has opened a link in this browser; `undefined` once that has ended. */
async function readPageContext(ctx: Context): Promise<ConnectionsPageContext | undefined> {
  const setup = await open<Setup>(ctx, COOKIE, undefined);
  if (!setup) return undefined;
  const call = makeConnectionsCall(ctx.config, ctx.request);
  const found = await findDelegation(ctx, call, setup);
  if (!found) return undefined;
  const { data, delegation } = found;
  const organization = toOrganization(setup.org, data);
  const { done } = ctx.request.query;
  return {
    ...{ ctx, call },
    by: await hashText("test by an admin link", setup.key),
    config: ctx.config.userConfig,
    membership: delegatedMembership(call.settings.access, organization, delegation),
    url: (query) => pageUrl(ctx, query),
    props: () => Promise.resolve({ done, organization: { name: data.name } }),
    answerLost: async () => await showEnded(ctx),
  };
}

async function showEnded(ctx: Context): Promise<ResponseInternal> {
  return await show(ctx, { step: "ended", formAction: pageUrl(ctx) }, 410);
}
