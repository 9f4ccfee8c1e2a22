/**
 * Every failure the library knows, as a class. A table states the facts of each
 * class: the status of the answer, whether the browser may learn its name, and the
 * reason that an audit entry gives.
 * The page is the sign-in page for subclasses of `SignInError` and the error page
 * for the rest. Nothing else in the code decides these facts.
 *
 * @module
 */

import type { RefusalReason } from "./types/audit.ts";
import type { PageKind } from "./types/internal.ts";

export type { PageKind, RefusalReason };

/** Details of an error for the person who debugs it; never sent to a browser. */
export type ErrorCause = Record<string, unknown> & {
  /** The original error. */
  err?: Error;
};

/**
 * Base class of all errors here. Subclasses inherit the static facts of their
 * parent, so an app may extend any of them.
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

/** Failures that belong on the sign-in page. */
export class SignInError extends AuthError {
  /** Sign-in page. */
  static override readonly kind: PageKind = "signIn";
}

/** The `signIn` callback refused, or failed with its own error in `cause.err`. */
export class AccessDenied extends AuthError {}

/** A passkey account, or its address, belongs to another user. */
export class AccountNotLinked extends SignInError {}

/** An adapter method failed; `cause.err` is its error. */
export class AdapterError extends AuthError {}

/** Something other than an `AuthError` was thrown while a sign-in finished. */
export class CallbackRouteError extends AuthError {}

/**
 * `authorize` refused. Throw it, or a subclass with another `code`, to send
 * the person back to the sign-in page. The code ends up in the URL, so it must
 * not tell an attacker what was wrong.
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

/** More than one passkey provider wants the autofill. */
export class DuplicateConditionalUI extends AuthError {}

/** A sign-in link could not be sent, or not to such an address. */
export class EmailSignInError extends SignInError {
  /** Lets the sign-in page say "check the address" instead of nothing useful. */
  override readonly code: string = "EmailSignin";
}

/** The app's error page would lead to itself. */
export class ErrorPageLoop extends AuthError {}

/** An event handler threw; logged, never propagated. */
export class EventError extends AuthError {}

/** A feature needs its `experimental` flag. */
export class ExperimentalFeatureNotEnabled extends AuthError {}

/** A callback URL is not an http(s) URL or an absolute path. */
export class InvalidCallbackUrl extends AuthError {}

/**
 * A sign-in attempt is missing, expired, already used, from another browser,
 * or of another provider.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-10.12 RFC 6749 §10.12}
 */
export class InvalidCheck extends AuthError {
  /** Lets the error page say "start again" instead of "misconfigured". */
  override readonly code: string = "InvalidCheck";
}

/** A provider lacks an endpoint and an issuer to discover it from. */
export class InvalidEndpoints extends AuthError {}

/** The path names no provider, an unknown one, or one that cannot do this. */
export class InvalidProvider extends AuthError {}

/** A session token could not be read, or a callback threw; logged. */
export class JWTSessionError extends AuthError {}

/** A feature needs an adapter. */
export class MissingAdapter extends AuthError {}

/** The adapter lacks methods that the configuration needs. */
export class MissingAdapterMethods extends AuthError {}

/** A credentials provider has no `authorize`. */
export class MissingAuthorize extends AuthError {}

/** A POST did not carry the CSRF token of its browser. */
export class MissingCSRF extends SignInError {}

/** There is no secret to derive keys from. */
export class MissingSecret extends AuthError {}

/** No form field of a passkey provider has the `webauthn` autofill hint. */
export class MissingWebAuthnAutocomplete extends AuthError {}

/** The address belongs to a user who signed in another way before. */
export class OAuthAccountNotLinked extends SignInError {}

/** The provider answered with an error; its parameters are in `cause`. */
export class OAuthCallbackError extends SignInError {}

/** The `profile` callback threw; trying another account may help. */
export class OAuthProfileParseError extends SignInError {}

/** Starting an OAuth sign-in failed. */
export class OAuthSignInError extends SignInError {}

/** A body, a field, the cookies or the path of a request are larger than the limit. */
export class PayloadTooLarge extends AuthError {}

/** A database session could not be read; logged. */
export class SessionTokenError extends AuthError {}

/** Ending a session failed; logged. */
export class SignOutError extends AuthError {}

/** There is no valid access token, and no new one to be had. The session is not affected. */
export class TokenRefreshError extends AuthError {
  /** Let the user sign in again at `provider`, try again later, or correct the config. */
  remedy: "sign-in" | "retry" | "configure" = "retry";
  /** Id of the provider. */
  provider?: string;
}

/**
 * A limit was reached: of an address, an account, a recipient or an action.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6585#section-4 RFC 6585 §4}
 */
export class TooManyRequests extends AuthError {
  /** Seconds until another try can succeed: the value of `Retry-After`. Default 60. */
  retryAfter: number = 60;
}

/** A body is of a kind that is not read here. */
export class UnsupportedMediaType extends AuthError {}

/** The path, the method or the body is unknown. */
export class UnknownAction extends AuthError {}

/** The session strategy does not fit the providers. */
export class UnsupportedStrategy extends AuthError {}

/** Neither the config nor the environment says that the host header can be trusted. */
export class UntrustedHost extends AuthError {}

/** An e-mail token is unknown, used, expired, or for another address. */
export class Verification extends AuthError {}

/** A passkey ceremony did not verify. */
export class WebAuthnVerificationError extends AuthError {}

/** An {@linkcode AccessDenied} for a user who is suspended, or was deleted. @internal */
export class UserSuspended extends AccessDenied {}

/** An {@linkcode AccessDenied} for a person who may not become a user. @internal */
export class SignUpRefused extends AccessDenied {}

/** A {@linkcode CallbackRouteError} for an answer of a provider that is not valid. @internal */
export class InvalidAnswer extends CallbackRouteError {}

/** An {@linkcode InvalidCheck} for an answer that was used before. @internal */
export class ReplayedAnswer extends InvalidCheck {}

/** An {@linkcode InvalidCheck}: the provider has ended its session meanwhile. @internal */
export class SignedOutUpstream extends InvalidCheck {}

/** A {@linkcode SignOutError} for a logout token or security event that is invalid. @internal */
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
  [AdapterError, "AdapterError"],
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

for (const [Class, type, facts] of FACTS) Object.assign(Class, { type, ...facts });

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
