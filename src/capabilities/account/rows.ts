/**
 * The user of the account page, and the rows of the page.
 *
 * @module
 */

import { findProvider } from "../../hooks/providers.ts";
import { askAll } from "../../hooks/topics.ts";
import { hasPath } from "../../http/paths.ts";
import type {
  AccountList,
  AccountProps,
  AccountView,
  ShownAccount,
  ShownPasskey,
  ShownSession,
} from "../../../pages/account/step.ts";
import { listAccountInfos, passwordTime } from "../../accounts/user_facts.ts";
import { countSignInMethods, type StoreCaller, type WithStore } from "../../accounts/manage.ts";
import { listPasskeys } from "../../accounts/stored_passkeys.ts";
import { liveSessions } from "../../accounts/sessions.ts";
import { hasProvenEvidence } from "../../accounts/unproven_address.ts";
import { AccessDenied, AuthError } from "../../errors.ts";
import { describeDevice } from "../../base/device.ts";
import { nowDate } from "../../base/time.ts";
import { actionUrl, withQuery } from "../../http/url.ts";
import { findPending } from "../address/address_change.ts";
import type { WithAddresses } from "../address/address_undo.ts";
import { findPlace } from "../../mail/place.ts";
import { pageProviders } from "../../request/sign_in_page.ts";
import { csrfToken, visitorIn } from "../../session/csrf.ts";
import { findIdentity } from "../../session/strategies.ts";
import { findVisitor, type Visitor } from "../../session/visitor.ts";
import type { AdapterUser } from "../../types/adapter.ts";
import type { AccountRow } from "../../types/custom.ts";
import type { Context, ResolvedConfig } from "../../types/internal.ts";

/** A visitor who has an account to manage. */
export interface AccountVisitor extends Visitor {
  /** The config with its store, and the request. */
  caller: StoreCaller;
  /** The stored user. */
  user: AdapterUser;
}

/**
 * The visitor of a request; `undefined` without a live session.
 *
 * @throws {AccessDenied} for a user who is not stored
 */
