/**
 * Eight parallel calls that need a new access token, here and with Better Auth, at the same
 * kind of provider: a real one whose refresh tokens can be used once.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import { betterAuth } from "better-auth";
import { getMigrations } from "better-auth/db/migration";
import { genericOAuth } from "better-auth/plugins/generic-oauth";
import { DatabaseSync } from "node:sqlite";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { startOpenIDProvider } from "../_openid_provider.ts";
import { getAccessToken } from "../../src/frameworks/server.ts";
import { createBrowser } from "../../src/tools/testing/mod.ts";
import { overNetwork, SECRET, startFlow } from "../flows/_rig.ts";
import { KeepTokens } from "../../src/capabilities/tokens/mod.ts";

const CALLS = 8;

/** Seconds for which the first access token is valid: too few for a call. */
const SHORT = 3;

/** Outcome of the calls. */
interface Outcome {
  /** Calls that got a token. */
  answered: number;
  /** Different tokens. */
  tokens: number;
  /** Refresh tokens that the provider got. */
  refreshes: number;
  /** `true` when a call after them gets a token. */
  goesOn: boolean;
}

/** Options of the provider; `count` is called at each refresh. */
const rotating = (count: () => void) => ({
  client: { grant_types: ["authorization_code", "refresh_token"] },
  configuration: {
    issueRefreshToken: () => true,
    rotateRefreshToken: () => (count(), true),
    ttl: {
      AccessToken: (ctx: { oidc: { params: { grant_type: string } } }) =>
        ctx.oidc.params.grant_type === "refresh_token" ? 3600 : SHORT,
      RefreshToken: 3600,
      Session: 3600,
      Interaction: 3600,
      Grant: 3600,
      IdToken: 3600,
    },
  },
});

async function call(ask: () => Promise<string | undefined>): Promise<Omit<Outcome, "refreshes">> {
  const quietly = () => ask().catch(() => undefined);
  const tokens = (await Promise.all(Array.from({ length: CALLS }, quietly)))
    .filter((token) => token !== undefined);
  const goesOn = await quietly() !== undefined;
  return { answered: tokens.length, tokens: new Set(tokens).size, goesOn };
}

async function callOurs(): Promise<Outcome> {
  let refreshes = 0;
  await using flow = await startFlow({}, {
    adapter: MemoryAdapter(),
    session: { strategy: "jwt" },
    tokens: KeepTokens(),
  }, rotating(() => void refreshes++));
  await flow.signIn();
  const url = `${flow.origin}/page`;
  const cookie = flow.browser.cookies.header(new URL(url));
  const outcome = await call(async () => {
    const request = new Request(url, { headers: { cookie } });
    return (await getAccessToken(request, flow.config))?.accessToken;
  });
  return { ...outcome, refreshes };
}

async function callBetterAuth(): Promise<Outcome> {
  let refreshes = 0;
  const database = new DatabaseSync(":memory:");
  let handler: (request: Request) => Promise<Response>;
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) =>
      new URL(request.url).pathname.startsWith("/api/auth/") ? handler(request) : new Response(),
  );
  const origin = `http://localhost:${server.addr.port}`;
  const op = await startOpenIDProvider({
    redirectUris: [`${origin}/api/auth/oauth2/callback/op`, `${origin}/api/auth/callback/op`],
    ...rotating(() => void refreshes++),
  });
  try {
    const { issuer, clientId, clientSecret } = op;
    const auth = betterAuth({
      secret: SECRET,
      baseURL: origin,
      database,
      logger: { disabled: true },
      telemetry: { enabled: false },
      rateLimit: { enabled: false },
      plugins: [
        genericOAuth({
          config: [{
            providerId: "op",
            clientId,
            clientSecret,
            discoveryUrl: `${issuer}/.well-known/openid-configuration`,
            scopes: ["openid", "profile", "email"],
            authentication: "basic",
            pkce: true,
          }],
        }),
      ],
    });
    await (await getMigrations(auth.options)).runMigrations();
    handler = auth.handler;
    const browser = createBrowser(origin, { [origin]: overNetwork, [issuer]: overNetwork });
    const post = (path: string, body: unknown) =>
      browser.fetch(`${origin}/api/auth${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", origin },
        body: JSON.stringify(body),
      });
    const started = await post("/sign-in/social", { provider: "op", callbackURL: "/after" });
    const page = await browser.visit((await started.json()).url);
    await page.response.body?.cancel();
    const body = new URLSearchParams({ person: "ada" });
    const landing = await browser.visit(page.url.href, { method: "POST", body });
    assertEquals(landing.url.href, `${origin}/after`);
    await landing.response.body?.cancel();
    const { id } = database.prepare("SELECT id FROM account").get()!;
    const outcome = await call(async () => {
      const response = await post("/get-access-token", { accountId: id });
      const { accessToken } = await response.json();
      return response.ok ? accessToken : undefined;
    });
    return { ...outcome, refreshes };
  } finally {
    await server.shutdown();
    await op[Symbol.asyncDispose]();
    database.close();
  }
}

Deno.test("refreshes: of eight parallel calls all get one token here; those of Better Auth are printed", async () => {
  const [ours, theirs] = [await callOurs(), await callBetterAuth()];
  assertEquals(ours, { answered: CALLS, tokens: 1, refreshes: 1, goesOn: true });
  assert(theirs.refreshes > 0);
  for (
    const [name, { answered, tokens, refreshes, goesOn }] of Object.entries({
      "here": ours,
      "Better Auth": theirs,
    })
  ) {
    const later = goesOn ? "a later call gets a token" : "a later call gets none";
    console.log(
      `${name}: ${answered} of ${CALLS} calls got a token, ${tokens} different, ` +
        `${refreshes} refreshes, ${later}`,
    );
  }
});
