/**
 * Rows for the recipes of `docs/frameworks`: the files of a guide, in a new app of its framework.
 *
 * @module
 */

import { assert, assertEquals, assertNotEquals, assertStringIncludes } from "@std/assert";
import { request } from "node:http";
import type { Page } from "playwright-core";
import type { FrameworkApp, PageStep } from "./_rows.ts";
import { RECIPE_STARTERS, type RecipeStarter, VERSIONS } from "./_recipe_starters.ts";
import { signInAtProvider, type Step, type Visitor } from "./_scenario.ts";
import { PASSWORD_BUTTON, WITH_PROVIDERS } from "./_starter_parts.ts";

/**
 * Changes of a guide's files. Every read renews the session, whose token fills several cookies.
 */
export const RECIPE_TEXTS: Readonly<Record<string, string>> = {
  ...WITH_PROVIDERS,
  "[GitHub]": `${WITH_PROVIDERS["[GitHub]"]},
  session: { updateAge: 0 },
  callbacks: { jwt: ({ token }) => ({ ...token, ballast: "x".repeat(3500) }) }`,
};

/** Names of the cookies that a response sets, with those that it deletes left out. */
const setNames = (response: Response): string[] =>
  response.headers.getSetCookie()
    .filter((line) => !/; Max-Age=0\b/i.test(line))
    .map((line) => line.split("=", 1)[0]!);

const TOKEN = ["authjs.session-token.0", "authjs.session-token.1"];

async function assertNobody(visitor: Visitor): Promise<void> {
  assertEquals(await visitor.session(), null);
  assertEquals((await visitor.read("/dashboard")).pathname, "/auth/signin");
}

async function assertSomebody(visitor: Visitor, user: Record<string, string>): Promise<void> {
  assertEquals((await visitor.session())?.user, user);
  const { pathname, text } = await visitor.read("/dashboard");
  assertEquals(pathname, "/dashboard");
  assertStringIncludes(text, `Hello ${user.name}`);
}

const assertAda = (visitor: Visitor) => assertSomebody(visitor, { name: "Ada Lovelace" });

/**
 * Steps of a recipe over HTTP.
 *
 * @param leave path of the form that signs out
 */
export function recipeScenario({ leave = "/auth/signout" }: Pick<RecipeStarter, "leave">): Step[] {
  const signOut = async ({ browser }: Visitor, origin: string, csrfToken = "") =>
    await browser.fetch(leave, {
      method: "POST",
      body: new URLSearchParams({ csrfToken, callbackUrl: "/" }),
      headers: { origin },
    });
  return [
    {
      name: "signed out: the protected page leads to the sign-in page",
      run: (_app, visitor) => assertNobody(visitor),
    },
    {
      name: "a wrong password leads to the sign-in page, which says so",
      async run(_app, visitor) {
        const { url, response } = await visitor.signIn("ada", "wrong");
        assertEquals([url.pathname, response.status], ["/auth/signin", 200]);
        assertStringIncludes(await response.text(), "Sign-in failed.");
        await assertNobody(visitor);
      },
    },
    {
      name: "the right password leads to the protected page; each cookie has its own header",
      async run({ origin }, visitor) {
        const fields = { username: "ada", password: "lovelace", callbackUrl: "/dashboard" };
        const response = await visitor.post("/callback/credentials", fields);
        await response.body?.cancel();
        assertEquals(response.headers.get("location"), `${origin}/dashboard`);
        assertEquals(setNames(response).filter((name) => TOKEN.includes(name)), TOKEN);
        await assertAda(visitor);
      },
    },
    {
      name: "the protected page renews the session; each cookie has its own header",
      async run(_app, visitor) {
        const response = await visitor.browser.fetch("/dashboard");
        assertStringIncludes(await response.text(), "Ada Lovelace");
        assertEquals(setNames(response), TOKEN);
        await assertAda(visitor);
      },
    },
    {
      name: "a form of another site does not sign out",
      async run({ origin }, visitor) {
        const response = await signOut(visitor, "https://evil.example");
        await response.body?.cancel();
        const target = response.headers.get("location") ?? "";
        const { searchParams } = new URL(target, origin);
        assert(response.status >= 400 || searchParams.get("error") === "MissingCSRF", target);
        // The sign-in page keeps the target of the form, which is always on this site.
        const ours = setNames(response).filter((name) => name !== "authjs.callback-url");
        assertEquals(ours, []);
        await assertAda(visitor);
      },
    },
    {
      name: "sign-out ends the session",
      async run({ origin }, visitor) {
        const response = await signOut(visitor, origin, await visitor.browser.csrf());
        await response.body?.cancel();
        const target = response.headers.get("location") ?? "";
        assertEquals(new URL(target, origin).href, `${origin}/`);
        await assertNobody(visitor);
      },
    },
    {
      name: "OpenID Connect: sign in at the provider, back to the protected page, sign-out",
      async run(app, visitor) {
        await signInAtProvider(app, visitor, "/dashboard");
        await assertSomebody(visitor, { name: "Grace Hopper", email: "grace@example.com" });
        const response = await signOut(visitor, app.origin, await visitor.browser.csrf());
        await response.body?.cancel();
        await assertNobody(visitor);
      },
    },
  ];
}

