/**
 * Without `Password` there is no module, path, record or store call of it; and a config with
 * it that lacks something says what.
 *
 * @module
 */

import { assertEquals, assertStringIncludes } from "@std/assert";
import { MemoryAdapter } from "../../adapters/memory.ts";
import type { AuthConfig } from "../../mod.ts";
import Password, {
  type PasswordOptions,
} from "../../src/capabilities/passwords/password_provider.ts";
import {
  has as hasPassword,
  set as setPassword,
} from "../../src/capabilities/passwords/functions.ts";
import { createApp, SECRET } from "./_rig.ts";
import { at, runTrapped } from "./_trap.ts";

const root = new URL("../../", import.meta.url);

/** Modules that come with the provider object: they check the config, and load the others. */
const PROVIDER = ["capability.ts", "check.ts", "password_provider.ts"];

/** Every other module of passwords. */
async function modules(): Promise<string[]> {
  const paths: string[] = [];
  for (const folder of ["src/capabilities/passwords", "pages/password"]) {
    for await (const { name } of Deno.readDir(new URL(folder, root))) {
      if (!PROVIDER.includes(name)) paths.push(`${folder}/${name}`);
    }
  }
  return paths;
}

const PROGRAM = `
import { Auth } from ${at("mod.ts")};
import { MemoryAdapter } from ${at("adapters/memory.ts")};
import Credentials from ${at("src/providers/credentials.ts")};
import * as users from ${at("src/server/users.ts")};
import * as accounts from ${at("src/server/accounts.ts")};
const adapter = MemoryAdapter();
const kinds = new Set();
const records = Object.fromEntries(Object.entries(adapter.records).map(([name, call]) => [
  name,
  (...args) => {
    kinds.add(name === "put" ? args[0].kind : name === "list" ? args[1] : args[0]);
    return call(...args);
  },
]));
let link = "";
const config = {
  providers: [
    Credentials({ credentials: { email: {}, password: {} }, authorize: () => ({ id: "1", email: "a@b.example" }) }),
    { id: "mail", name: "Mail", type: "email", sendVerificationRequest: ({ url }) => void (link = url) },
  ],
  adapter, records, session: { revocation: {} }, skipCSRFCheck: undefined,
  secret: "a-secret-of-at-least-32-characters", trustHost: true,
  logger: { error(error) { console.log(error.message); }, warn() {}, debug() {} },
};
const origin = "http://localhost";
const csrf = await Auth(new Request(origin + "/auth/csrf"), config);
const cookie = csrf.headers.getSetCookie()[0].split(";")[0];
const { csrfToken } = await csrf.json();
const post = (path, fields) => Auth(new Request(origin + "/auth/" + path, {
  method: "POST", headers: { cookie }, body: new URLSearchParams({ csrfToken, ...fields }),
}), config);
const statuses = [
  (await post("callback/credentials", { email: "a@b.example", password: "x" })).status,
  (await post("signin/mail", { email: "a@b.example" })).status,
];
await adapter.updateUser({ id: "1", emailVerified: null });
const url = new URL(link);
statuses.push((await post("callback/mail" + url.search, Object.fromEntries(url.searchParams))).status);
const user = await adapter.getUserByEmail("a@b.example");
await users.export(config, user.id);
await accounts.list(config, user.id);
await accounts.unlink(config, user.id, { provider: "x", providerAccountId: "x" }).catch(() => {});
await users.delete(config, user.id);
console.log(statuses.join(), [...kinds].filter((kind) => String(kind).startsWith("password")).join());
`;

Deno.test("password: without the provider no module of it is loaded, and no record is read", async () => {
  assertEquals(await runTrapped(await modules(), PROGRAM), "302,302,302");
});

Deno.test("password: the trap for modules works", async () => {
  const program = `import ${at("src/capabilities/passwords/hash.ts")};`;
  assertStringIncludes(await runTrapped(await modules(), program), "loaded what it should not");
});

Deno.test("password: without the provider, and with page: false, the path is not ours", async () => {
  const without = createApp({ adapter: MemoryAdapter() });
  const hidden = createApp({
    adapter: MemoryAdapter(),
    providers: [Password({ page: false })],
    session: { revocation: {} },
  });
  for (const { browser } of [without, hidden]) {
    const answer = await browser.fetch("/auth/password");
    assertEquals(answer.status, 400);
    await answer.body?.cancel();
    const page = await (await browser.fetch("/auth/signin")).text();
    assertEquals(page.includes("/auth/password"), false);
  }
  for (
    const run of [
      () => setPassword(without.config, "1", "x"),
      () => hasPassword(without.config, "1"),
    ]
  ) {
    const error = await run().then(() => undefined, (error) => error);
    assertStringIncludes(error.message, "add `Password()` to `providers`");
  }
});

const mail: AuthConfig["providers"][number] = {
  id: "mail",
  name: "Mail",
  type: "email",
  sendVerificationRequest: () => {},
};

Deno.test("password: a provider object without the code of its function is refused by name", async () => {
  // Entries have no symbols.
  const copy = Object.fromEntries(Object.entries(Password())) as ReturnType<typeof Password>;
  const { browser, errors } = createApp({
    adapter: MemoryAdapter(),
    session: { revocation: {} },
    providers: [copy, mail],
  });
  const answer = await browser.fetch("/auth/session");
  assertEquals(answer.status, 500);
  await answer.body?.cancel();
  assertStringIncludes(errors[0]!.message, "the function of @x/auth/providers/password");
});

const LACKS: [
  what: string,
  config: Partial<AuthConfig>,
  message: string,
  options?: PasswordOptions,
][] = [
  ["an adapter", { adapter: undefined, session: {} }, "set `adapter`"],
  [
    "`getUserByEmail`",
    {
      adapter: { ...MemoryAdapter(), getUserByEmail: undefined },
      providers: [],
      session: { strategy: "jwt" },
    },
    "getUserByEmail",
    { page: false },
  ],
  [
    "records",
    { adapter: { ...MemoryAdapter(), records: undefined }, session: { strategy: "jwt" } },
    "records",
  ],
  ["an email provider", { providers: [] }, "it needs an email provider"],
  ["one provider of its kind", { providers: [mail, Password({ id: "second" })] }, "another one"],
  ["a length that may be", {}, "`minLength` is not from 8", { minLength: 7 }],
  ["a length that may be", {}, "`maxLength` is not from 64 to 1024", { maxLength: 32 }],
  ["possible work", {}, "`cost.ln` is not from 1 to 18", { cost: { ln: 19 } }],
  ["possible work", {}, "8 times the default work", { cost: { ln: 17, r: 8, p: 16 } }],
  ["possible iterations", {}, "from 1 to 4800000", { cost: { iterations: 4_800_001 } }],
  ["possible memory", {}, "256 MiB", { cost: { ln: 18, r: 16 } }],
];

for (const [what, config, message, options] of LACKS) {
  Deno.test(`password: a config without ${what} is refused by name (${message})`, async () => {
    const { browser, errors } = createApp({
      adapter: MemoryAdapter(),
      session: { revocation: {} },
      secret: SECRET,
      ...config,
      providers: [Password(options), ...config.providers ?? [mail]],
    });
    const answer = await browser.fetch("/auth/session");
    assertEquals(answer.status, 500);
    await answer.body?.cancel();
    assertStringIncludes(errors[0]!.message, message);
  });
}
