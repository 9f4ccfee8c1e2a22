/**
 * Clients of the FAPI 2.0 Security Profile: each of its demands, broken one at a time.
 *
 * @see {@link https://openid.net/specs/fapi-security-profile-2_0-final.html FAPI 2.0 Security Profile}
 * @module
 */

import { assert, assertEquals, assertMatch, assertNotEquals, assertRejects } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import * as openid from "openid-client";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import { clients, families } from "../../../src/capabilities/oauth_server/kinds.ts";
import { ownerOf } from "../../../src/records/owner.ts";
import type { FullAdapter } from "../../../src/tools/testing/adapter/check.ts";
import { createProofKey, type ProofChanges } from "../../_dpop.ts";
import { withPostgres } from "../../adapters/_postgres.ts";
import { LOCAL_STORES, type OpenDumpStore, postgresStore } from "../../flows/_factor_stores.ts";
import { slowed } from "../../flows/_organization_site.ts";
import { approve, ask, assertTold, get, GOOD, open, press, toldIn } from "./_authorize.ts";
import { callOf, strangers } from "./_clients.ts";
import {
  asClient,
  BANK,
  codeOf,
  createFapi2,
  type Different,
  exchange,
  KEYS,
  PROOF,
  push,
  refresh,
  signed,
  tokens,
  uriOf,
  use,
} from "./_fapi2.ts";
import {
  assertRefused,
  CALLBACK,
  createServer,
  ISSUER,
  MCP,
  OPTIONS,
  SECRET,
  type ServerRig,
} from "./_rig.ts";
import { open as opened, tokensOf } from "./_tokens.ts";

const now = () => Math.floor(Date.now() / 1000);
const later = (seconds: number): ProofChanges => ({
  get claims() {
    return { iat: now() + seconds };
  },
});
const PSS = await createProofKey("PS256");

Deno.test("FAPI 2.0: openid-client signs in, reads, refreshes without a new refresh token, and is answered with iss", async () => {
  const rig = createFapi2();
  const key = { key: KEYS.PS256!.privateKey, kid: "PS256" };
  const config = await openid.discovery(
    new URL(ISSUER),
    "bank",
    undefined,
    openid.PrivateKeyJwt(key),
    {
      [openid.customFetch]: (url, init) => rig.send(url, init as RequestInit),
    },
  );
  const handle = openid.getDPoPHandle(config, await openid.randomDPoPKeyPair("ES256"));
  const verifier = openid.randomPKCECodeVerifier();
  const url = await openid.buildAuthorizationUrlWithPAR(config, {
    redirect_uri: CALLBACK,
    scope: "openid project:read",
    resource: MCP,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  }, { DPoP: handle });
  assertEquals([...url.searchParams.keys()].sort(), ["client_id", "request_uri"]);
  const browser = await open(rig);
  const back = new URL((await press(browser, await get(browser, url.href), "allow")).location);
  assertEquals(back.searchParams.get("iss"), ISSUER);
  const made = await openid.authorizationCodeGrant(
    config,
    back,
    { pkceCodeVerifier: verifier, idTokenExpected: true },
    undefined,
    { DPoP: handle },
  );
  assertEquals(made.token_type, "dpop");
  assertEquals(opened(made.id_token!).header.alg, "ES256");
  const user = await openid.fetchUserInfo(config, made.access_token, "ada", { DPoP: handle });
  assertEquals(user.sub, "ada");
  for (let time = 0; time < 3; time++) {
    const next = await openid.refreshTokenGrant(config, made.refresh_token!, undefined, {
      DPoP: handle,
    });
    assertEquals(next.refresh_token, undefined);
    assertNotEquals(next.access_token, made.access_token);
  }
});

Deno.test("FAPI 2.0: PS256, ES256 and EdDSA count, of assertions and of proofs", async () => {
  const rig = createFapi2();
  for (const alg of ["ES256", "PS256", "EdDSA"] as const) {
    const key = await createProofKey(alg);
    const made = await tokens(rig, { alg, key });
    assertEquals(made.token_type, "DPoP");
    assertEquals((await use(rig, "resource", made.access_token, { key })).status, 200);
    assertEquals((await use(rig, "userinfo", made.access_token, { key })).status, 200);
  }
  assertEquals((await asClient(rig)).status, 200);
});

