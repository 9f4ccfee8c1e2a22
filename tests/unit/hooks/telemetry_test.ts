import { assert, assertEquals, assertRejects } from "@std/assert";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import { AccessDenied, AdapterError, CredentialsSignin } from "../../../src/errors.ts";
import { audit } from "../../../src/hooks/audit.ts";
import {
  countEvent,
  countRead,
  isMetered,
  traceEmail,
  traceFetch,
} from "../../../src/hooks/telemetry.ts";
import Credentials from "../../../src/providers/credentials.ts";
import { readSession } from "../../../src/session/strategies.ts";
import { Auth, type AuthConfig, skipCSRFCheck } from "../../../mod.ts";
import type { ResolvedProvider } from "../../../src/types/resolved_provider.ts";
import { at, createOrg, createOrgApp, membership, signIn } from "../../flows/_organizations.ts";
import { APP, createConfig, createTestContext } from "../_context.ts";
import {
  createKeyApp,
  done,
  keyOf,
  outcome,
  signIn as signIntoKeyApp,
} from "../capabilities/keys/_keys.ts";
import { register } from "./_telemetry.ts";

const SPAN = { scope: "@x/auth", kind: undefined };
const ERROR = { code: 2 };
const acme = { id: "acme", type: "oauth" } as ResolvedProvider;

async function act(path: string, config: Partial<AuthConfig> = {}, form?: Record<string, string>) {
  const request = new Request(`${APP}/auth/${path}`, {
    ...form ? { method: "POST", body: new URLSearchParams(form) } : {},
  });
  const { userConfig: written } = createConfig({ skipCSRFCheck, ...config }).config;
  await (await Auth(request, written)).body?.cancel();
}

Deno.test("isMetered() finds what is registered, also after the first look", () => {
  assertEquals(isMetered(), false);
  {
    using _recorder = register();
    assertEquals(isMetered(), true);
  }
  assertEquals(isMetered(), false);
});

Deno.test("telemetry: without OpenTelemetry, calls go through as they are", async () => {
  const response = new Response("x");
  const sent = Promise.resolve(response);
  assert(traceFetch("token", acme, "POST", () => sent) === sent);
  await countRead("found");
  await countEvent(createConfig().config, { name: "user.created" });
  await act("session");
});

Deno.test("telemetry: with traces or metrics alone, the other is left out", async () => {
  using traces = register(["trace"]);
  await act("session");
  assertEquals([traces.spans.length, traces.counts.length], [1, 0]);
  using metrics = register(["metrics"]);
  await act("session");
  assertEquals([metrics.spans.length, metrics.counts.length], [0, 1]);
});

Deno.test("dispatch() runs an action in a span with names of the config alone", async () => {
  using recorder = register();
  await act("session");
  await act("providers?email=ada@example.com");
  await act("signin/ada@example.com");
  assertEquals(recorder.spans, [
    {
      name: "auth.session",
      ...SPAN,
      attributes: { "auth.action": "session", "http.request.method": "GET" },
    },
    {
      name: "auth.providers",
      ...SPAN,
      attributes: { "auth.action": "providers", "http.request.method": "GET" },
    },
    {
      name: "auth.signin",
      ...SPAN,
      attributes: {
        "auth.action": "signin",
        "http.request.method": "GET",
        "auth.reason": "failed",
        "error.type": "InvalidProvider",
      },
    },
  ]);
  assertEquals(recorder.made, 3, "tracers and counters are made once");
});

