/**
 * The functions of an app, as a console shows them.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { Guestbook } from "../../examples/guestbook/guestbook.ts";
import { AuditLog } from "../../src/capabilities/audit_log/mod.ts";
import { Connections } from "../../src/capabilities/connections/mod.ts";
import { RecoveryCodes, Totp } from "../../src/capabilities/factors/mod.ts";
import { ApiKeys } from "../../src/capabilities/keys/mod.ts";
import { OAuthServer } from "../../src/capabilities/oauth_server/mod.ts";
import { defineAccess, Organizations } from "../../src/capabilities/organizations/mod.ts";
import { operatorPermissions, Operators } from "../../src/capabilities/operators/mod.ts";
import { Webhooks } from "../../src/capabilities/webhooks/mod.ts";
import { withNames } from "../../src/base/lazy.ts";
import { resolveConfig } from "../../src/config/resolve.ts";
import { defineAuth } from "../../src/frameworks/server.ts";
import { bindGroup } from "../../src/server/group.ts";
import { APP, createAccountApp } from "./_accounts.ts";

/** Module of each group. */
const MODULES: Readonly<Record<string, string>> = {
  users: "server/users.ts",
  sessions: "server/sessions.ts",
  accounts: "server/accounts.ts",
  addresses: "capabilities/address/functions.ts",
  passwords: "capabilities/passwords/functions.ts",
  passkeys: "capabilities/passkeys/functions.ts",
  factors: "capabilities/factors/functions.ts",
  organizations: "capabilities/organizations/functions.ts",
  connections: "capabilities/connections/functions.ts",
  domains: "capabilities/connections/domain_functions.ts",
  keys: "capabilities/keys/functions.ts",
  audit: "capabilities/audit_log/functions.ts",
  webhooks: "capabilities/webhooks/functions.ts",
  oauthServer: "capabilities/oauth_server/functions.ts",
  operators: "capabilities/operators/functions.ts",
};

/** Functions that are called as they are. */
const DIRECT = ["allows", "asSystem", "can", "mayGive"];

Deno.test("defineAuth(): a console shows the functions of each group", async () => {
  const { config } = createAccountApp("jwt", {
    factors: [Totp(), RecoveryCodes()],
    keys: ApiKeys({ prefix: "app", scopes: ["read"] }),
    oauthServer: OAuthServer({ issuer: APP, resources: { [`${APP}/mcp`]: { scopes: ["read"] } } }),
    organizations: Organizations({
      create: "nobody",
      access: defineAccess({ permissions: { ...operatorPermissions }, roles: { member: {} } }),
    }),
    connections: Connections({ kinds: ["oidc"], resolveTxt: () => [], join: "member" }),
    audit: AuditLog(),
    operators: Operators({ organization: "staff" }),
    webhooks: Webhooks({
      endpoints: [{
        url: "https://hooks.example/",
        secret: `whsec_${btoa("x".repeat(32))}`,
        events: ["user.suspended"],
      }],
    }),
    capabilities: { guestbook: Guestbook({ key: "a-key-of-more-than-sixteen" }) },
  });
  assertEquals(resolveConfig(config).error, undefined);
  const auth = defineAuth(config as Parameters<typeof defineAuth>[0]) as unknown as Record<
    string,
    Record<string, unknown>
  >;
  const groups = Object.keys(auth).filter((name) =>
    typeof auth[name] === "object" && name !== "config" && name !== "capabilities"
  );
  assertEquals(groups.toSorted(), Object.keys(MODULES).toSorted());
  for (const [group, path] of Object.entries(MODULES)) {
    const module = await import(`../../src/${path}`);
    const named = Object.keys(module).filter((name) => typeof module[name] === "function");
    const shown = Object.keys(auth[group]!).filter((name) => !DIRECT.includes(name));
    assertEquals(shown.toSorted(), named.toSorted(), group);
    for (const name of shown) assertEquals(typeof auth[group]![name], "function");
  }
  assertEquals(Object.keys(auth.capabilities!.guestbook as object), ["erase"]);
});

Deno.test("defineAuth(): a look at a group loads nothing and throws nothing", () => {
  const load = () => {
    throw new Error("loaded");
  };
  assertEquals(Object.keys(bindGroup({}, withNames(load, "add sub"))), ["add", "sub"]);
  assertEquals(Object.keys(bindGroup({}, load)), []);
  const config = { providers: [], secret: "a-secret-of-at-least-32-characters" };
  assertEquals(Object.keys(defineAuth(config).passwords), []);
  const { passwords, users } = defineAuth({ ...config, session: { strategy: "database" } });
  assertEquals([Object.keys(passwords), Object.keys(users).includes("rename")], [[], true]);
});
