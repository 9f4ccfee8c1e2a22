import { assertEquals, assertRejects } from "@std/assert";
import { createBrowser, type OriginHandler } from "../../../../src/tools/testing/browser.ts";

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

const PAGE = `<!doctype html><style>form { color: red }</style>
<!-- <form><input name="email"></form> -->
<form method="post" action="/github"><input type="hidden" name="csrfToken" value="t1">
  <button>Sign in with <b>GitHub</b></button></form>
<form method='post' action='/in?a=1&amp;b=2'>
  <input type="hidden" name="csrfToken" value="&quot;t2&#39; &#x26; &gt;"/>
  <input name="email" value="before"><input name="password" type=password disabled>
  <input name="code" maxlength="6" required>
  <input type="checkbox" name="off"><input type="checkbox" name="on" checked>
  <input type="radio" name="which" value="1"><input type="radio" name="which" value="2" checked>
  <select name="lang"><option value="en">English<option value="fr" selected>French</select>
  <textarea name="note">
a &lt; b</textarea>
  <button type="button" name="no">Show</button>
  <button name="step" value="first">Go on</button>
  <button name="step" value="back" formaction="/back">Back</button>
</form>
<form action="/find"><input name="q"></form>`;

/** A browser whose app shows what it was sent. */
function createFormBrowser() {
  const html = { "content-type": "text/html" };
  return createBrowser(APP, {
    [APP]: async (request) => {
      const { pathname, search } = new URL(request.url);
      if (pathname === "/page") return new Response(PAGE, { headers: html });
      const fields = [...new URLSearchParams(await request.text())];
      return Response.json({ method: request.method, to: pathname + search, fields });
    },
  });
}

Deno.test("TestBrowser.submit() sends the form that has the fields, as a browser does", async () => {
  const browser = createFormBrowser();
  const { response, url } = await browser.submit("/page", { email: "ada", note: "é & ü" });
  assertEquals(url.pathname, "/in");
  assertEquals(await response.json(), {
    method: "POST",
    to: "/in?a=1&b=2",
    fields: [
      ["csrfToken", `"t2' & >`],
      ["code", ""],
      ["on", "on"],
      ["which", "2"],
      ["lang", "fr"],
      ["step", "first"],
      ["email", "ada"],
      ["note", "é & ü"],
    ],
  });
});

Deno.test("TestBrowser.submit() presses a button by its text, of a page that was visited", async () => {
  const browser = createFormBrowser();
  const github = await browser.submit(
    await browser.visit("/page"),
    {},
    "Sign in with GitHub",
  );
  assertEquals(await github.response.json(), {
    method: "POST",
    to: "/github",
    fields: [["csrfToken", "t1"]],
  });
  const back = await (await browser.submit("/page", { code: "1" }, "Back")).response.json();
  assertEquals([back.to, back.fields.at(-2)], ["/back", ["step", "back"]]);
});

Deno.test("TestBrowser.submit() puts the fields of a form without a method into the URL", async () => {
  const { response } = await createFormBrowser().submit("/page", { q: "a b" });
  assertEquals(await response.json(), { method: "GET", to: "/find?q=a+b", fields: [] });
});

Deno.test("TestBrowser.submit() names the forms of a page where none or several fit", async () => {
  const browser = createFormBrowser();
  const submit = (...args: [Record<string, string>?, string?]) => () =>
    browser.submit("/page", ...args);
  await assertRejects(submit({ user: "ada" }), TypeError, 'the field "user" of /page: there are 0');
  await assertRejects(submit({ password: "disabled" }), TypeError, "there are 0");
  await assertRejects(submit({ csrfToken: "1" }), TypeError, "there are 2");
  await assertRejects(submit(), TypeError, 'csrfToken ("Sign in with GitHub"); ');
  await assertRejects(submit({ email: "ada" }, "Delete"), TypeError, 'the button "Delete"');
  const read = await browser.visit("/page");
  await read.response.text();
  await assertRejects(() => browser.submit(read, { email: "ada" }), TypeError, "read already");
});
