/**
 * Answers that the browser posts to the client (OAuth 2.0 Form Post Response Mode), and sign-ins by an
 * ID token alone.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import type { OAuthServerOptions } from "../../../src/capabilities/oauth_server/mod.ts";
import { formOf } from "../../flows/_email.ts";
import {
  type Answer,
  approve,
  ask,
  type Asked,
  assertTold,
  GOOD,
  open,
  press,
} from "./_authorize.ts";
import { CALLBACK, createServer, ISSUER, OPTIONS } from "./_rig.ts";
import { codeFields, open as openToken, redeem, WEB } from "./_tokens.ts";

const adapter = MemoryAdapter();

/** A client that may sign users in by an ID token alone, and others that may not. */
const CLIENTS = {
  ...OPTIONS.clients,
  express: { ...OPTIONS.clients.web, responseTypes: ["code", "id_token"] },
} as const;

const create = (options: Partial<OAuthServerOptions> = {}) =>
  createServer({ clients: CLIENTS, ...options }, { adapter });

/** A request that is asked about each time, since the tests share a user. */
const POSTED: Asked = { ...GOOD, response_mode: "form_post", prompt: "consent" };

/** What express-openid-connect sends by default. */
const SIGN_IN: Asked = {
  client_id: "express",
  redirect_uri: CALLBACK,
  response_type: "id_token",
  response_mode: "form_post",
  scope: "openid profile email",
  nonce: "n-1",
  state: "state-1",
};

/** The form that the browser posts, and where to. */
function postedBy({ status, html, headers }: Answer) {
  assertEquals(status, 200, html.slice(0, 300));
  const [form] = html.split("<form").slice(1).filter((part) => part.includes("data-answer"));
  assert(form, "there is no form for the client");
  const { fields } = formOf(`<form${form}`);
  const action = /action="([^"]+)"/.exec(form)?.[1];
  assert(/method="post"/.test(form) && /<button/.test(form));
  return { action, fields, policy: headers.get("content-security-policy")! };
}

Deno.test("form_post: the code goes to the client by a form, with state and issuer, and not in a URL", async () => {
  const rig = create();
  const browser = await open(rig);
  const answer = await approve(browser, { ...POSTED, scope: "openid project:read" });
  assertEquals(answer.location, "");
  const { action, fields } = postedBy(answer);
  assertEquals(action, CALLBACK);
  assertEquals(Object.keys(fields).sort(), ["code", "iss", "state"]);
  assertEquals([fields.state, fields.iss], ["state-1", ISSUER]);
  const tokens = await redeem(rig, fields.code!, WEB);
  assert(tokens.access_token && tokens.id_token);
  // A remembered client gets the next one without a question, in the same way.
  const quiet = { ...POSTED, scope: "openid project:read", prompt: undefined };
  assert(postedBy(await ask(browser, quiet)).fields.code);
  // Another request of the same client is answered as ever.
  assertStringIncludes((await ask(browser, { ...GOOD, scope: "project:read" })).location, "?code=");
});

Deno.test("form_post: the page posts to the redirect URI alone, and nobody frames it or keeps it", async () => {
  const rig = create();
  const answer = await approve(await open(rig), POSTED);
  const { policy } = postedBy(answer);
  const rules = policy.split("; ");
  assert(rules.includes(`form-action ${CALLBACK}`), policy);
  assert(rules.includes("frame-ancestors 'none'") && rules.includes("default-src 'none'"), policy);
  assert(rules.some((rule) => /^script-src 'sha256-[\w+/]{43}='$/.test(rule)), policy);
  assertStringIncludes(answer.headers.get("cache-control")!, "no-store");
});

Deno.test("form_post: what the client sent is text of the page, and no part of it", async () => {
  const rig = create();
  const state = `"><script>alert(1)</script><form action='https://evil.example'>`;
  const answer = await approve(await open(rig), { ...POSTED, state });
  const { fields, action } = postedBy(answer);
  assertEquals([fields.state, action], [state, CALLBACK]);
  assert(!answer.html.includes("<script>alert"));
});

