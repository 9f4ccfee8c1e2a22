/**
 * Rows of Better Auth → what this library stores of them.
 *
 * @module
 */

import { parseAddress } from "../../base/address.ts";
import { fromHex } from "../../base/crypto/bytes.ts";
import { withoutUndefined } from "../../base/objects.ts";
import { nowDate, nowMs } from "../../base/time.ts";
import { toPhc } from "../../capabilities/passwords/phc.ts";
import type { AdapterAccount } from "../../types/adapter.ts";
import type { TokenSet } from "../../types/entities.ts";
import type { ResolvedConfig } from "../../types/internal.ts";
import { confirmedOf, openBackupCodes, openSecret } from "./better_auth_factors.ts";
import { makePasskey, type NewPasskey } from "./better_auth_passkeys.ts";
import { openSealed, signedValue } from "./better_auth_secret.ts";
import type { OpenSession } from "./better_auth_sessions.ts";
import { columnsOf, isTrue, readRow, toDate } from "./better_auth_tables.ts";
import type {
  BetterAuthAccount,
  BetterAuthProblem,
  BetterAuthReason,
  BetterAuthRow,
  BetterAuthSession,
  BetterAuthTime,
  BetterAuthUser,
} from "./better_auth_types.ts";

/** An account before its user is stored. */
export type NewAccount =
  & Pick<AdapterAccount, "provider" | "providerAccountId" | "type">
  & TokenSet;

/** What is stored of a user. */
export interface Plan {
  /** Id in the rows. */
  readonly id: string;
  readonly name: string | undefined;
  readonly image: string | undefined;
  /** Members that are copied from columns. */
  readonly members: Readonly<Record<string, unknown>>;
  /** Absent when it was not proven, and the link to it alone must not lead to the user. */
  readonly address: string | undefined;
  /** Time of the proof; `null` without one. */
  readonly emailVerified: Date | null;
  readonly accounts: readonly NewAccount[];
  readonly passkeys: readonly NewPasskey[];
  /** Secret of an authenticator app, as Base32. */
  readonly secret: string | undefined;
  readonly backupCodes: readonly string[] | undefined;
  /** PHC string of the password. */
  readonly hash: string | undefined;
  /** Address for which the password is kept; absent when it counts at once. */
  readonly pendingFor: string | undefined;
  readonly sessions: readonly OpenSession[];
  readonly isBanned: boolean;
}

/** What all rows are read with. */
export interface Reading {
  readonly config: ResolvedConfig;
  /** Ids of providers of this app by those of Better Auth. */
  readonly renamed: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
  /** Columns that become members of users; `undefined` when there is no place for them. */
  readonly columns: readonly string[] | undefined;
  /** What the rows before have used. */
  readonly seen: { readonly addresses: Set<string>; readonly accounts: Set<string> };
  /** Rows that opened nothing any more. */
  readonly ended: { sessions: number };
  /** Receives what is left out. */
  readonly report: (error: BetterAuthProblem) => void;
}

/** Reports that something was left out. */
type Found = (
  reason: BetterAuthReason,
  about?: Pick<BetterAuthProblem, "accountId" | "rowId">,
) => void;

/** Account of an address and a password. */
const CREDENTIAL = "credential";

/** Hashes of `scrypt` with N 16384, r 16 and p 1: the salt as hex, whose text was used, and the key. */
const HASH = /^([\da-f]{32}):([\da-f]{128})$/;

const encoder = new TextEncoder();

/**
 * Decides what is stored of a row.
 *
 * @returns `undefined` when there would be no way to sign in
 */
