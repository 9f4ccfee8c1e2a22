/**
 * Every door that takes an email address, and what a stranger sees who knocks with the address of a
 * user, or with one of nobody.
 *
 * @module
 */

import { addEnrolment, newEnrolmentId } from "../../src/capabilities/factors/enrolments.ts";
import { AccountPage } from "../../src/capabilities/account/mod.ts";
import { Totp } from "../../src/capabilities/factors/mod.ts";
import Passkey from "../../src/capabilities/passkeys/passkey_provider.ts";
import { set as setPassword } from "../../src/capabilities/passwords/functions.ts";
import { suspend } from "../../src/server/users.ts";
import { newAuthenticator } from "../../src/tools/testing/adapter/check.ts";
import type { TestBrowser } from "../../src/tools/testing/mod.ts";
import type { PasswordOptions } from "../../src/types/password.ts";
import type { AuthConfig } from "../../mod.ts";
import { createContext } from "../unit/capabilities/factors/_context.ts";
import { createPasswordApp, type PasswordApp } from "./_passwords.ts";

const PASSWORD = "engines weave algebraic patterns";

/**
 * Addresses that a stranger may try, of equal length, since the length of a cookie tells that of its
 * text, and with one initial, which the second step shows. The first one is of a user with a password, a passkey and a second factor.
 */
export const ADDRESSES = {
  full: "ada@example.com",
  nobody: "abe@example.com",
  withoutPassword: "abi@example.com",
  unproven: "amy@example.com",
  suspended: "ann@example.com",
} as const;

/** Who tries is signed in only where the door is in the account. */
export const STRANGER = "xen@example.com";

export interface Site extends PasswordApp {
  /** Opens a browser in which the stranger is signed in. */
  signedIn(): Promise<TestBrowser>;
}

/** An app with every way to sign in, and its users. */
export async function createSite(
  config: Partial<AuthConfig> = {},
  options: PasswordOptions = {},
): Promise<Site> {
  const app = createPasswordApp({
    factors: [Totp()],
    account: AccountPage(),
    experimental: { enableWebAuthn: true },
    limits: false,
    ...config,
  }, options);
  const [password, mail] = app.config.providers;
  app.config.providers = [password!, { ...mail as object, code: true } as never, Passkey];
  const { adapter } = app;
  for (const [id, email] of [...Object.entries(ADDRESSES), ["stranger", STRANGER] as const]) {
    if (id === "nobody") continue;
    await adapter.createUser({ id, name: "Ada", email, emailVerified: new Date() });
    if (id !== "withoutPassword") await setPassword(app.config, id, PASSWORD);
    if (id === "unproven") await adapter.updateUser({ id, emailVerified: null });
  }
  const key = newAuthenticator("full");
  const { providerAccountId } = key;
  await adapter.linkAccount({
    userId: "full",
    type: "webauthn",
    provider: "passkey",
    providerAccountId,
  });
  await adapter.createAuthenticator(key);
  const { data } = await Totp().enrol(createContext());
  await addEnrolment(adapter.records, "full", newEnrolmentId(), Totp(), data);
  await suspend(app.config, "suspended");
  app.links.length = 0;
  app.mails.length = 0;
  return {
    ...app,
    async signedIn() {
      const browser = app.open();
      const { response } = await browser.signInWithCredentials(
        { email: STRANGER, password: PASSWORD },
        "password",
      );
      await response.body?.cancel();
      return browser;
    },
  };
}

/** What the stranger sends, and gets. */
export interface Visit {
  browser: TestBrowser;
  /** Answers in their order. */
  answers: Response[];
  /** Headers of all requests. */
  headers: Record<string, string>;
}

type Send = (path: string, fields?: Record<string, string>) => Promise<Response>;

/** A door: what is done with an address. */
export interface Door {
  name: string;
  /** `true` where the stranger is signed in. */
  isSignedIn?: boolean;
  knock(email: string, send: Send): Promise<void>;
}

