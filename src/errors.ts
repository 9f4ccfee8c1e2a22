/**
 * Every failure the library knows, as a class. A table states the facts of each
 * class: the status of the answer, whether the browser may learn its name, and the
 * reason that an audit entry gives.
 * The page is the sign-in page for subclasses of `SignInError` and the error page
 * for the rest. Nothing else in the code decides these facts.
 *
 * The log line of an error links to the page that JSR makes of its class. So the comment of a class
 * says the condition, and lists causes with their cures; `deno task errors` copies both to
 * `docs/errors.md`.
 *
 * @module
 */

import { errorPage } from "./symbols.ts";
import type { RefusalReason } from "./types/audit.ts";
import type { User } from "./types/entities.ts";
import type { PageKind } from "./types/internal.ts";
import type { RequireProofOptions } from "./types/proof.ts";

export type { PageKind, RefusalReason };

/** Details of an error for the person who debugs it; never sent to a browser. */
export type ErrorCause = Record<string, unknown> & {
  /** The original error. */
  err?: Error;
};

/**
 * Base class of all errors here. The library throws it itself for a config or a call that cannot be
 * used; the message names the option and the cure. Subclasses inherit the static facts of their
 * parent, so an app may extend any of them.
 *
 * - "Cannot use `…`": the option has a value that is not possible, or needs another one. Set what
 *   the message names.
 * - "Cannot start the sign-in with …": the provider cannot be reached, or `issuer` is wrong. See
 *   the cause in the log.
 * - "The callback … returned undefined": one way through your callback ends without `return`.
 *   Return a value there too.
 * - "Cannot open the tokens of a … account": they were sealed with a secret that is gone. Put the
 *   old secret behind the new one, `secret: [new, old]`, or let the user sign in again.
 * - "the package `@simplewebauthn/server` is not installed": run `npm install @simplewebauthn/server`.
 * - A subclass of your own without a `type`: see where the app throws it.
 *
 * @example
 * ```ts
 * import { AuthError } from "@x/auth/errors";
 * import { assertEquals } from "@std/assert";
 *
 * const error = new AuthError("Cannot reach the store", { cause: { table: "users" } });
 * assertEquals(error.type, "AuthError");
 * assertEquals(error.cause?.table, "users");
 * ```
 */
export class AuthError extends Error {
  /** Name of the condition: the value of `error` in the URL of a page, and in the log. */
  static readonly type: string = "AuthError";
  /** Page a browser is sent to. */
  static readonly kind: PageKind = "error";
  /** Status of a direct answer: a page or JSON. */
  static readonly status: number = 500;
  /** `true` when the browser may see `type`; otherwise it sees `Configuration`. */
  static readonly clientSafe: boolean = false;
  /** `true` when the request is refused with `status` and the message, without a page. */
  static readonly direct: boolean = false;
  /** Reason in the entry of `events.audit`. */
  static readonly reason: RefusalReason = "failed";

  /** Name of the condition. */
  readonly type: ErrorType;
  /** Page a browser is sent to. */
  readonly kind: PageKind;
  /** Extra query value for the page, when the class has one. */
  readonly code?: string;
  /** Details for the person who debugs; `err` is the original error. */
  declare cause?: ErrorCause;
  /** Text on the page about this failure, such as `7F3A9C`: users name it, and the log has it. */
  declare reference?: string;
  /**
   * Text that a page of the app gets as `error`, where `legacy` of the config says so.
   *
   * @internal
   */
  declare text?: string;

  /**
   * Takes a message, an original error, or options.
   *
   * @param message Own message, the original error, or `{ cause }`.
   * @param errorOptions Details: `{ cause }`, members to put into `cause`, or the original error.
   */
  constructor(message?: string | Error | ErrorOptions, errorOptions?: Error | ErrorOptions) {
    super(typeof message === "string" ? message : message instanceof Error ? message.message : "");
    const cause = toCause(message, errorOptions);
    if (cause) this.cause = cause;
    this.name = new.target.name;
    // Subclasses of apps may declare types of their own.
    this.type = new.target.type as ErrorType;
    this.kind = new.target.kind;
  }
}

