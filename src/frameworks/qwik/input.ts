/**
 * What the forms of an app may send.
 *
 * @module
 */

/** Fields of `useSignIn`. */
export interface SignInInput<Id extends string = string> {
  /** Whose sign-in to start; without it, the sign-in page asks. */
  providerId?: Id;
  /** Path or URL to go to afterwards. Default: the page that the form is on. */
  redirectTo?: string;
  /** What the provider asks for, such as a password; its `redirectTo` wins. */
  options?: {
    /** Path or URL to go to afterwards. */
    redirectTo?: string;
    /** Fields of the provider. */
    [field: string]: unknown;
  };
  /** Extra query members for the provider. */
  authorizationParams?: string | URLSearchParams | Record<string, string>;
}

/** Fields of `useSignOut`. */
export interface SignOutInput {
  /** Path or URL to go to afterwards. Default: the page that the form is on. */
  redirectTo?: string;
}

/** Why fields are unusable, by name. */
export type FieldErrors<Field extends string = keyof SignInInput> = Partial<
  Record<Field, string[]>
>;

/** Checked fields; `value` is absent when they are unusable. */
export interface Checked<Value> {
  /** What was sent, without unknown fields. */
  value?: Value;
  /** Why fields are unusable. */
  fieldErrors: FieldErrors;
  /** Why the whole is unusable. */
  formErrors: string[];
}

type Checks = Partial<Record<keyof SignInInput, [(value: unknown) => boolean, string]>>;

const isText = (value: unknown): boolean => typeof value === "string";

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const text: [typeof isText, string] = [isText, "Expected a string"];

const SIGN_IN: Checks = {
  providerId: text,
  redirectTo: text,
  options: [
    (value) => isRecord(value) && ["undefined", "string"].includes(typeof value.redirectTo),
    "Expected an object, and in it no `redirectTo` other than a string",
  ],
  authorizationParams: [
    (value) =>
      isText(value) || value instanceof URLSearchParams ||
      (isRecord(value) && Object.values(value).every(isText)),
    "Expected a string, URLSearchParams or an object of strings",
  ],
};

const SIGN_OUT: Checks = { redirectTo: text };

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
  for (const [name, [isUsable, problem]] of Object.entries(checks)) {
    const sent = Object.hasOwn(input, name) ? input[name] : undefined;
    if (sent === undefined) continue;
    if (isUsable(sent)) value[name] = sent;
    else fieldErrors[name as keyof SignInInput] = [problem];
  }
  const isUsable = Object.keys(fieldErrors).length === 0;
  return { value: isUsable ? value : undefined, fieldErrors, formErrors: [] };
}
