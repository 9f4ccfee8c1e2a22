/**
 * Without `connections`, an app loads no module of it, knows no provider but those of its config, and
 * reads nothing more.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { at, runTrapped } from "./_trap.ts";
import { createOrgApp } from "./_organizations.ts";

const root = new URL("../../src/capabilities/connections/", import.meta.url);

async function modules(): Promise<string[]> {
  const names = await Array.fromAsync(Deno.readDir(root));
  return names.filter(({ name }) => name.endsWith(".ts"))
    .map(({ name }) => `src/capabilities/connections/${name}`);
}

const programOf = (member: string) => `
import { MemoryAdapter } from ${at("adapters/memory.ts")};
import { defineAccess, Organizations } from ${at("src/capabilities/organizations/mod.ts")};
import { defineAuth } from ${at("src/frameworks/server.ts")};
${member}
const access = defineAccess({ permissions: {}, roles: { member: {} } });
const auth = defineAuth({
  providers: [{ id: "mail", name: "Mail", type: "email", sendVerificationRequest() {} }],
  adapter: MemoryAdapter(),
  sendMail() {},
  session: { strategy: "jwt", revocation: {} },
  secret: "a-secret-of-at-least-32-characters", trustHost: true,
  logger: { error() {}, warn() {}, debug() {} },
  organizations: Organizations({ access }),
  ...connections,
});
const origin = "http://localhost";
const visit = async (path) => (await auth.handler(new Request(origin + path))).status;
console.log(await visit("/auth/session"), await visit("/auth/signin"));
`;

Deno.test("connections: without them no module of theirs is loaded", async () => {
  const known = await modules();
  assert(known.length > 15);
  assertEquals(await runTrapped(known, programOf("const connections = {};")), "200 200");
});

Deno.test("connections: an app that only starts loads none of their functions", async () => {
  const started = ["check", "endpoints", "kinds", "mod", "options", "settings", "typed"]
    .map((name) => `src/capabilities/connections/${name}.ts`);
  const late = (await modules()).filter((path) => !started.includes(path));
  assert(late.some((path) => path.endsWith("/provider.ts")));
  const program = programOf(`
import { Connections } from ${at("src/capabilities/connections/mod.ts")};
const connections = {
  connections: Connections({ kinds: ["oidc"], resolveTxt: () => [], join: "member" }),
};`);
  assertEquals(await runTrapped(late, program), "200 200");
});

Deno.test("connections: without them their ids name no provider, and an address leads to the usual step", async () => {
  const app = createOrgApp();
  const calls: string[] = [];
  const { get, list } = app.records;
  app.records.get = (kind, id) => (calls.push(kind), get(kind, id));
  app.records.list = (owner, kind, page) => (calls.push(kind), list(owner, kind, page));
  const browser = app.open();
  for (const id of ["sso", "sso-acme"]) {
    const answer = await browser.post(`/signin/${id}`, { email: "ada@acme.example" });
    assertEquals([answer.status, answer.headers.get("location")], [400, null], id);
    await answer.body?.cancel();
  }
  const url = new URL(await browser.start("mail", { fields: { email: "ada@acme.example" } }));
  assertEquals(url.pathname, "/auth/verify-request");
  assertEquals(calls.filter((kind) => kind.startsWith("connection")), []);
});
