/**
 * The page about an app that is not known, or that names a place which is not registered for it: which
 * app it is, what to do, and a reference that stands in the log too. It repeats no text of a stranger.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { de } from "../../../src/languages/de.ts";
import { oauthServerEnglish } from "../../../pages/oauth_server/english.ts";
import {
  type Answer,
  ask,
  type Asked,
  assertPage,
  get,
  GOOD,
  open,
  questionIn,
} from "./_authorize.ts";
import { createServer, ISSUER, OPTIONS } from "./_rig.ts";

/** A server, and the lines of its log. */
function watched(options: Parameters<typeof createServer>[0] = {}) {
  const lines: { message: string; reference?: string }[] = [];
  const logger = { error: (error: Error) => void lines.push(error as never) };
  const config = { logger, theme: { name: "Acme" }, languages: [de] };
  return { rig: createServer(options, config), lines };
}

/** The reference of a page. */
function referenceIn({ html }: Answer): string | undefined {
  return /Reference ([0-9A-F]{6})\b/.exec(html)?.[1];
}

const EVIL = "https://evil.example/callback";

/** Requests, what the page says about the app, and what the log says. */
const CASES: Readonly<
  Record<
    string,
    { asked: Asked; fault: "client" | "request" | "target"; app?: string; logged: string }
  >
> = {
  "an unknown client": {
    asked: { client_id: "nobody" },
    fault: "client",
    app: "nobody",
    logged: 'the client "nobody" is not known here',
  },
  "no client": {
    asked: { client_id: undefined },
    fault: "client",
    logged: "the request has no `client_id`",
  },
  "the document of a client that is not accepted": {
    asked: { client_id: "https://client.example/client.json" },
    fault: "client",
    app: "client.example",
    logged: 'the client "client.example" is not known here',
  },
  "a redirect URI that is not registered": {
    asked: { redirect_uri: `${EVIL}?code=secret-of-a-user#part` },
    fault: "target",
    app: "Partner",
    logged: `\`redirect_uri\` ${EVIL} is not registered for the client "web"`,
  },
  "no redirect URI": {
    asked: { redirect_uri: undefined, scope: "openid" },
    fault: "target",
    app: "Partner",
    logged: 'the request has no `redirect_uri` for the client "web"',
  },
  "a pushed request that is not there": {
    asked: { request_uri: `urn:ietf:params:oauth:request_uri:${"A".repeat(43)}` },
    fault: "request",
    logged: "`request_uri` is not known, was used, or has expired",
  },
};

for (const [name, { asked, fault, app, logged }] of Object.entries(CASES)) {
  Deno.test(`unknown app: ${name}: the page has its own text, and the reference of the log`, async () => {
    const { rig, lines } = watched();
    const browser = await open(rig, null);
    const page = await ask(browser, { ...GOOD, ...asked });
    assertPage(page);
    const { heading, text } = oauthServerEnglish.unknown[fault];
    assertStringIncludes(page.html, heading.replace("{site}", "Acme"));
    assertStringIncludes(page.html, text);
    assertEquals(page.html.includes(`<bdi>${app}</bdi>`), app !== undefined, page.html);
    assert(!page.html.includes("/auth/signin"), "a button leads to the sign-in page");
    assertEquals(lines.map(({ message }) => message), [`Cannot return to an app: ${logged}`]);
    assertEquals(referenceIn(page), lines[0]!.reference);
    // The line of the next minute is the same one.
    assertEquals(referenceIn(await ask(browser, { ...GOOD, ...asked })), lines[0]!.reference);
    assertEquals(lines.length, 1);
    const german = await ask(browser, { ...GOOD, ...asked }, { "accept-language": "de" });
    assertStringIncludes(german.html, de.texts.oauthServer!.unknown![fault]!.text);
  });
}

Deno.test("unknown app: no text of a stranger is on the page or in the log", async () => {
  const texts = [
    "Your account is locked, call 555-0100",
    "<b>bold</b>",
    "x".repeat(65),
    "a\nb",
    "https://user:pass@evil.example/\u202e",
    "pay@evil.example",
  ];
  for (const text of texts) {
    const { rig, lines } = watched();
    const browser = await open(rig, null);
    const pages = [
      await ask(browser, { ...GOOD, client_id: text }),
      await ask(browser, { ...GOOD, redirect_uri: `https://evil.example/?text=${text}` }),
      await ask(browser, { ...GOOD, redirect_uri: text }),
    ];
    for (const page of pages) {
      assertPage(page);
      assert(!page.html.includes(text) && !page.html.includes("evil.example/"), page.html);
    }
    for (const { message } of lines) assert(!message.includes(text), message);
  }
});

