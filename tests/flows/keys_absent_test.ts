/**
 * Without `keys`, an app loads no module of them; with them, what is late is late.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { at, runTrapped } from "./_trap.ts";

const root = new URL("../../", import.meta.url);

async function modulesIn(...folders: string[]): Promise<string[]> {
  const found = await Promise.all(folders.map(async (folder) => {
    const names = await Array.fromAsync(Deno.readDir(new URL(folder, root)));
    return names.filter(({ name }) => /\.tsx?$/.test(name)).map(({ name }) => `${folder}/${name}`);
  }));
  return found.flat();
}

const programOf = (keys: string, use: string) => `
import { MemoryAdapter } from ${at("adapters/memory.ts")};
import { defineAuth } from ${at("src/frameworks/server.ts")};
${keys}
const adapter = MemoryAdapter();
const auth = defineAuth({
  providers: [{ id: "mail", name: "Mail", type: "email", sendVerificationRequest() {} }],
  adapter,
  sendMail() {}, theme: { name: "App" },
  session: { strategy: "jwt", revocation: {} },
  secret: "a-secret-of-at-least-32-characters", trustHost: true,
  logger: { error(error) { console.log(error.message); }, warn() {}, debug() {} },
  ...keys,
});
await adapter.createUser({ id: "ada", email: "a@b.example", emailVerified: null });
const origin = "http://localhost";
const page = await auth.handler(new Request(origin + "/auth/session"));
const of = async (secret) => {
  const request = new Request(origin, { headers: { authorization: "Bearer " + secret } });
  const who = await auth.authenticate(request, { accept: Object.keys(keys).length ? ["key"] : ["session"] });
  return who.ok ? who.id : who.reason;
};
${use}
`;

const WITH = `
import { ApiKeys } from ${at("src/capabilities/keys/mod.ts")};
const keys = { keys: ApiKeys({ prefix: "acme", scopes: ["read"] }) };
`;

Deno.test("keys: without them no module of theirs is loaded", async () => {
  const known = await modulesIn("src/capabilities/keys", "pages/keys");
  assert(known.length > 15);
  const use = `
await auth.users.suspend("ada");
await auth.users.export("ada");
await auth.users.delete("ada");
console.log(page.status, await of("acme_k1_x"));
`;
  assertEquals(await runTrapped(known, programOf("const keys = {};", use)), "200 unknown");
});

Deno.test("keys: an app that only starts, and is asked with false keys, loads none of their functions", async () => {
  const started = new Set(
    ["check", "format", "kinds", "misplaced", "mod", "options", "settings", "typed"].map((name) =>
      `src/capabilities/keys/${name}.ts`
    ),
  );
  const late = (await modulesIn("src/capabilities/keys", "pages/keys"))
    .filter((path) => !started.has(path));
  assert(late.some((path) => path.endsWith("/claim.ts")));
  const use = `console.log(page.status, await of("acme_k1_x"));`;
  assertEquals(await runTrapped(late, programOf(WITH, use)), "200 unknown");
});

Deno.test("keys: an app without organizations loads none of their modules", async () => {
  const late = [
    ...await modulesIn("src/capabilities/organizations", "pages/organizations"),
    "src/capabilities/keys/organization_keys.ts",
    "src/capabilities/keys/organization_link.ts",
    "src/capabilities/keys/organization_page.ts",
    "src/capabilities/keys/organization_views.ts",
    "pages/keys/organization.tsx",
    "pages/keys/organization_english.ts",
  ];
  const use = `
const made = await auth.keys.createFor("ada", { name: "CI", scopes: ["read"] });
await auth.keys.rotate("ada", made.key.id);
console.log(await of(made.secret), (await auth.keys.list("ada")).length);
await auth.handler(new Request(origin + "/auth/organization/acme/keys"));
await auth.handler(new Request(origin + "/auth/keys"));
await auth.keys.revoke("ada", made.key.id);
await auth.users.suspend("ada");
await auth.users.delete("ada");
`;
  const output = 'ada 2\nThere is no such action at this path: actions are below "/auth/", as ' +
    "`basePath` or the path of AUTH_URL says";
  assertEquals(await runTrapped(late, programOf(WITH, use)), output);
});