function toCause(
  message: string | Error | ErrorOptions | undefined,
  options: Error | ErrorOptions | undefined,
): ErrorCause | undefined {
  if (message instanceof Error) {
    const inner = message.cause;
    return { err: message, ...(isPlainRecord(inner) ? inner : {}), ...toDetails(options) };
  }
  const details = toDetails(typeof message === "object" ? message : options);
  return Object.keys(details).length > 0 ? details : undefined;
}

function toDetails(options: Error | ErrorOptions | undefined): ErrorCause {
  if (!options) return {};
  if (options instanceof Error) return { err: options };
  const { cause, ...rest } = options as { cause?: unknown };
  const details: ErrorCause = { ...rest };
  if (cause instanceof Error) details.err = cause;
  else if (isPlainRecord(cause)) Object.assign(details, cause);
  else if (cause !== undefined) details.cause = cause;
  return details;
}

function isPlainRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !(value instanceof Error);
}

/**
 * Parent of the failures that belong on the sign-in page.
 *
 * - A subclass of your own without a `type`, thrown by a callback or by `authorize`: see its
 *   message, and where the app throws it.
 */
export class SignInError extends AuthError {
  /** Sign-in page. */
  static override readonly kind: PageKind = "signIn";
}

/**
 * The sign-in, or the change, was refused on purpose.
 *
 * - "the `signIn` callback returned false": your own callback refused. Check what it compares.
 * - "Sign-up refused": `signUp` admits only some people. Invite the person by creating the user
 *   with the adapter, or change the rule.
 * - "The user is suspended, or was deleted": `users.resume` ends a suspension.
 * - "the proof of the session is too old": pass `requirement` of the error to `requireProof`, and send
 *   the person to the URL that it returns.
 * - "another person acts for the user": such sessions may change nothing about the account. The
 *   user makes the change.
 * - `cause.err` is an error: the `signIn` callback threw it. Repair the callback.
 */
export class AccessDenied extends AuthError {
  /** The proof that a change lacks: pass it to `requireProof`. Absent when no proof helps. */
  declare readonly requirement?: RequireProofOptions;
}

/**
 * A passkey, or the address of a sign-up with one, belongs to another user.
 *
 * - "the user exists; sign in first, then add the passkey": the address has a user. That user signs
 *   in another way, and adds the passkey to the account.
 * - "The key belongs to a user already": sign in with the key in place of adding it.
 */
export class AccountNotLinked extends SignInError {}

/**
 * A call of the store failed: of the adapter or of the records. `cause.method` is the call, and
 * `cause.err` its error. Functions that read a session throw it, since it is unknown then whether
 * there is one; requests get 503 with `Retry-After`. No cookie is changed.
 *
 * - The database cannot be reached, or refuses the user: check its URL.
 * - A table or a column is missing: run the migration, such as `setup()` of `PostgresAdapter`.
 * - "the store of records failed": tries that cannot be counted are refused. Repair the store.
 * - Your page must be shown without a session too: catch the error there, or set
 *   `session.onStoreFailure` to `"none"`, as in Auth.js.
 *
 * The [doctor](https://github.com/x-auth/auth/blob/HEAD/docs/troubleshooting.md#doctor) tries the
 * store.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc9110#section-15.6.4 RFC 9110 §15.6.4}
 */
export class AdapterError extends AuthError {
  /** Seconds after which another try can succeed: the value of `Retry-After`. Default 5. */
  retryAfter: number = 5;
}

/**
 * Something other than an `AuthError` was thrown while a sign-in finished. The log line names the
 * cause.
 *
 * - "it does not accept this app's credentials": check `clientId` and `clientSecret`.
 * - "Cannot reach …": the server cannot open a connection to the provider. Check `--allow-net`,
 *   firewalls and proxies.
 * - "its issuer is …, but … is configured": set `issuer` to the first one, to the letter.
 * - "3600 seconds in the past": set the clock of the server.
 * - "Cannot accept the ID token": the provider signed something else than asked for. Check that
 *   `clientId` is that of this app.
 * - An error of your own: a callback, an event or `authorize` threw it. Repair that function.
 */
export class CallbackRouteError extends AuthError {}