/** The attempt that a page waits for. */
async function attemptOn(answer: Response): Promise<string> {
  const text = await answer.clone().text();
  return /name="attempt" value="([^"]*)"|"attempt":"([^"]*)"/.exec(text)?.slice(1)
    .find(Boolean) ?? "";
}

const WAITING = "/auth/verify-request?provider=mail&type=email";

const mailDoor = (name: string, purpose: string): Door => ({
  name,
  async knock(email, send) {
    await send("/auth/signin/mail", { email, callbackUrl: "/after", purpose });
    await send(WAITING);
  },
});

/** All doors. Each is knocked at as a browser does, and as a program that asks for JSON. */
export const DOORS: readonly Door[] = [
  {
    name: "sign-in, step 1",
    async knock(email, send) {
      await send("/auth/signin", { email, callbackUrl: "/after" });
    },
  },
  {
    name: "sign-in, step 2",
    async knock(email, send) {
      await send("/auth/signin", { email, callbackUrl: "/after" });
      await send("/auth/signin?step=password&callbackUrl=/after");
    },
  },
  {
    name: "wrong password",
    async knock(email, send) {
      await send("/auth/callback/password", { email, password: "wrong", callbackUrl: "/after" });
      await send("/auth/signin?error=CredentialsSignin&code=credentials");
    },
  },
  mailDoor("link", "sign-in"),
  mailDoor("sign-up", "sign-up"),
  mailDoor("password reset", "password"),
  {
    name: "wrong code",
    async knock(email, send) {
      await send("/auth/signin/mail", { email, callbackUrl: "/after" });
      const attempt = await attemptOn(await send(WAITING));
      await send("/auth/callback/mail", { attempt, code: "0000 0000" });
      await send(`${WAITING}&error=InvalidCode`);
    },
  },
  {
    name: "options of a passkey",
    async knock(email, send) {
      for (const action of ["", "&action=authenticate", "&action=register"]) {
        await send(`/auth/webauthn-options/passkey?email=${encodeURIComponent(email)}${action}`);
      }
    },
  },
  {
    name: "change of address",
    isSignedIn: true,
    async knock(email, send) {
      await send("/auth/address", { step: "request", email });
      await send("/auth/address");
      await send("/auth/address", { step: "confirm", code: "0000 0000" });
      await send("/auth/address?error=wrong-code");
      await send("/auth/address", { step: "cancel" });
    },
  },
];

/** How a door is knocked at: by a browser, or by a program. */
export const FORMS = {
  page: { accept: "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8" },
  json: { accept: "application/json" },
} as const;

/**
 * Knocks at a door.
 *
 * @param csrfToken token of the browser's forms
 */
export async function knock(
  { knock }: Door,
  browser: TestBrowser,
  email: string,
  headers: Record<string, string>,
  csrfToken: string,
): Promise<Response[]> {
  const answers: Response[] = [];
  await knock(email, async (path, fields) => {
    const answer = await browser.fetch(
      path,
      fields
        ? { method: "POST", headers, body: new URLSearchParams({ csrfToken, ...fields }) }
        : { headers },
    );
    answers.push(answer);
    return answer;
  });
  return answers;
}

/** Values that are random or sealed, wherever they begin: in a header, a field or a member. */
const ONE_TIME: readonly RegExp[] = [
  /'nonce-([^']+)'/g,
  /name="(?:csrfToken|attempt)" value="([^"]+)"/g,
  /"(?:csrfToken|attempt|challenge)":"([^"]+)"/g,
  /"user":\{"id":"([^"]+)"/g,
  /\breference=([0-9A-F]{6})\b/g,
  // A cookie, and the end of its name, which belongs to one attempt.
  /^set-cookie: [\w.-]*?\.([\w-]{16})=/gm,
  /^set-cookie: [^=]+=([^;]+);/gm,
];

/**
 * What a stranger can compare: status, headers, cookies and bytes of each answer. Of one-time values,
 * the length is left.
 */
export async function seenOf(answers: readonly Response[], email: string): Promise<string[]> {
  const texts = await Promise.all(answers.map(async (answer) =>
    [
      answer.status,
      ...[...answer.headers].map(([name, value]) => `${name}: ${value}`),
      await answer.text(),
    ].join("\n")
  ));
  const values = new Set(
    ONE_TIME.flatMap((pattern) => texts.flatMap((text) => [...text.matchAll(pattern)]))
      .map(([, value]) => value!),
  );
  const longestFirst = [...values].sort((a, b) => b.length - a.length);
  return texts.map((text) =>
    longestFirst.reduce((left, value) => left.replaceAll(value, `<${value.length}>`), text)
      .replaceAll(email, "ADDRESS").replaceAll(encodeURIComponent(email), "ADDRESS")
      .replaceAll(/; Expires=[^;\n]+/g, "")
  );
}