Deno.test("dispatch() tells the class of a failure, never its message or the members of the error", async () => {
  class Renamed extends CredentialsSignin {
    override type = "ada@example.com" as "CredentialsSignin";
    override message = "ada@example.com";
  }
  using recorder = register();
  for (const thrown of [new Renamed(), new TypeError("ada@example.com"), "ada@example.com"]) {
    const providers = [
      Credentials({
        authorize() {
          throw thrown;
        },
      }),
    ];
    await act("callback/credentials", { providers }, { email: "ada@example.com" });
  }
  const attributes = {
    "auth.action": "callback",
    "http.request.method": "POST",
    "auth.provider.id": "credentials",
    "auth.provider.type": "credentials",
  };
  const failed = {
    name: "auth.callback",
    ...SPAN,
    attributes: { ...attributes, "auth.reason": "failed", "error.type": "CallbackRouteError" },
    status: ERROR,
  };
  assertEquals(recorder.spans, [
    // A wrong password is no failure of the server.
    {
      name: "auth.callback",
      ...SPAN,
      attributes: {
        ...attributes,
        "auth.reason": "wrong-credentials",
        "error.type": "CredentialsSignin",
      },
    },
    failed,
    failed,
  ]);
  assertEquals(recorder.counts.map(({ attributes }) => attributes["error.type"]), [
    "CredentialsSignin",
    "CallbackRouteError",
    "CallbackRouteError",
  ]);
});

Deno.test("dispatch() runs in a span when the config cannot be used", async () => {
  using recorder = register();
  await act("session", { secret: [] });
  assertEquals(recorder.spans[0]!.attributes["error.type"], "MissingSecret");
  assertEquals(recorder.spans[0]!.status, ERROR);
});

Deno.test("traceFetch() tells endpoint, provider, method and status", async () => {
  using recorder = register();
  const send = (status: number) => () => Promise.resolve(new Response(null, { status }));
  await traceFetch("token", acme, "POST", send(200));
  await traceFetch("userinfo", acme, "ADA", send(404));
  await traceFetch("breached-passwords", undefined, "GET", send(204));
  const provider = { "auth.provider.id": "acme", "auth.provider.type": "oauth" };
  assertEquals(recorder.spans, [
    {
      name: "auth.upstream.token",
      scope: "@x/auth",
      kind: 2,
      attributes: {
        "auth.endpoint": "token",
        "http.request.method": "POST",
        ...provider,
        "http.response.status_code": 200,
      },
    },
    {
      name: "auth.upstream.userinfo",
      scope: "@x/auth",
      kind: 2,
      attributes: {
        "auth.endpoint": "userinfo",
        "http.request.method": "_OTHER",
        ...provider,
        "http.response.status_code": 404,
        "error.type": "404",
      },
      status: ERROR,
    },
    {
      name: "auth.upstream.breached-passwords",
      scope: "@x/auth",
      kind: 2,
      attributes: {
        "auth.endpoint": "breached-passwords",
        "http.request.method": "GET",
        "http.response.status_code": 204,
      },
    },
  ]);
});

Deno.test("traceEmail() and traceFetch() end the span of a failure, and reject with it", async () => {
  using recorder = register();
  const failures: [unknown, string][] = [
    [new TypeError("ada@example.com"), "_OTHER"],
    [new DOMException("ada@example.com", "TimeoutError"), "timeout"],
    [new DOMException("ada@example.com", "ada@example.com"), "_OTHER"],
    [new AccessDenied("ada@example.com"), "AccessDenied"],
  ];
  for (const [failure, type] of failures) {
    const fail = () => Promise.reject(failure);
    for (
      const call of [() => traceEmail(acme, fail), () => traceFetch("jwks", acme, "GET", fail)]
    ) {
      assert(await assertRejects(call, Error, "ada@example.com") === failure);
      const { attributes, status } = recorder.spans.at(-1)!;
      assertEquals([attributes["error.type"], status], [type, ERROR]);
      assert(!JSON.stringify(recorder.spans).includes("ada@example.com"));
    }
  }
  assertEquals(recorder.spans.length, 8);
  await traceEmail(acme, () => Promise.resolve({ status: "ada@example.com" }));
  assertEquals(recorder.spans.at(-1)!.attributes, {
    "auth.endpoint": "mail",
    "auth.provider.id": "acme",
    "auth.provider.type": "oauth",
  });
});