export async function findAccountVisitor(ctx: Context): Promise<AccountVisitor | undefined> {
  const visitor = await findVisitor(ctx);
  if (!visitor) return undefined;
  const { stored: user } = visitor;
  if (!user) throw new AccessDenied("Cannot show the account: its user is not in the store");
  // The config check demands an adapter.
  const config = ctx.config as WithStore;
  return { ...visitor, caller: { config, request: ctx.request }, user };
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
export async function isLastWay(
  { caller, user }: AccountVisitor,
  view: AccountView,
): Promise<boolean> {
  // A password for an address that was not proven is no way to sign in.
  const counts = view !== "password" || Boolean(user.email && user.emailVerified);
  return await countSignInMethods(caller.config, user.id) < (counts ? 2 : 1);
}

/** All rows. */
export async function readList(visitor: AccountVisitor): Promise<AccountList & AccountProps> {
  const { ctx, caller, user, actsForAnother: isReadOnly } = visitor;
  const url = pageUrl(ctx);
  return {
    step: "list",
    formAction: url,
    name: user.name ?? "",
    nameUrl: pageUrl(ctx, { step: "name" }),
    email: user.email || null,
    pendingEmail: user.email
      ? undefined
      : await findPending(caller.config as WithAddresses, user.id),
    hasLinks: pageProviders(ctx).some(({ type }) => type === "email"),
    isConfirmed: await hasProvenEvidence(caller, caller.config.store, user),
    addressUrl: withQuery(actionUrl(ctx, "address"), { callbackUrl: url }),
    ...await passwordRow(visitor),
    ...await passkeyRow(visitor),
    ...visitor.factors
      ? { factors: { count: visitor.factors.list.length, url: actionUrl(ctx, "factors") } }
      : {},
    ...await accountRow(visitor),
    own: await ownRows(visitor),
    sessions: await sessionRow(visitor),
    now: nowDate(),
    exportUrl: pageUrl(ctx, { step: "export" }),
    deleteUrl: pageUrl(ctx, { step: "delete" }),
    endOthersUrl: pageUrl(ctx, { step: "sessions" }),
    // Not back to this page, which may be what the browser remembers.
    signOutAction: withQuery(actionUrl(ctx, "signout"), {
      callbackUrl: ctx.request.origin || undefined,
    }),
    done: ctx.request.query.done,
    isReadOnly,
  };
}

/** Rows of the app's own capabilities; one that fails is left out. */
async function ownRows(
  { ctx, userId, user, isFresh, actsForAnother }: AccountVisitor,
): Promise<AccountRow[]> {
  const { config } = ctx;
  const visitor = { id: userId, user, isFresh, actsForAnother };
  return await askAll(config, "account.row", { ctx, visitor }, (error) =>
    config.logger.error(
      new AuthError("Cannot show a row of the account page: `accountRow` threw", {
        cause: { err: error as Error },
      }),
    ));
}

async function passwordRow(
  { ctx, caller, user }: AccountVisitor,
): Promise<Pick<AccountList, "password">> {
  const { config } = caller;
  if (!config.passwords) return {};
  const setAt = await passwordTime(config, user.id);
  const callbackUrl = pageUrl(ctx);
  return {
    password: {
      setAt,
      url: hasPath(config.enabledPaths, "password")
        ? withQuery(actionUrl(ctx, "password"), { callbackUrl })
        : undefined,
      removeUrl: setAt ? pageUrl(ctx, { step: "password" }) : undefined,
    },
  };
}

async function passkeyRow(visitor: AccountVisitor): Promise<Pick<AccountList, "passkeys">> {
  const { ctx } = visitor;
  const providers = pageProviders(ctx).filter(({ type }) => type === "webauthn");
  if (providers.length === 0) return {};
  const shownFor = visitorIn(await csrfToken(ctx));
  return {
    passkeys: {
      keys: await listKeys(visitor),
      add: providers.map(({ optionsUrl, callbackUrl }) => ({
        // Providers of this type have one.
        optionsUrl: withQuery(optionsUrl!, { visitor: shownFor }),
        action: callbackUrl,
        doneUrl: pageUrl(ctx, { done: "passkey-added" }),
      })),
    },
  };
}

async function listKeys({ ctx, caller, user }: AccountVisitor): Promise<ShownPasskey[]> {
  const { config } = caller;
  if (!config.store.has("listAuthenticatorsByUserId")) return [];
  const isRemovable = config.store.has("deleteAuthenticator");
  return (await listPasskeys(config, user.id)).map(({ isBackedUp: _, transports: __, ...key }) => ({
    ...key,
    isRemovable,
    url: pageUrl(ctx, { step: "passkey", id: key.id }),
  }));
}

/** A passkey of the user. */
export async function findKey(
  visitor: AccountVisitor,
  id: string | undefined,
): Promise<ShownPasskey | undefined> {
  return (await listKeys(visitor)).find((key) => key.id === id);
}

async function accountRow(visitor: AccountVisitor): Promise<Pick<AccountList, "accounts">> {
  const { ctx } = visitor;
  const providers = pageProviders(ctx)
    .filter(({ type }) => type === "oauth" || type === "oidc");
  const linked = await linkedBy(visitor);
  if (providers.length === 0 && linked.length === 0) return {};
  const known = new Set(linked.map(({ provider }) => provider));
  return {
    accounts: {
      linked,
      linkable: providers.filter(({ id }) => !known.has(id))
        .map(({ id, name, signinUrl, style }) => ({
          provider: id,
          name,
          action: signinUrl,
          ...style ? { style } : {},
        })),
      doneUrl: pageUrl(ctx, { done: "linked" }),
    },
  };
}

/** The linked accounts; those that stand for a passkey are in its row. */
async function linkedBy({ ctx, caller, user }: AccountVisitor): Promise<ShownAccount[]> {
  const { config } = caller;
  const known = new Map(pageProviders(ctx).map((one) => [one.id, one]));
  const infos = (await listAccountInfos(config, user.id)).filter(({ type }) => type !== "webauthn");
  return await Promise.all(
    infos.map(async ({ provider, providerAccountId: id, label }) => {
      const style = known.get(provider)?.style;
      return {
        provider,
        id,
        name: (await findProvider(config, provider))?.name ?? provider,
        ...label === undefined ? {} : { label },
        ...style ? { style } : {},
        url: pageUrl(ctx, { step: "account", provider, id }),
      };
    }),
  );
}

/** A linked account of the user. */
export async function findAccount(
  visitor: AccountVisitor,
  provider: string | undefined,
  id: string | undefined,
): Promise<ShownAccount | undefined> {
  return (await linkedBy(visitor)).find((one) => one.provider === provider && one.id === id);
}

async function sessionRow({ ctx, caller, user }: AccountVisitor): Promise<ShownSession[]> {
  const { config } = caller;
  const current = await findIdentity(ctx);
  const sessions = await liveSessions(config, user.id);
  const places = await findPlaces(config, sessions.map(({ address }) => address));
  const shown = sessions.map(({ id, device, address, lastSeenAt, createdAt }) => ({
    id,
    ...describeDevice(device),
    kind: isPhone(device) ? "phone" as const : "computer" as const,
    place: address === null ? null : places.get(address) ?? address,
    lastSeenAt,
    signedInAt: createdAt,
    isCurrent: id === current?.id,
  }));
  return shown.sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
}

/** Browsers of phones and tablets say so: RFC 9110 leaves the text to them. */
function isPhone(device: string | null): boolean {
  return device !== null && /\b(iPhone|iPad|Android|Mobile)\b/.test(device);
}

/** The places of addresses in words, as far as the app knows them. */
async function findPlaces(
  config: ResolvedConfig,
  addresses: readonly (string | null)[],
): Promise<Map<string | null, string>> {
  const places = new Map<string | null, string>();
  for (const address of new Set(addresses)) {
    const words = await findPlace(config, address);
    if (words) places.set(address, words);
  }
  return places;
}
