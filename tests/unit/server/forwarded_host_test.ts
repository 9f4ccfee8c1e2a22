import { assertEquals } from "@std/assert";
import { DenoAuth } from "../../../src/frameworks/deno.ts";

// In a file of its own, because a warning appears once per process.
Deno.test("DenoAuth: a forwarded host that is ignored is warned about once", async () => {
  const warnings: string[] = [];
  const serve = DenoAuth({
    providers: [],
    secret: "a-secret-of-at-least-32-characters",
    trustHost: true,
    logger: { error: () => {}, warn: (code) => void warnings.push(code) },
  }).handler();
  const ask = async (host: string) => {
    const headers = { "x-forwarded-host": host };
    const response = await serve(new Request("http://localhost/auth/session", { headers }));
    assertEquals(response.status, 200);
    await response.body?.cancel();
  };
  await ask("localhost");
  assertEquals(warnings, [], "the same host");
  await ask("app.example");
  await ask("other.example");
  assertEquals(warnings, ["forwarded-host-ignored"]);
});