Deno.test("FAPI 2.0: clocks that differ by 10 seconds count, in both directions and everywhere", async () => {
  const rig = createFapi2();
  for (const seconds of [-10, 8]) {
    const claims = () => ({ iat: now() + seconds, nbf: now() + seconds });
    const proof = later(seconds);
    const code = await codeOf(rig, { claims: claims(), proof });
    const made = await tokensOf(await exchange(rig, code, { claims: claims(), proof }));
    for (const where of ["resource", "userinfo"] as const) {
      assertEquals((await use(rig, where, made.access_token, { proof })).status, 200);
    }
    assertEquals((await refresh(rig, made.refresh_token, { claims: claims(), proof })).status, 200);
  }
});

Deno.test("FAPI 2.0: a proof with nbf and exp counts", async () => {
  const rig = createFapi2();
  const proof = { claims: { nbf: now(), exp: now() + 300 } };
  const made = await tokens(rig, { proof });
  assertEquals((await use(rig, "resource", made.access_token, { proof })).status, 200);
});

Deno.test("FAPI 2.0: the scheme of a token counts in any case", async () => {
  const rig = createFapi2();
  const made = await tokens(rig);
  for (const scheme of ["dpop", "DPOP", "DPoP"]) {
    const headers = { authorization: `${scheme} ${made.access_token}` };
    assertEquals((await use(rig, "resource", made.access_token, { headers })).status, 200);
  }
});

Deno.test("FAPI 2.0: a request without state, and one with a nonce of 64 characters, succeeds", async () => {
  const rig = createFapi2();
  const request_uri = await uriOf(await push(rig, { fields: { state: undefined } }));
  const told = toldIn(await approve(await open(rig), { client_id: "bank", request_uri }));
  assertEquals([Boolean(told.code), "state" in told], [true, false]);
  const made = await tokensOf(await exchange(rig, told.code!));
  assertEquals(opened(made.id_token).claims.nonce, "n".repeat(64));
});

/** What a client sends wrong, by the endpoint that refuses it, and how. */
const AT_EVERY_ENDPOINT: Readonly<Record<string, readonly [Different, error: string]>> = {
  "RS256": [{ alg: "RS256" }, "invalid_client"],
  "no assertion": [
    {
      fields: { client_assertion: undefined, client_assertion_type: undefined, client_id: "bank" },
    },
    "invalid_client",
  ],
  "a secret": [
    {
      fields: {
        ...{ client_assertion: undefined, client_assertion_type: undefined },
        ...{ client_id: "bank", client_secret: SECRET },
      },
    },
    "invalid_client",
  ],
  "the URL of oauth/par as audience": [
    { claims: { aud: `${ISSUER}/auth/oauth/par` } },
    "invalid_client",
  ],
  "the URL of oauth/token as audience": [
    { claims: { aud: `${ISSUER}/auth/oauth/token` } },
    "invalid_client",
  ],
  "a list with the issuer as audience": [{ claims: { aud: [ISSUER] } }, "invalid_client"],
  "a list of URLs of the server as audience": [
    { claims: { aud: [ISSUER, `${ISSUER}/auth/oauth/par`] } },
    "invalid_client",
  ],
  "no audience": [{ claims: { aud: undefined } }, "invalid_client"],
  "another audience": [{ claims: { aud: "https://other.example" } }, "invalid_client"],
  "no sub": [{ claims: { sub: undefined } }, "invalid_client"],
  "an assertion that has expired": [{ claims: { exp: 1_000_000_000 } }, "invalid_client"],
  "a proof of RS256": [{ proof: { header: { alg: "RS256" } } }, "invalid_dpop_proof"],
  "a proof that begins later": [
    { proof: { claims: { nbf: 9_999_999_999 } } },
    "invalid_dpop_proof",
  ],
  "a proof whose nbf is no number": [{ proof: { claims: { nbf: "0" } } }, "invalid_dpop_proof"],
};

