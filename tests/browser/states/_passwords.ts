/**
 * States of the page for passwords.
 *
 * @module
 */

import { customFetch } from "../../../mod.ts";
import { toHex } from "../../../src/base/crypto/bytes.ts";
import Password from "../../../src/capabilities/passwords/password_provider.ts";
import type { TestBrowser } from "../../../src/tools/testing/mod.ts";
import { CHEAP } from "../../flows/_passwords.ts";
import {
  addAda,
  type Journey,
  pass,
  PASSWORD,
  post,
  signedIn,
  signInByLink,
  type StagedApp,
} from "./_stage.ts";

const PAGE = "/auth/password?callbackUrl=/after";

/** Passwords that are refused. */
const REFUSED = {
  "too-short": "short",
  "too-long": "long ".repeat(60),
  "malformed": "a password with \u0000 in it",
  "common": "passwordpassword",
  "personal": "new@example.com",
  "breached": "breached by another site",
};

/** The answer of a service that knows one password from a breach. */
async function listOf(password: string): Promise<Response> {
  const digest = await crypto.subtle.digest("SHA-1", new TextEncoder().encode(password));
  return new Response(`${toHex(new Uint8Array(digest)).toUpperCase().slice(5)}:7`);
}

const passwords: Journey = async ({ app, show, elapse }) => {
  const started: StagedApp = await app(({ mail }) => ({
    providers: [
      Password({ ...CHEAP, refuseBreached: true, [customFetch]: () => listOf(REFUSED.breached) }),
      mail,
    ],
  }));
  const { open } = started;
  await show("password/ask", open(), PAGE);
  // A new account sets its first password.
  const browser = open();
  await signInByLink(started, browser, "new@example.com");
  await show("password/set", browser, PAGE);
  const save = async (from: TestBrowser, fields: Record<string, string>) =>
    await post(from, "/auth/password", { callbackUrl: "/after", ...fields });
  for (const [error, password] of Object.entries(REFUSED)) {
    const page = await save(browser, { password });
    await show(`password/${error}`, browser, page);
  }
  await show("password/different", browser, await save(browser, { password: "a", repeat: "b" }));
  await post(browser, "/auth/password", { callbackUrl: "/after", password: PASSWORD });

  await addAda(started);
  const known = await signedIn(started);
  await show("password/change", known, PAGE);
  await show(
    "password/wrong-password",
    known,
    await save(known, { current: "wrong", password: PASSWORD }),
  );
  await show(
    "password/change-too-short",
    known,
    await save(known, { current: PASSWORD, password: "short" }),
  );
  const changed = await save(known, { current: PASSWORD, password: `${PASSWORD} too` });
  await show("password/done", known, changed);
  // Without a password, and with a session that is old.
  const late = open();
  await signInByLink(started, late, "late@example.com");
  elapse(11 * 60_000);
  await show("password/ask-signed-in", late, PAGE);
  await show("password/expired", late, await save(late, { password: PASSWORD }));
  await pass(late, "/auth/signout");
};

export const PASSWORDS: readonly Journey[] = [passwords];
