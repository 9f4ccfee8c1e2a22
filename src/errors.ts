/**
 * Every failure the library knows, as a table written as classes: each states
 * the page it leads to, the status of that answer and whether the browser may
 * learn its name. Nothing else in the code decides these facts.
 *
 * @module
 */

import type { PageKind } from "./types/internal.ts";

export type { PageKind };

/** What an error carries for whoever debugs it; never sent to a browser. */
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
  /** Query value and log name. */
  static readonly type: string = "AuthError";
  /** Page a browser is sent to. */
  static readonly kind: PageKind = "error";
  /** Status of a direct answer: a page or JSON. */
  static readonly status: number = 500;
  /** Whether the browser may see `type`; otherwise it sees `Configuration`. */
  static readonly clientSafe: boolean = false;
  /** Whether the request itself is refused with `status` and the message, without a page. */
  static readonly direct: boolean = false;

  /** Name of the condition. */
  readonly type: ErrorType;
  /** Page a browser is sent to. */
  readonly kind: PageKind;
  /** Extra query value for the page, when the class has one. */
  readonly code?: string;
  /** Details for whoever debugs; `err` is the original error. */
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
export class AccessDenied extends AuthError {
  /** Query value and log name. */
  static override readonly type: string = "AccessDenied";
  /** Forbidden. */
  static override readonly status: number = 403;
  /** Shown to the browser. */
  static override readonly clientSafe: boolean = true;
}

/** A passkey account, or its address, belongs to another user. */
export class AccountNotLinked extends SignInError {
  /** Query value and log name. */
  static override readonly type: string = "AccountNotLinked";
  /** Conflict. */
  static override readonly status: number = 409;
  /** Shown to the browser. */
  static override readonly clientSafe: boolean = true;
}

/** An adapter method failed; `cause.err` is its error. */
export class AdapterError extends AuthError {
  /** Query value and log name. */
  static override readonly type: string = "AdapterError";
}

/** Something other than an `AuthError` was thrown while a sign-in finished. */
export class CallbackRouteError extends AuthError {
  /** Query value and log name. */
  static override readonly type: string = "CallbackRouteError";
}

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
  /** Query value and log name. */
  static override readonly type: string = "CredentialsSignin";
  /** Unauthorized. */
  static override readonly status: number = 401;
  /** Shown to the browser. */
  static override readonly clientSafe: boolean = true;
  /** Query value beside `error`. Default `credentials`. */
  override code: string = "credentials";
}

/** More than one passkey provider wants the autofill. */
export class DuplicateConditionalUI extends AuthError {
  /** Query value and log name. */
  static override readonly type: string = "DuplicateConditionalUI";
}

/** A sign-in link could not be sent, or not to such an address. */
export class EmailSignInError extends SignInError {
  /** Query value and log name. */
  static override readonly type: string = "EmailSignInError";
  /** Lets the sign-in page say "check the address" instead of nothing useful. */
  override readonly code: string = "EmailSignin";
}

/** The app's error page would lead to itself. */
export class ErrorPageLoop extends AuthError {
  /** Query value and log name. */
  static override readonly type: string = "ErrorPageLoop";
}

/** An event handler threw; logged, never propagated. */
export class EventError extends AuthError {
  /** Query value and log name. */
  static override readonly type: string = "EventError";
}

/** A feature needs its `experimental` flag. */
export class ExperimentalFeatureNotEnabled extends AuthError {
  /** Query value and log name. */
  static override readonly type: string = "ExperimentalFeatureNotEnabled";
}

/** A callback URL is not an http(s) URL or an absolute path. */
export class InvalidCallbackUrl extends AuthError {
  /** Query value and log name. */
  static override readonly type: string = "InvalidCallbackUrl";
  /** Bad request. */
  static override readonly status: number = 400;
  /** The request is refused. */
  static override readonly direct: boolean = true;
}

/**
 * A sign-in attempt is missing, expired, already used, from another browser,
 * or of another provider.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-10.12 RFC 6749 §10.12}
 */
export class InvalidCheck extends AuthError {
  /** Query value and log name. */
  static override readonly type: string = "InvalidCheck";
  /** Bad request. */
  static override readonly status: number = 400;
  /** Lets the error page say "start again" instead of "misconfigured". */
  override readonly code: string = "InvalidCheck";
}

/** A provider lacks an endpoint and an issuer to discover it from. */
export class InvalidEndpoints extends AuthError {
  /** Query value and log name. */
  static override readonly type: string = "InvalidEndpoints";
}

/** The path names no provider, an unknown one, or one that cannot do this. */
export class InvalidProvider extends AuthError {
  /** Query value and log name. */
  static override readonly type: string = "InvalidProvider";
  /** Bad request. */
  static override readonly status: number = 400;
  /** The request is refused. */
  static override readonly direct: boolean = true;
}

/** A session token could not be read, or a callback threw; logged. */
export class JWTSessionError extends AuthError {
  /** Query value and log name. */
  static override readonly type: string = "JWTSessionError";
}

