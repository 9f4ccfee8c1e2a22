/**
 * Without `scim`, an app loads no module of it, and has none of its paths, scopes and records.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { Auth } from "../../mod.ts";
import { ApiKeys } from "../../src/capabilities/keys/mod.ts";
import type { KeyFunctions } from "../../src/capabilities/keys/typed.ts";
import { APP, createOrg, createOrgApp, signIn } from "./_organizations.ts";
import { at, runTrapped } from "./_trap.ts";

const root = new URL("../../src/capabilities/scim/", import.meta.url);

async function modules(): Promise<string[]> {
  const names = await Array.fromAsync(Deno.readDir(root));
  return names.filter(({ name }) => name.endsWith(".ts"))
    .map(({ name }) => `src/capabilities/scim/${name}`);
}

const programOf = (member: string) => `
import { MemoryAdapter } from ${at("adapters/memory.ts")};
import { ApiKeys } from ${at("src/capabilities/keys/mod.ts")};
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
  keys: ApiKeys({ prefix: "acme", scopes: access }),
  ...scim,
});
const origin = "http://localhost";
const visit = async (path) => (await auth.handler(new Request(origin + path))).status;
console.log(await visit("/auth/session"), await visit("/auth/signin"));
`;

Deno.test("scim: without it no module of it is loaded", async () => {
  const known = await modules();
  assert(known.length > 15);
  assertEquals(await runTrapped(known, programOf("const scim = {};")), "200 200");
});

Deno.test("scim: an app that only starts loads none of its handlers", async () => {
  const started = ["check", "endpoints", "kinds", "mod", "options", "settings"]
    .map((name) => `src/capabilities/scim/${name}.ts`);
  const late = (await modules()).filter((path) => !started.includes(path));
  assert(late.some((path) => path.endsWith("/users.ts")));
  const program = programOf(`
import { Scim } from ${at("src/capabilities/scim/mod.ts")};
const scim = { scim: Scim() };`);
  assertEquals(await runTrapped(late, program), "200 200");
});

Deno.test("scim: without it there are no paths, and no key has its scope", async () => {
  const app = createOrgApp("jwt", { keys: ApiKeys({ prefix: "acme", scopes: ["a"] }) });
  const owner = await signIn(app, "owner@acme.example");
  const { id } = await createOrg(app, owner);
  const keys = (app.auth as unknown as { keys: KeyFunctions }).keys;
  const by = app.orgs.asSystem(id);
  const options = { name: "K", scopes: ["scim"] as const };
  const failed = await keys.createForOrganization(by, options).then(() => "", String);
  assert(failed.includes("there is no scope"), failed);
  for (const method of ["GET", "POST", "PUT", "DELETE"]) {
    const request = new Request(`${APP}/auth/scim/v2/acme/Users`, { method });
    const answer = await Auth(request, app.config);
    assert(answer.status >= 400 && answer.status < 500, `${method} ${answer.status}`);
    assertEquals((await answer.text()).includes("scim:"), false);
  }
});
