/**
 * Who is an operator, and what one may do: each action, for everybody who may try.
 *
 * @module
 */

import { assert, assertEquals, assertMatch } from "@std/assert";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { ACTIONS, type OperatorAction } from "../../src/capabilities/operators/actions.ts";
import { requireOperator } from "../../src/capabilities/operators/require_operator.ts";
import { Operators } from "../../src/capabilities/operators/mod.ts";
import type { OperatorsOptions } from "../../src/capabilities/operators/options.ts";
import { defineAccess, Organizations } from "../../src/capabilities/organizations/mod.ts";
import { resolveConfig } from "../../src/config/resolve.ts";
import { capability } from "../../src/symbols.ts";
import type { AuthConfig } from "../../src/types/config.ts";
import type { Context } from "../../src/types/internal.ts";
import { onEveryStore } from "./_every_store.ts";
import {
  access,
  createOperatorApp,
  enter,
  type OperatorApp,
  type OperatorVisitor,
  VISITORS,
} from "./_operators.ts";

const NAMES = Object.keys(ACTIONS) as OperatorAction[];

/** An endpoint that answers what the guard says. */
const probe = {
  id: "probe",
  [capability]: {
    endpoints: [{
      kind: "ambient",
      path: "guard",
      methods: ["GET"],
      load: () => ({
        GET: async (ctx: Context) => {
          const { action = "", users } = ctx.request.query;
          const found = await requireOperator(ctx, action as OperatorAction, {
            userIds: users ? users.split(" ") : [],
          });
          const reason = found.ok ? "ok" : found.reason;
          return { headers: { "Content-Type": "application/json" }, body: { reason } };
        },
      }),
    }],
  },
};

const createApp = (config: Partial<AuthConfig> = {}) =>
  createOperatorApp({ ...config, capabilities: { probe } as never });

async function fetchAnswer(
  app: OperatorApp,
  visitor: OperatorVisitor | null,
  action: OperatorAction,
  users: readonly string[],
): Promise<Response> {
  const query = new URLSearchParams({ action, users: users.join(" ") });
  return await app.fetch(`/auth/guard?${query}`, {
    headers: { accept: "application/json", ...visitor ? { cookie: visitor.cookie } : {} },
  });
}

/** What the guard says; `"proof"` when it leads to one. */
async function ask(...asked: Parameters<typeof fetchAnswer>): Promise<string> {
  const body = await (await fetchAnswer(...asked)).json();
  if (body.reason) return body.reason;
  assert(new URL(body.url).searchParams.has("stepUp"), JSON.stringify(body));
  return "proof";
}

const REFUSED = {
  "a visitor": "signed-out",
  "a user": "no-operator",
  "a member without the permission": "no-operator",
  "an operator with a stale proof": "proof",
  "an operator without a second factor": "proof",
  "an operator for whom another person acts": "no-operator",
  "a suspended operator": "signed-out",
  "an owner of another organization": "no-operator",
  "an operator": "ok",
};

onEveryStore("operators", (test) => {
  for (const strategy of ["jwt", "database"] as const) {
    test(`one visitor passes, for every action, with ${strategy} sessions`, async (store) => {
      const app = createApp({ ...store.config, session: { strategy } });
      const users = await Promise.all(
        ["x", "y"].map((name) =>
          app.auth.users.create({ email: `${name}@example.com`, emailVerified: new Date() })
        ),
      );
      for (const [name, make] of Object.entries(VISITORS)) {
        const visitor = await make(app);
        for (const action of NAMES) {
          const { users: count, isChange } = ACTIONS[action];
          const ids = users.slice(0, count).map(({ id }) => id);
          const expected = REFUSED[name as keyof typeof REFUSED];
          // Reading needs no fresh proof.
          const wanted = expected === "proof" && !isChange ? "ok" : expected;
          assertEquals(await ask(app, visitor, action, ids), wanted, `${name}: ${action}`);
        }
      }
    });
  }

  test("a role that is taken away counts with the next request", async (store) => {
    const app = createApp(store.config);
    await enter(app, "boss", { role: "owner" });
    const support = await enter(app, "support", { role: "support" });
    assertEquals(await ask(app, support, "list-users", []), "ok");
    await enter(app, "support", { role: "member" });
    assertEquals(await ask(app, support, "list-users", []), "no-operator");
  });

  test("a role has its own actions alone", async (store) => {
    const app = createApp(store.config);
    const { id } = await app.auth.users.create({ email: "x@example.com" });
    await enter(app, "boss", { role: "owner" });
    const support = await enter(app, "support", { role: "support" });
    const allowed = ["user:read", "user:suspend", "user:sign-out", "user:act"];
    for (const action of NAMES) {
      const { users, permission } = ACTIONS[action];
      const wanted = allowed.includes(permission) ? "ok" : "forbidden";
      const ids = [id, "boss"].slice(0, users);
      assertEquals(await ask(app, support, action, ids), wanted, action);
    }
  });

  test("nobody changes the own account, nor that of an operator with more", async (store) => {
    const app = createApp(store.config);
    const boss = await enter(app, "boss", { role: "owner" });
    const support = await enter(app, "support", { role: "support" });
    await enter(app, "colleague", { role: "support" });
    await enter(app, "member", { role: "member" });
    for (const action of NAMES) {
      const { users, isChange, permission } = ACTIONS[action];
      if (users !== 1 || !isChange) continue;
      assertEquals(await ask(app, boss, action, ["boss"]), "own-account", action);
      assertEquals(await ask(app, boss, action, ["support"]), "ok", action);
      if (!access.allows("support", permission)) continue;
      assertEquals(await ask(app, support, action, ["support"]), "own-account", action);
      assertEquals(await ask(app, support, action, ["boss"]), "beyond-own", action);
      assertEquals(await ask(app, support, action, ["colleague"]), "ok", action);
      // A member may invite, and the support may not.
      assertEquals(await ask(app, support, action, ["member"]), "beyond-own", action);
    }
    // A suspension takes no permission away.
    await app.auth.users.suspend("boss");
    assertEquals(await ask(app, support, "resume", ["boss"]), "beyond-own");
  });

  test("records that are of no user are none", async (store) => {
    const app = createApp(store.config);
    const boss = await enter(app, "boss", { role: "owner" });
    const [{ id: org } = { id: "" }] = await app.auth.organizations.listOrganizations("boss");
    const ids = [`org:${org}`, "app:oauth.client", "audit:log", "outbox:webhooks", "none"];
    for (const id of [...ids, "x".repeat(10_000)]) {
      for (const action of ["read-user", "suspend", "delete"] as const) {
        assertEquals(await ask(app, boss, action, [id]), "no-user", `${action} ${id.slice(0, 20)}`);
      }
    }
  });
});

