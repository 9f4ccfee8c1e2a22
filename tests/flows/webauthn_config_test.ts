import { assertEquals, assertMatch } from "@std/assert";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { Auth, type AuthConfig } from "../../mod.ts";
import Credentials from "../../src/providers/credentials.ts";
import Passkey from "../../src/capabilities/passkeys/passkey_provider.ts";
import WebAuthn, {
  DEFAULT_SIMPLEWEBAUTHN_BROWSER_VERSION,
  DEFAULT_WEBAUTHN_TIMEOUT,
} from "../../src/capabilities/passkeys/webauthn_provider.ts";
import { KEY_METHODS } from "./_passkeys.ts";
import { createApp, SECRET } from "./_rig.ts";

async function problemOf(overrides: Partial<AuthConfig>): Promise<Error | undefined> {
  const errors: Error[] = [];
  const config: AuthConfig = {
    providers: [Passkey],
    adapter: MemoryAdapter(),
    secret: SECRET,
    trustHost: true,
    experimental: { enableWebAuthn: true },
    logger: { error: (error) => void errors.push(error), warn: () => {}, debug: () => {} },
    ...overrides,
  };
  const response = await Auth(new Request("https://app.example/auth/session"), config);
  await response.body?.cancel();
  assertEquals(response.status, errors.length > 0 ? 500 : 200);
  return errors[0];
}

/** Removes methods from a store. */
function without(...names: string[]) {
  return Object.fromEntries(
    Object.entries(MemoryAdapter()).filter(([name]) => !names.includes(name)),
  );
}

const problems: [string, Partial<AuthConfig>, string, RegExp][] = [
  ["the adapter is missing", { adapter: undefined }, "MissingAdapter", /adapter/],
  [
    "methods are missing, with tokens",
    {
      adapter: without("getAccount", "getUserByEmail"),
      session: { strategy: "jwt" },
    },
    "MissingAdapterMethods",
    /`getUserByEmail`, `getAccount`/,
  ],
  [
    "an adapter keeps some of what passkeys need",
    { adapter: without("updateAuthenticatorCounter") },
    "MissingAdapterMethods",
    /`updateAuthenticatorCounter`/,
  ],
  [
    "neither the adapter nor records keep passkeys",
    { adapter: without("records", ...KEY_METHODS) },
    "AuthError",
    /the provider "passkey": it needs a store of records; set `records`/,
  ],
  [
    "two providers use autofill",
    { providers: [Passkey, WebAuthn] },
    "DuplicateConditionalUI",
    /autofill/,
  ],
];

Deno.test("passkey config: an adapter without passkeys needs records", async () => {
  assertEquals(await problemOf({ adapter: without(...KEY_METHODS) }), undefined);
});

for (const [name, overrides, type, words] of problems) {
  Deno.test(`passkey config: refused when ${name}`, async () => {
    const problem = await problemOf(overrides);
    assertEquals((problem as { type?: string } | undefined)?.type, type);
    assertMatch(problem!.message, words);
  });
}

const faulty: [string, AuthConfig["providers"][number], RegExp][] = [
  [
    "no field has the autocomplete hint",
    Passkey({ formFields: { email: { autocomplete: "username" } } }),
    /`autocomplete`/,
  ],
  [
    "there are no fields for autofill",
    Passkey({ formFields: false }),
    /`enableConditionalUI: false`/,
  ],
  [
    "the version is invalid",
    Passkey({ simpleWebAuthnBrowserVersion: "latest" }),
    /`simpleWebAuthnBrowserVersion`/,
  ],
  [
    "the library is missing",
    { ...Passkey(), simpleWebAuthn: undefined as never },
    /providers\/passkey/,
  ],
];

for (const [name, provider, words] of faulty) {
  Deno.test(`passkey config: the provider is disabled when ${name}`, async () => {
    const { browser, errors } = createApp({
      providers: [provider, Credentials({ authorize: () => null, credentials: { a: {} } })],
      adapter: MemoryAdapter(),
      session: { strategy: "jwt" },
      experimental: { enableWebAuthn: true },
    });
    const html = await (await browser.fetch("/auth/signin")).text();
    assertEquals(errors.map(({ message }) => words.test(message)), [true]);
    assertEquals([html.includes("data-passkey"), html.includes("credentials")], [false, true]);
    const options = await browser.fetch("/auth/webauthn-options/passkey");
    assertMatch(options.headers.get("location")!, /error\?error=Configuration$/);
  });
}

const fine: [string, Partial<AuthConfig>][] = [
  ["a provider that is passed as a function", {}],
  ["two providers, one with autofill", {
    providers: [Passkey, WebAuthn({ enableConditionalUI: false })],
  }],
  ["no form on the page", {
    providers: [Passkey({ formFields: false, enableConditionalUI: false })],
  }],
  ["tokens with a store that keeps no sessions", {
    adapter: without("createSession", "getSessionAndUser", "updateSession", "deleteSession"),
    session: { strategy: "jwt" },
  }],
  ["an inherited store", { adapter: Object.create(MemoryAdapter()) }],
  ["without the flag of Auth.js", { experimental: undefined }],
  ["beside others", { providers: [Passkey, Credentials({ authorize: () => null })] }],
];

for (const [name, overrides] of fine) {
  Deno.test(`passkey config: ${name} is accepted`, async () => {
    assertEquals(await problemOf(overrides), undefined);
  });
}

Deno.test("Passkey(), WebAuthn(): have the documented defaults, and the app's members override them", () => {
  assertEquals(DEFAULT_WEBAUTHN_TIMEOUT, 300000);
  assertEquals(DEFAULT_SIMPLEWEBAUTHN_BROWSER_VERSION, "v9.0.1");
  const plain = WebAuthn();
  assertEquals([plain.id, plain.name, plain.type], ["webauthn", "WebAuthn", "webauthn"]);
  assertEquals(plain.authenticationOptions, { timeout: 300000 });
  assertEquals(plain.verifyAuthenticationOptions, undefined);
  const passkey = Passkey({ id: "key", name: "Key", verifyRegistrationOptions: {} });
  assertEquals([passkey.id, passkey.name, passkey.type], ["key", "Key", "webauthn"]);
  assertEquals(passkey.authenticationOptions, { timeout: 300000, userVerification: "required" });
  assertEquals(passkey.registrationOptions?.authenticatorSelection, {
    residentKey: "required",
    userVerification: "required",
  });
  assertEquals(passkey.verifyAuthenticationOptions, { requireUserVerification: true });
  assertEquals(passkey.verifyRegistrationOptions, {});
});
