/**
 * The user of the account page, and the rows of the page.
 *
 * @module
 */

import type {
  AccountList,
  AccountProps,
  AccountView,
  ShownAccount,
  ShownPasskey,
  ShownSession,
} from "../../pages/account/props.ts";
import { passwordTime } from "../accounts/export.ts";
import { accountsOf, countWaysIn, type StoreCaller, type WithStore } from "../accounts/manage.ts";
import { passkeysOf } from "../accounts/passkeys.ts";
import { liveSessions } from "../accounts/sessions.ts";
import { AccessDenied, AuthError } from "../errors.ts";
import { faultOf, freshProof, type Requirement } from "../session/requirement.ts";
import { signedIn } from "../factors/signed_in.ts";
import { describeDevice } from "../http/device.ts";
import { actionUrl, withQuery } from "../http/url.ts";
import { pageProviders } from "../request/sign_in_page.ts";
import { sessionOf } from "../session/mod.ts";
import type { AdapterUser } from "../types/adapter.ts";
import type { SignedIn } from "../types/factor_task.ts";
import type { Context, ResolvedConfig } from "../types/internal.ts";

/** The user who is signed in. */
export interface Visit {
  /** The request. */
  ctx: Context;
  /** The config with its store, and the request. */
  caller: StoreCaller;
  /** The user of the session, with the proof. */
  current: SignedIn;
  /** The stored user. */
  user: AdapterUser;
  /** `true` when another person acts for the user. */
  isReadOnly: boolean;
  /** The proof that changes need. */
  requirement: Requirement;
  /** Number of second factors; absent when there are none to have. */
  factors: number | undefined;
}

/**
 * The visit of a request; `undefined` without a live session.
 *
 * @throws {AccessDenied} for a user who is not stored
 */
export async function visitOf(ctx: Context): Promise<Visit | undefined> {
  const current = await signedIn(ctx);
  if (!current) return undefined;
  const { request } = ctx;
  // The config check demands an adapter.
  const config = ctx.config as WithStore;
  const user = await config.store.getUser(current.userId);
  if (!user) throw new AccessDenied("Cannot show the account: its user is not in the store");
  const factors = config.factors && await (await config.factors.engine()).describe(config, user);
  return {
    ctx,
    caller: { config, request },
    current,
    user,
    isReadOnly: current.proof.actor !== undefined,
    requirement: factors?.requirement ?? freshProof(),
    factors: factors?.list.length,
  };
}

/** Returns `true` when the proof of the session permits every change. */
export function isFresh({ current, requirement }: Visit): boolean {
  return faultOf(current.proof, requirement) === undefined;
}

/** URL of the page. */
export function pageUrl(ctx: Context, params: Record<string, string | undefined> = {}): string {
  return withQuery(actionUrl(ctx, "account"), params);
}

/** Text that the user types to confirm that the account is to be deleted. */
export function confirmationOf({ email, name, id }: AdapterUser): string {
  return email || name?.trim() || String(id);
}

/** Returns `true` when the user could not sign in without what a view removes. */
export async function isLastWay({ caller, user }: Visit, view: AccountView): Promise<boolean> {
  // A password for an address that was not proven is no way to sign in.
  const counts = view !== "password" || Boolean(user.email && user.emailVerified);
  return await countWaysIn(caller.config, user.id) < (counts ? 2 : 1);
}

/** All rows. */
export async function listOf(visit: Visit): Promise<AccountList & AccountProps> {
  const { ctx, user, isReadOnly } = visit;
  const url = pageUrl(ctx);
  return {
    step: "list",
    url,
    name: user.name ?? "",
    isNameInvalid: false,
    email: user.email || null,
    isConfirmed: Boolean(user.email && user.emailVerified),
    addressUrl: withQuery(actionUrl(ctx, "address"), { callbackUrl: url }),
    ...await passwordRow(visit),
    ...await passkeyRow(visit),
    ...visit.factors === undefined
      ? {}
      : { factors: { count: visit.factors, url: actionUrl(ctx, "factors") } },
    ...await accountRow(visit),
    sessions: await sessionRow(visit),
    now: new Date(),
    exportUrl: pageUrl(ctx, { step: "export" }),
    deleteUrl: pageUrl(ctx, { step: "delete" }),
    done: ctx.request.query.done,
    isReadOnly,
  };
}

