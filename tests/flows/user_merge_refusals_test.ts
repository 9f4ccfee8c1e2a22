/**
 * What `users.merge` refuses, and that a merge which is refused leaves everything as it was.
 *
 * @module
 */

import { assert, assertEquals, assertInstanceOf } from "@std/assert";
import { merges } from "../../src/accounts/open_merges.ts";
import { identities } from "../../src/capabilities/connections/kinds.ts";
import { Connections } from "../../src/capabilities/connections/mod.ts";
import { memberships } from "../../src/capabilities/organizations/kinds.ts";
import { ApiKeys } from "../../src/capabilities/keys/mod.ts";
import { Operators } from "../../src/capabilities/operators/mod.ts";
import { persons } from "../../src/capabilities/scim/kinds.ts";
import { Scim } from "../../src/capabilities/scim/mod.ts";
import { AccessDenied, AuthError, MissingAdapterMethods } from "../../src/errors.ts";
import type { AuthConfig } from "../../src/types/config.ts";
import type { UserMergeRefusal } from "../../src/types/user_merge.ts";
import { assertMerged, createMergeApp, enrollTotp, enterBoth, type MergeApp } from "./_merge.ts";
import { enter } from "./_operators.ts";

/** What can be compared of two users. */
async function readBoth({ auth, adapter, rows }: MergeApp) {
  const owners = [["github", "1"], ["gitlab", "2"], ["github", "3"]].map(
    async ([provider, providerAccountId]) =>
      (await adapter.getUserByAccount!({
        provider: provider!,
        providerAccountId: providerAccountId!,
      }))?.id,
  );
  return {
    facts: [await auth.users.get("old"), await auth.users.get("ada")],
    owners: await Promise.all(owners),
    open: await auth.users.unfinishedMerges(),
    rows: [...rows],
  };
}

const orgOf = async ({ auth }: MergeApp, slug: string) =>
  (await auth.organizations.listOrganizations("old")).find((one) => one.slug === slug)!.id;

/** Takes a person out of an organization by its owner, or by the person. */
async function removeFrom({ auth }: MergeApp, org: string, userId: string): Promise<void> {
  const system = auth.organizations.asSystem(org);
  const done = await auth.organizations.removeMember(system, userId);
  assert(done.ok, JSON.stringify(done));
}

interface Refused {
  reason: UserMergeRefusal;
  config?: Partial<AuthConfig>;
  /** Makes the case; returns other ids than those of the two. */
  make?(app: MergeApp): Promise<void | [from: unknown, into: unknown]>;
}

const suspend = (id: string) => async ({ auth }: MergeApp) => await auth.users.suspend(id);

const requestDeletion = (id: string) => async ({ auth }: MergeApp) => {
  const works = (await auth.organizations.listOrganizations(id)).find(({ role }) =>
    role === "owner"
  );
  // Its only owner cannot ask for a deletion.
  if (works) await auth.organizations.deleteOrganization(auth.organizations.asSystem(works.id));
  await auth.users.requestDeletion(id);
};

const between = (from: unknown, into: unknown) => () =>
  Promise.resolve<[unknown, unknown]>([from, into]);

/** A merge of others that is not finished. */
const begun = (from: string, into: string) => async ({ auth }: MergeApp) => {
  const records = auth.config.adapter!.records!;
  await merges.update(records, "open", () => ({
    expires: null,
    data: { open: [{ id: "other", from, into, at: 1, state: "moving", moving: [] }] },
  }));
};

const namedOperators = (operator: string) => ({
  operators: Operators({ permissionsOf: ({ id }) => id === operator ? ["user:read"] : [] }),
});