Deno.test("operators: a call for another number of users is no question", async () => {
  const app = createApp();
  const boss = await enter(app, "boss", { role: "owner" });
  for (const [action, ids] of [["suspend", []], ["list-users", ["boss"]]] as const) {
    await (await fetchAnswer(app, boss, action, ids)).body?.cancel();
    assertMatch(app.errors.pop()!.message, /it is about \d users/);
  }
});

Deno.test("operators: what an operator may not is an entry of the audit log", async () => {
  const app = createApp();
  await enter(app, "boss", { role: "owner" });
  const user = await enter(app, "user");
  app.entries.length = 0;
  await ask(app, user, "read-user", ["boss"]);
  assertEquals(app.entries, []);
  await ask(app, user, "delete", ["boss"]);
  assertEquals(app.entries.map(({ name, reason, userId }) => [name, reason, userId]), [
    ["operator.refused", "access-denied", "user"],
  ]);
});

Deno.test("operators: a function says who is one, without organizations", async () => {
  const asked: string[] = [];
  let answer: unknown = ["user:read", "user:suspend"];
  const app = createApp({
    organizations: undefined,
    operators: Operators({
      permissionsOf: ({ id }) => {
        asked.push(id);
        return (id === "ada" ? answer : []) as [];
      },
    }),
  });
  const ada = await enter(app, "ada");
  const bob = await enter(app, "bob");
  assertEquals(await ask(app, ada, "suspend", ["bob"]), "ok");
  assertEquals(asked, ["ada", "bob"]);
  assertEquals(await ask(app, ada, "delete", ["bob"]), "forbidden");
  assertEquals(await ask(app, bob, "list-users", []), "no-operator");
  for (answer of ["user:read", null, { 0: "user:read" }, [1], new Set(["user:read"])]) {
    await (await fetchAnswer(app, ada, "list-users", [])).body?.cancel();
    assertMatch(app.errors.pop()!.message, /must return a list of names/);
  }
});

Deno.test("operators: no member gives another organization the name of theirs", async () => {
  const app = createApp();
  const { auth } = app;
  const eve = await enter(app, "eve", { role: "owner", organization: "acme" });
  const request = new Request("https://app.example/", {
    method: "POST",
    headers: { cookie: eve.cookie, origin: "https://app.example" },
  });
  const at = await auth.organizations.readMembership(request, "acme");
  assert(at.ok);
  const taken = await auth.organizations.updateOrganization(at, { slug: "staff" });
  assertEquals(taken.ok ? "ok" : taken.reason, "slug-taken");
  assertEquals(await ask(app, eve, "list-users", []), "no-operator");
  const other = await auth.organizations.updateOrganization(at, { slug: "works" });
  assert(other.ok);
  // The app itself can.
  const own = auth.organizations.asSystem(at.organization.id);
  assert((await auth.organizations.updateOrganization(own, { slug: "staff" })).ok);
});