Deno.test("form_post: a refusal goes the same way, and one without a place for it stays a page", async () => {
  const rig = create();
  const browser = await open(rig);
  const denied = postedBy(await press(browser, await ask(browser, POSTED), "deny"));
  assertEquals(denied.fields.error, "access_denied");
  const silent = postedBy(await ask(await open(rig, null), { ...POSTED, prompt: "none" }));
  assertEquals([silent.fields.error, silent.fields.state], ["login_required", "state-1"]);
  const wrong = postedBy(await ask(browser, { ...POSTED, code_challenge: undefined }));
  assertEquals(wrong.fields.error, "invalid_request");
  const unknown = await ask(browser, { ...POSTED, redirect_uri: "https://evil.example/callback" });
  assertEquals([unknown.status, unknown.html.includes("data-answer")], [400, false]);
});

Deno.test("form_post: the mode is that of the request, through a sign-in, a push and a question", async () => {
  const rig = create();
  const pushed = await (await rig.post("oauth/par", { ...POSTED, ...WEB })).json();
  const browser = await open(rig);
  const byPush = await approve(browser, { client_id: "web", request_uri: pushed.request_uri });
  assert(postedBy(byPush).fields.code);
  // A pushed request is not changed by its URL.
  const plain = await (await rig.post("oauth/par", { ...GOOD, ...WEB })).json();
  const again = await ask(browser, {
    client_id: "web",
    request_uri: plain.request_uri,
    response_mode: "form_post",
  });
  assertStringIncludes(again.location, "?code=");
  // A long one waits in the store while its user signs in.
  const visitor = await open(rig, null);
  const long = await ask(visitor, { ...POSTED, state: "s".repeat(2000) });
  const back = new URL(long.location).searchParams.get("callbackUrl")!;
  assertStringIncludes(back, "request_uri=");
});

Deno.test("form_post: an answer to the scheme of an app, in a fragment or in two modes is refused", async () => {
  const rig = create({
    clients: { app: { redirectUris: ["cursor://host/callback"], idTokenAlgorithm: "ES256" } },
  });
  const native = { ...POSTED, client_id: "app", redirect_uri: "cursor://host/callback" };
  const told = await ask(await open(rig), native);
  assertStringIncludes(told.location, "error=invalid_request");
  const web = create();
  for (const response_mode of ["fragment", "query.jwt", "form_post.jwt", ["query", "form_post"]]) {
    assertTold(await ask(await open(web), { ...GOOD, response_mode }), "invalid_request");
  }
});

Deno.test("form_post: a stranger without access gets a refusal by a button alone", async () => {
  const rig = create({ registration: { dynamic: "open" } });
  const made = await rig.send("oauth/register", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ redirect_uris: [CALLBACK], token_endpoint_auth_method: "none" }),
  });
  const { client_id } = await made.json();
  const answer = await ask(await open(rig, null), { ...POSTED, client_id, prompt: "none" });
  const { policy, fields } = postedBy(answer);
  assertEquals(fields.error, "login_required");
  assert(!policy.includes("script-src") && !answer.html.includes("<script"), policy);
});

Deno.test("form_post: as JSON, the page is data", async () => {
  const rig = create();
  const browser = await open(rig);
  await approve(browser, POSTED);
  const quiet = { ...POSTED, prompt: undefined };
  const answer = await ask(browser, quiet, { accept: "application/json" });
  const { step, url, fields } = JSON.parse(answer.html);
  assertEquals([step, url, fields.state], ["oauth:post", CALLBACK, "state-1"]);
});

Deno.test("id_token: a client with the option signs a user in without a code, for its nonce", async () => {
  const rig = create();
  const browser = await open(rig);
  const { action, fields } = postedBy(await approve(browser, SIGN_IN));
  assertEquals(action, CALLBACK);
  assertEquals(Object.keys(fields).sort(), ["id_token", "iss", "state"]);
  const { claims } = openToken(fields.id_token!);
  assertEquals([claims.nonce, claims.aud, claims.sub], ["n-1", "express", "ada"]);
  assertEquals([claims.email, claims.name], ["ada@example.com", "Ada"]);
  // There is no access token that it would name, and none is to be had for it.
  assertEquals([claims.at_hash, claims.c_hash], [undefined, undefined]);
  const codes = await adapter.records!.list("ada", "oauth.code");
  assertEquals(codes.filter(({ data }) => JSON.stringify(data).includes("express")), []);
});

