/**
 * `id_token_hint` at the authorization endpoint: the client says for which user it asks (OpenID Connect
 * Core §3.1.2.1), and gets a code for that user or an error.
 *
 * @module
 */

import { assertEquals, assertMatch } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { requests } from "../../../src/capabilities/oauth_server/kinds.ts";
import {
  approve,
  ask,
  type Asked,
  assertTold,
  backFromProof,
  backFromSignIn,
  codeIn,
  enter,
  get,
  GOOD,
  open,
  toldIn,
  toPairs,
} from "./_authorize.ts";
import { createServer, ISSUER, SECRET, type ServerRig } from "./_rig.ts";
import { forgedOf, redeem, WEB } from "./_tokens.ts";

const ASKED: Asked = { ...GOOD, scope: "openid" };

/** Tokens that a client gets for a user, who gives it access. */
async function tokensOf(rig: ServerRig, id = "ada") {
  const { code } = toldIn(await approve(await open(rig, id), ASKED));
  const { id_token: idToken, access_token: accessToken } = await redeem(rig, code!, WEB);
  return { idToken, accessToken };
}

const hinted = (idToken: string, more: Asked = {}): Asked => ({
  ...ASKED,
  id_token_hint: idToken,
  ...more,
});

/** The user of the code that a client was told. */
async function userIn(rig: ServerRig, answer: Awaited<ReturnType<typeof ask>>) {
  return (await codeIn(rig, answer)).owner;
}

Deno.test("id_token_hint: a code for the user of the token, also of one that has expired", async () => {
  using time = new FakeTime();
  const rig = createServer();
  const { idToken } = await tokensOf(rig);
  for (const prompt of [undefined, "none"]) {
    const asked = hinted(idToken, { prompt });
    assertEquals(await userIn(rig, await ask(await open(rig), asked)), "ada");
  }
  time.tick(3_600_000);
  const later = hinted(idToken, { prompt: "none" });
  assertEquals(await userIn(rig, await ask(await open(rig), later)), "ada");
});

Deno.test("id_token_hint: login_required while another user is signed in, whatever the prompt is", async () => {
  const rig = createServer();
  const { idToken } = await tokensOf(rig);
  // Both have given the client access.
  await tokensOf(rig, "grace");
  const grace = await open(rig, "grace");
  for (const prompt of [undefined, "none", "login", "consent", "select_account"]) {
    const asked = hinted(idToken, { prompt });
    assertTold(await ask(grace, asked), "login_required", asked);
  }
  assertEquals(await userIn(rig, await ask(grace, ASKED)), "grace");
});

Deno.test("id_token_hint: without a session, the sign-in that follows decides", async () => {
  const rig = createServer();
  const { idToken } = await tokensOf(rig);
  const silent = hinted(idToken, { prompt: "none" });
  assertTold(await ask(await open(rig, null), silent), "login_required", silent);
  for (const id of ["ada", "grace"]) {
    const browser = await open(rig, null);
    const asked = hinted(idToken);
    const back = backFromSignIn(await ask(browser, asked));
    await enter(rig, browser, id);
    const answer = await get(browser, back);
    if (id === "ada") assertEquals(await userIn(rig, answer), "ada");
    else assertTold(answer, "login_required", asked);
  }
});

Deno.test("id_token_hint: a long one waits in the store, without the id of the user", async () => {
  const claims = () => ({ about: "x".repeat(2000) });
  const rig = createServer({ claims });
  const { idToken } = await tokensOf(rig);
  const browser = await open(rig);
  const asked = hinted(idToken, { prompt: "login" });
  const back = backFromProof(await ask(browser, asked));
  const uri = new URL(back, ISSUER).searchParams.get("request_uri")!;
  const found = await requests.get(rig.adapter.records!, uri.split(":").pop()!);
  assertMatch(found!.data.hint!, /^[\w-]{43}$/);
  for (const id of ["grace", "ada"]) {
    using time = new FakeTime();
    time.tick(2000);
    await enter(rig, browser, id);
    const answer = await get(browser, back);
    if (id === "ada") assertEquals(await userIn(rig, answer), "ada");
    else assertTold(answer, "login_required", asked);
  }
});

Deno.test("id_token_hint: in a pushed request it decides for the browser that comes", async () => {
  const rig = createServer();
  const { idToken } = await tokensOf(rig);
  const body = { ...hinted(idToken), client_secret: SECRET };
  const pushed = async () => {
    const response = await rig.post("oauth/par", body);
    return { client_id: "web", request_uri: (await response.json()).request_uri };
  };
  const answer = await ask(await open(rig, "grace"), await pushed());
  assertTold(answer, "login_required");
  assertEquals(await userIn(rig, await ask(await open(rig), await pushed())), "ada");
});

Deno.test("id_token_hint: a token that the client did not get here is refused", async () => {
  const rig = createServer();
  const { idToken, accessToken } = await tokensOf(rig);
  const { code } = toldIn(await ask(await open(rig), { ...ASKED, client_id: "own" }));
  const ofOther = (await redeem(rig, code!)).id_token;
  const foreign = (await tokensOf(createServer())).idToken;
  const forged = forgedOf(idToken);
  const wrong: Record<string, string | string[]> = {
    "an ID token of another client": ofOther,
    "an ID token of another server": foreign,
    "a changed ID token": forged.changed,
    "an ID token without a signature": forged.unsigned,
    "an access token": accessToken,
    "no token": "x",
    "a token that is too long": `${idToken}${"A".repeat(8192)}`,
    "two tokens": [idToken, idToken],
  };
  for (const [name, hint] of Object.entries(wrong)) {
    for (const prompt of [undefined, "none"]) {
      const asked = { ...ASKED, prompt, id_token_hint: hint };
      assertTold(await ask(await open(rig), asked), "invalid_request", asked);
      assertTold(await ask(await open(rig, null), asked), "invalid_request", asked);
    }
    const body = toPairs({ ...ASKED, id_token_hint: hint, client_secret: SECRET });
    const request = new Request(`${ISSUER}/auth/oauth/par`, { method: "POST", body });
    const response = await rig.auth.handler(request);
    assertEquals([name, response.status], [name, 400]);
    assertEquals((await response.json()).error, "invalid_request", name);
  }
});
