/**
 * Paths at the root of the origin that tell password managers where passwords and passkeys are
 * changed.
 *
 * @module
 */

import { assertEquals, assertMatch } from "@std/assert";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { MemoryRecords } from "../../adapters/records/memory.ts";
import type { AuthConfig } from "../../mod.ts";
import { AccountPage } from "../../src/capabilities/account/mod.ts";
import Passkey from "../../src/capabilities/passkeys/passkey_provider.ts";
import Password from "../../src/capabilities/passwords/password_provider.ts";
import { DenoAuth } from "../../src/frameworks/deno.ts";
import Nodemailer from "../../src/providers/nodemailer.ts";

const APP = "https://app.example";
const CHANGE_PASSWORD = "/.well-known/change-password";
const PASSKEY_ENDPOINTS = "/.well-known/passkey-endpoints";

const email = Nodemailer({ server: "smtp://localhost:1", from: "App <no-reply@app.example>" });

/** Asks an app for a path; what is none of ours, the app answers itself. */
async function ask(members: Partial<AuthConfig>, path: string, init?: RequestInit) {
  const { handler } = DenoAuth({
    providers: [email, Password(), Passkey],
    adapter: MemoryAdapter(),
    records: MemoryRecords(),
    session: { revocation: {} },
    experimental: { enableWebAuthn: true },
    secret: "a-secret-of-at-least-32-characters",
    trustHost: true,
    logger: { warn: () => {} },
    ...members,
  });
  return await handler(() => new Response("the app's"))(new Request(APP + path, init));
}

Deno.test("passwords: /.well-known/change-password leads to the page", async () => {
  const answer = await ask({}, CHANGE_PASSWORD, { headers: { cookie: "a=b" } });
  assertEquals(answer.status, 302);
  assertEquals(answer.headers.get("location"), `${APP}/auth/password`);
  assertEquals(answer.headers.getSetCookie(), []);
  const elsewhere = await ask({ basePath: "/api/login" }, CHANGE_PASSWORD);
  assertEquals(elsewhere.headers.get("location"), `${APP}/api/login/password`);
  const page = await ask({}, "/auth/password");
  assertEquals(page.status, 200);
  assertEquals((await ask({}, CHANGE_PASSWORD, { method: "POST" })).status, 405);
});

Deno.test("passwords: without their page, /.well-known/change-password is the app's", async () => {
  for (const providers of [[email, Password({ page: false })], [email]]) {
    assertEquals(await (await ask({ providers }, CHANGE_PASSWORD)).text(), "the app's");
  }
});

Deno.test("account: /.well-known/passkey-endpoints names the page that adds and manages passkeys", async () => {
  const answer = await ask({ account: AccountPage() }, PASSKEY_ENDPOINTS);
  assertEquals(answer.status, 200);
  assertMatch(answer.headers.get("content-type")!, /^application\/json/);
  assertEquals(await answer.json(), {
    enroll: `${APP}/auth/account`,
    manage: `${APP}/auth/account`,
  });
  assertEquals(answer.headers.getSetCookie(), []);
});

Deno.test("account: without passkeys or the page, /.well-known/passkey-endpoints is the app's", async () => {
  for (const members of [{}, { account: AccountPage(), providers: [email] }]) {
    assertEquals(await (await ask(members, PASSKEY_ENDPOINTS)).text(), "the app's");
  }
});

Deno.test("/.well-known/: a host that is not trusted gets no URL of another", async () => {
  for (const path of [CHANGE_PASSWORD, PASSKEY_ENDPOINTS]) {
    const members = { trustHost: false, logger: { error: () => {}, warn: () => {} } };
    const answer = await ask({ account: AccountPage(), ...members }, path);
    assertEquals(answer.status, 500, path);
    assertEquals(answer.headers.get("location"), null);
  }
});
