/**
 * Organizations, teams, invitations and API keys of an app with Better Auth itself.
 *
 * @module
 */

import { apiKey } from "@better-auth/api-key";
import { betterAuth as createBetterAuth, type BetterAuthOptions } from "better-auth";
import { getMigrations } from "better-auth/db/migration";
import { organization } from "better-auth/plugins";

/** A user of the app: the id, and the headers of the browser's requests. */
export interface OldMember {
  readonly id: string;
  readonly headers: Headers;
}

/** An app whose users have organizations and keys; its tables are made. */
export async function createTeamsApp(options: BetterAuthOptions) {
  const auth = createBetterAuth({
    ...options,
    plugins: [
      organization({ teams: { enabled: true } }),
      apiKey([
        { configId: "default", references: "user", defaultPrefix: "old_" },
        { configId: "teams", references: "organization" },
      ]),
    ],
  });
  await (await getMigrations(auth.options)).runMigrations();
  return auth;
}

/** An organization of three, with a team, an invitation that waits and one that ended, and five keys. */
export async function writeTeams(
  auth: Awaited<ReturnType<typeof createTeamsApp>>,
  [owner, admin, member]: readonly [OldMember, OldMember, OldMember],
) {
  const { adapter } = await auth.$context;
  const org = (await auth.api.createOrganization({
    body: { name: "Acme", slug: "acme", logo: "https://acme.example/logo.png" },
    headers: owner.headers,
  }))!;
  const add = async (userId: string, role: "admin" | "member") =>
    await auth.api.addMember({ body: { organizationId: org.id, userId, role } });
  await add(admin.id, "admin");
  await add(member.id, "member");
  const invite = async (email: string) =>
    await auth.api.createInvitation({
      body: { organizationId: org.id, email, role: "member" },
      headers: owner.headers,
    });
  const invited = await invite("dora@example.com");
  await auth.api.cancelInvitation({
    body: { invitationId: (await invite("gone@example.com")).id },
    headers: owner.headers,
  });
  const key = async (body: object) =>
    (await auth.api.createApiKey({ body: body as never })) as { id: string; key: string };
  const permissions = { project: ["read"] };
  const keys = {
    user: await key({ configId: "default", userId: owner.id, name: "CI", permissions }),
    org: await key({
      ...{ configId: "teams", organizationId: org.id, userId: owner.id, name: "Deploy" },
      permissions,
    }),
    limited: await key({ configId: "default", userId: admin.id, name: "Ten", remaining: 10 }),
  };
  const endings = [["off", { enabled: false }], ["over", { expiresAt: new Date(0) }]] as const;
  for (const [name, update] of endings) {
    const { id } = await key({ configId: "default", userId: admin.id, name });
    await adapter.update({ model: "apikey", where: [{ field: "id", value: id }], update });
  }
  return { org, invited, keys };
}