/** A feature needs an adapter. */
export class MissingAdapter extends AuthError {
  /** Query value and log name. */
  static override readonly type: string = "MissingAdapter";
}

/** The adapter lacks methods that the configuration needs. */
export class MissingAdapterMethods extends AuthError {
  /** Query value and log name. */
  static override readonly type: string = "MissingAdapterMethods";
}

/** A credentials provider has no `authorize`. */
export class MissingAuthorize extends AuthError {
  /** Query value and log name. */
  static override readonly type: string = "MissingAuthorize";
}

/** A POST did not carry the CSRF token of its browser. */
export class MissingCSRF extends SignInError {
  /** Query value and log name. */
  static override readonly type: string = "MissingCSRF";
  /** Forbidden. */
  static override readonly status: number = 403;
  /** Shown to the browser. */
  static override readonly clientSafe: boolean = true;
}

/** There is no secret to derive keys from. */
export class MissingSecret extends AuthError {
  /** Query value and log name. */
  static override readonly type: string = "MissingSecret";
}

/** No form field of a passkey provider has the `webauthn` autofill hint. */
export class MissingWebAuthnAutocomplete extends AuthError {
  /** Query value and log name. */
  static override readonly type: string = "MissingWebAuthnAutocomplete";
}

/** The address belongs to a user who signed in another way before. */
export class OAuthAccountNotLinked extends SignInError {
  /** Query value and log name. */
  static override readonly type: string = "OAuthAccountNotLinked";
  /** Conflict. */
  static override readonly status: number = 409;
  /** Shown to the browser. */
  static override readonly clientSafe: boolean = true;
}

/** The provider answered with an error; its parameters are in `cause`. */
export class OAuthCallbackError extends SignInError {
  /** Query value and log name. */
  static override readonly type: string = "OAuthCallbackError";
  /** Unauthorized. */
  static override readonly status: number = 401;
  /** Shown to the browser. */
  static override readonly clientSafe: boolean = true;
}

/** The `profile` callback threw; trying another account may help. */
export class OAuthProfileParseError extends SignInError {
  /** Query value and log name. */
  static override readonly type: string = "OAuthProfileParseError";
}

/** Starting an OAuth sign-in failed. */
export class OAuthSignInError extends SignInError {
  /** Query value and log name. */
  static override readonly type: string = "OAuthSignInError";
}

/** A request body is larger than the limit. */
export class PayloadTooLarge extends AuthError {
  /** Query value and log name. */
  static override readonly type: string = "PayloadTooLarge";
  /** Content too large. */
  static override readonly status: number = 413;
  /** The request is refused. */
  static override readonly direct: boolean = true;
}

/** A database session could not be read; logged. */
export class SessionTokenError extends AuthError {
  /** Query value and log name. */
  static override readonly type: string = "SessionTokenError";
}

/** Ending a session failed; logged. */
export class SignOutError extends AuthError {
  /** Query value and log name. */
  static override readonly type: string = "SignOutError";
}

/** A body is of a kind that is not read here. */
export class UnsupportedMediaType extends AuthError {
  /** Query value and log name. */
  static override readonly type: string = "UnsupportedMediaType";
  /** Unsupported media type. */
  static override readonly status: number = 415;
  /** The request is refused. */
  static override readonly direct: boolean = true;
}

/** The path, the method or the body is not one we understand. */
export class UnknownAction extends AuthError {
  /** Query value and log name. */
  static override readonly type: string = "UnknownAction";
  /** Bad request. */
  static override readonly status: number = 400;
  /** The request is refused. */
  static override readonly direct: boolean = true;
}

/** The session strategy does not fit the providers. */
export class UnsupportedStrategy extends AuthError {
  /** Query value and log name. */
  static override readonly type: string = "UnsupportedStrategy";
}

/** Nobody confirmed that the host header can be trusted. */
export class UntrustedHost extends AuthError {
  /** Query value and log name. */
  static override readonly type: string = "UntrustedHost";
}

/** An e-mail token is unknown, used, expired, or for another address. */
export class Verification extends AuthError {
  /** Query value and log name. */
  static override readonly type: string = "Verification";
  /** Forbidden. */
  static override readonly status: number = 403;
  /** Shown to the browser. */
  static override readonly clientSafe: boolean = true;
}

/** A passkey ceremony did not verify. */
export class WebAuthnVerificationError extends AuthError {
  /** Query value and log name. */
  static override readonly type: string = "WebAuthnVerificationError";
  /** Forbidden. */
  static override readonly status: number = 403;
  /** Shown to the browser. */
  static override readonly clientSafe: boolean = true;
}

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
  | "UnknownAction"
  | "UnsupportedMediaType"
  | "UnsupportedStrategy"
  | "UntrustedHost"
  | "Verification"
  | "WebAuthnVerificationError";

/**
 * Whether the browser may learn this error's `type`.
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
