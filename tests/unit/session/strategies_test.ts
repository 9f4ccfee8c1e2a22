import { assertEquals } from "@std/assert";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import { jwtStrategy } from "../../../src/session/jwt.ts";
import { sessionOf } from "../../../src/session/strategies.ts";
import { createTestContext } from "../_context.ts";

const choices = [
  ["nothing", {}, true],
  ["an adapter", { adapter: MemoryAdapter() }, false],
  ["an adapter, and jwt by name", {
    adapter: MemoryAdapter(),
    session: { strategy: "jwt" },
  }, true],
] as const;
for (const [name, config, inCookie] of choices) {
  Deno.test(`sessionOf() selects the strategy for a config with ${name}`, async () => {
    const { ctx } = await createTestContext({ config });
    assertEquals(sessionOf(ctx) === jwtStrategy, inCookie);
  });
}
