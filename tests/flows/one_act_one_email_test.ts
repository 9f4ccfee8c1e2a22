/**
 * One act, one email: each act of a person sends what the person waits for and at most one notice,
 * and none warns a person of what the same person has just done to create the account.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { AuthConfig, EmailConfig } from "../../mod.ts";
import { AccountPage } from "../../src/capabilities/account/mod.ts";
import { Totp } from "../../src/capabilities/factors/mod.ts";
import * as keys from "../../src/capabilities/keys/functions.ts";
import { ApiKeys } from "../../src/capabilities/keys/mod.ts";
import { defineAccess, Organizations } from "../../src/capabilities/organizations/mod.ts";
import { defineAuth } from "../../src/frameworks/define.ts";
import type { TestBrowser } from "../../src/tools/testing/mod.ts";
import { waitUntil } from "../_wait.ts";
import {
  type AccountApp,
  addKey,
  APP,
  createAccountApp,
  enter,
  post,
  signIn,
} from "./_accounts.ts";
import { formOf } from "./_email.ts";
import { codeOf, secretOn, submit } from "./_factors.ts";
import { answer, ask } from "./_passkeys.ts";
import { ADA, OTHER, PASSWORD } from "./_passwords.ts";

const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) " +
  "Chrome/130.0.0.0 Safari/537.36";

const ORGANIZATIONS = {
  access: defineAccess({ permissions: {}, roles: { member: {} } }),
  invitationUrl: `${APP}/auth/invitation`,
};

/** An app with every way to change an account. */
interface Scene extends AccountApp {
  /** What was sent: the purpose of a link, or the heading of another email. */
  sent: string[];
  /** The texts of other emails than links to sign in. */
  texts: string[];
  /** The newest link to sign in. */
  link(): string;
  /** The button of the newest email that has one. */
  button(): string;
}

function createScene(config: Partial<AuthConfig> = {}): Scene {
  const links: string[] = [];
  const buttons: string[] = [];
  const sent: string[] = [];
  const texts: string[] = [];
  const app = createAccountApp("jwt", {
    notifyNewDevice: true,
    account: AccountPage(),
    keys: ApiKeys({ prefix: "acme", scopes: ["read"] }),
    organizations: Organizations(ORGANIZATIONS),
    ...config,
  });
  app.config.providers = app.config.providers.map((one) =>
    "sendVerificationRequest" in one
      ? {
        ...one,
        sendVerificationRequest: ({ url, purpose = "sign-in" }) => {
          links.push(url);
          sent.push(`link: ${purpose}`);
        },
        sendMail: ({ subject, heading = subject, text, link }) => {
          if (link) buttons.push(link.url);
          texts.push(text);
          sent.push(heading);
        },
      } satisfies EmailConfig
      : one
  );
  return { ...app, sent, texts, link: () => links.at(-1)!, button: () => buttons.at(-1)! };
}

/** Posts the first form of a page with the fields that the person types. */
async function fill(browser: TestBrowser, html: string, typed: Record<string, string>) {
  const { action, fields } = formOf(html.slice(0, html.indexOf("</form>")));
  const body = new URLSearchParams({ ...fields, ...typed });
  const { response } = await browser.visit(action, { method: "POST", body });
  return await response.text();
}

async function read(browser: TestBrowser, url: string): Promise<string> {
  return await (await browser.visit(url)).response.text();
}

/** Asks for a link of a purpose that leads to the page for passwords, opens it, and sets one. */
async function setByLink(
  scene: Scene,
  browser: TestBrowser,
  purpose: string,
  passwords: readonly string[],
): Promise<void> {
  const callbackUrl = "/auth/password?callbackUrl=/after";
  await (await browser.post("/signin/mail", { email: ADA, purpose, callbackUrl })).body?.cancel();
  let html = await read(browser, scene.link());
  for (const password of passwords) html = await fill(browser, html, { password });
}

/** What a person does, and the emails about it. */
interface Act {
  /** Members of the config. */
  config?: Partial<AuthConfig>;
  /** `true` when Ada is there, and signed in. */
  asAda?: boolean;
  run(scene: Scene): Promise<void>;
  emails: readonly string[];
  /** Parts of the text: what the act was about. */
  says?: readonly string[];
}

const own = (run: Act["run"], emails: readonly string[], ...says: string[]): Act => ({
  ...{ asAda: true, run, emails, says },
});

