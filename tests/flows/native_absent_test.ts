/**
 * Without `native`, an app loads no module of it.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { at, runTrapped } from "./_trap.ts";

const root = new URL("../../", import.meta.url);

/** Every module of native clients, of their page, and of proofs of possession. */
async function modules(): Promise<string[]> {
  const folders = ["src/capabilities/native", "pages/native"];
  const found = await Promise.all(folders.map(async (folder) => {
    const names: string[] = [];
    for await (const { name } of Deno.readDir(new URL(folder, root))) {
      if (/\.tsx?$/.test(name)) names.push(`${folder}/${name}`);
    }
    return names;
  }));
  return [...found.flat(), "src/credentials/dpop.ts", "src/session/fork.ts"];
}

const programOf = (member: string) => `
import { MemoryAdapter } from ${at("adapters/memory.ts")};
import { defineAuth } from ${at("src/frameworks/server.ts")};
import { signInAs } from ${at("src/tools/testing/sign_in_as.ts")};
${member}
const auth = defineAuth({
  providers: [],
  adapter: MemoryAdapter(),
  session: { strategy: "jwt", revocation: {} },
  secret: "a-secret-of-at-least-32-characters", trustHost: true,
  logger: { error() {}, warn() {}, debug() {} },
  ...native,
});
const origin = "http://localhost";
const user = { id: "1", email: "a@b.example" };
const { headers } = await signInAs(auth, user, { origin, env: {} });
const who = await auth.authenticate(new Request(origin + "/", { headers }));
const page = await auth.handler(new Request(origin + "/auth/native/authorize"));
await auth.users.suspend(who.id);
await auth.users.delete(who.id);
console.log(who.ok, page.status);
`;

Deno.test("native: without it no module of it is loaded, and no path is there", async () => {
  const known = await modules();
  assert(known.length > 15);
  assertEquals(await runTrapped(known, programOf("const native = {};")), "true 400");
});

Deno.test("native: an app that reads sessions of browsers loads none of its handlers", async () => {
  const started = ["check", "endpoints", "mod", "redirect_uri", "seals", "settings"]
    .map((name) => `src/capabilities/native/${name}.ts`);
  const others = (await modules()).filter((path) => !started.includes(path));
  const program = programOf(`
import { NativeClients } from ${at("src/capabilities/native/mod.ts")};
const native = { native: NativeClients() };`).replace(/^const page.*$|^await auth.users.*$/gm, "")
    .replace(", page.status", "");
  assertEquals(await runTrapped(others, program), "true");
});
