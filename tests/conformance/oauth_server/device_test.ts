/**
 * Codes of devices (RFC 8628): what must not work, and what does.
 *
 * @module
 */

import { assert, assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import {
  deviceIdOf,
  devices,
  isWaiting,
} from "../../../src/capabilities/oauth_server/device_kinds.ts";
import { suspend } from "../../../src/server/users.ts";
import { LOCAL_STORES } from "../../flows/_factor_stores.ts";
import { begin, createDeviceServer, DEVICE, openBrowser, poll, type Shown } from "./_devices.ts";
import { assertRefused, FILES, ISSUER, MCP, SECRET, type ServerRig } from "./_rig.ts";
import { assertAsked, assertWinners, createProver, open, proven, tokensOf } from "./_tokens.ts";

function assertUnknown(shown: Shown): void {
  assertEquals([shown.step, shown.fault], ["device:enter", "unknown"], JSON.stringify(shown));
}

Deno.test("device: the user types the code, and the device gets tokens of a grant", async () => {
  const rig = createDeviceServer();
  const device = await begin(rig, { scope: "project:read project:write" });
  assertMatch(device.user_code, /^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
  assertEquals(device.verification_uri, `${ISSUER}/auth/device`);
  assertEquals(
    device.verification_uri_complete,
    `${ISSUER}/auth/device?user_code=${device.user_code}`,
  );
  assertEquals([device.expires_in, device.interval], [600, 5]);
  const browser = await openBrowser(rig);
  // As people type it.
  const asked = await browser.press("open", device.user_code.toLowerCase().replace("-", " "));
  assertEquals(asked.step, "device:ask", JSON.stringify(asked));
  assertEquals([asked.client, asked.userCode, asked.account], [
    "Television",
    device.user_code,
    "ada@example.com",
  ]);
  assertMatch(JSON.stringify(asked), /project:read/);
  assertEquals((await browser.press("allow", device.user_code)).step, "device:allowed");
  const tokens = await tokensOf(await poll(rig, device));
  assertEquals([tokens.scope, tokens.token_type], ["project:read project:write", "Bearer"]);
  assert(tokens.refresh_token);
  const answer = await assertAsked(rig, tokens.access_token, 200);
  assertEquals((await answer.json()).id, "ada");
  const [grant] = await rig.auth.oauthServer.listGrants("ada");
  assertEquals([grant!.client, grant!.name, grant!.id], [
    "tv",
    "Television",
    open(tokens.access_token).claims.grant,
  ]);
});

Deno.test("device: a client without the grant, or without authentication, gets no code", async () => {
  const rig = createDeviceServer({
    clients: {
      secret: { grants: ["device"], secret: SECRET },
      web: { redirectUris: ["https://client.example/callback"] },
      tv: { grants: ["device"] },
    },
  });
  await assertRefused(
    await rig.post("oauth/device", { client_id: "web", scope: "project:read" }),
    "unauthorized_client",
  );
  await assertRefused(
    await rig.post("oauth/device", { client_id: "secret", scope: "project:read" }),
    "invalid_client",
  );
  await assertRefused(await rig.post("oauth/device", { scope: "project:read" }), "invalid_client");
  await assertRefused(
    await rig.post("oauth/device", { client_id: "tv", scope: "admin" }),
    "invalid_scope",
  );
  await assertRefused(
    await rig.post("oauth/device", {
      client_id: "tv",
      scope: "project:read",
      resource: "https://other.example/",
    }),
    "invalid_target",
  );
  await assertRefused(
    await rig.post("oauth/token", { grant_type: DEVICE, client_id: "web", device_code: "x" }),
    "unauthorized_client",
  );
});

Deno.test("device: until the user decides, the answer is authorization_pending; a device that asks too often waits longer each time", async () => {
  using time = new FakeTime();
  const rig = createDeviceServer();
  const device = await begin(rig);
  await assertRefused(await poll(rig, device), "authorization_pending");
  await assertRefused(await poll(rig, device), "slow_down"); // now 10 s
  time.tick(9_500);
  await assertRefused(await poll(rig, device), "authorization_pending");
  time.tick(6_000);
  await assertRefused(await poll(rig, device), "slow_down"); // now 15 s
  time.tick(10_000);
  await assertRefused(await poll(rig, device), "slow_down"); // now 20 s
  time.tick(20_000);
  await assertRefused(await poll(rig, device), "authorization_pending");
});

Deno.test("device: a code that the user refuses gives access_denied, and nothing afterwards", async () => {
  const rig = createDeviceServer();
  const device = await begin(rig);
  const browser = await openBrowser(rig);
  await browser.press("open", device.user_code);
  assertEquals((await browser.press("deny", device.user_code)).step, "device:denied");
  await assertRefused(await poll(rig, device), "access_denied");
  assertUnknown(await browser.press("allow", device.user_code));
  assertUnknown(await browser.press("open", device.user_code));
  await assertRefused(await poll(rig, device), "access_denied");
  assertEquals(await rig.auth.oauthServer.listGrants("ada"), []);
});

Deno.test("device: after ten minutes the code is over, for the user and for the device", async () => {
  using time = new FakeTime();
  const rig = createDeviceServer();
  const [device, allowed] = [await begin(rig), await begin(rig)];
  await (await openBrowser(rig)).allow(allowed.user_code);
  time.tick(600_001);
  const browser = await openBrowser(rig);
  assertUnknown(await browser.press("open", device.user_code));
  await assertRefused(await poll(rig, device), "expired_token");
  await assertRefused(await poll(rig, allowed), "expired_token");
  time.tick(600_001);
  await assertRefused(await poll(rig, device), "invalid_grant");
});

Deno.test("device: one whose time is over does not wait, while the store still has it", async () => {
  const rig = createDeviceServer();
  const { device_code } = await begin(rig);
  using time = new FakeTime();
  const found = (await devices.get(rig.adapter.records!, await deviceIdOf(device_code)))!;
  assertEquals(isWaiting(found), true);
  time.tick(600_000);
  assertEquals(isWaiting(found), false);
});

Deno.test("device: the code belongs to the first account that opens it (CVE-2026-45337)", async () => {
  const rig = createDeviceServer();
  const device = await begin(rig);
  const [ada, eve] = [await openBrowser(rig, "ada"), await openBrowser(rig, "eve")];
  assertEquals((await ada.press("open", device.user_code)).step, "device:ask");
  // Another account neither sees, nor allows, nor refuses what the first one has opened.
  assertUnknown(await eve.press("open", device.user_code));
  assertUnknown(await eve.press("allow", device.user_code));
  assertUnknown(await eve.press("deny", device.user_code));
  assertEquals((await eve.get({ user_code: device.user_code })).step, "device:enter");
  await assertRefused(await poll(rig, device), "authorization_pending");
  assertEquals((await ada.press("allow", device.user_code)).step, "device:allowed");
  const tokens = await tokensOf(await poll(rig, device));
  assertEquals(open(tokens.access_token).claims.sub, "ada");
  assertEquals(await rig.auth.oauthServer.listGrants("eve"), []);
});

Deno.test("device: a code that was not opened cannot be allowed", async () => {
  const rig = createDeviceServer();
  const device = await begin(rig);
  const browser = await openBrowser(rig);
  assertUnknown(await browser.press("allow", device.user_code));
  assertUnknown(await browser.press("deny", device.user_code));
  await assertRefused(await poll(rig, device), "authorization_pending");
});

Deno.test("device: of fifty accounts that open a code at once, one has it", async () => {
  const rig = createDeviceServer();
  const device = await begin(rig);
  const browsers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => openBrowser(rig, `user-${index}`)),
  );
  const shown = await Promise.all(browsers.map((one) => one.press("open", device.user_code)));
  assertEquals(shown.filter(({ step }) => step === "device:ask").length, 1);
  assertEquals(shown.filter(({ fault }) => fault === "unknown").length, 49);
});