const behindProxy: Step = {
  name: "behind a proxy, a form of the public origin reaches the library",
  async run({ origin }) {
    const location = await postThroughProxy(`${origin}/auth/signin/credentials`);
    assertStringIncludes(location, "/auth/signin?error=MissingCSRF");
  },
};

/** Posts an empty form, as a proxy with a certificate for `app.example` hands it on. */
async function postThroughProxy(url: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const headers = {
    "host": "app.example",
    "origin": "https://app.example",
    "x-forwarded-host": "app.example",
    "x-forwarded-proto": "https",
    "content-type": "application/x-www-form-urlencoded",
    "content-length": "0",
  };
  // `fetch` would replace the host.
  request(url, { method: "POST", headers, agent: false }, (response) => {
    response.resume();
    response.on("end", () => resolve(response.headers.location ?? `${response.statusCode}`));
  }).on("error", reject).end();
  return await promise;
}

async function fillIn(page: Page): Promise<void> {
  await page.getByLabel("User").fill("ada");
  await page.getByLabel("Password").fill("lovelace");
  await page.getByRole("button", { name: PASSWORD_BUTTON }).click();
  await page.getByText("Hello Ada Lovelace").waitFor();
}

const direct: PageStep = {
  name: "from the protected page to the sign-in page and back",
  async run(context, { origin }) {
    const page = await context.newPage();
    await page.goto(`${origin}/dashboard`);
    await fillIn(page);
    assertEquals(page.url(), `${origin}/dashboard`);
  },
};

const byLinks: PageStep = {
  name: "links, which load no document, lead to the sign-in page, the protected page, and out",
  async run(context, { origin }) {
    const page = await context.newPage();
    const follow = async () => {
      await page.goto(origin, { waitUntil: "networkidle" });
      await page.evaluate(() => Object.assign(globalThis, { isSameDocument: true }));
      await page.getByRole("link", { name: "Dashboard" }).click();
    };
    await follow();
    await fillIn(page);
    await follow();
    await page.getByText("Hello Ada Lovelace").waitFor();
    assert(await page.evaluate(() => "isSameDocument" in globalThis));
    await page.getByRole("link", { name: "Sign out" }).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL(`${origin}/`);
    await follow();
    await page.getByRole("button", { name: PASSWORD_BUTTON }).waitFor();
    assertNotEquals(new URL(page.url()).pathname, "/dashboard");
  },
};

/** The recipes, each in a new app. */
export const recipeApps: FrameworkApp[] = Object.entries(RECIPE_STARTERS)
  .map(([name, starter]) => ({
    name,
    guide: starter.guide ?? name,
    versionOf: starter.versionOf,
    texts: { ...RECIPE_TEXTS },
    begins: starter.packages && { ...starter.files, "package.json": packageJson(starter) },
    build: starter.build,
    check: starter.check,
    start: () => starter.start,
    basePath: "/auth",
    scenario: recipeScenario(starter),
    steps: [behindProxy, ...starter.steps ?? []],
    pages: starter.routesInBrowser ? [direct, byLinks] : [direct],
  }));

function packageJson({ packages = [], versions: own = {} }: RecipeStarter): string {
  const versions = packages.map((name) => [name, own[name] ?? VERSIONS[name]]);
  return JSON.stringify({
    private: true,
    type: "module",
    dependencies: Object.fromEntries(versions),
    allowScripts: { node: true },
  });
}
