/**
 * Which clients are notified of sign-outs: how they ask for it, what the documents say, and what an app
 * without such clients pays.
 *
 * @module
 */

import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { Auth, type AuthConfig, customFetch } from "../../../mod.ts";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import type { OAuthServerOptions } from "../../../src/capabilities/oauth_server/mod.ts";
import { BackChannel, ProviderSignOut } from "../../../src/capabilities/sign_out/mod.ts";
import * as sessions from "../../../src/server/sessions.ts";
import { createBrowser } from "../../../src/tools/testing/mod.ts";
import type { FullAdapter } from "../../../src/tools/testing/adapter/check.ts";
import { counted } from "../../flows/_counted_store.ts";
import { waitUntil } from "../../_wait.ts";
import { post } from "./_authorize.ts";
import {
  arrived,
  browserOf,
  claimsOf,
  createLogoutRig,
  openNew,
  RECEIVER,
  signInAt,
} from "./_back_channel_logout.ts";
import { begin, createDeviceServer, openBrowser, poll } from "./_devices.ts";
import { createEndingsRig } from "./_endings.ts";
import { assertRefused, CALLBACK, createServer, ISSUER, OPTIONS, SECRET } from "./_rig.ts";

const adapter = MemoryAdapter() as FullAdapter;

const metadataOf = async (options: Partial<OAuthServerOptions>) =>
  await (await createServer(options, { adapter }).send("/.well-known/openid-configuration")).json();

Deno.test("back-channel logout: the document says so where clients can be told, and nothing elsewhere", async () => {
  const told = { web: { ...OPTIONS.clients.web, backchannelLogoutUri: RECEIVER } };
  for (const options of [{ clients: told }, { backchannelLogout: true }]) {
    const document = await metadataOf(options);
    assertEquals(document.backchannel_logout_supported, true);
    assertEquals(document.backchannel_logout_session_supported, true);
    assert(document.claims_supported.includes("sid"));
  }
  for (const options of [{}, { backchannelLogout: false }]) {
    assert(!JSON.stringify(await metadataOf(options)).includes("logout_supported"));
  }
});

/** The last error of the log. */
let last: Error | undefined;
const logger = { error: (error: Error) => void (last = error), warn() {}, debug() {} };

Deno.test("back-channel logout: a URL that cannot be asked is refused when the app starts", async () => {
  const wrong: readonly [uri: unknown, reason: string][] = [
    ["http://told.example/logout", "https"],
    ["https://127.0.0.1/logout", "public name"],
    ["https://localhost/logout", "public name"],
    ["https://told.example:8443/logout", "a port"],
    ["https://told.example/logout#a", "a fragment"],
    ["https://a:b@told.example/logout", "a user name"],
    ["told.example", "not a URL"],
    [7, "not a URL"],
  ];
  for (const [uri, reason] of wrong) {
    const client = { ...OPTIONS.clients.web, backchannelLogoutUri: uri as string };
    const rig = createServer({ clients: { web: client } }, { adapter, logger });
    const response = await rig.send("oauth/jwks");
    assertEquals(response.status, 500, String(uri));
    await response.body?.cancel();
    assertStringIncludes(String(last), reason);
  }
  const off = { web: { ...OPTIONS.clients.web, backchannelLogoutUri: RECEIVER } };
  const rig = createServer({ clients: off, backchannelLogout: false }, { adapter, logger });
  await (await rig.send("oauth/jwks")).body?.cancel();
  assertStringIncludes(String(last), "backchannelLogout: true");
});

Deno.test("back-channel logout: a client that the app registers is told where that is on", async () => {
  const client = { name: "Partner", redirectUris: [CALLBACK], backchannelLogoutUri: RECEIVER };
  const off = createServer({}, { adapter });
  await assertRejects(
    () => off.auth.oauthServer.registerClient(client),
    TypeError,
    "backchannelLogout",
  );
  const rig = createLogoutRig("jwt", { adapter, backchannelLogout: true });
  const { id, secret } = await rig.auth.oauthServer.registerClient({
    ...client,
    idTokenAlgorithm: "ES256",
    hasSecret: true,
  });
  const { userId, browser } = await openNew(rig);
  const { sid } = await signInAt(rig, browser, id, {}, secret);
  assert(await rig.auth.oauthServer.revokeGrant(userId, await grantOf(rig, userId)));
  const [one] = await arrived(rig, 1);
  const { aud, sid: told } = claimsOf(one!.token);
  assertEquals([aud, told], [id, sid]);
  // One that is removed meanwhile is not told, and nothing waits for it.
  await signInAt(rig, browser, id, {}, secret);
  await rig.auth.oauthServer.removeClient(id);
  await post(browser, "signout", {});
  await arrived(rig, 1);
});