/** Times are of the moment of the request. */
const LATER: Readonly<Record<string, () => readonly [Different, error: string]>> = {
  "iat in 15 seconds": () => [{ claims: { iat: now() + 15 } }, "invalid_client"],
  "nbf in 15 seconds": () => [{ claims: { nbf: now() + 15 } }, "invalid_client"],
  "nbf in 65 seconds": () => [{ claims: { nbf: now() + 65 } }, "invalid_client"],
  "a proof in 15 seconds": () => [{ proof: later(15) }, "use_dpop_nonce"],
  "a proof in 65 seconds": () => [{ proof: later(65) }, "invalid_dpop_proof"],
  "a proof of two minutes ago": () => [{ proof: later(-120) }, "use_dpop_nonce"],
};

const WRONG = {
  ...Object.fromEntries(Object.entries(AT_EVERY_ENDPOINT).map(([name, one]) => [name, () => one])),
  ...LATER,
};

for (const [name, wrong] of Object.entries(WRONG)) {
  Deno.test(`FAPI 2.0: refused at oauth/par and oauth/token, and nothing is used up: ${name}`, async () => {
    const rig = createFapi2();
    const made = await tokens(rig);
    const code = await codeOf(rig);
    const [first, error] = wrong();
    await assertRefused(await push(rig, first), error);
    for (
      const send of [
        (one: Different) => exchange(rig, code, one),
        (one: Different) => refresh(rig, made.refresh_token, one),
        (one: Different) => asClient(rig, one),
      ]
    ) {
      await assertRefused(await send(wrong()[0]), error);
    }
    assertEquals((await exchange(rig, code)).status, 200);
    assertEquals((await refresh(rig, made.refresh_token)).status, 200);
  });
}

Deno.test("FAPI 2.0: a nonce makes up for a clock of up to a minute, and for no more", async () => {
  const rig = createFapi2();
  const answer = await asClient(rig, { proof: later(40) });
  const nonce = answer.headers.get("dpop-nonce")!;
  await assertRefused(answer, "use_dpop_nonce");
  const with_ = (seconds: number) => ({ claims: { iat: now() + seconds, nonce } });
  assertEquals((await asClient(rig, { proof: with_(40) })).status, 200);
  await assertRefused(await asClient(rig, { proof: with_(70) }), "invalid_dpop_proof");
  await assertRefused(
    await asClient(rig, { proof: { claims: { nbf: now() + 70, nonce } } }),
    "invalid_dpop_proof",
  );
});

Deno.test("FAPI 2.0: an RSA key of fewer than 2048 bits signs nothing", async () => {
  const params = {
    ...{ name: "RSA-PSS", hash: "SHA-256", modulusLength: 1024 },
    publicExponent: new Uint8Array([1, 0, 1]),
  };
  const pair = await crypto.subtle.generateKey(params, true, ["sign", "verify"]);
  const { kty, n, e } = await crypto.subtle.exportKey("jwk", pair.publicKey);
  const jwk = { kty, n, e, kid: "short" };
  const url = "https://bank.example/jwks.json";
  const network = strangers({ [url]: { keys: [jwk] } });
  const { jwks: _, ...remote } = BANK;
  const rig = createFapi2({
    clients: { bank: { ...remote, jwksUri: url } },
    fetch: network.fetch,
  });
  const encode = (value: object) =>
    new TextEncoder().encode(JSON.stringify(value)).toBase64({
      alphabet: "base64url",
      omitPadding: true,
    });
  const head = encode({ alg: "PS256", kid: "short" });
  const claims = { iss: "bank", sub: "bank", aud: ISSUER, jti: "1", exp: now() + 60 };
  const text = `${head}.${encode(claims)}`;
  const mac = await crypto.subtle.sign(
    { name: "RSA-PSS", saltLength: 32 },
    pair.privateKey,
    new TextEncoder().encode(text),
  );
  const client_assertion = `${text}.${
    new Uint8Array(mac).toBase64({ alphabet: "base64url", omitPadding: true })
  }`;
  await assertRefused(await push(rig, { fields: { client_assertion } }), "invalid_client");
  assertEquals(network.asked, [url]);
});

