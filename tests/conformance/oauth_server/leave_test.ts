/**
 * No link to the server leads on to a place that a stranger chose, and no stranger learns whether a
 * visitor is signed in (RFC 9700 §4.11.2).
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { approve, ask, type Asked, get, GOOD, open, post, toldIn, urlOf } from "./_authorize.ts";
import { CALLBACK, createServer, ISSUER, OPTIONS, type ServerRig } from "./_rig.ts";

const DOCUMENT = "https://client.example/client.json";
const DONE = "https://client.example/done";

const rig = (): ServerRig =>
  createServer({
    clients: {
      ...OPTIONS.clients,
      web: { ...OPTIONS.clients.web, postLogoutRedirectUris: [DONE] },
    },
    registration: { dynamic: "open", metadataDocuments: "ask" },
    fetch: (() =>
      Promise.resolve(Response.json({
        client_id: DOCUMENT,
        redirect_uris: [CALLBACK, "https://other.example/callback"],
        post_logout_redirect_uris: [DONE],
      }))) as typeof fetch,
  }, { logger: { error() {}, warn() {} } });

/** Clients that anyone can make known, by the way in which they do. */
const STRANGERS: Readonly<Record<string, (rig: ServerRig) => Promise<string>>> = {
  "a document": () => Promise.resolve(DOCUMENT),
  "a registration": async ({ send }) => {
    const response = await send("oauth/register", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ redirect_uris: [CALLBACK], post_logout_redirect_uris: [DONE] }),
    });
    return (await response.json()).client_id;
  },
};

/** Requests that are refused before a user has answered anything. */
const REFUSED: Readonly<Record<string, Asked>> = {
  "without a challenge": { code_challenge: undefined },
  "with another response type": { response_type: "token" },
  "with an unknown scope": { scope: "nothing:here" },
  "with a request object": { request: "eyJ" },
  "with a repeated parameter": { nonce: ["a", "b"] },
  "with a hint that is none": { id_token_hint: "eyJ.a.b" },
  "with prompt=none": { prompt: "none" },
  "with prompt=none and max_age": { prompt: "none", max_age: "0" },
  "with prompt=none and two factors": {
    prompt: "none",
    acr_values: "http://schemas.openid.net/pape/policies/2007/06/multi-factor",
  },
};

/** The page, and where its button leads. */
function buttonIn({ status, location, html }: { status: number; location: string; html: string }) {
  assertEquals([status, location], [200, ""], html.slice(0, 300));
  assertStringIncludes(html, "Go to client.example?");
  const [, href = ""] = /<a class="submit" href="([^"]+)"/.exec(html) ?? [];
  return new URL(href.replaceAll("&amp;", "&"));
}

for (const [what, client] of Object.entries(STRANGERS)) {
  for (const [name, more] of Object.entries(REFUSED)) {
    for (const id of [null, "ada"]) {
      const who = id === null ? "a visitor who is not signed in" : "a user who gave it nothing";
      Deno.test(`${what}, ${name}, for ${who}: a page with the host`, async () => {
        const app = rig();
        const browser = await open(app, id);
        const asked = { ...GOOD, client_id: await client(app), ...more };
        const url = buttonIn(await ask(browser, asked));
        assertEquals(url.origin + url.pathname, CALLBACK);
        if ("prompt" in more) assertEquals(url.searchParams.get("error"), "login_required");
        assert(url.searchParams.get("error"));
        assertEquals(url.searchParams.get("iss"), ISSUER);
        // A request that is posted is the same.
        const posted = await post(browser, "oauth/authorize", asked, { csrf: false });
        const answer = posted.location.startsWith(ISSUER)
          ? await get(browser, posted.location)
          : posted;
        assertEquals(buttonIn(answer).searchParams.get("error"), url.searchParams.get("error"));
      });
    }
  }

  Deno.test(`${what}: with prompt=none, the answer is the same whether the visitor is signed in or not`, async () => {
    const app = rig();
    const asked = { ...GOOD, client_id: await client(app), prompt: "none" };
    const answers = await Promise.all([null, "ada", "eve"].map(async (id) => {
      const { html, status, location } = await ask(await open(app, id), asked);
      return { status, location, html: html.replaceAll(/nonce="[^"]+"/g, "") };
    }));
    assertEquals(answers[1], answers[0]);
    assertEquals(answers[2], answers[0]);
  });

  Deno.test(`${what}: with access that the user gave, errors go to it at once, to that host alone`, async () => {
    const app = rig();
    const browser = await open(app);
    const asked = { ...GOOD, client_id: await client(app) };
    await approve(browser, asked);
    const refused = await ask(browser, { ...asked, scope: "nothing:here" });
    assertEquals(toldIn(refused).error, "invalid_scope");
    const silent = await ask(browser, { ...asked, prompt: "none" });
    assertEquals(toldIn(silent).error, "consent_required");
    if (what === "a document") {
      const other = { ...asked, redirect_uri: "https://other.example/callback", scope: "x" };
      const { status, html } = await ask(browser, other);
      assertEquals(status, 200);
      assertStringIncludes(html, "Go to other.example?");
    }
    // Another visitor gave it nothing.
    buttonIn(await ask(await open(app, "eve"), { ...asked, prompt: "none" }));
    buttonIn(await ask(await open(app, null), { ...asked, scope: "nothing:here" }));
  });

  Deno.test(`${what}: a sign-out leads to it by a button alone`, async () => {
    const app = rig();
    const query = new URLSearchParams({
      client_id: await client(app),
      post_logout_redirect_uri: DONE,
      state: "s-1",
    });
    const browser = await open(app, null);
    const url = `${ISSUER}/auth/oauth/end-session?${query}`;
    assertEquals(buttonIn(await get(browser, url)).href, `${DONE}?state=s-1`);
    const posted = await post(browser, "oauth/end-session", Object.fromEntries(query), {
      csrf: false,
    });
    assert(posted.location.startsWith(ISSUER));
    buttonIn(await get(browser, posted.location));
  });

  Deno.test(`${what}: the answer of a user who refuses goes to it at once`, async () => {
    const app = rig();
    const browser = await open(app);
    const asked = { ...GOOD, client_id: await client(app) };
    const page = await ask(browser, asked);
    const [, request = ""] = /name="request" value="([^"]+)"/.exec(page.html) ?? [];
    const answer = await post(browser, "oauth/authorize", { step: "deny", request });
    assertEquals(toldIn(answer).error, "access_denied");
  });
}

Deno.test("a client of the app gets its errors, and its visitors after a sign-out, at once", async () => {
  const app = rig();
  for (const id of [null, "ada"]) {
    const browser = await open(app, id);
    for (const more of Object.values(REFUSED)) {
      const { location } = await ask(browser, { ...GOOD, ...more });
      assert(location.startsWith(`${CALLBACK}?error=`), location);
    }
  }
  const query = new URLSearchParams({ client_id: "web", post_logout_redirect_uri: DONE });
  const url = `${ISSUER}/auth/oauth/end-session?${query}`;
  assertEquals((await get(await open(app, null), url)).location, DONE);
});

Deno.test("the page before a stranger's host is JSON for a page of the app's own", async () => {
  const browser = await open(rig(), null);
  const asked = { ...GOOD, client_id: DOCUMENT, prompt: "none" };
  const { html, location } = await get(browser, urlOf(asked), { accept: "application/json" });
  const { step, target, url } = JSON.parse(html);
  assertEquals([location, step, target], ["", "oauth:leave", "client.example"]);
  assert(url.startsWith(`${CALLBACK}?error=login_required`));
});
