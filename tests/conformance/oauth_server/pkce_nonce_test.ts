/**
 * `pkce: "nonce"`: a client that authenticates may send a `nonce` in place of a challenge (RFC 9700
 * §2.1.1). Nothing else becomes looser, and nobody else gets it.
 *
 * @module
 */

import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { findClient } from "../../../src/capabilities/oauth_server/clients.ts";
import { AuthError } from "../../../src/errors.ts";
import { approve, ask, type Asked, assertTold, GOOD, open, toldIn } from "./_authorize.ts";
import { callOf, DOCUMENT_URL, signer, strangers } from "./_clients.ts";
import {
  assertRefused,
  CALLBACK,
  CHALLENGE,
  createServer,
  OPTIONS,
  SECRET,
  VERIFIER,
} from "./_rig.ts";
import { codeFields, open as openToken, redeem, refresh, WEB } from "./_tokens.ts";

const NONCE = { ...OPTIONS.clients.web, pkce: "nonce" } as const;
const CLIENTS = { ...OPTIONS.clients, web: NONCE };
const create = () => createServer({ clients: CLIENTS });

/** A request without a challenge, as libraries send it that know none. */
const BARE: Asked = {
  ...GOOD,
  scope: "openid project:read",
  code_challenge: undefined,
  code_challenge_method: undefined,
  nonce: "n-1",
};

/** The same, with a page each time. */
const ASKED: Asked = { ...BARE, prompt: "consent" };

const without = (code: string, more = {}) =>
  codeFields(code, { ...WEB, code_verifier: undefined, ...more });

Deno.test("pkce: nonce: a request with a nonce needs no challenge, and the ID token has the nonce", async () => {
  const rig = create();
  const { code } = toldIn(await approve(await open(rig), BARE));
  const tokens = await redeem(rig, code!, { ...WEB, code_verifier: undefined });
  assertEquals(openToken(tokens.id_token).claims.nonce, "n-1");
  // It counts once, as ever, and a refresh has no nonce that could be replayed.
  await assertRefused(await rig.post("oauth/token", without(code!)), "invalid_grant");
  const next = await refresh(rig, tokens.refresh_token, { ...WEB, scope: "openid project:read" });
  assertEquals(openToken(next.id_token).claims.nonce, undefined);
});

/** Requests that are refused although the client has the option. */
const REFUSED: Readonly<Record<string, Asked>> = {
  "no nonce": { nonce: undefined },
  "an empty nonce": { nonce: "" },
  "no `openid`": { scope: "project:read" },
  "a word that only begins like `openid`": { scope: "openid2 project:read" },
  "a method without a challenge": { code_challenge_method: "S256" },
  "a challenge without a method": { code_challenge: CHALLENGE },
  "the method plain": { code_challenge: CHALLENGE, code_challenge_method: "plain" },
  "the word that stands for no challenge": {
    code_challenge: "none",
    code_challenge_method: "S256",
  },
  "two nonces": { nonce: ["a", "b"] },
};

for (const [what, change] of Object.entries(REFUSED)) {
  Deno.test(`pkce: nonce: a request with ${what} is refused`, async () => {
    const rig = create();
    assertTold(await ask(await open(rig), { ...BARE, ...change }), "invalid_request");
    const pushed = await rig.post("oauth/par", { ...BARE, ...WEB, ...change });
    await assertRefused(pushed, "invalid_request");
  });
}

Deno.test("pkce: nonce: a client that may not ask for `openid` needs a challenge", async () => {
  const web = { ...NONCE, scopes: ["project:read"] };
  const rig = createServer({ clients: { web } });
  assertTold(await ask(await open(rig), BARE), "invalid_request");
});

Deno.test("pkce: nonce: no other client gets it, whatever it sends", async () => {
  const rig = createServer({ clients: { ...CLIENTS, other: OPTIONS.clients.web } });
  const browser = await open(rig);
  for (const client_id of ["other", "own"]) {
    const asked = { ...BARE, client_id };
    assertTold(await ask(browser, asked), "invalid_request", asked);
  }
});

Deno.test("pkce: nonce: a challenge that was sent is checked: it cannot be left out later", async () => {
  const rig = create();
  const browser = await open(rig);
  const code = async (asked: Asked) =>
    toldIn(await approve(browser, { ...asked, prompt: "consent" })).code!;
  const withChallenge = { ...GOOD, scope: "openid", nonce: "n-1" };
  const wrong = [undefined, "", "none", CHALLENGE, VERIFIER.replace("d", "e")];
  for (const code_verifier of wrong) {
    const stolen = await code(withChallenge);
    const fields = codeFields(stolen, { ...WEB, code_verifier });
    await assertRefused(await rig.post("oauth/token", fields), "invalid_grant");
    // It has used the code up.
    await assertRefused(await rig.post("oauth/token", codeFields(stolen, WEB)), "invalid_grant");
  }
  await redeem(rig, await code(withChallenge), WEB);
});

Deno.test("pkce: nonce: a code of a request without a challenge takes no verifier (RFC 9700 §4.8.2)", async () => {
  const rig = create();
  const browser = await open(rig);
  for (const code_verifier of [VERIFIER, "none", "a".repeat(43), "x"]) {
    const { code } = toldIn(await approve(browser, ASKED));
    const fields = codeFields(code!, { ...WEB, code_verifier });
    await assertRefused(await rig.post("oauth/token", fields), "invalid_grant");
  }
});