/**
 * `authorize` returned `null` or threw this error: user and password do not match. The
 * person is back on the sign-in page.
 *
 * - The page says too little: throw a subclass with a `code` of its own, which the page gets. It
 *   ends up in the URL, so it must not tell an attacker whether the user exists.
 * - On pages of your own, `signIn` throws it: catch it, and show the form again.
 *
 * @example
 * ```ts
 * import { CredentialsSignin } from "@x/auth";
 *
 * class OutOfHours extends CredentialsSignin {
 *   override code = "closed";
 * }
 * console.log(new OutOfHours().code);
 * ```
 */
export class CredentialsSignin extends SignInError {
  /** Query value beside `error`. Default `credentials`. */
  override code: string = "credentials";
}

/**
 * More than one passkey provider wants the browser's autofill, and there is one.
 *
 * - `enableConditionalUI` is on by default: set it to `false` on every passkey provider but one.
 */
export class DuplicateConditionalUI extends AuthError {}

/**
 * An email could not be sent, or not to this address.
 *
 * - "the server refused the recipient": the email server does not know the address, or does not
 *   relay. Check the address, and what the server allows.
 * - "the package `nodemailer` is not installed": run `npm install nodemailer`.
 * - "the package `nodemailer` cannot be loaded in this runtime": the edge runtime of Next.js has no
 *   sockets. Send there with an email service, or set `runtime: "nodejs"`.
 * - "… answered 401" of an email service: check its key.
 * - "Cannot use the email address": it is not a plain address. Ask for another one.
 */
export class EmailSignInError extends SignInError {
  /** Lets the sign-in page say "check the address" instead of nothing useful. */
  override readonly code: string = "EmailSignin";
}

/**
 * `pages.error` needs a session itself, so it would redirect to itself forever.
 *
 * - Your middleware protects the page too: leave it out of what needs a session.
 */
export class ErrorPageLoop extends AuthError {}

/**
 * A handler of `events` threw. It is logged, and the sign-in is not affected.
 *
 * - The handler is named by `cause.event`, its error is `cause.err`: repair the handler.
 */
export class EventError extends AuthError {}

/**
 * The class exists for apps that catch it, as in Auth.js.
 *
 * - Code of yours expects it: remove that code, since passkeys need no flag here.
 */
export class ExperimentalFeatureNotEnabled extends AuthError {}

/**
 * A request named a target after the sign-in that is neither an absolute path nor an http(s) URL.
 *
 * - A link or a form of yours names it: write `callbackUrl=/dashboard`. Other origins are ignored
 *   unless `callbacks.redirect` allows them.
 */
export class InvalidCallbackUrl extends AuthError {}

/**
 * A sign-in attempt is missing, expired, already used, of another browser or of another provider.
 *
 * - "Cookies do not follow from 127.0.0.1 to localhost": open the app under the host of its
 *   callback URL.
 * - The person took longer than 15 minutes, went back, or opened the link in another browser: start
 *   again.
 * - It happens to everyone: a proxy drops `Set-Cookie` headers, or two servers have different
 *   secrets. Let the proxy pass them on, and set one secret.
 * - "its answer was used before": an answer was sent twice. You need not do anything, unless it
 *   happens often: then find out who sends them.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-10.12 RFC 6749 §10.12}
 */
export class InvalidCheck extends AuthError {
  /** Lets the error page say "start again" instead of "misconfigured". */
  override readonly code: string = "InvalidCheck";
}

/**
 * A provider has neither an endpoint nor an issuer to discover it from, or an endpoint is not a URL.
 *
 * - The option is missing or misspelt: set it, or the variable that the log line names, such as
 *   `AUTH_KEYCLOAK_ISSUER`.
 */
export class InvalidEndpoints extends AuthError {}

/**
 * The path names no provider, an unknown one, or one that cannot do this.
 *
 * - The id in the URL is not one of `providers`: compare it with those that `cause.known` lists.
 * - The provider was removed from the config, and an old page or bookmark still names it: lead
 *   people to the sign-in page.
 */
export class InvalidProvider extends AuthError {}

/**
 * A session token could not be read, or a callback threw. It is logged, and the request counts as
 * signed out. A store that fails is an {@linkcode AdapterError} instead.
 *
 * - "`callbacks.jwt`" or "`callbacks.session`" returned nothing: return the token, or the session.
 * - An error of your own callback: repair it. The session is not lost meanwhile.
 * - `jwt.decode` of your own threw: return `null` for a token that it cannot read.
 */
