/**
 * The same scenario on Better Auth: a user with an authenticator app signs in by each way
 * that the library has.
 *
 * @module
 */

import { betterAuth, type BetterAuthOptions } from "better-auth";
import { memoryAdapter } from "better-auth/adapters/memory";
import { emailOTP, genericOAuth, magicLink, twoFactor } from "better-auth/plugins";
import { createBrowser, type TestBrowser } from "../../src/tools/testing/mod.ts";
import { hashOnce } from "./_better_auth_hash.ts";
import { ADA, APP } from "./_factor_rig.ts";

const PASSWORD = "correct horse battery staple";

/** An app of Better Auth, in which Ada has an authenticator app. */
export interface PeerRig {
  /** A browser with an empty jar. */
  open(): TestBrowser;
  /** Ways to sign in to Ada; each returns the status of the last answer. */
  ways: Record<string, (browser: TestBrowser) => Promise<number>>;
  /** `true` when the browser has a session. */
  isSignedIn(browser: TestBrowser): Promise<boolean>;
}

/** @param hasFactor `false` leaves out the authenticator app, for a control */
export async function createPeerRig(hasFactor: boolean): Promise<PeerRig> {
  let link = "";
  let code = "";
  const profile = { id: "idp-ada", email: ADA, emailVerified: true, name: "Ada" };
  const provider = (providerId: string) => ({
    providerId,
    clientId: "client",
    clientSecret: "secret",
    authorizationUrl: "https://op.example/authorize",
    tokenUrl: "https://op.example/token",
    getToken: () => Promise.resolve({ accessToken: "access" }),
    getUserInfo: () => Promise.resolve(profile),
  });
  const options = {
    secret: "a-secret-of-at-least-32-characters",
    baseURL: APP,
    basePath: "/auth",
    database: memoryAdapter({
      user: [],
      session: [],
      account: [],
      verification: [],
      twoFactor: [],
    }),
    emailAndPassword: { enabled: true, password: hashOnce },
    account: { accountLinking: { enabled: true, trustedProviders: ["oidc", "oauth2"] } },
    logger: { disabled: true },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    plugins: [
      twoFactor({ skipVerificationOnEnable: true }),
      magicLink({ sendMagicLink: ({ url }) => void (link = url) }),
      emailOTP({ sendVerificationOTP: ({ otp }) => Promise.resolve(void (code = otp)) }),
      genericOAuth({ config: [provider("oidc"), provider("oauth2")] }),
    ],
  } satisfies BetterAuthOptions;
  const auth = betterAuth(options);
  const open = () =>
    createBrowser(APP, {
      [APP]: (request) =>
        new URL(request.url).pathname.startsWith("/auth/") ? auth.handler(request) : new Response(),
    });
  const post = async (browser: TestBrowser, path: string, body: object) =>
    await browser.fetch(`/auth${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: APP },
      body: JSON.stringify(body),
    });
  const isSignedIn = async (browser: TestBrowser) =>
    await (await browser.fetch("/auth/get-session")).json() !== null;
  const byProvider = (providerId: string) => async (browser: TestBrowser) => {
    const started = await post(browser, "/sign-in/social", {
      provider: providerId,
      callbackURL: "/after",
    });
    const state = new URL((await started.json()).url).searchParams.get("state")!;
    const query = new URLSearchParams({ code: "code", state });
    const finished = await browser.fetch(`/auth/callback/${providerId}?${query}`);
    return finished.status;
  };
  const first = open();
  await post(first, "/sign-up/email", { email: ADA, password: PASSWORD, name: "Ada" });
  const context = await auth.$context;
  const user = (await context.internalAdapter.findUserByEmail(ADA))!.user;
  await context.internalAdapter.updateUser(user.id, { emailVerified: true });
  if (hasFactor) {
    const enabled = await post(first, "/two-factor/enable", { password: PASSWORD });
    if (enabled.status !== 200) throw new Error(await enabled.text());
  }
  return {
    open,
    isSignedIn,
    ways: {
      "OIDC": byProvider("oidc"),
      "OAuth 2": byProvider("oauth2"),
      "mail link": async (browser) => {
        await post(browser, "/sign-in/magic-link", { email: ADA, callbackURL: "/after" });
        return (await browser.fetch(link)).status;
      },
      "code by email": async (browser) => {
        const type = "sign-in";
        await post(browser, "/email-otp/send-verification-otp", { email: ADA, type });
        return (await post(browser, "/sign-in/email-otp", { email: ADA, otp: code })).status;
      },
      "credentials": async (browser) =>
        (await post(browser, "/sign-in/email", { email: ADA, password: PASSWORD })).status,
    },
  };
}