/** Requests that no client of the profile may push. */
const REQUESTS: Readonly<Record<string, readonly [Different["fields"], error: string]>> = {
  "no challenge": [
    { code_challenge: undefined, code_challenge_method: undefined },
    "invalid_request",
  ],
  "the method plain": [{ code_challenge_method: "plain" }, "invalid_request"],
  "no redirect URI": [
    { redirect_uri: undefined, scope: "project:read" },
    "invalid_request",
  ],
  "another redirect URI": [{ redirect_uri: `${CALLBACK}/other` }, "invalid_request"],
  "http": [{ redirect_uri: CALLBACK.replace("https", "http") }, "invalid_request"],
  "code id_token": [{ response_type: "code id_token" }, "unsupported_response_type"],
  "an ID token alone": [
    { response_type: "id_token", response_mode: "form_post" },
    "unsupported_response_type",
  ],
  "token": [{ response_type: "token" }, "unsupported_response_type"],
  "a request_uri": [{ request_uri: "urn:ietf:params:oauth:request_uri:x" }, "invalid_request"],
  "a request object": [{ request: "e30.e30." }, "request_not_supported"],
  "another dpop_jkt than the key of the proof": [{ dpop_jkt: "A".repeat(43) }, "invalid_request"],
};

for (const [name, [fields, error]] of Object.entries(REQUESTS)) {
  Deno.test(`FAPI 2.0: refused at oauth/par: ${name}`, async () => {
    await assertRefused(await push(createFapi2(), { fields, proof: {} }), error);
  });
}

Deno.test("FAPI 2.0: a request that was not pushed is refused, and changes of a pushed one count for nothing", async () => {
  const rig = createFapi2();
  const browser = await open(rig);
  const asked = { ...GOOD, client_id: "bank" };
  assertTold(await ask(browser, asked), "invalid_request", asked);
  // Nobody is asked either: nor with a request that is too long for the way back.
  const long = { ...asked, state: "s".repeat(2000), prompt: "login" };
  assertTold(await ask(browser, long), "invalid_request", long);
  const request_uri = await uriOf(await push(rig));
  const changed = { ...asked, request_uri, scope: "project:write", state: "other" };
  assertEquals(toldIn(await approve(browser, changed)).state, "state-1");
});

Deno.test("FAPI 2.0: a pushed request is over before ten minutes, and a code after a minute", async () => {
  const rig = createFapi2();
  using time = new FakeTime();
  const { request_uri, expires_in } = await (await push(rig)).json();
  assertEquals(expires_in, 540);
  const code = await codeOf(rig);
  time.tick(61_000);
  await assertRefused(await exchange(rig, code), "invalid_grant");
  time.tick(480_000);
  const browser = await open(rig);
  const answer = await ask(browser, { client_id: "bank", request_uri });
  assertEquals([answer.status, answer.location], [400, ""]);
});

Deno.test("FAPI 2.0: tokens need a proof, of the key of the request", async () => {
  const rig = createFapi2();
  for (
    const send of [
      async () => await exchange(rig, await codeOf(rig), { proof: null }),
      async () => await refresh(rig, (await tokens(rig)).refresh_token, { proof: null }),
      async () => await asClient(rig, { proof: null }),
    ]
  ) {
    await assertRefused(await send(), "invalid_request");
  }
  const other = await createProofKey("ES256");
  const bound = await codeOf(rig, { proof: {} });
  await assertRefused(await exchange(rig, bound, { key: other }), "invalid_grant");
});

Deno.test("FAPI 2.0: a code and a refresh token are of their client", async () => {
  const rig = createFapi2();
  const code = await codeOf(rig);
  await assertRefused(await exchange(rig, code, { client: "second" }), "invalid_grant");
  const made = await tokens(rig);
  await assertRefused(
    await refresh(rig, made.refresh_token, { client: "second" }),
    "invalid_grant",
  );
  assertEquals((await refresh(rig, made.refresh_token)).status, 200);
});

Deno.test("FAPI 2.0: a verifier that is missing or wrong gives nothing", async () => {
  const rig = createFapi2();
  for (
    const [code_verifier, error] of [[undefined, "invalid_request"], [
      "a".repeat(43),
      "invalid_grant",
    ]]
  ) {
    const answer = await exchange(rig, await codeOf(rig), { fields: { code_verifier } });
    await assertRefused(answer, error!);
  }
});

