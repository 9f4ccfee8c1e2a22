import { assertEquals } from "@std/assert";
import { rebuildRequest } from "../../../src/request/rebuild.ts";
import { APP, createTestContext } from "../_context.ts";

Deno.test("rebuildRequest() returns a request with URL, headers and fields, the fields as JSON", async () => {
  const { ctx } = await createTestContext({
    path: "callback/acme?from=page",
    form: { a: "1" },
    headers: { "user-agent": "browser", "content-length": "3" },
  });
  assertEquals(ctx.request.request.bodyUsed, true);
  const request = rebuildRequest(ctx.request, { a: "1", deep: { b: [2] } });
  assertEquals([request.method, request.url], ["POST", `${APP}/auth/callback/acme?from=page`]);
  assertEquals(request.headers.get("content-type"), "application/json");
  assertEquals(request.headers.get("user-agent"), "browser");
  assertEquals(request.headers.has("content-length"), false);
  assertEquals(await request.json(), { a: "1", deep: { b: [2] } });
});