Deno.test("device: every step needs the CSRF token", async () => {
  const rig = createDeviceServer({}, { logger: { error() {} } });
  const device = await begin(rig);
  const browser = await openBrowser(rig);
  const forged = async (step: string) => {
    const shown = await browser.press(step, device.user_code, { csrfToken: "forged" });
    assertEquals(shown.step === undefined && shown.status === 200, false, JSON.stringify(shown));
    assertEquals(String(shown.step).startsWith("device:"), false, JSON.stringify(shown));
  };
  await forged("open");
  assertEquals((await browser.get({ user_code: device.user_code })).step, "device:enter");
  await browser.press("open", device.user_code);
  await forged("allow");
  await forged("deny");
  await assertRefused(await poll(rig, device), "authorization_pending");
  assertEquals((await browser.press("allow", device.user_code)).step, "device:allowed");
});

Deno.test("device: a client that lost the grant meanwhile gets nothing, and no one is asked about it", async () => {
  const adapter = MemoryAdapter();
  const rig = createDeviceServer({}, { adapter });
  const tv = { grants: ["refresh"] as const };
  const later = createDeviceServer({ clients: { tv } }, { adapter });
  const [opened, fresh] = [await begin(rig), await begin(rig)];
  assertEquals((await (await openBrowser(rig)).press("open", opened.user_code)).step, "device:ask");
  const browser = await openBrowser(later);
  assertUnknown(await browser.press("allow", opened.user_code));
  assertEquals((await browser.press("open", fresh.user_code)).step, "device:enter");
  await assertRefused(await poll(later, opened), "unauthorized_client");
});

