/**
 * What a thief of the store can read: no byte of a code, a token, a secret of a client or a private
 * key; and nothing of a deleted user who gave apps access.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { openRefresh } from "../../../src/capabilities/oauth_server/sealed_refresh_token.ts";
import { decode } from "../../../src/jwt.ts";
import { isChosen } from "../../_stride.ts";
import { withPostgres } from "../../adapters/_postgres.ts";
import {
  type DumpStore,
  LOCAL_STORES,
  type OpenDumpStore,
  postgresStore,
} from "../../flows/_factor_stores.ts";
import { STRATEGIES, type Strategy } from "../../flows/_strategies.ts";
import { approve, ask, type Asked, GOOD, open, questionIn, toldIn } from "./_authorize.ts";
import { callOf } from "./_clients.ts";
import { begin, CLIENTS as DEVICES, openBrowser, poll } from "./_devices.ts";
import { CALLBACK, createServer, ISSUER, OPTIONS, type ServerRig } from "./_rig.ts";
import { codeFields, refresh, tokensOf, WEB } from "./_tokens.ts";

/** Spellings of a secret in a dump. */
function spellings(secret: string): string[] {
  const bytes = new TextEncoder().encode(secret);
  return [secret, bytes.toHex(), bytes.toBase64({ omitPadding: true }), [...bytes].join(",")];
}

/** The texts of a private key, by the names of its members. */
async function privateKeys(rig: ServerRig, { adapter }: DumpStore): Promise<[string, string][]> {
  const { config } = callOf(rig);
  const all: [string, string][] = [];
  for (const use of ["access-EdDSA", "id-RS256", "id-ES256"]) {
    const entry = await adapter.records.get("oauth.key", use);
    for (const { sealed } of (entry!.data as { keys: { sealed: string }[] }).keys) {
      const opened = await decode<{ jwk: Record<string, string> }>({
        ...{ token: sealed, secret: config.jwt.secret, salt: "authjs.oauth-key" },
      });
      for (const name of ["d", "p", "q", "dp", "dq", "qi"]) {
        const text = opened!.jwk[name];
        if (text !== undefined) all.push([`${name} of ${use}`, text]);
      }
    }
  }
  assert(all.length > 3);
  return all;
}

/** Everything that is issued, by its name. */
async function secretsOf(
  rig: ServerRig,
  store: DumpStore,
  { id, email }: { id: string; email: string },
): Promise<Record<string, string>> {
  const secrets: Record<string, string> = {};
  // A client that registers itself, and one of the app.
  const registered = await (await rig.send("oauth/register", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ redirect_uris: [CALLBACK] }),
  })).json();
  secrets["secret of a stranger"] = registered.client_secret;
  const own = { name: "Partner", redirectUris: [CALLBACK], hasSecret: true };
  secrets["secret of a client"] = (await rig.auth.oauthServer.registerClient(own)).secret!;
  // A code that is used, with its tokens, and one that is not.
  const browser = await open(rig, id);
  const scope = "openid email project:read";
  const asked: Asked = { ...GOOD, scope, login_hint: email, nonce: "nonce-of-a-client" };
  const { code } = toldIn(await approve(browser, asked));
  const first = await tokensOf(await rig.post("oauth/token", codeFields(code!, WEB)));
  const second = await refresh(rig, first.refresh_token, { ...WEB, scope });
  secrets["code that was used"] = code!;
  secrets["code"] = toldIn(await ask(browser, asked)).code!;
  for (const [name, tokens] of Object.entries({ first, second })) {
    secrets[`${name} access token`] = tokens.access_token;
    secrets[`${name} ID token`] = tokens.id_token;
    secrets[`${name} refresh token`] = tokens.refresh_token;
    const { generation } = (await openRefresh(callOf(rig).config, tokens.refresh_token))!;
    secrets[`generation of the ${name} refresh token`] = generation;
  }
  // A question, and a request that was pushed.
  secrets["question"] = questionIn(await ask(browser, { ...asked, prompt: "consent" })).request;
  const { request_uri } = await (await rig.post("oauth/par", { ...asked, ...WEB })).json();
  secrets["pushed request"] = request_uri.split(":").at(-1);
  // A device that waits, one that was claimed, one that was allowed, and one with tokens.
  const user = await openBrowser(rig, id);
  for (const state of ["waiting", "claimed", "allowed", "used"]) {
    const device = await begin(rig);
    secrets[`code of a device, ${state}`] = device.device_code;
    secrets[`code of a user, ${state}`] = device.user_code;
    secrets[`letters of a user, ${state}`] = device.user_code.replace("-", "");
    if (state === "claimed") await user.press("open", device.user_code);
    if (state === "allowed" || state === "used") await user.allow(device.user_code);
    if (state === "used") await tokensOf(await poll(rig, device));
  }
  await (await rig.send("oauth/jwks")).body?.cancel();
  for (const [name, text] of await privateKeys(rig, store)) secrets[name] = text;
  return secrets;
}

function register(name: string, strategy: Strategy, openStore: OpenDumpStore): void {
  Deno.test(`oauth server store, ${name}, ${strategy}: no secret, and nothing of a deleted user`, async () => {
    const store = await openStore();
    try {
      const rig = createServer(
        {
          clients: { ...OPTIONS.clients, tv: DEVICES.tv },
          registration: { dynamic: "open" },
        },
        {
          adapter: store.adapter,
          session: { strategy, revocation: {} },
          logger: { error() {}, warn() {}, debug() {} },
        } as Parameters<typeof createServer>[1],
      );
      const person = { id: `ada-${crypto.randomUUID()}`, email: "" };
      person.email = `${person.id}@example.com`;
      const secrets = await secretsOf(rig, store, person);
      const grants = await rig.auth.oauthServer.listGrants(person.id);
      assert(grants.length >= 2 && Object.keys(secrets).length > 30);
      const dump = await store.dump();
      assert(dump.includes(person.id) && dump.includes(grants[0]!.id), "the dump shows the store");
      for (const [where, text] of [["dump", dump], ["files", await store.files?.() ?? ""]]) {
        for (const [what, secret] of Object.entries(secrets)) {
          assert(secret.length >= 8, what);
          for (const one of spellings(secret)) {
            assertEquals(text!.includes(one), false, `${what} in the ${where}`);
          }
        }
        assertEquals(text!.includes("authjs.oauth"), false);
      }
      await rig.auth.users.delete(person.id);
      const after = await store.dump();
      for (const text of [person.id, person.email, ...grants.map(({ id }) => id)]) {
        const at = after.indexOf(text);
        assertEquals(at < 0 ? "" : after.slice(Math.max(0, at - 300), at + 50), "", text);
      }
      // What belongs to no user stays.
      assert(after.includes("oauth.key") && after.includes("oauth.client"), ISSUER);
    } finally {
      await store.close();
    }
  });
}

// By default each store has the sessions of one strategy.
for (const [shift, strategy] of STRATEGIES.entries()) {
  for (const [index, [name, openStore]] of Object.entries(LOCAL_STORES).entries()) {
    if (isChosen(index + shift, 2)) register(name, strategy, openStore);
  }
}

withPostgres("oauth server store on PostgreSQL", (server) => {
  for (const [shift, strategy] of STRATEGIES.entries()) {
    if (isChosen(shift + 1, 2)) register("PostgreSQL", strategy, postgresStore(server));
  }
});
