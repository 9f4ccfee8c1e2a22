/**
 * Sign-outs that clients ask for (OpenID Connect RP-Initiated Logout).
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import {
  type Answer,
  ask,
  type Asked,
  assertPage,
  get,
  GOOD,
  open,
  post,
  toldIn,
  toPairs,
} from "./_authorize.ts";
import { CALLBACK, createServer, ISSUER, OPTIONS, type ServerRig } from "./_rig.ts";
import { forgedOf, redeem } from "./_tokens.ts";

const DONE = "https://client.example/signed-out";

const CLIENTS = {
  own: { ...OPTIONS.clients.own, postLogoutRedirectUris: [DONE, `${DONE}?from=app`] },
  web: OPTIONS.clients.web,
};

const create = () => createServer({ clients: CLIENTS });

type Browser = Awaited<ReturnType<typeof open>>;

const endAt = (asked: Asked) => `${ISSUER}/auth/oauth/end-session?${toPairs(asked)}`;

/** An ID token of the user of a browser. */
async function idTokenOf(rig: ServerRig, browser: Browser): Promise<string> {
  const { code } = toldIn(await ask(browser, { ...GOOD, client_id: "own", scope: "openid" }));
  return (await redeem(rig, code!)).id_token;
}

/** Follows the question to the end: the user confirms. */
async function confirm(browser: Browser, { location, status }: Answer): Promise<string> {
  assertEquals([status, new URL(location).pathname], [302, "/auth/signout"]);
  const page = await get(browser, location);
  assertEquals(page.status, 200);
  assertStringIncludes(page.html, "ada@example.com");
  assert(await browser.session(), "the session ended before the user confirmed");
  const callbackUrl = new URL(location).searchParams.get("callbackUrl") ?? undefined;
  const after = await post(browser, "signout", { callbackUrl });
  assertEquals(await browser.session(), null);
  return callbackUrl === undefined ? after.location : (await get(browser, after.location)).location;
}

Deno.test("oauth/end-session: the user is asked, is signed out, and returns to the client", async () => {
  const rig = create();
  for (const named of ["id_token_hint", "client_id"]) {
    const browser = await open(rig);
    const hint = named === "client_id" ? "own" : await idTokenOf(rig, browser);
    const asked = { [named]: hint, post_logout_redirect_uri: DONE, state: "state 1" };
    assertEquals(await confirm(browser, await get(browser, endAt(asked))), `${DONE}?state=state+1`);
  }
});

Deno.test("oauth/end-session: a registered URI with a query keeps it", async () => {
  const browser = await open(create(), null);
  const asked = { client_id: "own", post_logout_redirect_uri: `${DONE}?from=app`, state: "s" };
  assertEquals((await get(browser, endAt(asked))).location, `${DONE}?from=app&state=s`);
});

Deno.test("oauth/end-session: an ID token that has expired counts", async () => {
  const rig = create();
  const idToken = await idTokenOf(rig, await open(rig));
  using time = new FakeTime();
  time.tick(30 * 86_400_000);
  const asked = { id_token_hint: idToken, post_logout_redirect_uri: DONE };
  assertEquals((await get(await open(rig, null), endAt(asked))).location, DONE);
});

Deno.test("oauth/end-session: nothing ends without the user", async () => {
  const browser = await open(create());
  const asked = { client_id: "own", post_logout_redirect_uri: DONE };
  await get(browser, endAt(asked));
  const posted = await post(browser, "oauth/end-session", asked, { csrf: false });
  assert(await browser.session());
  // The post of a client leads to the same question.
  assertEquals(await confirm(browser, await get(browser, posted.location)), DONE);
});

Deno.test("oauth/end-session: without a URI, the user stays here", async () => {
  const rig = create();
  const browser = await open(rig);
  const answer = await get(browser, endAt({}));
  assertEquals(new URL(await confirm(browser, answer)).origin, ISSUER);
  const again = await get(browser, endAt({}));
  assertEquals(new URL(again.location).pathname, "/auth/signout");
});

Deno.test("oauth/end-session: requests that are not valid get a page, with a session and without", async () => {
  const rig = create();
  const browser = await open(rig);
  const idToken = await idTokenOf(rig, browser);
  const forged = forgedOf(idToken);
  const other = create();
  const foreign = await idTokenOf(other, await open(other));
  const wrong: Record<string, Asked> = {
    "an unknown client": { client_id: "nobody", post_logout_redirect_uri: DONE },
    "no client": { post_logout_redirect_uri: DONE },
    "a URI of another client": { client_id: "web", post_logout_redirect_uri: DONE },
    "a URI that is not registered": { client_id: "own", post_logout_redirect_uri: `${DONE}/` },
    "another query": { client_id: "own", post_logout_redirect_uri: `${DONE}?x=1` },
    "a redirect URI": { client_id: "own", post_logout_redirect_uri: CALLBACK },
    "a script": { client_id: "own", post_logout_redirect_uri: "javascript:alert(1)" },
    "two URIs": { client_id: "own", post_logout_redirect_uri: [DONE, "https://evil.example/"] },
    "two URIs, the right one last": {
      ...{ client_id: "own", post_logout_redirect_uri: ["https://evil.example/", DONE] },
    },
    "two clients": { client_id: ["web", "own"], post_logout_redirect_uri: DONE },
    "a state that is too long": {
      ...{ client_id: "own", post_logout_redirect_uri: DONE, state: "x".repeat(513) },
    },
    "an ID token of another client": { client_id: "web", id_token_hint: idToken },
    "an ID token that was changed": { id_token_hint: forged.changed },
    "an ID token without a signature": { id_token_hint: forged.unsigned },
    "an ID token of another server": { id_token_hint: foreign },
    "no ID token": { id_token_hint: "x" },
  };
  for (const [name, asked] of Object.entries(wrong)) {
    for (const one of [browser, await open(rig, null)]) {
      const answer = await get(one, endAt(asked));
      assertEquals([answer.status, answer.location], [400, ""], name);
      assertPage(answer);
      assertPage(await post(one, "oauth/end-session", asked, { csrf: false }));
    }
  }
  assert(await browser.session());
});

Deno.test("oauth/end-session: a client under development returns to its port, with or without a path", async () => {
  const postLogoutRedirectUris = ["http://localhost:3000"];
  const clients = { own: { ...OPTIONS.clients.own, postLogoutRedirectUris } };
  const browser = await open(createServer({ clients }), null);
  for (const uri of ["http://localhost:3000", "http://localhost:3000/", "http://localhost:5173"]) {
    const asked = { client_id: "own", post_logout_redirect_uri: uri };
    const { status, headers } = await get(browser, endAt(asked));
    assertEquals([status, headers.get("location")], [302, uri]);
  }
  for (
    const uri of ["http://localhost:3000/other", "http://127.0.0.1:3000", "https://localhost:3000"]
  ) {
    assertPage(await get(browser, endAt({ client_id: "own", post_logout_redirect_uri: uri })));
  }
});

Deno.test("oauth/end-session: an access token is no ID token", async () => {
  const rig = create();
  const browser = await open(rig);
  const { code } = toldIn(await ask(browser, { ...GOOD, client_id: "own", scope: "openid" }));
  const { access_token } = await redeem(rig, code!);
  assertPage(await get(browser, endAt({ id_token_hint: access_token })));
});
