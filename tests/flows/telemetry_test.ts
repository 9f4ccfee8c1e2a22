/**
 * What leaves an app that exports its telemetry, and what never does: sign-ins by every
 * flow, in a process of its own, with a collector that keeps all it gets.
 *
 * @module
 */

import { assert, assertEquals, assertFalse, assertStringIncludes } from "@std/assert";
import { sha256Base64url } from "../../src/base/crypto/hash.ts";
import { toHex } from "../../src/base/crypto/bytes.ts";
import {
  createAuthenticator,
  createBrowser,
  createIdp,
  type TestBrowser,
} from "../../src/tools/testing/mod.ts";
import { serveOAuth1Server } from "../../src/tools/testing/oauth1_server.ts";
import { waitForText, watchChild } from "../_wait.ts";
import { type Collector, type Span, startCollector } from "./_collector.ts";
import { answer, ask, send } from "./_passkeys.ts";
import type { Setup } from "./_telemetry_app.ts";
import { createRefreshingIdp } from "./_tokens.ts";

const APP = "tests/flows/_telemetry_app.ts";

const SETUP = {
  secret: "a-canary-secret-of-at-least-32-characters",
  clientSecret: "canary-client-secret",
  password: "canary-password",
  user: { id: "canary-user-id", name: "Canary Ada", email: "canary-ada@example.com" },
};

/** Values that requests and answers have, and no telemetry. */
const PERSONAL = [
  SETUP.secret,
  SETUP.clientSecret,
  SETUP.password,
  ...Object.values(SETUP.user),
  "canary-device/1.0",
  "203.0.113.77",
  "canary-subject",
  "Canary Grace",
  "canary-grace@example.com",
  "canary-old-id",
  "Canary Old",
  "canary-old@example.com",
  "canary-mail@example.com",
  "canary-key@example.com",
  "canary-path@example.com",
  "canary-wrong-password",
];

/** Members of queries, forms and cookies that are names. */
const NAMES = ["action", "callbackUrl", "error", "scope", "response_type", "client_id", "provider"];
const ORDINARY = [...NAMES, "type", "code_challenge_method", "redirect_uri", "iss"];

interface Rig {
  collector: Collector;
  /** Personal data and secrets that were in use. */
  canaries: Set<string>;
  mails: { identifier: string; token: string; url: string }[];
}

