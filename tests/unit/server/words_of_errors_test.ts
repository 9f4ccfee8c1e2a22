/**
 * Errors of an app that were silent, or whose words led elsewhere: each names the option and the cure.
 *
 * @module
 */

import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { MemoryAdapter } from "../../../adapters/memory.ts";
import { ApiKeys } from "../../../src/capabilities/keys/mod.ts";
import { OAuthServer } from "../../../src/capabilities/oauth_server/mod.ts";
import { defineAccess, Organizations } from "../../../src/capabilities/organizations/mod.ts";
import { createNextAuth } from "../../../src/frameworks/next/logic.ts";
import { defineAuth } from "../../../src/frameworks/server.ts";
import { signInAs } from "../../../src/tools/testing/mod.ts";
import type { AuthConfig } from "../../../src/types/config.ts";

const ORIGIN = "https://app.example";

function appWith(options: Partial<AuthConfig>) {
  const logged: string[] = [];
  const auth = defineAuth(
    {
      providers: [],
      secret: "a-secret-of-at-least-32-characters",
      trustHost: true,
      logger: {
        error: ({ message }) => void logged.push(message),
        warn: () => {},
        debug: () => {},
      },
      ...options,
    } satisfies AuthConfig,
  );
  return { auth, logged };
}

const STORE = { adapter: MemoryAdapter(), session: { revocation: {} } };

Deno.test("OAuthServer(): requests at another origin than the issuer's are 404, and say why once", async () => {
  const { auth, logged } = appWith({
    ...STORE,
    oauthServer: OAuthServer({ issuer: "https://other.example" }),
  });
  for (const path of ["/auth/oauth/token", "/auth/oauth/authorize", "/auth/oauth/token"]) {
    const method = path.endsWith("token") ? "POST" : "GET";
    const response = await auth.handler(new Request(ORIGIN + path, { method }));
    assertEquals(response.status, 404, path);
    await response.body?.cancel();
  }
  assertEquals(logged.length, 1);
  assertStringIncludes(logged[0]!, "https://other.example; set `issuer` of `OAuthServer()`");
});

Deno.test("Next: the path of AUTH_URL is the base path, and a request elsewhere says so", async () => {
  const logged: string[] = [];
  const { handlers } = createNextAuth<Request>({
    providers: [],
    secret: "a-secret-of-at-least-32-characters",
    trustHost: true,
    logger: { error: ({ message }) => void logged.push(message), warn: () => {}, debug: () => {} },
  }, {
    env: { AUTH_URL: "https://app.example/auth" },
    headers: () => Promise.resolve(new Headers()),
    setCookie: () => Promise.resolve(),
    redirect: () => Promise.reject(new Error("unused")),
    next: () => new Response(),
    notFound: () => Promise.reject(new Error("unused")),
    withUrl: (request) => request,
  });
  const response = await handlers.GET(new Request(`${ORIGIN}/api/auth/session`));
  assertEquals(response.status, 400);
  await response.body?.cancel();
  assertStringIncludes(
    logged.join("\n"),
    'actions are below "/auth/", as `basePath` or the path of AUTH_URL says',
  );
});

Deno.test("capabilities: without an adapter, each says so before an option that it needs too", async () => {
  const access = defineAccess({ permissions: {}, roles: { member: {} } });
  const session = { revocation: {} };
  const organizations = appWith({ session, organizations: Organizations({ access }) }).auth;
  const keys = appWith({ session, keys: ApiKeys({ prefix: "acme", scopes: ["a"] }) }).auth;
  await assertRejects(
    () => organizations.organizations.listOrganizations("ada"),
    Error,
    "Cannot use `organizations`: it needs an adapter",
  );
  await assertRejects(() => keys.keys.list("ada"), Error, "Cannot use `keys`: it needs an adapter");
});

Deno.test("keys.createFor(): a script without a name for the site logs that once", async () => {
  const adapter = MemoryAdapter();
  const { auth, logged } = appWith({
    ...STORE,
    adapter,
    keys: ApiKeys({ prefix: "acme", scopes: ["a"] }),
    sendMail: () => {},
  });
  await adapter.createUser({ id: "ada", email: "ada@app.example", emailVerified: null });
  for (const name of ["one", "two", "three"]) {
    assertEquals((await auth.keys.createFor("ada", { name, scopes: ["a"] })).ok, true);
  }
  assertEquals(logged.length, 1);
  assertStringIncludes(logged[0]!, "set AUTH_URL to the URL of the app, or `theme.name`");
});

Deno.test("a session at a route for keys: the answer says what is accepted", async () => {
  const { auth } = appWith({ ...STORE, keys: ApiKeys({ prefix: "acme", scopes: ["a"] }) });
  const { headers } = await signInAs(auth, { email: "ada@app.example" }, { origin: ORIGIN });
  const who = await auth.authenticate(new Request(ORIGIN, { headers }), { accept: ["key"] });
  if (who.ok) throw new Error("the session was accepted");
  const { error_description: text } = await who.response().json();
  assertEquals(
    text,
    "Authentication is required: send `Authorization: Bearer …`; the session of a browser is not " +
      "accepted here.",
  );
});
