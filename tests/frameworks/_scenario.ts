/**
 * Steps that every wrapper must pass, over HTTP, in the real framework.
 *
 * The app reads `PORT`, `AUTH_SECRET`, `AUTH_TRUST_HOST` and the
 * `AUTH_OP_*` variables from the environment, and has:
 *
 * - credentials `username` and `password`: `ada` and `lovelace` are Ada
 *   Lovelace;
 * - an OIDC provider with the id `op`;
 * - a `jwt` callback that takes a string `name` from an update, which the suite
 *   adds to copies of examples without one; see `_updates.ts`;
 * - `/`, which says `Hello <name>` or `You are not signed in`;
 * - `/dashboard`, which shows `Hello <name>` and redirects signed-out users to
 *   the sign-in page.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { createBrowser, type Landing, type TestBrowser } from "../../src/tools/testing/mod.ts";
import type { OpenIDProvider } from "../_openid_provider.ts";

/** A started app. */
export interface StartedApp {
  /** Origin of the app. */
  origin: string;
  /** Base path of the actions, for example `/auth`. */
  basePath: string;
  /** `true` when posts need a CSRF token; otherwise the framework checks the origin. */
  csrf: boolean;
  /** Path that signed-out users are redirected to. Default `<basePath>/signin`. */
  signInPath?: string;
  /** The provider with the id `op`. */
  op: OpenIDProvider;
}

/** One step; the browser keeps its cookies from step to step. */
export interface Step {
  name: string;
  run(app: StartedApp, visitor: Visitor): Promise<void>;
}

/** A browser that sends the headers that frameworks check. */
export interface Visitor {
  browser: TestBrowser;
  /** Posts a form of the app. */
  post(path: string, fields: Record<string, string>): Promise<Response>;
  /** Signs in with a password and follows redirects to the end, by default `/dashboard`. */
  signIn(username: string, password: string, path?: string): Promise<Landing>;
  /** The session as JSON. */
  session(): Promise<Record<string, unknown> | null>;
  /** Requests another name in the session, and returns the updated session. */
  rename(name: string): Promise<Record<string, unknown> | null>;
  /** Text and URL of a page. */
  read(path: string): Promise<{ pathname: string; text: string }>;
}

/** A new visitor of an app. */
export function createVisitor({ origin, basePath, csrf, op }: StartedApp): Visitor {
  const overNetwork = (request: Request) => fetch(request, { redirect: "manual" });
  const origins = { [origin]: overNetwork, [op.issuer]: overNetwork };
  const browser = createBrowser(origin, origins, basePath);
  const post: Visitor["post"] = async (path, fields) => {
    const token: Record<string, string> = csrf ? { csrfToken: await browser.csrf() } : {};
    const body = new URLSearchParams({ ...token, ...fields });
    // Browsers send the origin with every post, and frameworks check it.
    return await browser.fetch(basePath + path, { method: "POST", body, headers: { origin } });
  };
  return {
    browser,
    post,
    async signIn(username, password, path = "/dashboard") {
      const callbackUrl = origin + path;
      const response = await post("/callback/credentials", { username, password, callbackUrl });
      await response.body?.cancel();
      assert(response.status >= 300 && response.status < 400, `${response.status}: no redirect`);
      return await browser.visit(response.headers.get("location") ?? "");
    },
    async session() {
      return await (await browser.fetch(`${basePath}/session`)).json();
    },
    async rename(name) {
      const token = csrf ? { csrfToken: await browser.csrf() } : {};
      const response = await browser.fetch(`${basePath}/session`, {
        method: "POST",
        headers: { "content-type": "application/json", origin },
        body: JSON.stringify({ ...token, data: { name } }),
      });
      return await response.json();
    },
    async read(path) {
      // As browsers ask for a page.
      const headers = { accept: "text/html,*/*;q=0.8" };
      const { url, response } = await browser.visit(path, { headers });
      return { pathname: url.pathname, text: withoutMarkup(await response.text()) };
    },
  };
}

/** Removes markup, since frameworks put comments between strings. */
function withoutMarkup(html: string): string {
  return html.replaceAll(/<script[\s\S]*?<\/script>|<!--[\s\S]*?-->/g, "").replaceAll(
    "&#x27;",
    "'",
  );
}

const nameOf = (session: Record<string, unknown> | null): unknown =>
  (session?.user as { name?: unknown } | undefined)?.name;