export async function makePlan(
  reading: Reading,
  written: BetterAuthRow,
): Promise<Plan | undefined> {
  const { config, seen } = reading;
  const { user, accounts: rows, passkeys: keys, twoFactors, sessions } = readRow(written);
  const id = String(user.id);
  const found: Found = (reason, about = {}) => reading.report({ reason, userId: id, ...about });
  const isBanned = isTrue(user.banned) && !isOver(user.banExpires);
  if (isBanned && !config.revocation) return void found("banned");
  if (isTrue(user.isAnonymous)) return void found("anonymous");

  const accounts = await listAccounts(reading, rows, found);
  const passkeys = keys.flatMap((row) => {
    const about = { rowId: String(row.id) };
    const key = makePasskey(config, row);
    if (typeof key === "string") found(key, about);
    else if (isSecond(seen.accounts, JSON.stringify([key.provider, key.credentialID]))) {
      found("account-twice", about);
    } else return [key];
    return [];
  });

  const address = readAddress(config, user.email, () => found("address-invalid"));
  if (address !== undefined && isSecond(seen.addresses, address)) {
    return void found("address-twice");
  }
  const isReachable = accounts.length + passkeys.length > 0;
  if (address === undefined && !isReachable) return void found("no-way-in");
  const isProven = isTrue(user.emailVerified);
  const hasFactor = isTrue(user.twoFactorEnabled);
  const confirmed = hasFactor ? confirmedOf(twoFactors) : undefined;
  const secret = confirmed && await openSecret(config, reading.secrets, confirmed);
  const credential = rows.find(({ providerId, password }) => providerId === CREDENTIAL && password);
  if (hasFactor && secret === undefined) {
    const row = confirmed ?? twoFactors[0];
    found("second-factor", {
      ...credential ? { accountId: String(credential.id) } : {},
      ...row ? { rowId: String(row.id) } : {},
    });
  }
  // A link alone must not lead to what another person may have added to a claimed address.
  const isShared = isReachable || secret !== undefined;
  const fault = credential &&
    passwordFault(config, credential, address !== undefined, isProven, hasFactor && !secret);
  if (fault && fault !== "second-factor") found(fault, { accountId: String(credential!.id) });
  const hash = credential && !fault ? toHash(credential.password!) : undefined;
  const pendingFor = hash !== undefined && !isProven ? address : undefined;
  const ownAddress = isProven || !isShared ? address : undefined;
  if (ownAddress === undefined && address !== undefined && pendingFor === undefined) {
    found("address-unproven");
  }
  if (ownAddress === undefined && pendingFor === undefined && !isReachable) {
    return void found("no-way-in");
  }

  const backupCodes = confirmed && secret !== undefined
    ? await openBackupCodes(config, reading.secrets, confirmed)
    : undefined;
  if (backupCodes === null) found("recovery-codes", { rowId: String(confirmed!.id) });
  return {
    id,
    name: user.name ?? undefined,
    image: user.image ?? undefined,
    members: readMembers(reading, written.user, user, found),
    address: ownAddress,
    emailVerified: ownAddress !== undefined && isProven
      ? toDate(user.updatedAt) ?? toDate(user.createdAt) ?? nowDate()
      : null,
    accounts,
    passkeys,
    secret,
    backupCodes: backupCodes ?? undefined,
    hash,
    pendingFor,
    sessions: isBanned ? [] : await listSessions(
      reading,
      sessions,
      isProven || isShared || pendingFor !== undefined,
      found,
    ),
    isBanned,
  };
}

/** Members from columns of the user, with the values that they have there. */
function readMembers(
  { columns }: Reading,
  written: BetterAuthUser,
  { username }: BetterAuthUser,
  found: Found,
): Record<string, unknown> {
  if (!columns) {
    if (username) found("user-name");
    return {};
  }
  const values = columnsOf(written);
  const members = columns.map((name) =>
    [name, values.get(name.replaceAll("_", "").toLowerCase()) ?? undefined] as const
  );
  return withoutUndefined(Object.fromEntries(members));
}

/** The reason for which a password is left out. */
function passwordFault(
  { passwords, userConfig: written }: ResolvedConfig,
  { password }: BetterAuthAccount,
  hasAddress: boolean,
  isProven: boolean,
  lacksFactor: boolean,
): BetterAuthReason | undefined {
  if (!passwords) return "no-password-provider";
  // Alone, it would open more than it did before.
  if (lacksFactor) return "second-factor";
  // Until the address is proven, the password is kept, and then needs the link too.
  const canWait = passwords.mailProviderId !== undefined && written.legacy?.keepsPasswords;
  if (!hasAddress || (!isProven && !canWait)) return "password-unproven";
  return toHash(password!) === undefined ? "hash-unknown" : undefined;
}

