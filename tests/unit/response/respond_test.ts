import { assertEquals } from "@std/assert";
import { JSON_HEADERS, respond, withCookies } from "../../../src/response/respond.ts";
import type { ResponseInternal } from "../../../src/types/internal.ts";
import { APP, createTestContext } from "../_context.ts";

const cookie = { name: "a", value: "1", options: { path: "/" } };

async function answer(result: ResponseInternal, headers: Record<string, string> = {}) {
  const { ctx } = await createTestContext({ headers });
  return respond(result, ctx.request);
}

Deno.test("respond() serializes JSON, undefined as null", async () => {
  const full = await answer({ headers: JSON_HEADERS, body: { a: [1] }, status: 201 });
  assertEquals(full.status, 201);
  assertEquals(await full.json(), { a: [1] });
  assertEquals(await (await answer({ headers: JSON_HEADERS })).text(), "null");
});

Deno.test("respond() reads the content type from every type of headers", async () => {
  const type = "application/json";
  for (
    const headers of [
      { "CONTENT-type": type },
      [["content-type", type]] as [string, string][],
      new Headers({ "content-type": type }),
    ]
  ) {
    const response = await answer({ headers, body: { a: 1 } });
    assertEquals(await response.text(), '{"a":1}');
    assertEquals(response.headers.get("content-type"), type);
  }
});

Deno.test("respond() serializes forms, and does not change text and empty bodies", async () => {
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  assertEquals(await (await answer({ headers, body: { a: "1 2" } })).text(), "a=1+2");
  assertEquals(await (await answer({ body: "<p>" })).text(), "<p>");
  assertEquals((await answer({})).body, null);
  assertEquals((await answer({})).status, 200);
});

Deno.test("respond() answers a redirect with 302 and no body, with any other members", async () => {
  const response = await answer({ redirect: "/a", body: "x", status: 200, cookies: [cookie] });
  assertEquals(response.status, 302);
  assertEquals(response.headers.get("location"), "/a");
  assertEquals(response.body, null);
  assertEquals(response.headers.getSetCookie(), ["a=1; Path=/"]);
});

Deno.test("respond() returns an absolute URL to clients that requested JSON", async () => {
  const headers = { "x-auth-return-redirect": "1" };
  for (
    const [redirect, url] of [["/a?b#c", `${APP}/a?b#c`], [
      "https://x.example",
      "https://x.example",
    ]]
  ) {
    const response = await answer({ redirect, cookies: [cookie] }, headers);
    assertEquals(response.status, 200);
    assertEquals(response.headers.get("content-type"), "application/json");
    assertEquals(await response.json(), { url });
    assertEquals(response.headers.getSetCookie().length, 1);
  }
});

Deno.test("respond() encodes characters that headers cannot contain", async () => {
  const location = async (redirect: string) => (await answer({ redirect })).headers.get("location");
  assertEquals(await location("/\u0430 b"), `${APP}/%D0%B0%20b`);
  assertEquals(await location("/a\r\nset-cookie: x=y"), `${APP}/aset-cookie:%20x=y`);
});

Deno.test("respond() sends every cookie on its own line", async () => {
  const cookies = [cookie, { ...cookie, name: "b" }, { ...cookie, name: "c", value: ";" }];
  assertEquals((await answer({ cookies })).headers.getSetCookie(), [
    "a=1; Path=/",
    "b=1; Path=/",
    "c=%3B; Path=/",
  ]);
});

Deno.test("withCookies() adds the jar's cookies unless the action set its own", async () => {
  const { ctx } = await createTestContext();
  ctx.cookies.set("callbackUrl", "/a");
  assertEquals(withCookies({ status: 204 }, ctx.cookies).cookies?.map(({ value }) => value), [
    "/a",
  ]);
  assertEquals(withCookies({ cookies: [] }, ctx.cookies).cookies, []);
});
