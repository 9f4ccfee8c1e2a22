/**
 * The page of an invitation. To open it changes nothing, since programs open the links of emails
 * before people do; its button accepts.
 *
 * The token is in the email alone, so it shows that the visitor reads the invited mailbox. A copied
 * session does not have it, so no fresh proof is asked for.
 *
 * @module
 */

import { keepAddress } from "../../core/typed_fields.ts";
import { InvalidCheck } from "../../errors.ts";
import { hasPath, SIGN_UP } from "../../http/paths.ts";
import { actionUrl, withQuery } from "../../http/url.ts";
import { requireCsrf } from "../../session/csrf.ts";
import { readField } from "../../request/page.ts";
import { sessionRequired, signInUrl } from "../../response/render.ts";
import { assertIsUser } from "../../session/visitor.ts";
import type { ActionHandlers, Context, ResponseInternal } from "../../types/internal.ts";
import type { InvitationQuestion } from "../../../pages/organizations/step.ts";
import { accept, type InvitationPreview, previewInvitation } from "./acceptance.ts";
import { addressIn, isSameAddress, provenAddress } from "./address.ts";
import {
  answerRefusal,
  findPageContext,
  forbidden,
  type OrganizationPageContext,
  organizationUrl,
  readLogoUrl,
  show,
} from "./page_context.ts";
import { readActorName } from "./person.ts";
import { masked } from "./refusal.ts";
import { makeOrganizationsCall } from "./settings.ts";

/** `GET invitation?token=…` and `POST invitation`. */
export const invitationPage: ActionHandlers = {
  async GET(ctx) {
    const { token = "" } = ctx.request.query;
    const call = makeOrganizationsCall(ctx.config, ctx.request);
    const preview = await previewInvitation(call, token);
    if (!preview) return await showEnded(ctx, 410);
    const context = await findPageContext(ctx);
    if (context?.visitor.actsForAnother) return await answerRefusal(ctx, forbidden());
    return await show({ ctx }, "invitation", await makeQuestion(ctx, token, preview, context));
  },

  async POST(ctx) {
    await requireCsrf(ctx);
    const step = readField(ctx, "step");
    if (step === "accept") return await acceptFor(ctx, readField(ctx, "token"));
    throw new InvalidCheck("Cannot answer the invitation: there is no such step");
  },
};

async function acceptFor(ctx: Context, token: string): Promise<ResponseInternal> {
  const context = await findPageContext(ctx);
  if (!context) return sessionRequired(ctx, pageUrl(ctx, token));
  assertIsUser(context.visitor, "accept an invitation");
  const result = await accept(context.call, context.visitor, token);
  if (result.ok) {
    return { redirect: organizationUrl(ctx, result.organization.slug, { done: "joined" }) };
  }
  // The page says whom it is for.
  if (result.reason === "invitation-other-address") return { redirect: pageUrl(ctx, token) };
  return await showEnded(ctx, result.status);
}

function pageUrl(ctx: Context, token?: string): string {
  return withQuery(actionUrl(ctx, "invitation"), { token });
}

async function showEnded(ctx: Context, status: number): Promise<ResponseInternal> {
  return await show({ ctx }, "invitation", { step: "ended", formAction: pageUrl(ctx) }, status);
}

async function makeQuestion(
  ctx: Context,
  token: string,
  { organization, logoPath, role, inviter, address }: InvitationPreview,
  context: OrganizationPageContext | undefined,
): Promise<InvitationQuestion> {
  const here = pageUrl(ctx, token);
  const shared = {
    formAction: pageUrl(ctx),
    ...{ organization, role, ...readLogoUrl(ctx, { logoPath }) },
    inviter: inviter === null ? null : await readActorName(ctx.config, inviter),
    address: masked(address),
    fields: { token },
  };
  if (!context) {
    // In a sealed cookie, since URLs stay in the history of the browser.
    const step = await keepAddress(ctx, address);
    return {
      ...shared,
      step: "sign-in",
      signinUrl: withQuery(signInUrl(ctx, here), { step }),
      signupUrl: hasPath(ctx.config.enabledPaths, SIGN_UP)
        ? withQuery(actionUrl(ctx, SIGN_UP), { step, callbackUrl: here })
        : undefined,
    };
  }
  const { call, user } = context;
  const proven = await provenAddress(call, user);
  if (proven !== undefined && isSameAddress(proven, address)) return { ...shared, step: "ask" };
  const own = addressIn(user.email);
  return {
    ...shared,
    step: own !== undefined && isSameAddress(own, address) ? "unproven" : "other",
    account: user.email || user.name || context.visitor.userId,
    ...hasPath(ctx.config.enabledPaths, "address")
      ? { addressUrl: withQuery(actionUrl(ctx, "address"), { callbackUrl: here }) }
      : {},
    signOutAction: withQuery(actionUrl(ctx, "signout"), { callbackUrl: here }),
  };
}
