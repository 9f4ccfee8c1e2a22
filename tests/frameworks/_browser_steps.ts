/**
 * What a person does on the pages of the example apps, which have the same words in each framework.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { pressUntil } from "./_press.ts";
import type { PageStep } from "./_rows.ts";

/** The button of the form with a password. */
export const submitOf = (page: Page) => page.getByRole("button", { name: "Sign in", exact: true });

/** Types the name and a password. */
export async function type(page: Page, password: string): Promise<void> {
  await page.getByLabel("User").fill("ada");
  await page.getByLabel("Password").fill(password);
}

/** Types the name and a password, and submits the form. */
export async function submit(page: Page, password: string): Promise<void> {
  await type(page, password);
  await submitOf(page).click();
}

/** Types the right password, and submits the form until its script runs. */
export async function signIn(page: Page): Promise<void> {
  await type(page, "lovelace");
  await pressUntil(submitOf(page), page.getByText("Hello Ada Lovelace"));
}

/** Signs out, and waits until the page says so. */
export async function signOut(page: Page): Promise<void> {
  const gone = page.getByText("You are not signed in");
  await pressUntil(page.getByRole("button", { name: "Sign out" }), gone);
}

/** Signs in at the provider, and waits until the page says so. */
export async function signInWithProvider(page: Page): Promise<void> {
  const person = page.getByRole("button", { name: "Grace Hopper" });
  await pressUntil(page.getByRole("button", { name: "Sign in with OpenID Connect" }), person);
  await person.click();
  await page.getByText("Hello Grace Hopper").waitFor();
}

/** Visits a page that is for users, which leads to the sign-in page. */
export async function assertLeadsAway(page: Page, origin: string, signInPath: string) {
  await page.goto(`${origin}/dashboard`);
  assertEquals(new URL(page.url()).pathname, signInPath);
}

/** A step that signs in at the provider. */
export const providerStep = (name: string, from: string, to = from): PageStep => ({
  name,
  async run(context, { origin }) {
    const page = await context.newPage();
    await page.goto(origin + from);
    await signInWithProvider(page);
    assertEquals(page.url(), origin + to);
  },
});

/** A step through functions of the browser: a password, the sign-out, the provider. */
export const clientStep = (name: string): PageStep => ({
  name,
  async run(context, { origin }) {
    const page = await context.newPage();
    await page.goto(`${origin}/client`, { waitUntil: "networkidle" });
    await signIn(page);
    await signOut(page);
    await signInWithProvider(page);
    assertEquals(page.url(), `${origin}/client`);
  },
});
