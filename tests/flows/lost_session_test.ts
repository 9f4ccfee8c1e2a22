/**
 * A page that needs a session, in a browser whose session was ended elsewhere: why, and the form as it
 * was typed.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import type { AuthConfig } from "../../mod.ts";
import { Connections } from "../../src/capabilities/connections/mod.ts";
import { RecoveryCodes, Totp } from "../../src/capabilities/factors/mod.ts";
import { ApiKeys } from "../../src/capabilities/keys/mod.ts";
import { OAuthServer } from "../../src/capabilities/oauth_server/mod.ts";
import { createOrganization } from "../../src/capabilities/organizations/functions.ts";
import { defineAccess, Organizations } from "../../src/capabilities/organizations/mod.ts";
import { de } from "../../src/languages/de.ts";
import { decode } from "../../src/jwt.ts";
import { revokeAll } from "../../src/server/sessions.ts";
import { signInAs, type TestBrowser } from "../../src/tools/testing/mod.ts";
import { type Element, parseHtml } from "../unit/pages/_html.ts";
import { APP, createAccountApp, enter } from "./_accounts.ts";
import { setPolicy } from "./_organizations.ts";
import { PASSWORD } from "./_passwords.ts";
import { STRATEGIES, type Strategy } from "./_strategies.ts";

const ADA = { id: "ada", name: "Ada", email: "ada@example.com" };
const BOB = { id: "bob", name: "Bob", email: "bob@example.com" };

function createApp(strategy: Strategy, config: Partial<AuthConfig> = {}) {
  return createAccountApp(strategy, {
    factors: [Totp(), RecoveryCodes()],
    keys: ApiKeys({ prefix: "app", scopes: ["read", "write"] }),
    oauthServer: OAuthServer({
      issuer: APP,
      resources: { [`${APP}/mcp`]: { scopes: ["read"] } },
      clients: { cli: { redirectUris: ["http://127.0.0.1/callback"], grants: ["code", "device"] } },
      developerApps: {},
    }),
    organizations: Organizations({
      access: defineAccess({ permissions: { page: ["read"] }, roles: { member: {} } }),
    }),
    connections: Connections({ kinds: ["oidc"], resolveTxt: () => [], join: "member" }),
    ...config,
  });
}

type App = ReturnType<typeof createApp>;

async function become(app: App, browser: TestBrowser, user: typeof ADA): Promise<void> {
  const { setCookies } = await signInAs(app.config, { ...user, emailVerified: new Date() }, {
    origin: APP,
    proof: { methods: ["pwd", "otp"] },
  });
  browser.cookies.store(new URL(APP), setCookies);
}

/** The forms of a page, with the names and types of their fields. */
async function formsOf(browser: TestBrowser, path: string) {
  const elements = parseHtml(await (await browser.fetch(path)).text());
  const isIn = (form: Element, { parent }: Element): boolean =>
    parent !== undefined && (parent === form || isIn(form, parent));
  return elements.filter(({ tag }) => tag === "form").map((form) => ({
    action: form.attributes.get("action")!,
    inputs: elements.filter(({ tag }) => tag === "input" || tag === "textarea")
      .filter((input) => isIn(form, input)).map(({ tag, attributes, text }) => ({
        name: attributes.get("name") ?? "",
        type: attributes.get("type") ?? (tag === "input" ? "text" : tag),
        value: attributes.get("value") ?? text,
        isChecked: attributes.has("checked"),
      })),
  }));
}

async function send(
  browser: TestBrowser,
  action: string,
  fields: [string, string][],
  referer: string,
): Promise<URL> {
  const body = new URLSearchParams(fields);
  const headers = { referer: APP + referer };
  const response = await browser.fetch(action, { method: "POST", body, headers });
  return new URL(response.headers.get("location") ?? "about:blank");
}

/** Pages with a form that people type into. */
const PAGES = [
  "/auth/account?step=name",
  "/auth/organizations",
  "/auth/organization/acme",
  "/auth/organization/acme/settings?step=name",
  "/auth/organization/acme/keys?step=service",
  "/auth/organization/acme/apps",
  "/auth/organization/acme/sign-in",
  "/auth/keys",
  "/auth/address",
];

const TYPED: Readonly<Record<string, string>> = {
  text: 'Quote " & <b>',
  email: "new@example.com",
  number: "7",
  url: "https://a.example/b",
  textarea: 'Quote " & <b>, new@example.com',
};

