/**
 * An app whose accounts are deleted after days of grace.
 *
 * @module
 */

import { assertEquals, assertMatch } from "@std/assert";
import type { AuthConfig } from "../../mod.ts";
import { AccountPage } from "../../src/capabilities/account/mod.ts";
import type { TestBrowser } from "../../src/tools/testing/mod.ts";
import { type AccountApp, createAccountApp, post } from "./_accounts.ts";
import { ADA } from "./_passwords.ts";
import type { Strategy } from "./_strategies.ts";

/** Days of grace. */
export const GRACE_DAYS = 14;

export const DAY_MS = 24 * 60 * 60 * 1000;

/** Path of the page that asks a user whose sign-in waits. */
export const KEEP = /^\/auth\/account\?step=keep/;

export function createDeletionApp(
  strategy: Strategy,
  config: Partial<AuthConfig> = {},
): AccountApp {
  return createAccountApp(strategy, {
    account: AccountPage({ deletion: { graceDays: GRACE_DAYS } }),
    ...config,
  });
}

/** Asks for the deletion on the page. */
export async function askForDeletion(browser: TestBrowser): Promise<string> {
  const { html, status } = await post(browser, "delete", { confirm: ADA });
  assertEquals(status, 200);
  assertMatch(html, /Your account will be deleted on \w+ \d+, \d{4}/);
  return html;
}

/** Subjects of the emails, without the name of the site. */
export function subjectsOf({ mails }: AccountApp): string[] {
  return mails.map(({ subject }) => subject.replace(/ \(App\)$/, ""));
}

/** Number of entries of the audit log with a name. */
export function countOf({ entries }: AccountApp, name: string): number {
  return entries.filter((entry) => entry.name === name).length;
}
