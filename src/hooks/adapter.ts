/**
 * The app's store, and its store of records, wrapped once: its errors carry the name of the method,
 * and a missing method throws an error that names it. This is the only place that decides whether an
 * error came from the store: then it is unknown what the store would have answered, which is never
 * "there is none".
 *
 * Changes of sessions and users that this process makes are counted here too, so that a request
 * knows when what it has read may be out of date.
 *
 * @module
 */

import { lazy } from "../base/lazy.ts";
import { AdapterError, MissingAdapterMethods } from "../errors.ts";
import { isRecord } from "../base/objects.ts";
import { leftOut } from "../symbols.ts";
import { warnOnce } from "./logger.ts";
import type {
  Adapter,
  AdapterAccount,
  AdapterBatches,
  AdapterExtras,
  AdapterTraits,
  AnyAdapter,
} from "../types/adapter.ts";
import type { Store, StoreMethod } from "../types/internal.ts";
import type { LoggerInstance } from "../types/options.ts";
import type { RecordStore } from "../types/records.ts";

const address = lazy(() => import("../base/address.ts"));

/** Methods of the Auth.js adapter contract. */
export const CONTRACT = [
  "createUser",
  "getUser",
  "getUserByEmail",
  "getUserByAccount",
  "updateUser",
  "deleteUser",
  "linkAccount",
  "unlinkAccount",
  "getAccount",
  "createSession",
  "getSessionAndUser",
  "updateSession",
  "deleteSession",
  "createVerificationToken",
  "useVerificationToken",
  "createAuthenticator",
  "getAuthenticator",
  "listAuthenticatorsByUserId",
  "updateAuthenticatorCounter",
] as const satisfies (keyof Adapter)[];

const EXTRAS = [
  "createUserWithAccount",
  "extendSession",
  "listAccounts",
  "listSessions",
  "listUsers",
  "deleteSessions",
  "getVerificationToken",
  "deleteVerificationTokens",
  "renameAuthenticator",
  "deleteAuthenticator",
  "generatesUserIds",
  "createUsers",
] as const satisfies (keyof AdapterExtras | keyof AdapterTraits | keyof AdapterBatches)[];

/** Changes of accounts before the adapter stores them, and after it reads them. */
export interface AccountConversion {
  /** Converts an account that is stored. */
  write<T extends AnyAccount>(account: T): Promise<T>;
  /** Converts an account that was read. */
  read<T extends AnyAccount>(account: T): Promise<T>;
}

/** An adapter on tables of the app. */
interface LeavingOut {
  [leftOut]?(listener: (what: string) => void): void;
}

type AnyAccount = Pick<AdapterAccount, "provider" | "providerAccountId"> & Record<string, unknown>;

/**
 * Wraps an adapter. Own and inherited methods are wrapped, and are called on
 * their object.
 *
 * @param accounts converts accounts. Default: they stay as they are
 */
export function wrapAdapter(
  adapter: AnyAdapter,
  logger: LoggerInstance,
  accounts?: AccountConversion,
): Store {
  const methods = adapter as Record<string, unknown>;
  const { [leftOut]: tellLeftOut } = adapter as LeavingOut;
  tellLeftOut?.((what) => warnOnce(logger, "member-without-column", what));
  const known: ReadonlySet<StoreMethod> = new Set(
    [...CONTRACT, ...EXTRAS].filter((name) => has(adapter, name)),
  );
  const store: Record<string, unknown> = { has: (name: StoreMethod) => known.has(name) };
  for (const name of [...CONTRACT, ...EXTRAS]) {
    if (known.has(name)) {
      // Looked up at each call, so that an app may replace a method later.
      const call = (...args: unknown[]) =>
        (methods[name] as (...args: unknown[]) => unknown).apply(adapter, args);
      const [hasUser, isChange] = [HAS_USER.has(name), CHANGES.has(name)];
      store[name] = async (...args: unknown[]) => {
        logger.debug(`adapter_${name}`, {
          args: args.map(MANY.has(name) ? countOf : withoutTokens),
        });
        try {
          if (name === "getUserByEmail") return await findByAddress(call, args[0], logger);
          return await (hasUser ? withAddress(call, args) : call(...args));
        } catch (error) {
          throw storeFailure(error, name);
        } finally {
          // Also after a failure: it may have been written.
          if (isChange) noteChange();
        }
      };
    } else if ((CONTRACT as readonly string[]).includes(name)) {
      store[name] = () => Promise.reject(missing([name])!);
    }
  }
  // The loop has set every member of the contract.
  const wrapped = store as unknown as Store;
  return accounts ? convertAccounts(wrapped, accounts) : wrapped;
}

