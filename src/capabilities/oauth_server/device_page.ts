/**
 * The page `device`: a user types the code that another device shows, and allows or refuses it.
 *
 * A GET changes nothing, so a link with a code does nothing by itself. The first user who posts a
 * code is the only one for whom it then exists. It is never allowed from memory: an attacker can make
 * a device show a code, and send it to someone.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc8628#section-3.3 RFC 8628 §3.3}
 * @module
 */

import { lazy } from "../../base/lazy.ts";
import { UnknownAction } from "../../errors.ts";
import { actionUrl, withQuery } from "../../http/url.ts";
import { csrfToken, requireCsrf } from "../../session/csrf.ts";
import { readField } from "../../request/page.ts";
import { describeDevice } from "../../base/device.ts";
import { displayName } from "../../base/names.ts";
import { limitCall } from "../../limits/account.ts";
import { findPlace } from "../../mail/place.ts";
import { ownerOf } from "../../records/owner.ts";
import { renderPart, sessionRequired } from "../../response/render.ts";
import { liveVisitor } from "../../session/live_visitor.ts";
import { provenAt } from "../../session/requirement.ts";
import { assertIsUser, assertMayChange, type Visitor } from "../../session/visitor.ts";
import type { Context, ResponseInternal } from "../../types/internal.ts";
import type { DeviceProps } from "../../../pages/oauth_server/device_step.ts";
import type { Client } from "./client.ts";
import { findClient } from "./clients.ts";
import { PAGE } from "./device.ts";
import {
  type Device,
  type DeviceData,
  deviceOfUserCode,
  devices,
  inParts,
  isWaiting,
  lettersOf,
  storedUntil,
} from "./device_kinds.ts";
import { tellOfGrant } from "./give_code.ts";
import { giveGrant } from "./grants.ts";
import { NO_HOST } from "./no_host.ts";
import { atIssuer } from "./at_issuer.ts";
import { chosenOrganization } from "./question.ts";
import type { OAuthCall } from "./settings.ts";
import { findMaker, shownAccess, shownName } from "./shown.ts";
import { listChoices, showChoices } from "./consent_decision.ts";

const pages = lazy(() => import("../../../pages/oauth_server/device.ts"));

/** Wrong codes of an account per hour, unless `limits.perAccount` says otherwise. */
const MAX_WRONG = 10;

/** Longest text that is looked at. */
const MAX_TYPED = 32;

/** A user at the page. */
interface DevicePageContext {
  readonly ctx: Context;
  readonly call: OAuthCall;
  readonly visitor: Visitor;
  /** The code, as it was typed. */
  readonly typed: string;
}

const STEPS: Readonly<Record<string, (context: DevicePageContext) => Promise<ResponseInternal>>> = {
  allow,
  deny,
  open,
};

/** `GET device` and `POST device` */
export const devicePage = atIssuer({
  GET: async (ctx, call) => {
    const { user_code: typed = "", done } = ctx.request.query;
    if (done === "allowed" || done === "denied") {
      return await show(ctx, { step: done, formAction: actionUrl(ctx, PAGE) });
    }
    const visitor = await liveVisitor(ctx);
    if (!visitor) return sessionRequired(ctx, makeUrl(ctx, typed));
    const context: DevicePageContext = { ctx, call, visitor, typed: typed.slice(0, MAX_TYPED) };
    const found = await ownDevice(context);
    return found ? await ask(context, found) : await showForm(context);
  },

  POST: async (ctx, call) => {
    await requireCsrf(ctx);
    const step = readField(ctx, "step");
    if (!Object.hasOwn(STEPS, step)) throw new UnknownAction("There is no such step");
    const typed = readField(ctx, "user_code").slice(0, MAX_TYPED);
    const visitor = await liveVisitor(ctx);
    if (!visitor) return sessionRequired(ctx, makeUrl(ctx, typed));
    assertIsUser(visitor, "give an app access");
    return await STEPS[step]!({ ctx, call, visitor, typed });
  },
});

function makeUrl(ctx: Context, typed?: string): string {
  return withQuery(actionUrl(ctx, PAGE), { user_code: typed || undefined });
}

/** The user has typed a code: from now on, it exists for this one alone. */
async function open(context: DevicePageContext): Promise<ResponseInternal> {
  const { ctx, typed } = context;
  const claimed = await counted(context, async () => {
    const found = await deviceOfUserCode(context.call, typed);
    return found ? await claim(context, found) : null;
  });
  // The answer is a page of its own, to which a new proof leads back.
  return claimed
    ? { redirect: makeUrl(ctx, inParts(lettersOf(typed))) }
    : await showForm(context, "unknown");
}

