/**
 * The pages that a person meets after something failed, without scripts: each says what happened and
 * leads on, and its reference is in the log.
 *
 * @module
 */

import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { pageTexts } from "../../pages/messages.ts";
import { fill, textsIn } from "../../src/base/language.ts";
import { AccountPage } from "../../src/capabilities/account/mod.ts";
import type { AuthError } from "../../src/errors.ts";
import { de } from "../../src/languages/de.ts";
import GitHub from "../../src/providers/github.ts";
import type { AuthConfig } from "../../mod.ts";
import { browserTest } from "../_chromium.ts";
import { ADA, createPasswordApp } from "../flows/_passwords.ts";
import { serve } from "./_app.ts";
import { VARIANTS, visit, type Visitor } from "./_visitor.ts";
import { addressEnglish } from "../../pages/address/english.ts";

const WORDINGS = { en: { language: "en" }, de };

/** An app on a port, the failures in its log, and the emails that it sent. */
function start(config: Partial<AuthConfig> = {}) {
  const { config: base, errors, links } = createPasswordApp({
    account: AccountPage(),
    languages: [de],
    theme: { name: "Acme" },
    ...config,
  });
  return { ...serve(base), errors: errors as AuthError[], links };
}

type App = ReturnType<typeof start>;

/** Posts from the browser, without the page. */
async function post(
  { page }: Visitor,
  { origin }: App,
  path: string,
  form: Record<string, string>,
) {
  const { csrfToken } = await (await page.request.get(`${origin}/auth/csrf`)).json();
  return await page.request.post(`${origin}/auth/${path}`, {
    form: { csrfToken, ...form },
    maxRedirects: 0,
  });
}

async function signIn(visitor: Visitor, app: App): Promise<void> {
  await post(visitor, app, "signin/mail", { email: ADA });
  await visitor.page.goto(app.links.at(-1)!);
}