async function assertNobody(app: StartedApp, visitor: Visitor): Promise<void> {
  assertEquals(await visitor.session(), null);
  assertStringIncludes((await visitor.read("/")).text, "You are not signed in");
  const { pathname } = await visitor.read("/dashboard");
  assertEquals(pathname, app.signInPath ?? `${app.basePath}/signin`);
}

async function assertSomebody(visitor: Visitor, name: string): Promise<void> {
  assertEquals(nameOf(await visitor.session()), name);
  const { pathname, text } = await visitor.read("/dashboard");
  assertEquals(pathname, "/dashboard");
  assertStringIncludes(text, `Hello ${name}`);
}

/** Signs in as Grace Hopper at the provider `op`, which leads back to `path`. */
export async function signInAtProvider(
  { origin, op }: StartedApp,
  { browser, post }: Visitor,
  path: string,
): Promise<void> {
  const callbackUrl = origin + path;
  const start = await post("/signin/op", { callbackUrl });
  await start.body?.cancel();
  const page = await browser.visit(start.headers.get("location") ?? "");
  assertEquals(page.url.origin, op.issuer);
  await page.response.body?.cancel();
  const body = new URLSearchParams({ person: "grace" });
  const landing = await browser.visit(page.url.href, { method: "POST", body });
  assertEquals([landing.url.href, landing.response.status], [callbackUrl, 200]);
  await landing.response.body?.cancel();
}

/** The steps in their order, for one visitor. */
export const scenario: Step[] = [
  {
    name: "signed out: the session is null, the protected page leads to the sign-in page",
    run: assertNobody,
  },
  {
    name: "a wrong password leads back with the right error and creates no session",
    async run(app, visitor) {
      const { url, response } = await visitor.signIn("ada", "wrong");
      await response.body?.cancel();
      assertEquals(url.pathname, app.signInPath ?? `${app.basePath}/signin`);
      assertEquals(url.searchParams.get("error"), "CredentialsSignin");
      assertEquals(url.searchParams.get("code"), "credentials");
      await assertNobody(app, visitor);
    },
  },
  {
    name: "the right password leads to the protected page",
    async run(_app, visitor) {
      const { url, response } = await visitor.signIn("ada", "lovelace");
      assertEquals(url.pathname, "/dashboard");
      assertStringIncludes(withoutMarkup(await response.text()), "Hello Ada Lovelace");
      await assertSomebody(visitor, "Ada Lovelace");
    },
  },
  {
    name: "an update changes the session on every page",
    async run(_app, visitor) {
      assertEquals(nameOf(await visitor.rename("Countess")), "Countess");
      await assertSomebody(visitor, "Countess");
    },
  },
  {
    name: "sign-out ends it",
    async run(app, visitor) {
      await (await visitor.post("/signout", { callbackUrl: app.origin })).body?.cancel();
      await assertNobody(app, visitor);
    },
  },
  {
    name: "a token in several cookies: all are set, read and deleted",
    async run(app, visitor) {
      await (await visitor.signIn("ada", "lovelace")).response.body?.cancel();
      const name = "A".repeat(3500);
      assertEquals(nameOf(await visitor.rename(name)), name);
      const chunks = () => {
        const header = visitor.browser.cookies.header(new URL(app.origin), {
          crossSite: false,
          method: "GET",
        });
        return (header.match(/session-token\.\d=/g) ?? []).length;
      };
      assert(chunks() >= 2, `${chunks()} cookies`);
      await assertSomebody(visitor, name);
      await (await visitor.post("/signout", { callbackUrl: app.origin })).body?.cancel();
      assertEquals(chunks(), 0);
      await assertNobody(app, visitor);
    },
  },
  {
    name: "an invalid session cookie means no session",
    async run(app, _visitor) {
      for (const cookie of ["authjs.session-token=garbage", "authjs.session-token.0=%E0%A4%A"]) {
        const pages = ["/", "/dashboard", `${app.basePath}/session`].map(async (path) => {
          const init = { headers: { accept: "text/html", cookie }, redirect: "manual" } as const;
          const response = await fetch(app.origin + path, init);
          const text = await response.text();
          assert(response.status < 400, `${path}: ${response.status}`);
          assert(!text.includes("Hello "), path);
        });
        await Promise.all(pages);
      }
    },
  },
  {
    name: "OpenID Connect: sign in at the provider, back to the protected page, sign-out",
    async run(app, visitor) {
      await signInAtProvider(app, visitor, "/dashboard");
      await assertSomebody(visitor, "Grace Hopper");
      await (await visitor.post("/signout", { callbackUrl: app.origin })).body?.cancel();
      await assertNobody(app, visitor);
    },
  },
];