for (const strategy of STRATEGIES) {
  Deno.test(`lost session: each form comes back as it was typed, to the same user (${strategy})`, async () => {
    const app = createApp(strategy);
    const { browser } = app;
    await become(app, browser, ADA);
    await createOrganization(app.config, "ada", { name: "Acme", slug: "acme" });
    const walked = new Set<string>();
    for (const page of PAGES) {
      await become(app, browser, ADA);
      for (const { action, inputs } of await formsOf(browser, page)) {
        const isTyped = ({ name, type }: { name: string; type: string }) =>
          name !== "" && Object.hasOwn(TYPED, type) && !/code|secret/i.test(name);
        if (!inputs.some(isTyped)) continue;
        const boxes = inputs.filter(({ type }) => type === "checkbox");
        const fields = inputs.flatMap((input): [string, string][] => {
          if (input.name === "" || input.type === "submit") return [];
          if (input.type === "checkbox") {
            return input === boxes.at(-1) ? [[input.name, input.value || "on"]] : [];
          }
          if (input.type === "radio" && !input.isChecked) return [];
          return [[input.name, isTyped(input) ? TYPED[input.type]! : input.value]];
        });
        await revokeAll(app.config, "ada");
        const away = await send(browser, action, fields, page);
        const { pathname, searchParams } = away;
        assertEquals(
          [pathname, searchParams.get("error"), searchParams.get("code")],
          ["/auth/signin", "SessionRequired", "SessionEnded"],
          page,
        );
        assertEquals(searchParams.get("callbackUrl"), APP + page);
        const signIn = await (await browser.fetch(away.href)).text();
        assertStringIncludes(signIn, "You were signed out, for example from another device.");

        await become(app, browser, ADA);
        const steps = inputs.filter(({ name }) => name === "step").map(({ value }) => value);
        const same = (await formsOf(browser, page)).find((form) =>
          form.action === action &&
          steps.every((step) =>
            form.inputs.some(({ name, value }) => name === "step" && value === step)
          )
        );
        for (const input of inputs.filter(isTyped)) {
          const again = same?.inputs.find(({ name }) => name === input.name);
          assertEquals(again?.value, TYPED[input.type], `${page}: ${input.name}`);
        }
        const checked = same?.inputs.filter(({ isChecked, type }) =>
          isChecked && type === "checkbox"
        );
        assertEquals(checked?.length, Math.min(boxes.length, 1), page);
        walked.add(page);
        // Once.
        assert(!(await (await browser.fetch(page)).text()).includes("Quote &quot;"), page);
      }
    }
    assertEquals(PAGES.filter((page) => !walked.has(page)), []);
  });
}

Deno.test("lost session: what was typed is shown to nobody else, and not after 10 minutes", async () => {
  const app = createApp("jwt");
  const { browser } = app;
  const page = "/auth/account?step=name";
  const type = async () => {
    await become(app, browser, ADA);
    const [form] = (await formsOf(browser, page)).filter(({ inputs }) =>
      inputs.some(({ name }) => name === "name")
    );
    const fields = form!.inputs.map(({ name, value }): [string, string] => [
      name,
      name === "name" ? "Countess" : value,
    ]);
    await revokeAll(app.config, "ada");
    await send(browser, form!.action, fields, page);
  };
  const shows = async () => (await (await browser.fetch(page)).text()).includes("Countess");
  await type();
  await become(app, browser, BOB);
  assertEquals(await shows(), false);
  await become(app, browser, ADA);
  assertEquals(await shows(), false, "it is forgotten");

  await type();
  const kept = browser.cookies.list("app.example").find(({ name }) => name.endsWith(".form"))!;
  assert(
    !atob(kept.value.split(".")[0]!.replaceAll("-", "+").replaceAll("_", "/")).includes("Count"),
  );
  await become(app, browser, ADA);
  // A page without the form leaves it.
  await browser.fetch("/auth/keys");
  assertEquals(await shows(), true);

  await type();
  await become(app, browser, ADA);
  using time = new FakeTime();
  time.tick(601_000);
  assertEquals(await shows(), false);
});

Deno.test("lost session: secrets and long texts are not kept, and forged forms keep nothing", async () => {
  const app = createApp("jwt");
  const { browser } = app;
  const keeps = async (fields: [string, string][], token?: string) => {
    await become(app, browser, ADA);
    const csrfToken = token ?? await browser.csrf();
    await revokeAll(app.config, "ada");
    await send(browser, "/auth/account", [["csrfToken", csrfToken], ...fields], "/auth/account");
    const kept = browser.cookies.list("app.example").find(({ name }) => name.endsWith(".form"));
    browser.cookies.store(new URL(APP), [`${kept?.name}=; Path=/; Max-Age=0; Secure`]);
    return kept !== undefined;
  };
  assertEquals(await keeps([["step", "name"], ["name", "x"]]), true);
  assertEquals(await keeps([["step", "name"], ["name", "x".repeat(3000)]]), false);
  assertEquals(await keeps([["step", "name"], ["name", "é".repeat(400)]]), false);
  for (const token of ["", "x", `${"0".repeat(64)}.${"x".repeat(22)}`]) {
    assertEquals(await keeps([["step", "name"], ["name", "x"]], token), false);
  }
  const secrets = ["password", "current", "code", "answer", "clientSecret", "token", "pin"];
  await become(app, browser, ADA);
  const csrfToken = await browser.csrf();
  await revokeAll(app.config, "ada");
  const fields = secrets.map((name): [string, string] => [name, "hush-hush"]);
  fields.push(["step", "name"]);
  await send(browser, "/auth/account", [["csrfToken", csrfToken], ...fields], "/auth/account");
  const { value } = browser.cookies.list("app.example").find(({ name }) => name.endsWith(".form"))!;
  const secret = app.config.secret as string;
  const kept = await decode({ token: value, secret, salt: "authjs.typed-form" });
  assertEquals([kept!.path, kept!.pairs], ["/auth/account", [["step", "name"]]]);
});

