/**
 * The question whether a client gets access, what is remembered of it, and `prompt`.
 *
 * @module
 */

import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import { findClient } from "../../../src/capabilities/oauth_server/clients.ts";
import { defineAccess, Organizations } from "../../../src/capabilities/organizations/mod.ts";
import type { Visitor } from "../../../src/session/visitor.ts";
import { decideConsent } from "../../../src/capabilities/oauth_server/consent_decision.ts";
import { oauthCall } from "../../../src/capabilities/oauth_server/settings.ts";
import type { Client } from "../../../src/capabilities/oauth_server/client.ts";
import type { OAuthServerOptions } from "../../../src/capabilities/oauth_server/mod.ts";
import type { CheckedParameters } from "../../../src/capabilities/oauth_server/kinds.ts";
import { openStepUp } from "../../../src/core/step_up/step_up.ts";
import Credentials from "../../../src/providers/credentials.ts";
import { makePng } from "../../flows/_images.ts";
import { createContext } from "../../../src/request/context.ts";
import { requireConfig } from "../../../src/server/environment.ts";
import {
  ago,
  approve,
  ask,
  type Asked,
  assertPage,
  assertTold,
  backFromProof,
  backFromSignIn,
  CLI,
  codeIn,
  enter,
  get,
  GOOD,
  hasCode,
  OLD,
  open,
  post,
  press,
  questionIn,
  toldIn,
} from "./_authorize.ts";
import {
  CALLBACK,
  createServer,
  ISSUER,
  MCP,
  OPTIONS,
  SECRET,
  type ServerRig,
  VERIFIER,
} from "./_rig.ts";

const allow = { step: "allow" };

Deno.test("consent: the page names the app, the host and the scopes in words; refusing comes first", async () => {
  const browser = await open(createServer());
  const page = await ask(browser, { ...GOOD, scope: "openid email project:read" });
  questionIn(page);
  assertStringIncludes(page.html, "Partner wants to access your ");
  assertStringIncludes(page.html, "<dd><bdi>client.example</bdi></dd>");
  assertStringIncludes(page.html, "ada@example.com");
  for (const text of ["Read projects", "Projects", "See your email address"]) {
    assertStringIncludes(page.html, `<bdi>${text}</bdi>`);
  }
  assert(!page.html.includes("chose its own name"));
  assert(page.html.indexOf('value="deny"') < page.html.indexOf('value="allow"'));
  const policy = page.headers.get("content-security-policy")!;
  assertMatch(policy, /form-action 'self' https:/);
  assertMatch(policy, /frame-ancestors 'none'/);
  assertEquals(page.headers.get("x-frame-options"), "DENY");
});

Deno.test("consent: the page of a loopback client may lead to it", async () => {
  const page = await ask(await open(createServer()), CLI);
  questionIn(page);
  assertStringIncludes(page.html, "<dd><bdi>127.0.0.1:8765</bdi></dd>");
  assertMatch(
    page.headers.get("content-security-policy")!,
    /form-action 'self' https: http:\/\/127\.0\.0\.1:\*/,
  );
});

Deno.test("consent: the user refuses: access_denied, and nothing is given", async () => {
  const rig = createServer();
  const browser = await open(rig);
  const page = await ask(browser);
  assertTold(await press(browser, page, "deny"), "access_denied");
  assertEquals(await rig.auth.oauthServer.listGrants("ada"), []);
  // The question was answered.
  assertPage(await follow(browser, await press(browser, page, "allow")));
});

/** The page that a failure leads to. */
async function follow(browser: Awaited<ReturnType<typeof open>>, answer: { location: string }) {
  assertEquals(new URL(answer.location).pathname, "/auth/error");
  return await get(browser, answer.location);
}

Deno.test("consent: of fifty answers at once, one gets a code", async () => {
  const rig = createServer();
  const browser = await open(rig);
  const page = await ask(browser);
  const { request } = questionIn(page);
  await browser.csrf();
  const all = await Promise.all(
    Array.from({ length: 50 }, () => post(browser, "oauth/authorize", { request, ...allow })),
  );
  assertEquals(all.filter(hasCode).length, 1);
  assertEquals((await rig.auth.oauthServer.listGrants("ada")).length, 1);
});