/** Signs in by every flow, and waits until the app has exported everything. */
async function signInByEveryFlow(
  collector: Collector,
  env: Record<string, string> = {},
): Promise<Rig> {
  const canaries = new Set<string>(PERSONAL);
  const note = (name: string, value: unknown) => {
    if (typeof value === "string" && value.length >= 6 && !ORDINARY.includes(name)) {
      canaries.add(value);
    }
  };
  const mails: Rig["mails"] = [];
  const inbox = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      const body = await request.json();
      if (new URL(request.url).pathname === "/mail") {
        mails.push(body);
        for (const [name, value] of Object.entries(body)) note(name, value);
      } else {
        for (const name of ["userId", "sessionId", "device", "address"]) note(name, body[name]);
      }
      return new Response();
    },
  );
  const idpServer = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) =>
      // It has not issued the tokens of the refreshing provider around it.
      request.url.endsWith("/userinfo") ? Response.json(user) : op.handler(request),
  );
  const issuer = `http://127.0.0.1:${idpServer.addr.port}`;
  const user = {
    sub: "canary-subject",
    name: "Canary Grace",
    email: "canary-grace@example.com",
    email_verified: true,
  };
  const idp = await createIdp({ issuer, clientSecret: SETUP.clientSecret, user });
  const op = await createRefreshingIdp(issuer, user.sub, idp);
  await using old = serveOAuth1Server({
    clientSecret: SETUP.clientSecret,
    user: { id: "canary-old-id", name: "Canary Old", email: "canary-old@example.com" },
  });
  const setup: Setup = {
    ...SETUP,
    test: `http://127.0.0.1:${inbox.addr.port}`,
    issuer,
    clientId: idp.clientId,
    oauth1: old.provider,
  };
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", APP, JSON.stringify(setup)],
    env: { NO_COLOR: "1", ...collector.env, ...env },
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const watched = watchChild(child, child.stdout);
  const [, port] = await waitForText(/^ready (\d+)\n/, watched);
  const origin = `http://localhost:${port}`;

  /** Sends a request as the browser of a person, and notes what is about that person. */
  const overNetwork = async (request: Request): Promise<Response> => {
    const headers = new Headers(request.headers);
    headers.set("user-agent", "canary-device/1.0");
    headers.set("x-client-address", "203.0.113.77");
    const { searchParams } = new URL(request.url);
    for (const [name, value] of searchParams) note(name, value);
    if (request.method === "POST") {
      for (const [name, value] of await request.clone().formData()) note(name, value);
    }
    const response = await fetch(new Request(request, { headers }), { redirect: "manual" });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (!name!.includes("callback-url")) note(name!, decodeURIComponent(value!));
    }
    return response;
  };
  const open = () =>
    createBrowser(origin, {
      [origin]: overNetwork,
      [issuer]: overNetwork,
      [old.origin]: overNetwork,
    });
  const nameIn = async (browser: TestBrowser) => {
    const response = await browser.fetch("/page");
    return (await response.json())?.user?.name ?? null;
  };

  const browser = open();
  await browser.post("/callback/credentials", { password: "canary-wrong-password" });
  await browser.signInWithCredentials({ password: SETUP.password, email: SETUP.user.email });
  assertEquals(await nameIn(browser), "Canary Ada");
  await (await browser.post("/signout")).body?.cancel();
  await (await browser.fetch("/auth/signin/canary-path@example.com")).body?.cancel();

  const grace = open();
  await grace.signIn("idp", { callbackUrl: "/page" });
  assertEquals(await nameIn(grace), "Canary Grace");
  await (await grace.fetch("/token")).body?.cancel();

  const acme = open();
  await acme.signIn("acme", { callbackUrl: "/page" });
  assertEquals(await nameIn(acme), "Canary Grace");
  const once = open();
  await once.signIn("old", { callbackUrl: "/page" });
  assertEquals(await nameIn(once), "Canary Old");

  const mailed = open();
  const fields = { email: "canary-mail@example.com" };
  await mailed.start("mail", { fields });
  await (await mailed.visit(mails[0]!.url)).response.body?.cancel();
  assertEquals((await mailed.session())?.user?.email, fields.email);
  // One mail per hour is allowed.
  await open().start("mail", { fields });

  const key = open();
  const authenticator = createAuthenticator(origin);
  const asked = await ask(key, { action: "register", email: "canary-key@example.com" });
  const made = await answer(asked, authenticator);
  note("id", JSON.parse(made.data).id);
  await send(key, made);
  const again = open();
  const used = await answer(await ask(again, { action: "authenticate" }), authenticator);
  await send(again, used);
  assert((await again.session())?.user);

  for (const token of op.sent) canaries.add(token);
  for (const { body } of idp.requests) {
    for (const [name, value] of new URLSearchParams(body)) {
      if (name !== "grant_type") note(name, value);
    }
  }
  for (const { authorization } of old.requests) {
    for (const [, value] of authorization.matchAll(/oauth_(?:token|verifier)="([^"]+)"/g)) {
      note("token", value);
    }
  }
  await (await fetch(`${origin}/stop`)).body?.cancel();
  await watched.ended;
  assertEquals((await child.status).code, 0);
  await inbox.shutdown();
  await idpServer.shutdown();
  return { collector, canaries, mails };
}

/** A value as it is, and as it would be when something encodes or hashes it. */
async function formsOf(value: string): Promise<string[]> {
  const bytes = new TextEncoder().encode(value);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const base64 = btoa(String.fromCharCode(...bytes)).replace(/=+$/, "");
  return [
    value,
    value.toLowerCase(),
    encodeURIComponent(value),
    String(new URLSearchParams({ value })).slice("value=".length),
    base64,
    base64.replaceAll("+", "-").replaceAll("/", "_"),
    toHex(digest),
    await sha256Base64url(value),
  ];
}

