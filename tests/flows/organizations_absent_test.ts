/**
 * Without `organizations`, an app loads no module of it.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { at, runTrapped } from "./_trap.ts";

const root = new URL("../../", import.meta.url);

/** Every module of organizations, and of their pages. */
async function modules(): Promise<string[]> {
  const folders = ["src/capabilities/organizations", "pages/organizations"];
  const found = await Promise.all(folders.map(async (folder) => {
    const names = await Array.fromAsync(Deno.readDir(new URL(folder, root)));
    return names.filter(({ name }) => /\.tsx?$/.test(name)).map(({ name }) => `${folder}/${name}`);
  }));
  return found.flat();
}

const programOf = (member: string) => `
import { Auth } from ${at("mod.ts")};
import { MemoryAdapter } from ${at("adapters/memory.ts")};
import { defineAuth } from ${at("src/frameworks/server.ts")};
import { signInAs } from ${at("src/tools/testing/mod.ts")};
${member}
const auth = defineAuth({
  providers: [{ id: "mail", name: "Mail", type: "email", sendVerificationRequest() {} }],
  adapter: MemoryAdapter(),
  sendMail() {},
  session: { strategy: "jwt", revocation: {} },
  signUp: "invited",
  secret: "a-secret-of-at-least-32-characters", trustHost: true,
  logger: { error(error) { console.log(error.message); }, warn() {}, debug() {} },
  ...organizations,
});
const user = await auth.config.adapter.createUser({ id: "1", email: "a@b.example", emailVerified: null });
const origin = "http://localhost";
const { setCookies } = await signInAs(auth.config, user, { origin, env: {} });
const cookie = setCookies[0].split(";")[0];
const request = new Request(origin + "/", { headers: { cookie } });
const session = await auth.getSession(request);
const page = await auth.handler(new Request(origin + "/auth/session"));
await auth.users.export(user.id);
await auth.users.delete(user.id);
console.log(session?.user?.email, page.status);
`;

Deno.test("organizations: without them no module of theirs is loaded", async () => {
  const known = await modules();
  assert(known.length > 15);
  assertEquals(await runTrapped(known, programOf("const organizations = {};")), "a@b.example 200");
});

Deno.test("organizations: an app that only starts loads none of their functions", async () => {
  const started = new Set([
    ...["check", "endpoints", "kinds", "membership", "mod", "options", "permissions", "refusal"],
    ...["settings", "system", "typed", "types"],
  ].map((name) => `src/capabilities/organizations/${name}.ts`));
  const late = (await modules()).filter((path) => !started.has(path));
  assert(late.some((path) => path.endsWith("/functions.ts")));
  const program = `
import { defineAccess, Organizations } from ${at("src/capabilities/organizations/mod.ts")};
import { MemoryAdapter } from ${at("adapters/memory.ts")};
import { defineAuth } from ${at("src/frameworks/server.ts")};
const access = defineAccess({ permissions: { a: ["b"] }, roles: { c: { a: "all" } } });
const auth = defineAuth({
  providers: [],
  adapter: MemoryAdapter(),
  sendMail() {},
  session: { revocation: {} },
  secret: "a-secret-of-at-least-32-characters", trustHost: true,
  organizations: Organizations({ access }),
});
const origin = "http://localhost";
const page = await auth.handler(new Request(origin + "/auth/session"));
console.log(page.status, auth.organizations.allows("c", "a:b"));
`;
  assertEquals(await runTrapped(late, program), "200 true");
});
