/**
 * An app that took the place of one with Better Auth, and what its users do there.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import type { AuthConfig } from "../../mod.ts";
import { list as listAccounts } from "../../src/server/accounts.ts";
import { list as listPasskeys } from "../../src/capabilities/passkeys/functions.ts";
import type { TestBrowser } from "../../src/tools/testing/mod.ts";
import {
  addressOf,
  type BetterAuthApp,
  type Name,
  NAMES,
  OLD_PASSWORD,
  type Person,
} from "./_better_auth.ts";
import { codeOf, submit } from "./_factors.ts";
import { run as useKey } from "./_passkeys.ts";
import { enter } from "./_passwords.ts";

/** The app to which the users were moved. */
export interface MovedApp {
  readonly config: AuthConfig;
  /** Links that were sent, oldest first. */
  readonly links: readonly { to: string; url?: string }[];
  /** Opens a browser without cookies. */
  open(): TestBrowser;
}

/** Opens the link of the last mail. */
export async function openLink({ links }: MovedApp, browser: TestBrowser): Promise<string> {
  const { response, url } = await browser.visit(links.at(-1)!.url!);
  await response.body?.cancel();
  return url.pathname + url.search;
}

/** Proves the second factor on the page that the browser is on. */
export async function answerFactor(browser: TestBrowser, answer: string, factor: string) {
  const page = await (await browser.fetch(`/auth/factor?factor=${factor}`)).text();
  return await submit(browser, page, { answer });
}

/** The user whose session the browser shows. */
export const sessionUser = async (browser: TestBrowser) => {
  const response = await browser.fetch("/auth/session");
  return (await response.json())?.user ?? null;
};

/** Signs in with the password and what it takes in addition; returns the name of the user. */
export async function signIn(
  app: MovedApp,
  person: Person,
  atMs?: number,
): Promise<string | undefined> {
  const browser = app.open();
  let path = await enter(browser, OLD_PASSWORD, person.email);
  if (path.startsWith("/auth/verify-request")) {
    assertEquals(app.links.at(-1)!.to, person.email);
    assertEquals(await sessionUser(browser), null);
    path = await openLink(app, browser);
  }
  if (person.hasTotp) {
    assertEquals(path.split("?")[0], "/auth/factor", person.name);
    assertEquals(await sessionUser(browser), null);
    await answerFactor(browser, await codeOf(person.secret, atMs), "totp");
  }
  return (await sessionUser(browser))?.name;
}

/** What the import reports about them. */
export const EVERYBODY = {
  users: { written: 10, known: 0 },
  accounts: { written: 3, known: 0 },
  passwords: { written: 6, known: 0 },
  keptPasswords: { written: 4, known: 0 },
  passkeys: { written: 3, known: 0 },
  secondFactors: { written: 3, known: 0 },
  recoveryCodes: { written: 3, known: 0 },
  sessions: { written: 10, known: 0 },
  organizations: { written: 0, known: 0 },
  members: { written: 0, known: 0 },
  invitations: { written: 0, known: 0 },
  keys: { written: 0, known: 0 },
  problems: [],
};

/**
 * Everybody goes on in the open session, and signs in with each way in.
 *
 * @param typing those who type their passwords. Default: everybody
 */
export async function checkEverybody(
  { people }: BetterAuthApp,
  target: MovedApp,
  typing: readonly Name[] = NAMES,
): Promise<void> {
  for (const name of NAMES) {
    const person = people[name];
    assertEquals((await sessionUser(person.browser))?.name, name, `session of ${name}`);
  }
  for (const name of typing) {
    assertEquals(await signIn(target, people[name]), name, `password of ${name}`);
    // Once proven, the password opens the user without a link.
    const sent = target.links.length;
    const again = target.open();
    const path = await enter(again, OLD_PASSWORD, people[name].email);
    assertEquals(path.split("?")[0], people[name].hasTotp ? "/auth/factor" : "/after", name);
    assertEquals(target.links.length, sent);
  }
  for (const name of NAMES.filter((name) => people[name].hasPasskey)) {
    const browser = target.open();
    await useKey(people[name], browser, { action: "authenticate" });
    assertEquals((await sessionUser(browser))?.name, name, `passkey of ${name}`);
  }
  for (const name of typing.filter((name) => people[name].hasTotp)) {
    const browser = target.open();
    await enter(browser, OLD_PASSWORD, people[name].email);
    const [code] = people[name].backupCodes;
    await answerFactor(browser, code!, "recovery");
    assertEquals((await sessionUser(browser))?.name, name, `backup code of ${name}`);
    const second = target.open();
    await enter(second, OLD_PASSWORD, people[name].email);
    await answerFactor(second, code!, "recovery");
    assertEquals(await sessionUser(second), null, `used backup code of ${name}`);
  }
  const { config } = target;
  for (const name of NAMES.filter((name) => people[name].github)) {
    const account = { provider: "github", providerAccountId: people[name].github! };
    const user = await config.adapter!.getUserByAccount!(account);
    assertEquals(user?.name, name, `account of ${name}`);
    const [linked] = await listAccounts(config, user!.id);
    assertEquals(linked?.scope, "read:user user:email");
  }
  const named = await config.adapter!.getUserByEmail!(addressOf("named")) as unknown as Record<
    string,
    unknown
  >;
  assertEquals([named.username, named.displayUsername], ["grace_h", "Grace_H"]);
  const key = await config.adapter!.getUserByEmail!(addressOf("key"));
  assertEquals((await listPasskeys(config, key!.id)).map(({ name }) => name), ["Laptop"]);
}