export class JWTSessionError extends AuthError {}

/**
 * An option needs a store of users, and there is none.
 *
 * - An email provider, or another option that the message names: set `adapter` to [Deno
 *   KV](https://github.com/x-auth/auth/blob/HEAD/docs/deno-deploy-kv.md),
 *   [PostgreSQL](https://github.com/x-auth/auth/blob/HEAD/docs/postgres.md), SQLite or
 *   an adapter of Auth.js.
 * - `session.strategy: "database"` without an adapter: set `"jwt"`.
 */
export class MissingAdapter extends AuthError {}

/**
 * The adapter lacks methods that the config, or a function of the app, needs. The message names
 * them.
 *
 * - The adapter is old, or stores no such thing: update it, take one of this library, or leave out
 *   the option.
 */
export class MissingAdapterMethods extends AuthError {}

/**
 * A credentials provider has no `authorize`.
 *
 * - The function is missing: pass one that looks the user up and compares the password. For sign-up
 *   and reset too, take [`Password()`](https://github.com/x-auth/auth/blob/HEAD/docs/passwords.md).
 */
export class MissingAuthorize extends AuthError {}

/**
 * A post did not come from a page of this app, as far as can be told.
 *
 * - "The CSRF token is missing": a form of your own needs the field `csrfToken`, and the response
 *   with the form needs the cookie that belongs to it; see [pages of your
 *   own](https://github.com/x-auth/auth/blob/HEAD/docs/pages.md).
 * - "it came from …, not from …": people open the app under another origin than `AUTH_URL` says.
 *   Set `AUTH_URL` to that origin, or redirect to the one it names.
 * - A cache served one person's form to another: send it with `cache-control: no-store`.
 * - With the `code` `NoCookies`, which the sign-in page gets: the browser of this person keeps no
 *   cookies.
 */
export class MissingCSRF extends SignInError {}

/**
 * There is no secret to derive keys from.
 *
 * - `AUTH_SECRET` is not set: set it to what `openssl rand -base64 33` prints, the same for all
 *   servers.
 * - In Deno, the variable is set but not read: run with `--allow-env`, and with `--env-file` if it
 *   is in `.env`.
 */
export class MissingSecret extends AuthError {}

/**
 * A passkey provider offers the autofill, and no field of its form has the `webauthn` hint.
 *
 * - `formFields` are your own: write `autocomplete: "username webauthn"` on one of them, or set
 *   `enableConditionalUI: false`.
 */
export class MissingWebAuthnAutocomplete extends AuthError {}

/**
 * The account, or its address, belongs to a user who signed in another way before.
 *
 * - The person used another provider the first time: sign in as before, and then link the account
 *   by `signIn` with the other provider.
 * - It happens although both providers prove addresses: say so with `emailVerified` on the
 *   provider. `allowDangerousEmailAccountLinking: true` links without a proof, so it opens accounts
 *   to anyone who can claim an address there.
 */
export class OAuthAccountNotLinked extends SignInError {}

/**
 * The provider answered with an error. Its words are in the log, and in `cause`.
 *
 * - `access_denied`: the person pressed "cancel".
 * - `redirect_uri_mismatch`, or "does not accept the redirect URI": register the URL that the log
 *   line names, to the letter.
 * - `invalid_scope`: the app is not allowed to ask for a scope that `authorization` names. Leave it
 *   out, or ask the provider to allow it.
 */
export class OAuthCallbackError extends SignInError {}

/**
 * The function `profile` of the provider threw, or returned no user with an id. Another account of
 * the person may work.
 *
 * - Your own `profile`: return `{ id, name, email, image }` with a text as `id`.
 * - A built-in provider: the provider has changed its answer. Write an issue with the names of the
 *   members, without their values.
 */
export class OAuthProfileParseError extends SignInError {}

/**
 * The class exists for apps that catch it, as in Auth.js.
 *
 * - A sign-in that cannot start is an {@linkcode AuthError} that says "Cannot start the sign-in
 *   with …": see its cause, mostly a provider that cannot be reached or a wrong `issuer`.
 */
