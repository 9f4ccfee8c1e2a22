import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import * as defaults from "../../../src/config/defaults.ts";
import {
  checkLanguages,
  cookieTable,
  defaultAccount,
  defaultProfile,
  resolveLanguages,
} from "../../../src/config/defaults.ts";
import { fr } from "../../../src/languages/fr.ts";
import type { AuthConfig } from "../../../src/types/config.ts";

Deno.test("defaults: numbers and strings are those of the specification", () => {
  assertEquals(defaults.BASE_PATH, "/auth");
  assertEquals(defaults.SESSION_MAX_AGE, 2592000);
  assertEquals(defaults.SESSION_UPDATE_AGE, 86400);
  assertEquals(defaults.CHECK_MAX_AGE, 900);
  assertEquals(defaults.SCOPE, "openid profile email");
  assertEquals(defaults.THEME, { colorScheme: "auto", logo: "", brandColor: "", buttonText: "" });
});

const NAMES = {
  sessionToken: ["authjs.session-token", "__Secure-authjs.session-token", undefined],
  callbackUrl: ["authjs.callback-url", "__Secure-authjs.callback-url", undefined],
  csrfToken: ["authjs.csrf-token", "__Host-authjs.csrf-token", undefined],
  pkceCodeVerifier: ["authjs.pkce.code_verifier", "__Host-authjs.pkce.code_verifier", 900],
  state: ["authjs.state", "__Host-authjs.state", 900],
  nonce: ["authjs.nonce", "__Host-authjs.nonce", 900],
  webauthnChallenge: ["authjs.challenge", "__Host-authjs.challenge", 900],
  emailAttempt: ["authjs.email", "__Host-authjs.email", undefined],
  knownDevice: ["authjs.device", "__Host-authjs.device", undefined],
  factorAttempt: ["authjs.factor", "__Host-authjs.factor", undefined],
  trustedDevice: ["authjs.trusted", "__Host-authjs.trusted", undefined],
  signOut: ["authjs.signout", "__Host-authjs.signout", 900],
  lastProvider: ["authjs.last", "__Secure-authjs.last", undefined],
  typedFields: ["authjs.typed", "__Host-authjs.typed", undefined],
  adminLink: ["authjs.admin-link", "__Secure-authjs.admin-link", undefined],
  operator: ["authjs.operator", "__Host-authjs.operator", undefined],
} as const;

for (const secure of [false, true]) {
  Deno.test(`cookieTable(${secure}) has every name and attribute`, () => {
    const expected = Object.fromEntries(
      Object.entries(NAMES).map(([key, [plain, prefixed, maxAge]]) => [key, {
        name: secure ? prefixed : plain,
        options: {
          httpOnly: true,
          sameSite: "lax",
          path: "/",
          secure,
          ...maxAge === undefined ? {} : { maxAge },
        },
      }]),
    );
    assertEquals(cookieTable(secure) as unknown, expected);
  });
}

Deno.test("cookieTable() merges the app's name and attributes over the defaults", () => {
  const table = cookieTable(true, {
    sessionToken: { name: "mine" },
    state: { options: { sameSite: "none", maxAge: 60, domain: "a.example" } },
  });
  assertEquals(table.sessionToken.name, "mine");
  assertEquals(table.sessionToken.options, cookieTable(true).sessionToken.options);
  assertEquals(table.state.name, "__Secure-authjs.state", "no prefix that forbids the domain");
  assertEquals(table.state.options, {
    httpOnly: true,
    sameSite: "none",
    path: "/",
    secure: true,
    maxAge: 60,
    domain: "a.example",
  });
  assertEquals(table.nonce, cookieTable(true).nonce);
});

Deno.test("cookieTable() returns separate attributes for every table", () => {
  cookieTable(true).state.options.path = "/changed";
  assertEquals(cookieTable(true).state.options.path, "/");
});

const profiles: [string, Record<string, unknown>, Record<string, unknown>][] = [
  ["standard claims", { sub: "1", name: "Ada", email: "A@b.c", picture: "https://p" }, {
    id: "1",
    name: "Ada",
    email: "A@b.c",
    image: "https://p",
  }],
  ["sub over id", { sub: "1", id: "2" }, { id: "1" }],
  ["id as a string", { id: 7 }, { id: "7" }],
  ["an id of 0", { id: 0 }, { id: "0" }],
  ["nickname", { sub: "1", nickname: "ada", preferred_username: "al" }, { id: "1", name: "ada" }],
  ["preferred_username", { sub: "1", preferred_username: "al" }, { id: "1", name: "al" }],
  ["null as missing", { sub: "1", name: null, nickname: "ada", email: null, picture: null }, {
    id: "1",
    name: "ada",
  }],
];
for (const [what, profile, user] of profiles) {
  Deno.test(`defaultProfile() maps ${what}`, () => {
    assertEquals(defaultProfile(profile) as unknown, user);
  });
}