for (const where of ["resource", "userinfo"] as const) {
  Deno.test(`FAPI 2.0: ${where}: a token counts with a proof of its key alone, by the rules of the profile`, async () => {
    const rig = createFapi2();
    const { access_token: token } = await tokens(rig, { key: PSS });
    const key = PSS;
    const wrong: Record<string, Different> = {
      "no proof": { proof: null },
      "as bearer": { proof: null, headers: { authorization: `Bearer ${token}` } },
      "as bearer with a proof": { key, headers: { authorization: `Bearer ${token}` } },
      "another key": { key: PROOF },
      "later": { key, proof: later(65) },
      "15 seconds": { key, proof: later(15) },
      "nbf later": { key, proof: { claims: { nbf: now() + 15 } } },
    };
    for (const [name, one] of Object.entries(wrong)) {
      assertEquals((await use(rig, where, token, one)).status, 401, name);
    }
    // The same key, with the padding that the profile forbids.
    const rsa = await crypto.subtle.importKey(
      "jwk",
      { ...PSS.privateJwk, alg: "RS256" },
      { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" },
      false,
      ["sign"],
    );
    const text = (proof: string) => proof.split(".").slice(0, 2).join(".");
    const url = where === "resource" ? MCP : `${ISSUER}/auth/oauth/userinfo`;
    const body = await PSS.prove("GET", url, token, { header: { alg: "RS256" }, text });
    const mac = await crypto.subtle.sign("RSASSA-PKCS1-v1_5", rsa, new TextEncoder().encode(body));
    const dpop = `${body}.${
      new Uint8Array(mac).toBase64({ alphabet: "base64url", omitPadding: true })
    }`;
    assertEquals((await use(rig, where, token, { proof: null, headers: { dpop } })).status, 401);
    assertEquals((await use(rig, where, token, { key })).status, 200);
  });
}

Deno.test("FAPI 2.0: other grants are not for such a client", async () => {
  const rig = createFapi2();
  for (const grant of ["device_code", "token-exchange", "jwt-bearer"]) {
    const grant_type = `urn:ietf:params:oauth:grant-type:${grant}`;
    await assertRefused(await asClient(rig, { fields: { grant_type } }), "unauthorized_client");
  }
  await assertRefused(
    await asClient(rig, { fields: { grant_type: "password" } }),
    "unsupported_grant_type",
  );
  const answer = await rig.post("oauth/device", { ...await signed(), scope: "project:read" });
  await assertRefused(answer, "unauthorized_client");
});

Deno.test("FAPI 2.0: a refresh token stays, is used again, and ends with what it came from", async () => {
  const rig = createFapi2();
  using time = new FakeTime();
  const made = await tokens(rig);
  const family = async () => (await rig.adapter.records!.list(ownerOf("ada"), "oauth.refresh"))[0]!;
  const first = await family();
  for (let day = 0; day < 40; day += 20) {
    const next = await tokensOf(await refresh(rig, made.refresh_token));
    assertEquals(next.refresh_token, undefined);
    assertEquals((await use(rig, "resource", next.access_token)).status, 200);
    time.tick(20 * 86_400_000);
  }
  // It goes on for 30 days after its last use, and 90 in all.
  assert((await family()).expires!.valueOf() > first.expires!.valueOf());
  assertEquals((await family()).data, first.data);
  const last = await tokensOf(await refresh(rig, made.refresh_token));
  const [grant] = await rig.auth.oauthServer.listGrants("ada");
  await rig.auth.oauthServer.revokeGrant("ada", grant!.id);
  await assertRefused(await refresh(rig, made.refresh_token), "invalid_grant");
  assertEquals((await use(rig, "resource", last.access_token)).status, 401);
  const again = await tokens(rig);
  await rig.post("oauth/revoke", { ...await signed(), token: again.refresh_token });
  await assertRefused(await refresh(rig, again.refresh_token), "invalid_grant");
});

Deno.test("FAPI 2.0: the one before of a client that had no profile ends its family", async () => {
  const { profile: _, ...plain } = BANK;
  const adapter = MemoryAdapter();
  const before = createFapi2({ clients: { bank: plain } }, { adapter });
  const made = await tokens(before);
  const second = await tokensOf(await refresh(before, made.refresh_token));
  const rig = createFapi2({}, { adapter });
  assertEquals((await refresh(rig, second.refresh_token)).status, 200);
  using _time = new FakeTime(Date.now() + 20_000);
  await assertRefused(await refresh(rig, made.refresh_token), "invalid_grant");
  await assertRefused(await refresh(rig, second.refresh_token), "invalid_grant");
});

/** Fifty refreshes at once: all are answered, and the token stays. */
async function raceRefresh(adapter: FullAdapter): Promise<void> {
  const slow = slowed(adapter, () => true);
  const rigs = Array.from({ length: 4 }, () => createFapi2({}, { adapter: slow }));
  const [rig] = rigs as [ServerRig];
  const made = await tokens(rig);
  // As after two days: all of them move the expiry.
  const [family] = await families.list(adapter.records, "ada");
  const expires = new Date(Date.now() + 28 * 86_400_000);
  await families.update(
    adapter.records,
    family!.id,
    (known) => known ? { userId: "ada", expires, data: known.data } : undefined,
  );
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => refresh(rigs[index % 4]!, made.refresh_token)),
  );
  assertEquals(answers.filter(({ status }) => status !== 200).length, 0);
  assertEquals((await refresh(rig, made.refresh_token)).status, 200);
  const [after, ...more] = await families.list(adapter.records, "ada");
  assert(after!.expires! > expires && more.length === 0);
}