export class OAuthSignInError extends SignInError {}

/**
 * A body, a field, the cookies or the path of a request are larger than the limit, which the
 * message names.
 *
 * - Many cookies of other apps under the same host: give them names or paths of their own.
 * - An upload was sent to an action: send it to a path of the app, since actions take forms only.
 */
export class PayloadTooLarge extends AuthError {}

/**
 * A callback threw while a database session was read. It is logged, the request counts as signed
 * out, and the cookie stays. A store that fails is an {@linkcode AdapterError} instead.
 *
 * - "`callbacks.session`" threw or returned nothing: repair it.
 * - The database cannot be reached, and `session.onStoreFailure` is `"none"`: see
 *   {@linkcode AdapterError}.
 */
export class SessionTokenError extends AuthError {}

/**
 * Ending a session failed, here or at the provider. It is logged.
 *
 * - The store failed: the cookie is deleted, and the stored session may live on until it expires.
 *   Repair the store.
 * - "Signed out here, but not at the provider": the provider could not be reached, or does not know
 *   the post-logout redirect URI. Register it there.
 * - A logout token that is not valid: compare the issuer and the client id of the provider with
 *   those of the config.
 */
export class SignOutError extends AuthError {}

/**
 * There is no valid access token, and no new one can be obtained. The session is not affected.
 *
 * - `remedy` says what helps: sign in again, try again later, or correct the config; see [fresh
 *   access
 *   tokens](https://github.com/x-auth/auth/blob/HEAD/docs/access-tokens.md#when-something-is-wrong).
 */
export class TokenRefreshError extends AuthError {
  /** Let the user sign in again at `provider`, try again later, or correct the config. */
  remedy: "sign-in" | "retry" | "configure" = "retry";
  /** Id of the provider. */
  provider?: string;
}

/**
 * A limit was reached: of an address, an account, a recipient or an action. `Retry-After` says when
 * the next try can succeed.
 *
 * - "limits.perAddress", and all people are refused: the app sees the address of a proxy. Set
 *   `limits.clientAddress`.
 * - A locked account: browsers that have signed in before still can, others wait.
 * - Tests sign in by the hundred: set `limits: false` there.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6585#section-4 RFC 6585 §4}
 */
export class TooManyRequests extends AuthError {
  /** Seconds until another try can succeed: the value of `Retry-After`. Default 60. */
  retryAfter: number = 60;
  /**
   * What was tried too often: passwords of an account, emails to a recipient, or requests of a
   * network. Absent for other limits.
   */
  declare limit?: "account" | "recipient" | "network";
}

/**
 * A body is of a kind that is not read here.
 *
 * - A request of your own has another `Content-Type`: send forms as
 *   `application/x-www-form-urlencoded`, or JSON as `application/json`.
 */
export class UnsupportedMediaType extends AuthError {}

/**
 * The path, the method or the body is unknown.
 *
 * - "A sign-in starts with POST": a link leads to `/auth/signin/github`. Link to `/auth/signin`, or
 *   post a form.
 * - "There is no such action at this path": `basePath` and the path at which the app hands requests
 *   over differ. Make them equal.
 */
export class UnknownAction extends AuthError {}

/**
 * The class exists for apps that catch it, as in Auth.js.
 *
 * - Code of yours expects it: remove that code, since all providers work with both session
 *   strategies here.
 */
export class UnsupportedStrategy extends AuthError {}

/**
 * Neither the config nor the environment says that the header `Host` can be trusted.
 *
 * - The app is not at localhost: set `AUTH_URL` to the public URL with the base path; see [behind a
 *   proxy](https://github.com/x-auth/auth/blob/HEAD/docs/proxy.md).
 * - The log line names a host that is not yours: scanners send such requests. They are refused
 *   rightly, so you need not do anything.
 */
export class UntrustedHost extends AuthError {}

/**
 * A link or a code of an email is unknown, used, expired, or for another address.
 *
 * - The person opened an old email, or the link twice: ask for a new one.
 * - The person opened the link in another browser: it shows a page with a button there, which signs
 *   in.
 */
export class Verification extends AuthError {}