Deno.test("pkce: nonce: a stolen code is worth nothing without the secret, at another client or URI", async () => {
  const rig = createServer({
    clients: { ...CLIENTS, thief: { ...NONCE, secret: `${SECRET}-of-a-thief` } },
  });
  const browser = await open(rig);
  const thief = { client_id: "thief", client_secret: `${SECRET}-of-a-thief` };
  const tries: readonly [more: object, error: string][] = [
    [{ client_secret: undefined }, "invalid_client"],
    [{ client_secret: `${SECRET}x` }, "invalid_client"],
    [thief, "invalid_grant"],
    [{ redirect_uri: "https://evil.example/callback" }, "invalid_grant"],
    [{ client_id: "own", client_secret: undefined }, "invalid_request"],
  ];
  for (const [more, error] of tries) {
    const { code } = toldIn(await approve(browser, ASKED));
    await assertRefused(await rig.post("oauth/token", without(code!, more)), error);
  }
});

Deno.test("pkce: nonce: without a verifier, the redirect URI is needed, and uses up no code", async () => {
  const rig = create();
  const { code } = toldIn(await approve(await open(rig), BARE));
  for (const redirect_uri of [undefined, ""]) {
    const answer = await rig.post("oauth/token", without(code!, { redirect_uri }));
    await assertRefused(answer, "invalid_request");
  }
  await redeem(rig, code!, { ...WEB, code_verifier: undefined });
});

Deno.test("pkce: nonce: a code keeps the nonce of its own request, whatever is sent with it", async () => {
  const rig = create();
  const browser = await open(rig);
  const [mine, other] = [
    toldIn(await approve(browser, { ...ASKED, nonce: "of-the-thief" })).code!,
    toldIn(await approve(browser, { ...ASKED, nonce: "of-the-victim" })).code!,
  ];
  const injected = await redeem(rig, mine, {
    ...{ ...WEB, code_verifier: undefined, nonce: "of-the-victim" },
  });
  assertEquals(openToken(injected.id_token).claims.nonce, "of-the-thief");
  const own = await redeem(rig, other, { ...WEB, code_verifier: undefined });
  assertEquals(openToken(own.id_token).claims.nonce, "of-the-victim");
});

Deno.test("pkce: nonce: of fifty exchanges at once, one gets tokens", async () => {
  const rig = create();
  const { code } = toldIn(await approve(await open(rig), BARE));
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => rig.post("oauth/token", without(code!))),
  );
  assertEquals(answers.filter(({ status }) => status === 200).length, 1);
});

Deno.test("pkce: nonce: once the option is gone, a code without a challenge gives nothing", async () => {
  const before = create();
  const { code } = toldIn(await approve(await open(before), BARE));
  const after = createServer({}, { adapter: before.adapter });
  await assertRefused(await after.post("oauth/token", without(code!)), "invalid_request");
  for (const code_verifier of ["none", VERIFIER]) {
    const fields = codeFields(code!, { ...WEB, code_verifier });
    await assertRefused(await after.post("oauth/token", fields), "invalid_grant");
  }
});

Deno.test("pkce: nonce: the config and registerClient() refuse it where it protects nothing", async () => {
  const { jwk } = await signer();
  const { secret: _, ...bare } = NONCE;
  const wrong: readonly [client: object, why: string][] = [
    [bare, "needs"],
    [{ ...NONCE, pkce: "off" }, "neither"],
    [{ ...NONCE, pkce: false }, "neither"],
    [{ ...NONCE, redirectUris: ["com.example.app:/callback"] }, "scheme of an app"],
    [{ ...NONCE, redirectUris: [CALLBACK, "com.example.app:/callback"] }, "scheme of an app"],
  ];
  const logger = { error() {} };
  for (const [web, why] of wrong) {
    const error = assertThrows(
      () => callOf(createServer({ clients: { web } }, { logger })),
      AuthError,
      why,
    );
    assertEquals((error.cause as { option: string }).option, "oauthServer.clients.web.pkce");
  }
  const { registerClient } = createServer().auth.oauthServer;
  const own = { name: "App", redirectUris: [CALLBACK], pkce: "nonce" } as const;
  await assertRejects(() => registerClient(own), TypeError, "`pkce`");
  const rig = createServer();
  const { id } = await rig.auth.oauthServer.registerClient({ ...own, hasSecret: true });
  assert((await findClient(callOf(rig), id))!.takesNonce);
  const signs = { ...bare, jwks: { keys: [jwk] } };
  assert((await findClient(callOf(createServer({ clients: { signs } })), "signs"))!.takesNonce);
});

Deno.test("pkce: nonce: a client that made itself known never has it", async () => {
  const metadata = {
    redirect_uris: [CALLBACK],
    pkce: "nonce",
    takesNonce: true,
    require_pkce: false,
    code_challenge_methods: [],
  };
  const { fetch } = strangers({ [DOCUMENT_URL]: { ...metadata, client_id: DOCUMENT_URL } });
  const rig = createServer({
    fetch,
    registration: { dynamic: "open", metadataDocuments: "ask" },
  });
  const response = await rig.send("oauth/register", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(metadata),
  });
  const { client_id } = await response.json();
  for (const id of [client_id, DOCUMENT_URL]) {
    assertEquals((await findClient(callOf(rig), id))!.takesNonce, false);
    const asked = { ...BARE, client_id: id };
    const page = await ask(await open(rig), asked);
    // A stranger's error is a page with its host.
    assert(page.location === "" && page.html.includes("invalid_request"), page.location);
  }
});
