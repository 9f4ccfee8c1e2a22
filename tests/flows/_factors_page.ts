/**
 * A user on the page of second factors.
 *
 * @module
 */

import type { TestBrowser } from "../../src/tools/testing/mod.ts";
import { codeOf, PASSWORD, secretOn, submit } from "./_factors.ts";

/** Path of the page. */
export const PAGE = "https://app.example/auth/factors";

/** A page that was visited. */
export interface Shown {
  html: string;
  url: URL;
  status: number;
}

/** Visits the page. */
export async function show(browser: TestBrowser, url = PAGE): Promise<Shown> {
  const landed = await browser.visit(url);
  return { html: await landed.response.text(), url: landed.url, status: landed.response.status };
}

/** Posts fields to the page, with the CSRF token of the browser. */
export async function post(browser: TestBrowser, fields: Record<string, string>): Promise<Shown> {
  const body = new URLSearchParams({ csrfToken: await browser.csrf(), ...fields });
  const { response, url } = await browser.visit(PAGE, { method: "POST", body });
  return { html: await response.text(), url, status: response.status };
}

/** Adds an authenticator app, and returns its key. */
export async function addTotp(browser: TestBrowser): Promise<string> {
  return (await setUpTotp(browser)).secret;
}

/** Adds an authenticator app, and returns its key and the page that follows. */
export async function setUpTotp(
  browser: TestBrowser,
): Promise<{ secret: string; page: Shown }> {
  const begun = await post(browser, { step: "enrol", factor: "totp" });
  const secret = secretOn(begun.html);
  return { secret, page: await submit(browser, begun.html, { answer: await codeOf(secret) }) };
}

/** Signs in with the password and a code of the authenticator app. */
export async function signInTwice(
  browser: TestBrowser,
  secret: string,
  typed: Record<string, string> = {},
): Promise<URL> {
  const { response } = await browser.signInWithCredentials(PASSWORD);
  const html = await response.text();
  return (await submit(browser, html, { answer: await codeOf(secret), ...typed })).url;
}

/** Ids of the enrolments that the page links to; recovery codes, which end a set-up, last. */
export function idsOn(html: string): string[] {
  const links = [...html.matchAll(/<a href="[^"]*\?id=([\w-]+)" aria-label="([^"]*)"/g)];
  const isBackup = (label: string) => Number(label.includes("Recovery codes"));
  return links.sort(([, , a], [, , b]) => isBackup(a!) - isBackup(b!)).map(([, id]) => id!);
}

/** Recovery codes on the page. */
export function codesOn(html: string): string[] {
  return [...html.matchAll(/<li><code>([A-Z2-7-]+)<\/code>/g)].map(([, code]) => code!);
}