/**
 * A passkey ceremony did not verify. The message says which check failed.
 *
 * - "no user has registered this key": the passkey was removed from the account, and the browser
 *   still offers it. Call `syncPasskeys`, which tells the browser.
 * - The origin differs: set `relayingParty` to the domain of the page; keys belong to a domain.
 * - "its counter did not advance": the key may have been copied. Remove it, and add a new one.
 */
export class WebAuthnVerificationError extends AuthError {}

/**
 * An {@linkcode AccessDenied} for a change that needs a fresh proof of the user.
 *
 * @internal
 */
export class ProofRequired extends AccessDenied {
  /** The proof that is missing. */
  declare readonly requirement: RequireProofOptions;
  /** Path or URL of the page that asked for the change. */
  readonly back: string | undefined;

  /** Takes the message, the proof, and the page that the user comes back to. */
  constructor(message: string, requirement: RequireProofOptions, back?: string) {
    super(message);
    Object.assign(this, { requirement });
    this.back = back;
  }
}

/**
 * An {@linkcode AccessDenied} for a form whose page was drawn for another visitor than the user who
 * is signed in.
 *
 * @internal
 */
export class VisitorChanged extends AccessDenied {
  /** The user who is signed in. */
  readonly visitor: { readonly user: User; readonly userId: string };

  /** Takes the message, and the user who is signed in. */
  constructor(message: string, visitor: VisitorChanged["visitor"]) {
    super(message);
    this.visitor = visitor;
  }
}

/**
 * An {@linkcode AccessDenied} for a user who is suspended, or was deleted.
 *
 * @internal
 */
export class UserSuspended extends AccessDenied {}

/**
 * An {@linkcode AccessDenied} for a person who may not become a user.
 *
 * @internal
 */
export class SignUpRefused extends AccessDenied {}

/**
 * A {@linkcode CallbackRouteError} for an answer of a provider that is not valid.
 *
 * @internal
 */
export class InvalidAnswer extends CallbackRouteError {}

/**
 * An {@linkcode InvalidCheck} for an answer that was used before.
 *
 * @internal
 */
export class ReplayedAnswer extends InvalidCheck {}

/**
 * An {@linkcode InvalidCheck}: the provider has ended its session meanwhile.
 *
 * @internal
 */
export class SignedOutUpstream extends InvalidCheck {}

/**
 * A {@linkcode SignOutError} for a logout token or security event that is invalid.
 *
 * @internal
 */
export class InvalidStatement extends SignOutError {}

/** {@linkcode MissingSecret} under the name of the specification. */
export { MissingSecret as MissingSecretError };

/** Every `type`, except those of the two base classes. */
export type ErrorType =
  | "AccessDenied"
  | "AccountNotLinked"
  | "AdapterError"
  | "CallbackRouteError"
  | "CredentialsSignin"
  | "DuplicateConditionalUI"
  | "EmailSignInError"
  | "ErrorPageLoop"
  | "EventError"
  | "ExperimentalFeatureNotEnabled"
  | "InvalidCallbackUrl"
  | "InvalidCheck"
  | "InvalidEndpoints"
  | "InvalidProvider"
  | "JWTSessionError"
  | "MissingAdapter"
  | "MissingAdapterMethods"
  | "MissingAuthorize"
  | "MissingCSRF"
  | "MissingSecret"
  | "MissingWebAuthnAutocomplete"
  | "OAuthAccountNotLinked"
  | "OAuthCallbackError"
  | "OAuthProfileParseError"
  | "OAuthSignInError"
  | "PayloadTooLarge"
  | "SessionTokenError"
  | "SignOutError"
  | "TokenRefreshError"
  | "TooManyRequests"
  | "UnknownAction"
  | "UnsupportedMediaType"
  | "UnsupportedStrategy"
  | "UntrustedHost"
  | "Verification"
  | "WebAuthnVerificationError";

/** Facts that a class states; others are those of its parent. */
type Facts = Partial<Pick<typeof AuthError, "status" | "clientSafe" | "direct" | "reason">>;

