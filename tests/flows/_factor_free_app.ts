/**
 * A process that signs somebody in and out, with or without factors:
 * `_factor_free_app.ts [--factors]`. Which modules it loads is in its coverage.
 *
 * @module
 */

import { MemoryAdapter } from "../../adapters/memory.ts";
import { Auth, type AuthConfig } from "../../mod.ts";
import Credentials from "../../src/providers/credentials.ts";
import { revokeAll as revokeAllSessions } from "../../src/server/sessions.ts";
import { createBrowser } from "../../src/tools/testing/browser.ts";

const APP = "https://app.example";

// Its module must not be loaded without factors.
const factors = Deno.args.includes("--factors")
  ? [
    (await import("../../src/capabilities/factors/define.ts")).defineFactor({
      id: "x",
      name: "X",
      methods: ["otp"],
      isTyped: true,
      verify,
      enrol,
    }),
  ]
  : undefined;

for (const strategy of ["jwt", "database"] as const) {
  const config: AuthConfig = {
    providers: [
      Credentials({ authorize: () => ({ id: "ada", name: "Ada", email: "ada@example.com" }) }),
    ],
    adapter: MemoryAdapter(),
    session: { strategy, revocation: {} },
    secret: "a-secret-of-at-least-32-characters",
    trustHost: true,
    theme: { name: "App" },
    factors,
  };
  const browser = createBrowser(APP, {
    [APP]: (request) =>
      new URL(request.url).pathname.startsWith("/auth/") ? Auth(request, config) : new Response(),
  });
  await browser.signInWithCredentials({});
  if (!await browser.session()) throw new Error("The sign-in failed");
  await revokeAllSessions(config, "ada");
  await browser.signInWithCredentials({});
  await browser.post("/signout");
}

function verify(): boolean {
  return false;
}

function enrol() {
  return { data: null };
}
