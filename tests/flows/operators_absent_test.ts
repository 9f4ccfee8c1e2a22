/**
 * Without `operators`, an app loads no module of them; with them, it loads no module of the audit log,
 * of webhooks and of organizations that it does not have.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { at, runTrapped } from "./_trap.ts";

async function modulesIn(folder: string): Promise<string[]> {
  const names = await Array.fromAsync(Deno.readDir(new URL(`../../${folder}`, import.meta.url)));
  return names.filter(({ name }) => /\.tsx?$/.test(name)).map(({ name }) => `${folder}/${name}`);
}

const programOf = (member: string) => `
import { MemoryAdapter } from ${at("adapters/memory.ts")};
import { Totp } from ${at("src/capabilities/factors/mod.ts")};
import { defineAuth } from ${at("src/frameworks/server.ts")};
import { signInAs } from ${at("src/tools/testing/sign_in_as.ts")};
${member}
const auth = defineAuth({
  providers: [],
  adapter: MemoryAdapter(),
  factors: [Totp()],
  session: { strategy: "jwt", revocation: {} },
  secret: "a-secret-of-at-least-32-characters", trustHost: true,
  logger: { error() {}, warn() {}, debug() {} },
  ...more,
});
const origin = "http://localhost:8000";
const ada = { id: "ada", name: "Ada", email: "ada@example.com" };
const { headers } = await signInAs(auth, ada);
headers.set("accept", "text/html");
const visit = async (path) => (await auth.handler(new Request(origin + path, { headers }))).status;
await auth.users.create({ email: "bob@example.com" });
const [bob] = (await auth.users.list({ query: "bob" })).users;
console.log(
  await visit("/auth/session"),
  await visit("/auth/operators"),
  await visit("/auth/operators/users/" + bob.id),
  await visit("/auth/operators/log"),
);
`;

Deno.test("operators: without them no module of them is loaded, and no path exists", async () => {
  const known = [
    ...await modulesIn("src/capabilities/operators"),
    ...await modulesIn("pages/operators"),
  ];
  assert(known.length > 12);
  assertEquals(await runTrapped(known, programOf("const more = {};")), "200 404 404 404");
});

Deno.test("operators: nothing of what the app does not have is loaded", async () => {
  const others = (await Promise.all(
    ["audit_log", "webhooks", "organizations", "keys", "oauth_server", "account"].map((name) =>
      modulesIn(`src/capabilities/${name}`)
    ),
  )).flat()
    // The test kit writes memberships, and knows the roles of the options.
    .filter((path) => path !== "src/capabilities/organizations/permissions.ts");
  const program = programOf(`
import { Operators } from ${at("src/capabilities/operators/mod.ts")};
const permissionsOf = ({ id }) => id === "ada" ? ["user:read", "audit:read"] : [];
const more = { operators: Operators({ permissionsOf }) };`);
  assertEquals(await runTrapped(others, program), "200 200 200 404");
});
