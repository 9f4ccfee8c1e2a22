import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import * as errors from "../../src/errors.ts";
import { AuthError, CredentialsSignin, isClientError, SignInError } from "../../src/errors.ts";

type Row = [type: string, kind: "signIn" | "error", status: number, clientSafe: boolean];

const TABLE: Row[] = [
  ["AccessDenied", "error", 403, true],
  ["AccountNotLinked", "signIn", 409, true],
  ["AdapterError", "error", 503, false],
  ["CallbackRouteError", "error", 500, false],
  ["CredentialsSignin", "signIn", 401, true],
  ["DuplicateConditionalUI", "error", 500, false],
  ["EmailSignInError", "signIn", 500, false],
  ["ErrorPageLoop", "error", 500, false],
  ["EventError", "error", 500, false],
  ["ExperimentalFeatureNotEnabled", "error", 500, false],
  ["InvalidCallbackUrl", "error", 400, false],
  ["InvalidCheck", "error", 400, false],
  ["InvalidEndpoints", "error", 500, false],
  ["InvalidProvider", "error", 400, false],
  ["JWTSessionError", "error", 500, false],
  ["MissingAdapter", "error", 500, false],
  ["MissingAdapterMethods", "error", 500, false],
  ["MissingAuthorize", "error", 500, false],
  ["MissingCSRF", "signIn", 403, true],
  ["MissingSecret", "error", 500, false],
  ["MissingWebAuthnAutocomplete", "error", 500, false],
  ["OAuthAccountNotLinked", "signIn", 409, true],
  ["OAuthCallbackError", "signIn", 401, true],
  // Auth.js only logs it and redirects to the sign-in page; so does this library, by its `kind`.
  ["OAuthProfileParseError", "signIn", 500, false],
  ["OAuthSignInError", "signIn", 500, false],
  ["PayloadTooLarge", "error", 413, false],
  ["SessionTokenError", "error", 500, false],
  ["SignOutError", "error", 500, false],
  ["TokenRefreshError", "error", 502, false],
  ["TooManyRequests", "error", 429, true],
  ["UnknownAction", "error", 400, false],
  ["UnsupportedMediaType", "error", 415, false],
  ["UnsupportedStrategy", "error", 500, false],
  ["UntrustedHost", "error", 500, false],
  ["Verification", "error", 403, true],
  ["WebAuthnVerificationError", "error", 403, true],
];

/** Errors of requests that are refused without a page. */
const DIRECT = [
  "InvalidCallbackUrl",
  "InvalidProvider",
  "PayloadTooLarge",
  "UnknownAction",
  "UnsupportedMediaType",
];

/** Reasons in audit entries; those of the other classes are `failed`. */
const REASONS: Record<string, errors.RefusalReason> = {
  AccessDenied: "access-denied",
  AccountNotLinked: "not-linked",
  CredentialsSignin: "wrong-credentials",
  EmailSignInError: "mail-failed",
  InvalidCheck: "attempt-mismatch",
  MissingCSRF: "csrf",
  OAuthAccountNotLinked: "not-linked",
  OAuthCallbackError: "provider-error",
  OAuthProfileParseError: "provider-error",
  OAuthSignInError: "provider-error",
  TokenRefreshError: "provider-error",
  TooManyRequests: "too-many",
  Verification: "expired-link",
  WebAuthnVerificationError: "wrong-passkey",
};

/** Classes that differ from their parent by the reason alone. */
const REFINED: [name: string, parent: string, reason: errors.RefusalReason][] = [
  ["InvalidAnswer", "CallbackRouteError", "invalid-answer"],
  ["ProofRequired", "AccessDenied", "access-denied"],
  ["VisitorChanged", "AccessDenied", "access-denied"],
  ["SignedOutUpstream", "InvalidCheck", "signed-out"],
  ["ReplayedAnswer", "InvalidCheck", "replayed"],
  ["SignUpRefused", "AccessDenied", "sign-up-refused"],
  ["UserSuspended", "AccessDenied", "suspended"],
];

const classes = errors as unknown as Record<string, typeof AuthError>;

for (const [type, kind, status, clientSafe] of TABLE) {
  Deno.test(`${type} redirects to the ${kind} page with ${status}, ${clientSafe ? "shown" : "hidden"}`, () => {
    const Class = classes[type]!;
    const error = new Class("Cannot do it", { cause: { provider: "acme" } });
    assert(error instanceof AuthError && error instanceof Error);
    assertEquals(error instanceof SignInError, kind === "signIn");
    assertEquals(
      [error.name, error.type, error.kind, Class.status, Class.clientSafe, Class.direct],
      [type, type, kind, status, clientSafe, DIRECT.includes(type)],
    );
    assertEquals(error.message, "Cannot do it");
    assertEquals(error.cause, { provider: "acme" });
    assertEquals(isClientError(error), clientSafe);
    assertEquals(Class.reason, REASONS[type] ?? "failed");
    assert(error.stack?.includes("errors_test.ts"));
  });
}

