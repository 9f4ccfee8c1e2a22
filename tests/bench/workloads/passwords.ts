/**
 * Sign-in with a password that the library keeps, and the sign-in page with every kind of
 * method.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import type { AuthConfig } from "../../../mod.ts";
import Passkey from "../../../src/capabilities/passkeys/passkey_provider.ts";
import Password from "../../../src/capabilities/passwords/password_provider.ts";
import { set as setPassword } from "../../../src/capabilities/passwords/functions.ts";
import { formPost, Jar, openBrowser, ORIGIN, pageHeaders, readText } from "../_browser.ts";
import { userOf } from "../_stores.ts";
import { emailOf, inTurns, nameOf, SESSION_COOKIE } from "../_users.ts";
import type { Prepare, Workload } from "../_workload.ts";
import {
  COMMON,
  countProviders,
  loadSubject,
  manyProviders,
  type Provider,
  type SubjectName,
} from "../subjects/mod.ts";
import { nameIn } from "./forms.ts";

/** The work of a hash that Better Auth has by default: N = 16384, r = 16, p = 1. */
const COST = { ln: 14, r: 16, p: 1 };

const indices = Array.from({ length: 10 }, (_, index) => index);

/** Password of a user; no rule refuses it. */
const passwordOf = (index: number) => `engines weave algebra ${index}`;

const mail = {
  id: "mail",
  name: "Email",
  type: "email",
  from: "App <no-reply@example.com>",
  maxAge: 60 * 60,
  sendVerificationRequest() {},
} as unknown as Provider;

/** The config of an app with passwords. */
function passwordConfig(): AuthConfig {
  return {
    ...COMMON,
    providers: [Password({ cost: COST }), mail],
    adapter: MemoryAdapter(),
    session: { strategy: "jwt", revocation: {} },
    limits: false,
  };
}

const ours: Prepare = async () => {
  const { createApp } = await loadSubject("ours");
  const config = passwordConfig();
  for (const index of indices) {
    await config.adapter!.createUser!({ ...userOf(index), emailVerified: new Date() });
    assertEquals(await setPassword(config, userOf(index).id, passwordOf(index)), null);
  }
  const app = createApp(config);
  const { jar, csrfToken } = await openBrowser(app);
  const signIn = async (index: number, password: string) => {
    const post = formPost(jar, { csrfToken, email: emailOf(index), password });
    const response = await app(new Request(`${ORIGIN}/auth/callback/password`, post));
    await readText(response, 302);
    return response;
  };
  const signedIn = new Jar();
  signedIn.store(await signIn(7, passwordOf(7)));
  assertEquals(await nameIn(app, signedIn), nameOf(7));
  const refused = await signIn(7, passwordOf(8));
  assertEquals(refused.headers.getSetCookie().some((line) => line.includes(SESSION_COOKIE)), false);
  const next = inTurns(indices);
  return {
    async run() {
      const index = next();
      await signIn(index, passwordOf(index));
    },
  };
};

const better: Prepare = async () => {
  const { createBetterPasswordApp } = await import("../subjects/better.ts");
  const signIn = await createBetterPasswordApp(indices, passwordOf);
  assertEquals(await signIn(7, passwordOf(8)), 401);
  const next = inTurns(indices);
  return {
    async run() {
      const index = next();
      assertEquals(await signIn(index, passwordOf(index)), 200);
    },
  };
};

/** The hash alone. */
const floor: Prepare = async () => {
  const { scrypt } = await import("node:crypto");
  const { ln, r, p } = COST;
  const options = { N: 2 ** ln, r, p, maxmem: 64 * 1024 * 1024 };
  const next = inTurns(indices);
  return {
    run: () =>
      new Promise<void>((resolve, reject) =>
        scrypt(passwordOf(next()), "a salt of 16 byt", 32, options, (error, key) => {
          if (error || key.length !== 32) reject(error);
          else resolve();
        })
      ),
  };
};

/** Three providers, a link, a password and, where the library shares the form, a passkey. */
function everyMethod(name: SubjectName): Prepare {
  return async () => {
    const subject = await loadSubject(name);
    const passwords = {
      id: "password",
      name: "Password",
      type: "credentials",
      credentials: { email: {}, password: { type: "password" } },
      authorize: () => null,
    } as unknown as Provider;
    const config: AuthConfig = {
      ...passwordConfig(),
      experimental: { enableWebAuthn: true },
      providers: [
        ...manyProviders(subject, 3),
        mail,
        ...name === "ours" ? [Password(), Passkey] : [passwords],
      ],
    };
    const app = subject.createApp(config);
    const { jar } = await openBrowser(app);
    const headers = pageHeaders(jar);
    const request = () => new Request(`${ORIGIN}/auth/signin`, { headers });
    const run = async (request: Request) => await readText(await app(request), 200);
    const page = await run(request());
    assertEquals(countProviders(page), 3);
    assertEquals(page.includes('name="email"'), true);
    return { request, run };
  };
}

export const passwords: Workload[] = [
  {
    id: "kept-password",
    label: "sign-in with `Password`, scrypt as Better Auth has it",
    targets: { overFloor: 1.1 },
    contenders: { ours, better, floor },
  },
  {
    id: "signin-page-every",
    label: "sign-in page with a link, a password, three providers, and ours with a passkey",
    targets: {},
    contenders: { ours: everyMethod("ours"), peer: everyMethod("peer") },
  },
];
