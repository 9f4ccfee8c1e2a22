import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { DenoAuth } from "../../../src/frameworks/deno.ts";
import { NodeAuth } from "../../../src/frameworks/node.ts";

const config = { providers: [], secret: "a-secret-of-at-least-32-characters", trustHost: true };

Deno.test("DenoAuth().handler, passed to Deno.serve as it is, says what to write", async () => {
  const { handler } = DenoAuth(config);
  assertThrows(
    () => handler(new Request("https://app.example/")),
    TypeError,
    "write `Deno.serve(handler(app))`",
  );
  const response = await handler(() => new Response("Hello"))(new Request("https://app.example/"));
  assertEquals(await response.text(), "Hello");
  assertEquals((await handler()(new Request("https://app.example/"))).status, 404);
});

Deno.test("NodeAuth().handler, passed to createServer as it is, says what to write", async () => {
  const handler = NodeAuth(config).handler as (app: unknown) => unknown;
  const serve = async () => await handler({ headers: {}, method: "GET" });
  await assertRejects(serve, TypeError, "write `createServer(handler(app))`");
});