Deno.test("consent: an approval needs the CSRF token", async () => {
  const rig = createServer();
  const browser = await open(rig);
  const { request } = questionIn(await ask(browser));
  for (const csrfToken of ["", "forged"]) {
    const body = { request, ...allow, csrfToken };
    const answer = await post(browser, "oauth/authorize", body, { csrf: false });
    assert(!hasCode(answer), answer.location);
  }
  assertEquals(await rig.auth.oauthServer.listGrants("ada"), []);
  // The question still waits.
  toldIn(await post(browser, "oauth/authorize", { request, ...allow }));
});

Deno.test("consent: what is approved is the record: fields of the form change nothing", async () => {
  const rig = createServer();
  const browser = await open(rig);
  const answer = await approve(browser, GOOD, {
    redirect_uri: "https://evil.example/callback",
    client_id: "cli",
    scope: "project:write",
    resource: MCP,
    code_challenge: "B".repeat(43),
    state: "other",
    organization: "org_other",
    user: "bob",
  });
  assertEquals([toldIn(answer).to, toldIn(answer).state], [CALLBACK, "state-1"]);
  const { data, owner } = await codeIn(rig, answer);
  assertEquals([owner, data.client, data.targets, data.challenge, data.redirectUri], [
    "ada",
    "web",
    { [MCP]: ["project:read"] },
    GOOD.code_challenge as string,
    CALLBACK,
  ]);
  const [grant] = await rig.auth.oauthServer.listGrants("ada");
  assertEquals([grant!.client, grant!.organization], ["web", null]);
});

Deno.test("consent: the question of a user is not another one's to answer", async () => {
  const rig = createServer();
  const [ada, bob] = [await open(rig), await open(rig, "bob")];
  const { request } = questionIn(await ask(ada));
  for (const step of ["allow", "deny"]) {
    assertPage(await follow(bob, await post(bob, "oauth/authorize", { request, step })));
  }
  assertEquals(await rig.auth.oauthServer.listGrants("bob"), []);
  toldIn(await post(ada, "oauth/authorize", { request, ...allow }));
});

Deno.test("consent: a question is over after ten minutes, and one that was never asked is none", async () => {
  using time = new FakeTime();
  const rig = createServer();
  const browser = await open(rig);
  const page = await ask(browser);
  time.tick(601_000);
  assertPage(await follow(browser, await press(browser, page, "allow")));
  for (const request of ["", "x", "A".repeat(43), "__proto__"]) {
    assertPage(
      await follow(browser, await post(browser, "oauth/authorize", { request, ...allow })),
    );
  }
});

Deno.test("consent: a user who signed out meanwhile is led to the sign-in, and back to the question", async () => {
  const rig = createServer();
  const browser = await open(rig);
  const { request } = questionIn(await ask(browser));
  await post(browser, "signout", {});
  const back = backFromSignIn(await post(browser, "oauth/authorize", { request, ...allow }));
  await enter(rig, browser, "ada");
  toldIn(await press(browser, await get(browser, back), "allow"));
});

Deno.test("consent: an old session, which may be a copy, is led to a proof before the question", async () => {
  const rig = createServer();
  for (const asked of [GOOD, CLI, { ...GOOD, client_id: "own" }]) {
    const browser = await open(rig, "ada", OLD);
    const back = backFromProof(await ask(browser, asked));
    await enter(rig, browser, "ada");
    const answer = await get(browser, back);
    if (answer.status === 200) toldIn(await press(browser, answer, "allow"));
    else toldIn(answer);
  }
});

Deno.test("consent: a session that got old between question and answer is led to a proof, and asked again", async () => {
  using time = new FakeTime();
  const rig = createServer();
  const browser = await open(rig, "ada", { proof: { at: ago(550) } });
  const page = await ask(browser);
  time.tick(100_000);
  const back = backFromProof(await press(browser, page, "allow"));
  assertEquals(await rig.auth.oauthServer.listGrants("ada"), []);
  await enter(rig, browser, "ada");
  toldIn(await press(browser, await get(browser, back), "allow"));
});

Deno.test("consent: an app of the owner asks nothing, with a fresh proof", async () => {
  const rig = createServer();
  const browser = await open(rig);
  const { data } = await codeIn(rig, await ask(browser, { ...GOOD, client_id: "own" }));
  assertEquals(data.client, "own");
  questionIn(await ask(browser, { ...GOOD, client_id: "own", prompt: "consent" }));
  questionIn(await ask(browser, { ...GOOD, client_id: "own", prompt: "select_account" }));
});