Deno.test("device: a link with the code changes nothing: it fills the field", async () => {
  const rig = createDeviceServer();
  const device = await begin(rig);
  const [scanner, ada] = [await openBrowser(rig, "eve"), await openBrowser(rig, "ada")];
  for (let times = 0; times < 20; times++) {
    const shown = await scanner.get({ user_code: device.user_code });
    assertEquals([shown.step, shown.userCode], ["device:enter", device.user_code]);
    assertEquals(shown.fault, undefined);
  }
  // A wrong code looks the same.
  assertEquals((await ada.get({ user_code: "BCDF-GHJK" })).step, "device:enter");
  assertEquals((await ada.press("open", device.user_code)).step, "device:ask");
});

Deno.test("device: a user who is not signed in is led to the sign-in page, and back with the code", async () => {
  const rig = createDeviceServer();
  const device = await begin(rig);
  const browser = await openBrowser(rig, "", null);
  const { location } = await browser.get({ user_code: device.user_code });
  const url = new URL(location!);
  assertEquals(url.pathname, "/auth/signin");
  assertEquals(url.searchParams.get("callbackUrl"), device.verification_uri_complete);
  assertMatch((await browser.press("allow", device.user_code)).location!, /\/auth\/signin\?/);
});

Deno.test("device: an old session, which may be a copy, must prove who it is first", async () => {
  const rig = createDeviceServer();
  const device = await begin(rig);
  const at = Math.floor(Date.now() / 1000) - 3600;
  const browser = await openBrowser(rig, "ada", { proof: { at } });
  for (const step of ["open", "allow"]) {
    const shown = await browser.press(step, device.user_code);
    assertNotEquals(shown.step, "device:ask", JSON.stringify(shown));
    assertNotEquals(shown.step, "device:allowed", JSON.stringify(shown));
  }
  await assertRefused(await poll(rig, device), "authorization_pending");
  assertEquals(await rig.auth.oauthServer.listGrants("ada"), []);
});

