/**
 * What `docs/comparison.md` and README.md say about the peers, by running them.
 *
 * @module
 */

import { Auth, type AuthConfig, skipCSRFCheck } from "@auth/core";
import Credentials from "@auth/core/providers/credentials";
import Passkey from "@auth/core/providers/passkey";
import { encode } from "@auth/core/jwt";
import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { apiKey } from "@better-auth/api-key";
import { oauthProvider } from "@better-auth/oauth-provider";
import { passkey } from "@better-auth/passkey";
import { betterAuth } from "better-auth";
import * as plugins from "better-auth/plugins";
import { appEnvironment } from "../_environment.ts";

const ORIGIN = "https://app.example";
const SECRET = "a-secret-of-at-least-32-characters";
const DOCUMENT = "docs/comparison.md";

/** A config of its own for each call, since Auth.js writes into it. */
const peer = (): AuthConfig => ({
  providers: [Credentials({ credentials: { password: {} }, authorize: () => null })],
  secret: SECRET,
  trustHost: true,
  basePath: "/auth",
  skipCSRFCheck,
  logger: { error() {}, warn() {}, debug() {} },
});

const better = betterAuth({
  baseURL: ORIGIN,
  secret: SECRET,
  emailAndPassword: { enabled: true },
  plugins: [plugins.twoFactor(), plugins.organization(), plugins.bearer(), passkey(), apiKey()],
  logger: { disabled: true },
  telemetry: { enabled: false },
});

const ask = (path: string, init?: RequestInit, config = peer()) =>
  Auth(new Request(`${ORIGIN}/auth/${path}`, init), config);

const form = (fields: Record<string, string>): RequestInit => ({
  method: "POST",
  body: new URLSearchParams(fields),
});

/** Cells of the rows of the first table of a document, without the padding of the formatter. */
async function rowsOf(path: string): Promise<string[][]> {
  const text = await Deno.readTextFile(path);
  const [, table = ""] = /^(\|[^\n]*@x\/auth[^\n]*Better Auth[^\n]*\n(?:\|.*\n)+)/m.exec(text) ??
    [];
  return table.trim().split("\n").slice(2)
    .map((line) => line.slice(1, -1).split("|").map((cell) => cell.trim()));
}

Deno.test("comparison: README.md has the same rows as the guide", async () => {
  const rows = await rowsOf(DOCUMENT);
  assertEquals(rows.length, 10);
  assertEquals(await rowsOf("README.md"), rows);
});

Deno.test("comparison: the versions are those that the tests run", async () => {
  const text = await Deno.readTextFile(DOCUMENT);
  const { specifiers } = JSON.parse(await Deno.readTextFile("deno.lock"));
  const versionOf = (name: string) =>
    Object.entries<string>(specifiers).find(([key]) => key.startsWith(`npm:${name}@`))![1]
      .split("_")[0];
  assertStringIncludes(text, `@auth/core@${versionOf("@auth/core")}`);
  assertStringIncludes(text, `Better Auth ${versionOf("better-auth")}`);
});

Deno.test("comparison: Better Auth has passwords, factors, passkeys, organizations and keys", () => {
  const { api } = better;
  const found = {
    passwords: [api.signUpEmail, api.changePassword, api.requestPasswordReset, api.resetPassword],
    factors: [api.enableTwoFactor, api.verifyTOTP, api.verifyBackupCode],
    passkeys: [api.verifyPasskeyAuthentication],
    organizations: [api.createOrganization, api.createInvitation, api.hasPermission],
    teams: [plugins.organization({ teams: { enabled: true } }).endpoints.createTeam],
    devices: [api.revokeOtherSessions],
    keys: [api.createApiKey, api.verifyApiKey],
  };
  for (const [name, functions] of Object.entries(found)) {
    for (const each of functions) assertEquals(typeof each, "function", name);
  }
});

Deno.test("comparison: Better Auth has a page for errors, and none for signing in", async () => {
  const get = (path: string) => better.handler(new Request(`${ORIGIN}/api/auth/${path}`));
  const error = await get("error");
  assertStringIncludes(error.headers.get("content-type")!, "text/html");
  await error.body?.cancel();
  for (const path of ["sign-in", "signin", "sign-up", "two-factor", "account"]) {
    assertEquals((await get(path)).status, 404, path);
  }
});

Deno.test("comparison: Better Auth limits an address and a path in production, and not otherwise", async () => {
  const program = `
    import { betterAuth } from "better-auth";
    const { $context } = betterAuth({
      baseURL: "${ORIGIN}", secret: "${SECRET}", emailAndPassword: { enabled: true },
      logger: { disabled: true }, telemetry: { enabled: false },
      advanced: { ipAddress: { ipAddressHeaders: ["x-ip"] } },
    });
    console.log((await $context).rateLimit.enabled);`;
  for (const [mode, enabled] of [["production", "true"], ["development", "false"]] as const) {
    const { stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["eval", program],
      clearEnv: true,
      env: appEnvironment({ NODE_ENV: mode }),
    }).output();
    assertEquals(new TextDecoder().decode(stdout).trim(), enabled, mode);
  }
});

Deno.test("comparison: Auth.js has sign-in pages in English, and no action for a factor", async () => {
  const page = await ask("signin", { headers: { "accept-language": "fr" } });
  assertStringIncludes(await page.text(), "Sign in with");
  for (const action of ["factor", "factors", "account", "signup", "password"]) {
    const { status, body } = await ask(action);
    assertEquals(status, 400, action);
    await body?.cancel();
  }
});

Deno.test("comparison: a package makes Better Auth an authorization server, and Auth.js has none", async () => {
  const pages = { loginPage: "/sign-in", consentPage: "/consent" };
  const { endpoints } = oauthProvider(pages);
  assert("oauth2Authorize" in endpoints && "oauth2Token" in endpoints);
  assert(!("oauthProvider" in plugins));
  for (const path of ["oauth/authorize", "oauth2/authorize", "oauth/token", "token"]) {
    const { status, body } = await ask(path);
    assertEquals(status, 400, path);
    await body?.cancel();
  }
});

Deno.test("comparison: Auth.js limits no guessing", async () => {
  for (let count = 0; count < 150; count++) {
    const { status, headers, body } = await ask(
      "callback/credentials",
      form({ password: `${count}` }),
    );
    assertEquals(status, 302);
    assertMatch(headers.get("location")!, /error=CredentialsSignin/);
    await body?.cancel();
  }
});

Deno.test("comparison: a copied token cookie of Auth.js is valid after the sign-out", async () => {
  const name = "__Secure-authjs.session-token";
  const token = await encode({ token: { sub: "1", name: "Ada" }, secret: SECRET, salt: name });
  const headers = { cookie: `${name}=${token}` };
  const out = await ask("signout", { ...form({}), headers });
  assert(out.headers.getSetCookie().some((cookie) => cookie.startsWith(`${name}=;`)));
  await out.body?.cancel();
  const session = await (await ask("session", { headers })).json();
  assertEquals(session.user.name, "Ada");
});

// The last one, since Auth.js remembers in its module that an app has passkeys.
Deno.test("comparison: passkeys of Auth.js need an experimental option", async () => {
  const errors: string[] = [];
  const logger = { error: (error: Error) => errors.push(error.name), warn() {}, debug() {} };
  const config = { ...peer(), providers: [Passkey({})], logger };
  const { status, body } = await ask("signin", {}, config);
  await body?.cancel();
  assertEquals([status, errors], [500, ["ExperimentalFeatureNotEnabled"]]);
});
