/**
 * Attacks on passwords: scanners that follow links, callback URLs of other sites, long and
 * malformed passwords, hostile hashes, and a password for the address of another person.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import {
  has as hasPassword,
  import as importPassword,
  set as setPassword,
  verify as verifyPassword,
} from "../../src/capabilities/passwords/functions.ts";
import { ADA, createPasswordApp, enter, PASSWORD, save, signUp } from "./_passwords.ts";

const WRONG =
  "/auth/signin?error=CredentialsSignin&code=credentials&callbackUrl=https%3A%2F%2Fapp.example%2Fafter";
const APP = "https://app.example";
const USER = { id: "ada", email: ADA, emailVerified: new Date() };

Deno.test("password attacks: a scanner that follows the link sees no form for a password, and uses nothing up", async () => {
  const app = createPasswordApp();
  await signUp(app);
  const owner = app.open();
  await owner.start("mail", { fields: { email: ADA }, callbackUrl: "/auth/password" });
  const link = app.links.at(-1)!;
  const scanner = app.open();
  for (const method of ["HEAD", "GET", "GET"]) {
    const { response, url } = await scanner.visit(link, { method });
    assertEquals(url.pathname, "/auth/callback/mail");
    assertEquals((await response.text()).includes('name="password"'), false);
  }
  assertEquals(await scanner.session(), null);
  assertStringIncludes(await (await scanner.fetch("/auth/password")).text(), "Email me a link");
  const { response, url } = await owner.visit(link);
  assertEquals(url.pathname, "/auth/password");
  assertStringIncludes(await response.text(), 'name="password"');
});

Deno.test("password attacks: a link leads to the app, whatever the form of another site asks for", async () => {
  const app = createPasswordApp();
  for (const callbackUrl of ["https://evil.example/auth/password", "//evil.example"]) {
    const { headers } = await app.browser.post("/signin/mail", { email: ADA, callbackUrl });
    await app.browser.fetch(headers.get("location")!);
  }
  for (const link of app.links) {
    const { origin, searchParams } = new URL(link);
    assertEquals([origin, new URL(searchParams.get("callbackUrl")!).origin], [APP, APP], link);
  }
  assert(app.links.length > 0);
});

Deno.test("password attacks: long and malformed passwords open nothing, and are never set", async () => {
  const app = createPasswordApp({ limits: false });
  await app.adapter.createUser(USER);
  await setPassword(app.config, "ada", PASSWORD);
  const typed = [
    "x".repeat(1_000_000),
    "\ufdfa".repeat(513),
    "\ud800".repeat(20),
    `${PASSWORD}\ud800`,
    `${PASSWORD}\0`,
    `\0${PASSWORD}`,
    PASSWORD + " ".repeat(600),
    "",
  ];
  for (const password of typed) {
    const name = `${password.length} code units`;
    assert(await enter(app.open(), password) !== "/after", name);
    assertEquals(await verifyPassword(app.config, "ada", password), false, name);
    assert(await setPassword(app.config, "ada", password) !== null, name);
  }
  assertEquals(await enter(app.open()), "/after");
  assertEquals(await setPassword(app.config, "ada", "\ufdfa".repeat(64)), "too-long");
});

Deno.test("password attacks: a password opens in every spelling of its characters", async () => {
  const app = createPasswordApp();
  await app.adapter.createUser(USER);
  await setPassword(app.config, "ada", "Z\u00fcrich \ufb01nds \u2460 caf\u00e9");
  assertEquals(await enter(app.open(), "Zu\u0308rich finds 1 cafe\u0301"), "/after");
  assertEquals(await enter(app.open(), "Zurich finds 1 cafe"), WRONG);
});

Deno.test("password attacks: a hash of the store with huge parameters is not computed", async () => {
  const app = createPasswordApp();
  await app.adapter.createUser(USER);
  const [salt, hash] = ["A".repeat(22), "A".repeat(43)];
  const hashes = [
    `$scrypt$ln=63,r=8,p=1$${salt}$${hash}`,
    `$scrypt$ln=18,r=32,p=1$${salt}$${hash}`,
    `$scrypt$ln=18,r=8,p=16$${salt}$${hash}`,
    `$scrypt$ln=10,r=8,p=99$${salt}$${hash}`,
    `$pbkdf2-sha256$i=99999999$${salt}$${hash}`,
    `$scrypt$ln=10,r=8,p=1$${salt}$${"A".repeat(1_000)}`,
    `$scrypt$ln=1,r=1,p=1$${salt}$`,
  ];
  for (const hostile of hashes) {
    await importPassword(app.config, "ada", hostile);
    assertEquals(await enter(app.open()), WRONG, hostile);
  }
  const messages = app.errors.filter(({ message }) => message.includes("the hash is foreign"));
  assertEquals(messages.length, hashes.length);
});

Deno.test("password attacks: an attacker who knows the address sets no password for its owner", async () => {
  const app = createPasswordApp();
  const { browser } = app;
  const post = async (fields: Record<string, string>) =>
    await save(browser, await (await browser.fetch("/auth/password")).text(), fields);
  await browser.csrf();
  await browser.start("mail", { fields: { email: ADA }, callbackUrl: "/auth/password" });
  const typed = { email: ADA, password: PASSWORD, repeat: PASSWORD, username: ADA };
  const { body } = await browser.post("/password", typed);
  await body?.cancel();
  await post(typed);
  assertEquals(await app.adapter.getUserByEmail(ADA), null);
  assertEquals(await enter(browser), WRONG);
  const { id } = await app.adapter.createUser(USER);
  assertEquals(await hasPassword(app.config, id), false);
});