async function assertNothingOf(canaries: ReadonlySet<string>, text: string): Promise<void> {
  for (const canary of canaries) {
    for (const form of await formsOf(canary)) {
      assertFalse(text.includes(form), `it was exported: ${canary} as ${form}`);
    }
  }
}

/** Attributes of a provider. */
const by = (id: string, type = id) => ({ "auth.provider.id": id, "auth.provider.type": type });

const GET = { "http.request.method": "GET" };
const POST = { "http.request.method": "POST" };
const REFUSED = { "auth.reason": "wrong-credentials", "error.type": "CredentialsSignin" };
const LIMITED = { "auth.reason": "too-many", "error.type": "TooManyRequests" };
const UNKNOWN = { "auth.reason": "failed", "error.type": "InvalidProvider" };

/** Attributes of the spans of actions, without `auth.action`. */
const ACTIONS: [action: string, attributes: Record<string, string>][] = [
  ["callback", { ...GET, ...by("acme", "oauth") }],
  ["callback", { ...GET, ...by("idp", "oidc") }],
  ["callback", { ...GET, ...by("mail", "email") }],
  ["callback", { ...GET, ...by("old", "oauth") }],
  ["callback", { ...POST, ...by("credentials") }],
  ["callback", { ...POST, ...by("credentials"), ...REFUSED }],
  ["callback", { ...POST, ...by("passkey", "webauthn") }],
  ["csrf", GET],
  ["session", GET],
  // The browser reads the token of forms from the page.
  ["signin", GET],
  ["signin", { ...GET, ...UNKNOWN }],
  ["signin", { ...POST, ...by("acme", "oauth") }],
  ["signin", { ...POST, ...by("idp", "oidc") }],
  ["signin", { ...POST, ...by("mail", "email") }],
  ["signin", { ...POST, ...by("mail", "email"), ...LIMITED }],
  ["signin", { ...POST, ...by("old", "oauth") }],
  ["signout", POST],
  ["webauthn-options", { ...GET, ...by("passkey", "webauthn") }],
];

/** Attributes of the spans of requests to other servers, without those that all have. */
const UPSTREAM: [endpoint: string, attributes: Record<string, string>][] = [
  ["discovery", { ...GET, ...by("idp", "oidc") }],
  ["jwks", { ...GET, ...by("idp", "oidc") }],
  ["mail", by("mail", "email")],
  ["request-token", { ...POST, ...by("old", "oauth") }],
  ["token", { ...POST, ...by("acme", "oauth") }],
  ["token", { ...POST, ...by("idp", "oidc") }],
  ["token", { ...POST, ...by("old", "oauth") }],
  ["userinfo", { ...GET, ...by("acme", "oauth") }],
  ["userinfo", { ...GET, ...by("old", "oauth") }],
];

const EVENTS: [name: string, attributes: Record<string, string>, count?: number][] = [
  ["account.linked", by("acme", "oauth")],
  ["account.linked", by("idp", "oidc")],
  ["account.linked", by("old", "oauth")],
  ["mail.sent", by("mail", "email")],
  ["passkey.added", by("passkey", "webauthn")],
  ["session.ended", { "auth.reason": "signed-out" }],
  ["session.started", by("acme", "oauth")],
  ["session.started", by("credentials")],
  ["session.started", by("idp", "oidc")],
  ["session.started", by("mail", "email")],
  ["session.started", by("old", "oauth")],
  ["session.started", by("passkey", "webauthn"), 2],
  ["signin.refused", { ...by("credentials"), ...REFUSED }],
  ["signin.refused", { ...by("mail", "email"), ...LIMITED }],
  ["tokens.refreshed", by("idp", "oidc")],
  ["user.created", by("acme", "oauth")],
  ["user.created", by("idp", "oidc")],
  ["user.created", by("mail", "email")],
  ["user.created", by("old", "oauth")],
  ["user.created", by("passkey", "webauthn")],
];

