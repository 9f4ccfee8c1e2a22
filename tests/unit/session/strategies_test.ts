import { assertEquals } from "@std/assert";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import { databaseStrategy } from "../../../src/session/database.ts";
import { jwtStrategy } from "../../../src/session/jwt.ts";
import { sessionOf } from "../../../src/session/strategies.ts";
import { createTestContext } from "../_context.ts";

const choices = [
  ["nothing", {}, jwtStrategy],
  ["an adapter", { adapter: MemoryAdapter() }, databaseStrategy],
  ["an adapter, and jwt by name", {
    adapter: MemoryAdapter(),
    session: { strategy: "jwt" },
  }, jwtStrategy],
] as const;
for (const [name, config, strategy] of choices) {
  Deno.test(`sessionOf() selects the strategy for a config with ${name}`, async () => {
    assertEquals(sessionOf((await createTestContext({ config })).ctx), strategy);
  });
}