Deno.test("device: another person who acts for the user allows nothing", async () => {
  const rig = createDeviceServer();
  const device = await begin(rig);
  const browser = await openBrowser(rig, "ada", { proof: { actor: "support" } });
  const shown = await browser.press("open", device.user_code);
  assertMatch(shown.location!, /error=AccessDenied/);
  // The code is not the user's either.
  const eve = await openBrowser(rig, "eve");
  assertEquals((await eve.press("open", device.user_code)).step, "device:ask");
});

Deno.test("device: an earlier consent is never remembered, not even for an app of the owner", async () => {
  const rig = createDeviceServer({
    clients: { tv: { grants: ["device"], isFirstParty: true } },
  });
  const browser = await openBrowser(rig);
  const first = await begin(rig);
  await browser.allow(first.user_code);
  await tokensOf(await poll(rig, first));
  const second = await begin(rig);
  assertEquals((await browser.press("open", second.user_code)).step, "device:ask");
  await assertRefused(await poll(rig, second), "authorization_pending");
});

Deno.test("device: of fifty requests with an allowed code at once, one gets tokens", async () => {
  const rig = createDeviceServer();
  const device = await begin(rig);
  await (await openBrowser(rig)).allow(device.user_code);
  const answers = await Promise.all(Array.from({ length: 50 }, () => poll(rig, device)));
  assertWinners(answers.map(({ status }) => status));
  await assertRefused(await poll(rig, device), "invalid_grant");
});

Deno.test("device: of fifty answers at once, of which half refuse, one is the decision", async () => {
  const rig = createDeviceServer({}, { limits: { perAddress: false, perAccount: 100 } });
  const device = await begin(rig);
  const browser = await openBrowser(rig);
  await browser.press("open", device.user_code);
  const shown = await Promise.all(
    Array.from(
      { length: 50 },
      (_, index) => browser.press(index % 2 === 0 ? "allow" : "deny", device.user_code),
    ),
  );
  const decided = shown.filter(({ step }) => step !== "device:enter");
  assertEquals(decided.length, 1, JSON.stringify(shown.map(({ step }) => step)));
  const isAllowed = decided[0]!.step === "device:allowed";
  assertEquals((await poll(rig, device)).status, isAllowed ? 200 : 400);
  assertEquals((await rig.auth.oauthServer.listGrants("ada")).length, isAllowed ? 1 : 0);
});

Deno.test("device: of two answers that have both read the question, one is the decision", async () => {
  const adapter = MemoryAdapter();
  const { records } = adapter;
  const waiting: (() => void)[] = [];
  let isHeld = false;
  const rig = createDeviceServer({}, {
    adapter: {
      ...adapter,
      records: {
        ...records,
        async get(kind, id) {
          const found = await records.get(kind, id);
          // Both answers have read the request before one of them goes on.
          if (isHeld && kind === "oauth.device") {
            await new Promise<void>((resolve) => {
              waiting.push(resolve);
              if (waiting.length < 2) return;
              isHeld = false;
              for (const release of waiting) release();
            });
          }
          return found;
        },
      },
    },
  });
  const device = await begin(rig);
  const browser = await openBrowser(rig);
  await browser.press("open", device.user_code);
  isHeld = true;
  const shown = await Promise.all([
    browser.press("allow", device.user_code),
    browser.press("deny", device.user_code),
  ]);
  assertEquals(shown.filter(({ fault }) => fault === "unknown").length, 1, JSON.stringify(shown));
});

Deno.test("device: a client that registered itself is kept when a user has allowed it", async () => {
  using time = new FakeTime();
  const rig = createDeviceServer({ registration: { dynamic: "open" } });
  const response = await rig.send("oauth/register", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      client_name: "Box",
      grant_types: [DEVICE],
      token_endpoint_auth_method: "none",
    }),
  });
  const { client_id } = await response.json();
  const device = await begin(rig, { client_id });
  const asked = await (await openBrowser(rig)).allow(device.user_code);
  assertEquals([asked.client, asked.isStranger], ["Box", true]);
  time.tick(25 * 60 * 60 * 1000);
  await begin(rig, { client_id });
});

