/**
 * Changes of a user's email address, for pages of the app.
 *
 * The functions take the request and check all of it: the session, its fresh proof, and the
 * code. `undoChange` takes the token of the link in the email to the previous address.
 *
 * @module
 */

import { hasPath } from "../../http/paths.ts";
import type { AddressVisitor } from "./address.ts";
import { AccessDenied, AuthError } from "../../errors.ts";
import { actionUrl, toAbsoluteUrl } from "../../http/url.ts";
import { lazy } from "../../base/lazy.ts";
import type {
  AddressConfirmFault,
  AddressRequestFault,
  AddressUndoFault,
} from "../../types/address.ts";
import type { ServerConfig } from "../../types/inference.ts";
import type { Context } from "../../types/internal.ts";
import { requireConfig } from "../../server/environment.ts";
import { changeByUser } from "../../server/sign_in.ts";

// Loaded by apps that change addresses only.
const changes = lazy(() => import("./address.ts"));
const undos = lazy(() => import("./address_undo.ts"));

/** Options of {@linkcode beginChange}. */
export interface AddressChangeOptions {
  /**
   * Path or URL of your page that undoes a change; the parameter `undo` is added, with the
   * token for {@linkcode undoChange}. The page must ask before it calls the function,
   * since scanners fetch links of emails. Default: the page `{basePath}/address`, which exists
   * with `account: AccountPage()`.
   */
  undoUrl?: string;
  /**
   * `true` when the user says that the present address is lost, for example with a mailbox that
   * another person reads: the address is notified, and nothing undoes the change. Needs a fresh proof
   * with two factors, one of them enrolled for at least 72 hours and other than a code by email.
   * Default `false`.
   */
  isLost?: boolean;
}

/** An undo of a change that waits. */
export interface PendingAddressUndo {
  /** Address that the account can get again. */
  email: string;
  /** Time from which the link in the email to that address undoes the change. */
  due: Date;
}

/** A change of address that waits for its code. */
export interface PendingAddressChange {
  /** Address that the code went to. */
  email: string;
  /** `false` when the code only proves the present address. */
  isNew: boolean;
  /** Wrong codes after which it ends. */
  triesLeft: number;
  /** Time at which it ends. */
  expires: Date;
}

/**
 * Sends a code to the address that the user of a request wants. An address that another user
 * has gets an email without a code, and the answer is the same. For the present address of the
 * user, the code proves it, if it was never proven.
 *
 * @param email as the user has typed it
 * @param headers headers of your response; they get the cookie of a renewed session
 * @returns `"invalid"` for text that is no address, `"same"` for the proven address of the
 * user, `"mail-failed"`, `"not-two-factors"` when `isLost` needs an older second factor; `null`
 * when an email was sent
 * @throws {AccessDenied} without a session, or when its proof is too old or lacks a second
 * factor: ask for one with `requireProof`
 * @throws {TooManyRequests} when the address got too many emails (`limits.perRecipient`)
 * @throws {MissingCSRF} when another site posted the form
 * @throws {AuthError} when the config lacks a part, such as `sendMail` or `session.revocation`
 */
export async function beginChange(
  config: ServerConfig,
  request: Request,
  email: string,
  headers: Headers,
  { undoUrl, isLost }: AddressChangeOptions = {},
): Promise<AddressRequestFault | null> {
  const { requestChange } = await changes();
  return await change(
    config,
    request,
    headers,
    (visitor) => requestChange(visitor, email, { undoUrl: undoPage(visitor.ctx, undoUrl), isLost }),
  );
}

/**
 * Changes the address of the user of a request, given the code. Other sessions end, and the
 * address before gets an email with a link that undoes the change for 72 hours.
 *
 * @param headers headers of your response; they get the cookie of the session
 * @returns `"wrong-code"` when another try is allowed, `"expired"` when there is no code for
 * this session, `"taken"` when another user has the address, `"moved"` when the address of the
 * user has changed since; `null` when the address was changed or proven
 * @throws {AuthError} as {@linkcode beginChange}
 */
export async function confirmChange(
  config: ServerConfig,
  request: Request,
  code: string,
  headers: Headers,
): Promise<AddressConfirmFault | null> {
  const { confirmChange } = await changes();
  return await change(config, request, headers, (visitor) => confirmChange(visitor, code));
}

/**
 * The change that waits for a code in the session of a request; `null` without one.
 *
 * @throws {AuthError} as {@linkcode beginChange}
 */