Deno.test("audit() counts each entry, with and without a handler", async () => {
  using recorder = register();
  const { ctx } = await createTestContext({ path: "callback/acme" });
  await audit(ctx, {
    name: "session.started",
    userId: "ada@example.com",
    sessionId: "ada@example.com",
  });
  await audit(ctx, { name: "account.unlinked", userId: "7", provider: "ada@example.com" });
  await audit({ config: ctx.config }, { name: "session.revoked", reason: "suspended" });
  const rest = { name: "auth.events", scope: "@x/auth", value: 1 };
  const acme = { "auth.provider.id": "acme", "auth.provider.type": "oauth" };
  assertEquals(recorder.counts, [
    { ...rest, attributes: { "auth.event": "session.started", ...acme } },
    { ...rest, attributes: { "auth.event": "account.unlinked" } },
    { ...rest, attributes: { "auth.event": "session.revoked", "auth.reason": "suspended" } },
  ]);
});

Deno.test("readSession() counts reads by result", async () => {
  using recorder = register();
  const adapter = MemoryAdapter();
  const read = async (cookie: string, config: Partial<AuthConfig>) => {
    const { ctx } = await createTestContext({ cookie, config });
    return await readSession(ctx);
  };
  const cookie = "__Secure-authjs.session-token=token";
  const user = await adapter.createUser({ id: "7", email: "ada@example.com", emailVerified: null });
  const expires = new Date(Date.now() + 60_000);
  await adapter.createSession({ sessionToken: "token", userId: user.id, expires });
  const broken = { ...adapter, getSessionAndUser: () => Promise.reject(new Error("down")) };
  assert(await read(cookie, { adapter }));
  assertEquals(await read("", { adapter }), null);
  assertEquals(await read(`${cookie}x`, { adapter }), null);
  await assertRejects(() => read(cookie, { adapter: broken }), AdapterError);
  assertEquals(await read(cookie, {}), null, "it is no encrypted token");
  const reads = recorder.counts.filter(({ name }) => name === "auth.session.reads");
  assertEquals(
    reads.map(({ attributes }) => attributes),
    ["found", "none", "over", "failed", "over"].map((result) => ({ "auth.result": result })),
  );
});

Deno.test("countEvent() counts changes and refusals of organizations, without ids", async () => {
  const app = createOrgApp();
  const [ada, eve] = [await signIn(app, "ada@example.com"), await signIn(app, "eve@example.com")];
  using recorder = register(["metrics"]);
  const acme = await createOrg(app, ada);
  await at(app, eve, acme.slug);
  await app.orgs.leave(await membership(app, ada, acme.slug));
  const counts = recorder.counts.filter(({ name }) => name === "auth.events")
    .map(({ attributes }) => attributes);
  assertEquals(counts, [
    { "auth.event": "organization.created" },
    { "auth.event": "organization.refused", "auth.reason": "not-member" },
    { "auth.event": "organization.refused", "auth.reason": "last-owner" },
  ]);
});

Deno.test("countEvent() counts API keys, services and refused credentials, without ids", async () => {
  const app = createKeyApp();
  const { keys, organizations } = app.auth;
  const ada = await signIntoKeyApp(app, "ada");
  const made = done(
    await organizations.createOrganization(ada.id, { name: "Acme", slug: "acme" }),
  );
  const acme = organizations.asSystem(made.organization.id);
  using recorder = register(["metrics"]);
  const { key, secret } = await keyOf(app, ada.id);
  const next = done(await keys.rotate(ada.id, key.id, 0));
  assert(await keys.revoke(ada.id, next.key.id));
  await outcome(app, next.secret);
  await outcome(app, secret, { scopes: ["project:write"] });
  const { service } = done(await keys.createService(acme, { name: "Build", scopes: "all" }));
  done(await keys.deleteService(acme, service.id));
  const counts = recorder.counts.filter(({ name }) => name === "auth.events")
    .map(({ attributes }) => attributes);
  assertEquals(counts, [
    { "auth.event": "key.created" },
    { "auth.event": "key.rotated" },
    { "auth.event": "key.revoked" },
    { "auth.event": "credential.refused", "auth.reason": "revoked" },
    { "auth.event": "credential.refused", "auth.reason": "expired" },
    { "auth.event": "service.created" },
    { "auth.event": "service.deleted" },
  ]);
});
