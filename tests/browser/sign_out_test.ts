/**
 * Sign-out at a real OpenID Provider, in a browser.
 *
 * @module
 */

import { assertEquals, assertStringIncludes } from "@std/assert";
import type { Page } from "playwright-core";
import { MemoryRecords } from "../../adapters/records/memory.ts";
import { browserTest, showsCount } from "../_chromium.ts";
import { type Flow, startFlow } from "../flows/_rig.ts";
import { KeepTokens } from "../../src/capabilities/tokens/mod.ts";
import {
  ProviderSignOut,
  type ProviderSignOutOptions,
} from "../../src/capabilities/sign_out/mod.ts";

const start = (options: ProviderSignOutOptions) => {
  const signOut = ProviderSignOut(options);
  return startFlow({}, { tokens: KeepTokens(), signOut, records: MemoryRecords() });
};

/** Begins a sign-in; the browser is then at the app, or at the provider's page. */
async function beginSignIn(page: Page, { origin }: Flow): Promise<void> {
  await page.goto(`${origin}/auth/signin?callbackUrl=/after`);
  await page.getByRole("button", { name: "Continue with OP" }).click();
}

async function signIn(page: Page, flow: Flow): Promise<void> {
  await beginSignIn(page, flow);
  await page.getByRole("button", { name: "Ada Lovelace" }).click();
  assertEquals(page.url(), `${flow.origin}/after`);
  assertStringIncludes(await sessionOf(page, flow), "Ada Lovelace");
}

async function signOut(page: Page, { origin }: Flow): Promise<void> {
  await page.goto(`${origin}/auth/signout?callbackUrl=/after`);
  await page.getByRole("button", { name: "Sign out" }).click();
}

async function sessionOf(page: Page, { origin }: Flow): Promise<string> {
  return await (await page.request.get(`${origin}/auth/session`)).text();
}

browserTest("sign-out: ends both sessions and lands on the wanted page", async (browser) => {
  await using flow = await start({ federated: true });
  const page = await (await browser.newContext()).newPage();
  await signIn(page, flow);
  await signOut(page, flow);
  // The session here has ended before the provider asks its own question.
  assertEquals(new URL(page.url()).origin, flow.op.issuer);
  assertEquals(await sessionOf(page, flow), "null");
  await page.getByRole("button", { name: "Yes, sign me out" }).click();
  await page.waitForURL(`${flow.origin}/after`);
  const cookies = await page.context().cookies();
  assertEquals(cookies.filter(({ name }) => /signout|session-token/.test(name)), []);
  // The provider asks who signs in.
  await beginSignIn(page, flow);
  await showsCount(page.getByRole("button", { name: "Ada Lovelace" }), 1);
});

browserTest(
  "sign-out: here alone, the provider signs in again without a question",
  async (browser) => {
    await using flow = await start({});
    const page = await (await browser.newContext()).newPage();
    await signIn(page, flow);
    await signOut(page, flow);
    assertEquals(page.url(), `${flow.origin}/after`);
    assertEquals(await sessionOf(page, flow), "null");
    await beginSignIn(page, flow);
    assertEquals(page.url(), `${flow.origin}/after`);
    assertStringIncludes(await sessionOf(page, flow), "Ada Lovelace");
  },
);

browserTest(
  "sign-out: with the provider stopped, the session here has ended all the same",
  async (browser) => {
    const flow = await start({ federated: true, revokeTokens: true });
    try {
      const page = await (await browser.newContext()).newPage();
      await signIn(page, flow);
      await flow.op[Symbol.asyncDispose]();
      await signOut(page, flow);
      // The page says what is open.
      assertEquals(new URL(page.url()).searchParams.get("open"), "provider");
      await page.getByRole("link", { name: "Continue" }).click();
      assertEquals(page.url(), `${flow.origin}/after`);
      assertEquals(await sessionOf(page, flow), "null");
    } finally {
      await flow[Symbol.asyncDispose]();
    }
  },
);