async function passwordRow({ ctx, caller, user }: Visit): Promise<Pick<AccountList, "password">> {
  const { config } = caller;
  if (!config.passwords) return {};
  const setAt = await passwordTime(config, user.id);
  const callbackUrl = pageUrl(ctx);
  return {
    password: {
      setAt,
      url: config.offered.has("password")
        ? withQuery(actionUrl(ctx, "password"), { callbackUrl })
        : undefined,
      removeUrl: setAt ? pageUrl(ctx, { step: "password" }) : undefined,
    },
  };
}

async function passkeyRow(visit: Visit): Promise<Pick<AccountList, "passkeys">> {
  const { ctx } = visit;
  const providers = pageProviders(ctx).filter(({ type }) => type === "webauthn");
  if (providers.length === 0) return {};
  return {
    passkeys: {
      keys: await keysOf(visit),
      add: providers.map(({ optionsUrl, callbackUrl }) => ({
        // Providers of this type have one.
        optionsUrl: optionsUrl!,
        action: callbackUrl,
        doneUrl: pageUrl(ctx, { done: "passkey-added" }),
      })),
    },
  };
}

async function keysOf({ ctx, caller, user }: Visit): Promise<ShownPasskey[]> {
  const { store } = caller.config;
  if (!store.has("listAuthenticatorsByUserId")) return [];
  return (await passkeysOf(store, user.id)).map(({ id, name, isSynced }) => ({
    id,
    name,
    isSynced,
    url: pageUrl(ctx, { step: "passkey", id }),
  }));
}

/** A passkey of the user. */
export async function keyOf(
  visit: Visit,
  id: string | undefined,
): Promise<ShownPasskey | undefined> {
  return (await keysOf(visit)).find((key) => key.id === id);
}

async function accountRow(visit: Visit): Promise<Pick<AccountList, "accounts">> {
  const { ctx } = visit;
  const providers = pageProviders(ctx)
    .filter(({ type }) => type === "oauth" || type === "oidc");
  const linked = await linkedBy(visit);
  if (providers.length === 0 && linked.length === 0) return {};
  const known = new Set(linked.map(({ provider }) => provider));
  return {
    accounts: {
      linked,
      linkable: providers.filter(({ id }) => !known.has(id))
        .map(({ name, signinUrl }) => ({ name, action: signinUrl })),
      doneUrl: pageUrl(ctx, { done: "linked" }),
    },
  };
}

/** The linked accounts; those that stand for a passkey are in its row. */
async function linkedBy({ ctx, caller, user }: Visit): Promise<ShownAccount[]> {
  const { config } = caller;
  return (await accountsOf(config, user.id))
    .filter(({ type }) => type !== "webauthn")
    .map(({ provider, providerAccountId: id }) => ({
      provider,
      id,
      name: config.providers.get(provider)?.name ?? provider,
      url: pageUrl(ctx, { step: "account", provider, id }),
    }));
}

/** A linked account of the user. */
export async function accountOf(
  visit: Visit,
  provider: string | undefined,
  id: string | undefined,
): Promise<ShownAccount | undefined> {
  return (await linkedBy(visit)).find((one) => one.provider === provider && one.id === id);
}

async function sessionRow({ ctx, caller, user }: Visit): Promise<ShownSession[]> {
  const { config } = caller;
  const current = await sessionOf(ctx).identify(ctx);
  const sessions = await liveSessions(config, user.id);
  const places = await placesOf(config, sessions.map(({ address }) => address));
  const shown = sessions.map(({ id, device, address, lastSeenAt }) => ({
    id,
    ...describeDevice(device),
    place: address === null ? null : places.get(address) ?? address,
    lastSeenAt,
    isCurrent: id === current?.id,
  }));
  return shown.sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
}

/** The places of addresses in words, as far as the app knows them. */
async function placesOf(
  { written: { account }, logger }: ResolvedConfig,
  addresses: readonly (string | null)[],
): Promise<Map<string, string>> {
  const places = new Map<string, string>();
  const place = typeof account === "object" ? account.place : undefined;
  if (!place) return places;
  for (const address of new Set(addresses)) {
    if (address === null) continue;
    try {
      const words = await place(address);
      if (words) places.set(address, String(words));
    } catch (error) {
      logger.error(
        new AuthError("Cannot show a place: `account.place` threw", {
          cause: { err: error as Error },
        }),
      );
    }
  }
  return places;
}