Deno.test("lost session: a browser that tells the origin alone is led to the page of the form", async () => {
  const app = createApp("jwt");
  const { browser } = app;
  const ways = [];
  for (const referer of ["/", ""]) {
    await become(app, browser, ADA);
    const csrfToken = await browser.csrf();
    await revokeAll(app.config, "ada");
    const fields: [string, string][] = [["csrfToken", csrfToken], ["step", "invite"]];
    const away = await send(browser, "/auth/organization/acme", fields, referer);
    ways.push(away.searchParams.get("callbackUrl"));
  }
  assertEquals(ways, Array(2).fill(`${APP}/auth/organization/acme`));
});

Deno.test("lost session: a proof that is too old loses nothing either", async () => {
  const app = createApp("jwt");
  const { browser } = app;
  const { setCookies } = await signInAs(app.config, { ...ADA, emailVerified: new Date() }, {
    origin: APP,
    proof: { at: 1, methods: ["pwd"] },
  });
  browser.cookies.store(new URL(APP), setCookies);
  const csrfToken = await browser.csrf();
  const away = await send(browser, "/auth/account", [
    ["csrfToken", csrfToken],
    ["step", "name"],
    ["name", "Countess"],
  ], "/auth/account?step=name");
  assertEquals(away.searchParams.has("stepUp"), true);
  await become(app, browser, ADA);
  assertStringIncludes(await (await browser.fetch("/auth/account?step=name")).text(), "Countess");
});

Deno.test("lost session: a session that is too old for an organization loses nothing either", async () => {
  using time = new FakeTime();
  const app = createApp("jwt");
  const { browser } = app;
  await become(app, browser, ADA);
  const made = await createOrganization(app.config, "ada", { name: "Acme", slug: "acme" });
  assert(made.ok);
  await setPolicy({ records: app.config.records ?? app.adapter.records! }, made.organization.id, {
    sessionMaxAge: 3600,
  });
  time.now += 7_200_000;
  const page = "/auth/organization/acme/settings?step=name";
  const away = await send(browser, "/auth/organization/acme/settings", [
    ["csrfToken", await browser.csrf()],
    ["step", "name"],
    ["name", "Countess"],
  ], page);
  const { pathname, searchParams } = away;
  assertEquals(
    [
      pathname,
      searchParams.get("error"),
      searchParams.get("code"),
      searchParams.get("callbackUrl"),
    ],
    ["/auth/signin", "SessionRequired", null, APP + page],
  );
  await become(app, browser, ADA);
  assertStringIncludes(await (await browser.fetch(page)).text(), "Countess");
});

Deno.test("lost session: nobody is told of a session who has none, or made one up", async () => {
  const app = createApp("jwt", { languages: [de] });
  const { browser } = app;
  const reason = async () => {
    const response = await browser.fetch("/auth/account");
    const { searchParams } = new URL(response.headers.get("location")!);
    assertEquals(searchParams.get("error"), "SessionRequired");
    return searchParams.get("code");
  };
  assertEquals(await reason(), null);
  browser.cookies.store(new URL(APP), ["__Host-authjs.session-token=made-up; Path=/; Secure"]);
  assertEquals(await reason(), null);
  await become(app, browser, ADA);
  await revokeAll(app.config, "ada");
  const headers = { "accept-language": "de" };
  const page = await browser.visit("/auth/account", { headers });
  assertStringIncludes(page.url.search, "code=SessionEnded");
  const inGerman = await browser.fetch(page.url.href, { headers });
  assertStringIncludes(
    await inGerman.text(),
    "Sie wurden abgemeldet, zum Beispiel von einem anderen",
  );
  assertEquals(await reason(), "SessionEnded");
  // A page of the app leads here without an error.
  const html = await (await browser.fetch("/auth/signin?callbackUrl=/dashboard")).text();
  assertStringIncludes(html, "You were signed out, for example from another device.");
  await become(app, browser, ADA);
  const known = await (await browser.fetch("/auth/signin")).text();
  assertEquals(known.includes("You were signed out"), false);
});

Deno.test("lost session: a sign-in ends at each built-in page that it was led from", async () => {
  const app = createApp("jwt");
  const { browser } = app;
  await enter(app);
  await createOrganization(app.config, "ada", { name: "Acme", slug: "acme" });
  for (const page of [...PAGES, "/auth/password", "/auth/factors", "/auth/apps", "/auth/signout"]) {
    for (const { name } of browser.cookies.list("app.example")) {
      browser.cookies.store(new URL(APP), [`${name}=; Path=/; Max-Age=0; Secure`]);
    }
    const query = new URLSearchParams({ callbackUrl: page });
    const second = await browser.submit(`/auth/signin?${query}`, { email: ADA.email });
    assertStringIncludes(second.url.search, "step=password", page);
    const { url } = await browser.submit(second, { password: PASSWORD });
    assertEquals(url.pathname + url.search.split("&")[0], page);
  }
});
