import { assertEquals, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { makeFetch } from "../../../../src/flows/oauth/fetch.ts";
import type { ResolvedOAuthProvider } from "../../../../src/types/resolved_provider.ts";

/** A provider with a loopback origin in the config. */
const local = (origin: string) => ({ issuer: origin }) as ResolvedOAuthProvider;

const bounded = (answer: () => Response | Promise<Response>) =>
  makeFetch(
    { fetch: () => Promise.resolve(answer()) } as unknown as ResolvedOAuthProvider,
    "userinfo",
  );

Deno.test("fetchOf() returns the whole response, with status and headers", async () => {
  const headers = { "x-test": "1" };
  const response = await bounded(() => new Response("teapot", { status: 418, headers }))(
    "https://a",
  );
  assertEquals(response.status, 418);
  assertEquals(response.headers.get("x-test"), "1");
  assertEquals(await response.text(), "teapot");
  assertEquals((await bounded(() => new Response(null, { status: 204 }))("https://a")).status, 204);
});

Deno.test("fetchOf() stops reading a response at one mebibyte", async () => {
  let chunks = 0;
  let cancelled = false;
  const endless = new ReadableStream({
    pull: (controller) => {
      chunks++;
      controller.enqueue(new Uint8Array(128 * 1024));
    },
    cancel: () => void (cancelled = true),
  });
  await assertRejects(
    () => bounded(() => new Response(endless))("https://a"),
    RangeError,
    "larger",
  );
  assertEquals(chunks < 12, true);
  assertEquals(cancelled, true);
});

Deno.test("fetchOf() rejects after ten seconds, even with a fetch that ignores the signal", async () => {
  using time = new FakeTime();
  const silent = new ReadableStream({ pull: () => new Promise(() => {}) });
  for (const answer of [() => new Promise<Response>(() => {}), () => new Response(silent)]) {
    const refused = assertRejects(() => bounded(answer)("https://a"), DOMException, "in time");
    await time.tickAsync(10_000);
    await refused;
  }
});

Deno.test("fetchOf() throws an error with the origin it could not reach, and no other part of the URL", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const origin = `http://127.0.0.1:${listener.addr.port}`;
  listener.close();
  for (const url of [`${origin}/v1/SECRET`, `${origin}/me?access_token=SECRET#x`]) {
    const error = await assertRejects(
      () => makeFetch(local(origin), "userinfo")(url),
      TypeError,
      "Cannot reach",
    );
    assertEquals(error.cause, undefined);
    assertEquals(error.message.includes("SECRET"), false, error.message);
    assertEquals(error.message.startsWith(`Cannot reach ${origin}: `), true, error.message);
  }
});

Deno.test("fetchOf() follows no redirect without the option for it", async () => {
  let inside = 0;
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    ({ url }) => {
      if (new URL(url).pathname === "/me") return Response.redirect(new URL("/inside", url));
      inside++;
      return Response.json({ id: 1 });
    },
  );
  const origin = `http://127.0.0.1:${server.addr.port}`;
  const url = `${origin}/me`;
  assertEquals((await makeFetch(local(origin), "userinfo")(url)).status, 302);
  assertEquals(inside, 0);
  await makeFetch(local(origin), "userinfo")(url, { redirect: "follow" });
  assertEquals(inside, 1);
});

Deno.test("fetchOf() sends no request to a URL that is neither https nor loopback http", async () => {
  const asked: string[] = [];
  const provider = (issuer: string) =>
    ({
      id: "acme",
      issuer,
      fetch: (input: string | URL | Request) => {
        asked.push(input instanceof Request ? input.url : String(input));
        return Promise.resolve(new Response());
      },
    }) as unknown as ResolvedOAuthProvider;
  const far = provider("https://idp.example");
  const near = provider("http://localhost:8080");
  const never = [
    "file:///etc/passwd?SECRET",
    "data:text/plain,SECRET",
    "blob:https://a/SECRET",
    "",
  ];
  const plain = ["http://idp.example/SECRET", "http://127.0.0.1/SECRET", "http://10.0.0.1/SECRET"];
  for (const url of [...never, ...plain]) {
    const error = await assertRejects(
      () => makeFetch(far, "userinfo")(url),
      TypeError,
      "not an https: URL",
    );
    assertEquals(error.message.includes("SECRET"), false, error.message);
    assertEquals(error.message.includes('"acme"'), true, error.message);
  }
  const refuses = (at: typeof far, url: Parameters<typeof fetch>[0]) =>
    assertRejects(() => makeFetch(at, "userinfo")(url), TypeError, "not an https: URL");
  for (const url of never) await refuses(near, url);
  await refuses(far, new URL("file:///etc/passwd"));
  await refuses(far, new Request("http://127.0.0.1/"));
  assertEquals(asked, []);
  for (const url of plain) await makeFetch(near, "userinfo")(url);
  await makeFetch(far, "userinfo")(new URL("https://idp.example/"));
  await makeFetch(far, "userinfo")(new Request("https://other.example/"));
  assertEquals(asked, [...plain, "https://idp.example/", "https://other.example/"]);
});
