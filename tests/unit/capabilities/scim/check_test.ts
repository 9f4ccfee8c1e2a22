import { assertEquals, assertMatch } from "@std/assert";
import { MemoryAdapter } from "../../../../adapters/memory.ts";
import { ApiKeys } from "../../../../src/capabilities/keys/mod.ts";
import { defineAccess, Organizations } from "../../../../src/capabilities/organizations/mod.ts";
import { Scim } from "../../../../src/capabilities/scim/mod.ts";
import type { ScimOptions } from "../../../../src/capabilities/scim/options.ts";
import { resolveConfig } from "../../../../src/config/resolve.ts";
import type { AuthConfig } from "../../../../src/types/config.ts";

const access = defineAccess({ permissions: {}, roles: { member: {}, admin: {} } });

function errorOf(options: unknown, config: Partial<AuthConfig> = {}): string | undefined {
  return resolveConfig({
    providers: [],
    adapter: MemoryAdapter(),
    session: { revocation: {} },
    sendMail: () => {},
    secret: "a-secret-of-at-least-32-characters",
    organizations: Organizations({ access }),
    keys: ApiKeys({ prefix: "acme", scopes: access }),
    scim: Scim(options as ScimOptions),
    ...config,
  } as AuthConfig).error?.message;
}

Deno.test("Scim(): options that can be used", () => {
  for (
    const options of [
      undefined,
      {},
      { role: "admin", perMinute: false },
      { roles: [{ group: "Admins", role: "admin" }], perMinute: 1 },
    ]
  ) assertEquals(errorOf(options), undefined);
});

Deno.test("Scim(): each error names its option", () => {
  const cases: readonly [options: unknown, option: string][] = [
    [{ role: "owner" }, "scim.role"],
    [{ role: "nobody" }, "scim.role"],
    [{ role: 1 }, "scim.role"],
    [{ roles: {} }, "scim.roles"],
    [{ roles: [{ group: "" }] }, "scim.roles"],
    [{ roles: [null] }, "scim.roles"],
    [{ roles: [{ group: "A", role: "owner" }] }, "scim.roles"],
    [{ roles: [{ group: "A", role: "nobody" }] }, "scim.roles"],
    [{ roles: Array.from({ length: 101 }, () => ({ group: "A", role: "admin" })) }, "scim.roles"],
    [{ perMinute: 0 }, "scim.perMinute"],
    [{ perMinute: "1" }, "scim.perMinute"],
  ];
  for (const [options, option] of cases) {
    const message = errorOf(options);
    assertEquals(message?.includes(`\`${option}\``), true, `${JSON.stringify(options)} ${message}`);
  }
});

Deno.test("Scim(): what it needs is said with what brings it", () => {
  assertMatch(errorOf({}, { keys: undefined })!, /ApiKeys\(\) of @x\/auth\/keys/);
  assertMatch(
    errorOf({}, { organizations: undefined })!,
    /Organizations\(\) of @x\/auth\/organizations/,
  );
  const memberships = {} as never;
  assertMatch(
    errorOf({}, { organizations: Organizations({ access, memberships }) })!,
    /`scim`.*the app's own tables|memberships/,
  );
});