/** The hash as this library writes it, so that it needs no `verify`. */
function toHash(password: string): string | undefined {
  const [, salt, key] = HASH.exec(password) ?? [];
  if (salt === undefined || key === undefined) return undefined;
  const parameters = { name: "scrypt", ln: 14, r: 16, p: 1 } as const;
  return toPhc({ ...parameters, salt: encoder.encode(salt), hash: fromHex(key) });
}

async function listAccounts(
  reading: Reading,
  rows: readonly BetterAuthAccount[],
  found: Found,
): Promise<NewAccount[]> {
  const accounts: NewAccount[] = [];
  for (const row of rows) {
    if (row.providerId === CREDENTIAL) continue;
    const account = await toAccount(reading, row);
    const about = { accountId: String(row.id) };
    if (!account) found("provider-unknown", about);
    else if (
      isSecond(
        reading.seen.accounts,
        JSON.stringify([account.provider, account.providerAccountId]),
      )
    ) {
      found("account-twice", about);
    } else accounts.push(account);
  }
  return accounts;
}

async function toAccount(
  { config: { providers }, renamed, secrets }: Reading,
  row: BetterAuthAccount,
): Promise<NewAccount | undefined> {
  const { providerId, accountId, scope } = row;
  const provider = Object.hasOwn(renamed, providerId) ? renamed[providerId]! : providerId;
  const type = providers.get(provider)?.type;
  if ((type !== "oauth" && type !== "oidc") || !accountId) return undefined;
  const expires = toDate(row.accessTokenExpiresAt);
  // With `encryptOAuthTokens`, tokens are sealed; others are left as they are.
  const open = async (token: string | null | undefined) =>
    token ? await openSealed(secrets, token) ?? token : undefined;
  return withoutUndefined({
    provider,
    providerAccountId: String(accountId),
    type,
    access_token: await open(row.accessToken),
    refresh_token: await open(row.refreshToken),
    id_token: await open(row.idToken),
    expires_at: expires && Math.floor(expires.valueOf() / 1000),
    scope: scope?.replaceAll(",", " ") ?? undefined,
  });
}

/** @param isTheirs `false` when another person may have claimed the address of the user */
async function listSessions(
  { config, secrets: [secret], ended }: Reading,
  rows: readonly BetterAuthSession[],
  isTheirs: boolean,
  found: Found,
): Promise<OpenSession[]> {
  const { session, revocation, records, userConfig: written } = config;
  const canEnd = session.strategy === "database" || revocation !== undefined;
  const open: OpenSession[] = [];
  for (const { id, token, expiresAt, createdAt, impersonatedBy } of rows) {
    const expires = toDate(expiresAt);
    if (!expires || expires.valueOf() <= nowMs()) {
      ended.sessions++;
      continue;
    }
    if (!canEnd || !records || !written.legacy || !secret || impersonatedBy || !isTheirs) {
      found("session", { rowId: String(id) });
      continue;
    }
    const beganAt = toDate(createdAt) ?? new Date(0);
    open.push({ cookie: await signedValue(secret, token), beganAt, expires });
  }
  return open;
}

/** The address as sign-ins by email write it. */
function readAddress(
  { passwords }: ResolvedConfig,
  email: string | null | undefined,
  refuse: () => void,
): string | undefined {
  if (!email) return undefined;
  try {
    return parseAddress(email, passwords?.normalize);
  } catch {
    refuse();
  }
}

function isSecond(seen: Set<string>, value: string): boolean {
  if (seen.has(value)) return true;
  seen.add(value);
  return false;
}

/** A ban without an expiry, or with one that cannot be read, is not over. */
function isOver(expires: BetterAuthTime): boolean {
  const date = toDate(expires);
  return date !== undefined && date.valueOf() <= nowMs();
}