/** Methods whose arguments are many rows, with hashes of passwords among them. */
const MANY: ReadonlySet<StoreMethod> = new Set<StoreMethod>(["createUsers"]);

function countOf(rows: unknown): string {
  return `${(rows as unknown[]).length} rows`;
}

/** Methods that end sessions, or change a user. */
const CHANGES: ReadonlySet<StoreMethod> = new Set<StoreMethod>([
  "deleteSession",
  "deleteSessions",
  "deleteUser",
  "updateUser",
]);

/** Methods that take or return a user. */
const HAS_USER: ReadonlySet<StoreMethod> = new Set<StoreMethod>([
  "createUser",
  "createUserWithAccount",
  "getSessionAndUser",
  "getUser",
  "getUserByAccount",
  "listUsers",
  "updateUser",
]);

/** An address that may have several forms; `base/address.ts`, which few apps need here, decides. */
export function hasForms(email: unknown): email is string {
  return typeof email === "string" && email.length <= 1024 && /[^ -~]|xn--/.test(email);
}

type Call = (...args: unknown[]) => unknown;

/** Calls a method: addresses come and go in their normal form. */
async function withAddress(call: Call, [first, ...rest]: unknown[]): Promise<unknown> {
  const found = await call(isForeign(first) ? await normal(first) : first, ...rest);
  if (!isRecord(found)) return found;
  const { user, users } = found;
  if (Array.isArray(users)) return { ...found, users: await Promise.all(users.map(normal)) };
  if (isForeign(user)) return { ...found, user: await normal(user) };
  return isForeign(found) ? await normal(found) : found;
}

/**
 * Finds the user who has an address, also when it is stored in another form. Some stores find users
 * by an address that they had before: who owns it now must not get their account, so such a user is
 * not found.
 */
async function findByAddress(
  call: Call,
  asked: unknown,
  logger: LoggerInstance,
): Promise<unknown> {
  const forms = hasForms(asked) ? await (await address()).storedForms(asked) : [asked];
  for (const form of forms) {
    const found = await call(form);
    if (!isRecord(found)) continue;
    if (isSpelled(found.email, form)) return isForeign(found) ? await normal(found) : found;
    warnOnce(logger, "stale-address");
  }
  return null;
}

/** Returns `true` for one address; columns that ignore case find other spellings of it. */
function isSpelled(stored: unknown, asked: unknown): boolean {
  return stored === asked ||
    typeof stored === "string" && typeof asked === "string" &&
      stored.length === asked.length && stored.toLowerCase() === asked.toLowerCase();
}

/** Returns `true` for a user whose address may have several forms. */
function isForeign(value: unknown): value is { readonly email: string } {
  return isRecord(value) && hasForms(value.email);
}

/** A user with the address in its normal form; anything else as it is. */
async function normal(value: unknown): Promise<unknown> {
  if (!isForeign(value)) return value;
  const { toNormalForm } = await address();
  return { ...value, email: toNormalForm(value.email) };
}

function convertAccounts(store: Store, { write, read }: AccountConversion): Store {
  const { createUsers, createUserWithAccount, listAccounts } = store;
  return {
    ...store,
    linkAccount: async (account) => await store.linkAccount(await write(account)),
    getAccount: async (id, provider) => {
      const account = await store.getAccount(id, provider);
      return account && await read(account);
    },
    ...(createUserWithAccount && {
      createUserWithAccount: async (user, account) =>
        await createUserWithAccount(user, await write(account)),
    }),
    ...(createUsers && {
      createUsers: async (rows) =>
        await createUsers(
          await Promise.all(
            rows.map(async (row) => ({
              ...row,
              accounts: await Promise.all(row.accounts.map(write)),
            })),
          ),
        ),
    }),
    ...(listAccounts && {
      listAccounts: async (userId) => await Promise.all((await listAccounts(userId)).map(read)),
    }),
  } as Store;
}

/** Tokens of providers in an account, which no log line shows. */
const TOKENS: readonly string[] = [
  "access_token",
  "refresh_token",
  "id_token",
  "oauth_token",
  "oauth_token_secret",
];