const REFUSED: Readonly<Record<string, Refused>> = {
  "the same user": { reason: "same-account", make: between("old", "old") },
  "the other one, which is the same": { reason: "same-account", make: between("ada", "ada") },
  "an unknown user who ends": { reason: "no-user", make: between("none", "ada") },
  "an unknown user who stays": { reason: "no-user", make: between("old", "none") },
  "two unknown users": { reason: "no-user", make: between("none", "nobody") },
  "an address in place of an id": { reason: "no-user", make: between("old@example.com", "ada") },
  "an address of the one who stays": { reason: "no-user", make: between("old", "ada@example.com") },
  "another case of the letters": { reason: "no-user", make: between("OLD", "ada") },
  "a space behind the id": { reason: "no-user", make: between("old ", "ada") },
  "a huge id": { reason: "no-user", make: between("x".repeat(1_000_000), "ada") },
  "a huge id of the one who stays": { reason: "no-user", make: between("old", "x".repeat(256)) },
  "an organization": {
    reason: "no-user",
    make: async (app) => [`org:${await orgOf(app, "works")}`, "ada"],
  },
  "an organization that stays": {
    reason: "no-user",
    make: async (app) => ["old", `org:${await orgOf(app, "works")}`],
  },
  "records of the app": { reason: "no-user", make: between("app:oauth.client", "ada") },
  "records of the app that stay": { reason: "no-user", make: between("old", "app:oauth.client") },
  "the audit log": { reason: "no-user", make: between("audit:log", "ada") },
  "the outbox": { reason: "no-user", make: between("old", "outbox:webhooks") },
  "the list of deletions": {
    reason: "no-user",
    make: between("deletions of accounts that wait", "ada"),
  },
  "a deleted user who ends": {
    reason: "no-user",
    make: async ({ auth }) => {
      await enter({ auth } as MergeApp, "gone");
      await auth.users.delete("gone");
      return ["gone", "ada"];
    },
  },
  "a deleted user who stays": {
    reason: "no-user",
    make: async ({ auth }) => {
      await enter({ auth } as MergeApp, "gone");
      await auth.users.delete("gone");
      return ["old", "gone"];
    },
  },
  "a suspended user who ends": { reason: "suspended", make: suspend("old") },
  "a suspended user who stays": { reason: "suspended", make: suspend("ada") },
  "two suspended users": {
    reason: "suspended",
    make: async (app) => {
      await suspend("old")(app);
      await suspend("ada")(app);
    },
  },
  "a suspended user, resumed and suspended again": {
    reason: "suspended",
    make: async (app) => {
      await suspend("old")(app);
      await app.auth.users.resume("old");
      await suspend("old")(app);
    },
  },
  "a user who ends, and whose deletion waits": {
    reason: "being-deleted",
    make: requestDeletion("old"),
  },
  "a user who stays, and whose deletion waits": {
    reason: "being-deleted",
    make: requestDeletion("ada"),
  },
  "an operator who ends": {
    reason: "operator",
    make: async (app) => void await enter(app, "old", { role: "reader" }),
  },
  "an operator who stays": {
    reason: "operator",
    make: async (app) => void await enter(app, "ada", { role: "reader" }),
  },
  "an owner of the operators": {
    reason: "operator",
    make: async (app) => void await enter(app, "old", { role: "owner" }),
  },
  "an operator by a function, who ends": { reason: "operator", config: namedOperators("old") },
  "an operator by a function, who stays": { reason: "operator", config: namedOperators("ada") },
  "a user whom a directory keeps": {
    reason: "directory",
    config: { keys: ApiKeys({ prefix: "acme", scopes: ["read"] }), scim: Scim() },
    make: async (app) => {
      const org = await orgOf(app, "club");
      await persons.add(app.auth.config.adapter!.records!, { org, userId: "old" }, {
        ...{ userId: "old", expires: null, data: { org, id: "person", at: "2030-01-01" } },
      });
    },
  },
  "a membership that a directory keeps": {
    reason: "directory",
    make: async (app) => {
      const org = await orgOf(app, "club");
      await memberships.update(
        app.auth.config.adapter!.records!,
        { org, userId: "old" },
        (known) =>
          known
            ? {
              ...{ userId: "old", expires: null, data: { ...known.data, isManaged: true } },
            }
            : undefined,
      );
    },
  },
  "a user of a connection, whose organization does not know the other one": {
    reason: "connection",
    config: {
      connections: Connections({ kinds: ["oidc"], join: "member", resolveTxt: () => [] } as never),
    },
    make: async (app) => {
      const org = await orgOf(app, "club");
      await identities.add(app.auth.config.adapter!.records!, "identity", {
        ...{ userId: "old", expires: null },
        data: { org, connection: "sso-club", given: null, at: "2030-01-01" },
      });
    },
  },
  "one who was removed from an organization of the other": {
    reason: "removed-member",
    make: async (app) => {
      await enter(app, "ada", { role: "reader", organization: "club" });
      await removeFrom(app, await orgOf(app, "club"), "ada");
    },
  },
  "one who was removed from an organization that the other owns": {
    reason: "removed-member",
    make: async (app) => {
      await enter(app, "ada", { role: "reader", organization: "works" });
      await removeFrom(app, await orgOf(app, "works"), "ada");
    },
  },
  "a user with a second factor into one without": {
    reason: "second-factor",
    make: async (app) => await enrollTotp(app, "old"),
  },
  "a merge into another one at the same time": {
    reason: "other-merge",
    make: begun("old", "bob"),
  },
  "a merge of another one into the same": { reason: "other-merge", make: begun("bob", "ada") },
  "a merge the other way round": { reason: "other-merge", make: begun("ada", "old") },
  "a merge into one who ends": { reason: "other-merge", make: begun("ada", "bob") },
  "a merge of one who is merged into": { reason: "other-merge", make: begun("bob", "old") },
  "a twenty-first merge": {
    reason: "other-merge",
    make: async ({ auth }) => {
      const open = Array.from({ length: 20 }, (_, number) => ({
        ...{ id: `${number}`, from: `x${number}`, into: `y${number}` },
        ...{ at: 1, state: "moving" as const, moving: [] },
      }));
      await merges.update(auth.config.adapter!.records!, "open", () => ({
        ...{ expires: null, data: { open } },
      }));
    },
  },
};

