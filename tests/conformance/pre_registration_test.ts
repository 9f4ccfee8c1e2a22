/**
 * Account pre-hijacking by password, on both libraries: an attacker signs up under the
 * address of another person and chooses a password, later the person proves the address, and
 * then the attacker tries that password. Reported for Better Auth as #11023.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { betterAuth } from "better-auth";
import { memoryAdapter } from "better-auth/adapters/memory";
import { emailOTP } from "better-auth/plugins";
import { hashPassword } from "../../src/capabilities/passwords/hash.ts";
import {
  import as importPassword,
  set as setPassword,
} from "../../src/capabilities/passwords/functions.ts";
import {
  ADA,
  createPasswordApp,
  enter,
  openLink,
  OTHER,
  PASSWORD,
  save,
} from "../flows/_passwords.ts";

/** What the attacker reaches, by steps. */
interface Outcome {
  /** `true` when the sign-up under the address of another person ends in a session. */
  signUp: boolean;
  /** `true` when the attacker's password opens the user, before the owner proved the address. */
  before: boolean;
  /** `true` when it opens the owner's user, after that. */
  after: boolean;
  /** `true` when the password that the owner chose opens it. */
  owner: boolean;
}

async function onBetterAuth(): Promise<Outcome> {
  const codes: string[] = [];
  const auth = betterAuth({
    baseURL: "https://app.example",
    secret: "a-secret-of-at-least-32-characters",
    database: memoryAdapter({ user: [], session: [], account: [], verification: [] }),
    emailAndPassword: { enabled: true, requireEmailVerification: true },
    emailVerification: { autoSignInAfterVerification: true },
    plugins: [emailOTP({
      overrideDefaultEmailVerification: true,
      sendVerificationOTP: ({ otp }) => Promise.resolve(void codes.push(otp)),
    })],
    logger: { disabled: true },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
  });
  const post = async (path: string, body: object) => {
    const response = await auth.handler(
      new Request(`https://app.example/api/auth${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: "https://app.example" },
        body: JSON.stringify(body),
      }),
    );
    await response.body?.cancel();
    return response.headers.getSetCookie().some((line) => line.includes("session_token="));
  };
  const signIn = (password = PASSWORD) => post("/sign-in/email", { email: ADA, password });
  const signUp = await post("/sign-up/email", { email: ADA, password: PASSWORD, name: "Eve" });
  const before = await signIn();
  await post("/sign-up/email", { email: ADA, password: OTHER, name: "Ada" });
  await post("/email-otp/send-verification-otp", { email: ADA, type: "email-verification" });
  await post("/email-otp/verify-email", { email: ADA, otp: codes.at(-1)! });
  return { signUp, before, after: await signIn(), owner: await signIn(OTHER) };
}

async function onThisLibrary(): Promise<Outcome> {
  const app = createPasswordApp();
  const attacker = app.open();
  // The sign-up is the request for a link, which the attacker cannot open; the form is not
  // shown, and a post of it is refused.
  await app.browser.start("mail", { fields: { email: ADA }, callbackUrl: "/auth/password" });
  const fields = { email: ADA, password: PASSWORD, repeat: PASSWORD };
  await (await attacker.post("/password", fields)).body?.cancel();
  const signUp = await attacker.session() !== null;
  const before = await enter(attacker) === "/after";
  const owner = app.open();
  await save(owner, (await openLink(app, owner)).html, { password: OTHER });
  const opens = async (password: string) => await enter(app.open(), password) === "/after";
  return { signUp, before, after: await opens(PASSWORD), owner: await opens(OTHER) };
}

Deno.test("pre-registration: an attacker's password does not open the user of an address that its owner proves", async () => {
  assertEquals({ better: await onBetterAuth(), own: await onThisLibrary() }, {
    better: { signUp: false, before: false, after: true, owner: false },
    own: { signUp: false, before: false, after: false, owner: true },
  });
});

/** Cheap, as in the app. */
const COST = { ln: 1, r: 1, p: 1, iterations: 1 };

const evidence: [what: string, providers: string[], isProven: boolean][] = [
  ["an account of a provider that verifies addresses", ["verifying"], true],
  ["an account of a provider that does not", ["claiming"], false],
  ["accounts of both", ["verifying", "claiming"], false],
  ["an account of a provider that is gone", ["gone"], false],
];
for (const [what, linked, isProven] of evidence) {
  for (const run of [setPassword, importPassword]) {
    Deno.test(`pre-registration: ${run.name}() for a user with ${what} is ${isProven ? "kept, and opens" : "refused"}`, async () => {
      const { config, adapter, browser } = createPasswordApp();
      for (const [id, emailVerified] of [["verifying", true], ["claiming", false]] as const) {
        const oidc = { type: "oidc" as const, issuer: `https://${id}.example`, clientId: "c" };
        config.providers.push({ id, name: id, ...oidc, emailVerified });
      }
      await adapter.createUser({ id: "ada", email: ADA, emailVerified: null });
      for (const provider of linked) {
        await adapter.linkAccount({
          provider,
          providerAccountId: "1",
          type: "oidc",
          userId: "ada",
        });
      }
      const password = run === importPassword
        ? await hashPassword(OTHER, COST, { lane: "", isKnown: false })
        : OTHER;
      const failure = await run(config, "ada", password).then(() => undefined, (error) => error);
      assertEquals(failure === undefined, isProven, failure?.message);
      assertEquals((await adapter.getUser("ada"))?.emailVerified instanceof Date, isProven);
      await enter(browser, OTHER);
      assertEquals((await browser.session())?.user?.email, isProven ? ADA : undefined);
    });
  }
}

Deno.test("pre-registration: an app cannot give a password to a user whose address is not proven", async () => {
  const { config, adapter } = createPasswordApp();
  await adapter.createUser({ id: "eve", email: ADA, emailVerified: null });
  for (const run of [setPassword, importPassword]) {
    const failure = await run(config, "eve", OTHER).then(() => undefined, (error) => error);
    assertEquals(/the address of the user was not proven/.test(failure?.message), true, run.name);
  }
});
