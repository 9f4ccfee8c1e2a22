/**
 * Access tokens of the authorization server: made, over the signature alone, and accepted by
 * `authenticate()`, with and without reads of the store.
 *
 * @module
 */

import { assert } from "@std/assert";
import { makeAccessToken } from "../../../src/capabilities/oauth_server/access_token.ts";
import { giveGrant } from "../../../src/capabilities/oauth_server/grants.ts";
import { OAuthServer } from "../../../src/capabilities/oauth_server/mod.ts";
import { oauthCall } from "../../../src/capabilities/oauth_server/settings.ts";
import { defineAuth } from "../../../src/frameworks/server.ts";
import { requireConfig } from "../../../src/server/environment.ts";
import { ORIGIN } from "../_browser.ts";
import { openStore, userOf } from "../_stores.ts";
import { atRandom } from "../_users.ts";
import { NO_REQUEST, type Prepare, type Workload } from "../_workload.ts";
import { COMMON } from "../subjects/mod.ts";

/** People, of whom each has a token. */
const PEOPLE = 100;

const RESOURCE = `${ORIGIN}/mcp`;

const SIGNATURE = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };

async function createApp(maxLag: number) {
  const store = await openStore("memory");
  await store.fill(Array.from({ length: PEOPLE }, (_, index) => userOf(index)), []);
  const auth = defineAuth({
    ...COMMON,
    providers: [],
    adapter: store.adapter,
    session: { strategy: "jwt", revocation: {} },
    oauthServer: OAuthServer({
      issuer: ORIGIN,
      resources: { [RESOURCE]: { scopes: ["project:read"], accessTokenMaxAge: 3600 } },
      clients: { app: { redirectUris: ["https://client.example/callback"] } },
      maxLag,
    }),
  });
  const config = requireConfig(auth.config);
  const call = oauthCall({ request: new Request(ORIGIN), origin: ORIGIN }, config);
  const at = Math.floor(Date.now() / 1000);
  const make = async (userId: string) => {
    const key = { userId, client: "app", organization: null };
    const grant = await giveGrant(call, key, {
      ...{ clientName: "app", host: "client.example", proof: { at, methods: [], provider: null } },
      targets: { [RESOURCE]: ["project:read"] },
    });
    return () =>
      makeAccessToken(call, {
        ...{ sub: userId, aud: RESOURCE, client_id: "app", scope: "project:read", grant },
        auth_time: at,
      });
  };
  return { auth, make, close: () => store.close() };
}

/** The signature alone. */
const signing: Prepare = async () => {
  const pair = await crypto.subtle.generateKey(SIGNATURE, false, ["sign"]) as CryptoKeyPair;
  const bytes = crypto.getRandomValues(new Uint8Array(500));
  const run = async () => {
    const signature = await crypto.subtle.sign(SIGNATURE, pair.privateKey, bytes);
    assert(signature.byteLength === 64);
  };
  return { request: () => NO_REQUEST, run };
};

const making: Prepare = async () => {
  const { make, close } = await createApp(0);
  const next = await make(userOf(0).id);
  const run = async () => {
    const { token } = await next();
    assert(token.split(".").length === 3);
  };
  await run();
  return { request: () => NO_REQUEST, run, close };
};

/** Each token comes again, as those of clients do. */
function accepting(maxLag: number): Prepare {
  return async () => {
    const { auth, make, close } = await createApp(maxLag);
    const tokens: string[] = [];
    for (let index = 0; index < PEOPLE; index++) {
      tokens.push((await (await make(userOf(index).id))()).token);
    }
    const next = atRandom(tokens);
    const requestFor = (token: string) =>
      new Request(RESOURCE, { headers: { authorization: `Bearer ${token}` } });
    const run = async (request: Request) => {
      const who = await auth.authenticate(request, { accept: ["token"], resource: RESOURCE });
      assert(who.ok);
    };
    for (const token of tokens) await run(requestFor(token));
    return { request: () => requestFor(next()), run, close };
  };
}

/** Tokens that are made; its contenders are the signature alone and the whole. */
export const tokensMade: Workload<"signature" | "token"> = {
  id: "oauth-tokens",
  label: "access token of the authorization server",
  targets: {},
  contenders: { signature: signing, token: making },
};

/** Tokens that are accepted, with two reads of a store in memory and without a read. */
export const tokensAccepted: Workload<"reads" | "lag"> = {
  id: "oauth-authenticate",
  label: "check of an access token, memory",
  targets: {},
  contenders: { reads: accepting(0), lag: accepting(60) },
};

/** Microseconds of a token that is made: 2,000 in a second. */
export const MOST_MADE = 500;

/** A token over its signature. */
export const MOST_OVER_SIGNATURE = 1.3;

/** Microseconds of a check of a token that comes again: 20,000 in a second. */
export const MOST_ACCEPTED = 50;
