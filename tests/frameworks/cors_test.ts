/**
 * `cors: "any-origin"` of `protect`, in every wrapper: a page of another origin, such as an assistant in a
 * browser, learns where it gets a token, and calls the handler with one. Without the option, nothing of an
 * answer says anything to other origins.
 *
 * @module
 */

import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { MemoryAdapter } from "../../adapters/memory.ts";
import type { AuthConfig } from "../../mod.ts";
import { OAuthServer } from "../../src/capabilities/oauth_server/mod.ts";
import { defineAuth } from "../../src/frameworks/server.ts";
import { signInAs, tokenFor } from "../../src/tools/testing/mod.ts";
import type { AuthenticateOptions, GuardOptions } from "../../src/types/principal.ts";
import { type Ask, protectedWrappers, type Reply, ROUTES } from "./_protected.ts";

const ORIGIN = "http://localhost:8000";
const RESOURCE = `${ORIGIN}/mcp`;
const PAGE = "https://assistant.example";

const TOKENS = { accept: ["token"], resource: RESOURCE } as const;
const OPEN = { ...TOKENS, cors: "any-origin" } as const satisfies GuardOptions<[]>;

const createConfig = () =>
  ({
    providers: [],
    adapter: MemoryAdapter(),
    session: { strategy: "jwt", revocation: {} },
    oauthServer: OAuthServer({
      issuer: ORIGIN,
      resources: { [RESOURCE]: { scopes: ["project:read"] } },
    }),
    secret: "a-secret-of-at-least-32-characters",
    trustHost: true,
    limits: false,
    logger: { error() {}, warn() {}, debug() {} },
  }) as const satisfies AuthConfig;

const PREFLIGHT: Ask = {
  method: "OPTIONS",
  path: ROUTES.protect,
  headers: {
    origin: PAGE,
    "access-control-request-method": "POST",
    "access-control-request-headers": "authorization",
  },
};

const allowedIn = ({ headers }: Reply) => headers.get("access-control-allow-origin");

for (const { name, start } of protectedWrappers) {
  Deno.test(`cors: ${name}: a page of another origin is answered, and can read why it is refused`, async () => {
    const config = createConfig();
    const app = await start(config, OPEN as AuthenticateOptions);
    try {
      const asked = await app.ask(PREFLIGHT);
      assertEquals([asked.status, asked.text, allowedIn(asked)], [204, "", "*"]);
      assertStringIncludes(asked.headers.get("access-control-allow-headers")!, "Authorization");
      const refused = await app.ask({ path: ROUTES.protect, headers: { origin: PAGE } });
      assertEquals([refused.status, allowedIn(refused)], [401, "*"]);
      assertStringIncludes(refused.headers.get("www-authenticate")!, "resource_metadata=");
      const exposed = refused.headers.get("access-control-expose-headers")!;
      assertStringIncludes(exposed, "WWW-Authenticate");
      const options = { resource: RESOURCE, scopes: ["project:read"] } as never;
      const { accessToken } = await tokenFor(defineAuth(config), { email: "a@x.example" }, options);
      const authorization = `Bearer ${accessToken}`;
      const given = await app.ask({
        path: ROUTES.protect,
        headers: { origin: PAGE, authorization },
      });
      assertEquals([given.status, allowedIn(given)], [200, "*"], given.text);
      // Cookies never come with it.
      for (const reply of [asked, refused, given]) {
        assertEquals(reply.headers.get("access-control-allow-credentials"), null);
      }
      // Any other `OPTIONS` is a request as every other one.
      const bare = await app.ask({ method: "OPTIONS", path: ROUTES.protect });
      assert(bare.status !== 204 && bare.status !== 200, `${bare.status}`);
    } finally {
      await app.close?.();
    }
  });

  Deno.test(`cors: ${name}: without the option, no answer is for other origins`, async () => {
    const config = createConfig();
    const app = await start(config, TOKENS);
    try {
      const asked = await app.ask(PREFLIGHT);
      const refused = await app.ask({ path: ROUTES.protect, headers: { origin: PAGE } });
      for (const reply of [asked, refused]) assertEquals(allowedIn(reply), null);
      assert(asked.status !== 204, `${asked.status}`);
    } finally {
      await app.close?.();
    }
  });
}

Deno.test("cors: the session of a browser opens nothing, and what the app sets itself stays", async () => {
  const auth = defineAuth(createConfig());
  const own = { "access-control-allow-origin": PAGE };
  const guard = auth.protect(() => new Response("in", { headers: own }), OPEN);
  const { headers } = await signInAs(auth, { id: "ada", email: "a@x.example" }, { origin: ORIGIN });
  headers.set("origin", PAGE);
  assertEquals((await guard(new Request(RESOURCE, { headers }))).status, 401);
  const { headers: token } = await tokenFor(auth, { email: "b@x.example" }, {
    ...{ resource: RESOURCE, scopes: ["project:read"] },
  });
  const answer = await guard(new Request(RESOURCE, { headers: token }));
  assertEquals([answer.status, answer.headers.get("access-control-allow-origin")], [200, PAGE]);
  assertEquals(answer.headers.get("cache-control"), "private, no-cache");
});

Deno.test("cors: it is refused with sessions, without a value, and in `authenticate`", async () => {
  const auth = defineAuth(createConfig());
  const make = (options: object) => () => auth.protect(() => new Response(), options as never);
  assertThrows(make({ cors: "any-origin" }), TypeError, '"session"');
  assertThrows(make({ ...OPEN, accept: ["session", "token"] }), TypeError, '"session"');
  assertThrows(make({ ...TOKENS, cors: undefined }), TypeError, "`cors` is undefined");
  assertThrows(make({ ...TOKENS, cors: "*" }), TypeError, "`cors` must be");
  assertThrows(make({ ...TOKENS, cors: PAGE }), TypeError, "`cors` must be");
  const asked = auth.authenticate(new Request(RESOURCE), OPEN as never);
  assertStringIncludes(String(await asked.catch((error) => error)), "no option");
});
