/**
 * Fields that the forms of an app can send, and their checks.
 *
 * @module
 */

import type { NamedId } from "@x/auth/types";

/** Fields of `useSignIn`. */
export interface SignInInput<Id extends string = string> {
  /** Id of the provider. Default: the sign-in page lets the user choose. */
  providerId?: NamedId<Id>;
  /** Path or URL to redirect to afterwards. Default: the page of the form. */
  redirectTo?: string;
  /** Fields of the provider, such as a password; its `redirectTo` wins over the one above. */
  options?: {
    /** Path or URL to redirect to afterwards. */
    redirectTo?: string;
    /** Field of the provider's sign-in form. */
    [field: string]: unknown;
  };
  /** Extra query parameters of the authorization request. */
  authorizationParams?: string | URLSearchParams | Record<string, string>;
}

/** Fields of `useSignOut`. */
export interface SignOutInput {
  /** Path or URL to redirect to afterwards. Default: the page of the form. */
  redirectTo?: string;
  /** `"true"` also ends the session at the provider. Default: as the config says. */
  federated?: string;
}

/** Error messages by field name. */
export type FieldErrors<Field extends string = keyof SignInInput> = Partial<
  Record<Field, string[]>
>;

/**
 * Failure of a form action.
 *
 * @typeParam Field Names of the form's fields.
 */
export interface QwikAuthFailure<Field extends string = keyof SignInInput> {
  /** Marks a failure. */
  failed: true;
  /** Error messages of single fields. */
  fieldErrors: FieldErrors<Field>;
  /** Other errors by name, for example `CredentialsSignin`. */
  formErrors: string[];
  /** Name of the error; absent when fields are invalid. */
  error?: string;
  /** `code` of a `CredentialsSignin`. Default `credentials`. */
  code?: string;
}

/** Checked fields; `value` is absent when a field is invalid. */
export interface Checked<Value> extends Pick<QwikAuthFailure, "fieldErrors" | "formErrors"> {
  /** Sent fields, without unknown ones. */
  value?: Value;
}

type Checks = Partial<
  Record<keyof SignInInput | keyof SignOutInput, [(value: unknown) => boolean, string]>
>;

const isText = (value: unknown): boolean => typeof value === "string";

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const text: [typeof isText, string] = [isText, "Expected a string"];

const SIGN_IN: Checks = {
  providerId: text,
  redirectTo: text,
  options: [
    (value) => isRecord(value) && ["undefined", "string"].includes(typeof value.redirectTo),
    "Expected an object whose `redirectTo`, if present, is a string",
  ],
  authorizationParams: [
    (value) =>
      isText(value) || value instanceof URLSearchParams ||
      (isRecord(value) && Object.values(value).every(isText)),
    "Expected a string, URLSearchParams or an object of strings",
  ],
};

const SIGN_OUT: Checks = { redirectTo: text, federated: text };

/** Checks the fields of `useSignIn`. */
export function checkSignIn(input: unknown): Checked<SignInInput> {
  return check(input, SIGN_IN);
}

/** Checks the fields of `useSignOut`. */
export function checkSignOut(input: unknown): Checked<SignOutInput> {
  return check(input, SIGN_OUT);
}

function check(input: unknown, checks: Checks): Checked<SignInInput> {
  if (!isRecord(input)) return { fieldErrors: {}, formErrors: ["Expected an object"] };
  const value: Record<string, unknown> = {};
  const fieldErrors: FieldErrors = {};
  for (const [name, [isUsable, configError]] of Object.entries(checks)) {
    const sent = Object.hasOwn(input, name) ? input[name] : undefined;
    if (sent === undefined) continue;
    if (isUsable(sent)) value[name] = sent;
    else fieldErrors[name as keyof SignInInput] = [configError];
  }
  const isUsable = Object.keys(fieldErrors).length === 0;
  return { value: isUsable ? value : undefined, fieldErrors, formErrors: [] };
}