Deno.test("consent: is remembered for the same user, client and scopes, or fewer", async () => {
  const rig = createServer();
  const wide = { ...GOOD, scope: "openid project:read project:write" };
  const browser = await open(rig);
  toldIn(await approve(browser, wide));
  // Also in an old session: a client that authenticates keeps the code from a thief.
  const later = await open(rig, "ada", OLD);
  for (const scope of ["project:write", "openid project:read", wide.scope]) {
    const { data } = await codeIn(rig, await ask(later, { ...GOOD, scope }));
    assertEquals(Object.values(data.targets).flat().join(" "), scope);
    await codeIn(rig, await ask(later, { ...GOOD, scope, prompt: "none" }));
  }
  questionIn(await ask(browser, { ...wide, scope: "openid email" }));
  questionIn(await ask(browser, { ...wide, prompt: "consent" }));
  questionIn(await ask(browser, { ...CLI, scope: "project:read" }));
  questionIn(await ask(await open(rig, "bob"), wide));
  assertEquals((await rig.auth.oauthServer.listGrants("ada")).length, 1);
});

Deno.test("consent: is remembered for the host of the redirect URI alone", async () => {
  const other = "https://other.client.example/callback";
  const web = { ...OPTIONS.clients.web, redirectUris: [CALLBACK, `${CALLBACK}/2`, other] };
  const rig = createServer({ clients: { web } });
  const browser = await open(rig);
  toldIn(await approve(browser));
  toldIn(await ask(browser, { ...GOOD, redirect_uri: `${CALLBACK}/2` }));
  questionIn(await ask(browser, { ...GOOD, redirect_uri: other }));
  // More that was given at one host is not given at the other.
  const more = { ...GOOD, scope: "project:read project:write" };
  toldIn(await approve(browser, { ...more, redirect_uri: other }));
  questionIn(await ask(browser, more));
  toldIn(await ask(browser));
});

Deno.test("consent: is remembered for its client alone", async () => {
  const rig = createServer({ clients: { web: OPTIONS.clients.web, other: OPTIONS.clients.web } });
  const browser = await open(rig);
  toldIn(await approve(browser));
  toldIn(await ask(browser));
  questionIn(await ask(browser, { ...GOOD, client_id: "other" }));
  assertTold(
    await ask(browser, { ...GOOD, client_id: "other", prompt: "none" }),
    "consent_required",
  );
});

Deno.test("consent: is forgotten with the end of the grant, with a suspension, and with all sessions", async () => {
  const rig = createServer();
  const ends: ((id: string) => Promise<unknown>)[] = [
    async () => {
      const [grant] = await rig.auth.oauthServer.listGrants("ada");
      return await rig.auth.oauthServer.revokeGrant("ada", grant!.id);
    },
    async (id) => {
      await rig.auth.users.suspend(id);
      await rig.auth.users.resume(id);
    },
    async (id) => await rig.auth.sessions.revokeAll(id),
  ];
  for (const end of ends) {
    toldIn(await approve(await open(rig)));
    toldIn(await ask(await open(rig)));
    await end("ada");
    questionIn(await ask(await open(rig)));
    assertTold(await ask(await open(rig), { ...GOOD, prompt: "none" }), "consent_required");
  }
});

Deno.test("consent: a remembered public client gets no code from an old session", async () => {
  const rig = createServer();
  // Whoever has a copy of a session chooses the verifier, and waits at the loopback address.
  const own = { ...GOOD, client_id: "own" };
  for (const asked of [CLI, own]) {
    const browser = await open(rig);
    const first = await ask(browser, asked);
    toldIn(first.status === 200 ? await press(browser, first, "allow") : first);
    toldIn(await ask(browser, asked));
    const thief = await open(rig, "ada", OLD);
    backFromProof(await ask(thief, asked));
    assertTold(await ask(thief, { ...asked, prompt: "none" }), "login_required", asked);
  }
});

Deno.test("consent: is remembered for any port of a loopback address", async () => {
  const rig = createServer();
  const browser = await open(rig);
  toldIn(await approve(browser, CLI));
  toldIn(await ask(browser, { ...CLI, redirect_uri: "http://127.0.0.1:9999/callback" }));
});

