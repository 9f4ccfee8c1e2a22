/**
 * Rows for Qwik City: this package, and `@auth/qwik` with the same app.
 *
 * @module
 */

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import {
  assertLeadsAway,
  clientStep,
  providerStep,
  signIn,
  signOut,
  submit,
} from "./_browser_steps.ts";
import { pressUntil } from "./_press.ts";
import { protectedStep, routeInQwik } from "./_protected_route.ts";
import type { FrameworkApp, PageStep } from "./_rows.ts";
import type { StartedApp, Step, Visitor } from "./_scenario.ts";

/** Posts the form of a page like a browser without scripts. */
async function post(
  { origin }: StartedApp,
  { browser }: Visitor,
  page: string,
  fields: Record<string, string>,
  headers: HeadersInit = { origin },
): Promise<Response> {
  const html = await (await browser.fetch(page)).text();
  const [, action] = html.match(/<form[^>]* action="(\?qaction=[^"]+)"/) ?? [];
  assert(action, `${page} has no form`);
  const body = new URLSearchParams(fields);
  return await browser.fetch(new URL(action, origin + page).href, {
    method: "POST",
    body,
    headers,
  });
}

const credentials = (password: string) => ({
  "providerId": "credentials",
  "options.username": "ada",
  "options.password": password,
});

const steps: Step[] = [
  {
    name: "forms without scripts: wrong password, right password, back to the page, sign-out",
    async run(app, visitor) {
      const wrong = await post(app, visitor, "/login", credentials("wrong"));
      assertEquals(wrong.status, 401);
      assertStringIncludes(await wrong.text(), `<p role="alert"`);
      assertEquals(await visitor.session(), null);
      const right = await post(app, visitor, "/login", credentials("lovelace"));
      await right.body?.cancel();
      assertEquals([right.status, right.headers.get("location")], [
        303,
        `${app.origin}/login`,
      ]);
      assertStringIncludes((await visitor.read("/dashboard")).text, "Hello Ada Lovelace");
      const out = await post(app, visitor, "/dashboard", { redirectTo: "/" });
      await out.body?.cancel();
      assertEquals([out.status, out.headers.get("location")], [303, `${app.origin}/`]);
      assertEquals(await visitor.session(), null);
    },
  },
  {
    name: "invalid fields are refused with their names",
    async run(app, visitor) {
      const response = await post(app, visitor, "/login", { options: "x" });
      assertEquals(response.status, 400);
      assertMatch(await response.text(), /"options"|Expected an object/);
    },
  },
  {
    name: "a form that another site posts is refused",
    async run(app, visitor) {
      await (await visitor.signIn("ada", "lovelace")).response.body?.cancel();
      const headers = { origin: "https://evil.example" };
      const form = await post(app, visitor, "/dashboard", {}, headers);
      await form.body?.cancel();
      assertEquals(form.status, 403);
      const init = { method: "POST", headers, body: new URLSearchParams() };
      await (await visitor.browser.fetch("/auth/signout", init)).body?.cancel();
      assertStringIncludes((await visitor.read("/dashboard")).text, "Hello Ada Lovelace");
      await (await visitor.post("/signout", { callbackUrl: app.origin })).body?.cancel();
    },
  },
  {
    name: "the browser's bundle contains neither the config nor server code",
    async run({ origin }) {
      const { bundles } = await (await fetch(`${origin}/q-manifest.json`)).json();
      const names = Object.keys(bundles);
      assert(names.length > 5, `${names.length} files`);
      for (const name of names) {
        const text = await (await fetch(`${origin}/build/${name}`)).text();
        assertEquals(text.match(/lovelace|AUTH_OP|authjs|code_verifier/), null, name);
      }
    },
  },
];

/** Steps that `@auth/qwik` supports too; it ignores forms without scripts. */
const pages: PageStep[] = [
  {
    name: "forms: credentials, sign-out",
    async run(context, { origin }) {
      const page = await context.newPage();
      await page.goto(`${origin}/login`);
      await signIn(page);
      await signOut(page);
      await assertLeadsAway(page, origin, "/auth/signin");
    },
  },
  providerStep("forms: sign in with OpenID Connect", "/login", "/dashboard"),
  clientStep("calls: credentials, sign-out, OpenID Connect"),
];

const refusals: PageStep = {
  name: "a wrong password shows an error on the form's page, through forms and calls",
  async run(context, { origin }) {
    for (const path of ["/login", "/client"]) {
      const page = await context.newPage();
      await page.goto(origin + path);
      await submit(page, "wrong");
      await page.getByText("CredentialsSignin").waitFor();
      assertEquals(page.url(), origin + path);
    }
  },
};

/** The client of Qwik asks for the data of the page first; without them, it loads the page itself. */
const linkStep: PageStep = {
  name: "a link to a page behind `protect` leads to the sign-in page, and from there to the page",
  async run(context, { origin }) {
    const page = await context.newPage();
    const data: number[] = [];
    page.on("response", (response) => {
      if (response.url().includes("/protected/q-data.json")) data.push(response.status());
    });
    await page.goto(`${origin}/links`);
    const user = page.locator("input[name=username]");
    await pressUntil(page.getByRole("link", { name: "Protected" }), user);
    const { pathname, searchParams } = new URL(page.url());
    assertEquals([pathname, searchParams.get("callbackUrl")], [
      "/auth/signin",
      "/protected?tab=2",
    ]);
    assertEquals([...new Set(data.splice(0))], [401]);
    await user.fill("ada");
    await page.locator("input[name=password]").fill("lovelace");
    await page.locator("form:has(input[name=password]) button[type=submit]").click();
    await page.getByText("Your id is 1").waitFor();
    assertEquals(page.url(), `${origin}/protected?tab=2`);
    await page.goto(`${origin}/links`);
    await pressUntil(page.getByRole("link", { name: "Protected" }), page.getByText("Your id is 1"));
    assertEquals([...new Set(data)], [200]);
  },
};

const qwik: FrameworkApp = {
  name: "qwik",
  folder: "examples/qwik",
  updates: "src/routes/plugin@auth.ts",
  build: ["npm", "run", "build"],
  check: ["node", "node_modules/typescript/bin/tsc"],
  start: () => ["node", "server/entry.node-server.js"],
  basePath: "/auth",
  csrf: false,
};

/** This package, after a run with `@auth/qwik` to show that the app is written for it. */
export const qwikApps: FrameworkApp[] = [
  {
    ...qwik,
    name: "qwik with @auth/qwik",
    imports: {
      "@x/auth/qwik": "@auth/qwik",
      "@x/auth/providers/credentials": "@auth/qwik/providers/credentials",
    },
    texts: { "serverAuth$": "QwikAuth$" },
    dependencies: { "@x/auth": undefined, "@auth/qwik": "0.9.1" },
    pages,
  },
  {
    ...qwik,
    ...routeInQwik,
    steps: [...steps, protectedStep],
    pages: [...pages, refusals, linkStep],
  },
];