Deno.test("operators: memberships in the app's own tables count", async () => {
  const organization = { id: "7", name: "Staff", slug: "staff" };
  const members: Record<string, string> = { ada: "owner", bob: "support" };
  const app = createApp({
    organizations: Organizations({
      access,
      memberships: {
        of: () => [],
        in: () => [],
        get: (name, userId) =>
          (name === "7" || name === "staff") && members[userId]
            ? { organization, role: members[userId] }
            : null,
      },
    }),
  });
  const [ada, bob] = [await enter(app, "ada"), await enter(app, "bob")];
  const eve = await enter(app, "eve");
  assertEquals(await ask(app, ada, "delete", ["bob"]), "ok");
  assertEquals(await ask(app, bob, "suspend", ["ada"]), "beyond-own");
  assertEquals(await ask(app, eve, "list-users", []), "no-operator");
  delete members.ada;
  assertEquals(await ask(app, ada, "list-users", []), "no-operator");
});

Deno.test("operators: the policy of their organization is asked for", async () => {
  const app = createApp();
  const boss = await enter(app, "boss", { role: "owner" });
  const at = await app.auth.organizations.readMembership(
    new Request("https://app.example/", {
      method: "POST",
      headers: { cookie: boss.cookie, origin: "https://app.example" },
    }),
    "staff",
  );
  assert(at.ok);
  const policy = { methods: ["mfa"] } as const;
  assert((await app.auth.organizations.updateOrganization(at, { policy })).ok);
  assertEquals(await ask(app, boss, "list-users", []), "ok");
  const weak = await enter(app, "boss", { proof: "weak" });
  assertEquals(await ask(app, weak, "list-users", []), "no-operator");
});

Deno.test("operators: an organization is pinned by its id", async () => {
  const first = createApp({ organizations: Organizations({ access }), operators: undefined });
  await enter(first, "boss", { role: "owner" });
  const [org] = await first.auth.organizations.listOrganizations("boss");
  const app = createApp({
    adapter: first.adapter,
    organizations: Organizations({ access }),
    operators: Operators({ organization: org!.id }),
  });
  const boss = await enter(app, "boss");
  assertEquals(await ask(app, boss, "list-users", []), "ok");
  const gone = createApp({
    adapter: first.adapter,
    operators: Operators({ organization: "org_0000000000000000000000" }),
  });
  assertEquals(await ask(gone, await enter(gone, "boss"), "list-users", []), "no-operator");
});

const config = (
  options: unknown,
  more: Partial<AuthConfig> = {},
): AuthConfig => ({
  providers: [],
  adapter: MemoryAdapter(),
  session: { revocation: {} },
  sendMail: () => {},
  secret: "a-secret-of-at-least-32-characters",
  factors: [{ ...createOperatorApp().auth.config.factors![0]! }],
  organizations: Organizations({ access, create: "nobody" }),
  operators: Operators(options as OperatorsOptions),
  ...more,
});

const defined = (permissions: Record<string, string[]>) =>
  Organizations({
    access: defineAccess({ permissions, roles: {} }) as never,
    create: "nobody",
  });

for (
  const [name, message, options, more] of [
    ["no options", "it needs `organization` or `permissionsOf`", undefined],
    ["neither", "it needs `organization` or `permissionsOf`", {}],
    ["null", "it is not the id or the slug", { organization: null }],
    ["both", "and not both", { organization: "staff", permissionsOf: () => [] }],
    ["no function", "it is not a function", { permissionsOf: ["ada"] }],
    ["an empty name", "it is not the id or the slug", { organization: "" }],
    ["a list", "it is not the id or the slug", { organization: ["staff"] }],
    ["no organizations", "it needs `organizations`", { organization: "staff" }, {
      organizations: undefined,
    }],
    ["a slug that a visitor can take", "which the first visitor", { organization: "staff" }, {
      organizations: Organizations({ access }),
    }],
    ["a slug that some visitors can take", "which the first visitor", { organization: "staff" }, {
      organizations: Organizations({ access, create: () => true }),
    }],
    ["roles without permissions", 'knows no permission "user:read"', { organization: "staff" }, {
      organizations: defined({}),
    }],
    ["a misspelt permission", '"user:suspnd", and no "user:suspend"', { organization: "staff" }, {
      organizations: defined({ user: ["read", "suspnd"] }),
    }],
    ["no second factor", "needs a second factor", { organization: "staff" }, { factors: [] }],
    ["no records of sessions", "records", { permissionsOf: () => [] }, {
      ...{ adapter: undefined, organizations: undefined, factors: undefined },
    }],
  ] as [string, string, unknown, Partial<AuthConfig>?][]
) {
  Deno.test(`operators: the config is refused with ${name}`, () => {
    const { error } = resolveConfig(config(options, more));
    assert(error, "it is refused");
    assert(error.message.includes(message) || name.startsWith("no records"), error.message);
  });
}

Deno.test("operators: an own permission, and fewer than all, are no mistake", () => {
  const more = { organizations: defined({ user: ["read", "invite"], post: ["read"] }) };
  assertEquals(resolveConfig(config({ organization: "staff" }, more)).error, undefined);
});