async function grantOf(
  { auth }: Pick<ReturnType<typeof createServer>, "auth">,
  userId: string,
): Promise<string> {
  return (await auth.oauthServer.listGrants(userId))[0]!.id;
}

Deno.test("back-channel logout: registration keeps a URL at a host of the client, and leaves it out where nobody is told", async () => {
  const registration = { dynamic: "open" } as const;
  const sent = {
    redirect_uris: [CALLBACK],
    backchannel_logout_uri: "https://client.example/logout",
    backchannel_logout_session_required: true,
  };
  const register = async (body: object, options: Partial<OAuthServerOptions>) =>
    await createServer({ registration, ...options }, { adapter }).send("oauth/register", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const on = { backchannelLogout: true };
  const kept = await (await register(sent, on)).json();
  assertEquals(kept.backchannel_logout_uri, sent.backchannel_logout_uri);
  assertEquals(kept.backchannel_logout_session_required, true);
  const dropped = await (await register(sent, {})).json();
  assert(typeof dropped.client_id === "string" && !("backchannel_logout_uri" in dropped));
  for (
    const wrong of [
      { backchannel_logout_uri: "https://victim.example/logout" },
      { backchannel_logout_uri: "http://client.example/logout" },
      { backchannel_logout_uri: "https://client.example/logout#a" },
      { backchannel_logout_uri: ["https://client.example/logout"] },
      { backchannel_logout_session_required: "true" },
    ]
  ) {
    await assertRefused(await register({ ...sent, ...wrong }, on), "invalid_client_metadata");
  }
});

Deno.test("back-channel logout: a device is told when its access ends, and not when the browser signs out", async () => {
  const tokens: string[] = [];
  const rig = createDeviceServer({
    clients: {
      tv: {
        grants: ["device", "refresh"],
        idTokenAlgorithm: "ES256",
        backchannelLogoutUri: RECEIVER,
      },
    },
    fetch: async (input, init) => {
      tokens.push(new URLSearchParams(await new Request(input, init).text()).get("logout_token")!);
      return new Response();
    },
  } as Partial<OAuthServerOptions>, { adapter });
  const browser = await openBrowser(rig, "device-user");
  const device = await begin(rig, { scope: "openid project:read" });
  await browser.allow(device.user_code);
  const { id_token } = await (await poll(rig, device)).json();
  const { sid } = claimsOf(id_token);
  assert(typeof sid === "string");
  const [session] = await sessions.list(rig.auth.config, "device-user");
  assert(await sessions.revoke(rig.auth.config, "device-user", session!.id));
  assertEquals([await rig.auth.oauthServer.deliverLogouts(), tokens.length], [0, 0]);
  await rig.auth.oauthServer.revokeGrant("device-user", await grantOf(rig, "device-user"));
  await waitUntil("the device is told", () => tokens.length > 0);
  assertEquals(claimsOf(tokens[0]!).sid, sid);
});

Deno.test("back-channel logout: each client has an id of its own for one session, and each session at a client has one", async () => {
  const client = { ...OPTIONS.clients.web, isFirstParty: true, backchannelLogoutUri: RECEIVER };
  const rig = createEndingsRig("jwt", adapter, { told: client, web: client }, {
    fetch: () => Promise.resolve(new Response()),
  });
  const { userId, browser } = await openNew(rig);
  const desk = await browserOf(rig, userId);
  const sids = [
    (await signInAt(rig, browser)).sid,
    (await signInAt(rig, browser, "web")).sid,
    (await signInAt(rig, desk)).sid,
  ];
  assertEquals(new Set(sids).size, 3);
  assertEquals((await signInAt(rig, browser)).sid, sids[0]);
});

Deno.test("back-channel logout: who signs in without `openid` is not notified of, and gets no `sid`", async () => {
  const rig = createLogoutRig("jwt", { adapter });
  const { userId, browser } = await openNew(rig);
  const { sid } = await signInAt(rig, browser, "web");
  assertEquals(sid, undefined);
  assertEquals(await adapter.records!.list(userId, "oauth.client-session"), []);
});

Deno.test("back-channel logout: without such clients, a sign-in and a sign-out ask the store for nothing more", async () => {
  const measure = async (
    clients: object | undefined,
    options: Partial<OAuthServerOptions> = {},
  ) => {
    const calls: string[] = [];
    const own = MemoryAdapter() as FullAdapter;
    const { store } = counted(
      own,
      (name, args) =>
        void calls.push(
          `${name} ${name.startsWith("records.") ? args[name === "records.list" ? 1 : 0] : ""}`,
        ),
    );
    const rig = createEndingsRig("jwt", store, clients ?? OPTIONS.clients, options);
    const { browser } = await openNew(rig);
    await signInAt(rig, browser, "web");
    const from = calls.length;
    await post(browser, "signout", {});
    return {
      signOut: calls.slice(from).map((call) => call.replace(/^(\S+ \S*).*/, "$1")),
      kinds: calls.filter((call) => /outbox|client-session/.test(call)),
    };
  };
  const without = await measure(undefined);
  assertEquals(without.kinds, []);
  assertEquals(without.signOut.filter((call) => call.endsWith(" session")), [
    "records.get session",
    "records.take session",
  ]);
  // With them, a sign-out at which no client is told reads the list twice.
  const told = {
    ...OPTIONS.clients,
    told: { ...OPTIONS.clients.web, backchannelLogoutUri: RECEIVER },
  };
  const { signOut } = await measure(told, { fetch: () => Promise.resolve(new Response()) });
  assertEquals(signOut.length, without.signOut.length + 3);
});

Deno.test("back-channel logout: an app of this library is signed out by this server, once, and refuses copies and forgeries", async () => {
  const APP = "https://told.example";
  const received: string[] = [];
  const statuses: number[] = [];
  const send = async (request: Request): Promise<Response> =>
    new URL(request.url).origin === ISSUER
      ? await rig.auth.handler(request)
      : await Auth(request, relying);
  const rig = createEndingsRig("jwt", adapter, {
    told: {
      ...OPTIONS.clients.web,
      redirectUris: [`${APP}/auth/callback/op`],
      isFirstParty: true,
      backchannelLogoutUri: `${APP}/auth/signout/op`,
    },
  }, {
    fetch: async (input, init) => {
      const request = new Request(input, init);
      received.push(new URLSearchParams(await request.clone().text()).get("logout_token")!);
      const response = await send(request);
      statuses.push(response.status);
      return response;
    },
  });
  const relying: AuthConfig = {
    providers: [{
      id: "op",
      name: "Server",
      type: "oidc",
      issuer: ISSUER,
      clientId: "told",
      clientSecret: SECRET,
      client: { id_token_signed_response_alg: "ES256" },
      [customFetch]: (...args: Parameters<typeof fetch>) => send(new Request(...args)),
    }],
    adapter: MemoryAdapter(),
    session: { strategy: "jwt", revocation: {} },
    signOut: ProviderSignOut({ backChannel: BackChannel() }),
    secret: "another-secret-of-at-least-32-characters",
    trustHost: true,
    limits: false,
    logger: { error() {}, warn() {}, debug() {} },
  };
  const { userId } = await openNew(rig);
  const enter = async () => {
    const own = await browserOf(rig, userId);
    const browser = createBrowser(APP, { [APP]: send, [ISSUER]: send });
    for (const { name, value } of own.cookies.list(new URL(ISSUER).hostname)) {
      browser.cookies.store(new URL(ISSUER), [`${name}=${value}; Path=/; Secure`]);
    }
    await (await browser.signIn("op")).response?.body?.cancel();
    assert(await browser.session(), "the app has no session");
    return { browser, own };
  };
  const desk = await enter();
  const phone = await enter();
  await post(desk.own, "signout", {});
  await waitUntil("the app answers", () => statuses.length > 0);
  assertEquals(statuses, [200]);
  assertEquals(await desk.browser.session(), null);
  assert(await phone.browser.session(), "another session has ended");
  const [token] = received;
  const tell = async (logoutToken: string) =>
    (await send(
      new Request(`${APP}/auth/signout/op`, {
        method: "POST",
        body: new URLSearchParams({ logout_token: logoutToken }),
      }),
    )).status;
  assertEquals(await tell(token!), 400);
  const [header, , signature] = token!.split(".");
  const claims = { ...claimsOf(token!), sid: undefined, jti: "another" };
  const changed = btoa(JSON.stringify(claims)).replaceAll("=", "").replaceAll("+", "-")
    .replaceAll("/", "_");
  assertEquals(await tell(`${header}.${changed}.${signature}`), 400);
  const none = btoa('{"alg":"none","typ":"logout+jwt"}').replaceAll("=", "");
  assertEquals(await tell(`${none}.${changed}.`), 400);
  assert(await phone.browser.session(), "a forged token has ended a session");
  await rig.auth.oauthServer.revokeGrant(userId, await grantOf(rig, userId));
  await waitUntil("the app answers", () => statuses.length > 1);
  assertEquals(await phone.browser.session(), null);
});