/** The facts of every class, so that they are read as one table. */
const FACTS: readonly [Class: typeof AuthError, type: ErrorType, facts?: Facts][] = [
  [AccessDenied, "AccessDenied", { status: 403, clientSafe: true, reason: "access-denied" }],
  [AccountNotLinked, "AccountNotLinked", { status: 409, clientSafe: true, reason: "not-linked" }],
  [AdapterError, "AdapterError", { status: 503 }],
  [CallbackRouteError, "CallbackRouteError"],
  [CredentialsSignin, "CredentialsSignin", {
    status: 401,
    clientSafe: true,
    reason: "wrong-credentials",
  }],
  [DuplicateConditionalUI, "DuplicateConditionalUI"],
  [EmailSignInError, "EmailSignInError", { reason: "mail-failed" }],
  [ErrorPageLoop, "ErrorPageLoop"],
  [EventError, "EventError"],
  [ExperimentalFeatureNotEnabled, "ExperimentalFeatureNotEnabled"],
  [InvalidAnswer, "CallbackRouteError", { reason: "invalid-answer" }],
  [InvalidCallbackUrl, "InvalidCallbackUrl", { status: 400, direct: true }],
  [InvalidCheck, "InvalidCheck", { status: 400, reason: "attempt-mismatch" }],
  [InvalidEndpoints, "InvalidEndpoints"],
  [InvalidProvider, "InvalidProvider", { status: 400, direct: true }],
  [InvalidStatement, "SignOutError", { status: 400, reason: "invalid-answer" }],
  [JWTSessionError, "JWTSessionError"],
  [MissingAdapter, "MissingAdapter"],
  [MissingAdapterMethods, "MissingAdapterMethods"],
  [MissingAuthorize, "MissingAuthorize"],
  [MissingCSRF, "MissingCSRF", { status: 403, clientSafe: true, reason: "csrf" }],
  [MissingSecret, "MissingSecret"],
  [MissingWebAuthnAutocomplete, "MissingWebAuthnAutocomplete"],
  [OAuthAccountNotLinked, "OAuthAccountNotLinked", {
    status: 409,
    clientSafe: true,
    reason: "not-linked",
  }],
  [OAuthCallbackError, "OAuthCallbackError", {
    status: 401,
    clientSafe: true,
    reason: "provider-error",
  }],
  [OAuthProfileParseError, "OAuthProfileParseError", { reason: "provider-error" }],
  [OAuthSignInError, "OAuthSignInError", { reason: "provider-error" }],
  [PayloadTooLarge, "PayloadTooLarge", { status: 413, direct: true }],
  [SessionTokenError, "SessionTokenError"],
  [SignOutError, "SignOutError"],
  [SignedOutUpstream, "InvalidCheck", { reason: "signed-out" }],
  [ReplayedAnswer, "InvalidCheck", { reason: "replayed" }],
  [TokenRefreshError, "TokenRefreshError", { status: 502, reason: "provider-error" }],
  [SignUpRefused, "AccessDenied", { reason: "sign-up-refused" }],
  [TooManyRequests, "TooManyRequests", { status: 429, clientSafe: true, reason: "too-many" }],
  [UnsupportedMediaType, "UnsupportedMediaType", { status: 415, direct: true }],
  [UnknownAction, "UnknownAction", { status: 400, direct: true }],
  [UnsupportedStrategy, "UnsupportedStrategy"],
  [UntrustedHost, "UntrustedHost"],
  [UserSuspended, "AccessDenied", { reason: "suspended" }],
  [Verification, "Verification", { status: 403, clientSafe: true, reason: "expired-link" }],
  [WebAuthnVerificationError, "WebAuthnVerificationError", {
    status: 403,
    clientSafe: true,
    reason: "wrong-passkey",
  }],
];

Object.assign(AuthError, { [errorPage]: "AuthError" });
Object.assign(SignInError, { [errorPage]: "SignInError" });
for (const [Class, type, facts] of FACTS) {
  Object.assign(Class, { type, [errorPage]: type, ...facts });
}

/**
 * Returns `true` when the browser may learn this error's `type`.
 *
 * @example
 * ```ts
 * import { AccessDenied, InvalidCheck, isClientError } from "@x/auth/errors";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(isClientError(new AccessDenied()), true);
 * assertEquals(isClientError(new InvalidCheck()), false);
 * ```
 */
export function isClientError(error: unknown): error is AuthError {
  return error instanceof AuthError && (error.constructor as typeof AuthError).clientSafe;
}