Deno.test("device: a code is for the client that asked for it", async () => {
  const rig = createDeviceServer();
  const device = await begin(rig);
  await assertRefused(await poll(rig, device, { client_id: "other" }), "invalid_grant");
  await (await openBrowser(rig)).allow(device.user_code);
  await assertRefused(await poll(rig, device, { client_id: "other" }), "invalid_grant");
  await tokensOf(await poll(rig, device));
});

Deno.test("device: tokens have no more than what the user was asked for, and a request for more uses nothing up", async () => {
  const rig = createDeviceServer();
  const device = await begin(rig, { resource: MCP });
  await (await openBrowser(rig)).allow(device.user_code);
  await assertRefused(await poll(rig, device, { scope: "project:write" }), "invalid_scope");
  await assertRefused(await poll(rig, device, { resource: FILES }), "invalid_target");
  const tokens = await tokensOf(await poll(rig, device));
  const { claims } = open(tokens.access_token);
  assertEquals([claims.aud, claims.scope], [MCP, "project:read"]);
});

Deno.test("device: a device with a key gets tokens for that key alone", async () => {
  const rig = createDeviceServer();
  const [key, other] = [await createProver(), await createProver()];
  const url = `${ISSUER}/auth/oauth/device`;
  const device = await begin(rig, {}, await proven(key, { url }));
  await (await openBrowser(rig)).allow(device.user_code);
  await assertRefused(await poll(rig, device), "invalid_dpop_proof");
  await assertRefused(await poll(rig, device, {}, await proven(other)), "invalid_grant");
  const tokens = await tokensOf(await poll(rig, device, {}, await proven(key)));
  assertEquals(tokens.token_type, "DPoP");
  await assertAsked(rig, tokens.access_token, 401);
});

Deno.test("device: wrong codes of an account are counted, and then refused", async () => {
  const rig = createDeviceServer({}, { limits: { perAddress: false, perAccount: 5 } });
  const device = await begin(rig);
  const browser = await openBrowser(rig);
  for (const step of ["open", "allow", "deny", "open", "open"]) {
    assertUnknown(await browser.press(step, "BCDF-GHJK"));
  }
  assertEquals((await browser.press("open", device.user_code)).status, 429);
  // Others are not affected.
  const other = await openBrowser(rig, "eve");
  assertEquals((await other.press("open", device.user_code)).step, "device:ask");
});

Deno.test("device: fifty wrong codes at once are no more than the limit", async () => {
  const rig = createDeviceServer();
  const browser = await openBrowser(rig);
  const shown = await Promise.all(
    Array.from({ length: 50 }, () => browser.press("open", "BCDF-GHJK")),
  );
  assertEquals(shown.filter(({ fault }) => fault === "unknown").length, 10);
  assertEquals(shown.filter(({ status }) => status === 429).length, 40);
});

Deno.test("device: the requests of one address are counted", async () => {
  const rig = createDeviceServer({}, {
    limits: { perAddress: 3, clientAddress: () => "203.0.113.24" },
  });
  const answers = [];
  for (let times = 0; times < 5; times++) {
    const response = await rig.post("oauth/device", { client_id: "tv", scope: "project:read" });
    answers.push(response.status);
  }
  assertEquals(answers, [200, 200, 200, 429, 429]);
});

for (
  const [name, end] of Object.entries({
    "suspended": (rig: ServerRig) => suspend(rig.auth as never, "ada"),
    "deleted": (rig: ServerRig) => rig.auth.users.delete("ada"),
    "signed out everywhere": (rig: ServerRig) => rig.auth.sessions.revokeAll("ada"),
    "revoking the grant": async (rig: ServerRig) => {
      const [grant] = await rig.auth.oauthServer.listGrants("ada");
      await rig.auth.oauthServer.revokeGrant("ada", grant!.id);
    },
  })
) {
  Deno.test(`device: an allowed code gives nothing after the user is ${name}`, async () => {
    const rig = createDeviceServer();
    const device = await begin(rig);
    await (await openBrowser(rig)).allow(device.user_code);
    await end(rig);
    await assertRefused(await poll(rig, device), "invalid_grant");
    assertEquals(await rig.auth.oauthServer.listGrants("ada"), []);
  });
}

