import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { DenoAuth } from "../../../src/frameworks/deno.ts";
import * as express from "../../../src/frameworks/express.ts";
import { FreshAuth } from "../../../src/frameworks/fresh.ts";
import { HonoAuth } from "../../../src/frameworks/hono.ts";
import { NodeAuth } from "../../../src/frameworks/node.ts";
import { defineAuth } from "../../../src/frameworks/server.ts";
import * as solid from "../../../src/frameworks/solid_start.ts";

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

Deno.test("protect: arguments in another order say what to write, when the guard is made", () => {
  const handler = () => new Response();
  const swapped: [name: string, make: () => unknown, sentence: string][] = [
    ["Deno", () => DenoAuth(config).protect({} as never, handler as never), "protect(handler, o"],
    ["Node", () => NodeAuth(config).protect({} as never, handler as never), "protect(handler, o"],
    [
      "defineAuth",
      () => defineAuth(config).protect({} as never, handler as never),
      "protect(handler, options)",
    ],
    [
      "SolidStart",
      () => solid.protect(config, {} as never, handler as never),
      "protect(config, route, options)",
    ],
    ["Hono", () => HonoAuth(config).protect(handler as never), "app.get(path, auth.protect(op"],
    ["Fresh", () => FreshAuth(config).protect(handler as never), "app.use(path, auth.protect("],
    ["Express", () => express.protect(handler as never), "protect(config, options), handler)"],
  ];
  for (const [name, make, sentence] of swapped) {
    assertThrows(make, TypeError, sentence, name);
  }
});
