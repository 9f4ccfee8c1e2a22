/**
 * A program that says what the library logs about `Password` on Cloudflare Workers. Its argument is
 * `scrypt` where the flag `nodejs_compat` is on.
 *
 * @module
 */

import { MemoryAdapter } from "../../../adapters/memory.ts";
import { Auth } from "../../../mod.ts";
import Password from "../../../src/capabilities/passwords/password_provider.ts";

if (import.meta.main) {
  const { process } = globalThis as { process?: object };
  Object.defineProperty(globalThis, "navigator", { value: { userAgent: "Cloudflare-Workers" } });
  if (Deno.args[0] !== "scrypt") Reflect.deleteProperty(process ?? {}, "getBuiltinModule");
  const lines: string[] = [];
  const { status } = await Auth(new Request("https://app.example/auth/session"), {
    // Fewer rounds would be accepted by the platform, and be no protection.
    providers: [Password({ page: false, cost: { iterations: 100_000 } })],
    adapter: MemoryAdapter(),
    session: { strategy: "jwt" },
    secret: "a-secret-of-at-least-32-characters",
    trustHost: true,
    logger: { error: (error: Error) => lines.push(error.message) },
  });
  console.log(JSON.stringify({ status, lines }));
}