function register(name: string, openStore: OpenDumpStore): void {
  Deno.test(`FAPI 2.0, ${name}: of fifty refreshes at once, all are answered, and the token stays`, async () => {
    const store = await openStore();
    try {
      await raceRefresh(store.adapter);
    } finally {
      await store.close();
    }
  });
}

for (const [name, openStore] of Object.entries(LOCAL_STORES)) register(name, openStore);
withPostgres("FAPI 2.0 on PostgreSQL", (server) => register("PostgreSQL", postgresStore(server)));

/** What makes the options of a client contradict its profile. */
const FAULTS: Readonly<Record<string, readonly [more: object, message: RegExp]>> = {
  "a secret": [{ secret: SECRET, jwks: undefined }, /bank\.secret.*takes no secret/],
  "no keys": [{ jwks: undefined, grants: ["code"] }, /bank\.profile.*needs `jwks`/],
  "a short key": [
    { jwks: { keys: [{ kty: "RSA", n: "A".repeat(172), e: "AQAB" }] } },
    /bank\.jwks.*2048/,
  ],
  "http": [{ redirectUris: ["http://127.0.0.1/callback"] }, /bank\.redirectUris.*https/],
  "the scheme of an app": [{ redirectUris: ["com.bank.app:/cb"] }, /bank\.redirectUris.*https/],
  "http after a sign-out": [
    { postLogoutRedirectUris: ["http://localhost/"] },
    /bank\.postLogoutRedirectUris.*https/,
  ],
  "devices": [{ grants: ["code", "device"] }, /bank\.grants.*device/],
  "assertions": [{ grants: ["code", "jwt-bearer"] }, /bank\.grants.*jwt-bearer/],
  "exchange": [{ grants: ["code", "token-exchange"] }, /bank\.grants.*token-exchange/],
  "no PKCE": [{ pkce: "nonce" }, /bank\.pkce/],
  "ID tokens alone": [{ responseTypes: ["code", "id_token"] }, /bank\.responseTypes/],
  "RS256": [{ idTokenAlgorithm: "RS256" }, /bank\.idTokenAlgorithm/],
  "another profile": [{ profile: "fapi1" }, /bank\.profile/],
  "an empty profile": [{ profile: "" }, /bank\.profile/],
  "null": [{ profile: null }, /bank\.profile/],
};

async function faultOf(options: object): Promise<string> {
  const { auth } = createFapi2(options);
  return await auth.oauthServer.listGrants("ada").then(() => "", (error: Error) => error.message);
}

