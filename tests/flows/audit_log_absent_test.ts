/**
 * Without `audit`, an app loads no module of the log.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { at, runTrapped } from "./_trap.ts";

const root = new URL("../../src/capabilities/audit_log/", import.meta.url);

async function modules(): Promise<string[]> {
  const names = await Array.fromAsync(Deno.readDir(root));
  return names.filter(({ name }) => name.endsWith(".ts"))
    .map(({ name }) => `src/capabilities/audit_log/${name}`);
}

const programOf = (member: string) => `
import { MemoryAdapter } from ${at("adapters/memory.ts")};
import { defineAuth } from ${at("src/frameworks/server.ts")};
${member}
const auth = defineAuth({
  providers: [{ id: "mail", name: "Mail", type: "email", sendVerificationRequest() {} }],
  adapter: MemoryAdapter(),
  session: { strategy: "jwt", revocation: {} },
  secret: "a-secret-of-at-least-32-characters", trustHost: true,
  logger: { error() {}, warn() {}, debug() {} },
  ...log,
});
const origin = "http://localhost";
const visit = async (path) => (await auth.handler(new Request(origin + path))).status;
console.log(await visit("/auth/session"), await visit("/auth/signin"));
`;

Deno.test("audit log: without it no module of it is loaded", async () => {
  const known = await modules();
  assert(known.length > 10);
  assertEquals(await runTrapped(known, programOf("const log = {};")), "200 200");
});

Deno.test("audit log: an app that only starts loads none of what writes and reads", async () => {
  const started = ["check", "mod", "options", "settings", "typed"]
    .map((name) => `src/capabilities/audit_log/${name}.ts`);
  const late = (await modules()).filter((path) => !started.includes(path));
  assert(late.some((path) => path.endsWith("/write.ts")));
  const program = programOf(`
import { AuditLog } from ${at("src/capabilities/audit_log/mod.ts")};
const log = { audit: AuditLog() };`);
  assertEquals(await runTrapped(late, program), "200 200");
});