Deno.test("device: neither code stands in the store", async () => {
  const { adapter, dump, close } = await LOCAL_STORES.memory!();
  const rig = createDeviceServer({}, { adapter });
  const device = await begin(rig);
  await (await openBrowser(rig)).press("open", device.user_code);
  const text = await dump();
  assertMatch(text, /oauth\.device.*oauth\.user-code|oauth\.user-code.*oauth\.device/);
  for (const code of [device.device_code, device.user_code, device.user_code.replace("-", "")]) {
    assert(!text.includes(code));
  }
  await close();
});

Deno.test("device: the page says where the device is, and by which program the code was asked for", async () => {
  const rig = createDeviceServer({}, {
    limits: { clientAddress: (request) => request.headers.get("x-real-ip") },
  });
  const headers = { "user-agent": "Acme CLI", "x-real-ip": "198.51.100.4" };
  const device = await begin(rig, {}, headers);
  const asked = await (await openBrowser(rig)).press("open", device.user_code);
  assertEquals([asked.device, asked.address], ["Acme CLI", "198.51.100.4"]);
});

Deno.test("device: a client that was removed meanwhile gets nothing, and no one is asked about it", async () => {
  const rig = createDeviceServer({ registration: { dynamic: "open" } });
  const { id } = await rig.auth.oauthServer.registerClient({ name: "Box", grants: ["device"] });
  const [opened, fresh] = [
    await begin(rig, { client_id: id }),
    await begin(rig, { client_id: id }),
  ];
  const browser = await openBrowser(rig);
  assertEquals((await browser.press("open", opened.user_code)).step, "device:ask");
  await rig.auth.oauthServer.removeClient(id);
  assertUnknown(await browser.press("allow", opened.user_code));
  assertEquals((await browser.press("open", fresh.user_code)).step, "device:enter");
  await assertRefused(await poll(rig, opened, { client_id: id }), "invalid_client");
});

Deno.test("device: the endpoint and the page answer at the origin of the issuer alone", async () => {
  const rig = createDeviceServer();
  const post = (url: string) =>
    rig.auth.handler(
      new Request(url, {
        method: "POST",
        body: new URLSearchParams({ client_id: "tv", scope: "project:read" }),
      }),
    );
  assertEquals((await post("https://evil.example/auth/oauth/device")).status, 404);
  assertEquals((await post(`${ISSUER}/auth/oauth/device`)).status, 200);
  const page = await rig.auth.handler(new Request("https://evil.example/auth/device"));
  assert([400, 404].includes(page.status), String(page.status));
});

Deno.test("device: the document of the server names what some client can use, and nothing else", async () => {
  const about = async (options: Parameters<typeof createDeviceServer>[0]) => {
    const rig = createDeviceServer(options);
    const response = await rig.send("/.well-known/oauth-authorization-server");
    const { device_authorization_endpoint, grant_types_supported } = await response.json();
    return [device_authorization_endpoint, grant_types_supported];
  };
  const basic = ["authorization_code", "refresh_token"];
  const endpoint = `${ISSUER}/auth/oauth/device`;
  assertEquals(await about({ clients: {} }), [undefined, basic]);
  assertEquals(await about({}), [endpoint, [...basic, DEVICE]]);
  assertEquals(await about({ clients: {}, registration: { dynamic: "open" } }), [
    endpoint,
    [...basic, DEVICE],
  ]);
  const secret = { secret: SECRET };
  assertEquals(
    await about({
      clients: { bot: { ...secret, grants: ["client-credentials", "token-exchange"] } },
    }),
    [undefined, [
      ...basic,
      "client_credentials",
      "urn:ietf:params:oauth:grant-type:token-exchange",
    ]],
  );
});
