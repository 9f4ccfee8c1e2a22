/**
 * A row of an import → what is stored of it. It decides from the row and the config alone.
 *
 * @module
 */

import { parseAddress } from "../base/address.ts";
import { displayName } from "../base/names.ts";
import { isRecord } from "../base/objects.ts";
import { msOfIsoTime, nowMs } from "../base/time.ts";
import { loadPart } from "../hooks/topics.ts";
import type { AdapterAccount } from "../types/adapter.ts";
import type { ResolvedConfig } from "../types/internal.ts";
import type { UserImportProblem, UserImportReason } from "../types/user_import.ts";

/** What is stored of a row. */
export interface RowPlan {
  /** What tells the row from others. */
  readonly key: readonly string[];
  /** Address in the form of the store; absent where nothing shows that it is the user's. */
  readonly address: string | undefined;
  /** Seconds since 1970 of the proof; `null` without one. `"now"` where the row has no time. */
  readonly verifiedAt: number | "now" | null;
  readonly name: string | null;
  readonly image: string | null;
  readonly accounts: readonly Pick<AdapterAccount, "provider" | "providerAccountId" | "type">[];
  readonly hash: string | undefined;
  readonly isSuspended: boolean;
}

/** What all rows are read with. */
export interface RowReading {
  readonly config: ResolvedConfig;
  readonly source: string;
  readonly providers: Readonly<Record<string, string | null>>;
  readonly passwords: boolean;
}

/** What is not imported of a row. */
export type RowProblem = Pick<UserImportProblem, "field" | "reason" | "message" | "without">;

/** Most characters of an id there, and at a provider. */
const MAX_ID = 512;

/** Most characters of the URL of a picture. */
const MAX_IMAGE = 2048;

/** Most accounts of a user. */
const MAX_ACCOUNTS = 50;

/** Milliseconds by which a time may be in the future: clocks of others differ. */
const FUTURE_MS = 24 * 60 * 60 * 1000;

const MEMBERS = [
  ...["accounts", "createdAt", "email", "emailVerified", "id", "image", "line", "name"],
  ...["password", "secondFactor", "suspended"],
];

/** Ends the reading of a row. */
class Refusal extends Error {
  readonly field: string | undefined;
  readonly reason: UserImportReason;

  constructor(field: string | undefined, reason: UserImportReason, what: string) {
    super(what);
    this.field = field;
    this.reason = reason;
  }
}

/**
 * Reads a row.
 *
 * @returns the plan, if the row becomes a user, and what is not imported
 */
export async function planRow(
  reading: RowReading,
  row: unknown,
): Promise<{ plan?: RowPlan; problems: readonly RowProblem[] }> {
  const problems: RowProblem[] = [];
  try {
    return { plan: await read(reading, row, problems), problems };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { field, reason, message } = error;
    return { problems: [{ field, reason, message, without: "user" }] };
  }
}

async function read(
  { config, source, providers, passwords }: RowReading,
  row: unknown,
  problems: RowProblem[],
): Promise<RowPlan> {
  if (!isRecord(row)) throw new Refusal(undefined, "invalid", "The row is no object");
  if (typeof row.unreadable === "string") {
    throw new Refusal(undefined, "unreadable", row.unreadable);
  }
  const unknown = Object.keys(row).find((name) => !MEMBERS.includes(name));
  // The name of a member is that of a column, not of a person; it may be long.
  if (unknown !== undefined) {
    throw new Refusal(unknown.slice(0, 64), "unknown-member", "A row has no such member");
  }
  const leaveOut = (field: string, reason: UserImportReason, message: string) =>
    void problems.push({ field, reason, message, without: "member" });

  const id = readText(row, "id", MAX_ID);
  const address = readAddress(config, row.email);
  const createdAt = readTime(row.createdAt, "createdAt");
  const verifiedAt = readProof(row.emailVerified, createdAt);
  const accounts = readAccounts(config, providers, row.accounts);
  const isSuspended = readFlag(row, "suspended");
  if (isSuspended && !config.revocation) {
    throw new Refusal(
      "suspended",
      "config",
      "Set `session.revocation`, so that it can be suspended",
    );
  }
  const isProven = address !== undefined && verifiedAt !== null;
  // An account would prove an address here that may be another person's.
  const isClaimed = address !== undefined && !isProven && accounts.length > 0;
  if (isClaimed) {
    leaveOut(
      "email",
      "address-unproven",
      "The address was not proven, and the user has an account",
    );
  }
  const [first] = accounts;
  if (address === undefined && !first) {
    throw new Refusal(
      undefined,
      "no-sign-in-method",
      "The user has neither an address nor an account",
    );
  }
  const known = id !== undefined
    ? ["id", id]
    : address !== undefined
    ? ["email", address]
    : ["account", first!.provider, first!.providerAccountId];
  const hash = await readHash(config, row, passwords, leaveOut);
  const secondFactor = readFlag(row, "secondFactor");
  if (hash !== undefined && !isProven) {
    leaveOut("password", "password-unproven", "The address of the user was not proven");
  } else if (hash !== undefined && secondFactor) {
    leaveOut("password", "second-factor", "Alone, the password would open more than it did");
  }
  const image = readImage(row.image, leaveOut);
  return {
    key: [source, ...known],
    address: isClaimed ? undefined : address,
    verifiedAt: isProven ? verifiedAt : null,
    name: displayName(readText(row, "name", Infinity)) ?? null,
    image,
    accounts,
    hash: isProven && !secondFactor ? hash : undefined,
    isSuspended,
  };
}

