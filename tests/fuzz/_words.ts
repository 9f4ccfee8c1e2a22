/**
 * Words with a meaning for this library, and values that are known to cause bugs.
 *
 * @module
 */

export const ACTIONS = [
  "callback",
  "csrf",
  "error",
  "providers",
  "session",
  "signin",
  "signout",
  "verify-request",
  "webauthn-options",
];

/** Known paths; the important ones are listed more often. */
export const PATHS = [
  ...ACTIONS,
  ...[
    "error",
    "signin",
    "signout",
    "session",
    "callback/credentials",
    "callback/acme",
    "signin/acme",
  ]
    .flatMap((path) => [path, path, path]),
  "signin/credentials",
  "signin/mail",
  "signin/mail",
  "callback/mail",
  "callback/mail",
  "webauthn-options/acme",
  "signout/acme",
  "signout/acme",
  "signout/acme",
];

/** URLs that resemble those of the app, and some that belong to it. */
export const TARGETS = [
  "",
  "/",
  "/after",
  "/after?error=AccessDenied#part",
  "/\u0430\u{1F511}",
  "/\ud800",
  "/\r\nset-cookie: planted=1",
  "/%0d%0aset-cookie:%20planted=1",
  "/" + "a".repeat(5000),
  "/" + "a".repeat(1700),
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "https://evil.example",
  "https:evil.example",
  "https:\\\\evil.example",
  "http://app.example",
  "https://app.example",
  "https://app.example/after",
  "https://app.example/\ud800",
  "https://app.example.evil.example/",
  "https://app.example@evil.example/",
  "https://app.example:444/",
  "https://app.example\t.evil.example",
  " https://evil.example",
];

/** Values that are known to cause bugs. */
export const ATTACKS = [
  "\\\\evil.example",
  "javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  '"><script>alert(1)</script>',
  "'--><svg/onload=alert(1)>",
  "\u0000",
  "\u2028",
  "\ud800",
  "\u{1F511}",
  "%",
  "%E0%A4%A",
  "__proto__",
  "constructor",
  "undefined",
  "null",
  "true",
  "-1",
  "1e999",
  "a".repeat(5000),
  "....",
  "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIn0..AAAA.AAAA.AAAA",
  "eyJhbGciOiJub25lIiwidHlwIjoibG9nb3V0K2p3dCJ9.e30.",
  "eyJhbGciOiJFUzI1NiIsImtpZCI6ImtleSJ9.e30.AAAA",
];

export const ERRORS = [
  "Configuration",
  "AccessDenied",
  "Verification",
  "Signin",
  "OAuthSignin",
  "CredentialsSignin",
  "SessionRequired",
  "Default",
  "constructor",
  "access_denied",
];

export const ADDRESSES = [
  "ada@example.com",
  "ADA@EXAMPLE.COM",
  "new@example.com",
  "ada@example.com,evil@evil.example",
  '"ada@example.com"@evil.example',
  "ada@example.com\r\nbcc: evil@evil.example",
  "@",
  "\ud800@example.com",
  "a".repeat(2000) + "@example.com",
];

export const NAMES = [
  "callbackUrl",
  "csrfToken",
  "error",
  "error_description",
  "code",
  "logout_token",
  "event",
  "state",
  "iss",
  "email",
  "token",
  "password",
  "data",
  "scope",
  "login_hint",
  "redirect_uri",
  "client_id",
  "response_mode",
  "json",
  "provider",
  "__proto__",
  "constructor",
  "prototype",
  "hasOwnProperty",
];

/** Cookie names of this library, without prefix. */
export const COOKIES = [
  "authjs.session-token",
  "authjs.session-token.0",
  "authjs.session-token.1",
  "authjs.session-token.999",
  "authjs.callback-url",
  "authjs.csrf-token",
  "authjs.pkce.code_verifier",
  "authjs.state",
  "authjs.state.AAAAAAAAAAAAAAAA",
  "authjs.nonce",
  "authjs.challenge",
];