async function allow(context: DevicePageContext): Promise<ResponseInternal> {
  const { ctx, call, visitor: { userId, proof }, visitor, typed } = context;
  const found = await counted(context, () => ownDevice(context));
  const client = found && await findDeviceClient(context, found);
  if (!client) return await showForm(context, "unknown");
  assertMayChange(visitor, "allow-app", makeUrl(ctx, typed));
  const organization = await chosenOrganization(ctx, call, visitor);
  const { records } = call.config;
  const { targets } = found.data;
  // Of several answers, one is the decision.
  if (!await decide(context, found, { state: "allowing" })) {
    return await showForm(context, "unknown");
  }
  const key = { userId, client: client.id, organization };
  const { at, methods, provider } = proof;
  const given = {
    clientName: client.name,
    proof: { at, methods, provider },
    targets,
    host: NO_HOST.device,
  };
  let grant: string;
  try {
    grant = await giveGrant(call, key, given);
    const authTime = provenAt(proof, { allowSilentSignIn: true }) ?? at;
    const decision = { grant, organization, authTime, methods };
    await devices.update(
      records,
      found.id,
      (known) =>
        known?.data.state === "allowing" ? next(known, { state: "allowed", decision }) : undefined,
    );
  } catch (error) {
    await devices.take(records, found.id);
    throw error;
  }
  const target = client.id;
  await tellOfGrant(ctx, call, userId, { client, target, targets, grant, organization });
  return { redirect: withQuery(actionUrl(ctx, PAGE), { done: "allowed" }) };
}

async function deny(context: DevicePageContext): Promise<ResponseInternal> {
  const found = await counted(context, () => ownDevice(context));
  if (!found || !await decide(context, found, { state: "denied" })) {
    return await showForm(context, "unknown");
  }
  return { redirect: withQuery(actionUrl(context.ctx, PAGE), { done: "denied" }) };
}

/**
 * Looks for the request of a code, unless the user has typed too many that were wrong.
 *
 * @throws {TooManyRequests}
 */
async function counted<T>(
  { ctx: { config }, visitor: { userId } }: DevicePageContext,
  look: () => Promise<T | null>,
): Promise<T | null> {
  const max = config.limits?.perAccount || MAX_WRONG;
  const message = "Too many wrong codes of devices (limits.perAccount)";
  return await limitCall(config, { scope: "oauth.device", names: [userId], max, message }, look);
}

/** The request of a code that this user has typed before. */
async function ownDevice(
  { call, typed, visitor: { userId } }: DevicePageContext,
): Promise<Device | null> {
  const found = await deviceOfUserCode(call, typed);
  return found?.owner === ownerOf(userId) ? found : null;
}

/** Makes the user the owner of a request that has none. */
async function claim(
  { call: { config: { records } }, visitor: { userId } }: DevicePageContext,
  { id }: Device,
): Promise<boolean | null> {
  let isOwn = false;
  await devices.update(records, id, (known) => {
    const isFree = known !== null && known.owner === undefined && isWaiting(known);
    isOwn = isFree || known?.owner === ownerOf(userId);
    return isFree ? { ...next(known, {}), userId } : undefined;
  });
  return isOwn || null;
}

/** Writes the decision of the owner; `false` when there is one. */
async function decide(
  { call: { config: { records } } }: DevicePageContext,
  { id }: Device,
  decision: Pick<DeviceData, "state">,
): Promise<boolean> {
  let isFirst = false;
  await devices.update(records, id, (known) => {
    isFirst = known !== null && isWaiting(known);
    return isFirst ? next(known!, decision) : undefined;
  });
  return isFirst;
}

function next({ owner, data }: Device, changes: Partial<DeviceData>) {
  return { userId: owner, expires: storedUntil(data), data: { ...data, ...changes } };
}

/** The client of a request, when it may still use codes of devices. */
async function findDeviceClient(
  { call }: DevicePageContext,
  { data }: Device,
): Promise<Client | undefined> {
  const client = await findClient(call, data.client);
  return client?.grants.has("device") ? client : undefined;
}

async function showForm(
  { ctx, typed }: DevicePageContext,
  fault?: "unknown",
): Promise<ResponseInternal> {
  const letters = lettersOf(typed);
  const userCode = inParts(letters);
  return await show(ctx, {
    step: "enter",
    csrfToken: await csrfToken(ctx),
    formAction: actionUrl(ctx, PAGE),
    userCode: letters === "" ? "" : userCode,
    fault,
  });
}

async function ask(context: DevicePageContext, found: Device): Promise<ResponseInternal> {
  const { ctx, call, visitor, visitor: { user, userId }, typed } = context;
  const client = await findDeviceClient(context, found);
  if (!client) return await showForm(context, "unknown");
  // Before the question, so that the user answers once.
  assertMayChange(visitor, "allow-app", makeUrl(ctx, typed));
  const { targets, agent, address } = found.data;
  const choices = await listChoices(call, visitor);
  const { browser, system } = describeDevice(agent);
  return await show(ctx, {
    step: "ask",
    csrfToken: await csrfToken(ctx),
    formAction: actionUrl(ctx, PAGE),
    userCode: inParts(lettersOf(typed)),
    client: shownName(client.name, client.id),
    isStranger: client.isUntrusted,
    ...await findMaker(call, client),
    access: shownAccess(call.settings, targets),
    organizations: showChoices(ctx, choices),
    device: [browser, system].filter(Boolean).join(" · ") || (displayName(agent) ?? null),
    address,
    place: await findPlace(ctx.config, address),
    account: user.email || user.name || userId,
    signOutAction: withQuery(actionUrl(ctx, "signout"), { callbackUrl: makeUrl(ctx, typed) }),
  });
}

async function show(ctx: Context, props: DeviceProps): Promise<ResponseInternal> {
  return await renderPart(
    "device",
    async () => (await pages()).devicePart,
    props,
    ctx.request,
    ctx.config,
  );
}