/** The argument of a method for a log line. */
function withoutTokens(arg: unknown): unknown {
  if (!isRecord(arg) || !TOKENS.some((name) => Object.hasOwn(arg, name))) return arg;
  return Object.fromEntries(
    Object.entries(arg).map(([name, value]) => [name, TOKENS.includes(name) ? "[token]" : value]),
  );
}

/** Own and inherited methods count. */
function has(adapter: object, name: StoreMethod): boolean {
  return typeof (adapter as Record<string, unknown>)[name] === "function";
}

/** Names of the methods that an adapter lacks. */
export function listLacking(adapter: object, names: readonly StoreMethod[]): StoreMethod[] {
  return names.filter((name) => !has(adapter, name));
}

/**
 * Demands methods of a store.
 *
 * @throws {MissingAdapterMethods} with the names of those that the adapter lacks
 */
export function requireMethods<Name extends StoreMethod>(
  store: Store,
  names: readonly Name[],
): asserts store is Store & Required<Pick<Store, Name>> {
  const error = missing(names.filter((name) => !store.has(name)));
  if (error) throw error;
}

/**
 * Returns the error for methods that an adapter lacks; `undefined` when there are none.
 *
 * @param subject what needs them
 * @param otherwise what the app can do instead, as the end of the sentence
 */
export function missing(
  names: readonly StoreMethod[],
  subject = "this",
  otherwise = "",
  cause: Record<string, unknown> = {},
): MissingAdapterMethods | undefined {
  if (names.length === 0) return;
  return new MissingAdapterMethods(
    `Cannot use ${subject}: it needs methods that the adapter lacks; use an adapter with ` +
      `${names.map((name) => `\`${name}\``).join(", ")}, such as of ${ADAPTER_MODULES}${otherwise}`,
    { cause },
  );
}

const ADAPTERS = [
  "d1",
  "deno-kv",
  "libsql",
  "mysql",
  "postgres",
  "sqlite",
];

const RECORDS = [
  "d1",
  "deno-kv",
  "dynamodb",
  "libsql",
  "mysql",
  "postgres",
  "redis",
  "sqlite",
];

/** Modules with an adapter. */
export const ADAPTER_MODULES: string = `@x/auth/adapters/{${ADAPTERS}}`;

/** Modules with a store of records. */
export const RECORD_MODULES: string = `@x/auth/records/{${RECORDS}}`;

let changes = 0;

/**
 * Notes that sessions were ended, or that a user was changed, suspended or deleted: once the change
 * is written, or may be.
 */
export function noteChange(): void {
  changes++;
}

/** The number of changes: what was read at another number may be out of date. */
export function changeCount(): number {
  return changes;
}

/** Wrapped stores, so that each keeps its identity. */
const wrapped = new WeakMap<RecordStore, RecordStore>();

/** The error of a call that failed; `method` names the call. */
export function storeFailure(error: unknown, method: string): AdapterError {
  const reason = error instanceof Error ? error : messageOf(error);
  return new AdapterError(reason, { cause: { method } });
}

/** Returns `true` for the error of a call that failed, and not for what an app throws itself. */
export function isStoreFailure(error: unknown): error is AdapterError {
  return error instanceof AdapterError && typeof error.cause?.method === "string";
}

/** Wraps a store of records: its errors carry the name of the method. */
export function wrapRecords(records: RecordStore): RecordStore {
  let store = wrapped.get(records);
  if (store) return store;
  const named = async <T>(method: string, call: () => T): Promise<Awaited<T>> => {
    try {
      return await call();
    } catch (error) {
      throw storeFailure(error, `records.${method}`);
    }
  };
  // Looked up at each call, so that an app may replace a method later.
  store = {
    get: (...args) => named("get", () => records.get(...args)),
    put: (...args) => named("put", () => records.put(...args)),
    take: (...args) => named("take", () => records.take(...args)),
    list: (...args) => named("list", () => records.list(...args)),
    deleteOwner: (...args) => named("deleteOwner", () => records.deleteOwner(...args)),
  };
  wrapped.set(records, store);
  // It may be wrapped again, as by a copy of a resolved config.
  wrapped.set(store, store);
  return store;
}

/** Some database clients throw plain objects or strings. */
function messageOf(thrown: unknown): string {
  const { message } = Object(thrown) as { message?: unknown };
  return typeof message === "string" ? message : String(thrown);
}
