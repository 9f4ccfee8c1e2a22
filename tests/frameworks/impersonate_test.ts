/**
 * Operators who act for users, and the functions for users and the audit log, behind every wrapper:
 * the cookies reach the browser as the framework sets them.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { AuditLog } from "../../src/capabilities/audit_log/mod.ts";
import { Totp } from "../../src/capabilities/factors/mod.ts";
import { Operators } from "../../src/capabilities/operators/mod.ts";
import { defineAuth } from "../../src/frameworks/define.ts";
import { CookieStore } from "../../src/tools/testing/cookie_store.ts";
import { signInAs } from "../../src/tools/testing/mod.ts";
import type { AuthConfig } from "../../src/types/config.ts";
import { httpWrappers } from "./_table_http.ts";
import { portWrappers } from "./_table_ports.ts";
import type { App, Call } from "./_table.ts";

/** The config of an app with operators; wrappers get it as the app wrote it. */
const createConfig = (strategy: "database" | "jwt"): AuthConfig => ({
  providers: [],
  adapter: MemoryAdapter(),
  factors: [Totp()],
  sendMail: () => {},
  theme: { name: "App" },
  limits: false,
  notifyNewDevice: false,
  secret: "a-secret-of-at-least-32-characters",
  trustHost: true,
  session: { strategy, revocation: {} },
  audit: AuditLog({ beforeAnswer: true }),
  operators: Operators({
    permissionsOf: ({ id }) => id === "olga" ? ["user:read", "user:act"] : [],
  }),
  logger: { error: () => {}, warn: () => {} },
});

for (const wrapper of [...httpWrappers, ...portWrappers]) {
  for (const strategy of ["jwt", "database"] as const) {
    Deno.test(`impersonate: ${wrapper.name} sets the cookies of both ways (${strategy} session)`, async () => {
      const config = createConfig(strategy);
      const app = await wrapper.start(config);
      try {
        await actBehind(app, config);
      } finally {
        await app.close?.();
      }
    });
  }
}

async function actBehind(app: App, config: AuthConfig): Promise<void> {
  const auth = defineAuth(config as never);
  const { origin } = app;
  const enter = async (id: string) => {
    const user = { id, email: `${id}@example.com`, name: id, emailVerified: new Date() };
    const proof = { methods: ["pwd", "otp", "mfa"] };
    const { headers } = await signInAs(auth, user, { origin, proof, env: {} } as never);
    return headers.get("cookie")!;
  };
  await enter("ada");
  const browser = new CookieStore();
  const url = new URL(origin);
  browser.store(url, (await enter("olga")).split("; ").map((one) => `${one}; Path=/; HttpOnly`));
  const ask = async (method: "GET" | "POST", call?: Call) => {
    const headers = { cookie: browser.header(url), origin };
    const answer = await app.visit(
      call ? { method, headers, calls: [call] } : { method, headers, action: "/session" },
    );
    browser.store(url, answer.setCookies);
    return answer;
  };
  const whoIs = async () => {
    const { user, actor } = JSON.parse((await ask("GET")).text!);
    return [user.name, actor?.id];
  };
  assertEquals(await whoIs(), ["olga", undefined]);
  const none = await ask("POST", { call: "impersonate", userId: "olga" });
  assertEquals([none.failure?.error, await whoIs()], ["AccessDenied", ["olga", undefined]]);
  const begun = await ask("POST", { call: "impersonate", userId: "ada" });
  assertEquals([begun.failure, begun.location], [undefined, `${origin}/home`]);
  assertEquals(await whoIs(), ["ada", "olga"]);
  const ended = await ask("POST", { call: "stopImpersonating" });
  assertEquals([ended.failure, ended.location], [undefined, `${origin}/home`]);
  assertEquals(await whoIs(), ["olga", undefined]);
  const told = await ask("GET", {
    call: "ask",
    ask: async () => {
      const { entries } = await auth.audit.list({ userId: "ada", actor: "olga" });
      return (await auth.users.list()).users.length + " " +
        entries.map(({ name }) => name).toSorted().join(" ");
    },
  });
  assertEquals(told.told, "2 acting.ended acting.started session.ended");
}