Deno.test("consent: a remembered client with a secret gets no code at an address that any program has", async () => {
  const web = { ...OPTIONS.clients.web, redirectUris: ["http://127.0.0.1/callback"] };
  const rig = createServer({ clients: { web } });
  const asked = { ...GOOD, redirect_uri: "http://127.0.0.1/callback" };
  toldIn(await approve(await open(rig), asked));
  toldIn(await ask(await open(rig), asked));
  backFromProof(await ask(await open(rig, "ada", OLD), asked));
});

Deno.test("consent: more access than before is asked for, and the grant has both", async () => {
  const rig = createServer();
  const browser = await open(rig);
  const first = await codeIn(rig, await approve(browser));
  const second = await codeIn(rig, await approve(browser, { ...GOOD, scope: "project:write" }));
  assertEquals(first.data.grant, second.data.grant);
  // A token has what its own request asked for.
  assertEquals(second.data.targets, { [MCP]: ["project:write"] });
  const [grant] = await rig.auth.oauthServer.listGrants("ada");
  assertEquals(grant!.scopes, { [MCP]: ["project:read", "project:write"] });
});

/** A client that has made itself known. */
const STRANGER: Client = {
  links: {},
  isKnown: false,
  exchangesTo: new Set(),
  id: "https://client.example/metadata.json",
  source: "document",
  isUntrusted: true,
  name: "Partner",
  redirectUris: [CALLBACK, "http://127.0.0.1/callback"],
  postLogoutRedirectUris: [],
  authentication: { method: "none" },
  grants: new Set(["code"]),
  scopes: "all",
  resources: "all",
  isFirstParty: false,
  takesNonce: false,
  takesIdToken: false,
  isFapi2: false,
  endsWithSession: false,
  backchannelLogoutUri: undefined,
  idTokenAlgorithm: "RS256",
};

async function standing(rig: ServerRig, client: Client, redirectUri = CALLBACK) {
  const request = new Request(ISSUER);
  const call = oauthCall({ request, origin: ISSUER }, requireConfig(rig.auth.config));
  const asked: CheckedParameters = {
    ...{ client: client.id, redirectUri, state: null, challenge: "", nonce: null, jkt: null },
    ...{ hint: null, targets: { [MCP]: ["project:read"] }, prompt: [], maxAge: null, acr: [] },
  };
  const proof = { at: ago(0), methods: ["pwd" as const], provider: null };
  return await decideConsent(call, { userId: "ada", proof } as Visitor, client, asked);
}

Deno.test("consent: GHSA-6x8h-498w-gv8c: a client that made itself known is asked about each time", async () => {
  const rig = createServer();
  await open(rig);
  await rig.code("ada", { client: STRANGER.id });
  for (const source of ["document", "registered"] as const) {
    const { isAsked, needsProof } = await standing(rig, { ...STRANGER, source });
    assertEquals([isAsked, needsProof], [true, true]);
  }
  // The same of a client that the app knows is remembered.
  const known = { ...STRANGER, isUntrusted: false, source: "config" } as const;
  assertEquals((await standing(rig, known)).isAsked, false);
});

Deno.test("consent: GHSA-6x8h-498w-gv8c: no link begins a sign-in with a client that registered itself", async () => {
  const rig = createServer({ registration: { dynamic: "open" } });
  const registered = await rig.send("oauth/register", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ redirect_uris: [CALLBACK], token_endpoint_auth_method: "none" }),
  });
  const { client_id } = await registered.json();
  assertEquals(registered.status, 201);
  const asked = { ...GOOD, client_id };
  const browser = await open(rig);
  toldIn(await approve(browser, asked));
  // Also after a sign-in, whose way back is one within this site.
  for (const site of ["cross-site", "same-site", "same-origin", "none", undefined]) {
    const page = await ask(browser, asked, site === undefined ? {} : { "sec-fetch-site": site });
    questionIn(page);
    assertStringIncludes(page.html, "chose its own name");
  }
  assertTold(await ask(browser, { ...asked, prompt: "none" }), "consent_required");
  backFromProof(await ask(await open(rig, "ada", OLD), asked));
});