/** Requests for an ID token that are refused, although the client has the option. */
const REFUSED: Readonly<Record<string, readonly [error: string, asked: Asked]>> = {
  "no nonce": ["invalid_request", { nonce: undefined }],
  "an empty nonce": ["invalid_request", { nonce: "" }],
  "two nonces": ["invalid_request", { nonce: ["n-1", "n-2"] }],
  "no `openid`": ["invalid_scope", { scope: "project:read" }],
  "access to a resource": ["invalid_scope", { scope: "openid project:read" }],
  "a code with it": ["unsupported_response_type", { response_type: "code id_token" }],
  "an access token with it": ["unsupported_response_type", { response_type: "id_token token" }],
};

for (const [what, [error, asked]] of Object.entries(REFUSED)) {
  Deno.test(`id_token: ${what}: ${error}, by the form`, async () => {
    const rig = create();
    const { fields } = postedBy(await ask(await open(rig), { ...SIGN_IN, ...asked }));
    assertEquals([fields.error, fields.id_token], [error, undefined]);
  });
}

Deno.test("id_token: it is never in a URL, and a request that asks for one gets a refusal there", async () => {
  const rig = create();
  for (const response_mode of [undefined, "query", "fragment"]) {
    assertTold(
      await ask(await open(rig), { ...SIGN_IN, response_mode }),
      "invalid_request",
      SIGN_IN,
    );
  }
});

Deno.test("id_token: no other client gets one, however it is known", async () => {
  const rig = create();
  const { fields } = postedBy(await ask(await open(rig), { ...SIGN_IN, client_id: "web" }));
  assertEquals(fields.error, "unsupported_response_type");
  const registered = await rig.auth.oauthServer.registerClient({
    name: "Partner",
    redirectUris: [CALLBACK],
    hasSecret: true,
  });
  const other = postedBy(await ask(await open(rig), { ...SIGN_IN, client_id: registered.id }));
  assertEquals(other.fields.error, "unsupported_response_type");
  let message = "";
  try {
    // deno-lint-ignore no-explicit-any -- the compiler refuses it
    await rig.auth.oauthServer.registerClient({ name: "A", responseTypes: ["id_token"] } as any);
  } catch (error) {
    message = (error as Error).message;
  }
  assertStringIncludes(message, "responseTypes");
});

Deno.test("id_token: the option is refused where it protects nothing", async () => {
  let last: Error | undefined;
  const logger = { error: (error: Error) => void (last = error), warn() {}, debug() {} };
  const wrong: readonly [client: object, reason: string][] = [
    [{ secret: undefined }, "needs `secret`"],
    [{ responseTypes: ["id_token"] }, 'no "code"'],
    [{ responseTypes: ["code", "token"] }, "not a list"],
    [{ redirectUris: ["com.example.app:/callback"] }, "redirect URIs with https"],
  ];
  for (const [client, reason] of wrong) {
    const clients = { express: { ...CLIENTS.express, ...client } } as OAuthServerOptions["clients"];
    const rig = createServer({ clients }, { adapter, logger });
    await (await rig.send("oauth/jwks")).body?.cancel();
    assertStringIncludes(String(last), reason);
  }
});

Deno.test("id_token: the document says what is offered", async () => {
  const of = async (clients: object) =>
    await (await createServer({ clients: clients as typeof OPTIONS.clients }, { adapter })
      .send("/.well-known/openid-configuration")).json();
  const plain = await of(OPTIONS.clients);
  assertEquals(plain.response_types_supported, ["code"]);
  assertEquals(plain.response_modes_supported, ["query", "form_post"]);
  assertEquals((await of(CLIENTS)).response_types_supported, ["code", "id_token"]);
});

Deno.test("id_token: a code of a request is no sign-in, and a sign-in is no code", async () => {
  const rig = create();
  const browser = await open(rig);
  const { id_token } = postedBy(await approve(browser, { ...SIGN_IN, prompt: "consent" })).fields;
  const exchanged = await rig.post(
    "oauth/token",
    codeFields(id_token!, { ...WEB, client_id: "express" }),
  );
  assertEquals(exchanged.status, 400);
  await exchanged.body?.cancel();
});