for (const [variant, language, options] of VARIANTS) {
  const texts = pageTexts(WORDINGS[language]);
  const { lost, undone } = textsIn(addressEnglish, WORDINGS[language], ({ address }) => address);
  const { errors, signOut, again } = texts;
  const site = `link "${fill(texts.site, { site: "Acme" })}"`;

  /** Opens a path, and checks the page with its title, way on and reference. */
  const look = async (
    visitor: Visitor,
    app: App,
    path: string,
    [status, heading, ...tree]: [status: number, heading: string, ...tree: string[]],
  ) => {
    const { page } = visitor;
    const response = await page.goto(`${app.origin}/auth/${path}`);
    assertEquals(response!.status(), status, path);
    assertEquals(await page.locator("html").getAttribute("lang"), language);
    assertStringIncludes(await page.title(), `${heading} – Acme`);
    await visitor.look(path, { tree: [`heading "${heading}"`, ...tree] });
  };

  /** The reference on the page is the one in the last line of the log. */
  const assertLogged = async ({ page }: Visitor, { errors }: App) => {
    const { reference } = errors.at(-1)!;
    assertMatch(reference ?? "none", /^[0-9A-F]{6}$/);
    await page.getByText(fill(texts.reference, { reference: reference! })).waitFor();
  };

  browserTest(`error pages: say what happened and lead on, ${variant}`, async (browser) => {
    await using app = start();
    const visitor = await visit(browser, options, `error pages ${variant}`);
    const { page } = visitor;
    const link = `link "${again}"`;

    await look(visitor, app, "login", [404, errors.NotFound.heading, link, site]);
    await assertLogged(visitor, app);
    await page.getByRole("link", { name: again }).click();
    await visitor.heading(texts.signIn.heading);

    await look(visitor, app, "callback/mail", [
      ...[403, errors.Verification.heading] as const,
      ...[link, site],
    ]);
    assertEquals(new URL(page.url()).pathname, "/auth/error");
    await assertLogged(visitor, app);

    const { submit } = undone;
    await look(visitor, app, "address?undo=old", [
      200,
      lost.heading,
      `link "${submit}"`,
      site,
    ]);

    await look(visitor, app, "signout", [200, signOut.done, link, site]);
    await signIn(visitor, app);
    await look(visitor, app, "signout", [
      ...[200, signOut.heading] as const,
      ...[`button "${signOut.submit}"`, site],
    ]);
    await page.getByText(fill(texts.signIn.signedIn, { name: ADA })).waitFor();

    await look(visitor, app, "address?undo=old", [
      ...[200, lost.heading] as const,
      ...[`link "${lost.submit}"`, site],
    ]);
    await page.getByRole("link", { name: lost.submit }).click();
    await page.waitForURL(`${app.origin}/auth/account`);

    // The session ends in another tab.
    await post(visitor, app, "signout", {});
    await page.reload();
    assertEquals(new URL(page.url()).pathname, "/auth/signin");
    await page.getByText(texts.signInErrors.SessionRequired).waitFor();
    assertEquals(await page.title(), `${texts.titles.signin} – Acme`);
    await visitor.look("no session");
  });

  browserTest(`error pages: say when to try again, ${variant}`, async (browser) => {
    const kinds = [
      ["account", { perAccount: 1 }],
      ["recipient", { perRecipient: 1 }],
      ["network", { perAddress: 1, clientAddress: () => "203.0.113.7" }],
    ] as const;
    for (const [kind, limits] of kinds) {
      await using app = start({ limits: { perRecipient: false, ...limits } });
      const visitor = await visit(browser, options, `limits ${variant} ${kind}`);
      const { page } = visitor;
      const isAccount = kind === "account";
      const other = await visit(browser, options, "other");
      const path = isAccount ? "callback/password" : "signin/mail";
      await post(other, app, path, { email: ADA, password: "wrong" });

      await page.goto(`${app.origin}/auth/signin`);
      await page.locator("[type=email]").fill(ADA);
      await page.locator("[type=email]").press("Enter");
      if (isAccount) {
        await page.locator("[type=password]").fill("wrong");
        await page.locator("[type=password]").press("Enter");
      } else {
        await visitor.click(texts.signIn.link);
      }
      await visitor.heading(errors.TooManyRequests.heading);
      await visitor.look(kind, {
        tree: [
          `heading "${errors.TooManyRequests.heading}"`,
          ...isAccount ? [`link "${again}"`] : [],
          site,
        ],
      });
      const message = await page.locator(".message").innerText();
      assertMatch(message, /\b[1-9]\d? (seconds|minutes|Sekunden|Minuten)\b/);
      assertStringIncludes(message, texts.wait[kind]);
      await assertLogged(visitor, app);
    }
  });

  browserTest(
    `error pages: an unusable config is one on every path, ${variant}`,
    async (browser) => {
      await using app = start({ adapter: undefined });
      const visitor = await visit(browser, options, `config ${variant}`);
      for (const path of ["callback/password", "signin"]) {
        await look(visitor, app, path, [500, errors.Configuration.heading, site]);
        await assertLogged(visitor, app);
      }
    },
  );

  browserTest(
    `error pages: a sign-in that is opened as a page goes on, ${variant}`,
    async (browser) => {
      await using app = start({
        providers: [GitHub({ clientId: "id", clientSecret: "secret" })],
        account: undefined,
      });
      const visitor = await visit(browser, options, `provider ${variant}`);
      const { page } = visitor;
      await page.route("https://github.com/**", (route) => route.fulfill({ body: "GitHub" }));
      await page.goto(`${app.origin}/auth/signin/github`);
      await visitor.look("provider");
      // The page of GitHub cannot load, and not every Chromium keeps its URL then.
      const asked = page.waitForRequest("https://github.com/login/oauth/authorize?**");
      await visitor.click(fill(texts.signIn.with, { name: "GitHub" }));
      await asked;
    },
  );
}