for (const [name, [more, message]] of Object.entries(FAULTS)) {
  Deno.test(`FAPI 2.0: the config is refused: ${name}`, async () => {
    assertMatch(await faultOf({ clients: { bank: { ...BANK, ...more } } }), message);
    if (name === "null" || name.endsWith("profile")) return;
    // The same for a client without the option, on a server of the profile.
    const { profile: _, ...plain } = { ...BANK, ...more };
    assertMatch(await faultOf({ clients: { bank: plain }, profile: "fapi2" }), message);
  });
}

Deno.test("FAPI 2.0: a server of the profile has no strangers, and no resource for bearers", async () => {
  const clients = { bank: BANK };
  const wrong: [object, RegExp][] = [
    [{ registration: { dynamic: "open" } }, /registration.*clients that you know/],
    [{ developerApps: {} }, /developerApps.*clients that you know/],
    [{ resources: { [MCP]: { scopes: ["project:read"], requiresDpop: false } } }, /requiresDpop/],
    [{ profile: "fapi1" }, /oauthServer\.profile/],
    [{ profile: "" }, /oauthServer\.profile/],
  ];
  for (const [more, message] of wrong) {
    assertMatch(await faultOf({ clients, profile: "fapi2", ...more }), message);
  }
  const rig = createFapi2({ clients, profile: "fapi2" });
  const made = await tokens(rig);
  assertEquals((await use(rig, "resource", made.access_token)).status, 200);
  const document = await (await rig.send("/.well-known/openid-configuration")).json();
  assertEquals(document.require_pushed_authorization_requests, true);
  assertEquals(document.token_endpoint_auth_methods_supported, ["private_key_jwt"]);
  assertEquals(document.introspection_endpoint_auth_methods_supported, ["private_key_jwt"]);
  assertEquals(document.revocation_endpoint_auth_methods_supported, ["private_key_jwt"]);
  for (const [name, algorithms] of Object.entries(document)) {
    if (name.includes("_alg_values")) assert(!(algorithms as string[]).includes("RS256"), name);
  }
  assertEquals(document.authorization_response_iss_parameter_supported, true);
  assertEquals(document.code_challenge_methods_supported, ["S256"]);
  const resource = await (await rig.send("/.well-known/oauth-protected-resource/mcp")).json();
  assertEquals(resource.dpop_bound_access_tokens_required, true);
});

Deno.test("FAPI 2.0: a server of the profile takes nothing of a client that was registered before", async () => {
  const adapter = MemoryAdapter();
  const before = createServer({}, { adapter });
  const { id, secret } = await before.auth.oauthServer.registerClient({
    name: "Old",
    redirectUris: [CALLBACK],
    grants: ["code", "client-credentials"],
    hasSecret: true,
  });
  const fields = { client_id: id, client_secret: secret, grant_type: "client_credentials" };
  const asked = { ...fields, scope: "project:read" };
  assertEquals((await before.post("oauth/token", asked)).status, 200);
  const rig = createFapi2({ clients: { bank: BANK }, profile: "fapi2" }, { adapter });
  await assertRefused(await rig.post("oauth/token", asked), "invalid_client");
  await assertRefused(
    await rig.post("oauth/token", { ...asked, client_secret: undefined }),
    "invalid_client",
  );
  const browser = await open(rig);
  const request = { ...GOOD, client_id: id };
  assertTold(await ask(browser, request), "invalid_request", request);
});

Deno.test("FAPI 2.0: a registered client gets the profile, keeps it, and shows it", async () => {
  const rig = createFapi2();
  const { oauthServer } = rig.auth;
  const { jwks, redirectUris } = BANK;
  const { id } = await oauthServer.registerClient({
    ...{ name: "Bank", jwks: jwks as never, redirectUris, profile: "fapi2" },
  });
  const shown = await oauthServer.getClient(id);
  assertEquals([shown!.profile, shown!.idTokenAlgorithm], ["fapi2", "ES256"]);
  await assertRefused(await push(rig, { client: id, alg: "RS256" }), "invalid_client");
  assertEquals((await push(rig, { client: id })).status, 201);
  const renamed = await oauthServer.updateClient(id, { name: "Other" });
  assertEquals(renamed!.profile, "fapi2");
  const wrong = [{ redirectUris: ["http://localhost/"] }, { pkce: "nonce" }, { profile: "" }];
  for (const change of wrong) {
    const refused = await oauthServer.updateClient(id, change as never).then(
      () => "",
      ({ name }: Error) => name,
    );
    assertEquals(refused, "TypeError");
  }
  assertEquals((await oauthServer.updateClient(id, { profile: null }))!.profile, null);
  assertEquals((await push(rig, { client: id, alg: "RS256" })).status, 201);
});

