/**
 * Without `webhooks`, an app loads no module of them, and the receiver's helper loads the ground alone.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { at, runTrapped } from "./_trap.ts";

const root = new URL("../../src/capabilities/webhooks/", import.meta.url);

async function modules(): Promise<string[]> {
  const names = await Array.fromAsync(Deno.readDir(root));
  return names.filter(({ name }) => name.endsWith(".ts"))
    .map(({ name }) => `src/capabilities/webhooks/${name}`);
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
  ...hooks,
});
const origin = "http://localhost";
const visit = async (path) => (await auth.handler(new Request(origin + path))).status;
console.log(await visit("/auth/session"), await visit("/auth/signin"));
`;

Deno.test("webhooks: without them no module of them is loaded", async () => {
  const known = await modules();
  assert(known.length > 8);
  assertEquals(await runTrapped(known, programOf("const hooks = {};")), "200 200");
});

Deno.test("webhooks: an app that only starts loads nothing that sends", async () => {
  const late = [
    ...["deliveries", "functions", "verify", "event"].map((name) =>
      `src/capabilities/webhooks/${name}.ts`
    ),
    ...["outbox", "untrusted_fetch", "connection"].map((name) => `src/outbound/${name}.ts`),
  ];
  const program = programOf(`
import { Webhooks } from ${at("src/capabilities/webhooks/mod.ts")};
const secret = "whsec_" + btoa("a-secret-of-32-random-characters");
const hooks = { webhooks: Webhooks({ endpoints: [{ url: "https://a.example/", secret }] }) };`);
  assertEquals(await runTrapped(late, program), "200 200");
});

Deno.test("webhooks: the helper of a receiver loads its own files and the ground alone", async () => {
  const { success, stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", new URL("verify.ts", root).pathname],
    cwd: new URL("../../", import.meta.url),
  }).output();
  assert(success);
  const graph = JSON.parse(new TextDecoder().decode(stdout)) as {
    modules: { specifier: string; dependencies?: { code?: { specifier: string } }[] }[];
  };
  const byName = new Map(graph.modules.map((one) => [one.specifier, one]));
  const run = new Set<string>();
  const visit = (name: string) => {
    if (run.has(name)) return;
    run.add(name);
    for (const { code } of byName.get(name)?.dependencies ?? []) if (code) visit(code.specifier);
  };
  visit(new URL("verify.ts", root).href);
  const src = new URL("../../src/", import.meta.url).href;
  assertEquals([...run].map((name) => name.slice(src.length)).sort(), [
    "base/crypto/bytes.ts",
    "base/crypto/hash.ts",
    "base/crypto/runtime.ts",
    "base/time.ts",
    "capabilities/webhooks/sign.ts",
    "capabilities/webhooks/verify.ts",
  ]);
});