export async function pendingChange(
  config: ServerConfig,
  request: Request,
): Promise<PendingAddressChange | null> {
  const { pendingChange } = await changes();
  return await change(config, request, undefined, async (visitor) => {
    const waiting = await pendingChange(visitor);
    if (!waiting) return null;
    const { to: email, from, triesLeft, expires } = waiting;
    return { email, isNew: email !== from, triesLeft, expires };
  });
}

/**
 * Undoes a change of address. All sessions of the user end, and a password, passkeys, linked
 * accounts and second factors that were added since the change are removed. Both addresses are
 * notified by email.
 *
 * Where something of that kind was added, the first call only asks for it: the user is notified at the
 * new address, with a link to your page (`undoUrl`), and has 24 hours to stop it
 * ({@linkcode cancelUndo}). A call with the same token after that time undoes the change.
 *
 * @param token parameter `undo` of the link in the email to the previous address
 * @returns `"expired"` for a token that is unknown, used or older than 72 hours, `"moved"` when
 * the user has got another address in another way, `"taken"` when another user has the
 * address, `"waiting"` while the user can stop it; `null` when the change was undone
 * @throws {AuthError} when the config lacks a part
 *
 * @example
 * ```ts
 * import { MemoryAdapter } from "@x/auth/adapters/memory";
 * import * as addresses from "@x/auth/addresses";
 * import { assertEquals } from "@std/assert";
 *
 * const config = {
 *   providers: [],
 *   adapter: MemoryAdapter(),
 *   session: { revocation: {} },
 *   sendMail: ({ to, subject }: { to: string; subject: string }) => console.log(to, subject),
 *   secret: "a-secret-of-at-least-32-characters",
 *   trustHost: true,
 * };
 * assertEquals(await addresses.undoChange(config, "not a token"), "expired");
 * ```
 */
export async function undoChange(
  config: ServerConfig,
  token: string,
): Promise<AddressUndoFault | null> {
  const { requireAddresses } = await changes();
  const resolved = requireAddresses(requireConfig(config), "addresses.undoChange");
  return await (await undos()).undoChange({ config: resolved }, token);
}

/**
 * The undo of a change that the user of a request can stop; `null` without one.
 *
 * @throws {AuthError} as {@linkcode beginChange}
 */
export async function pendingUndo(
  config: ServerConfig,
  request: Request,
): Promise<PendingAddressUndo | null> {
  const { waitingUndo } = await undos();
  return await change(config, request, undefined, async ({ ctx, user }) => {
    const waiting = await waitingUndo(ctx.config, user.id);
    return waiting ? { email: waiting.from, due: new Date(waiting.dueAt) } : null;
  });
}

/**
 * Stops the undo of a change: the user of the request keeps the new address. The link in the email
 * to the previous one is worth nothing from then on, and that address is notified.
 *
 * @param headers headers of your response; they get the cookie of a renewed session
 * @returns `false` when no undo waits
 * @throws {AccessDenied} without a session, or when it lacks a fresh proof with two factors: ask
 * for one with `requireProof`, `methods: ["mfa"]`
 * @throws {AuthError} as {@linkcode beginChange}
 */
export async function cancelUndo(
  config: ServerConfig,
  request: Request,
  headers: Headers,
): Promise<boolean> {
  const { keepAddress } = await changes();
  return await change(config, request, headers, (visitor) => keepAddress(visitor));
}

async function change<T>(
  config: ServerConfig,
  request: Request,
  headers: Headers | undefined,
  run: (visitor: AddressVisitor) => Promise<T>,
): Promise<T> {
  const { findAddressVisitor, requireAddresses } = await changes();
  return await changeByUser(config, request, "address", headers, async (ctx) => {
    requireAddresses(ctx.config, "addresses.beginChange");
    const visitor = await findAddressVisitor(ctx);
    if (visitor) return await run(visitor);
    throw new AccessDenied("Cannot change an address: no user is signed in");
  });
}

function undoPage(ctx: Context, own: string | undefined): string {
  const { config, request: { origin } } = ctx;
  if (own === undefined && hasPath(config.enabledPaths, "address")) {
    return actionUrl(ctx, "address");
  }
  const url = own === undefined ? undefined : toAbsoluteUrl(own, origin);
  if (url) return url;
  throw new AuthError(
    "Cannot change an address: pass `undoUrl`, the page that undoes the change, or set " +
      "`account: AccountPage()`",
    { cause: { option: "account" } },
  );
}