Deno.test("FAPI 2.0: a stored algorithm follows the profile, of the server or of a change; one that is given is checked", async () => {
  const { jwks, redirectUris } = BANK;
  const plain = { name: "Bank", jwks: jwks as never, redirectUris };
  const rs256 = { idTokenAlgorithm: "RS256" } as const;
  const free = createFapi2().auth.oauthServer;
  const made = await free.registerClient(plain);
  assertEquals((await free.getClient(made.id))!.idTokenAlgorithm, "RS256");
  const changed = await free.updateClient(made.id, { profile: "fapi2" });
  assertEquals([changed!.profile, changed!.idTokenAlgorithm], ["fapi2", "ES256"]);
  await assertRejects(() => free.updateClient(made.id, rs256), TypeError, "ES256");
  const profiled = createFapi2({ profile: "fapi2", clients: { bank: BANK } } as never);
  const { oauthServer } = profiled.auth;
  const { id } = await oauthServer.registerClient(plain);
  assertEquals((await oauthServer.getClient(id))!.idTokenAlgorithm, "ES256");
  // One that was stored before the server had the profile.
  const { records } = callOf(profiled).config;
  await clients.update(records, id, (known) => ({
    ...{ userId: known!.owner, expires: known!.expires },
    data: { ...known!.data, ...rs256 },
  }));
  const renamed = await oauthServer.updateClient(id, { name: "Other" });
  assertEquals([renamed!.name, renamed!.idTokenAlgorithm], ["Other", "ES256"]);
  await assertRejects(() => oauthServer.updateClient(id, rs256), TypeError, "ES256");
  const wrong = { ...plain, ...rs256 };
  await assertRejects(() => oauthServer.registerClient(wrong), TypeError, "ES256");
});

Deno.test("FAPI 2.0: a client without the profile is answered as on a server that has none", async () => {
  const { profile: _, ...plain } = BANK;
  const free = { ...plain, idTokenAlgorithm: "ES256" };
  const answersOf = async (rig: ServerRig) => {
    const answers: unknown[] = [];
    const note = async (response: Response) => {
      const text = await response.text();
      const known = text.startsWith("{") ? Object.keys(JSON.parse(text)).sort() : [];
      answers.push([response.status, known]);
      return text.startsWith("{") ? JSON.parse(text) : {};
    };
    const client = "free";
    for (const wrong of Object.values(WRONG)) {
      await note(await push(rig, { ...wrong()[0], client }));
      await note(await asClient(rig, { ...wrong()[0], client }));
    }
    for (const [fields] of Object.values(REQUESTS)) await note(await push(rig, { fields, client }));
    const made = await note(
      await exchange(rig, await codeOf(rig, { client }), { client, proof: null }),
    );
    const next = await note(await refresh(rig, made.refresh_token, { client, proof: null }));
    assert(next.refresh_token);
    assertEquals(opened(next.access_token).claims.fapi, undefined);
    answers.push((await rig.ask(made.access_token)).status);
    const document = await (await rig.send("/.well-known/openid-configuration")).json();
    return { answers, document };
  };
  const without = await answersOf(
    createServer({ clients: { free } } as never, { logger: { error() {} } }),
  );
  assertEquals(
    await answersOf(
      createFapi2({ clients: { free, bank: { ...BANK, grants: free.grants } } as never }),
    ),
    without,
  );
});

Deno.test("FAPI 2.0: introspection shows the key of a token, and nothing of the profile", async () => {
  const rig = createFapi2();
  const made = await tokens(rig);
  const answer = await rig.post("oauth/introspect", {
    ...await signed(),
    token: made.access_token,
  });
  const body = await answer.json();
  assertEquals([body.active, body.token_type, "fapi" in body], [true, "DPoP", false]);
  assert(body.cnf.jkt);
  assertEquals(OPTIONS.issuer, body.iss);
});
