import { assertEquals, assertRejects } from "@std/assert";
import { createBrowser, type OriginHandler } from "../../../src/testing/browser.ts";

const APP = "https://app.example";
const redirect = (location: string, headers: Record<string, string> = {}) =>
  new Response(null, { status: 302, headers: { location, ...headers } });

/** A browser whose app answers by path; requests are recorded. */
function create(
  paths: Record<string, (request: Request) => Response | Promise<Response>>,
  origins: Record<string, OriginHandler> = {},
) {
  const requests: { method: string; url: string; cookie: string | null }[] = [];
  const browser = createBrowser(APP, {
    [APP]: (request) => {
      const { pathname } = new URL(request.url);
      requests.push({
        method: request.method,
        url: request.url,
        cookie: request.headers.get("cookie"),
      });
      return paths[pathname]?.(request) ?? new Response("not found", { status: 404 });
    },
    ...origins,
  });
  return { browser, requests };
}

Deno.test("TestBrowser.fetch() follows no redirect, and keeps cookies", async () => {
  const { browser, requests } = create({ "/a": () => redirect("/b", { "set-cookie": "x=1" }) });
  const response = await browser.fetch("/a");
  assertEquals([response.status, response.headers.get("location")], [302, "/b"]);
  await browser.fetch(`${APP}/c`);
  assertEquals(requests.map(({ cookie }) => cookie), [null, "x=1"]);
});

Deno.test("TestBrowser.fetch() sends a cookie header of the test instead of the jar's", async () => {
  const { browser, requests } = create({});
  browser.cookies.plant(APP, "x=1");
  await browser.fetch("/", { headers: { cookie: "y=2" } });
  assertEquals(requests[0]!.cookie, "y=2");
});

Deno.test("TestBrowser.fetch() reaches only the origins it was given", async () => {
  const { browser } = create({});
  for (const url of ["https://other.example", "http://app.example", "https://constructor"]) {
    await assertRejects(() => browser.fetch(url), TypeError, "add a handler for");
  }
});

Deno.test("TestBrowser.fetch() sends no strict cookies with a request of another site", async () => {
  const { browser, requests } = create({});
  browser.cookies.plant(APP, "s=1; SameSite=Strict");
  browser.cookies.plant(APP, "l=2; SameSite=Lax");
  await browser.fetch("/", { from: "https://evil.example/page" });
  await browser.fetch("/", { from: "https://evil.example/page", method: "POST" });
  await browser.fetch("/", { from: `${APP}/page` });
  assertEquals(requests.map(({ cookie }) => cookie), ["l=2", null, "s=1; l=2"]);
});

Deno.test("TestBrowser.visit() follows redirects over origins by GET and returns the URLs", async () => {
  const other = "https://other.example";
  const { browser, requests } = create({
    "/start": () => redirect(`${other}/mid`, { "set-cookie": "x=1" }),
    "/end": () => new Response("done"),
  }, { [other]: () => redirect(`${APP}/end?a=1`) });
  const landing = await browser.visit("/start", { method: "POST", body: "a=1" });
  assertEquals(landing.url.href, `${APP}/end?a=1`);
  assertEquals(await landing.response.text(), "done");
  assertEquals(landing.trail, [
    { url: `${APP}/start`, status: 302 },
    { url: `${other}/mid`, status: 302 },
    { url: `${APP}/end?a=1`, status: 200 },
  ]);
  assertEquals(requests.map(({ method, cookie }) => [method, cookie]), [["POST", null], [
    "GET",
    "x=1",
  ]]);
});

Deno.test("TestBrowser.visit() throws for a redirect loop", async () => {
  const { browser, requests } = create({ "/a": () => redirect("/a") });
  await assertRejects(() => browser.visit("/a"), TypeError, "redirects");
  assertEquals(requests.length, 20);
});

Deno.test("TestBrowser.visit() submits the form of a provider's response, and no form of the app", async () => {
  const idp = "https://idp.example";
  const form = (action: string) =>
    new Response(
      `<form method="post" action="${action}"><input name="a" value="&quot;1&quot; &amp; 2"></form>`,
      { headers: { "content-type": "text/html" } },
    );
  let body = "";
  const { browser } = create({
    "/form": () => form("/posted"),
    "/posted": async (request) => {
      body = await request.text();
      return new Response("ok");
    },
  }, { [idp]: () => form(`${APP}/posted`) });
  assertEquals((await browser.visit(idp)).url.href, `${APP}/posted`);
  assertEquals([...new URLSearchParams(body)], [["a", '"1" & 2']]);
  assertEquals((await browser.visit("/form")).url.pathname, "/form");
});

Deno.test("TestBrowser.post() adds the CSRF token, and fields can replace it", async () => {
  const bodies: string[] = [];
  const { browser } = create({
    "/auth/csrf": () => Response.json({ csrfToken: "t" }),
    "/auth/x": async (request) => {
      bodies.push(await request.text());
      return new Response();
    },
  });
  await browser.post("/x", { a: "1" });
  await browser.post("/x", { csrfToken: "forged" });
  assertEquals(bodies, ["csrfToken=t&a=1", "csrfToken=forged"]);
});

Deno.test("TestBrowser.start() posts the sign-in and stops at its redirect", async () => {
  let asked = "";
  const { browser } = create({
    "/auth/csrf": () => Response.json({ csrfToken: "t" }),
    "/auth/signin/acme": async (request) => {
      asked = `${new URL(request.url).search} ${await request.text()}`;
      return redirect("https://idp.example/authorize");
    },
  });
  const url = await browser.start("acme", { callbackUrl: "/in", query: { prompt: "login" } });
  assertEquals(url, "https://idp.example/authorize");
  assertEquals(asked, "?prompt=login csrfToken=t&callbackUrl=%2Fin");
});

Deno.test("TestBrowser.session() returns the session of the app", async () => {
  const session = { user: { name: "Ada" }, expires: "2030" };
  const { browser } = create({ "/auth/session": () => Response.json(session) });
  assertEquals(await browser.session(), session);
});
