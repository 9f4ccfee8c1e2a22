/**
 * What a client says about its user: the language, the address, and that there is no account yet. All of
 * it changes pages alone, and none of it lets anybody in (OpenID Connect Core §3.1.2.1, Initiating User
 * Registration 1.0).
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { de } from "../../../src/languages/de.ts";
import { fr } from "../../../src/languages/fr.ts";
import {
  ask,
  type Asked,
  backFromSignIn,
  get,
  GOOD,
  hasCode,
  open,
  questionIn,
  toldIn,
} from "./_authorize.ts";
import { createServer, SECRET } from "./_rig.ts";
import Nodemailer, { terminal } from "../../../src/providers/nodemailer.ts";

const SIGN_IN = {
  providers: [Nodemailer({ server: terminal, from: "a@app.example" })],
};

const create = (config: object = {}) =>
  createServer({}, { languages: [de, fr], ...config } as never);

/** The language of a page. */
const languageOf = ({ html }: { html: string }) => /<html lang="([^"]+)"/.exec(html)?.[1];

Deno.test("ui_locales: the question is in the first language that the app has", async () => {
  const browser = await open(create());
  const rows: [string | undefined, string][] = [
    ["de", "de"],
    ["se de-AT fr", "de"],
    ["fr-CA de", "fr"],
    [undefined, "en"],
    // Any other text says nothing, and refuses nothing.
    ["se", "en"],
    ["<script>", "en"],
    [`de ${"x".repeat(300)}`, "en"],
  ];
  for (const [ui_locales, language] of rows) {
    const page = await ask(browser, { ...GOOD, ui_locales });
    questionIn(page);
    assertEquals(languageOf(page), language, ui_locales);
  }
  // It comes before what the browser prefers, and after what the app chooses.
  const page = await ask(browser, { ...GOOD, ui_locales: "de" }, { "accept-language": "fr" });
  assertEquals(languageOf(page), "de");
  const chosen = await open(create({ language: () => "fr" }));
  assertEquals(languageOf(await ask(chosen, { ...GOOD, ui_locales: "de" })), "fr");
});

Deno.test("ui_locales: it leads through the sign-in page, and counts for a pushed request", async () => {
  const rig = create(SIGN_IN);
  const browser = await open(rig, null);
  const asked = { ...GOOD, ui_locales: "de" };
  const led = await ask(browser, asked);
  assertEquals(languageOf(await get(browser, led.location)), "de");
  const back = new URL(backFromSignIn(led));
  assertEquals(back.searchParams.get("ui_locales"), "de");
  const pushed = await rig.post("oauth/par", { ...asked, client_secret: SECRET });
  const { request_uri } = await pushed.json();
  const signedIn = await open(rig);
  const page = await ask(signedIn, { client_id: "web", request_uri });
  questionIn(page);
  assertEquals(languageOf(page), "de");
});

Deno.test("login_hint: the sign-in page has the address, and the way back has it no more", async () => {
  const browser = await open(create(SIGN_IN), null);
  const led = await ask(browser, { ...GOOD, login_hint: "Ada@Example.com" });
  const page = await get(browser, led.location);
  assertStringIncludes(page.html, 'value="ada@example.com"');
  assertEquals(new URL(backFromSignIn(led)).searchParams.get("login_hint"), null);
});

Deno.test("login_hint: text that is no address is not shown", async () => {
  const browser = await open(create(SIGN_IN), null);
  for (
    const login_hint of [
      '"><script>alert(1)</script>',
      "call 555-0100 to unlock",
      "ada",
      "a@b.example, c@d.example",
      `${"x".repeat(400)}@example.com`,
      "acct:ada@example.com",
    ]
  ) {
    const led = await ask(browser, { ...GOOD, login_hint });
    assertEquals(new URL(led.location).searchParams.get("email"), null, login_hint);
  }
});

Deno.test("login_hint: it signs nobody in, and changes nothing for a user who is signed in", async () => {
  const rig = create();
  const hinted: Asked = { ...GOOD, login_hint: "other@example.com" };
  const silent = await ask(await open(rig, null), { ...hinted, prompt: "none" });
  assertEquals(toldIn(silent).error, "login_required");
  const browser = await open(rig);
  const page = await ask(browser, hinted);
  questionIn(page);
  assert(!page.html.includes("other@example.com"));
  assertStringIncludes(page.html, "ada@example.com");
});

Deno.test("prompt=create: it leads to the page for new accounts, or to the sign-in page without one", async () => {
  const path = async (config: object) => {
    const browser = await open(create(config), null);
    const led = await ask(browser, {
      ...GOOD,
      prompt: "create",
      login_hint: "ada@example.com",
      ui_locales: "de",
    });
    const { pathname, searchParams } = new URL(led.location);
    const back = new URL(searchParams.get("callbackUrl")!);
    assertEquals(back.pathname, "/auth/oauth/authorize");
    const page = await get(browser, led.location);
    assertEquals(languageOf(page), "de");
    if (Object.keys(config).length > 0) assertStringIncludes(page.html, 'value="ada@example.com"');
    return pathname;
  };
  assertEquals(await path(SIGN_IN), "/auth/signup");
  assertEquals(await path({ ...SIGN_IN, signUp: "invited" }), "/auth/signin");
  assertEquals(await path({}), "/auth/signin");
});

Deno.test("prompt=create: a user who is signed in is asked as ever, and gets no code without that", async () => {
  const rig = create();
  const page = await ask(await open(rig), { ...GOOD, prompt: "create" });
  questionIn(page);
  assert(!hasCode(page));
});

Deno.test("metadata: it names what is honoured", async () => {
  const response = await create().send("/.well-known/openid-configuration");
  const { prompt_values_supported, ui_locales_supported } = await response.json();
  assert(prompt_values_supported.includes("create"));
  assertEquals([...ui_locales_supported].sort(), ["de", "en", "fr"]);
});