Deno.test("unknown app: the name of a stranger is not on the page, but where it leads", async () => {
  const { rig } = watched({ registration: { dynamic: "open" } });
  const response = await rig.send("oauth/register", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      client_name: "Your bank",
      redirect_uris: ["https://client.example/callback"],
    }),
  });
  const { client_id } = await response.json();
  const page = await ask(await open(rig, null), { ...GOOD, client_id, redirect_uri: EVIL });
  assertPage(page);
  assert(!page.html.includes("Your bank"), page.html);
  assertStringIncludes(page.html, "<bdi>client.example</bdi>");
});

Deno.test("unknown app: a flood of unknown clients fills no log, and the pages say so by no reference", async () => {
  const { rig, lines } = watched();
  const browser = await open(rig, null);
  let last: Answer | undefined;
  for (let number = 0; number < 60; number++) {
    last = await ask(browser, { ...GOOD, client_id: `nobody-${number}` });
  }
  assertEquals(lines.length, 50);
  assertPage(last!);
  assertEquals(referenceIn(last!), undefined);
});

Deno.test("unknown app: a page of the app gets the same as JSON, and a program an error", async () => {
  const { rig, lines } = watched();
  const url = (asked: Asked) => {
    const query = new URLSearchParams({ ...GOOD, ...asked } as Record<string, string>);
    return `oauth/authorize?${query}`;
  };
  const json = await rig.send(url({ client_id: "nobody" }), {
    headers: { accept: "application/json" },
  });
  assertEquals(json.status, 400);
  const { step, fault, app, reference } = await json.json();
  assertEquals([step, fault, app, reference], [
    "oauth:unknown",
    "client",
    "nobody",
    lines[0]!.reference,
  ]);
  const bare = await rig.send(url({ redirect_uri: EVIL }));
  assertEquals(bare.status, 400);
  assertStringIncludes(await bare.text(), "Bad request.");
});

Deno.test("unknown app: a sign-out for an app that is not known, or to another place, has the page too", async () => {
  const done = "https://client.example/done";
  const web = { ...OPTIONS.clients.web, postLogoutRedirectUris: [done] };
  const { rig, lines } = watched({ clients: { ...OPTIONS.clients, web } });
  const browser = await open(rig, null);
  const leave = async (client_id: string, target: string) => {
    const query = new URLSearchParams({ client_id, post_logout_redirect_uri: target });
    return await get(browser, `${ISSUER}/auth/oauth/end-session?${query}`);
  };
  for (
    const [client, target, fault] of [
      ["nobody", done, "client"],
      ["web", EVIL, "target"],
    ] as const
  ) {
    const page = await leave(client, target);
    assertPage(page);
    assertStringIncludes(page.html, oauthServerEnglish.unknown[fault].text);
  }
  assertEquals(lines.map(({ message }) => message.split(": ")[1]), [
    'the client "nobody" is not known here',
    `\`post_logout_redirect_uri\` ${EVIL} is not registered for the client "web"`,
  ]);
});

Deno.test("unknown app: a client that was removed while the user decided has the page, and nothing is sent", async () => {
  const { rig } = watched({ clients: {} });
  const before = createServer({}, { adapter: rig.adapter });
  const browser = await open(before);
  const { request } = questionIn(await ask(browser));
  const after = createServer({ clients: {} }, { adapter: before.adapter, logger: { error() {} } });
  const headers = new Headers({
    accept: "text/html",
    cookie: browser.cookies.header(new URL(ISSUER)),
  });
  const csrf = await browser.csrf();
  headers.set("cookie", browser.cookies.header(new URL(ISSUER)));
  const answer = await after.post(
    "oauth/authorize",
    { request, step: "allow", csrfToken: csrf },
    headers,
  );
  assertEquals([answer.status, answer.headers.get("location")], [400, null]);
  assertStringIncludes(await answer.text(), oauthServerEnglish.unknown.client.text);
});