Deno.test("consent: the page warns of a stranger, and of a program on this device", async () => {
  const { questionPart } = await import("../../../pages/oauth_server/mod.ts");
  const { renderPart } = await import("../../../pages/mod.ts");
  const props = {
    ...{ step: "ask" as const, formAction: "/", request: "r", client: "Partner" },
    ...{ target: "127.0.0.1:1", targetSource: "http://127.0.0.1:*", access: [], organizations: [] },
    ...{ account: "ada", signOutAction: "/", isStranger: true, isLoopback: true },
    links: {},
  };
  const frame = { theme: {}, nonce: "n" } as never;
  const both = renderPart(questionPart, props, frame).html;
  assertStringIncludes(both, "chose its own name");
  assertStringIncludes(both, "a program on this device");
  const known = renderPart(questionPart, { ...props, isStranger: false }, frame).html;
  assert(!known.includes("chose its own name") && !known.includes("a program on this device"));
});

// prompt, max_age and acr_values

const none = (more: Asked = {}) => ({ ...GOOD, prompt: "none", ...more });

Deno.test("prompt=none: login_required without a session, consent_required without the user's consent", async () => {
  const rig = createServer();
  assertTold(await ask(await open(rig, null), none()), "login_required");
  assertTold(await ask(await open(rig), none()), "consent_required");
});

Deno.test("prompt=none: an app of the owner needs a fresh proof for the first code", async () => {
  const own = { ...OPTIONS.clients.own, secret: SECRET };
  const rig = createServer({ clients: { own } });
  const asked = none({ client_id: "own" });
  assertTold(await ask(await open(rig, "ada", OLD), asked), "login_required", asked);
  toldIn(await ask(await open(rig), asked));
  await codeIn(rig, await ask(await open(rig, "ada", OLD), asked));
});

Deno.test("prompt=none: max_age and acr_values show no page either", async () => {
  const rig = createServer();
  toldIn(await approve(await open(rig)));
  const old = await open(rig, "ada", OLD);
  assertTold(await ask(old, none({ max_age: "60" })), "login_required");
  assertTold(
    await ask(old, none({ acr_values: "urn:x-auth:mfa" })),
    "unmet_authentication_requirements",
  );
  toldIn(await ask(old, none({ max_age: "7200" })));
});

Deno.test("prompt=login: asks again in a session of this second, once, and never skips", async () => {
  using time = new FakeTime();
  const rig = createServer();
  toldIn(await approve(await open(rig)));
  const browser = await open(rig);
  const asked = { ...GOOD, prompt: "login" };
  const back = backFromProof(await ask(browser, asked));
  // The way back without a proof leads to it again.
  backFromProof(await get(browser, back));
  time.tick(2000);
  backFromProof(await get(browser, back));
  await enter(rig, browser, "ada");
  const { data } = await codeIn(rig, await get(browser, back));
  assertEquals(data.authTime, Math.floor(time.now / 1000));
  // The next request asks again.
  backFromProof(await ask(browser, asked));
});

Deno.test("prompt=login: the answer of another, older session of the user is led to a proof", async () => {
  const rig = createServer();
  const browser = await open(rig, null);
  const back = backFromSignIn(await ask(browser, { ...GOOD, prompt: "login" }));
  await enter(rig, browser, "ada");
  const page = await get(browser, back);
  await enter(rig, browser, "ada", { proof: { at: ago(60) } });
  backFromProof(await press(browser, page, "allow"));
  assertEquals(await rig.auth.oauthServer.listGrants("ada"), []);
});

Deno.test("prompt=login: the step-up knows that a proof of seconds ago does not count", async () => {
  const rig = createServer({}, { providers: [Credentials({ authorize: () => null })] });
  const browser = await open(rig);
  const { location } = await ask(browser, { ...GOOD, prompt: "login" });
  // It does not lead back at once, as it does for a session whose proof is recent.
  assertEquals((await get(browser, location)).status, 200);
  const cookieHeader = browser.cookies.header(new URL(ISSUER));
  const sent = { action: "signin", method: "GET", query: {}, returnRedirect: false } as const;
  const ctx = await createContext(
    { ...sent, origin: ISSUER, request: new Request(ISSUER), cookieHeader },
    requireConfig(rig.auth.config),
  );
  const { stepUp } = (await openStepUp(ctx))!;
  assert(stepUp.notBefore! > ago(5), JSON.stringify(stepUp));
});

Deno.test("prompt=login: a sign-in that follows is enough, and the other prompts stay", async () => {
  const rig = createServer();
  const browser = await open(rig, null);
  const back = backFromSignIn(await ask(browser, { ...GOOD, prompt: "login consent" }));
  assertEquals(new URL(back).searchParams.get("prompt"), "consent");
  await enter(rig, browser, "ada");
  questionIn(await get(browser, back));
});