const SCOPE = "@x/auth";

/** Each once, in a common order. */
function sorted(lines: readonly { name: string; attributes: object }[]): string[] {
  const texts = lines.map(({ attributes, ...rest }) => {
    const members = Object.entries(attributes).sort(([a], [b]) => a < b ? -1 : 1);
    return JSON.stringify([Object.values(rest), Object.fromEntries(members)]);
  });
  return [...new Set(texts)].sort();
}

function assertCounters(collector: Collector): void {
  const expected = EVENTS.map(([name, attributes, value = 1]) => ({
    name: "auth.events",
    value,
    attributes: { "auth.event": name, ...attributes },
  }));
  expected.push({
    name: "auth.session.reads",
    value: 9,
    attributes: { "auth.result": "found" } as never,
  });
  const points = collector.points().filter(({ scope }) => scope === SCOPE);
  assertEquals(
    sorted(points.map(({ name, value, attributes }) => ({ name, value, attributes }))),
    sorted(expected),
  );
}

Deno.test("telemetry: spans and counters of every flow, with closed lists of attributes and nothing about a person", async () => {
  await using collector = startCollector();
  const { canaries, mails } = await signInByEveryFlow(collector);
  assert(canaries.size > 60, `${canaries.size} values`);
  await assertNothingOf(canaries, collector.textWithoutSpansOf("deno"));

  const own = collector.spans().filter(({ scope }) => scope === SCOPE);
  assertEquals(
    sorted(own.map(({ name, kind, attributes, failed }) => ({ name, kind, failed, attributes }))),
    sorted([
      ...ACTIONS.map(([action, attributes]) => ({
        name: `auth.${action}`,
        kind: 1,
        failed: false,
        attributes: { "auth.action": action, ...attributes },
      })),
      ...UPSTREAM.map(([endpoint, attributes]) => ({
        name: `auth.upstream.${endpoint}`,
        kind: 3,
        failed: false,
        attributes: {
          "auth.endpoint": endpoint,
          ...attributes,
          ...endpoint === "mail" ? {} : { "http.response.status_code": 200 },
        },
      })),
    ]),
  );
  assertCounters(collector);

  // The spans of the runtime have whole URLs, as the README says.
  const { token } = mails[0]!;
  assertStringIncludes(collector.textWithoutSpansOf(), `token=${token}`);
});

Deno.test("telemetry: requests to a provider are inside the action, which is inside the runtime's span", async () => {
  await using collector = startCollector();
  await signInByEveryFlow(collector);
  const spans = new Map(collector.spans().map((span) => [span.id, span]));
  const pathOf = ({ name, scope, parent }: Span): string[] => {
    const above = spans.get(parent);
    return [...above ? pathOf(above) : [], scope === SCOPE ? name : scope];
  };
  const paths = new Set([...spans.values()].map((span) => pathOf(span).join(" > ")));
  for (
    const path of [
      "deno > auth.signin > auth.upstream.discovery > deno",
      "deno > auth.signin > auth.upstream.mail > deno",
      "deno > auth.signin > auth.upstream.request-token > deno",
      "deno > auth.callback > auth.upstream.token > deno",
      "deno > auth.callback > auth.upstream.jwks > deno",
      "deno > auth.callback > auth.upstream.userinfo > deno",
      // A refresh for the app.
      "deno > auth.upstream.token > deno",
    ]
  ) assert(paths.has(path), `${path} is not among ${[...paths].join(", ")}`);
});

Deno.test("telemetry: without the traces of the runtime, the counters stay and no personal data leaves", async () => {
  await using collector = startCollector();
  const { canaries } = await signInByEveryFlow(collector, { OTEL_DENO_TRACING: "false" });
  assertEquals(collector.spans(), []);
  assertCounters(collector);
  await assertNothingOf(canaries, collector.textWithoutSpansOf());
});