for (const [what, { reason, config, make }] of Object.entries(REFUSED)) {
  Deno.test(`users.merge: refused for ${what}, and nothing changes`, async () => {
    const app = createMergeApp(config);
    await enterBoth(app);
    const [from, into] = await make?.(app) ?? ["old", "ada"];
    const before = await readBoth(app);
    app.entries.length = app.mails.length = 0;
    // The other merge is only met by a call that begins one.
    const runs = reason === "other-merge" ? [false] : [true, false];
    for (const dryRun of runs) {
      const error = await app.auth.users.merge(from as string, into as string, { dryRun })
        .then(() => null, (error) => error);
      assertInstanceOf(error, AccessDenied, what);
      assertEquals((error.cause as { refusal?: string }).refusal, reason);
      assert(error.message.length < 600, error.message);
    }
    assertEquals(await readBoth(app), before);
    assertEquals(app.hook.calls, 0);
    assertEquals([app.entries, app.mails], [[], []]);
  });
}

const VALUES: Readonly<Record<string, unknown>> = {
  "undefined": undefined,
  "null": null,
  "empty": "",
  "a flag": true,
  "an object": { id: "old" },
  "a list": ["old"],
  "a promise": Promise.resolve("old"),
  "a function": () => "old",
};

const OPTIONS: Readonly<Record<string, unknown>> = {
  "null": null,
  "text": "dryRun",
  "a list": [],
  "a promise": Promise.resolve({}),
  "an unknown one": { dryrun: true },
  "a way to move passkeys": { passkeys: true },
  "a dry run that is undefined": { dryRun: undefined },
  "a dry run that is null": { dryRun: null },
  "a dry run that is text": { dryRun: "true" },
  "a dry run that is a number": { dryRun: 1 },
};

const CALLS = [
  ...Object.entries(VALUES).flatMap(([name, value]) => [
    [`${name} as the one who ends`, value, "ada", undefined] as const,
    [`${name} as the one who stays`, "old", value, undefined] as const,
  ]),
  ...Object.entries(OPTIONS).map(([name, options]) =>
    [`the option ${name}`, "old", "ada", options] as const
  ),
];

for (const [what, from, into, options] of CALLS) {
  Deno.test(`users.merge: ${what} is a mistake of the app, and nothing changes`, async () => {
    const app = createMergeApp();
    await enterBoth(app);
    const before = await readBoth(app);
    const rest = options === undefined ? [] : [options];
    const error = await app.auth.users.merge(from as string, into as string, ...rest as [])
      .then(() => null, (error) => error);
    assertInstanceOf(error, TypeError, what);
    assertEquals(await readBoth(app), before);
  });
}

const LACKING: Readonly<
  Record<string, [config: (app: MergeApp) => object, type: typeof AuthError]>
> = {
  "without records of sessions": [
    ({ adapter }) => ({ ...{ adapter, providers: [] } }),
    AuthError,
  ],
  "without an adapter": [() => ({ providers: [] }), AuthError],
  ...Object.fromEntries(
    ["deleteUser", "linkAccount", "unlinkAccount"].map((method) => [
      `with an adapter without ${method}`,
      [({ adapter }: MergeApp) => ({
        ...{ providers: [], session: { revocation: {} } },
        adapter: { ...adapter, [method]: undefined },
      }), MissingAdapterMethods],
    ]),
  ),
};

for (const [what, [configOf, type]] of Object.entries(LACKING)) {
  Deno.test(`users.merge: refused ${what}, with what is missing`, async () => {
    const app = createMergeApp();
    await enterBoth(app);
    const { merge } = await import("../../src/server/users.ts");
    const config = { ...configOf(app), secret: "a-secret-of-at-least-32-characters" };
    const error = await merge(config as AuthConfig, "old", "ada").then(
      () => null,
      (error) => error,
    );
    assertInstanceOf(error, type, String(error));
    assertEquals((await readBoth(app)).open, []);
  });
}

Deno.test("users.merge: a question about operators that fails is no answer", async () => {
  const app = createMergeApp({
    operators: Operators({ permissionsOf: () => Promise.reject(new Error("away")) }),
  });
  await enterBoth(app);
  const before = await readBoth(app);
  const error = await app.auth.users.merge("old", "ada").then(() => null, (error) => error);
  assertEquals(error?.message, "away");
  assertEquals(await readBoth(app), before);
});

Deno.test("users.merge: a second factor at both, or at the one who stays, is no obstacle", async () => {
  for (const ids of [["ada"], ["ada", "old"]]) {
    const app = createMergeApp();
    await enterBoth(app);
    for (const id of ids) await enrollTotp(app, id);
    await app.auth.users.merge("old", "ada");
    await assertMerged(app);
    // It is demanded as before, and none of the other account came along.
    assertEquals((await app.auth.factors.list("ada")).length, 1);
  }
});