const ACTS: Readonly<Record<string, Act>> = {
  "sign up with a password": {
    run: (scene) => setByLink(scene, scene.browser, "sign-up", [PASSWORD]),
    emails: ["link: sign-up"],
  },
  "sign up with a password, after one that was refused": {
    run: (scene) => setByLink(scene, scene.browser, "sign-up", ["short", PASSWORD]),
    emails: ["link: sign-up"],
  },
  "sign up with a password, and change it": {
    run: async (scene) => {
      await setByLink(scene, scene.browser, "sign-up", [PASSWORD]);
      await setByLink(scene, scene.browser, "password", [OTHER]);
    },
    emails: ["link: sign-up", "link: password", "Your password was changed"],
  },
  "sign up with a link, and set a password after another sign-in": {
    run: async (scene) => {
      const { browser } = scene;
      await (await browser.post("/signin/mail", { email: ADA, purpose: "sign-up" })).body?.cancel();
      await read(browser, scene.link());
      await browser.post("/signout");
      const { now } = Date;
      Date.now = () => now() + 60_000;
      try {
        await setByLink(scene, browser, "password", [PASSWORD]);
      } finally {
        Date.now = now;
      }
    },
    emails: ["link: sign-up", "link: password", "A password was set for your account"],
  },
  "sign up with a passkey": {
    run: async ({ browser, authenticator }) => {
      const asked = await ask(browser, { action: "register", email: "new@example.com" });
      const fields = await answer(asked, authenticator);
      const body = new URLSearchParams(fields);
      const { response } = await browser.visit("/auth/callback/passkey", { method: "POST", body });
      await response.body?.cancel();
      assert((await browser.session())?.user);
    },
    emails: ["Your code for App"],
    says: ["to confirm this address"],
  },
  "sign up at a provider": {
    run: async ({ browser }) => void await (await browser.signIn("one")).response.body?.cancel(),
    emails: [],
  },
  "sign up where two steps are required": {
    config: { factors: [Totp()], factorPolicy: { required: () => true } },
    run: async (scene) => {
      const { browser } = scene;
      await (await browser.post("/signin/mail", { email: ADA, purpose: "sign-up" })).body?.cancel();
      const html = await read(browser, scene.link());
      await submit(browser, html, { answer: await codeOf(secretOn(html)) });
      assert((await browser.session())?.user);
    },
    emails: ["link: sign-up"],
  },
  "accept an invitation": {
    run: async (scene) => {
      const auth = defineAuth({ ...scene.config, organizations: Organizations(ORGANIZATIONS) });
      const grace = await scene.adapter.createUser({
        id: "grace",
        name: "Grace",
        email: "grace@example.com",
        emailVerified: new Date(),
      });
      const made = await auth.organizations.createOrganization(grace.id, {
        name: "Tea",
        slug: "tea",
      });
      assert(made.ok);
      const { browser } = scene;
      const system = auth.organizations.asSystem(made.organization.id);
      assert((await auth.organizations.invite(system, { email: ADA, role: "member" })).ok);
      await (await browser.post("/signin/mail", { email: ADA, callbackUrl: scene.button() })).body
        ?.cancel();
      const html = await read(browser, scene.link());
      await fill(browser, html, {});
    },
    emails: ["App invited you to join Tea", "link: sign-in"],
    says: ["Done by: App", "because App entered this address at App."],
  },
  "sign in in a new browser": own(
    async (scene) => void await signIn(scene.open(CHROME)),
    ["New sign-in to your account"],
    "Chrome on Linux",
  ),
  "reset the password in a new browser": own(
    (scene) => setByLink(scene, scene.open(CHROME), "password", [OTHER]),
    ["link: password", "Your password was changed"],
  ),
  "connect an account": own(
    async ({ browser }) => void await (await browser.signIn("two")).response.body?.cancel(),
    ["An account was connected to yours"],
    "Site two (Ada)",
  ),
  "add a passkey": own(
    async (scene) => void await addKey(scene),
    ["A passkey was added to your account"],
    "Passkey: without a name",
  ),
  "change the name": own(
    async ({ browser }) => void await post(browser, "name", { name: "Augusta" }),
    ["The name of your account was changed"],
    "Name: Augusta",
  ),
  "create a key, and replace it": own(
    async ({ config }) => {
      const made = await keys.createFor(config, "ada", { name: "Build", scopes: "all" });
      assert(made.ok);
      assert((await keys.rotate(config, "ada", made.key.id)).ok);
      await keys.revoke(config, "ada", made.key.id);
    },
    ["An API key was created for your account", "An API key was created for your account"],
    "API key: Build",
    "All your permissions",
    "Done by: App",
  ),
  "sign other devices out": own(
    async (scene) => {
      await post(scene.browser, "sessions-end");
    },
    ["Devices were signed out of your account"],
    "Signed out: another client",
  ),
};

for (const [title, { config, asAda = false, run, emails, says = [] }] of Object.entries(ACTS)) {
  Deno.test(`one act, one email: ${title}`, async () => {
    const scene = createScene(config);
    const heading = "New sign-in to your account";
    if (asAda) {
      await enter(scene);
      // A second device, which the acts do not use.
      await signIn(scene.open("another client"));
      await waitUntil(
        "the emails of these sign-ins are there",
        () => scene.sent.filter((one) => one === heading).length === 2,
      );
      scene.sent.length = scene.texts.length = 0;
    }
    await run(scene);
    const last = asAda ? ["link: sign-in", heading] : [];
    if (asAda) {
      // An email about a further browser leaves later than all others.
      const browser = scene.open("the last client");
      await (await browser.post("/signin/mail", { email: ADA })).body?.cancel();
      await read(browser, scene.link());
      await waitUntil("the last email is there", () => scene.sent.at(-1) === heading);
    }
    const expected = [...emails, ...last];
    await waitUntil("every email is there", () => scene.sent.length >= expected.length);
    assertEquals(scene.sent.toSorted(), expected.toSorted());
    for (const part of says) assertStringIncludes(scene.texts.join("\n"), part);
    assertEquals(scene.errors, []);
  });
}