Deno.test("defaultProfile() keeps an id that is an object, which is refused later", () => {
  const sub = { toString: () => "shared" };
  assertEquals(defaultProfile({ sub }).id as unknown, sub);
});

Deno.test("defaultProfile() creates a random id when there is none", () => {
  const [first, second] = [defaultProfile({ name: "Ada" }), defaultProfile({ sub: null })];
  assertMatch(first.id!, /^[0-9a-f-]{36}$/);
  assertEquals(first.id === second.id, false);
  assertEquals(Object.keys(second), ["id"]);
});

Deno.test("defaultAccount() keeps seven members and drops undefined ones", () => {
  const all = {
    access_token: "a",
    id_token: "b",
    refresh_token: "c",
    expires_at: 1,
    scope: "d",
    token_type: "bearer",
    session_state: "e",
  };
  assertEquals(defaultAccount({ ...all, expires_in: 3600, extra: "x" }), all);
  assertEquals(defaultAccount({ access_token: "a", scope: undefined }), { access_token: "a" });
  assertEquals(defaultAccount({}), {});
});

/** A config with these members, which JavaScript does not check. */
const configOf = (members: object): AuthConfig => ({ providers: [], ...members });

Deno.test("resolveLanguages() has English, and the translations of the app", () => {
  assertEquals(resolveLanguages(configOf({})).codes, ["en"]);
  const { codes, texts } = resolveLanguages(configOf({ languages: [fr] }));
  assertEquals(codes, ["en", "fr"]);
  assert(texts.get("fr") === fr.texts);
});

Deno.test("resolveLanguages() puts texts of the app over those of a translation", () => {
  const changes = { signIn: { heading: "X" } };
  const config = configOf({ languages: [fr], texts: { en: changes, fr: changes } });
  const { texts } = resolveLanguages(config);
  assertEquals(texts.get("en"), changes);
  assertEquals(texts.get("fr")!.signIn!.heading, "X");
  assertEquals(texts.get("fr")!.signIn!.submit, fr.texts.signIn.submit);
  assertEquals(fr.texts.signIn.heading, "Connexion");
});

Deno.test("resolveLanguages() keeps the texts of two emails apart where the app has one object", () => {
  const email = { subject: "Your code" };
  const mails = { factorCode: email, addressCode: email };
  const { mails: { factorCode, addressCode } = {} } = resolveLanguages(
    configOf({ texts: { en: { mails } } }),
  ).texts.get("en")!;
  assertEquals([factorCode, addressCode], [email, email]);
  assert(factorCode !== addressCode);
});

for (
  const [members, message] of [
    [{ languages: "fr" }, "Cannot use `languages`: it must be a list"],
    [{ languages: ["fr"] }, "`fr` of `@x/auth/languages/fr`"],
    [{ languages: [{ language: "fr" }] }, "`fr` of `@x/auth/languages/fr`"],
    [{ languages: [{ language: "f r", texts: {} }] }, "`fr` of `@x/auth/languages/fr`"],
    [{ languages: [null] }, "`fr` of `@x/auth/languages/fr`"],
    [{ language: "fr" }, "Cannot use `language`: this config has texts in en; add others"],
    [{ language: 1 }, "Cannot use `language`: it must be a language tag, or a function"],
    [{ texts: [] }, "Cannot use `texts`: it must be an object"],
    [
      { texts: { fr: {} } },
      "Cannot use `texts.fr`: this config has texts in en; add others",
    ],
    [{ texts: { en: "x" } }, "Cannot use `texts.en`: it must be an object of texts"],
  ] as const
) {
  Deno.test(`checkLanguages() refuses ${JSON.stringify(members)}`, () => {
    assertStringIncludes(checkLanguages(configOf(members))!.message, message);
    // The page about the error is shown in a language.
    assertEquals(resolveLanguages(configOf(members)).codes, ["en"]);
  });
}

Deno.test("checkLanguages() accepts what the types accept", () => {
  for (
    const members of [
      {},
      { languages: [] },
      { languages: [fr], language: "fr", texts: { fr: { again: "X" }, en: {} } },
      { language: () => undefined },
      { language: "en" },
    ]
  ) assertEquals(checkLanguages(configOf(members)), undefined);
});
