/**
 * A resource demands a sign-in with two factors, or a recent one (RFC 9470): the answer tells the client
 * what to ask for, and the next token meets it.
 *
 * @module
 */

import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { ago, approve, ask, backFromProof, enter, get, GOOD, open, toldIn } from "./_authorize.ts";
import { createServer, ISSUER, MCP, type ServerRig } from "./_rig.ts";
import {
  createUser,
  grantTokensFor,
  open as openToken,
  redeem,
  refresh,
  tokensOf,
  WEB,
} from "./_tokens.ts";

const ACR = "urn:x-auth:mfa";

/** What a resource answers. */
async function call(rig: ServerRig, token: string, wanted: { acr?: string; maxAge?: number }) {
  const guarded = rig.auth.protect(() => new Response("in"), {
    ...{ accept: ["token"], resource: MCP } as const,
    ...wanted,
  });
  const headers = { authorization: `Bearer ${token}` };
  const response = await guarded(new Request(MCP, { headers }));
  await response.body?.cancel();
  return { status: response.status, challenge: response.headers.get("www-authenticate") ?? "" };
}

Deno.test("step-up: a token without two factors is told what to ask for, and the next one gets in", async () => {
  const rig = createServer();
  const browser = await open(rig, "ada");
  const first = await redeem(rig, toldIn(await approve(browser)).code!, WEB);
  const { status, challenge } = await call(rig, first.access_token, { acr: ACR });
  assertEquals(status, 401);
  assertStringIncludes(challenge, 'error="insufficient_user_authentication"');
  const [, acr_values] = /acr_values="([^"]+)"/.exec(challenge)!;
  // The client asks for that, the user proves it, and comes back.
  const back = backFromProof(await ask(browser, { ...GOOD, acr_values }));
  await enter(rig, browser, "ada", { proof: { methods: ["pwd", "otp", "mfa"] } });
  const second = await redeem(rig, toldIn(await get(browser, back)).code!, WEB);
  const { acr, amr } = openToken(second.access_token).claims;
  assertEquals([acr, amr], [ACR, ["pwd", "otp", "mfa"]]);
  assertEquals((await call(rig, second.access_token, { acr: ACR })).status, 200);
  // Nothing of it is the first one's.
  assertEquals((await call(rig, first.access_token, { acr: ACR })).status, 401);
  const again = await refresh(rig, first.refresh_token, WEB);
  assertEquals((await call(rig, again.access_token, { acr: ACR })).status, 401);
});

Deno.test("step-up: a token of an old sign-in is told the age, and a refresh makes it no younger", async () => {
  const rig = createServer();
  using time = new FakeTime();
  const userId = await createUser(rig);
  const first = await grantTokensFor(rig, userId);
  assertEquals((await call(rig, first.access_token, { maxAge: 300 })).status, 200);
  time.tick(299_000);
  assertEquals((await call(rig, first.access_token, { maxAge: 300 })).status, 200);
  time.tick(2_000);
  const { status, challenge } = await call(rig, first.access_token, { maxAge: 300 });
  assertEquals(status, 401);
  assertStringIncludes(challenge, 'error="insufficient_user_authentication"');
  assertStringIncludes(challenge, 'max_age="300"');
  const next = await refresh(rig, first.refresh_token);
  assertEquals((await call(rig, next.access_token, { maxAge: 300 })).status, 401);
  assertEquals((await call(rig, next.access_token, {})).status, 200);
  // A newer consent of another device is not the sign-in of this one.
  const other = await grantTokensFor(rig, userId);
  assertEquals((await call(rig, other.access_token, { maxAge: 300 })).status, 200);
  assertEquals((await call(rig, next.access_token, { maxAge: 300 })).status, 401);
});

Deno.test("step-up: no age at all leaves the time that the way to a new token takes", async () => {
  const rig = createServer();
  using time = new FakeTime();
  const { access_token } = await grantTokensFor(rig, await createUser(rig));
  time.tick(29_000);
  assertEquals((await call(rig, access_token, { maxAge: 0 })).status, 200);
  time.tick(2_000);
  assertEquals((await call(rig, access_token, { maxAge: 0 })).status, 401);
});

Deno.test("step-up: what an end is comes first, and other refusals name no sign-in", async () => {
  const rig = createServer();
  const userId = await createUser(rig);
  const { access_token } = await grantTokensFor(rig, userId);
  await rig.auth.users.suspend(userId);
  const { status, challenge } = await call(rig, access_token, { acr: ACR, maxAge: 0 });
  assertEquals(status, 401);
  assertStringIncludes(challenge, 'error="invalid_token"');
  assertEquals(/acr_values|max_age/.test(challenge), false);
});

Deno.test("step-up: a token of a service, or of a sign-in that is not known, does not meet it", async () => {
  const bot = {
    redirectUris: [`${ISSUER}/x`],
    secret: WEB.client_secret as string,
    grants: ["client-credentials"],
  };
  const rig = createServer({ clients: { web: bot } as never });
  const fields = { ...WEB, grant_type: "client_credentials", scope: "project:read", resource: MCP };
  const { access_token } = await tokensOf(await rig.post("oauth/token", fields));
  assertEquals((await call(rig, access_token, {})).status, 200);
  assertEquals((await call(rig, access_token, { maxAge: 3600 })).status, 401);
  assertEquals((await call(rig, access_token, { acr: ACR })).status, 401);
});

Deno.test("step-up: a demand that nothing would check is refused at the start", () => {
  const { auth } = createServer();
  const guard = (options: object) => () => auth.protect(() => new Response(), options as never);
  const token = { accept: ["token"], resource: MCP };
  assertThrows(guard({ maxAge: 60 }), TypeError, "access tokens");
  assertThrows(
    guard({ ...token, accept: ["session", "token"], acr: ACR }),
    TypeError,
    "access tokens",
  );
  assertThrows(guard({ ...token, acr: "urn:other" }), TypeError, "urn:x-auth:mfa");
  assertThrows(guard({ ...token, acr: undefined }), TypeError, "`acr` is undefined");
  assertThrows(guard({ ...token, maxAge: -1 }), TypeError, "seconds");
  assertThrows(guard({ ...token, maxAge: "60" }), TypeError, "seconds");
});

Deno.test("step-up: an exchanged token has the sign-in of the first one", async () => {
  const web = {
    redirectUris: ["https://client.example/callback"],
    secret: WEB.client_secret as string,
    grants: ["code", "token-exchange"],
  };
  const rig = createServer({ clients: { web } as never });
  const code = await rig.code(await createUser(rig), {
    client: "web",
    authTime: ago(600),
    methods: ["pwd", "otp", "mfa"],
  });
  const { access_token: subject_token } = await redeem(rig, code, WEB);
  const type = "urn:ietf:params:oauth:token-type:access_token";
  const grant_type = "urn:ietf:params:oauth:grant-type:token-exchange";
  const answer = await rig.post("oauth/token", {
    ...WEB,
    grant_type,
    subject_token,
    subject_token_type: type,
  });
  const { access_token } = await tokensOf(answer);
  const { amr } = openToken(access_token).claims;
  assertEquals(amr, ["pwd", "otp", "mfa"]);
  assertEquals((await call(rig, access_token, { acr: ACR, maxAge: 900 })).status, 200);
  assertEquals((await call(rig, access_token, { maxAge: 300 })).status, 401);
});
