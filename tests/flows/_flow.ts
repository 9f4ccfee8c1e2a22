/**
 * A page of an app that draws every step itself, for tests of the flow.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { MemoryAdapter } from "../../adapters/memory.ts";
import type { AuthConfig } from "../../mod.ts";
import { createFlow, type FlowOptions, type FlowState } from "../../src/client/flow.ts";
import { AccountPage } from "../../src/capabilities/account/mod.ts";
import { RecoveryCodes, Totp } from "../../src/capabilities/factors/mod.ts";
import GitHub from "../../src/providers/github.ts";
import Password from "../../src/capabilities/passwords/password_provider.ts";
import type { TestBrowser } from "../../src/tools/testing/mod.ts";
import { codeOf } from "./_factors.ts";
import { ADA, CHEAP, createPasswordApp, PASSWORD } from "./_passwords.ts";

export const APP = "https://app.example";
export const OWN = {
  signIn: "/own/signin",
  error: "/own/error",
  verifyRequest: "/own/sent",
  signUp: "/own/signup",
  confirm: "/own/confirm",
  factor: "/own/factor",
  factors: "/own/factors",
  account: "/own/account",
  password: "/own/password",
  address: "/own/address",
};

export function createSite(config: Partial<AuthConfig> = {}) {
  const codes: string[] = [];
  const site = createPasswordApp({
    adapter: MemoryAdapter(),
    providers: [
      Password(CHEAP),
      {
        id: "mail",
        name: "Email",
        type: "email",
        code: true,
        sendVerificationRequest: ({ url, code }) => {
          site.links.push(url);
          codes.push(code!);
        },
        sendMail: () => {},
      },
      GitHub({ clientId: "id", clientSecret: "secret" }),
    ],
    factors: [Totp(), RecoveryCodes()],
    account: AccountPage(),
    limits: undefined,
    ...config,
  });
  return { ...site, codes };
}

/** Deletes the cookies whose names have a part. */
export function forget({ cookies }: TestBrowser, part: string): void {
  const { hostname } = new URL(APP);
  const names = cookies.names(hostname).filter((name) => name.includes(part));
  assert(names.length > 0, part);
  for (const name of names) cookies.plant(APP, `${name}=; Max-Age=0; Path=/; Secure`);
}

/** A page of the app, in a browser: what the flow does ends here. */
export async function onPage(
  browser: Pick<TestBrowser, "fetch">,
  options: FlowOptions & { url?: string },
  run: (page: {
    flow: ReturnType<typeof createFlow>;
    left: string[];
    states: FlowState[];
    /** The state, once the service has answered. */
    at<Name extends FlowState["step"]>(step: Name): Promise<FlowState & { step: Name }>;
  }) => Promise<void>,
): Promise<void> {
  const { fetch } = globalThis;
  const { url = `${APP}/own/signin`, ...rest } = options;
  Object.defineProperty(globalThis, "location", { value: new URL(url), configurable: true });
  // What a browser adds to the requests of a script.
  const sent = {
    "sec-fetch-dest": "empty",
    "sec-fetch-mode": "cors",
    "sec-fetch-site": "same-origin",
  };
  globalThis.fetch = (input, init) => {
    const headers = { ...init?.headers as Record<string, string>, ...sent };
    return browser.fetch(new URL(String(input), APP).href, { ...init, headers });
  };
  const left: string[] = [];
  const states: FlowState[] = [];
  const flow = createFlow({ leave: (url) => void left.push(url), ...rest });
  let check = () => {};
  const stop = flow.subscribe((state) => {
    states.push(state);
    check();
  });
  const at = <Name extends FlowState["step"]>(step: Name) =>
    new Promise<FlowState & { step: Name }>((resolve, reject) => {
      check = () => {
        const state = flow.get();
        if (state.isBusy) return;
        check = () => {};
        if (state.step === step) resolve(state as FlowState & { step: Name });
        else reject(new Error(`${state.step}, not ${step}: ${JSON.stringify(state)}`));
      };
      check();
    });
  try {
    await run({ flow, left, states, at });
  } finally {
    stop();
    globalThis.fetch = fetch;
    delete (globalThis as { location?: unknown }).location;
  }
}

/** Makes an account with a password. */
export async function signUpByJson(site: ReturnType<typeof createSite>, browser: TestBrowser) {
  await onPage(browser, { path: "signup" }, async ({ flow, at }) => {
    const { formAction } = await at("signup");
    assert(formAction);
    await flow.submit({ email: ADA });
    await at("verify-request");
    await flow.submit({ code: site.codes.at(-1)! });
    await at("password:set");
    await flow.submit({ password: PASSWORD, repeat: PASSWORD });
    await at("done");
  });
  assertEquals((await browser.session())?.user?.email, ADA);
}

/** Adds an authenticator app on the page of second factors; returns its key. */
export async function enrolByJson(browser: TestBrowser): Promise<string> {
  let secret = "";
  await onPage(browser, { path: "factors" }, async ({ flow, at }) => {
    await at("factors:list");
    await flow.submit({ step: "enrol", factor: "totp" });
    secret = (await at("factor:confirm")).secret!;
    await flow.submit({ answer: await codeOf(secret) });
    await at("factors:codes");
    await flow.submit({ step: "saved", saved: "1" });
    await at("factors:list");
  });
  return secret;
}
