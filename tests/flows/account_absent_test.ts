/**
 * Without `account` there is no module and no path of the page; and a config with it that
 * lacks something says what.
 *
 * @module
 */

import { assertEquals, assertStringIncludes } from "@std/assert";
import { MemoryAdapter } from "../../adapters/memory.ts";
import type { AuthConfig, EmailConfig } from "../../mod.ts";
import { createApp, SECRET } from "./_rig.ts";
import { at, runTrapped } from "./_trap.ts";
import { AccountPage } from "../../src/capabilities/account/mod.ts";

const root = new URL("../../", import.meta.url);

/** Every module of the page, and those of its changes. */
async function modules(): Promise<string[]> {
  const paths = [
    "src/mail/account_notice.ts",
    "src/capabilities/passkeys/authenticators.ts",
    ...DELETION_MODULES,
  ];
  for (const folder of ["pages/account", "src/capabilities/account"]) {
    for await (const { name } of Deno.readDir(new URL(folder, root))) {
      const path = `${folder}/${name}`;
      if (!name.endsWith(".md") && !paths.includes(path)) paths.push(path);
    }
  }
  return paths;
}

/** Modules that only deletions with days of grace need. */
const DELETION_MODULES = [
  "src/accounts/resume_sign_in.ts",
  "src/capabilities/account/deletion.ts",
  "src/capabilities/account/deletion_parts.ts",
  "src/capabilities/account/held_sign_in.ts",
  "src/session/pending_sign_in.ts",
];

const PROGRAM = `
import { Auth } from ${at("mod.ts")};
import { MemoryAdapter } from ${at("adapters/memory.ts")};
import * as users from ${at("src/server/users.ts")};
import * as sessions from ${at("src/server/sessions.ts")};
const mails = [];
const config = {
  providers: [{ id: "mail", name: "Mail", type: "email", sendVerificationRequest() {} }],
  adapter: MemoryAdapter(),
  sendMail: (mail) => void mails.push(mail),
  session: { revocation: {} },
  secret: "a-secret-of-at-least-32-characters", trustHost: true,
  logger: { error(error) { console.log(error.message); }, warn() {}, debug() {} },
};
const page = await Auth(new Request("http://localhost/auth/session"), config);
const { id } = await config.adapter.createUser({ id: "1", email: "a@b.example", emailVerified: null });
await users.rename(config, id, "Ada");
await users.export(config, id);
await sessions.revokeAll(config, id);
await users.delete(config, id);
console.log(page.status, mails.length);
`;

Deno.test("account: without it no module of it is loaded, and no mail is sent", async () => {
  assertEquals(await runTrapped(await modules(), PROGRAM), "200 0");
});

const AT_ONCE = `
import { Auth } from ${at("mod.ts")};
import { MemoryAdapter } from ${at("adapters/memory.ts")};
import { AccountPage } from ${at("src/capabilities/account/mod.ts")};
import * as users from ${at("src/server/users.ts")};
import { signInAs } from ${at("src/tools/testing/mod.ts")};
const adapter = MemoryAdapter();
const config = {
  providers: [],
  adapter,
  sendMail() {},
  session: { revocation: {} },
  account: AccountPage(),
  theme: { name: "App" },
  secret: "a-secret-of-at-least-32-characters", trustHost: true,
  logger: { error(error) { console.log(error.message); }, warn() {}, debug() {} },
};
const { id } = await adapter.createUser({ id: "1", email: "a@b.example", emailVerified: null });
const { headers } = await signInAs(config, { id, email: "a@b.example" });
const page = await Auth(new Request("http://localhost:8000/auth/account", { headers }), config);
const { deletionDueAt } = await users.export(config, id);
await users.delete(config, id);
console.log(page.status, deletionDueAt);
`;

Deno.test("account: without days of grace no module of them is loaded", async () => {
  assertEquals(await runTrapped(DELETION_MODULES, AT_ONCE), "200 undefined");
});

Deno.test("account: the trap for modules works", async () => {
  const program = `import ${at("src/capabilities/account/action.ts")};`;
  assertStringIncludes(await runTrapped(await modules(), program), "loaded what it should not");
});

Deno.test("account: without the capability, the path is not ours", async () => {
  const { browser } = createApp({ adapter: MemoryAdapter() });
  for (const method of ["GET", "POST"]) {
    const answer = await browser.fetch("/auth/account", { method });
    assertEquals(answer.status, 400);
    await answer.body?.cancel();
  }
});

const mail: EmailConfig = {
  id: "mail",
  name: "Mail",
  type: "email",
  sendVerificationRequest: () => {},
};
const adapter = MemoryAdapter();

const LACKS: [what: string, config: Partial<AuthConfig>, message: string][] = [
  ["a value that it takes", { account: true as never }, "make its value with AccountPage()"],
  ["a value that it takes", { account: null as never }, "make its value with AccountPage()"],
  ["a function", { account: AccountPage({ place: "Hamburg" as never }) }, "`account.place`"],
  ...[0, 1.5, 366, "14"].map((
    graceDays,
  ): [string, Partial<AuthConfig>, string] => [
    `days of grace (${graceDays})`,
    { account: AccountPage({ deletion: { graceDays: graceDays as number } }) },
    "`graceDays` must be a whole number from 1 to 365",
  ]),
  ["an adapter", { adapter: undefined, session: {} }, "set `adapter`"],
  ["records", { adapter: { ...adapter, records: undefined }, session: {} }, "store of records"],
  ["a way to send mails", { sendMail: undefined, providers: [mail] }, "set `sendMail`"],
  ...(["getUser", "updateUser", "deleteUser", "unlinkAccount", "linkAccount"] as const).map((
    name,
  ): [string, Partial<AuthConfig>, string] => [
    `\`${name}\``,
    { adapter: { ...adapter, [name]: undefined }, session: { strategy: "jwt", revocation: {} } },
    name,
  ]),
];

for (const [what, config, message] of LACKS) {
  Deno.test(`account: a config without ${what} is refused by name (${message})`, async () => {
    const { browser, errors } = createApp({
      adapter,
      account: AccountPage(),
      sendMail: () => {},
      session: { revocation: {} },
      secret: SECRET,
      ...config,
    });
    const answer = await browser.fetch("/auth/session");
    assertEquals(answer.status, 500);
    await answer.body?.cancel();
    assertStringIncludes(errors[0]!.message, message);
  });
}