Deno.test("prompt=login: a time that is not ours, or lies ahead, changes nothing", async () => {
  const rig = createServer();
  toldIn(await approve(await open(rig)));
  const browser = await open(rig);
  for (const proven_after of [String(ago(-3600)), "x", "-1", "9".repeat(13)]) {
    toldIn(await ask(browser, { ...GOOD, proven_after }));
    backFromProof(await ask(browser, { ...GOOD, prompt: "login", proven_after }));
  }
});

Deno.test("max_age: an older proof is asked for again, a younger one is not", async () => {
  const rig = createServer();
  toldIn(await approve(await open(rig)));
  const browser = await open(rig, "ada", { proof: { at: ago(10) } });
  toldIn(await ask(browser, { ...GOOD, max_age: "60" }));
  const back = backFromProof(await ask(browser, { ...GOOD, max_age: "5" }));
  assertEquals(new URL(back).searchParams.has("max_age"), false);
  backFromProof(await get(browser, back));
  await enter(rig, browser, "ada");
  toldIn(await get(browser, back));
  backFromProof(await ask(await open(rig), { ...GOOD, max_age: "0" }));
});

Deno.test("acr_values: two factors are asked for, and others are passed over", async () => {
  const rig = createServer();
  toldIn(await approve(await open(rig)));
  const browser = await open(rig);
  toldIn(await ask(browser, { ...GOOD, acr_values: "urn:other 1" }));
  backFromProof(await ask(browser, { ...GOOD, acr_values: "urn:x-auth:mfa" }));
  await enter(rig, browser, "ada", { proof: { methods: ["pwd", "otp", "mfa"] } });
  toldIn(await ask(browser, { ...GOOD, acr_values: "urn:x-auth:mfa" }));
});

Deno.test("sign-in: a request that is kept, which anyone can send, counts against the limit of the address", async () => {
  const limits = { perAddress: 3, clientAddress: () => "203.0.113.25" };
  const rig = createServer({}, { limits, logger: { error() {}, warn() {} } });
  const browser = await open(rig, null);
  for (let times = 0; times < 6; times++) backFromSignIn(await ask(browser));
  const long = { ...GOOD, state: "s".repeat(2048) };
  const locations: string[] = [];
  for (let times = 0; times < 5; times++) locations.push((await ask(browser, long)).location);
  const led = locations.filter((one) => new URL(one || ISSUER).pathname === "/auth/signin");
  assertEquals(led.length, 3, locations.join("\n"));
});

Deno.test("sign-in: leads back to a request of any length, which then gives one code", async () => {
  const rig = createServer();
  const browser = await open(rig, null);
  const asked = { ...GOOD, state: "s".repeat(2048), prompt: "login" };
  const back = backFromSignIn(await ask(browser, asked));
  assert(back.length < 400, back);
  await enter(rig, browser, "ada");
  const page = await get(browser, back);
  const told = toldIn(await press(browser, page, "allow"));
  assertEquals([told.to, told.state], [CALLBACK, asked.state]);
  assertPage(await get(browser, back));
});

// Organizations

const ACCESS = defineAccess({
  permissions: { project: ["read"] },
  roles: { member: { project: ["read"] } },
});

function createB2b(clients: object = {}) {
  return createServer(
    { organization: "choose", clients: { ...OPTIONS.clients, ...clients } },
    {
      adapter: MemoryAdapter(),
      organizations: Organizations({ access: ACCESS }),
      sendMail: () => {},
    },
  );
}

async function join(rig: ServerRig, ...organizations: string[]) {
  for (const organization of organizations) {
    await open(rig, "ada", { membership: { organization, role: "owner" } });
  }
  const all = await rig.auth.organizations.listOrganizations("ada");
  return Object.fromEntries(all.map(({ slug, id }) => [slug, id]));
}