for (const [name, parent, reason] of REFINED) {
  Deno.test(`${name} is a ${parent} for apps and browsers, with the reason ${reason}`, () => {
    const Class = classes[name]!;
    const Parent = classes[parent]!;
    assert(new Class() instanceof Parent);
    const facts = (of: typeof AuthError) => [of.type, of.kind, of.status, of.clientSafe, of.direct];
    assertEquals(facts(Class), facts(Parent));
    assertEquals(new Class().code, new Parent().code);
    assertEquals(Class.reason, reason);
  });
}

Deno.test("InvalidStatement is a SignOutError that is answered with 400", () => {
  const { InvalidStatement, SignOutError } = errors;
  assert(new InvalidStatement() instanceof SignOutError);
  assertEquals(InvalidStatement.type, "SignOutError");
  assertEquals([InvalidStatement.status, InvalidStatement.reason], [400, "invalid-answer"]);
});

Deno.test("errors: the table has exactly the exported classes", () => {
  const exported = Object.entries(classes)
    .filter(([, value]) => value.prototype instanceof AuthError)
    .map(([name]) => name)
    .filter((name) => name !== "SignInError" && name !== "MissingSecretError");
  const refined = REFINED.map(([name]) => name);
  const known = [...TABLE.map(([type]) => type), ...refined, "InvalidStatement"];
  assertEquals(exported.sort(), known.sort());
});

Deno.test("MissingSecretError is an alias of MissingSecret", () => {
  assertStrictEquals(errors.MissingSecretError, errors.MissingSecret);
});

Deno.test("AuthError and SignInError are the generic errors of their kinds", () => {
  assertEquals([new AuthError().type, new AuthError().kind], ["AuthError", "error"]);
  assertEquals([new SignInError().type, new SignInError().kind], ["AuthError", "signIn"]);
  assertEquals(new SignInError().name, "SignInError");
  assertEquals(isClientError(new SignInError()), false);
});

Deno.test("CredentialsSignin has the code `credentials`, and InvalidCheck its own name", () => {
  assertEquals(new CredentialsSignin().code, "credentials");
  assertEquals(new errors.InvalidCheck().code, "InvalidCheck");
  assertEquals(new errors.AccessDenied().code, undefined);
});

Deno.test("AuthError: subclasses of an app inherit the static members that they do not define", () => {
  class OutOfHours extends CredentialsSignin {
    override code = "closed";
  }
  const closed = new OutOfHours("We open at nine");
  assertEquals([closed.name, closed.type, closed.kind, closed.code], [
    "OutOfHours",
    "CredentialsSignin",
    "signIn",
    "closed",
  ]);
  assertEquals(isClientError(closed), true);
  class Mine extends AuthError {}
  assertEquals([new Mine().name, new Mine().type, new Mine().kind], ["Mine", "AuthError", "error"]);
  assertEquals(isClientError(new Mine()), false);
});

const inner = new TypeError("refused by the store");
const nested = new Error("outer", { cause: { table: "users" } });
const shapes: [string, AuthError, string, unknown][] = [
  ["nothing", new AuthError(), "", undefined],
  ["a message", new AuthError("Own words"), "Own words", undefined],
  ["an error", new AuthError(inner), "refused by the store", { err: inner }],
  [
    "an error with a record as cause",
    new AuthError(nested),
    "outer",
    { err: nested, table: "users" },
  ],
  [
    "an error and details",
    new AuthError(inner, { cause: { provider: "acme" } }),
    "refused by the store",
    { err: inner, provider: "acme" },
  ],
  [
    "an error and members",
    new AuthError(inner, { provider: "acme" } as ErrorOptions),
    "refused by the store",
    { err: inner, provider: "acme" },
  ],
  ["only options", new AuthError({ cause: { provider: "acme" } }), "", { provider: "acme" }],
  ["a message and an error", new AuthError("Own words", inner), "Own words", { err: inner }],
  [
    "a message and an error as cause",
    new AuthError("Own words", { cause: inner }),
    "Own words",
    { err: inner },
  ],
  [
    "a message and members",
    new AuthError("Own words", { provider: "acme" } as ErrorOptions),
    "Own words",
    { provider: "acme" },
  ],
  [
    "a message and a cause that is a string",
    new AuthError("Own words", { cause: "because" }),
    "Own words",
    { cause: "because" },
  ],
  ["a message and empty options", new AuthError("Own words", {}), "Own words", undefined],
];
for (const [what, error, message, cause] of shapes) {
  Deno.test(`AuthError takes ${what}`, () => {
    assertEquals(error.message, message);
    assertEquals(error.cause, cause as AuthError["cause"]);
  });
}

Deno.test("isClientError() is false for values other than AuthErrors", () => {
  const lookalike = Object.assign(new Error("no"), { type: "AccessDenied" });
  for (const value of [undefined, null, "AccessDenied", {}, new Error("x"), lookalike]) {
    assertEquals(isClientError(value), false);
  }
});
