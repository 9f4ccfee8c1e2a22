/**
 * Two accounts of one person, with everything that a merge moves and ends.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { AccountPage } from "../../src/capabilities/account/mod.ts";
import { defineCapability } from "../../src/capabilities/custom/mod.ts";
import { addEnrolment, newEnrolmentId } from "../../src/capabilities/factors/enrolments.ts";
import { Totp } from "../../src/capabilities/factors/mod.ts";
import { ApiKeys } from "../../src/capabilities/keys/mod.ts";
import { Operators } from "../../src/capabilities/operators/mod.ts";
import { Organizations } from "../../src/capabilities/organizations/mod.ts";
import Password from "../../src/capabilities/passwords/password_provider.ts";
import GitHub from "../../src/providers/github.ts";
import GitLab from "../../src/providers/gitlab.ts";
import { addToAccountIndex } from "../../src/records/account_index.ts";
import { requireConfig } from "../../src/server/environment.ts";
import type { AuthConfig } from "../../src/types/config.ts";
import { access, createOperatorApp, enter, type OperatorApp } from "./_operators.ts";

/** An app in which users can be merged; `rows` are its own, by user. */
export function createMergeApp(
  config: Partial<AuthConfig> = {},
  rows = new Map([["old", 3], ["ada", 1]]),
) {
  const hook = { fails: false, calls: 0 };
  const app = createOperatorApp({
    providers: [
      GitHub({ clientId: "id", clientSecret: "secret" }),
      GitLab({ clientId: "id", clientSecret: "secret" }),
      Password({ page: false }),
    ] as never,
    factors: [Totp()],
    account: AccountPage({ deletion: { graceDays: 14 } }),
    keys: ApiKeys({ prefix: "acme", scopes: ["read"] }),
    organizations: Organizations({ access, create: "nobody" }),
    operators: Operators({ organization: "staff" }),
    capabilities: {
      shop: defineCapability({
        id: "shop",
        on: {
          "user.merging"({ userId, into }) {
            hook.calls++;
            if (hook.fails) throw new Error("The shop is closed");
            rows.set(into, (rows.get(into) ?? 0) + (rows.get(userId) ?? 0));
            rows.delete(userId);
          },
        },
      }),
    } as never,
    ...config,
  });
  return { ...app, rows, hook };
}

export type MergeApp = ReturnType<typeof createMergeApp>;

/** Links an account of a provider, as a sign-in there does. */
export async function link(
  { adapter, auth }: OperatorApp,
  userId: string,
  provider: string,
  providerAccountId: string,
): Promise<void> {
  const account = { userId, provider, providerAccountId, type: "oauth" as const };
  await adapter.linkAccount!(account);
  await addToAccountIndex(requireConfig(auth.config), account, userId);
}

/** Gives a user an authenticator app. */
export async function enrollTotp({ auth }: OperatorApp, userId: string): Promise<void> {
  const secret = "JBSWY3DPEHPK3PXP";
  await addEnrolment(requireConfig(auth.config).records!, userId, newEnrolmentId(), Totp(), {
    secret,
  });
}

/** The users `old` and `ada`, who are one person. */
export async function enterBoth(app: MergeApp) {
  const old = await enter(app, "old", { role: "owner", organization: "works" });
  await enter(app, "old", { role: "reader", organization: "club" });
  const ada = await enter(app, "ada");
  await enter(app, "bob", { role: "owner", organization: "club" });
  await link(app, "old", "github", "1");
  await link(app, "old", "gitlab", "2");
  await link(app, "ada", "github", "3");
  app.entries.length = 0;
  return { old, ada };
}

/** Continues a merge as often as it takes; one that is finished has no user who ends. */
export async function mergeAgain({ auth }: MergeApp): Promise<void> {
  const error = await auth.users.merge("old", "ada").then(() => null, (error) => error);
  if (error?.cause?.refusal !== "no-user") assertEquals(error, null);
}

/** Moves the clock of the library, so that what a process has left locked is free. */
export function moveClock(ms = 60_000): Disposable {
  const now = Date.now;
  Date.now = () => now() + ms;
  return { [Symbol.dispose]: () => void (Date.now = now) };
}

/** Asserts that `old` has become `ada`. */
export async function assertMerged(app: MergeApp): Promise<void> {
  const { users, organizations } = app.auth;
  assertEquals(await users.get("old"), null);
  assertEquals(await app.adapter.getUserByEmail!("old@example.com"), null);
  for (const [provider, providerAccountId] of [["github", "1"], ["gitlab", "2"], ["github", "3"]]) {
    const owner = await app.adapter.getUserByAccount!({
      provider: provider!,
      providerAccountId: providerAccountId!,
    });
    assertEquals(String(owner?.id), "ada", `${provider} ${providerAccountId}`);
  }
  const list = await organizations.listOrganizations("ada");
  assertEquals(list.map(({ slug, role }) => `${slug} ${role}`).sort(), [
    "club reader",
    "works owner",
  ]);
  assertEquals(await users.unfinishedMerges(), []);
  assertEquals(await users.isSuspended("ada"), false);
  assertEquals(app.rows.get("ada"), 4);
}