Deno.test("organization: the user chooses one of the own, and access counts there alone", async () => {
  const rig = createB2b();
  const ids = await join(rig, "acme", "globex");
  await open(rig, "bob", { membership: { organization: "other", role: "owner" } });
  const [other] = await rig.auth.organizations.listOrganizations("bob");
  const { asSystem, updateOrganization } = rig.auth.organizations;
  const changed = await updateOrganization(asSystem(ids.acme!), { logo: await makePng(8, 8) });
  assert(changed.ok);
  const browser = await open(rig);
  const page = await ask(browser);
  const radio = `<input type="radio" name="organization" value="`;
  const logo =
    `<img class="initial" src="https://app.example/auth/${changed.organization.logoPath}"`;
  assertStringIncludes(page.html, `${radio}${ids.acme}" checked required/>${logo}`);
  assertStringIncludes(page.html, `${radio}${ids.globex}" required/><span class="initial"`);
  assert(!page.html.includes(other!.id));
  for (const organization of [other!.id, "", undefined, "acme"]) {
    const answer = await press(browser, page, "allow", { organization });
    assert(!hasCode(answer), answer.location);
  }
  toldIn(await press(browser, page, "allow", { organization: ids.globex! }));
  const [grant] = await rig.auth.oauthServer.listGrants("ada");
  assertEquals(grant!.organization, ids.globex!);
  // Of two, the one that was chosen is remembered.
  const again = await codeIn(rig, await ask(browser));
  assertEquals(again.data.grant, grant!.id);
  // With access in both, the user says which one is meant.
  const both = { ...GOOD, prompt: "consent" };
  toldIn(await approve(browser, both, { organization: ids.acme! }));
  questionIn(await ask(browser));
  assertTold(await ask(browser, none()), "consent_required");
});

Deno.test("organization: is not remembered after the user has left it", async () => {
  const rig = createB2b();
  const ids = await join(rig, "acme", "globex");
  const browser = await open(rig);
  toldIn(await approve(browser, GOOD, { organization: ids.acme! }));
  toldIn(await ask(browser));
  await rig.auth.organizations.asSystem(ids.acme!);
  await endOrganization(rig, ids.acme!);
  questionIn(await ask(browser));
});

Deno.test("organization: access that was given before the user was in one counts in none", async () => {
  const rig = createB2b();
  await rig.signIn("bob");
  const answer = await rig.post("oauth/token", {
    grant_type: "authorization_code",
    client_id: "own",
    code: await rig.code("bob"),
    redirect_uri: CALLBACK,
    code_verifier: VERIFIER,
  });
  const { access_token: token } = await answer.json();
  await open(rig, "bob", { membership: { organization: "acme", role: "owner" } });
  const request = new Request(MCP, { headers: { authorization: `Bearer ${token}` } });
  const wanted = { accept: ["token"], resource: MCP } as const;
  assert((await rig.auth.authenticate(request, wanted)).ok);
  const inside = await rig.auth.authenticate(request, { ...wanted, organization: "acme" });
  assert(!inside.ok && inside.reason === "not-member");
});

/** Deletes an organization. */
async function endOrganization({ auth }: ServerRig, id: string): Promise<void> {
  await auth.organizations.deleteOrganization(auth.organizations.asSystem(id));
}

Deno.test("organization: an app of the owner asks which one", async () => {
  const rig = createB2b();
  const own = { ...GOOD, client_id: "own" };
  toldIn(await ask(await open(rig, "bob"), own));
  const ids = await join(rig, "acme");
  const browser = await open(rig);
  const silent = { ...own, prompt: "none" };
  assertTold(await ask(browser, silent), "interaction_required", silent);
  toldIn(await approve(browser, own, { organization: ids.acme! }));
  toldIn(await ask(browser, silent));
});

Deno.test("consent: a client that was removed, or lost its redirect URI, gets nothing", async () => {
  const adapter = MemoryAdapter();
  const before = createServer({}, { adapter });
  const browser = await open(before);
  const { request } = questionIn(await ask(browser));
  const changed: OAuthServerOptions["clients"][] = [
    { cli: OPTIONS.clients.cli },
    { web: { redirectUris: ["https://client.example/other"] } },
  ];
  for (const clients of changed) {
    const after = createServer({ clients }, { adapter });
    const moved = await open(after, null);
    moved.cookies.store(
      new URL(ISSUER),
      browser.cookies.list("app.example").map(({ name, value }) =>
        `${name}=${value}; Path=/; Secure; HttpOnly`
      ),
    );
    assertPage(await post(moved, "oauth/authorize", { request, ...allow }));
  }
  const call = oauthCall(
    { request: new Request(ISSUER), origin: ISSUER },
    requireConfig(before.auth.config),
  );
  assert(await findClient(call, "web"));
  assertEquals(await before.auth.oauthServer.listGrants("ada"), []);
});