function readText(
  row: Record<string, unknown>,
  field: string,
  most: number,
): string | undefined {
  const value = row[field] ?? undefined;
  if (value === undefined) return undefined;
  if (typeof value !== "string" || (value === "" && field !== "name")) {
    throw new Refusal(field, "invalid", "It is no text of one character or more");
  }
  if (value.length > most) throw new Refusal(field, "invalid", `It has over ${most} characters`);
  if (field === "id" && !isExact(value)) {
    throw new Refusal(field, "invalid", "It is not well-formed");
  }
  return value;
}

/** Stores could turn two other texts into one. */
function isExact(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

function readFlag(row: Record<string, unknown>, field: string): boolean {
  const value = row[field] ?? false;
  if (typeof value === "boolean") return value;
  throw new Refusal(field, "invalid", "It is neither true nor false");
}

/** The address as sign-ins by email write it. */
function readAddress({ providers }: ResolvedConfig, email: unknown): string | undefined {
  if (email === undefined || email === null) return undefined;
  const mail = [...providers.values()].find(({ type }) => type === "email");
  const normalize = mail?.type === "email" ? mail.normalizeIdentifier : undefined;
  try {
    return parseAddress(email, normalize);
  } catch (error) {
    const { message, cause } = error as Error;
    // What the app's own function throws may have the address in it.
    const why = normalize || !(cause instanceof Error) ? message : cause.message;
    throw new Refusal("email", "invalid", `It is no address: ${why}`);
  }
}

/** Whole seconds since 1970, which every store keeps. */
function readTime(value: unknown, field: string): number | undefined {
  if (value === undefined || value === null) return undefined;
  const ms = typeof value === "string"
    ? msOfIsoTime(value)
    : typeof value === "number" || value instanceof Date
    ? new Date(value).getTime()
    : NaN;
  if (!Number.isFinite(ms) || ms < 0) throw new Refusal(field, "invalid", "It is no time");
  if (ms > nowMs() + FUTURE_MS) throw new Refusal(field, "invalid", "It is in the future");
  return Math.floor(ms / 1000);
}

function readProof(value: unknown, createdAt: number | undefined): RowPlan["verifiedAt"] {
  if (value === undefined || value === null || value === false) return null;
  if (value === true) return createdAt ?? "now";
  // A number could be a time or a truth value.
  if (typeof value === "number") {
    throw new Refusal("emailVerified", "invalid", "It is neither true nor false, and no time");
  }
  const seconds = readTime(value, "emailVerified")!;
  if (seconds > 0) return seconds;
  // Systems write none as zero.
  throw new Refusal("emailVerified", "invalid", "It is the begin of 1970, which is no proof");
}

function readAccounts(
  config: ResolvedConfig,
  renamed: RowReading["providers"],
  value: unknown,
): RowPlan["accounts"] {
  const list = value ?? [];
  const wrong = (what: string, reason: UserImportReason = "invalid") =>
    new Refusal("accounts", reason, what);
  if (!Array.isArray(list) || list.length > MAX_ACCOUNTS) {
    throw wrong(`It is no list of up to ${MAX_ACCOUNTS} accounts`);
  }
  const seen = new Set<string>();
  return list.flatMap((one: unknown) => {
    const { provider: named, providerAccountId, ...rest } = isRecord(one) ? one : {};
    const isText = (text: unknown): text is string =>
      typeof text === "string" && text !== "" && text.length <= MAX_ID && isExact(text);
    if (!isText(named) || !isText(providerAccountId) || Object.keys(rest).length > 0) {
      throw wrong("An account needs `provider` and `providerAccountId`, and nothing else");
    }
    const provider = Object.hasOwn(renamed, named) ? renamed[named]! : named;
    if (provider === null) return [];
    const type = config.providers.get(provider)?.type;
    if (type !== "oauth" && type !== "oidc") {
      const name = JSON.stringify(provider.slice(0, 64));
      throw wrong(`The config has no OAuth provider ${name}; map it with \`providers\``, "config");
    }
    const key = JSON.stringify([provider, providerAccountId]);
    if (seen.has(key)) return [];
    seen.add(key);
    return [{ provider, providerAccountId, type }];
  });
}

function readImage(
  value: unknown,
  leaveOut: (field: string, reason: UserImportReason, message: string) => void,
): string | null {
  if (value === undefined || value === null) return null;
  const isUrl = typeof value === "string" && value.length <= MAX_IMAGE && isExact(value) &&
    /^https?:/i.test(value) && URL.canParse(value);
  if (!isUrl) leaveOut("image", "invalid", `It is no URL of up to ${MAX_IMAGE} characters`);
  return isUrl ? value as string : null;
}

async function readHash(
  config: ResolvedConfig,
  { password }: Record<string, unknown>,
  isWanted: boolean,
  leaveOut: (field: string, reason: UserImportReason, message: string) => void,
): Promise<string | undefined> {
  if (password === undefined || password === null) return undefined;
  const wrong = (reason: UserImportReason, what: string) => new Refusal("password", reason, what);
  const { hash, ...rest } = isRecord(password) ? password : {};
  if (typeof hash !== "string" || Object.keys(rest).length > 0) {
    throw wrong("invalid", "It needs `hash`, a text, and nothing else");
  }
  if (!isWanted) return undefined;
  const part = await loadPart(config, "passwordImports");
  if (!part) {
    throw wrong("config", "Add `Password()` to `providers`, or leave passwords out");
  }
  const fault = part.findHashFault(config, hash);
  if (fault === undefined) return hash;
  if (fault === "needs-verify") {
    throw wrong("config", "Set `verify: foreignHashes()` of `Password()`, which reads the hash");
  }
  leaveOut(
    "password",
    fault,
    fault === "hash-unknown"
      ? "The hash has none of the known forms"
      : "The hash takes more memory or time than a sign-in may",
  );
}
